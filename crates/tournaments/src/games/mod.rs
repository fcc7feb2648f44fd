//! Games: only what the rules have replayed is kept.

pub mod admission;
pub(crate) mod changes;
pub(crate) mod forms;
pub mod openings;
pub(crate) mod permission;
pub(crate) mod positions;
pub mod projections;
pub(crate) mod record;
pub mod routes;
pub(crate) mod search;
pub mod soundness;
pub(crate) mod statistics;
pub mod store;
pub mod use_cases;
pub(crate) mod validations;
pub mod views;

use chrono::NaiveDate;
use morabaraba_rules::{Fault, IllegalTurn, Place, Position, RecordError, RuleSet, Side, Tag};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::accounts::OUT_OF_SCOPE;
use crate::players::{SAME_PLAYER, UNKNOWN_PLAYER};
use crate::tournaments::model::Contestant;
use crate::tournaments::plans::{self, UnknownRuleSet, names_of_rule_sets};
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::{Error, ID_TAKEN, Problem, ProblemKind};
use crate::values::id::{AccountId, GameId, MatchId, PlayerId, TournamentId};
use crate::values::validation::{Faults, ValueError, past};

pub use record::{GameResult, MOST_TURNS, Play, Record, Termination};

/// A game as it is submitted.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The player who began.
    pub first: PlayerId,
    /// The other player.
    pub second: PlayerId,
    /// The day it was played.
    pub played_on: NaiveDate,
    /// The game of a match that it is; none of a friendly game.
    pub of: Option<MatchGame>,
    /// The turns, or the text of the record.
    pub play: Play,
}

crate::string_enum! {
    /// The outcome of sending a game in a batch.
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
    pub match_id: MatchId,
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
        let played = faults.check("/played_on", past(self.played_on, today));
        played.map(|_| ()).ok_or(faults)
    }

    /// Whether the record says of someone or something else what it says at all.
    fn fits(&self, record: &Record, [first, second]: [&Contestant; 2]) -> Result<(), GameRefusal> {
        let number =
            |tag, player: &Contestant| record.said(tag).is_none_or(|said| said.parse().ok() == player.number());
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
            Err(GameRefusal::RecordOfAnother("FirstId"))
        } else if !number(Tag::SecondId, second) {
            Err(GameRefusal::RecordOfAnother("SecondId"))
        } else if !record.said(Tag::Date).is_none_or(same_day) {
            Err(GameRefusal::RecordOfAnother("Date"))
        } else {
            Ok(())
        }
    }
}

/// A game on record.
#[derive(Debug, Clone)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// The player who began.
    pub first: Contestant,
    /// The other player.
    pub second: Contestant,
    /// The day it was played.
    pub played_on: NaiveDate,
    /// The game of a match that it is; none of a friendly game.
    pub of: Option<MatchGame>,
    /// The tournament of the match.
    pub tournament: Option<TournamentId>,
    /// The game as the rules have replayed it.
    pub record: Record,
    /// The number of times that it has been recorded: 1, and one more with every correction.
    pub version: i64,
    /// The account that recorded it so.
    pub recorded_by: AccountId,
    /// The time at which it was recorded so.
    pub recorded_at: Timestamp,
    /// The time at which it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
}

