//! A team.

use serde::Serialize;

use crate::values::clock::Timestamp;
use crate::values::id::{ClubId, EntryId, TeamId, TournamentId};

/// A team as it is on record.
#[derive(Debug, Clone, Serialize)]
pub struct Team {
    /// Its id.
    pub id: TeamId,
    /// The tournament.
    #[serde(rename = "tournament_id")]
    pub tournament: TournamentId,
    /// The name, which no other team of the tournament has.
    pub name: String,
    /// The club or institution that all its members represent; none if they represent several.
    #[serde(rename = "club_id")]
    pub club: Option<ClubId>,
    /// The entries of its members, in the order of its boards.
    #[serde(rename = "entry_ids")]
    pub members: Vec<EntryId>,
    /// The time at which it was set up.
    pub created_at: Timestamp,
}
