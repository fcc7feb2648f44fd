//! Requests that are sent again with their `Idempotency-Key`.

use diesel::prelude::*;
use federation_records::db::schema::answers;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};

on_both_databases! {
    a_request_sent_again_is_answered_as_the_first_time,
    every_operation_that_creates_takes_a_key,
    a_key_is_of_one_request,
    what_was_asked_is_kept_as_a_keyed_digest,
    a_key_is_of_one_account,
    of_many_at_once_one_works,
    a_refusal_is_not_kept,
    a_key_is_kept_for_seven_days,
    a_key_has_a_form,
    who_may_no_longer_ask_is_not_answered_again,
}

const KEY: &str = "9c1f7d0e-1b2a-4f7e-8a5d-2f0c6b7e9a11";

fn send(caller: &Caller<'_>, path: &str, key: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    caller.send("POST", path, &headers, Some(&body.to_string()))
}

fn club(code: &str) -> Value {
    json!({ "code": code, "name": "Herders", "kind": "school", "province": "ZA-NW" })
}

/// The same answer, but for the request's own id, the date, and that it says so.
#[track_caller]
fn is_replayed(first: &Answer, again: &Answer) {
    assert_eq!((first.status, first.body_text()), (again.status, again.body_text()));
    for header in ["location", "content-location", "etag", "cache-control", "content-type"] {
        assert_eq!(first.header(header), again.header(header), "{header}");
    }
    assert_eq!(
        (
            first.header("idempotency-replayed"),
            again.header("idempotency-replayed")
        ),
        ("", "true")
    );
}

fn a_request_sent_again_is_answered_as_the_first_time(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let first = send(&coordinator, "/v1/clubs", KEY, &club("DIT"));
    first.expect(201);
    app.pass(chrono::TimeDelta::minutes(1));
    is_replayed(&first, &send(&coordinator, "/v1/clubs", KEY, &club("DIT")));
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
    // Without the key it is another request.
    coordinator.post("/v1/clubs", &club("DIT")).refused(409, "code-taken");
}

fn every_operation_that_creates_takes_a_key(app: &TestApp) {
    let administrator = app.administrator();
    let club = app.club("ZA-NW");
    let (first, second, account) = (app.player(&club), app.player(&club), app.account());
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = administrator.post(&grants, &json!({ "role": "umpire" })).expect(201);
    let player = json!({
        "family_name": "Mokoena", "birth_date": "1998-04-17", "sex": "male", "province": "ZA-NW", "club_id": club,
    });
    let game =
        json!({ "first_player_id": first, "second_player_id": second, "played_on": "2026-11-20", "turns": ["E1"] });
    let account = json!({ "email": "kagiso@example.org", "name": "Kagiso" });
    for (path, body) in [
        ("/v1/players", player),
        ("/v1/games", game),
        ("/v1/accounts", account),
        (&grants, json!({ "role": "umpire" })),
    ] {
        let key = format!("key of {path}");
        let first = send(&administrator, path, &key, &body);
        first.expect(201);
        is_replayed(&first, &send(&administrator, path, &key, &body));
    }
    let path = format!("/v1/grants/{}/revocations", text(&grant["id"]));
    let revoke = || administrator.send("POST", &path, &[("idempotency-key", KEY)], None);
    let first = revoke();
    first.expect(201);
    is_replayed(&first, &revoke());
    administrator
        .send("POST", &path, &[], None)
        .refused(409, "already-revoked");
    let other = administrator.post(&grants, &json!({ "role": "umpire" })).expect(201);
    let path = format!("/v1/grants/{}/revocations", text(&other["id"]));
    let reused = administrator.send("POST", &path, &[("idempotency-key", KEY)], None);
    reused.refused(422, "idempotency-key-reused");
}

fn a_key_is_of_one_request(app: &TestApp) {
    let administrator = app.administrator();
    send(&administrator, "/v1/clubs", KEY, &club("DIT")).expect(201);
    send(&administrator, "/v1/clubs", KEY, &club("MAH")).refused(422, "idempotency-key-reused");
    let account = json!({ "email": "kagiso@example.org", "name": "Kagiso" });
    send(&administrator, "/v1/accounts", KEY, &account).refused(422, "idempotency-key-reused");
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
    send(&administrator, "/v1/clubs", "another", &club("MAH")).expect(201);
}

