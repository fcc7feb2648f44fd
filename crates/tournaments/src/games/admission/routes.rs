//! Many games in one request.

use actix_web::post;
use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::games::BatchOutcome;
use crate::games::admission::use_cases::admit;
use crate::games::admission::{Admission, GameCandidate};
use crate::games::forms::CreateGame;
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::GameId;
use crate::values::validation::{Faults, ValueError};
use crate::web::body::{LargeBody, parse};
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::problem::ProblemBody;
use crate::web::response::{Response, StoredResponse};
use crate::web::room::Room;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_game_batch);
}

/// The most games that a batch may have: those of a round of the largest tournament, and more than are typed in a day.
const MOST: usize = 3_000;

/// The most turns that they may have together. Other writers wait while they are saved, for a second or two.
const MOST_TURNS: usize = 250_000;

/// The games as they were sent, each to be read by itself: one that is no game is refused, and the others are taken.
type GameTexts = List<Box<RawValue>, 1, MOST>;

/// Games to be recorded.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGameBatch {
    /// The games, each as it would be sent alone; all together have at most 250,000 turns.
    #[schema(value_type = Vec<CreateGame>, min_items = 1, max_items = 3000)]
    games: GameTexts,
}

/// A game of a batch, and what became of it.
#[derive(Serialize, ToSchema)]
#[schema(as = GameBatchItem)]
struct ItemView {
    /// The outcome of sending it.
    outcome: BatchOutcome,
    /// The game's id, if it is on record.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: Option<GameId>,
    /// The reason for the refusal: the answer that the game would have had if sent alone.
    #[schema(value_type = Option<ProblemBody>)]
    problem: Option<Value>,
}

impl ItemView {
    fn of(admission: Admission) -> ItemView {
        let (outcome, id) = match admission {
            Admission::Recorded(game) => (BatchOutcome::Recorded, game.id),
            Admission::Known(id) => (BatchOutcome::Known, id),
            Admission::Refused(error) => return ItemView::refused(problem(&error)),
        };
        ItemView {
            outcome,
            id: Some(id),
            problem: None,
        }
    }

    fn refused(problem: Value) -> ItemView {
        ItemView {
            outcome: BatchOutcome::Refused,
            id: None,
            problem: Some(problem),
        }
    }
}

/// The answer to a game that is sent alone and refused.
fn problem(error: &Error) -> Value {
    serde_json::from_str(&error.body()).unwrap_or_default()
}

/// A batch of games, and what became of them.
#[derive(Serialize, ToSchema)]
#[schema(as = GameBatch)]
struct BatchView {
    /// The number of games that were recorded.
    #[schema(example = 180)]
    recorded: usize,
    /// The number of games that were on record before.
    #[schema(example = 2)]
    known: usize,
    /// The number of games that were not taken.
    #[schema(example = 1)]
    refused: usize,
    /// The games and what became of each, in the order in which they were sent.
    items: Vec<ItemView>,
}

impl BatchView {
    fn of(items: Vec<ItemView>) -> BatchView {
        let count = |outcome| items.iter().filter(|item| item.outcome == outcome).count();
        BatchView {
            recorded: count(BatchOutcome::Recorded),
            known: count(BatchOutcome::Known),
            refused: count(BatchOutcome::Refused),
            items,
        }
    }
}

/// Record many games
///
/// Each is judged by itself, as if it were sent alone after those before it: those that are in order are recorded, and of
/// the others it is said why not. What was on record before is told as such and does no harm, so a batch can be mended and
/// sent again.
#[utoipa::path(
    tag = "games",
    request_body = CreateGameBatch,
    responses(
        (status = 200, description = "The outcome of each.", body = BatchView),
        (status = 413, description = "`body-too-large`: it has more than 10 MiB."),
    ),
)]
#[post("/v1/games/batches")]
pub(crate) async fn create_game_batch(
    caller: TournamentOfficial,
    LargeBody(asked, request): LargeBody<CreateGameBatch>,
    room: Data<Room>,
) -> Result<StoredResponse, Error> {
    let candidates = candidates(asked.games, caller.now(), &room).await?;
    caller
        .write_once(request, move |c, by| {
            let good: Vec<&GameCandidate> = candidates.iter().flatten().collect();
            let mut admissions = admit(c, by, Operation::create_game_batch, &good)?.into_iter();
            let items = candidates.iter().filter_map(|candidate| match candidate {
                Ok(_) => admissions.next().map(ItemView::of),
                Err(problem) => Some(ItemView::refused(problem.clone())),
            });
            Ok(Response::public(BatchView::of(items.collect())))
        })
        .await
}

/// The games as they can be taken in, or why one cannot even be read. They are replayed where that holds up no other
/// request, and before the transaction begins.
async fn candidates(games: GameTexts, now: Timestamp, room: &Room) -> Result<Vec<Result<GameCandidate, Value>>, Error> {
    let read = move || {
        let (mut candidates, mut turns) = (Vec::with_capacity(games.len()), 0);
        for game in games {
            let game = parse::<CreateGame>(game.get().as_bytes()).and_then(|game| game.candidate(now));
            let candidate = game.map_err(|error| problem(&error));
            turns += candidate.as_ref().map_or(0, GameCandidate::turns);
            if turns > MOST_TURNS {
                let message = format!("A batch has at most {MOST_TURNS} turns.");
                return Err(Faults::of("/games", ValueError::new("out-of-bounds", message)).into());
            }
            candidates.push(candidate);
        }
        Ok(candidates)
    };
    room.on_a_core(read).await?
}
