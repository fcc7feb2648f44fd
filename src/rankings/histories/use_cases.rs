//! The lists in which a player was.

use crate::db::Conn;
use crate::players;
use crate::rankings::methods::Method;
use crate::rankings::rows::{self, RankingRow};
use crate::rankings::{Ranking, store};
use crate::values::error::Error;
use crate::values::id::{PlayerId, RankingId};

/// The lists by a method in which the player is, each with the player's row; the oldest first. Of each list one row, the
/// best: two entries of one person may both have been listed before they were made one.
pub(crate) fn list(c: &mut Conn, player: PlayerId, method: Method) -> Result<Vec<(Ranking, RankingRow)>, Error> {
    let entries = players::store::entries(c, player)?;
    let mut rows = rows::store::history(c, &entries, method)?;
    rows.dedup_by_key(|(ranking, _)| *ranking);
    let ids: Vec<RankingId> = rows.iter().map(|(ranking, _)| *ranking).collect();
    let mut rankings = store::find_all(c, &ids)?;
    let with_ranking = |(id, row)| Some((rankings.remove(&id)?, row));
    Ok(rows.into_iter().filter_map(with_ranking).collect())
}
