//! Residences over HTTP.

use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretary;
use crate::players::Home;
use crate::players::residences::use_cases;
use crate::players::use_cases::PlayerPath;
use crate::players::views::ResidenceView;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::validation::{Day, Faults, Word, past};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_residence).service(list_residences);
}

/// A residence as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateResidence {
    /// The first day; today or earlier.
    #[schema(value_type = NaiveDate, example = "2026-10-01")]
    since: Day,
    /// The code of the province.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Word,
    /// The code of the region in it.
    #[schema(value_type = Option<String>, example = "DC38", min_length = 1, max_length = 64)]
    region: Option<Word>,
}

/// All residences of a player.
#[derive(Serialize, ToSchema)]
struct Residences {
    /// The latest first.
    items: Vec<ResidenceView>,
}

/// Record a residence
///
/// Where the player lives from that day on. A day that is recorded again is mended.
#[utoipa::path(
    tag = "players",
    request_body = CreateResidence,
    responses(
        (status = 201, description = "The residence.", body = ResidenceView),
        (status = 422, description = "`unknown-province`, `unknown-region`: there is no such province, or no such region in it."),
    ),
)]
#[post("/v1/players/{id}/residences")]
pub(crate) async fn create_residence(
    caller: ClubSecretary,
    path: PlayerPath,
    Body(asked, request): Body<CreateResidence>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let since = faults.check("/since", past(asked.since.into(), caller.today()));
    let since = since.ok_or(faults)?;
    let home = Home {
        province: asked.province.into(),
        region: asked.region.map(String::from),
    };
    caller
        .write_once(request, move |c, by| {
            let residence = use_cases::record(c, by, &path, since, home.clone())?;
            let location = format!("/v1/players/{}/residences", residence.player);
            Ok(Response::private(ResidenceView::from(residence)).created_at(location))
        })
        .await
}

/// List a player's residences
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The residences.", body = Residences)),
)]
#[get("/v1/players/{id}/residences")]
pub(crate) async fn list_residences(caller: ClubSecretary, path: PlayerPath) -> Result<Response<Residences>, Error> {
    let residences = caller.read(move |c, by| use_cases::list(c, by, &path)).await?;
    let items = residences.into_iter().map(ResidenceView::from).collect();
    Ok(Response::private(Residences { items }))
}
