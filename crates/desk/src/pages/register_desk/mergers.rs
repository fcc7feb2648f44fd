//! A merger confirmed: which entry stays, what becomes of the other, and why they are of one person.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::register_desk::at_desk;
use crate::pages::register_desk::comparison::Comparison;
use crate::pages::sent::Sent;
use crate::persons::mergers::use_cases::merge;
use crate::players::reason;
use crate::values::error::Error;
use crate::values::id::PlayerId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_merger).service(send_merger);
}

/// The path of the page on which a merger is confirmed.
pub(super) fn merger_path(stays: PlayerId, duplicate: PlayerId) -> String {
    format!("/desk/register/mergers/{stays}/{duplicate}")
}

fn reason_field() -> Field {
    Field::new("reason", "How you know that they are one person", FieldKind::Text)
        .with_hint("As in: the club has confirmed it. It is kept with the merger.")
}

fn page(comparison: &Comparison, visit: &Visit, draft: &Draft) -> Page {
    let [stays, duplicate] = comparison.pair.each_ref().map(|one| &one.player);
    let title = format!("Merge two entries of {}", stays.named_in_full().name);
    let body = html! {
        p.way {
            a href={ "/desk/register/comparison?first=" (stays.number) "&second=" (duplicate.number) } { "Compare both" }
        }
        h1 { (title) }
        (comparison.table(["This stays", "This is merged into it"]))
        ul {
            li { "Name, day of birth, home and club are those of " (stays.number) "." }
            li { "Games, registrations, colours and all the rest of " (duplicate.number) " become its own." }
            li { "Both numbers go on working." }
            li { "What a guardian has allowed for one entry alone has to be asked for again." }
            li { b { "It cannot be undone." } }
        }
        (draft.form(&merger_path(stays.id, duplicate.id), visit.token(), &[reason_field()], "Merge them"))
    };
    visit
        .page(&comparison.federation, &title, &body)
        .with_status(draft.status())
}

#[get("/desk/register/mergers/{stays}/{duplicate}")]
async fn show_merger(caller: Coordinator, visit: Visit, ids: Path<(PlayerId, PlayerId)>) -> Result<Page, Error> {
    let (stays, duplicate) = *ids;
    let read = move |c: &mut Conn, by: &Caller| Comparison::read(c, by, [stays, duplicate]);
    let comparison = caller.read(read).await?;
    Ok(page(&comparison, &visit, &Draft::default()))
}

#[post("/desk/register/mergers/{stays}/{duplicate}")]
async fn send_merger(sent: Sent<Coordinator>, ids: Path<(PlayerId, PlayerId)>) -> Result<HttpResponse, Error> {
    let (stays, duplicate) = *ids;
    sent.carry_out(
        move |c, by, form| {
            let because = reason(form.text("reason"))?;
            let merged = merge(c, by, &at_desk(stays), duplicate, Some(&because))?;
            Ok(format!("/desk/players/{}", merged.id))
        },
        move |c, by| Comparison::read(c, by, [stays, duplicate]),
        page,
    )
    .await
}