/// A request may hold a birth date: whoever reads the digest alone must not be able to try all of them.
fn what_was_asked_is_kept_as_a_keyed_digest(app: &TestApp) {
    use sha2::Digest;
    let body = club("DIT");
    send(&app.administrator(), "/v1/clubs", KEY, &body).expect(201);
    let kept: String = answers::table
        .select(answers::fingerprint)
        .first(&mut app.connection())
        .unwrap();
    let plain = sha2::Sha256::digest(format!("POST /v1/clubs\n{body}"));
    let digits = plain.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let plain: String = digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect();
    assert!(kept.len() == 64 && kept != plain, "{kept}");
}

fn a_key_is_of_one_account(app: &TestApp) {
    send(&app.coordinator("ZA-NW"), "/v1/clubs", KEY, &club("DIT")).expect(201);
    let other = app.coordinator("ZA-NW");
    send(&other, "/v1/clubs", KEY, &club("DIT")).refused(409, "code-taken");
    let answer = send(&other, "/v1/clubs", KEY, &club("MAH"));
    assert_eq!((answer.status, answer.header("idempotency-replayed")), (201, ""));
}

fn of_many_at_once_one_works(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let send = || send(&coordinator, "/v1/clubs", KEY, &club("DIT"));
        let at_once: Vec<_> = (0..8).map(|_| scope.spawn(send)).collect();
        at_once.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    let first = answers[0].expect(201);
    assert!(answers.iter().all(|answer| answer.expect(201) == first));
    assert_eq!(
        answers
            .iter()
            .filter(|answer| answer.header("idempotency-replayed").is_empty())
            .count(),
        1
    );
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
}

fn a_refusal_is_not_kept(app: &TestApp) {
    let administrator = app.administrator();
    let club_id = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f";
    let player = json!({
        "family_name": "Mokoena", "birth_date": "1998-04-17", "sex": "male", "province": "ZA-NW", "club_id": club_id,
    });
    send(&administrator, "/v1/players", KEY, &player).refused(422, "unknown-club");
    let mut club = club("DIT");
    club["id"] = json!(club_id);
    administrator.post("/v1/clubs", &club).expect(201);
    assert_eq!(
        send(&administrator, "/v1/players", KEY, &player).expect(201)["number"],
        "M-0000001-B"
    );
}

fn a_key_is_kept_for_seven_days(app: &TestApp) {
    send(&app.administrator(), "/v1/clubs", KEY, &club("DIT")).expect(201);
    app.pass(chrono::TimeDelta::days(7) - chrono::TimeDelta::seconds(1));
    let answer = send(&app.administrator(), "/v1/clubs", KEY, &club("DIT"));
    assert_eq!((answer.status, answer.header("idempotency-replayed")), (201, "true"));
    app.pass(chrono::TimeDelta::seconds(1));
    send(&app.administrator(), "/v1/clubs", KEY, &club("DIT")).refused(409, "code-taken");
    send(&app.administrator(), "/v1/clubs", KEY, &club("MAH")).expect(201);
}

fn a_key_has_a_form(app: &TestApp) {
    let administrator = app.administrator();
    for key in ["", "ünal", &"x".repeat(256)] {
        send(&administrator, "/v1/clubs", key, &club("DIT")).refused(400, "invalid-idempotency-key");
    }
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
    send(&administrator, "/v1/clubs", &"x".repeat(255), &club("DIT")).expect(201);
}

fn who_may_no_longer_ask_is_not_answered_again(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = app
        .administrator()
        .post(&grants, &json!({ "role": "coordinator", "province": "ZA-NW" }))
        .expect(201);
    let coordinator = app.sign_in(&account.email);
    send(&coordinator, "/v1/clubs", KEY, &club("DIT")).expect(201);
    let path = format!("/v1/grants/{}/revocations", text(&grant["id"]));
    app.administrator().send("POST", &path, &[], None).expect(201);
    send(&coordinator, "/v1/clubs", KEY, &club("DIT")).refused(403, "role-required");
}
