//! Score sheets: the games of a match as they are filled in, and what they come to.

use crate::tournaments::matches::marks::{self, Mark};
use crate::tournaments::model::{Game, Match, ScoreSheet, TournamentSnapshot};
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::number::Seed;
use crate::values::validation::{Faults, ValueError};

/// A sheet as it is asked for, by the players: its games, or the marks of one of the two, or the player who forfeited all
/// of them.
#[derive(Debug, Default)]
pub struct NewScoreSheet {
    /// The player who started the first game, if not the one who was drawn to.
    pub first_starter: Option<PlayerId>,
    /// The games in their order.
    pub games: Option<Vec<Game>>,
    /// The marks of one of the two, in the order of the games.
    pub marks: Option<(PlayerId, Vec<Mark>)>,
    /// The player who forfeited all games.
    pub forfeited_by: Option<PlayerId>,
}

impl NewScoreSheet {
    /// The sheet, filled in for that match; `pointer` is where it stands in what was sent.
    pub fn fill(&self, paired: &Match, snapshot: &TournamentSnapshot, pointer: &str) -> Result<ScoreSheet, Error> {
        let count = snapshot.tournament.plan.games;
        let seated = |name: &str, id: PlayerId| {
            let is_named = |seed: &&Seed| snapshot.at(**seed).is_some_and(|entry| entry.player.id() == id);
            let missing = || NOT_ENTERED.at(&format!("{pointer}/{name}"), "The player does not play this match.");
            paired.pair.iter().find(is_named).copied().ok_or_else(missing)
        };
        let starter = self
            .first_starter
            .map(|id| seated("first_starter_id", id))
            .transpose()?;
        let starter = starter.unwrap_or(paired.starter);
        let games = match (&self.games, &self.marks, self.forfeited_by) {
            (Some(games), None, None) => games.clone(),
            (None, Some((player, marks)), None) => {
                let player = seated("marks/player_id", *player)?;
                marks::games(marks, player, paired.pair, starter)
            }
            (None, None, Some(by)) => {
                let by = seated("forfeited_by", by)?;
                return Ok(ScoreSheet::forfeited(by, paired.pair, starter, count));
            }
            (None, None, None) => {
                let missing = ValueError::new("required", "Send the games, the marks, or who forfeited.");
                return Err(Faults::of(&format!("{pointer}/games"), missing).into());
            }
            (_, _, Some(_)) => {
                let both = ValueError::new("not-allowed", "Send the games or who forfeited, not both.");
                return Err(Faults::of(&format!("{pointer}/forfeited_by"), both).into());
            }
            (Some(_), Some(_), None) => {
                let both = ValueError::new("not-allowed", "Send the games or the marks, not both.");
                return Err(Faults::of(&format!("{pointer}/marks"), both).into());
            }
        };
        let mut faults = Faults::default();
        Ok(ScoreSheet::parse(starter, games, count, pointer, &mut faults).ok_or(faults)?)
    }
}
