//! Affiliations over HTTP, and the standing that follows from them.

use actix_web::web::Path;
use actix_web::{get, patch, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Anyone, ClubSecretary, Coordinator};
use crate::clubs::affiliations::store::{self, AffiliationFilter};
use crate::clubs::affiliations::{Affiliation, ClubStanding, use_cases};
use crate::clubs::expansion::{Expansion, PageWithClubs};
use crate::federation;
use crate::values::error::{Error, INVALID_QUERY};
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AffiliationId, ClubId};
use crate::values::validation::{Day, Word};
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_club_standing)
        .service(create_affiliation)
        .service(list_affiliations)
        .service(read_affiliation)
        .service(update_affiliation);
}

/// An affiliation as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAffiliation {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f")]
    id: Option<AffiliationId>,
    /// The club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
    /// The gaming year; the one after the present one at most.
    year: GamingYear,
    /// The day on which the fee was paid, if it was: today or earlier.
    #[schema(value_type = Option<NaiveDate>, example = "2026-11-20")]
    paid_on: Option<Day>,
}

/// The part of an affiliation that may be changed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateAffiliation {
    /// The day on which the fee was paid, today or earlier; `null` if it was not.
    #[schema(value_type = Option<NaiveDate>, example = "2026-11-20")]
    paid_on: Option<Day>,
}

/// Affiliate a club for a gaming year
///
/// With the day on which the fee was paid, or without it as long as it was not. Sent again with the same id and content,
/// it answers as the first time.
#[utoipa::path(
    tag = "clubs",
    request_body = CreateAffiliation,
    responses(
        (status = 201, description = "The affiliation.", body = Affiliation),
        (status = 409, description = "`id-taken`: the id is another affiliation's. `already-affiliated`: the club has an affiliation for the year."),
        (status = 422, description = "`unknown-club`: there is no such club."),
    ),
)]
#[post("/v1/affiliations")]
pub(crate) async fn create_affiliation(
    caller: Coordinator,
    Body(asked, request): Body<CreateAffiliation>,
) -> Result<StoredResponse, Error> {
    let now = caller.now();
    let creation = Creation::of(asked.id, &asked, now)?;
    let paid_on = asked.paid_on.map(NaiveDate::from);
    let calendar = caller.clone().read(|c, _| federation::store::calendar(c)).await?;
    let new = Affiliation::parse(creation.id, asked.club_id, asked.year, paid_on, &calendar, now)?;
    caller
        .write_once(request, move |c, by| {
            let affiliation = use_cases::create(c, by, &creation, &new)?;
            let location = format!("/v1/affiliations/{}", affiliation.id);
            Ok(Response::private(affiliation).created_at(location))
        })
        .await
}

/// The affiliations to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAffiliations {
    /// Lists only affiliations for this gaming year.
    #[param(inline, example = 2027)]
    year: Option<GamingYear>,
    /// Lists only affiliations of clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only affiliations of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Lists only affiliations of which the fee was paid (`true`), or was not (`false`).
    #[param(example = false)]
    paid: Option<bool>,
    /// Lists only affiliations that were taken back (`true`); without it none of these.
    #[serde(default)]
    #[param(value_type = Option<bool>, example = false)]
    withdrawn: bool,
    /// Brings the clubs that the items name, in `clubs`, each once.
    #[param(inline, example = "club")]
    expand: Option<Expansion>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WzIwMjcsIjAxOWFhMGNkLTFiMmMtN2QzZS04ZjQwLTVhNmI3YzhkOWUwZiJd")]
    cursor: Option<String>,
}

/// List affiliations
///
/// Those of the clubs that you look after, the latest year first; of other clubs there are none in the list.
#[utoipa::path(
    tag = "clubs",
    params(ListAffiliations),
    responses((status = 200, description = "A page of affiliations.", body = PageWithClubs<Affiliation>)),
)]
#[get("/v1/affiliations")]
pub(crate) async fn list_affiliations(
    caller: ClubSecretary,
    Query(query): Query<ListAffiliations>,
) -> Result<Response<PageWithClubs<Affiliation>>, Error> {
    let limit = query.limit;
    let filter = AffiliationFilter {
        year: query.year,
        province: query.province.map(String::from),
        club: query.club_id,
        paid: query.paid,
        withdrawn: query.withdrawn,
        after: after(query.cursor.as_deref())?,
    };
    let page = caller.read(move |c, by| {
        let affiliations = store::list(c, &by.reach, filter, limit.rows())?;
        let key = |affiliation: &Affiliation| (affiliation.year, affiliation.id);
        PageWithClubs::of(c, Page::of(affiliations, limit, key, |item| item)?, query.expand)
    });
    Ok(page.await?.private())
}

/// Read an affiliation
#[utoipa::path(
    tag = "clubs",
    responses((status = 200, description = "The affiliation.", body = Affiliation)),
)]
#[get("/v1/affiliations/{id}")]
pub(crate) async fn read_affiliation(
    caller: ClubSecretary,
    id: Path<AffiliationId>,
) -> Result<Response<Affiliation>, Error> {
    let affiliation = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(affiliation))
}

/// Change an affiliation
///
/// By a JSON Merge Patch: the fee was paid, or on another day, or, with `null`, after all not.
#[utoipa::path(
    tag = "clubs",
    request_body(content = UpdateAffiliation, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The affiliation as it is now.", body = Affiliation),
        (status = 409, description = "`already-withdrawn`: it was taken back."),
    ),
)]
#[patch("/v1/affiliations/{id}")]
pub(crate) async fn update_affiliation(
    caller: Coordinator,
    id: Path<AffiliationId>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let affiliation = use_cases::update(c, by, *id, |affiliation| {
                let paid_on = affiliation.paid_on.map(Day::from);
                let form = change.applied_to(affiliation, &UpdateAffiliation { paid_on })?;
                Ok(form.paid_on.map(NaiveDate::from))
            })?;
            Ok(Response::private(affiliation))
        })
        .await
}

/// The day of the standing.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadClubStanding {
    /// The day; today in South Africa if absent.
    #[param(value_type = Option<NaiveDate>, example = "2027-02-01")]
    on: Option<Day>,
}

/// A club's standing on a day.
#[derive(Serialize, ToSchema)]
struct StandingOnDay {
    /// The club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
    /// The day.
    #[schema(example = "2027-02-01")]
    on: NaiveDate,
    /// The gaming year in which the day falls.
    year: GamingYear,
    /// The standing.
    standing: ClubStanding,
}

/// Read a club's standing
///
/// Whether the club is a member in good standing on a day, by what is known today: the fee for the gaming year is due by
/// the last day of grace, as preset 31 January.
#[utoipa::path(
    tag = "clubs",
    params(ReadClubStanding),
    responses((status = 200, description = "The standing.", body = StandingOnDay)),
)]
#[get("/v1/clubs/{id}/standing")]
pub(crate) async fn read_club_standing(
    caller: Anyone,
    id: Path<ClubId>,
    Query(query): Query<ReadClubStanding>,
) -> Result<Response<StandingOnDay>, Error> {
    let club_id = *id;
    let on = query.on.map_or_else(|| caller.today(), NaiveDate::from);
    let unknown = |_| INVALID_QUERY.of_parameter("on", "expected a day of a known gaming year");
    let on = GamingYear::known(on).map_err(unknown)?;
    let (year, standing) = caller.read(move |c| use_cases::read_standing(c, club_id, on)).await?;
    Ok(Response::public(StandingOnDay {
        club_id,
        on,
        year,
        standing,
    }))
}
