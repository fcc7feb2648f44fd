//! Accreditations that end soon: what each lacks for the next term, and the renewal, which is an administrator's.

use std::collections::HashMap;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use chrono::{Days, NaiveDate};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::{Administrator, Coordinator};
use crate::certificate_codes::Code;
use crate::clubs::Club;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::umpires::level;
use crate::pages::public::{day, next_page};
use crate::pages::register_desk::{club_name, clubs_of, name_for, umpire_certificate, way_to_inbox};
use crate::pages::sent::Sent;
use crate::umpires::renewals::{DueRenewal, use_cases};
use crate::umpires::store::DueFilter;
use crate::umpires::{self, Accreditation, UmpireLevel};
use crate::values::error::Error;
use crate::values::id::{AccreditationId, ClubId};
use crate::values::random;
use crate::values::validation::Day;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_due).service(show_renewal).service(send_renewal);
}

/// The path of the list.
pub(super) const LIST: &str = "/desk/register/accreditations";

/// The days within which a term ends if nothing is said.
const SOON: u16 = 60;

/// Terms that end today or within so many days.
pub(super) fn due_within(today: NaiveDate, days: u16, after: Option<(NaiveDate, AccreditationId)>) -> DueFilter {
    let last = today.checked_add_days(Days::new(days.into())).unwrap_or(today);
    DueFilter {
        ending: (today, last),
        province: None,
        after,
    }
}

/// The accreditations to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListDue {
    within: Option<u16>,
    cursor: Option<String>,
}

#[get("/desk/register/accreditations")]
async fn list_due(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListDue>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let within = query.within.unwrap_or(SOON);
    let after: Option<(Day, AccreditationId)> = after(query.cursor.as_deref())?;
    let after = after.map(|(day, id)| (day.into(), id));
    let read = move |c: &mut Conn, by: &Caller| {
        let due = use_cases::list_due(c, by, due_within(by.today(), within, after), limit.rows())?;
        let clubs = clubs_of(c, due.iter().map(|one| one.umpire.club).collect::<Vec<_>>())?;
        let named = due.into_iter().map(|one| (name_for(by, &one.umpire, &clubs), one));
        let named: Vec<(String, DueRenewal)> = named.collect();
        let settings = federation::store::settings(c, by.today())?;
        Ok((settings, by.reach.is_everywhere(), named, clubs))
    };
    let (settings, renews, due, clubs) = caller.read(read).await?;
    let key = |(_, one): &(String, DueRenewal)| (one.accreditation.valid_until, one.accreditation.id);
    let (due, next) = pagination::Page::of(due, limit, key, |due| due)?.into_parts();
    let body = html! {
        (way_to_inbox())
        h1 { "Accreditations that end soon" }
        form.line action=(LIST) {
            label for="within" { "Within days" }
            input #within name="within" size="5" inputmode="numeric" maxlength="5" value=(within);
            button { "Show" }
        }
        p { "For the next term an umpire is registered and has paid. Administrators renew." }
        @if due.is_empty() { p { "None ends in these days." } }
        ul.things { @for (name, one) in &due { (line(name, one, &clubs, renews)) } }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
        p { a href="/desk/register/courses" { "Courses for umpires" } }
    };
    Ok(visit.page(&settings, "Accreditations that end soon", &body))
}

fn line(name: &str, due: &DueRenewal, clubs: &HashMap<ClubId, Club>, renews: bool) -> Markup {
    let year = due.year.number();
    let lack = match &due.registration {
        None => format!("Not registered for {year} yet"),
        Some(registration) if registration.paid_on.is_none() => format!("Registered for {year}, not paid yet"),
        Some(_) => format!("Registered and paid for {year}"),
    };
    html! {
        li {
            a href={ "/desk/players/" (due.umpire.id) } { (name) }
            p.quiet {
                (level(Words::ENGLISH, due.accreditation.level)) " · " (club_name(clubs, due.umpire.club)) " · until "
                (day(due.accreditation.valid_until))
            }
            p { (lack) }
            p.links {
                @if renews {
                    a href={ (LIST) "/" (due.accreditation.id) } {
                        "Renew from " (day(due.begins_on)) span.unseen { " the accreditation of " (name) }
                    }
                }
                a href=(umpire_certificate::path(due.accreditation.id)) { "Certificate" span.unseen { " of " (name) } }
            }
        }
    }
}

/// An accreditation that is to be renewed.
struct Renewal {
    federation: FederationSettings,
    accreditation: Accreditation,
    umpire: String,
}

impl Renewal {
    fn read(c: &mut Conn, by: &Caller, id: AccreditationId) -> Result<Renewal, Error> {
        let (accreditation, umpire) = umpires::use_cases::read(c, id)?;
        Ok(Renewal {
            federation: federation::store::settings(c, by.today())?,
            umpire: umpire.named_in_full().name,
            accreditation,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let one = &self.accreditation;
        let title = format!("Renew the accreditation of {}", self.umpire);
        let body = html! {
            p.way { a href=(LIST) { "Accreditations that end soon" } }
            h1 { (title) }
            dl.facts {
                dt { "Level" } dd { (level(Words::ENGLISH, one.level)) }
                dt { "Term" } dd { (day(one.valid_from)) " to " (day(one.valid_until)) }
            }
            p { "The new one is of the same level, for a full term after this, and rests on the same course." }
            (draft.form(&format!("{LIST}/{}", one.id), visit.token(), &fields(one.level), "Renew it"))
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }
}

/// An international umpire is nominated for each term.
fn fields(level: UmpireLevel) -> Vec<Field> {
    if level != UmpireLevel::International {
        return Vec::new();
    }
    let nomination = Field::new(
        "nomination",
        "Where it is written who has nominated the umpire",
        FieldKind::Text,
    );
    vec![nomination.optional().with_hint("As before if you leave it empty.")]
}

#[get("/desk/register/accreditations/{id}")]
async fn show_renewal(caller: Administrator, visit: Visit, id: Path<AccreditationId>) -> Result<Page, Error> {
    let renewal = caller.read(move |c, by| Renewal::read(c, by, *id)).await?;
    Ok(renewal.page(&visit, &Draft::default()))
}

#[post("/desk/register/accreditations/{id}")]
async fn send_renewal(sent: Sent<Administrator>, id: Path<AccreditationId>) -> Result<HttpResponse, Error> {
    let id = *id;
    let code = Code::of(random::bytes());
    sent.carry_out(
        move |c, by, form| {
            let nomination = Some(form.text("nomination")).filter(|text| !text.is_empty());
            let next = use_cases::renew(c, by, id, None, nomination.map(str::to_owned), &code)?;
            Ok(umpire_certificate::path(next.id))
        },
        move |c, by| Renewal::read(c, by, id),
        Renewal::page,
    )
    .await
}
