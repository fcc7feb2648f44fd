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
    pub(crate) fn all(subject: &'static str, ids: impl IntoIterator<Item = impl Into<Id>>) -> Vec<Reassigned> {
        ids.into_iter()
            .map(|id| Reassigned { subject, id: id.into() })
            .collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fmt::Debug;
    use std::str::FromStr;

    use crate::players::merger::Merger;
    use crate::values::clock::Timestamp;

    /// The id with that number.
    pub(crate) fn nth<I: FromStr<Err: Debug>>(number: u8) -> I {
        format!("019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e{number:02x}")
            .parse()
            .unwrap()
    }

    /// A merger of the entry 101 into the entry 100, a member of the club 200.
    pub(crate) fn merger() -> Merger {
        Merger {
            duplicate: nth(101),
            stays: nth(100),
            club: nth(200),
            at: Timestamp("2026-11-23T08:00:00Z".parse().unwrap()),
        }
    }
}
