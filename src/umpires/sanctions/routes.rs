//! Suspensions, their end before time, and revocations over HTTP.

use actix_web::post;
use actix_web::web::{Data, Path};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Administrator;
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
pub(crate) use crate::umpires::routes::{ParticularsView, find, particulars, told};
use crate::umpires::sanctions::{Kind, Sanction};
use crate::umpires::{Accreditation, store};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::Day;
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_accreditation_suspension)
        .service(create_accreditation_reinstatement)
        .service(create_accreditation_revocation);
}

/// What was done against an accreditation.
#[derive(Serialize, ToSchema)]
#[schema(as = Sanction)]
pub(crate) struct SanctionView {
    /// Its id.
    #[schema(example = "019aa0d1-2d3e-7f40-9b5c-6d7e8f9a0b1c")]
    id: Id,
    /// What it is.
    kind: Kind,
    /// The first day.
    #[schema(example = "2027-03-01")]
    begins_on: NaiveDate,
    /// The last day of a suspension; without one it is open.
    #[schema(example = "2027-05-31")]
    ends_on: Option<NaiveDate>,
    /// The day from which a suspension no longer holds, if the umpire was reinstated.
    #[schema(example = "2027-04-12")]
    lifted_on: Option<NaiveDate>,
    /// Why.
    #[schema(example = "Ruled on a match of a relative.")]
    reason: Option<String>,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2027-03-01T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl From<Sanction> for SanctionView {
    fn from(sanction: Sanction) -> SanctionView {
        let Sanction {
            id,
            kind,
            begins_on,
            ends_on,
            lifted_on,
            reason,
            created_at,
        } = sanction;
        SanctionView {
            id,
            kind,
            begins_on,
            ends_on,
            lifted_on,
            reason,
            created_at,
        }
    }
}

/// Writes the row of a step in the audit trail, and answers.
fn step(
    c: &mut Conn,
    (before, after): (&Accreditation, &Accreditation),
    (action, actor): (&str, &Actor),
    now: Timestamp,
) -> Result<Reply<ParticularsView>, Error> {
    let (before, after) = (particulars(c, before, now.day())?, particulars(c, after, now.day())?);
    audit::append(
        c,
        now,
        actor,
        Change::altered(action, "accreditation", after.id, &before, &after)?,
    )?;
    Ok(told(after))
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
    params(("id" = Id, Path, description = "The accreditation's id.", example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")),
    request_body = CreateSuspension,
    responses(
        (status = 201, description = "The accreditation, suspended.", body = ParticularsView),
        (status = 409, description = "`accreditation-revoked`: it was revoked."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`outside-term`: the suspension lies outside the term of the accreditation."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/accreditations/{id}/suspensions")]
pub(crate) async fn create_accreditation_suspension(
    caller: Administrator,
    id: Path<Id>,
    Body(asked, request): Body<CreateSuspension>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now, actor) = (id.into_inner(), clock.now(), caller.actor().clone());
    let CreateSuspension {
        begins_on,
        ends_on,
        reason,
    } = asked;
    let ends_on = ends_on.map(NaiveDate::from);
    let sanction = Sanction::suspension(Id::new(now), begins_on.into(), ends_on, &reason, now)?;
    request
        .once(&database, caller.account(), now, move |c| {
            let before = find(c, id)?;
            let after = before.clone().sanctioned(sanction.clone())?;
            store::insert_sanction(c, id, &sanction)?;
            step(c, (&before, &after), ("create_accreditation_suspension", &actor), now)
        })
        .await
}

/// Reinstate an umpire
///
/// Ends the suspensions of the accreditation that run today: from today on they no longer hold.
#[utoipa::path(
    tag = "umpires",
    params(("id" = Id, Path, description = "The accreditation's id.", example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")),
    responses(
        (status = 201, description = "The accreditation, no longer suspended.", body = ParticularsView),
        (status = 409, description = "`not-suspended`: no suspension is running today. `accreditation-revoked`: it was revoked."),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/accreditations/{id}/reinstatements")]
pub(crate) async fn create_accreditation_reinstatement(
    caller: Administrator,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now, actor) = (id.into_inner(), clock.now(), caller.actor().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let before = find(c, id)?;
            let after = before.clone().reinstated(now.day())?;
            store::update_sanctions(c, &after.sanctions)?;
            step(
                c,
                (&before, &after),
                ("create_accreditation_reinstatement", &actor),
                now,
            )
        })
        .await
}

/// Why an accreditation is revoked.
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
    params(("id" = Id, Path, description = "The accreditation's id.", example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")),
    request_body = CreateRevocation,
    responses(
        (status = 201, description = "The accreditation, revoked.", body = ParticularsView),
        (status = 409, description = "`accreditation-revoked`: it was revoked before."),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/accreditations/{id}/revocations")]
pub(crate) async fn create_accreditation_revocation(
    caller: Administrator,
    id: Path<Id>,
    Body(asked, request): Body<CreateRevocation>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now, actor) = (id.into_inner(), clock.now(), caller.actor().clone());
    let sanction = Sanction::revocation(Id::new(now), &asked.reason, now)?;
    request
        .once(&database, caller.account(), now, move |c| {
            let before = find(c, id)?;
            let after = before.clone().sanctioned(sanction.clone())?;
            store::insert_sanction(c, id, &sanction)?;
            step(c, (&before, &after), ("create_accreditation_revocation", &actor), now)
        })
        .await
}
