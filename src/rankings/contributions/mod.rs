//! Contributions: the events and games of which a figure is made.

pub(crate) mod routes;
pub(crate) mod use_cases;

use std::collections::HashMap;

use crate::players::Player;
use crate::rankings::Ranking;
use crate::rankings::events::RankedEvent;
use crate::rankings::methods::Contribution;
use crate::rankings::rows::RankingRow;
use crate::tournaments::Tournament;
use crate::tournaments::visitors::Contestant;
use crate::values::id::{PlayerId, TournamentId};

/// A row with what makes it, as it was on record when the list was published.
pub(crate) struct OpenedRow {
    /// The list.
    pub(crate) ranking: Ranking,
    /// The row.
    pub(crate) row: RankingRow,
    /// The parts of the row's figure, the earliest first.
    pub(crate) contributions: Vec<Contribution>,
    /// The events that contribute, by their tournaments.
    pub(crate) events: HashMap<TournamentId, (Tournament, RankedEvent)>,
    /// The player.
    pub(crate) player: Player,
    /// All who have played the matches of it.
    pub(crate) met: HashMap<PlayerId, Contestant>,
}
