//! Registrations and affiliations taken back, over HTTP.

use actix_web::post;
use actix_web::web::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::clubs::affiliations::Affiliation;
use crate::players::reason;
use crate::players::views::RegistrationView;
use crate::tournaments::membership_withdrawals::use_cases;
use crate::values::error::Error;
use crate::values::id::{AffiliationId, RegistrationId};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_registration_withdrawal)
        .service(create_affiliation_withdrawal);
}

/// The withdrawal of a registration or an affiliation, with the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateMembershipWithdrawal {
    /// The reason.
    #[schema(example = "It was recorded for the wrong year.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Withdraw a registration
///
/// One that was made by mistake: it stays on record, with the reason, and counts nowhere. Another one can be made.
#[utoipa::path(
    tag = "players",
    request_body = CreateMembershipWithdrawal,
    responses(
        (status = 201, description = "The registration, withdrawn.", body = RegistrationView),
        (status = 409, description = "In this order: `already-withdrawn`: it was withdrawn before. `entries-rest-on-it`: the player is entered by it in a tournament of the year. `accreditations-rest-on-it`: the player is accredited by it as an umpire."),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
)]
#[post("/v1/registrations/{id}/withdrawals")]
pub(crate) async fn create_registration_withdrawal(
    caller: Coordinator,
    id: Path<RegistrationId>,
    Body(asked, request): Body<CreateMembershipWithdrawal>,
) -> Result<StoredResponse, Error> {
    let because = reason(&asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            let (registration, player) = use_cases::withdraw_registration(c, by, *id, &because)?;
            let view = RegistrationView::of(&registration, &player, by.today());
            Ok(Response::private(view).created_at(format!("/v1/registrations/{id}")))
        })
        .await
}

/// Withdraw an affiliation
///
/// One that was recorded by mistake: it stays on record, with the reason, and counts nowhere. Another one can be recorded.
#[utoipa::path(
    tag = "clubs",
    request_body = CreateMembershipWithdrawal,
    responses(
        (status = 201, description = "The affiliation, withdrawn.", body = Affiliation),
        (status = 409, description = "In this order: `already-withdrawn`: it was withdrawn before. `entries-rest-on-it`: players are entered for the club in a tournament of the year."),
    ),
)]
#[post("/v1/affiliations/{id}/withdrawals")]
pub(crate) async fn create_affiliation_withdrawal(
    caller: Coordinator,
    id: Path<AffiliationId>,
    Body(asked, request): Body<CreateMembershipWithdrawal>,
) -> Result<StoredResponse, Error> {
    let because = reason(&asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            let affiliation = use_cases::withdraw_affiliation(c, by, *id, &because)?;
            Ok(Response::private(affiliation).created_at(format!("/v1/affiliations/{id}")))
        })
        .await
}
