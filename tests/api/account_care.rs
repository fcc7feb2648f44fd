//! Accounts looked after: invited, deactivated, their passwords and sessions.

use chrono::TimeDelta;
use diesel::prelude::*;
use federation_records::db::schema::{refresh_tokens, sessions};
use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, PASSWORD, TestApp};
use crate::caller::{Answer, Caller, text};
use crate::sign_in::try_to_sign_in;

on_sqlite! {
    an_invitation_is_good_once_for_a_week,
    a_forgotten_password_is_replaced_within_half_an_hour,
    a_password_that_others_guess_is_refused,
    the_own_password_is_changed_with_the_old_one,
    an_account_tells_what_it_may_do,
    a_deactivated_account_does_nothing_until_it_is_reactivated,
    the_last_administrator_stays,
    sessions_are_listed_and_ended_by_their_owner_or_an_administrator,
    a_session_ends_after_ninety_days,
    what_is_over_is_cleared_away,
    a_refusal_names_the_roles_that_are_let_in,
}

const NEW: &str = "four cows by the river";

fn set(app: &TestApp, code: &str, password: &str) -> Answer {
    app.anyone()
        .post("/v1/passwords", &json!({ "code": code, "password": password }))
}

fn done(app: &TestApp, path: &str) -> Answer {
    app.administrator().send("POST", path, &[], None)
}

/// Somebody who has an account and no password yet; the id.
fn invited(app: &TestApp) -> String {
    let account = json!({ "email": "kagiso@example.org", "name": "Kagiso Moatshe" });
    text(&app.administrator().post("/v1/accounts", &account).expect(201)["id"]).to_owned()
}

