//! The people who may record a game, and those who may correct or withdraw it.
//!
//! A game of a match: those who run its tournament, and nobody a game of their own match or of a relative's. That is judged
//! where matches are, for whoever touches one.
//!
//! A friendly game: umpires record it wherever it is played, coordinators if a player lives in their province; it is
//! corrected and withdrawn by who recorded it, and by the coordinators of its players.

use crate::accounts::{Caller, Reach};
use crate::db::Conn;
use crate::games::{Game, GameRefusal, MatchGame};
use crate::players::Player;
use crate::tournaments::matches::recorder::MatchRecorder;
use crate::values::error::Error;
use crate::values::id::TournamentId;

/// The tournament of the match that a game is of, if it is of one, for who may record the game.
pub(crate) fn may_record(
    c: &mut Conn,
    by: &Caller,
    recorder: &mut MatchRecorder,
    of: Option<MatchGame>,
    [first, second]: [Option<&Player>; 2],
) -> Result<Option<TournamentId>, Error> {
    let reach = &by.reach;
    match of {
        Some(of) => recorder.tournament(c, of.match_id).map(Some),
        None if reach.is_everywhere() || reach.is_umpire() || lives_in(first, reach) || lives_in(second, reach) => {
            Ok(None)
        }
        None => Err(GameRefusal::OutsideTheProvince.into()),
    }
}

/// Lets those go on who may correct the game or withdraw it.
pub(crate) fn may_change(c: &mut Conn, by: &Caller, recorder: &mut MatchRecorder, game: &Game) -> Result<(), Error> {
    let near = lives_in(Some(&game.first), &by.reach) || lives_in(Some(&game.second), &by.reach);
    match game.of {
        Some(of) => recorder.tournament(c, of.match_id).map(|_| ()),
        None if near || game.recorded_by == by.account => Ok(()),
        None => Err(GameRefusal::OfOthers.into()),
    }
}

/// Whether there is a player, who lives in a province within reach.
fn lives_in(player: Option<&Player>, reach: &Reach) -> bool {
    player.is_some_and(|player| reach.covers_province(&player.home.province))
}
