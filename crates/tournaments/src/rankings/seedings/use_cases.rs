//! The order of a list, found for the players of a tournament.

use std::collections::HashMap;

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::federation;
use crate::operations::Operation;
use crate::rankings::rows::store::standings;
use crate::rankings::{UNKNOWN_RANKING, seeded, store};
use crate::tournaments::entries::seeding::SeedingList;
use crate::tournaments::entries::use_cases::start_in_order;
use crate::tournaments::model::Entry;
use crate::values::error::Error;
use crate::values::id::{PlayerId, RankingId, TournamentId};

/// Starts a tournament's entries in the order of the list.
pub fn seed(c: &mut Conn, by: &Caller, tournament: TournamentId, ranking: RankingId) -> Result<Vec<Entry>, Error> {
    let order = |c: &mut Conn, entries: &[Entry]| order(c, ranking, entries);
    start_in_order(c, by, tournament, Operation::create_seeding, order, |entry| entry)
}

/// The newest list by which round 1 is seeded on that day; none if none was published.
pub fn newest(c: &mut Conn, today: NaiveDate) -> Result<Option<SeedingList>, Error> {
    let method = federation::store::settings(c, today)?.seeding_method;
    let Some((id, on)) = store::newest(c, method.into(), today)? else {
        return Ok(None);
    };
    let places = standings(c, id)?.into_iter();
    let places = places.map(|(player, standing)| (player, standing.ordinal)).collect();
    Ok(Some(SeedingList { id, on, places }))
}

/// The players of the entries in the order of the list.
fn order(c: &mut Conn, ranking: RankingId, entries: &[Entry]) -> Result<Vec<PlayerId>, Error> {
    let unknown = || UNKNOWN_RANKING.at("/ranking_id", format!("There is no list with the id {ranking}."));
    store::find(c, ranking)?.ok_or_else(unknown)?;
    let standings = standings(c, ranking)?.into_iter();
    let numbers: HashMap<PlayerId, i64> = standings.map(|(player, standing)| (player, standing.ordinal)).collect();
    Ok(seeded(entries, &numbers))
}
