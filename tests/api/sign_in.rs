//! Signing in and out: what the tokens are good for, and from when on they are not.

use std::sync::Barrier;

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::app::{Account, PASSWORD, TestApp};
use crate::caller::{Answer, text};
use crate::forging::part;

on_both_databases! {
    the_right_password_gives_a_pair_of_tokens,
    a_wrong_password_and_an_unknown_address_are_refused_alike,
    the_case_of_the_address_does_not_matter,
    a_sign_in_of_the_wrong_form_is_told_where,
    an_access_token_is_good_for_a_quarter_of_an_hour,
    without_a_token_one_is_asked_for,
    what_is_open_stays_open_with_a_bad_token,
    a_refresh_token_is_good_for_one_use,
    a_used_refresh_token_shown_again_ends_the_session,
    a_refresh_token_is_good_for_thirty_days,
    of_two_refreshes_at_once_one_succeeds_and_the_session_ends,
    signing_out_ends_the_session_at_once,
    signing_out_answers_alike_whatever_was_sent,
    a_flood_of_sign_ins_is_answered_or_told_to_come_back,
}

pub fn try_to_sign_in(app: &TestApp, email: &str, password: &str) -> Answer {
    app.anyone()
        .post("/v1/tokens", &json!({ "email": email, "password": password }))
}

pub fn sign_in(app: &TestApp, account: &Account) -> Value {
    try_to_sign_in(app, &account.email, PASSWORD).expect(200)
}

fn refresh(app: &TestApp, tokens: &Value) -> Answer {
    app.anyone().post(
        "/v1/tokens/refreshes",
        &json!({ "refresh_token": tokens["refresh_token"] }),
    )
}

fn sign_out(app: &TestApp, tokens: &Value) -> Answer {
    app.anyone().post(
        "/v1/tokens/revocations",
        &json!({ "refresh_token": tokens["refresh_token"] }),
    )
}

/// Reads the account of the tokens with their access token.
fn read_own(app: &TestApp, tokens: &Value) -> Answer {
    let path = format!("/v1/accounts/{}", text(&tokens["account_id"]));
    app.bearer(text(&tokens["access_token"])).get(&path)
}

#[track_caller]
pub fn refused_as_invalid(app: &TestApp, token: &str) {
    let answer = app.bearer(token).get("/v1/accounts");
    assert_eq!(answer.status, 401, "{token}: {}", answer.body_text());
    answer.refused(401, "token-invalid");
    assert_eq!(answer.header("www-authenticate"), "Bearer error=\"invalid_token\"");
}

pub fn administrators_token(app: &TestApp) -> String {
    let tokens = try_to_sign_in(app, "administrator@federation.example", PASSWORD).expect(200);
    let token = text(&tokens["access_token"]).to_owned();
    app.bearer(&token).get("/v1/accounts").expect(200);
    token
}

fn the_right_password_gives_a_pair_of_tokens(app: &TestApp) {
    let account = app.account();
    let answer = try_to_sign_in(app, &account.email, PASSWORD);
    let tokens = answer.expect(200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(tokens["expires_in"], 900);
    assert_eq!(tokens["account_id"], account.id.as_str());
    assert_eq!(text(&tokens["refresh_token"]).len(), 43);
    let (header, claims) = (
        part(text(&tokens["access_token"]), 0),
        part(text(&tokens["access_token"]), 1),
    );
    assert_eq!((&header["alg"], &header["typ"]), (&json!("EdDSA"), &json!("at+jwt")));
    let keys = app.anyone().get("/.well-known/jwks.json").expect(200);
    assert_eq!(keys["keys"][0]["kid"], header["kid"]);
    assert_eq!(keys["keys"][0].get("d"), None);
    assert_eq!(claims["iss"], "http://records.example");
    assert_eq!(claims["aud"], "federation-records");
    assert_eq!(claims["sub"], account.id.as_str());
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 900);
    assert_eq!(read_own(app, &tokens).expect(200)["email"], account.email.as_str());
}

fn a_wrong_password_and_an_unknown_address_are_refused_alike(app: &TestApp) {
    let account = app.account();
    let told = |email: &str, password: &str| {
        let answer = try_to_sign_in(app, email, password);
        let mut problem = answer.refused(401, "sign-in-refused");
        problem["instance"] = Value::Null;
        let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
        names.sort();
        (problem, names)
    };
    let wrong_password = told(&account.email, "a cow in the crawl");
    for (email, password) in [
        ("nobody@federation.example", PASSWORD),
        ("nobody", PASSWORD),
        ("", ""),
        ("nobody@federation.example\u{0}", PASSWORD),
        (&account.email, ""),
        (&account.email, "a cow in the kraal "),
        (&account.email, "A cow in the kraal"),
        (&account.email, &PASSWORD.repeat(7)),
    ] {
        app.pass(TimeDelta::minutes(2)); // guessing has its pauses
        assert_eq!(told(email, password), wrong_password, "{email} {password}");
    }
}

fn the_case_of_the_address_does_not_matter(app: &TestApp) {
    let account = app.account();
    let tokens = try_to_sign_in(app, &account.email.to_uppercase(), PASSWORD).expect(200);
    assert_eq!(tokens["account_id"], account.id.as_str());
}

