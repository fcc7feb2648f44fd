//! Verifications: whether a certificate is good.

pub(crate) mod routes;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::certificates::{Certificate, CertificateState, Term};
use crate::languages::Words;
use crate::values::gaming_year::GamingYear;

/// The facts for which a certificate stands, and nothing else.
#[derive(Serialize, ToSchema)]
pub(crate) struct Verification {
    /// The holder's name, in full, as it was printed at the award.
    #[schema(example = "Thandiwe Mokoena")]
    holder: String,
    /// The holder's name today, if it has changed since: a certificate that was printed later bears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Thandiwe Dlamini")]
    holder_today: Option<String>,
    /// The award.
    #[schema(example = "Provincial colours, senior, North West")]
    award: String,
    /// The gaming year of colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 2027)]
    year: Option<GamingYear>,
    /// The first day of an accreditation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "2026-11-20")]
    valid_from: Option<NaiveDate>,
    /// Its last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "2029-11-19")]
    valid_until: Option<NaiveDate>,
    /// The body that has awarded it, as it was named at the award.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
    /// The name of that body today, if it has changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Morabaraba South Africa, North West")]
    awarding_body_today: Option<String>,
    /// Whether it holds.
    state: CertificateState,
}

impl From<Certificate> for Verification {
    fn from(certificate: Certificate) -> Verification {
        let (year, valid_from, valid_until) = match certificate.term {
            Term::Year(year, ..) => (Some(year), None, None),
            Term::Days(from, until) => (None, Some(from), Some(until)),
        };
        Verification {
            holder: certificate.holder,
            holder_today: certificate.holder_today,
            award: certificate.award.said_in(Words::ENGLISH),
            year,
            valid_from,
            valid_until,
            awarding_body: certificate.awarding_body,
            awarding_body_today: certificate.awarding_body_today,
            state: certificate.state,
        }
    }
}
