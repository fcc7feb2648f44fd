//! The desk of those who look after a player: what is on record of the person, the registrations, whom the player never meets,
//! what was consented to, and which accounts hold for the player.

mod accounts;
mod consents;
mod overview;
pub(crate) mod particulars;
mod registrations;
mod relatives;
pub(crate) mod words;

use actix_web::web::ServiceConfig;
use chrono::NaiveDate;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{Player, PlayerRefusal};
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::id::PlayerId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    overview::configure(config);
    particulars::configure(config);
    registrations::configure(config);
    consents::configure(config);
    relatives::configure(config);
    accounts::configure(config);
}

/// The path of a player's desk.
pub(crate) fn path(player: PlayerId) -> String {
    format!("/desk/players/{player}")
}

/// The player at a path of the desk; of an entry that was merged, the browser is led to the one that stays.
fn at(player: PlayerId) -> PlayerPath {
    PlayerPath {
        id: player,
        template: "/desk/players/{id}".to_owned(),
    }
}

/// A player, for those who look after them.
struct PlayerDesk {
    federation: FederationSettings,
    calendar: GamingCalendar,
    player: Player,
    club: Club,
    today: NaiveDate,
    /// Whether the caller looks after the province of the club too.
    is_coordinated: bool,
    /// Whether the caller looks after everything.
    is_everywhere: bool,
}

impl PlayerDesk {
    fn read(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<PlayerDesk, Error> {
        let player = find_within(c, by, &at(id))?;
        let club = clubs::store::find(c, player.club)?;
        let club = club.ok_or(PlayerRefusal::UnknownClub(player.club))?;
        Ok(PlayerDesk {
            federation: federation::store::settings(c, by.today())?,
            calendar: federation::store::calendar(c)?,
            today: by.today(),
            is_coordinated: by.reach.covers_province(&club.province),
            is_everywhere: by.reach.is_everywhere(),
            player,
            club,
        })
    }

    fn path(&self) -> String {
        path(self.player.id)
    }

    /// The full name, as those who look after a player read it.
    fn name(&self) -> String {
        self.player.named_in_full().name
    }

    fn is_minor(&self) -> bool {
        let person = self.player.person.as_ref();
        person.is_some_and(|person| person.is_minor(self.today))
    }

    /// The page of a part of the desk, below the way back.
    fn page(&self, visit: &Visit, draft: &Draft, title: &str, body: &Markup) -> Page {
        let body = html! {
            p.way { a href=(self.path()) { (self.name()) } }
            h1 { (title) }
            (body)
        };
        visit.page(&self.federation, title, &body).with_status(draft.status())
    }
}
