//! Double bookings: umpires and players who are in two events on one day.

pub(crate) mod store;

use chrono::NaiveDate;

use crate::values::id::{PlayerId, TournamentId};

/// Another event in which a person is on some days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherEvent {
    /// The umpire or the player.
    pub person: PlayerId,
    /// The other tournament.
    pub tournament: TournamentId,
    /// Its name.
    pub name: String,
    /// The place where it is played.
    pub venue: String,
    /// The first and the last day on which the person is in it.
    pub days: [NaiveDate; 2],
}

impl OtherEvent {
    /// Whether the person is in it on a day from the first of the two to the last.
    #[must_use]
    pub fn is_within(&self, [first, last]: [NaiveDate; 2]) -> bool {
        self.days[0] <= last && first <= self.days[1]
    }
}
