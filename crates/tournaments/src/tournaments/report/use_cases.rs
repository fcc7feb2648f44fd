//! The report of a tournament: loaded.

use chrono::NaiveDate;

use crate::db::Conn;
use crate::federation;
use crate::tournaments::report::ReportedTournament;
use crate::tournaments::standings;
use crate::values::error::Error;
use crate::values::id::TournamentId;

/// The tournament with its standings, and the name that the federation has on that day.
pub(crate) fn read(c: &mut Conn, tournament: TournamentId, today: NaiveDate) -> Result<ReportedTournament, Error> {
    let (table, snapshot) = standings::use_cases::read(c, tournament, None)?;
    let federation = federation::store::settings(c, today)?.name().to_owned();
    Ok(ReportedTournament {
        snapshot,
        table,
        federation,
    })
}
