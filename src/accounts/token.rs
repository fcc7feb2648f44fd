//! Tokens: a short-lived one that is signed and read without asking the database, and a long-lived one that is kept as
//! a hash and good for one use.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::digest;
use crate::error::Error;
use crate::id::Id;
use crate::random;

/// How long an access token is good for.
pub(crate) const ACCESS_SECONDS: i64 = 15 * 60;

/// How long a refresh token is good for.
pub(crate) const REFRESH_DAYS: TimeDelta = TimeDelta::days(30);

/// The media type of an access token (RFC 9068): a token made for something else is not one.
const TYPE: &str = "at+jwt";

/// Whom access tokens are for.
const AUDIENCE: &str = "federation-records";

/// A key that signs access tokens, as it is stored.
#[derive(Clone)]
pub struct SigningKey {
    /// The RFC 7638 thumbprint of the public key: how a token names it.
    pub kid: String,
    /// The Ed25519 seed as base64url. Whoever has it can sign in as anyone.
    pub seed: String,
}

impl SigningKey {
    /// A new key.
    ///
    /// # Errors
    /// The library refuses the key: a fault of the build.
    pub fn generate() -> Result<SigningKey, Error> {
        let seed = random::secret();
        let (_, jwk) = read_seed(&seed)?;
        let kid = jwk.common.key_id.ok_or_else(|| Error::Internal("a key without id".to_owned()))?;
        Ok(SigningKey { kid, seed })
    }
}

/// The keys: the newest signs, all of them verify.
#[derive(Clone)]
pub struct Keys {
    issuer: String,
    kid: String,
    signing: EncodingKey,
    verifying: HashMap<String, DecodingKey>,
    public: JwkSet,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Keys({})", self.kid)
    }
}

/// What an access token says.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: Id,
    /// The session: ended, the token is worth nothing more.
    sid: Id,
    jti: Id,
    iat: i64,
    exp: i64,
}

/// Whom an access token speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bearer {
    pub(crate) account: Id,
    pub(crate) session: Id,
}

/// Why an access token is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// Not one of ours, or altered.
    Invalid,
    /// Its time is over.
    Expired,
}

impl Keys {
    /// The keys as stored, newest first. Tokens are issued in the name of `issuer`.
    ///
    /// # Errors
    /// There is none, or one cannot be read.
    pub fn new(stored: &[SigningKey], issuer: &str) -> Result<Keys, Error> {
        let newest = stored.first().ok_or_else(|| Error::Internal("there is no signing key".to_owned()))?;
        let mut verifying = HashMap::new();
        let mut public = JwkSet { keys: Vec::new() };
        for key in stored {
            let (_, jwk) = read_seed(&key.seed)?;
            verifying.insert(key.kid.clone(), DecodingKey::from_jwk(&jwk).map_err(broken)?);
            public.keys.push(jwk);
        }
        let (signing, _) = read_seed(&newest.seed)?;
        Ok(Keys { issuer: issuer.to_owned(), kid: newest.kid.clone(), signing, verifying, public })
    }

    /// The public halves, for whoever verifies tokens.
    pub(crate) fn public(&self) -> &JwkSet {
        &self.public
    }

    /// An access token for the bearer.
    pub(crate) fn issue(&self, bearer: Bearer, now: Timestamp) -> Result<String, Error> {
        let header =
            Header { kid: Some(self.kid.clone()), typ: Some(TYPE.to_owned()), ..Header::new(Algorithm::EdDSA) };
        let claims = Claims {
            iss: self.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            sub: bearer.account,
            sid: bearer.session,
            jti: Id::new(now),
            iat: now.unix_seconds(),
            exp: now.unix_seconds() + ACCESS_SECONDS,
        };
        encode(&header, &claims, &self.signing).map_err(broken)
    }

    /// Whom the token speaks for at that time. The algorithm is ours to choose, never the token's.
    pub(crate) fn verify(&self, token: &str, now: Timestamp) -> Result<Bearer, Unfit> {
        let header = decode_header(token).map_err(|_| Unfit::Invalid)?;
        if header.typ.as_deref() != Some(TYPE) {
            return Err(Unfit::Invalid);
        }
        let key = header.kid.and_then(|kid| self.verifying.get(&kid)).ok_or(Unfit::Invalid)?;
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_issuer(&[&self.issuer]);
        rules.set_audience(&[AUDIENCE]);
        rules.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        rules.validate_exp = false; // the library asks the machine's clock; ours is an argument
        let claims = decode::<Claims>(token, key, &rules).map_err(|_| Unfit::Invalid)?.claims;
        if now.unix_seconds() >= claims.exp {
            return Err(Unfit::Expired);
        }
        Ok(Bearer { account: claims.sub, session: claims.sid })
    }
}

