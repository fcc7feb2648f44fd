//! A player's screen: the particulars, the registrations, and the ways to the rest.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::db::Conn;
use crate::pages::club_desk;
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::person_fields::{Homes, sex};
use crate::pages::player_desk::registrations::{self, Registrations};
use crate::pages::player_desk::{PlayerDesk, at, path};
use crate::pages::public::day;
use crate::players::Player;
use crate::players::particulars::store as particulars;
use crate::players::residences::use_cases::{self as residences, WithLastDay};
use crate::values::error::Error;
use crate::values::id::PlayerId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_player_desk);
}

/// All that stands on the screen.
pub(super) struct Overview {
    desk: PlayerDesk,
    homes: Homes,
    /// The latest first.
    residences: Vec<WithLastDay>,
    /// Those who may be the same person.
    namesakes: Vec<Player>,
    registrations: Registrations,
}

impl Overview {
    pub(super) fn read(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<Overview, Error> {
        let desk = PlayerDesk::read(c, by, id)?;
        Ok(Overview {
            homes: Homes::read(c)?,
            residences: residences::list(c, by, &at(id))?,
            namesakes: particulars::namesakes(c, &by.reach, desk.player.id)?,
            registrations: registrations::read(c, by, desk.player.id)?,
            desk,
        })
    }

    /// The page; `draft` is what was asked and refused, if something was.
    pub(super) fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let desk = &self.desk;
        let name = desk.name();
        let body = html! {
            p.way { a href=(club_desk::path(desk.club.id)) { (desk.club.name) } }
            h1 { (name) }
            (self.facts())
            (self.namesakes())
            (self.ways())
            (registrations::section(desk, &self.registrations, visit, draft))
            (self.lived())
        };
        visit.page(&desk.federation, &name, &body).with_status(draft.status())
    }

    fn facts(&self) -> Markup {
        let player = &self.desk.player;
        html! {
            dl.facts {
                dt { "Number" } dd { (player.number) }
                @if let Some(person) = &player.person {
                    dt { "Born" } dd { (day(person.birth_date)) @if self.desk.is_minor() { ", under 18" } }
                    dt { "Sex" } dd { (sex(person.sex)) }
                    @if let Some(nationality) = person.nationality { dt { "Nationality" } dd { (nationality) } }
                }
                dt { "Lives in" } dd { (self.homes.words(&player.home)) }
                dt { "In public" } dd { a href={ "/players/" (player.id) } { (player.public_name(self.desk.today)) } }
            }
        }
    }

    /// The players of the same name and birth date: mostly one person who was registered twice.
    fn namesakes(&self) -> Markup {
        html! {
            @for namesake in &self.namesakes {
                p {
                    a href=(path(namesake.id)) { (namesake.number) } " has the same name and birth date. "
                    "If both are one person, go on with the one who was registered first; a coordinator merges the two."
                }
            }
        }
    }

    fn ways(&self) -> Markup {
        let path = self.desk.path();
        let ways = [
            (
                "particulars",
                "Correct the particulars",
                "Name, birth date, sex, nationality, and where the player lives.",
            ),
            (
                "consents",
                "Consents",
                "What a parent, a guardian or the player has allowed.",
            ),
            ("relatives", "Relatives", "Other players whom this one never meets."),
            (
                "accounts",
                "Accounts",
                "Invite the player, or a parent or guardian, to read what is on record.",
            ),
        ];
        html! {
            nav aria-label="The work for the player" {
                ul.things.ways {
                    @for (below, words, about) in ways { li { a href={ (path) "/" (below) } { (words) } p.quiet { (about) } } }
                }
            }
        }
    }

    fn lived(&self) -> Markup {
        html! {
            section {
                h2 { "Where the player has lived" }
                ul.things {
                    @for (residence, until) in &self.residences {
                        li {
                            (self.homes.words(&residence.home))
                            p.quiet { "since " (day(residence.since)) @if let Some(until) = until { ", until " (day(*until)) } }
                        }
                    }
                }
            }
        }
    }
}

#[get("/desk/players/{id}")]
async fn show_player_desk(caller: ClubSecretary, visit: Visit, id: Path<PlayerId>) -> Result<Page, Error> {
    let overview = caller.read(move |c, by| Overview::read(c, by, *id)).await?;
    let begun = registrations::begun(&overview.desk, &overview.registrations);
    Ok(overview.page(&visit, &begun))
}
