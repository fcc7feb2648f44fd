//! Judging turns over HTTP, without keeping anything.

use actix_web::post;
use morabaraba_rules::Position;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::legal_turns;
use crate::accounts::caller::Anyone;
use crate::body::Body;
use crate::error::Error;
use crate::games::{GameResult, Termination, check_length, rule_set};
use crate::input::Faults;
use crate::reply::Reply;

/// Turns to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Validate {
    /// The rules to judge by: `mssa-gar` if absent.
    #[schema(example = "mssa-gar")]
    rule_set: Option<String>,
    /// The turns of both sides in canonical notation; none for the opening position.
    #[schema(example = json!(["E1", "R1", "E2", "R2", "E3xR1"]), max_items = 2000)]
    turns: Vec<String>,
}

/// What the rules say of the turns.
#[derive(Serialize, ToSchema)]
struct Validation {
    /// Whether every turn is legal.
    #[schema(example = true)]
    legal: bool,
    /// How many turns are legal, from the first one on.
    #[schema(example = 5)]
    plies: usize,
    /// The position after them.
    #[schema(example = "XXX...../......../.O...... O 9 10 0 - -")]
    position: String,
    /// The side to play there: `first` or `second`.
    #[schema(example = "second")]
    side: &'static str,
    /// The result on the board, once it is over there.
    result: Option<GameResult>,
    /// What ended it on the board.
    termination: Option<Termination>,
    /// The turns that can be played there; none once it is over.
    #[schema(example = json!(["R1", "R3", "R4"]))]
    legal_turns: Vec<String>,
    /// The turn that is not legal, if there is one.
    illegal_turn: Option<IllegalTurnView>,
}

/// A turn that is against the rules.
#[derive(Serialize, ToSchema)]
#[schema(as = IllegalTurn)]
struct IllegalTurnView {
    /// Which turn it is, counted over both sides from 1.
    #[schema(example = 6)]
    ply: u32,
    /// Whose turn it is: `first` or `second`.
    #[schema(example = "second")]
    side: &'static str,
    /// The turn as it was written, cut after 40 characters.
    #[schema(example = "E1")]
    turn: String,
    /// The rule that it breaks: `syntax`, `game-over`, `must-place`, `must-move`, `origin-empty`, `origin-opponent`,
    /// `occupied`, `not-adjacent`, `move-back`, `shot-not-earned`, `shot-missing`, `shot-empty`, `shot-own` or
    /// `shot-protected`; the first that applies.
    #[schema(example = "occupied")]
    reason: &'static str,
    /// The same for a person.
    #[schema(example = "there is a cow on that junction already")]
    message: String,
}

/// Judge a game
///
/// Says whether the turns are legal, what position they lead to and what can be played there. Nothing is kept.
#[utoipa::path(
    tag = "games",
    request_body = Validate,
    responses(
        (status = 200, description = "The verdict.", body = Validation),
        (status = 422, description = "`unknown-rule-set`: there is no such rule set."),
    ),
    security(()),
)]
#[post("/v1/games/validations")]
pub(super) async fn create_game_validation(
    _caller: Anyone,
    Body(asked): Body<Validate>,
) -> Result<Reply<Validation>, Error> {
    let mut faults = Faults::default();
    faults.take("/turns", check_length(&asked.turns, 0)).ok_or(faults)?;
    let start = Position::new(rule_set(asked.rule_set.as_deref())?);
    let mut game = morabaraba_rules::replay(start, &asked.turns);
    let mut plies = 0;
    let illegal = loop {
        match game.next() {
            Some(Ok(_)) => plies += 1,
            Some(Err(illegal)) => break Some(illegal),
            None => break None,
        }
    };
    let position = game.position();
    let outcome = position.outcome();
    Ok(Reply::public(Validation {
        legal: illegal.is_none(),
        plies,
        position: position.to_string(),
        side: position.side().code(),
        result: outcome.map(GameResult::of),
        termination: outcome.map(Termination::of),
        legal_turns: legal_turns(&position),
        illegal_turn: illegal.map(|illegal| IllegalTurnView {
            ply: illegal.ply,
            side: illegal.side.code(),
            turn: illegal.text,
            reason: illegal.refusal.code(),
            message: illegal.refusal.to_string(),
        }),
    }))
}
