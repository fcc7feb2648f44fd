//! Recognition and ratification over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone, TournamentOfficial};
use crate::tournaments::afterwards;
use crate::tournaments::plans::TournamentView;
use crate::tournaments::ratification::{Counters, Equipment, NewEquipment, RecognitionFinding, use_cases};
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::{Day, Faults, ValueError};
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_recognition)
        .service(create_equipment_confirmation)
        .service(create_ratification);
}

/// The requirements of an official tournament, and whether it meets them.
#[derive(Serialize, ToSchema)]
struct Recognition {
    /// Whether all requirements are met.
    #[schema(example = false)]
    recognised: bool,
    /// The requirements.
    items: Vec<RecognitionFinding>,
}

/// Read whether a tournament is recognised
///
/// The four things that an official tournament needs, with the evidence as it stands: an umpire, boards and counters, the
/// draw, and the scoring.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = TournamentId, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The requirements.", body = Recognition)),
    security(()),
)]
#[get("/v1/tournaments/{id}/recognition")]
pub(crate) async fn read_recognition(caller: Anyone, id: Path<TournamentId>) -> Result<Response<Recognition>, Error> {
    let today = caller.today();
    let items = caller.read(move |c| use_cases::read_recognition(c, *id, today)).await?;
    let recognised = items.iter().all(|finding| finding.met);
    Ok(Response::public(Recognition { recognised, items }))
}

/// The boards and counters as an umpire has found them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEquipmentConfirmation {
    /// The side of the boards in millimetres.
    #[schema(minimum = 1, maximum = 2000, example = 490)]
    board: i64,
    /// The diameter of the junctions in millimetres.
    #[schema(minimum = 1, maximum = 200, example = 25)]
    junction: i64,
    /// The material of the counters.
    counters: Counters,
    /// The size of the counters in millimetres.
    #[schema(minimum = 1, maximum = 200, example = 25)]
    counter_size: i64,
    /// Whether the notation is marked from the top left corner.
    #[schema(example = true)]
    marked: bool,
    /// Whether boards and counters bear the mark of the federation.
    #[schema(example = true)]
    federation_mark: bool,
    /// The day on which they were looked at; today if absent, or the tournament's last day once that is over.
    #[schema(value_type = Option<NaiveDate>, example = "2027-04-17")]
    found_on: Option<Day>,
    /// The reason why it is recorded after that day, which everyone reads. Required then.
    #[schema(example = "The hall had no connection.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

impl CreateEquipmentConfirmation {
    /// The confirmation, unless it has measures that no board or counter has.
    fn parse(self) -> Result<NewEquipment, Faults> {
        let mut faults = Faults::default();
        let within = |value: i64, most: i64| {
            let wrong = || ValueError::new("out-of-range", format!("Must be from 1 to {most}."));
            (1..=most).contains(&value).then_some(()).ok_or_else(wrong)
        };
        faults.check("/board", within(self.board, 2000));
        faults.check("/junction", within(self.junction, 200));
        faults.check("/counter_size", within(self.counter_size, 200));
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(NewEquipment {
            board: self.board,
            junction: self.junction,
            counters: self.counters,
            counter_size: self.counter_size,
            marked: self.marked,
            federation_mark: self.federation_mark,
            found_on: self.found_on.map(NaiveDate::from),
            reason: afterwards::reason(self.reason.as_deref())?,
        })
    }
}

/// Confirm the boards and counters
///
/// As they are; whether that is to specification, `GET /v1/tournaments/{id}/recognition` tells. The last confirmation
/// counts. What was found on an earlier day is recorded afterwards with a reason, until the tournament is ratified.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = TournamentId, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateEquipmentConfirmation,
    responses(
        (status = 201, description = "The confirmation.", body = Equipment),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is ratified, or cancelled."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/tournaments/{id}/equipment-confirmations")]
pub(crate) async fn create_equipment_confirmation(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateEquipmentConfirmation>,
) -> Result<StoredResponse, Error> {
    let new = asked.parse()?;
    let location = format!("/v1/tournaments/{tournament}/recognition");
    caller
        .write_once(request, move |c, by| {
            let equipment = use_cases::confirm_equipment(c, by, *tournament, &new)?;
            Ok(Response::public(equipment).created_at(location.clone()))
        })
        .await
}

/// Ratify a tournament
///
/// One that is finished and has all that an official tournament needs. Its results then stand, but for corrections by an
/// administrator.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = TournamentId, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses(
        (status = 201, description = "The tournament, ratified.", body = TournamentView),
        (status = 409, description = "In this order: `wrong-state`: it is not finished, or was ratified before. `not-recognised`: it lacks something."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/tournaments/{id}/ratifications")]
pub(crate) async fn create_ratification(
    caller: Administrator,
    id: Path<TournamentId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let tournament = TournamentView::from(use_cases::ratify(c, by, *id)?);
            Ok(Response::public(tournament).created_at(format!("/v1/tournaments/{id}")))
        })
        .await
}