fn an_invitation_is_good_once_for_a_week(app: &TestApp) {
    let id = invited(app);
    try_to_sign_in(app, "kagiso@example.org", "").refused(401, "sign-in-refused");
    let path = format!("/v1/accounts/{id}/password-codes");
    let answer = done(app, &path);
    let invitation = answer.expect(200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(invitation["expires_at"], "2026-11-27T08:00:00.000000Z");
    // Another takes the place of the first.
    let code = app.password_code(&id);
    set(app, text(&invitation["code"]), PASSWORD).refused(401, "password-code-refused");
    app.pass(TimeDelta::days(7) - TimeDelta::seconds(1));
    assert_eq!(set(app, &code, PASSWORD).status, 204);
    set(app, &code, NEW).refused(401, "password-code-refused");
    try_to_sign_in(app, "kagiso@example.org", PASSWORD).expect(200);
    let id = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f";
    done(app, &format!("/v1/accounts/{id}/password-codes")).refused(404, "not-found");
}

fn a_forgotten_password_is_replaced_within_half_an_hour(app: &TestApp) {
    let account = app.account();
    let before = app.sign_in(&account.email);
    let code = app.password_code(&account.id);
    before.get("/v1/me").expect(200);
    app.pass(TimeDelta::minutes(30));
    set(app, &code, NEW).refused(401, "password-code-refused");
    let before = app.sign_in(&account.email);
    let code = app.password_code(&account.id);
    app.pass(TimeDelta::minutes(10));
    assert_eq!(set(app, &code, NEW).status, 204);
    // Whoever had got in is out.
    before.get("/v1/me").refused(401, "token-invalid");
    try_to_sign_in(app, &account.email, PASSWORD).refused(401, "sign-in-refused");
    try_to_sign_in(app, &account.email, NEW).expect(200);
}

fn a_password_that_others_guess_is_refused(app: &TestApp) {
    let id = invited(app);
    let code = app.password_code(&id);
    for (password, told) in [
        ("elevenchars", "too-short"),
        ("kagiso@example.org", "too-common"),
        ("KagisoMoatshe1", "too-common"),
        ("morabaraba2026", "too-common"),
        ("passwordpassword", "too-common"),
        ("123456789012", "too-common"),
        (&"x".repeat(129), "too-long"),
    ] {
        let problem = set(app, &code, password).refused(422, "invalid-input");
        let fault = &problem["errors"][0];
        assert_eq!((&fault["pointer"], &fault["code"]), (&json!("/password"), &json!(told)));
        assert!(!problem.to_string().contains(password));
    }
    // What was refused has not used the code up.
    assert_eq!(set(app, &code, NEW).status, 204);
    let wrong = json!({ "code": 7, "password": NEW });
    app.anyone().post("/v1/passwords", &wrong).refused(422, "invalid-input");
}

fn the_own_password_is_changed_with_the_old_one(app: &TestApp) {
    let account = app.account();
    let (here, elsewhere) = (app.sign_in(&account.email), app.sign_in(&account.email));
    let change = |current: &str, password: &str| {
        let body = json!({ "current_password": current, "password": password });
        here.post("/v1/me/passwords", &body)
    };
    change("a cow in the crawl", NEW).refused(422, "wrong-password");
    change(PASSWORD, "short").refused(422, "invalid-input");
    change(PASSWORD, "morabaraba 1").refused(422, "invalid-input");
    elsewhere.get("/v1/me").expect(200);
    assert_eq!(change(PASSWORD, NEW).status, 204);
    here.get("/v1/me").expect(200);
    elsewhere.get("/v1/me").refused(401, "token-invalid");
    try_to_sign_in(app, &account.email, PASSWORD).refused(401, "sign-in-refused");
    try_to_sign_in(app, &account.email, NEW).expect(200);
    // Whoever has found the device unlocked cannot try all passwords.
    for _ in 0..5 {
        change(PASSWORD, "a goat by the river").refused(422, "wrong-password");
    }
    let answer = change(NEW, "a goat by the river");
    answer.refused(429, "too-many-requests");
    assert_eq!(answer.header("retry-after"), "2");
    app.pass(TimeDelta::seconds(2));
    assert_eq!(change(NEW, "a goat by the river").status, 204);
}

fn an_account_tells_what_it_may_do(app: &TestApp) {
    let (account, club) = (app.account(), app.club("ZA-NW"));
    let grants = format!("/v1/accounts/{}/grants", account.id);
    for grant in [
        json!({ "role": "coordinator", "province": "ZA-NW" }),
        json!({ "role": "club_secretary", "club_id": club }),
        json!({ "role": "umpire", "valid_from": "2026-11-21" }),
    ] {
        app.pass(TimeDelta::seconds(1));
        app.administrator().post(&grants, &grant).expect(201);
    }
    let caller = app.sign_in(&account.email);
    let own = caller.get("/v1/me").expect(200);
    let read = app.administrator().get(&format!("/v1/accounts/{}", account.id));
    assert_eq!(own["account"], read.expect(200));
    assert_eq!(own["account"]["grants"].as_array().unwrap().len(), 3);
    let scopes = json!([
        { "role": "coordinator", "province": "ZA-NW", "club_id": null },
        { "role": "club_secretary", "province": null, "club_id": club },
    ]);
    assert_eq!(
        (&own["scopes"], &own["second_factor_required"]),
        (&scopes, &json!(false))
    );
    let sessions = caller.get(&format!("/v1/accounts/{}/sessions", account.id)).expect(200);
    assert_eq!(sessions["items"][0]["id"], own["session_id"]);
    app.anyone().get("/v1/me").refused(401, "token-required");
}

fn a_deactivated_account_does_nothing_until_it_is_reactivated(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    app.administrator()
        .post(&grants, &json!({ "role": "administrator" }))
        .expect(201);
    let caller = app.sign_in(&account.email);
    let tokens = try_to_sign_in(app, &account.email, PASSWORD).expect(200);
    caller.get("/v1/accounts").expect(200);
    let code = app.password_code(&account.id);
    let path = |change: &str| format!("/v1/accounts/{}/{change}", account.id);
    let answer = done(app, &path("deactivations"));
    let deactivated = answer.expect(201);
    assert_eq!(deactivated["deactivated_at"], "2026-11-20T08:00:00.000000Z");
    assert_eq!(
        app.administrator().get(answer.header("location")).expect(200),
        deactivated
    );
    caller.get("/v1/me").refused(401, "token-invalid");
    let refresh = json!({ "refresh_token": tokens["refresh_token"] });
    app.anyone()
        .post("/v1/tokens/refreshes", &refresh)
        .refused(401, "refresh-token-refused");
    try_to_sign_in(app, &account.email, PASSWORD).refused(403, "account-deactivated");
    // Whoever does not know the password is not told.
    try_to_sign_in(app, &account.email, NEW).refused(401, "sign-in-refused");
    set(app, &code, NEW).refused(401, "password-code-refused");
    done(app, &path("deactivations")).refused(409, "already-deactivated");
    let reactivated = done(app, &path("reactivations")).expect(201);
    assert_eq!(reactivated["deactivated_at"], Value::Null);
    done(app, &path("reactivations")).refused(409, "not-deactivated");
    app.sign_in(&account.email).get("/v1/accounts").expect(200);
    caller.get("/v1/me").refused(401, "token-invalid");
}

fn the_last_administrator_stays(app: &TestApp) {
    let administrator = app.administrator();
    let own = administrator.get("/v1/me").expect(200);
    let account = &own["account"];
    let revocation = format!("/v1/grants/{}/revocations", text(&account["grants"][0]["id"]));
    let deactivation = format!("/v1/accounts/{}/deactivations", text(&account["id"]));
    let refused = |path: &str| done(app, path).refused(409, "last-administrator");
    refused(&revocation);
    refused(&deactivation);
    // Nobody else counts who cannot act: not invited yet, with a grant that begins tomorrow, or out of use.
    let id = invited(app);
    let grants = format!("/v1/accounts/{id}/grants");
    administrator
        .post(&grants, &json!({ "role": "administrator" }))
        .expect(201);
    refused(&revocation);
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let tomorrow = json!({ "role": "administrator", "valid_from": "2026-11-21" });
    administrator.post(&grants, &tomorrow).expect(201);
    refused(&revocation);
    administrator
        .post(&grants, &json!({ "role": "administrator" }))
        .expect(201);
    done(app, &format!("/v1/accounts/{}/deactivations", account.id)).expect(201);
    refused(&deactivation);
    administrator.get("/v1/accounts").expect(200);
    // Once there is another, one may go.
    app.set_password(&id);
    done(app, &revocation).expect(201);
    administrator.get("/v1/accounts").refused(403, "role-required");
    let email = "kagiso@example.org";
    let other = app.sign_in(email);
    other.get("/v1/accounts").expect(200);
    let own = other.get("/v1/me").expect(200);
    let path = format!("/v1/accounts/{}/deactivations", text(&own["account"]["id"]));
    other.send("POST", &path, &[], None).refused(409, "last-administrator");
}

fn sessions_are_listed_and_ended_by_their_owner_or_an_administrator(app: &TestApp) {
    let account = app.account();
    let path = format!("/v1/accounts/{}/sessions", account.id);
    let [first, second, third] = [0, 1, 2].map(|second| {
        app.at(&format!("2026-11-20T08:00:0{second}Z"));
        app.sign_in(&account.email)
    });
    let id = |caller: &Caller<'_>| text(&caller.get("/v1/me").expect(200)["session_id"]).to_owned();
    let (id_of_first, id_of_second, id_of_third) = (id(&first), id(&second), id(&third));
    let listed = first.get(&path).expect(200);
    let expected: Vec<Value> = [&id_of_first, &id_of_second, &id_of_third]
        .into_iter()
        .enumerate()
        .map(|(second, id)| {
            json!({
                "id": id, "started_at": format!("2026-11-20T08:00:0{second}.000000Z"),
                "expires_at": format!("2027-02-18T08:00:0{second}.000000Z"), "ended_at": null,
                "network": "127.0.0.1", "browser": false, "current": second == 0,
                "application": null,
            })
        })
        .collect();
    assert_eq!(listed["items"], json!(expected));
    let ending = |id: &str| format!("/v1/sessions/{id}/endings");
    let stranger = app.sign_in(&app.account().email);
    stranger.get(&path).refused(404, "not-found");
    for path in [ending(&id_of_second), ending("019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")] {
        stranger.send("POST", &path, &[], None).refused(404, "not-found");
    }
    let ended = first.send("POST", &ending(&id_of_second), &[], None).expect(200);
    assert_eq!(ended["ended_at"], "2026-11-20T08:00:02.000000Z");
    second.get("/v1/me").refused(401, "token-invalid");
    first
        .send("POST", &ending(&id_of_second), &[], None)
        .refused(409, "session-ended");
    done(app, &ending(&id_of_third)).expect(200);
    third.get("/v1/me").refused(401, "token-invalid");
    let left = app.administrator().get(&path).expect(200);
    assert_eq!(left["items"].as_array().unwrap().len(), 1);
    first.get("/v1/me").expect(200);
}

fn a_session_ends_after_ninety_days(app: &TestApp) {
    let account = app.account();
    let mut tokens = try_to_sign_in(app, &account.email, PASSWORD).expect(200);
    let refresh = |tokens: &Value| {
        let body = json!({ "refresh_token": tokens["refresh_token"] });
        app.anyone().post("/v1/tokens/refreshes", &body)
    };
    for _ in 0..3 {
        app.pass(TimeDelta::days(30) - TimeDelta::minutes(1));
        tokens = refresh(&tokens).expect(200);
    }
    let me = |tokens: &Value| app.bearer(text(&tokens["access_token"])).get("/v1/me");
    me(&tokens).expect(200);
    app.pass(TimeDelta::minutes(3));
    me(&tokens).refused(401, "token-invalid");
    refresh(&tokens).refused(401, "refresh-token-refused");
}

fn what_is_over_is_cleared_away(app: &TestApp) {
    let account = app.account();
    let tokens = try_to_sign_in(app, &account.email, PASSWORD).expect(200);
    let count = || {
        let connection = &mut app.connection();
        let sessions: i64 = sessions::table.count().get_result(connection).unwrap();
        let tokens: i64 = refresh_tokens::table.count().get_result(connection).unwrap();
        (sessions, tokens)
    };
    let path = "/v1/tokens/refreshes";
    let refresh = json!({ "refresh_token": tokens["refresh_token"] });
    app.anyone().post(path, &refresh).expect(200);
    assert_eq!(count(), (2, 3), "the administrator's, and this one's");
    app.pass(TimeDelta::days(89));
    try_to_sign_in(app, ADMINISTRATOR, PASSWORD).expect(200);
    assert_eq!(count(), (3, 4));
    app.pass(TimeDelta::days(1));
    try_to_sign_in(app, ADMINISTRATOR, PASSWORD).expect(200);
    assert_eq!(count(), (2, 2));
}

fn a_refusal_names_the_roles_that_are_let_in(app: &TestApp) {
    let caller = app.sign_in(&app.account().email);
    let told = |path: &str| {
        let problem = caller.get(path).refused(403, "role-required");
        (text(&problem["detail"]).to_owned(), problem["allowed_roles"].clone())
    };
    assert_eq!(
        told("/v1/accounts"),
        ("This is for administrators.".to_owned(), json!(["administrator"]))
    );
    assert_eq!(
        told(&format!("/v1/particulars?club_id={}", app.club("ZA-NW"))),
        (
            "This is for administrators, coordinators and club secretaries.".to_owned(),
            json!(["administrator", "coordinator", "club_secretary"])
        )
    );
}
