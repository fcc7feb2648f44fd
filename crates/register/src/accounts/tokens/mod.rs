//! Tokens: a short-lived one that is signed and read without asking the database, and a long-lived one that is kept as
//! a hash and good for one use.

pub mod devices;
pub mod limiter;
pub(crate) mod routes;
pub mod sign_in;
pub mod store;
pub(crate) mod use_cases;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::accounts::applications::ApplicationBearer;
use crate::accounts::authorizations::ActingBearer;
use crate::accounts::keys::{Keys, Opened, SignatureError, rules};
use crate::accounts::standing::Proof;
use crate::operations::Scopes;
use crate::values::clock::Timestamp;
use crate::values::digest;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, ApplicationSecretId, Id, SessionId};

/// The seconds for which an access token is good.
pub const ACCESS_SECONDS: i64 = 15 * 60;

/// The time for which a refresh token is good.
pub const REFRESH_DAYS: TimeDelta = TimeDelta::days(30);

/// The time after which a session ends, however often it was refreshed.
pub(crate) const SESSION_DAYS: TimeDelta = TimeDelta::days(90);

/// The time for which a browser stays signed in.
pub const BROWSER_DAYS: TimeDelta = TimeDelta::days(30);

/// The seconds by which the clocks of two instances may differ. A token from later than that was made by nobody of ours.
const CLOCK_SKEW: i64 = 60;

/// The media type of an access token (RFC 9068): a token made for something else is not one.
const TYPE: &str = "at+jwt";

/// The audience of access tokens.
const AUDIENCE: &str = "federation-records";

/// The claims of an access token.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    #[serde(flatten)]
    subject: Subject,
    jti: Id,
    iat: i64,
    exp: i64,
}

/// The claims that say for whom a token speaks. They are read as the first of these that they can be, so that a token of an
/// application that acts for somebody, which has all claims of a person's own and more, is never taken for that.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Subject {
    Acting {
        sub: AccountId,
        sid: SessionId,
        client_id: ApplicationId,
        scope: String,
    },
    Account {
        sub: AccountId,
        /// The session: ended, the token is worth nothing more.
        sid: SessionId,
    },
    Application {
        sub: ApplicationId,
        client_id: ApplicationId,
        /// The secret that it signed in with: revoked, the token is worth nothing more.
        secret_id: ApplicationSecretId,
        scope: String,
    },
}

/// The account and the session that an access token speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bearer {
    pub account: AccountId,
    pub(crate) session: SessionId,
}

/// The kind of client that signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// A program, which gets tokens.
    Program,
    /// A browser, which keeps a cookie: it opens the pages, and nothing of the API.
    Browser,
}

/// A session that goes on: whom it speaks for, and the secret by which it does: a program's next refresh token, or a
/// browser's cookie.
pub struct Refreshed {
    pub bearer: Bearer,
    pub secret: String,
}

/// The reason why an access token is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenError {
    /// Not one of ours, or altered.
    NotOurs,
    /// It names a key that is not known, at least not yet.
    UnknownKey,
    /// Its time is over.
    Expired,
}

/// An access token that was read: the proof that it is, and its times in seconds since 1970.
pub struct ReadToken {
    pub(crate) proof: Proof,
    pub(crate) issued: i64,
    pub(crate) expires: i64,
}

impl Keys {
    /// An access token for the bearer.
    pub fn issue(&self, bearer: Bearer, now: Timestamp) -> Result<String, Error> {
        let subject = Subject::Account {
            sub: bearer.account,
            sid: bearer.session,
        };
        self.issue_to(subject, Id::new(now), now)
    }

    /// An access token for an application.
    pub fn issue_to_application(&self, bearer: &ApplicationBearer, now: Timestamp) -> Result<String, Error> {
        let subject = Subject::Application {
            sub: bearer.application,
            client_id: bearer.application,
            secret_id: bearer.secret,
            scope: bearer.scopes.to_string(),
        };
        self.issue_to(subject, bearer.token, now)
    }

    /// An access token for an application that acts for somebody.
    pub fn issue_to_acting(&self, acting: &ActingBearer, now: Timestamp) -> Result<String, Error> {
        let subject = Subject::Acting {
            sub: acting.bearer.account,
            sid: acting.bearer.session,
            client_id: acting.application,
            scope: acting.scopes.to_string(),
        };
        self.issue_to(subject, acting.token, now)
    }

