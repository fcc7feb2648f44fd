//! Signatures of what is sent, as Standard Webhooks 1.0 has them: HMAC-SHA-256 over id, time and body.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::values::error::Error;
use crate::values::random;

/// The beginning of a secret, by which it is known for one.
const PREFIX: &str = "whsec_";

/// A new secret, of 256 bits.
#[must_use]
pub(super) fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(random::bytes::<32>()))
}

/// The value of `webhook-signature`: a signature by each of the secrets.
pub(super) fn signatures(secrets: &[String], id: &str, seconds: i64, body: &str) -> Result<String, Error> {
    let signed = format!("{id}.{seconds}.{body}");
    let signatures = secrets.iter().map(|secret| {
        let unreadable = |error: &dyn std::fmt::Display| Error::Internal(format!("a secret cannot be read: {error}"));
        let key = STANDARD.decode(secret.trim_start_matches(PREFIX));
        let key = key.map_err(|error| unreadable(&error))?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(|error| unreadable(&error))?;
        mac.update(signed.as_bytes());
        Ok(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
    });
    Ok(signatures.collect::<Result<Vec<_>, Error>>()?.join(" "))
}

#[cfg(test)]
mod tests {
    use crate::webhooks::signing::*;

    /// The example of the specification.
    #[test]
    fn a_signature_is_as_the_standard_has_it() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned();
        let told = signatures(
            &[secret.clone(), secret],
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            "{\"test\": 2432232314}",
        );
        let one = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(told.unwrap(), format!("{one} {one}"));
    }

    #[test]
    fn secrets_have_256_bits() {
        let secret = new_secret();
        assert_eq!(
            STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap().len(),
            32
        );
    }
}
