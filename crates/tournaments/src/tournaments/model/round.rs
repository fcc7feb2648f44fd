//! A round.

use crate::tournaments::model::Orders;
use crate::tournaments::model::draw::Draw;
use crate::values::clock::Timestamp;
use crate::values::id::{RoundId, TournamentId};
use crate::values::number::RoundNumber;

crate::string_enum! {
    /// The state that a round has reached.
    pub enum RoundState as "RoundState" {
        /// Its draw can be looked at by those who run the tournament, and thrown away.
        Drawn = "drawn",
        /// Everyone knows who meets whom.
        Published = "published",
        /// All results are in.
        Closed = "closed",
    }
}

/// A round as it is on record.
#[derive(Debug, Clone)]
pub struct Round {
    /// Its id.
    pub id: RoundId,
    /// Its tournament.
    pub tournament: TournamentId,
    /// Its number, from 1.
    pub number: RoundNumber,
    /// The state that it has reached.
    pub state: RoundState,
    /// The digest of everything on which the draw depends.
    pub digest: String,
    /// The orders of the umpire.
    pub orders: Orders,
    /// The pairing, and the reasons for it.
    pub draw: Draw,
    /// The time at which it was drawn.
    pub drawn_at: Timestamp,
    /// The time at which it was published.
    pub published_at: Option<Timestamp>,
    /// The time at which it was closed.
    pub closed_at: Option<Timestamp>,
}
