//! Residences over HTTP.

use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretary;
use crate::players::residences::use_cases::{self, Correction};
use crate::players::use_cases::PlayerPath;
use crate::players::views::ResidenceView;
use crate::players::{Home, reason};
use crate::values::error::Error;
use crate::values::validation::{Day, Faults, Word, past};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_residence)
        .service(create_residence_correction)
        .service(list_residences);
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
/// Where the player lives from that day on, until the day of the next residence on record, if there is one: `until` says so. A day
/// that is recorded again is mended; a residence that was wrong is corrected by `POST …/residence-corrections`.
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
            let location = format!("/v1/players/{}/residences", residence.0.player);
            Ok(Response::private(ResidenceView::from(residence)).created_at(location))
        })
        .await
}

/// A correction of a residence as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateResidenceCorrection {
    /// The first day of the residence that is wrong, as it is on record.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    since: Day,
    /// The right first day, today or earlier; the same if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2020-03-01")]
    right_since: Option<Day>,
    /// The code of the right province.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Word,
    /// The code of the region in it.
    #[schema(value_type = Option<String>, example = "DC38", min_length = 1, max_length = 64)]
    region: Option<Word>,
    /// The reason, for the audit trail.
    #[schema(example = "The form had the school's province.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Correct a residence
///
/// One that was recorded by mistake, with the registration too: the right one takes its place, with its first day, and counts for all
/// days since. The audit trail keeps what it was, and the reason.
#[utoipa::path(
    tag = "players",
    request_body = CreateResidenceCorrection,
    responses(
        (status = 201, description = "The residence.", body = ResidenceView),
        (status = 409, description = "`residence-there`: another residence is on record since the right day."),
        (status = 422, description = "`unknown-province`, `unknown-region`: there is no such province, or no such region in it. `unknown-residence`: none is on record since that day."),
    ),
)]
#[post("/v1/players/{id}/residence-corrections")]
pub(crate) async fn create_residence_correction(
    caller: ClubSecretary,
    path: PlayerPath,
    Body(asked, request): Body<CreateResidenceCorrection>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let wrong = asked.since.into();
    let right = asked.right_since.map_or(wrong, Into::into);
    let since = faults.check("/right_since", past(right, caller.today()));
    let because = match reason(&asked.reason) {
        Ok(because) => Some(because),
        Err(found) => {
            faults.extend(found);
            None
        }
    };
    let (since, reason) = since.zip(because).ok_or(faults)?;
    let correction = Correction {
        wrong,
        since,
        home: Home {
            province: asked.province.into(),
            region: asked.region.map(String::from),
        },
        reason,
    };
    caller
        .write_once(request, move |c, by| {
            let residence = use_cases::correct(c, by, &path, &correction)?;
            let location = format!("/v1/players/{}/residences", residence.0.player);
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