/// The private key and the public one with its id.
fn read_seed(seed: &str) -> Result<(EncodingKey, Jwk), Error> {
    // RFC 8410: the PKCS #8 wrapper around an Ed25519 seed, which is all that the library reads.
    const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
    let seed = URL_SAFE_NO_PAD.decode(seed).ok().filter(|seed| seed.len() == 32);
    let seed = seed.ok_or_else(|| Error::Internal("a stored signing key is not 32 bytes".to_owned()))?;
    let key = EncodingKey::from_ed_der(&[&PKCS8, seed.as_slice()].concat());
    let mut jwk = Jwk::from_encoding_key(&key, Algorithm::EdDSA).map_err(broken)?;
    jwk.common.key_id = Some(jwk.thumbprint(ThumbprintHash::SHA256).map_err(broken)?);
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok((key, jwk))
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err calls")]
fn broken(error: jsonwebtoken::errors::Error) -> Error {
    Error::Internal(format!("signing: {error}"))
}

/// What is stored of a refresh token: SHA-256 in hexadecimal. The token has 256 random bits, so no salt is needed.
pub(crate) fn stored_form(refresh_token: &str) -> String {
    digest::sha256(refresh_token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    fn now() -> Timestamp {
        Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap()).now()
    }

    fn keys(stored: &[SigningKey]) -> Keys {
        Keys::new(stored, "https://records.example").unwrap()
    }

    fn bearer() -> Bearer {
        Bearer { account: Id::new(now()), session: Id::new(now()) }
    }

    #[test]
    fn a_token_speaks_for_its_bearer_until_it_expires() {
        let keys = keys(&[SigningKey::generate().unwrap()]);
        let bearer = bearer();
        let token = keys.issue(bearer, now()).unwrap();
        let later = |seconds| now().after(TimeDelta::seconds(seconds));
        assert_eq!(keys.verify(&token, later(ACCESS_SECONDS - 1)), Ok(bearer));
        assert_eq!(keys.verify(&token, later(ACCESS_SECONDS)), Err(Unfit::Expired));
    }

    #[test]
    fn an_older_key_still_verifies_and_a_strange_one_does_not() {
        let (old, new, strange) =
            (SigningKey::generate().unwrap(), SigningKey::generate().unwrap(), SigningKey::generate().unwrap());
        let token = keys(std::slice::from_ref(&old)).issue(bearer(), now()).unwrap();
        assert!(keys(&[new.clone(), old]).verify(&token, now()).is_ok());
        assert_eq!(keys(&[new]).verify(&token, now()), Err(Unfit::Invalid));
        // A strange key under a known name does not help either.
        let known = SigningKey::generate().unwrap();
        let forged = keys(&[SigningKey { kid: known.kid.clone(), seed: strange.seed }]).issue(bearer(), now()).unwrap();
        assert_eq!(keys(&[known]).verify(&forged, now()), Err(Unfit::Invalid));
    }

    #[test]
    fn only_our_algorithm_type_and_audience_are_taken() {
        let key = SigningKey::generate().unwrap();
        let keys = keys(std::slice::from_ref(&key));
        let token = keys.issue(bearer(), now()).unwrap();
        let part = |index: usize| token.split('.').nth(index).unwrap().to_owned();
        let json = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let none = json(serde_json::json!({ "alg": "none", "typ": TYPE, "kid": key.kid }));
        for forged in [
            format!("{none}.{}.", part(1)),
            format!("{none}.{}.{}", part(1), part(2)),
            format!("{}.{}.", part(0), part(1)),
            format!("{}.{}", part(0), part(1)),
            String::new(),
            "…".to_owned(),
        ] {
            assert_eq!(keys.verify(&forged, now()), Err(Unfit::Invalid), "{forged}");
        }
        // HS256 with the public key as its secret: the classic confusion.
        let header = Header { kid: Some(key.kid.clone()), typ: Some(TYPE.to_owned()), ..Header::new(Algorithm::HS256) };
        let claims: serde_json::Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part(1)).unwrap()).unwrap();
        let public = serde_json::to_vec(keys.public()).unwrap();
        let confused = encode(&header, &claims, &EncodingKey::from_secret(&public)).unwrap();
        assert_eq!(keys.verify(&confused, now()), Err(Unfit::Invalid));
        // Rightly signed, but of another type or for somebody else.
        let sign = |typ: &str, claims: &serde_json::Value| {
            let header =
                Header { kid: Some(key.kid.clone()), typ: Some(typ.to_owned()), ..Header::new(Algorithm::EdDSA) };
            encode(&header, claims, &read_seed(&key.seed).unwrap().0).unwrap()
        };
        assert!(keys.verify(&sign(TYPE, &claims), now()).is_ok());
        assert_eq!(keys.verify(&sign("JWT", &claims), now()), Err(Unfit::Invalid));
        for (claim, value) in [("aud", "others"), ("iss", "https://elsewhere.example")] {
            let mut claims = claims.clone();
            claims[claim] = value.into();
            assert_eq!(keys.verify(&sign(TYPE, &claims), now()), Err(Unfit::Invalid), "{claim}");
        }
    }

    #[test]
    fn the_published_keys_hold_no_secret() {
        let key = SigningKey::generate().unwrap();
        let published = serde_json::to_string(keys(std::slice::from_ref(&key)).public()).unwrap();
        assert!(published.contains(&key.kid) && !published.contains(&key.seed) && !published.contains("\"d\""));
    }
}
