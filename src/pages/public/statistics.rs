//! The statistics of a year: by province, and all together.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::certificates::wording::in_words;
use crate::db::Conn;
use crate::federation;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::statistics::use_cases;
use crate::statistics::{StatisticsCounts, StatisticsDimension};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_statistics);
}

/// The year of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadStatistics {
    year: Option<GamingYear>,
}

#[get("/statistics")]
async fn show_statistics(caller: Anyone, visit: Visit, Search(query): Search<ReadStatistics>) -> Result<Page, Error> {
    let (today, by) = (caller.today(), Some(StatisticsDimension::Province));
    let read = move |c: &mut Conn| {
        Ok((
            federation::store::settings(c, today)?,
            use_cases::read(c, query.year, by, today)?,
        ))
    };
    let (settings, statistics) = caller.read(read).await?;
    let year = statistics.year.number();
    let title = format!("The gaming year {year} in numbers");
    let others = [year - 1, year + 1]
        .into_iter()
        .filter(|year| GamingYear::new(*year).is_some());
    let body = html! {
        h1 { (title) }
        p.quiet { (in_words(statistics.begins_on)) " to " (in_words(statistics.ends_on)) }
        nav.on-this-page aria-label="Other years" {
            @for year in others { a href={ "/statistics?year=" (year) } { (year) } " " }
        }
        // On a narrow screen it scrolls sideways, by the keyboard too.
        div.wide-table tabindex="0" role="region" aria-label="The numbers by province" {
            table.statistics {
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
    };
    Ok(visit.page(&settings, &title, &body))
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
