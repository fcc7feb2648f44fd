//! The public side: what everyone may read, each thing with the way to all that belongs to it.

pub(crate) mod clubs;
mod colours;
mod federation;
mod files;
mod game;
mod games;
mod hall;
pub(crate) mod home;
mod latest;
pub(crate) mod players;
pub(crate) mod rankings;
mod statistics;
mod tournament;
pub(crate) mod umpires;
mod verify;

use actix_web::HttpRequest;
use actix_web::web::ServiceConfig;
use chrono::NaiveDate;
use maud::{Markup, Render, html};

use crate::colours::ColoursLevel;
use crate::languages::{Words, say};
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
pub(crate) fn choose_province(words: Words, provinces: &[Province], chosen: Option<&str>) -> Markup {
    let options = provinces
        .iter()
        .map(|province| (province.code.as_str(), province.name.as_str()));
    choose(words, "province", &say!(words, "province"), options, chosen)
}

/// A field for one of some values, or for all of them.
pub(crate) fn choose<'a>(
    words: Words,
    name: &str,
    label: &str,
    options: impl Iterator<Item = (&'a str, impl Render)>,
    chosen: Option<&str>,
) -> Markup {
    html! {
        label for=(name) { (label) }
        select id=(name) name=(name) {
            option value="" { (say!(words, "all")) }
            @for (value, called) in options { option value=(value) selected[chosen == Some(value)] { (called) } }
        }
    }
}

/// The way to what follows in a list.
pub(crate) fn next_page(words: Words, request: &HttpRequest, cursor: Option<&str>) -> Markup {
    html! { @if let Some(cursor) = cursor { p { a rel="next" href=(with_cursor(request, cursor)) { (say!(words, "next-page")) } } } }
}

/// The name of the province with that code.
pub(crate) fn province<'a>(provinces: &'a [Province], code: &'a str) -> &'a str {
    let found = provinces.iter().find(|province| province.code == code);
    found.map_or(code, |province| province.name.as_str())
}

/// A day as the desk writes it.
pub(crate) fn day(day: NaiveDate) -> String {
    Words::ENGLISH.day(day)
}

/// The divisions, as people say them.
pub(crate) fn divisions(words: Words) -> impl Iterator<Item = (&'static str, String)> {
    Division::ALL
        .iter()
        .map(move |one| (one.as_str(), division(words, *one)))
}

pub(crate) fn division(words: Words, division: Division) -> String {
    match division {
        Division::Senior => say!(words, "division-seniors"),
        Division::Student => say!(words, "division-students"),
        Division::HighSchool => say!(words, "division-high-schools"),
        Division::PrimarySchool => say!(words, "division-primary-schools"),
    }
}

/// Colours of that level, as people say it.
pub(crate) fn colours_of(words: Words, level: ColoursLevel) -> String {
    match level {
        ColoursLevel::Regional => say!(words, "colours-regional"),
        ColoursLevel::Provincial => say!(words, "colours-provincial"),
        ColoursLevel::NationalFederation => say!(words, "colours-national-federation"),
        ColoursLevel::National => say!(words, "colours-national"),
    }
}
