//! The words on a certificate: the same on paper and on the page.

use chrono::NaiveDate;

use crate::certificate_codes::Code;
use crate::certificates::{Certificate, CertificateState, Subject, Term};
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::id::{AwardId, Id};

/// The texts of a certificate, in the order in which they are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// The title, which says what the certificate is.
    pub title: &'static str,
    /// The words before the name.
    pub opening: &'static str,
    /// The holder's name.
    pub holder: String,
    /// The words between the name and the award.
    pub verb: &'static str,
    /// The award.
    pub award: String,
    /// The game in which the award is given.
    pub game: &'static str,
    /// The time for which the award holds.
    pub term: String,
    /// The body that has awarded it.
    pub awarding_body: String,
    /// The words below the lines to be signed on.
    pub signed: [&'static str; 3],
    /// The code.
    pub code: String,
    /// The code for the telephone.
    pub spoken: String,
    /// The address at which anyone sees whether the certificate is good.
    pub url: String,
}

/// The words before the name of the awarding body.
pub const AWARDED_BY: &str = "Awarded by";

/// The heading above the advice on how to check it.
pub const VERIFICATION: &str = "Is this certificate good?";

/// The words before the code for the telephone.
pub const SPOKEN: &str = "In words:";

/// The advice on how to check it.
pub const CHECK: &str = "Scan the square, or open the address below. The name and the award that you are shown there \
                         must be these, and only what is shown there counts.";

/// The description of the square for those who do not see it.
pub const SQUARE: &str = "A QR code of the address at which the certificate is verified";

impl Wording {
    /// The texts of a certificate with that code, which is verified at that address.
    #[must_use]
    pub fn of(certificate: Certificate, code: &Code, url: String) -> Wording {
        let Certificate {
            holder,
            award,
            term,
            awarding_body,
            ..
        } = certificate;
        let (title, verb, term) = match term {
            Term::Year(year, first, last) => {
                let (year, first, last) = (year.number(), in_words(first), in_words(last));
                let term = format!("for the gaming year {year}, from {first} to {last}");
                ("Certificate of colours", "has been awarded", term)
            }
            Term::Days(from, until) => {
                let term = format!("from {} to {}", in_words(from), in_words(until));
                ("Certificate of accreditation", "is an", term)
            }
        };
        Wording {
            title,
            opening: "This is to certify that",
            holder,
            verb,
            award,
            game: "in the board game Morabaraba",
            term,
            awarding_body,
            signed: ["Signature", "Signature", "Date"],
            code: code.to_string(),
            spoken: code.spoken(),
            url,
        }
    }

    /// The wording of a specimen certificate.
    pub(crate) fn specimen() -> Wording {
        let calendar = GamingCalendar::default();
        let year = calendar.year_of(NaiveDate::default());
        let (first, last) = calendar.days(year);
        let certificate = Certificate {
            subject: Subject::Colours(AwardId::from(Id(uuid::Uuid::nil()))),
            holder: "Thandiwe Mokoena".to_owned(),
            award: "Provincial colours, senior, North West".to_owned(),
            term: Term::Year(year, first, last),
            awarding_body: "Morabaraba federation, North West".to_owned(),
            awarded_on: None,
            state: CertificateState::Approved,
        };
        let code = Code::of([107; 13]);
        let url = format!("https://records.example/verify?code={code}");
        Wording::of(certificate, &code, url)
    }
}

/// The day as people write it: 20 November 2026.
pub(crate) fn in_words(day: NaiveDate) -> impl std::fmt::Display {
    day.format("%-d %B %Y")
}
