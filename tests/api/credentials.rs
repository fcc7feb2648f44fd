//! Certificates as signed tokens: what they say, which hold no more, and the keys under which they go on verifying.

use chrono::TimeDelta;
use federation_records::certificates::tokens::offline::PublishedKeys;
use federation_records::values::clock::Clock;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::forging::part;
use crate::world::{World, approved};

on_sqlite! {
    a_token_says_what_the_certificate_says,
    a_token_of_an_accreditation_ends_with_its_term,
    what_does_not_hold_any_more_is_on_the_list,
    keys_rotate_and_old_certificates_go_on_verifying,
    a_key_that_was_replaced_signs_nobody_in,
    a_new_key_is_known_to_every_service,
}

/// The code of the certificate of something.
pub fn code(app: &TestApp, of: &str) -> String {
    text(&app.administrator().get(&format!("/v1/{of}/code")).expect(200)["code"]).to_owned()
}

pub fn token(app: &TestApp, code: &str) -> String {
    let answer = app.anyone().get(&format!("/v1/certificates/{code}/token"));
    assert_eq!(answer.status, 200, "{}", answer.body_text());
    assert_eq!(
        (answer.header("content-type"), answer.header("cache-control")),
        ("application/vc+jwt", "private, no-store")
    );
    answer.body_text()
}

/// The keys and the list as they are published now, which are all that is asked without a network.
pub fn published(app: &TestApp) -> PublishedKeys {
    let text = |path: &str| app.anyone().get(path).body_text();
    PublishedKeys::read(&text("/.well-known/jwks.json"), &text("/v1/revocations")).unwrap()
}

/// The text that is told of a token without a network, and whether the token is good.
pub fn offline(published: &PublishedKeys, token: &str, at: &str) -> (bool, String) {
    let at = at.to_owned();
    let (now, mut told) = (Clock::telling(move || at.parse().unwrap()).now(), Vec::new());
    let good = published.verify("it", token, now, &mut told).unwrap();
    (good, String::from_utf8(told).unwrap())
}

pub fn online(app: &TestApp, token: &str) -> crate::caller::Answer {
    app.anyone().post("/v1/verifications", &json!({ "token": token }))
}

fn a_token_says_what_the_certificate_says(app: &TestApp) {
    let club = app.club("ZA-NW");
    let colours = approved(app, &app.player_named(&club, "Nxele-!Xam", "Leoné", "1998-04-17"));
    let token = token(app, &code(app, &format!("colours/{colours}")));
    let kid = app.anyone().get("/.well-known/jwks.json").expect(200)["keys"][0]["kid"].clone();
    assert_eq!(part(&token, 0), json!({ "typ": "vc+jwt", "alg": "EdDSA", "kid": kid }));
    let id = format!("urn:x-colours:{colours}");
    assert_eq!(
        part(&token, 1),
        json!({
            "@context": [
                "https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
            ],
            "id": id,
            "type": ["VerifiableCredential", "OpenBadgeCredential"],
            "name": "Provincial colours, senior, North West",
            "issuer": {
                "id": "http://records.example", "type": ["Profile"], "name": "Morabaraba federation, North West",
            },
            "validFrom": "2026-11-19T22:00:00Z",
            "credentialSubject": {
                "type": ["AchievementSubject"],
                "identifier": [{
                    "type": "IdentityObject", "identityType": "name", "identityHash": "Leoné Nxele-!Xam", "hashed": false,
                }],
                "term": "2027",
                "achievement": {
                    "id": format!("{id}#achievement"),
                    "type": ["Achievement"],
                    "achievementType": "Award",
                    "name": "Provincial colours, senior, North West",
                    "description": "Provincial colours, senior, North West, 2027, in the game of Morabaraba.",
                    "criteria": {
                        "narrative":
                            "By the federation's criteria for colours: http://records.example/v1/colours-criteria",
                    },
                },
            },
            "credentialStatus": {
                "id": "http://records.example/v1/revocations", "type": "1EdTechRevocationList",
            },
            "iss": "http://records.example", "jti": id, "iat": 1_795_161_600, "nbf": 1_795_125_600,
        })
    );
    let (good, told) = offline(&published(app), &token, "2099-01-01T00:00:00Z");
    assert_eq!(
        (good, told.as_str()),
        (
            true,
            "it: good\n  holder  Leoné Nxele-!Xam\n  award   Provincial colours, senior, North West\n  for     2027\n  \
             by      Morabaraba federation, North West\n"
        )
    );
    assert_eq!(
        online(app, &format!(" {token}\n")).expect(200),
        json!({
            "holder": "Leoné Nxele-!Xam", "award": "Provincial colours, senior, North West", "year": 2027,
            "awarding_body": "Morabaraba federation, North West", "state": "approved",
        })
    );
    app.anyone()
        .get("/v1/certificates/0000-0000-0000-0000-0000/token")
        .refused(404, "not-found");
}

