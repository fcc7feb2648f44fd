//! Second factors: set up, asked for, lost and taken away.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::app::{Account, PASSWORD, TestApp};
use crate::caller::{Answer, text};
use crate::world::accounts::code;

on_sqlite! {
    a_second_factor_is_asked_for_once_it_is_confirmed,
    a_code_is_good_once_and_for_its_moment,
    a_recovery_code_is_good_once,
    a_second_factor_is_taken_away_by_its_owner,
    an_administrator_takes_a_lost_one_away,
    a_new_password_does_not_go_round_it,
    codes_cannot_be_guessed,
}

#[test]
fn on_sqlite_the_federation_may_require_one() {
    let app = TestApp::requiring_second_factors();
    let administrator = app.administrator();
    let own = administrator.get("/v1/me").expect(200);
    assert_eq!(own["second_factor_required"], true);
    let problem = administrator.get("/v1/accounts").refused(403, "second-factor-required");
    assert_eq!(problem["allowed_roles"], Value::Null);
    let secret = administrator
        .post("/v1/me/second-factors", &json!({ "password": PASSWORD }))
        .expect(200);
    administrator.get("/v1/accounts").refused(403, "second-factor-required");
    let shown = json!({ "code": code(&app, text(&secret["secret"])) });
    administrator
        .post("/v1/me/second-factors/confirmations", &shown)
        .expect(200);
    administrator.get("/v1/accounts").expect(200);
    assert_eq!(administrator.get("/v1/me").expect(200)["second_factor_required"], false);
    // Others are asked for none.
    let umpire = app.granted(&json!({ "role": "umpire" }));
    assert_eq!(umpire.get("/v1/me").expect(200)["second_factor_required"], false);
    let coordinator = app.coordinator("ZA-NW");
    coordinator
        .get(&format!("/v1/particulars?club_id={}", app.club("ZA-NW")))
        .refused(403, "second-factor-required");
}

fn try_to_sign_in(app: &TestApp, account: &Account, code: Option<&str>) -> Answer {
    let body = json!({ "email": account.email, "password": PASSWORD, "code": code });
    app.anyone().post("/v1/tokens", &body)
}

/// An account with a second factor: its secret, and its recovery codes.
pub fn with_one(app: &TestApp) -> (Account, String, Vec<String>) {
    let account = app.account();
    let caller = app.sign_in(&account.email);
    let answer = caller.post("/v1/me/second-factors", &json!({ "password": PASSWORD }));
    let secret = text(&answer.expect(200)["secret"]).to_owned();
    let shown = json!({ "code": code(app, &secret) });
    let confirmed = caller.post("/v1/me/second-factors/confirmations", &shown).expect(200);
    let codes = confirmed["recovery_codes"].as_array().unwrap();
    app.pass(TimeDelta::minutes(1));
    (
        account,
        secret,
        codes.iter().map(|code| text(code).to_owned()).collect(),
    )
}

