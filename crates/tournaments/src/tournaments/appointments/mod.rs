//! Appointments: who umpires a tournament.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::suspensions::{NOT_ELIGIBLE, NOT_ELIGIBLE_DETAIL, Suspension};
use crate::players::{Player, PlayerName};
use crate::tournaments::WRONG_STATE;
use crate::tournaments::afterwards::no_reason;
use crate::tournaments::model::{Tournament, TournamentAction, TournamentState};
use crate::tournaments::officials::{NOT_ACCREDITED, needed};
use crate::umpires::{Accreditation, NotAccredited, accredited};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AppointmentId, PlayerId, TournamentId};
use crate::values::validation::{Faults, ValueError};

/// An appointment as it is on record.
#[derive(Debug, Clone)]
pub struct Appointment {
    /// Its id.
    pub id: AppointmentId,
    /// The tournament.
    pub tournament: TournamentId,
    /// The umpire.
    pub umpire: Player,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub until: NaiveDate,
    /// The reason why it was recorded after its first day.
    pub reason: Option<String>,
    /// The time at which it was made.
    pub created_at: Timestamp,
    /// The time at which it ended.
    pub ended_at: Option<Timestamp>,
}

/// An umpire's appointment to a tournament.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Appointment)]
pub struct PublicAppointment {
    /// Its id.
    #[schema(example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    id: AppointmentId,
    /// The tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// The umpire.
    umpire: PlayerName,
    /// The first day on which the umpire is appointed.
    #[schema(example = "2027-04-17")]
    from: NaiveDate,
    /// The last day; an appointment that ended before its first day held on none.
    #[schema(example = "2027-04-18")]
    until: NaiveDate,
    /// The reason why it was recorded after its first day.
    #[schema(example = "The hall had no connection.")]
    reason: Option<String>,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which it ended.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-01T08:00:00.000000Z")]
    ended_at: Option<Timestamp>,
    /// The warnings to whoever has made it; none in any other answer.
    warnings: Vec<AppointmentWarning>,
}

/// A warning about an umpire's appointment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AppointmentWarning {
    /// The sort of warning, as a code: `appointed-elsewhere`, `plays-here`, or `related`.
    #[schema(example = "appointed-elsewhere")]
    pub(crate) code: String,
    /// The other tournament, if there is one.
    #[schema(example = "019aa0d0-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    pub(crate) tournament_id: Option<TournamentId>,
    /// The warning in words.
    #[schema(example = "The umpire is also appointed to the Mahikeng Open from 2027-04-17 to 2027-04-18.")]
    pub sentence: String,
}

