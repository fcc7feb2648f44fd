//! Many games in one request.

use actix_web::post;
use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::db::Database;
use crate::games::BatchOutcome as Outcome;
use crate::games::admission::{Admission, Candidate, admit};
use crate::games::forms::CreateGame;
use crate::tournaments::officials::caller::Asking;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid};
use crate::web::body::{LargeBody, from_value};
use crate::web::openapi::Routes;
use crate::web::problem::ProblemBody;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_game_batch);
}

/// How many games a batch may have: those of a round of the largest tournament, and more than are typed in a day.
const MOST: usize = 3_000;

/// How many turns they may have together. Other writers wait while they are saved, for a second or two.
const MOST_TURNS: usize = 250_000;

/// Games to be recorded.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateGameBatch {
    /// Each as it would be sent alone; all together have at most 250,000 turns.
    #[schema(value_type = Vec<CreateGame>, min_items = 1, max_items = 3000)]
    games: Vec<Value>,
}

/// What became of a game of a batch.
#[derive(Serialize, ToSchema)]
#[schema(as = GameBatchItem)]
struct ItemView {
    /// What became of it.
    outcome: Outcome,
    /// The game's id, if it is on record.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: Option<Id>,
    /// Why it was not taken: what would have been answered had it been sent alone.
    #[schema(value_type = Option<ProblemBody>)]
    problem: Option<Value>,
}

impl ItemView {
    fn new(outcome: Result<Admission, Value>) -> ItemView {
        match outcome {
            Ok(Admission::Recorded(id)) => ItemView {
                outcome: Outcome::Recorded,
                id: Some(id),
                problem: None,
            },
            Ok(Admission::Known(id)) => ItemView {
                outcome: Outcome::Known,
                id: Some(id),
                problem: None,
            },
            Err(problem) => ItemView {
                outcome: Outcome::Refused,
                id: None,
                problem: Some(problem),
            },
        }
    }
}

/// What is answered to a game that is sent alone and refused.
fn problem(error: &Error) -> Value {
    serde_json::from_str(&error.body()).unwrap_or_default()
}

/// What became of a batch.
#[derive(Serialize, ToSchema)]
#[schema(as = GameBatch)]
struct BatchView {
    /// How many games were recorded.
    #[schema(example = 180)]
    recorded: usize,
    /// How many were on record before.
    #[schema(example = 2)]
    known: usize,
    /// How many were not taken.
    #[schema(example = 1)]
    refused: usize,
    /// What became of each, in the order in which they were sent.
    items: Vec<ItemView>,
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
        (status = 200, description = "What became of each.", body = BatchView),
        (status = 413, description = "`body-too-large`: it has more than 10 MiB."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "any" }))),
)]
#[post("/v1/games/batches")]
pub(crate) async fn create_game_batch(
    caller: TournamentOfficial,
    LargeBody(asked, request): LargeBody<CreateGameBatch>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    if !(1..=MOST).contains(&asked.games.len()) {
        let bounds = Invalid::new("out-of-bounds", format!("A batch has 1 to {MOST} games."));
        return Err(Faults::of("/games", bounds).into());
    }
    let asking = Asking::new(&caller, clock.now());
    let (now, games) = (asking.now, asked.games);
    // Replayed where it holds up no other request, and before the transaction begins.
    let candidates: Vec<Result<Candidate, Value>> = actix_web::web::block(move || {
        let read = |game| from_value::<CreateGame>(game).and_then(|game| game.candidate(now));
        games
            .into_iter()
            .map(|game| read(game).map_err(|error| problem(&error)))
            .collect()
    })
    .await
    .map_err(|error| Error::Internal(error.to_string()))?;
    let turns = |one: &Candidate| one.judged.as_ref().map_or(0, |record| record.turns().len());
    if candidates.iter().flatten().map(turns).sum::<usize>() > MOST_TURNS {
        let bounds = Invalid::new("out-of-bounds", format!("A batch has at most {MOST_TURNS} turns."));
        return Err(Faults::of("/games", bounds).into());
    }
    request
        .once(&database, asking.account, asking.now, move |c| {
            let good: Vec<Candidate> = candidates.iter().filter_map(|one| one.as_ref().ok().cloned()).collect();
            let mut admitted = admit(c, "create_game_batch", &asking, &good)?.into_iter();
            let items: Vec<ItemView> = candidates
                .iter()
                .map(|candidate| {
                    let outcome = candidate.as_ref().map_err(Value::clone).and_then(|_| {
                        let missing = || Err(Error::Internal("a game has no outcome".to_owned()));
                        admitted.next().unwrap_or_else(missing).map_err(|error| problem(&error))
                    });
                    ItemView::new(outcome)
                })
                .collect();
            let count = |outcome| items.iter().filter(|item| item.outcome == outcome).count();
            let (recorded, known, refused) = (count(Outcome::Recorded), count(Outcome::Known), count(Outcome::Refused));
            Ok(Reply::public(BatchView {
                recorded,
                known,
                refused,
                items,
            }))
        })
        .await
}
