//! Grants: what accounts may do, where, and for how long.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{AccountRefusal, Authority, Role};
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, ClubId, GrantId};
use crate::values::validation::{Faults, ValueError};

/// A role, for what it is given, and for how long.
#[derive(Debug, Clone, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::grants)]
pub struct Grant {
    /// Its id.
    #[schema(example = "019aa0c9-0d3b-7c11-8a4e-2b5f6c7d8e9f")]
    pub id: GrantId,
    /// The account that it belongs to.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    #[serde(rename = "account_id")]
    #[diesel(column_name = account_id)]
    pub account: AccountId,
    /// The role that it gives the account.
    pub role: Role,
    /// A coordinator's province, by its code.
    #[schema(example = "ZA-LP")]
    #[diesel(column_name = province_code)]
    pub province: Option<String>,
    /// A club secretary's club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    #[serde(rename = "club_id")]
    #[diesel(column_name = club_id)]
    pub club: Option<ClubId>,
    /// The first day, in South Africa.
    #[schema(example = "2026-11-20")]
    pub valid_from: NaiveDate,
    /// The last day; without one it is open.
    #[schema(example = "2027-10-31")]
    pub valid_until: Option<NaiveDate>,
    /// The time at which it was given.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub granted_at: Timestamp,
    /// The time at which it was taken back.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    pub revoked_at: Option<Timestamp>,
}

impl Grant {
    /// A grant from today on.
    #[must_use]
    pub fn new(account: AccountId, authority: &Authority, now: Timestamp) -> Grant {
        let role = authority.role();
        let (province, club) = authority.scope();
        Grant {
            id: GrantId::new(now),
            account,
            role,
            province,
            club,
            valid_from: now.day(),
            valid_until: None,
            granted_at: now,
            revoked_at: None,
        }
    }

    /// The grant that is asked for: for a province or a club, and from a day until a day. It begins today if no day is named.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        account: AccountId,
        role: Role,
        (province, club): (Option<String>, Option<ClubId>),
        (from, valid_until): (Option<NaiveDate>, Option<NaiveDate>),
        now: Timestamp,
    ) -> Result<Grant, Faults> {
        let mut faults = Faults::default();
        let authority = match Authority::new(role, province, club) {
            Ok(authority) => Some(authority),
            Err((pointer, invalid)) => faults.check(pointer, Err(invalid)),
        };
        let valid_from = from.unwrap_or_else(|| now.day());
        let term = if valid_until.is_none_or(|until| valid_from <= until) {
            Ok(())
        } else {
            Err(ValueError::new("before-start", "Must not be before the first day."))
        };
        match (authority, faults.check("/valid_until", term)) {
            (Some(authority), Some(())) => Ok(Grant {
                valid_from,
                valid_until,
                ..Grant::new(account, &authority, now)
            }),
            _ => Err(faults),
        }
    }

    /// The authority that it gives on that day, if it gives any.
    #[must_use]
    pub fn authority_on(&self, day: NaiveDate) -> Option<Authority> {
        let begun = self.valid_from <= day;
        let ended = self.revoked_at.is_some() || self.valid_until.is_some_and(|until| until < day);
        if begun && !ended {
            Authority::new(self.role, self.province.clone(), self.club).ok()
        } else {
            None
        }
    }

    /// The grant, taken back.
    ///
    /// # Errors
    /// [`AccountRefusal::AlreadyRevoked`].
    pub fn revoked(self, now: Timestamp) -> Result<Grant, AccountRefusal> {
        if self.revoked_at.is_some() {
            return Err(AccountRefusal::AlreadyRevoked);
        }
        Ok(Grant {
            revoked_at: Some(now),
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::accounts::grants::*;

    #[test]
    fn a_grant_holds_from_its_first_day_to_its_last() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let clock = crate::values::clock::Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap());
        let mut grant = Grant {
            valid_until: Some(day("2026-11-21")),
            ..Grant::new(AccountId::new(clock.now()), &Authority::Umpire, clock.now())
        };
        let valid = |grant: &Grant| {
            ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"].map(|d| grant.authority_on(day(d)).is_some())
        };
        assert_eq!(valid(&grant), [false, true, true, false]);
        grant.valid_until = None;
        assert_eq!(valid(&grant), [false, true, true, true]);
        grant.revoked_at = Some(clock.now());
        assert_eq!(valid(&grant), [false; 4]);
    }
}
