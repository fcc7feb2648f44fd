//! Equipment specifications over HTTP.

use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone};
use crate::tournaments::equipment_specifications::{EquipmentSpecification, store, use_cases};
use crate::tournaments::model::TournamentLevel;
use crate::values::error::Error;
use crate::values::validation::{Day, whole};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(list_equipment_specifications)
        .service(create_equipment_specification);
}

/// The specifications of boards and counters.
#[derive(Serialize, ToSchema)]
struct EquipmentSpecifications {
    /// The specifications by level, board and day.
    items: Vec<EquipmentSpecification>,
}

/// List equipment specifications
///
/// The boards and counters that tournaments of each level may be played with: those that held, hold and will.
#[utoipa::path(
    tag = "federation",
    responses((status = 200, description = "All specifications.", body = EquipmentSpecifications)),
)]
#[get("/v1/equipment-specifications")]
async fn list_equipment_specifications(caller: Anyone) -> Result<Response<EquipmentSpecifications>, Error> {
    let items = caller.read(store::list).await?;
    Ok(Response::public(EquipmentSpecifications { items }))
}

/// A specification to be set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEquipmentSpecification {
    /// The level of the tournaments.
    level: TournamentLevel,
    /// The side of the board in millimetres: 490 or 305.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 305, maximum = 490, example = 490)]
    board: i64,
    /// The largest diameter of a junction in millimetres.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 200, example = 25)]
    junction: i64,
    /// The largest size of a counter in millimetres.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 200, example = 25)]
    counter_size: i64,
    /// The first day: today or later.
    #[schema(value_type = NaiveDate, example = "2027-11-01")]
    valid_from: Day,
    /// The last day, if the board is not to be allowed after it.
    #[schema(value_type = Option<NaiveDate>, example = "2028-10-31")]
    valid_until: Option<Day>,
}

/// Set an equipment specification
///
/// From a day on it takes the place of the one of its level and board, until the next one that is set already. A board that
/// a level has no specification for is not for its tournaments. Tournaments are judged by what holds on their first day.
#[utoipa::path(
    tag = "federation",
    request_body = CreateEquipmentSpecification,
    responses(
        (status = 201, description = "All specifications of the level and the board.", body = EquipmentSpecifications),
        (status = 409, description = "`settings-in-past`: the day is over; what was decided then stays as it was."),
    ),
)]
#[post("/v1/equipment-specifications")]
async fn create_equipment_specification(
    caller: Administrator,
    Body(asked, request): Body<CreateEquipmentSpecification>,
) -> Result<StoredResponse, Error> {
    let new = EquipmentSpecification {
        level: asked.level,
        board: asked.board,
        junction: asked.junction,
        counter_size: asked.counter_size,
        valid_from: asked.valid_from.into(),
        valid_until: asked.valid_until.map(NaiveDate::from),
    };
    let new = new.parse()?;
    caller
        .write_once(request, move |c, by| {
            let items = use_cases::set(c, by, new)?;
            let all = Response::public(EquipmentSpecifications { items });
            Ok(all.created_at("/v1/equipment-specifications".to_owned()))
        })
        .await
}
