//! Suspensions of players: what they bar from, and who reads of them.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::erasures::is_in_the_trail;
use crate::hall::{Hall, affiliated, register};
use crate::umpires::{accredit, registered};
use crate::world::proposed;

on_sqlite! {
    a_suspension_is_recorded_and_lifted,
    a_suspension_is_read_strictly,
    who_is_suspended_is_not_entered,
    who_is_suspended_does_not_come_late_or_return,
    who_is_suspended_is_not_accredited,
    who_is_suspended_gets_no_colours,
    a_suspension_is_private,
    a_suspension_goes_with_the_person,
}

fn suspension(begins_on: &str, ends_on: Option<&str>) -> Value {
    json!({ "begins_on": begins_on, "ends_on": ends_on, "reason": "Struck an opponent in Lichtenburg." })
}

/// Suspends the player; the path of the suspension.
#[track_caller]
fn suspend(app: &TestApp, player: &str, begins_on: &str, ends_on: Option<&str>) -> String {
    let path = format!("/v1/players/{player}/suspensions");
    let answer = app.administrator().post(&path, &suspension(begins_on, ends_on));
    answer.expect(201);
    answer.header("location").to_owned()
}

#[track_caller]
fn lift(caller: &Caller<'_>, suspension: &str, lifted_on: Option<&str>) -> Value {
    let lifting = json!({ "lifted_on": lifted_on, "reason": "The appeal was upheld." });
    caller.post(&format!("{suspension}/liftings"), &lifting).expect(201)
}

/// The refusal, which does not tell why.
#[track_caller]
fn not_eligible(answer: &crate::caller::Answer) {
    answer.refused(409, "not-eligible");
    let told = answer.body_text().to_lowercase();
    assert!(!told.contains("suspen") && !told.contains("lichtenburg"), "{told}");
}

fn a_suspension_is_recorded_and_lifted(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, coordinator) = (app.player(&club), app.coordinator("ZA-NW"));
    let path = format!("/v1/players/{player}/suspensions");
    let answer = coordinator.post(&path, &suspension("2026-12-01", Some("2027-05-31")));
    let recorded = answer.expect(201);
    let location = answer.header("location");
    assert_eq!(recorded["player"]["id"], json!(player));
    assert_eq!(
        (&recorded["lifted_on"], &recorded["ends_on"]),
        (&json!(null), &json!("2027-05-31"))
    );
    assert_eq!(recorded["created_at"], "2026-11-20T08:00:00.000000Z");
    let account = coordinator.get("/v1/me").expect(200)["account"]["id"].clone();
    assert_eq!(recorded["recorded_by"], account);
    assert_eq!(app.administrator().get(location).expect(200), recorded);
    assert_eq!(coordinator.get(&path).items(), [recorded]);
    let lifted = lift(&coordinator, location, Some("2027-01-15"));
    assert_eq!(
        (&lifted["lifted_on"], &lifted["lifted_because"]),
        (&json!("2027-01-15"), &json!("The appeal was upheld."))
    );
    assert_eq!(coordinator.get(&path).items(), [lifted]);
    let again = json!({ "reason": "Once more." });
    coordinator
        .post(&format!("{location}/liftings"), &again)
        .refused(409, "already-lifted");
}

fn a_suspension_is_read_strictly(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let (path, administrator) = (format!("/v1/players/{player}/suspensions"), app.administrator());
    let mut asked = suspension("2026-12-01", Some("2026-11-30"));
    asked["reason"] = json!("");
    let faults = administrator.post(&path, &asked).faults();
    assert_eq!(
        faults,
        [
            ("/ends_on".to_owned(), "before-start".to_owned()),
            ("/reason".to_owned(), "required".to_owned())
        ]
    );
    let suspension = suspend(app, &player, "2026-12-01", Some("2026-12-31"));
    let liftings = format!("{suspension}/liftings");
    for outside in [json!(null), json!("2026-11-30"), json!("2027-01-01")] {
        let asked = json!({ "lifted_on": outside, "reason": "The appeal was upheld." });
        let told = administrator.post(&liftings, &asked).refused(422, "outside-suspension");
        assert_eq!(told["errors"][0]["pointer"], "/lifted_on");
    }
    administrator
        .post(&liftings, &json!({ "lifted_on": "2026-12-15" }))
        .refused(422, "invalid-input");
    let nobody = format!(
        "/v1/players/{}/suspensions",
        text(&json!("019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f"))
    );
    administrator.get(&nobody).refused(404, "not-found");
    administrator
        .get("/v1/suspensions/019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")
        .refused(404, "not-found");
}

fn who_is_suspended_is_not_entered(app: &TestApp) {
    let club = affiliated(app);
    let days = json!({ "level": "club", "starts_on": "2026-12-05", "ends_on": "2026-12-06" });
    let hall = Hall::new(app, &days, 0);
    let enter = |player: &str| {
        let entries = format!("{}/entries", hall.path);
        app.secretary(&club).post(&entries, &json!({ "player_id": player }))
    };
    for (begins_on, ends_on, admitted) in [
        ("2026-11-01", Some("2026-12-04"), true),
        ("2026-11-01", Some("2026-12-05"), false),
        ("2026-12-06", None, false),
        ("2026-12-07", None, true),
    ] {
        let player = app.player(&club);
        register(app, &player, &club, "senior");
        let suspension = suspend(app, &player, begins_on, ends_on);
        if admitted {
            enter(&player).expect(201);
        } else {
            not_eligible(&enter(&player));
            lift(&app.coordinator("ZA-NW"), &suspension, Some(begins_on));
            enter(&player).expect(201);
        }
    }
}

