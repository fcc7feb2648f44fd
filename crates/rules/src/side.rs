//! The two sides and the stage of the game in which each is.

use core::fmt;
use core::str::FromStr;

use crate::SyntaxError;

/// One of the two players at the board.
///
/// ```
/// use morabaraba_rules::Side;
///
/// assert_eq!(Side::First.other(), Side::Second);
/// assert_eq!(Side::First.to_string(), "first");
/// assert_eq!("second".parse(), Ok(Side::Second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// Places the first cow of the game.
    First,
    /// Answers.
    Second,
}

impl Side {
    /// Both sides, in the order in which they begin.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    ///
    /// ```
    /// use morabaraba_rules::Side;
    ///
    /// assert!(Side::ALL.iter().all(|side| side.other() != *side));
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The name in the notation of programs: `first` or `second`.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::Side::Second.code(), "second");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Side {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::ALL
            .into_iter()
            .find(|side| side.code() == text)
            .ok_or(SyntaxError)
    }
}

/// A stage, which says what a side may do with its cows; each side is in a stage of its own.
///
/// ```
/// use morabaraba_rules::{Position, RuleSet, Side, Stage};
///
/// assert_eq!(Position::new(RuleSet::MSSA_GAR).stage(Side::First), Stage::Placing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Cows are in hand: one must be placed.
    Placing,
    /// A cow moves to a vacant junction linked to its own.
    Moving,
    /// Exactly three cows are left: one moves to any vacant junction.
    Flying,
}

impl Stage {
    /// The name in the notation of programs: `placing`, `moving` or `flying`.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::Stage::Flying.code(), "flying");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Placing => "placing",
            Self::Moving => "moving",
            Self::Flying => "flying",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}
