//! Tournaments: announced, changed, opened, cancelled.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    a_tournament_is_announced_and_read_back,
    what_is_left_out_is_as_in_a_championship,
    the_same_request_again_is_answered_again,
    all_faults_are_told_at_once,
    a_plan_is_changed_by_who_has_read_it,
    whom_the_plan_admits_does_not_change_under_the_players,
    a_tournament_goes_from_state_to_state,
    tournaments_are_found,
}

const ID: &str = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f";

fn plan(changes: &Value) -> Value {
    let mut plan = json!({
        "name": "North West Championship 2027", "level": "provincial", "province": "ZA-NW",
        "starts_on": "2027-04-17", "ends_on": "2027-04-18", "venue": "Mmabatho High School, Mahikeng",
    });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    plan
}

fn a_tournament_is_announced_and_read_back(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let asked = plan(&json!({
        "id": ID, "rule_set": "traditional-world-games", "system": "round_robin", "rounds": 5, "board": 305, "club_rounds": 0,
        "bye_value": "half", "division": "high_school",
    }));
    let answer = coordinator.post("/v1/tournaments", &asked);
    let created = answer.expect(201);
    for (field, value) in asked.as_object().unwrap() {
        assert_eq!(created[field], *value, "{field}");
    }
    assert_eq!(
        (&created["state"], &created["reason"]),
        (&json!("planned"), &json!(null))
    );
    let read = app.anyone().get(answer.header("location"));
    assert_eq!(read.expect(200), created);
    assert_eq!(read.header("etag"), answer.header("etag"));
    assert_eq!(app.anyone().get("/v1/tournaments").items(), [created]);
}

fn what_is_left_out_is_as_in_a_championship(app: &TestApp) {
    let created = app
        .coordinator("ZA-NW")
        .post("/v1/tournaments", &plan(&json!({})))
        .expect(201);
    for (field, value) in [
        ("rule_set", json!("mssa-gar")),
        ("system", json!("modified_swiss")),
        ("rounds", json!(6)),
        ("board", json!(490)),
        ("club_rounds", json!(3)),
        ("bye_value", json!("average")),
        ("division", json!(null)),
    ] {
        assert_eq!(created[field], value, "{field}");
    }
}

fn the_same_request_again_is_answered_again(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let first = coordinator
        .post("/v1/tournaments", &plan(&json!({ "id": ID })))
        .expect(201);
    assert_eq!(
        coordinator
            .post("/v1/tournaments", &plan(&json!({ "id": ID })))
            .expect(201),
        first
    );
    coordinator
        .post("/v1/tournaments", &plan(&json!({ "id": ID, "rounds": 5 })))
        .refused(409, "id-taken");
    let elsewhere = app.coordinator("ZA-GP");
    elsewhere
        .post("/v1/tournaments", &plan(&json!({ "id": ID })))
        .refused(403, "out-of-scope");
}

fn all_faults_are_told_at_once(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let wrong = plan(&json!({
        "name": " ", "venue": "x".repeat(201), "ends_on": "2027-04-16", "rounds": 0, "club_rounds": -1, "board": 400,
    }));
    let problem = coordinator
        .post("/v1/tournaments", &wrong)
        .refused(422, "invalid-input");
    let faults: Vec<(&str, &str)> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (text(&fault["pointer"]), text(&fault["code"])))
        .collect();
    assert_eq!(
        faults,
        [
            ("/name", "required"),
            ("/venue", "too-long"),
            ("/ends_on", "before-start"),
            ("/rounds", "out-of-range"),
            ("/club_rounds", "out-of-range"),
            ("/board", "no-such-board"),
        ]
    );
    coordinator
        .post("/v1/tournaments", &plan(&json!({ "rule_set": "chess" })))
        .refused(422, "unknown-rule-set");
    app.administrator()
        .post("/v1/tournaments", &plan(&json!({ "province": "ZA-XX" })))
        .refused(422, "unknown-province");
    assert!(app.anyone().get("/v1/tournaments").items().is_empty());
}

