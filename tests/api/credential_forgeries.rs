//! Certificates that are none: forged tokens, guessed codes, odd keys and lists.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fastrand::Rng;
use federation_records::certificates::tokens::offline::PublishedKeys;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::credentials::{code, offline, online, published, token};
use crate::forging::{self, json_part, part};
use crate::world::approved;

on_sqlite! {
    no_forged_token_is_taken,
    no_guessed_code_is_taken,
}

/// Another one of the signs.
fn other_than(present: u8, signs: &[u8], rng: &mut Rng) -> u8 {
    let others: Vec<u8> = signs.iter().copied().filter(|sign| *sign != present).collect();
    others[rng.usize(..others.len())]
}

/// Tokens that are altered, cut, or signed by somebody else.
fn forgeries(app: &TestApp, token: &str, rng: &mut Rng) -> Vec<String> {
    let parts: Vec<&str> = token.split('.').collect();
    let header = part(token, 0);
    let keys = app.anyone().get("/.well-known/jwks.json");
    let (set, key) = (keys.body_text(), keys.json()["keys"][0].clone());
    let public = URL_SAFE_NO_PAD.decode(text(&key["x"])).unwrap();
    let mut forged = Vec::new();
    let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ";
    for _ in 0..500 {
        let (mut altered, place) = (token.as_bytes().to_vec(), rng.usize(..token.len()));
        altered[place] = other_than(altered[place], signs, rng);
        forged.push(String::from_utf8(altered).unwrap());
    }
    // The last sign of the signature has bits that stand for nothing.
    let (all_but, last) = token.split_at(token.len() - 1);
    forged.extend(
        signs
            .iter()
            .map(|c| format!("{all_but}{}", char::from(*c)))
            .filter(|other| !other.ends_with(last)),
    );
    forged.extend((0..200).map(|_| token[..rng.usize(..token.len())].to_owned()));
    forged.extend((0..50).map(|_| token[rng.usize(1..token.len())..].to_owned()));
    // Other claims under the same signature, under none, and under one of another kind or key.
    let mut other_claims = part(token, 1);
    other_claims["credentialSubject"]["identifier"][0]["identityHash"] = json!("Somebody Else");
    let ed25519 = |seed: u8| {
        let pkcs8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
        EncodingKey::from_ed_der(&[&pkcs8[..], &[seed; 32]].concat())
    };
    for claims in [&part(token, 1), &other_claims] {
        let payload = json_part(claims);
        for alg in ["none", "None", "NONE", "HS256", "ES256", "RS256", "EdDSA", ""] {
            let header = json_part(&json!({ "typ": "vc+jwt", "alg": alg, "kid": header["kid"] }));
            for signature in ["", "AA", parts[2]] {
                forged.push(format!("{header}.{payload}.{signature}"));
            }
            forged.push(format!("{header}.{payload}"));
        }
        let pem = format!(
            "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n",
            text(&key["x"])
        );
        let secrets = [
            &public[..],
            text(&key["x"]).as_bytes(),
            set.as_bytes(),
            pem.as_bytes(),
            b"",
        ];
        for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
            for secret in secrets {
                let header = Header {
                    typ: Some("vc+jwt".to_owned()),
                    kid: Some(text(&key["kid"]).to_owned()),
                    ..Header::new(algorithm)
                };
                forged.push(forging::with_mac(&header, claims, secret));
            }
        }
        for seed in 0..30 {
            let strange = ed25519(seed);
            let jwk = jsonwebtoken::jwk::Jwk::from_encoding_key(&strange, Algorithm::EdDSA).unwrap();
            for (kid, jwk) in [
                (Some(text(&key["kid"])), None),
                (Some("another"), None),
                (None, Some(jwk)),
            ] {
                let header = Header {
                    typ: Some("vc+jwt".to_owned()),
                    kid: kid.map(str::to_owned),
                    jwk,
                    ..Header::new(Algorithm::EdDSA)
                };
                forged.push(jsonwebtoken::encode(&header, claims, &strange).unwrap());
            }
        }
    }
    forged.retain(|forged| forged.trim() != token);
    forged
}

