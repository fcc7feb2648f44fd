//! The caller under the name that some operations by which a tournament is run still know.

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::accounts::{Caller, Reach};
use crate::db::Conn;
use crate::tournaments::Tournament;
use crate::tournaments::officials::{Official, use_cases};
use crate::tournaments::standings::proceedings::Proceedings;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

/// Someone who may run some tournament or other, at a moment.
pub(crate) type Asking = Caller;

impl Caller {
    pub(crate) fn new(caller: &TournamentOfficial, now: Timestamp) -> Caller {
        Caller {
            now,
            ..caller.caller().clone()
        }
    }

    /// The official who asks, of that tournament.
    pub(crate) fn official(&self, c: &mut Conn, tournament: &Tournament) -> Result<Official, Error> {
        use_cases::find_official(c, self, tournament)
    }

    /// The official who asks, and everything that has happened in the tournament.
    pub(crate) fn run(&self, c: &mut Conn, tournament: Id) -> Result<(Official, Proceedings), Error> {
        use_cases::run(c, self, tournament)
    }
}
