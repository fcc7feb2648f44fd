//! The papers of a tournament for those who run it: loaded.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::sheets::papers::{Papers, RoundPapers};
use crate::tournaments::sheets::use_cases::{read_round, read_tournament};
use crate::values::error::Error;
use crate::values::id::{RoundId, TournamentId};

/// The papers of that tournament for the caller, who runs it.
pub fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Papers, Error> {
    let papers = read_tournament(c, id, by.today())?;
    find_official(c, by, &papers.snapshot.tournament)?;
    Ok(papers.for_officials())
}

/// The papers of a published round, with full names.
pub fn read_of_round(c: &mut Conn, by: &Caller, id: RoundId) -> Result<RoundPapers, Error> {
    let RoundPapers { tournament, round } = read_round(c, id, by.today())?;
    find_official(c, by, &tournament.snapshot.tournament)?;
    let tournament = tournament.for_officials();
    Ok(RoundPapers { tournament, round })
}
