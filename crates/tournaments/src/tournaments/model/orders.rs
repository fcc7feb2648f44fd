//! The orders of an umpire for a round, by the seeds.

use std::collections::HashMap;

use morabaraba_swiss::{Player, Waiver};
use serde::{Deserialize, Serialize};

use crate::tournaments::model::draw::{Pairing, player, seed};
use crate::values::number::Seed;

/// Orders as they are kept, by the seeds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    /// The umpire's own pairing instead of the draw.
    pub pairing: Option<Pairing>,
    /// Rules that are set aside.
    pub waivers: Vec<Waiver>,
    /// Pairs who do not meet.
    pub barred: Vec<[Seed; 2]>,
    /// Pairs who meet.
    pub ordered: Vec<[Seed; 2]>,
    /// The reason for them, if anything is ordered.
    pub reason: Option<String>,
}

impl Orders {
    /// Writes into the players of a field whom the umpire keeps apart or brings together.
    pub(crate) fn apply(&self, players: &mut HashMap<Seed, Player>) {
        for [left, right] in &self.barred {
            players
                .entry(*left)
                .and_modify(|drawn| drawn.forbidden.push(player(*right)));
        }
        for [left, right] in &self.ordered {
            players
                .entry(*left)
                .and_modify(|drawn| drawn.forced = Some(player(*right)));
            players
                .entry(*right)
                .and_modify(|drawn| drawn.forced = Some(player(*left)));
        }
    }

    /// The seeds of those whom they name.
    #[must_use]
    pub fn named(&self) -> Vec<Seed> {
        let waived = |waiver: &Waiver| match *waiver {
            Waiver::Rematch(left, right) | Waiver::Forbidden(left, right) => vec![seed(left), seed(right)],
            Waiver::SecondBye(resting) => vec![seed(resting)],
        };
        let own = self
            .pairing
            .iter()
            .flat_map(|own| own.pairs.iter().flatten().chain(&own.bye));
        let pairs = own
            .chain(self.barred.iter().flatten())
            .chain(self.ordered.iter().flatten())
            .copied();
        pairs.chain(self.waivers.iter().flat_map(waived)).collect()
    }

    /// Whether nothing is ordered.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.pairing.is_none() && self.waivers.is_empty() && self.barred.is_empty() && self.ordered.is_empty()
    }
}
