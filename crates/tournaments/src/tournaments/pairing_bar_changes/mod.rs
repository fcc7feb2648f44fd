//! Pairing bars recorded and withdrawn while a tournament takes entries or runs: its officials are told, since the draw
//! differs by them.

pub(crate) mod routes;
pub mod use_cases;

use crate::players::Player;
use crate::players::pairing_bars::PairingBarStep;
use crate::values::clock::Timestamp;

/// A bar between two who are entered, recorded or withdrawn since the tournament was opened.
#[derive(Debug, Clone)]
pub struct EntrantsBarChange {
    /// The two players.
    pub players: [Player; 2],
    /// The thing that was done.
    pub step: PairingBarStep,
    /// The time at which it was done.
    pub at: Timestamp,
}

impl EntrantsBarChange {
    /// The change in words, with the names that are given to the two players.
    #[must_use]
    pub fn sentence(&self, name: impl Fn(&Player) -> String) -> String {
        let [one, other] = self.players.each_ref().map(name);
        match self.step {
            PairingBarStep::Recorded => {
                format!("Since entries opened, it was recorded that {one} and {other} never meet.")
            }
            PairingBarStep::Withdrawn => {
                format!("Since entries opened, it was taken back that {one} and {other} never meet.")
            }
        }
    }
}
