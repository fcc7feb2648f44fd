//! Renewals over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Administrator, Coordinator};
use crate::certificate_codes::Code;
use crate::umpires::renewals::use_cases;
use crate::umpires::routes::{kept, later};
use crate::umpires::store::DueFilter;
use crate::umpires::views::{AccreditationParticulars, DueAccreditation};
use crate::values::error::Error;
use crate::values::id::{AccreditationId, UmpireCourseId};
use crate::values::random;
use crate::values::validation::{Day, Word};
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(list_due_accreditations)
        .service(create_accreditation_renewal);
}

/// The renewal of an accreditation, with what is new in the next term.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRenewal {
    /// Another course; without one the accreditation rests on the same as before.
    #[schema(example = "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70")]
    course_id: Option<UmpireCourseId>,
    /// The place where it is written who has nominated the umpire, of the international level; without one it is the same
    /// as before.
    #[schema(example = "Minutes of 6 March 2027, item 4", min_length = 1, max_length = 200)]
    nomination: Option<String>,
}

/// Renew an accreditation
///
/// Makes a new one of the same level for a full term: from the day after the present one's last day, or from today if
/// that has passed. The umpire must be registered for the gaming year in which it begins.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateRenewal,
    responses(
        (status = 201, description = "The new accreditation.", body = AccreditationParticulars),
        (status = 409, description = "`accreditation-revoked`: it was revoked. `not-eligible`: the federation does not admit the player. `not-registered`: the umpire is not registered as a member for the gaming year of the first day. `fee-unpaid`: that registration is not paid. `course-not-passed`: the umpire has not passed the course. `level-before-missing`: the accreditation for the level before was revoked. `already-accredited`: it was renewed before."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-course`: there is no such course."),
    ),
)]
#[post("/v1/accreditations/{id}/renewals")]
pub(crate) async fn create_accreditation_renewal(
    caller: Administrator,
    id: Path<AccreditationId>,
    Body(asked, request): Body<CreateRenewal>,
) -> Result<StoredResponse, Error> {
    let code = Code::of(random::bytes());
    caller
        .write_once(request, move |c, by| {
            let renewed = use_cases::renew(c, by, *id, asked.course_id, asked.nomination.clone(), &code)?;
            Ok(kept(renewed))
        })
        .await
}

/// The accreditations that are due for renewal.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListDueAccreditations {
    /// Lists accreditations whose term ends today, or within so many days; 60 if absent.
    #[param(minimum = 0, maximum = 65535, default = 60, example = 60)]
    within: Option<u16>,
    /// Lists only accreditations of umpires who live in this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI5LTExLTE5IiwiMDE5YWEwZDAtMWMyZC03ZTNmLThhNGItNWM2ZDdlOGY5YTBiIl0")]
    cursor: Option<String>,
}

/// The days within which an accreditation is due if nothing is said.
const SOON: u16 = 60;

/// List accreditations that are due for renewal
///
/// For umpires who live in the provinces that you look after, those whose term ends first in front: with the gaming year in
/// which the next term begins, and whether the umpire is registered and has paid for it. Those that were renewed or revoked
/// are left out.
#[utoipa::path(
    tag = "umpires",
    params(ListDueAccreditations),
    responses((status = 200, description = "A page of accreditations.", body = Page<DueAccreditation>)),
)]
#[get("/v1/accreditations/due")]
pub(crate) async fn list_due_accreditations(
    caller: Coordinator,
    Query(query): Query<ListDueAccreditations>,
) -> Result<Response<Page<DueAccreditation>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let after: Option<(Day, AccreditationId)> = after(query.cursor.as_deref())?;
    let filter = DueFilter {
        ending: (today, later(today, query.within.unwrap_or(SOON))),
        province: query.province.map(String::from),
        after: after.map(|(day, id)| (NaiveDate::from(day), id)),
    };
    let due = caller
        .read(move |c, by| use_cases::list_due(c, by, filter, limit.rows()))
        .await?;
    Ok(Response::private_page(Page::of(
        due,
        limit,
        |due| (due.accreditation.valid_until, due.accreditation.id),
        |due| DueAccreditation::of(&due, today),
    )?))
}
