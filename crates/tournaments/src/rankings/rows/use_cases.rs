//! The rows of a list, found with their players.

use std::collections::HashMap;

use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::federation::ranking::RankingSettings;
use crate::players::{self, Player};
use crate::rankings::methods::glicko::is_provisional;
use crate::rankings::rows::store::{self, RowSelection};
use crate::rankings::rows::{ListedRow, RankingRow, ranks_in_selection};
use crate::rankings::use_cases::find;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, RankingId};
use crate::values::names;

/// The selected rows after that number, in order; all of them without a number of rows.
pub fn list(
    c: &mut Conn,
    ranking: RankingId,
    selection: &RowSelection,
    after: i64,
    rows: Option<i64>,
) -> Result<Vec<ListedRow>, Error> {
    let settings = find(c, ranking)?.settings;
    let rows = store::list(c, ranking, selection, after, rows)?;
    let Some(first) = rows.first() else {
        return Ok(Vec::new());
    };
    let (before, better) = store::ahead(c, ranking, selection, first)?;
    let ranks = ranks_in_selection(&rows, before, better);
    with_players(c, &settings, ranks.into_iter().zip(rows).collect())
}

/// All selected rows, and the clubs that they name.
pub fn list_with_clubs(
    c: &mut Conn,
    ranking: RankingId,
    selection: &RowSelection,
) -> Result<(Vec<ListedRow>, HashMap<ClubId, Club>), Error> {
    let rows = list(c, ranking, selection, 0, None)?;
    let mut ids: Vec<ClubId> = rows.iter().map(|listed| listed.row.particulars.club).collect();
    ids.sort_unstable();
    ids.dedup();
    let clubs = clubs::store::find_all(c, &[], &ids)?;
    Ok((rows, clubs.into_iter().map(|club| (club.id, club)).collect()))
}

/// The clubs of those who are in a list, by name.
pub fn list_clubs(c: &mut Conn, ranking: RankingId) -> Result<Vec<Club>, Error> {
    let ids = store::clubs(c, ranking)?;
    let mut clubs = clubs::store::find_all(c, &[], &ids)?;
    clubs.sort_by_cached_key(|club| (names::fold(&club.name), club.id));
    Ok(clubs)
}

/// The rows, each with its player; before each stands its rank among those who were asked for, and whether it is shared there.
pub fn with_players(
    c: &mut Conn,
    settings: &RankingSettings,
    rows: Vec<((i64, bool), RankingRow)>,
) -> Result<Vec<ListedRow>, Error> {
    let ids: Vec<PlayerId> = rows.iter().map(|(_, row)| row.player).collect();
    let players = players::store::find_many(c, &ids)?;
    let listed = |((rank_in_selection, shared_in_selection), row): ((i64, bool), RankingRow)| {
        Ok(ListedRow {
            player: player(&players, row.player)?,
            provisional: row
                .deviation
                .map(|deviation| is_provisional(&settings.glicko_2, deviation)),
            row,
            rank_in_selection,
            shared_in_selection,
        })
    };
    rows.into_iter().map(listed).collect()
}

/// The player of that id, which was ranked, and so is on record.
pub fn player(players: &HashMap<PlayerId, Player>, id: PlayerId) -> Result<Player, Error> {
    let player = players.get(&id).cloned();
    player.ok_or_else(|| Error::Internal(format!("ranked player {id}: there is none")))
}
