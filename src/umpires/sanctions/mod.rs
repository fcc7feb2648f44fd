//! What is done against an accreditation: suspensions, which end, and revocations, which do not.

pub(crate) mod routes;

use chrono::NaiveDate;

use crate::values::clock::Timestamp;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid, text};

crate::string_enum! {
    /// What is done against an accreditation.
    pub enum Kind as "SanctionKind" {
        /// It gives no right to umpire for a time.
        Suspension = "suspension",
        /// It gives no right to umpire any more.
        Revocation = "revocation",
    }
}

/// A suspension or a revocation.
#[derive(Debug, Clone)]
pub struct Sanction {
    /// Its id.
    pub id: Id,
    /// What it is.
    pub kind: Kind,
    /// The first day.
    pub begins_on: NaiveDate,
    /// The last day; of a suspension alone, and open if absent.
    pub ends_on: Option<NaiveDate>,
    /// The day from which a suspension no longer holds, if it was ended early.
    pub lifted_on: Option<NaiveDate>,
    /// Why. Private; none once the person's data was erased.
    pub reason: Option<String>,
    /// When it was recorded.
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
        id: Id,
        begins_on: NaiveDate,
        ends_on: Option<NaiveDate>,
        reason: &str,
        now: Timestamp,
    ) -> Result<Sanction, Faults> {
        let mut faults = Faults::default();
        let ends_on = if ends_on.is_some_and(|ends_on| ends_on < begins_on) {
            Err(Invalid::new("before-start", "Must not be before the first day."))
        } else {
            Ok(ends_on)
        };
        let ends_on = faults.take("/ends_on", ends_on);
        let reason = faults.take("/reason", text(reason, Sanction::LONGEST_REASON));
        match (ends_on, reason) {
            (Some(ends_on), Some(reason)) => Ok(Sanction {
                id,
                kind: Kind::Suspension,
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
    pub fn revocation(id: Id, reason: &str, now: Timestamp) -> Result<Sanction, Faults> {
        let mut faults = Faults::default();
        let reason = faults
            .take("/reason", text(reason, Sanction::LONGEST_REASON))
            .ok_or(faults)?;
        let (ends_on, lifted_on, reason) = (None, None, Some(reason));
        Ok(Sanction {
            id,
            kind: Kind::Revocation,
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
