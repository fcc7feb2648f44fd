//! The public side: what everyone may read, each thing with the way to all that belongs to it.

pub(crate) mod clubs;
mod colours;
mod federation;
mod files;
mod game;
mod games;
mod hall;
pub(crate) mod home;
pub(crate) mod players;
pub(crate) mod rankings;
mod statistics;
mod tournament;
pub(crate) mod umpires;
mod verify;

use actix_web::HttpRequest;
use actix_web::web::ServiceConfig;
use chrono::NaiveDate;
use maud::{Markup, html};

use crate::colours::ColoursLevel;
use crate::players::registrations::Division;
use crate::provinces::Province;
use crate::web::response::with_cursor;

pub(crate) fn configure(config: &mut ServiceConfig) {
    home::configure(config);
    players::configure(config);
    clubs::configure(config);
    rankings::configure(config);
    games::configure(config);
    game::configure(config);
    hall::configure(config);
    umpires::configure(config);
    colours::configure(config);
    federation::configure(config);
    statistics::configure(config);
    tournament::configure(config);
    verify::configure(config);
    files::configure(config);
}

/// The field for a province.
pub(crate) fn choose_province(provinces: &[Province], chosen: Option<&str>) -> Markup {
    let options = provinces
        .iter()
        .map(|province| (province.code.as_str(), province.name.as_str()));
    choose("province", "Province", options, chosen)
}

/// A field for one of some values, or for all of them.
pub(crate) fn choose<'a>(
    name: &str,
    label: &str,
    options: impl Iterator<Item = (&'a str, &'a str)>,
    chosen: Option<&str>,
) -> Markup {
    html! {
        label for=(name) { (label) }
        select id=(name) name=(name) {
            option value="" { "all" }
            @for (value, words) in options { option value=(value) selected[chosen == Some(value)] { (words) } }
        }
    }
}

/// The way to what follows in a list.
pub(crate) fn next_page(request: &HttpRequest, cursor: Option<&str>) -> Markup {
    html! { @if let Some(cursor) = cursor { p { a rel="next" href=(with_cursor(request, cursor)) { "Next page" } } } }
}

/// The name of the province with that code.
pub(crate) fn province<'a>(provinces: &'a [Province], code: &'a str) -> &'a str {
    let found = provinces.iter().find(|province| province.code == code);
    found.map_or(code, |province| province.name.as_str())
}

/// A day as people write it.
pub(crate) fn day(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// The divisions, as people say them.
pub(crate) fn divisions() -> impl Iterator<Item = (&'static str, &'static str)> {
    Division::ALL.iter().map(|one| (one.as_str(), division(*one)))
}

pub(crate) fn division(division: Division) -> &'static str {
    match division {
        Division::Senior => "Seniors",
        Division::Student => "Students",
        Division::HighSchool => "High schools",
        Division::PrimarySchool => "Primary schools",
    }
}

/// Colours of that level, as people say it.
pub(crate) fn colours_of(level: ColoursLevel) -> &'static str {
    match level {
        ColoursLevel::Regional => "Regional colours",
        ColoursLevel::Provincial => "Provincial colours",
        ColoursLevel::NationalFederation => "National federation colours",
        ColoursLevel::National => "National colours",
    }
}
