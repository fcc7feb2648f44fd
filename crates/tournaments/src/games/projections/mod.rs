//! Projections: what games are found by and what is counted of them, so that nobody has to go through all of them. They
//! are the [positions](crate::games::openings) that came, the openings, and how games end.
//!
//! Whoever writes a game notes in the same transaction that it waits (`store::wait`), and has done with it: the pages on
//! which its positions stand are most of what a game costs. The [`worker`] takes what waits a moment later, many games at a
//! time, in pieces for which nobody waits long.
//!
//! A game that waits is one row: the version that the projections tell of, and the one that they are to tell of. Positions
//! are a set, so a piece of them may be written again; counters are changed in the transaction that takes the row away. So
//! a kill at any moment loses nothing, and counts nothing twice.

pub(crate) mod store;
pub mod worker;

use chrono::NaiveDate;

use crate::games::openings::{Class, Occurrence, Ways, occurrences};
use crate::games::statistics::{EndCounts, Ended};

/// A version of a game as it is kept.
#[derive(Debug, Clone)]
pub(crate) struct Version {
    pub(crate) rule_set: String,
    pub(crate) turns: String,
    pub(crate) result: String,
    pub(crate) termination: String,
    pub(crate) played_on: NaiveDate,
    /// The level of its tournament; none of a friendly game.
    pub(crate) level: Option<String>,
}

impl Version {
    /// The things that projections tell of it. Of one that cannot be replayed no position came.
    pub(crate) fn told(&self) -> Projected {
        let record = crate::games::store::record(&self.rule_set, &self.turns, &self.result, &self.termination);
        Projected {
            positions: record.as_ref().map(occurrences).unwrap_or_default(),
            ended: self.ended(),
        }
    }

    /// The way in which it ended.
    pub(crate) fn ended(&self) -> Ended {
        Ended {
            played_on: self.played_on,
            rule_set: self.rule_set.clone(),
            level: self.level.clone().unwrap_or_default(),
            result: self.result.clone(),
            termination: self.termination.clone(),
            plies: i64::try_from(self.turns.split(' ').count()).unwrap_or(i64::MAX),
        }
    }
}

/// The things that projections tell of a version of a game.
#[derive(Debug)]
pub(crate) struct Projected {
    pub(crate) positions: Vec<Occurrence>,
    pub(crate) ended: Ended,
}

/// The counts that games add.
#[derive(Debug, Default)]
pub(crate) struct Tallies {
    pub(crate) ways: Ways,
    pub(crate) ends: EndCounts,
}

impl Tallies {
    /// Adds a game, or takes it away: so many times.
    pub(crate) fn add(&mut self, told: &Projected, times: i64) {
        for way in told.positions.iter().filter(|position| position.counted) {
            let way = (way.class, way.next, told.ended.result.clone());
            *self.ways.entry(way).or_default() += times;
        }
        self.ends.add(&told.ended, times);
    }
}

/// A game that is to be projected.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) waiting: store::Waiting,
    /// The things that are counted of it.
    pub(crate) before: Option<Projected>,
    /// The things that are to be told of it; none if it was withdrawn.
    pub(crate) after: Option<Projected>,
    /// The positions of earlier versions that came no more.
    pub(crate) gone: Vec<Class>,
}

/// The games that wait, or the first of them.
#[derive(Debug)]
pub(crate) struct Round {
    /// The step from which it goes on.
    pub(crate) step: i64,
    pub(crate) tasks: Vec<Task>,
    /// Whether nothing else waits.
    pub(crate) is_all: bool,
}
