//! Whether a certificate is good, for whoever holds one in hand.

use actix_web::get;
use actix_web::web::{Data, ServiceConfig};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::accounts::keys::Keyring;
use crate::certificate_codes::Code;
use crate::certificates::tokens::use_cases::verify;
use crate::certificates::use_cases;
use crate::certificates::{Certificate, CertificateLookup, CertificateState, Term};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::{Language, Words, say, weave};
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
    /// The code, however it is typed, or a token; without one the page asks for it.
    code: Option<Limited<LONGEST_TOKEN>>,
}

/// The most characters of a token.
const LONGEST_TOKEN: usize = 16_384;

/// The text that a visitor has typed.
enum Typed {
    /// A code.
    Code(Code),
    /// A certificate as a token, or what is left of one.
    Token(String),
    /// Neither.
    Else,
}

impl Typed {
    fn read(text: &str) -> Typed {
        // Each part of a token begins as JSON does in base 64, and no code is as long.
        const BEGINNING: &str = "eyJ";
        const LONGEST_CODE: usize = 200;
        match Code::read(text) {
            Some(code) => Typed::Code(code),
            None if text.trim_start().starts_with(BEGINNING) || text.chars().count() > LONGEST_CODE => {
                Typed::Token(text.to_owned())
            }
            None => Typed::Else,
        }
    }
}

#[get("/verify")]
async fn show_verification(
    caller: Anyone,
    visit: Visit,
    _: RateLimited,
    Search(asked): Search<AskVerification>,
    keys: Data<Keyring>,
) -> Result<Page, Error> {
    let today = caller.today();
    let typed = asked
        .code
        .as_ref()
        .map_or(Typed::Else, |typed| Typed::read(typed.as_str()));
    let is_token = matches!(typed, Typed::Token(_));
    let read = move |c: &mut Conn| {
        let found = match typed {
            Typed::Code(code) => use_cases::find(c, &code, today)?,
            Typed::Token(token) => verify(c, &keys, &token, today)?,
            Typed::Else => CertificateLookup::Unknown,
        };
        Ok((federation::store::settings(c, today)?, found))
    };
    let (settings, found) = caller.read(read).await?;
    let words = visit.words();
    let (status, answer) = match &asked.code {
        None => (200, html! { p.lead { (say!(words, "code-stands-below")) } }),
        Some(_) if is_token && found == CertificateLookup::Unknown => (
            422,
            html! { p.verdict.void { (say!(words, "no-token-of-ours")) } p { (say!(words, "token-was-altered")) } },
        ),
        Some(typed) => told(words, typed.as_str(), &found, &settings),
    };
    let field = if asked.code.is_some() {
        say!(words, "another-code")
    } else {
        say!(words, "the-code")
    };
    let body = html! {
        h1 { (say!(words, "is-this-certificate-good")) }
        (answer)
        form.line action="/verify" {
            label for="code" { (field) }
            (code_field())
            button { (say!(words, "check")) }
        }
        (asked_of(words, &settings, today))
    };
    let head = Head {
        more: html! { meta name="robots" content="noindex"; },
        ..Head::said(words, say!(words, "verification-of-a-certificate"))
    };
    // It may be a child's name: no one in between keeps it.
    Ok(visit.page_with(&settings, &head, &body).private().with_status(status))
}

/// The field into which a code is typed.
pub(super) fn code_field() -> Markup {
    html! {
        input #code name="code" required maxlength=(LONGEST_TOKEN) autocomplete="off" autocapitalize="characters" spellcheck="false"
            placeholder="7Q2K-9FMX-04TB-ZC1D-H8VE" size="28";
    }
}

/// The answer to the code that was typed, and the status of the page.
fn told(words: Words, typed: &str, found: &CertificateLookup, federation: &FederationSettings) -> (u16, Markup) {
    match found {
        CertificateLookup::Found(certificate) => (200, of(words, certificate)),
        CertificateLookup::Unknown => (404, unknown(words, typed, federation)),
        CertificateLookup::Erased => (410, html! { p.verdict.void { (say!(words, "certificate-erased")) } }),
    }
}

