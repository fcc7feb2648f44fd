//! Appointments over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, Coordinator};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::{self, PlayerName, UNKNOWN_PLAYER};
use crate::tournaments::appointments::{Appointment, Refusal, store};
use crate::tournaments::routes::{find, find_within};
use crate::tournaments::{ALREADY_APPOINTED, ALREADY_ENDED, NOT_ACCREDITED, WRONG_STATE};
use crate::umpires;
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_appointment)
        .service(list_appointments)
        .service(read_appointment)
        .service(create_appointment_ending);
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::Over(_) => WRONG_STATE.problem(detail),
            Refusal::NotAccredited(_) => NOT_ACCREDITED.problem(detail),
            Refusal::AlreadyAppointed => ALREADY_APPOINTED.problem(detail),
            Refusal::AlreadyEnded => ALREADY_ENDED.problem(detail),
        }
        .into()
    }
}

/// An appointment as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAppointment {
    /// The umpire.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
}

/// An umpire's appointment to a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = Appointment)]
pub(crate) struct AppointmentView {
    /// Its id.
    #[schema(example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    id: Id,
    /// To which tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Id,
    /// The umpire.
    umpire: PlayerName,
    /// When it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// When it ended; it holds until then.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-01T08:00:00.000000Z")]
    ended_at: Option<Timestamp>,
}

impl AppointmentView {
    pub(crate) fn of(appointment: &Appointment, today: NaiveDate) -> AppointmentView {
        let Appointment {
            id,
            tournament: tournament_id,
            created_at,
            ended_at,
            ..
        } = *appointment;
        AppointmentView {
            id,
            tournament_id,
            umpire: appointment.umpire.named(today),
            created_at,
            ended_at,
        }
    }
}

/// All appointments to a tournament.
#[derive(Serialize, ToSchema)]
struct Appointments {
    /// The oldest first; those that ended too.
    items: Vec<AppointmentView>,
}

/// Appoint an umpire
///
/// Whose accreditation is valid on every day of the tournament, and of a level that does: level 1 to provincial events,
/// national for national ones, international above.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateAppointment,
    responses(
        (status = 201, description = "The appointment.", body = AppointmentView),
        (status = 409, description = "In this order: `wrong-state`: the tournament is over. `not-accredited`: the umpire's accreditation does not do. `already-appointed`: the umpire is appointed."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/tournaments/{id}/appointments")]
pub(crate) async fn create_appointment(
    caller: Coordinator,
    tournament: Path<Id>,
    Body(asked, request): Body<CreateAppointment>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (tournament, now) = (tournament.into_inner(), clock.now());
    let (id, player) = (Id::new(now), asked.player_id);
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let tournament = find_within(c, tournament, &reach)?;
            let unknown = || UNKNOWN_PLAYER.at("/player_id", format!("There is no player with the id {player}."));
            let umpire = players::store::find_all(c, &[player])?
                .remove(&player)
                .ok_or_else(unknown)?
                .unerased()?;
            let accreditations = umpires::store::of_player(c, umpire.id)?;
            let appointment = Appointment::make(&tournament, id, umpire, &accreditations, now)?;
            store::insert(c, &appointment)?;
            let view = AppointmentView::of(&appointment, now.day());
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_appointment", "appointment", id, &view)?,
            )?;
            Ok(Reply::public(view).created_at(format!("/v1/appointments/{id}")))
        })
        .await
}

/// List the umpires of a tournament
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The appointments.", body = Appointments)),
    security(()),
)]
#[get("/v1/tournaments/{id}/appointments")]
pub(crate) async fn list_appointments(
    _caller: Anyone,
    tournament: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Appointments>, Error> {
    let (tournament, today) = (tournament.into_inner(), clock.now().day());
    let appointments = database
        .read(move |c| {
            find(c, tournament)?;
            store::list(c, tournament)
        })
        .await?;
    let items = appointments
        .iter()
        .map(|appointment| AppointmentView::of(appointment, today))
        .collect();
    Ok(Reply::public(Appointments { items }))
}

fn find_appointment(c: &mut Conn, id: Id) -> Result<Appointment, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no appointment with this id."))?)
}

/// Read an appointment
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The appointment's id.", example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")),
    responses((status = 200, description = "The appointment.", body = AppointmentView)),
    security(()),
)]
#[get("/v1/appointments/{id}")]
pub(crate) async fn read_appointment(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<AppointmentView>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let appointment = database.read(move |c| find_appointment(c, id)).await?;
    Ok(Reply::public(AppointmentView::of(&appointment, today)))
}

/// End an appointment
///
/// The umpire is replaced by another appointment.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The appointment's id.", example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")),
    responses(
        (status = 201, description = "The appointment, ended.", body = AppointmentView),
        (status = 409, description = "In this order: `wrong-state`: the tournament is ratified, or cancelled. `already-ended`: it ended before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/appointments/{id}/endings")]
pub(crate) async fn create_appointment_ending(
    caller: Coordinator,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let appointment = find_appointment(c, id)?;
            let tournament = find_within(c, appointment.tournament, &reach)?;
            let before = AppointmentView::of(&appointment, now.day());
            let ended = appointment.ended(&tournament, now)?;
            store::end(c, &ended)?;
            let after = AppointmentView::of(&ended, now.day());
            let change = Change::altered("create_appointment_ending", "appointment", id, &before, &after)?;
            audit::append(c, now, &actor, change)?;
            Ok(Reply::public(after).created_at(format!("/v1/appointments/{id}")))
        })
        .await
}
