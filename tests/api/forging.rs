//! Tokens taken apart, and put together again as somebody forges them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{EagerHash, Hmac, KeyInit, Mac};
use jsonwebtoken::{Algorithm, Header};
use serde_json::Value;
use sha2::{Sha256, Sha384, Sha512};

/// The header (0) or the claims (1) of a token.
pub fn part(token: &str, index: usize) -> Value {
    let part = token.split('.').nth(index).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

/// A part of a token, as it stands there.
pub fn json_part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

/// The token of such a header, of HS256, HS384 or HS512, and such claims, with a MAC of whoever takes what is public for
/// the secret.
pub fn with_mac(header: &Header, claims: &Value, secret: &[u8]) -> String {
    let encoded = |part: String| URL_SAFE_NO_PAD.encode(part);
    let message = format!(
        "{}.{}",
        encoded(serde_json::to_string(header).unwrap()),
        encoded(claims.to_string())
    );
    format!("{message}.{}", mac(header.alg, &message, secret))
}

fn mac(algorithm: Algorithm, message: &str, secret: &[u8]) -> String {
    fn of<D: EagerHash>(message: &str, secret: &[u8]) -> String {
        let mac = Hmac::<D>::new_from_slice(secret).unwrap().chain_update(message);
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
    match algorithm {
        Algorithm::HS256 => of::<Sha256>(message, secret),
        Algorithm::HS384 => of::<Sha384>(message, secret),
        Algorithm::HS512 => of::<Sha512>(message, secret),
        _ => panic!("{algorithm:?} has no MAC"),
    }
}

/// The example of RFC 7515, appendix A.1: without it, what is refused might be refused for being badly forged.
#[test]
fn a_forgery_is_a_good_one() {
    let secret = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    let message = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    assert_eq!(
        mac(Algorithm::HS256, message, &URL_SAFE_NO_PAD.decode(secret).unwrap()),
        "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    );
}
