//! Appointments over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, Coordinator};
use crate::tournaments::afterwards;
use crate::tournaments::appointments::{Appointment, NewAppointment, PublicAppointment, use_cases};
use crate::values::error::Error;
use crate::values::id::{AppointmentId, PlayerId, TournamentId};
use crate::values::validation::Day;
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_appointment)
        .service(list_appointments)
        .service(read_appointment)
        .service(create_appointment_ending);
}

/// An appointment as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAppointment {
    /// The umpire.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The first day on which the umpire is appointed; that of the tournament if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2027-04-17")]
    from: Option<Day>,
    /// The last day; that of the tournament if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2027-04-18")]
    until: Option<Day>,
    /// The reason why it is recorded after its first day, which everyone reads. Required then.
    #[schema(example = "The hall had no connection.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

/// All appointments to a tournament.
#[derive(Serialize, ToSchema)]
struct Appointments {
    /// The oldest first; those that ended too.
    items: Vec<PublicAppointment>,
}

/// The answer to what makes an appointment or ends it: the appointment, at its own address.
fn stepped(appointment: &Appointment, today: NaiveDate) -> Response<PublicAppointment> {
    let location = format!("/v1/appointments/{}", appointment.id);
    Response::public(appointment.public(today)).created_at(location)
}

/// Appoint an umpire
///
/// The accreditation is valid on every day of the appointment, and of a level that does: level 1 up to national
/// events, international above. What was so is recorded afterwards with a reason, until the tournament
/// is ratified, or while it is under review. An umpire who plays in the tournament does not make it an official one.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateAppointment,
    responses(
        (status = 201, description = "The appointment.", body = PublicAppointment),
        (status = 409, description = "In this order: `wrong-state`: the tournament is ratified, or cancelled. `not-accredited`: the umpire's accreditation does not do. `already-appointed`: the umpire is appointed."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player."),
    ),
)]
#[post("/v1/tournaments/{id}/appointments")]
pub(crate) async fn create_appointment(
    caller: Coordinator,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateAppointment>,
) -> Result<StoredResponse, Error> {
    let new = NewAppointment {
        umpire: asked.player_id,
        from: asked.from.map(NaiveDate::from),
        until: asked.until.map(NaiveDate::from),
        reason: afterwards::reason(asked.reason.as_deref())?,
    };
    caller
        .write_once(request, move |c, by| {
            let appointment = use_cases::appoint(c, by, *tournament, &new)?;
            Ok(stepped(&appointment, by.today()))
        })
        .await
}

/// List the umpires of a tournament
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The appointments.", body = Appointments)),
)]
#[get("/v1/tournaments/{id}/appointments")]
pub(crate) async fn list_appointments(
    caller: Anyone,
    tournament: Path<TournamentId>,
) -> Result<Response<Appointments>, Error> {
    let today = caller.today();
    let appointments = caller.read(move |c| use_cases::list(c, *tournament)).await?;
    let items = appointments.iter().map(|appointment| appointment.public(today));
    Ok(Response::public(Appointments { items: items.collect() }))
}

/// Read an appointment
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The appointment.", body = PublicAppointment)),
)]
#[get("/v1/appointments/{id}")]
pub(crate) async fn read_appointment(
    caller: Anyone,
    id: Path<AppointmentId>,
) -> Result<Response<PublicAppointment>, Error> {
    let today = caller.today();
    let appointment = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(appointment.public(today)))
}

/// End an appointment
///
/// Today is its last day, if it would have lasted longer. The umpire is replaced by another appointment.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The appointment, ended.", body = PublicAppointment),
        (status = 409, description = "In this order: `wrong-state`: the tournament is ratified, or cancelled. `already-ended`: it ended before."),
    ),
)]
#[post("/v1/appointments/{id}/endings")]
pub(crate) async fn create_appointment_ending(
    caller: Coordinator,
    id: Path<AppointmentId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::end(c, by, *id)?, by.today()))
        })
        .await
}
