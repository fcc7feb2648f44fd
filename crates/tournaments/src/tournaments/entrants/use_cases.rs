//! The papers of a tournament for those who run it: loaded.

use std::collections::HashMap;

use crate::accounts::Caller;
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::players::transfers;
use crate::tournaments::entrants;
use crate::tournaments::model::Entry;
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::sheets::papers::{Papers, RoundPapers};
use crate::tournaments::sheets::use_cases::{read_round, read_tournament};
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, PlayerId, RoundId, TournamentId};

/// The papers of that tournament for the caller, who runs it.
pub fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Papers, Error> {
    let papers = read_tournament(c, id, by.today())?;
    find_official(c, by, &papers.snapshot.tournament)?;
    Ok(papers.for_officials())
}

/// The clubs to which players have moved since they were entered, by entry.
pub fn moved(c: &mut Conn, entries: &[Entry]) -> Result<HashMap<EntryId, Club>, Error> {
    let players = entries.iter().filter_map(|entry| entry.player.player());
    let players: Vec<PlayerId> = players.map(|player| player.id).collect();
    let moved = entrants::moved(entries, &transfers::store::accepted(c, &players)?);
    let ids: Vec<ClubId> = moved.values().copied().collect();
    let clubs = clubs::store::find_all(c, &[], &ids)?;
    let to = |(entry, id)| Some((entry, clubs.iter().find(|club| club.id == id)?.clone()));
    Ok(moved.into_iter().filter_map(to).collect())
}

/// The papers of a published round, with full names.
pub fn read_of_round(c: &mut Conn, by: &Caller, id: RoundId) -> Result<RoundPapers, Error> {
    let RoundPapers { tournament, round } = read_round(c, id, by.today())?;
    find_official(c, by, &tournament.snapshot.tournament)?;
    let tournament = tournament.for_officials();
    Ok(RoundPapers { tournament, round })
}
