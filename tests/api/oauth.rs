//! OAuth as applications meet it: how they say who they are, what they are told, and what it costs to guess.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use diesel::prelude::*;
use federation_records::db::schema::revoked_tokens;
use serde_json::json;

use crate::app::TestApp;
use crate::applications::{coordinator, form, refused, send, sign_in, signing_in};
use crate::caller::text;
use crate::forging::part;

on_sqlite! {
    an_application_says_who_it_is_in_the_header_or_in_the_form,
    refusals_are_told_in_the_words_of_oauth,
    wrong_secrets_cost_pauses_and_stand_in_the_trail,
    an_application_asks_of_its_own_tokens,
    an_application_revokes_its_own_tokens,
    programs_find_their_way,
}

fn an_application_says_who_it_is_in_the_header_or_in_the_form(app: &TestApp) {
    let (id, secret) = signing_in(app);
    let basic = format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")));
    let send = |form: &str| {
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("authorization", basic.as_str()),
        ];
        app.anyone().send("POST", "/oauth/token", &headers, Some(form))
    };
    // A parameter that is not known is ignored.
    let told = send("grant_type=client_credentials&audience=everyone").expect(200);
    app.bearer(text(&told["access_token"]))
        .get("/v1/duplicates")
        .expect(200);
    send(&format!("grant_type=client_credentials&client_id={id}")).expect(200);
    refused(&send(&form(&id, &secret)), 400, "invalid_request");
    let other = signing_in(app).0;
    let of_another = send(&format!("grant_type=client_credentials&client_id={other}"));
    refused(&of_another, 400, "invalid_request");
}

fn refusals_are_told_in_the_words_of_oauth(app: &TestApp) {
    let (id, secret) = signing_in(app);
    let good = form(&id, &secret);
    let (other, other_secret) = signing_in(app);
    for (sent, status, error) in [
        (String::new(), 400, "invalid_request"),
        (good.replace("grant_type", "grant"), 400, "invalid_request"),
        (format!("{good}&grant_type=client_credentials"), 400, "invalid_request"),
        (format!("{good}&scope={}", "x".repeat(300)), 400, "invalid_request"),
        (
            good.replace("client_credentials", "password"),
            400,
            "unsupported_grant_type",
        ),
        (format!("{good}&scope=read:trail"), 400, "invalid_scope"),
        (format!("{good}&scope=everything"), 400, "invalid_scope"),
        (format!("{good}&scope="), 400, "invalid_scope"),
        ("grant_type=client_credentials".to_owned(), 401, "invalid_client"),
        (
            format!("grant_type=client_credentials&client_id={id}"),
            401,
            "invalid_client",
        ),
        (form(&id, "fra_wrong"), 401, "invalid_client"),
        (form("nobody", &secret), 401, "invalid_client"),
        (
            form("019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b", &secret),
            401,
            "invalid_client",
        ),
        (form(&id, &other_secret), 401, "invalid_client"),
        (form(&other, &secret), 401, "invalid_client"),
    ] {
        refused(&send(app, &sent), status, error);
    }
    sign_in(app, &id, &secret).expect(200);
    app.anyone()
        .post("/oauth/token", &json!({ "grant_type": "client_credentials" }))
        .refused(415, "unsupported-media-type");
    app.anyone()
        .send("POST", "/oauth/token?grant_type=client_credentials", &[], None)
        .refused(400, "invalid-query");
}

fn wrong_secrets_cost_pauses_and_stand_in_the_trail(app: &TestApp) {
    let (id, secret) = signing_in(app);
    for _ in 0..5 {
        refused(&sign_in(app, &id, "fra_wrong"), 401, "invalid_client");
    }
    let answer = sign_in(app, &id, &secret);
    answer.refused(429, "too-many-requests");
    assert_eq!(answer.header("retry-after"), "2");
    let trail = format!("/v1/audit?subject=application&subject_id={id}");
    let told = app.administrator().get(&trail).items();
    let refusals = told.iter().filter(|item| item["action"] == "refuse_sign_in");
    assert_eq!(refusals.count(), 5);
    app.pass(TimeDelta::seconds(2));
    sign_in(app, &id, &secret).expect(200);
}

fn an_application_asks_of_its_own_tokens(app: &TestApp) {
    let maker = coordinator(app);
    let id = maker.make(&["read:register"]);
    let ((secret_id, secret), (_, second)) = (maker.secret(&id), maker.secret(&id));
    let token = text(&sign_in(app, &id, &secret).expect(200)["access_token"]).to_owned();
    let ask = |form: &str| {
        let media_type = "application/x-www-form-urlencoded";
        app.anyone().post_text("/oauth/introspect", media_type, form)
    };
    let asked = |token: &str, id: &str, secret: &str| {
        ask(&format!(
            "token={token}&token_type_hint=access_token&client_id={id}&client_secret={secret}"
        ))
    };
    let told = asked(&token, &id, &second);
    assert_eq!(told.header("cache-control"), "private, no-store");
    let claims = part(&token, 1);
    let expected = json!({
        "active": true, "client_id": id, "scope": "read:register", "token_type": "Bearer", "iat": claims["iat"],
        "exp": claims["exp"],
    });
    assert_eq!(told.expect(200), expected);
    let inactive = json!({ "active": false });
    let (other, other_secret) = signing_in(app);
    assert_eq!(asked(&token, &other, &other_secret).expect(200), inactive);
    let of_person = maker.caller.token.clone().unwrap();
    for not_its_own in ["unknown", &of_person, &secret] {
        assert_eq!(asked(not_its_own, &id, &second).expect(200), inactive);
    }
    refused(&asked(&token, &id, "fra_wrong"), 401, "invalid_client");
    refused(&ask(&form(&id, &second)), 400, "invalid_request");
    refused(&ask(&format!("token={token}")), 401, "invalid_client");
    maker
        .revoke(&format!("/v1/application-secrets/{secret_id}"))
        .expect(201);
    assert_eq!(asked(&token, &id, &second).expect(200), inactive);
    let token = text(&sign_in(app, &id, &second).expect(200)["access_token"]).to_owned();
    app.pass(TimeDelta::minutes(15));
    assert_eq!(asked(&token, &id, &second).expect(200), inactive);
    let token = text(&sign_in(app, &id, &second).expect(200)["access_token"]).to_owned();
    assert_eq!(asked(&token, &id, &second).expect(200)["active"], true);
    let path = format!("/v1/accounts/{}/deactivations", maker.account.id);
    app.administrator().send("POST", &path, &[], None).expect(201);
    assert_eq!(asked(&token, &id, &second).expect(200), inactive);
}

