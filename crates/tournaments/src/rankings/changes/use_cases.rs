//! The rows that are other ones than in the list that was replaced.

use crate::db::Conn;
use crate::players::{self, Player};
use crate::rankings::rows;
use crate::rankings::rows::use_cases::player;
use crate::rankings::rows::{RankingDifference, differences};
use crate::rankings::use_cases::find;
use crate::values::error::Error;
use crate::values::id::{PlayerId, RankingId};

/// The differences after that one, so many, each with its player; none if the list replaces none.
pub(crate) fn list(
    c: &mut Conn,
    ranking: RankingId,
    after: Option<(bool, i64)>,
    rows: i64,
) -> Result<Vec<(RankingDifference, Player)>, Error> {
    let Some(replaced) = find(c, ranking)?.replaces_id else {
        return Ok(Vec::new());
    };
    let (before, present) = (rows::store::all(c, replaced)?, rows::store::all(c, ranking)?);
    let differences: Vec<RankingDifference> = differences(before, present)
        .into_iter()
        .filter(|difference| after.is_none_or(|after| difference.key() > after))
        .take(usize::try_from(rows).unwrap_or(usize::MAX))
        .collect();
    let ids: Vec<PlayerId> = differences.iter().filter_map(RankingDifference::player).collect();
    let players = players::store::find_many(c, &ids)?;
    let with_player = |(difference, id)| Ok((difference, player(&players, id)?));
    differences.into_iter().zip(ids).map(with_player).collect()
}
