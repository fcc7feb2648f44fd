//! Those who have umpired a tournament, in the database.

use std::collections::BTreeMap;

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{appointment_handovers, appointments};
use crate::players::merger::{Merger, Reassigned};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AppointmentId, PlayerId, TournamentId};

/// The players whose appointments to the tournament held at that moment, each once. An appointment that was ended is that
/// of an umpire who was replaced.
pub(crate) fn umpires(c: &mut Conn, tournament: TournamentId, moment: Timestamp) -> Result<Vec<PlayerId>, Error> {
    let holding = appointments::ended_at.is_null().or(appointments::ended_at.gt(moment));
    let rows: Vec<(AppointmentId, PlayerId)> = appointments::table
        .filter(appointments::tournament_id.eq(tournament))
        .filter(appointments::created_at.le(moment))
        .filter(holding)
        .select((appointments::id, appointments::player_id))
        .load(c)?;
    let mut umpires: BTreeMap<AppointmentId, PlayerId> = rows.into_iter().collect();
    let ids: Vec<AppointmentId> = umpires.keys().copied().collect();
    // The first handover since comes last, and so counts.
    let since: Vec<(AppointmentId, PlayerId)> = appointment_handovers::table
        .filter(appointment_handovers::appointment_id.eq_any(ids))
        .filter(appointment_handovers::until.gt(moment))
        .order(appointment_handovers::until.desc())
        .select((appointment_handovers::appointment_id, appointment_handovers::player_id))
        .load(c)?;
    umpires.extend(since);
    let mut umpires: Vec<PlayerId> = umpires.into_values().collect();
    umpires.sort_unstable();
    umpires.dedup();
    Ok(umpires)
}

/// Remembers under whom the duplicate's appointments stood until the merger, before they are given to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let theirs = appointments::table.filter(appointments::player_id.eq(merger.duplicate));
    let ids: Vec<AppointmentId> = theirs.select(appointments::id).load(c)?;
    for id in ids {
        diesel::insert_into(appointment_handovers::table)
            .values((
                appointment_handovers::appointment_id.eq(id),
                appointment_handovers::player_id.eq(merger.duplicate),
                appointment_handovers::until.eq(merger.at),
            ))
            .execute(c)?;
    }
    Ok(Vec::new())
}
