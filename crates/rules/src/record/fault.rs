//! Faults of a record, and their places.

use core::error::Error;
use core::fmt;

use super::MOST_TURNS;
use crate::{IllegalTurn, Outcome, SetupError};

/// A place in a text, counted from 1; a column is a character.
///
/// ```
/// use morabaraba_rules::{GameRecord, Place};
///
/// let error = GameRecord::parse("[Event \"?\"]\nE1").unwrap_err();
/// assert_eq!(error.place, Some(Place { line: 2, column: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// An error in a record: its fault, and the place.
///
/// ```
/// use morabaraba_rules::GameRecord;
///
/// let error = GameRecord::parse_lenient("1. e1 e9").unwrap_err();
/// assert_eq!(error.code(), "syntax");
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 7: ply 2, second, “e9”: this is not a turn; one is written E1, E6-A6 or, with a shot, E6-A6xR3"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The place of the fault; none if the record was not read from a text.
    pub place: Option<Place>,
    /// The fault.
    pub fault: Fault,
}

/// A fault that a record can have; see [`RecordError`].
///
/// ```
/// use morabaraba_rules::{Fault, GameRecord};
///
/// assert_eq!(GameRecord::parse_lenient("e1 {and then").unwrap_err().fault, Fault::CommentOpen);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A tag is not written as one.
    TagSyntax,
    /// There is no tag of this name.
    TagUnknown,
    /// A tag is given twice.
    TagRepeated(&'static str),
    /// A tag is missing that every record has.
    TagMissing(&'static str),
    /// A tag has a value that means nothing.
    TagValue(&'static str),
    /// The position from which the game is played is none.
    Position(SetupError),
    /// A comment is not closed.
    CommentOpen,
    /// A number that is not that of the turn after it.
    TurnNumber,
    /// A turn that is not legal.
    Turn(IllegalTurn),
    /// More turns than a record holds.
    TooManyTurns,
    /// The turns are not closed by a result.
    ResultMissing,
    /// The turns are closed by another result than the tag gives.
    ResultUnlike,
    /// The board has ended the game otherwise.
    ResultContradicted(Outcome),
    /// The board has not ended the game, and the record does not say what has.
    TerminationMissing,
    /// The game cannot have come to its result that way.
    TerminationContradicted,
    /// There are not as many turns as the tag says.
    PlyCount,
    /// More text where one game is expected.
    MoreText,
}

impl RecordError {
    /// The name in the notation of programs, such as `tag-missing`; for a turn that of its
    /// [`Refusal`](crate::Refusal).
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::GameRecord::parse("").unwrap_err().code(), "result-missing");
    /// ```
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match &self.fault {
            Fault::TagSyntax => "tag-syntax",
            Fault::TagUnknown => "tag-unknown",
            Fault::TagRepeated(_) => "tag-repeated",
            Fault::TagMissing(_) => "tag-missing",
            Fault::TagValue(_) => "tag-value",
            Fault::Position(_) => "position",
            Fault::CommentOpen => "comment-open",
            Fault::TurnNumber => "turn-number",
            Fault::Turn(illegal) => illegal.refusal.code(),
            Fault::TooManyTurns => "too-many-turns",
            Fault::ResultMissing => "result-missing",
            Fault::ResultUnlike => "result-unlike",
            Fault::ResultContradicted(_) => "result-contradicted",
            Fault::TerminationMissing => "termination-missing",
            Fault::TerminationContradicted => "termination-contradicted",
            Fault::PlyCount => "ply-count",
            Fault::MoreText => "more-text",
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(Place { line, column }) => write!(f, "line {line}, column {column}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TagSyntax => f.write_str("a tag is written [Name \"words\"] on a line"),
            Self::TagUnknown => f.write_str("there is no tag of this name"),
            Self::TagRepeated(name) => write!(f, "the tag {name} is given twice"),
            Self::TagMissing(name) => write!(f, "the tag {name} is missing"),
            Self::TagValue(name) => write!(f, "this cannot be the value of the tag {name}"),
            Self::Position(error) => error.fmt(f),
            Self::CommentOpen => f.write_str("the comment that begins here is not closed"),
            Self::TurnNumber => f.write_str("this is not the number of the turn that follows"),
            Self::Turn(illegal) => illegal.fmt(f),
            Self::TooManyTurns => write!(f, "a record has at most {MOST_TURNS} turns"),
            Self::ResultMissing => f.write_str("the turns must end with the result: 1-0, 0-1, 1/2-1/2 or *"),
            Self::ResultUnlike => f.write_str("the result after the turns is not that of the tag Result"),
            Self::ResultContradicted(outcome) => write!(f, "the result is not that of the board: {outcome}"),
            Self::TerminationMissing => {
                f.write_str("the board has not ended the game, so the tag Termination must say what has")
            }
            Self::TerminationContradicted => f.write_str("the game cannot have come to its result this way"),
            Self::PlyCount => f.write_str("there are not as many turns as this tag says"),
            Self::MoreText => f.write_str("there is more text after the game"),
        }
    }
}

impl Error for RecordError {}
