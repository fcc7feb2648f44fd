//! Somebody whom a club registers as a player: with a number, once and for all.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::db::Conn;
use crate::pages::club_desk::ClubDesk;
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::new_player::{begun, fields, register};
use crate::pages::person_fields::Homes;
use crate::pages::player_desk;
use crate::pages::sent::Sent;
use crate::values::error::Error;
use crate::values::id::ClubId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_new_player).service(send_new_player);
}

type Known = (ClubDesk, Homes);

fn read(c: &mut Conn, by: &Caller, id: ClubId) -> Result<Known, Error> {
    Ok((ClubDesk::read(c, by, id)?, Homes::read(c)?))
}

fn page((desk, homes): &Known, visit: &Visit, draft: &Draft) -> Page {
    let action = format!("{}/players", desk.path());
    let body = html! {
        p { "For somebody who has no number yet. Whoever was registered before, by whichever club, keeps that number: "
            a href={ (desk.path()) "/transfers" } { "ask for a transfer" } "." }
        (draft.form(&action, visit.token(), &fields(homes), "Register the player"))
    };
    desk.page(visit, draft, "Register a new player", &body)
}

#[get("/desk/clubs/{id}/new-player")]
async fn show_new_player(caller: ClubSecretary, visit: Visit, id: Path<ClubId>) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&known, &visit, &begun(Some(&known.0.club.province), None)))
}

#[post("/desk/clubs/{id}/players")]
async fn send_new_player(sent: Sent<ClubSecretary>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| Ok(player_desk::path(register(c, by, form, &[], |_| Ok(id))?)),
        move |c, by| read(c, by, id),
        page,
    )
    .await
}
