//! Results of a tournament, from which standings are made, and the faults for which they cannot be.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

use crate::field::{PlayerId, Points};

/// A player as the standings know them.
///
/// ```
/// use morabaraba_swiss::{Entrant, PlayerId};
///
/// assert_eq!(Entrant::new(PlayerId(7), 1).learner, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Entrant {
    /// The id.
    pub id: PlayerId,
    /// The place in the starting order; of those who share a place the better seed is written first.
    pub seed: u32,
    /// Whether the player competes for the ladies' award.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lady: bool,
    /// The division in which the player competes for a learners' award.
    pub learner: Option<String>,
}

impl Entrant {
    /// A player who competes for the championship alone.
    ///
    /// ```
    /// use morabaraba_swiss::{Entrant, PlayerId};
    ///
    /// assert!(!Entrant::new(PlayerId(7), 1).lady);
    /// ```
    #[must_use]
    pub const fn new(id: PlayerId, seed: u32) -> Self {
        Self {
            id,
            seed,
            lady: false,
            learner: None,
        }
    }
}

/// A match with its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct MatchResult {
    /// The round, from 1.
    pub round: u32,
    /// The two players.
    pub players: (PlayerId, PlayerId),
    /// The points of each, a win in a game counting 1 and a drawn game ½.
    pub points: (Points, Points),
    /// Whether the match, or the rest of it, was forfeited. It counts like any other, and is marked.
    #[cfg_attr(feature = "serde", serde(default))]
    pub forfeit: bool,
    /// Whether every game of it was forfeited, so that nobody has played.
    #[cfg_attr(feature = "serde", serde(default))]
    pub walkover: bool,
}

/// The points of a bye.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum ByeValue {
    /// The average of the player's matches, settled when the tournament closes.
    #[default]
    Average,
    /// Nothing.
    Zero,
    /// Half of a match.
    Half,
    /// A whole match.
    Full,
}

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Bye {
    /// The round, from 1.
    pub round: u32,
    /// The player who rests.
    pub player: PlayerId,
    /// Its points.
    pub value: ByeValue,
    /// Whether the draw gave it; otherwise the player asked for it.
    pub allocated: bool,
}

/// A way to part players of equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum TieBreak {
    /// The sum of the points of the opponents met (Buchholz).
    Opponents,
    /// The matches between the two, if exactly two are level.
    Direct,
}

/// The choices that a federation makes in counting.
///
/// ```
/// use morabaraba_swiss::{Scoring, TieBreak};
///
/// let scoring = Scoring::default();
/// assert_eq!((scoring.tie_breaks, scoring.ladies), (vec![TieBreak::Opponents, TieBreak::Direct], 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(default, deny_unknown_fields)
)]
pub struct Scoring {
    /// The tie-breaks, in the order in which they are applied.
    pub tie_breaks: Vec<TieBreak>,
    /// The number of best ladies, a lady who is champion being the first of them.
    pub ladies: u32,
}

impl Default for Scoring {
    fn default() -> Self {
        Self {
            tie_breaks: vec![TieBreak::Opponents, TieBreak::Direct],
            ladies: 1,
        }
    }
}

/// Everything from which standings are made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Results {
    /// Everybody who is or was in the tournament.
    pub entrants: Vec<Entrant>,
    /// The matches that have a result.
    pub matches: Vec<MatchResult>,
    /// The byes.
    pub byes: Vec<Bye>,
    /// The games of a match.
    pub games: u32,
    /// Whether the tournament is over, so that average byes are settled.
    pub closed: bool,
    /// The choices in counting.
    #[cfg_attr(feature = "serde", serde(default))]
    pub scoring: Scoring,
}

/// A fault of results. Of several faults the first in this order is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResultError {
    /// The player is entered twice.
    DuplicateId(PlayerId),
    /// Two players have the same seed.
    DuplicateSeed(PlayerId, PlayerId),
    /// The player has a match or a bye, and is not entered.
    Unknown(PlayerId),
    /// The player has two matches or byes in this round, or a match against the player's own self.
    Twice(PlayerId, u32),
    /// The points of a match of this player in this round are no halves, or more than its games.
    Points(PlayerId, u32),
    /// The points of the player cannot be written exactly.
    TooFine(PlayerId),
}

impl ResultError {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// use morabaraba_swiss::{PlayerId, ResultError};
    ///
    /// assert_eq!(ResultError::Unknown(PlayerId(7)).code(), "unknown-player");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::DuplicateId(_) => "duplicate-id",
            Self::DuplicateSeed(..) => "duplicate-seed",
            Self::Unknown(_) => "unknown-player",
            Self::Twice(..) => "player-twice",
            Self::Points(..) => "points",
            Self::TooFine(_) => "too-fine",
        }
    }
}

/// A sentence without capital and full stop.
impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateId(id) => write!(f, "player {id} is entered twice"),
            Self::DuplicateSeed(one, other) => write!(f, "players {one} and {other} have the same seed"),
            Self::Unknown(id) => write!(f, "player {id} has a match or a bye, and is not entered"),
            Self::Twice(id, round) => write!(f, "player {id} has two matches or byes in round {round}"),
            Self::Points(id, round) => {
                write!(
                    f,
                    "the points of player {id} in round {round} are no halves, or more than the games"
                )
            }
            Self::TooFine(id) => write!(f, "the points of player {id} cannot be written exactly"),
        }
    }
}

impl Error for ResultError {}

impl Results {
    /// Whether the results can be read.
    ///
    /// ```
    /// use morabaraba_swiss::{Entrant, PlayerId, ResultError, Results, Scoring};
    ///
    /// let twice = vec![Entrant::new(PlayerId(7), 1), Entrant::new(PlayerId(7), 2)];
    /// let (matches, byes, scoring) = (vec![], vec![], Scoring::default());
    /// let results = Results { entrants: twice, matches, byes, games: 6, closed: false, scoring };
    /// assert_eq!(results.check(), Err(ResultError::DuplicateId(PlayerId(7))));
    /// ```
    pub fn check(&self) -> Result<(), ResultError> {
        let mut known = HashSet::new();
        if let Some(twice) = self.entrants.iter().find(|entrant| !known.insert(entrant.id)) {
            return Err(ResultError::DuplicateId(twice.id));
        }
        let mut seeds = HashMap::new();
        for entrant in &self.entrants {
            if let Some(other) = seeds.insert(entrant.seed, entrant.id) {
                return Err(ResultError::DuplicateSeed(other, entrant.id));
            }
        }
        let matches = self
            .matches
            .iter()
            .flat_map(|one| [(one.players.0, one.round), (one.players.1, one.round)]);
        let busy: Vec<(PlayerId, u32)> = matches
            .chain(self.byes.iter().map(|bye| (bye.player, bye.round)))
            .collect();
        if let Some((id, _)) = busy.iter().find(|(id, _)| !known.contains(id)) {
            return Err(ResultError::Unknown(*id));
        }
        let mut seen = HashSet::new();
        if let Some((id, round)) = busy.into_iter().find(|busy| !seen.insert(*busy)) {
            return Err(ResultError::Twice(id, round));
        }
        for one in &self.matches {
            let total = one
                .points
                .0
                .as_halves()
                .zip(one.points.1.as_halves())
                .and_then(|(one, other)| one.checked_add(other));
            if total.is_none_or(|halves| u64::from(halves) > 2 * u64::from(self.games)) {
                return Err(ResultError::Points(one.players.0, one.round));
            }
        }
        Ok(())
    }
}
