//! The lists in which a player was.

use chrono::NaiveDate;

use crate::db::{ALL, Conn};
use crate::players::use_cases::{PlayerPath, find};
use crate::players::{self, Player};
use crate::rankings::methods::Method;
use crate::rankings::rows::{self, RankingRow};
use crate::rankings::{Ranking, store};
use crate::values::error::Error;
use crate::values::id::RankingId;

/// The player at the path, with the first so many lists by a method in which they are, after a list of that day and id, each with
/// their row; the oldest first. Of each list one row, the best: two entries of one person may both have been listed before they were made one.
pub fn list(
    c: &mut Conn,
    path: &PlayerPath,
    method: Method,
    after: Option<(NaiveDate, RankingId)>,
    most: i64,
) -> Result<(Player, Vec<(Ranking, RankingRow)>), Error> {
    let player = find(c, path)?;
    let entries = players::store::entries(c, player.id)?;
    // In no list is there a row of each entry and one more.
    let rows_of_lists = most.saturating_mul(i64::try_from(entries.len()).unwrap_or(ALL));
    let mut rows = rows::store::history(c, &entries, method, after, rows_of_lists)?;
    rows.dedup_by_key(|(ranking, _)| *ranking);
    rows.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    let ids: Vec<RankingId> = rows.iter().map(|(ranking, _)| *ranking).collect();
    let mut rankings = store::find_all(c, &ids)?;
    let with_ranking = |(id, row)| Some((rankings.remove(&id)?, row));
    Ok((player, rows.into_iter().filter_map(with_ranking).collect()))
}
