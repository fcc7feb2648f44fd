//! The players who are in the hall: checked in one by one and many at once, over HTTP and at the desk.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, Form, Page, says};
use crate::caller::{Answer, Caller, text};
use crate::desk::{boards, coordinator, enter, opened, publish};
use crate::hall::Hall;

on_sqlite! {
    a_player_is_checked_in_and_the_check_in_taken_back,
    many_are_checked_in_at_once_or_none,
    a_check_in_has_its_time,
    a_check_in_is_for_those_who_run_the_tournament,
    strangers_read_no_check_in,
    who_is_here_is_ticked_at_the_desk,
    two_officials_tick_at_the_same_time,
    who_is_missing_is_named_and_withdrawn,
    who_is_here_is_no_step_before_the_first_day,
}

/// The paths of the entries in the starting order.
fn paths(hall: &Hall<'_>) -> Vec<String> {
    let entries = hall.app.anyone().get(&format!("{}/entries", hall.path)).items();
    let path = |entry: &Value| format!("/v1/entries/{}", text(&entry["id"]));
    entries.iter().map(path).collect()
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

/// The moments since when the players are there, in the starting order.
fn arrivals(hall: &Hall<'_>) -> Vec<Value> {
    let entrants = hall.umpire.get(&format!("{}/entrants", hall.path)).items();
    entrants.iter().map(|one| one["checked_in_at"].clone()).collect()
}

fn check_in(caller: &Caller<'_>, hall: &Hall<'_>, ids: &[&str]) -> Answer {
    caller.post(&format!("{}/check-ins", hall.path), &json!({ "entry_ids": ids }))
}

fn actions(app: &TestApp, entry: &str) -> Vec<Value> {
    let rows = app
        .administrator()
        .get(&format!("/v1/audit?subject=entry&subject_id={entry}"))
        .items();
    rows.iter().map(|row| row["action"].clone()).collect()
}

fn a_player_is_checked_in_and_the_check_in_taken_back(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let entry = paths(&hall).remove(0);
    let step = |path: &str| hall.step(&format!("{entry}/{path}"));
    step("check-in-withdrawals").refused(409, "already-so");
    let answer = step("check-ins");
    let made = answer.expect(201);
    assert_eq!(answer.header("location"), format!("{}/entrants", hall.path));
    assert_eq!(
        (&made["entry_id"], &made["checked_in_at"]),
        (&json!(id(&entry)), &json!("2026-11-20T08:00:00.000000Z"))
    );
    assert_eq!(arrivals(&hall), [made["checked_in_at"].clone(), Value::Null]);
    step("check-ins").refused(409, "already-so");
    assert_eq!(step("check-in-withdrawals").expect(201)["checked_in_at"], Value::Null);
    assert_eq!(arrivals(&hall), [Value::Null, Value::Null]);
    let told = actions(app, id(&entry));
    assert!(told.contains(&json!("create_check_in")), "{told:?}");
    assert!(told.contains(&json!("create_check_in_withdrawal")), "{told:?}");
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    step("check-ins").refused(409, "entry-withdrawn");
    hall.step("/v1/entries/019aa0c0-0000-7000-8000-000000000000/check-ins")
        .refused(404, "not-found");
}

fn many_are_checked_in_at_once_or_none(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let entries = paths(&hall);
    let [first, second, third, fourth] = [0, 1, 2, 3].map(|index| id(&entries[index]));
    hall.step(&format!("{}/withdrawals", entries[2])).expect(201);
    hall.step(&format!("{}/check-ins", entries[0])).expect(201);
    let elsewhere = Hall::new(app, &json!({}), 1);
    let stranger = paths(&elsewhere).remove(0);
    let refused = check_in(
        &hall.umpire,
        &hall,
        &[second, third, first, second, id(&stranger), fourth],
    );
    let problem = refused.refused(409, "entry-withdrawn");
    let faults = problem["errors"].as_array().unwrap().iter();
    let faults: Vec<_> = faults
        .map(|fault| (text(&fault["pointer"]), text(&fault["code"])))
        .collect();
    assert_eq!(
        faults,
        [
            ("/entry_ids/1", "entry-withdrawn"),
            ("/entry_ids/2", "already-so"),
            ("/entry_ids/3", "already-so"),
            ("/entry_ids/4", "not-entered"),
        ]
    );
    assert_eq!(arrivals(&hall)[1], Value::Null, "all or none");
    check_in(&hall.umpire, &hall, &[id(&stranger)]).refused(422, "not-entered");
    check_in(&hall.umpire, &hall, &[]).faults();
    let answer = check_in(&hall.umpire, &hall, &[fourth, second]);
    let made = answer.items_of(201);
    assert_eq!(answer.header("location"), format!("{}/entrants", hall.path));
    assert_eq!(
        (&made[0]["entry_id"], &made[1]["entry_id"]),
        (&json!(fourth), &json!(second))
    );
    assert!(actions(app, fourth).contains(&json!("create_check_in_batch")));
    let missing: Vec<bool> = arrivals(&hall).iter().map(Value::is_null).collect();
    assert_eq!(missing, [false, false, true, false]);
    // The draw is as it would have been: whoever is not there is drawn unless withdrawn.
    assert_eq!(hall.draw(&json!({})).expect(201)["boards"].as_array().unwrap().len(), 1);
}

fn a_check_in_has_its_time(app: &TestApp) {
    let plan = json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-20", "venue": "Mahikeng",
    });
    let planned = app.administrator().post("/v1/tournaments", &plan);
    let path = format!("{}/check-ins", planned.header("location"));
    let nobody = json!({ "entry_ids": ["019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"] });
    app.administrator().post(&path, &nobody).refused(409, "wrong-state");
    let hall = Hall::new(app, &json!({ "rounds": 1 }), 4);
    let entries = paths(&hall);
    let round = hall.publish();
    hall.step(&format!("{}/check-ins", entries[0])).expect(201);
    hall.enter_results(&round, |_| 4);
    hall.close(&round);
    assert_eq!(hall.state(), "finished");
    for step in ["check-ins", "check-in-withdrawals"] {
        hall.step(&format!("{}/{step}", entries[0])).refused(409, "wrong-state");
    }
}

