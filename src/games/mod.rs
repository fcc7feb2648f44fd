//! Games: only what the rules have replayed is kept.

pub(crate) mod record;
pub(crate) mod routes;
pub(crate) mod store;

use chrono::NaiveDate;
use morabaraba_rules::{Fault, IllegalTurn, Place, RecordError, RuleSet, Side, Tag};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::input::{Faults, past};
use crate::players::Player;

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
    /// What was played.
    pub play: Play,
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
            said.len() == day.len() && said.chars().zip(day.chars()).all(|(said, day)| said == day || said == '?')
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
    /// What was played.
    pub record: Record,
    /// The account that recorded it.
    pub recorded_by: Id,
    /// When it was recorded.
    pub recorded_at: Timestamp,
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
        Ok(Game { id, first, second, played_on: submission.played_on, record, recorded_by, recorded_at: now })
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

impl From<IllegalTurn> for Refusal {
    fn from(illegal: IllegalTurn) -> Refusal {
        Refusal::IllegalTurn(Box::new(illegal), None)
    }
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Refusal {
        match error {
            RecordError { place, fault: Fault::Turn(illegal) } => Refusal::IllegalTurn(Box::new(illegal), place),
            RecordError { place, fault: Fault::ResultContradicted(_) } => Refusal::ResultContradictsBoard(place),
            RecordError { place, fault: Fault::TerminationMissing } => Refusal::TerminationMissing(place),
            RecordError { place, fault: Fault::TerminationContradicted } => Refusal::TerminationDoesNotFit(place),
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
    name.map_or(Ok(RuleSet::default()), |name| RuleSet::by_name(name).ok_or(Refusal::UnknownRuleSet))
}
