//! Counting games, the common proof that a generator of turns is right.

use crate::Position;

/// The number of sequences of `depth` legal turns from a position; a game that has ended has none.
///
/// ```
/// use morabaraba_rules::{Position, RuleSet, perft};
///
/// assert_eq!(perft(&Position::new(RuleSet::MSSA_GAR), 3), 12_144);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_turns(),
        _ => position
            .legal_turns()
            .iter()
            .map(|turn| perft(&position.play_unchecked(*turn), depth - 1))
            .sum(),
    }
}
