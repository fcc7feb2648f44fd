//! A position as one sets it up, and its text.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::{Cows, Junction, NoMoveBack, Position, RuleSet, Side, Turn};

/// Anything that can be set up on a board, be it sense or nonsense; [`Setup::into_position`] tells them apart.
///
/// Its text has seven fields: the three rings, the side to play, the cows in hand of each side, the quiet count, and
/// for each side its previous turn without the shot, if that turn arms the no-move-back rule. `X` is First, `O` is
/// Second.
///
/// ```
/// use morabaraba_rules::{RuleSet, Setup, Side};
///
/// let setup: Setup = "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6 -".parse()?;
/// assert_eq!(setup.side, Side::First);
/// assert_eq!(setup.to_string(), "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6 -");
/// let position = setup.into_position(RuleSet::MSSA_GAR)?;
/// assert_eq!(position.setup(), setup);
/// # Ok::<(), morabaraba_rules::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The junctions on which the cows of each side stand, in the order of [`Side::ALL`].
    pub cows: [Cows; 2],
    /// The cows that each side has yet to place.
    pub hand: [u8; 2],
    /// The side to play.
    pub side: Side,
    /// The turns so far that count towards the draw.
    pub quiet: u16,
    /// Each side's previous turn, without its shot, if it arms the no-move-back rule.
    pub armed: [Option<Turn>; 2],
}

impl Setup {
    /// The start of a game.
    pub const START: Self = Self {
        cows: [Cows::EMPTY; 2],
        hand: [12; 2],
        side: Side::First,
        quiet: 0,
        armed: [None; 2],
    };

    /// The position, if it can stand in a game under these rules.
    ///
    /// ```
    /// use morabaraba_rules::{RuleSet, Setup, SetupError, Side};
    ///
    /// let setup: Setup = "XXXXXXXX/XXXXX.../........ O 0 12 0 - -".parse()?;
    /// assert_eq!(setup.into_position(RuleSet::MSSA_GAR), Err(SetupError::TooManyCows(Side::First)));
    /// # Ok::<(), SetupError>(())
    /// ```
    pub fn into_position(self, rules: RuleSet) -> Result<Position, SetupError> {
        Position::admit(self, rules)
    }

    /// Checks what holds of the cows in every position of a game, whatever the rules.
    pub(crate) fn check_cows(&self) -> Result<(), SetupError> {
        if !(self.cows[0] & self.cows[1]).is_empty() {
            return Err(SetupError::SharedJunction);
        }
        for side in Side::ALL {
            let (board, hand) = (self.cows[side as usize].len(), self.hand[side as usize]);
            if hand > 12 || board + hand > 12 {
                return Err(SetupError::TooManyCows(side));
            }
            // The game ends when the side to play is left with two; its opponent has just played and lost nothing.
            if board + hand < if side == self.side { 2 } else { 3 } {
                return Err(SetupError::TooFewCows(side));
            }
        }
        Ok(())
    }

    /// Whether a side's previous turn can have been this one and have armed the rule.
    pub(crate) fn could_have_armed(&self, side: Side, turn: Turn, rule: NoMoveBack) -> bool {
        let (Some(from), to) = (turn.from, turn.to) else {
            return false;
        };
        let cows = self.cows[side as usize];
        let vacant = !(self.cows[0] | self.cows[1]);
        let just_after = |cows: Cows| {
            let reached = cows.len() == 3 || from.neighbours().contains(to);
            reached && cows.contains(to) && !cows.contains(from) && rule.armed_by(from, to, cows)
        };
        // Since the turn of the side that plays now, the opponent may have shot one of its cows.
        self.hand[side as usize] == 0
            && turn.shot.is_none()
            && (just_after(cows) || (side == self.side && vacant.iter().any(|shot| just_after(cows | Cows::one(shot)))))
    }
}

