//! The desk of those who look after provinces: what waits for them, the clubs and the players, who has not paid, who has
//! earned colours, and whose accreditation ends.

mod accreditation;
mod accreditations;
mod affiliations;
mod candidacy;
mod club;
mod clubs;
mod colours;
mod comparison;
mod course_correction;
mod courses;
mod discretion;
mod inbox;
mod mergers;
mod payments;
mod player;
mod players;
mod proposal;
mod search;
mod transfers;
mod umpire_certificate;
mod unpaid;
mod waiting;

use std::collections::HashMap;

use actix_web::web::ServiceConfig;
use maud::{Markup, Render, html};

use crate::accounts::{Authority, Caller, Reach};
use crate::clubs as registered;
use crate::clubs::{Club, ClubCode};
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::desk::Way;
use crate::pages::form::Form;
use crate::pages::public::choose_province;
use crate::players::Player;
use crate::players::use_cases::PlayerPath;
use crate::provinces::{self, Province};
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId};
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    inbox::configure(config);
    waiting::configure(config);
    transfers::configure(config);
    clubs::configure(config);
    club::configure(config);
    affiliations::configure(config);
    players::configure(config);
    player::configure(config);
    comparison::configure(config);
    mergers::configure(config);
    unpaid::configure(config);
    payments::configure(config);
    colours::configure(config);
    candidacy::configure(config);
    discretion::configure(config);
    proposal::configure(config);
    accreditations::configure(config);
    accreditation::configure(config);
    umpire_certificate::configure(config);
    courses::configure(config);
    course_correction::configure(config);
}

/// The ways of somebody with that authority to what waits, and to the registers.
pub(crate) fn ways(authorities: &[Authority]) -> Vec<Way> {
    let looks_after = |one: &Authority| matches!(one, Authority::Administrator | Authority::Coordinator(_));
    if !authorities.iter().any(looks_after) {
        return Vec::new();
    }
    let way = |path: &str, label: &str, about| Way {
        path: path.to_owned(),
        label: label.to_owned(),
        about,
    };
    vec![
        way(
            "/desk/inbox",
            "What waits for you",
            "Transfers, disputes, appeals, fees, colours, accreditations: how many there are, and where.",
        ),
        way(
            "/desk/register/clubs",
            "Clubs",
            "Register a club, change it, and keep its affiliation.",
        ),
        way(
            "/desk/register/players",
            "Players",
            "Find a player, register one, and merge two entries of one person.",
        ),
    ]
}

/// The way back to what waits.
fn way_to_inbox() -> Markup {
    html! { p.way { a href="/desk/inbox" { "What waits for you" } } }
}

/// The provinces that are within reach.
fn provinces_within(c: &mut Conn, reach: &Reach) -> Result<Vec<Province>, Error> {
    let mut provinces = provinces::store::list(c)?;
    provinces.retain(|province| reach.covers_province(&province.code));
    Ok(provinces)
}

/// The provinces as a field offers them.
fn choices(provinces: &[Province]) -> Vec<(String, String)> {
    let choice = |province: &Province| (province.code.clone(), province.name.clone());
    provinces.iter().map(choice).collect()
}

/// The province to show: the one that was asked for; if none was, the first within reach, or all where nothing is out of reach.
fn province_to_show(asked: Option<String>, reach: &Reach) -> Option<String> {
    if reach.is_everywhere() {
        return asked;
    }
    let asked = asked.filter(|code| reach.covers_province(code));
    asked.or_else(|| reach.provinces().first().cloned())
}

/// A field for one of some values.
fn choose_one<'a>(
    name: &str,
    label: &str,
    options: impl Iterator<Item = (&'a str, impl Render)>,
    chosen: Option<&str>,
) -> Markup {
    html! {
        label for=(name) { (label) }
        select id=(name) name=(name) {
            @for (value, words) in options { option value=(value) selected[chosen == Some(value)] { (words) } }
        }
    }
}

/// The field for a province within reach, where there is a choice; for all of them where nothing is out of reach.
fn choose_within(provinces: &[Province], everywhere: bool, chosen: Option<&str>) -> Markup {
    if everywhere {
        return choose_province(Words::ENGLISH, provinces, chosen);
    }
    let options = provinces.iter().map(|one| (one.code.as_str(), one.name.as_str()));
    html! { @if provinces.len() > 1 { (choose_one("province", "Province", options, chosen)) } }
}

/// The clubs of these ids.
fn clubs_of(c: &mut Conn, ids: impl IntoIterator<Item = ClubId>) -> Result<HashMap<ClubId, Club>, Error> {
    let mut ids: Vec<ClubId> = ids.into_iter().collect();
    ids.sort_unstable();
    ids.dedup();
    let found = registered::store::find_all(c, &[], &ids)?;
    Ok(found.into_iter().map(|club| (club.id, club)).collect())
}

/// The name of the club of that id.
fn club_name(clubs: &HashMap<ClubId, Club>, id: ClubId) -> &str {
    clubs
        .get(&id)
        .map_or("a club that is not on record", |club| club.name.as_str())
}

/// The full name, for those who look after the player's club; for others the name that everyone may read.
fn name_for(by: &Caller, player: &Player, clubs: &HashMap<ClubId, Club>) -> String {
    let club = clubs.get(&player.club);
    if club.is_some_and(|club| by.reach.covers_club(club.id, &club.province)) {
        player.named_in_full().name
    } else {
        player.public_name(by.today())
    }
}

/// The club whose code was typed into the field of that name.
fn club_of(c: &mut Conn, form: &Form, field: &str) -> Result<Club, Error> {
    let unknown = || {
        let unknown = ValueError::new("unknown-club", "There is no club with this code.");
        Faults::of(&format!("/{field}"), unknown)
    };
    let code = ClubCode::parse(form.text(field)).map_err(|_| unknown())?;
    Ok(club_with(c, &code)?.ok_or_else(unknown)?)
}

/// The club with that code.
fn club_with(c: &mut Conn, code: &ClubCode) -> Result<Option<Club>, Error> {
    Ok(registered::store::find_all(c, &[code.as_str()], &[])?.pop())
}

/// The path of a player's page at the desk: whoever asks for an entry that was merged is sent on to the one that stays.
fn at_desk(id: PlayerId) -> PlayerPath {
    PlayerPath {
        id,
        template: "/desk/players/{id}".to_owned(),
    }
}
