//! Everybody whom a club has registered for a gaming year, with the fees; and learners and students of other clubs, whom a
//! school or university registers for its own events.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::clubs::ClubKind;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::club_desk::members::registered;
use crate::pages::club_desk::renewals::{division_of, registering};
use crate::pages::club_desk::{ClubDesk, divisions, path, year_of};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::pages::sent::Sent;
use crate::pages::ticks;
use crate::pages::tournament_desk::player_of;
use crate::players::Player;
use crate::players::registrations::store::RegistrationFilter;
use crate::players::registrations::{Basis, Registration, use_cases};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, RegistrationId};
use crate::values::validation::{Faults, ValueError, past};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_registrations)
        .service(send_payments)
        .service(send_institution_registration);
}

/// The registrations to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListRegistrations {
    year: Option<GamingYear>,
    paid: Option<bool>,
    cursor: Option<String>,
}

/// The registrations of a page.
struct Registered {
    desk: ClubDesk,
    year: GamingYear,
    registrations: Vec<(Registration, Player)>,
    next: Option<String>,
}

fn basis(registration: &Registration) -> &'static str {
    match registration.basis {
        Basis::Member => "",
        Basis::Institution => ", for your own events",
    }
}

impl Registered {
    fn read(c: &mut Conn, by: &Caller, id: ClubId, query: &ListRegistrations) -> Result<Registered, Error> {
        let desk = ClubDesk::read(c, by, id)?;
        let year = query.year.unwrap_or_else(|| desk.year());
        let filter = RegistrationFilter {
            year: Some(year),
            club: Some(id),
            paid: query.paid,
            after: after(query.cursor.as_deref())?,
            ..RegistrationFilter::default()
        };
        let found = use_cases::list(c, by, filter, None, PageSize::TICKED.rows())?;
        let key = |(registration, _): &(Registration, Player)| registration.id;
        let (registrations, next) = pagination::Page::of(found, PageSize::TICKED, key, |one| one)?.into_parts();
        Ok(Registered {
            desk,
            year,
            registrations,
            next,
        })
    }

    fn name(&self, registration: &Registration, player: &Player) -> String {
        registration.name_of(player, self.desk.today).name
    }

    fn page(&self, visit: &Visit, draft: &Draft, next: &Markup) -> Page {
        let (desk, year) = (&self.desk, self.year.number());
        let own = format!("{}/registrations", desk.path());
        let years = [self.year.previous(), self.year.next()];
        let unpaid: Vec<_> = self
            .registrations
            .iter()
            .filter(|(one, _)| one.paid_on.is_none())
            .collect();
        let paid: Vec<_> = self
            .registrations
            .iter()
            .filter(|(one, _)| one.paid_on.is_some())
            .collect();
        let fields = self
            .registrations
            .iter()
            .map(|(one, player)| ticks::field(one.id, &self.name(one, player)));
        let fields: Vec<Field> = fields.chain(institution_fields()).chain([paid_on()]).collect();
        let body = html! {
            (draft.refusal(&fields))
            p.links {
                a href={ (desk.path()) "/renewals?year=" (year) } { "Register members for " (year) } " "
                @for other in years { a href={ (own) "?year=" (other.number()) } { (other.number()) } " " }
                a href={ (own) "?year=" (year) "&paid=false" } { "Fee not paid" }
            }
            @if self.registrations.is_empty() { p { "There is none to show." } }
            @if !unpaid.is_empty() { (self.unpaid(visit, draft, &unpaid)) }
            @if !paid.is_empty() {
                section { h2 { "Fee paid" } ul.things { @for (one, player) in &paid { (self.line(one, player)) } } }
            }
            (next)
            @if desk.club.kind != ClubKind::Community { (self.institution(visit, draft)) }
        };
        desk.page(visit, draft, &format!("Registrations for {year}"), &body)
    }

    fn line(&self, registration: &Registration, player: &Player) -> Markup {
        let name = self.name(registration, player);
        html! {
            li {
                @if registration.is_of_member(player) { a href={ "/desk/players/" (player.id) } { (name) } }
                @else { a href={ "/players/" (player.id) } { (name) } }
                p.quiet { (player.number) " · " (registered(registration)) (basis(registration)) }
            }
        }
    }

