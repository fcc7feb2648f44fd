//! Tournaments in the database.

pub mod batches;

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::Date;

use crate::accounts::Reach;
use crate::db::keyset::beyond;
use crate::db::schema::{self, tournaments};
use crate::db::{BATCH, Conn};
use crate::players;
use crate::tournaments::model::{Tournament, TournamentLevel, TournamentSnapshot, TournamentStage, TournamentState};
use crate::tournaments::{byes, entries, matches, rounds, teams};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{Id, PlayerId, TournamentId};
use crate::values::names;
use crate::values::number::Seed;
use crate::values::sql_types::Uid;

/// The name without case and accents: what a search looks in.
fn name_key(tournament: &Tournament) -> String {
    format!(" {}", names::fold(&tournament.plan.name))
}

/// Keeps a new tournament.
pub fn insert(c: &mut Conn, tournament: &Tournament) -> Result<(), Error> {
    diesel::insert_into(tournaments::table)
        .values((tournament, tournaments::name_key.eq(name_key(tournament))))
        .execute(c)?;
    Ok(())
}

/// Keeps a tournament's plan or state, which was changed then.
pub fn update(c: &mut Conn, tournament: &Tournament, at: Timestamp) -> Result<(), Error> {
    diesel::update(tournaments::table.find(tournament.id))
        .set((
            tournament,
            tournaments::name_key.eq(name_key(tournament)),
            tournaments::changed_at.eq(at),
        ))
        .execute(c)?;
    Ok(())
}

/// The tournament of that id.
pub fn find(c: &mut Conn, id: TournamentId) -> Result<Option<Tournament>, Error> {
    let tournament = tournaments::table.find(id).select(Tournament::as_select());
    Ok(tournament.first(c).optional()?)
}

/// The tournaments of these ids.
pub fn find_many(c: &mut Conn, ids: &[TournamentId]) -> Result<HashMap<TournamentId, Tournament>, Error> {
    let mut found = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let of_ids = tournaments::table.filter(tournaments::id.eq_any(ids));
        let rows: Vec<Tournament> = of_ids.select(Tournament::as_select()).load(c)?;
        found.extend(rows.into_iter().map(|tournament| (tournament.id, tournament)));
    }
    Ok(found)
}

/// The tournament with everything that has happened in it.
pub fn snapshot(c: &mut Conn, tournament: Tournament) -> Result<TournamentSnapshot, Error> {
    let entries = entries::store::list(c, tournament.id)?;
    let rounds = rounds::store::list(c, tournament.id)?;
    let matches = matches::store::list(c, tournament.id, &entries)?;
    let byes = byes::store::list(c, tournament.id)?;
    let teams = teams::store::list(c, tournament.id)?;
    Ok(TournamentSnapshot {
        tournament,
        entries,
        rounds,
        matches,
        byes,
        teams,
    })
}

/// Whether an entry, a round, a match, a bye or a team has one of these ids.
pub fn are_taken(c: &mut Conn, ids: &[Id]) -> Result<bool, Error> {
    /// Values of a statement: the databases take so many at a time.
    const VALUES: usize = 1000;
    for ids in ids.chunks(VALUES) {
        let of_entry = exists(schema::entries::table.filter(schema::entries::id.eq_any(ids)));
        let of_round = exists(schema::rounds::table.filter(schema::rounds::id.eq_any(ids)));
        let of_match = exists(schema::matches::table.filter(schema::matches::id.eq_any(ids)));
        let of_bye = exists(schema::byes::table.filter(schema::byes::id.eq_any(ids)));
        let of_team = exists(schema::teams::table.filter(schema::teams::id.eq_any(ids)));
        if diesel::select(of_entry.or(of_round).or(of_match).or(of_bye).or(of_team)).get_result(c)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The pairs of those entered in a tournament, by their seeds, who are not drawn against each other today.
pub fn never_meets(c: &mut Conn, snapshot: &TournamentSnapshot) -> Result<Vec<[Seed; 2]>, Error> {
    let players: Vec<PlayerId> = snapshot.entries.iter().map(|entry| entry.player.id()).collect();
    Ok(snapshot.never_meets(&players::pairing_bars::store::among(c, &players)?))
}

/// The tournaments to list.
#[derive(Debug, Default)]
pub struct TournamentFilter {
    pub province: Option<String>,
    /// Those of the provinces that somebody looks after.
    pub within: Option<Reach>,
    pub level: Option<TournamentLevel>,
    pub stage: Option<TournamentStage>,
    pub state: Option<TournamentState>,
    /// Those that end on that day or later.
    pub from: Option<NaiveDate>,
    /// Those that start on that day or earlier.
    pub until: Option<NaiveDate>,
    /// Whether they are under review.
    pub under_review: Option<bool>,
    pub search: Option<String>,
    /// The first day and the id after which to begin.
    pub after: Option<(NaiveDate, TournamentId)>,
}

/// Tournaments, the latest first.
pub fn list(c: &mut Conn, filter: TournamentFilter, rows: i64) -> Result<Vec<Tournament>, Error> {
    let order = (tournaments::starts_on.desc(), tournaments::id.desc());
    let mut query = tournaments::table
        .select(Tournament::as_select())
        .order(order)
        .limit(rows)
        .into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(tournaments::province_code.eq(province));
    }
    if let Some(reach) = filter.within.filter(|reach| !reach.is_everywhere()) {
        query = query.filter(tournaments::province_code.eq_any(reach.provinces().to_vec()));
    }
    if let Some(level) = filter.level {
        query = query.filter(tournaments::level.eq(level));
    }
    if let Some(stage) = filter.stage {
        query = query.filter(tournaments::stage.eq(stage));
    }
    if let Some(state) = filter.state {
        query = query.filter(tournaments::state.eq(state));
    }
    if let Some(from) = filter.from {
        query = query.filter(tournaments::ends_on.ge(from));
    }
    if let Some(until) = filter.until {
        query = query.filter(tournaments::starts_on.le(until));
    }
    match filter.under_review {
        Some(true) => query = query.filter(tournaments::under_review_since.is_not_null()),
        Some(false) => query = query.filter(tournaments::under_review_since.is_null()),
        None => {}
    }
    if let Some(search) = filter.search {
        let patterns = names::patterns(&search);
        if patterns.is_empty() {
            return Ok(Vec::new());
        }
        for pattern in patterns {
            query = query.filter(tournaments::name_key.like(pattern));
        }
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!(
            "(tournaments.starts_on, tournaments.id) <",
            Date = day,
            Uid = id
        ));
    }
    Ok(query.load(c)?)
}
