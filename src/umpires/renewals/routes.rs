//! Renewals over HTTP.

use actix_web::post;
use actix_web::web::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::Administrator;
use crate::certificate_codes::Code;
use crate::umpires::renewals::use_cases;
use crate::umpires::routes::kept;
use crate::umpires::views::AccreditationParticulars;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, UmpireCourseId};
use crate::values::random;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::StoredResponse;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_accreditation_renewal);
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
    params(("id" = AccreditationId, Path, description = "The id of the accreditation that ends.", example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")),
    request_body = CreateRenewal,
    responses(
        (status = 201, description = "The new accreditation.", body = AccreditationParticulars),
        (status = 409, description = "`accreditation-revoked`: it was revoked. `not-registered`: the umpire is not registered as a member for the gaming year of the first day. `course-not-passed`: the umpire has not passed the course. `level-before-missing`: the accreditation for the level before was revoked. `already-accredited`: it was renewed before."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-course`: there is no such course."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
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