fn a_token_of_an_accreditation_ends_with_its_term(app: &TestApp) {
    let accreditation = World::new(app).accreditation;
    let code = code(app, &format!("accreditations/{accreditation}"));
    let path = format!("/v1/verifications/{code}");
    let told = app.anyone().get(&path).expect(200);
    assert_eq!(
        told,
        json!({
            "holder": told["holder"], "award": "Accredited umpire, level 1", "valid_from": "2026-11-20",
            "valid_until": "2029-11-19", "awarding_body": "Morabaraba federation", "state": "valid",
        })
    );
    let token = token(app, &code);
    let (nbf, exp) = (part(&token, 1)["nbf"].clone(), part(&token, 1)["exp"].clone());
    assert_eq!(
        (part(&token, 1)["validFrom"].clone(), nbf),
        (json!("2026-11-19T22:00:00Z"), json!(1_795_125_600))
    );
    assert_eq!(
        (part(&token, 1)["validUntil"].clone(), exp),
        (json!("2029-11-19T22:00:00Z"), json!(1_889_820_000))
    );
    let published = published(app);
    for (at, good) in [
        ("2026-11-19T21:59:59Z", false),
        ("2026-11-19T22:00:00Z", true),
        ("2029-11-19T21:59:59Z", true),
        ("2029-11-19T22:00:00Z", false),
    ] {
        assert_eq!(offline(&published, &token, at).0, good, "{at}");
    }
    // What is over is told as that, and is printed and signed no more.
    app.at("2029-11-19T22:00:00Z");
    assert_eq!(app.anyone().get(&path).expect(200)["state"], "expired");
    assert_eq!(online(app, &token).expect(200)["state"], "expired");
    app.anyone()
        .get(&format!("/v1/certificates/{code}/token"))
        .refused(409, "certificate-void");
    let page = app
        .anyone()
        .get(&path.replace("/v1/verifications/", "/verify?code="))
        .body_text();
    assert!(
        page.contains("its term is over") && page.contains("20 November 2026 to 19 November 2029"),
        "{page}"
    );
}

