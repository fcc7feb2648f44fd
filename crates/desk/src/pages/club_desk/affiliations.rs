//! An affiliation of a club that was recorded by mistake, and is taken back.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::affiliations::{self, Affiliation};
use crate::db::Conn;
use crate::pages::club_desk::{ClubDesk, because, path};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::players::reason;
use crate::tournaments::membership_withdrawals::use_cases::withdraw_affiliation;
use crate::values::error::Error;
use crate::values::id::{AffiliationId, ClubId};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_affiliation).service(send_affiliation_withdrawal);
}

type Known = (ClubDesk, Affiliation);

fn read(c: &mut Conn, by: &Caller, id: AffiliationId) -> Result<Known, Error> {
    let affiliation = affiliations::use_cases::read(c, by, id)?;
    Ok((ClubDesk::read(c, by, affiliation.club)?, affiliation))
}

fn page((desk, affiliation): &Known, visit: &Visit, draft: &Draft) -> Page {
    let action = format!("{}/affiliations/{}/withdrawal", desk.path(), affiliation.id);
    let body = html! {
        @match affiliation.paid_on {
            Some(paid_on) => p { "The fee was paid on " (day(paid_on)) "." },
            None => p { "The fee is not paid." },
        }
        @if affiliation.withdrawn_at.is_some() { p { "It was withdrawn, and counts no more." } }
        @else {
            p { "An affiliation that was recorded by mistake is withdrawn: it stays on record, with the reason, and counts nowhere." }
            (draft.form(&action, visit.token(), &because(), "Withdraw the affiliation"))
        }
    };
    desk.page(
        visit,
        draft,
        &format!("Affiliation for {}", affiliation.year.number()),
        &body,
    )
}

#[get("/desk/clubs/{id}/affiliations/{affiliation}")]
async fn show_affiliation(
    caller: Coordinator,
    visit: Visit,
    ids: Path<(ClubId, AffiliationId)>,
) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read(c, by, ids.1)).await?;
    Ok(page(&known, &visit, &Draft::default()))
}

#[post("/desk/clubs/{id}/affiliations/{affiliation}/withdrawal")]
async fn send_affiliation_withdrawal(
    sent: Sent<Coordinator>,
    ids: Path<(ClubId, AffiliationId)>,
) -> Result<HttpResponse, Error> {
    let id = ids.1;
    sent.carry_out(
        move |c, by, form| {
            let withdrawn = withdraw_affiliation(c, by, id, &reason(form.text("reason"))?)?;
            Ok(path(withdrawn.club))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}
