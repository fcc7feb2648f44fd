//! The federation's decisions on a tournament, beside its ratification: another number of rounds, an early end.

use crate::tournaments::model::{Decisions, Tournament, TournamentAction};
use crate::tournaments::{TournamentRefusal, WRONG_STATE};
use crate::values::error::Error;

/// The reason why an early end is not accepted; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AcceptanceRefusal {
    /// It is not over, or over for good.
    #[error("{0}")]
    State(TournamentRefusal),
    /// It did not end early.
    #[error("The tournament ended with its last round.")]
    NotEndedEarly,
}

crate::problem_kinds! {
    NOT_ENDED_EARLY = 409 "not-ended-early", "The tournament ended with its last round",
        "There is nothing to accept.";
}

impl From<AcceptanceRefusal> for Error {
    fn from(refusal: AcceptanceRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            AcceptanceRefusal::State(_) => WRONG_STATE.problem(detail),
            AcceptanceRefusal::NotEndedEarly => NOT_ENDED_EARLY.problem(detail),
        }
        .into()
    }
}

impl Tournament {
    /// The tournament, with another number of rounds than six agreed to. That is settled before the first is published.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`].
    pub fn with_rounds_agreed(self, rounds: i64, because: String) -> Result<Tournament, TournamentRefusal> {
        let tournament = self.allowing(TournamentAction::AgreeRounds)?;
        Ok(Tournament {
            decisions: Decisions {
                agreed_rounds: Some(rounds),
                agreed_because: Some(because),
                ..tournament.decisions
            },
            ..tournament
        })
    }

    /// The finished tournament, its early end accepted.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn with_ending_accepted(self, because: String) -> Result<Tournament, AcceptanceRefusal> {
        let tournament = self
            .allowing(TournamentAction::AcceptEnding)
            .map_err(AcceptanceRefusal::State)?;
        if tournament.ended_because.is_none() {
            return Err(AcceptanceRefusal::NotEndedEarly);
        }
        Ok(Tournament {
            decisions: Decisions {
                ending_accepted_because: Some(because),
                ..tournament.decisions
            },
            ..tournament
        })
    }
}
