//! Suspensions of players over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::players::suspensions::{Lifting, NewSuspension, Suspension, use_cases};
use crate::players::use_cases::PlayerPath;
use crate::players::views::PlayerSuspensionView;
use crate::players::{Player, reason};
use crate::values::error::Error;
use crate::values::id::{PlayerId, SuspensionId};
use crate::values::validation::Day;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_player_suspension)
        .service(list_player_suspensions)
        .service(read_suspension)
        .service(create_suspension_lifting);
}

/// A suspension of a player as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePlayerSuspension {
    /// The first day.
    #[schema(value_type = NaiveDate, example = "2027-03-01")]
    begins_on: Day,
    /// The last day; without one it is open.
    #[schema(value_type = Option<NaiveDate>, example = "2027-08-31")]
    ends_on: Option<Day>,
    /// The reason. Private.
    #[schema(example = "Struck an opponent.", min_length = 1, max_length = 400)]
    reason: String,
}

/// All suspensions of a player.
#[derive(Serialize, ToSchema)]
struct PlayerSuspensions {
    /// The oldest first; lifted ones too.
    items: Vec<PlayerSuspensionView>,
}

/// The answer to what was done: the suspension, at its own address.
fn recorded((suspension, player): &(Suspension, Player)) -> Response<PlayerSuspensionView> {
    let location = format!("/v1/suspensions/{}", suspension.id);
    Response::private(PlayerSuspensionView::of(suspension, player)).created_at(location)
}

/// Suspend a player
///
/// From the first day to the last, both included, the player is not entered in tournaments, not accredited as an umpire, and
/// neither proposed for colours nor awarded them: `not-eligible`, which does not say why. Nothing public tells of it.
#[utoipa::path(
    tag = "players",
    request_body = CreatePlayerSuspension,
    responses((status = 201, description = "The suspension.", body = PlayerSuspensionView)),
)]
#[post("/v1/players/{id}/suspensions")]
pub(crate) async fn create_player_suspension(
    caller: Coordinator,
    path: PlayerPath,
    Body(asked, request): Body<CreatePlayerSuspension>,
) -> Result<StoredResponse, Error> {
    let (begins_on, ends_on) = (asked.begins_on.into(), asked.ends_on.map(NaiveDate::from));
    let new = NewSuspension::parse(begins_on, ends_on, &asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            Ok(recorded(&use_cases::suspend(c, by, &path, &new)?))
        })
        .await
}

/// List a player's suspensions
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The suspensions.", body = PlayerSuspensions)),
)]
#[get("/v1/players/{id}/suspensions")]
pub(crate) async fn list_player_suspensions(
    caller: Coordinator,
    path: PlayerPath,
) -> Result<Response<PlayerSuspensions>, Error> {
    let (suspensions, player) = caller.read(move |c, by| use_cases::list(c, by, &path)).await?;
    let items = suspensions.iter().map(|one| PlayerSuspensionView::of(one, &player));
    Ok(Response::private(PlayerSuspensions { items: items.collect() }))
}

/// Read a player's suspension
#[utoipa::path(
    tag = "players",
    responses(
        (status = 200, description = "The suspension.", body = PlayerSuspensionView),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
)]
#[get("/v1/suspensions/{id}")]
pub(crate) async fn read_suspension(
    caller: Coordinator,
    id: Path<SuspensionId>,
) -> Result<Response<PlayerSuspensionView>, Error> {
    let (suspension, player) = caller.read(move |c, by| use_cases::find(c, by, *id)).await?;
    Ok(Response::private(PlayerSuspensionView::of(&suspension, &player)))
}

/// The lifting of a suspension, with the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSuspensionLifting {
    /// The day from which it no longer holds, one of its days; today if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2027-04-12")]
    lifted_on: Option<Day>,
    /// The reason. Private.
    #[schema(example = "The appeal was upheld.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Lift a player's suspension
///
/// Before its end: from that day on it no longer holds.
#[utoipa::path(
    tag = "players",
    request_body = CreateSuspensionLifting,
    responses(
        (status = 201, description = "The suspension, lifted.", body = PlayerSuspensionView),
        (status = 409, description = "`already-lifted`: it was lifted before."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`outside-suspension`: it does not hold on that day."),
    ),
)]
#[post("/v1/suspensions/{id}/liftings")]
pub(crate) async fn create_suspension_lifting(
    caller: Coordinator,
    id: Path<SuspensionId>,
    Body(asked, request): Body<CreateSuspensionLifting>,
) -> Result<StoredResponse, Error> {
    let lifting = Lifting {
        lifted_on: asked.lifted_on.map_or_else(|| caller.today(), NaiveDate::from),
        reason: reason(&asked.reason)?,
    };
    caller
        .write_once(request, move |c, by| {
            Ok(recorded(&use_cases::lift(c, by, *id, &lifting)?))
        })
        .await
}
