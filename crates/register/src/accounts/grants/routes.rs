//! Grants over HTTP: what accounts may do.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::Role;
use crate::accounts::caller::Administrator;
use crate::accounts::grants::{Grant, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, GrantId};
use crate::values::validation::{Day, Faults, Word};
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_grant)
        .service(read_grant)
        .service(create_grant_revocation);
}

/// A grant as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGrant {
    /// The role that it gives the account.
    role: Role,
    /// A coordinator's province, by its code; no other role has one.
    #[schema(value_type = Option<String>, example = "ZA-LP", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// A club secretary's club; no other role has one.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// The first day, in South Africa; today if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2026-11-20")]
    valid_from: Option<Day>,
    /// The last day; without one it is open.
    #[schema(value_type = Option<NaiveDate>, example = "2027-10-31")]
    valid_until: Option<Day>,
}

impl CreateGrant {
    fn parse(self, account: AccountId, now: Timestamp) -> Result<Grant, Faults> {
        let scope = (self.province.map(String::from), self.club_id);
        let days = (
            self.valid_from.map(NaiveDate::from),
            self.valid_until.map(NaiveDate::from),
        );
        Grant::parse(account, self.role, scope, days, now)
    }
}

/// Grant a role
///
/// It works from the account's next request on, and from its first day to its last.
#[utoipa::path(
    tag = "accounts",
    request_body = CreateGrant,
    responses(
        (status = 201, description = "The grant.", body = Grant),
        (status = 422, description = "`unknown-province`, `unknown-club`: there is nothing for which to grant it."),
    ),
)]
#[post("/v1/accounts/{id}/grants")]
pub(crate) async fn create_grant(
    caller: Administrator,
    id: Path<AccountId>,
    Body(asked, request): Body<CreateGrant>,
) -> Result<StoredResponse, Error> {
    let grant = asked.parse(*id, caller.now())?;
    caller
        .write_once(request, move |c, by| {
            use_cases::create(c, by, &grant)?;
            Ok(created(grant.clone()))
        })
        .await
}

/// The answer to a change: the grant, at its own address.
fn created(grant: Grant) -> Response<Grant> {
    let location = format!("/v1/grants/{}", grant.id);
    Response::private(grant).created_at(location)
}

/// Read a grant
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The grant.", body = Grant)),
)]
#[get("/v1/grants/{id}")]
pub(crate) async fn read_grant(caller: Administrator, id: Path<GrantId>) -> Result<Response<Grant>, Error> {
    let grant = caller.read(move |c, _| use_cases::read(c, *id)).await?;
    Ok(Response::private(grant))
}

/// Revoke a grant
///
/// The account's next request is already without it.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The grant, revoked.", body = Grant),
        (status = 409, description = "`already-revoked`: it was revoked before."),
    ),
)]
#[post("/v1/grants/{id}/revocations")]
pub(crate) async fn create_grant_revocation(
    caller: Administrator,
    id: Path<GrantId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(created(use_cases::revoke(c, by, *id)?)))
        .await
}
