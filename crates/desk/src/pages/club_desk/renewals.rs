//! Members who are not registered for a gaming year yet: those who go on are ticked, and registered at once.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::pages::club_desk::members::{self, Member, registered};
use crate::pages::club_desk::{ClubDesk, choose_division, path, year_of};
use crate::pages::field::Field;
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::pages::sent::Sent;
use crate::pages::ticks;
use crate::players::particulars::store::{ParticularsFilter, ParticularsOrder};
use crate::players::registrations::use_cases::{Registering, register};
use crate::players::registrations::{Basis, Division, MembershipState, NewRegistration};
use crate::players::use_cases::find_club;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId};
use crate::values::validation::{Faults, ValueError};
use crate::web::idempotency::Creation;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_renewals).service(send_renewals);
}

/// The members to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListRenewals {
    year: Option<GamingYear>,
    cursor: Option<String>,
}

/// The members of a page, and where it begins.
struct Renewals {
    desk: ClubDesk,
    year: GamingYear,
    members: Vec<Member>,
    cursor: Option<String>,
    next: Option<String>,
}

impl Renewals {
    fn read(
        c: &mut Conn,
        by: &Caller,
        id: ClubId,
        year: Option<GamingYear>,
        cursor: Option<String>,
    ) -> Result<Renewals, Error> {
        let desk = ClubDesk::read(c, by, id)?;
        let year = year.unwrap_or_else(|| desk.year());
        let filter = ParticularsFilter {
            club: Some(id),
            registration: Some((MembershipState::None, year)),
            order: ParticularsOrder::Name {
                after: after(cursor.as_deref())?,
            },
            ..ParticularsFilter::default()
        };
        let members = members::read(c, by, filter, year, PageSize::TICKED.rows())?;
        let page = pagination::Page::of(members, PageSize::TICKED, Member::key, |one| one)?;
        let (members, next) = page.into_parts();
        Ok(Renewals {
            desk,
            year,
            members,
            cursor,
            next,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft, next: &Markup) -> Page {
        let (desk, year) = (&self.desk, self.year.number());
        let action = format!("{}/renewals", desk.path());
        let fields: Vec<Field> = self
            .members
            .iter()
            .map(|member| ticks::field(member.player.id, &member.name()))
            .collect();
        let other = if self.year == desk.year() {
            desk.year().next()
        } else {
            desk.year()
        };
        let body = html! {
            p { "Members who are not registered for the gaming year " (year) " yet. "
                a href={ (action) "?year=" (other.number()) } { "The year " (other.number()) } }
            @if self.members.is_empty() { p { "Everybody is registered." } }
            @else {
                form.wide method="post" action=(action) {
                    (draft.refusal(&fields))
                    (draft.hidden(visit.token()))
                    input type="hidden" name="year" value=(year);
                    input type="hidden" name="cursor" value=[&self.cursor];
                    ul.things.ticks { @for member in &self.members { (line(draft, member)) } }
                    button { "Register those who are ticked" }
                }
            }
            (next)
        };
        desk.page(visit, draft, &format!("Renew registrations for {year}"), &body)
    }
}

fn line(draft: &Draft, member: &Member) -> Markup {
    let (id, name) = (member.player.id, member.name());
    let field = format!("division-{id}");
    let last = member.last.as_ref().map_or(Division::Senior, |last| last.division);
    let chosen = Some(draft.text(&field)).filter(|text| !text.is_empty());
    html! {
        li {
            div {
                (ticks::tick(draft, id, &name))
                p.quiet {
                    (member.player.number) " · "
                    @match &member.last {
                        Some(last) => { (last.year.number()) ": " (registered(last)) },
                        None => "never registered before",
                    }
                }
            }
            (choose_division(&field, &format!("Division of {name}"), chosen.unwrap_or(last.as_str())))
        }
    }
}

#[get("/desk/clubs/{id}/renewals")]
async fn show_renewals(
    caller: ClubSecretary,
    visit: Visit,
    id: Path<ClubId>,
    Search(query): Search<ListRenewals>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let read = move |c: &mut Conn, by: &Caller| Renewals::read(c, by, *id, query.year, query.cursor);
    let renewals = caller.read(read).await?;
    let next = next_page(Words::ENGLISH, &request, renewals.next.as_deref());
    Ok(renewals.page(&visit, &Draft::default(), &next))
}

/// The division that was chosen for a player.
pub(super) fn division_of(form: &Form, field: &str) -> Result<Division, Error> {
    let chosen = Division::from_word(form.text(field));
    let missing = || Faults::of("/division", ValueError::new("required", "Choose a division."));
    Ok(chosen.ok_or_else(missing)?)
}

/// A registration that a club makes, as it is asked for.
pub(crate) fn registering(
    c: &mut Conn,
    by: &Caller,
    (player, club): (PlayerId, ClubId),
    (year, basis, division): (GamingYear, Basis, Division),
) -> Result<Registering, Error> {
    let new = NewRegistration {
        year,
        basis,
        division,
        paid_on: None,
    };
    Ok(Registering {
        creation: Creation::of(None, &(player, club, year, basis, division), by.now)?,
        player,
        club,
        new: NewRegistration::parse(new, &federation::store::calendar(c)?, by.today())?,
    })
}

#[post("/desk/clubs/{id}/renewals")]
async fn send_renewals(sent: Sent<ClubSecretary>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let id = *id;
    let cursor = Some(sent.form.text("cursor").to_owned()).filter(|cursor| !cursor.is_empty());
    let typed = sent.form.text("year").parse().ok().and_then(GamingYear::new);
    sent.carry_out(
        move |c, by, form| {
            find_club(c, by, id)?;
            let year = year_of(form, &federation::store::calendar(c)?, by.today());
            ticks::for_each(c, form, |c, player: PlayerId| {
                let division = division_of(form, &format!("division-{player}"))?;
                let asked = registering(c, by, (player, id), (year, Basis::Member, division))?;
                register(c, by, &asked).map(|_| ())
            })?;
            Ok(format!("{}/registrations?year={}", path(id), year.number()))
        },
        move |c, by| Renewals::read(c, by, id, typed, cursor),
        |renewals, visit, draft| renewals.page(visit, draft, &html! {}),
    )
    .await
}
