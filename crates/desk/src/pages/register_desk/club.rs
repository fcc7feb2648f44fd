//! A club at the desk of those who look after its province: its affiliations year by year, and its details.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::affiliations::store::AffiliationFilter;
use crate::clubs::affiliations::{self, Affiliation, ClubStanding};
use crate::clubs::{self, Club, ClubDetails, ClubKind};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::clubs::{kind, standing};
use crate::pages::public::day;
use crate::pages::register_desk::affiliations::affiliation_path;
use crate::pages::register_desk::clubs::detail_fields;
use crate::pages::sent::Sent;
use crate::provinces;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::ClubId;
use crate::values::validation::{Day, Faults, ValueError};
use crate::web::idempotency::Creation;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_registered_club)
        .service(send_affiliation)
        .service(show_club_details)
        .service(send_club_details);
}

/// The path of a club's page in the register.
pub(super) fn club_path(id: ClubId) -> String {
    format!("/desk/register/clubs/{id}")
}

/// A club has one affiliation a year: as many years are shown.
const YEARS: i64 = 50;

/// A club, and what is on record of it.
struct AtDesk {
    federation: FederationSettings,
    club: Club,
    province: String,
    standing: ClubStanding,
    last_of_grace: NaiveDate,
    year: GamingYear,
    affiliations: Vec<Affiliation>,
    withdrawn: Vec<Affiliation>,
}

