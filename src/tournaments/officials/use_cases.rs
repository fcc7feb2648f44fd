//! The official who acts in a tournament.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::tournaments::officials::{Official, store};
use crate::tournaments::snapshot::TournamentSnapshot;
use crate::tournaments::{self, Tournament};
use crate::values::error::Error;
use crate::values::id::TournamentId;

/// The caller as an official of that tournament.
pub(crate) fn find_official(c: &mut Conn, by: &Caller, tournament: &Tournament) -> Result<Official, Error> {
    let credentials = store::find(c, tournament.id, by.account)?;
    Ok(Official::of(tournament, by, credentials)?)
}

/// The caller as an official of that tournament, and everything that has happened in it.
pub(crate) fn run(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
) -> Result<(Official, TournamentSnapshot), Error> {
    let tournament = tournaments::use_cases::read(c, tournament)?;
    let official = find_official(c, by, &tournament)?;
    Ok((official, tournaments::store::snapshot(c, tournament)?))
}

/// Everything that has happened in that tournament, for whoever looks.
pub(crate) fn watch(c: &mut Conn, tournament: TournamentId) -> Result<TournamentSnapshot, Error> {
    let tournament = tournaments::use_cases::read(c, tournament)?;
    tournaments::store::snapshot(c, tournament)
}
