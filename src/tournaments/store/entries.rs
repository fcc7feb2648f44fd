//! Entries in the database.

use diesel::prelude::*;

use crate::clock::Timestamp;
use crate::clubs;
use crate::clubs::affiliations::Standing;
use crate::db::{Conn, OnConflict};
use crate::error::Error;
use crate::gaming_year::GamingYear;
use crate::id::Id;
use crate::players;
use crate::players::registrations::Basis;
use crate::schema::entries;
use crate::tournaments::Tournament;
use crate::tournaments::entries::{Eligibility, Entry, Refusal};

#[derive(Queryable, Insertable)]
#[diesel(table_name = entries)]
struct Row {
    id: Id,
    tournament_id: Id,
    player_id: Id,
    club_id: Id,
    seed: i64,
    first_round: i64,
    last_round: Option<i64>,
    created_at: Timestamp,
    fingerprint: String,
}

/// The entries of the rows, with their players, in the same order.
fn entries_of(c: &mut Conn, rows: Vec<Row>) -> Result<Vec<Entry>, Error> {
    let ids: Vec<Id> = rows.iter().map(|row| row.player_id).collect();
    let players = players::store::find_all(c, &ids)?;
    rows.into_iter()
        .map(|row| {
            let player = players.get(&row.player_id).cloned();
            let player = player.ok_or_else(|| Error::Internal(format!("entry {}: its player", row.id)))?;
            let Row { id, tournament_id: tournament, club_id: club, seed, last_round, created_at, .. } = row;
            Ok(Entry { id, tournament, player, club, seed, withdrawn: last_round == Some(0), created_at })
        })
        .collect()
}

/// Keeps a new entry.
pub(crate) fn insert(c: &mut Conn, entry: &Entry, fingerprint: &str) -> Result<(), Error> {
    let row = Row {
        id: entry.id,
        tournament_id: entry.tournament,
        player_id: entry.player.id,
        club_id: entry.club,
        seed: entry.seed,
        first_round: 1,
        last_round: entry.withdrawn.then_some(0),
        created_at: entry.created_at,
        fingerprint: fingerprint.to_owned(),
    };
    diesel::insert_into(entries::table)
        .values(&row)
        .execute(c)
        .on_conflict("entries_tournament_id_player_id_key", Refusal::AlreadyEntered)?;
    Ok(())
}

/// Keeps the places in the starting order.
pub(crate) fn order(c: &mut Conn, order: &[Entry]) -> Result<(), Error> {
    for entry in order {
        diesel::update(entries::table.find(entry.id)).set(entries::seed.eq(entry.seed)).execute(c)?;
    }
    Ok(())
}

/// Keeps whether an entry was taken back before the first round.
pub(crate) fn withdraw(c: &mut Conn, entry: &Entry) -> Result<(), Error> {
    let last_round = entry.withdrawn.then_some(0_i64);
    diesel::update(entries::table.find(entry.id)).set(entries::last_round.eq(last_round)).execute(c)?;
    Ok(())
}

/// The entry, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Entry, String)>, Error> {
    let row: Option<Row> = entries::table.find(id).first(c).optional()?;
    let Some(row) = row else { return Ok(None) };
    let fingerprint = row.fingerprint.clone();
    Ok(entries_of(c, vec![row])?.pop().map(|entry| (entry, fingerprint)))
}

/// All entries of a tournament, by their place in the starting order.
pub(crate) fn list(c: &mut Conn, tournament: Id) -> Result<Vec<Entry>, Error> {
    let rows: Vec<Row> = entries::table
        .filter(entries::tournament_id.eq(tournament))
        .order((entries::seed.asc(), entries::id.asc()))
        .load(c)?;
    entries_of(c, rows)
}

/// All entries of one person, the latest first.
pub(crate) fn of_player(c: &mut Conn, player: Id) -> Result<Vec<Entry>, Error> {
    let players = players::store::entries(c, player)?;
    let rows: Vec<Row> = entries::table.filter(entries::player_id.eq_any(players)).order(entries::id.desc()).load(c)?;
    entries_of(c, rows)
}

/// The last place in the starting order.
pub(crate) fn last_seed(c: &mut Conn, tournament: Id) -> Result<i64, Error> {
    let of_tournament = entries::table.filter(entries::tournament_id.eq(tournament));
    let last: Option<i64> = of_tournament.select(diesel::dsl::max(entries::seed)).first(c)?;
    Ok(last.unwrap_or_default())
}

/// What is on record of a player for the first day of a tournament.
pub(crate) fn eligibility(c: &mut Conn, tournament: &Tournament, player: Id) -> Result<Eligibility, Error> {
    let day = tournament.plan.starts_on;
    let year = GamingYear::of(day);
    let mut registrations = Vec::new();
    for basis in Basis::ALL {
        let Some(registration) = players::store::registrations::find_of(c, player, year, *basis)? else { continue };
        let affiliation = clubs::store::affiliations::find_for(c, registration.club, year)?;
        registrations.push((registration, Standing::of(affiliation.as_ref(), day)));
    }
    Ok(Eligibility { registrations })
}
