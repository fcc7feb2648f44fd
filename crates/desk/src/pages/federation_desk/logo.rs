//! The federation's logo, which stands on its certificates.

use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::certificates::paper::logo::{Logo, UNUSABLE_LOGO, use_cases};
use crate::db::Conn;
use crate::operations::Operation;
use crate::pages::federation_desk::{OfFederation, step, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::values::error::Error;
use crate::values::validation::{Faults, ValueError};
use crate::web::room::Room;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_logo).service(send_logo).service(send_logo_removal);
}

/// Whether there is a logo.
fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<bool>, Error> {
    let is_set = use_cases::find(c)?.is_some();
    OfFederation::read(c, by, is_set)
}

fn fields() -> [Field; 1] {
    [Field::new("logo", "Picture", FieldKind::File(".png,image/png"))
        .with_hint("A PNG of at most 500 kB, and 2,000 pixels each way.")]
}

fn page(desk: &OfFederation<bool>, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        (way_back())
        h1 { "The logo" }
        p { "It stands on certificates, on those too that were issued before." }
        @if desk.content {
            p { img.logo src="/v1/federation/logo" alt={ "The logo of " (desk.federation.name()) }; }
            (step(visit, "/desk/logo/removal", "Take it away"))
        } @else { p { "There is none. Certificates have room for a stamp in its place." } }
        section {
            h2 { @if desk.content { "Another logo" } @else { "Set a logo" } }
            (draft.form("/desk/logo", visit.token(), &fields(), "Set it"))
        }
    };
    desk.page(visit, draft, "The logo", &body)
}

#[get("/desk/logo")]
async fn show_logo(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(read).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/logo")]
async fn send_logo(sent: Sent<Administrator>, room: Data<Room>) -> Result<HttpResponse, Error> {
    let chosen = sent.form.file("logo").map(|file| file.content.to_vec());
    // Drawn where it holds up no other request.
    let drawn = room.on_a_core(move || chosen.map(Logo::of)).await?;
    sent.carry_out(
        move |c, by, _| {
            let none = || Faults::of("/logo", ValueError::new("required", "Choose a file."));
            let logo = drawn.as_ref().ok_or_else(none)?;
            let logo = logo
                .as_ref()
                .map_err(|unusable| UNUSABLE_LOGO.at("/logo", unusable.to_string()))?;
            use_cases::update(c, by, Operation::update_federation_logo, Some(logo.png()))?;
            Ok("/desk/logo".to_owned())
        },
        read,
        page,
    )
    .await
}

#[post("/desk/logo/removal")]
async fn send_logo_removal(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, _| {
            use_cases::update(c, by, Operation::delete_federation_logo, None)?;
            Ok("/desk/logo".to_owned())
        },
        read,
        page,
    )
    .await
}
