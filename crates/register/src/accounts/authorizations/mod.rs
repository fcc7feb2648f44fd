//! Authorizations: somebody lets an application act for them, within scopes (RFC 6749, 4.1, as OAuth 2.1 has it). They are asked on
//! a page; the answer is a code, for which the application gets a session of theirs.

pub(crate) mod store;
pub mod use_cases;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use diesel::{Insertable, Queryable, Selectable};
use serde::{Deserialize, Serialize};

use crate::accounts::applications::Application;
use crate::accounts::oauth::OauthRefusal;
use crate::accounts::tokens::Bearer;
use crate::operations::Scopes;
use crate::values::clock::Timestamp;
use crate::values::digest::{from_hexadecimal, sha256};
use crate::values::id::{AccountId, ApplicationId, AuthorizationCodeId, Id, SessionId};
use crate::values::validation::Limited;

/// The time for which a code is good.
const CODE_LASTS: TimeDelta = TimeDelta::seconds(60);

/// The letters of a challenge: a SHA-256 in base64url (RFC 7636, 4.2).
const CHALLENGE: usize = 43;

/// The fewest and the most letters of a verifier (RFC 7636, 4.1).
const VERIFIER: std::ops::RangeInclusive<usize> = 43..=128;

/// The only way in which a challenge is made of its verifier.
pub const S256: &str = "S256";

/// The only answer that an authorization has.
pub const CODE: &str = "code";

/// The question of an application whether it may act for somebody, as their browser brings it: nothing of it is believed yet.
/// Further parameters are ignored (RFC 6749, 3.1).
#[derive(Debug, Clone, Deserialize)]
pub struct AuthorizationRequest {
    pub(crate) response_type: Option<Limited<64>>,
    pub(crate) client_id: Option<Limited<64>>,
    pub(crate) redirect_uri: Option<Limited<256>>,
    pub(crate) scope: Option<Limited<256>>,
    pub(crate) state: Option<Limited<1024>>,
    pub(crate) code_challenge: Option<Limited<128>>,
    pub(crate) code_challenge_method: Option<Limited<16>>,
}

impl AuthorizationRequest {
    /// The parameters that are there, to be sent once more with the answer.
    pub fn pairs(&self) -> Vec<(&'static str, &str)> {
        let pairs = [
            ("response_type", self.response_type.as_ref().map(Limited::as_str)),
            ("client_id", self.client_id.as_ref().map(Limited::as_str)),
            ("redirect_uri", self.redirect_uri.as_ref().map(Limited::as_str)),
            ("scope", self.scope.as_ref().map(Limited::as_str)),
            ("state", self.state.as_ref().map(Limited::as_str)),
            ("code_challenge", self.code_challenge.as_ref().map(Limited::as_str)),
            (
                "code_challenge_method",
                self.code_challenge_method.as_ref().map(Limited::as_str),
            ),
        ];
        let given = pairs.into_iter();
        given.filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The application that asks, as it says.
    fn application(&self) -> Option<ApplicationId> {
        self.client_id.as_ref()?.as_str().parse().ok()
    }

    /// The way back to that application, if it is one that it has registered.
    fn way_back(&self, to: &Application) -> Option<WayBack> {
        let uri = self.redirect_uri.as_ref()?.as_str();
        to.leads_back_to(uri).then(|| WayBack {
            uri: uri.to_owned(),
            state: self.state.clone().map(String::from),
        })
    }

    /// The scopes and the challenge of a question that can be put to somebody.
    ///
    /// # Errors
    /// [`OauthRefusal::UnsupportedResponseType`], [`OauthRefusal::InvalidRequest`], [`OauthRefusal::InvalidScope`].
    fn judge(&self, own: Scopes) -> Result<(Scopes, String), OauthRefusal> {
        match self.response_type.as_ref().map(Limited::as_str) {
            Some(CODE) => {}
            Some(_) => return Err(OauthRefusal::UnsupportedResponseType),
            None => return Err(OauthRefusal::InvalidRequest),
        }
        // Without a word about the method a challenge is meant as it is (RFC 7636, 4.3), which protects nobody.
        let is_hashed = self
            .code_challenge_method
            .as_ref()
            .is_some_and(|method| method.as_str() == S256);
        let challenge = self.code_challenge.as_ref().map(Limited::as_str).unwrap_or_default();
        if !is_hashed || challenge.len() != CHALLENGE || URL_SAFE_NO_PAD.decode(challenge).is_err() {
            return Err(OauthRefusal::InvalidRequest);
        }
        let scopes = scopes_within(own, self.scope.as_ref().map(Limited::as_str))?;
        Ok((scopes, challenge.to_owned()))
    }
}

/// The scopes that are asked for, all of them if none is named.
///
/// # Errors
/// [`OauthRefusal::InvalidScope`]: one of them is none, or is not among these.
pub fn scopes_within(own: Scopes, asked: Option<&str>) -> Result<Scopes, OauthRefusal> {
    let Some(words) = asked else { return Ok(own) };
    let scopes = Scopes::of_words(words).filter(|asked| !asked.is_empty() && asked.is_within(&own));
    scopes.ok_or(OauthRefusal::InvalidScope)
}

/// A question that can be put to somebody.
pub struct Question {
    pub application: Application,
    /// The name of the account that answers for the application.
    pub maker: String,
    pub scopes: Scopes,
    pub back: WayBack,
    challenge: String,
}

/// The way back to an application: its redirect URI, and what it knows its question again by.
#[derive(Debug, Clone)]
pub struct WayBack {
    pub(crate) uri: String,
    state: Option<String>,
}

impl WayBack {
    /// The host to which it leads.
    pub fn host(&self) -> &str {
        let behind = self
            .uri
            .split_once("://")
            .map_or(self.uri.as_str(), |(_, behind)| behind);
        behind.split(['/', '?']).next().unwrap_or(behind)
    }