fn unknown(words: Words, typed: &str, federation: &FederationSettings) -> Markup {
    html! {
        p.verdict.void { (say!(words, "no-such-certificate")) }
        p { (weave!(words, "asked-for-was"; code = html! { q { bdi { (typed) } } })) }
        ul {
            li { (say!(words, "compare-with-the-paper")) }
            li { (say!(words, "letters-of-a-code")) }
            li {
                @match &federation.contact {
                    Some(contact) => {
                        (say!(words, "paper-is-not-from-contact", federation = federation.name(), contact = contact.as_str()))
                    }
                    None => (say!(words, "paper-is-not-from", federation = federation.name())),
                }
            }
        }
    }
}

/// The meaning of the state to whoever holds the paper in hand.
fn verdict(words: Words, state: CertificateState) -> String {
    match state {
        CertificateState::Approved | CertificateState::Valid => say!(words, "verdict-good"),
        CertificateState::Future => say!(words, "verdict-future"),
        CertificateState::Expired => say!(words, "verdict-expired"),
        CertificateState::Suspended => say!(words, "verdict-suspended"),
        CertificateState::Revoked => say!(words, "verdict-revoked"),
        CertificateState::Superseded => say!(words, "verdict-superseded"),
    }
}

fn term(words: Words, term: Term) -> (String, String) {
    match term {
        Term::Year(year, first, last) => {
            let (first, last) = (words.day(first), words.day(last));
            let days = say!(words, "from-to", first = first, last = last);
            (say!(words, "year"), format!("{} ({days})", year.number()))
        }
        Term::Days(from, until) => {
            let days = say!(words, "from-to", first = words.day(from), last = words.day(until));
            (say!(words, "valid"), days)
        }
    }
}

fn of(words: Words, certificate: &Certificate) -> Markup {
    let class = if certificate.state.holds() { "good" } else { "void" };
    let (label, term) = term(words, certificate.term);
    html! {
        p.verdict.(class) { (verdict(words, certificate.state)) }
        dl.facts {
            dt { (say!(words, "holder")) } dd { b { (certificate.holder) } }
            @if let Some(today) = &certificate.holder_today { dt { (say!(words, "holder-today")) } dd { b { (today) } } }
            dt { (say!(words, "award")) } dd { b { (certificate.award.said_in(words)) } (in_other_languages(words, certificate)) }
            dt { (label) } dd { (term) }
            dt { (say!(words, "awarded-by")) } dd { (certificate.awarding_body) }
            @if let Some(today) = &certificate.awarding_body_today { dt { (say!(words, "awarded-by-today")) } dd { (today) } }
            @if let Some(day) = certificate.awarded_on { dt { (say!(words, "awarded-on")) } dd { (words.day(day)) } }
        }
        p.quiet {
            @if certificate.holder_today.is_some() { (say!(words, "either-name-and-award-must-be")) }
            @else { (say!(words, "name-and-award-must-be")) }
        }
    }
}

/// The award as a certificate in another language has it, with which the paper in hand is compared.
fn in_other_languages(words: Words, certificate: &Certificate) -> Markup {
    let others = Language::ALL.iter().filter(|language| **language != words.language());
    html! {
        details {
            summary { (say!(words, "award-in-other-languages")) }
            ul { @for language in others { li lang=(language.tag()) { (certificate.award.said_in(Words::of(*language))) } } }
        }
    }
}

/// The records that were asked, and when.
fn asked_of(words: Words, federation: &FederationSettings, today: NaiveDate) -> Markup {
    html! {
        p.quiet {
            (say!(words, "checked-on", day = words.day(today), federation = federation.name()))
            @if let Some(website) = &federation.website { " " (weave!(words, "its-own-pages"; website = html! { a href=(website) { (website) } })) }
            @if let Some(contact) = &federation.contact { " " (say!(words, "contact-is", contact = contact.as_str())) }
        }
    }
}
