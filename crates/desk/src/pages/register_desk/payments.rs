//! Registrations of this year that are not paid, and the payments of many recorded at once.

use std::collections::HashMap;

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::{Club, ClubCode};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::division;
use crate::pages::register_desk::unpaid::tabs;
use crate::pages::register_desk::{club_name, club_with, clubs_of, way_to_inbox};
use crate::pages::sent::Sent;
use crate::players::registrations::store::RegistrationFilter;
use crate::players::registrations::{Registration, use_cases};
use crate::players::{Player, PlayerName};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, RegistrationId};
use crate::values::validation::{Day, Faults, ValueError, Word, past};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_unpaid_registrations).service(send_payments);
}

/// The path of the list.
pub(super) const LIST: &str = "/desk/register/payments";

/// Registrations of that year whose fee is not paid.
pub(super) fn unpaid_in(year: GamingYear) -> RegistrationFilter {
    RegistrationFilter {
        year: Some(year),
        paid: Some(false),
        ..RegistrationFilter::default()
    }
}

/// The registrations to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListUnpaid {
    /// The code of a club.
    club: Option<Word>,
    cursor: Option<String>,
}

/// The part of the list that is shown.
#[derive(Clone, Default)]
struct Shown {
    club: String,
    cursor: String,
}

impl Shown {
    /// The part that the form stood on.
    fn of(form: &Form) -> Shown {
        Shown {
            club: form.text("club").to_owned(),
            cursor: form.text("cursor").to_owned(),
        }
    }

    fn path(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, text) in [("club", &self.club), ("cursor", &self.cursor)] {
            if !text.is_empty() {
                query.append_pair(name, text);
            }
        }
        format!("{LIST}?{}", query.finish())
    }
}

/// All that the page shows.
struct Listed {
    federation: FederationSettings,
    year: GamingYear,
    today: NaiveDate,
    shown: Shown,
    unpaid: Vec<(Registration, PlayerName)>,
    clubs: HashMap<ClubId, Club>,
    next: Option<String>,
}

impl Listed {
    fn read(c: &mut Conn, by: &Caller, shown: Shown) -> Result<Listed, Error> {
        let (limit, today) = (PageSize::default(), by.today());
        let year = federation::store::calendar(c)?.year_of(today);
        let cursor = Some(shown.cursor.as_str()).filter(|cursor| !cursor.is_empty());
        let mut filter = RegistrationFilter {
            after: after(cursor)?,
            ..unpaid_in(year)
        };
        let club = ClubCode::parse(&shown.club).ok();
        let club = club.map(|code| club_with(c, &code)).transpose()?.flatten();
        filter.club = club.map(|club| club.id);
        let unpaid = if filter.club.is_none() && !shown.club.is_empty() {
            Vec::new()
        } else {
            use_cases::list(c, by, filter, None, limit.rows())?
        };
        let named = |(registration, player): (Registration, Player)| {
            let name = registration.name_of(&player, today);
            (registration, name)
        };
        let key = |(registration, _): &(Registration, Player)| registration.id;
        let (unpaid, next) = pagination::Page::of(unpaid, limit, key, named)?.into_parts();
        Ok(Listed {
            federation: federation::store::settings(c, today)?,
            clubs: clubs_of(c, unpaid.iter().map(|(one, _)| one.club).collect::<Vec<_>>())?,
            year,
            today,
            shown,
            unpaid,
            next,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let title = format!("Registered, not paid ({})", self.year.number());
        let body = html! {
            (way_to_inbox())
            h1 { (title) }
            (tabs(LIST))
            form.line action=(LIST) {
                label for="club" { "Code of the club" }
                input #club name="club" size="8" maxlength="12" value=(self.shown.club);
                button.second { "Show" }
            }
            (draft.refusal(&[payment_field()]))
            @if self.unpaid.is_empty() { p { "Nobody." } } @else { (self.form(visit, draft)) }
            @if let Some(next) = &self.next {
                p { a rel="next" href=(Shown { cursor: next.clone(), ..self.shown.clone() }.path()) { "Next page" } }
            }
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }

    fn form(&self, visit: &Visit, draft: &Draft) -> Markup {
        html! {
            p { "Only those who have paid enter provincial tournaments and higher ones. Tick whoever has paid." }
            form.wide method="post" action=(LIST) {
                (draft.hidden(visit.token()))
                input type="hidden" name="club" value=(self.shown.club);
                input type="hidden" name="cursor" value=(self.shown.cursor);
                ul.things {
                    @for (registration, player) in &self.unpaid {
                        @let field = field_of(registration.id);
                        li {
                            label.tick {
                                input type="checkbox" name=(field) value="paid" checked[!draft.text(&field).is_empty()];
                                " " (player.name)
                            }
                            p.quiet {
                                (player.number) " · " (club_name(&self.clubs, registration.club)) " · "
                                (division(Words::ENGLISH, registration.division))
                            }
                        }
                    }
                }
                (draft.field(&payment_field()))
                button { "Record the payments" }
            }
        }
    }
}

fn payment_field() -> Field {
    Field::new("paid_on", "Day on which they paid", FieldKind::Day)
}

/// The name of the box of a registration.
fn field_of(id: RegistrationId) -> String {
    format!("paid-{id}")
}

#[get("/desk/register/payments")]
async fn list_unpaid_registrations(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListUnpaid>,
) -> Result<Page, Error> {
    let shown = Shown {
        club: query.club.map(String::from).unwrap_or_default(),
        cursor: query.cursor.unwrap_or_default(),
    };
    let listed = caller.read(move |c, by| Listed::read(c, by, shown)).await?;
    let today = ("paid_on".to_owned(), listed.today.to_string());
    Ok(listed.page(&visit, &Draft::of(vec![today])))
}

/// The day of the payments that are recorded.
#[derive(Deserialize)]
struct Payments {
    paid_on: Day,
}

/// Records the payments of all who are ticked.
fn record(c: &mut Conn, by: &Caller, form: &Form) -> Result<(), Error> {
    let asked: Payments = form.read(&[payment_field()])?;
    let paid_on = past(asked.paid_on.into(), by.today()).map_err(|fault| Faults::of("/paid_on", fault))?;
    let ticked = form.pairs().iter().filter_map(|(name, _)| name.strip_prefix("paid-"));
    let ticked: Vec<RegistrationId> = ticked.filter_map(|id| id.parse().ok()).collect();
    if ticked.is_empty() {
        return Err(Faults::of("", ValueError::new("required", "Nobody is ticked.")).into());
    }
    for id in ticked {
        use_cases::update(c, by, id, |present, _| Ok((present.division, Some(paid_on))))?;
    }
    Ok(())
}

#[post("/desk/register/payments")]
async fn send_payments(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    let shown = Shown::of(&sent.form);
    let back = shown.path();
    sent.carry_out(
        move |c, by, form| {
            record(c, by, form)?;
            Ok(back.clone())
        },
        move |c, by| Listed::read(c, by, shown),
        Listed::page,
    )
    .await
}
