//! The field: the players of a round, and everything that the draw depends on.

mod bar;
mod canonical;
mod config;
mod fault;
mod index;
mod points;
mod round;

use std::fmt;

pub use bar::Bar;
pub use config::{Clubs, Config, Floater};
pub use fault::FieldError;
pub(crate) use index::Index;
pub use points::Points;
pub(crate) use round::{MOST_LOOKED_AHEAD, Round};

/// The id of a player: any number that the caller chooses.
///
/// ```
/// assert_eq!(morabaraba_swiss::PlayerId(7).to_string(), "7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(transparent))]
pub struct PlayerId(pub u64);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A float: what it is for a player to have met somebody of another score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum Float {
    /// Met somebody of fewer points.
    Down,
    /// Met somebody of more points.
    Up,
}

/// A player as the draw knows them. Relatives, opponents, bars and orders hold both ways, and it is enough that one of
/// the two players lists the other.
///
/// ```
/// use morabaraba_swiss::{Player, PlayerId, Points};
///
/// let player = Player { score: Points::halves(11), had_bye: true, ..Player::new(PlayerId(7), 1) };
/// assert!(player.active && player.relatives.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(try_from = "crate::json::PlayerLine", into = "crate::json::PlayerLine")
)]
pub struct Player {
    /// The id.
    pub id: PlayerId,
    /// The name, used in sentences only.
    pub name: String,
    /// The place in the starting order, from 1, the best. No two players of a field share one.
    pub seed: u32,
    /// The points so far, a multiple of one half.
    pub score: Points,
    /// The club, in any spelling that is the same for all its players.
    pub club: Option<String>,
    /// The team, likewise.
    pub team: Option<String>,
    /// First-degree relatives, who never meet.
    pub relatives: Vec<PlayerId>,
    /// The opponents of earlier rounds, each as often as they have met.
    pub opponents: Vec<PlayerId>,
    /// The rounds in which [`Self::opponents`] were met, in the same order; it may be shorter, or leave gaps. Used in
    /// reasons only.
    pub rounds_met: Vec<Option<u32>>,
    /// The players whom the umpire bars from meeting this one.
    pub forbidden: Vec<PlayerId>,
    /// The one whom the umpire orders the player to meet.
    pub forced: Option<PlayerId>,
    /// Whether the player has had a bye, and so may not have another. Which byes count is for the caller to say.
    pub had_bye: bool,
    /// The byes that the player has had beyond the first. Waivers that are proposed spread them.
    pub extra_byes: u32,
    /// The float of the round before, if there was one.
    pub floated: Option<Float>,
    /// Whether the player takes part in this round.
    pub active: bool,
}

impl Player {
    /// An active player without points, relations, or earlier rounds.
    ///
    /// ```
    /// use morabaraba_swiss::{Player, PlayerId, Points};
    ///
    /// assert_eq!(Player::new(PlayerId(7), 1).score, Points::ZERO);
    /// ```
    #[must_use]
    pub const fn new(id: PlayerId, seed: u32) -> Self {
        Self {
            id,
            name: String::new(),
            seed,
            score: Points::ZERO,
            club: None,
            team: None,
            relatives: Vec::new(),
            opponents: Vec::new(),
            rounds_met: Vec::new(),
            forbidden: Vec::new(),
            forced: None,
            had_bye: false,
            extra_byes: 0,
            floated: None,
            active: true,
        }
    }
}

/// A hard rule that the umpire sets aside for this round. Relatives are never waived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "snake_case")
)]
pub enum Waiver {
    /// These two may meet again.
    Rematch(PlayerId, PlayerId),
    /// The umpire's bar between these two does not hold.
    Forbidden(PlayerId, PlayerId),
    /// This player may have another bye.
    SecondBye(PlayerId),
}

/// A phrase for what happens by it.
impl fmt::Display for Waiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rematch(one, other) => write!(f, "players {one} and {other} meet again"),
            Self::Forbidden(one, other) => write!(f, "players {one} and {other} meet though they are barred"),
            Self::SecondBye(one) => write!(f, "player {one} has another bye"),
        }
    }
}

impl Waiver {
    /// The waiver, naming the lower id first.
    pub(crate) fn in_order(self) -> Self {
        match self {
            Self::Rematch(one, other) => Self::Rematch(one.min(other), one.max(other)),
            Self::Forbidden(one, other) => Self::Forbidden(one.min(other), one.max(other)),
            Self::SecondBye(one) => Self::SecondBye(one),
        }
    }
}

/// Everything that the draw of one round depends on, but for the settings. The order of the players has no meaning.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, draw};
///
/// let players = (1..=4).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
/// let drawn = draw(&Field::new(1, players), &Config::default())?;
/// assert_eq!(drawn.pairs, [(PlayerId(1), PlayerId(3)), (PlayerId(2), PlayerId(4))]);
/// # Ok::<(), morabaraba_swiss::Undrawn>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(deny_unknown_fields)
)]
pub struct Field {
    /// The number of the round to be drawn, from 1.
    pub round: u32,
    /// The players, those who sit this round out included, since others may have met them.
    pub players: Vec<Player>,
    /// The rules that the umpire sets aside.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub waivers: Vec<Waiver>,
}

impl Field {
    /// The most players that a field may have.
    pub const MOST: usize = 5000;

    /// A field without waivers.
    ///
    /// ```
    /// assert!(morabaraba_swiss::Field::new(1, Vec::new()).waivers.is_empty());
    /// ```
    #[must_use]
    pub const fn new(round: u32, players: Vec<Player>) -> Self {
        Self {
            round,
            players,
            waivers: Vec::new(),
        }
    }
}
