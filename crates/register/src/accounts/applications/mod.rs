//! Applications: programs that sign in as themselves. An account answers for each, and one of its grants bounds it: an
//! application never does more than that grant allows at the moment, and within that what its scopes say. Where people
//! [let it act for them](crate::accounts::authorizations), what each of them may do takes the place of that grant, which still
//! has to hold.

pub(crate) mod redirect_uri;
pub(crate) mod routes;
pub mod store;
pub(crate) mod use_cases;

use chrono::{NaiveDate, TimeDelta};
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::AccountRefusal;
use crate::accounts::grants::Grant;
use crate::operations::{Scope, Scopes};
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, ApplicationId, ApplicationSecretId, GrantId, Id};
use crate::values::validation::{Faults, ValueError, text};

/// The letters before an application's secret, by which scanners find one that was published.
const PREFIX: &str = "fra_";

/// The secrets of an application that are good at a time: the old one, and the one that is to take its place.
const MOST_SECRETS: usize = 2;

/// The time for which one use stands for those that follow it: nothing is written for each request.
const USE: TimeDelta = TimeDelta::hours(1);

/// Whether a use is to be kept, if that is the last one that was.
pub(crate) fn is_use_to_be_kept(last: Option<Timestamp>, now: Timestamp) -> bool {
    last.is_none_or(|last| last <= now.before(USE))
}

crate::string_enum! {
    /// The type of an application as a client of OAuth (RFC 6749, 2.1).
    pub enum ClientType as "ClientType" {
        /// Runs where it can keep a secret, and shows it.
        Confidential = "confidential",
        /// Runs on other people's devices or in their browsers: it has no secret, and acts for people alone.
        Public = "public",
    }
}

/// A program that signs in as itself.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::applications)]
pub struct Application {
    pub(crate) id: ApplicationId,
    /// The account that answers for it.
    #[serde(rename = "account_id")]
    #[diesel(column_name = account_id)]
    pub(crate) account: AccountId,
    /// The grant that bounds it.
    #[serde(rename = "grant_id")]
    #[diesel(column_name = grant_id)]
    pub(crate) grant: GrantId,
    pub name: String,
    scopes: String,
    pub(crate) client_type: ClientType,
    redirect_uris: String,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}

impl Application {
    /// The application that is asked for by that account.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        account: AccountId,
        grant: GrantId,
        name: &str,
        scopes: &[Scope],
        (client_type, redirect_uris): (ClientType, &[String]),
        now: Timestamp,
    ) -> Result<Application, Faults> {
        let mut faults = Faults::default();
        let name = faults.check("/name", text(name, MOST_LETTERS));
        let mut uris = Vec::new();
        for (place, uri) in redirect_uris.iter().enumerate() {
            uris.extend(faults.check(&format!("/redirect_uris/{place}"), redirect_uri::read(uri)));
        }
        if client_type == ClientType::Public && redirect_uris.is_empty() {
            let missing = ValueError::new(
                "required",
                "A public application acts for people alone, who are led back to it.",
            );
            faults.check::<()>("/redirect_uris", Err(missing));
        }
        match name {
            Some(name) if faults.is_empty() => Ok(Application {
                id: ApplicationId::new(now),
                account,
                grant,
                name,
                scopes: Scopes::of(scopes).to_string(),
                client_type,
                redirect_uris: uris.join(" "),
                created_at: now,
                revoked_at: None,
            }),
            _ => Err(faults),
        }
    }

    /// The application, bounded by that grant of the account, if it has it today.
    ///
    /// # Errors
    /// [`AccountRefusal::UnknownGrant`].
    pub fn bounded_by(self, grant: Option<&Grant>, day: NaiveDate) -> Result<Application, AccountRefusal> {
        let is_own = |grant: &&Grant| grant.account == self.account && grant.authority_on(day).is_some();
        match grant.filter(is_own) {
            Some(_) => Ok(self),
            None => Err(AccountRefusal::UnknownGrant),
        }
    }

    /// The parts of the records that it is let in to.
    pub fn scopes(&self) -> Scopes {
        Scopes::kept(&self.scopes)
    }

    /// The URIs to which it has people led back.
    pub fn redirect_uris(&self) -> impl Iterator<Item = &str> {
        self.redirect_uris.split_whitespace()
    }

    /// Whether it has people led back to that URI.
    pub fn leads_back_to(&self, uri: &str) -> bool {
        self.redirect_uris()
            .any(|registered| redirect_uri::is_same(registered, uri))
    }

    /// The application, revoked.
    ///
    /// # Errors
    /// [`AccountRefusal::CredentialRevoked`].
    fn revoked(self, now: Timestamp) -> Result<Application, AccountRefusal> {
        match self.revoked_at {
            Some(_) => Err(AccountRefusal::CredentialRevoked),
            None => Ok(Application {
                revoked_at: Some(now),
                ..self
            }),
        }
    }
}

