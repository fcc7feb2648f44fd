//! Entries that were recorded by mistake, and removed.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::Browser;
use crate::caller::{Answer, Caller, text};
use crate::desk::coordinator;
use crate::erasures::{erase, is_in_the_trail};
use crate::hall::{Hall, affiliated, register};
use crate::visitors::{come, field, id};

on_sqlite! {
    an_entry_is_removed_and_made_again,
    those_behind_it_move_up_and_nothing_of_it_is_left,
    a_draw_holds_an_entry,
    who_came_late_is_removed_until_drawn,
    who_withdrew_before_the_first_round_is_removed_after_it,
    an_entry_is_removed_by_those_who_look_after_it,
    what_rested_on_the_entry_is_free,
    an_entry_goes_that_was_handed_over,
    a_visitors_name_goes_with_the_entry,
    the_reason_goes_with_the_person,
    the_desk_removes_an_entry,
}

pub fn because() -> Value {
    json!({ "reason": "It was meant for Boitumelo." })
}

fn remove(caller: &Caller<'_>, entry: &str) -> Answer {
    caller.post(&format!("{entry}/removals"), &because())
}

/// The ids of the players in the starting order, and whether their places are 1, 2, 3.
#[track_caller]
fn order(hall: &Hall<'_>) -> Vec<String> {
    let entries = hall.app.anyone().get(&format!("{}/entries", hall.path)).items();
    for (entry, seed) in entries.iter().zip(1..) {
        assert_eq!(entry["seed"], seed);
    }
    let player = |entry: &Value| text(&entry["player"]["id"]).to_owned();
    entries.iter().map(player).collect()
}

fn an_entry_is_removed_and_made_again(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 1);
    let player = app.player(&app.club("ZA-NW"));
    let chosen = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a";
    let asked = json!({ "id": chosen, "player_id": player });
    let entries = format!("{}/entries", hall.path);
    let entry = hall.coordinator.post(&entries, &asked).expect(201);
    let path = format!("/v1/entries/{chosen}");
    let removals = format!("{path}/removals");
    assert_eq!(
        hall.umpire.post(&removals, &json!({ "reason": " " })).faults(),
        [("/reason".to_owned(), "required".to_owned())]
    );
    let answer = remove(&hall.umpire, &path);
    assert_eq!(answer.expect(201), entry);
    assert_eq!(answer.header("location"), entries);
    app.anyone().get(&path).refused(404, "not-found");
    remove(&hall.umpire, &path).refused(404, "not-found");
    assert_eq!(order(&hall).len(), 1);
    let reason = |caller: &Caller<'_>, subject: &str, id: &str| {
        let rows = caller
            .get(&format!("/v1/audit?subject={subject}&subject_id={id}"))
            .items();
        let removal = rows.iter().find(|row| row["action"] == "create_entry_removal").unwrap();
        let changes = removal["changes"].as_array().unwrap().iter();
        let told = changes
            .clone()
            .find(|change| change["field"] == "removed_because")
            .unwrap();
        assert!(removal.to_string().contains(&player), "{removal}");
        told["after"].clone()
    };
    let told = because()["reason"].clone();
    assert_eq!(reason(&app.administrator(), "entry", chosen), told);
    let tournament = hall.path.rsplit('/').next().unwrap();
    assert_eq!(reason(&hall.coordinator, "tournament", tournament), told);
    // The id is free again, and the player too.
    hall.coordinator.post(&entries, &asked).expect(201);
    let other = hall.enter(&app.player(&app.club("ZA-NW")));
    let once = [("content-type", "application/json"), ("idempotency-key", "removal")];
    let send = || {
        let path = format!("{other}/removals");
        hall.umpire.send("POST", &path, &once, Some(&because().to_string()))
    };
    assert_eq!((send().status, send().header("idempotency-replayed")), (201, "true"));
}

