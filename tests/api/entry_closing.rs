//! The closing date of entries: until it clubs enter and withdraw players, and after it those who run the tournament.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, says};
use crate::caller::{Answer, Caller, text};
use crate::club_desk::secretary;
use crate::desk::coordinator;
use crate::hall::Hall;

on_sqlite! {
    clubs_enter_until_the_day_and_officials_after_it,
    a_closing_date_is_set_and_changed,
    everybody_reads_the_closing_date,
    the_closing_date_comes_and_goes_with_a_tournament,
    a_clubs_desk_has_no_form_after_it,
    a_coordinator_sets_it_at_the_desk,
}

/// Closes entries on that day.
fn close(hall: &Hall<'_>, day: &str) {
    hall.coordinator
        .patch(&hall.path, "*", &json!({ "entries_close_on": day }))
        .expect(200);
}

fn enter(caller: &Caller<'_>, hall: &Hall<'_>, player: &str) -> Answer {
    caller.post(&format!("{}/entries", hall.path), &json!({ "player_id": player }))
}

fn clubs_enter_until_the_day_and_officials_after_it(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "entries_close_on": "2026-11-20" }), 0);
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let [first, second, third] = [0, 1, 2].map(|_| app.player(&club));
    // On the day itself they may.
    let answer = enter(&secretary, &hall, &first);
    answer.expect(201);
    let entry = answer.header("location").to_owned();
    let step = |caller: &Caller<'_>, step: &str| caller.send("POST", &format!("{entry}/{step}"), &[], None);
    step(&secretary, "withdrawals").expect(201);
    step(&secretary, "returns").expect(201);
    close(&hall, "2026-11-19");
    let problem = enter(&secretary, &hall, &second).refused(409, "entries-closed");
    assert_eq!(
        problem["detail"],
        "Entries closed on Thursday 19 November 2026. Ask those who run the tournament."
    );
    let batch = format!("{}/entries/batches", hall.path);
    let batch = secretary.post(&batch, &json!({ "entries": [{ "player_id": second }] }));
    batch.refused(409, "entries-closed");
    step(&secretary, "withdrawals").refused(409, "entries-closed");
    let because = json!({ "reason": "A namesake was meant." });
    let removal = secretary.post(&format!("{entry}/removals"), &because);
    removal.refused(409, "entries-closed");
    let bye = secretary.post(&format!("{entry}/byes"), &json!({ "round": 2 }));
    bye.refused(409, "entries-closed");
    // The coordinator of another province looks after a club there, and not after the tournament.
    let (abroad, guest) = (app.coordinator("ZA-GP"), app.player(&app.club("ZA-GP")));
    enter(&abroad, &hall, &guest).refused(409, "entries-closed");
    // Those who run it go on.
    enter(&hall.umpire, &hall, &second).expect(201);
    enter(&hall.coordinator, &hall, &third).expect(201);
    step(&hall.umpire, "withdrawals").expect(201);
    step(&secretary, "returns").refused(409, "entries-closed");
    step(&hall.umpire, "returns").expect(201);
}

fn a_closing_date_is_set_and_changed(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 0);
    let read = || app.anyone().get(&hall.path).expect(200)["entries_close_on"].clone();
    let set = |day: Value| {
        hall.coordinator
            .patch(&hall.path, "*", &json!({ "entries_close_on": day }))
    };
    assert_eq!(read(), Value::Null);
    assert_eq!(set(json!("2026-11-18")).expect(200)["entries_close_on"], "2026-11-18");
    assert_eq!(read(), "2026-11-18");
    assert_eq!(
        set(json!("2026-11-21")).faults(),
        [("/entries_close_on".to_owned(), "after-first-day".to_owned())]
    );
    assert_eq!(
        set(json!("1026-11-20")).faults(),
        [("/entries_close_on".to_owned(), "out-of-bounds".to_owned())]
    );
    assert_eq!(
        set(json!("20 November")).faults(),
        [("/entries_close_on".to_owned(), "invalid-value".to_owned())]
    );
    // A tournament is not moved to before its entries close.
    let earlier = json!({ "starts_on": "2026-11-17" });
    assert_eq!(
        hall.coordinator.patch(&hall.path, "*", &earlier).faults(),
        [("/entries_close_on".to_owned(), "after-first-day".to_owned())]
    );
    assert_eq!(read(), "2026-11-18", "left as it was");
    assert_eq!(set(Value::Null).expect(200)["entries_close_on"], Value::Null);
    let plan = json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-12-05",
        "ends_on": "2026-12-05", "venue": "Mahikeng", "entries_close_on": "2026-12-06",
    });
    assert_eq!(
        hall.coordinator.post("/v1/tournaments", &plan).faults(),
        [("/entries_close_on".to_owned(), "after-first-day".to_owned())]
    );
}

