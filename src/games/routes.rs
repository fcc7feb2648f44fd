//! Games over HTTP; `validations.rs` judges without keeping.

mod validations;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use morabaraba_rules::{IllegalTurn, Position, Side, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::{Claim, Game, GameResult, Record, Refusal, Submission, Termination, rule_set, store};
use crate::accounts::caller::{Anyone, Umpire};
use crate::audit::{self, Change};
use crate::body::{Body, Query};
use crate::clock::{Clock, Timestamp};
use crate::creation::{earlier, fingerprint};
use crate::db::Database;
use crate::error::{Error, NOT_FOUND};
use crate::id::Id;
use crate::input::{Day, Word};
use crate::page::{Limit, Page, after};
use crate::players::{self, PlayerName};
use crate::reply::Reply;

crate::problem_kinds! {
    UNKNOWN_RULE_SET = 422 "unknown-rule-set", "There is no such rule set",
        "The detail lists the names of the rule sets.";
    SAME_PLAYER = 422 "same-player", "A game has two players",
        "The same player was named for both sides.";
    UNKNOWN_PLAYER = 422 "unknown-player", "There is no such player",
        "No player has this id. `GET /v1/players` finds players.";
    ILLEGAL_TURN = 422 "illegal-turn", "A turn is against the rules",
        "`ply` counts the turns of both sides from 1, `side` and `turn` say whose it is and how it was written, `reason` is the rule that it breaks, and `legal_turns` are those that could have been played. The turns before it are legal.";
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
            Refusal::IllegalTurn(illegal) => {
                let pointer = format!("/turns/{}", illegal.ply - 1);
                ILLEGAL_TURN.at(&pointer, detail).with_facts(facts(&illegal))
            }
            Refusal::ResultContradictsBoard(..) => RESULT_CONTRADICTS_BOARD.at("/result", detail),
            Refusal::TerminationMissing(_) | Refusal::TerminationDoesNotFit(..) => {
                TERMINATION_DOES_NOT_FIT.at("/termination", detail)
            }
        }
        .into()
    }
}

fn facts(illegal: &IllegalTurn) -> Map<String, Value> {
    let members = json!({
        "ply": illegal.ply,
        "side": illegal.side.code(),
        "turn": illegal.text,
        "reason": illegal.refusal.code(),
        "position": illegal.position.to_string(),
        "legal_turns": legal_turns(&illegal.position),
    });
    match members {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// The turns that can be played there, in canonical notation; none once the game is over.
fn legal_turns(position: &Position) -> Vec<String> {
    position.legal_turns().iter().map(ToString::to_string).collect()
}

pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(create_game).service(list_games).service(validations::create_game_validation).service(read_game);
}

/// A game as it is submitted.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGame {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: Option<Id>,
    /// The rules it was played by: `mssa-gar` if absent, `traditional-world-games`, `beads`, `botswana` or `wikipedia`.
    #[schema(example = "mssa-gar")]
    rule_set: Option<String>,
    /// The player who began.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    first_player_id: Id,
    /// The other player.
    #[schema(example = "019aa0ca-5d6e-7f80-91a2-b3c4d5e6f708")]
    second_player_id: Id,
    /// The day it was played.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    played_on: Day,
    /// All turns of both sides in canonical notation: `E1` places, `E6-A6` moves, `xR3` after either shoots.
    #[schema(example = json!(["E1", "R1", "E2", "R2", "E3xR1"]), min_items = 1, max_items = 2000)]
    turns: Vec<String>,
    /// How it ended. Not needed where the board says it; a game that is open on the board is `unfinished` if absent.
    result: Option<GameResult>,
    /// What ended it. Needed where the board does not say it and the game was won or drawn.
    termination: Option<Termination>,
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
            rule_set: game.record.rule_set.name(),
            first: game.first.named(today),
            second: game.second.named(today),
            played_on: game.played_on,
            turns: game.record.turns.iter().map(Turn::to_string).collect(),
            plies: game.record.turns.len(),
            result: game.record.result,
            termination: game.record.termination,
            final_position: game.record.position.to_string(),
            recorded_at: game.recorded_at,
        }
    }
}

/// A game in a list: all but the turns.
#[derive(Serialize, ToSchema)]
struct GameSummary {
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
    fn new(game: &Game, today: NaiveDate) -> GameSummary {
        GameSummary {
            id: game.id,
            rule_set: game.record.rule_set.name(),
            first: game.first.named(today),
            second: game.second.named(today),
            played_on: game.played_on,
            plies: game.record.turns.len(),
            result: game.record.result,
            termination: game.record.termination,
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
        let turns: Vec<String> = game.record.turns.iter().map(Turn::to_string).collect();
        Entry {
            first_player_id: game.first.id,
            second_player_id: game.second.id,
            played_on: game.played_on,
            rule_set: game.record.rule_set.name(),
            turns: turns.join(" "),
            result: game.record.result,
            termination: game.record.termination,
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
        (status = 422, description = "In this order: `unknown-rule-set`, `same-player`, `unknown-player`, `illegal-turn` (with `ply`, `side`, `turn`, `reason`, `position` and `legal_turns`), `result-contradicts-board`, `termination-does-not-fit`."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "umpire": "any" }))),
)]
#[post("/v1/games")]
async fn create_game(
    caller: Umpire,
    Body(asked): Body<CreateGame>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<GameView>, Error> {
    let fingerprint = fingerprint(&asked)?;
    let now = clock.now();
    let today = now.day();
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let submission = Submission {
        first: asked.first_player_id,
        second: asked.second_player_id,
        played_on: asked.played_on.into(),
        turns: asked.turns,
        claim: Claim { result: asked.result, termination: asked.termination },
    };
    submission.check(today)?;
    let rule_set = rule_set(asked.rule_set.as_deref())?;
    // Replayed before the transaction begins, so that nobody waits for it.
    let judged = Record::judge(rule_set, &submission.turns, submission.claim);
    let (actor, recorder) = (caller.actor().clone(), caller.account());
    let game = database
        .write(move |c| {
            if let Some(game) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(game);
            }
            let first = players::store::find(c, submission.first)?;
            let second = players::store::find(c, submission.second)?;
            let game = Game::admit(&submission, id, judged.clone(), first, second, recorder, now)?;
            store::insert(c, &game, &fingerprint)?;
            audit::append(c, now, &actor, Change::created("create_game", "game", id, &Entry::of(&game))?)?;
            Ok(game)
        })
        .await?;
    Ok(Reply::public(GameView::new(&game, today)).created_at(format!("/v1/games/{id}")))
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
#[utoipa::path(
    tag = "games",
    params(("id" = Id, Path, description = "The game's id.", example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")),
    responses((status = 200, description = "The game.", body = GameView)),
    security(()),
)]
#[get("/v1/games/{id}")]
async fn read_game(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<GameView>, Error> {
    let id = id.into_inner();
    let game = database.read(move |c| store::find(c, id)).await?;
    let game = game.ok_or_else(|| NOT_FOUND.problem("There is no game with this id."))?;
    Ok(Reply::public(GameView::new(&game, clock.now().day())))
}
