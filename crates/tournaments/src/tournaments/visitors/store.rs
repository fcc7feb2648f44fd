//! Visitors in the database.

use std::collections::HashMap;

use diesel::prelude::*;

use crate::db::schema::visitors;
use crate::db::{BATCH, Conn, OnConflict};
use crate::players;
use crate::players::person::Name;
use crate::tournaments::entries::EntryRefusal;
use crate::tournaments::model::contestant::{entry_of, id_of};
use crate::tournaments::model::{Contestant, Visitor};
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::{EntryId, PlayerId, TournamentId};
use crate::values::names::fold;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = visitors, treat_none_as_default_value = false, treat_none_as_null = true)]
struct VisitorRow {
    entry_id: EntryId,
    family_name: Option<String>,
    given_names: Option<String>,
    country: Country,
    named: i64,
}

impl From<&Visitor> for VisitorRow {
    fn from(visitor: &Visitor) -> VisitorRow {
        VisitorRow {
            entry_id: visitor.entry,
            family_name: visitor.name.as_ref().map(|name| name.family.clone()),
            given_names: visitor.name.as_ref().and_then(|name| name.given.clone()),
            country: visitor.country,
            named: i64::from(visitor.named),
        }
    }
}

impl From<VisitorRow> for Visitor {
    fn from(row: VisitorRow) -> Visitor {
        let given = row.given_names;
        Visitor {
            entry: row.entry_id,
            name: row.family_name.map(|family| Name { family, given }),
            country: row.country,
            named: row.named != 0,
        }
    }
}

/// The name by which somebody is known again in a tournament.
fn key(visitor: &Visitor) -> Option<String> {
    visitor.name.as_ref().map(|name| fold(&name.full()))
}

const SAME: &str = "visitors_tournament_id_country_name_key_key";

/// Keeps the visitor of a new entry.
pub(crate) fn insert(c: &mut Conn, tournament: TournamentId, visitor: &Visitor) -> Result<(), Error> {
    let of_tournament = (
        visitors::tournament_id.eq(tournament),
        visitors::name_key.eq(key(visitor)),
    );
    diesel::insert_into(visitors::table)
        .values((VisitorRow::from(visitor), of_tournament))
        .execute(c)
        .on_conflict(SAME, EntryRefusal::AlreadyEntered)?;
    Ok(())
}

/// Keeps what was corrected or erased.
pub(crate) fn update(c: &mut Conn, visitor: &Visitor) -> Result<(), Error> {
    diesel::update(visitors::table.find(visitor.entry))
        .set((VisitorRow::from(visitor), visitors::name_key.eq(key(visitor))))
        .execute(c)
        .on_conflict(SAME, EntryRefusal::AlreadyEntered)?;
    Ok(())
}

/// Takes the visitor of an entry away, if it has one.
pub(crate) fn discard(c: &mut Conn, entry: EntryId) -> Result<(), Error> {
    diesel::delete(visitors::table.find(entry)).execute(c)?;
    Ok(())
}

/// The visitors of these entries, as far as they have any.
pub(crate) fn find_all(c: &mut Conn, entries: &[EntryId]) -> Result<HashMap<EntryId, Visitor>, Error> {
    let mut found = HashMap::new();
    for entries in entries.chunks(BATCH) {
        let of_entries = visitors::table.filter(visitors::entry_id.eq_any(entries));
        let rows: Vec<VisitorRow> = of_entries.select(VisitorRow::as_select()).load(c)?;
        found.extend(rows.into_iter().map(|row| (row.entry_id, row.into())));
    }
    Ok(found)
}

/// The players and the visitors whom tournaments name by these ids, as far as there are any. An entry of the register that was
/// merged stands for the one that stays.
pub(crate) fn find_contestants(c: &mut Conn, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Contestant>, Error> {
    let players = players::store::find_many(c, ids)?;
    let others = ids.iter().filter(|id| !players.contains_key(id));
    let others: Vec<EntryId> = others.map(|id| entry_of(*id)).collect();
    let visitors = find_all(c, &others)?;
    let visitors = visitors
        .into_iter()
        .map(|(id, one)| (id_of(id), Contestant::Visitor(one)));
    Ok(players
        .into_iter()
        .map(|(id, one)| (id, one.into()))
        .chain(visitors)
        .collect())
}