fn those_behind_it_move_up_and_nothing_of_it_is_left(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let entry = |place: usize| format!("/v1/entries/{}", id(&entries[place]));
    let post = |path: String, body: Value| hall.umpire.post(&path, &body).expect(201);
    post(format!("{}/byes", entry(1)), json!({ "round": 2 }));
    let team = post(
        format!("{}/teams", hall.path),
        json!({ "name": "Herders A", "entry_ids": [id(&entries[1]), id(&entries[2])] }),
    );
    hall.step(&format!("{}/withdrawals", entry(1))).expect(201);
    remove(&hall.umpire, &entry(1)).expect(201);
    hall.players.remove(1);
    assert_eq!(order(&hall), hall.players);
    let team = app.anyone().get(&format!("/v1/teams/{}", id(&team))).expect(200);
    assert!(!team.to_string().contains(id(&entries[1])), "{team}");
    assert!(app.anyone().get(&format!("{}/byes", hall.path)).items().is_empty());
    hall.play(|_| 4);
}

fn a_draw_holds_an_entry(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let last = format!("/v1/entries/{}", id(&entries[3]));
    let round = hall.draw(&json!({})).expect(201);
    let problem = remove(&hall.umpire, &last).refused(409, "entry-drawn");
    assert!(text(&problem["detail"]).contains("Take the draw back"), "{problem}");
    let round = format!("/v1/rounds/{}", id(&round));
    hall.umpire
        .post(&format!("{round}/undos"), &json!({ "state": "drawn" }))
        .expect(201);
    remove(&hall.umpire, &last).expect(201);
    let round = hall.publish();
    let first = format!("/v1/entries/{}", id(&entries[0]));
    let problem = remove(&hall.umpire, &first).refused(409, "entry-drawn");
    assert!(text(&problem["detail"]).contains("Withdraw the player"), "{problem}");
    assert_eq!(hall.matches(&round).len(), 1);
    app.anyone().get(&first).expect(200);
}

fn who_withdrew_before_the_first_round_is_removed_after_it(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 2 }), 5);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let entry = |place: usize| format!("/v1/entries/{}", id(&entries[place]));
    hall.step(&format!("{}/withdrawals", entry(1))).expect(201);
    hall.play(|_| 4);
    let standings = hall.standings();
    remove(&hall.umpire, &entry(0)).refused(409, "entry-drawn");
    remove(&hall.umpire, &entry(1)).expect(201);
    // The draws name players by their places, which stay; the one is empty.
    let left = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let seeds: Vec<&Value> = left.iter().map(|entry| &entry["seed"]).collect();
    assert_eq!(seeds, [&json!(1), &json!(3), &json!(4), &json!(5)]);
    assert_eq!(hall.standings(), standings);
    hall.play(|_| 4);
    assert_eq!(hall.state(), "finished");
    let archive = app.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    assert_eq!(archive["entries"].as_array().unwrap().len(), 4);
}

fn who_came_late_is_removed_until_drawn(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    hall.play(|_| 4);
    let [late, later] = [0, 1].map(|_| hall.enter(&app.player(&app.club("ZA-NW"))));
    let standings = hall.standings();
    remove(&hall.umpire, &late).expect(201);
    hall.players.remove(4);
    assert_eq!(order(&hall), hall.players);
    assert_eq!(hall.standings()["after_round"], standings["after_round"]);
    let round = hall.publish();
    // Five play: one rests, and the one who came last is drawn in this place.
    assert_eq!(hall.matches(&round).len(), 2);
    remove(&hall.umpire, &later).refused(409, "entry-drawn");
    hall.enter_results(&round, |_| 4);
    hall.close(&round);
    let rounds = app.anyone().get(&format!("{}/rounds", hall.path)).items();
    assert_eq!(rounds.len(), 2, "{rounds:?}");
}

fn an_entry_is_removed_by_those_who_look_after_it(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let (own, late) = (hall.enter(&app.player(&club)), app.player(&club));
    remove(&app.anyone(), &own).refused(401, "token-required");
    remove(&app.coordinator("ZA-GP"), &own).refused(403, "out-of-scope");
    let secretary = app.secretary(&club);
    remove(&app.secretary(&other), &own).refused(403, "out-of-scope");
    remove(&secretary, &own).expect(201);
    hall.players.pop();
    hall.play(|_| 4);
    // Once it runs, those who run it have the say.
    let late = hall.enter(&late);
    remove(&secretary, &late).refused(409, "wrong-state");
    remove(&hall.coordinator, &late).expect(201);
}

