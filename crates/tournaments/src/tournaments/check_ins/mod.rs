//! Check-ins: who of those entered has arrived in the hall. They change no draw by themselves: who is not there is withdrawn,
//! or drawn all the same.

pub(crate) mod routes;
pub mod use_cases;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::tournaments::WRONG_STATE;
use crate::tournaments::entries::{ALREADY_SO, PublicEntry};
use crate::tournaments::model::{ContestantName, Entry, Tournament, TournamentAction, TournamentState};
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{EntryId, TournamentId};

/// The reason why nobody is checked in; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckInRefusal {
    /// It takes no entries yet, or is over.
    #[error("The tournament is {}, and nobody is checked in.", .0.as_str())]
    WrongState(TournamentState),
    /// It is an entry of another tournament, or of none.
    #[error("There is no such entry in the tournament.")]
    NotEntered,
    /// The player has withdrawn.
    #[error("The player has withdrawn.")]
    Withdrawn,
    /// It was ticked before.
    #[error("The player is checked in already.")]
    AlreadyHere,
    /// It was not ticked.
    #[error("The player is not checked in.")]
    NotHere,
}

crate::problem_kinds! {
    ENTRY_WITHDRAWN = 409 "entry-withdrawn", "The player has withdrawn",
        "Whoever has withdrawn is not checked in. An entry is made again by `POST /v1/entries/{id}/returns`.";
}

impl From<CheckInRefusal> for Error {
    fn from(refusal: CheckInRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            CheckInRefusal::WrongState(_) => WRONG_STATE.problem(detail),
            CheckInRefusal::NotEntered => NOT_ENTERED.problem(detail),
            CheckInRefusal::Withdrawn => ENTRY_WITHDRAWN.problem(detail),
            CheckInRefusal::AlreadyHere | CheckInRefusal::NotHere => ALREADY_SO.problem(detail),
        }
        .into()
    }
}

/// Refuses what is for tournaments that take entries or are being played.
///
/// # Errors
/// [`CheckInRefusal::WrongState`].
pub fn refuse_unless_at_hand(tournament: &Tournament) -> Result<(), CheckInRefusal> {
    if tournament.state.allows(TournamentAction::CheckIn) {
        Ok(())
    } else {
        Err(CheckInRefusal::WrongState(tournament.state))
    }
}

impl Entry {
    /// Whether the player was ticked as being there.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.checked_in_at.is_some()
    }

    /// Whether the player is expected, and was not ticked yet.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        !self.is_withdrawn() && !self.is_here()
    }

    /// The entry of a player who has arrived.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn checked_in(self, tournament: &Tournament, now: Timestamp) -> Result<Entry, CheckInRefusal> {
        refuse_unless_at_hand(tournament)?;
        if self.is_withdrawn() {
            return Err(CheckInRefusal::Withdrawn);
        }
        if self.is_here() {
            return Err(CheckInRefusal::AlreadyHere);
        }
        Ok(Entry {
            checked_in_at: Some(now),
            ..self
        })
    }

    /// The entry of a player who was ticked by mistake.
    ///
    /// # Errors
    /// [`CheckInRefusal::WrongState`], [`CheckInRefusal::NotHere`].
    pub fn check_in_withdrawn(self, tournament: &Tournament) -> Result<Entry, CheckInRefusal> {
        refuse_unless_at_hand(tournament)?;
        if !self.is_here() {
            return Err(CheckInRefusal::NotHere);
        }
        Ok(Entry {
            checked_in_at: None,
            ..self
        })
    }
}

/// Whether the player of an entry is there, for those who run the tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckIn {
    /// The entry's id.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    entry_id: EntryId,
    /// The tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// The player.
    player: ContestantName,
    /// The time at which the player was checked in; none of who is not there.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T06:30:00.000000Z")]
    checked_in_at: Option<Timestamp>,
}

impl CheckIn {
    /// The check-in of that entry.
    pub fn of(entry: &Entry, today: NaiveDate) -> CheckIn {
        CheckIn {
            entry_id: entry.id,
            tournament_id: entry.tournament,
            player: entry.player.named(today),
            checked_in_at: entry.checked_in_at,
        }
    }
}

/// A check-in as the audit trail tells it.
#[derive(Debug, Serialize)]
pub struct CheckInEvidence {
    pub(crate) checked_in_at: Option<Timestamp>,
}

/// The withdrawal of who is not there, as the audit trail tells it.
#[derive(Debug, Serialize)]
pub struct AbsenceEvidence<'a> {
    #[serde(flatten)]
    pub(crate) entry: PublicEntry,
    pub(crate) withdrawn_because: &'a str,
}