    fn issue_to(&self, subject: Subject, jti: Id, now: Timestamp) -> Result<String, Error> {
        let claims = Claims {
            iss: self.issuer().to_owned(),
            aud: AUDIENCE.to_owned(),
            subject,
            jti,
            iat: now.unix_seconds(),
            exp: now.unix_seconds() + ACCESS_SECONDS,
        };
        self.sign(TYPE, &claims)
    }

    /// The proof that the token is at that time. A key that a newer one has replaced is good for as long as the last tokens are
    /// that it has signed: whoever stole it signs in no more.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Proof, TokenError> {
        self.read(token, now).map(|token| token.proof)
    }

    /// The token with its times, as [`Keys::verify`] judges it.
    pub fn read(&self, token: &str, now: Timestamp) -> Result<ReadToken, TokenError> {
        let mut rules = rules();
        rules.validate_aud = true;
        rules.set_issuer(&[self.issuer()]);
        rules.set_audience(&[AUDIENCE]);
        rules.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        let Opened::<Claims> { kid, claims } =
            self.verifying()
                .open((token, TYPE), rules)
                .map_err(|error| match error {
                    SignatureError::NotOurs => TokenError::NotOurs,
                    SignatureError::UnknownKey => TokenError::UnknownKey,
                })?;
        let last = self
            .retired_at(&kid)
            .map(|retired| retired.after(TimeDelta::seconds(ACCESS_SECONDS)));
        if now.unix_seconds() >= claims.exp || last.is_some_and(|last| last <= now) {
            return Err(TokenError::Expired);
        }
        if claims.iat > now.unix_seconds() + CLOCK_SKEW {
            return Err(TokenError::NotOurs);
        }
        let proof = match claims.subject {
            Subject::Acting {
                sub,
                sid,
                client_id,
                scope,
            } => Proof::Acting(ActingBearer {
                bearer: Bearer {
                    account: sub,
                    session: sid,
                },
                application: client_id,
                token: claims.jti,
                scopes: Scopes::kept(&scope),
            }),
            Subject::Account { sub, sid } => Proof::Session(Bearer {
                account: sub,
                session: sid,
            }),
            Subject::Application {
                client_id,
                secret_id,
                scope,
                ..
            } => Proof::Application(ApplicationBearer {
                application: client_id,
                secret: secret_id,
                token: claims.jti,
                scopes: Scopes::kept(&scope),
            }),
        };
        Ok(ReadToken {
            proof,
            issued: claims.iat,
            expires: claims.exp,
        })
    }
}

