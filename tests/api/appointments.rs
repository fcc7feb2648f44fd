//! Appointments: umpires whose accreditation does, and nobody else.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::umpires::{accredit, at, climb};

on_both_databases! {
    an_accredited_umpire_is_appointed_and_replaced,
    an_accreditation_must_do_on_every_day,
    the_level_must_suffice,
    appointments_are_for_who_runs_the_tournament,
    a_tournament_that_is_over_needs_no_umpire,
    an_appointment_has_its_own_days,
    an_appointment_is_recorded_afterwards_with_a_reason,
}

fn tournament(app: &TestApp, changes: &Value) -> String {
    let mut plan = json!({
        "name": "North West Championship", "level": "provincial", "province": "ZA-NW", "starts_on": "2027-04-17",
        "ends_on": "2027-04-18", "venue": "Mahikeng",
    });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    app.administrator()
        .post("/v1/tournaments", &plan)
        .header("location")
        .to_owned()
}

/// Somebody with that accreditation; the player and the accreditation's path.
fn umpire(app: &TestApp, level: &str, from: &str, until: &str) -> (String, String) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    app.registered(&registration);
    climb(app, &player, level);
    let mut accreditation = at(level);
    accreditation["valid_from"] = json!(from);
    accreditation["valid_until"] = json!(until);
    let answer = accredit(app, &player, accreditation);
    answer.expect(201);
    (player, answer.header("location").to_owned())
}

fn appoint(caller: &Caller<'_>, tournament: &str, umpire: &str) -> Answer {
    caller.post(&format!("{tournament}/appointments"), &json!({ "player_id": umpire }))
}

fn an_accredited_umpire_is_appointed_and_replaced(app: &TestApp) {
    let tournament = tournament(app, &json!({}));
    let (first, _) = umpire(app, "level_1", "2026-11-20", "2027-10-31");
    let (second, _) = umpire(app, "international", "2026-11-20", "2027-10-31");
    let coordinator = app.coordinator("ZA-NW");
    let answer = appoint(&coordinator, &tournament, &first);
    let appointment = answer.expect(201);
    assert_eq!(
        (&appointment["umpire"]["id"], &appointment["ended_at"]),
        (&json!(first), &json!(null))
    );
    assert_eq!(app.anyone().get(answer.header("location")).expect(200), appointment);
    appoint(&coordinator, &tournament, &first).refused(409, "already-appointed");
    let endings = format!("{}/endings", answer.header("location"));
    let ended = coordinator.send("POST", &endings, &[], None).expect(201);
    assert_eq!(ended["ended_at"], "2026-11-20T08:00:00.000000Z");
    coordinator
        .send("POST", &endings, &[], None)
        .refused(409, "already-ended");
    let replaced = appoint(&coordinator, &tournament, &second).expect(201);
    let listed = app.anyone().get(&format!("{tournament}/appointments")).items();
    assert_eq!(listed.len(), 2);
    assert!(listed.contains(&ended) && listed.contains(&replaced));
    appoint(&coordinator, &tournament, &first).expect(201);
}

fn an_appointment_has_its_own_days(app: &TestApp) {
    let tournament = tournament(app, &json!({}));
    let appointments = format!("{tournament}/appointments");
    let coordinator = app.coordinator("ZA-NW");
    // The one does for the first day, the other for the second.
    let (first, _) = umpire(app, "level_1", "2026-11-20", "2027-04-17");
    let (second, _) = umpire(app, "level_1", "2027-04-18", "2027-10-31");
    let asked = |player: &str, changes: Value| {
        let mut asked = json!({ "player_id": player });
        asked
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        coordinator.post(&appointments, &asked)
    };
    for wrong in [
        json!({ "from": "2027-04-16" }),
        json!({ "until": "2027-04-19" }),
        json!({ "from": "2027-04-18", "until": "2027-04-17" }),
    ] {
        let faults = asked(&first, wrong).faults();
        assert_eq!(faults, [("/from".to_owned(), "out-of-bounds".to_owned())]);
    }
    let appointed = asked(&first, json!({ "until": "2027-04-17" })).expect(201);
    assert_eq!(
        (&appointed["from"], &appointed["until"], &appointed["reason"]),
        (&json!("2027-04-17"), &json!("2027-04-17"), &json!(null))
    );
    let lacks = || {
        let recognition = app.anyone().get(&format!("{tournament}/recognition")).expect(200);
        recognition["items"][0]["missing"].clone()
    };
    assert_eq!(lacks(), json!(["On 2027-04-18 no umpire is appointed."]));
    let appointed = asked(&second, json!({ "from": "2027-04-18" }));
    assert_eq!(lacks(), json!([]));
    // Days at the edge of the tournament move with it.
    let moved = json!({ "starts_on": "2027-04-16", "ends_on": "2027-04-19" });
    coordinator.patch(&tournament, "*", &moved).expect(200);
    let moved = app.anyone().get(appointed.header("location")).expect(200);
    assert_eq!(
        (&moved["from"], &moved["until"]),
        (&json!("2027-04-18"), &json!("2027-04-19"))
    );
    // It ends today, which is before it began.
    let endings = format!("{}/endings", appointed.header("location"));
    let ended = coordinator.send("POST", &endings, &[], None).expect(201);
    assert_eq!(ended["until"], "2026-11-20");
}

