//! The certificate as a page, to be printed.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, html};

use crate::certificates::paper::logo::Logo;
use crate::certificates::paper::ornament::{self, PAPER, POINT_RADIUS};
use crate::certificates::paper::qr::{QUIET, Run, Square};
use crate::certificates::wording::Wording;
use crate::languages::{Language, say};
use crate::values::error::Error;
use crate::web::assets::HTML;
use crate::web::response::Text;

/// A text with more letters than these is set smaller, and smaller still.
const LONG: usize = 26;
const LONGEST: usize = 80;

/// The page; the PDF to which it leads is in the language that was asked for, if one was.
pub(crate) fn page(wording: &Wording, logo: Option<&Logo>, asked: Option<Language>) -> Result<Text, Error> {
    let square = square(&Square::of(&wording.url)?, &wording.square);
    let words = wording.words;
    let query = asked.map(|language| format!("?language={}", language.as_str()));
    let query = query.unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang=(words.language().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (wording.title) }
                link rel="stylesheet" href="/pages/certificate.css";
                link rel="icon" href="data:,";
            }
            body {
                nav {
                    a href={ "/v1/certificates/" (wording.code) "/document" (query) } { (say!(words, "certificate-download")) }
                }
                main {
                    (frame())
                    div.logo {
                        @if let Some(logo) = logo {
                            img src={ "data:image/png;base64," (STANDARD.encode(logo.png())) } alt=(say!(words, "certificate-logo"));
                        }
                    }
                    section.award {
                        h1 { (wording.title) }
                        (flourish())
                        p.said { (wording.opening) }
                        p.holder.(size(&wording.holder)) { bdi { (wording.holder) } }
                        p.said { (wording.verb) }
                        p.what.(size(&wording.award)) { (wording.award) }
                        p { (wording.game) br; (wording.term) }
                        p.said { (wording.awarded_by) }
                        p.body.(size(&wording.awarding_body)) { (wording.awarding_body) }
                    }
                    section.signed { @for what in &wording.signed { p { (what) } } }
                    section.verification {
                        (square)
                        div {
                            h2 { (wording.verification) }
                            p.code { (wording.code) }
                            p.quiet { (wording.spoken) }
                            p { (wording.check) }
                            p { a href=(wording.url) { (wording.url) } }
                        }
                    }
                }
            }
        }
    };
    Ok(Text {
        media_type: HTML,
        body: page.into_string(),
    })
}

/// The name by which the style sheet knows how long a text is.
fn size(text: &str) -> &'static str {
    let letters = text.chars().count();
    if letters <= LONG {
        "short"
    } else if letters <= LONGEST {
        "long"
    } else {
        "longest"
    }
}

fn frame() -> Markup {
    let path = ornament::lines()
        .into_iter()
        .fold(String::new(), |path, ((x, y), (to_x, to_y))| {
            path + &format!("M{x} {y}L{to_x} {to_y}")
        });
    html! {
        svg.frame viewBox={ "0 0 " (PAPER.0) " " (PAPER.1) } aria-hidden="true" {
            path d=(path) {}
            @for (x, y) in ornament::points() { circle cx=(x) cy=(y) r=(POINT_RADIUS) {} }
        }
    }
}

/// A line of the board below the title.
fn flourish() -> Markup {
    html! {
        svg.flourish viewBox="0 0 32 2" aria-hidden="true" {
            path d="M1 1H31" {}
            @for x in [1, 16, 31] { circle cx=(x) cy="1" r=(POINT_RADIUS) {} }
        }
    }
}

fn square(square: &Square, what: &str) -> Markup {
    let all = square.width + 2 * QUIET;
    let path = square.runs().fold(String::new(), |path, Run { x, y, length }| {
        path + &format!("M{x} {y}h{length}v1h-{length}z")
    });
    html! {
        svg.square viewBox={ "-" (QUIET) " -" (QUIET) " " (all) " " (all) } role="img" aria-label=(what) { path d=(path) {} }
    }
}