fn an_application_revokes_its_own_tokens(app: &TestApp) {
    let maker = coordinator(app);
    let id = maker.make(&["read:register"]);
    let secret = maker.secret(&id).1;
    let token = || text(&sign_in(app, &id, &secret).expect(200)["access_token"]).to_owned();
    let (token, second) = (token(), token());
    let send = |form: &str| {
        let media_type = "application/x-www-form-urlencoded";
        app.anyone().post_text("/oauth/revoke", media_type, form)
    };
    let revoke = |token: &str, id: &str, secret: &str| {
        send(&format!(
            "token={token}&token_type_hint=access_token&client_id={id}&client_secret={secret}"
        ))
    };
    let works = |token: &str| app.bearer(token).get("/v1/duplicates").status == 200;
    // Another's does nothing, and is not told of; nor is what is no token, or somebody's who signed in.
    let (other, other_secret) = signing_in(app);
    let of_person = maker.caller.token.clone().unwrap();
    let unknown = [
        (token.as_str(), &other, &other_secret),
        ("unknown", &id, &secret),
        (&of_person, &id, &secret),
    ];
    for (token, id, secret) in unknown {
        let answer = revoke(token, id, secret);
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"));
        assert!(answer.body.is_empty());
    }
    assert!(works(&token) && maker.caller.get("/v1/me").status == 200);
    refused(&revoke(&token, &id, "fra_wrong"), 401, "invalid_client");
    refused(&send(&form(&id, &secret)), 400, "invalid_request");
    refused(&send(&format!("token={token}")), 401, "invalid_client");
    assert!(works(&token) && works(&second));
    for _ in 0..2 {
        assert_eq!(revoke(&token, &id, &secret).status, 200, "again, it is answered alike");
    }
    app.bearer(&token).get("/v1/duplicates").refused(401, "token-invalid");
    let asking = format!("{}&token={token}", form(&id, &secret));
    let told = app
        .anyone()
        .post_text("/oauth/introspect", "application/x-www-form-urlencoded", &asking);
    assert_eq!(told.expect(200), json!({ "active": false }));
    assert!(works(&second), "the other goes on");
    // It stands in the trail once, and names no token that anybody could use.
    let trail = format!("/v1/audit?subject=application&subject_id={id}");
    let told = app.administrator().get(&trail).items();
    let revocations = told
        .iter()
        .filter(|item| item["action"] == "create_access_token_revocation");
    let by: Vec<_> = revocations.map(|item| &item["by"]).collect();
    assert_eq!(by.len(), 1, "{told:?}");
    assert_eq!(by[0]["through"], "the application Results bridge");
    // What is over is forgotten with the next revocation.
    app.pass(TimeDelta::minutes(15));
    let third = text(&sign_in(app, &id, &secret).expect(200)["access_token"]).to_owned();
    assert_eq!(revoke(&third, &id, &secret).status, 200);
    let kept: i64 = revoked_tokens::table.count().get_result(&mut app.connection()).unwrap();
    assert_eq!(kept, 1);
}

fn programs_find_their_way(app: &TestApp) {
    let told = app.anyone().get("/.well-known/oauth-authorization-server").expect(200);
    assert_eq!(told["issuer"], "http://records.example");
    let ways = json!(["client_credentials", "authorization_code", "refresh_token"]);
    assert_eq!(told["grant_types_supported"], ways);
    assert_eq!(told["authorization_endpoint"], "http://records.example/oauth/authorize");
    assert_eq!(told["response_types_supported"], json!(["code"]));
    assert_eq!(told["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(told["authorization_response_iss_parameter_supported"], true);
    let scopes = told["scopes_supported"].as_array().unwrap();
    assert_eq!(scopes.len(), 8);
    let (id, secret) = signing_in(app);
    let at = |name: &str| {
        text(&told[name])
            .strip_prefix("http://records.example")
            .unwrap()
            .to_owned()
    };
    let media_type = "application/x-www-form-urlencoded";
    let token = app
        .anyone()
        .post_text(&at("token_endpoint"), media_type, &form(&id, &secret))
        .expect(200);
    let token = text(&token["access_token"]);
    assert_eq!(part(token, 1)["iss"], told["issuer"]);
    let asking = format!("{}&token={token}", form(&id, &secret));
    let active = app
        .anyone()
        .post_text(&at("introspection_endpoint"), media_type, &asking);
    assert_eq!(active.expect(200)["active"], true);
    let revoked = app.anyone().post_text(&at("revocation_endpoint"), media_type, &asking);
    assert_eq!(revoked.status, 200);
    app.bearer(token).get("/v1/duplicates").refused(401, "token-invalid");
    let keys = app.anyone().get(&at("jwks_uri")).expect(200);
    assert_eq!(keys["keys"][0]["kid"], part(token, 0)["kid"]);
}
