//! Corrections and withdrawals of games, and what games were before.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use crate::games::Game;
use crate::values::clock::Timestamp;
use crate::values::id::AccountId;

/// A version of a game that was corrected or withdrawn since.
#[derive(Debug, Clone)]
pub(crate) struct Superseded {
    /// The game as it was.
    pub(crate) game: Game,
    /// The reason why it is not so any more.
    pub(crate) reason: String,
    /// The account that said so.
    pub(crate) ended_by: AccountId,
    /// The time until which it was so.
    pub(crate) ended_at: Timestamp,
}

/// A game with its versions.
#[derive(Debug)]
pub(crate) struct GameHistory {
    /// The game as it is.
    pub(crate) game: Game,
    /// The versions before, the oldest first.
    pub(crate) superseded: Vec<Superseded>,
}
