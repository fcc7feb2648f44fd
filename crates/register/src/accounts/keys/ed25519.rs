//! The cryptography of tokens: Ed25519, and nothing to choose.
//!
//! The library of tokens reads and writes them, and lets others sign and verify. What it can bring along for that has RSA and
//! more curves in it, with which nothing here is signed.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::jwk::ThumbprintHash;
use jsonwebtoken::signature::{Error, Signer, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey};
use sha2::{Digest, Sha256};

/// The PKCS #8 wrapper around a seed (RFC 8410), which is how the library carries a private key.
pub(super) const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

static ED25519: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| Ok(Box::new(Private::of(*algorithm, key)?)),
    verifier_factory: |algorithm, key| Ok(Box::new(Public::of(*algorithm, key)?)),
    key_utils: KeyUtils {
        rsa_pub_components_from_private_key: |_| Err(ErrorKind::UnsupportedAlgorithm.into()),
        rsa_pub_components_from_public_key: |_| Err(ErrorKind::UnsupportedAlgorithm.into()),
        ec_pub_components_from_private_key: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
        ed_pub_components_from_private_key: |key, _| Ok(unwrapped(key)?.verifying_key().as_bytes().to_vec()),
        compute_digest: |data, hash| match hash {
            ThumbprintHash::SHA256 => Ok(Sha256::digest(data).to_vec()),
            _ => Err(ErrorKind::UnsupportedAlgorithm.into()),
        },
    },
};

/// Lends it to the library, once for the process; before that, the library can do nothing with a key.
pub(super) fn install() {
    // It is refused if it has been lent already.
    let _ = ED25519.install_default();
}

/// The key in the wrapper.
fn unwrapped(key: &[u8]) -> Result<SigningKey> {
    let seed = key.strip_prefix(&PKCS8).and_then(|seed| seed.try_into().ok());
    Ok(SigningKey::from_bytes(seed.ok_or(ErrorKind::InvalidEddsaKey)?))
}

fn only_ed25519(algorithm: Algorithm, family: AlgorithmFamily) -> Result<()> {
    match (algorithm, family) {
        (Algorithm::EdDSA, AlgorithmFamily::Ed) => Ok(()),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

/// A key that signs.
struct Private(SigningKey);

impl Private {
    fn of(algorithm: Algorithm, key: &EncodingKey) -> Result<Private> {
        only_ed25519(algorithm, key.family())?;
        Ok(Private(unwrapped(key.as_bytes())?))
    }
}

impl Signer<Vec<u8>> for Private {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.sign(message).to_bytes().to_vec())
    }
}

impl JwtSigner for Private {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

/// A key that verifies.
struct Public(VerifyingKey);

impl Public {
    fn of(algorithm: Algorithm, key: &DecodingKey) -> Result<Public> {
        only_ed25519(algorithm, key.family())?;
        let key = key.try_get_as_bytes()?.try_into().ok();
        let key = key.and_then(|key| VerifyingKey::from_bytes(key).ok());
        Ok(Public(key.ok_or(ErrorKind::InvalidEddsaKey)?))
    }
}

impl Verifier<Vec<u8>> for Public {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let signature = Signature::from_slice(signature).map_err(|_| Error::new())?;
        self.0.verify_strict(message, &signature).map_err(|_| Error::new())
    }
}

impl JwtVerifier for Public {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::crypto::{sign, verify};
    use jsonwebtoken::jwk::Jwk;

    use crate::accounts::keys::ed25519::*;
    use crate::accounts::keys::read_seed;

    // The example of RFC 8037, appendix A.
    const SEED: &str = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
    const X: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    const THUMBPRINT: &str = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
    const MESSAGE: &[u8] = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
    const SIGNATURE: &str = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

    #[test]
    fn the_example_of_the_standard_is_signed_and_verified() {
        let (private, jwk) = read_seed(SEED).unwrap();
        assert_eq!(jwk.common.key_id.as_deref(), Some(THUMBPRINT));
        assert!(serde_json::to_string(&jwk).unwrap().contains(X));
        assert_eq!(sign(MESSAGE, &private, Algorithm::EdDSA).unwrap(), SIGNATURE);
        let verified = |key: &str, message: &[u8], signature: &str| {
            let key = DecodingKey::from_ed_components(key).unwrap();
            verify(signature, message, &key, Algorithm::EdDSA).is_ok_and(|good| good)
        };
        assert!(verified(X, MESSAGE, SIGNATURE));
        assert!(!verified(X, &MESSAGE[1..], SIGNATURE));
        assert!(!verified(X, MESSAGE, &SIGNATURE.replace("hgyY", "hgyZ")));
        assert!(!verified(X, MESSAGE, &SIGNATURE[..84]));
        assert!(!verified(&X.replace("11q", "12q"), MESSAGE, SIGNATURE));
        assert!(!verified(&X[..40], MESSAGE, SIGNATURE));
    }

    /// A key of small order has signatures that are good for any message: here the neutral element, for both.
    #[test]
    fn a_key_that_verifies_anything_verifies_nothing() {
        install();
        let neutral = format!("AQ{}", "A".repeat(41));
        let signature = format!("AQ{}", "A".repeat(84));
        let key = DecodingKey::from_ed_components(&neutral).unwrap();
        assert!(!verify(&signature, MESSAGE, &key, Algorithm::EdDSA).unwrap());
    }

    #[test]
    fn there_is_no_other_algorithm() {
        install();
        let (secret, private) = (EncodingKey::from_secret(&[7; 48]), read_seed(SEED).unwrap().0);
        let public = DecodingKey::from_ed_components(X).unwrap();
        for (key, algorithm) in [
            (&secret, Algorithm::HS256),
            (&secret, Algorithm::EdDSA),
            (&private, Algorithm::HS256),
            (&private, Algorithm::RS256),
        ] {
            assert!(sign(MESSAGE, key, algorithm).is_err(), "{algorithm:?}");
        }
        for algorithm in [Algorithm::HS256, Algorithm::RS256, Algorithm::ES256] {
            assert!(verify(SIGNATURE, MESSAGE, &public, algorithm).is_err(), "{algorithm:?}");
        }
        assert!(Jwk::from_encoding_key(&EncodingKey::from_rsa_der(&[0; 48]), Algorithm::RS256).is_err());
    }
}
