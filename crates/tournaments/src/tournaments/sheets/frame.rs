//! The common parts of the sheets: the frame, the head, the foot, and the way in which points are written.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use morabaraba_swiss::Points;

use crate::languages::{Words, say};
use crate::tournaments::model::Entry;
use crate::tournaments::sheets::papers::{Papers, sort};
use crate::values::clock::Timestamp;
use crate::web::assets::HTML;
use crate::web::response::Text;

/// A sheet to be printed.
pub struct Sheet<'a> {
    pub(crate) papers: &'a Papers,
    /// The name of the sheet, as in “Pairings of round 3”.
    pub(crate) title: String,
    /// The moment of the latest of the facts on it.
    pub(crate) as_of: Timestamp,
    /// The class by which the style sheet knows it.
    pub(crate) class: &'static str,
    /// Whether the page is wider than high.
    pub(crate) landscape: bool,
}

impl Sheet<'_> {
    /// The sheet with that body, under a head and above a foot with a note.
    pub fn with(&self, body: &Markup, note: &Markup) -> Text {
        let plan = &self.papers.snapshot.tournament.plan;
        let page = html! {
            header {
                h1 { (plan.name) }
                p.title { (self.title) }
                p.facts { (facts(self.papers)) }
            }
            // On a narrow screen it scrolls sideways, by the keyboard too.
            main tabindex="0" { (body) }
            footer {
                p { (note) }
                @if let Some(federation) = &self.papers.federation { p { (federation) } }
                p.as-of { (say!(self.papers.words, "as-of", moment = self.papers.words.moment(self.as_of.local()))) }
            }
        };
        let running = quoted(&format!("{} · {}", plan.name, self.title));
        let rules = format!("@page{{@top-left{{content:{running}}}}}@page:first{{@top-left{{content:none}}}}");
        self.page(&page, &rules)
    }

    /// The sheet with that body alone.
    pub fn bare(&self, body: &Markup) -> Text {
        self.page(body, "")
    }

    /// The page with that body. Rules about paper cannot be bound to an element: those that are for this page alone, such
    /// as what stands at the top of all sheets but the first, stand in it.
    fn page(&self, body: &Markup, rules: &str) -> Text {
        let (tournament, words) = (&self.papers.snapshot.tournament, self.papers.words);
        let size = if self.landscape { "landscape" } else { "portrait" };
        let classes = format!("{}{}", self.class, if self.landscape { " landscape" } else { "" });
        // It stands in the margin, where it takes no room from what the sheet is for.
        let for_officials = self.papers.are_for_officials.then(|| say!(words, "for-officials-only"));
        let warning = for_officials
            .as_ref()
            .map(|warning| format!("@page{{@bottom-left{{content:{}}}}}", quoted(warning)));
        let page = html! {
            (DOCTYPE)
            html lang=(words.language().tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) " · " (tournament.plan.name) }
                    link rel="stylesheet" href="/pages/sheet.css";
                    link rel="icon" href="data:,";
                    style { "@page{size:A4 " (size) "}" (PreEscaped(rules)) (PreEscaped(warning.unwrap_or_default())) }
                }
                body class=(classes) {
                    nav {
                        a href={ "/tournaments/" (tournament.id) } { (say!(words, "to-the-tournament")) }
                        @if let Some(warning) = &for_officials { p { (warning) } }
                    }
                    (body)
                }
            }
        };
        Text {
            media_type: HTML,
            body: page.into_string(),
        }
    }
}

/// A text as a string in a style sheet, in which nothing is left that could end the string or the element around it.
fn quoted(text: &str) -> String {
    let written = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_string()
        } else {
            format!("\\{:06x}", u32::from(c))
        }
    };
    format!("\"{}\"", text.chars().map(written).collect::<String>())
}

/// Days, venue and level of a tournament in a line.
pub fn facts(papers: &Papers) -> String {
    let plan = &papers.snapshot.tournament.plan;
    format!(
        "{} · {} · {}, {}",
        papers.words.days(plan.starts_on, plan.ends_on),
        plan.place(),
        sort(papers.words, plan),
        papers.province
    )
}

/// An instant where the federation is, as the desk writes it: `17 April 2027, 11:24`.
pub fn moment(instant: Timestamp) -> String {
    Words::ENGLISH.moment(instant.local())
}

/// Points, the fraction apart, so that in a column the whole points stand below each other.
pub fn points(points: Points) -> Markup {
    let (above, below) = points.parts();
    let (whole, rest) = (above / below, above % below);
    let fraction = fraction(rest, below);
    html! {
        span.points {
            // Half a point is not nought and a half, but nought and a tenth has its nought.
            @if whole > 0 || rest == 0 || fraction.starts_with('.') { (whole) }
            span.fraction { (fraction) }
        }
    }
}

/// A part of a whole as people write it: the half and what has no decimals as a fraction, the rest as decimals.
fn fraction(above: u64, below: u64) -> String {
    let sign = match (above, below) {
        (0, _) => "",
        (1, 2) => "½",
        (1, 3) => "⅓",
        (2, 3) => "⅔",
        (1, 6) => "⅙",
        (5, 6) => "⅚",
        _ if 1000 % below == 0 => {
            let thousandths = format!("{:03}", above * (1000 / below));
            return format!(".{}", thousandths.trim_end_matches('0'));
        }
        _ => return format!("\u{a0}{above}\u{2044}{below}"),
    };
    sign.to_owned()
}

/// The sign of who starts. It is drawn by the style sheet, since fonts do not agree on the size of a dot.
pub fn starts(words: Words) -> Markup {
    html! { span.starts role="img" aria-label=(say!(words, "starts")) {} }
}

/// The meaning of the sign, in a sentence that begins with it.
pub fn starts_what(sentence: &str) -> Markup {
    html! { span.starts aria-hidden="true" {} " " (sentence) }
}

/// A player's name, with the number, if there is one and the name is withheld: initials alone are not enough to find one's board.
pub fn player(papers: &Papers, entry: &Entry) -> Markup {
    let number = entry.player.number().filter(|_| papers.is_withheld(entry));
    html! {
        span.name { (papers.name(entry)) }
        @if let Some(number) = number { " " span.number { (number) } }
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::sheets::frame::*;

    #[test]
    fn nothing_gets_out_of_a_quoted_string() {
        assert_eq!(quoted("A1"), "\"A1\"");
        assert_eq!(
            quoted("</style>\"\\}é"),
            "\"\\00003c\\00002fstyle\\00003e\\000022\\00005c\\00007d\\0000e9\""
        );
    }

    #[test]
    fn points_are_written_as_people_do() {
        let told = |above, below| {
            let text = points(Points::new(above, below).unwrap()).into_string();
            text.replace("<span class=\"points\">", "")
                .replace("<span class=\"fraction\">", "|")
                .replace("</span>", "")
        };
        for (above, below, text) in [
            (0, 1, "0|"),
            (1, 2, "|½"),
            (9, 2, "4|½"),
            (87, 5, "17|.4"),
            (35, 3, "11|⅔"),
            (1, 8, "0|.125"),
            (16, 7, "2|\u{a0}2⁄7"),
        ] {
            assert_eq!(told(above, below), text);
        }
    }
}