fn a_check_in_is_for_those_who_run_the_tournament(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 1);
    let club = app.club("ZA-NW");
    let entry = hall.enter(&app.player(&club));
    for step in ["check-ins", "check-in-withdrawals"] {
        let path = format!("{entry}/{step}");
        let send = |caller: &Caller<'_>| caller.send("POST", &path, &[], None);
        send(&app.anyone()).refused(401, "token-required");
        send(&app.secretary(&club)).refused(403, "role-required");
        send(&app.umpire()).refused(403, "out-of-scope");
        send(&app.coordinator("ZA-GP")).refused(403, "out-of-scope");
        send(&hall.coordinator).expect(201);
    }
    check_in(&app.umpire(), &hall, &[id(&entry)]).refused(403, "out-of-scope");
    check_in(&hall.coordinator, &hall, &[id(&entry)]).items_of(201);
}

fn strangers_read_no_check_in(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 1);
    let entry = paths(&hall).remove(0);
    hall.step(&format!("{entry}/check-ins")).expect(201);
    let listed = app.anyone().get(&format!("{}/entries", hall.path)).items();
    for read in [&listed[0], &app.anyone().get(&entry).expect(200)] {
        assert!(read.get("created_at").is_some(), "{read}");
        assert!(read.get("checked_in_at").is_none(), "{read}");
    }
}

/// A tournament that is open, of four whose names are not in the order of the alphabet; its desk.
fn seated(app: &TestApp, browser: &Browser<'_>) -> String {
    let names = [
        ("Zulu", "Nomsa"),
        ("Ntuli", "Aviwe"),
        ("Modise", "Lerato"),
        ("Khumalo", "Zodwa"),
    ];
    let players = names.map(|(family, given)| {
        let club = app.club("ZA-NW");
        app.number_of(&app.player_named(&club, family, given, "1990-02-03"))
    });
    let desk = opened(browser, "friendly", "1");
    assert_eq!(enter(browser, &desk, &players.join(" ")).status, 303);
    browser.go(&browser.open(&format!("{desk}/entries")).form_to("/starting-order"));
    desk
}

/// The form of the page, with the boxes of those players ticked and no others.
fn ticking(page: &Page, boxes: &[&(String, String)]) -> Form {
    let mut form = page.form_to("/check-in");
    form.fields.extend(boxes.iter().map(|one| (*one).clone()));
    form
}

