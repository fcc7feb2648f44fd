//! A match: two players at a board, and its results.

use std::collections::BTreeMap;

use crate::tournaments::model::{Game, MatchGameEnding, Round, RoundState, ScoreSheet};
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, MatchId, RoundId};
use crate::values::number::{RoundNumber, Seed};

crate::string_enum! {
    /// The state of a match's result.
    pub enum MatchState as "MatchState" {
        /// The result is not known.
        Open = "open",
        /// The result was entered.
        Entered = "entered",
        /// A second person has confirmed it.
        Confirmed = "confirmed",
        /// Somebody disputes it, and an umpire has not ruled.
        Disputed = "disputed",
    }
}

/// The confirmation of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmation {
    /// The account that confirmed it.
    pub by: AccountId,
    /// The time at which it was confirmed.
    pub at: Timestamp,
}

/// A result as it was entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    /// Its number among the results of the match, from 1.
    pub version: i64,
    /// The games.
    pub sheet: ScoreSheet,
    /// The reason for the correction, or the ruling, that brought this result, if one did.
    pub reason: Option<String>,
    /// The account that entered it.
    pub by: AccountId,
    /// The time at which it was entered.
    pub at: Timestamp,
    /// The confirmation by a second person, if there is one.
    pub confirmed: Option<Confirmation>,
    /// The time at which it was taken back.
    pub undone_at: Option<Timestamp>,
}

/// A game of a match, as its record has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// The seed of the player who started it.
    pub starter: Seed,
    /// The outcome, if the record says it.
    pub game: Option<Game>,
}

/// A match as it is on record.
#[derive(Debug, Clone)]
pub struct Match {
    /// Its id.
    pub id: MatchId,
    /// Its round.
    pub round_id: RoundId,
    /// The number of the round.
    pub round_number: RoundNumber,
    /// The number of the board, from 1.
    pub board: i64,
    /// The seeds of the player who stood higher when the round was drawn, and of the other.
    pub pair: [Seed; 2],
    /// The player who was drawn to start the first game.
    pub starter: Seed,
    /// The results, the oldest first.
    pub results: Vec<Entered>,
    /// Its games that are on record, by their numbers from 1.
    pub recorded: BTreeMap<i64, Recorded>,
    /// Whether an umpire has still to rule on it.
    pub disputed: bool,
}

impl Recorded {
    /// Whether a sheet that has this for the game does not contradict the record. What an umpire decides, or a player
    /// forfeits, need not be what was on the board.
    pub(crate) fn fits(self, starter: Seed, on_sheet: Game) -> bool {
        let same = self.game.is_none_or(|game| game.result == on_sheet.result);
        self.starter == starter && (same || on_sheet.ended != MatchGameEnding::Played)
    }
}

impl Match {
    /// The result that counts.
    #[must_use]
    pub fn result(&self) -> Option<&Entered> {
        self.results.iter().rev().find(|result| result.undone_at.is_none())
    }

    /// The number of the result that was entered last, 0 if there was none: what the caller says to have read.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.result().map_or(0, |result| result.version)
    }

    /// The state of the result.
    #[must_use]
    pub fn progress(&self) -> MatchState {
        match self.result() {
            _ if self.disputed => MatchState::Disputed,
            None => MatchState::Open,
            Some(result) if result.confirmed.is_some() => MatchState::Confirmed,
            Some(_) => MatchState::Entered,
        }
    }

    /// The player who starts the first game.
    #[must_use]
    pub fn starts(&self) -> Seed {
        self.result().map_or(self.starter, |result| result.sheet.starter)
    }

    /// Whether results are still entered, as its round is one of these.
    #[must_use]
    pub fn takes_results(&self, rounds: &[Round]) -> bool {
        let is_played = |round: &Round| round.id == self.round_id && round.state == RoundState::Published;
        rounds.iter().any(is_played)
    }

    /// The match with a result put in, or in the place of the one of that version.
    #[must_use]
    pub fn with(mut self, entered: Entered) -> Match {
        let mut results = self.results.iter_mut();
        match results.find(|result| result.version == entered.version) {
            Some(result) => *result = entered,
            None => self.results.push(entered),
        }
        self
    }

    /// The number of the first game on the sheet that contradicts its record.
    #[must_use]
    pub fn contradicted(&self, sheet: &ScoreSheet) -> Option<i64> {
        let games = (1..).zip(sheet.starters(self.pair).zip(&sheet.games));
        let mut recorded = games.filter_map(|(number, played)| Some((number, self.recorded.get(&number)?, played)));
        recorded
            .find(|(_, recorded, (starter, game))| !recorded.fits(*starter, **game))
            .map(|(number, ..)| number)
    }
}
