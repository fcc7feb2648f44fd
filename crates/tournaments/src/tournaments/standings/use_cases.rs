//! Standings: loaded and computed.

use crate::db::Conn;
use crate::tournaments::model::TournamentSnapshot;
use crate::tournaments::standings::Table;
use crate::tournaments::{store, use_cases};
use crate::values::error::Error;
use crate::values::id::TournamentId;

/// The standings of a tournament after so many rounds, or after all that are published, with what they are made from.
pub(crate) fn read(
    c: &mut Conn,
    tournament: TournamentId,
    rounds: Option<i64>,
) -> Result<(Table, TournamentSnapshot), Error> {
    let tournament = use_cases::read(c, tournament)?;
    let snapshot = store::snapshot(c, tournament)?;
    Ok((snapshot.table(rounds)?, snapshot))
}
