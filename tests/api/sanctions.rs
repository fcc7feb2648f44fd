//! Accreditations that are suspended, revoked and renewed.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::umpire_courses::passed;
use crate::umpires::{accredited, climb, listed, register, registered, umpire};

on_both_databases! {
    a_suspension_holds_from_its_first_day_to_its_last,
    a_suspension_is_read_strictly,
    an_umpire_is_reinstated_from_today_on,
    what_was_revoked_stays_revoked,
    a_term_is_renewed_before_its_end,
    a_term_is_renewed_after_its_end,
    a_renewal_may_rest_on_another_course,
}

fn to(app: &TestApp, id: &str, below: &str, body: &Value) -> Answer {
    app.administrator()
        .post(&format!("/v1/accreditations/{id}/{below}"), body)
}

fn reinstate(app: &TestApp, id: &str) -> Answer {
    app.administrator()
        .send("POST", &format!("/v1/accreditations/{id}/reinstatements"), &[], None)
}

fn state(app: &TestApp, id: &str) -> String {
    text(&app.anyone().get(&format!("/v1/accreditations/{id}")).expect(200)["state"]).to_owned()
}

/// The one state in which the list has it on that day.
fn state_on(app: &TestApp, id: &str, on: &str) -> &'static str {
    let states = ["valid", "suspended", "revoked", "expired", "future"];
    let found = states
        .into_iter()
        .filter(|state| listed(app, &format!("on={on}&state={state}")).contains(&id.into()));
    let [state] = found.collect::<Vec<_>>()[..] else {
        panic!("on {on} it has not one state")
    };
    state
}

fn suspension(begins_on: &str, ends_on: Option<&str>) -> Value {
    json!({ "begins_on": begins_on, "ends_on": ends_on, "reason": "Ruled on a match of a relative." })
}

fn a_suspension_holds_from_its_first_day_to_its_last(app: &TestApp) {
    let id = accredited(app, &umpire(app), json!({ "valid_until": "2027-03-31" }));
    let answer = to(app, &id, "suspensions", &suspension("2026-12-01", Some("2026-12-31")));
    let suspended = answer.expect(201);
    assert_eq!(answer.header("location"), format!("/v1/accreditations/{id}"));
    assert_eq!(
        app.administrator().get(answer.header("content-location")).expect(200),
        suspended
    );
    assert_eq!(
        (&suspended["state"], &suspended["sanctions"][0]["kind"]),
        (&json!("valid"), &json!("suspension"))
    );
    for (on, expected) in [
        ("2026-11-19", "future"),
        ("2026-11-30", "valid"),
        ("2026-12-01", "suspended"),
        ("2026-12-31", "suspended"),
        ("2027-01-01", "valid"),
        ("2027-03-31", "valid"),
        ("2027-04-01", "expired"),
    ] {
        assert_eq!(state_on(app, &id, on), expected, "{on}");
    }
    for (time, expected) in [
        ("2026-11-30T21:59:59Z", "valid"),
        ("2026-11-30T22:00:00Z", "suspended"),
        ("2026-12-31T21:59:59Z", "suspended"),
        ("2026-12-31T22:00:00Z", "valid"),
    ] {
        app.at(time);
        assert_eq!(state(app, &id), expected, "{time}");
    }
    // One without an end lasts as long as the term.
    to(app, &id, "suspensions", &suspension("2027-02-01", None)).expect(201);
    assert_eq!(
        ["2027-01-31", "2027-02-01", "2027-03-31"].map(|on| state_on(app, &id, on)),
        ["valid", "suspended", "suspended"]
    );
    assert_eq!(state_on(app, &id, "2027-04-01"), "expired");
}

