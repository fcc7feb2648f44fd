//! Games: only what the rules have replayed is kept.

pub(crate) mod admission;
pub mod openings;
pub(crate) mod record;
pub(crate) mod routes;
pub(crate) mod store;

use chrono::NaiveDate;
use morabaraba_rules::{Fault, IllegalTurn, Place, RecordError, RuleSet, Side, Tag};
use serde::{Deserialize, Serialize};

use crate::players::Player;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::id::Id;
use crate::values::validation::{Faults, past};

pub use record::{GameResult, MOST_TURNS, Play, Record, Termination};

/// A game as it is submitted.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The player who began.
    pub first: Id,
    /// The other player.
    pub second: Id,
    /// The day it was played.
    pub played_on: NaiveDate,
    /// The game of a match that it is; none of a friendly game.
    pub of: Option<MatchGame>,
    /// What was played.
    pub play: Play,
}

crate::string_enum! {
    /// What became of a game of a batch.
    pub enum BatchOutcome as "GameBatchOutcome" {
        /// It was recorded.
        Recorded = "recorded",
        /// It was on record before.
        Known = "known",
        /// It was not taken.
        Refused = "refused",
    }
}

/// One of the games of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchGame {
    /// The match.
    pub match_id: Id,
    /// The number of the game in it, from 1.
    pub number: i64,
}

impl Submission {
    /// Checks the form of what was submitted.
    ///
    /// # Errors
    /// All faults at once.
    pub fn check(&self, today: NaiveDate) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let played = faults.take("/played_on", past(self.played_on, today));
        let length = faults.take("/turns", self.play.check_length());
        played.and(length).ok_or(faults)
    }

    /// Whether the record says of someone or something else what it says at all.
    fn fits(&self, record: &Record, [first, second]: [&Player; 2]) -> Result<(), Refusal> {
        let number = |tag, player: &Player| record.said(tag).is_none_or(|said| said.parse() == Ok(player.number));
        let day = self.played_on.format("%Y.%m.%d").to_string();
        // A day may be known in part, as 2026.11.??.
        let same_day = |said: &str| {
            said.len() == day.len()
                && said
                    .chars()
                    .zip(day.chars())
                    .all(|(said, day)| said == day || said == '?')
        };
        if !number(Tag::FirstId, first) {
            Err(Refusal::RecordOfAnother("FirstId"))
        } else if !number(Tag::SecondId, second) {
            Err(Refusal::RecordOfAnother("SecondId"))
        } else if !record.said(Tag::Date).is_none_or(same_day) {
            Err(Refusal::RecordOfAnother("Date"))
        } else {
            Ok(())
        }
    }
}

/// A game on record.
#[derive(Debug, Clone)]
pub struct Game {
    /// Its id.
    pub id: Id,
    /// The player who began.
    pub first: Player,
    /// The other player.
    pub second: Player,
    /// The day it was played.
    pub played_on: NaiveDate,
    /// The game of a match that it is, and the tournament; none of a friendly game.
    pub of: Option<(MatchGame, Id)>,
    /// What was played.
    pub record: Record,
    /// How often it has been recorded: 1, and one more with every correction.
    pub version: i64,
    /// The account that recorded it so.
    pub recorded_by: Id,
    /// When it was recorded so.
    pub recorded_at: Timestamp,
    /// When it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
}

/// What was on record of a game until it was corrected or withdrawn.
#[derive(Debug, Clone)]
pub struct Superseded {
    /// The game as it was.
    pub game: Game,
    /// Why it is not so any more.
    pub reason: String,
    /// The account that said so.
    pub ended_by: Id,
    /// When.
    pub ended_at: Timestamp,
}

impl Game {
    /// Admits a game to the record. `judged` is what the rules say of its turns; the players are what stands under the
    /// ids.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        submission: &Submission,
        id: Id,
        judged: Result<Record, Refusal>,
        first: Option<Player>,
        second: Option<Player>,
        recorded_by: Id,
        now: Timestamp,
    ) -> Result<Game, Refusal> {
        if submission.first == submission.second {
            return Err(Refusal::SamePlayer);
        }
        let first = first.ok_or(Refusal::UnknownPlayer(Side::First, submission.first))?;
        let second = second.ok_or(Refusal::UnknownPlayer(Side::Second, submission.second))?;
        // Two entries may have been made for one person.
        if first.id == second.id {
            return Err(Refusal::SamePlayer);
        }
        let record = judged?;
        if !(1..=MOST_TURNS).contains(&record.turns().len()) {
            return Err(Refusal::LengthOutOfBounds);
        }
        submission.fits(&record, [&first, &second])?;
        Ok(Game {
            id,
            first,
            second,
            played_on: submission.played_on,
            of: None,
            record,
            version: 1,
            recorded_by,
            recorded_at: now,
            withdrawn_at: None,
        })
    }

    /// The game as it should have been recorded, in the place of this one.
    #[must_use]
    pub fn corrected(&self, anew: Game) -> Game {
        Game {
            id: self.id,
            of: self.of,
            version: self.version + 1,
            ..anew
        }
    }

    /// The same for the same game, however often and by whom it is recorded: of who played what, when, and where.
    #[must_use]
    pub fn digest(&self) -> String {
        self.digest_of([self.first.id, self.second.id])
    }

    /// The same, were it recorded under these entries of its players.
    #[must_use]
    pub fn digest_of(&self, [first, second]: [Id; 2]) -> String {
        let of = self
            .of
            .map(|(of, _)| format!("{} {}", of.match_id, of.number))
            .unwrap_or_default();
        let rule_set = self.record.rule_set().name();
        let turns = self.record.turns_text();
        sha256(format!(
            "{first}\n{second}\n{}\n{of}\n{rule_set}\n{turns}",
            self.played_on
        ))
    }
}

