//! Games over HTTP, recorded and read; `forms.rs` is how they are sent, `views.rs` how they are answered, `batches.rs` many at
//! once, `changes.rs` corrections and withdrawals, `lists.rs` the search, `openings.rs` how games went on, `statistics.rs` how
//! they end; `validations.rs` judges without keeping, `positions.rs` shows the board, `pages.rs` to people.

use crate::games::{ALREADY_RECORDED, GAME_WITHDRAWN, replay};
use actix_web::web::{Data, Path};
use actix_web::{Either, HttpRequest, get, post};

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::db::{Conn, Database};
use crate::games::admission::{self, Admission, admit};
use crate::games::forms::CreateGame;
pub(crate) use crate::games::views::{Entry, GameView};
use crate::games::{Game, changes, openings, positions, search, statistics, store, validations};
use crate::tournaments::officials::caller::Asking;
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply, Text, preferred};

/// The game is on record: as that game, if it is the same.
pub(crate) fn already_recorded(detail: &str, game: Option<Id>) -> Error {
    let facts = game.map(|id| ("game_id".to_owned(), id.to_string().into()));
    ALREADY_RECORDED
        .problem(detail)
        .with_facts(facts.into_iter().collect())
        .into()
}

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_game);
    search::routes::configure(config);
    admission::routes::configure(config);
    validations::routes::configure(config);
    statistics::routes::configure(config);
    openings::routes::configure(config);
    config.service(read_game);
    changes::routes::configure(config);
    positions::routes::configure(config);
    replay::routes::configure(config);
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
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "any" }))),
)]
#[post("/v1/games")]
async fn create_game(
    caller: TournamentOfficial,
    Body(asked, request): Body<CreateGame>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let asking = Asking::new(&caller, clock.now());
    let (has_id, candidate) = (asked.has_id(), [asked.candidate(asking.now)?]);
    let id = candidate[0].id;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let outcome = admit(c, "create_game", &asking, &candidate)?.pop();
            match outcome.unwrap_or_else(|| Err(Error::Internal("a game has no outcome".to_owned())))? {
                Admission::Known(other) if !has_id || other != id => {
                    return Err(already_recorded("The same game is on record.", Some(other)));
                }
                Admission::Known(_) | Admission::Recorded(_) => {}
            }
            let game = store::find(c, id)?.ok_or_else(|| Error::Internal(format!("game {id} is gone")))?;
            let view = GameView::new(&game, asking.today());
            Ok(Reply::public(view).created_at(format!("/v1/games/{id}")))
        })
        .await
}

/// Read a game
///
/// As JSON, or, with `Accept: text/x-morabaraba`, as the text of its record.
#[utoipa::path(
    tag = "games",
    params(("id" = Id, Path, description = "The game's id.", example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")),
    responses((status = 200, description = "The game.", content(
        (GameView = "application/json"),
        (String = "text/x-morabaraba", example = "[Event \"?\"]\n…\n[Result \"1-0\"]\n[RuleSet \"mssa-gar\"]\n\n1. E1 R1 2. E2 R2 3. E3xR1 1-0\n"),
    ))),
    security(()),
)]
#[get("/v1/games/{id}")]
async fn read_game(
    _caller: Anyone,
    id: Path<Id>,
    request: HttpRequest,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Either<Reply<GameView>, Reply<Text>>, Error> {
    let (game, today) = (find(&database, id.into_inner()).await?, clock.now().day());
    Ok(match preferred(&request, &["application/json", RECORD]) {
        RECORD => Either::Right(
            Reply::public(Text {
                media_type: RECORD,
                body: game.text(today),
            })
            .negotiated(),
        ),
        _ => Either::Left(Reply::public(GameView::new(&game, today)).negotiated()),
    })
}

/// The media type of a game record.
const RECORD: &str = "text/x-morabaraba; charset=utf-8";

pub(crate) async fn find(database: &Database, id: Id) -> Result<Game, Error> {
    database.read(move |c| holding(c, id)).await
}

/// The game of that id, if it was not withdrawn.
pub(crate) fn holding(c: &mut Conn, id: Id) -> Result<Game, Error> {
    let game = recorded(c, id)?;
    if game.withdrawn_at.is_some() {
        Err(withdrawn())
    } else {
        Ok(game)
    }
}

/// The game was recorded, and withdrawn later.
pub(crate) fn withdrawn() -> Error {
    GAME_WITHDRAWN.problem(GAME_WITHDRAWN.about).into()
}

/// The game of that id, withdrawn or not.
pub(crate) fn recorded(c: &mut Conn, id: Id) -> Result<Game, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no game with this id."))?)
}
