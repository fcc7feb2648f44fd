//! Games over HTTP; `validations.rs` judges without keeping, `positions.rs` shows the board, `pages.rs` to people.

pub(crate) mod pages;
mod positions;
mod validations;

use actix_web::web::{Data, Path};
use actix_web::{Either, HttpRequest, get, post};
use chrono::NaiveDate;
use morabaraba_rules::{IllegalTurn, Place, Position, Side, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::{Game, GameResult, Play, Record, Refusal, Submission, Termination, rule_set, store};
use crate::accounts::caller::{Anyone, Umpire};
use crate::audit::{self, Change};
use crate::body::{Body, Query};
use crate::clock::{Clock, Timestamp};
use crate::creation::{earlier, fingerprint};
use crate::db::Database;
use crate::error::{Error, Kind, NOT_FOUND, Problem};
use crate::id::Id;
use crate::input::{Day, Faults, Invalid, Word};
use crate::page::{Limit, Page, after};
use crate::players::routes::{SAME_PLAYER, UNKNOWN_PLAYER};
use crate::players::{self, PlayerName};
use crate::reply::{Answer, Reply, Text, preferred};
use crate::tournaments::routes::UNKNOWN_RULE_SET;

crate::problem_kinds! {
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
    Map::from_iter([("line".to_owned(), place.line.into()), ("column".to_owned(), place.column.into())])
}

/// The turns that can be played there, in canonical notation; none once the game is over.
fn legal_turns(position: &Position) -> Vec<String> {
    position.legal_turns().iter().map(ToString::to_string).collect()
}

pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(create_game)
        .service(list_games)
        .service(validations::create_game_validation)
        .service(read_game)
        .service(positions::read_game_position)
        .service(positions::read_board)
        .service(pages::read_game_page);
}

/// A game as it is submitted.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGame {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: Option<Id>,
    /// The player who began.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    first_player_id: Id,
    /// The other player.
    #[schema(example = "019aa0ca-5d6e-7f80-91a2-b3c4d5e6f708")]
    second_player_id: Id,
    /// The day it was played.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    played_on: Day,
    /// All turns of both sides in canonical notation: `E1` places, `E6-A6` moves, `xR3` after either shoots. Either this
    /// or `record`.
    #[schema(example = json!(["E1", "R1", "E2", "R2", "E3xR1"]), min_items = 1, max_items = 2000)]
    turns: Option<Vec<String>>,
    /// The rules it was played by: `mssa-gar` if absent, `traditional-world-games`, `beads`, `botswana` or `wikipedia`.
    #[schema(example = "mssa-gar")]
    rule_set: Option<String>,
    /// How it ended. Not needed where the board says it; a game that is open on the board is `unfinished` if absent.
    result: Option<GameResult>,
    /// What ended it. Needed where the board does not say it and the game was won or drawn.
    termination: Option<Termination>,
    /// The text of a game record instead, which says all this itself; spelled as people spell. Its tags `FirstId` and
    /// `SecondId` (players' numbers) and `Date`, where they are given, must fit; other tags are not kept.
    #[schema(
        example = "[First \"Thandiwe Mokoena\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. e1 r1 2. e2 r2 3. e3 x r1 1-0"
    )]
    record: Option<String>,
}

/// What was played, from the form in which it is sent.
fn play(
    turns: Option<Vec<String>>,
    name: Option<&str>,
    result: Option<GameResult>,
    termination: Option<Termination>,
    record: Option<String>,
) -> Result<Play, Error> {
    let mut faults = Faults::default();
    let mut refuse = |pointer: &str, code, message: &str| {
        faults.take::<()>(pointer, Err(Invalid::new(code, message)));
    };
    match (turns, record) {
        (Some(turns), None) => return Ok(Play::Turns { rule_set: rule_set(name)?, turns, result, termination }),
        (None, Some(record)) if name.is_none() && result.is_none() && termination.is_none() => {
            return Ok(Play::Record(record));
        }
        (None, None) => refuse("/turns", "required", "Send the turns, or a record."),
        (Some(_), Some(_)) => refuse("/record", "not-allowed", "Send the turns or a record, not both."),
        (None, Some(_)) => {
            const MESSAGE: &str = "The record says this itself.";
            let given =
                [("/rule_set", name.is_some()), ("/result", result.is_some()), ("/termination", termination.is_some())];
            given.iter().filter(|(_, given)| *given).for_each(|(pointer, _)| refuse(pointer, "not-allowed", MESSAGE));
        }
    }
    Err(faults.into())
}

