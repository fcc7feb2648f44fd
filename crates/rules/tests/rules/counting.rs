//! The numbers of games.

use morabaraba_rules::{Position, perft};

use crate::support::SETS;

#[test]
fn games_of_up_to_six_turns_are_as_many_in_every_rule_set() {
    for rules in SETS {
        let counts: Vec<u64> = (0..=6).map(|depth| perft(&Position::new(rules), depth)).collect();
        assert_eq!(counts, [1, 24, 552, 12_144, 255_024, 5_150_880, 99_862_272], "{rules}");
    }
}

/// The number of games of so many turns, every leaf made and none counted in bulk.
fn leaves(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_turns()
        .iter()
        .map(|turn| leaves(position.play_unchecked(*turn), depth - 1))
        .sum()
}

#[test]
fn games_of_five_turns_counted_one_by_one() {
    for rules in SETS {
        assert_eq!(leaves(Position::new(rules), 5), 5_150_880, "{rules}");
    }
}
