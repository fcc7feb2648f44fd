//! Who asks, in the operations by which a tournament is run.

use chrono::NaiveDate;

use crate::accounts::caller::TournamentOfficial;
use crate::accounts::{Caller, Reach};
use crate::db::Conn;
use crate::db::audit::Actor;
use crate::tournaments::officials::Official;
use crate::tournaments::routes::find;
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::{Tournament, store};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

/// Someone who may run some tournament or other, at a moment.
#[derive(Clone)]
pub(crate) struct Asking {
    pub(crate) account: Id,
    pub(crate) actor: Actor,
    pub(crate) now: Timestamp,
    pub(crate) reach: Reach,
}

impl Asking {
    pub(crate) fn new(caller: &TournamentOfficial, now: Timestamp) -> Asking {
        Asking {
            account: caller.account(),
            actor: caller.actor().clone(),
            now,
            reach: caller.reach().clone(),
        }
    }

    pub(crate) fn of(caller: &Caller) -> Asking {
        Asking {
            account: caller.account,
            actor: caller.actor.clone(),
            now: caller.now,
            reach: caller.reach.clone(),
        }
    }

    pub(crate) fn today(&self) -> NaiveDate {
        self.now.day()
    }

    /// The official who asks, of that tournament.
    pub(crate) fn official(&self, c: &mut Conn, tournament: &Tournament) -> Result<Official, Error> {
        Ok(crate::tournaments::officials::store::find(
            c,
            tournament,
            (self.account, &self.reach),
            self.today(),
        )??)
    }

    /// The official who asks, and everything that has happened in the tournament.
    pub(crate) fn run(&self, c: &mut Conn, tournament: Id) -> Result<(Official, Proceedings), Error> {
        let tournament = find(c, tournament)?;
        let official = self.official(c, &tournament)?;
        Ok((official, store::proceedings(c, tournament)?))
    }
}