/// The names of the boxes that are ticked.
fn ticked(page: &Page) -> Vec<String> {
    let tags = page.body.split('<').filter(|tag| tag.contains(" checked"));
    tags.map(|tag| {
        tag.split(" name=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    })
    .collect()
}

fn who_is_here_is_ticked_at_the_desk(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser);
    let path = format!("{desk}/check-in");
    let screen = browser.open(&desk);
    says(&screen, "0 of 4 here");
    assert!(!screen.text().contains("not here yet"), "nobody has begun to tick");
    assert!(screen.links().contains(&path));
    let page = browser.open(&path);
    says(&page, "0 of 4 here");
    assert!(page.links().contains(&desk), "the way back");
    let boxes = page.boxes();
    assert_eq!((boxes.len(), ticked(&page).len()), (4, 0));
    let names: Vec<&str> = page.body.split("class=\"tick\"").skip(1).collect();
    let names: Vec<&str> = names
        .iter()
        .map(|one| one.split("<span>").nth(1).unwrap().split('<').next().unwrap())
        .collect();
    assert_eq!(names, ["Aviwe Ntuli", "Lerato Modise", "Nomsa Zulu", "Zodwa Khumalo"]);
    let form = ticking(&page, &[&boxes[0], &boxes[1], &boxes[2]]);
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(twice.header("idempotency-replayed"), "true");
    let page = browser.open(once.header("location"));
    says(&page, "3 of 4 here");
    assert_eq!(page.boxes(), boxes, "in the same order");
    assert_eq!(ticked(&page).len(), 3);
    let entry = boxes[0].0.strip_prefix("tick-").unwrap();
    let done = actions(app, entry);
    assert_eq!(done.iter().filter(|one| *one == "create_check_in_batch").count(), 1);
    // One is taken back, and another comes.
    let page = browser.go(&ticking(&page, &[&boxes[1], &boxes[2], &boxes[3]]));
    says(&page, "3 of 4 here");
    assert!(!ticked(&page).contains(&boxes[0].0));
    assert!(actions(app, entry).contains(&json!("create_check_in_withdrawal")));
    // All are here: the draw is the next step.
    let page = browser.go(&ticking(&page, &[&boxes[0], &boxes[1], &boxes[2], &boxes[3]]));
    says(&page, "4 of 4 here");
    let screen = browser.open(&desk);
    assert!(!screen.text().contains("Tick who is here"), "{}", screen.text());
    assert!(screen.links().contains(&path), "late ones are ticked too");
    // Nothing is left to tick once it is over.
    let results = publish(&browser, &desk);
    let page = browser.open(&results);
    let mut form = page.form(&results);
    for board in boards(&page) {
        form = form.with(&board, "111000");
    }
    browser.go(&form);
    browser.go(&browser.open(&desk).form_to("/closing"));
    says(&browser.open(&desk), "Finished.");
    let page = browser.open(&path);
    says(&page, "nor once it is over");
    assert!(page.boxes().is_empty());
    let stranger = Browser::coordinator(app, "ZA-GP");
    assert_eq!(stranger.get(&path).status, 403);
    assert_eq!(Browser::new(app).get(&path).status, 303);
}

fn two_officials_tick_at_the_same_time(app: &TestApp) {
    let (first, second) = (coordinator(app), coordinator(app));
    let desk = seated(app, &first);
    let path = format!("{desk}/check-in");
    let (mine, theirs) = (first.open(&path), second.open(&path));
    let boxes = mine.boxes();
    first.go(&ticking(&mine, &[&boxes[0], &boxes[1]]));
    // What the other's page did not show is not taken back, and who is there already is no fault.
    let page = second.go(&ticking(&theirs, &[&boxes[1], &boxes[2]]));
    says(&page, "3 of 4 here");
    // Somebody withdraws while the page is open: named, and what was ticked is kept.
    let stale = first.open(&path);
    let entry = boxes[3].0.strip_prefix("tick-").unwrap();
    let withdrawals = format!("/v1/entries/{entry}/withdrawals");
    app.administrator().send("POST", &withdrawals, &[], None).expect(201);
    let refused = first.send(&ticking(&stale, &[&boxes[1], &boxes[2], &boxes[3]]));
    assert_eq!(refused.status, 409);
    says(&refused, ": The player has withdrawn.");
    assert_eq!(
        ticked(&refused),
        [boxes[1].0.clone(), boxes[2].0.clone()],
        "what was ticked"
    );
    let page = first.go(&{
        let mut form = refused.form_to("/check-in");
        form.fields.extend([boxes[1].clone(), boxes[2].clone()]);
        form
    });
    says(&page, "2 of 3 here");
    says(&page, "1 player has withdrawn");
}

fn who_is_missing_is_named_and_withdrawn(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser);
    let path = format!("{desk}/check-in");
    let page = browser.open(&path);
    let boxes = page.boxes();
    browser.go(&ticking(&page, &[&boxes[0], &boxes[1]]));
    let screen = browser.open(&desk);
    says(&screen, "2 of 4 are not here yet");
    let entrants = app
        .administrator()
        .get(&format!("{}/entrants", desk.replace("/desk/", "/v1/")))
        .items();
    for one in &entrants {
        let (entry, name) = (text(&one["entry_id"]), text(&one["name"]));
        let is_missing = one["checked_in_at"].is_null();
        let notice = screen.body.split("class=\"notice\"").nth(1).unwrap();
        let notice = notice.split("</div>").next().unwrap();
        assert_eq!(notice.contains(entry), is_missing, "{name}");
        assert!(!is_missing || notice.contains(name), "{name}: {notice}");
    }
    // One of them comes in after all before the button is pressed, and is not withdrawn.
    let form = screen.form_to("/missing");
    let page = browser.open(&path);
    browser.go(&ticking(&page, &[&boxes[0], &boxes[1], &boxes[2]]));
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    let entries = app
        .anyone()
        .get(&format!("{}/entries", desk.replace("/desk/", "/v1/")))
        .items();
    let gone: Vec<&str> = entries
        .iter()
        .filter(|one| one["withdrawn"] == true)
        .map(|one| text(&one["id"]))
        .collect();
    assert_eq!(gone, [boxes[3].0.strip_prefix("tick-").unwrap()]);
    let rows = app
        .administrator()
        .get(&format!("/v1/audit?subject=entry&subject_id={}", gone[0]))
        .items();
    let row = rows
        .iter()
        .find(|row| row["action"] == "create_missing_withdrawals")
        .unwrap();
    assert!(
        row.to_string().contains("Was not in the hall before the draw."),
        "the reason: {row}"
    );
    let screen = browser.open(once.header("location"));
    assert!(!screen.text().contains("not here yet"), "{}", screen.text());
    // Nobody is withdrawn where nobody is ticked, though the form is sent from a page opened before.
    let page = browser.open(&path);
    let nobody = browser.go(&ticking(&page, &[]));
    says(&nobody, "0 of 3 here");
    let refused = browser.send(&form.with("form_key", "another").with("shown", &entries_of(&boxes)));
    assert_eq!(refused.status, 422);
    says(&refused, "Nobody is ticked as being here yet.");
    // The draw is possible either way.
    browser.go(&browser.open(&desk).form(&format!("{desk}/rounds")));
}

fn entries_of(boxes: &[(String, String)]) -> String {
    let ids = boxes.iter().map(|(name, _)| name.strip_prefix("tick-").unwrap());
    ids.collect::<Vec<_>>().join(" ")
}

fn who_is_here_is_no_step_before_the_first_day(app: &TestApp) {
    let browser = coordinator(app);
    let form = browser.open("/desk/announcement").form("/desk/announcement");
    let form = form
        .with("name", "North West Open")
        .with("province", "ZA-NW")
        .with("level", "friendly")
        .with("starts_on", "2026-11-28")
        .with("ends_on", "2026-11-28")
        .with("venue", "Mahikeng");
    let desk = browser.go(&form).form_to("/opening").action;
    let desk = desk.trim_end_matches("/opening").to_owned();
    browser.go(&browser.open(&desk).form_to("/opening"));
    let path = format!("{desk}/check-in");
    says(&browser.open(&path), "Nobody is entered.");
    let players: Vec<String> = (0..2).map(|_| app.number_of(&app.player(&app.club("ZA-NW")))).collect();
    assert_eq!(enter(&browser, &desk, &players.join(" ")).status, 303);
    let screen = browser.open(&desk);
    assert!(!screen.text().contains("Tick who is here"), "{}", screen.text());
    assert!(screen.links().contains(&path));
}
