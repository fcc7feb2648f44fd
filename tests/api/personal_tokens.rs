//! Personal tokens: a person's own scripts, and what they may do and may not.

use chrono::TimeDelta;
use serde_json::json;

use crate::app::{Account, TestApp};
use crate::applications::club;
use crate::browser::Browser;
use crate::caller::{Answer, Caller, text};

on_sqlite! {
    a_script_calls_as_its_owner_within_its_scopes,
    a_token_is_good_until_its_last_day,
    a_token_is_revoked_by_its_owner_or_an_administrator,
    a_token_of_an_account_out_of_use_is_worth_nothing,
    a_token_touches_nothing_by_which_somebody_signs_in,
    a_token_is_told_once_and_kept_as_a_digest,
    a_token_is_made_and_revoked_on_the_account_page,
}

const CLUB: &str = "/v1/clubs";

/// A coordinator of the North West.
fn coordinator(app: &TestApp) -> (Account, Caller<'_>) {
    let account = app.account_with(&json!({ "role": "coordinator", "province": "ZA-NW" }));
    let caller = app.sign_in(&account.email);
    (account, caller)
}

fn ask(caller: &Caller<'_>, scopes: &[&str], expires_on: &str) -> Answer {
    let token = json!({ "name": "Nightly list", "scopes": scopes, "expires_on": expires_on });
    caller.post("/v1/me/tokens", &token)
}

/// A new token: its id, and what it is.
#[track_caller]
fn make(caller: &Caller<'_>, scopes: &[&str]) -> (String, String) {
    let made = ask(caller, scopes, "2027-05-31").expect(200);
    let token = text(&made["token"]).to_owned();
    assert!(token.starts_with("frt_") && token.len() == 47, "{token}");
    (text(&made["personal_token"]["id"]).to_owned(), token)
}

fn revoke(caller: &Caller<'_>, id: &str) -> Answer {
    caller.send("POST", &format!("/v1/personal-tokens/{id}/revocations"), &[], None)
}

fn a_script_calls_as_its_owner_within_its_scopes(app: &TestApp) {
    let (account, caller) = coordinator(app);
    let (id, token) = make(&caller, &["write:register", "read:register"]);
    let script = app.bearer(&token);
    let made = script.post(CLUB, &club("DIT", "ZA-NW")).expect(201);
    script.post(CLUB, &club("GPT", "ZA-GP")).refused(403, "out-of-scope");
    let trail = format!("/v1/audit?subject=club&subject_id={}", text(&made["id"]));
    let problem = script.get(&trail).refused(403, "scope-required");
    assert_eq!(problem["required_scope"], "read:trail");
    let change = caller.get(&trail).items().remove(0);
    assert_eq!(change["by"]["account_id"], account.id.as_str());
    assert_eq!(change["by"]["through"], "the personal token Nightly list");
    // What was granted and taken back since counts at once.
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let wider = json!({ "role": "coordinator", "province": "ZA-GP" });
    let wider = app.administrator().post(&grants, &wider).expect(201);
    script.post(CLUB, &club("GPT", "ZA-GP")).expect(201);
    let path = format!("/v1/grants/{}/revocations", text(&wider["id"]));
    app.administrator().send("POST", &path, &[], None).expect(201);
    script.post(CLUB, &club("GPA", "ZA-GP")).refused(403, "out-of-scope");
    // The last use is told to the hour.
    let last = || {
        let own = app.administrator().get(&format!("/v1/accounts/{}/tokens", account.id));
        let own = own.items().remove(0);
        assert_eq!(own["id"], id.as_str());
        own["last_used_at"].clone()
    };
    assert_eq!(last(), "2026-11-20T08:00:00.000000Z");
    app.pass(TimeDelta::minutes(59));
    script.get("/v1/duplicates").expect(200);
    assert_eq!(last(), "2026-11-20T08:00:00.000000Z");
    app.pass(TimeDelta::minutes(1));
    script.get("/v1/duplicates").expect(200);
    assert_eq!(last(), "2026-11-20T09:00:00.000000Z");
}

fn a_token_is_good_until_its_last_day(app: &TestApp) {
    let (_, caller) = coordinator(app);
    for (day, code) in [("2026-11-19", "past"), ("2027-11-21", "too-late")] {
        let faults = ask(&caller, &["read:register"], day).faults();
        assert_eq!(faults, [("/expires_on".to_owned(), code.to_owned())]);
    }
    ask(&caller, &["read:register"], "2027-11-20").expect(200);
    let made = ask(&caller, &["read:register"], "2026-11-20").expect(200);
    let script = app.bearer(text(&made["token"]));
    script.get("/v1/duplicates").expect(200);
    // The day ends in South Africa.
    app.at("2026-11-20T21:59:59Z");
    script.get("/v1/duplicates").expect(200);
    app.at("2026-11-20T22:00:00Z");
    script.get("/v1/duplicates").refused(401, "token-invalid");
}

