//! A club's screen: its standing, the ways to everything, and its members.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, get};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::clubs::affiliations::{self, Affiliation, ClubStanding};
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::club_desk::ClubDesk;
use crate::pages::club_desk::members::{self, Member, registered};
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::clubs::{kind, standing};
use crate::pages::public::players::typed;
use crate::pages::public::{day, next_page};
use crate::players::of_age_if_born_by;
use crate::players::particulars::store::{ParticularsFilter, ParticularsOrder};
use crate::players::registrations::MembershipState;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::names;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_club_desk);
}

/// The members to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListMembers {
    q: Option<names::Search>,
    registration: Option<MembershipState>,
    #[serde(default)]
    consent_missing: bool,
    cursor: Option<String>,
}

/// All that stands on the screen.
struct Overview {
    desk: ClubDesk,
    standing: ClubStanding,
    /// The affiliations for this gaming year and the next.
    affiliations: Vec<Affiliation>,
    members: Vec<Member>,
    next: Option<String>,
    shown: Option<MembershipState>,
}

impl Overview {
    fn read(c: &mut Conn, by: &Caller, id: ClubId, query: ListMembers) -> Result<Overview, Error> {
        let (desk, limit) = (ClubDesk::read(c, by, id)?, PageSize::default());
        let year = desk.year();
        let filter = ParticularsFilter {
            club: Some(id),
            search: query.q.map(String::from),
            unconsented: query.consent_missing.then(|| of_age_if_born_by(by.today())),
            registration: query.registration.map(|state| (state, year)),
            order: ParticularsOrder::Name {
                after: after(query.cursor.as_deref())?,
            },
            ..ParticularsFilter::default()
        };
        let mut counted = Vec::new();
        for year in [year, year.next()] {
            counted.extend(affiliations::store::find_for(c, id, year)?);
        }
        let members = members::read(c, by, filter, year, limit.rows())?;
        let (members, next) = pagination::Page::of(members, limit, Member::key, |one| one)?.into_parts();
        Ok(Overview {
            standing: affiliations::use_cases::read_standing(c, id, by.today())?.1,
            affiliations: counted,
            desk,
            members,
            next,
            shown: query.registration,
        })
    }

    /// The page; `typed` are the words of a search, and `next` the way to what follows.
    fn page(&self, visit: &Visit, typed: Option<&str>, next: &Markup) -> Page {
        let desk = &self.desk;
        let body = html! {
            p.way { a href="/desk" { "Your desk" } }
            h1 { (desk.club.name) }
            dl.facts {
                dt { "Kind" } dd { (kind(Words::ENGLISH, desk.club.kind)) }
                dt { "Standing" } dd { (standing(Words::ENGLISH, self.standing, desk.calendar.last_of_grace(desk.today))) }
            }
            (self.ways())
            section {
                h2 { "Members" }
                (self.search(typed))
                @if self.members.is_empty() { p { "Nobody is found." } }
                ul.things { @for member in &self.members { (self.line(member)) } }
                (next)
            }
            (self.affiliation())
        };
        visit.page(&desk.federation, &desk.club.name, &body)
    }

    /// The affiliations for this gaming year and the next.
    fn affiliation(&self) -> Markup {
        html! {
            section {
                h2 { "Affiliation to the federation" }
                @if self.affiliations.is_empty() {
                    p { "None is recorded for " (self.desk.year().number()) ". The coordinator of the province records it." }
                }
                ul.things {
                    @for affiliation in &self.affiliations {
                        li {
                            b { (affiliation.year.number()) }
                            p.quiet {
                                @match affiliation.paid_on {
                                    Some(paid_on) => { "Fee paid on " (day(paid_on)) },
                                    None => "Fee not paid",
                                }
                            }
                            @if self.desk.is_coordinated {
                                p { a href={ (self.desk.path()) "/affiliations/" (affiliation.id) } { "Recorded by mistake?" } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn ways(&self) -> Markup {
        let (path, year) = (self.desk.path(), self.desk.year().number());
        let ways = [
            (
                format!("{path}/new-player"),
                "Register a new player",
                "Somebody who has no number yet.",
            ),
            (
                format!("{path}/renewals"),
                "Renew registrations",
                "Tick the members who go on, and save them at once.",
            ),
            (
                format!("{path}/registrations"),
                "Registrations and fees",
                "Everybody who is registered for a gaming year, and what is paid.",
            ),
            (
                format!("{path}/entries"),
                "Enter tournaments",
                "The tournaments that take entries, and your players in them.",
            ),
            (
                format!("{path}/transfers"),
                "Transfers",
                "Players who come from another club, or go to one.",
            ),
            (
                format!("{path}/contacts"),
                "Contacts",
                "The people whom the federation reaches at the club.",
            ),
        ];
        html! {
            nav aria-label={ "The work of the club in " (year) } {
                ul.things.ways {
                    @for (path, words, about) in &ways { li { a href=(path) { (words) } p.quiet { (about) } } }
                    li { a href={ "/clubs/" (self.desk.club.id) } { "The club's public page" } p.quiet { "With its places in the rankings." } }
                }
            }
        }
    }

    fn search(&self, typed: Option<&str>) -> Markup {
        let states = [
            (MembershipState::None, "not registered"),
            (MembershipState::Unpaid, "registered, fee not paid"),
            (MembershipState::Paid, "fee paid"),
        ];
        html! {
            form.line action=(self.desk.path()) role="search" {
                label for="q" { "Name" }
                input #q name="q" type="search" maxlength="200" value=[typed];
                label for="registration" { "In " (self.desk.year().number()) }
                select #registration name="registration" {
                    option value="" { "all" }
                    @for (state, words) in states {
                        option value=(state.as_str()) selected[self.shown == Some(state)] { (words) }
                    }
                }
                button { "Show" }
            }
            p { a href={ (self.desk.path()) "?consent_missing=true" } { "Members under 18 whose name is not public" } }
        }
    }

    fn line(&self, member: &Member) -> Markup {
        let today = self.desk.today;
        html! {
            li {
                a href={ "/desk/players/" (member.player.id) } { (member.name()) }
                p.quiet {
                    (member.player.number) " · "
                    @match &member.registration {
                        Some(registration) => (registered(registration)),
                        None => { "Not registered for " (self.desk.year().number()) },
                    }
                    @if member.is_minor {
                        " · under 18"
                        @if member.player.name_is_withheld(today) { ", the public reads " (member.player.public_name(today)) }
                    }
                }
            }
        }
    }
}

#[get("/desk/clubs/{id}")]
async fn show_club_desk(
    caller: ClubSecretary,
    visit: Visit,
    id: Path<ClubId>,
    Search(query): Search<ListMembers>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let overview = caller.read(move |c, by| Overview::read(c, by, *id, query)).await?;
    let next = next_page(Words::ENGLISH, &request, overview.next.as_deref());
    let typed = typed(&request);
    Ok(overview.page(&visit, typed.as_deref(), &next))
}
