//! Byes: rounds that a player rests, because the draw says so or because the player asked.

pub(crate) mod routes;
pub(crate) mod store;

use crate::accounts::OUT_OF_SCOPE;
use crate::tournaments::entries::{self, Entry};
use crate::tournaments::rounds::refusals::NOTHING_TO_ORDER;
use crate::tournaments::{ByeValue, System, Tournament};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

crate::string_enum! {
    /// Whence a bye.
    pub enum Kind as "ByeKind" {
        /// The draw gave it. It counts against another.
        Allocated = "allocated",
        /// The player asked for it. It does not count against one that the draw gives.
        Requested = "requested",
    }
}

/// A bye as it is on record.
#[derive(Debug, Clone)]
pub struct Bye {
    /// Its id.
    pub id: Id,
    /// Of which entry.
    pub entry: Id,
    /// The number of the round.
    pub round: i64,
    /// Whence it is.
    pub kind: Kind,
    /// What it counts.
    pub value: ByeValue,
    /// When it was given.
    pub created_at: Timestamp,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The tournament or the player is not there for it.
    #[error("{0}")]
    Entry(entries::Refusal),
    /// The round is drawn, or is none of the tournament's.
    #[error("A bye is for one of the rounds {0} to {1}.")]
    RoundOutOfReach(i64, i64),
    /// Everybody meets everybody.
    #[error("Everybody meets everybody; nobody has a bye.")]
    RoundRobin,
    /// It counts something, and the caller does not run the tournament.
    #[error("A bye that counts something is for those who run the tournament to give.")]
    NotYours,
    /// Once is enough.
    #[error("The player rests in that round already.")]
    AlreadyResting,
}

crate::problem_kinds! {
    ROUND_OUT_OF_REACH = 422 "round-out-of-reach", "The round cannot have it",
        "A bye is asked for, or taken back, before its round is published, and for a round that the tournament has.";
    ALREADY_RESTING = 409 "already-resting", "The player rests in that round already",
        "A player has one bye in a round.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::Entry(refusal) => return refusal.into(),
            Refusal::RoundOutOfReach(..) => ROUND_OUT_OF_REACH.at("/round", detail),
            Refusal::RoundRobin => NOTHING_TO_ORDER.problem(detail),
            Refusal::NotYours => OUT_OF_SCOPE.problem(detail),
            Refusal::AlreadyResting => ALREADY_RESTING.problem(detail),
        }
        .into()
    }
}

impl Bye {
    /// A bye that a player asks for, in a round that is still to be drawn.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn request(
        tournament: &Tournament,
        entry: &Entry,
        (id, round, value): (Id, i64, ByeValue),
        next_round: i64,
        now: Timestamp,
    ) -> Result<Bye, Refusal> {
        entries::open_or_running(tournament, next_round).map_err(Refusal::Entry)?;
        if tournament.plan.system == System::RoundRobin {
            return Err(Refusal::RoundRobin);
        }
        let last = tournament.plan.rounds;
        if !(next_round..=last).contains(&round) {
            return Err(Refusal::RoundOutOfReach(next_round, last));
        }
        Ok(Bye {
            id,
            entry: entry.id,
            round,
            kind: Kind::Requested,
            value,
            created_at: now,
        })
    }

    /// The bye, to be taken back: one that was asked for, in a round that is still to be drawn.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn taken_back(self, tournament: &Tournament, next_round: i64) -> Result<Bye, Refusal> {
        entries::open_or_running(tournament, next_round).map_err(Refusal::Entry)?;
        if self.round < next_round {
            return Err(Refusal::RoundOutOfReach(next_round, tournament.plan.rounds));
        }
        Ok(self)
    }
}
