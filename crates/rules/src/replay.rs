//! Playing a list of turns from its text.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::iter::FusedIterator;

use crate::{Position, Refusal, Side, Turn};

/// Plays turns, written in the canonical notation, from a position; see [`Replay`].
///
/// ```
/// use morabaraba_rules::{Position, Refusal, RuleSet, replay};
///
/// let start = Position::new(RuleSet::MSSA_GAR);
/// let positions: Result<Vec<_>, _> = replay(start, ["E1", "R1", "E2"]).collect();
/// let (turn, position) = positions?[2];
/// assert_eq!(turn.to_string(), "E2");
/// assert_eq!(position.to_string(), "XX....../......../O....... O 10 11 0 - -");
///
/// let illegal = replay(start, ["E1", "R1", "E1"]).find_map(Result::err).unwrap();
/// assert_eq!((illegal.ply, illegal.refusal), (3, Refusal::Occupied));
/// # Ok::<(), morabaraba_rules::IllegalTurn>(())
/// ```
pub fn replay<I>(start: Position, turns: I) -> Replay<I::IntoIter>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    Replay {
        position: start,
        ply: 0,
        turns: turns.into_iter(),
        lenient: false,
        refused: false,
    }
}

/// An iterator over the turns of a list and the position after each; it ends after the first turn that is not legal.
///
/// ```
/// use morabaraba_rules::{Position, RuleSet, replay};
///
/// let mut game = replay(Position::new(RuleSet::MSSA_GAR), ["E1", "R1"]);
/// assert_eq!(game.by_ref().count(), 2);
/// assert_eq!(game.position().to_string(), "X......./......../O....... X 11 11 0 - -");
/// ```
#[derive(Clone, Debug)]
pub struct Replay<I> {
    position: Position,
    ply: u32,
    turns: I,
    lenient: bool,
    refused: bool,
}

impl<I> Replay<I> {
    /// Reads the turns as people write them; see [`Turn::parse_lenient`].
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, replay};
    ///
    /// let start = Position::new(RuleSet::MSSA_GAR);
    /// let (turn, _) = replay(start, ["e1"]).lenient().next().unwrap()?;
    /// assert_eq!(turn.to_string(), "E1");
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// The position after the turns played so far.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, replay};
    ///
    /// let start = Position::new(RuleSet::MSSA_GAR);
    /// assert_eq!(replay(start, ["E1"]).position(), start);
    /// ```
    pub const fn position(&self) -> Position {
        self.position
    }
}

impl<I> Iterator for Replay<I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
    type Item = Result<(Turn, Position), IllegalTurn>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.refused {
            return None;
        }
        let text = self.turns.next()?;
        let text = text.as_ref();
        self.ply = self.ply.saturating_add(1);
        let turn = if self.lenient {
            Turn::parse_lenient(text)
        } else {
            text.parse()
        };
        let played = turn
            .map_err(|_| Refusal::Syntax)
            .and_then(|turn| self.position.play(turn).map(|position| (turn, position)));
        Some(match played {
            Ok((turn, position)) => {
                self.position = position;
                Ok((turn, position))
            }
            Err(refusal) => {
                self.refused = true;
                Err(IllegalTurn::new(self.ply, text, refusal, self.position))
            }
        })
    }
}

impl<I> FusedIterator for Replay<I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
}

/// A turn that is not legal, and where it stands.
///
/// ```
/// use morabaraba_rules::{Position, RuleSet, replay};
///
/// let illegal = replay(Position::new(RuleSet::MSSA_GAR), ["E1", "E9"]).find_map(Result::err).unwrap();
/// assert_eq!(
///     illegal.to_string(),
///     "ply 2, second, “E9”: this is not a turn; one is written E1, E6-A6 or, with a shot, E6-A6xR3"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// The number of the turn in the game, counted from 1 over both sides.
    pub ply: u32,
    /// The side whose turn it is.
    pub side: Side,
    /// The turn as given, cut after [`IllegalTurn::TEXT_LIMIT`] characters.
    pub text: String,
    /// The reason for the refusal.
    pub refusal: Refusal,
    /// The position before it.
    pub position: Position,
}

impl IllegalTurn {
    /// The number of characters that are kept of a text; every text that is a turn is shorter.
    pub const TEXT_LIMIT: usize = 40;

    pub(crate) fn new(ply: u32, text: &str, refusal: Refusal, position: Position) -> Self {
        let mut text: String = text.chars().take(Self::TEXT_LIMIT + 1).collect();
        if let Some((cut, _)) = text.char_indices().nth(Self::TEXT_LIMIT) {
            text.truncate(cut);
            text.push('…');
        }
        Self {
            ply,
            side: position.side(),
            text,
            refusal,
            position,
        }
    }
}

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ply {}, {}, “{}”: {}",
            self.ply,
            self.side,
            self.text.escape_debug(),
            self.refusal
        )
    }
}

impl Error for IllegalTurn {}
