//! Faults of tournament reports.

use std::error::Error;
use std::fmt;

/// A fault for which a tournament report cannot be read, and its line.
///
/// ```
/// use morabaraba_swiss::trf::{Report, TrfFault};
///
/// let error = Report::read(b"012 Open\n001    0").unwrap_err();
/// assert_eq!((error.line, error.fault), (2, TrfFault::Number));
/// assert_eq!(error.to_string(), "line 2: the starting number is none from 1 to 9999");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TrfError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: TrfFault,
}

/// A fault in a line of a tournament report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TrfFault {
    /// A starting number is none from 1 to 9999 (of a player columns 5 to 8).
    Number,
    /// The player of this number stands in two lines.
    Twice(u32),
    /// The points are no number (columns 81 to 84).
    Points,
    /// The place is no number (columns 86 to 89).
    Place,
    /// There are more than 999 rounds.
    Rounds,
    /// The opponent of this round is no number, or the player's own self.
    Opponent(usize),
    /// The result of this round is none that the format knows, or none of a match, or none of a bye.
    Result(usize, char),
    /// There is no player of this number.
    Unknown(u32),
    /// The opponent of this round does not say that they have met.
    OneSided(usize, u32),
}

impl TrfFault {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::trf::TrfFault::Points.code(), "points");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Number => "starting-number",
            Self::Twice(_) => "player-twice",
            Self::Points => "points",
            Self::Place => "place",
            Self::Rounds => "too-many-rounds",
            Self::Opponent(_) => "opponent",
            Self::Result(..) => "result",
            Self::Unknown(_) => "unknown-player",
            Self::OneSided(..) => "one-sided",
        }
    }
}

/// A clause without capital and full stop.
impl fmt::Display for TrfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("the starting number is none from 1 to 9999"),
            Self::Twice(number) => write!(f, "player {number} stands in two lines"),
            Self::Points => f.write_str("the points are no number"),
            Self::Place => f.write_str("the place is no number"),
            Self::Rounds => f.write_str("there are more than 999 rounds"),
            Self::Opponent(round) => write!(f, "the opponent of round {round} is no other player's number"),
            Self::Result(round, code) => {
                write!(f, "the result {code:?} of round {round} is none of a match or of a bye")
            }
            Self::Unknown(number) => write!(f, "there is no player {number}"),
            Self::OneSided(round, opponent) => write!(
                f,
                "player {opponent} is said to be the opponent of round {round}, and does not say so"
            ),
        }
    }
}

/// A clause without capital and full stop.
impl fmt::Display for TrfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl Error for TrfError {}
