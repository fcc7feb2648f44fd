//! Appointments of umpires: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::{self, unknown_player};
use crate::tournaments::appointments::{Appointment, NewAppointment, store};
use crate::tournaments::use_cases as tournaments;
use crate::umpires;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AppointmentId, TournamentId};

/// Appoints an umpire to a tournament.
pub fn appoint(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    new: &NewAppointment,
) -> Result<Appointment, Error> {
    let tournament = tournaments::find_within(c, by, tournament)?;
    let umpire = players::store::find_member(c, new.umpire)?
        .ok_or_else(|| unknown_player(new.umpire))?
        .unerased()?;
    let accreditations = umpires::store::of_player(c, umpire.id)?;
    let id = AppointmentId::new(by.now);
    let appointment = Appointment::make(&tournament, id, umpire, &accreditations, new.clone(), by.now)?;
    store::insert(c, &appointment)?;
    let evidence = appointment.public(by.today());
    let change = Change::created(Operation::create_appointment, "appointment", appointment.id, &evidence)?;
    by.audit(c, change)?;
    Ok(appointment)
}

/// The appointment of that id.
pub fn read(c: &mut Conn, id: AppointmentId) -> Result<Appointment, Error> {
    let appointment = store::find(c, id)?;
    Ok(appointment.ok_or_else(|| NOT_FOUND.problem("There is no appointment with this id."))?)
}

/// All appointments to a tournament, the oldest first.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Appointment>, Error> {
    tournaments::read(c, tournament)?;
    store::list(c, tournament)
}

/// Ends an appointment.
pub fn end(c: &mut Conn, by: &Caller, id: AppointmentId) -> Result<Appointment, Error> {
    let before = read(c, id)?;
    let tournament = tournaments::find_within(c, by, before.tournament)?;
    let after = before.clone().ended(&tournament, by.now)?;
    store::end(c, &after)?;
    let (before, evidence) = (before.public(by.today()), after.public(by.today()));
    let change = Change::altered(
        Operation::create_appointment_ending,
        "appointment",
        id,
        &before,
        &evidence,
    )?;
    by.audit(c, change)?;
    Ok(after)
}
