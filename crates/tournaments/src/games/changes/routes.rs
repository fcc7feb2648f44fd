//! Corrections and withdrawals of games over HTTP, and what games were before.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::games::changes::use_cases::{self, GameChange};
use crate::games::changes::{GameHistory, Superseded};
use crate::games::forms::CreateGame;
use crate::games::views::GameView;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::GameId;
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_game_correction)
        .service(create_game_withdrawal)
        .service(list_game_versions);
}

/// A game as it should have been recorded.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGameCorrection {
    /// `version` of the game, as you have read it.
    #[schema(example = 1, minimum = 1, maximum = 2_147_483_647)]
    version: i64,
    /// The reason, which everyone reads.
    #[schema(example = "Two turns were left out.", min_length = 1, max_length = 400)]
    reason: String,
    /// The game as it should have been sent, without an id and without its match, which stay.
    game: CreateGame,
}

/// Correct a game
///
/// The record of before stays as a version of the game, with who corrected it and why. The game of a match must still agree with
/// the match. Who recorded a friendly game corrects it, and a coordinator of its players; that of a match those who run the
/// tournament.
#[utoipa::path(
    tag = "games",
    request_body = CreateGameCorrection,
    responses(
        (status = 201, description = "The game, corrected.", body = GameView),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament was cancelled. `already-recorded`: it would be the same as another game, `game_id`."),
        (status = 412, description = "`stale`: it was corrected since you read it."),
        (status = 422, description = "As when a game is recorded."),
    ),
)]
#[post("/v1/games/{id}/corrections")]
pub(crate) async fn create_game_correction(
    caller: TournamentOfficial,
    id: Path<GameId>,
    Body(asked, request): Body<CreateGameCorrection>,
) -> Result<StoredResponse, Error> {
    let change = change(*id, asked.version, &asked.reason)?;
    let candidate = asked.game.alone()?.candidate(caller.now());
    let candidate = candidate.map_err(|error| error.below("/game"))?;
    caller
        .write_once(request, move |c, by| {
            let game = use_cases::correct(c, by, &change, &candidate).map_err(|error| error.below("/game"))?;
            Ok(Response::public(GameView::new(&game, by.today())).created_at(format!("/v1/games/{id}")))
        })
        .await
}

/// The change of a game, its reason read.
fn change(game: GameId, version: i64, reason: &str) -> Result<GameChange, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(reason, 400)).ok_or(faults)?;
    Ok(GameChange { game, version, reason })
}

/// The withdrawal of a game, and the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGameWithdrawal {
    /// `version` of the game, as you have read it.
    #[schema(example = 1, minimum = 1, maximum = 2_147_483_647)]
    version: i64,
    /// The reason, which everyone reads.
    #[schema(example = "It is the record of another game.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Withdraw a game
///
/// It is found no more, and counted nowhere; its versions stay. The result of a match stays as it is. Who may correct it may
/// withdraw it.
#[utoipa::path(
    tag = "games",
    request_body = CreateGameWithdrawal,
    responses(
        (status = 201, description = "The versions of the game.", body = GameVersions),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
        (status = 412, description = "`stale`: it was corrected since you read it."),
    ),
)]
#[post("/v1/games/{id}/withdrawals")]
pub(crate) async fn create_game_withdrawal(
    caller: TournamentOfficial,
    id: Path<GameId>,
    Body(asked, request): Body<CreateGameWithdrawal>,
) -> Result<StoredResponse, Error> {
    let change = change(*id, asked.version, &asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            let versions = GameVersions::of(&use_cases::withdraw(c, by, &change)?, by.today());
            Ok(Response::public(versions).created_at(format!("/v1/games/{id}/versions")))
        })
        .await
}

/// A game as it was until it was corrected or withdrawn.
#[derive(Serialize, ToSchema)]
#[schema(as = GameVersion)]
struct VersionView {
    /// The game as it was.
    game: GameView,
    /// The reason why it is not so any more.
    #[schema(example = "Two turns were left out.")]
    reason: String,
    /// The time until which it was so.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T08:00:00.000000Z")]
    ended_at: Timestamp,
}

/// A game as it was and as it is.
#[derive(Serialize, ToSchema)]
struct GameVersions {
    /// The game as it was, the oldest version first.
    items: Vec<VersionView>,
    /// The game as it is; nothing if it was withdrawn.
    game: Option<GameView>,
}

impl GameVersions {
    fn of(history: &GameHistory, today: NaiveDate) -> GameVersions {
        let version = |superseded: &Superseded| VersionView {
            game: GameView::new(&superseded.game, today),
            reason: superseded.reason.clone(),
            ended_at: superseded.ended_at,
        };
        let holding = history.game.withdrawn_at.is_none();
        GameVersions {
            items: history.superseded.iter().map(version).collect(),
            game: holding.then(|| GameView::new(&history.game, today)),
        }
    }
}

/// List the versions of a game
///
/// The game as it was before it was corrected, or withdrawn, and why.
#[utoipa::path(
    tag = "games",
    responses((status = 200, description = "The versions.", body = GameVersions)),
)]
#[get("/v1/games/{id}/versions")]
pub(crate) async fn list_game_versions(caller: Anyone, id: Path<GameId>) -> Result<Response<GameVersions>, Error> {
    let today = caller.today();
    let history = caller.read(move |c| use_cases::list_versions(c, *id)).await?;
    Ok(Response::public(GameVersions::of(&history, today)))
}
