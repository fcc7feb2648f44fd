//! Applications: programs that sign in as themselves, and what they may do and may not.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::app::{Account, TestApp};
use crate::caller::{Answer, Caller, text};
use crate::forging::part;

on_sqlite! {
    an_application_signs_in_and_acts_within_its_scopes,
    a_secret_takes_the_place_of_another,
    a_revoked_application_is_worth_nothing_at_once,
    a_grant_that_is_taken_back_binds_the_application_at_once,
    an_application_does_no_more_than_its_grant,
    an_access_token_is_good_for_a_quarter_of_an_hour_and_as_it_was_given,
    what_is_for_people_is_not_for_programs,
    an_application_is_made_within_an_own_grant,
    the_last_use_is_told_to_the_hour,
}

/// Somebody who makes applications, and the grant by which they do.
pub struct Maker<'a> {
    pub account: Account,
    pub caller: Caller<'a>,
    pub grant: String,
}

pub fn maker<'a>(app: &'a TestApp, grant: &Value) -> Maker<'a> {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = app.administrator().post(&grants, grant).expect(201);
    Maker {
        caller: app.sign_in(&account.email),
        grant: text(&grant["id"]).to_owned(),
        account,
    }
}

pub fn coordinator(app: &TestApp) -> Maker<'_> {
    maker(app, &json!({ "role": "coordinator", "province": "ZA-NW" }))
}

impl Maker<'_> {
    /// Makes an application with these scopes; its id.
    #[track_caller]
    pub fn make(&self, scopes: &[&str]) -> String {
        let application = json!({ "name": "Results bridge", "grant_id": self.grant, "scopes": scopes });
        text(&self.caller.post("/v1/applications", &application).expect(201)["id"]).to_owned()
    }

    /// Asks for a secret of the application.
    pub fn ask_for_secret(&self, application: &str) -> Answer {
        let path = format!("/v1/applications/{application}/secrets");
        self.caller.send("POST", &path, &[], None)
    }

    /// A secret of the application: its id, and what it is.
    #[track_caller]
    pub fn secret(&self, application: &str) -> (String, String) {
        let secret = self.ask_for_secret(application).expect(200);
        assert_eq!(secret["client_id"], application);
        let told = text(&secret["client_secret"]).to_owned();
        assert!(told.starts_with("fra_") && told.len() == 47, "{told}");
        (text(&secret["id"]).to_owned(), told)
    }

    pub fn revoke(&self, path: &str) -> Answer {
        self.caller.send("POST", &format!("{path}/revocations"), &[], None)
    }
}

/// An application of an administrator with a secret: its id, and the secret.
pub fn signing_in(app: &TestApp) -> (String, String) {
    let maker = maker(app, &json!({ "role": "administrator" }));
    let id = maker.make(&["read:register", "write:register"]);
    let secret = maker.secret(&id).1;
    (id, secret)
}

/// The form with which an application signs in.
pub fn form(id: &str, secret: &str) -> String {
    format!("grant_type=client_credentials&client_id={id}&client_secret={secret}")
}

pub fn send(app: &TestApp, form: &str) -> Answer {
    app.anyone()
        .post_text("/oauth/token", "application/x-www-form-urlencoded", form)
}

pub fn sign_in(app: &TestApp, id: &str, secret: &str) -> Answer {
    send(app, &form(id, secret))
}

/// The application, once it has signed in.
#[track_caller]
fn signed_in<'a>(app: &'a TestApp, id: &str, secret: &str) -> Caller<'a> {
    app.bearer(text(&sign_in(app, id, secret).expect(200)["access_token"]))
}

#[track_caller]
pub fn refused(answer: &Answer, status: u16, error: &str) {
    let told = answer.expect(status);
    assert_eq!(told["error"], error, "{told}");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("content-type"), "application/json");
    let asks = if status == 401 {
        "Basic realm=\"applications\""
    } else {
        ""
    };
    assert_eq!(answer.header("www-authenticate"), asks);
}

pub fn club(code: &str, province: &str) -> Value {
    json!({ "code": code, "name": "Herders", "kind": "community", "province": province })
}

