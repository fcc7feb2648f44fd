//! Games as they are answered.

use chrono::NaiveDate;
use morabaraba_rules::Turn;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::{Game, GameResult, Termination};
use crate::tournaments::model::ContestantName;
use crate::values::clock::Timestamp;
use crate::values::id::{GameId, MatchId, TournamentId};

/// A game on record.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameView {
    /// Its id.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: GameId,
    /// The rules it was played by.
    #[schema(example = "mssa-gar")]
    rule_set: String,
    /// The player who began.
    first: ContestantName,
    /// The other player.
    second: ContestantName,
    /// The day it was played.
    #[schema(example = "2026-11-20")]
    played_on: NaiveDate,
    /// The match of a tournament that it is of; none of a friendly game.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: Option<MatchId>,
    /// The tournament of the match.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<TournamentId>,
    /// The number of the game in the match, from 1.
    #[schema(example = 3)]
    number: Option<i64>,
    /// All turns of both sides in canonical notation.
    #[schema(example = json!(["E1", "R1", "E2", "R2", "E3xR1"]))]
    turns: Vec<String>,
    /// The number of turns.
    #[schema(example = 5)]
    plies: usize,
    /// The result.
    result: GameResult,
    /// The cause of its end.
    termination: Termination,
    /// The position after the last turn: exterior, middle and inner ring from the top left corner clockwise (`X` first,
    /// `O` second), the side to play, cows in hand, quiet turns, and the turns that may not be undone.
    #[schema(example = "XXX...../......../.O...... O 9 10 0 - -")]
    final_position: String,
    /// The number of times that it was recorded: 1, and one more with every correction. It says what you have read when
    /// you correct or withdraw it.
    #[schema(example = 1)]
    version: i64,
    /// The time at which it was recorded so.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    recorded_at: Timestamp,
}

impl GameView {
    pub fn new(game: &Game, today: NaiveDate) -> GameView {
        GameView {
            id: game.id,
            rule_set: game.record.rule_set().to_string(),
            first: game.first.named(today),
            second: game.second.named(today),
            played_on: game.played_on,
            match_id: game.of.map(|of| of.match_id),
            tournament_id: game.tournament,
            number: game.of.map(|of| of.number),
            turns: game.record.turns().iter().map(Turn::to_string).collect(),
            plies: game.record.turns().len(),
            result: game.record.result(),
            termination: game.record.termination(),
            final_position: game.record.end().to_string(),
            version: game.version,
            recorded_at: game.recorded_at,
        }
    }
}

/// A game in a list: all but the turns.
#[derive(Serialize, ToSchema)]
pub struct GameSummary {
    /// The game's id.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: GameId,
    /// The rules it was played by.
    #[schema(example = "mssa-gar")]
    rule_set: String,
    /// The player who began.
    first: ContestantName,
    /// The other player.
    second: ContestantName,
    /// The day it was played.
    #[schema(example = "2026-11-20")]
    played_on: NaiveDate,
    /// The match of a tournament that it is of; none of a friendly game.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: Option<MatchId>,
    /// The tournament of the match.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<TournamentId>,
    /// The number of the game in the match, from 1.
    #[schema(example = 3)]
    number: Option<i64>,
    /// The number of turns.
    #[schema(example = 5)]
    plies: usize,
    /// The result.
    result: GameResult,
    /// The cause of its end.
    termination: Termination,
}

impl GameSummary {
    pub fn new(game: &Game, today: NaiveDate) -> GameSummary {
        GameSummary {
            id: game.id,
            rule_set: game.record.rule_set().to_string(),
            first: game.first.named(today),
            second: game.second.named(today),
            played_on: game.played_on,
            match_id: game.of.map(|of| of.match_id),
            tournament_id: game.tournament,
            number: game.of.map(|of| of.number),
            plies: game.record.turns().len(),
            result: game.record.result(),
            termination: game.record.termination(),
        }
    }
}
