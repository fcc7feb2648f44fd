//! Personal tokens: a person's own scripts call with one, as that person and within its scopes.

pub(crate) mod routes;
pub(crate) mod store;
pub mod use_cases;

use chrono::{Months, NaiveDate};
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::AccountRefusal;
use crate::accounts::applications::{MOST_LETTERS, is_use_to_be_kept};
use crate::operations::{Scope, Scopes};
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, PersonalTokenId};
use crate::values::validation::{Faults, ValueError, text};

/// The letters before a token, by which scanners find one that was published, and the service tells it from others.
const PREFIX: &str = "frt_";

/// The months for which a token is good at most.
const MOST_MONTHS: Months = Months::new(12);

/// Whether what somebody brings has the form of a personal token.
pub fn is_one(token: &str) -> bool {
    token.starts_with(PREFIX)
}

/// A personal token, as it is stored: the token itself is not.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::personal_tokens)]
pub struct PersonalToken {
    pub id: PersonalTokenId,
    #[serde(rename = "account_id")]
    #[diesel(column_name = account_id)]
    pub(crate) account: AccountId,
    pub name: String,
    scopes: String,
    #[serde(skip)]
    hash: String,
    pub(crate) created_at: Timestamp,
    /// The last day on which it is good.
    pub expires_on: NaiveDate,
    #[serde(skip)]
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

impl PersonalToken {
    /// The token of that stored form that is asked for by that account.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        account: AccountId,
        hash: String,
        (name, scopes): (&str, &[Scope]),
        expires_on: NaiveDate,
        now: Timestamp,
    ) -> Result<PersonalToken, Faults> {
        let mut faults = Faults::default();
        let name = faults.check("/name", text(name, MOST_LETTERS));
        let latest = now.day().checked_add_months(MOST_MONTHS);
        let term = if expires_on < now.day() {
            Err(ValueError::new("past", "Must be today or later."))
        } else if latest.is_none_or(|latest| expires_on > latest) {
            Err(ValueError::new("too-late", "Must be within a year."))
        } else {
            Ok(())
        };
        match (name, faults.check("/expires_on", term)) {
            (Some(name), Some(())) => Ok(PersonalToken {
                id: PersonalTokenId::new(now),
                account,
                name,
                scopes: Scopes::of(scopes).to_string(),
                hash,
                created_at: now,
                expires_on,
                last_used_at: None,
                revoked_at: None,
            }),
            _ => Err(faults),
        }
    }

    /// Whether it is good at that time.
    pub(crate) fn is_good_at(&self, now: Timestamp) -> bool {
        self.revoked_at.is_none() && now.day() <= self.expires_on
    }

    /// Whether a use at that time is to be kept.
    pub(crate) fn is_use_to_be_kept(&self, now: Timestamp) -> bool {
        is_use_to_be_kept(self.last_used_at, now)
    }

    /// The parts of the records that it is let in to.
    pub fn scopes(&self) -> Scopes {
        Scopes::kept(&self.scopes)
    }

    /// The token, revoked.
    ///
    /// # Errors
    /// [`AccountRefusal::CredentialRevoked`].
    fn revoked(self, now: Timestamp) -> Result<PersonalToken, AccountRefusal> {
        match self.revoked_at {
            Some(_) => Err(AccountRefusal::CredentialRevoked),
            None => Ok(PersonalToken {
                revoked_at: Some(now),
                ..self
            }),
        }
    }
}
