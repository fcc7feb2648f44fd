//! The starting order of a tournament, taken from a list.

use actix_web::post;
use actix_web::web::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::rankings::seedings::use_cases;
use crate::tournaments::entries::Entries;
use crate::values::error::Error;
use crate::values::id::{RankingId, TournamentId};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_seeding);
}

/// The list by which to seed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSeeding {
    /// The list's id.
    #[schema(example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")]
    ranking_id: RankingId,
}

/// Set the starting order by a list
///
/// The seeds of all entries at once, in the order of the list. Who is not in it comes after those who are, in the order
/// that there is. The draw of round 1 takes the newest list by itself.
#[utoipa::path(
    tag = "rankings",
    request_body = CreateSeeding,
    responses(
        (status = 201, description = "The entries, in that order.", body = Entries),
        (status = 409, description = "`wrong-state`: the tournament takes no entries."),
        (status = 422, description = "`unknown-ranking`: there is no such list."),
    ),
)]
#[post("/v1/tournaments/{id}/seedings")]
pub(crate) async fn create_seeding(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateSeeding>,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let entries = use_cases::seed(c, by, *tournament, asked.ranking_id)?;
            let location = format!("/v1/tournaments/{tournament}/entries");
            Ok(Response::public(Entries::of(&entries, by.today())).created_at(location))
        })
        .await
}
