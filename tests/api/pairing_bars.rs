//! Pairing bars: between two, and the kind private.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::erasures::is_in_the_trail;
use crate::hall::Hall;

on_both_databases! {
    a_bar_is_recorded_and_withdrawn,
    a_bar_is_for_who_looks_after_one_of_the_two,
    a_pair_is_barred_once,
    an_umpire_declares_another_tie_and_reads_none,
    the_umpire_is_told_of_bars_that_change,
    the_reason_of_a_withdrawal_goes_with_the_person,
}

fn bar(one: &str, other: &str, relation: &str) -> Value {
    json!({ "player_ids": [one, other], "relation": relation })
}

fn because() -> Value {
    json!({ "reason": "They are cousins, as the clubs now say." })
}

fn a_bar_is_recorded_and_withdrawn(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (one, other, secretary) = (app.player(&club), app.player(&club), app.secretary(&club));
    let answer = secretary.post("/v1/pairing-bars", &bar(&one, &other, "siblings"));
    let created = answer.expect(201);
    assert_eq!(created["players"].as_array().unwrap().len(), 2);
    let path = answer.header("location").to_owned();
    assert_eq!(secretary.get(&path).expect(200), created);
    for player in [&one, &other] {
        assert_eq!(
            secretary.get(&format!("/v1/players/{player}/pairing-bars")).items(),
            std::slice::from_ref(&created)
        );
    }
    let (withdrawals, coordinator) = (format!("{path}/withdrawals"), app.coordinator("ZA-NW"));
    // A club does not decide that two are no relatives, and nobody does without a reason.
    secretary.post(&withdrawals, &because()).refused(403, "role-required");
    for missing in [json!({}), json!({ "reason": " " })] {
        coordinator.post(&withdrawals, &missing).refused(422, "invalid-input");
    }
    assert_eq!(secretary.get(&path).expect(200), created);
    let withdrawn = coordinator.post(&withdrawals, &because()).expect(201);
    assert_eq!(withdrawn["withdrawn_at"], "2026-11-20T08:00:00.000000Z");
    assert_eq!(withdrawn["withdrawn_because"], because()["reason"]);
    assert_eq!(secretary.get(&path).expect(200), withdrawn);
    coordinator
        .post(&withdrawals, &because())
        .refused(409, "already-withdrawn");
    // It may be recorded anew, in whichever order the two are named.
    secretary
        .post("/v1/pairing-bars", &bar(&other, &one, "siblings"))
        .expect(201);
    assert_eq!(
        secretary.get(&format!("/v1/players/{one}/pairing-bars")).items().len(),
        2
    );
}