/// The stored form of a session's secret: SHA-256 in hexadecimal. It has 256 random bits, so no salt is needed.
pub fn stored_form(secret: &str) -> String {
    digest::sha256(secret)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use hmac::{Hmac, KeyInit, Mac};
    use jsonwebtoken::{Algorithm, Header, encode};
    use sha2::Sha256;

    use crate::accounts::keys::{SigningKey, read_seed};
    use crate::accounts::tokens::*;
    use crate::values::clock::Clock;

    fn now() -> Timestamp {
        Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap()).now()
    }

    fn keys(stored: &[SigningKey]) -> Keys {
        Keys::new(stored, "https://records.example").unwrap()
    }

    fn bearer() -> Bearer {
        Bearer {
            account: AccountId::new(now()),
            session: SessionId::new(now()),
        }
    }

    #[test]
    fn a_token_speaks_for_its_bearer_until_it_expires() {
        let keys = keys(&[SigningKey::generate(now()).unwrap()]);
        let bearer = bearer();
        let token = keys.issue(bearer, now()).unwrap();
        let later = |seconds| now().after(TimeDelta::seconds(seconds));
        assert_eq!(
            keys.verify(&token, later(ACCESS_SECONDS - 1)),
            Ok(Proof::Session(bearer))
        );
        assert_eq!(keys.verify(&token, later(ACCESS_SECONDS)), Err(TokenError::Expired));
    }

    #[test]
    fn a_token_of_an_application_that_acts_for_somebody_is_not_theirs() {
        let keys = keys(&[SigningKey::generate(now()).unwrap()]);
        let acting = ActingBearer {
            bearer: bearer(),
            application: ApplicationId::new(now()),
            token: Id::new(now()),
            scopes: Scopes::kept("read:trail"),
        };
        let token = keys.issue_to_acting(&acting, now()).unwrap();
        assert_eq!(keys.verify(&token, now()), Ok(Proof::Acting(acting)));
    }

    #[test]
    fn a_token_from_the_future_is_none() {
        let keys = keys(&[SigningKey::generate(now()).unwrap()]);
        let later = |seconds| now().after(TimeDelta::seconds(seconds));
        let made_at = |seconds| keys.issue(bearer(), later(seconds)).unwrap();
        assert!(keys.verify(&made_at(CLOCK_SKEW), now()).is_ok(), "another clock");
        assert_eq!(keys.verify(&made_at(CLOCK_SKEW + 1), now()), Err(TokenError::NotOurs));
    }

    #[test]
    fn an_older_key_still_verifies_and_a_strange_one_does_not() {
        let (old, new, strange) = (
            SigningKey::generate(now()).unwrap(),
            SigningKey::generate(now()).unwrap(),
            SigningKey::generate(now()).unwrap(),
        );
        let token = keys(std::slice::from_ref(&old)).issue(bearer(), now()).unwrap();
        let both = keys(&[new.clone(), old.clone()]);
        assert!(both.verify(&token, now()).is_ok());
        assert_eq!(keys(&[new]).verify(&token, now()), Err(TokenError::UnknownKey));
        // Once the last token of the older key has expired, no other is taken, whatever it says.
        let later = now().after(TimeDelta::seconds(ACCESS_SECONDS));
        let forged = keys(&[old]).issue(bearer(), later).unwrap();
        assert_eq!(both.verify(&forged, later), Err(TokenError::Expired));
        // A strange key under a known name does not help either.
        let known = SigningKey::generate(now()).unwrap();
        let forged = keys(&[SigningKey {
            kid: known.kid.clone(),
            ..strange
        }])
        .issue(bearer(), now())
        .unwrap();
        assert_eq!(keys(&[known]).verify(&forged, now()), Err(TokenError::NotOurs));
    }

    #[test]
    fn only_our_algorithm_type_and_audience_are_taken() {
        let key = SigningKey::generate(now()).unwrap();
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
            assert_eq!(keys.verify(&forged, now()), Err(TokenError::NotOurs), "{forged}");
        }
        // HS256 with the public key as its secret: the classic confusion.
        let header = json(serde_json::json!({ "alg": "HS256", "typ": TYPE, "kid": key.kid }));
        let message = format!("{header}.{}", part(1));
        let public = serde_json::to_vec(keys.public()).unwrap();
        let mac = Hmac::<Sha256>::new_from_slice(&public).unwrap().chain_update(&message);
        let confused = format!("{message}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()));
        assert_eq!(keys.verify(&confused, now()), Err(TokenError::NotOurs));
        // Rightly signed, but of another type or for somebody else.
        let claims: serde_json::Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part(1)).unwrap()).unwrap();
        let sign = |typ: &str, claims: &serde_json::Value| {
            let header = Header {
                kid: Some(key.kid.clone()),
                typ: Some(typ.to_owned()),
                ..Header::new(Algorithm::EdDSA)
            };
            encode(&header, claims, &read_seed(&key.seed).unwrap().0).unwrap()
        };
        assert!(keys.verify(&sign(TYPE, &claims), now()).is_ok());
        assert_eq!(keys.verify(&sign("JWT", &claims), now()), Err(TokenError::NotOurs));
        for (claim, value) in [("aud", "others"), ("iss", "https://elsewhere.example")] {
            let mut claims = claims.clone();
            claims[claim] = value.into();
            assert_eq!(
                keys.verify(&sign(TYPE, &claims), now()),
                Err(TokenError::NotOurs),
                "{claim}"
            );
        }
    }

    #[test]
    fn the_published_keys_hold_no_secret() {
        let key = SigningKey::generate(now()).unwrap();
        let published = serde_json::to_string(keys(std::slice::from_ref(&key)).public()).unwrap();
        assert!(published.contains(&key.kid) && !published.contains(&key.seed) && !published.contains("\"d\""));
    }
}
