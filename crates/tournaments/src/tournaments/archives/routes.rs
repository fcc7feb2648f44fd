//! Finished tournaments as files, over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Administrator;
use crate::tournaments::archives::form::Archive;
use crate::tournaments::archives::use_cases::{self, NewArchive, TakenOver};
use crate::tournaments::plans::TournamentView;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, TournamentId};
use crate::web::body::LargeBody;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_archive).service(create_archive);
}

/// Read a finished tournament as one file
///
/// With everything that it takes to have it on record somewhere else: plan, clubs, players, entries, draws with their
/// reasons, results and byes; and with the standings and the awards that came of it, so that anybody can check them with
/// `federation-records draw check`. It has private data of the players: who may read it looks after all of them.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The file.", body = Archive),
        (status = 409, description = "In this order: `wrong-state`: the tournament is not over. `disputed`: an umpire has still to rule on a match."),
    ),
)]
#[get("/v1/tournaments/{id}/archive")]
pub(crate) async fn read_archive(caller: Administrator, id: Path<TournamentId>) -> Result<Response<Archive>, Error> {
    let archive = caller.read(move |c, _| use_cases::read(c, *id)).await?;
    Ok(Response::private(archive).kept_as("tournament.json"))
}

/// A tournament that was taken over, and what had to be made for it.
#[derive(Serialize, ToSchema)]
#[schema(as = TakenOver)]
struct TakenOverView {
    /// The tournament, finished.
    tournament: TournamentView,
    /// The ids of clubs that were not on record.
    #[schema(example = json!(["019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f"]))]
    new_club_ids: Vec<ClubId>,
    /// The ids of players who were not on record.
    #[schema(example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f"]))]
    new_player_ids: Vec<PlayerId>,
}

impl From<TakenOver> for TakenOverView {
    fn from(taken: TakenOver) -> TakenOverView {
        TakenOverView {
            tournament: taken.tournament.into(),
            new_club_ids: taken.new_clubs,
            new_player_ids: taken.new_players,
        }
    }
}

/// Take over a finished tournament from a file
///
/// As `GET /v1/tournaments/{id}/archive` gives it, of another installation. Clubs are known again by id or code, players by id
/// or by names and birth date; who is not on record is put on record, with a new number, which is all there is of those whose
/// data was erased. Every round is drawn again from what was known then: who meets otherwise is paired by an umpire's orders,
/// or the file is refused with `not-the-draw`. Its standings and awards are counted again too: if the file states others, it is
/// refused with `not-the-outcome`. The tournament is finished here; its results are confirmed by a second person, and ratified,
/// anew. A file may have 10 MiB.
#[utoipa::path(
    tag = "tournaments",
    request_body = Archive,
    responses(
        (status = 201, description = "The tournament, and what had to be made for it.", body = TakenOverView),
        (status = 409, description = "`id-taken`: another tournament has the id, or an id in the file is taken."),
        (status = 422, description = "`unknown-rule-set`, `unknown-province`: there is no such rule set or province."),
    ),
)]
#[post("/v1/archives")]
pub(crate) async fn create_archive(
    caller: Administrator,
    LargeBody(archive, request): LargeBody<Archive>,
) -> Result<StoredResponse, Error> {
    let new = NewArchive::of(archive, caller.now())?;
    caller
        .write_once(request, move |c, by| {
            let taken = use_cases::take_over(c, by, &new)?;
            let location = format!("/v1/tournaments/{}", taken.tournament.id);
            Ok(Response::private(TakenOverView::from(taken)).created_at(location))
        })
        .await
}
