//! Entries in a merger of two players.

use diesel::{Queryable, Selectable};

use crate::values::id::{EntryId, TournamentId};
use crate::values::number::Seed;

/// An entry of the person who is merged away, as far as a merger is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = crate::db::schema::entries)]
pub struct MergedEntry {
    /// Its id.
    pub id: EntryId,
    /// The tournament.
    #[diesel(column_name = tournament_id)]
    pub tournament: TournamentId,
    /// The place in the starting order.
    pub seed: Seed,
}

/// The fate of an entry in a merger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergedEntryFate {
    /// It is the entry of the person who stays from now on.
    HandedOver,
    /// It goes, and those behind it move up.
    Dropped,
}

impl MergedEntry {
    /// The fate of the entry, if the person who stays is entered in these tournaments: a player is entered once, so where both
    /// were, the duplicate's entry goes.
    #[must_use]
    pub fn fate(&self, entered_in: &[TournamentId]) -> MergedEntryFate {
        if entered_in.contains(&self.tournament) {
            MergedEntryFate::Dropped
        } else {
            MergedEntryFate::HandedOver
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::entries::mergers::*;
    use crate::values::clock::Timestamp;

    #[test]
    fn a_player_is_entered_once_after_a_merger() {
        let now = Timestamp(chrono::DateTime::UNIX_EPOCH);
        let [both, alone] = [TournamentId::new(now), TournamentId::new(now)];
        let entry = |tournament| MergedEntry {
            id: EntryId::new(now),
            tournament,
            seed: Seed::FIRST,
        };
        assert_eq!(entry(both).fate(&[both]), MergedEntryFate::Dropped);
        assert_eq!(entry(alone).fate(&[both]), MergedEntryFate::HandedOver);
        assert_eq!(entry(both).fate(&[]), MergedEntryFate::HandedOver);
    }
}