fn everybody_reads_the_closing_date(app: &TestApp) {
    let plan = json!({ "starts_on": "2026-12-05", "ends_on": "2026-12-05", "entries_close_on": "2026-12-04" });
    let hall = Hall::new(app, &plan, 2);
    let page = || Browser::new(app).open(&hall.path.replace("/v1", ""));
    says(&page(), "Taking entries. Entries until Friday 4 December 2026.");
    says(&Browser::new(app).open("/tournaments"), "entries are open");
    let calendar = app.anyone().get("/v1/calendar").items();
    assert_eq!(calendar[0]["entries_close_on"], "2026-12-04");
    let file = app.anyone().get("/calendar.ics").body_text();
    assert!(
        file.contains("DESCRIPTION:Entries until Friday 4 December 2026."),
        "{file}"
    );
    close(&hall, "2026-11-19");
    says(&page(), "Entries closed on Thursday 19 November 2026.");
    says(&Browser::new(app).open("/tournaments"), "entries are closed");
    app.at("2026-12-05T08:00:00Z");
    let cancellation = json!({ "reason": "The hall was flooded." });
    app.coordinator("ZA-NW")
        .post(&format!("{}/cancellations", hall.path), &cancellation)
        .expect(201);
    assert!(!page().text().contains("Entries closed"), "{}", page().text());
    let file = app.anyone().get("/calendar.ics").body_text();
    assert!(file.contains("DESCRIPTION:Cancelled: The hall was flooded."), "{file}");
}

fn the_closing_date_comes_and_goes_with_a_tournament(app: &TestApp) {
    let there = TestApp::on_sqlite();
    let hall = Hall::new(&there, &json!({ "entries_close_on": "2026-11-19", "rounds": 1 }), 2);
    let entries = there.anyone().get(&format!("{}/entries", hall.path)).items();
    hall.step(&format!("/v1/entries/{}/check-ins", text(&entries[0]["id"])))
        .expect(201);
    hall.play(|_| 4);
    let archive = there.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    assert_eq!(archive["plan"]["entries_close_on"], "2026-11-19");
    assert!(!archive.to_string().contains("checked_in"), "who was there is nobody's");
    app.administrator().post("/v1/archives", &archive).expect(201);
    let taken = app.anyone().get(&hall.path).expect(200);
    assert_eq!(taken["entries_close_on"], "2026-11-19");
    // A file that was written before there was such a day has none.
    let mut older = archive.clone();
    older["plan"].as_object_mut().unwrap().remove("entries_close_on");
    crate::world::anew(&mut older);
    app.administrator().post("/v1/archives", &older).expect(201);
    let taken = app
        .anyone()
        .get(&format!("/v1/tournaments/{}", text(&older["id"])))
        .expect(200);
    assert_eq!(taken["entries_close_on"], Value::Null);
}

