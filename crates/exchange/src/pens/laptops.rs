//! Laptops at venues: the keys of one, to which a bundle is sealed and by which it signs what it hands in; and the file in
//! which a bundle is carried.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hpke::aead::ChaCha20Poly1305;
use hpke::kdf::HkdfSha256;
use hpke::kem::X25519HkdfSha256;
use hpke::{Deserializable, Kem, OpModeR, OpModeS, Serializable};
use jsonwebtoken::jwk::{Jwk, JwkSet, ThumbprintHash};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::accounts::keys::{KeyWords, Keys, PublicKeys, SigningKey, read_seed, rules};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::random;
use crate::values::validation::ValueError;

/// Words that bind what is sealed to its purpose.
const PURPOSE: &[u8] = b"federation-records pen bundle 1";

/// The keys of a laptop, as they stand in its file. Whoever has that file can open its bundles, and hand in in its name.
#[derive(Clone, Serialize, Deserialize)]
pub struct LaptopKeys {
    /// The key that opens its bundles: X25519 as base64url.
    sealing: String,
    /// The key that signs: the Ed25519 seed as base64url.
    signing: String,
    /// The words of its federation's key; none until somebody typed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<KeyWords>,
}

/// The public halves, as the pen is lent to them.
#[derive(Debug, Clone, Serialize)]
pub struct PublicLaptopKeys {
    /// To which a bundle is sealed: X25519 as base64url.
    pub sealing_key: String,
    /// By which what is handed in is verified: Ed25519 as base64url.
    pub signing_key: String,
}

/// The laptop on which the service runs at a venue.
#[derive(Clone)]
pub struct Laptop {
    pub keys: LaptopKeys,
    /// The key of the federation that has lent the pen.
    pub federation: PublicKeys,
}

impl std::fmt::Debug for Laptop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Laptop(…)")
    }
}

fn broken(error: impl std::fmt::Debug) -> Error {
    Error::Internal(format!("sealing: {error:?}"))
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() == 32)
}

impl LaptopKeys {
    /// New keys.
    ///
    /// # Errors
    /// A library refuses them: a fault of the build.
    pub fn generate(now: Timestamp) -> Result<LaptopKeys, Error> {
        let (sealing, _) = X25519HkdfSha256::derive_keypair(&random::bytes::<32>());
        Ok(LaptopKeys {
            sealing: URL_SAFE_NO_PAD.encode(sealing.to_bytes()),
            signing: SigningKey::generate(now)?.seed,
            federation: None,
        })
    }

    /// Adds the words of the one federation that the laptop believes.
    #[must_use]
    pub fn believing(self, federation: KeyWords) -> LaptopKeys {
        LaptopKeys {
            federation: Some(federation),
            ..self
        }
    }

    /// The public halves.
    ///
    /// # Errors
    /// They are no keys.
    pub fn public(&self) -> Result<PublicLaptopKeys, Error> {
        let public = X25519HkdfSha256::sk_to_pk(&self.opening()?);
        let signing: [u8; 32] = decoded(&self.signing)
            .and_then(|seed| seed.try_into().ok())
            .ok_or_else(|| broken("the file holds no signing key"))?;
        let signing = ed25519_dalek::SigningKey::from_bytes(&signing).verifying_key();
        Ok(PublicLaptopKeys {
            sealing_key: URL_SAFE_NO_PAD.encode(public.to_bytes()),
            signing_key: URL_SAFE_NO_PAD.encode(signing.as_bytes()),
        })
    }

    fn opening(&self) -> Result<<X25519HkdfSha256 as Kem>::PrivateKey, Error> {
        let bytes = decoded(&self.sealing).ok_or_else(|| broken("the file holds no sealing key"))?;
        <X25519HkdfSha256 as Kem>::PrivateKey::from_bytes(&bytes).map_err(broken)
    }

    /// Signs claims of that type.
    pub fn sign(&self, kind: &str, claims: &impl Serialize, now: Timestamp) -> Result<String, Error> {
        let (_, jwk) = read_seed(&self.signing)?;
        let key = SigningKey {
            kid: jwk.common.key_id.unwrap_or_default(),
            seed: self.signing.clone(),
            created_at: now,
        };
        Keys::new(&[key], "")?.sign(kind, claims)
    }

    /// Opens what was sealed to these keys and bound to that data; none if it was not, or was altered.
    pub fn unseal(&self, sealed: &[u8], associated: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        let Some((encapsulated, content)) = sealed.split_at_checked(32) else {
            return Ok(None);
        };
        let Ok(encapsulated) = <X25519HkdfSha256 as Kem>::EncappedKey::from_bytes(encapsulated) else {
            return Ok(None);
        };
        let opened = hpke::single_shot_open::<ChaCha20Poly1305, HkdfSha256, X25519HkdfSha256>(
            &OpModeR::Base,
            &self.opening()?,
            &encapsulated,
            PURPOSE,
            content,
            associated,
        );
        Ok(opened.ok())
    }
}

