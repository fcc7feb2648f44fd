//! Corrections and withdrawals of games, and what games were before.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use crate::games::Game;
use crate::values::clock::Timestamp;
use crate::values::id::Id;

/// What was on record of a game until it was corrected or withdrawn.
#[derive(Debug, Clone)]
pub(crate) struct Superseded {
    /// The game as it was.
    pub(crate) game: Game,
    /// Why it is not so any more.
    pub(crate) reason: String,
    /// The account that said so.
    pub(crate) ended_by: Id,
    /// When.
    pub(crate) ended_at: Timestamp,
}

/// What a game was and is.
#[derive(Debug)]
pub(crate) struct GameHistory {
    /// What it is.
    pub(crate) game: Game,
    /// What it was, the oldest first.
    pub(crate) superseded: Vec<Superseded>,
}
