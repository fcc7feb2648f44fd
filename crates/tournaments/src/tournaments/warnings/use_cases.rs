//! Warnings to officials: the facts loaded, and judged.

use chrono::NaiveDate;

use crate::db::Conn;
use crate::tournaments::appointments::{self, Appointment, AppointmentWarning};
use crate::tournaments::model::draw::Warning;
use crate::tournaments::model::{Round, Tournament, TournamentSnapshot};
use crate::tournaments::warnings::DrawFacts;
use crate::tournaments::{self, double_bookings, officials, ratification, rounds, warnings};
use crate::values::error::Error;

/// The warnings about a round that is drawn, on that day; players stand in them by their seeds.
pub fn of_draw(
    c: &mut Conn,
    snapshot: &TournamentSnapshot,
    drawn: &Round,
    today: NaiveDate,
) -> Result<Vec<Warning>, Error> {
    let dossier = ratification::store::dossier(c, snapshot)?;
    let facts = DrawFacts {
        ineligible: rounds::use_cases::ineligible(c, snapshot, today)?,
        dossier,
    };
    Ok(warnings::of_draw(snapshot, drawn, &facts, today))
}

/// The warnings about an appointment; none once it has ended.
pub fn of_appointment(
    c: &mut Conn,
    tournament: &Tournament,
    appointment: &Appointment,
) -> Result<Vec<AppointmentWarning>, Error> {
    if appointment.ended_at.is_some() {
        return Ok(Vec::new());
    }
    let umpire = appointment.umpire.id;
    let elsewhere = double_bookings::store::umpired(c, tournament, &[umpire])?;
    let close = officials::store::close_to(c, umpire)?;
    let all = appointments::store::list(c, tournament.id)?;
    let snapshot = tournaments::store::snapshot(c, tournament.clone())?;
    Ok(warnings::of_appointment(
        &snapshot,
        appointment,
        &all,
        &elsewhere,
        &close,
    ))
}