/// Reads a public key that a bundle is to be sealed to: some have the form of one, and nothing can be sealed to them (RFC 9180,
/// 7.1.4).
///
/// # Errors
/// `invalid-key`.
pub fn sealing_key(text: &str) -> Result<String, ValueError> {
    seal(text, b"", b"").map(|_| text.to_owned()).map_err(|_| no_key())
}

/// Reads a public key by which what is handed in is verified; not one under which a signature is good for many messages.
///
/// # Errors
/// `invalid-key`.
pub fn signing_key(text: &str) -> Result<String, ValueError> {
    let key = decoded(text).and_then(|key| key.try_into().ok());
    let key = key.and_then(|key: [u8; 32]| ed25519_dalek::VerifyingKey::from_bytes(&key).ok());
    let key = key.filter(|key| !key.is_weak());
    key.map(|_| text.to_owned()).ok_or_else(no_key)
}

fn no_key() -> ValueError {
    ValueError::new(
        "invalid-key",
        "Must be a public key of the laptop, as it was printed when its keys were made.",
    )
}

/// Seals bytes to a laptop's key, bound to data that goes with them in the open (the associated data of an AEAD).
pub fn seal(key: &str, content: &[u8], associated: &[u8]) -> Result<Vec<u8>, Error> {
    let key = decoded(key).ok_or_else(|| broken("no key"))?;
    let key = <X25519HkdfSha256 as Kem>::PublicKey::from_bytes(&key).map_err(broken)?;
    let sealed = hpke::single_shot_seal::<ChaCha20Poly1305, HkdfSha256, X25519HkdfSha256>(
        &OpModeS::Base,
        &key,
        PURPOSE,
        content,
        associated,
    );
    let (encapsulated, sealed) = sealed.map_err(broken)?;
    Ok([encapsulated.to_bytes().as_slice(), &sealed].concat())
}

/// Reads claims of that type that the laptop with that key has signed; none if it has not.
pub fn verified<T: DeserializeOwned>(key: &str, kind: &str, token: &str) -> Option<T> {
    let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": key });
    let mut jwk: Jwk = serde_json::from_value(jwk).ok()?;
    jwk.common.key_id = Some(jwk.thumbprint(ThumbprintHash::SHA256).ok()?);
    let keys = PublicKeys::of(&JwkSet { keys: vec![jwk] });
    Some(keys.open::<T>((token, kind), rules()).ok()?.claims)
}

/// The SHA-256 of bytes, as claims name them.
pub fn digest_of(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use crate::pens::laptops::*;
    use crate::values::clock::Clock;

    fn keys() -> LaptopKeys {
        LaptopKeys::generate(Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap()).now()).unwrap()
    }

    #[test]
    fn what_is_sealed_is_opened_by_its_own_key_alone_and_unaltered() {
        let (laptop, other) = (keys(), keys());
        let sealed = seal(&laptop.public().unwrap().sealing_key, b"cows", b"loan 1").unwrap();
        assert_eq!(
            laptop.unseal(&sealed, b"loan 1").unwrap().as_deref(),
            Some(&b"cows"[..])
        );
        assert_eq!(other.unseal(&sealed, b"loan 1").unwrap(), None);
        assert_eq!(laptop.unseal(&sealed, b"loan 2").unwrap(), None);
        for place in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[place] ^= 1;
            assert_eq!(laptop.unseal(&altered, b"loan 1").unwrap(), None, "byte {place}");
        }
        assert_eq!(laptop.unseal(&sealed[..20], b"loan 1").unwrap(), None);
    }

    #[test]
    fn what_a_laptop_signs_is_verified_by_its_own_key_and_type_alone() {
        let (laptop, other) = (keys(), keys());
        let now = Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap()).now();
        let token = laptop.sign("cows+jwt", &json!({ "n": 12 }), now).unwrap();
        let own = laptop.public().unwrap().signing_key;
        let read = |key: &str, kind: &str| verified::<serde_json::Value>(key, kind, &token);
        assert_eq!(read(&own, "cows+jwt"), Some(json!({ "n": 12 })));
        assert_eq!(read(&other.public().unwrap().signing_key, "cows+jwt"), None);
        assert_eq!(read(&own, "calves+jwt"), None);
    }

    #[test]
    fn keys_have_their_form() {
        let public = keys().public().unwrap();
        assert!(sealing_key(&public.sealing_key).is_ok() && signing_key(&public.signing_key).is_ok());
        let zeros = "A".repeat(43);
        for wrong in ["", "cows", &public.sealing_key[1..], &zeros] {
            assert_eq!(sealing_key(wrong).unwrap_err().code, "invalid-key");
            assert_eq!(signing_key(wrong).unwrap_err().code, "invalid-key");
        }
    }
}
