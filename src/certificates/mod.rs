//! Certificates: what shows that somebody has colours or is accredited, and by which anyone sees whether that holds.

pub(crate) mod holders;
pub mod paper;
pub(crate) mod routes;
pub(crate) mod store;
pub mod tokens;
pub(crate) mod verifications;
pub mod wording;

use chrono::NaiveDate;

use crate::certificate_codes::Subject;
use crate::colours::{ColoursLevel, ColoursState};
use crate::players::registrations::Division;
use crate::umpires;
use crate::values::gaming_year::GamingYear;

crate::problem_kinds! {
    CERTIFICATE_VOID = 409 "certificate-void", "The certificate does not hold",
        "What was revoked, superseded or suspended, or is over, has no certificate any more. `GET /v1/verifications/{code}` tells how it stands.";
    NOT_OUR_CERTIFICATE = 422 "not-our-certificate", "The token is no certificate of ours",
        "It is not signed with one of our keys, or was altered or cut.";
}

crate::string_enum! {
    /// Whether a certificate holds: `approved` and `valid` do.
    pub enum State as "CertificateState" {
        /// The colours are awarded.
        Approved = "approved",
        /// Other colours have taken their place.
        Superseded = "superseded",
        /// The accreditation gives the right to umpire.
        Valid = "valid",
        /// The term of the accreditation has not begun.
        Future = "future",
        /// The term of the accreditation is over.
        Expired = "expired",
        /// The accreditation is suspended.
        Suspended = "suspended",
        /// The colours or the accreditation were revoked.
        Revoked = "revoked",
    }
}

impl State {
    /// How it stands with an award; none before it was approved.
    #[must_use]
    pub fn of_colours(state: ColoursState) -> Option<State> {
        match state {
            ColoursState::Proposed | ColoursState::Refused => None,
            ColoursState::Approved => Some(State::Approved),
            ColoursState::Revoked => Some(State::Revoked),
            ColoursState::Superseded => Some(State::Superseded),
        }
    }

    /// How it stands with an accreditation.
    #[must_use]
    pub fn of_accreditation(state: umpires::State) -> State {
        match state {
            umpires::State::Valid => State::Valid,
            umpires::State::Suspended => State::Suspended,
            umpires::State::Revoked => State::Revoked,
            umpires::State::Expired => State::Expired,
            umpires::State::Future => State::Future,
        }
    }

    /// Whether the certificate is good today.
    #[must_use]
    pub fn holds(self) -> bool {
        matches!(self, State::Approved | State::Valid)
    }

    /// Whether it is handed out: it is good, or will be from a day on.
    #[must_use]
    pub fn is_issued(self) -> bool {
        self.holds() || self == State::Future
    }
}

/// For which time a certificate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// Colours are of a gaming year, and stay what they are.
    Year(GamingYear),
    /// An accreditation is from a day to a day.
    Days(NaiveDate, NaiveDate),
}

/// What a certificate tells, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// What it is for.
    pub subject: Subject,
    /// The holder's name, in full.
    pub holder: String,
    /// The award in words.
    pub award: String,
    /// For which time.
    pub term: Term,
    /// Who has awarded it.
    pub awarding_body: String,
    /// Whether it holds.
    pub state: State,
}

/// Colours in words; those of a region or a province name it.
#[must_use]
pub fn colours_in_words(level: ColoursLevel, division: Division, place: Option<&str>) -> String {
    let level = match level {
        ColoursLevel::Regional => "Regional colours",
        ColoursLevel::Provincial => "Provincial colours",
        ColoursLevel::NationalFederation => "National federation colours",
        ColoursLevel::National => "National colours (Protea)",
    };
    let division = match division {
        Division::Senior => "senior",
        Division::Student => "student",
        Division::HighSchool => "high school",
        Division::PrimarySchool => "primary school",
    };
    [Some(level), Some(division), place]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// An accreditation in words.
#[must_use]
pub fn accreditation_in_words(level: umpires::Level) -> &'static str {
    match level {
        umpires::Level::Level1 => "Accredited umpire, level 1",
        umpires::Level::National => "Accredited umpire, national",
        umpires::Level::International => "Accredited umpire, international",
    }
}

/// There is no certificate, which would tell what is not so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The certificate does not hold: it is {}.", .0.word())]
pub struct Void(pub State);

impl Certificate {
    /// The certificate, if it is handed out.
    ///
    /// # Errors
    /// [`Void`].
    pub fn issued(self) -> Result<Certificate, Void> {
        if self.state.is_issued() {
            Ok(self)
        } else {
            Err(Void(self.state))
        }
    }
}
