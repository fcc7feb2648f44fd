//! Contributions: the events and games of which a figure is made.

pub(crate) mod routes;
pub mod use_cases;

use std::collections::HashMap;

use crate::players::Player;
use crate::rankings::Ranking;
use crate::rankings::events::RankedEvent;
use crate::rankings::methods::Contribution;
use crate::rankings::rows::RankingRow;
use crate::tournaments::model::{Contestant, Tournament};
use crate::values::id::{PlayerId, TournamentId};

/// A row with what makes it, as it was on record when the list was published.
pub struct OpenedRow {
    /// The list.
    pub ranking: Ranking,
    /// The row.
    pub row: RankingRow,
    /// The parts of the row's figure, the earliest first.
    pub contributions: Vec<Contribution>,
    /// The events that contribute, by their tournaments.
    pub events: HashMap<TournamentId, (Tournament, RankedEvent)>,
    /// The player.
    pub player: Player,
    /// All who have played the matches of it.
    pub met: HashMap<PlayerId, Contestant>,
}
