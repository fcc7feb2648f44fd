//! Grants over HTTP: what accounts may do.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Administrator;
use crate::accounts::{Authority, Grant, Refusal, Role, store};
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Day, Faults, Invalid, Word};
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_grant)
        .service(read_grant)
        .service(create_grant_revocation);
}

/// A role, for what it is given, and for how long.
#[derive(Serialize, ToSchema)]
#[schema(as = Grant)]
pub(crate) struct GrantView {
    /// Its id.
    #[schema(example = "019aa0c9-0d3b-7c11-8a4e-2b5f6c7d8e9f")]
    id: Id,
    /// Whose it is.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: Id,
    /// What it makes of the account.
    role: Role,
    /// A coordinator's province, by its code.
    #[schema(example = "ZA-LP")]
    province: Option<String>,
    /// A club secretary's club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// The first day, in South Africa.
    #[schema(example = "2026-11-20")]
    valid_from: NaiveDate,
    /// The last day; without one it is open.
    #[schema(example = "2027-10-31")]
    valid_until: Option<NaiveDate>,
    /// When it was given.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    granted_at: Timestamp,
    /// When it was taken back.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    revoked_at: Option<Timestamp>,
}

impl GrantView {
    pub(crate) fn new(grant: Grant) -> GrantView {
        let role = grant.authority.role();
        let (province, club_id) = match grant.authority {
            Authority::Administrator | Authority::Umpire | Authority::Institution => (None, None),
            Authority::Coordinator(province) => (Some(province), None),
            Authority::ClubSecretary(club) => (None, Some(club)),
        };
        GrantView {
            id: grant.id,
            account_id: grant.account,
            role,
            province,
            club_id,
            valid_from: grant.valid_from,
            valid_until: grant.valid_until,
            granted_at: grant.granted_at,
            revoked_at: grant.revoked_at,
        }
    }
}

/// A grant from today on.
pub(crate) fn open(account: Id, authority: Authority, now: Timestamp) -> Grant {
    Grant {
        id: Id::new(now),
        account,
        authority,
        valid_from: now.day(),
        valid_until: None,
        granted_at: now,
        revoked_at: None,
    }
}

/// A grant as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGrant {
    /// What it makes of the account.
    role: Role,
    /// A coordinator's province, by its code; no other role has one.
    #[schema(value_type = Option<String>, example = "ZA-LP")]
    province: Option<Word>,
    /// A club secretary's club; no other role has one.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// The first day, in South Africa; today if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2026-11-20")]
    valid_from: Option<Day>,
    /// The last day; without one it is open.
    #[schema(value_type = Option<NaiveDate>, example = "2027-10-31")]
    valid_until: Option<Day>,
}

impl CreateGrant {
    fn parse(self, account: Id, now: Timestamp) -> Result<Grant, Faults> {
        let mut faults = Faults::default();
        let authority = match Authority::new(self.role, self.province.map(String::from), self.club_id) {
            Ok(authority) => Some(authority),
            Err((pointer, invalid)) => faults.take(pointer, Err(invalid)),
        };
        let valid_from = self.valid_from.map_or_else(|| now.day(), NaiveDate::from);
        let valid_until = self.valid_until.map(NaiveDate::from);
        let ends_after_it_begins = valid_until.is_none_or(|until| valid_from <= until);
        let term = if ends_after_it_begins {
            Ok(())
        } else {
            Err(Invalid::new("before-start", "Must not be before the first day."))
        };
        match (authority, faults.take("/valid_until", term)) {
            (Some(authority), Some(())) => Ok(Grant {
                valid_from,
                valid_until,
                ..open(account, authority, now)
            }),
            _ => Err(faults),
        }
    }
}

/// Grant a role
///
/// It works from the account's next request on, and from its first day to its last.
#[utoipa::path(
    tag = "accounts",
    params(("id" = Id, Path, description = "The account's id.", example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")),
    request_body = CreateGrant,
    responses(
        (status = 201, description = "The grant.", body = GrantView),
        (status = 422, description = "`unknown-province`, `unknown-club`: there is nothing for which to grant it."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/accounts/{id}/grants")]
pub(crate) async fn create_grant(
    caller: Administrator,
    id: Path<Id>,
    Body(asked, request): Body<CreateGrant>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let now = clock.now();
    let grant = asked.parse(id.into_inner(), now)?;
    let actor = caller.actor().clone();
    request
        .once(&database, caller.account(), now, move |c| {
            if store::find(c, grant.account)?.is_none() {
                return Err(NOT_FOUND.problem("There is no account with this id.").into());
            }
            let grant = give(c, now, &actor, grant.clone())?;
            let location = format!("/v1/grants/{}", grant.id);
            Ok(Reply::private(GrantView::new(grant)).created_at(location))
        })
        .await
}

/// Keeps a grant, if what it is for exists.
pub(crate) fn give(c: &mut Conn, now: Timestamp, actor: &Actor, grant: Grant) -> Result<Grant, Error> {
    if !store::scope_exists(c, &grant.authority)? {
        return Err(match grant.authority {
            Authority::Coordinator(province) => Refusal::UnknownProvince(province).into(),
            Authority::ClubSecretary(club) => Refusal::UnknownClub(club).into(),
            Authority::Administrator | Authority::Umpire | Authority::Institution => {
                Error::Internal("a role that has no scope".to_owned())
            }
        });
    }
    store::insert_grant(c, &grant)?;
    let change = Change::created("create_grant", "grant", grant.id, &GrantView::new(grant.clone()))?;
    audit::append(c, now, actor, change)?;
    Ok(grant)
}

/// Read a grant
#[utoipa::path(
    tag = "accounts",
    params(("id" = Id, Path, description = "The grant's id.", example = "019aa0c9-0d3b-7c11-8a4e-2b5f6c7d8e9f")),
    responses((status = 200, description = "The grant.", body = GrantView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[get("/v1/grants/{id}")]
pub(crate) async fn read_grant(
    _caller: Administrator,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<GrantView>, Error> {
    let id = id.into_inner();
    let grant = database.read(move |c| store::find_grant(c, id)).await?;
    let grant = grant.ok_or_else(|| NOT_FOUND.problem("There is no grant with this id."))?;
    Ok(Reply::private(GrantView::new(grant)))
}

/// Revoke a grant
///
/// The account's next request is already without it.
#[utoipa::path(
    tag = "accounts",
    params(("id" = Id, Path, description = "The grant's id.", example = "019aa0c9-0d3b-7c11-8a4e-2b5f6c7d8e9f")),
    responses(
        (status = 201, description = "The grant, revoked.", body = GrantView),
        (status = 409, description = "`already-revoked`: it was revoked before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/grants/{id}/revocations")]
pub(crate) async fn create_grant_revocation(
    caller: Administrator,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let actor = caller.actor().clone();
    request
        .once(&database, caller.account(), now, move |c| {
            let before =
                store::find_grant(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no grant with this id."))?;
            if before.revoked_at.is_some() {
                return Err(Refusal::AlreadyRevoked.into());
            }
            let revoked = Grant {
                revoked_at: Some(now),
                ..before.clone()
            };
            store::revoke_grant(c, id, now)?;
            let (before, after) = (GrantView::new(before), GrantView::new(revoked.clone()));
            let change = Change::altered("create_grant_revocation", "grant", id, &before, &after)?;
            audit::append(c, now, &actor, change)?;
            Ok(Reply::private(GrantView::new(revoked)).created_at(format!("/v1/grants/{id}")))
        })
        .await
}
