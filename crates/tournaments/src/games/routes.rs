//! Games over HTTP, recorded and read; `forms.rs` is how they are sent, `views.rs` how they are answered.

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, get, post};

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::games::forms::CreateGame;
use crate::games::views::GameView;
use crate::games::{admission, changes, openings, positions, search, statistics, use_cases, validations};
use crate::values::error::Error;
use crate::values::id::GameId;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse, Text, preferred};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config.service(create_game);
    search::routes::configure(config);
    admission::routes::configure(config);
    validations::routes::configure(config);
    statistics::routes::configure(config);
    openings::routes::configure(config);
    config.service(read_game);
    changes::routes::configure(config);
    positions::routes::configure(config);
}

/// Record a game
///
/// The rules replay it, and it is kept only if every turn is legal. Sent again with the same id and content, it answers
/// as the first time. The game of a match must be played by its players, on a day and by the rules of its tournament,
/// started in turn, and have the result that the match has; where the match has none, it has one once all its games are on
/// record.
///
/// Umpires record friendly games wherever they are played, coordinators those of players of their province; games of a match
/// those who run the tournament, and nobody a game of their own match or of a relative's.
#[utoipa::path(
    tag = "games",
    request_body = CreateGame,
    responses(
        (status = 201, description = "The game.", body = GameView),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 410, description = "`game-withdrawn`: the game with this id was withdrawn. `answer-erased`: the request was done before, and its answer was erased with a person whom it was about."),
        (status = 409, description = "`id-taken`: the id is another game's. `already-recorded`: the game is on record, as `game_id`, or another record of the same game of the match is. `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament has not begun, or was cancelled. `round-closed`: the match can have no result any more."),
        (status = 422, description = "In this order: `unknown-rule-set`, `unknown-match`, `same-player`, `unknown-player`, `invalid-record` (with `line`, `column` and `reason`), `illegal-turn` (with `ply`, `side`, `turn`, `reason`, `position` and `legal_turns`), `result-contradicts-board`, `termination-does-not-fit`, `record-of-another`, `not-of-match`."),
    ),
)]
#[post("/v1/games")]
async fn create_game(
    caller: TournamentOfficial,
    Body(asked, request): Body<CreateGame>,
) -> Result<StoredResponse, Error> {
    let candidate = asked.candidate(caller.now())?;
    caller
        .write_once(request, move |c, by| {
            let game = use_cases::record(c, by, &candidate)?;
            Ok(Response::public(GameView::new(&game, by.today())).created_at(format!("/v1/games/{}", game.id)))
        })
        .await
}

/// Read a game
///
/// As JSON, or, with `Accept: text/x-morabaraba`, as the text of its record.
#[utoipa::path(
    tag = "games",
    responses((status = 200, description = "The game.", content(
        (GameView = "application/json"),
        (String = "text/x-morabaraba", example = "[Event \"?\"]\n…\n[Result \"1-0\"]\n[RuleSet \"mssa-gar\"]\n\n1. E1 R1 2. E2 R2 3. E3xR1 1-0\n"),
    ))),
)]
#[get("/v1/games/{id}")]
async fn read_game(
    caller: Anyone,
    id: Path<GameId>,
    request: HttpRequest,
) -> Result<Either<Response<GameView>, Response<Text>>, Error> {
    let today = caller.today();
    let game = caller.read(move |c| use_cases::read(c, *id)).await?;
    if preferred(&request, &["application/json", RECORD]) != RECORD {
        return Ok(Either::Left(Response::public(GameView::new(&game, today)).negotiated()));
    }
    let text = Text {
        media_type: RECORD,
        body: game.text(today),
    };
    Ok(Either::Right(Response::public(text).negotiated()))
}

/// The media type of a game record.
const RECORD: &str = "text/x-morabaraba; charset=utf-8";