fn what_rested_on_the_entry_is_free(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({ "level": "club" }), 0);
    let club = affiliated(app);
    let player = app.player(&club);
    register(app, &player, &club, "senior");
    let entry = hall.enter(&player);
    let registrations = app.administrator().get(&format!("/v1/registrations?club_id={club}"));
    let registration = format!("/v1/registrations/{}", id(&registrations.items()[0]));
    let withdraw = || {
        app.administrator()
            .post(&format!("{registration}/withdrawals"), &because())
    };
    withdraw().refused(409, "entries-rest-on-it");
    remove(&hall.umpire, &entry).expect(201);
    withdraw().expect(201);
}

/// An entry that a merger has given to another one of the register is kept with under whom it stood.
fn an_entry_goes_that_was_handed_over(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 0);
    let club = app.club("ZA-NW");
    let players: Vec<String> = (0..4).map(|_| app.player(&club)).collect();
    let merge = |stays: &str, duplicate: &str| {
        let mergers = format!("/v1/players/{stays}/mergers");
        app.administrator()
            .post(&mergers, &json!({ "duplicate_id": duplicate }))
            .expect(201)
    };
    let entry = hall.enter(&players[0]);
    merge(&players[1], &players[0]);
    remove(&hall.umpire, &entry).expect(201);
    assert!(order(&hall).is_empty());
    // The same where the second merger finds both entered, and drops one.
    hall.enter(&players[2]);
    merge(&players[1], &players[2]);
    hall.enter(&players[3]);
    merge(&players[3], &players[1]);
    assert_eq!(order(&hall), [&*players[3]]);
}

fn a_visitors_name_goes_with_the_entry(app: &TestApp) {
    let (hall, visitors) = field(app);
    assert!(is_in_the_trail(app, "Molefe"));
    let removed = remove(&hall.umpire, &format!("/v1/entries/{}", id(&visitors[0]))).expect(201);
    assert_eq!(removed["player"]["name"], "Visitor from Botswana");
    assert!(!is_in_the_trail(app, "Molefe"));
    assert_eq!(order(&hall).len(), 7);
    // The same visitor can be entered anew.
    come(&hall, crate::visitors::VISITORS[0]);
}

fn the_reason_goes_with_the_person(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 0);
    let player = app.player(&app.club("ZA-NW"));
    let entry = hall.enter(&player);
    remove(&hall.umpire, &entry).expect(201);
    assert!(is_in_the_trail(app, "meant for Boitumelo"));
    erase(app, &player);
    assert!(!is_in_the_trail(app, "meant for Boitumelo"));
}

fn the_desk_removes_an_entry(app: &TestApp) {
    let browser = coordinator(app);
    let hall = Hall::new(app, &json!({}), 3);
    let desk = hall.path.replace("/v1/", "/desk/");
    let entries = format!("{desk}/entries");
    let links = browser.open(&entries).links();
    let removals: Vec<&String> = links.iter().filter(|link| link.ends_with("/removal")).collect();
    assert_eq!(removals.len(), 3);
    let page = browser.open(removals[1]);
    assert!(page.text().contains("Remove Thandiwe Mokoena"), "{}", page.text());
    let form = page.form(removals[1]);
    let refused = browser.send(&form.clone().with("reason", " "));
    assert_eq!(refused.status, 422);
    assert!(
        refused
            .text()
            .contains("Why the entry was a mistake: Must not be empty."),
        "{}",
        refused.text()
    );
    let long = "It was meant for Boitumelo. ".repeat(20);
    let refused = browser.send(&form.clone().with("reason", &long));
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains(long.trim()), "what was typed is kept");
    let form = form.with("reason", "It was meant for Boitumelo.");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!((once.status, twice.status), (303, 303), "{}", once.text());
    assert_eq!(once.header("location"), entries);
    assert_eq!(order(&hall).len(), 2);
    hall.publish();
    let page = browser.open(&entries);
    assert!(!page.links().iter().any(|link| link.ends_with("/removal")));
    let page = browser.open(removals[0]);
    assert!(page.text().contains("so the entry stays"), "{}", page.text());
    let elsewhere = app.account();
    let grants = format!("/v1/accounts/{}/grants", elsewhere.id);
    let grant = json!({ "role": "coordinator", "province": "ZA-GP" });
    app.administrator().post(&grants, &grant).expect(201);
    assert_eq!(Browser::of(app, &elsewhere.email).get(removals[0]).status, 403);
}
