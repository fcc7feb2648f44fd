//! The modified Swiss draw: pure, without input or output, without a clock, without chance.
//!
//! In round 1 the top half of the ranking meets the bottom half; later those with the most points meet each other.
//! Nobody meets anybody twice, nor a first-degree relative; members of one club or team are kept apart in the first
//! rounds where that is possible. What the federation's text leaves open is a setting, and the rest is a list of
//! criteria compared from the left, under which every field has one best pairing: the draw is that one, exactly.
//!
//! # The list
//!
//! *Standing order*: score down, then seed. *Score group*: the players of one score, without the one who has the bye.
//! *Bracket* of a score group: its players (the *residents*) and the players *moved down* to it, unpaired, from above.
//! A *downfloater* leaves a bracket unpaired. A *clash* is a pair of one club or one team while these are kept apart.
//! Smaller is better; the names of settings are those of [`Config`].
//!
//! 1. The score of the player with the bye.
//! 2. The number of clashes (`clubs` is [`Clubs::Round`]).
//! 3. The number of players of that score with a lower seed than the player with the bye.
//! 4. For each player in standing order, whether in a clash (`clubs` is [`Clubs::Round`]).
//!
//! Then for each bracket from the top:
//!
//! 5. The number of downfloaters, and their scores, the highest first.
//! 6. The same of the next bracket.
//! 7. The number of clashes (`clubs` is [`Clubs::Bracket`]).
//! 8. The number of residents who float as they did in the round before (`repeat_floats`).
//! 9. For moved-down players in standing order, the place of the opponent among the residents; the number of these for
//!    one who floats again.
//! 10. The downfloaters among the other residents: the nearest to the middle first, of two the lower (`floater`).
//! 11. The rest, the top half against the bottom half: the first of the list meets the place half way down it, or those
//!     after it, or those before it from there up; the value is the number of the preference, and so on with those left.
//!
//! # A draw
//!
//! ```
//! use morabaraba_swiss::{Config, Field, Player, PlayerId, draw};
//!
//! let players = (1..=50).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
//! let drawn = draw(&Field::new(1, players), &Config::default())?;
//! assert_eq!(drawn.pairs[0], (PlayerId(1), PlayerId(26)));
//! assert_eq!(drawn.pairs[1], (PlayerId(2), PlayerId(27)));
//! # Ok::<(), morabaraba_swiss::Undrawn>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate self as morabaraba_swiss;

mod bracket;
mod capacity;
mod criteria;
mod draw;
mod explain;
mod field;
#[cfg(test)]
#[path = "../tests/swiss/fields.rs"]
mod fields;
mod generate;
#[cfg(feature = "serde")]
mod json;
mod no_draw;
mod round_robin;
mod standings;
mod starts;
#[cfg(test)]
#[path = "../tests/swiss/support.rs"]
mod support;
pub mod trf;
mod validate;
mod whole_round;

pub use capacity::{Capacity, capacity};
pub use criteria::Criterion;
pub use draw::{Draw, draw};
pub use explain::{Reason, Role, Why, draw_and_explain, explain};
pub use field::{Bar, Clubs, Config, Field, FieldError, Float, Floater, Player, PlayerId, Points, Waiver};
pub use generate::{Shape, entrants, generate};
#[cfg(feature = "serde")]
pub use json::{Answer, Task};
pub use no_draw::{ByePlace, Stuck, Undrawn, Waivers, WayOut, Witness};
pub use round_robin::{RobinRound, round_robin};
pub use standings::{
    Awards, Bye, ByeValue, Cell, Entrant, MatchResult, ResultError, Results, Standing, awards, standings,
};
pub use starts::{Starter, starts_first};
pub use validate::{Validation, Violation, validate};

/// The steps that the searches of this thread have taken so far, for tests of what a draw costs.
#[doc(hidden)]
#[must_use]
pub fn steps() -> u64 {
    lexicographic_matching::Budget::spent()
}
