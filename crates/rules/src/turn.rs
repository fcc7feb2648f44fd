//! A turn and its notation.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::Junction;

/// One placement or one move, together with the shot that it earned.
///
/// `FromStr` reads the canonical notation and nothing else: what it accepts, `Display` writes back letter for letter.
/// Whether the turn is legal is for [`Position::check`](crate::Position::check) to say.
///
/// ```
/// use morabaraba_rules::{Junction, Turn};
///
/// let turn: Turn = "E6-A6xR3".parse()?;
/// assert_eq!(turn, Turn::from_to(Junction::E6, Junction::A6).shooting(Junction::R3));
/// assert_eq!(turn.to_string(), "E6-A6xR3");
/// assert!("e6-a6".parse::<Turn>().is_err());
/// # Ok::<(), morabaraba_rules::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// The junction where the move starts; `None` for a placement.
    pub from: Option<Junction>,
    /// The junction where the cow is placed or the move ends.
    pub to: Junction,
    /// The junction of the opposing cow that is shot.
    pub shot: Option<Junction>,
}

impl Turn {
    /// A cow placed from the hand.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Turn};
    ///
    /// assert_eq!(Turn::place(Junction::E1).to_string(), "E1");
    /// ```
    #[must_use]
    pub const fn place(to: Junction) -> Self {
        Self {
            from: None,
            to,
            shot: None,
        }
    }

    /// A cow moved on the board.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Turn};
    ///
    /// assert_eq!(Turn::from_to(Junction::E1, Junction::E2).to_string(), "E1-E2");
    /// ```
    #[must_use]
    pub const fn from_to(from: Junction, to: Junction) -> Self {
        Self {
            from: Some(from),
            to,
            shot: None,
        }
    }

    /// The turn with this shot.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Turn};
    ///
    /// assert_eq!(Turn::place(Junction::E1).shooting(Junction::R3).to_string(), "E1xR3");
    /// ```
    #[must_use]
    pub const fn shooting(self, shot: Junction) -> Self {
        Self {
            shot: Some(shot),
            ..self
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            f.write_str(from.name())?;
            f.write_str("-")?;
        }
        f.write_str(self.to.name())?;
        if let Some(shot) = self.shot {
            f.write_str("x")?;
            f.write_str(shot.name())?;
        }
        Ok(())
    }
}

impl FromStr for Turn {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let text = text.as_bytes();
        let at = |start| match text.get(start..start + 2) {
            Some(&[letter, number]) => Junction::from_ascii(letter, number).ok_or(SyntaxError),
            _ => Err(SyntaxError),
        };
        Ok(match (text.len(), text.get(2), text.get(5)) {
            (2, None, None) => Self::place(at(0)?),
            (5, Some(b'-'), None) => Self::from_to(at(0)?, at(3)?),
            (5, Some(b'x'), None) => Self::place(at(0)?).shooting(at(3)?),
            (8, Some(b'-'), Some(b'x')) => Self::from_to(at(0)?, at(3)?).shooting(at(6)?),
            _ => return Err(SyntaxError),
        })
    }
}

/// A text that is not in the notation of what it should name.
///
/// ```
/// use morabaraba_rules::{Junction, SyntaxError, Turn};
///
/// assert_eq!("E9".parse::<Junction>(), Err(SyntaxError));
/// assert_eq!("E1 E2".parse::<Turn>(), Err(SyntaxError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError;

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not in the notation: junctions are written E1 to R8, lines E1-E2-E3, turns E1, E6-A6 or E6-A6xR3")
    }
}

impl Error for SyntaxError {}
