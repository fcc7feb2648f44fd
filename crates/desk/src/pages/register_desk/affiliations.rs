//! An affiliation: the day on which the fee was paid, and the way back from a mistake.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::affiliations::{self, Affiliation};
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::register_desk::club::club_path;
use crate::pages::sent::Sent;
use crate::players::reason;
use crate::tournaments::membership_withdrawals;
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::AffiliationId;
use crate::values::validation::Day;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_affiliation)
        .service(send_payment)
        .service(send_affiliation_withdrawal);
}

/// The path of an affiliation's page.
pub(super) fn affiliation_path(id: AffiliationId) -> String {
    format!("/desk/register/affiliations/{id}")
}

/// An affiliation and its club.
struct AtDesk {
    federation: FederationSettings,
    affiliation: Affiliation,
    club: Club,
}

impl AtDesk {
    fn read(c: &mut Conn, by: &Caller, id: AffiliationId) -> Result<AtDesk, Error> {
        let affiliation = affiliations::use_cases::read(c, by, id)?;
        Ok(AtDesk {
            club: clubs::use_cases::read(c, affiliation.club)?,
            federation: federation::store::settings(c, by.today())?,
            affiliation,
        })
    }

    /// The forms with what is on record.
    fn present(&self) -> Draft {
        let paid = self.affiliation.paid_on.map(|day| day.to_string());
        Draft::of(vec![("paid_on".to_owned(), paid.unwrap_or_default())])
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (one, club) = (&self.affiliation, &self.club);
        let path = affiliation_path(one.id);
        let title = format!("{} in {}", club.name, one.year.number());
        let body = html! {
            p.way { a href=(club_path(club.id)) { (club.name) } }
            h1 { (title) }
            dl.facts {
                dt { "Recorded" } dd { (moment(one.created_at)) }
                dt { "Fee" } dd {
                    @match one.paid_on {
                        Some(paid) => { "paid on " (day(paid)) }
                        None => "not paid",
                    }
                }
                @if let Some(at) = one.withdrawn_at { dt { "Taken back" } dd { (moment(at)) } }
                @if let Some(because) = &one.withdrawn_because { dt { "Because" } dd { (because) } }
            }
            (draft.refusal(&[payment_field(), reason_field()]))
            @if one.withdrawn_at.is_none() {
                form method="post" action={ (path) "/payment" } {
                    (draft.hidden(visit.token()))
                    (draft.field(&payment_field()))
                    button { "Save" }
                }
                section {
                    h2 { "Recorded by mistake?" }
                    p { "It stays on record with the reason, and counts no more. Another one can be recorded." }
                    form method="post" action={ (path) "/withdrawal" } {
                        (draft.hidden(visit.token()))
                        (draft.field(&reason_field()))
                        button.second { "Take the affiliation back" }
                    }
                }
            }
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }
}

fn payment_field() -> Field {
    Field::new("paid_on", "Day on which the fee was paid", FieldKind::Day)
        .optional()
        .with_hint("Empty if it is not paid after all.")
}

fn reason_field() -> Field {
    Field::new("reason", "Why it was a mistake", FieldKind::Text)
}

/// A payment as it is typed.
#[derive(Deserialize)]
struct Payment {
    paid_on: Option<Day>,
}

#[get("/desk/register/affiliations/{id}")]
async fn show_affiliation(caller: Coordinator, visit: Visit, id: Path<AffiliationId>) -> Result<Page, Error> {
    let affiliation = caller.read(move |c, by| AtDesk::read(c, by, *id)).await?;
    Ok(affiliation.page(&visit, &affiliation.present()))
}

#[post("/desk/register/affiliations/{id}/payment")]
async fn send_payment(sent: Sent<Coordinator>, id: Path<AffiliationId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: Payment = form.read(&[payment_field()])?;
            let paid_on = asked.paid_on.map(NaiveDate::from);
            let paid = affiliations::use_cases::update(c, by, id, |_| Ok(paid_on))?;
            Ok(club_path(paid.club))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}

#[post("/desk/register/affiliations/{id}/withdrawal")]
async fn send_affiliation_withdrawal(sent: Sent<Coordinator>, id: Path<AffiliationId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let because = reason(form.text("reason"))?;
            let taken_back = membership_withdrawals::use_cases::withdraw_affiliation(c, by, id, &because)?;
            Ok(club_path(taken_back.club))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}
