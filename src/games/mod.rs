//! Games: only what the rules have replayed is kept.

pub(crate) mod admission;
pub(crate) mod changes;
pub(crate) mod forms;
pub mod openings;
pub(crate) mod positions;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod routes;
pub(crate) mod search;
pub(crate) mod statistics;
pub(crate) mod store;
pub(crate) mod validations;
pub(crate) mod views;

use crate::players::{SAME_PLAYER, UNKNOWN_PLAYER};
use crate::tournaments::UNKNOWN_RULE_SET;
use crate::values::error::{Error, Kind, Problem};
use crate::values::validation::Invalid;
use chrono::NaiveDate;
use morabaraba_rules::Position;
use morabaraba_rules::{Fault, IllegalTurn, Place, RecordError, RuleSet, Side, Tag};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use serde_json::Value;

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

crate::problem_kinds! {
    ALREADY_RECORDED = 409 "already-recorded", "The game is on record",
        "A game of the same players, on the same day, with the same turns is on record, as `game_id`; or another record of the same game of a match is.";
    GAME_WITHDRAWN = 410 "game-withdrawn", "The game was withdrawn",
        "It was recorded, and withdrawn later. Its versions tell what it was, and why.";
    ILLEGAL_TURN = 422 "illegal-turn", "A turn is against the rules",
        "`ply` counts the turns of both sides from 1, `side` and `turn` say whose it is and how it was written, `reason` is the rule that it breaks, and `legal_turns` are those that could have been played. The turns before it are legal.";
    INVALID_RECORD = 422 "invalid-record", "The text is no game record",
        "The detail says what is wrong with it, `line` and `column` where, and `reason` names the fault.";
    RECORD_OF_ANOTHER = 422 "record-of-another", "The record is of another game",
        "A tag of the record, `FirstId`, `SecondId` or `Date`, says something else than the submission beside it. Leave the tag out, or mend the one that is wrong.";
    RESULT_CONTRADICTS_BOARD = 422 "result-contradicts-board", "The result is not the one on the board",
        "The game ended on the board, and `result` or `termination` says something else. Leave both out and the board decides.";
    TERMINATION_DOES_NOT_FIT = 422 "termination-does-not-fit", "The end does not fit the result",
        "The game is still open on the board. A win by `resignation`, `time`, `forfeit` or `umpire`, a draw by `agreement` or `umpire`, or `unfinished`.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownRuleSet => UNKNOWN_RULE_SET.at("/rule_set", detail),
            Refusal::SamePlayer => SAME_PLAYER.at("/second_player_id", detail),
            Refusal::UnknownPlayer(Side::First, _) => UNKNOWN_PLAYER.at("/first_player_id", detail),
            Refusal::UnknownPlayer(Side::Second, _) => UNKNOWN_PLAYER.at("/second_player_id", detail),
            Refusal::InvalidRecord(error) => {
                let mut facts = Map::from_iter([("reason".to_owned(), error.code().into())]);
                facts.extend(error.place.map(place_facts).into_iter().flatten());
                INVALID_RECORD.at("/record", detail).with_facts(facts)
            }
            Refusal::NotFromTheOpening | Refusal::RulesOfItsOwn => INVALID_RECORD.at("/record", detail),
            Refusal::LengthOutOfBounds => {
                return Faults::of("/turns", Invalid::new("out-of-bounds", detail)).into();
            }
            Refusal::RecordOfAnother(_) => RECORD_OF_ANOTHER.at("/record", detail),
            Refusal::IllegalTurn(illegal, None) => {
                let pointer = format!("/turns/{}", illegal.ply - 1);
                ILLEGAL_TURN.at(&pointer, detail).with_facts(illegal_facts(&illegal))
            }
            Refusal::IllegalTurn(illegal, Some(place)) => {
                let mut facts = illegal_facts(&illegal);
                facts.extend(place_facts(place));
                ILLEGAL_TURN.at("/record", detail).with_facts(facts)
            }
            Refusal::ResultContradictsBoard(place) => of_the_end(&RESULT_CONTRADICTS_BOARD, "/result", place, detail),
            Refusal::TerminationMissing(place) | Refusal::TerminationDoesNotFit(place) => {
                of_the_end(&TERMINATION_DOES_NOT_FIT, "/termination", place, detail)
            }
        }
        .into()
    }
}

/// What is wrong with what is said of the end: in a field of its own, or in the text of the record.
fn of_the_end(kind: &'static Kind, field: &str, place: Option<Place>, detail: String) -> Problem {
    match place {
        None => kind.at(field, detail),
        Some(place) => kind.at("/record", detail).with_facts(place_facts(place)),
    }
}

fn illegal_facts(illegal: &IllegalTurn) -> Map<String, Value> {
    Map::from_iter([
        ("ply".to_owned(), illegal.ply.into()),
        ("side".to_owned(), illegal.side.code().into()),
        ("turn".to_owned(), illegal.text.clone().into()),
        ("reason".to_owned(), illegal.refusal.code().into()),
        ("position".to_owned(), illegal.position.to_string().into()),
        ("legal_turns".to_owned(), legal_turns(&illegal.position).into()),
    ])
}

fn place_facts(place: Place) -> Map<String, Value> {
    Map::from_iter([
        ("line".to_owned(), place.line.into()),
        ("column".to_owned(), place.column.into()),
    ])
}

/// The turns that can be played there, in canonical notation; none once the game is over.
pub(crate) fn legal_turns(position: &Position) -> Vec<String> {
    position.legal_turns().iter().map(ToString::to_string).collect()
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