fn what_does_not_hold_any_more_is_on_the_list(app: &TestApp) {
    let (administrator, now) = (app.administrator(), "2026-11-20T08:00:00Z");
    let club = app.club("ZA-NW");
    let list = || app.anyone().get("/v1/revocations").expect(200);
    assert_eq!(
        list(),
        json!({
            "id": "http://records.example/v1/revocations", "issuer": "http://records.example", "revokedCredential": [],
        })
    );
    let judged = |token: &str| {
        offline(&published(app), token, now)
            .1
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    let reasons = |app: &TestApp| -> Vec<Value> {
        let listed = app.anyone().get("/v1/revocations").expect(200)["revokedCredential"]
            .as_array()
            .unwrap()
            .clone();
        listed.iter().map(|one| one["revocationReason"].clone()).collect()
    };

    let revoked = approved(app, &app.player(&club));
    let revoked_code = code(app, &format!("colours/{revoked}"));
    let revoked_token = token(app, &revoked_code);
    let body = json!({ "reason": "The result was corrected." });
    administrator
        .post(&format!("/v1/colours/{revoked}/revocations"), &body)
        .expect(201);
    assert_eq!(judged(&revoked_token), "it: not good: it is revoked");
    assert_eq!(online(app, &revoked_token).expect(200)["state"], "revoked");
    app.anyone()
        .get(&format!("/v1/certificates/{revoked_code}/token"))
        .refused(409, "certificate-void");
    assert_eq!(
        list()["revokedCredential"],
        json!([{ "id": format!("urn:x-colours:{revoked}"), "revoked": true, "revocationReason": "revoked" }])
    );

    let person = app.player(&club);
    let erased = approved(app, &person);
    let erased_code = code(app, &format!("colours/{erased}"));
    let erased_token = token(app, &erased_code);
    administrator
        .send("POST", &format!("/v1/players/{person}/erasures"), &[], None)
        .expect(201);
    assert_eq!(judged(&erased_token), "it: not good: it is erased");
    app.anyone()
        .get(&format!("/v1/certificates/{erased_code}/token"))
        .refused(410, "erased");
    online(app, &erased_token).refused(410, "erased");

    // An accreditation is on the list for as long as it is suspended.
    let accreditation = World::new(app).accreditation;
    let accreditation_code = code(app, &format!("accreditations/{accreditation}"));
    let accreditation_token = token(app, &accreditation_code);
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Ruled on a match of a relative." });
    let path = |step: &str| format!("/v1/accreditations/{accreditation}/{step}");
    assert_eq!(judged(&accreditation_token), "it: good");
    administrator.post(&path("suspensions"), &suspension).expect(201);
    assert_eq!(judged(&accreditation_token), "it: not good: it is suspended");
    assert_eq!(online(app, &accreditation_token).expect(200)["state"], "suspended");
    app.anyone()
        .get(&format!("/v1/certificates/{accreditation_code}/token"))
        .refused(409, "certificate-void");
    administrator
        .send("POST", &path("reinstatements"), &[], None)
        .expect(201);
    assert_eq!(judged(&accreditation_token), "it: good");
    administrator
        .post(&path("revocations"), &json!({ "reason": "Has left." }))
        .expect(201);
    assert_eq!(judged(&accreditation_token), "it: not good: it is revoked");
    let mut listed = reasons(app);
    listed.sort_by_key(Value::to_string);
    assert_eq!(listed, ["erased", "revoked", "revoked"]);
}

fn rotate(app: &TestApp) -> String {
    let rotated = app.administrator().send("POST", "/v1/signing-keys", &[], None);
    assert_eq!(rotated.header("location"), "/.well-known/jwks.json");
    text(&rotated.expect(201)["kid"]).to_owned()
}

fn keys_rotate_and_old_certificates_go_on_verifying(app: &TestApp) {
    let colours = approved(app, &app.player(&app.club("ZA-NW")));
    let code = code(app, &format!("colours/{colours}"));
    let kid = |token: &str| text(&part(token, 0)["kid"]).to_owned();
    let mut tokens = vec![token(app, &code)];
    let before = published(app);
    for _ in 0..3 {
        let rotated = rotate(app);
        let next = token(app, &code);
        assert_eq!(kid(&next), rotated);
        tokens.push(next);
    }
    let keys = app.anyone().get("/.well-known/jwks.json").expect(200)["keys"].clone();
    let published_kids: Vec<String> = keys
        .as_array()
        .unwrap()
        .iter()
        .map(|key| text(&key["kid"]).to_owned())
        .collect();
    assert_eq!(
        published_kids,
        tokens.iter().rev().map(|token| kid(token)).collect::<Vec<_>>()
    );
    assert!(keys.as_array().unwrap().iter().all(|key| key.get("d").is_none()));
    let now = published(app);
    for (place, token) in tokens.iter().enumerate() {
        assert!(offline(&now, token, "2030-01-01T00:00:00Z").0);
        assert_eq!(online(app, token).expect(200)["state"], "approved");
        // Keys that were fetched earlier know nothing of later ones.
        assert_eq!(offline(&before, token, "2030-01-01T00:00:00Z").0, place == 0);
    }
    // Sent again with the same key it makes no other.
    let again = [("idempotency-key", "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")];
    let kids = [0, 1].map(|_| {
        app.administrator()
            .send("POST", "/v1/signing-keys", &again, None)
            .expect(201)["kid"]
            .clone()
    });
    assert_eq!(kids[0], kids[1]);
}

fn a_key_that_was_replaced_signs_nobody_in(app: &TestApp) {
    let me = |caller: &Caller<'_>| caller.get("/v1/accounts");
    let old = app.sign_in(crate::app::ADMINISTRATOR);
    rotate(app);
    // Who has signed in stays so, and who signs in now does so with the new key.
    me(&old).expect(200);
    let new = app.sign_in(crate::app::ADMINISTRATOR);
    me(&new).expect(200);
    app.pass(TimeDelta::minutes(15));
    me(&old).refused(401, "token-expired");
    me(&app.sign_in(crate::app::ADMINISTRATOR)).expect(200);
}

/// One of two services on the same records learns of the other's new key when it is shown what was signed with it.
fn a_new_key_is_known_to_every_service(app: &TestApp) {
    let colours = approved(app, &app.player(&app.club("ZA-NW")));
    let code = code(app, &format!("colours/{colours}"));
    let others = [app.another_server(), app.another_server()];
    rotate(app);
    let verification = json!({ "token": token(app, &code) }).to_string();
    let url = format!("{}/v1/verifications", others[0].base);
    let mut told = ureq::post(url)
        .content_type("application/json")
        .send(verification)
        .unwrap();
    assert_eq!(told.body_mut().read_json::<Value>().unwrap()["state"], "approved");
    let signed_in = json!({ "email": crate::app::ADMINISTRATOR, "password": crate::app::PASSWORD });
    let tokens = app.anyone().post("/v1/tokens", &signed_in).expect(200);
    let bearer = format!("Bearer {}", text(&tokens["access_token"]));
    let url = format!("{}/v1/accounts", others[1].base);
    assert_eq!(
        ureq::get(url).header("authorization", bearer).call().unwrap().status(),
        200
    );
}
