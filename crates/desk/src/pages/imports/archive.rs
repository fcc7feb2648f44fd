//! A tournament that was played elsewhere, taken over from its file.

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::tournaments::archives::use_cases::{NewArchive, take_over};
use crate::values::error::Error;
use crate::values::validation::{Faults, ValueError};
use crate::web::body;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_taking_over).service(send_taking_over);
}

fn fields() -> [Field; 1] {
    [Field::new("file", "File of the tournament", FieldKind::File(".json"))]
}

fn read(c: &mut Conn, by: &Caller) -> Result<FederationSettings, Error> {
    federation::store::settings(c, by.today())
}

fn page(federation: &FederationSettings, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        p.way { a href="/desk/imports" { "Lists of clubs and players" } }
        h1 { "A tournament that was played elsewhere" }
        p { "The file that another installation has written of a finished tournament: its plan, players, draws and results. Every draw is checked again. Results are then confirmed by a second person, and the tournament is ratified, as any other." }
        (draft.form("/desk/imports/tournament", visit.token(), &fields(), "Take it over"))
    };
    visit
        .page(federation, "A tournament that was played elsewhere", &body)
        .with_status(draft.status())
}

#[get("/desk/imports/tournament")]
async fn show_taking_over(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let federation = caller.read(read).await?;
    Ok(page(&federation, &visit, &Draft::default()))
}

#[post("/desk/imports/tournament")]
async fn send_taking_over(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let Some(file) = form.file("file") else {
                return Err(Faults::of("/file", ValueError::new("required", "Choose a file.")).into());
            };
            let new = NewArchive::of(body::parse(&file.content)?, by.now)?;
            let taken = take_over(c, by, &new)?;
            Ok(format!("/desk/tournaments/{}", taken.tournament.id))
        },
        read,
        page,
    )
    .await
}
