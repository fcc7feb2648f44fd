//! Suspensions, their end before time, and revocations over HTTP.

use actix_web::post;
use actix_web::web::Path;
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::Administrator;
use crate::umpires::routes::kept;
use crate::umpires::sanctions::{Sanction, use_cases};
use crate::umpires::views::AccreditationParticulars;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, SanctionId};
use crate::values::validation::Day;
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::StoredResponse;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_accreditation_suspension)
        .service(create_accreditation_reinstatement)
        .service(create_accreditation_revocation);
}

/// A suspension as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSuspension {
    /// The first day.
    #[schema(value_type = NaiveDate, example = "2027-03-01")]
    begins_on: Day,
    /// The last day; without one it is open.
    #[schema(value_type = Option<NaiveDate>, example = "2027-05-31")]
    ends_on: Option<Day>,
    /// The reason, which the public does not read.
    #[schema(example = "Ruled on a match of a relative.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Suspend an accreditation
///
/// It gives no right to umpire from the first day to the last. Several suspensions may overlap.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateSuspension,
    responses(
        (status = 201, description = "The accreditation, suspended.", body = AccreditationParticulars),
        (status = 409, description = "`accreditation-revoked`: it was revoked."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`outside-term`: the suspension lies outside the term of the accreditation."),
    ),
)]
#[post("/v1/accreditations/{id}/suspensions")]
pub(crate) async fn create_accreditation_suspension(
    caller: Administrator,
    id: Path<AccreditationId>,
    Body(asked, request): Body<CreateSuspension>,
) -> Result<StoredResponse, Error> {
    let (begins_on, ends_on) = (asked.begins_on.into(), asked.ends_on.map(NaiveDate::from));
    let now = caller.now();
    let sanction = Sanction::suspension(SanctionId::new(now), begins_on, ends_on, &asked.reason, now)?;
    caller
        .write_once(request, move |c, by| {
            Ok(kept(use_cases::sanction(c, by, *id, &sanction)?))
        })
        .await
}

/// Reinstate an umpire
///
/// Ends the suspensions of the accreditation that run today: from today on they no longer hold.
#[utoipa::path(
    tag = "umpires",
    responses(
        (status = 201, description = "The accreditation, no longer suspended.", body = AccreditationParticulars),
        (status = 409, description = "`not-suspended`: no suspension is running today. `accreditation-revoked`: it was revoked."),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
)]
#[post("/v1/accreditations/{id}/reinstatements")]
pub(crate) async fn create_accreditation_reinstatement(
    caller: Administrator,
    id: Path<AccreditationId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(kept(use_cases::reinstate(c, by, *id)?)))
        .await
}

/// The revocation of an accreditation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRevocation {
    /// The reason, which the public does not read.
    #[schema(example = "Took money for a result.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Revoke an accreditation
///
/// From today on, and for good. The umpire may be accredited anew.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateRevocation,
    responses(
        (status = 201, description = "The accreditation, revoked.", body = AccreditationParticulars),
        (status = 409, description = "`accreditation-revoked`: it was revoked before."),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
)]
#[post("/v1/accreditations/{id}/revocations")]
pub(crate) async fn create_accreditation_revocation(
    caller: Administrator,
    id: Path<AccreditationId>,
    Body(asked, request): Body<CreateRevocation>,
) -> Result<StoredResponse, Error> {
    let now = caller.now();
    let sanction = Sanction::revocation(SanctionId::new(now), &asked.reason, now)?;
    caller
        .write_once(request, move |c, by| {
            Ok(kept(use_cases::sanction(c, by, *id, &sanction)?))
        })
        .await
}
