//! The statistics of a year on a page for people: by province, and all together.

use maud::{DOCTYPE, Markup, html};

use crate::certificates::wording::in_words;
use crate::statistics::{Statistics, StatisticsCounts};
use crate::web::assets::HTML;
use crate::web::response::Text;
use crate::web::ways::ways;

/// The page.
pub(crate) fn of(statistics: &Statistics) -> Text {
    let year = statistics.year.number();
    let title = format!("The gaming year {year} in numbers");
    let page = html! {
        (DOCTYPE)
        html lang="en-ZA" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="stylesheet" href="/pages/tournament.css";
                link rel="stylesheet" href="/pages/statistics.css";
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
            }
            body {
                (ways())
                header {
                    h1 { (title) }
                    p.facts { (in_words(statistics.begins_on)) " to " (in_words(statistics.ends_on)) }
                    nav aria-label="Other years" {
                        a href={ "/statistics?year=" (year - 1) } { (year - 1) } " "
                        a href={ "/statistics?year=" (year + 1) } { (year + 1) }
                    }
                }
                // On a narrow screen it scrolls sideways, by the keyboard too.
                main tabindex="0" {
                    table.statistics {
                        caption { "By province" }
                        thead {
                            tr {
                                th scope="col" { "Province" }
                                @for column in ["Clubs", "Registered", "Entrants", "Tournaments", "Games", "Recorded"] {
                                    th.figure scope="col" { (column) }
                                }
                            }
                        }
                        tbody { @for group in &statistics.groups { (row(&group.name, &group.counts)) } }
                        tfoot { (row("Federation", &statistics.total)) }
                    }
                }
                p.quiet {
                    "Clubs have paid their fee for the year. Registered players and entrants are people: each counts once, \
                     and under the club that registers or enters them. Tournaments stand under the province that ran them. \
                     Games are those of matches, without forfeits; recorded are those of which the turns are kept. A game \
                     between two provinces counts in both, and once for the federation."
                }
            }
        }
    };
    Text {
        media_type: HTML,
        body: page.into_string(),
    }
}

fn row(name: &str, counts: &StatisticsCounts) -> Markup {
    html! {
        tr {
            th scope="row" { (name) }
            td.figure { @if let Some(clubs) = counts.clubs { (clubs) } }
            td.figure { (counts.registered_players) }
            td.figure { (counts.entrants) }
            td.figure { (counts.tournaments) }
            td.figure { (counts.match_games) }
            td.figure { (counts.recorded_games) }
        }
    }
}