impl AtDesk {
    fn read(c: &mut Conn, by: &Caller, id: ClubId) -> Result<AtDesk, Error> {
        let club = clubs::use_cases::read_within(c, id, &by.reach)?;
        let (year, standing) = affiliations::use_cases::read_standing(c, id, by.today())?;
        let province = provinces::store::find(c, &club.province)?;
        let mut list = |withdrawn| {
            let filter = AffiliationFilter {
                club: Some(id),
                withdrawn,
                ..AffiliationFilter::default()
            };
            affiliations::store::list(c, &by.reach, filter, YEARS)
        };
        let (affiliations, withdrawn) = (list(false)?, list(true)?);
        Ok(AtDesk {
            federation: federation::store::settings(c, by.today())?,
            province: province.map(|province| province.name).unwrap_or_default(),
            club,
            standing,
            last_of_grace: federation::store::calendar(c)?.last_of_grace(by.today()),
            year,
            affiliations,
            withdrawn,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (club, path) = (&self.club, club_path(self.club.id));
        let body = html! {
            p.way { a href="/desk/register/clubs" { "Clubs" } }
            h1 { (club.name) }
            dl.facts {
                dt { "Short code" } dd { (club.code) }
                dt { "Kind" } dd { (kind(Words::ENGLISH, club.kind)) }
                dt { "Province" } dd { (self.province) }
                dt { "Standing" } dd { (standing(Words::ENGLISH, self.standing, self.last_of_grace)) }
            }
            ul.things {
                li { a href={ "/desk/clubs/" (club.id) } { "The club's own desk: its members, fees and entries" } }
                li { a href={ (path) "/details" } { "Change its name, code or kind" } }
                li { a href={ "/desk/register/player?club=" (club.code) } { "Register a player of this club" } }
            }
            (self.history())
            section {
                h2 { "Affiliate it for a year" }
                (draft.form(&format!("{path}/affiliations"), visit.token(), &self.fields(), "Affiliate the club"))
            }
        };
        visit
            .page(&self.federation, &club.name, &body)
            .with_status(draft.status())
    }

    fn history(&self) -> Markup {
        html! {
            section {
                h2 { "Affiliations" }
                @if self.affiliations.is_empty() { p { "None yet." } }
                ul.things {
                    @for one in &self.affiliations {
                        li {
                            a href=(affiliation_path(one.id)) { (one.year.number()) }
                            p.quiet {
                                @match one.paid_on {
                                    Some(paid) => { "Paid on " (day(paid)) }
                                    None => "Not paid yet",
                                }
                            }
                        }
                    }
                    @for one in &self.withdrawn {
                        li {
                            a href=(affiliation_path(one.id)) { (one.year.number()) ", taken back" }
                            @if let Some(because) = &one.withdrawn_because { p.quiet { (because) } }
                        }
                    }
                }
            }
        }
    }

    fn fields(&self) -> Vec<Field> {
        let year = |one: GamingYear| (one.number().to_string(), one.number().to_string());
        affiliation_fields([self.year, self.year.next(), self.year.previous()].map(year).to_vec())
    }
}

fn affiliation_fields(years: Vec<(String, String)>) -> Vec<Field> {
    vec![
        Field::new("year", "Gaming year", FieldKind::Choice(years)),
        Field::new("paid_on", "Day on which the fee was paid", FieldKind::Day)
            .optional()
            .with_hint("Leave it empty as long as it is not paid."),
    ]
}

/// An affiliation as it is typed.
#[derive(Deserialize)]
struct CreateAffiliation {
    year: String,
    paid_on: Option<Day>,
}

#[get("/desk/register/clubs/{id}")]
async fn show_registered_club(caller: Coordinator, visit: Visit, id: Path<ClubId>) -> Result<Page, Error> {
    let club = caller.read(move |c, by| AtDesk::read(c, by, *id)).await?;
    let this_year = ("year".to_owned(), club.year.number().to_string());
    Ok(club.page(&visit, &Draft::of(vec![this_year])))
}

#[post("/desk/register/clubs/{id}/affiliations")]
async fn send_affiliation(sent: Sent<Coordinator>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: CreateAffiliation = form.read(&affiliation_fields(Vec::new()))?;
            let year = typed_year(&asked.year)?;
            let creation = Creation::of(None, &(id, year), by.now)?;
            let calendar = federation::store::calendar(c)?;
            let paid_on = asked.paid_on.map(NaiveDate::from);
            let new = Affiliation::parse(creation.id, id, year, paid_on, &calendar, by.now)?;
            affiliations::use_cases::create(c, by, &creation, &new)?;
            Ok(club_path(id))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}

/// The gaming year that was typed.
fn typed_year(text: &str) -> Result<GamingYear, Error> {
    let year = text.parse().ok().and_then(GamingYear::new);
    let unknown = || {
        let unknown = ValueError::new("invalid-value", "Must be a gaming year, as in 2027.");
        Faults::of("/year", unknown)
    };
    Ok(year.ok_or_else(unknown)?)
}

/// The details of a club, to be changed.
struct Details {
    federation: FederationSettings,
    club: Club,
}

impl Details {
    fn read(c: &mut Conn, by: &Caller, id: ClubId) -> Result<Details, Error> {
        Ok(Details {
            club: clubs::use_cases::read_within(c, id, &by.reach)?,
            federation: federation::store::settings(c, by.today())?,
        })
    }

    fn present(&self) -> Draft {
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        Draft::of(vec![
            pair("name", &self.club.name),
            pair("code", self.club.code.as_str()),
            pair("kind", self.club.kind.as_str()),
        ])
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (club, path) = (&self.club, club_path(self.club.id));
        let title = format!("Change {}", club.name);
        let body = html! {
            p.way { a href=(path) { (club.name) } }
            h1 { (title) }
            (draft.form(&format!("{path}/details"), visit.token(), &detail_fields(), "Save"))
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }
}

/// The details as they are typed.
#[derive(Deserialize)]
struct UpdateClub {
    name: String,
    code: String,
    kind: ClubKind,
}

#[get("/desk/register/clubs/{id}/details")]
async fn show_club_details(caller: Coordinator, visit: Visit, id: Path<ClubId>) -> Result<Page, Error> {
    let details = caller.read(move |c, by| Details::read(c, by, *id)).await?;
    Ok(details.page(&visit, &details.present()))
}

#[post("/desk/register/clubs/{id}/details")]
async fn send_club_details(sent: Sent<Coordinator>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: UpdateClub = form.read(&detail_fields())?;
            let details = ClubDetails::parse(&asked.code, &asked.name, asked.kind)?;
            clubs::use_cases::update(c, by, id, |_| Ok(details))?;
            Ok(club_path(id))
        },
        move |c, by| Details::read(c, by, id),
        Details::page,
    )
    .await
}
