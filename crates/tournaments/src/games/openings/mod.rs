//! Positions that occurred: what is kept of a game to find it by them, and how games went on from one.

pub(crate) mod routes;
pub(crate) mod store;

use std::collections::{BTreeMap, HashSet};
use std::ops::AddAssign;

use morabaraba_rules::{Position, RuleSet, Setup, Side, Turn};
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::{GameResult, Record};

/// A number for what a player sees of a position, the same however the board is turned ([`Position::class`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(i64);

impl Class {
    /// Stands for what comes after the last position of a game: no position has this number.
    pub const NONE: Class = Class(0);

    /// The class of a position.
    #[must_use]
    pub fn of(position: &Position) -> Class {
        // Of its 57 bits none is lost.
        Class(i64::try_from(position.class()).unwrap_or(i64::MAX))
    }

    /// The number as it is kept.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }

    /// The class that is kept as that number.
    #[must_use]
    pub fn from_number(number: i64) -> Class {
        Class(number)
    }
}

/// The number of times that games went on so: from a position, to the one after it, to their result.
pub(crate) type Ways = BTreeMap<(Class, Class, String), i64>;

/// The largest number of cows that have been placed where games are counted as they are projected: later, hardly any position
/// is shared by more games than can be counted when somebody asks.
const COUNTED: u32 = 6;

/// Whether games that came to the position are counted as they are projected.
#[must_use]
pub fn is_counted(position: &Position) -> bool {
    let in_hand: u32 = Side::ALL.map(|side| u32::from(position.hand(side))).iter().sum();
    in_hand + COUNTED >= 24
}

/// A position of a game, the first time that it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The position.
    pub class: Class,
    /// The one after it; [`Class::NONE`] if the game ended there.
    pub next: Class,
    /// Whether the games that came to it are counted as they are projected.
    pub counted: bool,
}

/// The positions of a game, each the first time that it came.
#[must_use]
pub fn occurrences(record: &Record) -> Vec<Occurrence> {
    let positions: Vec<(Class, bool)> = record
        .positions()
        .iter()
        .map(|position| (Class::of(position), is_counted(position)))
        .collect();
    let nexts = positions.iter().skip(1).map(|(class, _)| *class).chain([Class::NONE]);
    let mut seen = HashSet::with_capacity(positions.len());
    let all = positions
        .iter()
        .zip(nexts)
        .map(|((class, counted), next)| (*class, next, *counted));
    all.filter(|(class, ..)| seen.insert(*class))
        .map(|(class, next, counted)| Occurrence { class, next, counted })
        .collect()
}

/// Games counted by their results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = GameTally)]
pub struct OpeningTally {
    /// The number of all these games.
    #[schema(example = 412)]
    pub games: i64,
    /// Won by the player who started the game.
    #[schema(example = 201)]
    pub first: i64,
    /// Won by the other.
    #[schema(example = 168)]
    pub second: i64,
    /// Drawn.
    #[schema(example = 40)]
    pub drawn: i64,
    /// Not played to an end.
    #[schema(example = 3)]
    pub unfinished: i64,
}

impl OpeningTally {
    /// Adds so many games with that result.
    pub fn add(&mut self, result: GameResult, games: i64) {
        self.games += games;
        match result {
            GameResult::First => self.first += games,
            GameResult::Second => self.second += games,
            GameResult::Drawn => self.drawn += games,
            GameResult::Unfinished => self.unfinished += games,
        }
    }
}

impl AddAssign for OpeningTally {
    fn add_assign(&mut self, other: OpeningTally) {
        self.games += other.games;
        self.first += other.first;
        self.second += other.second;
        self.drawn += other.drawn;
        self.unfinished += other.unfinished;
    }
}

/// A way on from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    /// The turns that lead on this way: alike, since they lead to positions of one class.
    pub turns: Vec<Turn>,
    /// The position after the first of them.
    pub after: Position,
}

/// The ways on from a position, by the class of what comes after; by any rules, since games by all of them are counted.
#[must_use]
pub fn continuations(position: &Position) -> BTreeMap<Class, Continuation> {
    let seen = Setup {
        quiet: 0,
        armed: [None, None],
        ..position.setup()
    };
    let mut ways: BTreeMap<Class, Continuation> = BTreeMap::new();
    for rules in RuleSet::all() {
        let Ok(position) = seen.into_position(*rules) else {
            continue;
        };
        for turn in position.legal_turns() {
            let Ok(after) = position.play(turn) else { continue };
            let way = ways.entry(Class::of(&after)).or_insert(Continuation {
                turns: Vec::new(),
                after,
            });
            if !way.turns.contains(&turn) {
                way.turns.push(turn);
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use crate::games::Play;
    use crate::games::openings::*;

    fn record(turns: &str) -> Record {
        let turns = turns.split_whitespace().map(str::to_owned).collect();
        Record::judge(&Play::Turns {
            rule_set: RuleSet::default(),
            turns,
            result: None,
            termination: None,
        })
        .unwrap()
    }

    #[test]
    fn a_game_is_found_by_each_of_its_positions_once() {
        let found = occurrences(&record("E1 R1 E2"));
        assert_eq!(found.len(), 4);
        assert!(found.windows(2).all(|pair| pair[0].next == pair[1].class));
        assert_eq!(found[3].next, Class::NONE);
        assert_eq!(
            found,
            occurrences(&record("R5 E5 R4")),
            "the board turned and inside out"
        );
        assert_ne!(found[2], occurrences(&record("E1 R3 E2"))[2]);
    }

    #[test]
    fn the_first_cow_goes_to_one_of_four_sorts_of_junction() {
        let ways = continuations(&Position::new(RuleSet::default()));
        let mut turns: Vec<usize> = ways.values().map(|way| way.turns.len()).collect();
        turns.sort_unstable();
        assert_eq!(turns, [4, 4, 8, 8]);
        assert!(!ways.contains_key(&Class::NONE));
    }
}