impl Game {
    /// Admits a game to the record. `judged` is what the rules say of its turns; the players are what stands under the
    /// ids.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        submission: &Submission,
        id: GameId,
        judged: Result<Record, GameRefusal>,
        first: Option<Contestant>,
        second: Option<Contestant>,
        recorded_by: AccountId,
        now: Timestamp,
    ) -> Result<Game, GameRefusal> {
        if submission.first == submission.second {
            return Err(GameRefusal::SamePlayer);
        }
        let first = first.ok_or(GameRefusal::UnknownPlayer(Side::First, submission.first))?;
        let second = second.ok_or(GameRefusal::UnknownPlayer(Side::Second, submission.second))?;
        // Two entries may have been made for one person.
        if first.id() == second.id() {
            return Err(GameRefusal::SamePlayer);
        }
        let record = judged?;
        if !(1..=MOST_TURNS).contains(&record.turns().len()) {
            return Err(GameRefusal::LengthOutOfBounds);
        }
        submission.fits(&record, [&first, &second])?;
        Ok(Game {
            id,
            first,
            second,
            played_on: submission.played_on,
            of: None,
            tournament: None,
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
            tournament: self.tournament,
            version: self.version + 1,
            ..anew
        }
    }

    /// The game, if it was not withdrawn.
    ///
    /// # Errors
    /// [`GameRefusal::Withdrawn`].
    pub fn holding(self) -> Result<Game, GameRefusal> {
        if self.withdrawn_at.is_some() {
            Err(GameRefusal::Withdrawn)
        } else {
            Ok(self)
        }
    }

    /// The [`digest`] of the game.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(
            [self.first.id(), self.second.id()],
            self.played_on,
            self.of,
            &self.record,
        )
    }

    /// The text of the record, with the players as everyone may see them on that day.
    #[must_use]
    pub fn text(&self, today: NaiveDate) -> String {
        let told = [
            (Tag::Date, self.played_on.format("%Y.%m.%d").to_string()),
            (Tag::First, self.first.public_name(today)),
            (Tag::Second, self.second.public_name(today)),
        ];
        let numbers = [(Tag::FirstId, &self.first), (Tag::SecondId, &self.second)];
        let numbers = numbers
            .into_iter()
            .filter_map(|(tag, side)| Some((tag, side.number()?.to_string())));
        self.record.text_with(told.into_iter().chain(numbers))
    }
}

/// The side that stands under an id, for a game of that match: visitors play in matches alone.
pub fn seated(found: Option<Contestant>, of: Option<MatchGame>) -> Option<Contestant> {
    found.filter(|side| of.is_some() || side.player().is_some())
}

/// A digest of players, day, match, rule set and turns: equal for two submissions of one game.
#[must_use]
pub fn digest([first, second]: [PlayerId; 2], played_on: NaiveDate, of: Option<MatchGame>, record: &Record) -> String {
    let of = of.map_or_else(String::new, |of| format!("{} {}", of.match_id, of.number));
    let (rule_set, turns) = (record.rule_set().to_string(), record.turns_text());
    sha256(format!("{first}\n{second}\n{played_on}\n{of}\n{rule_set}\n{turns}"))
}

/// The evidence of a game in the audit trail: its ids and its record, and nobody's name.
#[derive(Serialize)]
pub struct GameEvidence {
    first_player_id: PlayerId,
    second_player_id: PlayerId,
    played_on: NaiveDate,
    match_id: Option<MatchId>,
    number: Option<i64>,
    rule_set: String,
    turns: String,
    result: GameResult,
    termination: Termination,
}

impl GameEvidence {
    pub fn of(game: &Game) -> GameEvidence {
        GameEvidence {
            first_player_id: game.first.id(),
            second_player_id: game.second.id(),
            played_on: game.played_on,
            match_id: game.of.map(|of| of.match_id),
            number: game.of.map(|of| of.number),
            rule_set: game.record.rule_set().to_string(),
            turns: game.record.turns_text(),
            result: game.record.result(),
            termination: game.record.termination(),
        }
    }
}

