//! The words on a certificate: the same on paper and on the page.

use chrono::NaiveDate;

use crate::certificate_codes::Code;
use crate::certificates::{Certificate, CertificateState, Honour, Subject, Term};
use crate::colours::ColoursLevel;
use crate::languages::{Words, say};
use crate::players::registrations::Division;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::id::{AwardId, Id};

/// The texts of a certificate, in the order in which they are read, and in the words of whoever reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// The words in which it is written.
    pub words: Words,
    /// The title, which says what the certificate is.
    pub title: String,
    /// The words before the name.
    pub opening: String,
    /// The holder's name.
    pub holder: String,
    /// The words between the name and the award.
    pub verb: String,
    /// The award.
    pub award: String,
    /// The game in which the award is given.
    pub game: String,
    /// The time for which the award holds.
    pub term: String,
    /// The words before the name of the awarding body.
    pub awarded_by: String,
    /// The body that has awarded it.
    pub awarding_body: String,
    /// The words below the lines to be signed on.
    pub signed: [String; 3],
    /// The heading above the advice on how to check it.
    pub verification: String,
    /// The code.
    pub code: String,
    /// The code for the telephone.
    pub spoken: String,
    /// The advice on how to check it.
    pub check: String,
    /// The address at which anyone sees whether the certificate is good.
    pub url: String,
    /// The description of the square for those who do not see it.
    pub square: String,
}

impl Wording {
    /// The texts of a certificate in those words, with that code, which is verified at that address.
    #[must_use]
    pub fn of(words: Words, certificate: Certificate, code: &Code, url: String) -> Wording {
        let (title, verb, term) = match certificate.term {
            Term::Year(year, first, last) => {
                let (year, first, last) = (year.number(), words.day(first), words.day(last));
                let term = say!(words, "certificate-term-year", year = year, first = first, last = last);
                let verb = say!(words, "certificate-has-been-awarded");
                (say!(words, "certificate-of-colours"), verb, term)
            }
            Term::Days(from, until) => {
                let term = say!(
                    words,
                    "certificate-term-days",
                    first = words.day(from),
                    last = words.day(until)
                );
                let verb = say!(words, "certificate-is-an");
                (say!(words, "certificate-of-accreditation"), verb, term)
            }
        };
        let signature = say!(words, "certificate-signature");
        Wording {
            words,
            title,
            opening: say!(words, "certificate-opening"),
            holder: certificate.holder_in_print().to_owned(),
            verb,
            award: certificate.award.said_in(words),
            game: say!(words, "certificate-game"),
            term,
            awarded_by: say!(words, "awarded-by"),
            awarding_body: certificate.awarding_body,
            signed: [signature.clone(), signature, say!(words, "certificate-date")],
            verification: say!(words, "is-this-certificate-good"),
            code: code.to_string(),
            spoken: format!("{} {}", say!(words, "certificate-in-words"), code.spoken()),
            check: say!(words, "certificate-check"),
            url,
            square: say!(words, "certificate-square"),
        }
    }

    /// The wording of a specimen certificate.
    pub(crate) fn specimen() -> Wording {
        Wording::specimen_in(Words::ENGLISH)
    }

    /// The wording of a specimen certificate in those words.
    pub(crate) fn specimen_in(words: Words) -> Wording {
        let calendar = GamingCalendar::default();
        let year = calendar.year_of(NaiveDate::default());
        let (first, last) = calendar.days(year);
        let certificate = Certificate {
            subject: Subject::Colours(AwardId::from(Id(uuid::Uuid::nil()))),
            holder: "Thandiwe Mokoena".to_owned(),
            holder_today: None,
            award: Honour::Colours(
                ColoursLevel::Provincial,
                Division::Senior,
                Some("North West".to_owned()),
            ),
            term: Term::Year(year, first, last),
            awarding_body: "Morabaraba federation, North West".to_owned(),
            awarding_body_today: None,
            awarded_on: None,
            state: CertificateState::Approved,
        };
        let code = Code::of([107; 13]);
        let url = format!("https://records.example/verify?code={code}");
        Wording::of(words, certificate, &code, url)
    }
}
