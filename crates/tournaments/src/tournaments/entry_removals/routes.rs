//! Entries removed, over HTTP.

use actix_web::post;
use actix_web::web::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretaryOrUmpire;
use crate::players::reason;
use crate::tournaments::entries::PublicEntry;
use crate::tournaments::entry_removals::use_cases;
use crate::values::error::Error;
use crate::values::id::EntryId;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_entry_removal);
}

/// The removal of an entry, with the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEntryRemoval {
    /// The reason.
    #[schema(example = "A namesake was meant.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Remove an entry
///
/// One that was recorded by mistake, as long as no round was drawn since: it is there no more, those behind it move up, its
/// byes and its place in a team go with it, and another one can be made. The audit trail keeps it, with the reason. Whoever was
/// drawn is withdrawn instead.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateEntryRemoval,
    responses(
        (status = 201, description = "The entry that was removed.", body = PublicEntry),
        (status = 409, description = "In this order: `wrong-state`: the tournament takes no entries. `entries-closed`: the last day for clubs is over. `entry-drawn`: a round was drawn since."),
    ),
)]
#[post("/v1/entries/{id}/removals")]
async fn create_entry_removal(
    caller: ClubSecretaryOrUmpire,
    id: Path<EntryId>,
    Body(asked, request): Body<CreateEntryRemoval>,
) -> Result<StoredResponse, Error> {
    let because = reason(&asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            let removed = use_cases::remove(c, by, *id, &because)?;
            let entries = format!("/v1/tournaments/{}/entries", removed.tournament);
            Ok(Response::public(removed.public(by.today())).created_at(entries))
        })
        .await
}
