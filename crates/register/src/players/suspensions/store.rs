//! Suspensions of players in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::schema::suspensions;
use crate::db::{BATCH, Conn};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::players::suspensions::Suspension;
use crate::values::error::Error;
use crate::values::id::{PlayerId, SuspensionId};

/// Keeps a new suspension.
pub fn insert(c: &mut Conn, suspension: &Suspension) -> Result<(), Error> {
    diesel::insert_into(suspensions::table).values(suspension).execute(c)?;
    Ok(())
}

/// Keeps that a suspension was lifted.
pub fn update(c: &mut Conn, suspension: &Suspension) -> Result<(), Error> {
    diesel::update(suspensions::table.find(suspension.id))
        .set(suspension)
        .execute(c)?;
    Ok(())
}

/// The suspension of that id.
pub fn find(c: &mut Conn, id: SuspensionId) -> Result<Option<Suspension>, Error> {
    let suspension = suspensions::table.find(id).select(Suspension::as_select());
    Ok(suspension.first(c).optional()?)
}

/// All suspensions of a player, lifted ones too; the oldest first.
pub fn list(c: &mut Conn, player: PlayerId) -> Result<Vec<Suspension>, Error> {
    let of_player = suspensions::table.filter(suspensions::player_id.eq(player));
    let rows = of_player.order((suspensions::created_at.asc(), suspensions::id.asc()));
    Ok(rows.select(Suspension::as_select()).load(c)?)
}

/// All suspensions of these players, lifted ones too.
pub fn list_of_all(c: &mut Conn, players: &[PlayerId]) -> Result<Vec<Suspension>, Error> {
    let mut found = Vec::new();
    for players in players.chunks(BATCH) {
        let of_players = suspensions::table.filter(suspensions::player_id.eq_any(players));
        found.extend(of_players.select(Suspension::as_select()).load(c)?);
    }
    Ok(found)
}

/// Whether the player is suspended on a day from the first of the two to the last.
pub fn is_suspended(c: &mut Conn, player: PlayerId, days: [NaiveDate; 2]) -> Result<bool, Error> {
    Ok(list(c, player)?.iter().any(|suspension| suspension.holds_within(days)))
}

/// Gives the duplicate's suspensions to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    Ok(reassign_rows!(c, suspensions, "player_suspension", merger))
}

/// Empties the reasons of a person's suspensions.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::update(suspensions::table.filter(suspensions::player_id.eq_any(erasure.entries)))
        .set((
            suspensions::reason.eq(None::<String>),
            suspensions::lifted_because.eq(None::<String>),
        ))
        .execute(c)?;
    Ok(())
}