/// The start of a game.
impl Default for Setup {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = *b"......../......../........";
        for (cows, sign) in self.cows.into_iter().zip(*b"XO") {
            for junction in cows {
                board[usize::from(junction.index() + junction.index() / 8)] = sign;
            }
        }
        f.write_str(core::str::from_utf8(&board).map_err(|_| fmt::Error)?)?;
        let side = if self.side == Side::First { 'X' } else { 'O' };
        write!(f, " {side} {} {} {}", self.hand[0], self.hand[1], self.quiet)?;
        for armed in self.armed {
            match armed {
                Some(turn) => write!(f, " {turn}")?,
                None => f.write_str(" -")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let mut fields = text.split(' ');
        let mut field = || fields.next().ok_or(SetupError::Syntax);
        let setup = Self {
            cows: read_board(field()?)?,
            side: match field()? {
                "X" => Side::First,
                "O" => Side::Second,
                _ => return Err(SetupError::Syntax),
            },
            hand: [read_count(field()?)?, read_count(field()?)?],
            quiet: read_count(field()?)?,
            armed: [read_armed(field()?)?, read_armed(field()?)?],
        };
        if fields.next().is_some() {
            Err(SetupError::Syntax)
        } else {
            Ok(setup)
        }
    }
}

fn read_board(text: &str) -> Result<[Cows; 2], SetupError> {
    let signs = text.as_bytes();
    if signs.len() != 26 || signs[8] != b'/' || signs[17] != b'/' {
        return Err(SetupError::Syntax);
    }
    let mut cows = [Cows::EMPTY; 2];
    for junction in Junction::ALL {
        match signs[usize::from(junction.index() + junction.index() / 8)] {
            b'X' => cows[0] = cows[0] | Cows::one(junction),
            b'O' => cows[1] = cows[1] | Cows::one(junction),
            b'.' => {}
            _ => return Err(SetupError::Syntax),
        }
    }
    Ok(cows)
}

/// A number without sign and without leading zeros, so that a position has one text only.
fn read_count<N: FromStr>(text: &str) -> Result<N, SetupError> {
    let canonical = text == "0" || text.starts_with(|first| matches!(first, '1'..='9'));
    if canonical {
        text.parse().map_err(|_| SetupError::Syntax)
    } else {
        Err(SetupError::Syntax)
    }
}

fn read_armed(text: &str) -> Result<Option<Turn>, SetupError> {
    if text == "-" {
        Ok(None)
    } else {
        text.parse().map(Some).map_err(|_| SetupError::Syntax)
    }
}

/// The reason why a text is no setup, or a setup no position.
///
/// ```
/// use morabaraba_rules::{Setup, SetupError};
///
/// assert_eq!("an empty board".parse::<Setup>(), Err(SetupError::Syntax));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The text does not have the seven fields of a position.
    Syntax,
    /// Cows of both sides stand on one junction.
    SharedJunction,
    /// A side has more than twelve cows.
    TooManyCows(Side),
    /// A side has fewer cows than the end of a game leaves it.
    TooFewCows(Side),
    /// The quiet count is beyond the draw, or nothing here would have been counted.
    Quiet,
    /// The turn given as a side's previous one cannot have been that, or does not arm the no-move-back rule.
    Armed(Side),
}

impl SetupError {
    /// The name in the notation of programs, such as `too-many-cows`.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::SetupError::SharedJunction.code(), "shared-junction");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::SharedJunction => "shared-junction",
            Self::TooManyCows(_) => "too-many-cows",
            Self::TooFewCows(_) => "too-few-cows",
            Self::Quiet => "quiet",
            Self::Armed(_) => "armed",
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("a position is written like ......../......../........ X 12 12 0 - -"),
            Self::SharedJunction => f.write_str("cows of both sides stand on one junction"),
            Self::TooManyCows(side) => write!(f, "{side} has more than twelve cows"),
            Self::TooFewCows(side) => write!(f, "{side} has too few cows for any position of a game"),
            Self::Quiet => f.write_str("the count of turns towards the draw cannot be what is given"),
            Self::Armed(side) => write!(
                f,
                "the previous turn given for {side} does not arm the no-move-back rule"
            ),
        }
    }
}

impl Error for SetupError {}
