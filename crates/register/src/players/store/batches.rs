//! Many players at a time, in few statements.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::upsert::excluded;

use crate::accounts::Reach;
use crate::db::prepared::{Prepared, padded};
use crate::db::schema::{clubs, player_words, players, residences};
use crate::db::{BATCH, Conn};
use crate::on_either;
use crate::players::residences::Residence;
use crate::players::store::{PlayerRow, name_key, players_of, staying};
use crate::players::{Name, Number, Player};
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// The players with these numbers, as far as there are any. The number of an entry that was merged finds the one that
/// stays.
pub fn find_by_numbers(c: &mut Conn, numbers: &[Number]) -> Result<BTreeMap<Number, Player>, Error> {
    let mut found = BTreeMap::new();
    for numbers in numbers.chunks(BATCH) {
        let stored: Vec<i64> = numbers.iter().map(|number| number.stored()).collect();
        let rows = players::table.filter(players::number.eq_any(padded(&stored)));
        let entries = players_of(Prepared(rows.select(PlayerRow::as_select())).load(c)?)?;
        let numbered: Vec<(Number, PlayerId)> = entries.iter().map(|entry| (entry.number, entry.id)).collect();
        let players = staying(c, entries)?;
        let pairs = numbered
            .iter()
            .filter_map(|(number, id)| Some((*number, players.get(id)?.clone())));
        found.extend(pairs);
    }
    Ok(found)
}

/// The entries that were merged, by the entries that stay.
pub fn merged(c: &mut Conn, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Vec<PlayerId>>, Error> {
    let mut merged: HashMap<PlayerId, Vec<PlayerId>> = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let gone = players::table.filter(players::merged_into_id.eq_any(padded(ids)));
        let gone = Prepared(gone.select((players::merged_into_id, players::id)));
        let rows: Vec<(Option<PlayerId>, PlayerId)> = gone.load(c)?;
        for (stays, gone) in rows {
            merged.entry(stays.unwrap_or(gone)).or_default().push(gone);
        }
    }
    Ok(merged)
}

/// Players within reach who have one of these names, without regard to case and accents; by number.
pub fn namesakes(c: &mut Conn, names: &[&Name], reach: &Reach) -> Result<Vec<Player>, Error> {
    let mut found = Vec::new();
    for names in names.chunks(BATCH) {
        let keys: Vec<String> = names.iter().map(|name| name_key(name)).collect();
        let mut query = players::table
            .inner_join(clubs::table.on(clubs::id.eq(players::club_id)))
            .filter(players::name_key.eq_any(keys))
            .filter(players::merged_into_id.is_null())
            .filter(players::erased_at.is_null())
            .select(PlayerRow::as_select())
            .into_boxed();
        if !reach.is_everywhere() {
            let own = players::club_id.eq_any(reach.clubs().to_vec());
            query = query.filter(own.or(clubs::province_code.eq_any(reach.provinces().to_vec())));
        }
        found.extend(players_of(query.load(c)?)?);
    }
    found.sort_by_key(|player| player.number);
    Ok(found)
}

/// Keeps new players, and that they live where they do from today. Of one whose data was erased there is nothing else.
pub fn insert(c: &mut Conn, players: &[&Player]) -> Result<(), Error> {
    for players in players.chunks(BATCH) {
        let rows: Vec<PlayerRow> = players.iter().copied().map(PlayerRow::from).collect();
        let known = players.iter().filter(|player| player.person.is_some());
        let homes: Vec<Residence> = known.map(|player| Residence::first(player)).collect();
        on_either!(&mut *c, c => diesel::insert_into(players::table).values(&rows).execute(c))?;
        on_either!(&mut *c, c => diesel::insert_into(residences::table).values(&homes).execute(c))?;
        insert_words(c, &rows)?;
    }
    Ok(())
}

/// Keeps the mended data of players, and where they live today.
pub fn update(c: &mut Conn, players: &[&Player]) -> Result<(), Error> {
    for players in players.chunks(BATCH) {
        let rows: Vec<PlayerRow> = players.iter().copied().map(PlayerRow::from).collect();
        on_either!(&mut *c, c => diesel::insert_into(players::table)
            .values(&rows)
            .on_conflict(players::id)
            .do_update()
            .set((
                players::family_name.eq(excluded(players::family_name)),
                players::given_names.eq(excluded(players::given_names)),
                players::name_key.eq(excluded(players::name_key)),
                players::sort_key.eq(excluded(players::sort_key)),
                players::birth_date.eq(excluded(players::birth_date)),
                players::sex.eq(excluded(players::sex)),
                players::nationality.eq(excluded(players::nationality)),
                players::province_code.eq(excluded(players::province_code)),
                players::region_code.eq(excluded(players::region_code)),
            ))
            .execute(c))?;
        let ids = players.iter().map(|player| player.id);
        diesel::delete(player_words::table.filter(player_words::player_id.eq_any(ids))).execute(c)?;
        insert_words(c, &rows)?;
    }
    Ok(())
}

/// Keeps the words by which a search finds the players.
fn insert_words(c: &mut Conn, rows: &[PlayerRow]) -> Result<(), Error> {
    let words: BTreeSet<(PlayerId, &str)> = rows
        .iter()
        .flat_map(|row| row.person.name_key.split_whitespace().map(|word| (row.id, word)))
        .collect();
    let words: Vec<_> = words
        .into_iter()
        .map(|(id, word)| (player_words::word.eq(word), player_words::player_id.eq(id)))
        .collect();
    for words in words.chunks(BATCH) {
        on_either!(&mut *c, c => diesel::insert_into(player_words::table).values(words).execute(c))?;
    }
    Ok(())
}
