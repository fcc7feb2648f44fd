//! Access tokens that are none: altered, unsigned, signed by others, or of another session.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::prelude::*;
use federation_records::db::schema::signing_keys;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::forging::{self, json_part, part};
use crate::sign_in::{administrators_token, refused_as_invalid, sign_in};

on_sqlite! {
    what_is_no_token_is_refused,
    an_altered_token_is_refused,
    a_token_without_a_signature_is_refused,
    the_public_key_is_no_secret_to_sign_with,
    a_token_signed_by_someone_else_is_refused,
    a_token_speaks_for_the_account_of_its_session_alone,
}

fn header(token: &str, algorithm: Algorithm) -> Header {
    let real = part(token, 0);
    let word = |name: &str| Some(text(&real[name]).to_owned());
    Header {
        kid: word("kid"),
        typ: word("typ"),
        ..Header::new(algorithm)
    }
}

/// The PKCS #8 form (RFC 8410) of an Ed25519 seed.
fn signing_key(seed: &[u8]) -> EncodingKey {
    const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
    EncodingKey::from_ed_der(&[&PKCS8, seed].concat())
}

fn what_is_no_token_is_refused(app: &TestApp) {
    let token = administrators_token(app);
    for garbage in [
        "",
        "x",
        "..",
        "a.b.c",
        "null",
        "AAAA.AAAA.AAAA",
        &token.repeat(2),
        &token[1..],
    ] {
        refused_as_invalid(app, garbage);
    }
    // The right token in the wrong place.
    for authorization in [token.clone(), format!("Basic {token}"), format!("Bearer,{token}")] {
        let answer = app
            .anyone()
            .get_with("/v1/accounts", &[("authorization", &authorization)]);
        answer.refused(401, "token-invalid");
    }
    app.anyone()
        .get(&format!("/v1/accounts?access_token={token}"))
        .refused(401, "token-required");
    // The scheme's case does not matter.
    let answer = app
        .anyone()
        .get_with("/v1/accounts", &[("authorization", &format!("bearer {token}"))]);
    answer.expect(200);
}

fn an_altered_token_is_refused(app: &TestApp) {
    let token = administrators_token(app);
    let pieces: Vec<&str> = token.split('.').collect();
    let (head, claims) = (part(&token, 0), part(&token, 1));
    let other = app.account().id;
    for (claim, value) in [
        ("sub", json!(other)),
        ("sid", json!(other)),
        ("exp", json!(claims["exp"].as_i64().unwrap() + 1)),
        ("iss", json!("http://elsewhere.example")),
        ("role", json!("administrator")),
    ] {
        let mut altered = claims.clone();
        altered[claim] = value;
        refused_as_invalid(app, &format!("{}.{}.{}", pieces[0], json_part(&altered), pieces[2]));
    }
    for (name, value) in [("kid", json!("another")), ("typ", json!("JWT")), ("x", json!(1))] {
        let mut altered = head.clone();
        altered[name] = value;
        refused_as_invalid(app, &format!("{}.{}.{}", json_part(&altered), pieces[1], pieces[2]));
    }
    let mut signature = URL_SAFE_NO_PAD.decode(pieces[2]).unwrap();
    signature[0] ^= 1;
    refused_as_invalid(
        app,
        &format!("{}.{}.{}", pieces[0], pieces[1], URL_SAFE_NO_PAD.encode(signature)),
    );
}

fn a_token_without_a_signature_is_refused(app: &TestApp) {
    let token = administrators_token(app);
    let pieces: Vec<&str> = token.split('.').collect();
    for algorithm in ["none", "None", "NONE", "nOnE", "", "EdDSA", "HS256", "ES256", "RS256"] {
        let mut head = part(&token, 0);
        head["alg"] = json!(algorithm);
        for rest in [
            format!("{}.", pieces[1]),
            pieces[1].to_owned(),
            format!("{}..", pieces[1]),
        ] {
            refused_as_invalid(app, &format!("{}.{rest}", json_part(&head)));
        }
        if algorithm != "EdDSA" {
            refused_as_invalid(app, &format!("{}.{}.{}", json_part(&head), pieces[1], pieces[2]));
        }
    }
}

fn the_public_key_is_no_secret_to_sign_with(app: &TestApp) {
    let token = administrators_token(app);
    let keys = app.anyone().get("/.well-known/jwks.json");
    let key = &keys.expect(200)["keys"][0];
    let x = text(&key["x"]);
    for secret in [
        keys.body.clone(),
        key.to_string().into_bytes(),
        x.as_bytes().to_vec(),
        URL_SAFE_NO_PAD.decode(x).unwrap(),
    ] {
        for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
            let forged = forging::with_mac(&header(&token, algorithm), &part(&token, 1), &secret);
            refused_as_invalid(app, &forged);
        }
    }
}

fn a_token_signed_by_someone_else_is_refused(app: &TestApp) {
    let token = administrators_token(app);
    let seed: [u8; 32] = std::array::from_fn(|_| fastrand::u8(..));
    let strange = signing_key(&seed);
    let mut own_key = header(&token, Algorithm::EdDSA);
    own_key.jwk = Some(jsonwebtoken::jwk::Jwk::from_encoding_key(&strange, Algorithm::EdDSA).unwrap());
    let known = header(&token, Algorithm::EdDSA);
    for header in [
        known.clone(),
        Header {
            kid: Some("strange".to_owned()),
            ..known.clone()
        },
        Header {
            kid: None,
            ..known.clone()
        },
        Header {
            jku: Some("http://elsewhere.example/jwks.json".to_owned()),
            ..known
        },
        own_key,
    ] {
        refused_as_invalid(app, &encode(&header, &part(&token, 1), &strange).unwrap());
    }
}

/// A token does so even if it is rightly signed.
fn a_token_speaks_for_the_account_of_its_session_alone(app: &TestApp) {
    let token = administrators_token(app);
    let seed: String = signing_keys::table
        .select(signing_keys::seed)
        .first(&mut app.connection())
        .unwrap();
    let key = signing_key(&URL_SAFE_NO_PAD.decode(seed).unwrap());
    let sign = |claims: &Value| encode(&header(&token, Algorithm::EdDSA), claims, &key).unwrap();
    app.bearer(&sign(&part(&token, 1))).get("/v1/accounts").expect(200);
    let mut forged = part(text(&sign_in(app, &app.account())["access_token"]), 1);
    forged["sub"] = part(&token, 1)["sub"].clone();
    refused_as_invalid(app, &sign(&forged));
    for claim in ["iss", "aud", "sub", "sid", "exp"] {
        let mut short = part(&token, 1);
        short.as_object_mut().unwrap().remove(claim);
        refused_as_invalid(app, &sign(&short));
    }
}
