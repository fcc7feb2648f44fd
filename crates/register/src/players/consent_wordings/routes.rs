//! Wordings of consents over HTTP.

use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone};
use crate::players::consent_wordings::{ConsentWording, in_force, store, use_cases};
use crate::players::consents::Purpose;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::validation::Day;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_consent_wordings).service(create_consent_wording);
}

/// A version of the wording of a consent.
#[derive(Serialize, ToSchema)]
#[schema(as = ConsentWording)]
struct ConsentWordingView {
    /// The use to which it consents.
    purpose: Purpose,
    /// The name of the version, which a consent keeps.
    #[schema(example = "2026-1")]
    version: String,
    /// The wording, as whoever consents reads it.
    #[schema(
        example = "I agree that institutions to which the federation has given leave read which colours the player has."
    )]
    text: String,
    /// The first day on which consents are given by it.
    #[schema(example = "2026-11-20")]
    valid_from: NaiveDate,
    /// Whether consents are given by it today.
    #[schema(example = true)]
    in_force: bool,
    /// The time at which it was set.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    recorded_at: Timestamp,
}

impl ConsentWordingView {
    fn of(wording: ConsentWording, in_force: bool) -> ConsentWordingView {
        ConsentWordingView {
            purpose: wording.purpose,
            version: wording.version,
            text: wording.text,
            valid_from: wording.valid_from,
            in_force,
            recorded_at: wording.recorded_at,
        }
    }
}

/// The wordings of consents.
#[derive(Serialize, ToSchema)]
struct ConsentWordings {
    /// The wordings by purpose, the latest first.
    items: Vec<ConsentWordingView>,
}

/// List the wordings of consents
///
/// Every version that was, is and will be asked, so that it can be read to what somebody has agreed.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "All versions.", body = ConsentWordings)),
)]
#[get("/v1/consent-wordings")]
async fn list_consent_wordings(caller: Anyone) -> Result<Response<ConsentWordings>, Error> {
    let today = caller.today();
    let all = caller.read(store::list).await?;
    let items = all.iter().map(|one| {
        let is_in_force = in_force(&all, one.purpose, today) == Some(one);
        ConsentWordingView::of(one.clone(), is_in_force)
    });
    Ok(Response::public(ConsentWordings { items: items.collect() }))
}

/// A wording to be set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConsentWording {
    /// The use to which it consents.
    purpose: Purpose,
    /// The name of the version.
    #[schema(example = "2027-1", min_length = 1, max_length = 40)]
    version: String,
    /// The wording, as whoever consents reads it.
    #[schema(
        example = "I agree that institutions to which the federation has given leave read which colours the player has.",
        min_length = 1,
        max_length = 4000
    )]
    text: String,
    /// The first day: today or later; today if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2027-11-01")]
    valid_from: Option<Day>,
}

/// Set another wording of a consent
///
/// From a day on it is the one by which players, parents and guardians consent themselves. Consents that were given by an
/// earlier version hold on, and that version is still read.
#[utoipa::path(
    tag = "players",
    request_body = CreateConsentWording,
    responses(
        (status = 201, description = "The wording.", body = ConsentWordingView),
        (status = 409, description = "In this order: `settings-in-past`: the day is over; what was agreed to then stays as it was. `version-taken`: there is a version of that name for the purpose."),
    ),
)]
#[post("/v1/consent-wordings")]
async fn create_consent_wording(
    caller: Administrator,
    Body(asked, request): Body<CreateConsentWording>,
) -> Result<StoredResponse, Error> {
    let wording = ConsentWording {
        purpose: asked.purpose,
        version: asked.version,
        text: asked.text,
        valid_from: asked.valid_from.map_or_else(|| caller.today(), NaiveDate::from),
        recorded_at: caller.now(),
    };
    let wording = wording.parse()?;
    caller
        .write_once(request, move |c, by| {
            use_cases::set(c, by, &wording)?;
            let is_in_force = wording.valid_from <= by.today();
            let view = ConsentWordingView::of(wording.clone(), is_in_force);
            Ok(Response::public(view).created_at("/v1/consent-wordings".to_owned()))
        })
        .await
}
