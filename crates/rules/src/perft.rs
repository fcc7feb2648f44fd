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
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    position.each_turn(|turn| {
        count += if depth == 1 { 1 } else { perft(&position.play_unchecked(turn), depth - 1) };
    });
    count
}