/// An appointment as it is asked for.
#[derive(Debug, Clone)]
pub struct NewAppointment {
    /// The umpire.
    pub umpire: PlayerId,
    /// The first day; that of the tournament if nothing is said.
    pub from: Option<NaiveDate>,
    /// The last day; that of the tournament if nothing is said.
    pub until: Option<NaiveDate>,
    /// The reason why it is recorded after its first day.
    pub reason: Option<String>,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppointmentRefusal {
    /// It is over, or does not take place.
    #[error("The tournament is {}.", .0.as_str())]
    Over(TournamentState),
    /// Some of its days are none of the tournament's.
    #[error("The tournament lasts from {0} until {1}.")]
    OtherDays(NaiveDate, NaiveDate),
    /// It is recorded after its first day, without a reason.
    #[error("It begins on {0}, which is over: say why it is recorded afterwards.")]
    NoReason(NaiveDate),
    /// The umpire is suspended on one of its days.
    #[error("{NOT_ELIGIBLE_DETAIL}")]
    NotEligible,
    /// The umpire's accreditation does not do for the tournament.
    #[error("{0}")]
    NotAccredited(NotAccredited),
    /// The umpire is appointed already.
    #[error("The umpire is appointed already.")]
    AlreadyAppointed,
    /// The appointment ended before.
    #[error("The appointment ended before.")]
    AlreadyEnded,
}

crate::problem_kinds! {
    ALREADY_APPOINTED = 409 "already-appointed", "The umpire is appointed already",
        "An umpire is appointed to a tournament once, until the appointment ends.";
    ALREADY_ENDED = 409 "already-ended", "The appointment ended before",
        "An appointment ends once. Appoint the umpire again if it is to hold.";
}

impl From<AppointmentRefusal> for Error {
    fn from(refusal: AppointmentRefusal) -> Error {
        let detail = refusal.to_string();
        let kind = match refusal {
            AppointmentRefusal::OtherDays(..) => {
                return Faults::of("/from", ValueError::new("out-of-bounds", detail)).into();
            }
            AppointmentRefusal::NoReason(_) => return no_reason(detail),
            AppointmentRefusal::Over(_) => &WRONG_STATE,
            AppointmentRefusal::NotEligible => &NOT_ELIGIBLE,
            AppointmentRefusal::NotAccredited(_) => &NOT_ACCREDITED,
            AppointmentRefusal::AlreadyAppointed => &ALREADY_APPOINTED,
            AppointmentRefusal::AlreadyEnded => &ALREADY_ENDED,
        };
        kind.problem(detail).into()
    }
}

impl Appointment {
    /// Appoints an umpire with those accreditations, one of which must do on every day of the appointment, and those
    /// suspensions, of which none holds on any.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn make(
        tournament: &Tournament,
        id: AppointmentId,
        umpire: Player,
        (accreditations, suspensions): (&[Accreditation], &[Suspension]),
        new: NewAppointment,
        now: Timestamp,
    ) -> Result<Appointment, AppointmentRefusal> {
        if !tournament.allows(TournamentAction::Appoint) {
            return Err(AppointmentRefusal::Over(tournament.state));
        }
        let plan = &tournament.plan;
        let from = new.from.unwrap_or(plan.starts_on);
        let until = new.until.unwrap_or(plan.ends_on);
        if from < plan.starts_on || plan.ends_on < until || until < from {
            return Err(AppointmentRefusal::OtherDays(plan.starts_on, plan.ends_on));
        }
        if from < now.day() && new.reason.is_none() {
            return Err(AppointmentRefusal::NoReason(from));
        }
        if suspensions.iter().any(|one| one.holds_within([from, until])) {
            return Err(AppointmentRefusal::NotEligible);
        }
        accredited(accreditations, needed(plan.level), from, until).map_err(AppointmentRefusal::NotAccredited)?;
        Ok(Appointment {
            id,
            tournament: tournament.id,
            umpire,
            from,
            until,
            reason: new.reason,
            created_at: now,
            ended_at: None,
        })
    }

    /// The appointment, ended: its last day is today, if it would have lasted longer. Who umpired what is ratified, or cancelled, stays on record.
    ///
    /// # Errors
    /// [`AppointmentRefusal::Over`], [`AppointmentRefusal::AlreadyEnded`].
    pub fn ended(self, tournament: &Tournament, now: Timestamp) -> Result<Appointment, AppointmentRefusal> {
        match self.ended_at {
            _ if !tournament.allows(TournamentAction::EndAppointment) => {
                Err(AppointmentRefusal::Over(tournament.state))
            }
            None => Ok(Appointment {
                until: self.until.min(now.day()),
                ended_at: Some(now),
                ..self
            }),
            Some(_) => Err(AppointmentRefusal::AlreadyEnded),
        }
    }

    /// The appointment as everyone may see it on that day.
    #[must_use]
    pub fn public(&self, today: NaiveDate) -> PublicAppointment {
        PublicAppointment {
            id: self.id,
            tournament_id: self.tournament,
            umpire: self.umpire.named(today),
            from: self.from,
            until: self.until,
            reason: self.reason.clone(),
            created_at: self.created_at,
            ended_at: self.ended_at,
            warnings: Vec::new(),
        }
    }
}

impl PublicAppointment {
    /// The appointment with the warnings about it.
    #[must_use]
    pub fn with(self, warnings: Vec<AppointmentWarning>) -> PublicAppointment {
        PublicAppointment { warnings, ..self }
    }
}
