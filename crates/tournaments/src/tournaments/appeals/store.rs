//! Appeals in the database.

use diesel::prelude::*;

use crate::accounts::Reach;
use crate::db::schema::{appeals, tournaments};
use crate::db::{Conn, OnConflict};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::tournaments::appeals::{Appeal, AppealRefusal};
use crate::values::error::Error;
use crate::values::id::{AppealId, PlayerId, TournamentId};

/// The appeals to list.
#[derive(Debug, Default)]
pub struct AppealFilter {
    pub tournament: Option<TournamentId>,
    /// Whether they wait for a decision.
    pub pending: Option<bool>,
    /// The appeal after which to begin.
    pub after: Option<AppealId>,
}

/// Keeps a new appeal.
pub fn insert(c: &mut Conn, appeal: &Appeal) -> Result<(), Error> {
    let constraint = match appeal.dispute {
        Some(_) => "appeals_dispute_id_player_id_key",
        None => "appeals_tournament_id_player_id_key",
    };
    diesel::insert_into(appeals::table)
        .values(appeal)
        .execute(c)
        .on_conflict(constraint, AppealRefusal::AlreadyAppealed)?;
    Ok(())
}

/// Keeps how an appeal was decided.
pub fn update(c: &mut Conn, appeal: &Appeal) -> Result<(), Error> {
    diesel::update(appeals::table.find(appeal.id)).set(appeal).execute(c)?;
    Ok(())
}

/// The appeal of that id.
pub fn find(c: &mut Conn, id: AppealId) -> Result<Option<Appeal>, Error> {
    let appeal = appeals::table.find(id).select(Appeal::as_select());
    Ok(appeal.first(c).optional()?)
}

/// All appeals of a player, the latest first.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<Appeal>, Error> {
    let of_player = appeals::table.filter(appeals::player_id.eq(player));
    Ok(of_player
        .order(appeals::id.desc())
        .select(Appeal::as_select())
        .load(c)?)
}

/// Appeals about tournaments within reach, the latest first.
pub fn list(c: &mut Conn, filter: &AppealFilter, reach: &Reach, rows: i64) -> Result<Vec<Appeal>, Error> {
    let mut query = appeals::table
        .select(Appeal::as_select())
        .order(appeals::id.desc())
        .limit(rows)
        .into_boxed();
    if !reach.is_everywhere() {
        let within = tournaments::table
            .filter(tournaments::province_code.eq_any(reach.provinces().to_vec()))
            .select(tournaments::id);
        query = query.filter(appeals::tournament_id.eq_any(within));
    }
    if let Some(tournament) = filter.tournament {
        query = query.filter(appeals::tournament_id.eq(tournament));
    }
    query = match filter.pending {
        Some(true) => query.filter(appeals::decided_at.is_null()),
        Some(false) => query.filter(appeals::decided_at.is_not_null()),
        None => query,
    };
    if let Some(after) = filter.after {
        query = query.filter(appeals::id.lt(after));
    }
    Ok(query.load(c)?)
}

/// Gives the duplicate's appeals to the entry that stays. Two entries of one person have not both played in a tournament.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    Ok(reassign_rows!(c, appeals, "appeal", merger))
}

/// Empties what was said in the appeals of a person.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = || appeals::table.filter(appeals::player_id.eq_any(erasure.entries));
    diesel::update(theirs()).set(appeals::grounds.eq("")).execute(c)?;
    diesel::update(theirs().filter(appeals::reason.is_not_null()))
        .set(appeals::reason.eq(""))
        .execute(c)?;
    Ok(())
}