fn a_plan_is_changed_by_who_has_read_it(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let answer = coordinator.post("/v1/tournaments", &plan(&json!({})));
    let (path, tag) = (answer.header("location").to_owned(), answer.header("etag").to_owned());
    let venue = json!({ "venue": "Mmabana Centre" });
    app.coordinator("ZA-GP")
        .patch(&path, &tag, &venue)
        .refused(403, "out-of-scope");
    let changed = coordinator.patch(&path, &tag, &venue).expect(200);
    assert_eq!(
        (&changed["venue"], &changed["rounds"]),
        (&json!("Mmabana Centre"), &json!(6))
    );
    coordinator.patch(&path, &tag, &venue).refused(412, "stale");
    coordinator
        .patch(&path, "*", &json!({ "ends_on": "2027-04-01" }))
        .refused(422, "invalid-input");
    for days in [
        json!({ "ends_on": "2126-04-01" }),
        json!({ "starts_on": "0001-01-01", "ends_on": "0001-01-02" }),
    ] {
        coordinator.patch(&path, "*", &days).refused(422, "invalid-input");
    }
    for fixed in [
        json!({ "province": "ZA-GP" }),
        json!({ "state": "running" }),
        json!({ "id": ID }),
    ] {
        coordinator.patch(&path, "*", &fixed).refused(422, "invalid-input");
    }
}

fn whom_the_plan_admits_does_not_change_under_the_players(app: &TestApp) {
    let mut hall = crate::hall::Hall::new(app, &json!({}), 0);
    let change = |changes: Value| hall.coordinator.patch(&hall.path, "*", &changes);
    change(json!({ "level": "regional" })).expect(200);
    change(json!({ "level": "friendly" })).expect(200);
    hall.enter(&app.player(&app.club("ZA-NW")));
    let change = |changes: Value| hall.coordinator.patch(&hall.path, "*", &changes);
    change(json!({ "level": "provincial" })).refused(409, "has-entries");
    change(json!({ "division": "senior" })).refused(409, "has-entries");
    change(json!({ "level": "friendly", "venue": "Mmabana Centre", "rounds": 5 })).expect(200);
}

fn a_tournament_goes_from_state_to_state(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let created = coordinator.post("/v1/tournaments", &plan(&json!({})));
    let path = created.header("location").to_owned();
    let open = || coordinator.send("POST", &format!("{path}/openings"), &[], None);
    assert_eq!(open().expect(201)["state"], "open");
    open().refused(409, "wrong-state");
    coordinator.patch(&path, "*", &json!({ "rounds": 7 })).expect(200);
    let cancel = |reason: &str| coordinator.post(&format!("{path}/cancellations"), &json!({ "reason": reason }));
    cancel(" ").refused(422, "invalid-input");
    let cancelled = cancel("The hall was flooded.").expect(201);
    assert_eq!(
        (&cancelled["state"], &cancelled["reason"]),
        (&json!("cancelled"), &json!("The hall was flooded."))
    );
    cancel("Again.").refused(409, "wrong-state");
    open().refused(409, "wrong-state");
    coordinator
        .patch(&path, "*", &json!({ "rounds": 6 }))
        .refused(409, "wrong-state");
    assert_eq!(app.anyone().get(&path).expect(200), cancelled);
}

fn tournaments_are_found(app: &TestApp) {
    let administrator = app.administrator();
    let announce = |name: &str, changes: Value| {
        let mut asked = plan(&changes);
        asked["name"] = json!(name);
        administrator.post("/v1/tournaments", &asked).expect(201);
    };
    announce(
        "Mahikeng Open",
        json!({ "level": "friendly", "starts_on": "2027-01-09", "ends_on": "2027-01-10" }),
    );
    announce("Gauteng Championship", json!({ "province": "ZA-GP" }));
    announce(
        "Éloff Street Cup",
        json!({ "starts_on": "2027-06-01", "ends_on": "2027-06-30" }),
    );
    let names = |query: &str| {
        let items = app.anyone().get(&format!("/v1/tournaments?{query}")).items();
        items
            .iter()
            .map(|one| text(&one["name"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(""), ["Éloff Street Cup", "Gauteng Championship", "Mahikeng Open"]);
    assert_eq!(names("province=ZA-GP"), ["Gauteng Championship"]);
    assert_eq!(names("level=friendly&state=planned"), ["Mahikeng Open"]);
    assert_eq!(names("q=eloff+cup"), ["Éloff Street Cup"]);
    assert_eq!(names("from=2027-06-30"), ["Éloff Street Cup"]);
    assert_eq!(names("until=2027-01-09"), ["Mahikeng Open"]);
    assert!(names("state=cancelled").is_empty() && names("q=%25").is_empty());
    let page = app.anyone().get("/v1/tournaments?limit=2").expect(200);
    assert_eq!(
        names(&format!("limit=2&cursor={}", text(&page["next_cursor"]))),
        ["Mahikeng Open"]
    );
}
