//! Certificates: what shows that somebody has colours or is accredited, and by which anyone sees whether that holds.

pub(crate) mod holders;
pub mod paper;
pub mod routes;
pub mod soundness;
pub(crate) mod store;
pub mod tokens;
pub mod use_cases;
pub(crate) mod verifications;
pub mod wording;

use chrono::NaiveDate;

use crate::certificate_codes::{Code, Subject};
use crate::colours::{ColoursLevel, ColoursState};
use crate::languages::{Words, say};
use crate::players;
use crate::players::registrations::Division;
use crate::umpires;
use crate::values::error::{Error, NOT_FOUND, Problem};
use crate::values::gaming_year::GamingYear;

crate::problem_kinds! {
    CERTIFICATE_VOID = 409 "certificate-void", "The certificate does not hold",
        "What was revoked, superseded or suspended, or is over, has no certificate any more. `GET /v1/verifications/{code}` tells how it stands.";
    NOT_OUR_CERTIFICATE = 422 "not-our-certificate", "The token is no certificate of ours",
        "It is not signed with one of our keys, or was altered or cut.";
}

crate::string_enum! {
    /// Whether a certificate holds: `approved` and `valid` do.
    pub enum CertificateState as "CertificateState" {
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

impl CertificateState {
    /// The state of an award's certificate; none if the award was never approved.
    #[must_use]
    pub fn of_colours(state: ColoursState) -> Option<CertificateState> {
        match state {
            ColoursState::Proposed | ColoursState::Refused => None,
            ColoursState::Approved => Some(CertificateState::Approved),
            ColoursState::Revoked => Some(CertificateState::Revoked),
            ColoursState::Superseded => Some(CertificateState::Superseded),
        }
    }

    /// The state of an accreditation's certificate.
    #[must_use]
    pub fn of_accreditation(state: umpires::AccreditationState) -> CertificateState {
        match state {
            umpires::AccreditationState::Valid => CertificateState::Valid,
            umpires::AccreditationState::Suspended => CertificateState::Suspended,
            umpires::AccreditationState::Revoked => CertificateState::Revoked,
            umpires::AccreditationState::Expired => CertificateState::Expired,
            umpires::AccreditationState::Future => CertificateState::Future,
        }
    }

    /// Whether the certificate is good today.
    #[must_use]
    pub fn holds(self) -> bool {
        matches!(self, CertificateState::Approved | CertificateState::Valid)
    }

    /// Whether it is handed out: it is good, or will be from a day on.
    #[must_use]
    pub fn is_issued(self) -> bool {
        self.holds() || self == CertificateState::Future
    }
}

/// The time for which a certificate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// Colours are of a gaming year, from a day to a day, and stay what they are.
    Year(GamingYear, NaiveDate, NaiveDate),
    /// An accreditation is from a day to a day.
    Days(NaiveDate, NaiveDate),
}

/// All that a certificate tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The thing that it is for.
    pub subject: Subject,
    /// The holder's name, in full, as it was printed at the award.
    pub holder: String,
    /// The holder's name today, if it is another one.
    pub holder_today: Option<String>,
    /// The award.
    pub award: Honour,
    /// The time that it is for.
    pub term: Term,
    /// The body that has awarded it, as it was named at the award.
    pub awarding_body: String,
    /// The name of that body today, if it is another one.
    pub awarding_body_today: Option<String>,
    /// The day on which it was awarded, if it was.
    pub awarded_on: Option<NaiveDate>,
    /// Whether it holds.
    pub state: CertificateState,
}

/// The award that a certificate is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Honour {
    /// Colours of a level and a division; those of a region or a province name it.
    Colours(ColoursLevel, Division, Option<String>),
    /// An accreditation of that level.
    Accreditation(umpires::UmpireLevel),
}

impl Honour {
    /// The award as people say it.
    #[must_use]
    pub fn said_in(&self, words: Words) -> String {
        match self {
            Honour::Colours(level, division, place) => {
                let parts = [
                    Some(colours(words, *level)),
                    Some(of_division(words, *division)),
                    place.clone(),
                ];
                parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
            }
            Honour::Accreditation(umpires::UmpireLevel::Level1) => say!(words, "award-umpire-level-1"),
            Honour::Accreditation(umpires::UmpireLevel::National) => say!(words, "award-umpire-national"),
            Honour::Accreditation(umpires::UmpireLevel::International) => say!(words, "award-umpire-international"),
        }
    }
}

fn colours(words: Words, level: ColoursLevel) -> String {
    match level {
        ColoursLevel::Regional => say!(words, "award-colours-regional"),
        ColoursLevel::Provincial => say!(words, "award-colours-provincial"),
        ColoursLevel::NationalFederation => say!(words, "award-colours-national-federation"),
        ColoursLevel::National => say!(words, "award-colours-national"),
    }
}

fn of_division(words: Words, division: Division) -> String {
    match division {
        Division::Senior => say!(words, "award-division-senior"),
        Division::Student => say!(words, "award-division-student"),
        Division::HighSchool => say!(words, "award-division-high-school"),
        Division::PrimarySchool => say!(words, "award-division-primary-school"),
    }
}

/// There is no certificate, which would tell what is not so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The certificate does not hold: it is {}.", .0.as_str())]
pub struct NotIssued(pub CertificateState);

impl From<NotIssued> for Error {
    fn from(why: NotIssued) -> Error {
        CERTIFICATE_VOID.problem(why.to_string()).into()
    }
}

/// The name of today, if it is not the one that was printed.
fn changed(printed: &str, today: String) -> Option<String> {
    Some(today).filter(|today| today != printed)
}

impl Certificate {
    /// The holder's name on a certificate that is printed or signed today.
    #[must_use]
    pub fn holder_in_print(&self) -> &str {
        self.holder_today.as_deref().unwrap_or(&self.holder)
    }

    /// The certificate, if it is handed out.
    ///
    /// # Errors
    /// [`NotIssued`].
    pub fn issued(self) -> Result<Certificate, NotIssued> {
        if self.state.is_issued() {
            Ok(self)
        } else {
            Err(NotIssued(self.state))
        }
    }
}

/// The outcome of looking for a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateLookup {
    /// There is one.
    Found(Certificate),
    /// None is on record, or it was never approved.
    Unknown,
    /// There is none any more: the holder's data was erased.
    Erased,
}

impl CertificateLookup {
    /// The certificate, if there is one.
    pub fn certificate(self) -> Result<Certificate, Error> {
        match self {
            CertificateLookup::Found(certificate) => Ok(certificate),
            CertificateLookup::Unknown => Err(unknown_code().into()),
            CertificateLookup::Erased => Err(players::PlayerRefusal::Erased.into()),
        }
    }
}

/// The code that somebody has typed.
pub fn read_code(text: &str) -> Result<Code, Error> {
    Ok(Code::read(text).ok_or_else(unknown_code)?)
}

fn unknown_code() -> Problem {
    NOT_FOUND.problem("There is no certificate with this code.")
}
