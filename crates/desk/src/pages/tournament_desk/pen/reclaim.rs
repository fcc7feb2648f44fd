//! The pen reclaimed from a laptop that was lost.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::caller::Coordinator;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens::use_cases::reclaim;
use crate::players::reason;
use crate::values::error::Error;
use crate::values::id::TournamentId;

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(show_reclaim).service(send_reclaim);
}

/// The path of the page.
pub(super) fn reclaim_path(tournament: TournamentId) -> String {
    format!("{}/pen-reclaim", path(tournament))
}

fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let title = "The laptop is lost";
    let fields =
        [Field::new("reason", "What has happened", FieldKind::Text).with_hint("It stays in the record of changes.")];
    let body = html! {
        (desk.way_back())
        h1 { (title) }
        @if desk.pen.is_some() {
            p {
                "The tournament goes on here from the last step that is home. If the laptop turns up, what it did after that is kept, \
                 and you adopt of it what is right still. It holds the records of those who play there, and a scrambled form of its \
                 officials' passwords: have them change these."
            }
            (draft.form(&reclaim_path(desk.id()), visit.token(), &fields, "Reclaim the pen"))
        } @else {
            (draft.refusal(&fields))
            p { "No laptop has the pen of this tournament." }
        }
    };
    visit.page(&desk.federation, title, &body).with_status(draft.status())
}

#[get("/desk/tournaments/{id}/pen-reclaim")]
async fn show_reclaim(caller: Coordinator, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/tournaments/{id}/pen-reclaim")]
async fn send_reclaim(sent: Sent<Coordinator>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let because = reason(form.text("reason"))?;
            reclaim(c, by, id, &because)?;
            Ok(path(id))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        page,
    )
    .await
}
