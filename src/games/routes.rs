//! Games over HTTP, recorded and read; `forms.rs` is how they are sent, `views.rs` how they are answered, `batches.rs` many at
//! once, `changes.rs` corrections and withdrawals, `lists.rs` the search, `openings.rs` how games went on, `statistics.rs` how
//! they end; `validations.rs` judges without keeping, `positions.rs` shows the board, `pages.rs` to people.

mod batches;
mod changes;
mod forms;
mod lists;
mod openings;
pub(crate) mod pages;
mod positions;
mod statistics;
mod validations;
mod views;

use actix_web::web::{Data, Path};
use actix_web::{Either, HttpRequest, get, post};
use morabaraba_rules::{IllegalTurn, Place, Position, Side};
use serde_json::{Map, Value};

use forms::CreateGame;
use views::GameView;
pub(crate) use views::{Entry, GameSummary};

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::db::{Conn, Database};
use crate::games::admission::{Admission, admit};
use crate::games::{Game, Refusal, store};
use crate::players::routes::{SAME_PLAYER, UNKNOWN_PLAYER};
use crate::tournaments::routes::UNKNOWN_RULE_SET;
use crate::tournaments::routes::officials::Asking;
use crate::values::clock::Clock;
use crate::values::error::{Error, Kind, NOT_FOUND, Problem};
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply, Text, preferred};

crate::problem_kinds! {
    ALREADY_RECORDED = 409 "already-recorded", "The game is on record",
        "A game of the same players, on the same day, with the same turns is on record, as `game_id`; or another record of the same game of a match is.";
    GAME_WITHDRAWN = 410 "game-withdrawn", "The game was withdrawn",
        "It was recorded, and withdrawn later. Its versions tell what it was, and why.";
    ILLEGAL_TURN = 422 "illegal-turn", "A turn is against the rules",
        "`ply` counts the turns of both sides from 1, `side` and `turn` say whose it is and how it was written, `reason` is the rule that it breaks, and `legal_turns` are those that could have been played. The turns before it are legal.";
    INVALID_RECORD = 422 "invalid-record", "The text is no game record",
        "The detail says what is wrong with it, `line` and `column` where, and `reason` names the fault.";
    RECORD_OF_ANOTHER = 422 "record-of-another", "The record is of another game",
        "A tag of the record, `FirstId`, `SecondId` or `Date`, says something else than the submission beside it. Leave the tag out, or mend the one that is wrong.";
    RESULT_CONTRADICTS_BOARD = 422 "result-contradicts-board", "The result is not the one on the board",
        "The game ended on the board, and `result` or `termination` says something else. Leave both out and the board decides.";
    TERMINATION_DOES_NOT_FIT = 422 "termination-does-not-fit", "The end does not fit the result",
        "The game is still open on the board. A win by `resignation`, `time`, `forfeit` or `umpire`, a draw by `agreement` or `umpire`, or `unfinished`.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownRuleSet => UNKNOWN_RULE_SET.at("/rule_set", detail),
            Refusal::SamePlayer => SAME_PLAYER.at("/second_player_id", detail),
            Refusal::UnknownPlayer(Side::First, _) => UNKNOWN_PLAYER.at("/first_player_id", detail),
            Refusal::UnknownPlayer(Side::Second, _) => UNKNOWN_PLAYER.at("/second_player_id", detail),
            Refusal::InvalidRecord(error) => {
                let mut facts = Map::from_iter([("reason".to_owned(), error.code().into())]);
                facts.extend(error.place.map(place_facts).into_iter().flatten());
                INVALID_RECORD.at("/record", detail).with_facts(facts)
            }
            Refusal::NotFromTheOpening | Refusal::RulesOfItsOwn => INVALID_RECORD.at("/record", detail),
            Refusal::LengthOutOfBounds => {
                return Faults::of("/turns", Invalid::new("out-of-bounds", detail)).into();
            }
            Refusal::RecordOfAnother(_) => RECORD_OF_ANOTHER.at("/record", detail),
            Refusal::IllegalTurn(illegal, None) => {
                let pointer = format!("/turns/{}", illegal.ply - 1);
                ILLEGAL_TURN.at(&pointer, detail).with_facts(illegal_facts(&illegal))
            }
            Refusal::IllegalTurn(illegal, Some(place)) => {
                let mut facts = illegal_facts(&illegal);
                facts.extend(place_facts(place));
                ILLEGAL_TURN.at("/record", detail).with_facts(facts)
            }
            Refusal::ResultContradictsBoard(place) => of_the_end(&RESULT_CONTRADICTS_BOARD, "/result", place, detail),
            Refusal::TerminationMissing(place) | Refusal::TerminationDoesNotFit(place) => {
                of_the_end(&TERMINATION_DOES_NOT_FIT, "/termination", place, detail)
            }
        }
        .into()
    }
}

/// The game is on record: as that game, if it is the same.
pub(super) fn already_recorded(detail: &str, game: Option<Id>) -> Error {
    let facts = game.map(|id| ("game_id".to_owned(), id.to_string().into()));
    ALREADY_RECORDED
        .problem(detail)
        .with_facts(facts.into_iter().collect())
        .into()
}

/// What is wrong with what is said of the end: in a field of its own, or in the text of the record.
fn of_the_end(kind: &'static Kind, field: &str, place: Option<Place>, detail: String) -> Problem {
    match place {
        None => kind.at(field, detail),
        Some(place) => kind.at("/record", detail).with_facts(place_facts(place)),
    }
}

fn illegal_facts(illegal: &IllegalTurn) -> Map<String, Value> {
    Map::from_iter([
        ("ply".to_owned(), illegal.ply.into()),
        ("side".to_owned(), illegal.side.code().into()),
        ("turn".to_owned(), illegal.text.clone().into()),
        ("reason".to_owned(), illegal.refusal.code().into()),
        ("position".to_owned(), illegal.position.to_string().into()),
        ("legal_turns".to_owned(), legal_turns(&illegal.position).into()),
    ])
}

fn place_facts(place: Place) -> Map<String, Value> {
    Map::from_iter([
        ("line".to_owned(), place.line.into()),
        ("column".to_owned(), place.column.into()),
    ])
}

/// The turns that can be played there, in canonical notation; none once the game is over.
fn legal_turns(position: &Position) -> Vec<String> {
    position.legal_turns().iter().map(ToString::to_string).collect()
}

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_game)
        .service(lists::list_games)
        .service(batches::create_game_batch)
        .service(validations::create_game_validation)
        .service(statistics::read_game_statistics)
        .service(openings::read_opening)
        .service(read_game)
        .service(changes::create_game_correction)
        .service(changes::create_game_withdrawal)
        .service(changes::list_game_versions)
        .service(positions::read_game_position)
        .service(positions::read_board)
        .service(pages::read_game_page);
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

async fn find(database: &Database, id: Id) -> Result<Game, Error> {
    database.read(move |c| holding(c, id)).await
}

/// The game of that id, if it was not withdrawn.
fn holding(c: &mut Conn, id: Id) -> Result<Game, Error> {
    let game = recorded(c, id)?;
    if game.withdrawn_at.is_some() {
        Err(withdrawn())
    } else {
        Ok(game)
    }
}

/// The game was recorded, and withdrawn later.
pub(super) fn withdrawn() -> Error {
    GAME_WITHDRAWN.problem(GAME_WITHDRAWN.about).into()
}

/// The game of that id, withdrawn or not.
fn recorded(c: &mut Conn, id: Id) -> Result<Game, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no game with this id."))?)
}