fn a_sign_in_of_the_wrong_form_is_told_where(app: &TestApp) {
    for (body, pointer) in [
        (json!({ "email": "a@b.example" }), "/password"),
        (json!({ "email": ["a@b.example"], "password": PASSWORD }), "/email"),
        (json!({ "email": "a@b.example", "password": null }), "/password"),
        (
            json!({ "email": "a@b.example", "password": PASSWORD, "remember": true }),
            "/remember",
        ),
    ] {
        let problem = app.anyone().post("/v1/tokens", &body).refused(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
}

fn an_access_token_is_good_for_a_quarter_of_an_hour(app: &TestApp) {
    let tokens = sign_in(app, &app.account());
    app.pass(TimeDelta::seconds(15 * 60 - 1));
    read_own(app, &tokens).expect(200);
    app.pass(TimeDelta::seconds(1));
    let answer = read_own(app, &tokens);
    answer.refused(401, "token-expired");
    assert_eq!(answer.header("www-authenticate"), "Bearer error=\"invalid_token\"");
}

fn without_a_token_one_is_asked_for(app: &TestApp) {
    let answer = app.anyone().get("/v1/accounts");
    answer.refused(401, "token-required");
    assert_eq!(answer.header("www-authenticate"), "Bearer");
}

fn what_is_open_stays_open_with_a_bad_token(app: &TestApp) {
    app.bearer("garbage").get("/v1/provinces").expect(200);
    assert_eq!(app.bearer("garbage").get("/v1/clubs").items().len(), 0);
}

fn a_refresh_token_is_good_for_one_use(app: &TestApp) {
    let first = sign_in(app, &app.account());
    let second = refresh(app, &first).expect(200);
    assert_eq!(second["account_id"], first["account_id"]);
    assert_ne!(second["refresh_token"], first["refresh_token"]);
    assert_ne!(second["access_token"], first["access_token"]);
    read_own(app, &first).expect(200);
    read_own(app, &second).expect(200);
    let third = refresh(app, &second).expect(200);
    read_own(app, &third).expect(200);
    refresh(app, &second).refused(401, "refresh-token-refused");
    refresh(app, &json!({ "refresh_token": "unknown" })).refused(401, "refresh-token-refused");
    // An access token refreshes nothing.
    refresh(app, &json!({ "refresh_token": first["access_token"] })).refused(401, "refresh-token-refused");
}

fn a_used_refresh_token_shown_again_ends_the_session(app: &TestApp) {
    let account = app.account();
    let (first, elsewhere) = (sign_in(app, &account), sign_in(app, &account));
    let second = refresh(app, &first).expect(200);
    read_own(app, &second).expect(200);
    refresh(app, &first).refused(401, "refresh-token-refused");
    read_own(app, &first).refused(401, "token-invalid");
    read_own(app, &second).refused(401, "token-invalid");
    refresh(app, &second).refused(401, "refresh-token-refused");
    // The account's other sessions go on.
    read_own(app, &elsewhere).expect(200);
    refresh(app, &elsewhere).expect(200);
}

fn a_refresh_token_is_good_for_thirty_days(app: &TestApp) {
    let first = sign_in(app, &app.account());
    app.pass(TimeDelta::days(30) - TimeDelta::seconds(1));
    read_own(app, &first).refused(401, "token-expired");
    let second = refresh(app, &first).expect(200);
    read_own(app, &second).expect(200);
    app.pass(TimeDelta::days(30));
    refresh(app, &second).refused(401, "refresh-token-refused");
}

fn of_two_refreshes_at_once_one_succeeds_and_the_session_ends(app: &TestApp) {
    let account = app.account();
    for _ in 0..5 {
        let first = sign_in(app, &account);
        let together = Barrier::new(2);
        let answers = std::thread::scope(|scope| {
            let one = || {
                together.wait();
                refresh(app, &first)
            };
            [scope.spawn(one), scope.spawn(one)].map(|thread| thread.join().unwrap())
        });
        let [won, lost] = if answers[0].status == 200 {
            [&answers[0], &answers[1]]
        } else {
            [&answers[1], &answers[0]]
        };
        let second = won.expect(200);
        lost.refused(401, "refresh-token-refused");
        read_own(app, &second).refused(401, "token-invalid");
        refresh(app, &second).refused(401, "refresh-token-refused");
    }
}

fn signing_out_ends_the_session_at_once(app: &TestApp) {
    let account = app.account();
    let (first, elsewhere) = (sign_in(app, &account), sign_in(app, &account));
    let second = refresh(app, &first).expect(200);
    read_own(app, &second).expect(200);
    assert_eq!(sign_out(app, &second).status, 204);
    read_own(app, &first).refused(401, "token-invalid");
    read_own(app, &second).refused(401, "token-invalid");
    refresh(app, &second).refused(401, "refresh-token-refused");
    read_own(app, &elsewhere).expect(200);
    sign_in(app, &account);
}

fn signing_out_answers_alike_whatever_was_sent(app: &TestApp) {
    let tokens = sign_in(app, &app.account());
    let unknown = json!({ "refresh_token": "unknown" });
    for sent in [&tokens, &tokens, &unknown, &json!({ "refresh_token": "" })] {
        let answer = sign_out(app, sent);
        assert_eq!((answer.status, answer.body_text().as_str()), (204, ""));
    }
    let problem = sign_out(app, &json!({ "refresh_token": 7 })).refused(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/refresh_token");
}

fn a_flood_of_sign_ins_is_answered_or_told_to_come_back(app: &TestApp) {
    const MANY: usize = 100;
    let account = app.account();
    let together = Barrier::new(MANY);
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let one = || {
            together.wait();
            try_to_sign_in(app, &account.email, PASSWORD)
        };
        let threads: Vec<_> = (0..MANY).map(|_| scope.spawn(one)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (answered, sent_away): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert!(!answered.is_empty());
    for answer in sent_away {
        // Too many at once, for the service or for this account.
        if answer.status == 503 {
            answer.refused(503, "unavailable");
        } else {
            answer.refused(429, "too-many-requests");
        }
        let seconds: u32 = answer.header("retry-after").parse().unwrap();
        assert!(seconds > 0);
    }
    sign_in(app, &account);
}
