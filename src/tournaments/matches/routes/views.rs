//! Matches and their results, as they are asked for and answered.

use chrono::NaiveDate;
use morabaraba_swiss::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::PlayerName;
use crate::tournaments::matches::disputes::Dispute;
use crate::tournaments::matches::{Ending, Entered, Game, Match, Outcome, Progress, ScoreSheet};
use crate::tournaments::points::{decimal, fraction};
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::tournaments::standings::proceedings::Proceedings;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid};

/// A game of a match, as it is entered.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheetGame)]
struct GameForm {
    /// Who won: `first`, who started the game.
    result: Outcome,
    /// How it came to that.
    #[serde(default = "on_the_board")]
    ended: Ending,
}

fn on_the_board() -> Ending {
    Ending::Played
}

/// What is filled in for a match: either its games, or who forfeited all of them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheet)]
pub(crate) struct SheetForm {
    /// Who started the first game, if the lot decided otherwise than the draw. The players start in turn.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    first_starter_id: Option<Id>,
    /// The games in their order, as many as a match of the tournament has.
    games: Option<Vec<GameForm>>,
    /// Who forfeited all games.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    forfeited_by: Option<Id>,
}

impl SheetForm {
    /// The sheet of that match; `pointer` is where the form stands in the body.
    pub(crate) fn sheet(&self, of: &Match, proceedings: &Proceedings, pointer: &str) -> Result<ScoreSheet, Error> {
        let count = proceedings.tournament.plan.games;
        let seated = |name: &str, id: Id| {
            let is_one = |place: &&u32| proceedings.at(**place).is_some_and(|entry| entry.player.id == id);
            let missing = || NOT_ENTERED.at(&format!("{pointer}/{name}"), "The player does not play this match.");
            of.pair.iter().find(is_one).copied().ok_or_else(missing)
        };
        let starter = self
            .first_starter_id
            .map(|id| seated("first_starter_id", id))
            .transpose()?;
        let starter = starter.unwrap_or(of.starter);
        match (&self.games, self.forfeited_by) {
            (Some(games), None) => {
                let games = games
                    .iter()
                    .map(|game| Game {
                        result: game.result,
                        ended: game.ended,
                    })
                    .collect();
                let mut faults = Faults::default();
                Ok(ScoreSheet::parse(starter, games, count, pointer, &mut faults).ok_or(faults)?)
            }
            (None, Some(by)) => Ok(ScoreSheet::forfeited(
                seated("forfeited_by", by)?,
                of.pair,
                starter,
                count,
            )),
            (None, None) => {
                let missing = Invalid::new("required", "Send the games, or who forfeited.");
                Err(Faults::of(&format!("{pointer}/games"), missing).into())
            }
            (Some(_), Some(_)) => {
                let both = Invalid::new("not-allowed", "Send the games or who forfeited, not both.");
                Err(Faults::of(&format!("{pointer}/forfeited_by"), both).into())
            }
        }
    }
}

/// A player of a match.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchPlayer)]
struct MatchPlayer {
    /// Who.
    player: PlayerName,
    /// What the player won, once there is a result.
    #[schema(example = 4.5)]
    points: Option<f64>,
    /// The same as a fraction.
    #[schema(example = "9/2")]
    points_fraction: Option<String>,
}

/// A game of a match.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchGame)]
struct GameView {
    /// Its number, from 1.
    #[schema(example = 1)]
    number: usize,
    /// Who started it.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    starter_id: Option<Id>,
    /// Who won: `first`, who started it.
    result: Outcome,
    /// How it came to that.
    ended: Ending,
}

/// A match.
#[derive(Serialize, ToSchema)]
#[schema(as = Match)]
pub(crate) struct MatchView {
    /// Its id.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    id: Id,
    /// Of which tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Id,
    /// Of which round.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    round_id: Id,
    /// The number of the round.
    #[schema(example = 2)]
    round: i64,
    /// The number of the board.
    #[schema(example = 1)]
    board: i64,
    /// What became of the result.
    state: Progress,
    /// The number of the result, which says what you have read when you confirm, correct or undo it; 0 if there is none.
    #[schema(example = 1)]
    version: i64,
    /// How many rounds of the tournament are published: what was drawn from the result, if it is of an earlier one.
    #[schema(example = 2)]
    published_rounds: i64,
    /// The player who stood higher, and the other.
    players: Vec<MatchPlayer>,
    /// Who starts the first game.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    starter_id: Option<Id>,
    /// The games in their order; none without a result.
    games: Vec<GameView>,
    /// The numbers of the games that are on record turn by turn; once all are, the match has its result.
    #[schema(example = json!([1, 2]))]
    recorded_games: Vec<i64>,
}