fn no_forged_token_is_taken(app: &TestApp) {
    let colours = approved(app, &app.player(&app.club("ZA-NW")));
    let token = token(app, &code(app, &format!("colours/{colours}")));
    let published = published(app);
    let now = "2026-11-20T08:00:00Z";
    assert!(offline(&published, &token, now).0);
    let mut forged = forgeries(app, &token, &mut Rng::with_seed(8));
    // Rightly signed, and no certificate: what signs in.
    let signed_in = json!({ "email": crate::app::ADMINISTRATOR, "password": crate::app::PASSWORD });
    forged.push(text(&app.anyone().post("/v1/tokens", &signed_in).expect(200)["access_token"]).to_owned());
    assert!(forged.len() > 1000, "{}", forged.len());
    for forged in &forged {
        let (good, told) = offline(&published, forged, now);
        assert!(
            !good && told.contains("not signed with one of these keys"),
            "{forged}: {told}"
        );
        let problem = online(app, forged).refused(422, "not-our-certificate");
        assert_eq!(problem["errors"][0]["pointer"], "/token");
    }
    // Nor does a certificate sign anybody in.
    app.bearer(&token).get("/v1/accounts").refused(401, "token-invalid");
    // What another federation has signed is not ours.
    let other = TestApp::on_sqlite();
    online(&other, &token).refused(422, "not-our-certificate");
    assert!(!offline(&self::published(&other), &token, now).0);
}

fn no_guessed_code_is_taken(app: &TestApp) {
    let colours = approved(app, &app.player(&app.club("ZA-NW")));
    let code = code(app, &format!("colours/{colours}"));
    let mut rng = Rng::with_seed(9);
    let signs = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    for guess in 0..1000 {
        let mut guessed = code.clone().into_bytes();
        // Near the one that there is, and anything.
        let places: Vec<usize> = (0..guessed.len()).filter(|place| guessed[*place] != b'-').collect();
        let changed = if guess % 2 == 0 { 1 } else { places.len() };
        let first = rng.usize(..=places.len() - changed);
        for place in &places[first..first + changed] {
            guessed[*place] = other_than(guessed[*place], signs, &mut rng);
        }
        let guessed = String::from_utf8(guessed).unwrap();
        app.anyone()
            .get(&format!("/v1/verifications/{guessed}"))
            .refused(404, "not-found");
        app.anyone()
            .get(&format!("/v1/certificates/{guessed}/token"))
            .refused(404, "not-found");
    }
}

/// Nothing is taken for good that is not, whatever is in the files that were fetched.
#[test]
fn odd_keys_and_lists_make_nothing_good() {
    let app = TestApp::on_sqlite();
    let colours = approved(&app, &app.player(&app.club("ZA-NW")));
    let token = token(&app, &code(&app, &format!("colours/{colours}")));
    let (keys, list) = (
        app.anyone().get("/.well-known/jwks.json").json(),
        app.anyone().get("/v1/revocations").json(),
    );
    let judged = |keys: &Value, list: &Value| {
        let published = PublishedKeys::read(&keys.to_string(), &format!("\u{feff}{list}")).unwrap();
        offline(&published, &format!("\u{feff}{token}"), "2026-11-20T08:00:00Z").0
    };
    assert!(judged(&keys, &list));
    for (member, value) in [
        ("x", ""),
        ("x", "AA"),
        ("x", "…"),
        ("crv", "X25519"),
        ("kid", "another"),
    ] {
        let mut odd = keys.clone();
        odd["keys"][0][member] = json!(value);
        assert!(!judged(&odd, &list), "{member} {value}");
    }
    let mut strange = list.clone();
    strange["issuer"] = json!("https://other.example");
    assert!(!judged(&keys, &strange));
}
