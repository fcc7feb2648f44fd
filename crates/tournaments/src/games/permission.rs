//! The people who may record a game, and those who may correct or withdraw it.
//!
//! A game of a match: those who run its tournament, and nobody a game of their own match or of a relative's. That is judged
//! where matches are, for whoever touches one.
//!
//! A friendly game: umpires record it wherever it is played, coordinators if a player lives in their province; it is
//! corrected and withdrawn by who recorded it, and by the coordinators of its players.

use crate::accounts::{Caller, Reach};
use crate::games::{Game, GameRefusal};
use crate::tournaments::model::Contestant;

/// Lets those go on who may record a friendly game of these two.
///
/// # Errors
/// [`GameRefusal::OutsideTheProvince`].
pub(crate) fn may_record(reach: &Reach, [first, second]: [Option<&Contestant>; 2]) -> Result<(), GameRefusal> {
    if reach.is_everywhere() || reach.is_umpire() || lives_in(first, reach) || lives_in(second, reach) {
        Ok(())
    } else {
        Err(GameRefusal::OutsideTheProvince)
    }
}

/// Lets those go on who may correct a friendly game or withdraw it.
///
/// # Errors
/// [`GameRefusal::OfOthers`].
pub(crate) fn may_change(by: &Caller, game: &Game) -> Result<(), GameRefusal> {
    let near = lives_in(Some(&game.first), &by.reach) || lives_in(Some(&game.second), &by.reach);
    if near || game.recorded_by == by.account {
        Ok(())
    } else {
        Err(GameRefusal::OfOthers)
    }
}

/// Whether there is a player, who lives in a province within reach.
fn lives_in(player: Option<&Contestant>, reach: &Reach) -> bool {
    player
        .and_then(Contestant::player)
        .is_some_and(|player| reach.covers_province(&player.home.province))
}
