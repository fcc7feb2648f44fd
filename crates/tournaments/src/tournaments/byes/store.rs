//! Byes in the database.

use diesel::prelude::*;

use crate::db::schema::{byes, entries};
use crate::db::{Conn, OnConflict};
use crate::tournaments::byes::ByeRefusal;
use crate::tournaments::model::Bye;
use crate::values::error::Error;
use crate::values::id::{ByeId, TournamentId};

/// Keeps a new bye.
pub fn insert(c: &mut Conn, bye: &Bye) -> Result<(), Error> {
    let inserted = diesel::insert_into(byes::table).values(bye).execute(c);
    inserted.on_conflict("byes_entry_id_round_key", ByeRefusal::AlreadyResting)?;
    Ok(())
}

/// Takes a bye away.
pub fn discard(c: &mut Conn, id: ByeId) -> Result<(), Error> {
    diesel::delete(byes::table.find(id)).execute(c)?;
    Ok(())
}

/// The bye of that id.
pub fn find(c: &mut Conn, id: ByeId) -> Result<Option<Bye>, Error> {
    Ok(byes::table.find(id).select(Bye::as_select()).first(c).optional()?)
}

/// The byes of a tournament by round.
pub(crate) fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Bye>, Error> {
    list_of_all(c, &[tournament])
}

/// The byes of these tournaments by round.
pub(crate) fn list_of_all(c: &mut Conn, tournaments: &[TournamentId]) -> Result<Vec<Bye>, Error> {
    let of_tournament = entries::table
        .filter(entries::tournament_id.eq_any(tournaments))
        .select(entries::id);
    Ok(byes::table
        .filter(byes::entry_id.eq_any(of_tournament))
        .order((byes::round, byes::id))
        .select(Bye::as_select())
        .load(c)?)
}
