//! The order of a list, found for the players of a tournament.

use std::collections::HashMap;

use crate::db::Conn;
use crate::rankings::rows::store::standing;
use crate::rankings::{UNKNOWN_RANKING, seeded, store};
use crate::tournaments::entries::Entry;
use crate::values::error::Error;
use crate::values::id::Id;

/// The players of the entries in the order of the list.
pub(crate) fn order(c: &mut Conn, ranking: Id, entries: &[Entry]) -> Result<Vec<Id>, Error> {
    let unknown = || UNKNOWN_RANKING.at("/ranking_id", format!("There is no list with the id {ranking}."));
    store::find(c, ranking)?.ok_or_else(unknown)?;
    let standing = standing(c, ranking)?.into_iter();
    let numbers: HashMap<Id, i64> = standing.map(|(player, (ordinal, _))| (player, ordinal)).collect();
    Ok(seeded(entries, &numbers))
}
