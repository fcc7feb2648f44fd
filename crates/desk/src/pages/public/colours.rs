//! The criteria by which colours are earned in a gaming year, in words.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::html;
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::colours::ColoursLevel;
use crate::colours::criteria;
use crate::db::Conn;
use crate::federation;
use crate::languages::{Language, say};
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{colours_of, division};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_criteria);
}

/// The year that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadCriteria {
    year: Option<GamingYear>,
}

#[get("/colours/criteria")]
async fn show_criteria(caller: Anyone, visit: Visit, Search(query): Search<ReadCriteria>) -> Result<Page, Error> {
    let today = caller.today();
    let read = move |c: &mut Conn| {
        let calendar = federation::store::calendar(c)?;
        let year = query.year.unwrap_or_else(|| calendar.year_of(today));
        Ok((
            federation::store::settings(c, today)?,
            (year, calendar.days(year)),
            criteria::store::of_year(c, year)?,
        ))
    };
    let (settings, (year, (first, last)), criteria) = caller.read(read).await?;
    let number = year.number();
    let words = visit.words();
    let title = say!(words, "criteria-of-colours-in", year = number);
    let body = html! {
        h1 { (title) }
        p.lead { (say!(words, "gaming-year-goes", year = number, first = words.day(first), last = words.day(last))) }
        p {
            (say!(words, "criteria-of-colours-about"))
        }
        @for level in ColoursLevel::ALL {
            section {
                h2 { (colours_of(words, *level)) }
                ul.things {
                    @for rule in criteria.rules.0.iter().filter(|rule| rule.level == *level) {
                        li {
                            span lang=[words.unless(Language::English)] { (rule.sentence()) }
                            p.quiet { @for (one, of) in rule.divisions.iter().enumerate() { @if one > 0 { ", " } (division(words, *of)) } }
                        }
                    }
                }
            }
        }
    };
    Ok(visit.page_in_words(&settings, &title, &body))
}