fn a_bar_is_for_who_looks_after_one_of_the_two(app: &TestApp) {
    let (here, there) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let (one, other) = (
        app.player(&here),
        app.player_named(&there, "Nkosi", "Lerato", "2012-05-05"),
    );
    let created = app
        .secretary(&here)
        .post("/v1/pairing-bars", &bar(&one, &other, "parent_and_child"))
        .expect(201);
    let names: Vec<&str> = created["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| text(&player["name"]))
        .collect();
    assert!(
        names.contains(&"L. N.") && names.contains(&"Thandiwe Mokoena"),
        "{names:?}"
    );
    let path = format!("/v1/pairing-bars/{}", text(&created["id"]));
    for caller in [
        app.secretary(&here),
        app.secretary(&there),
        app.coordinator("ZA-NW"),
        app.coordinator("ZA-GP"),
    ] {
        assert_eq!(caller.get(&path).expect(200), created);
    }
    for caller in [app.secretary(&app.club("ZA-NW")), app.coordinator("ZA-LP")] {
        caller.get(&path).refused(403, "out-of-scope");
        caller
            .post("/v1/pairing-bars", &bar(&one, &other, "siblings"))
            .refused(403, "out-of-scope");
        caller
            .get(&format!("/v1/players/{one}/pairing-bars"))
            .refused(403, "out-of-scope");
    }
    let withdrawals = format!("{path}/withdrawals");
    let elsewhere = app.coordinator("ZA-LP");
    elsewhere.post(&withdrawals, &because()).refused(403, "out-of-scope");
    // No public answer tells that there is a bar.
    for path in [format!("/v1/players/{one}"), "/v1/players".to_owned()] {
        assert!(!app.anyone().get(&path).body_text().contains("parent"), "{path}");
    }
}

fn a_pair_is_barred_once(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (one, other, secretary) = (app.player(&club), app.player(&club), app.secretary(&club));
    let unknown = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f";
    secretary
        .post("/v1/pairing-bars", &bar(&one, &one, "siblings"))
        .refused(422, "same-player");
    let problem = secretary
        .post("/v1/pairing-bars", &bar(&one, unknown, "siblings"))
        .refused(422, "unknown-player");
    assert_eq!(problem["errors"][0]["pointer"], "/player_ids/1");
    secretary
        .post("/v1/pairing-bars", &bar(&one, &other, "cousins"))
        .refused(422, "invalid-input");
    for players in [
        json!([]),
        json!([one]),
        json!([one, other, one]),
        json!("both"),
        json!([1, 2]),
    ] {
        let asked = json!({ "player_ids": players, "relation": "siblings" });
        secretary.post("/v1/pairing-bars", &asked).refused(422, "invalid-input");
    }
    let mut asked = bar(&one, &other, "siblings");
    asked["id"] = json!("019aa0cf-9c0d-7e1f-8a2b-3c4d5e6f7a8b");
    let first = secretary.post("/v1/pairing-bars", &asked).expect(201);
    assert_eq!(secretary.post("/v1/pairing-bars", &asked).expect(201), first);
    asked["relation"] = json!("partner");
    secretary.post("/v1/pairing-bars", &asked).refused(409, "id-taken");
    for pair in [bar(&one, &other, "partner"), bar(&other, &one, "siblings")] {
        secretary.post("/v1/pairing-bars", &pair).refused(409, "already-barred");
    }
}

fn an_umpire_declares_another_tie_and_reads_none(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (one, other) = (app.player(&club), app.player(&club));
    let declared = bar(&one, &other, "declared");
    app.secretary(&club)
        .post("/v1/pairing-bars", &declared)
        .refused(403, "role-required");
    app.coordinator("ZA-NW")
        .post("/v1/pairing-bars", &declared)
        .refused(403, "role-required");
    let umpire = app.umpire();
    let answer = umpire.post("/v1/pairing-bars", &declared);
    answer.expect(201);
    umpire.get(answer.header("location")).refused(403, "role-required");
    let withdrawals = format!("{}/withdrawals", answer.header("location"));
    for caller in [app.secretary(&club), app.coordinator("ZA-NW")] {
        caller.post(&withdrawals, &because()).refused(403, "role-required");
    }
    app.administrator().post(&withdrawals, &because()).expect(201);
    umpire
        .get(&format!("/v1/players/{one}/pairing-bars"))
        .refused(403, "role-required");
}

/// Bars the two, and takes it back.
fn bar_and_withdraw(caller: &Caller<'_>, one: &str, other: &str) {
    let recorded = caller.post("/v1/pairing-bars", &bar(one, other, "siblings"));
    recorded.expect(201);
    let withdrawals = format!("{}/withdrawals", recorded.header("location"));
    caller.post(&withdrawals, &because()).expect(201);
}

fn the_umpire_is_told_of_bars_that_change(app: &TestApp) {
    let administrator = app.administrator();
    let (club, before) = (app.club("ZA-NW"), [0, 1].map(|_| app.player(&app.club("ZA-NW"))));
    bar_and_withdraw(&administrator, &before[0], &before[1]);
    app.pass(chrono::TimeDelta::minutes(1));
    let mut hall = Hall::new(app, &json!({ "club_rounds": 0 }), 0);
    let players: Vec<String> = before.into_iter().chain((0..2).map(|_| app.player(&club))).collect();
    for player in &players {
        hall.enter(player);
    }
    let changes = format!("{}/pairing-bar-changes", hall.path);
    // What changed before the tournament opened, and of those who do not play, is not told.
    assert!(hall.umpire.get(&changes).items().is_empty());
    bar_and_withdraw(&administrator, &players[0], &app.player(&club));
    assert!(hall.umpire.get(&changes).items().is_empty());
    app.pass(chrono::TimeDelta::minutes(1));
    let recorded = administrator.post("/v1/pairing-bars", &bar(&players[0], &players[2], "siblings"));
    recorded.expect(201);
    app.pass(chrono::TimeDelta::minutes(1));
    let withdrawals = format!("{}/withdrawals", recorded.header("location"));
    administrator.post(&withdrawals, &because()).expect(201);
    let told = hall.umpire.get(&changes).items();
    let steps: Vec<(&str, &str)> = told
        .iter()
        .map(|change| (text(&change["step"]), text(&change["at"])))
        .collect();
    assert_eq!(
        steps,
        [
            ("recorded", "2026-11-20T08:02:00.000000Z"),
            ("withdrawn", "2026-11-20T08:03:00.000000Z"),
        ]
    );
    let mut two = [&players[0], &players[2]];
    two.sort();
    for change in &told {
        let named: Vec<&str> = change["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| text(&one["id"]))
            .collect();
        assert_eq!(named, two);
    }
    assert!(!hall.umpire.get(&changes).body_text().contains("siblings"));
    hall.coordinator.get(&changes).expect(200);
    app.umpire().get(&changes).refused(403, "out-of-scope");
    app.secretary(&club).get(&changes).refused(403, "role-required");
    // The preview of the draw says the same, and the published round does not.
    let codes = |round: &Value| -> Vec<String> {
        let warnings = round["warnings"].as_array().unwrap().iter();
        let codes = warnings.map(|warning| text(&warning["code"]).to_owned());
        codes.filter(|code| code.starts_with("bar-")).collect()
    };
    let drawn = hall.draw(&json!({})).expect(201);
    assert_eq!(codes(&drawn), ["bar-recorded", "bar-withdrawn"]);
    let draw = hall.umpire.get(&format!("{}/draw", hall.path)).expect(200);
    assert_eq!(codes(&draw), ["bar-recorded", "bar-withdrawn"]);
    let round = hall.publish();
    assert!(codes(&app.anyone().get(&round).expect(200)).is_empty());
}

fn the_reason_of_a_withdrawal_goes_with_the_person(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (one, other, administrator) = (app.player(&club), app.player(&club), app.administrator());
    bar_and_withdraw(&administrator, &one, &other);
    let told = || {
        administrator
            .get(&format!("/v1/players/{other}/pairing-bars"))
            .body_text()
    };
    assert!(told().contains("cousins") && is_in_the_trail(app, "cousins"));
    administrator
        .send("POST", &format!("/v1/players/{one}/erasures"), &[], None)
        .expect(201);
    assert!(!told().contains("cousins"));
    assert!(!is_in_the_trail(app, "cousins"));
}
