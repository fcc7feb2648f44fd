//! Players as they are kept, for whoever examines whether they are found.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;

use crate::db::schema::{player_words, players};
use crate::db::{BATCH, Conn};
use crate::players::store::{PersonRow, PlayerRow};
use crate::players::{Person, Player};
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// A player with what lists and searches are made from.
pub(crate) struct Kept {
    pub(crate) id: PlayerId,
    pub(crate) number: i64,
    pub(crate) name_key: String,
    pub(crate) sort_key: String,
    pub(crate) player: Result<Player, Error>,
}

/// The next players by their numbers.
pub(crate) fn page(c: &mut Conn, after: i64) -> Result<Vec<Kept>, Error> {
    let rows: Vec<PlayerRow> = players::table
        .filter(players::number.gt(after))
        .order(players::number)
        .limit(i64::try_from(BATCH).unwrap_or(i64::MAX))
        .select(PlayerRow::as_select())
        .load(c)?;
    let kept = |row: PlayerRow| Kept {
        id: row.id,
        number: row.number,
        name_key: row.person.name_key.clone(),
        sort_key: row.person.sort_key.clone(),
        player: Player::try_from(row),
    };
    Ok(rows.into_iter().map(kept).collect())
}

/// The words by which a search finds them.
pub(crate) fn words(c: &mut Conn, ids: &[PlayerId]) -> Result<HashMap<PlayerId, BTreeSet<String>>, Error> {
    let rows: Vec<(PlayerId, String)> = player_words::table
        .filter(player_words::player_id.eq_any(ids))
        .select((player_words::player_id, player_words::word))
        .load(c)?;
    let mut words: HashMap<PlayerId, BTreeSet<String>> = HashMap::new();
    for (id, word) in rows {
        words.entry(id).or_default().insert(word);
    }
    Ok(words)
}

/// The texts by which a person's name is searched and sorted; nothing of one whose data was erased.
pub(crate) fn keys(person: Option<&Person>) -> (String, String) {
    let row = person.map(PersonRow::from).unwrap_or_default();
    (row.name_key, row.sort_key)
}

/// The entries that were merged, each with the one that it was merged into.
pub(crate) fn mergers(c: &mut Conn) -> Result<HashMap<PlayerId, PlayerId>, Error> {
    let rows: Vec<(PlayerId, Option<PlayerId>)> = players::table
        .filter(players::merged_into_id.is_not_null())
        .select((players::id, players::merged_into_id))
        .load(c)?;
    Ok(rows.into_iter().filter_map(|(id, into)| Some((id, into?))).collect())
}
