//! A certificate as a signed token, which anyone can check without asking the service.
//!
//! The token is a JSON Web Token whose claims are a credential of the W3C's *Verifiable Credentials Data Model 2.0*, in the
//! vocabulary of 1EdTech's *Open Badges 3.0*: an `OpenBadgeCredential` whose achievement is the award. A wallet or a platform
//! that knows either can read it. Where it goes another way:
//!
//! - It is signed with Ed25519 (`EdDSA`, RFC 8037). Open Badges asks everyone to know RSA too; with one algorithm there is
//!   nothing to choose between, and so nothing to confuse.
//! - `kid` is the thumbprint of a key among those at `/.well-known/jwks.json` (RFC 7638), and no URL of its own. Tokens do
//!   not bring their key along.
//! - The type is `vc+jwt`, as the W3C's *Securing Verifiable Credentials using JOSE and COSE* says; an access token of the
//!   same service is none.
//! - The subject has no id, and there is no claim `sub`: the holder is told by name alone, as an `identifier` of the type
//!   `name`. Nothing else of the person is in it.
//! - `validFrom` of colours is the day on which the token was signed; colours do not run out, and the certificate says the year, which is
//!   the subject's `term`. That of an accreditation is its first day, and `validUntil` the end of its last.
//! - Whether something was revoked is told by `credentialStatus`, a list of the type `1EdTechRevocationList`, at
//!   `/v1/revocations`.

pub mod offline;
pub(crate) mod routes;
pub mod use_cases;

use chrono::{SecondsFormat, TimeDelta};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::keys::{Keys, PublicKeys, SignatureError, rules};
use crate::certificates::{self, Certificate, Term};
use crate::languages::Words;
use crate::values::clock::Timestamp;
use crate::values::error::Error;

/// The media type of a token without `application/`, which is also how its header names it.
const TYPE: &str = "vc+jwt";

/// The vocabularies of the two standards.
const CONTEXTS: [&str; 2] = [
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
];

