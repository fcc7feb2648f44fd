//! The criteria of colours, version by version.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::colours::ColoursLevel;
use crate::colours::criteria::rules::Criteria;
use crate::colours::criteria::store;
use crate::db::Conn;
use crate::federation;
use crate::pages::federation_desk::{OfFederation, way_back};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{colours_of, day, division};
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_versions);
}

fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<(Vec<Criteria>, GamingCalendar)>, Error> {
    let versions = (store::list(c)?, federation::store::calendar(c)?);
    OfFederation::read(c, by, versions)
}

#[get("/desk/criteria")]
async fn show_versions(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(read).await?;
    let (versions, calendar) = &desk.content;
    let body = html! {
        (way_back())
        h1 { "Criteria of colours" }
        p { "Those in force on the first day of a gaming year are that year's. Programs set others for this year or a later one." }
        ul.things { @for criteria in versions.iter().rev() { (version(criteria, calendar)) } }
        p { a href="/colours/criteria" { "The criteria of this year, as everyone reads them" } }
    };
    Ok(desk.page(&visit, &Draft::default(), "Criteria of colours", &body))
}

fn version(criteria: &Criteria, calendar: &GamingCalendar) -> Markup {
    html! {
        li {
            b { "Version " (criteria.version) ": " (criteria.name) }
            p.quiet {
                "From " (day(criteria.valid_from)) ", for the gaming years from " (criteria.first_year(calendar).number()) " on"
            }
            details {
                summary { (criteria.rules.0.len()) " rules" }
                @for level in ColoursLevel::ALL {
                    h2 { (colours_of(*level)) }
                    ul {
                        @for rule in criteria.rules.0.iter().filter(|rule| rule.level == *level) {
                            li {
                                (rule.sentence())
                                span.quiet { " " @for (one, of) in rule.divisions.iter().enumerate() { @if one > 0 { ", " } (division(*of)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
