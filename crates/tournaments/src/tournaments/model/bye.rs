//! A bye.

use diesel::{Insertable, Queryable, Selectable};

use crate::federation::readings::ByeValue;
use crate::values::clock::Timestamp;
use crate::values::id::{ByeId, EntryId};
use crate::values::number::RoundNumber;

crate::string_enum! {
    /// The origin of a bye.
    pub enum ByeKind as "ByeKind" {
        /// The draw gave it. It counts against another.
        Allocated = "allocated",
        /// The player asked for it. It does not count against one that the draw gives.
        Requested = "requested",
    }
}

/// A bye as it is on record.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::byes)]
pub struct Bye {
    /// Its id.
    pub id: ByeId,
    /// The entry.
    #[diesel(column_name = entry_id)]
    pub entry: EntryId,
    /// The number of the round.
    pub round: RoundNumber,
    /// The origin of the bye: the draw, or the player's request.
    pub kind: ByeKind,
    /// The points that it counts.
    pub value: ByeValue,
    /// The time at which it was given.
    pub created_at: Timestamp,
}
