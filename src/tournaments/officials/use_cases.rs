//! The official who acts in a tournament.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::tournaments::officials::{Official, store};
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::{self, Tournament};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;

/// The caller as an official of that tournament.
pub(crate) fn find_official(c: &mut Conn, by: &Caller, tournament: &Tournament) -> Result<Official, Error> {
    Ok(store::find(c, tournament, (by.account, &by.reach), by.today())??)
}

/// The caller as an official of that tournament, and everything that has happened in it.
pub(crate) fn run(c: &mut Conn, by: &Caller, tournament: Id) -> Result<(Official, Proceedings), Error> {
    let tournament = tournaments::store::find(c, tournament)?;
    let tournament = tournament.ok_or_else(|| NOT_FOUND.problem("There is no tournament with this id."))?;
    let official = find_official(c, by, &tournament)?;
    Ok((official, tournaments::store::proceedings(c, tournament)?))
}
