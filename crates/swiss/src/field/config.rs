//! The settings of the draw: the choices that the rules of a federation may make.

/// The place among the criteria of keeping clubs and teams apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Clubs {
    /// Before all brackets (criteria 2 and 4): over the whole round there are as few clashes as there can be.
    #[default]
    Round,
    /// Inside each bracket (criterion 7): a clash is preferred to one more downfloater.
    Bracket,
    /// Nowhere: clubs and teams are not kept apart.
    Off,
}

/// The player who drops from a score group that cannot all be paired in its bracket, if the rules leave a choice
/// (criterion 10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Floater {
    /// The one nearest the middle of those who are left once the moved-down players have their opponents.
    #[default]
    Median,
    /// The lowest of them.
    Lowest,
}

/// The settings of the draw. The numbers of criteria are those of [the list](crate#the-list).
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
    /// The choice of the player who drops.
    pub floater: Floater,
    /// Whether players who floated in the round before are kept from floating the same way again, where that is
    /// possible (criterion 8).
    pub repeat_floats: bool,
    /// The number of rounds planned after this one, of which as many shall still be possible as can be: of the pairings
    /// of this round those count that leave the most. More may be planned than can be played. Relatives, earlier
    /// opponents, byes and bars count for the rounds to come, this round's waivers and orders do not. It counts in
    /// fields of at most fourteen players only; 0 looks at no further round.
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
