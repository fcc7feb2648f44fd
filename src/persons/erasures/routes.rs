//! Erasing a person's data over HTTP.

use actix_web::post;
use actix_web::web::Data;

use crate::accounts::caller::Administrator;
use crate::db::Database;
use crate::db::audit::{self, Change};
use crate::persons::erasures::store as erasures;
use crate::players::routes::Entry;
use crate::players::{PublicPlayer, store};
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::body::NoBody;
use crate::web::idempotency;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_erasure);
}

/// Erase a person's data
///
/// For good: names, birth date, sex, residences, consents and pairing bars are removed, from the audit trail too; so
/// are an umpire's course, and the reasons for suspensions and for colours. The games, the draws of tournaments, colours and
/// the terms of accreditations stay, under the number as a pseudonym.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 201, description = "What is left of the player.", body = PublicPlayer)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/players/{id}/erasures")]
pub(crate) async fn create_erasure(
    caller: Administrator,
    entry: Entry,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now, actor, reach) = (entry.id, clock.now(), caller.actor().clone(), caller.reach().clone());
    let answer = request
        .once(&database, caller.account(), now, move |c| {
            entry.within(c, &reach)?;
            let entries = store::entries(c, id)?;
            erasures::erase(c, &entries, now)?;
            for entry in &entries {
                audit::forget(c, *entry)?;
                idempotency::forget(c, *entry)?;
            }
            let left = entry.find(c)?.public(now.day());
            audit::append(c, now, &actor, Change::created("create_erasure", "player", id, &left)?)?;
            Ok(Reply::public(left).created_at(format!("/v1/players/{id}")))
        })
        .await?;
    if let Err(error) = database.clear_journal().await {
        // The records are right; the journal is overwritten in time.
        tracing::warn!(%error, "the journal could not be cleared after an erasure");
    }
    Ok(answer)
}
