//! Clubs over HTTP.

use actix_web::web::Path;
use actix_web::{get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Anyone, Coordinator};
use crate::clubs::affiliations::{self, ClubStanding};
use crate::clubs::store::{self, ClubFilter};
use crate::clubs::{Club, ClubDetails, ClubKind, NewClub, contacts, use_cases};
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::names;
use crate::values::names::Search;
use crate::values::validation::Word;
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(create_club)
        .service(list_clubs)
        .service(read_club)
        .service(update_club);
    affiliations::routes::configure(config);
    contacts::routes::configure(config);
}

/// A club as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateClub {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    id: Option<ClubId>,
    /// Short code: 2 to 12 letters, digits and hyphens, beginning with a letter. No two clubs share one.
    #[schema(example = "DIT", min_length = 2, max_length = 12)]
    code: String,
    /// The club's name.
    #[schema(example = "Ditsobotla Herders", min_length = 1, max_length = 120)]
    name: String,
    /// The sort of club that it is.
    kind: ClubKind,
    /// The code of its province.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Word,
}

/// Register a club
///
/// Sent again with the same id and content, it answers as the first time.
#[utoipa::path(
    tag = "clubs",
    request_body = CreateClub,
    responses(
        (status = 201, description = "The club.", body = Club),
        (status = 409, description = "`id-taken`: the id is another club's. `code-taken`: the code is another club's."),
        (status = 422, description = "`unknown-province`: there is no such province."),
    ),
)]
#[post("/v1/clubs")]
async fn create_club(caller: Coordinator, Body(asked, request): Body<CreateClub>) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let new = NewClub::parse(&asked.code, &asked.name, asked.kind, asked.province.into())?;
    caller
        .write_once(request, move |c, by| {
            let club = use_cases::create(c, by, &creation, new.clone())?;
            let location = format!("/v1/clubs/{}", club.id);
            Ok(Response::public(club).created_at(location))
        })
        .await
}

/// The clubs to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListClubs {
    /// Lists only clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only clubs of this kind.
    #[param(inline, example = "school")]
    kind: Option<ClubKind>,
    /// Lists only clubs of this standing today. Those whose fee is unpaid are in `grace` until the last day of grace if
    /// they were in good standing the year before, and else `lapsed`.
    #[param(inline, example = "good")]
    standing: Option<ClubStanding>,
    /// Lists only clubs whose name has words that begin with these, or whose code this is; case and accents do not matter.
    #[param(value_type = Option<String>, example = "ditso herd", min_length = 0, max_length = 400)]
    q: Option<Search>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyJkaXRzb2JvdGxhIGhlcmRlcnMiLCIwMTlhYTBjOS0yZjFlLTdiM2MtOWQ4ZS0xYTJiM2M0ZDVlNmYiXQ")]
    cursor: Option<String>,
}

/// List clubs
///
/// By name, without regard to case and accents.
#[utoipa::path(
    tag = "clubs",
    params(ListClubs),
    responses((status = 200, description = "A page of clubs.", body = Page<Club>)),
)]
#[get("/v1/clubs")]
async fn list_clubs(caller: Anyone, Query(query): Query<ListClubs>) -> Result<Response<Page<Club>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let filter = ClubFilter {
        province: query.province.map(String::from),
        kind: query.kind,
        standing: query.standing.map(|standing| (standing, today)),
        search: query.q.map(String::from),
        after: after(query.cursor.as_deref())?,
    };
    let clubs = caller.read(move |c| store::list(c, filter, limit.rows())).await?;
    let key = |club: &Club| (names::fold(&club.name), club.id);
    Ok(Response::public_page(Page::of(clubs, limit, key, |club| club)?))
}

/// Read a club
#[utoipa::path(
    tag = "clubs",
    responses((status = 200, description = "The club.", body = Club)),
)]
#[get("/v1/clubs/{id}")]
async fn read_club(caller: Anyone, id: Path<ClubId>) -> Result<Response<Club>, Error> {
    let club = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(club))
}

/// The part of a club that may be changed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateClub {
    /// Short code: 2 to 12 letters, digits and hyphens, beginning with a letter.
    #[schema(required = false, example = "DIT", min_length = 2, max_length = 12)]
    code: String,
    /// The club's name.
    #[schema(required = false, example = "Ditsobotla Herders", min_length = 1, max_length = 120)]
    name: String,
    /// The sort of club that it is.
    #[schema(required = false)]
    kind: ClubKind,
}

/// Change a club
///
/// By a JSON Merge Patch: what is sent is changed, and nothing else.
#[utoipa::path(
    tag = "clubs",
    request_body(content = UpdateClub, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The club as it is now.", body = Club),
        (status = 409, description = "`code-taken`: the code is another club's."),
        (status = 422, description = "`not-a-school`: the club has an educator in charge, as only a school has."),
    ),
)]
#[patch("/v1/clubs/{id}")]
async fn update_club(
    caller: Coordinator,
    id: Path<ClubId>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let club = use_cases::update(c, by, *id, |club| {
                let form = UpdateClub {
                    code: club.code.to_string(),
                    name: club.name.clone(),
                    kind: club.kind,
                };
                let form = change.applied_to(club, &form)?;
                Ok(ClubDetails::parse(&form.code, &form.name, form.kind)?)
            })?;
            Ok(Response::public(club))
        })
        .await
}
