//! The numbers of games.

use morabaraba_rules::{Position, RuleSet, perft};

use crate::support::SETS;

#[test]
fn games_of_up_to_four_turns_are_as_many_in_every_rule_set() {
    for rules in SETS {
        let counts: Vec<u64> = (0..=4).map(|depth| perft(&Position::new(rules), depth)).collect();
        assert_eq!(counts, [1, 24, 552, 12_144, 255_024], "{rules}");
    }
}

#[test]
fn games_of_five_turns() {
    assert_eq!(perft(&Position::new(RuleSet::MSSA_GAR), 5), 5_150_880);
}
