//! Disputes: what is said against a match, and how an umpire rules.

use crate::tournaments::matches::Refusal;
use crate::values::clock::Timestamp;
use crate::values::id::Id;

/// A dispute as it is on record.
#[derive(Debug, Clone)]
pub struct Dispute {
    /// Its id.
    pub id: Id,
    /// About which match.
    pub of: Id,
    /// What is said.
    pub reason: String,
    /// Which account has entered it.
    pub raised_by: Id,
    /// When.
    pub raised_at: Timestamp,
    /// How it was ruled, by which account, and when.
    pub ruling: Option<(String, Id, Timestamp)>,
}

impl Dispute {
    /// The dispute, ruled on.
    ///
    /// # Errors
    /// [`Refusal::AlreadyRuled`].
    pub fn ruled(self, ruling: String, by: Id, now: Timestamp) -> Result<Dispute, Refusal> {
        match self.ruling {
            None => Ok(Dispute {
                ruling: Some((ruling, by, now)),
                ..self
            }),
            Some(_) => Err(Refusal::AlreadyRuled),
        }
    }
}
