//! The desk of those who look after a club: its members and what they have paid, who enters where, who comes and goes, and whom
//! to reach.

mod affiliations;
mod contacts;
mod entries;
pub(crate) mod members;
mod new_player;
mod overview;
mod registrations;
pub(crate) mod renewals;
mod transfers;

use actix_web::web::ServiceConfig;
use chrono::NaiveDate;
use maud::{Markup, html};

use crate::accounts::{Authority, Caller};
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::desk::Way;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::players::registrations::Division;
use crate::tournaments::sheets::papers::division;
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::id::ClubId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    overview::configure(config);
    affiliations::configure(config);
    contacts::configure(config);
    new_player::configure(config);
    registrations::configure(config);
    renewals::configure(config);
    transfers::configure(config);
    entries::configure(config);
}

/// The ways to the clubs of somebody with that authority, each by its name.
pub(crate) fn ways(c: &mut Conn, authorities: &[Authority]) -> Result<Vec<Way>, Error> {
    let own = authorities.iter().filter_map(|one| one.scope().1);
    let own: Vec<ClubId> = own.collect();
    let mut clubs = clubs::store::find_all(c, &[], &own)?;
    clubs.sort_by(|one, other| one.name.cmp(&other.name));
    let way = |club: Club| Way {
        path: path(club.id),
        label: club.name,
        about: "Members, registrations, entries, transfers and contacts.",
    };
    Ok(clubs.into_iter().map(way).collect())
}

/// The path of a club's desk.
pub(crate) fn path(club: ClubId) -> String {
    format!("/desk/clubs/{club}")
}

/// A club, for those who look after it.
pub(crate) struct ClubDesk {
    federation: FederationSettings,
    club: Club,
    calendar: GamingCalendar,
    today: NaiveDate,
    /// Whether the caller looks after the club's province too.
    is_coordinated: bool,
}

impl ClubDesk {
    fn read(c: &mut Conn, by: &Caller, id: ClubId) -> Result<ClubDesk, Error> {
        let club = clubs::use_cases::read_within(c, id, &by.reach)?;
        Ok(ClubDesk {
            federation: federation::store::settings(c, by.today())?,
            calendar: federation::store::calendar(c)?,
            today: by.today(),
            is_coordinated: by.reach.covers_province(&club.province),
            club,
        })
    }

    fn path(&self) -> String {
        path(self.club.id)
    }

    /// The gaming year of today.
    fn year(&self) -> GamingYear {
        self.calendar.year_of(self.today)
    }

    /// The page of a part of the desk, below the way back.
    fn page(&self, visit: &Visit, draft: &Draft, title: &str, body: &Markup) -> Page {
        let body = html! {
            p.way { a href=(self.path()) { (self.club.name) } }
            h1 { (title) }
            (body)
        };
        visit.page(&self.federation, title, &body).with_status(draft.status())
    }
}

/// The field for the reason why a registration or an affiliation is taken back.
pub(crate) fn because() -> [Field; 1] {
    [Field::new("reason", "Why it was a mistake", FieldKind::Text)]
}

/// The divisions, as a field has them.
pub(crate) fn divisions() -> Vec<(String, String)> {
    let words = |one: &Division| (one.as_str().to_owned(), division(Words::ENGLISH, *one));
    Division::ALL.iter().map(words).collect()
}

/// A division to be chosen in a field of that name, which stands in a line of a list.
fn choose_division(name: &str, label: &str, chosen: &str) -> Markup {
    html! {
        select name=(name) aria-label=(label) {
            @for (word, words) in divisions() { option value=(word) selected[word == chosen] { (words) } }
        }
    }
}

/// The gaming year that a form is about; the present one where it says nothing that can be read.
fn year_of(form: &Form, calendar: &GamingCalendar, today: NaiveDate) -> GamingYear {
    let typed = form.text("year").parse().ok().and_then(GamingYear::new);
    typed.unwrap_or_else(|| calendar.year_of(today))
}