/// The longest name of an application or of a personal token.
pub const MOST_LETTERS: usize = 120;

/// A secret of an application, as it is stored: the secret itself is not.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::application_secrets)]
pub struct ApplicationSecret {
    pub(crate) id: ApplicationSecretId,
    #[serde(rename = "application_id")]
    #[diesel(column_name = application_id)]
    pub(crate) application: ApplicationId,
    #[serde(skip)]
    hash: String,
    pub(crate) created_at: Timestamp,
    pub(crate) last_used_at: Option<Timestamp>,
    pub(crate) revoked_at: Option<Timestamp>,
}

impl ApplicationSecret {
    /// The secret, used at that time.
    pub fn used(self, now: Timestamp) -> ApplicationSecret {
        ApplicationSecret {
            last_used_at: Some(now),
            ..self
        }
    }

    /// The secret, revoked.
    ///
    /// # Errors
    /// [`AccountRefusal::CredentialRevoked`].
    fn revoked(self, now: Timestamp) -> Result<ApplicationSecret, AccountRefusal> {
        match self.revoked_at {
            Some(_) => Err(AccountRefusal::CredentialRevoked),
            None => Ok(ApplicationSecret {
                revoked_at: Some(now),
                ..self
            }),
        }
    }
}

/// An application with its secrets.
pub struct ApplicationRecord {
    pub(crate) application: Application,
    pub(crate) secrets: Vec<ApplicationSecret>,
    /// The sessions in which it acts for people.
    pub(crate) sessions: i64,
}

impl ApplicationRecord {
    /// Refuses another secret for an application that was revoked, keeps none, or has as many as it can.
    fn admit_another(&self) -> Result<(), AccountRefusal> {
        let good = self.secrets.iter().filter(|secret| secret.revoked_at.is_none()).count();
        if self.application.revoked_at.is_some() {
            Err(AccountRefusal::CredentialRevoked)
        } else if self.application.client_type == ClientType::Public {
            Err(AccountRefusal::PublicApplication)
        } else if good >= MOST_SECRETS {
            Err(AccountRefusal::TooManySecrets)
        } else {
            Ok(())
        }
    }
}

/// The application, the secret and the scopes that an access token speaks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationBearer {
    pub(crate) application: ApplicationId,
    pub(crate) secret: ApplicationSecretId,
    /// The token's own id, by which it is revoked.
    pub(crate) token: Id,
    pub(crate) scopes: Scopes,
}

#[cfg(test)]
mod tests {
    use crate::accounts::applications::*;

    #[test]
    fn a_use_stands_for_those_of_the_hour_after_it() {
        let clock = crate::values::clock::Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap());
        let now = clock.now();
        assert!(is_use_to_be_kept(None, now));
        assert!(is_use_to_be_kept(Some(now.before(USE)), now));
        assert!(!is_use_to_be_kept(Some(now.before(USE - TimeDelta::seconds(1))), now));
    }
}
