//! The federation over HTTP.

use actix_web::{get, patch};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::{Administrator, Anyone};
use crate::federation::{FederationSettings, SettingsChange, store, use_cases};
use crate::values::error::Error;
use crate::values::validation::Day;
use crate::web::body::Query;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(read_federation)
        .service(update_federation)
        .service(list_federation_changes);
}

/// The day for which the settings are read.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadFederation {
    /// The day; today if absent.
    #[param(value_type = Option<String>, format = Date, example = "2027-11-01")]
    on: Option<Day>,
}

/// Read the federation
///
/// Its name and address, and all that its texts leave open: terms, ages, wordings, and the readings of the rules. What is
/// in force today, or on another day.
#[utoipa::path(
    tag = "federation",
    params(ReadFederation),
    responses((status = 200, description = "The federation as it is on that day.", body = FederationSettings)),
)]
#[get("/v1/federation")]
async fn read_federation(
    caller: Anyone,
    Query(query): Query<ReadFederation>,
) -> Result<Response<FederationSettings>, Error> {
    let day = query.on.map_or(caller.today(), Into::into);
    let settings = caller.read(move |c| store::settings(c, day)).await?;
    Ok(Response::public(settings))
}

/// The day from which on a change holds.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct UpdateFederation {
    /// The first day on which the change holds; today if absent.
    #[param(value_type = Option<String>, format = Date, example = "2027-11-01")]
    from: Option<Day>,
}

/// Change the federation
///
/// By a JSON Merge Patch to what holds on a day: what is sent is changed from that day on, and nothing else. `If-Match` is
/// the tag of what was read for that day, `GET /v1/federation?on=…`. What is set for a later day already goes over it then.
#[utoipa::path(
    tag = "federation",
    params(UpdateFederation),
    request_body(content = FederationSettings, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The federation as it is from that day on.", body = FederationSettings),
        (status = 409, description = "`settings-in-past`: the day is over; what was decided then stays as it was."),
    ),
)]
#[patch("/v1/federation")]
async fn update_federation(
    caller: Administrator,
    Query(query): Query<UpdateFederation>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    let day = query.from.map_or(caller.today(), Into::into);
    caller
        .write_once(request, move |c, by| {
            let settings = use_cases::update(c, by, day, |settings| {
                Ok(change.applied_to(settings, settings)?.parse()?)
            })?;
            Ok(Response::public(settings))
        })
        .await
}

/// List changes of the federation
///
/// Every change since the beginning, those for days to come included, the oldest first. Before the first one everything is as
/// preset.
#[utoipa::path(
    tag = "federation",
    params(PageQuery),
    responses((status = 200, description = "A page of changes.", body = Page<SettingsChange>)),
)]
#[get("/v1/federation/changes")]
async fn list_federation_changes(
    caller: Anyone,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<SettingsChange>>, Error> {
    let (after, limit) = (query.after::<i64>()?.unwrap_or_default(), query.limit);
    let changes = caller
        .read(move |c| store::changes_after(c, after, limit.rows()))
        .await?;
    let page = Page::of(changes, limit, |change| change.version, |change| change)?;
    Ok(Response::public_page(page))
}
