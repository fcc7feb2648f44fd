//! Two entries of one person that become one: what every noun is told that keeps something of players.

use crate::values::clock::Timestamp;
use crate::values::id::{ClubId, Id, PlayerId};

/// A merger of two entries.
#[derive(Debug, Clone, Copy)]
pub struct Merger {
    /// The entry that goes.
    pub duplicate: PlayerId,
    /// The entry that stays.
    pub stays: PlayerId,
    /// The club of which the entry that stays is a member.
    pub club: ClubId,
    /// The time at which they became one.
    pub at: Timestamp,
}

/// A thing that was the duplicate's and is the other entry's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reassigned {
    /// The sort of thing, as the audit trail calls it.
    pub subject: &'static str,
    /// Its id.
    pub id: Id,
}

impl Reassigned {
    /// Several things of one sort.
    pub(crate) fn all(subject: &'static str, ids: impl IntoIterator<Item = impl Into<Id>>) -> Vec<Reassigned> {
        ids.into_iter()
            .map(|id| Reassigned { subject, id: id.into() })
            .collect()
    }
}