fn an_application_signs_in_and_acts_within_its_scopes(app: &TestApp) {
    let maker = coordinator(app);
    let id = maker.make(&["write:register", "read:register"]);
    let (_, secret) = maker.secret(&id);
    let answer = sign_in(app, &id, &secret);
    let told = answer.expect(200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(answer.header("set-cookie"), "");
    assert_eq!(
        (&told["token_type"], &told["expires_in"]),
        (&json!("Bearer"), &json!(900))
    );
    assert_eq!(told["scope"], "read:register write:register");
    assert_eq!(told.get("refresh_token"), None);
    let token = text(&told["access_token"]);
    let (head, claims) = (part(token, 0), part(token, 1));
    assert_eq!(head["typ"], "at+jwt");
    let keys = app.anyone().get("/.well-known/jwks.json").expect(200);
    assert_eq!(keys["keys"][0]["kid"], head["kid"]);
    assert_eq!((&claims["client_id"], &claims["sub"]), (&json!(id), &json!(id)));
    assert_eq!(claims["scope"], "read:register write:register");

    let program = app.bearer(token);
    let made = program.post("/v1/clubs", &club("DIT", "ZA-NW"));
    let club_id = text(&made.expect(201)["id"]).to_owned();
    assert_eq!(made.header("set-cookie"), "");
    program.get(&format!("/v1/clubs/{club_id}/contacts")).expect(200);
    program
        .post("/v1/clubs", &club("GPT", "ZA-GP"))
        .refused(403, "out-of-scope");
    let trail = format!("/v1/audit?subject=club&subject_id={club_id}");
    let problem = program.get(&trail).refused(403, "scope-required");
    assert_eq!(problem["required_scope"], "read:trail");
    // The trail names the account that answers for it, and the program.
    let change = maker.caller.get(&trail).items().remove(0);
    assert_eq!(change["by"]["account_id"], maker.account.id.as_str());
    assert_eq!(change["by"]["through"], "the application Results bridge");
    // What the person does is the person's.
    let by_hand = maker.caller.post("/v1/clubs", &club("MAH", "ZA-NW")).expect(201);
    let trail = format!("/v1/audit?subject=club&subject_id={}", text(&by_hand["id"]));
    assert_eq!(maker.caller.get(&trail).items()[0]["by"]["through"], Value::Null);
    // With fewer scopes it does less.
    let told = send(app, &format!("{}&scope=read:register", form(&id, &secret))).expect(200);
    assert_eq!(told["scope"], "read:register");
    let reader = app.bearer(text(&told["access_token"]));
    reader.get(&format!("/v1/clubs/{club_id}/contacts")).expect(200);
    let problem = reader
        .post("/v1/clubs", &club("TAU", "ZA-NW"))
        .refused(403, "scope-required");
    assert_eq!(problem["required_scope"], "write:register");
}

fn a_secret_takes_the_place_of_another(app: &TestApp) {
    let maker = coordinator(app);
    let id = maker.make(&["read:register"]);
    let (old_id, old) = maker.secret(&id);
    app.pass(TimeDelta::seconds(1));
    let (_, new) = maker.secret(&id);
    maker.ask_for_secret(&id).refused(409, "too-many-secrets");
    let by_old = signed_in(app, &id, &old);
    by_old.get("/v1/duplicates").expect(200);
    let path = format!("/v1/application-secrets/{old_id}");
    let after = maker.revoke(&path).expect(201);
    let revoked: Vec<bool> = after["secrets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|secret| secret["revoked_at"].is_string())
        .collect();
    assert_eq!(revoked, [true, false]);
    maker.revoke(&path).refused(409, "credential-revoked");
    by_old.get("/v1/duplicates").refused(401, "token-invalid");
    refused(&sign_in(app, &id, &old), 401, "invalid_client");
    signed_in(app, &id, &new).get("/v1/duplicates").expect(200);
    maker.secret(&id);
    // Nothing that is read has a secret in it, nor what is kept of one.
    let shown = maker.caller.get(&format!("/v1/applications/{id}")).body_text();
    assert!(!shown.contains("fra_") && !shown.contains("hash"), "{shown}");
    let trail = app
        .administrator()
        .get("/v1/audit?subject=application_secret")
        .body_text();
    assert!(!trail.contains("fra_") && !trail.contains("hash"), "{trail}");
}

fn a_revoked_application_is_worth_nothing_at_once(app: &TestApp) {
    let maker = coordinator(app);
    let id = maker.make(&["read:register"]);
    let (_, secret) = maker.secret(&id);
    let program = signed_in(app, &id, &secret);
    program.get("/v1/duplicates").expect(200);
    let path = format!("/v1/applications/{id}");
    // An administrator may, too, but makes no secret of it.
    let secrets = format!("{path}/secrets");
    app.administrator()
        .send("POST", &secrets, &[], None)
        .refused(404, "not-found");
    let revoked = app
        .administrator()
        .send("POST", &format!("{path}/revocations"), &[], None)
        .expect(201);
    assert!(revoked["revoked_at"].is_string());
    program.get("/v1/duplicates").refused(401, "token-invalid");
    refused(&sign_in(app, &id, &secret), 401, "invalid_client");
    maker.revoke(&path).refused(409, "credential-revoked");
    maker.ask_for_secret(&id).refused(409, "credential-revoked");
    let own = format!("/v1/accounts/{}/applications", maker.account.id);
    assert_eq!(maker.caller.get(&own).items(), [revoked]);
    // Others do not know of it.
    let other = coordinator(app);
    other.caller.get(&path).refused(404, "not-found");
    other.caller.get(&own).refused(404, "not-found");
    other.revoke(&path).refused(404, "not-found");
}

fn a_grant_that_is_taken_back_binds_the_application_at_once(app: &TestApp) {
    let maker = coordinator(app);
    let id = maker.make(&["write:register", "read:register"]);
    let (_, secret) = maker.secret(&id);
    let program = signed_in(app, &id, &secret);
    program.post("/v1/clubs", &club("DIT", "ZA-NW")).expect(201);
    // Another grant of its maker's is not the application's.
    let grants = format!("/v1/accounts/{}/grants", maker.account.id);
    app.administrator()
        .post(&grants, &json!({ "role": "coordinator", "province": "ZA-NW" }))
        .expect(201);
    let path = format!("/v1/grants/{}/revocations", maker.grant);
    app.administrator().send("POST", &path, &[], None).expect(201);
    maker.caller.post("/v1/clubs", &club("MAH", "ZA-NW")).expect(201);
    program
        .post("/v1/clubs", &club("TAU", "ZA-NW"))
        .refused(403, "role-required");
    refused(&sign_in(app, &id, &secret), 400, "unauthorized_client");

    let maker = coordinator(app);
    let id = maker.make(&["read:register"]);
    let (_, secret) = maker.secret(&id);
    let program = signed_in(app, &id, &secret);
    program.get("/v1/duplicates").expect(200);
    let path = format!("/v1/accounts/{}/deactivations", maker.account.id);
    app.administrator().send("POST", &path, &[], None).expect(201);
    program.get("/v1/duplicates").refused(401, "token-invalid");
    refused(&sign_in(app, &id, &secret), 400, "unauthorized_client");
}

fn an_application_does_no_more_than_its_grant(app: &TestApp) {
    let maker = coordinator(app);
    let grants = format!("/v1/accounts/{}/grants", maker.account.id);
    for grant in [
        json!({ "role": "administrator" }),
        json!({ "role": "coordinator", "province": "ZA-GP" }),
    ] {
        app.administrator().post(&grants, &grant).expect(201);
    }
    let id = maker.make(&["write:register", "write:colours"]);
    let (_, secret) = maker.secret(&id);
    let program = signed_in(app, &id, &secret);
    maker.caller.post("/v1/clubs", &club("GPT", "ZA-GP")).expect(201);
    program
        .post("/v1/clubs", &club("GPA", "ZA-GP"))
        .refused(403, "out-of-scope");
    program.post("/v1/clubs", &club("DIT", "ZA-NW")).expect(201);
    // It has a scope for what administrators do, and is none.
    program
        .post("/v1/colours-criteria", &json!({}))
        .refused(403, "role-required");
}

fn an_access_token_is_good_for_a_quarter_of_an_hour_and_as_it_was_given(app: &TestApp) {
    let (id, secret) = signing_in(app);
    let token = text(&sign_in(app, &id, &secret).expect(200)["access_token"]).to_owned();
    let pieces: Vec<&str> = token.split('.').collect();
    for (claim, value) in [
        ("scope", json!("read:register write:register read:trail")),
        ("client_id", json!(signing_in(app).0)),
        ("exp", json!(part(&token, 1)["exp"].as_i64().unwrap() + 1)),
    ] {
        let mut altered = part(&token, 1);
        altered[claim] = value;
        let claims = URL_SAFE_NO_PAD.encode(altered.to_string());
        let tampered = app.bearer(&format!("{}.{claims}.{}", pieces[0], pieces[2]));
        tampered.get("/v1/duplicates").refused(401, "token-invalid");
    }
    // A secret is no access token, and an access token no secret.
    app.bearer(&secret).get("/v1/duplicates").refused(401, "token-invalid");
    let claimed = form(&id, &token[..100]);
    refused(&send(app, &claimed), 401, "invalid_client");
    app.pass(TimeDelta::seconds(15 * 60 - 1));
    app.bearer(&token).get("/v1/duplicates").expect(200);
    app.pass(TimeDelta::seconds(1));
    app.bearer(&token).get("/v1/duplicates").refused(401, "token-expired");
}

fn what_is_for_people_is_not_for_programs(app: &TestApp) {
    let maker = maker(app, &json!({ "role": "administrator" }));
    let all = [
        "read:register",
        "write:register",
        "read:tournaments",
        "write:tournaments",
        "write:results",
        "read:colours",
        "write:colours",
        "read:trail",
    ];
    let id = maker.make(&all);
    let (secret_id, secret) = maker.secret(&id);
    let program = signed_in(app, &id, &secret);
    program.get("/v1/audit").expect(200);
    let account = &maker.account.id;
    for path in [
        "/v1/me".to_owned(),
        "/v1/accounts".to_owned(),
        format!("/v1/accounts/{account}"),
        format!("/v1/accounts/{account}/sessions"),
        format!("/v1/applications/{id}"),
    ] {
        let problem = program.get(&path).refused(403, "scope-required");
        assert_eq!(problem["required_scope"], Value::Null, "{path}");
    }
    for path in [
        "/v1/accounts".to_owned(),
        format!("/v1/accounts/{account}/grants"),
        format!("/v1/accounts/{account}/password-codes"),
        format!("/v1/grants/{}/revocations", maker.grant),
        "/v1/me/passwords".to_owned(),
        "/v1/me/second-factors".to_owned(),
        "/v1/me/tokens".to_owned(),
        "/v1/signing-keys".to_owned(),
        "/v1/applications".to_owned(),
        format!("/v1/applications/{id}/secrets"),
        format!("/v1/application-secrets/{secret_id}/revocations"),
        "/v1/imports".to_owned(),
        "/v1/archives".to_owned(),
    ] {
        program.post(&path, &json!({})).refused(403, "scope-required");
    }
    // Nor are the pages.
    for page in ["/account", "/desk", "/desk/trail"] {
        program.get(page).refused(403, "scope-required");
    }
}

fn an_application_is_made_within_an_own_grant(app: &TestApp) {
    let (maker, other) = (coordinator(app), coordinator(app));
    let asked = |grant: &str| json!({ "name": "Bridge", "grant_id": grant, "scopes": ["read:register"] });
    let of_another = maker.caller.post("/v1/applications", &asked(&other.grant));
    let problem = of_another.refused(422, "unknown-grant");
    assert_eq!(problem["errors"][0]["pointer"], "/grant_id");
    let revoke = format!("/v1/grants/{}/revocations", other.grant);
    app.administrator().send("POST", &revoke, &[], None).expect(201);
    let grants = format!("/v1/accounts/{}/grants", other.account.id);
    let later = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator().post(&grants, &later).expect(201);
    other
        .caller
        .post("/v1/applications", &asked(&other.grant))
        .refused(422, "unknown-grant");
    let scopeless = json!({ "name": " ", "grant_id": maker.grant, "scopes": ["read:register"] });
    let faults = maker.caller.post("/v1/applications", &scopeless).faults();
    assert_eq!(faults, [("/name".to_owned(), "required".to_owned())]);
    app.umpire()
        .post("/v1/applications", &asked(&maker.grant))
        .refused(403, "role-required");
    // A club's secretary may.
    let club = app.club("ZA-NW");
    let secretary = self::maker(app, &json!({ "role": "club_secretary", "club_id": club }));
    let id = secretary.make(&["read:register"]);
    let (_, secret) = secretary.secret(&id);
    let program = signed_in(app, &id, &secret);
    program.get(&format!("/v1/clubs/{club}/contacts")).expect(200);
    let neighbour = app.club("ZA-NW");
    program
        .get(&format!("/v1/clubs/{neighbour}/contacts"))
        .refused(403, "out-of-scope");
}

fn the_last_use_is_told_to_the_hour(app: &TestApp) {
    let maker = coordinator(app);
    let id = maker.make(&["read:register"]);
    let (_, secret) = maker.secret(&id);
    let last = || {
        let email = &maker.account.email;
        let own = app.sign_in(email).get(&format!("/v1/applications/{id}")).expect(200);
        own["last_used_at"].clone()
    };
    assert_eq!(last(), Value::Null);
    sign_in(app, &id, &secret).expect(200);
    assert_eq!(last(), "2026-11-20T08:00:00.000000Z");
    app.pass(TimeDelta::minutes(59));
    sign_in(app, &id, &secret).expect(200);
    assert_eq!(last(), "2026-11-20T08:00:00.000000Z");
    app.pass(TimeDelta::minutes(1));
    sign_in(app, &id, &secret).expect(200);
    assert_eq!(last(), "2026-11-20T09:00:00.000000Z");
}