    /// The registrations whose fee is not paid. Those who look after the province record what has come in.
    fn unpaid(&self, visit: &Visit, draft: &Draft, unpaid: &[&(Registration, Player)]) -> Markup {
        let day = paid_on();
        html! {
            section {
                h2 { "Fee not paid" }
                @if self.desk.is_coordinated {
                    form.wide method="post" action={ (self.desk.path()) "/payments" } {
                        (draft.hidden(visit.token()))
                        input type="hidden" name="year" value=(self.year.number());
                        ul.things.ticks {
                            @for (one, player) in unpaid {
                                li {
                                    div {
                                        (ticks::tick(draft, one.id, &self.name(one, player)))
                                        p.quiet { (player.number) " · " (registered(one)) (basis(one)) }
                                    }
                                    a href={ "/desk/players/" (player.id) } { "Open" }
                                }
                            }
                        }
                        (draft.field(&day))
                        button { "Record the payments of those who are ticked" }
                    }
                } @else {
                    p { "The coordinator of the province records what is paid." }
                    ul.things { @for (one, player) in unpaid { (self.line(one, player)) } }
                }
            }
        }
    }

    /// The form for learners and students of other clubs.
    fn institution(&self, visit: &Visit, draft: &Draft) -> Markup {
        let action = format!("{}/institution-registrations", self.desk.path());
        html! {
            section {
                h2 { "A learner or student who is a member of another club" }
                p { "Registered for your own events, beside the membership." }
                form method="post" action=(action) {
                    (draft.hidden(visit.token()))
                    input type="hidden" name="year" value=(self.year.number());
                    @for field in &institution_fields() { (draft.field(field)) }
                    button.second { "Register the player for " (self.year.number()) }
                }
            }
        }
    }
}

fn paid_on() -> Field {
    Field::new("paid_on", "Day on which they were paid", FieldKind::Day)
}

fn institution_fields() -> [Field; 2] {
    [
        Field::new("number", "Number of the player", FieldKind::Text).with_hint("As on the card, M-0004217-K."),
        Field::new("division", "Division", FieldKind::Choice(divisions())),
    ]
}

#[get("/desk/clubs/{id}/registrations")]
async fn show_registrations(
    caller: ClubSecretary,
    visit: Visit,
    id: Path<ClubId>,
    Search(query): Search<ListRegistrations>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let found = caller.read(move |c, by| Registered::read(c, by, *id, &query)).await?;
    let next = next_page(Words::ENGLISH, &request, found.next.as_deref());
    Ok(found.page(&visit, &Draft::default(), &next))
}

/// The year of a form, as the page shows it again.
fn again(year: &str) -> ListRegistrations {
    ListRegistrations {
        year: year.parse().ok().and_then(GamingYear::new),
        paid: None,
        cursor: None,
    }
}

#[post("/desk/clubs/{id}/payments")]
async fn send_payments(sent: Sent<Coordinator>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let (id, query) = (*id, again(sent.form.text("year")));
    sent.carry_out(
        move |c, by, form| {
            let desk = ClubDesk::read(c, by, id)?;
            let typed = form.text("paid_on").parse();
            let typed = typed.map_err(|_| ValueError::new("required", "Give the day."));
            let mut faults = Faults::default();
            let paid_on = faults.check("/paid_on", typed.and_then(|day| past(day, by.today())));
            let paid_on = paid_on.ok_or(faults)?;
            ticks::for_each(c, form, |c, registration: RegistrationId| {
                use_cases::update(c, by, registration, |present, _| Ok((present.division, Some(paid_on))))?;
                Ok(())
            })?;
            let year = year_of(form, &desk.calendar, by.today());
            Ok(format!("{}/registrations?year={}", path(id), year.number()))
        },
        move |c, by| Registered::read(c, by, id, &query),
        |found, visit, draft| found.page(visit, draft, &html! {}),
    )
    .await
}

#[post("/desk/clubs/{id}/institution-registrations")]
async fn send_institution_registration(sent: Sent<ClubSecretary>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let (id, query) = (*id, again(sent.form.text("year")));
    sent.carry_out(
        move |c, by, form| {
            let desk = ClubDesk::read(c, by, id)?;
            let year = year_of(form, &desk.calendar, by.today());
            let player = player_of(c, form, "number")?;
            let division = division_of(form, "division")?;
            let asked = registering(c, by, (player, id), (year, Basis::Institution, division))?;
            use_cases::register(c, by, &asked)?;
            Ok(format!("{}/registrations?year={}", path(id), year.number()))
        },
        move |c, by| Registered::read(c, by, id, &query),
        |found, visit, draft| found.page(visit, draft, &html! {}),
    )
    .await
}
