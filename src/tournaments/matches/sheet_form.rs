//! Score sheets as they are sent.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::tournaments::matches::{Game, Match, MatchGameEnding, MatchGameResult, ScoreSheet};
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::tournaments::snapshot::TournamentSnapshot;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::number::Seed;
use crate::values::validation::{Faults, ValueError};

/// A game of a match, as it is entered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheetGame)]
struct GameForm {
    /// The winner: `first` is the player who started the game.
    result: MatchGameResult,
    /// The way in which it came to that.
    #[serde(default = "on_the_board")]
    ended: MatchGameEnding,
}

fn on_the_board() -> MatchGameEnding {
    MatchGameEnding::Played
}

/// The sheet that is filled in for a match: either its games, or the player who forfeited all of them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheet)]
pub(crate) struct SheetForm {
    /// The player who started the first game, if the lot decided otherwise than the draw. The players start in turn.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    first_starter_id: Option<PlayerId>,
    /// The games in their order, as many as a match of the tournament has.
    games: Option<Vec<GameForm>>,
    /// The player who forfeited all games.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    forfeited_by: Option<PlayerId>,
}

impl SheetForm {
    /// The sheet, filled in for that match; `pointer` is where the form stands in the body.
    pub(crate) fn fill(
        &self,
        paired: &Match,
        snapshot: &TournamentSnapshot,
        pointer: &str,
    ) -> Result<ScoreSheet, Error> {
        let count = snapshot.tournament.plan.games;
        let seated = |name: &str, id: PlayerId| {
            let is_named = |seed: &&Seed| snapshot.at(**seed).is_some_and(|entry| entry.player.id == id);
            let missing = || NOT_ENTERED.at(&format!("{pointer}/{name}"), "The player does not play this match.");
            paired.pair.iter().find(is_named).copied().ok_or_else(missing)
        };
        let starter = self
            .first_starter_id
            .map(|id| seated("first_starter_id", id))
            .transpose()?;
        let starter = starter.unwrap_or(paired.starter);
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
                paired.pair,
                starter,
                count,
            )),
            (None, None) => {
                let missing = ValueError::new("required", "Send the games, or who forfeited.");
                Err(Faults::of(&format!("{pointer}/games"), missing).into())
            }
            (Some(_), Some(_)) => {
                let both = ValueError::new("not-allowed", "Send the games or who forfeited, not both.");
                Err(Faults::of(&format!("{pointer}/forfeited_by"), both).into())
            }
        }
    }
}
