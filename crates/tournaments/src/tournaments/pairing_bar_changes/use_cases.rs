//! The bars among those who are entered, as they have changed since the tournament was opened.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::players::Player;
use crate::players::pairing_bars::{self, PairingBarChange};
use crate::tournaments::model::TournamentSnapshot;
use crate::tournaments::officials::use_cases::run;
use crate::tournaments::pairing_bar_changes::EntrantsBarChange;
use crate::values::error::Error;
use crate::values::id::{PlayerId, TournamentId};

/// The changes, the earliest first, for an official of the tournament.
pub fn list(c: &mut Conn, by: &Caller, tournament: TournamentId) -> Result<Vec<EntrantsBarChange>, Error> {
    let (_, snapshot) = run(c, by, tournament)?;
    among(c, &snapshot)
}

/// The changes among those who are entered; none before the tournament is opened.
pub fn among(c: &mut Conn, snapshot: &TournamentSnapshot) -> Result<Vec<EntrantsBarChange>, Error> {
    let Some(since) = snapshot.tournament.opened_at else {
        return Ok(Vec::new());
    };
    let players: Vec<PlayerId> = snapshot.entries.iter().map(|entry| entry.player.id()).collect();
    let bars = pairing_bars::store::all_among(c, &players)?;
    let entered = |id: PlayerId| -> Option<Player> { snapshot.of_player(id)?.player.player().cloned() };
    let change = |change: PairingBarChange| {
        let [one, other] = change.players.map(entered);
        let (step, at) = (change.step, change.at);
        let players = [one?, other?];
        Some(EntrantsBarChange { players, step, at })
    };
    let changes = pairing_bars::changes_since(&bars, since);
    Ok(changes.into_iter().filter_map(change).collect())
}
