//! The keys with which the service signs its tokens and its certificates.

mod ed25519;
mod key_words;
pub(crate) mod routes;
pub mod soundness;
pub mod store;
pub mod use_cases;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::{Insertable, Queryable, Selectable};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

pub use key_words::KeyWords;

use crate::db::{Conn, Database};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::random;

/// A key that signs, as it is stored.
#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::signing_keys)]
pub struct SigningKey {
    /// The RFC 7638 thumbprint of the public key: how a token names it.
    pub kid: String,
    /// The Ed25519 seed as base64url. Whoever has it can sign in as anyone, and certify anything.
    pub seed: String,
    /// The time at which it was made. It signs from then on, until there is a newer one.
    pub created_at: Timestamp,
}

impl SigningKey {
    /// A new key.
    ///
    /// # Errors
    /// The library refuses the key: a fault of the build.
    pub fn generate(now: Timestamp) -> Result<SigningKey, Error> {
        let seed = random::secret();
        let (_, jwk) = read_seed(&seed)?;
        let kid = jwk
            .common
            .key_id
            .ok_or_else(|| Error::Internal("a key without id".to_owned()))?;
        Ok(SigningKey {
            kid,
            seed,
            created_at: now,
        })
    }

    /// The key without its secret.
    pub fn named(&self) -> NewSigningKey {
        NewSigningKey {
            kid: self.kid.clone(),
            created_at: self.created_at,
        }
    }
}

/// A key that signs.
#[derive(Serialize, ToSchema)]
pub struct NewSigningKey {
    /// The id by which tokens name it, and by which it is found among the published keys.
    #[schema(example = "cX3mLdBvXq1uJ5tHw0sB9kYzV2nR7pQaE4fG6hJ8kLm")]
    pub kid: String,
    /// The time from which it signs.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub created_at: Timestamp,
}

/// Public keys, with which everyone can verify what was signed.
#[derive(Clone, Default)]
pub struct PublicKeys(HashMap<String, DecodingKey>);

impl PublicKeys {
    /// The keys of a published set; those that are not Ed25519, or that have no id, are left out.
    #[must_use]
    pub fn of(set: &JwkSet) -> PublicKeys {
        ed25519::install();
        let of_ours = |jwk: &&Jwk| match &jwk.algorithm {
            AlgorithmParameters::OctetKeyPair(key) => key.curve == EllipticCurve::Ed25519,
            _ => false,
        };
        let named = |jwk: &Jwk| Some((jwk.common.key_id.clone()?, DecodingKey::from_jwk(jwk).ok()?));
        PublicKeys(set.keys.iter().filter(of_ours).filter_map(named).collect())
    }

    /// Reads a token, if it is of that type and was signed with one of the keys. The algorithm is ours to choose, never
    /// the token's; keys that a token brings along are not looked at. Times are not judged.
    pub fn open<T: DeserializeOwned>(
        &self,
        (token, media_type): (&str, &str),
        mut rules: Validation,
    ) -> Result<Opened<T>, SignatureError> {
        let header = decode_header(token).map_err(|_| SignatureError::NotOurs)?;
        if header.typ.as_deref() != Some(media_type) {
            return Err(SignatureError::NotOurs);
        }
        let kid = header.kid.ok_or(SignatureError::NotOurs)?;
        let key = self.0.get(&kid).ok_or(SignatureError::UnknownKey)?;
        rules.validate_exp = false; // the library asks the machine's clock; ours is an argument
        rules.validate_nbf = false;
        let claims = decode::<T>(token, key, &rules)
            .map_err(|_| SignatureError::NotOurs)?
            .claims;
        Ok(Opened { kid, claims })
    }
}

/// The rules for whom a token is from and for: nothing is asked until they say so.
pub fn rules() -> Validation {
    let mut rules = Validation::new(Algorithm::EdDSA);
    rules.required_spec_claims.clear();
    rules.validate_aud = false;
    rules
}

/// A token that was signed with one of the keys.
pub struct Opened<T> {
    pub(crate) kid: String,
    pub claims: T,
}

/// The reason why a token tells nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureError {
    /// Not one of ours, or altered.
    NotOurs,
    /// It names a key that is not known, at least not yet.
    UnknownKey,
}