/// A certificate as what its token claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Credential {
    #[serde(rename = "@context")]
    context: Vec<String>,
    /// The name of what the certificate is for: `urn:x-colours:` or `urn:x-accreditation:`, and the id.
    id: String,
    #[serde(rename = "type")]
    kind: Vec<String>,
    name: String,
    issuer: Issuer,
    valid_from: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<String>,
    #[serde(rename = "credentialSubject")]
    subject: Subject,
    #[serde(rename = "credentialStatus")]
    status: Status,
    // The same once more, where readers of tokens look (RFC 7519).
    iss: String,
    jti: String,
    iat: i64,
    nbf: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    exp: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Issuer {
    id: String,
    #[serde(rename = "type")]
    kind: Vec<String>,
    name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Subject {
    #[serde(rename = "type")]
    kind: Vec<String>,
    identifier: Vec<Identifier>,
    #[serde(skip_serializing_if = "Option::is_none")]
    term: Option<String>,
    achievement: Achievement,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Identifier {
    #[serde(rename = "type")]
    kind: String,
    identity_type: String,
    identity_hash: String,
    hashed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Achievement {
    id: String,
    #[serde(rename = "type")]
    kind: Vec<String>,
    #[serde(rename = "achievementType")]
    sort: String,
    name: String,
    description: String,
    criteria: Criteria,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Criteria {
    narrative: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Status {
    id: String,
    #[serde(rename = "type")]
    kind: String,
}

/// The tokens that do not hold any more, or not now, in the model of 1EdTech's revocation list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Revocations {
    /// The address at which the list is published: the `credentialStatus` of the tokens that it is about.
    #[schema(example = "https://records.example/v1/revocations", format = "uri")]
    id: String,
    /// The issuer in whose name the tokens are signed.
    #[schema(example = "https://records.example", format = "uri")]
    issuer: String,
    /// The tokens that do not hold.
    revoked_credential: Vec<RevokedCredential>,
}

/// A token that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevokedCredential {
    /// The `id` of the token.
    #[schema(example = "urn:x-colours:019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f", format = "uri")]
    id: String,
    /// Whether it does not hold: always `true`.
    #[schema(example = true)]
    revoked: bool,
    /// The reason: `revoked`, `superseded`, `suspended`, or `erased`.
    #[schema(example = "revoked")]
    revocation_reason: String,
}

/// Whether a credential holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenVerdict {
    /// It does.
    Good,
    /// Its term has not begun.
    Early,
    /// Its term is over.
    Over,
    /// The list of what does not hold is another issuer's, and tells nothing of it.
    Strange,
    /// It is on the list of what does not hold, for that reason.
    Revoked(String),
}

fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

/// The beginnings of the names of colours and of accreditations, whose ids may be the same.
const COLOURS: &str = "urn:x-colours:";
const ACCREDITATION: &str = "urn:x-accreditation:";

fn urn(subject: certificates::Subject) -> String {
    match subject {
        certificates::Subject::Colours(id) => format!("{COLOURS}{id}"),
        certificates::Subject::Accreditation(id) => format!("{ACCREDITATION}{id}"),
    }
}

fn in_utc(instant: Timestamp) -> String {
    instant.utc().to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl Credential {
    /// The credential of a certificate that is signed now.
    #[must_use]
    pub fn of(certificate: &Certificate, issuer: &str, now: Timestamp) -> Credential {
        let (from, until, year) = match certificate.term {
            Term::Year(year, ..) => (Timestamp::beginning(now.day()), None, Some(year)),
            Term::Days(first, last) => (
                Timestamp::beginning(first),
                Some(Timestamp::beginning(last).after(TimeDelta::days(1))),
                None,
            ),
        };
        let (kind, narrative) = match certificate.term {
            Term::Year(..) => (
                "Award",
                format!("By the federation's criteria for colours: {issuer}/v1/colours-criteria"),
            ),
            Term::Days(..) => (
                "License",
                "By examination in the federation's regulations and rules.".to_owned(),
            ),
        };
        let id = urn(certificate.subject);
        let award = certificate.award.said_in(Words::ENGLISH);
        let description = match year {
            Some(year) => format!("{award}, {}, in the game of Morabaraba.", year.number()),
            None => format!("{award}, in the game of Morabaraba."),
        };
        let holder = Identifier {
            kind: "IdentityObject".to_owned(),
            identity_type: "name".to_owned(),
            identity_hash: certificate.holder_in_print().to_owned(),
            hashed: false,
        };
        let achievement = Achievement {
            id: format!("{id}#achievement"),
            kind: texts(["Achievement"]),
            sort: kind.to_owned(),
            name: award.clone(),
            description,
            criteria: Criteria { narrative },
        };
        Credential {
            context: texts(CONTEXTS),
            kind: texts(["VerifiableCredential", "OpenBadgeCredential"]),
            name: award,
            issuer: Issuer {
                id: issuer.to_owned(),
                kind: texts(["Profile"]),
                name: certificate.awarding_body.clone(),
            },
            valid_from: in_utc(from),
            valid_until: until.map(in_utc),
            subject: Subject {
                kind: texts(["AchievementSubject"]),
                identifier: vec![holder],
                term: year.map(|year| year.number().to_string()),
                achievement,
            },
            status: Status {
                id: format!("{issuer}/v1/revocations"),
                kind: "1EdTechRevocationList".to_owned(),
            },
            iss: issuer.to_owned(),
            jti: id.clone(),
            iat: now.unix_seconds(),
            nbf: from.unix_seconds(),
            exp: until.map(Timestamp::unix_seconds),
            id,
        }
    }

    /// The token.
    pub fn signed(&self, keys: &Keys) -> Result<String, Error> {
        keys.sign(TYPE, self)
    }

    /// Reads what a token claims, if it was signed with one of the keys.
    pub(crate) fn read(token: &str, keys: &PublicKeys) -> Result<Credential, SignatureError> {
        Ok(keys.open::<Credential>((token.trim(), TYPE), rules())?.claims)
    }

    /// The colours or the accreditation that the certificate is for.
    #[must_use]
    pub fn subject(&self) -> Option<certificates::Subject> {
        let colours = self
            .id
            .strip_prefix(COLOURS)
            .and_then(|id| id.parse().ok())
            .map(certificates::Subject::Colours);
        let accreditation = || self.id.strip_prefix(ACCREDITATION).and_then(|id| id.parse().ok());
        colours.or_else(|| accreditation().map(certificates::Subject::Accreditation))
    }

    /// The holder's name.
    #[must_use]
    pub fn holder(&self) -> &str {
        self.subject
            .identifier
            .first()
            .map_or("", |holder| &holder.identity_hash)
    }

    /// The award in words.
    #[must_use]
    pub fn award(&self) -> &str {
        &self.name
    }

    /// The body that has awarded it.
    #[must_use]
    pub fn awarding_body(&self) -> &str {
        &self.issuer.name
    }

    /// The term of the award: a gaming year, or the first and the last day.
    #[must_use]
    pub fn term(&self) -> String {
        let day = |seconds| {
            Timestamp::of_unix(seconds)
                .map(|instant| instant.day().to_string())
                .unwrap_or_default()
        };
        match (&self.subject.term, self.exp) {
            (Some(year), _) => year.clone(),
            (None, Some(end)) => format!("{} to {}", day(self.nbf), day(end.saturating_sub(1))),
            (None, None) => day(self.nbf),
        }
    }

    /// Whether it holds at that time, by the list of what does not.
    #[must_use]
    pub fn verdict(&self, revocations: &Revocations, now: Timestamp) -> TokenVerdict {
        let revoked = revocations
            .revoked_credential
            .iter()
            .find(|revoked| revoked.revoked && revoked.id == self.id);
        match revoked {
            Some(revoked) => TokenVerdict::Revoked(revoked.revocation_reason.clone()),
            None if revocations.issuer != self.iss => TokenVerdict::Strange,
            None if now.unix_seconds() < self.nbf => TokenVerdict::Early,
            None if self.exp.is_some_and(|exp| exp <= now.unix_seconds()) => TokenVerdict::Over,
            None => TokenVerdict::Good,
        }
    }
}

impl Revocations {
    /// The list of an issuer, with the reason for each.
    #[must_use]
    pub fn of(issuer: &str, revoked: impl IntoIterator<Item = (certificates::Subject, &'static str)>) -> Revocations {
        let revoked = revoked.into_iter().map(|(subject, reason)| RevokedCredential {
            id: urn(subject),
            revoked: true,
            revocation_reason: reason.to_owned(),
        });
        Revocations {
            id: format!("{issuer}/v1/revocations"),
            issuer: issuer.to_owned(),
            revoked_credential: revoked.collect(),
        }
    }
}
