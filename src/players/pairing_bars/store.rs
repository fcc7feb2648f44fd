//! Pairing bars in the database.

use diesel::prelude::*;

use crate::db::schema::pairing_bars;
use crate::db::{Conn, OnConflict};
use crate::players::merger::{Merger, Reassigned};
use crate::players::pairing_bars::{PairingBar, Refusal, Relation};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;
use std::collections::HashSet;

#[derive(Queryable, Insertable)]
#[diesel(table_name = pairing_bars)]
struct Row {
    id: Id,
    player_id: Id,
    other_player_id: Id,
    relation: String,
    created_at: Timestamp,
    withdrawn_at: Option<Timestamp>,
    fingerprint: String,
}

impl TryFrom<Row> for PairingBar {
    type Error = Error;

    fn try_from(row: Row) -> Result<PairingBar, Error> {
        let relation = Relation::from_word(&row.relation);
        let relation = relation.ok_or_else(|| Error::Internal(format!("pairing bar {}: its relation", row.id)))?;
        let players = [row.player_id, row.other_player_id];
        Ok(PairingBar {
            id: row.id,
            players,
            relation,
            created_at: row.created_at,
            withdrawn_at: row.withdrawn_at,
        })
    }
}

/// Keeps a new bar.
pub(crate) fn insert(c: &mut Conn, bar: &PairingBar, fingerprint: &str) -> Result<(), Error> {
    let row = Row {
        id: bar.id,
        player_id: bar.players[0],
        other_player_id: bar.players[1],
        relation: bar.relation.word().to_owned(),
        created_at: bar.created_at,
        withdrawn_at: bar.withdrawn_at,
        fingerprint: fingerprint.to_owned(),
    };
    diesel::insert_into(pairing_bars::table)
        .values(&row)
        .execute(c)
        .on_conflict("pairing_bars_player_id_other_player_id_key", Refusal::AlreadyBarred)?;
    Ok(())
}

/// Keeps whom a bar is between, and whether it was taken back.
pub(crate) fn update(c: &mut Conn, bar: &PairingBar) -> Result<(), Error> {
    diesel::update(pairing_bars::table.find(bar.id))
        .set((
            pairing_bars::player_id.eq(bar.players[0]),
            pairing_bars::other_player_id.eq(bar.players[1]),
            pairing_bars::withdrawn_at.eq(bar.withdrawn_at),
        ))
        .execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<PairingBar>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(bar, _)| bar))
}

/// The bar, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(PairingBar, String)>, Error> {
    let row: Option<Row> = pairing_bars::table.find(id).first(c).optional()?;
    row.map(|row| {
        let fingerprint = row.fingerprint.clone();
        Ok((PairingBar::try_from(row)?, fingerprint))
    })
    .transpose()
}

/// All of a player's bars, those that were taken back too; the oldest first.
pub(crate) fn list(c: &mut Conn, player: Id) -> Result<Vec<PairingBar>, Error> {
    let of_player = pairing_bars::player_id
        .eq(player)
        .or(pairing_bars::other_player_id.eq(player));
    let rows: Vec<Row> = pairing_bars::table
        .filter(of_player)
        .order(pairing_bars::id.asc())
        .load(c)?;
    rows.into_iter().map(PairingBar::try_from).collect()
}

/// The pairs of these players who are barred from each other.
pub(crate) fn among(c: &mut Conn, players: &[Id]) -> Result<Vec<[Id; 2]>, Error> {
    let holding = pairing_bars::table.filter(pairing_bars::withdrawn_at.is_null());
    let between = holding
        .filter(pairing_bars::player_id.eq_any(players))
        .filter(pairing_bars::other_player_id.eq_any(players))
        .order(pairing_bars::id.asc());
    let pairs: Vec<(Id, Id)> = between
        .select((pairing_bars::player_id, pairing_bars::other_player_id))
        .load(c)?;
    Ok(pairs.into_iter().map(|(one, other)| [one, other]).collect())
}

/// Gives the duplicate's bars to the entry that stays. One that it has already, and one between the two entries, is
/// withdrawn: it is of no more use.
pub(crate) fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let Merger { duplicate, stays, .. } = *merger;
    let partner = |bar: &PairingBar, of: Id| {
        if bar.players[0] == of {
            bar.players[1]
        } else {
            bar.players[0]
        }
    };
    let own: HashSet<Id> = list(c, stays)?
        .iter()
        .filter(|bar| bar.withdrawn_at.is_none())
        .map(|bar| partner(bar, stays))
        .collect();
    let mut changed = Vec::new();
    for bar in list(c, duplicate)? {
        let other = partner(&bar, duplicate);
        let is_spare = other == stays || own.contains(&other);
        let mut moved = if is_spare && bar.withdrawn_at.is_none() {
            bar.withdrawn(true, merger.at)?
        } else {
            bar
        };
        if other != stays {
            moved.players = [stays, other];
            moved.players.sort_unstable();
        }
        update(c, &moved)?;
        changed.push(moved.id);
    }
    Ok(Reassigned::all("pairing_bar", changed))
}

/// Deletes the bars of all entries of one person.
pub(crate) fn erase(c: &mut Conn, players: &[Id], _at: Timestamp) -> Result<(), Error> {
    let barred = pairing_bars::player_id
        .eq_any(players)
        .or(pairing_bars::other_player_id.eq_any(players));
    diesel::delete(pairing_bars::table.filter(barred)).execute(c)?;
    Ok(())
}
