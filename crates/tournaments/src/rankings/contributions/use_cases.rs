//! Rows opened: the events that make them are found as they were.

use std::collections::HashMap;

use crate::db::Conn;
use crate::players;
use crate::rankings::Ranking;
use crate::rankings::contributions::OpenedRow;
use crate::rankings::events::RankedEvent;
use crate::rankings::methods::Contribution;
use crate::rankings::rows::use_cases::player as player_of;
use crate::rankings::rows::{self, RankingRow};
use crate::rankings::use_cases::{event, find};
use crate::tournaments::model::Tournament;
use crate::tournaments::ratification::store::ratified;
use crate::tournaments::visitors;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{PlayerId, RankingId, TournamentId};

/// Opens the row of a player.
pub fn open(c: &mut Conn, ranking: RankingId, player: PlayerId) -> Result<OpenedRow, Error> {
    let ranking = find(c, ranking)?;
    let (row, contributions) = row_of(c, ranking.id, player)?;
    let events = events(c, &contributions, &ranking)?;
    let bouts = events.values().flat_map(|(_, event)| &event.bouts);
    let own = bouts.filter(|bout| bout.players.contains(&row.player));
    let mut met: Vec<PlayerId> = own.flat_map(|bout| bout.players).collect();
    met.sort_unstable();
    met.dedup();
    Ok(OpenedRow {
        player: player_of(&players::store::find_many(c, &[row.player])?, row.player)?,
        met: visitors::store::find_contestants(c, &met)?,
        ranking,
        row,
        contributions,
        events,
    })
}

/// The row of a player; of one whose entry was merged since, that of either entry.
fn row_of(c: &mut Conn, ranking: RankingId, player: PlayerId) -> Result<(RankingRow, Vec<Contribution>), Error> {
    if let Some(found) = rows::store::find(c, ranking, player)? {
        return Ok(found);
    }
    for entry in players::store::entries(c, player)? {
        if let Some(found) = rows::store::find(c, ranking, entry)? {
            return Ok(found);
        }
    }
    Err(NOT_FOUND.problem("The player is not in this list.").into())
}

/// The events that contribute to a list, as they were on record when it was published.
fn events(
    c: &mut Conn,
    contributions: &[Contribution],
    ranking: &Ranking,
) -> Result<HashMap<TournamentId, (Tournament, RankedEvent)>, Error> {
    let ids: Vec<TournamentId> = contributions
        .iter()
        .flat_map(|one| one.tournaments.iter().copied())
        .collect();
    let tournaments = ratified::find_all(c, &ids)?;
    let mut events = HashMap::with_capacity(ids.len());
    for (id, tournament) in tournaments {
        if let Some(event) = event(c, tournament.clone(), ranking, ranking.published_at)? {
            events.insert(id, (tournament, event));
        }
    }
    Ok(events)
}