/// The keys: the newest signs, all of them verify.
pub struct Keys {
    issuer: String,
    kid: String,
    signing: EncodingKey,
    verifying: PublicKeys,
    public: JwkSet,
    /// The time from which a newer key has signed in the place of each of the others.
    retired: HashMap<String, Timestamp>,
}

impl Keys {
    /// The keys as stored, newest first. Tokens are issued in the name of `issuer`.
    ///
    /// # Errors
    /// There is none, or one cannot be read.
    pub fn new(stored: &[SigningKey], issuer: &str) -> Result<Keys, Error> {
        let newest = stored
            .first()
            .ok_or_else(|| Error::Internal("there is no signing key".to_owned()))?;
        let public = stored
            .iter()
            .map(|key| Ok(read_seed(&key.seed)?.1))
            .collect::<Result<Vec<_>, Error>>()?;
        let public = JwkSet { keys: public };
        let retired = stored
            .windows(2)
            .map(|pair| (pair[1].kid.clone(), pair[0].created_at))
            .collect();
        let ((signing, _), verifying) = (read_seed(&newest.seed)?, PublicKeys::of(&public));
        Ok(Keys {
            issuer: issuer.to_owned(),
            kid: newest.kid.clone(),
            signing,
            verifying,
            public,
            retired,
        })
    }

    /// The name in which tokens are issued.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The public halves, for whoever verifies tokens.
    pub fn public(&self) -> &JwkSet {
        &self.public
    }

    /// Puts the key that signs into words.
    pub fn words(&self) -> Result<KeyWords, Error> {
        let mut keys = self.public.keys.iter();
        let signing = keys.find(|key| key.common.key_id.as_ref() == Some(&self.kid));
        let words = signing.and_then(KeyWords::of);
        words.ok_or_else(|| Error::Internal("a key without words".to_owned()))
    }

    /// The public halves, to verify with.
    pub fn verifying(&self) -> &PublicKeys {
        &self.verifying
    }

    /// The time at which a newer key took the place of that one, if one has.
    pub fn retired_at(&self, kid: &str) -> Option<Timestamp> {
        self.retired.get(kid).copied()
    }

    /// A signed token of that type.
    pub fn sign(&self, kind: &str, claims: &impl Serialize) -> Result<String, Error> {
        let header = Header {
            kid: Some(self.kid.clone()),
            typ: Some(kind.to_owned()),
            ..Header::new(Algorithm::EdDSA)
        };
        encode(&header, claims, &self.signing).map_err(broken)
    }
}

/// The keys of a running service, which another one on the same database may have rotated.
#[derive(Clone)]
pub struct Keyring(Arc<RwLock<Arc<Keys>>>);

impl std::fmt::Debug for Keyring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keyring(…)")
    }
}

impl Keyring {
    /// The ring with these keys.
    #[must_use]
    pub fn of(keys: Keys) -> Keyring {
        Keyring(Arc::new(RwLock::new(Arc::new(keys))))
    }

    /// The keys as they were last read.
    pub fn keys(&self) -> Arc<Keys> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The keys as they are on record now.
    pub async fn renewed(&self, database: &Database) -> Result<Arc<Keys>, Error> {
        let ring = self.clone();
        database.read(move |c| ring.renew(c)).await
    }

    /// Reads the keys as they are on record now.
    pub fn renew(&self, c: &mut Conn) -> Result<Arc<Keys>, Error> {
        let keys = Arc::new(Keys::new(&store::list(c)?, self.keys().issuer())?);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = keys.clone();
        Ok(keys)
    }
}

/// The private key and the public one with its id.
pub fn read_seed(seed: &str) -> Result<(EncodingKey, Jwk), Error> {
    ed25519::install();
    let seed = URL_SAFE_NO_PAD.decode(seed).ok().filter(|seed| seed.len() == 32);
    let seed = seed.ok_or_else(|| Error::Internal("a stored signing key is not 32 bytes".to_owned()))?;
    let key = EncodingKey::from_ed_der(&[&ed25519::PKCS8, seed.as_slice()].concat());
    let mut jwk = Jwk::from_encoding_key(&key, Algorithm::EdDSA).map_err(broken)?;
    jwk.common.key_id = Some(jwk.thumbprint(ThumbprintHash::SHA256).map_err(broken)?);
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok((key, jwk))
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err calls")]
fn broken(error: jsonwebtoken::errors::Error) -> Error {
    Error::Internal(format!("signing: {error}"))
}
