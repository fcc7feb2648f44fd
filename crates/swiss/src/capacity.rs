//! Obstacles to playing so many rounds in a field, told before round 1.

use crate::field::{Config, Field, FieldError, PlayerId, Round};

/// The obstacles to a number of rounds, by [`capacity`]. One obstacle proves that the rounds cannot all be drawn; that
/// there is none does not prove that they can.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Capacity {
    /// The most rounds that the number of players allows, everybody meeting everybody once and, if it is odd, resting
    /// once.
    pub rounds: u32,
    /// The most rounds that the player with the fewest opponents left can play, the bye included.
    pub fewest: u32,
    /// The players who can play fewer rounds than were asked for, because of relatives, bars and matches behind them,
    /// each with the number of rounds that they can, the bye included.
    pub short: Vec<(PlayerId, u32)>,
    /// Whether a round robin is the better tournament, there being fewer than seven players.
    pub round_robin: bool,
}

impl Capacity {
    /// Whether an obstacle proves that so many rounds cannot be drawn. It need not be the number that
    /// [`capacity`] was given.
    ///
    /// ```
    /// use morabaraba_swiss::{Field, Player, PlayerId, capacity};
    ///
    /// let players = (1..=6).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
    /// let field = Field::new(1, players);
    /// let capacity = capacity(&field, 5)?;
    /// assert!(!capacity.forbids(5));
    /// assert!(capacity.forbids(6));
    /// # Ok::<(), morabaraba_swiss::FieldError>(())
    /// ```
    #[must_use]
    pub const fn forbids(&self, rounds: u32) -> bool {
        self.rounds < rounds || self.fewest < rounds
    }
}

/// Counts the rounds that each player can play from this one on, and compares them with `rounds`: of n players each has
/// at most n − 1 opponents, and one fewer for each relative, bar and earlier opponent; if n is odd, the bye is one
/// round more.
///
/// ```
/// use morabaraba_swiss::{Field, Player, PlayerId, capacity};
///
/// // Three of one family among eight have five opponents each.
/// let mut players: Vec<Player> = (1..=8).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
/// players[0].relatives = vec![PlayerId(2), PlayerId(3)];
/// players[1].relatives = vec![PlayerId(3)];
/// let capacity = capacity(&Field::new(1, players), 6)?;
/// assert_eq!(capacity.rounds, 7);
/// assert_eq!(capacity.short, [(PlayerId(1), 5), (PlayerId(2), 5), (PlayerId(3), 5)]);
/// # Ok::<(), morabaraba_swiss::FieldError>(())
/// ```
pub fn capacity(field: &Field, rounds: u32) -> Result<Capacity, FieldError> {
    // An order for the round at hand says nothing of the others.
    let mut free = field.clone();
    free.players.iter_mut().for_each(|player| player.forced = None);
    let round = Round::new(&free, Config::default())?;
    let reach = |place: usize| u32::try_from(round.hard().degree(place)).unwrap_or(u32::MAX);
    let short = (0..round.len())
        .filter(|place| reach(*place) < rounds)
        .map(|place| (round.id(place), reach(place)));
    let most = u32::try_from(round.vertices() - 1).unwrap_or(u32::MAX);
    Ok(Capacity {
        rounds: most,
        fewest: (0..round.len()).map(reach).min().unwrap_or(most),
        short: short.collect(),
        round_robin: round.len() < 7,
    })
}
