//! Byes in the database.

use diesel::prelude::*;

use crate::db::schema::{byes, entries};
use crate::db::{Conn, OnConflict};
use crate::tournaments::ByeValue;
use crate::tournaments::byes::{Bye, Kind, Refusal};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

#[derive(Queryable, Insertable)]
#[diesel(table_name = byes)]
struct Row {
    id: Id,
    entry_id: Id,
    round: i64,
    kind: String,
    value: String,
    created_at: Timestamp,
}

impl TryFrom<Row> for Bye {
    type Error = Error;

    fn try_from(row: Row) -> Result<Bye, Error> {
        let wrong = |what: &str| Error::Internal(format!("bye {}: its {what}", row.id));
        let kind = Kind::from_word(&row.kind).ok_or_else(|| wrong("kind"))?;
        let value = ByeValue::from_word(&row.value).ok_or_else(|| wrong("value"))?;
        Ok(Bye {
            id: row.id,
            entry: row.entry_id,
            round: row.round,
            kind,
            value,
            created_at: row.created_at,
        })
    }
}

/// Keeps a new bye.
pub(crate) fn insert(c: &mut Conn, bye: &Bye) -> Result<(), Error> {
    let row = Row {
        id: bye.id,
        entry_id: bye.entry,
        round: bye.round,
        kind: bye.kind.word().to_owned(),
        value: bye.value.word().to_owned(),
        created_at: bye.created_at,
    };
    let inserted = diesel::insert_into(byes::table).values(&row).execute(c);
    inserted.on_conflict("byes_entry_id_round_key", Refusal::AlreadyResting)?;
    Ok(())
}

/// Takes a bye away.
pub(crate) fn discard(c: &mut Conn, id: Id) -> Result<(), Error> {
    diesel::delete(byes::table.find(id)).execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Bye>, Error> {
    let row: Option<Row> = byes::table.find(id).first(c).optional()?;
    row.map(Bye::try_from).transpose()
}

/// The byes of a tournament by round.
pub(crate) fn list(c: &mut Conn, tournament: Id) -> Result<Vec<Bye>, Error> {
    list_of_all(c, &[tournament])
}

/// The byes of these tournaments by round.
pub(crate) fn list_of_all(c: &mut Conn, tournaments: &[Id]) -> Result<Vec<Bye>, Error> {
    let of_tournament = entries::table
        .filter(entries::tournament_id.eq_any(tournaments))
        .select(entries::id);
    let of_entries = byes::table.filter(byes::entry_id.eq_any(of_tournament));
    let rows: Vec<Row> = of_entries.order((byes::round, byes::id)).load(c)?;
    rows.into_iter().map(Bye::try_from).collect()
}