fn a_token_is_revoked_by_its_owner_or_an_administrator(app: &TestApp) {
    let (account, caller) = coordinator(app);
    let ((id, token), (other_id, other)) = (make(&caller, &["read:register"]), make(&caller, &["read:register"]));
    let (_, stranger) = coordinator(app);
    let path = format!("/v1/accounts/{}/tokens", account.id);
    stranger.get(&path).refused(404, "not-found");
    revoke(&stranger, &id).refused(404, "not-found");
    app.bearer(&token).get("/v1/duplicates").expect(200);
    assert!(revoke(&caller, &id).expect(200)["revoked_at"].is_string());
    app.bearer(&token).get("/v1/duplicates").refused(401, "token-invalid");
    revoke(&caller, &id).refused(409, "credential-revoked");
    app.bearer(&other).get("/v1/duplicates").expect(200);
    revoke(&app.administrator(), &other_id).expect(200);
    app.bearer(&other).get("/v1/duplicates").refused(401, "token-invalid");
    assert_eq!(caller.get(&path).items().len(), 2);
    for unknown in [format!("{token}x"), "frt_".to_owned(), token.replace("frt_", "fra_")] {
        app.bearer(&unknown).get("/v1/duplicates").refused(401, "token-invalid");
    }
}

fn a_token_of_an_account_out_of_use_is_worth_nothing(app: &TestApp) {
    let (account, caller) = coordinator(app);
    let (_, token) = make(&caller, &["read:register"]);
    let send = |what: &str| {
        let path = format!("/v1/accounts/{}/{what}", account.id);
        app.administrator().send("POST", &path, &[], None).expect(201)
    };
    send("deactivations");
    app.bearer(&token).get("/v1/duplicates").refused(401, "token-invalid");
    send("reactivations");
    app.bearer(&token).get("/v1/duplicates").expect(200);
}

fn a_token_touches_nothing_by_which_somebody_signs_in(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    app.administrator()
        .post(&grants, &json!({ "role": "administrator" }))
        .expect(201);
    let caller = app.sign_in(&account.email);
    let all = ["read:register", "write:register", "read:trail", "write:tournaments"];
    let (id, token) = make(&caller, &all);
    let script = app.bearer(&token);
    script.get("/v1/audit").expect(200);
    script.get("/v1/me").refused(403, "scope-required");
    script
        .get(&format!("/v1/accounts/{}/tokens", account.id))
        .refused(403, "scope-required");
    for path in [
        "/v1/me/passwords".to_owned(),
        "/v1/me/tokens".to_owned(),
        "/v1/me/second-factors".to_owned(),
        "/v1/accounts".to_owned(),
        "/v1/applications".to_owned(),
        grants,
        format!("/v1/accounts/{}/password-codes", account.id),
        format!("/v1/personal-tokens/{id}/revocations"),
        "/v1/imports".to_owned(),
    ] {
        script.post(&path, &json!({})).refused(403, "scope-required");
    }
    script.get("/account").refused(403, "scope-required");
    // It is no cookie, and what a browser keeps is no token.
    let cookie = [("cookie", format!("session={token}"))];
    let headers: Vec<(&str, &str)> = cookie.iter().map(|(name, value)| (*name, value.as_str())).collect();
    app.anyone()
        .get_with("/v1/duplicates", &headers)
        .refused(401, "token-required");
    let browser = Browser::of(app, &account.email);
    let kept = browser.cookie.borrow().clone().unwrap();
    app.anyone()
        .get_with("/v1/duplicates", &[("cookie", &kept)])
        .refused(401, "token-required");
}

fn a_token_is_told_once_and_kept_as_a_digest(app: &TestApp) {
    let (account, caller) = coordinator(app);
    let (_, token) = make(&caller, &["read:register"]);
    let own = caller.get(&format!("/v1/accounts/{}/tokens", account.id)).body_text();
    let trail = app.administrator().get("/v1/audit?subject=personal_token").body_text();
    for shown in [own, trail] {
        assert!(shown.contains("Nightly list"), "{shown}");
        assert!(!shown.contains(&token) && !shown.contains("hash"), "{shown}");
    }
}

fn a_token_is_made_and_revoked_on_the_account_page(app: &TestApp) {
    let (account, _) = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let form = browser.open("/account").form("/account/tokens");
    let typed = form.with("name", "Nightly list").with("expires_on", "2027-05-31");
    // What is missing is told at its place, and what was typed is kept.
    let page = browser.send(&typed);
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Tick what it is let in to."), "{}", page.text());
    assert_eq!(page.form("/account/tokens").fields["name"], "Nightly list");
    let late = typed
        .clone()
        .with("tick-read:register", "yes")
        .with("expires_on", "2028-01-01");
    let page = browser.send(&late);
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Must be within a year."), "{}", page.text());
    let page = browser.send(&typed.with("tick-read:register", "yes"));
    assert_eq!(page.status, 200, "{}", page.text());
    let (_, rest) = page.body.split_once("frt_").unwrap();
    let token = format!("frt_{}", rest.split('<').next().unwrap());
    app.bearer(&token).get("/v1/duplicates").expect(200);
    app.bearer(&token).get("/v1/audit").refused(403, "scope-required");
    let page = browser.open("/account");
    assert!(!page.body.contains("frt_"));
    let told = page.text();
    assert!(told.contains("Until 31 May 2027, last used"), "{told}");
    // Of the token, and in the form for the next one.
    assert_eq!(told.matches("Reads clubs, players and umpires.").count(), 2, "{told}");
    let page = browser.go(&page.form_to("/revocation"));
    assert!(!page.text().contains("Nightly list"), "{}", page.text());
    app.bearer(&token).get("/v1/duplicates").refused(401, "token-invalid");
    // Nobody revokes what is somebody else's.
    let (_, other) = coordinator(app);
    let (id, token) = make(&other, &["read:register"]);
    let mut form = browser.open("/account").form("/sign-out");
    form.action = format!("/account/tokens/{id}/revocation");
    assert_eq!(browser.send(&form).status, 404);
    app.bearer(&token).get("/v1/duplicates").expect(200);
}
