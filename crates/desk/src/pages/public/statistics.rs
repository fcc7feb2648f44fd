//! The statistics of a year: by province, and all together.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::federation;
use crate::languages::say;
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
    let words = visit.words();
    let title = say!(words, "gaming-year-in-numbers", year = year);
    let others = [year - 1, year + 1]
        .into_iter()
        .filter(|year| GamingYear::new(*year).is_some());
    let body = html! {
        h1 { (title) }
        p.quiet { (say!(words, "from-to", first = words.day(statistics.begins_on), last = words.day(statistics.ends_on))) }
        nav.on-this-page aria-label=(say!(words, "other-years")) {
            @for year in others { a href={ "/statistics?year=" (year) } { (year) } " " }
        }
        // On a narrow screen it scrolls sideways, by the keyboard too.
        div.wide-table tabindex="0" role="region" aria-label=(say!(words, "numbers-by-province")) {
            table.statistics {
                thead {
                    tr {
                        th scope="col" { (say!(words, "province")) }
                        th.figure scope="col" { (say!(words, "clubs")) }
                        th.figure scope="col" { (say!(words, "registered")) }
                        th.figure scope="col" { (say!(words, "entrants")) }
                        th.figure scope="col" { (say!(words, "tournaments")) }
                        th.figure scope="col" { (say!(words, "games")) }
                        th.figure scope="col" { (say!(words, "recorded")) }
                    }
                }
                tbody { @for group in &statistics.groups { (row(&group.name, &group.counts)) } }
                tfoot { (row(&say!(words, "federation"), &statistics.total)) }
            }
        }
        p.quiet {
            (say!(words, "statistics-about"))
        }
    };
    Ok(visit.page_in_words(&settings, &title, &body))
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
