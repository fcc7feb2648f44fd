//! `game-points`: the sum of the game points won.

use std::collections::BTreeMap;

use crate::rankings::events::RankedEvent;
use crate::rankings::figures::Figure;
use crate::rankings::methods::{Contribution, Description, Ranked, Tally};
use crate::values::id::{PlayerId, TournamentId};

/// Changes with whatever changes a figure.
pub const VERSION: i64 = 1;

pub(crate) fn description() -> Description {
    Description {
        sentence: "The sum of the game points won in the matches of ratified tournaments.",
        formula: "For each match of each ratified tournament in the window, of the levels in `levels`: 1 for a game won, 1/2 for \
                  a game drawn, 0 for a game lost. A game that was forfeited counts as it was awarded if `forfeits` says so, and \
                  otherwise for nobody. A bye is no game and counts nothing. Everyone with a game that counts is listed.",
        parameters: Vec::new(),
    }
}

/// The count.
#[derive(Debug, Default)]
pub struct GamePoints(BTreeMap<PlayerId, Vec<(TournamentId, u32)>>);

impl Tally for GamePoints {
    fn take(&mut self, event: &RankedEvent) {
        for bout in &event.bouts {
            for (player, halves) in bout.players.into_iter().zip(bout.halves) {
                let events = self.0.entry(player).or_default();
                match events
                    .last_mut()
                    .filter(|(tournament, _)| *tournament == event.tournament)
                {
                    Some((_, sum)) => *sum += halves,
                    None => events.push((event.tournament, halves)),
                }
            }
        }
    }

    fn ranked(self: Box<Self>) -> Vec<Ranked> {
        let contribution = |(tournament, halves)| Contribution {
            figure: Figure::halves(halves),
            tournaments: vec![tournament],
            ..Contribution::default()
        };
        let ranked = |(player, events): (PlayerId, Vec<(TournamentId, u32)>)| {
            let contributions: Vec<Contribution> = events.into_iter().map(contribution).collect();
            let figure = contributions.iter().map(|one| one.figure).sum();
            Ranked {
                player,
                figure,
                deviation: None,
                contributions,
            }
        };
        self.0.into_iter().map(ranked).collect()
    }
}