/// The reason why a game is not taken; the first that applies.
#[derive(Debug, Clone, thiserror::Error)]
pub enum GameRefusal {
    /// Nobody plays against themselves.
    #[error("A game has two players.")]
    SamePlayer,
    /// The player does not exist.
    #[error("There is no player with the id {1}.")]
    UnknownPlayer(Side, PlayerId),
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
    /// The caller is nobody who records a friendly game of these two.
    #[error("Neither player lives in a province that you look after.")]
    OutsideTheProvince,
    /// The caller is nobody who changes a friendly game of others.
    #[error("You did not record the game, and look after neither player.")]
    OfOthers,
    /// It was recorded, and withdrawn later.
    #[error("{}", GAME_WITHDRAWN.about)]
    Withdrawn,
    /// Another game has the id.
    #[error("Another game has this id.")]
    IdTaken,
    /// It was recorded before, as that game.
    #[error("The same game is on record.")]
    AlreadyRecorded(GameId),
    /// Corrected so, it would be two times on record.
    #[error("It would be the same as another game.")]
    SameAsAnother(GameId),
    /// The match has a record of the game.
    #[error("Another record of this game of the match is there.")]
    MatchHasRecord,
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

impl From<GameRefusal> for Error {
    fn from(refusal: GameRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            GameRefusal::SamePlayer => SAME_PLAYER.at("/second_player_id", detail),
            GameRefusal::UnknownPlayer(Side::First, _) => UNKNOWN_PLAYER.at("/first_player_id", detail),
            GameRefusal::UnknownPlayer(Side::Second, _) => UNKNOWN_PLAYER.at("/second_player_id", detail),
            GameRefusal::InvalidRecord(error) => {
                let mut facts = Map::from_iter([("reason".to_owned(), error.code().into())]);
                facts.extend(error.place.map(place_facts).into_iter().flatten());
                INVALID_RECORD.at("/record", detail).with_facts(facts)
            }
            GameRefusal::NotFromTheOpening | GameRefusal::RulesOfItsOwn => INVALID_RECORD.at("/record", detail),
            GameRefusal::LengthOutOfBounds => {
                return Faults::of("/turns", ValueError::new("out-of-bounds", detail)).into();
            }
            GameRefusal::RecordOfAnother(_) => RECORD_OF_ANOTHER.at("/record", detail),
            GameRefusal::IllegalTurn(illegal, None) => {
                let pointer = format!("/turns/{}", illegal.ply - 1);
                ILLEGAL_TURN.at(&pointer, detail).with_facts(illegal_facts(&illegal))
            }
            GameRefusal::IllegalTurn(illegal, Some(place)) => {
                let mut facts = illegal_facts(&illegal);
                facts.extend(place_facts(place));
                ILLEGAL_TURN.at("/record", detail).with_facts(facts)
            }
            GameRefusal::ResultContradictsBoard(place) => {
                of_the_end(&RESULT_CONTRADICTS_BOARD, "/result", place, detail)
            }
            GameRefusal::TerminationMissing(place) | GameRefusal::TerminationDoesNotFit(place) => {
                of_the_end(&TERMINATION_DOES_NOT_FIT, "/termination", place, detail)
            }
            GameRefusal::OutsideTheProvince | GameRefusal::OfOthers => OUT_OF_SCOPE.problem(detail),
            GameRefusal::Withdrawn => GAME_WITHDRAWN.problem(detail),
            GameRefusal::IdTaken => ID_TAKEN.at("/id", detail),
            GameRefusal::MatchHasRecord => ALREADY_RECORDED.problem(detail),
            GameRefusal::AlreadyRecorded(game) | GameRefusal::SameAsAnother(game) => {
                let facts = Map::from_iter([("game_id".to_owned(), game.to_string().into())]);
                ALREADY_RECORDED.problem(detail).with_facts(facts)
            }
        }
        .into()
    }
}

/// The problem with what is said of the end: in a field of its own, or in the text of the record.
fn of_the_end(kind: &'static ProblemKind, field: &str, place: Option<Place>, detail: String) -> Problem {
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

impl GameRefusal {
    /// The place of the fault in the text of the record, if it is in a text.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        match self {
            GameRefusal::InvalidRecord(error) => error.place,
            GameRefusal::IllegalTurn(_, place)
            | GameRefusal::ResultContradictsBoard(place)
            | GameRefusal::TerminationMissing(place)
            | GameRefusal::TerminationDoesNotFit(place) => *place,
            _ => None,
        }
    }
}

impl From<IllegalTurn> for GameRefusal {
    fn from(illegal: IllegalTurn) -> GameRefusal {
        GameRefusal::IllegalTurn(Box::new(illegal), None)
    }
}

impl From<RecordError> for GameRefusal {
    fn from(error: RecordError) -> GameRefusal {
        match error {
            RecordError {
                place,
                fault: Fault::Turn(illegal),
            } => GameRefusal::IllegalTurn(Box::new(illegal), place),
            RecordError {
                place,
                fault: Fault::ResultContradicted(_),
            } => GameRefusal::ResultContradictsBoard(place),
            RecordError {
                place,
                fault: Fault::TerminationMissing,
            } => GameRefusal::TerminationMissing(place),
            RecordError {
                place,
                fault: Fault::TerminationContradicted,
            } => GameRefusal::TerminationDoesNotFit(place),
            error => GameRefusal::InvalidRecord(Box::new(error)),
        }
    }
}

/// The rule set of that name; the federation's own if none is named.
///
/// # Errors
/// [`UnknownRuleSet`].
pub fn rule_set(name: Option<&str>) -> Result<RuleSet, UnknownRuleSet> {
    name.map_or(Ok(RuleSet::default()), plans::rule_set)
}
