//! The criteria of colours: all versions, and the rules of one.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::{Markup, html};

use crate::accounts::caller::Administrator;
use crate::colours::ColoursLevel;
use crate::colours::criteria::rules::{Criteria, Rule};
use crate::colours::criteria::store;
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::pages::federation_desk::{OfFederation, way_back};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{colours_of, day, division};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_calendar::GamingCalendar;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_versions).service(show_version);
}

/// The path of the list.
pub(super) const LIST: &str = "/desk/criteria";

/// The criteria of that version.
pub(super) fn find(c: &mut Conn, version: i64) -> Result<Criteria, Error> {
    Ok(store::find(c, version)?.ok_or_else(|| NOT_FOUND.problem("There are no criteria of this version."))?)
}

#[get("/desk/criteria")]
async fn show_versions(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller
        .read(|c, by| {
            let versions = (store::list(c)?, federation::store::calendar(c)?);
            OfFederation::read(c, by, versions)
        })
        .await?;
    let (versions, calendar) = &desk.content;
    let body = html! {
        (way_back())
        h1 { "Criteria of colours" }
        p { "Those in force on the first day of a gaming year are that year's." }
        p { a.button href={ (LIST) "/new" } { "Set criteria for a gaming year" } }
        ul.things {
            @for criteria in versions.iter().rev() {
                li {
                    a href={ (LIST) "/" (criteria.version) } { (criteria.name) }
                    p.quiet { (in_force(criteria, calendar)) " · " (criteria.rules.0.len()) " rules" }
                }
            }
        }
        p { a href="/colours/criteria" { "The criteria of this year, as everyone reads them" } }
    };
    Ok(desk.page(&visit, &Draft::default(), "Criteria of colours", &body))
}

/// Their version, and from when on they are in force.
fn in_force(criteria: &Criteria, calendar: &GamingCalendar) -> Markup {
    html! {
        "Version " (criteria.version) ", from " (day(criteria.valid_from)) ", for the gaming years from "
        (criteria.first_year(calendar).number()) " on"
    }
}

#[get("/desk/criteria/{version}")]
async fn show_version(caller: Administrator, visit: Visit, version: Path<i64>) -> Result<Page, Error> {
    let desk = caller
        .read(move |c, by| {
            let criteria = (find(c, *version)?, federation::store::calendar(c)?);
            OfFederation::read(c, by, criteria)
        })
        .await?;
    let (criteria, calendar) = &desk.content;
    let body = html! {
        p.way { a href=(LIST) { "Criteria of colours" } }
        h1 { (criteria.name) }
        p.lead { (in_force(criteria, calendar)) "." }
        p { a.button href={ (LIST) "/new?from=" (criteria.version) } { "Set criteria like these for a gaming year" } }
        @for level in ColoursLevel::ALL { (of_level(criteria, *level)) }
    };
    Ok(desk.page(&visit, &Draft::default(), &criteria.name, &body))
}

fn of_level(criteria: &Criteria, level: ColoursLevel) -> Markup {
    let rules: Vec<&Rule> = criteria.rules.0.iter().filter(|rule| rule.level == level).collect();
    html! {
        section {
            h2 { (colours_of(Words::ENGLISH, level)) }
            @if rules.is_empty() { p { "There is no rule." } }
            ul.things {
                @for rule in rules {
                    li {
                        (rule.sentence())
                        p.quiet { @for (one, of) in rule.divisions.iter().enumerate() { @if one > 0 { ", " } (division(Words::ENGLISH, *of)) } }
                    }
                }
            }
        }
    }
}
