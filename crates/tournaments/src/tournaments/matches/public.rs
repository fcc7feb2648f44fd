//! A match as everyone may see it, which is also how the audit trail keeps it.

use chrono::NaiveDate;
use morabaraba_swiss::Points;
use serde::Serialize;
use utoipa::ToSchema;

use crate::tournaments::model::{
    ContestantName, Match, MatchGameEnding, MatchGameResult, MatchState, ScoreSheet, TournamentSnapshot,
};
use crate::tournaments::points::{decimal, fraction};
use crate::values::id::{MatchId, PlayerId, RoundId, TournamentId};
use crate::values::number::{RoundNumber, Seed};

/// A player of a match.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchPlayer)]
pub struct MatchPlayer {
    /// The player.
    pub player: ContestantName,
    /// The points that the player won, once there is a result.
    #[schema(example = 4.5)]
    pub points: Option<f64>,
    /// The points as a fraction.
    #[schema(example = "9/2")]
    pub points_fraction: Option<String>,
}

/// A game of a match.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchGame)]
pub struct PlayedGame {
    /// Its number, from 1.
    #[schema(example = 1)]
    pub number: usize,
    /// The player who started it.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub starter_id: Option<PlayerId>,
    /// The winner: `first` is the player who started it.
    pub result: MatchGameResult,
    /// The way in which it came to that.
    pub ended: MatchGameEnding,
}

/// A match.
#[derive(Serialize, ToSchema)]
#[schema(as = Match)]
pub struct PublicMatch {
    /// Its id.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    pub id: MatchId,
    /// The tournament of the match.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub tournament_id: TournamentId,
    /// The round of the match.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    pub round_id: RoundId,
    /// The number of the round.
    #[schema(value_type = i64, example = 2)]
    pub round: RoundNumber,
    /// The number of the board.
    #[schema(example = 1)]
    pub board: i64,
    /// The state of the result.
    pub state: MatchState,
    /// The number of the result, which says what you have read when you confirm, correct or undo it; 0 if there is none.
    #[schema(example = 1)]
    pub version: i64,
    /// The number of rounds of the tournament that are published: those after the match were drawn from its result.
    #[schema(example = 2)]
    pub published_rounds: i64,
    /// The player who stood higher, and the other.
    pub players: Vec<MatchPlayer>,
    /// The player who starts the first game.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub starter_id: Option<PlayerId>,
    /// The games in their order; none without a result.
    pub games: Vec<PlayedGame>,
    /// The numbers of the games that are on record turn by turn; once all are, the match has its result.
    #[schema(example = json!([1, 2]))]
    pub recorded_games: Vec<i64>,
}

impl PublicMatch {
    /// The match, with its players as they may be named on that day.
    #[must_use]
    pub fn of(subject: &Match, snapshot: &TournamentSnapshot, today: NaiveDate) -> PublicMatch {
        let sheet = subject.result().map(|result| &result.sheet);
        let halves = sheet.map(|sheet| sheet.halves(subject.pair).map(Points::halves));
        let player = |(index, seed): (usize, &Seed)| {
            let points = halves.and_then(|halves| halves.get(index).copied());
            let player = snapshot.at(*seed)?.player.named(today);
            Some(MatchPlayer {
                player,
                points: points.and_then(decimal),
                points_fraction: points.map(fraction),
            })
        };
        PublicMatch {
            id: subject.id,
            tournament_id: snapshot.tournament.id,
            round_id: subject.round_id,
            round: subject.round_number,
            board: subject.board,
            state: subject.progress(),
            version: subject.version(),
            published_rounds: snapshot.published_rounds(),
            players: subject.pair.iter().enumerate().filter_map(player).collect(),
            starter_id: snapshot.at(subject.starts()).map(|entry| entry.player.id()),
            games: sheet.map(|sheet| games(sheet, subject, snapshot)).unwrap_or_default(),
            recorded_games: subject.recorded.keys().copied().collect(),
        }
    }
}

/// The games of a sheet, each with the player who started it.
pub(crate) fn games(sheet: &ScoreSheet, paired: &Match, snapshot: &TournamentSnapshot) -> Vec<PlayedGame> {
    let started = sheet.games.iter().zip(sheet.starters(paired.pair)).zip(1..);
    started
        .map(|((game, starter), number)| PlayedGame {
            number,
            starter_id: snapshot.at(starter).map(|entry| entry.player.id()),
            result: game.result,
            ended: game.ended,
        })
        .collect()
}