fn a_clubs_desk_has_no_form_after_it(app: &TestApp) {
    let plan = json!({ "starts_on": "2026-12-05", "ends_on": "2026-12-05", "entries_close_on": "2026-12-04" });
    let hall = Hall::new(app, &plan, 0);
    let club = app.club("ZA-NW");
    let [entered, other] = [0, 1].map(|_| app.player(&club));
    enter(&hall.coordinator, &hall, &entered).expect(201);
    let browser = secretary(app, &club);
    let list = format!("/desk/clubs/{club}/entries");
    says(&browser.open(&list), "Entries until Friday 4 December 2026.");
    let path = hall.path.replace("/v1/tournaments", &list);
    let page = browser.open(&path);
    says(&page, "Entries until Friday 4 December 2026.");
    let form = page.form(&path).with(&format!("tick-{other}"), "yes");
    let withdrawal = page.form_to("/withdrawal");
    close(&hall, "2026-11-19");
    let page = browser.open(&path);
    says(&page, "Entries closed on Thursday 19 November 2026.");
    says(&page, "Ask the umpire");
    assert!(page.boxes().is_empty());
    let ours = page.forms().into_iter().filter(|form| form.action.contains("/entries"));
    assert_eq!(ours.count(), 0, "no form, nor a button beside who is entered");
    says(&browser.open(&list), "Entries closed on Thursday 19 November 2026.");
    // A page that was opened before is refused in words.
    let refused = browser.send(&form);
    says(&refused, "Entries closed on Thursday 19 November 2026");
    let refused = browser.send(&withdrawal);
    assert_eq!(refused.status, 409);
    says(&refused, "Entries closed on Thursday 19 November 2026");
    // Those who run the tournament enter players on the club's page too.
    let province = coordinator(app);
    let form = province.open(&path).form(&path).with(&format!("tick-{other}"), "yes");
    province.go(&form);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    assert_eq!(entries.len(), 2);
}

fn a_coordinator_sets_it_at_the_desk(app: &TestApp) {
    let browser = coordinator(app);
    let form = browser.open("/desk/announcement").form("/desk/announcement");
    let form = form
        .with("name", "North West Open")
        .with("province", "ZA-NW")
        .with("level", "friendly")
        .with("starts_on", "2026-12-05")
        .with("ends_on", "2026-12-05")
        .with("venue", "Mahikeng")
        .with("entries_close_on", "2026-12-06");
    let refused = browser.send(&form);
    assert_eq!(refused.status, 422);
    says(
        &refused,
        "Last day on which clubs enter players: Must not be after the first day.",
    );
    assert!(refused.body.contains("value=\"2026-12-06\""), "what was typed is kept");
    let desk = browser
        .send(&form.with("entries_close_on", "2026-12-04"))
        .header("location")
        .to_owned();
    let screen = browser.open(&desk);
    says(&screen, "Entries until Friday 4 December 2026.");
    let path = format!("{desk}/change");
    assert!(screen.links().contains(&path));
    let page = browser.open(&path);
    let form = page.form(&path);
    assert_eq!(form.fields["entries_close_on"], "2026-12-04");
    assert_eq!(form.fields["rounds"], "6");
    let refused = browser.send(&form.clone().with("entries_close_on", "2026-12-06").with("name", "Open"));
    assert_eq!(refused.status, 422);
    says(&refused, "Must not be after the first day.");
    assert!(refused.body.contains("value=\"Open\""), "what was typed is kept");
    let form = form.with("name", "The Open").with("entries_close_on", "");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(twice.header("idempotency-replayed"), "true");
    let tournament = app.anyone().get(&desk.replace("/desk/", "/v1/")).expect(200);
    assert_eq!(
        (&tournament["name"], &tournament["entries_close_on"]),
        (&json!("The Open"), &Value::Null)
    );
    let umpire = Browser::of(app, &app.account_with(&json!({ "role": "umpire" })).email);
    let abroad = Browser::coordinator(app, "ZA-GP");
    for stranger in [&umpire, &abroad] {
        assert_eq!(stranger.get(&path).status, 403);
    }
    // Once it runs, nothing is changed any more.
    let hall = Hall::new(app, &json!({}), 2);
    let running = hall.path.replace("/v1/", "/desk/");
    let form = browser
        .open(&format!("{running}/change"))
        .form(&format!("{running}/change"));
    hall.publish();
    says(&browser.open(&format!("{running}/change")), "stays as it was announced");
    assert!(!browser.open(&running).links().contains(&format!("{running}/change")));
    let refused = browser.send(&form);
    assert_eq!(refused.status, 409);
    says(&refused, "The tournament is running");
}
