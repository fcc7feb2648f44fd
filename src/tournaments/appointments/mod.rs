//! Appointments: who umpires a tournament.

pub(crate) mod routes;
pub(crate) mod store;

use crate::players::Player;
use crate::tournaments::{Level, State, Tournament};
use crate::umpires::{self, Accreditation, NotAccredited, accredited};
use crate::values::clock::Timestamp;
use crate::values::id::Id;

/// An appointment as it is on record.
#[derive(Debug, Clone)]
pub struct Appointment {
    /// Its id.
    pub id: Id,
    /// To which tournament.
    pub tournament: Id,
    /// Who umpires.
    pub umpire: Player,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is over, or does not take place.
    #[error("The tournament is {}.", .0.word())]
    Over(State),
    /// The umpire's accreditation does not do for the tournament.
    #[error("{0}")]
    NotAccredited(NotAccredited),
    /// Once is enough.
    #[error("The umpire is appointed already.")]
    AlreadyAppointed,
    /// Once is enough.
    #[error("The appointment ended before.")]
    AlreadyEnded,
}

/// The level of accreditation that a tournament needs.
#[must_use]
pub fn needed(level: Level) -> umpires::UmpireLevel {
    match level {
        Level::Friendly | Level::Club | Level::School | Level::Student | Level::Regional | Level::Provincial => {
            umpires::UmpireLevel::Level1
        }
        Level::National => umpires::UmpireLevel::National,
        Level::Continental | Level::World => umpires::UmpireLevel::International,
    }
}

impl Appointment {
    /// Appoints an umpire with those accreditations, one of which must do on every day of the tournament.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn make(
        tournament: &Tournament,
        id: Id,
        umpire: Player,
        accreditations: &[Accreditation],
        now: Timestamp,
    ) -> Result<Appointment, Refusal> {
        if !matches!(tournament.state, State::Planned | State::Open | State::Running) {
            return Err(Refusal::Over(tournament.state));
        }
        let plan = &tournament.plan;
        accredited(accreditations, needed(plan.level), plan.starts_on, plan.ends_on).map_err(Refusal::NotAccredited)?;
        Ok(Appointment {
            id,
            tournament: tournament.id,
            umpire,
            created_at: now,
            ended_at: None,
        })
    }

    /// The appointment, ended. Who umpired what is ratified, or cancelled, stays on record.
    ///
    /// # Errors
    /// [`Refusal::Over`], [`Refusal::AlreadyEnded`].
    pub fn ended(self, tournament: &Tournament, now: Timestamp) -> Result<Appointment, Refusal> {
        match self.ended_at {
            _ if matches!(tournament.state, State::Ratified | State::Cancelled) => Err(Refusal::Over(tournament.state)),
            None => Ok(Appointment {
                ended_at: Some(now),
                ..self
            }),
            Some(_) => Err(Refusal::AlreadyEnded),
        }
    }
}
