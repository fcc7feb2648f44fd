//! Byes: rounds that a player rests, because the draw says so or because the player asked.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{Caller, OUT_OF_SCOPE};
use crate::federation::readings::ByeValue;
use crate::tournaments::entries::{self, EntryRefusal};
use crate::tournaments::model::{Bye, ByeKind, ContestantName, Entry, Tournament, TournamentSystem};
use crate::tournaments::officials::{Credentials, Official};
use crate::tournaments::rounds::refusals::NOTHING_TO_ORDER;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ByeId, EntryId};
use crate::values::number::RoundNumber;

/// A round that a player rests.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bye)]
pub struct PublicBye {
    /// Its id.
    #[schema(example = "019aa0d5-6f70-7182-93a4-b5c6d7e8f901")]
    id: ByeId,
    /// The entry.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    entry_id: EntryId,
    /// The player who rests.
    player: ContestantName,
    /// The number of the round.
    #[schema(value_type = i64, example = 3)]
    round: RoundNumber,
    /// The origin of the bye: the draw, or the player's request.
    kind: ByeKind,
    /// The points that it counts.
    value: ByeValue,
    /// The time at which it was given.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:00:00.000000Z")]
    created_at: Timestamp,
}

/// A bye as it is asked for.
#[derive(Debug)]
pub struct NewBye {
    /// The entry.
    pub entry: EntryId,
    /// The number of the round.
    pub round: RoundNumber,
    /// The points that it counts.
    pub value: ByeValue,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ByeRefusal {
    /// The tournament or the player is not there for it.
    #[error("{0}")]
    Entry(EntryRefusal),
    /// The round is drawn, or is none of the tournament's.
    #[error("A bye is for one of the rounds {0} to {1}.")]
    RoundOutOfReach(RoundNumber, RoundNumber),
    /// Everybody meets everybody.
    #[error("Everybody meets everybody; nobody has a bye.")]
    RoundRobin,
    /// It counts something, and the caller does not run the tournament.
    #[error("A bye that counts something is for those who run the tournament to give.")]
    NotYours,
    /// The player rests in that round already.
    #[error("The player rests in that round already.")]
    AlreadyResting,
}

crate::problem_kinds! {
    ROUND_OUT_OF_REACH = 422 "round-out-of-reach", "The round cannot have it",
        "A bye is asked for, or taken back, before its round is published, and for a round that the tournament has.";
    ALREADY_RESTING = 409 "already-resting", "The player rests in that round already",
        "A player has one bye in a round.";
}

impl From<ByeRefusal> for Error {
    fn from(refusal: ByeRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            ByeRefusal::Entry(refusal) => return refusal.into(),
            ByeRefusal::RoundOutOfReach(..) => ROUND_OUT_OF_REACH.at("/round", detail),
            ByeRefusal::RoundRobin => NOTHING_TO_ORDER.problem(detail),
            ByeRefusal::NotYours => OUT_OF_SCOPE.problem(detail),
            ByeRefusal::AlreadyResting => ALREADY_RESTING.problem(detail),
        }
        .into()
    }
}

impl Bye {
    /// A bye that a player asks for, in a round that is still to be drawn. Only an official gives one that counts
    /// something.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn request(
        tournament: &Tournament,
        new: &NewBye,
        next_round: RoundNumber,
        credentials: Credentials,
        by: &Caller,
    ) -> Result<Bye, ByeRefusal> {
        if new.value != ByeValue::Zero {
            Official::of(tournament, by, credentials).map_err(|_| ByeRefusal::NotYours)?;
        }
        entries::refuse_unless_open_or_running(tournament, next_round).map_err(ByeRefusal::Entry)?;
        if tournament.plan.system == TournamentSystem::RoundRobin {
            return Err(ByeRefusal::RoundRobin);
        }
        let last = RoundNumber::new(tournament.plan.rounds);
        if !(next_round..=last).contains(&new.round) {
            return Err(ByeRefusal::RoundOutOfReach(next_round, last));
        }
        Ok(Bye {
            id: ByeId::new(by.now),
            entry: new.entry,
            round: new.round,
            kind: ByeKind::Requested,
            value: new.value,
            created_at: by.now,
        })
    }

    /// The bye, to be taken back: one that was asked for, in a round that is still to be drawn.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn taken_back(self, tournament: &Tournament, next_round: RoundNumber) -> Result<Bye, ByeRefusal> {
        entries::refuse_unless_open_or_running(tournament, next_round).map_err(ByeRefusal::Entry)?;
        if self.round < next_round {
            return Err(ByeRefusal::RoundOutOfReach(
                next_round,
                RoundNumber::new(tournament.plan.rounds),
            ));
        }
        Ok(self)
    }

    /// The bye as everyone may see it on that day, with the entry that it is of.
    #[must_use]
    pub fn public(&self, entry: &Entry, today: NaiveDate) -> PublicBye {
        PublicBye {
            id: self.id,
            entry_id: self.entry,
            player: entry.player.named(today),
            round: self.round,
            kind: self.kind,
            value: self.value,
            created_at: self.created_at,
        }
    }
}
