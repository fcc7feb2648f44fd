//! Swiss-system draws for games without colours: who meets whom in the next round, who has the bye, and why.
//!
//! In round 1 the top half of the ranking meets the bottom half; later those with the most points meet each other.
//! Nobody meets anybody twice, nor a first-degree relative; members of one club or team are kept apart in the first
//! rounds where that is possible. These are the rules of a Morabaraba federation; where its text leaves a choice there
//! is a setting in [`Config`].
//!
//! The rest is a list of criteria, compared like words in a dictionary: the second counts only between pairings that
//! are equal by the first, and so on. Of all pairings that keep the hard rules, exactly one is best by the whole list,
//! and that one is the draw. It depends on no clock and no chance.
//!
//! Start with [`Field`] and [`draw`]; [`explain`] gives the reasons, [`validate`] checks a pairing made by hand, and
//! [`trf`] reads the files of other programs.
//!
//! # The list
//!
//! *Standing order*: score down, then seed. *Score group*: the players of one score, without the one who has the bye.
//! *Bracket* of a score group: its players (the *residents*) and the players *moved down* to it, unpaired, from above.
//! A *downfloater* leaves a bracket unpaired. A *clash* is a pair of one club or one team while these are kept apart.
//!
//! Each criterion has a number or a list of numbers for a pairing, and the smaller is better; lists are compared from
//! the left too. A criterion with a setting in parentheses counts only if [`Config`] has that setting.
//!
//! If `look_ahead` is set, in fields of at most fourteen players, a criterion goes before all others: how many of that
//! many further rounds can no more be drawn. So no tournament in which nobody comes or goes ends before the last round
//! that any sequence of legal pairings would have reached, however many rounds are planned.
//!
//! 1. The score of the player with the bye.
//! 2. The number of clashes in the round (`clubs` is [`Clubs::Round`]).
//! 3. The number of players of the same score who stand below the player with the bye: the lowest of them rests.
//! 4. For each player in standing order 1 if in a clash and 0 if not, so that clashes fall to the lowest players
//!    (`clubs` is [`Clubs::Round`]).
//!
//! Then for each bracket from the top:
//!
//! 5. The number of downfloaters, and then their scores, the highest first.
//! 6. The number and the scores of those who will then be the downfloaters of the next bracket.
//! 7. The number of clashes in the bracket (`clubs` is [`Clubs::Bracket`]).
//! 8. The number of residents who float down, or meet a moved-down player, as they did in the round before
//!    (`repeat_floats`).
//! 9. For each moved-down player in standing order the place of the opponent among the residents, so that the first
//!    choice is the highest of them; one who floats on counts as if the opponent stood after the last.
//! 10. For each downfloater among the other residents the place in the order in which they are to drop: from the middle
//!     of the list outwards, of two equally near the lower first; or from the bottom up, as `floater` says.
//! 11. For the residents who are left, the *slide*: the top half meets the bottom half. The first of n players prefers
//!     the one n/2 places below, then those after that one down to the last, then those before that one upwards. The
//!     number is the place of the opponent in these preferences; then the same of the first of those who are left, and
//!     so on.
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
    Awards, Bye, ByeValue, Cell, Entrant, MatchResult, ResultError, Results, Scoring, Standing, TieBreak, awards,
    standings,
};
pub use starts::{Starter, starts_first};
pub use validate::{Validation, Violation, validate};

/// The steps that the searches of this thread have taken so far, for tests of what a draw costs.
#[doc(hidden)]
#[must_use]
pub fn steps() -> u64 {
    lexicographic_matching::Budget::spent()
}
