//! Faults of a field, such as two players with one id, for which it cannot be drawn whatever the rules say.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use crate::field::{Field, Index, PlayerId, Waiver};

/// A fault of a field, for which it cannot be drawn. If there are several, the first in this order is given, for the
/// first player who has it.
///
/// ```
/// use morabaraba_swiss::{Field, FieldError, Player, PlayerId};
///
/// let twice = Field::new(1, vec![Player::new(PlayerId(7), 1), Player::new(PlayerId(7), 2)]);
/// let error = twice.check().unwrap_err();
/// assert_eq!(error, FieldError::DuplicateId(PlayerId(7)));
/// assert_eq!((error.code(), error.to_string().as_str()), ("duplicate-id", "player 7 is in the field twice"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldError {
    /// Nobody is to be drawn.
    Empty,
    /// One player alone is to be drawn.
    Alone(PlayerId),
    /// There are more than [`Field::MOST`] players; this is the first of too many.
    TooMany(PlayerId),
    /// Two players have the same id.
    DuplicateId(PlayerId),
    /// Two players have the same seed.
    DuplicateSeed(PlayerId, PlayerId),
    /// The player's score is no multiple of one half.
    Score(PlayerId),
    /// The player is related to, has met, is barred from or is ordered to meet the player themself.
    Itself(PlayerId),
    /// The first player names the second as relative, opponent or otherwise, who is not in the field.
    Unknown(PlayerId, PlayerId),
    /// The first player is ordered to meet the second, who sits out or is ordered to meet somebody else.
    Forced(PlayerId, PlayerId),
    /// A waiver names this player, who is not in the field.
    Waiver(PlayerId),
}

impl FieldError {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::FieldError::Empty.code(), "empty-field");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "empty-field",
            Self::Alone(_) => "one-player",
            Self::TooMany(_) => "too-many-players",
            Self::DuplicateId(_) => "duplicate-id",
            Self::DuplicateSeed(..) => "duplicate-seed",
            Self::Score(_) => "score-no-half",
            Self::Itself(_) => "self-relation",
            Self::Unknown(..) => "unknown-player",
            Self::Forced(..) => "forced-pair",
            Self::Waiver(_) => "unknown-waiver",
        }
    }
}

/// A sentence without capital and full stop.
impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "there is no player to draw"),
            Self::Alone(id) => write!(f, "player {id} is alone, and a round needs two"),
            Self::TooMany(id) => write!(f, "with player {id} there are more than {} players", Field::MOST),
            Self::DuplicateId(id) => write!(f, "player {id} is in the field twice"),
            Self::DuplicateSeed(one, other) => write!(f, "players {one} and {other} have the same seed"),
            Self::Score(id) => write!(f, "the score of player {id} is no multiple of one half"),
            Self::Itself(id) => write!(f, "player {id} is named as the own relative, opponent or other"),
            Self::Unknown(id, other) => write!(f, "player {id} names {other}, who is not in the field"),
            Self::Forced(id, other) => {
                write!(
                    f,
                    "player {id} is to meet {other}, who sits out or is to meet somebody else"
                )
            }
            Self::Waiver(id) => write!(f, "a waiver names {id}, who is not in the field"),
        }
    }
}

impl Error for FieldError {}

impl Field {
    /// Checks the field for faults. A field without any may still have no legal draw.
    ///
    /// ```
    /// use morabaraba_swiss::{Field, FieldError};
    ///
    /// assert_eq!(Field::new(1, Vec::new()).check(), Err(FieldError::Empty));
    /// ```
    pub fn check(&self) -> Result<(), FieldError> {
        self.index().map(|_| ())
    }

    /// The place of each player in the list of a field that can be read.
    pub(crate) fn index(&self) -> Result<Index, FieldError> {
        let mut active = self.players.iter().filter(|player| player.active);
        match (active.next(), active.next()) {
            (None, _) => return Err(FieldError::Empty),
            (Some(player), None) => return Err(FieldError::Alone(player.id)),
            _ => (),
        }
        if let Some(player) = self.players.get(Self::MOST) {
            return Err(FieldError::TooMany(player.id));
        }
        let twice = |places: (usize, usize)| FieldError::DuplicateId(self.players[places.1].id);
        let known = Index::new(self.players.iter().map(|player| player.id.0)).map_err(twice)?;
        let shared =
            |(one, other): (usize, usize)| FieldError::DuplicateSeed(self.players[one].id, self.players[other].id);
        Index::new(self.players.iter().map(|player| player.seed.into())).map_err(shared)?;
        if let Some(player) = self.players.iter().find(|player| player.score.as_halves().is_none()) {
            return Err(FieldError::Score(player.id));
        }
        for player in &self.players {
            let named = [&player.relatives, &player.opponents, &player.forbidden]
                .into_iter()
                .flatten();
            for other in named.chain(&player.forced) {
                if *other == player.id {
                    return Err(FieldError::Itself(player.id));
                }
                if known.get(other.0).is_none() {
                    return Err(FieldError::Unknown(player.id, *other));
                }
            }
        }
        self.check_orders(&known)?;
        Ok(known)
    }

    fn check_orders(&self, known: &Index) -> Result<(), FieldError> {
        let mut ordered: HashMap<PlayerId, PlayerId> = HashMap::new();
        for player in self.players.iter().filter(|player| player.active) {
            let Some(other) = player.forced else { continue };
            let clash = |one: PlayerId, two: PlayerId| ordered.get(&one).is_some_and(|met| *met != two);
            let away = known.get(other.0).is_some_and(|place| !self.players[place].active);
            if away || clash(player.id, other) || clash(other, player.id) {
                return Err(FieldError::Forced(player.id, other));
            }
            ordered.insert(player.id, other);
            ordered.insert(other, player.id);
        }
        for waiver in &self.waivers {
            let (one, other) = match *waiver {
                Waiver::Rematch(one, other) | Waiver::Forbidden(one, other) => (one, other),
                Waiver::SecondBye(one) => (one, one),
            };
            if let Some(id) = [one, other].into_iter().find(|id| known.get(id.0).is_none()) {
                return Err(FieldError::Waiver(id));
            }
        }
        Ok(())
    }
}
