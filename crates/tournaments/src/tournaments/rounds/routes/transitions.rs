//! A round published, closed, and taken a step back, over HTTP.

use actix_web::post;
use actix_web::web::Path;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::tournaments::model::{Round, RoundState, TournamentSnapshot};
use crate::tournaments::plans::TournamentView;
use crate::tournaments::rounds::routes::views::RoundView;
use crate::tournaments::rounds::use_cases;
use crate::values::error::Error;
use crate::values::id::RoundId;
use crate::web::body::{Body, NoBody};
use crate::web::response::{Response, StoredResponse};

/// The answer to a step: the round, at its own address, as those see it who run the tournament.
fn stepped((round, snapshot): &(Round, TournamentSnapshot), today: NaiveDate) -> Response<RoundView> {
    let view = RoundView::to_officials(round, snapshot, today);
    Response::private(view).created_at(format!("/v1/rounds/{}", round.id))
}

/// Publish a round
///
/// Everyone now sees who meets whom, and results can be entered. The tournament runs from its first round on.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The round, published.", body = RoundView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `wrong-round-state`: the round was published before. `draw-outdated`: something has changed since it was drawn."),
    ),
)]
#[post("/v1/rounds/{id}/publications")]
pub(crate) async fn create_round_publication(
    caller: TournamentOfficial,
    id: Path<RoundId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::publish(c, by, *id)?, by.today()))
        })
        .await
}

/// Close a round
///
/// Once all its results are in, confirmed by a second person where the tournament is a championship, and no dispute is
/// open. The next round can then be drawn; after the last the tournament is finished.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The round, closed.", body = RoundView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `wrong-round-state`: the round is not published, or was closed before. `round-unfinished`: boards lack something."),
    ),
)]
#[post("/v1/rounds/{id}/closings")]
pub(crate) async fn create_round_closing(
    caller: TournamentOfficial,
    id: Path<RoundId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::close(c, by, *id)?, by.today()))
        })
        .await
}

/// The step of a round to undo.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRoundUndo {
    /// The state of the round, as you have read it.
    state: RoundState,
}

/// A round after its last step was undone.
#[derive(Serialize, ToSchema)]
#[schema(as = RoundUndone)]
struct RoundUndoneView {
    /// The round's id.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    id: RoundId,
    /// The state to which it went back; nothing if it was thrown away.
    state: Option<RoundState>,
    /// The tournament.
    tournament: TournamentView,
}

/// Undo the last step of a round
///
/// For the last round that there is: one that is closed is published again; one that is published, and has no result, is
/// drawn again, and hidden; one that is drawn is thrown away.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateRoundUndo,
    responses(
        (status = 201, description = "The round, its last step undone.", body = RoundUndoneView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is ratified, or cancelled. `next-round-there`, `has-results`: something rests on it."),
        (status = 412, description = "`stale`: it has come further, or less far, since you read it."),
    ),
)]
#[post("/v1/rounds/{id}/undos")]
pub(crate) async fn create_round_undo(
    caller: TournamentOfficial,
    id: Path<RoundId>,
    Body(asked, request): Body<CreateRoundUndo>,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let (round, tournament) = use_cases::undo(c, by, *id, asked.state)?;
            let location = format!("/v1/tournaments/{}/rounds", tournament.id);
            let view = RoundUndoneView {
                id: *id,
                state: round.map(|round| round.state),
                tournament: tournament.into(),
            };
            Ok(Response::private(view).created_at(location))
        })
        .await
}
