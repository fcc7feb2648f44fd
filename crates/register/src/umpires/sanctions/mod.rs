//! Measures against an accreditation: suspensions, which end, and revocations, which do not.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::values::clock::Timestamp;
use crate::values::id::SanctionId;
use crate::values::validation::{Faults, not_before, text};

crate::string_enum! {
    /// The kind of a sanction against an accreditation.
    pub enum SanctionKind as "SanctionKind" {
        /// It gives no right to umpire for a time.
        Suspension = "suspension",
        /// It gives no right to umpire any more.
        Revocation = "revocation",
    }
}

/// A sanction against an accreditation.
#[derive(Debug, Clone, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::sanctions)]
pub struct Sanction {
    /// Its id.
    #[schema(example = "019aa0d1-2d3e-7f40-9b5c-6d7e8f9a0b1c")]
    pub id: SanctionId,
    /// The kind of sanction.
    pub kind: SanctionKind,
    /// The first day.
    #[schema(example = "2027-03-01")]
    pub begins_on: NaiveDate,
    /// The last day of a suspension; without one it is open.
    #[schema(example = "2027-05-31")]
    pub ends_on: Option<NaiveDate>,
    /// The day from which a suspension no longer holds, if the umpire was reinstated.
    #[schema(example = "2027-04-12")]
    pub lifted_on: Option<NaiveDate>,
    // Private, and none once the person's data was erased.
    /// The reason for the sanction.
    #[schema(example = "Ruled on a match of a relative.")]
    pub reason: Option<String>,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2027-03-01T08:00:00.000000Z")]
    pub created_at: Timestamp,
}

impl Sanction {
    /// The longest reason that is kept.
    pub(crate) const LONGEST_REASON: usize = 400;

    /// A suspension as it is asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn suspension(
        id: SanctionId,
        begins_on: NaiveDate,
        ends_on: Option<NaiveDate>,
        reason: &str,
        now: Timestamp,
    ) -> Result<Sanction, Faults> {
        let mut faults = Faults::default();
        let ends_on = ends_on.map(|ends_on| not_before(begins_on, ends_on)).transpose();
        let ends_on = faults.check("/ends_on", ends_on);
        let reason = faults.check("/reason", text(reason, Sanction::LONGEST_REASON));
        match (ends_on, reason) {
            (Some(ends_on), Some(reason)) => Ok(Sanction {
                id,
                kind: SanctionKind::Suspension,
                begins_on,
                ends_on,
                lifted_on: None,
                reason: Some(reason),
                created_at: now,
            }),
            _ => Err(faults),
        }
    }

    /// A revocation from today on, as it is asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn revocation(id: SanctionId, reason: &str, now: Timestamp) -> Result<Sanction, Faults> {
        let mut faults = Faults::default();
        let reason = faults
            .check("/reason", text(reason, Sanction::LONGEST_REASON))
            .ok_or(faults)?;
        let (ends_on, lifted_on, reason) = (None, None, Some(reason));
        Ok(Sanction {
            id,
            kind: SanctionKind::Revocation,
            begins_on: now.day(),
            ends_on,
            lifted_on,
            reason,
            created_at: now,
        })
    }

    /// Whether it holds on that day.
    #[must_use]
    pub fn holds_on(&self, day: NaiveDate) -> bool {
        self.begins_on <= day
            && self.ends_on.is_none_or(|ends_on| day <= ends_on)
            && self.lifted_on.is_none_or(|lifted_on| day < lifted_on)
    }
}