fn a_suspension_is_read_strictly(app: &TestApp) {
    let id = accredited(app, &umpire(app), json!({ "valid_until": "2027-03-31" }));
    let wrong = json!({ "begins_on": "2026-12-01", "ends_on": "2026-11-30", "reason": "" });
    let faults = to(app, &id, "suspensions", &wrong).faults();
    let faults: Vec<(&str, &str)> = faults.iter().map(|(at, code)| (at.as_str(), code.as_str())).collect();
    assert_eq!(faults, [("/ends_on", "before-start"), ("/reason", "required")]);
    let faults = to(app, &id, "revocations", &json!({ "reason": "\u{202E}" })).faults();
    assert_eq!(faults, [("/reason".to_owned(), "not-printable".to_owned())]);
    for (begins_on, ends_on) in [("2027-04-01", None), ("2026-01-01", Some("2026-11-19"))] {
        to(app, &id, "suspensions", &suspension(begins_on, ends_on)).refused(422, "outside-term");
    }
    to(app, &id, "suspensions", &suspension("2026-01-01", Some("2026-11-20"))).expect(201);
    to(app, &id, "suspensions", &suspension("2027-03-31", Some("2027-12-31"))).expect(201);
    let nothing = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b";
    to(app, nothing, "suspensions", &suspension("2026-12-01", None)).refused(404, "not-found");
    to(app, nothing, "revocations", &json!({ "reason": "No more." })).refused(404, "not-found");
    to(app, nothing, "renewals", &json!({})).refused(404, "not-found");
    reinstate(app, nothing).refused(404, "not-found");
    let coordinator = app.coordinator("ZA-NW");
    for below in ["suspensions", "revocations", "renewals", "reinstatements"] {
        let path = format!("/v1/accreditations/{id}/{below}");
        coordinator
            .send("POST", &path, &[], Some("{}"))
            .refused(403, "role-required");
        app.anyone()
            .send("POST", &path, &[], Some("{}"))
            .refused(401, "token-required");
    }
}