impl MatchView {
    pub(crate) fn of(one: &Match, proceedings: &Proceedings, today: NaiveDate) -> MatchView {
        let sheet = one.result().map(|result| &result.sheet);
        let halves = sheet.map(|sheet| sheet.halves(one.pair).map(Points::halves));
        let player = |(index, place): (usize, &u32)| {
            let points = halves.and_then(|halves| halves.get(index).copied());
            let player = proceedings.at(*place)?.player.named(today);
            Some(MatchPlayer {
                player,
                points: points.and_then(decimal),
                points_fraction: points.map(fraction),
            })
        };
        MatchView {
            id: one.id,
            tournament_id: proceedings.tournament.id,
            round_id: one.round,
            round: one.number,
            board: one.board,
            state: one.progress(),
            version: one.version(),
            published_rounds: proceedings.next_round() - 1,
            players: one.pair.iter().enumerate().filter_map(player).collect(),
            starter_id: proceedings.at(one.starts()).map(|entry| entry.player.id),
            games: sheet.map(|sheet| games(sheet, one, proceedings)).unwrap_or_default(),
            recorded_games: one.recorded.keys().copied().collect(),
        }
    }
}

fn games(sheet: &ScoreSheet, of: &Match, proceedings: &Proceedings) -> Vec<GameView> {
    let started = sheet.games.iter().zip(sheet.starters(of.pair)).zip(1..);
    started
        .map(|((game, starter), number)| GameView {
            number,
            starter_id: proceedings.at(starter).map(|entry| entry.player.id),
            result: game.result,
            ended: game.ended,
        })
        .collect()
}

/// The matches of a round.
#[derive(Serialize, ToSchema)]
pub(crate) struct Matches {
    /// By board.
    pub(crate) items: Vec<MatchView>,
}

/// A result of a match, as it was entered: one of its history.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchResult)]
struct ResultView {
    /// Its number among the results of the match, from 1.
    #[schema(example = 1)]
    version: i64,
    /// Who started the first game.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    starter_id: Option<Id>,
    /// The games in their order.
    games: Vec<GameView>,
    /// Why the result before it was corrected, if it was.
    #[schema(example = "The sheet was read from the wrong side.")]
    reason: Option<String>,
    /// The account that entered it.
    #[schema(example = "019aa0c7-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    entered_by: Id,
    /// When.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T09:00:00.000000Z")]
    entered_at: Timestamp,
    /// The account that confirmed it.
    #[schema(example = "019aa0c7-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    confirmed_by: Option<Id>,
    /// When.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T09:10:00.000000Z")]
    confirmed_at: Option<Timestamp>,
    /// When it was taken back.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T09:05:00.000000Z")]
    undone_at: Option<Timestamp>,
}

/// The results of a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchResults {
    /// The oldest first; the last that was not taken back counts.
    items: Vec<ResultView>,
}

impl MatchResults {
    pub(crate) fn of(one: &Match, proceedings: &Proceedings) -> MatchResults {
        let view = |result: &Entered| ResultView {
            version: result.version,
            starter_id: proceedings.at(result.sheet.starter).map(|entry| entry.player.id),
            games: games(&result.sheet, one, proceedings),
            reason: result.reason.clone(),
            entered_by: result.by,
            entered_at: result.at,
            confirmed_by: result.confirmed.map(|(by, _)| by),
            confirmed_at: result.confirmed.map(|(_, at)| at),
            undone_at: result.undone_at,
        };
        MatchResults {
            items: one.results.iter().map(view).collect(),
        }
    }
}

/// A dispute about a match.
#[derive(Serialize, ToSchema)]
#[schema(as = Dispute)]
pub(crate) struct DisputeView {
    /// Its id.
    #[schema(example = "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1")]
    id: Id,
    /// About which match.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: Id,
    /// The two who play it.
    #[schema(example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: Vec<Id>,
    /// What is said.
    #[schema(example = "The fourth game was drawn, not lost.")]
    reason: String,
    /// The account that entered it.
    #[schema(example = "019aa0c7-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    raised_by: Id,
    /// When.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T09:20:00.000000Z")]
    raised_at: Timestamp,
    /// How an umpire ruled.
    #[schema(example = "Both players' notes show a draw.")]
    ruling: Option<String>,
    /// The account that ruled.
    #[schema(example = "019aa0c7-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    ruled_by: Option<Id>,
    /// When.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T09:30:00.000000Z")]
    ruled_at: Option<Timestamp>,
}

impl DisputeView {
    pub(crate) fn of(dispute: &Dispute, about: &Match, proceedings: &Proceedings) -> DisputeView {
        let players = about.pair.iter().filter_map(|place| proceedings.at(*place));
        let ruling = dispute.ruling.as_ref();
        DisputeView {
            id: dispute.id,
            match_id: dispute.of,
            player_ids: players.map(|entry| entry.player.id).collect(),
            reason: dispute.reason.clone(),
            raised_by: dispute.raised_by,
            raised_at: dispute.raised_at,
            ruling: ruling.map(|(ruling, ..)| ruling.clone()),
            ruled_by: ruling.map(|(_, by, _)| *by),
            ruled_at: ruling.map(|(.., at)| *at),
        }
    }
}

/// The disputes about a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct Disputes {
    /// The oldest first.
    pub(crate) items: Vec<DisputeView>,
}
