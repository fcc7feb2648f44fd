//! The page on which a bursary officer sees whether a certificate is good.

use chrono::NaiveDate;
use maud::{DOCTYPE, Markup, html};

use crate::certificates::wording::in_words;
use crate::certificates::{Certificate, CertificateLookup, CertificateState, Term};
use crate::federation::FederationSettings;
use crate::web::assets::HTML;
use crate::web::response::Text;
use crate::web::ways::ways;

/// The federation whose records are asked, and the day on which they are.
pub(crate) struct Verifier {
    pub(crate) federation: FederationSettings,
    pub(crate) on: NaiveDate,
}

/// The meaning of the state to whoever holds the paper in hand.
fn verdict(state: CertificateState) -> &'static str {
    match state {
        CertificateState::Approved | CertificateState::Valid => "This certificate is good.",
        CertificateState::Future => "This certificate is not good yet: its term has not begun.",
        CertificateState::Expired => "This certificate is no longer good: its term is over.",
        CertificateState::Suspended => "This certificate is not good now: the accreditation is suspended.",
        CertificateState::Revoked => "This certificate is no longer good: it was revoked.",
        CertificateState::Superseded => "This certificate is no longer good: another award has taken its place.",
    }
}

fn term(term: Term) -> (&'static str, String) {
    match term {
        Term::Year(year, first, last) => {
            let (year, first, last) = (year.number(), in_words(first), in_words(last));
            ("Year", format!("{year} ({first} to {last})"))
        }
        Term::Days(from, until) => ("Valid", format!("{} to {}", in_words(from), in_words(until))),
    }
}

/// The page before anything was asked.
pub(crate) fn unasked(by: &Verifier) -> Text {
    page(by, &html! {}, "The code")
}

/// The page about what was found under the code that was typed.
pub(crate) fn found(by: &Verifier, typed: &str, found: &CertificateLookup) -> Text {
    let void = match found {
        CertificateLookup::Found(certificate) => return of(by, certificate),
        CertificateLookup::Unknown => html! {
            p.verdict.void { "There is no certificate with this code." }
            p { "Read it once more: " q { bdi { (typed) } } " was asked for. A code has twenty signs in five groups." }
            p { "If it is the same on the paper, the paper is not from this federation: ask the holder, or the federation itself." }
        },
        CertificateLookup::Erased => html! {
            p.verdict.void { "Nobody is certified by this code any more: the holder's data was erased." }
        },
    };
    page(by, &void, ANOTHER)
}

/// The page about a certificate.
pub(crate) fn of(by: &Verifier, certificate: &Certificate) -> Text {
    let class = if certificate.state.holds() { "good" } else { "void" };
    let (label, term) = term(certificate.term);
    let told = html! {
        p.verdict.(class) { (verdict(certificate.state)) }
        dl {
            div { dt { "Holder" } dd { (certificate.holder) } }
            div { dt { "Award" } dd { (certificate.award) } }
            div { dt { (label) } dd { (term) } }
            div { dt { "Awarded by" } dd { (certificate.awarding_body) } }
        }
        p.quiet { "The name and the award on the certificate must be these. The game is Morabaraba." }
    };
    page(by, &told, ANOTHER)
}

/// The name of the field for a code, once one was asked for.
const ANOTHER: &str = "Another code";

/// The page: an answer, and room for another code.
fn page(by: &Verifier, answer: &Markup, field: &str) -> Text {
    let page = html! {
        (DOCTYPE)
        html lang="en-ZA" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { "Verification of a certificate" }
                link rel="stylesheet" href="/pages/verification.css";
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
            }
            body {
                (ways())
                main {
                    h1 { "Verification of a certificate" }
                    (answer)
                    form action="/v1/verifications" {
                        label for="code" { (field) }
                        input #code name="code" required maxlength="200" autocomplete="off" autocapitalize="characters" spellcheck="false"
                            placeholder="7Q2K-9FMX-04TB-ZC1D-H8VE";
                        button { "Verify" }
                    }
                    p.quiet {
                        "Checked on " (in_words(by.on)) " in the records of " (by.federation.name()) "."
                        @if let Some(website) = &by.federation.website { " Its own pages: " a href=(website) { (website) } }
                        @if let Some(contact) = &by.federation.contact { " Contact: " (contact) }
                    }
                }
            }
        }
    };
    Text {
        media_type: HTML,
        body: page.into_string(),
    }
}