fn an_umpire_is_reinstated_from_today_on(app: &TestApp) {
    let id = accredited(app, &umpire(app), json!({}));
    reinstate(app, &id).refused(409, "not-suspended");
    // Of a suspension that is to come there is nothing to end yet.
    to(app, &id, "suspensions", &suspension("2026-11-21", None)).expect(201);
    reinstate(app, &id).refused(409, "not-suspended");
    app.at("2026-12-10T08:00:00Z");
    to(app, &id, "suspensions", &suspension("2026-12-01", Some("2027-01-31"))).expect(201);
    assert_eq!(state(app, &id), "suspended");
    let reinstated = reinstate(app, &id).expect(201);
    assert_eq!(reinstated["state"], "valid");
    let lifted: Vec<&Value> = reinstated["sanctions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sanction| &sanction["lifted_on"])
        .collect();
    assert_eq!(lifted, ["2026-12-10", "2026-12-10"], "both that were running");
    assert_eq!(
        reinstated["sanctions"][1]["ends_on"], "2027-01-31",
        "what was decided is still told"
    );
    let days = ["2026-11-20", "2026-11-21", "2026-12-09", "2026-12-10", "2027-01-31"];
    let expected = ["valid", "suspended", "suspended", "valid", "valid"];
    assert_eq!(days.map(|on| state_on(app, &id, on)), expected);
    reinstate(app, &id).refused(409, "not-suspended");
    // Suspended and reinstated on one day, it was never suspended.
    to(app, &id, "suspensions", &suspension("2026-12-10", None)).expect(201);
    assert_eq!(state(app, &id), "suspended");
    assert_eq!(reinstate(app, &id).expect(201)["state"], "valid");
}

fn what_was_revoked_stays_revoked(app: &TestApp) {
    let id = accredited(app, &umpire(app), json!({}));
    to(app, &id, "suspensions", &suspension("2026-11-20", None)).expect(201);
    app.at("2026-11-30T22:00:00Z");
    let reason = json!({ "reason": "Took money for a result." });
    let revoked = to(app, &id, "revocations", &reason).expect(201);
    assert_eq!(
        (&revoked["state"], &revoked["sanctions"][1]["begins_on"]),
        (&json!("revoked"), &json!("2026-12-01"))
    );
    to(app, &id, "revocations", &reason).refused(409, "accreditation-revoked");
    to(app, &id, "suspensions", &suspension("2026-12-01", None)).refused(409, "accreditation-revoked");
    to(app, &id, "renewals", &json!({})).refused(409, "accreditation-revoked");
    reinstate(app, &id).refused(409, "accreditation-revoked");
    // What it was before is still so; what it is now, for ever.
    let days = ["2026-11-19", "2026-11-30", "2026-12-01", "2099-01-01"];
    assert_eq!(
        days.map(|on| state_on(app, &id, on)),
        ["future", "suspended", "revoked", "revoked"]
    );
    assert!(listed(app, "").is_empty());
    // At the same moment, one of two revokes.
    let (id, administrator) = (accredited(app, &umpire(app), json!({})), app.administrator());
    let path = format!("/v1/accreditations/{id}/revocations");
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let send = || administrator.post(&path, &reason).status;
        let both: Vec<_> = (0..2).map(|_| scope.spawn(send)).collect();
        both.into_iter().map(|one| one.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

fn a_term_is_renewed_before_its_end(app: &TestApp) {
    let (player, account) = (umpire(app), app.account());
    let course = passed(app, &player);
    let old = json!({
        "level": "international", "account_id": account.id, "valid_until": "2027-10-31", "course_id": course,
        "without_course": null, "nomination": "Minutes of 6 March, item 4",
    });
    climb(app, &player, "international");
    let old = accredited(app, &player, old);
    let answer = to(app, &old, "renewals", &json!({}));
    let renewed = answer.expect(201);
    assert_ne!(renewed["id"], old.as_str());
    assert_eq!(
        answer.header("location"),
        format!("/v1/accreditations/{}", text(&renewed["id"]))
    );
    assert_eq!(
        (&renewed["valid_from"], &renewed["valid_until"]),
        (&json!("2027-11-01"), &json!("2028-10-31"))
    );
    assert_eq!(
        (&renewed["level"], &renewed["state"]),
        (&json!("international"), &json!("future"))
    );
    assert_eq!(
        (&renewed["account_id"], &renewed["course_result"]["marks_rules"]),
        (&json!(account.id), &json!(91))
    );
    assert_eq!(
        (&renewed["course"]["id"], &renewed["nomination"]),
        (&json!(course), &json!("Minutes of 6 March, item 4"))
    );
    to(app, &old, "renewals", &json!({})).refused(409, "already-accredited");
    // The one after that begins in a gaming year for which nobody can register yet.
    to(app, text(&renewed["id"]), "renewals", &json!({})).refused(409, "not-registered");
    let valid = |on: &str| listed(app, &format!("on={on}&player_id={player}"));
    assert_eq!(valid("2027-10-31"), [old.as_str()]);
    assert_eq!(valid("2027-11-01"), [text(&renewed["id"])]);
}

fn a_term_is_renewed_after_its_end(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = registered(app, &club, "1990-01-01");
    let old = accredited(app, &player, json!({ "valid_until": "2026-12-31" }));
    // On the last day the next term begins tomorrow, on the day after it today.
    app.at("2026-12-31T21:59:59Z");
    let other = accredited(
        app,
        &player,
        json!({ "level": "national", "valid_until": "2026-12-31" }),
    );
    assert_eq!(
        to(app, &other, "renewals", &json!({})).expect(201)["valid_from"],
        "2027-01-01"
    );
    app.at("2027-02-28T22:00:00Z");
    let renewed = to(app, &old, "renewals", &json!({})).expect(201);
    assert_eq!(
        (&renewed["valid_from"], &renewed["valid_until"]),
        (&json!("2027-03-01"), &json!("2030-02-28"))
    );
    assert_eq!(renewed["state"], "valid");
    app.at("2027-03-01T22:00:00Z");
    to(app, &old, "renewals", &json!({})).refused(409, "already-accredited");
    // Years later nobody has registered the player again.
    app.at("2030-12-01T08:00:00Z");
    to(app, &old, "renewals", &json!({})).refused(409, "not-registered");
    register(app, &player, &club, 2031);
    assert_eq!(
        to(app, &old, "renewals", &json!({})).expect(201)["valid_until"],
        "2033-11-30"
    );
}

fn a_renewal_may_rest_on_another_course(app: &TestApp) {
    let player = umpire(app);
    let old = accredited(app, &player, json!({ "valid_until": "2026-12-31" }));
    let nothing = "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70";
    let problem = to(app, &old, "renewals", &json!({ "course_id": nothing })).refused(422, "unknown-course");
    assert_eq!(problem["errors"][0]["pointer"], "/course_id");
    let of_another = passed(app, &umpire(app));
    to(app, &old, "renewals", &json!({ "course_id": of_another })).refused(409, "course-not-passed");
    let course = passed(app, &player);
    let path = format!("/v1/accreditations/{old}/renewals");
    let send = || {
        let headers = [("content-type", "application/json"), ("idempotency-key", "a-key")];
        app.administrator().send(
            "POST",
            &path,
            &headers,
            Some(&json!({ "course_id": course }).to_string()),
        )
    };
    let renewed = send().expect(201);
    assert_eq!(
        (&renewed["course"]["id"], &renewed["without_course"]),
        (&json!(course), &json!(null))
    );
    let again = send();
    assert_eq!(
        (again.expect(201), again.header("idempotency-replayed")),
        (renewed, "true")
    );
}
