//! Appointments in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::schema::appointments;
use crate::db::{BATCH, Conn, OnConflict};
use crate::players;
use crate::players::merger::{Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::tournaments::appointments::{Appointment, AppointmentRefusal};
use crate::tournaments::model::Tournament;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AppointmentId, PlayerId, TournamentId};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = appointments)]
struct AppointmentRow {
    id: AppointmentId,
    tournament_id: TournamentId,
    player_id: PlayerId,
    created_at: Timestamp,
    ended_at: Option<Timestamp>,
    from_day: NaiveDate,
    until_day: NaiveDate,
    reason: Option<String>,
}

/// The appointments of the rows, with their umpires, in the same order.
fn appointments_of(c: &mut Conn, rows: Vec<AppointmentRow>) -> Result<Vec<Appointment>, Error> {
    let ids: Vec<PlayerId> = rows.iter().map(|row| row.player_id).collect();
    let players = players::store::find_all(c, &ids)?;
    let with_umpire = |row: AppointmentRow| {
        let umpire = players.get(&row.player_id).cloned();
        Ok(Appointment {
            id: row.id,
            tournament: row.tournament_id,
            umpire: umpire.ok_or_else(|| Error::Internal(format!("appointment {}: its umpire", row.id)))?,
            from: row.from_day,
            until: row.until_day,
            reason: row.reason,
            created_at: row.created_at,
            ended_at: row.ended_at,
        })
    };
    rows.into_iter().map(with_umpire).collect()
}

/// Keeps a new appointment.
pub fn insert(c: &mut Conn, appointment: &Appointment) -> Result<(), Error> {
    let row = AppointmentRow {
        id: appointment.id,
        tournament_id: appointment.tournament,
        player_id: appointment.umpire.id,
        created_at: appointment.created_at,
        ended_at: appointment.ended_at,
        from_day: appointment.from,
        until_day: appointment.until,
        reason: appointment.reason.clone(),
    };
    diesel::insert_into(appointments::table)
        .values(&row)
        .execute(c)
        .on_conflict(
            "appointments_tournament_id_player_id_key",
            AppointmentRefusal::AlreadyAppointed,
        )?;
    Ok(())
}

/// Keeps that an appointment ended.
pub fn end(c: &mut Conn, appointment: &Appointment) -> Result<(), Error> {
    let row = appointments::table.find(appointment.id);
    diesel::update(row)
        .set((
            appointments::ended_at.eq(appointment.ended_at),
            appointments::until_day.eq(appointment.until),
        ))
        .execute(c)?;
    Ok(())
}

/// Lets the appointments that begin or end with the tournament go on doing so when its days change.
pub fn follow(c: &mut Conn, before: &Tournament, after: &Tournament) -> Result<(), Error> {
    let holding = || {
        appointments::table
            .filter(appointments::tournament_id.eq(after.id))
            .filter(appointments::ended_at.is_null())
    };
    diesel::update(holding().filter(appointments::from_day.eq(before.plan.starts_on)))
        .set(appointments::from_day.eq(after.plan.starts_on))
        .execute(c)?;
    diesel::update(holding().filter(appointments::until_day.eq(before.plan.ends_on)))
        .set(appointments::until_day.eq(after.plan.ends_on))
        .execute(c)?;
    Ok(())
}

/// The appointment of that id.
pub fn find(c: &mut Conn, id: AppointmentId) -> Result<Option<Appointment>, Error> {
    let row = appointments::table.find(id).select(AppointmentRow::as_select());
    let row = row.first(c).optional()?;
    Ok(appointments_of(c, row.into_iter().collect())?.pop())
}

/// All appointments to a tournament, the oldest first.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Appointment>, Error> {
    let rows = appointments::table
        .filter(appointments::tournament_id.eq(tournament))
        .order((appointments::created_at.asc(), appointments::id.asc()))
        .select(AppointmentRow::as_select())
        .load(c)?;
    appointments_of(c, rows)
}

/// The appointments to these tournaments that have not ended.
pub fn list_of_all(c: &mut Conn, tournaments: &[TournamentId]) -> Result<Vec<Appointment>, Error> {
    let mut rows = Vec::new();
    for tournaments in tournaments.chunks(BATCH) {
        let holding = appointments::table
            .filter(appointments::tournament_id.eq_any(tournaments))
            .filter(appointments::ended_at.is_null());
        rows.extend(holding.select(AppointmentRow::as_select()).load(c)?);
    }
    appointments_of(c, rows)
}

/// All appointments of one person, the latest first.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<Appointment>, Error> {
    let players = players::store::entries(c, player)?;
    let rows = appointments::table
        .filter(appointments::player_id.eq_any(players))
        .order(appointments::id.desc())
        .select(AppointmentRow::as_select())
        .load(c)?;
    appointments_of(c, rows)
}

/// Gives the duplicate's appointments to the entry that stays. An umpire is appointed to a tournament once: where both
/// were, the duplicate's appointment ends.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: PlayerId| appointments::table.filter(appointments::player_id.eq(player));
    let holding = of(merger.stays).filter(appointments::ended_at.is_null());
    let own: Vec<TournamentId> = holding.select(appointments::tournament_id).load(c)?;
    let spare = of(merger.duplicate)
        .filter(appointments::tournament_id.eq_any(own))
        .filter(appointments::ended_at.is_null());
    diesel::update(spare)
        .set(appointments::ended_at.eq(merger.at))
        .execute(c)?;
    Ok(reassign_rows!(c, appointments, "appointment", merger))
}
