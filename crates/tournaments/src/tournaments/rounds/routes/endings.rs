//! The end of a tournament before its last round, over HTTP.

use actix_web::post;
use actix_web::web::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::tournaments::plans::TournamentView;
use crate::tournaments::rounds::use_cases;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::response::{Response, StoredResponse};

/// The early end of a tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTournamentEnding {
    /// The reason, which everyone reads.
    #[schema(example = "The power failed.", min_length = 1, max_length = 400)]
    reason: String,
}

/// End a tournament before its last round
///
/// With the last closed round: where no other round can be drawn, or played.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateTournamentEnding,
    responses(
        (status = 201, description = "The tournament, finished.", body = TournamentView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: it does not run. `round-not-closed`: a round is drawn or being played; undo it first."),
    ),
)]
#[post("/v1/tournaments/{id}/endings")]
pub(crate) async fn create_tournament_ending(
    caller: TournamentOfficial,
    id: Path<TournamentId>,
    Body(asked, request): Body<CreateTournamentEnding>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let view = TournamentView::from(use_cases::end(c, by, *id, &reason)?);
            Ok(Response::public(view).created_at(format!("/v1/tournaments/{id}")))
        })
        .await
}
