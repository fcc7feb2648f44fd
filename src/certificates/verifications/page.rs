//! The page on which a bursary officer sees whether a certificate is good.

use maud::{DOCTYPE, Markup, html};

use crate::certificates::wording::in_words;
use crate::certificates::{Certificate, State, Term};
use crate::web::assets::HTML;
use crate::web::response::Text;

/// What the state means to whoever holds the paper in hand.
fn verdict(state: State) -> &'static str {
    match state {
        State::Approved | State::Valid => "This certificate is good.",
        State::Future => "This certificate is not good yet: its term has not begun.",
        State::Expired => "This certificate is no longer good: its term is over.",
        State::Suspended => "This certificate is not good now: the accreditation is suspended.",
        State::Revoked => "This certificate is no longer good: it was revoked.",
        State::Superseded => "This certificate is no longer good: another award has taken its place.",
    }
}

fn term(term: Term) -> (&'static str, String) {
    match term {
        Term::Year(year) => {
            let year = year.number();
            ("Year", format!("{year} (1 November {} to 31 October {year})", year - 1))
        }
        Term::Days(from, until) => ("Valid", format!("{} to {}", in_words(from), in_words(until))),
    }
}

/// What was found under a code.
pub(crate) enum Found<'a> {
    /// Nothing was asked yet.
    Unasked,
    /// There is no certificate with what was typed for a code.
    Nothing(&'a str),
    /// Nobody who is still named.
    Erased,
    /// This.
    Certificate(&'a Certificate),
}

/// The page; with room for another code.
pub(crate) fn page(found: &Found<'_>) -> Text {
    let page = html! {
        (DOCTYPE)
        html lang="en-ZA" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { "Verification of a certificate" }
                link rel="stylesheet" href="/pages/verification.css";
                link rel="icon" href="data:,";
            }
            body {
                main {
                    h1 { "Verification of a certificate" }
                    @match found {
                        Found::Unasked => {}
                        Found::Nothing(typed) => {
                            p.verdict.void { "There is no certificate with this code." }
                            p { "Read it once more: " q { bdi { (typed) } } " was asked for. A code has twenty signs in five groups." }
                        }
                        Found::Erased => p.verdict.void { "Nobody is certified by this code any more: the holder's data was erased." },
                        Found::Certificate(certificate) => (told(certificate)),
                    }
                    form action="/v1/verifications" {
                        label for="code" { @if matches!(found, Found::Unasked) { "The code" } @else { "Another code" } }
                        input #code name="code" required autocomplete="off" autocapitalize="characters" spellcheck="false"
                            maxlength="60" placeholder="7Q2K-9FMX-04TB-ZC1D-H8VE";
                        button { "Verify" }
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

fn told(certificate: &Certificate) -> Markup {
    let class = if certificate.state.holds() { "good" } else { "void" };
    let (label, term) = term(certificate.term);
    html! {
        p.verdict.(class) { (verdict(certificate.state)) }
        dl {
            div { dt { "Holder" } dd { (certificate.holder) } }
            div { dt { "Award" } dd { (certificate.award) } }
            div { dt { (label) } dd { (term) } }
            div { dt { "Awarded by" } dd { (certificate.awarding_body) } }
        }
        p.quiet { "The name and the award on the certificate must be these. The game is Morabaraba." }
    }
}
