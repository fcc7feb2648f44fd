//! The result of a game, how it came about, and whether the board agrees.

use core::fmt;
use core::str::FromStr;

use super::{Fault, GameRecord, RecordError};
use crate::{DrawReason, Outcome, Position, Side, SyntaxError, WinReason};

/// The result of a game in the notation of records.
///
/// ```
/// use morabaraba_rules::GameResult;
///
/// assert_eq!("1/2-1/2".parse(), Ok(GameResult::Drawn));
/// assert_eq!(GameResult::FirstWins.to_string(), "1-0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    FirstWins,
    /// `0-1`
    SecondWins,
    /// `1/2-1/2`
    Drawn,
    /// `*`
    Unfinished,
}

impl GameResult {
    /// Every result.
    pub const ALL: [Self; 4] = [Self::FirstWins, Self::SecondWins, Self::Drawn, Self::Unfinished];

    /// The text in a record.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::GameResult::Unfinished.token(), "*");
    /// ```
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }
}

/// The result that the board gives.
impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win {
                winner: Side::First, ..
            }) => Self::FirstWins,
            Some(Outcome::Win {
                winner: Side::Second, ..
            }) => Self::SecondWins,
            Some(Outcome::Draw { .. }) => Self::Drawn,
            None => Self::Unfinished,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

impl FromStr for GameResult {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::ALL
            .into_iter()
            .find(|result| result.token() == text)
            .ok_or(SyntaxError)
    }
}

/// The way in which a game came to its result.
///
/// ```
/// use morabaraba_rules::Termination;
///
/// assert_eq!("agreement".parse(), Ok(Termination::Agreement));
/// assert_eq!(Termination::TwoCows.code(), "two-cows");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The board ended the game: a side was left with two cows.
    TwoCows,
    /// The board ended the game: a side could not move.
    NoMove,
    /// The board ended the game: it was drawn by the rule of ten moves.
    TenMoves,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// The umpire decided.
    Umpire,
    /// A player ran out of time.
    Time,
    /// A player did not appear or was excluded.
    Forfeit,
    /// The game was not played to an end.
    Unfinished,
}

impl Termination {
    /// Every termination.
    pub const ALL: [Self; 9] = [
        Self::TwoCows,
        Self::NoMove,
        Self::TenMoves,
        Self::Resignation,
        Self::Agreement,
        Self::Umpire,
        Self::Time,
        Self::Forfeit,
        Self::Unfinished,
    ];

    /// The name in the notation of programs and in records.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::Termination::Forfeit.code(), "forfeit");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TwoCows => "two-cows",
            Self::NoMove => "no-move",
            Self::TenMoves => "ten-moves",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Umpire => "umpire",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
            Self::Unfinished => "unfinished",
        }
    }

    /// Whether a game that the board has not ended can have come to a result this way.
    ///
    /// ```
    /// use morabaraba_rules::{GameResult, Termination};
    ///
    /// assert!(Termination::Resignation.allows(GameResult::FirstWins));
    /// assert!(!Termination::Resignation.allows(GameResult::Drawn));
    /// assert!(!Termination::TwoCows.allows(GameResult::FirstWins));
    /// ```
    #[must_use]
    pub const fn allows(self, result: GameResult) -> bool {
        match result {
            GameResult::FirstWins | GameResult::SecondWins => {
                matches!(self, Self::Resignation | Self::Umpire | Self::Time | Self::Forfeit)
            }
            GameResult::Drawn => matches!(self, Self::Agreement | Self::Umpire),
            GameResult::Unfinished => matches!(self, Self::Unfinished),
        }
    }
}

impl From<Outcome> for Termination {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win {
                reason: WinReason::TwoCows,
                ..
            } => Self::TwoCows,
            Outcome::Win {
                reason: WinReason::NoMove,
                ..
            } => Self::NoMove,
            Outcome::Draw {
                reason: DrawReason::TenMoves,
            } => Self::TenMoves,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Termination {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::ALL
            .into_iter()
            .find(|termination| termination.code() == text)
            .ok_or(SyntaxError)
    }
}

