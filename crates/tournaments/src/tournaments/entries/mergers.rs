//! Entries in a merger of two players.

use crate::tournaments::model::Entry;
use crate::values::number::RoundNumber;

/// The fate of an entry of the duplicate in a merger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergedEntryFate {
    /// It is the entry of the person who stays from now on.
    HandedOver,
    /// It is handed over, and the own entry of the person who stays goes.
    Replaces,
    /// It goes.
    Dropped,
}

/// Both entries were drawn in one tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothDrawn;

impl Entry {
    /// Whether the player was drawn in a round before that one, the next.
    #[must_use]
    pub fn was_drawn(&self, next_round: RoundNumber) -> bool {
        (1..next_round.get())
            .map(RoundNumber::new)
            .any(|round| self.plays_in(round))
    }
}

/// The fate of the duplicate's entry beside the own one of the person who stays: a player is entered once, and the entry stays
/// that was drawn, or else the one that is not withdrawn.
///
/// # Errors
/// Both were drawn: they are two people.
pub fn fate(theirs: &Entry, own: Option<&Entry>, next_round: RoundNumber) -> Result<MergedEntryFate, BothDrawn> {
    let Some(own) = own else {
        return Ok(MergedEntryFate::HandedOver);
    };
    match (theirs.was_drawn(next_round), own.was_drawn(next_round)) {
        (true, true) => Err(BothDrawn),
        (true, false) => Ok(MergedEntryFate::Replaces),
        (false, false) if own.is_withdrawn() && !theirs.is_withdrawn() => Ok(MergedEntryFate::Replaces),
        (false, _) => Ok(MergedEntryFate::Dropped),
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::entries::mergers::*;
    use crate::tournaments::model::{Absence, Contestant, Visitor};
    use crate::values::clock::Timestamp;
    use crate::values::country::Country;
    use crate::values::id::{EntryId, TournamentId};
    use crate::values::number::Seed;

    /// An entry that is there from the first round, or withdrawn from that round on.
    fn entry(withdrawn_in: Option<i64>) -> Entry {
        let now = Timestamp(chrono::DateTime::UNIX_EPOCH);
        let id = EntryId::new(now);
        let absence = |round| Absence {
            first_round: RoundNumber::new(round),
            last_round: None,
        };
        let visitor = Visitor {
            entry: id,
            name: None,
            country: Country::HOME,
            named: false,
        };
        Entry {
            id,
            tournament: TournamentId::new(now),
            player: Contestant::Visitor(visitor),
            club: None,
            team: None,
            division: None,
            sex: None,
            seed: Seed::FIRST,
            placed: false,
            first_round: RoundNumber::FIRST,
            absences: withdrawn_in.map(absence).into_iter().collect(),
            checked_in_at: None,
            created_at: now,
        }
    }

    #[test]
    fn the_entry_stays_that_was_drawn_or_is_there() {
        let (there, never, left) = (entry(None), entry(Some(1)), entry(Some(2)));
        let (first, second) = (RoundNumber::FIRST, RoundNumber::FIRST.next());
        assert_eq!(fate(&there, None, first), Ok(MergedEntryFate::HandedOver));
        assert_eq!(fate(&there, Some(&there), first), Ok(MergedEntryFate::Dropped));
        assert_eq!(fate(&there, Some(&never), first), Ok(MergedEntryFate::Replaces));
        assert_eq!(fate(&never, Some(&there), first), Ok(MergedEntryFate::Dropped));
        assert_eq!(fate(&there, Some(&never), second), Ok(MergedEntryFate::Replaces));
        assert_eq!(fate(&never, Some(&left), second), Ok(MergedEntryFate::Dropped));
        assert_eq!(fate(&left, Some(&there), second), Err(BothDrawn));
    }
}