/// A game on record.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
struct GameView {
    /// Its id.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: Id,
    /// The rules it was played by.
    #[schema(example = "mssa-gar")]
    rule_set: &'static str,
    /// The player who began.
    first: PlayerName,
    /// The other player.
    second: PlayerName,
    /// The day it was played.
    #[schema(example = "2026-11-20")]
    played_on: NaiveDate,
    /// All turns of both sides in canonical notation.
    #[schema(example = json!(["E1", "R1", "E2", "R2", "E3xR1"]))]
    turns: Vec<String>,
    /// How many turns there are.
    #[schema(example = 5)]
    plies: usize,
    /// How it ended.
    result: GameResult,
    /// What ended it.
    termination: Termination,
    /// The position after the last turn: exterior, middle and inner ring from the top left corner clockwise (`X` first,
    /// `O` second), the side to play, cows in hand, quiet turns, and the turns that may not be undone.
    #[schema(example = "XXX...../......../.O...... O 9 10 0 - -")]
    final_position: String,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    recorded_at: Timestamp,
}

impl GameView {
    fn new(game: &Game, today: NaiveDate) -> GameView {
        GameView {
            id: game.id,
            rule_set: game.record.rule_set().name(),
            first: game.first.named(today),
            second: game.second.named(today),
            played_on: game.played_on,
            turns: game.record.turns().iter().map(Turn::to_string).collect(),
            plies: game.record.turns().len(),
            result: game.record.result(),
            termination: game.record.termination(),
            final_position: game.record.end().to_string(),
            recorded_at: game.recorded_at,
        }
    }
}

/// A game in a list: all but the turns.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameSummary {
    /// The game's id.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: Id,
    /// The rules it was played by.
    #[schema(example = "mssa-gar")]
    rule_set: &'static str,
    /// The player who began.
    first: PlayerName,
    /// The other player.
    second: PlayerName,
    /// The day it was played.
    #[schema(example = "2026-11-20")]
    played_on: NaiveDate,
    /// How many turns there are.
    #[schema(example = 5)]
    plies: usize,
    /// How it ended.
    result: GameResult,
    /// What ended it.
    termination: Termination,
}

impl GameSummary {
    pub(crate) fn new(game: &Game, today: NaiveDate) -> GameSummary {
        GameSummary {
            id: game.id,
            rule_set: game.record.rule_set().name(),
            first: game.first.named(today),
            second: game.second.named(today),
            played_on: game.played_on,
            plies: game.record.turns().len(),
            result: game.record.result(),
            termination: game.record.termination(),
        }
    }
}

/// What the audit trail keeps of a game: its ids and its record, and nobody's name.
#[derive(Serialize)]
struct Entry<'a> {
    first_player_id: Id,
    second_player_id: Id,
    played_on: NaiveDate,
    rule_set: &'a str,
    turns: String,
    result: GameResult,
    termination: Termination,
}