fn a_second_factor_is_asked_for_once_it_is_confirmed(app: &TestApp) {
    let account = app.account();
    let (here, elsewhere) = (app.sign_in(&account.email), app.sign_in(&account.email));
    let confirm = |code: &str| here.post("/v1/me/second-factors/confirmations", &json!({ "code": code }));
    confirm("005924").refused(409, "no-second-factor");
    let set_up = |password: &str| here.post("/v1/me/second-factors", &json!({ "password": password }));
    set_up("a cow in the crawl").refused(422, "wrong-password");
    let first = set_up(PASSWORD).expect(200);
    let answer = set_up(PASSWORD);
    let second = answer.expect(200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_ne!(first["secret"], second["secret"]);
    let uri = text(&second["uri"]);
    assert!(
        uri.starts_with("otpauth://totp/") && uri.contains(text(&second["secret"])),
        "{uri}"
    );
    confirm(&code(app, text(&first["secret"]))).refused(422, "wrong-code");
    try_to_sign_in(app, &account, None).expect(200);
    let confirmed = confirm(&code(app, text(&second["secret"]))).expect(200);
    assert_eq!(confirmed["recovery_codes"].as_array().unwrap().len(), 10);
    let again = confirm(&code(app, text(&second["secret"])));
    again.refused(409, "second-factor-exists");
    set_up(PASSWORD).refused(409, "second-factor-exists");
    // Sessions that were begun without it are over; this one has shown it.
    elsewhere.get("/v1/me").refused(401, "token-invalid");
    assert_eq!(here.get("/v1/me").expect(200)["account"]["has_second_factor"], true);
    try_to_sign_in(app, &account, None).refused(401, "code-required");
    try_to_sign_in(app, &account, Some("000000")).refused(401, "sign-in-refused");
    app.pass(TimeDelta::minutes(1));
    try_to_sign_in(app, &account, Some(&code(app, text(&second["secret"])))).expect(200);
    // Whoever does not know the password is not told that there is one.
    let wrong = json!({ "email": account.email, "password": "a cow in the crawl" });
    app.anyone().post("/v1/tokens", &wrong).refused(401, "sign-in-refused");
}

fn a_code_is_good_once_and_for_its_moment(app: &TestApp) {
    let (account, secret, _) = with_one(app);
    let shown = code(app, &secret);
    try_to_sign_in(app, &account, Some(&shown)).expect(200);
    try_to_sign_in(app, &account, Some(&shown)).refused(401, "sign-in-refused");
    app.pass(TimeDelta::minutes(1));
    let early = code(app, &secret);
    app.pass(TimeDelta::minutes(2));
    try_to_sign_in(app, &account, Some(&early)).refused(401, "sign-in-refused");
    try_to_sign_in(app, &account, Some(&code(app, &secret))).expect(200);
}

fn a_recovery_code_is_good_once(app: &TestApp) {
    let (account, _, codes) = with_one(app);
    try_to_sign_in(app, &account, Some(&codes[0])).expect(200);
    try_to_sign_in(app, &account, Some(&codes[0])).refused(401, "sign-in-refused");
    let typed = codes[1].to_uppercase().replace('-', " ");
    try_to_sign_in(app, &account, Some(&typed)).expect(200);
    let (other, ..) = with_one(app);
    try_to_sign_in(app, &other, Some(&codes[2])).refused(401, "sign-in-refused");
}

fn a_second_factor_is_taken_away_by_its_owner(app: &TestApp) {
    let (account, secret, _) = with_one(app);
    let tokens = try_to_sign_in(app, &account, Some(&code(app, &secret))).expect(200);
    let caller = app.bearer(text(&tokens["access_token"]));
    let remove = |password: &str, code: &str| {
        let body = json!({ "password": password, "code": code });
        caller.post("/v1/me/second-factors/removals", &body)
    };
    app.pass(TimeDelta::minutes(1));
    remove("a cow in the crawl", &code(app, &secret)).refused(422, "wrong-password");
    remove(PASSWORD, "000000").refused(422, "wrong-code");
    assert_eq!(remove(PASSWORD, &code(app, &secret)).status, 204);
    remove(PASSWORD, "000000").refused(409, "no-second-factor");
    try_to_sign_in(app, &account, None).expect(200);
}

fn an_administrator_takes_a_lost_one_away(app: &TestApp) {
    let (account, secret, _) = with_one(app);
    let tokens = try_to_sign_in(app, &account, Some(&code(app, &secret))).expect(200);
    let path = format!("/v1/accounts/{}/second-factor-removals", account.id);
    let remove = || app.administrator().send("POST", &path, &[], None);
    assert_eq!(remove().status, 204);
    remove().refused(409, "no-second-factor");
    let caller = app.bearer(text(&tokens["access_token"]));
    caller.get("/v1/me").refused(401, "token-invalid");
    try_to_sign_in(app, &account, None).expect(200);
    let unknown = "/v1/accounts/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f/second-factor-removals";
    app.administrator()
        .send("POST", unknown, &[], None)
        .refused(404, "not-found");
}

/// Whoever has forgotten the password has still to show the code.
fn a_new_password_does_not_go_round_it(app: &TestApp) {
    let (account, secret, _) = with_one(app);
    app.set_password(&account.id);
    try_to_sign_in(app, &account, None).refused(401, "code-required");
    try_to_sign_in(app, &account, Some(&code(app, &secret))).expect(200);
}

fn codes_cannot_be_guessed(app: &TestApp) {
    let (account, secret, _) = with_one(app);
    for guess in 0..5 {
        try_to_sign_in(app, &account, Some(&format!("{guess:06}"))).refused(401, "sign-in-refused");
    }
    let answer = try_to_sign_in(app, &account, Some(&code(app, &secret)));
    answer.refused(429, "too-many-requests");
    app.pass(TimeDelta::seconds(2));
    try_to_sign_in(app, &account, Some(&code(app, &secret))).expect(200);
}