fn who_is_suspended_does_not_come_late_or_return(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    let leaves = hall.enter(&app.player(&app.club("ZA-NW")));
    let stays = hall.players[4].clone();
    let late = app.player(&app.club("ZA-NW"));
    hall.play(|_| 3);
    hall.step(&format!("{leaves}/withdrawals")).expect(201);
    let entries = format!("{}/entries", hall.path);
    for player in [&late, &stays] {
        suspend(app, player, "2026-11-20", Some("2026-11-20"));
    }
    not_eligible(&hall.umpire.post(&entries, &json!({ "player_id": late })));
    not_eligible(&hall.step(&format!("{leaves}/returns")));
    // On the second day they may play.
    app.at("2026-11-21T06:00:00Z");
    let administrator = app.administrator();
    administrator
        .send("POST", &format!("{leaves}/returns"), &[], None)
        .expect(201);
    administrator.post(&entries, &json!({ "player_id": late })).expect(201);
}

fn who_is_suspended_is_not_accredited(app: &TestApp) {
    let umpire = registered(app, &app.club("ZA-NW"), "1990-01-01");
    let suspension = suspend(app, &umpire, "2026-11-01", Some("2026-12-31"));
    not_eligible(&accredit(app, &umpire, json!({ "valid_from": "2026-12-31" })));
    lift(&app.administrator(), &suspension, Some("2026-12-31"));
    not_eligible(&accredit(app, &umpire, json!({ "valid_from": "2026-12-30" })));
    accredit(app, &umpire, json!({ "valid_from": "2026-12-31" })).expect(201);
}

fn who_is_suspended_gets_no_colours(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let award = proposed(app, &player);
    let suspension = suspend(app, &player, "2026-11-20", None);
    let approvals = format!("/v1/colours/{award}/approvals");
    let approval = json!({ "reference": "Minutes of 21 November 2026, item 7" });
    not_eligible(&app.administrator().post(&approvals, &approval));
    let proposal = json!({
        "player_id": player, "level": "national_federation", "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game in twelve schools.",
    });
    not_eligible(&app.coordinator("ZA-NW").post("/v1/colours", &proposal));
    lift(&app.administrator(), &suspension, None);
    app.coordinator("ZA-NW").post("/v1/colours", &proposal).expect(201);
    app.administrator().post(&approvals, &approval).expect(201);
}

fn a_suspension_is_private(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let suspension = suspend(app, &player, "2026-11-20", None);
    for path in [format!("/v1/players/{player}"), format!("/v1/players?club_id={club}")] {
        let told = app.anyone().get(&path).body_text();
        assert!(!told.contains("suspen") && !told.contains("Lichtenburg"), "{told}");
    }
    let own = format!("/v1/players/{player}/suspensions");
    for path in [&own, &suspension] {
        app.secretary(&club).get(path).refused(403, "role-required");
        app.coordinator("ZA-GP").get(path).refused(403, "out-of-scope");
    }
    // It is part of what is kept of the person; the reason their province tells.
    let export = format!("/v1/players/{player}/export");
    let told = |caller: &Caller<'_>| caller.get(&export).expect(200)["player"]["suspensions"][0].clone();
    let (to_club, to_province) = (told(&app.secretary(&club)), told(&app.coordinator("ZA-NW")));
    assert_eq!(
        (&to_club["begins_on"], &to_club["reason"]),
        (&json!("2026-11-20"), &json!(null))
    );
    assert_eq!(to_province["reason"], "Struck an opponent in Lichtenburg.");
}

fn a_suspension_goes_with_the_person(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (stays, duplicate, administrator) = (app.player(&club), app.player(&club), app.administrator());
    let suspension = suspend(app, &duplicate, "2026-11-20", None);
    lift(&administrator, &suspension, Some("2026-11-25"));
    let merger = json!({ "duplicate_id": duplicate });
    administrator
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    let path = format!("/v1/players/{stays}/suspensions");
    assert_eq!(administrator.get(&path).items().len(), 1);
    let hall = Hall::new(app, &json!({}), 0);
    let entry = json!({ "player_id": stays });
    not_eligible(&hall.coordinator.post(&format!("{}/entries", hall.path), &entry));
    assert!(is_in_the_trail(app, "Lichtenburg") && is_in_the_trail(app, "upheld"));
    administrator
        .send("POST", &format!("/v1/players/{stays}/erasures"), &[], None)
        .expect(201);
    assert!(!is_in_the_trail(app, "Lichtenburg") && !is_in_the_trail(app, "upheld"));
    for path in [&path, &suspension] {
        administrator.get(path).refused(410, "erased");
    }
}
