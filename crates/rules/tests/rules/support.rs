//! Functions that many of the tests use.

use morabaraba_rules::{IllegalTurn, Position, Refusal, RuleSet, Setup, Turn, replay};

pub(crate) const SETS: [RuleSet; 5] = [
    RuleSet::MSSA_GAR,
    RuleSet::TRADITIONAL_WORLD_GAMES,
    RuleSet::BEADS,
    RuleSet::BOTSWANA,
    RuleSet::WIKIPEDIA,
];

pub(crate) fn turn(text: &str) -> Turn {
    text.parse().unwrap_or_else(|_| panic!("{text} is a turn"))
}

pub(crate) fn position(text: &str, rules: RuleSet) -> Position {
    let setup: Setup = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    setup
        .into_position(rules)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after turns that are all legal.
pub(crate) fn after(start: Position, turns: &str) -> Position {
    let mut game = replay(start, turns.split_whitespace());
    if let Some(illegal) = game.find_map(Result::err) {
        panic!("{illegal}");
    }
    game.position()
}

/// The first turn that is not legal.
pub(crate) fn refused(start: Position, turns: &str) -> IllegalTurn {
    replay(start, turns.split_whitespace())
        .find_map(Result::err)
        .unwrap_or_else(|| panic!("{turns} are all legal"))
}

pub(crate) fn refusal(text: &str, rules: RuleSet, given: &str) -> Option<Refusal> {
    position(text, rules).check(turn(given)).err()
}

/// Numbers that look random and are the same in every run: `SplitMix64`.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ bits >> 31) >> 33).unwrap() % limit
    }
}
