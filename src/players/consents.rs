//! What guardians allow for players under 18.

use chrono::NaiveDate;

use crate::clock::Timestamp;
use crate::id::Id;
use crate::input::{Faults, past, text};

crate::words! {
    /// What someone is to the player for whom they decide.
    pub enum Relation as "Relation" {
        /// Mother or father.
        Parent = "parent",
        /// A guardian by law or by a court's order.
        Guardian = "guardian",
    }
}

crate::words! {
    /// What is allowed.
    pub enum Purpose as "Purpose" {
        /// That the player's name appears in public.
        PublishName = "publish_name",
    }
}

/// A consent as it is on record.
#[derive(Debug, Clone)]
pub struct Consent {
    /// Its id.
    pub id: Id,
    /// For whom.
    pub player: Id,
    /// What was given.
    pub given: Given,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// When it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
}

/// What a guardian has signed.
#[derive(Debug, Clone)]
pub struct Given {
    /// Who.
    pub guardian: String,
    /// What they are to the player.
    pub relation: Relation,
    /// What is allowed.
    pub purpose: Purpose,
    /// The version of the federation's wording.
    pub wording: String,
    /// The day of the signature.
    pub given_on: NaiveDate,
}

impl Given {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        guardian: &str,
        relation: Relation,
        purpose: Purpose,
        wording: &str,
        given_on: NaiveDate,
        today: NaiveDate,
    ) -> Result<Given, Faults> {
        let mut faults = Faults::default();
        let guardian = faults.take("/guardian", text(guardian, 200));
        let wording = faults.take("/wording", text(wording, 40));
        let given_on = faults.take("/given_on", past(given_on, today));
        match (guardian, wording, given_on) {
            (Some(guardian), Some(wording), Some(given_on)) => {
                Ok(Given { guardian, relation, purpose, wording, given_on })
            }
            _ => Err(faults),
        }
    }
}

/// A consent is withdrawn once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The consent was withdrawn before.")]
pub struct AlreadyWithdrawn;

impl Consent {
    /// The consent as it is from that instant on.
    ///
    /// # Errors
    /// It was withdrawn before.
    pub fn withdrawn(self, now: Timestamp) -> Result<Consent, AlreadyWithdrawn> {
        if self.withdrawn_at.is_some() {
            return Err(AlreadyWithdrawn);
        }
        Ok(Consent { withdrawn_at: Some(now), ..self })
    }
}
