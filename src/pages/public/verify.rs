//! Whether a certificate is good, for whoever holds one in hand.

use actix_web::get;
use actix_web::web::ServiceConfig;
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::certificate_codes::Code;
use crate::certificates::use_cases;
use crate::certificates::wording::in_words;
use crate::certificates::{Certificate, CertificateLookup, CertificateState, Term};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::form::Search;
use crate::pages::frame::{Head, Page, Visit};
use crate::values::error::Error;
use crate::values::validation::Limited;
use crate::web::rate_limit::RateLimited;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_verification);
}

/// The code that somebody has typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskVerification {
    /// The code, however it is typed; without one the page asks for it.
    code: Option<Limited<200>>,
}

#[get("/verify")]
async fn show_verification(
    caller: Anyone,
    visit: Visit,
    _: RateLimited,
    Search(asked): Search<AskVerification>,
) -> Result<Page, Error> {
    let today = caller.today();
    let code = asked.code.as_ref().and_then(|typed| Code::read(typed.as_str()));
    let read = move |c: &mut Conn| {
        let found = code.map(|code| use_cases::find(c, &code, today)).transpose()?;
        Ok((federation::store::settings(c, today)?, found))
    };
    let (settings, found) = caller.read(read).await?;
    let found = found.unwrap_or(CertificateLookup::Unknown);
    let (status, answer) = match &asked.code {
        None => (
            200,
            html! { p.lead { "The code stands below the square on the certificate." } },
        ),
        Some(typed) => told(typed.as_str(), &found, &settings),
    };
    let field = if asked.code.is_some() {
        "Another code"
    } else {
        "The code"
    };
    let body = html! {
        h1 { "Is this certificate good?" }
        (answer)
        form.line action="/verify" {
            label for="code" { (field) }
            (code_field())
            button { "Check" }
        }
        (asked_of(&settings, today))
    };
    let head = Head {
        more: html! { meta name="robots" content="noindex"; },
        ..Head::of("Verification of a certificate")
    };
    // It may be a child's name: no one in between keeps it.
    Ok(visit.page_with(&settings, &head, &body).private().with_status(status))
}

/// The field into which a code is typed.
pub(super) fn code_field() -> Markup {
    html! {
        input #code name="code" required maxlength="200" autocomplete="off" autocapitalize="characters" spellcheck="false"
            placeholder="7Q2K-9FMX-04TB-ZC1D-H8VE" size="28";
    }
}

/// The answer to the code that was typed, and the status of the page.
fn told(typed: &str, found: &CertificateLookup, federation: &FederationSettings) -> (u16, Markup) {
    match found {
        CertificateLookup::Found(certificate) => (200, of(certificate)),
        CertificateLookup::Unknown => (404, unknown(typed, federation)),
        CertificateLookup::Erased => {
            let erased = "Nobody is certified by this code any more: the holder's data was erased.";
            (410, html! { p.verdict.void { (erased) } })
        }
    }
}

fn unknown(typed: &str, federation: &FederationSettings) -> Markup {
    html! {
        p.verdict.void { "There is no certificate with this code." }
        p { "Asked for was " q { bdi { (typed) } } "." }
        ul {
            li { "Compare it with the paper, sign by sign: a code has twenty signs in five groups." }
            li { "It has no letters I, L, O and U; I and L are read as 1, and O as 0." }
            li {
                "If it is the same on the paper, the paper is not from " (federation.name()) ". Ask the holder for the \
                 certificate once more, or ask the federation itself"
                @if let Some(contact) = &federation.contact { ": " (contact) } @else { "." }
            }
        }
    }
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

fn of(certificate: &Certificate) -> Markup {
    let class = if certificate.state.holds() { "good" } else { "void" };
    let (label, term) = term(certificate.term);
    html! {
        p.verdict.(class) { (verdict(certificate.state)) }
        dl.facts {
            dt { "Holder" } dd { b { (certificate.holder) } }
            dt { "Award" } dd { b { (certificate.award) } }
            dt { (label) } dd { (term) }
            dt { "Awarded by" } dd { (certificate.awarding_body) }
            @if let Some(day) = certificate.awarded_on { dt { "Awarded on" } dd { (in_words(day)) } }
        }
        p.quiet { "The name and the award on the certificate must be these. The game is Morabaraba." }
    }
}

/// The records that were asked, and when.
fn asked_of(federation: &FederationSettings, today: NaiveDate) -> Markup {
    html! {
        p.quiet {
            "Checked on " (in_words(today)) " in the records of " (federation.name()) "."
            @if let Some(website) = &federation.website { " Its own pages: " a href=(website) { (website) } "." }
            @if let Some(contact) = &federation.contact { " Contact: " (contact) }
        }
    }
}
