//! The ranking of clubs that follows from a list.

pub(crate) mod routes;
pub mod use_cases;

use crate::clubs::Club;
use crate::players::Player;
use crate::rankings::figures::Figure;
use crate::rankings::rows::ClubRow;

/// A club in the ranking of clubs, as it is shown.
pub struct ListedClub {
    /// The row.
    pub row: ClubRow,
    /// The club.
    pub(crate) club: Club,
    /// The players who count, each with what they add.
    pub(crate) counted: Vec<(Player, Figure)>,
}
