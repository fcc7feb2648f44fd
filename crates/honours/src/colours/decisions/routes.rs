//! Decisions over HTTP.

use actix_web::post;
use actix_web::web::{Data, Path};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::Administrator;
use crate::certificate_codes::Code;
use crate::colours::decisions::use_cases;
use crate::colours::routes::recorded;
use crate::colours::use_cases::fallen;
use crate::colours::views::ParticularsView;
use crate::colours::{LONGEST_REASON, LONGEST_REFERENCE};
use crate::values::error::Error;
use crate::values::id::AwardId;
use crate::values::public_url::PublicUrl;
use crate::values::random;
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::StoredResponse;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_colours_approval)
        .service(create_colours_refusal)
        .service(create_colours_revocation)
        .service(create_colours_supersession);
}

fn reason(asked: &str) -> Result<String, Faults> {
    let mut faults = Faults::default();
    faults.check("/reason", text(asked, LONGEST_REASON)).ok_or(faults)
}

/// The confirmation of an award.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateColoursApproval {
    /// The reference to where it is written.
    #[schema(example = "Minutes of 8 May 2027, item 7", min_length = 1, max_length = 200)]
    reference: String,
}

/// Approve colours
///
/// By a second person. What the proposal rests on is looked at once more. From now on the award has a code.
#[utoipa::path(
    tag = "colours",
    request_body = CreateColoursApproval,
    responses(
        (status = 201, description = "The award.", body = ParticularsView),
        (status = 403, description = "`second-person-approves`: you have proposed it."),
        (status = 409, description = "In this order: `not-proposed`: it was approved or refused before. `not-eligible`: the federation does not admit the player. `not-national`: the player is no national of the country any more. `not-earned`: the rule is met no more. `already-awarded`: another entry of the same person has these colours. `federation-unnamed`: the federation has no name yet, or the service no public address; what is signed has both."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`no-such-rule`: the criteria have no such rule any more."),
    ),
)]
#[post("/v1/colours/{id}/approvals")]
pub(crate) async fn create_colours_approval(
    caller: Administrator,
    id: Path<AwardId>,
    Body(asked, request): Body<CreateColoursApproval>,
    url: Data<PublicUrl>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reference = faults
        .check("/reference", text(&asked.reference, LONGEST_REFERENCE))
        .ok_or(faults)?;
    let (code, has_public_url) = (Code::of(random::bytes()), url.is_chosen());
    caller
        .write_once(request, move |c, by| {
            let approved = use_cases::approve(c, by, *id, &reference, &code, has_public_url)?;
            Ok(recorded(&approved, &fallen(c)?))
        })
        .await
}

/// The refusal of a proposal, with the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateColoursRefusal {
    /// The reason, which the public does not read.
    #[schema(example = "The minutes name somebody else.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Refuse colours
///
/// The player can be proposed again.
#[utoipa::path(
    tag = "colours",
    request_body = CreateColoursRefusal,
    responses(
        (status = 201, description = "The proposal, refused.", body = ParticularsView),
        (status = 409, description = "`not-proposed`: it was approved or refused before."),
    ),
)]
#[post("/v1/colours/{id}/refusals")]
pub(crate) async fn create_colours_refusal(
    caller: Administrator,
    id: Path<AwardId>,
    Body(asked, request): Body<CreateColoursRefusal>,
) -> Result<StoredResponse, Error> {
    let reason = reason(&asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            let refused = use_cases::refuse(c, by, *id, &reason)?;
            Ok(recorded(&refused, &fallen(c)?))
        })
        .await
}

/// The revocation of an award, with the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateColoursRevocation {
    /// The reason, which the public does not read.
    #[schema(example = "The result was corrected.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Revoke colours
///
/// The code stays, and tells that they are revoked.
#[utoipa::path(
    tag = "colours",
    request_body = CreateColoursRevocation,
    responses(
        (status = 201, description = "The award, revoked.", body = ParticularsView),
        (status = 409, description = "`not-approved`: it is no award that holds."),
    ),
)]
#[post("/v1/colours/{id}/revocations")]
pub(crate) async fn create_colours_revocation(
    caller: Administrator,
    id: Path<AwardId>,
    Body(asked, request): Body<CreateColoursRevocation>,
) -> Result<StoredResponse, Error> {
    let reason = reason(&asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            let revoked = use_cases::revoke(c, by, *id, &reason)?;
            Ok(recorded(&revoked, &fallen(c)?))
        })
        .await
}

/// The award that takes the place of another, and the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateColoursSupersession {
    /// Another award of the same player that holds.
    #[schema(example = "019aa0e1-2b3c-7d4e-8f50-6b7c8d9e0f1a")]
    successor_id: AwardId,
    /// The reason, which the public does not read.
    #[schema(example = "Was awarded in the wrong division.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Supersede colours
///
/// By another award of the same player. The code stays, and tells that they are superseded.
#[utoipa::path(
    tag = "colours",
    request_body = CreateColoursSupersession,
    responses(
        (status = 201, description = "The award, superseded.", body = ParticularsView),
        (status = 409, description = "`not-approved`: it is no award that holds."),
        (status = 422, description = "`no-successor`: there is no other award of the player with that id that holds."),
    ),
)]
#[post("/v1/colours/{id}/supersessions")]
pub(crate) async fn create_colours_supersession(
    caller: Administrator,
    id: Path<AwardId>,
    Body(asked, request): Body<CreateColoursSupersession>,
) -> Result<StoredResponse, Error> {
    let (successor, reason) = (asked.successor_id, reason(&asked.reason)?);
    caller
        .write_once(request, move |c, by| {
            let superseded = use_cases::supersede(c, by, *id, successor, &reason)?;
            Ok(recorded(&superseded, &fallen(c)?))
        })
        .await
}
