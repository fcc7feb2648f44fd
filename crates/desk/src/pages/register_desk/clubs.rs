//! The clubs of a province: found, and one registered.

use std::collections::HashSet;

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::affiliations::{self, ClubStanding};
use crate::clubs::store::ClubFilter;
use crate::clubs::{self, Club, ClubKind, NewClub};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::clubs::{kind, standing};
use crate::pages::public::{choose, province};
use crate::pages::register_desk::club::club_path;
use crate::pages::register_desk::search::Register;
use crate::pages::register_desk::{choices, choose_within, province_to_show, provinces_within};
use crate::pages::sent::Sent;
use crate::provinces::Province;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::names;
use crate::values::validation::Word;
use crate::web::idempotency::Creation;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_registered_clubs)
        .service(show_club_registration)
        .service(send_club_registration);
}

const REGISTER: Register = Register {
    title: "Clubs",
    path: "/desk/register/clubs",
    words: "Name",
    new: ("/desk/register/club", "Register a club"),
    beside: ("/desk/register/unpaid", "Clubs and players who have not paid"),
};

/// The clubs to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListClubs {
    q: Option<names::Search>,
    province: Option<Word>,
    standing: Option<ClubStanding>,
    cursor: Option<String>,
}

/// All that the list shows.
struct Listed {
    federation: FederationSettings,
    provinces: Vec<Province>,
    everywhere: bool,
    chosen: Option<String>,
    clubs: Vec<Club>,
    /// Those that have paid for this gaming year.
    paid: HashSet<ClubId>,
    year: i64,
    last_of_grace: NaiveDate,
}

#[get("/desk/register/clubs")]
async fn list_registered_clubs(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListClubs>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let after = after(query.cursor.as_deref())?;
    let shown = query.standing;
    let read = move |c: &mut Conn, by: &Caller| {
        let chosen = province_to_show(query.province.map(String::from), &by.reach);
        let filter = ClubFilter {
            province: chosen.clone(),
            kind: None,
            standing: query.standing.map(|standing| (standing, by.today())),
            search: query.q.map(String::from),
            after,
        };
        let clubs = clubs::store::list(c, filter, limit.rows())?;
        let ids: Vec<ClubId> = clubs.iter().map(|club| club.id).collect();
        let calendar = federation::store::calendar(c)?;
        let year = calendar.year_of(by.today());
        let of_year = affiliations::store::find_of(c, &ids)?.into_iter();
        let paid = of_year.filter(|one| one.year == year && one.paid_on.is_some());
        Ok(Listed {
            federation: federation::store::settings(c, by.today())?,
            provinces: provinces_within(c, &by.reach)?,
            everywhere: by.reach.is_everywhere(),
            chosen,
            paid: paid.map(|one| one.club).collect(),
            clubs,
            year: year.number(),
            last_of_grace: calendar.last_of_grace(by.today()),
        })
    };
    let mut listed = caller.read(read).await?;
    let key = |club: &Club| (names::fold(&club.name), club.id);
    let page = pagination::Page::of(std::mem::take(&mut listed.clubs), limit, key, |club| club)?;
    let (clubs, next) = page.into_parts();
    let standings = ClubStanding::ALL
        .iter()
        .map(|one| (one.as_str(), standing(Words::ENGLISH, *one, listed.last_of_grace)));
    let filters = html! {
        (choose_within(&listed.provinces, listed.everywhere, listed.chosen.as_deref()))
        (choose(Words::ENGLISH, "standing", "Fee of this year", standings, shown.map(ClubStanding::as_str)))
    };
    let found = html! {
        @if clubs.is_empty() { p { "No club is found." } }
        ul.things { @for club in &clubs { (line(club, &listed)) } }
    };
    let body = REGISTER.body(&request, &filters, &found, next.as_deref());
    Ok(visit.page(&listed.federation, "Clubs", &body))
}

fn line(club: &Club, listed: &Listed) -> Markup {
    let paid = listed.paid.contains(&club.id);
    html! {
        li {
            a href={ "/desk/clubs/" (club.id) } { (club.name) } " " span.quiet { (club.code) }
            p.quiet {
                (kind(Words::ENGLISH, club.kind)) " · " (province(&listed.provinces, &club.province)) " · "
                @if paid { "has paid for " (listed.year) } @else { "has not paid for " (listed.year) }
            }
            p { a href=(club_path(club.id)) { "Affiliation and details" span.unseen { " of " (club.name) } } }
        }
    }
}

/// The kinds of clubs as a field offers them.
pub(super) fn kinds() -> Vec<(String, String)> {
    let word = |one: &ClubKind| (one.as_str().to_owned(), kind(Words::ENGLISH, *one));
    ClubKind::ALL.iter().map(word).collect()
}

/// The fields of a club's details.
pub(super) fn detail_fields() -> Vec<Field> {
    vec![
        Field::new("name", "Name", FieldKind::Text),
        Field::new("code", "Short code", FieldKind::Text).with_hint(
            "2 to 12 letters, digits and hyphens, beginning with a letter, as in DIT. No two clubs share one.",
        ),
        Field::new("kind", "Kind", FieldKind::Choice(kinds())),
    ]
}

/// A club as it is typed.
#[derive(Deserialize)]
struct CreateClub {
    name: String,
    code: String,
    kind: ClubKind,
    province: Word,
}

/// The parts from which the form is made.
struct Registration {
    federation: FederationSettings,
    provinces: Vec<Province>,
}

impl Registration {
    fn read(c: &mut Conn, by: &Caller) -> Result<Registration, Error> {
        Ok(Registration {
            federation: federation::store::settings(c, by.today())?,
            provinces: provinces_within(c, &by.reach)?,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let body = html! {
            p.way { a href="/desk/register/clubs" { "Clubs" } }
            h1 { "Register a club" }
            (draft.form("/desk/register/club", visit.token(), &fields(choices(&self.provinces)), "Register the club"))
        };
        visit
            .page(&self.federation, "Register a club", &body)
            .with_status(draft.status())
    }
}

fn fields(provinces: Vec<(String, String)>) -> Vec<Field> {
    let mut fields = detail_fields();
    fields.push(Field::new("province", "Province", FieldKind::Choice(provinces)));
    fields
}

#[get("/desk/register/club")]
async fn show_club_registration(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    let registration = caller.read(Registration::read).await?;
    Ok(registration.page(&visit, &Draft::default()))
}

#[post("/desk/register/club")]
async fn send_club_registration(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let asked: CreateClub = form.read(&fields(Vec::new()))?;
            let creation = Creation::of(None, &asked.code, by.now)?;
            let new = NewClub::parse(&asked.code, &asked.name, asked.kind, asked.province.into())?;
            Ok(club_path(clubs::use_cases::create(c, by, &creation, new)?.id))
        },
        Registration::read,
        Registration::page,
    )
    .await
}