fn an_appointment_is_recorded_afterwards_with_a_reason(app: &TestApp) {
    let tournament = tournament(app, &json!({ "starts_on": "2026-11-21", "ends_on": "2026-11-22" }));
    let (player, _) = umpire(app, "level_1", "2026-11-20", "2027-10-31");
    app.at("2026-11-23T08:00:00Z");
    let coordinator = app.coordinator("ZA-NW");
    let appointments = format!("{tournament}/appointments");
    let faults = appoint(&coordinator, &tournament, &player).faults();
    assert_eq!(faults, [("/reason".to_owned(), "required".to_owned())]);
    let asked = json!({ "player_id": player, "reason": "The hall had no connection." });
    let appointed = coordinator.post(&appointments, &asked).expect(201);
    assert_eq!(appointed["reason"], "The hall had no connection.");
    let recognition = app.anyone().get(&format!("{tournament}/recognition")).expect(200);
    let umpire = &recognition["items"][0];
    assert_eq!(
        (&umpire["requirement"], &umpire["met"]),
        (&json!("umpire"), &json!(true))
    );
    assert_eq!(
        umpire["evidence"][0],
        "On 2026-11-21 Thandiwe Mokoena umpires, accredited for level 1. That was recorded on 2026-11-23: The hall had no \
         connection."
    );
    // Nor is that told less where it is the tournament that was moved into the past.
    let tournament =
        crate::appointments::tournament(app, &json!({ "starts_on": "2026-11-25", "ends_on": "2026-11-25" }));
    appoint(&coordinator, &tournament, &player).expect(201);
    let moved = json!({ "starts_on": "2026-11-21", "ends_on": "2026-11-21" });
    coordinator.patch(&tournament, "*", &moved).expect(200);
    let recognition = app.anyone().get(&format!("{tournament}/recognition")).expect(200);
    assert_eq!(
        recognition["items"][0]["evidence"][0],
        "On 2026-11-21 Thandiwe Mokoena umpires, accredited for level 1. That was recorded on 2026-11-23."
    );
}

fn an_accreditation_must_do_on_every_day(app: &TestApp) {
    let tournament = tournament(app, &json!({}));
    let coordinator = app.coordinator("ZA-NW");
    let refused = |umpire: &str, why: &str| {
        let problem = appoint(&coordinator, &tournament, umpire).refused(409, "not-accredited");
        assert_eq!(problem["detail"], why);
    };
    refused(&app.player(&app.club("ZA-NW")), "The umpire is not accredited.");
    // It ends on the first of the two days.
    let (short, _) = umpire(app, "level_1", "2026-11-20", "2027-04-17");
    refused(&short, "The umpire's accreditation ends on 2027-04-17.");
    let (late, _) = umpire(app, "level_1", "2027-04-18", "2027-10-31");
    refused(&late, "The umpire is not accredited.");
    let (suspended, path) = umpire(app, "level_1", "2026-11-20", "2027-10-31");
    let suspension = json!({ "begins_on": "2027-04-18", "ends_on": "2027-04-18", "reason": "Missed the meeting." });
    app.administrator()
        .post(&format!("{path}/suspensions"), &suspension)
        .expect(201);
    refused(&suspended, "The umpire's accreditation is suspended.");
    let (revoked, path) = umpire(app, "level_1", "2026-11-20", "2027-10-31");
    let reason = json!({ "reason": "Took money for a result." });
    app.administrator()
        .post(&format!("{path}/revocations"), &reason)
        .expect(201);
    refused(&revoked, "The umpire's accreditation was revoked.");
    appoint(&coordinator, &tournament, "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f").refused(422, "unknown-player");
    assert!(
        app.anyone()
            .get(&format!("{tournament}/appointments"))
            .items()
            .is_empty()
    );
}

fn the_level_must_suffice(app: &TestApp) {
    let umpires =
        ["level_1", "national", "international"].map(|level| umpire(app, level, "2026-11-20", "2027-10-31").0);
    let administrator = app.administrator();
    for (level, least) in [
        ("friendly", 0),
        ("provincial", 0),
        ("national", 0),
        ("continental", 2),
        ("world", 2),
    ] {
        let tournament = tournament(app, &json!({ "level": level }));
        for (place, umpire) in umpires.iter().enumerate() {
            let expected = if place >= least { 201 } else { 409 };
            assert_eq!(
                appoint(&administrator, &tournament, umpire).status,
                expected,
                "{level} {place}"
            );
        }
    }
}

fn appointments_are_for_who_runs_the_tournament(app: &TestApp) {
    let tournament = tournament(app, &json!({}));
    let (umpire, _) = umpire(app, "level_1", "2026-11-20", "2027-10-31");
    appoint(&app.umpire(), &tournament, &umpire).refused(403, "role-required");
    appoint(&app.coordinator("ZA-GP"), &tournament, &umpire).refused(403, "out-of-scope");
    let answer = appoint(&app.coordinator("ZA-NW"), &tournament, &umpire);
    let endings = format!("{}/endings", answer.header("location"));
    app.coordinator("ZA-GP")
        .send("POST", &endings, &[], None)
        .refused(403, "out-of-scope");
    let id = text(&answer.expect(201)["id"]).to_owned();
    assert_eq!(
        app.anyone().get(&format!("/v1/appointments/{id}")).expect(200)["ended_at"],
        json!(null)
    );
}

fn a_tournament_that_is_over_needs_no_umpire(app: &TestApp) {
    let tournament = tournament(app, &json!({}));
    let (umpire, _) = umpire(app, "level_1", "2026-11-20", "2027-10-31");
    let reason = json!({ "reason": "The hall was flooded." });
    app.administrator()
        .post(&format!("{tournament}/cancellations"), &reason)
        .expect(201);
    appoint(&app.coordinator("ZA-NW"), &tournament, &umpire).refused(409, "wrong-state");
}