/// The findings about a record when the game is played; see [`GameRecord::validate`].
///
/// ```
/// use morabaraba_rules::{GameRecord, Termination};
///
/// let validated = GameRecord::parse_lenient("e1 r1 *")?.validate()?;
/// assert_eq!((validated.plies, validated.outcome, validated.termination), (2, None, Termination::Unfinished));
/// assert_eq!(validated.end.to_string(), "X......./......../O....... X 11 11 0 - -");
/// # Ok::<(), morabaraba_rules::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validated {
    /// The position at the end.
    pub end: Position,
    /// The turns played.
    pub plies: usize,
    /// The end of the game on the board, if it was played so far.
    pub outcome: Option<Outcome>,
    /// The result.
    pub result: GameResult,
    /// The way in which the game came to it.
    pub termination: Termination,
}

impl GameRecord {
    /// Plays the game and compares: every turn must be legal; if the board has ended the game, the record may not say
    /// otherwise; if not, a decided result needs a termination that allows it.
    ///
    /// ```
    /// use morabaraba_rules::{Fault, GameRecord, Place, Refusal};
    ///
    /// let text = "[RuleSet \"beads\"]\n1. E1 R1\n2. E1 *";
    /// let error = GameRecord::parse_lenient(text)?.validate().unwrap_err();
    /// assert_eq!(error.place, Some(Place { line: 3, column: 4 }));
    /// assert!(matches!(error.fault, Fault::Turn(illegal) if illegal.refusal == Refusal::Occupied));
    /// # Ok::<(), morabaraba_rules::RecordError>(())
    /// ```
    pub fn validate(&self) -> Result<Validated, RecordError> {
        let end = self.end()?;
        let outcome = end.outcome();
        let termination = self.termination_after(outcome)?;
        Ok(Validated {
            end,
            plies: self.turns.len(),
            outcome,
            result: self.result,
            termination,
        })
    }

    /// The position after all turns.
    pub(super) fn end(&self) -> Result<Position, RecordError> {
        let mut end = self.start;
        for (nth, played) in self.replay().enumerate() {
            let place = self.places.turns.get(nth).copied();
            end = played
                .map_err(|illegal| RecordError {
                    place,
                    fault: Fault::Turn(illegal),
                })?
                .1;
        }
        Ok(end)
    }

    /// The way in which the game came to its result, for a caller that has played it: `outcome` is the end on the
    /// board, if it was played so far. The record may not say otherwise, as for [`GameRecord::validate`].
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Termination};
    ///
    /// let record = GameRecord::parse_lenient("[Termination \"agreement\"]\n1. e1 r1 1/2-1/2")?;
    /// assert_eq!(record.termination_after(None)?, Termination::Agreement);
    /// # Ok::<(), morabaraba_rules::RecordError>(())
    /// ```
    pub fn termination_after(&self, outcome: Option<Outcome>) -> Result<Termination, RecordError> {
        let at_result = |fault| {
            Err(RecordError {
                place: self.places.result,
                fault,
            })
        };
        let at_termination = |fault| {
            Err(RecordError {
                place: self.places.termination,
                fault,
            })
        };
        match (outcome, self.termination) {
            (Some(outcome), _) if GameResult::from(Some(outcome)) != self.result => {
                at_result(Fault::ResultContradicted(outcome))
            }
            (Some(outcome), Some(stated)) if stated != Termination::from(outcome) => {
                at_termination(Fault::TerminationContradicted)
            }
            (Some(outcome), _) => Ok(outcome.into()),
            (None, Some(stated)) if stated.allows(self.result) => Ok(stated),
            (None, Some(_)) => at_termination(Fault::TerminationContradicted),
            (None, None) if self.result == GameResult::Unfinished => Ok(Termination::Unfinished),
            (None, None) => at_result(Fault::TerminationMissing),
        }
    }
}