impl Game {
    /// The text of the record, with the players as everyone may see them on that day.
    #[must_use]
    pub fn text(&self, today: NaiveDate) -> String {
        self.record.text_with([
            (Tag::Date, self.played_on.format("%Y.%m.%d").to_string()),
            (Tag::First, self.first.public_name(today)),
            (Tag::Second, self.second.public_name(today)),
            (Tag::FirstId, self.first.number.to_string()),
            (Tag::SecondId, self.second.number.to_string()),
        ])
    }
}

/// Why a game is not taken; the first that applies.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refusal {
    /// No named rule set is called that.
    #[error("There is no rule set of this name; there are {}.", names_of_rule_sets())]
    UnknownRuleSet,
    /// Nobody plays against themselves.
    #[error("A game has two players.")]
    SamePlayer,
    /// The player does not exist.
    #[error("There is no player with the id {1}.")]
    UnknownPlayer(Side, Id),
    /// The text is no game record.
    #[error("{0}")]
    InvalidRecord(Box<RecordError>),
    /// A turn is against the rules; with its place, if it was read from a text.
    #[error("{0}")]
    IllegalTurn(Box<IllegalTurn>, Option<Place>),
    /// The record begins somewhere else.
    #[error("The record is not of a whole game: it begins from another position than the opening.")]
    NotFromTheOpening,
    /// There was nothing to record, or too much.
    #[error("A game has a turn or more, and at most {MOST_TURNS}.")]
    LengthOutOfBounds,
    /// The record is by rules that have no name.
    #[error("The record is by rules of its own; there are {}.", names_of_rule_sets())]
    RulesOfItsOwn,
    /// The record names other players or another day than the submission.
    #[error("The tag {0} of the record says something else than the submission.")]
    RecordOfAnother(&'static str),
    /// The board says how it ended, and the submission says something else; with its place in a text.
    #[error("On the board the game ended otherwise.")]
    ResultContradictsBoard(Option<Place>),
    /// The board is still open, and nothing is said of what ended the game; with the place in a text.
    #[error("The game is not over on the board; `termination` must say what ended it.")]
    TerminationMissing(Option<Place>),
    /// The board is still open, and what is said to have ended the game does not fit the result.
    #[error("The game is not over on the board, and cannot have come to its result this way.")]
    TerminationDoesNotFit(Option<Place>),
}

impl Refusal {
    /// Where in the text of the record the fault is, if it is in a text.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        match self {
            Refusal::InvalidRecord(error) => error.place,
            Refusal::IllegalTurn(_, place)
            | Refusal::ResultContradictsBoard(place)
            | Refusal::TerminationMissing(place)
            | Refusal::TerminationDoesNotFit(place) => *place,
            Refusal::UnknownRuleSet
            | Refusal::SamePlayer
            | Refusal::UnknownPlayer(..)
            | Refusal::NotFromTheOpening
            | Refusal::LengthOutOfBounds
            | Refusal::RulesOfItsOwn
            | Refusal::RecordOfAnother(_) => None,
        }
    }
}

impl From<IllegalTurn> for Refusal {
    fn from(illegal: IllegalTurn) -> Refusal {
        Refusal::IllegalTurn(Box::new(illegal), None)
    }
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Refusal {
        match error {
            RecordError {
                place,
                fault: Fault::Turn(illegal),
            } => Refusal::IllegalTurn(Box::new(illegal), place),
            RecordError {
                place,
                fault: Fault::ResultContradicted(_),
            } => Refusal::ResultContradictsBoard(place),
            RecordError {
                place,
                fault: Fault::TerminationMissing,
            } => Refusal::TerminationMissing(place),
            RecordError {
                place,
                fault: Fault::TerminationContradicted,
            } => Refusal::TerminationDoesNotFit(place),
            error => Refusal::InvalidRecord(Box::new(error)),
        }
    }
}

fn names_of_rule_sets() -> String {
    RuleSet::all().iter().map(RuleSet::name).collect::<Vec<_>>().join(", ")
}

/// The rule set of that name; the federation's own if none is named.
///
/// # Errors
/// [`Refusal::UnknownRuleSet`].
pub fn rule_set(name: Option<&str>) -> Result<RuleSet, Refusal> {
    name.map_or(Ok(RuleSet::default()), |name| {
        RuleSet::by_name(name).ok_or(Refusal::UnknownRuleSet)
    })
}
