//! Explaining a draw: why each player has this opponent, or the bye, and not one who came first in the order of
//! preference.

mod answers;
mod asked;
mod clubs;
mod drawn;
mod faces;
mod reason;
mod reasons;
mod stages;

use crate::draw::{DRAW_BUDGET, Draw, drawn};
use crate::explain::drawn::Drawn;
use crate::field::{Config, Field, Round};
use crate::no_draw::Undrawn;
use crate::whole_round::eligibility::Method;

pub use reason::{Reason, Role, Why};

/// The reasons of a draw: one for each pair, in the order of the boards, and one for the bye. The draw must be that of
/// the field; of another pairing the reasons would mean nothing.
///
/// In fields of more than 300 players, if bars or clubs leave most of them little choice, some reasons may be
/// [`Why::Outdone`]: true, but without the criterion.
///
/// # Errors
/// Those of [`draw`](crate::draw), since a reason may need another draw.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, Role, draw, explain};
///
/// let players = (1..=5).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
/// let (field, config) = (Field::new(1, players), Config::default());
/// let reasons = explain(&field, &config, &draw(&field, &config)?)?;
/// assert_eq!(reasons.len(), 3);
/// assert_eq!((reasons[2].player, reasons[2].role), (PlayerId(5), Role::Bye));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(field: &Field, config: &Config, draw: &Draw) -> Result<Vec<Reason>, Undrawn> {
    let round = Round::new(field, *config)?;
    Drawn::new(&round, draw, None).reasons()
}

/// Draws a round and says why: the same as [`draw`](crate::draw) and [`explain`], at less cost.
///
/// # Errors
/// Those of [`draw`](crate::draw).
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, draw_and_explain};
///
/// let players = (1..=5).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
/// let (drawn, reasons) = draw_and_explain(&Field::new(1, players), &Config::default())?;
/// assert_eq!((drawn.pairs.len(), reasons.len()), (2, 3));
/// # Ok::<(), morabaraba_swiss::Undrawn>(())
/// ```
pub fn draw_and_explain(field: &Field, config: &Config) -> Result<(Draw, Vec<Reason>), Undrawn> {
    let round = Round::new(field, *config)?;
    let (eligibility, mates) = drawn(&round, DRAW_BUDGET, Method::BoundsFirst)?;
    let draw = Draw::of(&round, &mates);
    let reasons = Drawn::new(&round, &draw, Some(eligibility)).reasons()?;
    Ok((draw, reasons))
}
