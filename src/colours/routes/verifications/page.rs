//! The page on which a bursary officer sees whether a certificate is good.

use maud::{DOCTYPE, html};

use super::Verification;
use crate::colours::State;
use crate::pages::HTML;
use crate::reply::Text;

/// What the state means to whoever holds the paper in hand.
fn verdict(state: State) -> (&'static str, &'static str) {
    match state {
        State::Approved => ("This certificate is good.", "good"),
        State::Revoked => ("This certificate is no longer good: the award was revoked.", "void"),
        State::Superseded => ("This certificate is no longer good: another award has taken its place.", "void"),
        State::Proposed | State::Refused => ("This is no award.", "void"),
    }
}

/// The page.
pub(super) fn page(verification: &Verification) -> Text {
    let (verdict, class) = verdict(verification.state);
    let year = verification.year.number();
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
                    p.verdict.(class) { (verdict) }
                    dl {
                        div { dt { "Holder" } dd { (verification.holder) } }
                        div { dt { "Award" } dd { (verification.award) } }
                        div { dt { "Year" } dd { (year) " (1 November " (year - 1) " to 31 October " (year) ")" } }
                        div { dt { "Awarded by" } dd { (verification.awarding_body) } }
                    }
                    p.quiet { "The name and the award on the certificate must be these. The game is Morabaraba." }
                }
            }
        }
    };
    Text { media_type: HTML, body: page.into_string() }
}