    /// The address to which somebody is led back with a code.
    pub fn with_code(&self, code: &str, issuer: &str) -> String {
        self.with(&[(CODE, code)], issuer)
    }

    /// The address to which somebody is led back without one.
    pub fn with_refusal(&self, refusal: OauthRefusal, issuer: &str) -> String {
        let why = refusal.to_string();
        self.with(&[("error", refusal.code()), ("error_description", &why)], issuer)
    }

    /// The address with the answer, and with who gives it (RFC 9207).
    fn with(&self, answer: &[(&str, &str)], issuer: &str) -> String {
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(answer)
            .extend_pairs(self.state.iter().map(|state| ("state", state)))
            .append_pair("iss", issuer)
            .finish();
        let joint = if self.uri.contains('?') { '&' } else { '?' };
        format!("{}{joint}{query}", self.uri)
    }
}

/// A code for which an application gets a session with somebody who has allowed it, as it is stored: the code itself is not.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::authorization_codes)]
pub(crate) struct AuthorizationCode {
    pub(crate) id: AuthorizationCodeId,
    #[serde(skip)]
    hash: String,
    #[serde(rename = "application_id")]
    #[diesel(column_name = application_id)]
    pub(crate) application: ApplicationId,
    /// The account that has allowed it.
    #[serde(rename = "account_id")]
    #[diesel(column_name = account_id)]
    pub(crate) account: AccountId,
    scopes: String,
    redirect_uri: String,
    #[serde(skip)]
    challenge: String,
    created_at: Timestamp,
    /// The session that was begun with it.
    #[serde(skip)]
    #[diesel(column_name = session_id)]
    pub(crate) session: Option<SessionId>,
}

/// A code as an application shows it.
pub struct ShownCode {
    pub(crate) code: String,
    pub(crate) verifier: String,
    /// The redirect URI, which OAuth 2.1 has no more; where it is told, it is the one of the question.
    pub(crate) redirect_uri: Option<String>,
}

impl AuthorizationCode {
    /// The scopes within which the application may act.
    pub(crate) fn scopes(&self) -> Scopes {
        Scopes::kept(&self.scopes)
    }

    /// Refuses a code that is shown by another application, too late, or without what belongs to it.
    ///
    /// # Errors
    /// [`OauthRefusal::InvalidGrant`].
    fn admit(&self, shown: &ShownCode, by: ApplicationId, now: Timestamp) -> Result<(), OauthRefusal> {
        let is_own = self.application == by;
        let is_in_time = now < self.created_at.after(CODE_LASTS);
        let is_from_there = shown.redirect_uri.as_ref().is_none_or(|uri| *uri == self.redirect_uri);
        if is_own && is_in_time && is_from_there && is_challenge_of(&self.challenge, &shown.verifier) {
            Ok(())
        } else {
            Err(OauthRefusal::InvalidGrant)
        }
    }
}

/// Whether the challenge was made of that verifier (RFC 7636, 4.6).
fn is_challenge_of(challenge: &str, verifier: &str) -> bool {
    let digest = from_hexadecimal(&sha256(verifier)).map(|digest| URL_SAFE_NO_PAD.encode(digest));
    VERIFIER.contains(&verifier.len()) && digest.is_some_and(|digest| digest == challenge)
}

/// The session in which an application acts for an account, and the scopes, that an access token speaks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActingBearer {
    pub(crate) bearer: Bearer,
    pub(crate) application: ApplicationId,
    /// The token's own id, by which it is revoked.
    pub(crate) token: Id,
    pub(crate) scopes: Scopes,
}

#[cfg(test)]
mod tests {
    use crate::accounts::authorizations::*;

    #[test]
    fn a_verifier_is_the_one_of_its_challenge() {
        // The example of RFC 7636, appendix B.
        let (verifier, challenge) = (
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        );
        assert!(is_challenge_of(challenge, verifier));
        assert!(!is_challenge_of(challenge, challenge) && !is_challenge_of(verifier, verifier));
        let short = "too-short";
        let of_short = URL_SAFE_NO_PAD.encode(from_hexadecimal(&sha256(short)).unwrap());
        assert!(!is_challenge_of(&of_short, short));
    }

    #[test]
    fn the_way_back_keeps_the_query_that_is_there() {
        let way = |uri: &str, state: Option<&str>| WayBack {
            uri: uri.to_owned(),
            state: state.map(str::to_owned),
        };
        let told = way("https://league.example/back", Some("a b&c")).with_code("x", "https://records.example");
        let expected = "https://league.example/back?code=x&state=a+b%26c&iss=https%3A%2F%2Frecords.example";
        assert_eq!(told, expected);
        let told = way("http://127.0.0.1:1/?a=b", None).with_code("x", "i");
        assert_eq!(told, "http://127.0.0.1:1/?a=b&code=x&iss=i");
        assert_eq!(way("http://127.0.0.1:1/?a=b", None).host(), "127.0.0.1:1");
    }
}
