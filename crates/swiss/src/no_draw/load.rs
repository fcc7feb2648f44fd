//! The exceptions that players have had before: byes and rematches, of which nobody is to have all.

use std::collections::HashMap;

use crate::field::{PlayerId, Round};

/// The rematches of each player, how often two have met again, and the byes of each beyond the first.
pub(crate) struct Load {
    rematches: Vec<usize>,
    again: HashMap<(usize, usize), usize>,
    byes: Vec<usize>,
}

impl Load {
    pub(crate) fn new(round: &Round) -> Self {
        let mut load = Self {
            rematches: vec![0; round.len()],
            again: HashMap::new(),
            byes: round.players.iter().map(|player| player.extra_byes as usize).collect(),
        };
        for (place, player) in round.players.iter().enumerate() {
            let mut met: HashMap<PlayerId, usize> = HashMap::new();
            player.opponents.iter().for_each(|id| *met.entry(*id).or_default() += 1);
            load.rematches[place] = player.opponents.len() - met.len();
            for (id, times) in met {
                if let Some(other) = round.place(id).filter(|_| times > 1) {
                    let again = load.again.entry((place.min(other), place.max(other))).or_default();
                    *again = (times - 1).max(*again);
                }
            }
        }
        load
    }

    /// The exceptions that those have had who would meet again, or who would have another bye.
    ///
    /// In a round nobody has more than one of these, so of as many the least sum spreads them best: that of the squares
    /// of what all will have had is least with it.
    pub(crate) fn between(&self, one: usize, other: usize) -> usize {
        let (one, other) = (one.min(other), one.max(other));
        match self.rematches.get(other) {
            Some(rematches) => self.rematches[one] + rematches + self.again.get(&(one, other)).copied().unwrap_or(0),
            None => 2 * self.byes[one],
        }
    }

    /// A sum that no pairing exceeds.
    pub(crate) fn most(&self) -> usize {
        3 * self.rematches.iter().sum::<usize>() + 2 * self.byes.iter().sum::<usize>()
    }
}