impl<'a> Entry<'a> {
    fn of(game: &'a Game) -> Entry<'a> {
        let turns: Vec<String> = game.record.turns().iter().map(Turn::to_string).collect();
        Entry {
            first_player_id: game.first.id,
            second_player_id: game.second.id,
            played_on: game.played_on,
            rule_set: game.record.rule_set().name(),
            turns: turns.join(" "),
            result: game.record.result(),
            termination: game.record.termination(),
        }
    }
}

/// Record a game
///
/// The rules replay it, and it is kept only if every turn is legal. Sent again with the same id and content, it answers
/// as the first time.
#[utoipa::path(
    tag = "games",
    request_body = CreateGame,
    responses(
        (status = 201, description = "The game.", body = GameView),
        (status = 409, description = "`id-taken`: the id is another game's."),
        (status = 422, description = "In this order: `unknown-rule-set`, `same-player`, `unknown-player`, `invalid-record` (with `line`, `column` and `reason`), `illegal-turn` (with `ply`, `side`, `turn`, `reason`, `position` and `legal_turns`), `result-contradicts-board`, `termination-does-not-fit`, `record-of-another`."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "umpire": "any" }))),
)]
#[post("/v1/games")]
async fn create_game(
    caller: Umpire,
    Body(asked, request): Body<CreateGame>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let fingerprint = fingerprint(&asked)?;
    let now = clock.now();
    let today = now.day();
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let CreateGame { turns, rule_set, result, termination, record, .. } = asked;
    let play = play(turns, rule_set.as_deref(), result, termination, record)?;
    let (first, second) = (asked.first_player_id, asked.second_player_id);
    let submission = Submission { first, second, played_on: asked.played_on.into(), play };
    submission.check(today)?;
    // Replayed before the transaction begins, so that nobody waits for it.
    let judged = Record::judge(&submission.play);
    let (actor, recorder) = (caller.actor().clone(), caller.account());
    let created = move |game: &Game| Reply::public(GameView::new(game, today)).created_at(format!("/v1/games/{id}"));
    request
        .once(&database, recorder, now, move |c| {
            if let Some(game) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(&game));
            }
            let mut found = players::store::find_all(c, &[submission.first, submission.second])?;
            let (first, second) = (found.remove(&submission.first), found.remove(&submission.second));
            let game = Game::admit(&submission, id, judged.clone(), first, second, recorder, now)?;
            store::insert(c, &game, &fingerprint)?;
            audit::append(c, now, &actor, Change::created("create_game", "game", id, &Entry::of(&game))?)?;
            Ok(created(&game))
        })
        .await
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListGames {
    /// Only games of this player, on either side.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// Only games played by these rules.
    #[param(value_type = Option<String>, example = "mssa-gar")]
    rule_set: Option<Word>,
    /// Only games that ended so.
    #[param(inline, example = "drawn")]
    result: Option<GameResult>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI2LTExLTIwIiwiMDE5YWEwY2ItNGM1ZC03ZTZmLThhOWItMGMxZDJlM2Y0YTViIl0")]
    cursor: Option<String>,
}

/// List games
///
/// The latest day first.
#[utoipa::path(
    tag = "games",
    params(ListGames),
    responses((status = 200, description = "A page of games.", body = Page<GameSummary>)),
    security(()),
)]
#[get("/v1/games")]
async fn list_games(
    _caller: Anyone,
    Query(query): Query<ListGames>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<GameSummary>>, Error> {
    let today = clock.now().day();
    let after = after::<(Day, Id)>(query.cursor.as_deref())?.map(|(day, id)| (day.into(), id));
    let filter = store::Filter {
        player: query.player_id,
        rule_set: query.rule_set.map(String::from),
        result: query.result,
        after,
    };
    let games = database.read(move |c| store::list(c, filter, query.limit.rows())).await?;
    let key = |game: &Game| (game.played_on, game.id);
    Ok(Reply::public_page(Page::of(games, query.limit, key, |game| GameSummary::new(&game, today))?))
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
        RECORD => Either::Right(Reply::public(Text { media_type: RECORD, body: game.text(today) }).negotiated()),
        _ => Either::Left(Reply::public(GameView::new(&game, today)).negotiated()),
    })
}

/// The media type of a game record.
const RECORD: &str = "text/x-morabaraba; charset=utf-8";

async fn find(database: &Database, id: Id) -> Result<Game, Error> {
    let game = database.read(move |c| store::find(c, id)).await?;
    game.ok_or_else(|| NOT_FOUND.problem("There is no game with this id.").into())
}
