//! Games taken in, one or many, each judged by itself.

pub(crate) mod routes;
pub mod use_cases;

use crate::games::{Game, GameRefusal, Play, Record, Submission};
use crate::values::error::Error;
use crate::values::id::GameId;
use crate::web::idempotency::Creation;

/// A game that was submitted, and replayed before the transaction began, so that nobody waits for it.
pub struct GameCandidate {
    /// Its id.
    pub id: GameId,
    /// The creation by which it is found again; none if the service made the id, which nobody has sent before.
    pub creation: Option<Creation<GameId>>,
    /// The game as it was submitted.
    pub submission: Submission,
    /// The verdict of the rules.
    pub judged: Result<Record, GameRefusal>,
}

impl GameCandidate {
    /// The number of turns that it takes up: of the record, or as they were sent, if they make none.
    pub fn turns(&self) -> usize {
        match (&self.judged, &self.submission.play) {
            (Ok(record), _) => record.turns().len(),
            (Err(_), Play::Turns { turns, .. }) => turns.len(),
            (Err(_), Play::Record(_)) => 0,
        }
    }
}

/// The outcome for a game that was submitted.
#[derive(Debug)]
pub enum Admission {
    /// It was recorded.
    Recorded(Box<Game>),
    /// It was on record before, as that game.
    Known(GameId),
    /// It was not taken.
    Refused(Error),
}

impl Admission {
    /// The game, if it was recorded.
    fn recorded(&self) -> Option<&Game> {
        match self {
            Admission::Recorded(game) => Some(game),
            Admission::Known(_) | Admission::Refused(_) => None,
        }
    }
}
