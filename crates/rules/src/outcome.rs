//! The end of a game on the board.

use core::fmt;

use crate::Side;

/// The end of a game by what stands on the board.
///
/// Agreed draws, resignations, forfeits and decisions of the umpire are facts of the record, not of the board.
///
/// ```
/// use morabaraba_rules::{Outcome, Side, WinReason};
///
/// let outcome = Outcome::Win { winner: Side::First, reason: WinReason::TwoCows };
/// assert_eq!(outcome.winner(), Some(Side::First));
/// assert_eq!(outcome.code(), "two-cows");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The side that made the last turn.
        winner: Side,
        /// The reason: what its opponent lacks.
        reason: WinReason,
    },
    /// Neither side has won.
    Draw {
        /// The rule that ended the game.
        reason: DrawReason,
    },
}

/// The reason for a win; see [`Outcome`].
///
/// ```
/// use morabaraba_rules::{Outcome, RuleSet, Setup, WinReason};
///
/// let setup: Setup = "XO....OX/XO.....O/XO.....O X 0 0 0 - -".parse()?;
/// let outcome = setup.into_position(RuleSet::MSSA_GAR)?.outcome();
/// assert!(matches!(outcome, Some(Outcome::Win { reason: WinReason::NoMove, .. })));
/// # Ok::<(), morabaraba_rules::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The opponent is left with two cows, those in hand included.
    TwoCows,
    /// The opponent is to play and has no legal turn.
    NoMove,
}

/// The reason for a draw; see [`Outcome`].
///
/// ```
/// use morabaraba_rules::{DrawReason, Outcome, RuleSet, Setup};
///
/// let setup: Setup = "XXX...../......../....OOOO O 0 0 20 - -".parse()?;
/// let outcome = setup.into_position(RuleSet::MSSA_GAR)?.outcome();
/// assert_eq!(outcome, Some(Outcome::Draw { reason: DrawReason::TenMoves }));
/// # Ok::<(), morabaraba_rules::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// A run of moves without a shot while a side had three cows, by [`TenMoves`](crate::TenMoves).
    TenMoves,
}

impl Outcome {
    /// The winner, if there is one.
    ///
    /// ```
    /// use morabaraba_rules::{DrawReason, Outcome};
    ///
    /// assert_eq!(Outcome::Draw { reason: DrawReason::TenMoves }.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw { .. } => None,
        }
    }

    /// The reason in the notation of programs: `two-cows`, `no-move` or `ten-moves`.
    ///
    /// ```
    /// use morabaraba_rules::{DrawReason, Outcome};
    ///
    /// assert_eq!(Outcome::Draw { reason: DrawReason::TenMoves }.code(), "ten-moves");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Win {
                reason: WinReason::TwoCows,
                ..
            } => "two-cows",
            Self::Win {
                reason: WinReason::NoMove,
                ..
            } => "no-move",
            Self::Draw {
                reason: DrawReason::TenMoves,
            } => "ten-moves",
        }
    }
}

/// A sentence such as “first wins: second has two cows left”.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Win {
                winner,
                reason: WinReason::TwoCows,
            } => {
                write!(f, "{winner} wins: {} has two cows left", winner.other())
            }
            Self::Win {
                winner,
                reason: WinReason::NoMove,
            } => {
                write!(f, "{winner} wins: {} cannot move", winner.other())
            }
            Self::Draw {
                reason: DrawReason::TenMoves,
            } => f.write_str("drawn: too many moves without a shot"),
        }
    }
}
