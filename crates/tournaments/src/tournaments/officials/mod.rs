//! Officials: who runs a tournament, and on whose matches they do not rule.

pub(crate) mod store;
pub mod use_cases;

use crate::accounts::{Caller, OUT_OF_SCOPE};
use crate::players::conflicts::{Close, Conflict, Decision};
use crate::players::suspensions::Suspension;
use crate::tournaments::model::{Tournament, TournamentLevel};
use crate::umpires::{Accreditation, NotAccredited, UmpireLevel, accredited};
use crate::values::error::Error;
use crate::values::id::{AccountId, PlayerId};

/// Someone who runs a tournament: an administrator, a coordinator of its province, or an umpire appointed to it.
#[derive(Debug, Clone)]
pub struct Official {
    /// The account.
    pub account: AccountId,
    /// The players to whom the account is close.
    close: Close,
    /// Whether nothing of the federation is out of reach.
    pub is_administrator: bool,
}

/// The records of the account that asks.
#[derive(Debug, Default)]
pub struct Credentials {
    /// The players to whom the account is close.
    pub close: Close,
    /// The accreditations of one of them who is appointed to the tournament.
    pub appointed: Option<Vec<Accreditation>>,
    /// The suspensions of that one, lifted ones too.
    pub suspensions: Vec<Suspension>,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfficialRefusal {
    /// The caller neither looks after the province nor is appointed.
    #[error("You neither look after the tournament's province nor are appointed to it.")]
    OutOfScope,
    /// The umpire was accredited when appointed, and is not today.
    #[error("{0}")]
    NotAccredited(NotAccredited),
    /// The umpire is suspended today.
    #[error("You are not eligible to umpire today.")]
    NotEligible,
}

crate::problem_kinds! {
    NOT_ACCREDITED = 409 "not-accredited", "The umpire's accreditation does not do",
        "An umpire needs an accreditation that is valid on every day of the tournament and of a level that does. The detail says what is missing.";
}

impl From<OfficialRefusal> for Error {
    fn from(refusal: OfficialRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            OfficialRefusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            OfficialRefusal::NotAccredited(_) | OfficialRefusal::NotEligible => NOT_ACCREDITED.problem(detail),
        }
        .into()
    }
}

/// The level of accreditation that a tournament needs.
#[must_use]
pub fn needed(level: TournamentLevel) -> UmpireLevel {
    match level {
        TournamentLevel::Friendly
        | TournamentLevel::Club
        | TournamentLevel::School
        | TournamentLevel::Student
        | TournamentLevel::Regional
        | TournamentLevel::Provincial
        | TournamentLevel::National => UmpireLevel::Level1,
        TournamentLevel::Continental | TournamentLevel::World => UmpireLevel::International,
    }
}

impl Official {
    /// The caller as an official of a tournament.
    ///
    /// # Errors
    /// [`OfficialRefusal::OutOfScope`], [`OfficialRefusal::NotEligible`], [`OfficialRefusal::NotAccredited`].
    pub fn of(tournament: &Tournament, by: &Caller, credentials: Credentials) -> Result<Official, OfficialRefusal> {
        let (reach, today) = (&by.reach, by.today());
        let Credentials {
            close,
            appointed,
            suspensions,
        } = credentials;
        if !reach.covers_province(&tournament.province) {
            let accreditations = appointed
                .filter(|_| reach.is_umpire())
                .ok_or(OfficialRefusal::OutOfScope)?;
            if suspensions.iter().any(|one| one.holds_within([today; 2])) {
                return Err(OfficialRefusal::NotEligible);
            }
            let level = needed(tournament.plan.level);
            accredited(&accreditations, level, today, today).map_err(OfficialRefusal::NotAccredited)?;
        }
        Ok(Official {
            account: by.account,
            close,
            is_administrator: reach.is_everywhere(),
        })
    }

    /// Refuses a decision on players to whom the official is close.
    ///
    /// # Errors
    /// [`Conflict`].
    pub fn refuse_close(&self, decision: Decision, players: &[PlayerId]) -> Result<(), Conflict> {
        self.close.refuse(decision, players)
    }
}
