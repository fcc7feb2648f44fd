//! The settings of a federation.

/// The place among the criteria of keeping clubs and teams apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Clubs {
    /// Above the score groups: over the whole round as few as there can be.
    #[default]
    Round,
    /// Inside each bracket, after the numbers of those who leave it.
    Bracket,
    /// Nowhere.
    Off,
}

/// The player who is moved down from a score group that cannot be paired whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Floater {
    /// The player nearest the middle of those left, as in the federation's worked example.
    #[default]
    Median,
    /// The lowest.
    Lowest,
}

/// The settings of the draw.
///
/// ```
/// use morabaraba_swiss::{Clubs, Config, Floater};
///
/// let config = Config::default();
/// assert_eq!((config.clubs, config.club_rounds), (Clubs::Round, 3));
/// assert_eq!((config.floater, config.repeat_floats), (Floater::Median, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(default, deny_unknown_fields)
)]
pub struct Config {
    /// The last round in which clubs and teams are kept apart.
    pub club_rounds: u32,
    /// The place of clubs and teams among the criteria.
    pub clubs: Clubs,
    /// The choice of the player who is moved down.
    pub floater: Floater,
    /// Whether those who floated in the last round are kept from floating the same way again.
    pub repeat_floats: bool,
    /// The number of rounds after this one for which enough must be left, if that can be, in a field of no more than
    /// twelve.
    pub look_ahead: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            club_rounds: 3,
            clubs: Clubs::Round,
            floater: Floater::Median,
            repeat_floats: false,
            look_ahead: 0,
        }
    }
}
