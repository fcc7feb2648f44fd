//! Judging turns over HTTP, without keeping anything.

use actix_web::post;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::games::forms::{RecordText, TurnText, Turns, play};
use crate::games::{GameRefusal, GameResult, Record, Termination, legal_turns};
use crate::values::error::Error;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_game_validation);
}

/// Turns to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Validate {
    /// The rules to judge by: `mssa-gar` if absent.
    #[schema(example = "mssa-gar", min_length = 1, max_length = 64)]
    rule_set: Option<String>,
    /// The turns of both sides in canonical notation; none for the opening position. Either this or `record`.
    #[schema(value_type = Option<Vec<TurnText>>, example = json!(["E1", "R1", "E2", "R2", "E3xR1"]), min_items = 0, max_items = 2000)]
    turns: Option<Turns>,
    /// The text of a game record instead, which names its rules itself; spelled as people spell.
    #[schema(value_type = Option<String>, example = "1. e1 r1 2. e2 r2 3. e3 x r1 *", min_length = 0, max_length = 100_000)]
    record: Option<RecordText>,
}

/// The verdict of the rules on the turns.
#[derive(Serialize, ToSchema)]
struct Validation {
    /// Whether every turn is legal.
    #[schema(example = true)]
    legal: bool,
    /// The number of turns that are legal, from the first one on.
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
    /// The cause of its end on the board.
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
    /// The number of the turn, counted over both sides from 1.
    #[schema(example = 6)]
    ply: u32,
    /// The side whose turn it is: `first` or `second`.
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
    /// The reason in words for a person.
    #[schema(example = "the junction where the cow should go is occupied")]
    message: String,
    /// The line of the record on which it stands, from 1.
    #[schema(example = 3)]
    line: Option<u32>,
    /// The column at which it begins, in characters from 1.
    #[schema(example = 14)]
    column: Option<u32>,
}

/// Judge a game
///
/// Says whether the turns are legal, what position they lead to and what can be played there. Nothing is kept.
#[utoipa::path(
    tag = "games",
    request_body = Validate,
    responses(
        (status = 200, description = "The verdict.", body = Validation),
        (status = 422, description = "`unknown-rule-set`: there is no such rule set. `invalid-record`: the text is no record. `result-contradicts-board`, `termination-does-not-fit`: what the record says of the end cannot be."),
    ),
)]
#[post("/v1/games/validations")]
pub(crate) async fn create_game_validation(
    _caller: Anyone,
    Body(asked, _): Body<Validate>,
) -> Result<Response<Validation>, Error> {
    let play = play(asked.turns, asked.rule_set.as_deref(), None, None, asked.record)?;
    let (position, plies, illegal) = match Record::judge(&play) {
        Ok(record) => (record.end(), record.turns().len(), None),
        Err(GameRefusal::IllegalTurn(illegal, place)) => {
            let plies = usize::try_from(illegal.ply - 1).unwrap_or(usize::MAX);
            (illegal.position, plies, Some((illegal, place)))
        }
        Err(refusal) => return Err(refusal.into()),
    };
    let outcome = position.outcome();
    Ok(Response::public(Validation {
        legal: illegal.is_none(),
        plies,
        position: position.to_string(),
        side: position.side().code(),
        result: outcome.map(Into::into),
        termination: outcome.map(Into::into),
        legal_turns: legal_turns(&position),
        illegal_turn: illegal.map(|(illegal, place)| IllegalTurnView {
            ply: illegal.ply,
            side: illegal.side.code(),
            turn: illegal.text,
            reason: illegal.refusal.code(),
            message: illegal.refusal.to_string(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }),
    }))
}
