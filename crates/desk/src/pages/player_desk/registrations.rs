//! Registrations of a player: one is made, and one that was a mistake is taken back.

use std::collections::HashMap;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::clubs;
use crate::db::Conn;
use crate::pages::club_desk::members::registered;
use crate::pages::club_desk::renewals::registering;
use crate::pages::club_desk::{because, divisions};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::player_desk::overview::Overview;
use crate::pages::player_desk::{PlayerDesk, at, path};
use crate::pages::sent::Sent;
use crate::players::reason;
use crate::players::registrations::store::RegistrationFilter;
use crate::players::registrations::{Basis, Division, Registration, use_cases};
use crate::players::use_cases::find_within;
use crate::tournaments::membership_withdrawals::use_cases::withdraw_registration;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId, RegistrationId};
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(send_registration)
        .service(show_registration)
        .service(send_registration_withdrawal);
}

/// The most registrations that are shown: two a year for a life.
const MOST: i64 = 200;

/// Registrations through the clubs that the caller looks after, the latest year first, with the names of the clubs.
pub(super) struct Registrations {
    all: Vec<Registration>,
    clubs: HashMap<ClubId, String>,
}

pub(super) fn read(c: &mut Conn, by: &Caller, player: PlayerId) -> Result<Registrations, Error> {
    let found = use_cases::list(c, by, RegistrationFilter::default(), Some(player), MOST)?;
    let mut all: Vec<Registration> = found.into_iter().map(|(registration, _)| registration).collect();
    all.sort_by_key(|registration| std::cmp::Reverse(registration.year));
    let ids: Vec<ClubId> = all.iter().map(|registration| registration.club).collect();
    let clubs = clubs::store::find_all(c, &[], &ids)?;
    Ok(Registrations {
        clubs: clubs.into_iter().map(|club| (club.id, club.name)).collect(),
        all,
    })
}

fn fields(desk: &PlayerDesk) -> [Field; 2] {
    let year = desk.calendar.year_of(desk.today);
    let years = [year, year.next()].map(|year| (year.number().to_string(), year.number().to_string()));
    [
        Field::new("year", "Gaming year", FieldKind::Choice(years.to_vec())),
        Field::new("division", "Division", FieldKind::Choice(divisions())),
    ]
}

/// The form for the first year that is open, in the division of the latest registration.
pub(super) fn begun(desk: &PlayerDesk, registrations: &Registrations) -> Draft {
    let year = desk.calendar.year_of(desk.today);
    let mut members = registrations.all.iter().filter(|one| one.basis == Basis::Member);
    let is_registered = members.clone().any(|one| one.year == year);
    let year = if is_registered { year.next() } else { year };
    let division = members.next().map_or(Division::Senior, |last| last.division);
    Draft::of(vec![
        ("year".to_owned(), year.number().to_string()),
        ("division".to_owned(), division.as_str().to_owned()),
    ])
}

/// The registrations on the screen of the player, with the form for another one.
pub(super) fn section(desk: &PlayerDesk, registrations: &Registrations, visit: &Visit, draft: &Draft) -> Markup {
    let action = format!("{}/registrations", desk.path());
    html! {
        section {
            h2 { "Registrations" }
            @if registrations.all.is_empty() { p { "None is on record." } }
            ul.things {
                @for registration in &registrations.all {
                    li {
                        b { (registration.year.number()) } " " (registered(registration))
                        p.quiet {
                            @if let Some(club) = registrations.clubs.get(&registration.club) { (club) }
                            @if registration.basis == Basis::Institution { ", for its own events" }
                        }
                        @if desk.is_coordinated { p { a href={ (action) "/" (registration.id) } { "Recorded by mistake?" } } }
                    }
                }
            }
            h3 { "Register the player as a member of " (desk.club.name) }
            (draft.form(&action, visit.token(), &fields(desk), "Register the player"))
        }
    }
}

#[post("/desk/players/{id}/registrations")]
async fn send_registration(sent: Sent<ClubSecretary>, id: Path<PlayerId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let player = find_within(c, by, &at(id))?;
            let mut faults = Faults::default();
            let missing = || ValueError::new("required", "Must be given.");
            let year = form.text("year").parse().ok().and_then(GamingYear::new);
            let year = faults.check("/year", year.ok_or_else(missing));
            let division = Division::from_word(form.text("division"));
            let division = faults.check("/division", division.ok_or_else(missing));
            let (Some(year), Some(division)) = (year, division) else {
                return Err(faults.into());
            };
            let asked = registering(c, by, (player.id, player.club), (year, Basis::Member, division))?;
            use_cases::register(c, by, &asked)?;
            Ok(path(player.id))
        },
        move |c, by| Overview::read(c, by, id),
        Overview::page,
    )
    .await
}

type Known = (PlayerDesk, Registration);

fn read_one(c: &mut Conn, by: &Caller, id: RegistrationId) -> Result<Known, Error> {
    let (registration, player) = use_cases::read(c, by, id)?;
    Ok((PlayerDesk::read(c, by, player.id)?, registration))
}

fn page((desk, registration): &Known, visit: &Visit, draft: &Draft) -> Page {
    let action = format!("{}/registrations/{}/withdrawal", desk.path(), registration.id);
    let body = html! {
        p { (registered(registration)) "." }
        @if registration.withdrawn_at.is_some() { p { "It was withdrawn, and counts no more." } }
        @else {
            p { "A registration that was made by mistake is withdrawn: it stays on record, with the reason, and counts nowhere. Another one can be made." }
            (draft.form(&action, visit.token(), &because(), "Withdraw the registration"))
        }
    };
    desk.page(
        visit,
        draft,
        &format!("Registration for {}", registration.year.number()),
        &body,
    )
}

#[get("/desk/players/{id}/registrations/{registration}")]
async fn show_registration(
    caller: Coordinator,
    visit: Visit,
    ids: Path<(PlayerId, RegistrationId)>,
) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read_one(c, by, ids.1)).await?;
    Ok(page(&known, &visit, &Draft::default()))
}

#[post("/desk/players/{id}/registrations/{registration}/withdrawal")]
async fn send_registration_withdrawal(
    sent: Sent<Coordinator>,
    ids: Path<(PlayerId, RegistrationId)>,
) -> Result<HttpResponse, Error> {
    let id = ids.1;
    sent.carry_out(
        move |c, by, form| {
            let (_, player) = withdraw_registration(c, by, id, &reason(form.text("reason"))?)?;
            Ok(path(player.id))
        },
        move |c, by| read_one(c, by, id),
        page,
    )
    .await
}
