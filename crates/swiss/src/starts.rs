//! The player who starts the first of the six games; after it the two take turns.

/// A player of a match, as far as it matters to [`starts_first`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Starter {
    /// The place in the starting order, from 1, the best.
    pub seed: u32,
    /// The number of matches of the tournament in which the player started the first game.
    pub first_starts: u32,
}

/// Whether the first of two players starts the first game of their match. The one with fewer first starts does; of two
/// with equally many the higher ranked in odd rounds, and the lower in even ones. Where the players draw lots instead,
/// this is not asked.
///
/// ```
/// use morabaraba_swiss::{Starter, starts_first};
///
/// let (best, next) = (Starter { seed: 1, first_starts: 0 }, Starter { seed: 2, first_starts: 0 });
/// assert!(starts_first(1, best, next));
/// assert!(!starts_first(2, best, next));
/// assert!(starts_first(2, best, Starter { first_starts: 1, ..next }));
/// ```
#[must_use]
pub const fn starts_first(round: u32, one: Starter, other: Starter) -> bool {
    if one.first_starts != other.first_starts {
        return one.first_starts < other.first_starts;
    }
    (one.seed < other.seed) != round.is_multiple_of(2)
}
