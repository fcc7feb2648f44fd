//! Mergers of two entries of one person, and erasures of a person's data: as every noun is told of them that keeps
//! something of players.

use crate::db::audit::Actor;
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

/// An erasure of one person's data.
#[derive(Debug, Clone, Copy)]
pub struct Erasure<'a> {
    /// All entries of the person: the one that stays, and those that were merged into it.
    pub entries: &'a [PlayerId],
    /// The time at which the data is erased.
    pub at: Timestamp,
    /// The author of the erasure.
    pub by: &'a Actor,
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
    pub fn all(subject: &'static str, ids: impl IntoIterator<Item = impl Into<Id>>) -> Vec<Reassigned> {
        ids.into_iter()
            .map(|id| Reassigned { subject, id: id.into() })
            .collect()
    }
}

#[cfg(test)]
#[path = "merger_tests.rs"]
pub(crate) mod tests;
