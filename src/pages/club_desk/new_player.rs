//! Somebody whom a club registers as a player: with a number, once and for all.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::db::Conn;
use crate::pages::club_desk::ClubDesk;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::person_fields::{Homes, person_fields};
use crate::pages::player_desk;
use crate::pages::sent::Sent;
use crate::players::particulars::views::CreatePlayer;
use crate::players::use_cases::{NewPlayer, register};
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::web::idempotency::Creation;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_new_player).service(send_new_player);
}

type Known = (ClubDesk, Homes);

fn read(c: &mut Conn, by: &Caller, id: ClubId) -> Result<Known, Error> {
    Ok((ClubDesk::read(c, by, id)?, Homes::read(c)?))
}

fn fields(homes: &Homes) -> Vec<Field> {
    person_fields().into_iter().chain(homes.fields()).collect()
}

fn page((desk, homes): &Known, visit: &Visit, draft: &Draft) -> Page {
    let fields = fields(homes);
    let body = html! {
        p { "For somebody who has no number yet. Whoever was registered before, by whichever club, keeps that number: "
            a href={ (desk.path()) "/transfers" } { "ask for a transfer" } "." }
        form method="post" action={ (desk.path()) "/players" } {
            (draft.refusal(&fields))
            (draft.hidden(visit.token()))
            input type="hidden" name="club_id" value=(desk.club.id);
            @for field in &fields { (draft.field(field)) }
            button { "Register the player" }
        }
    };
    desk.page(visit, draft, "Register a new player", &body)
}

/// The form before anything is typed: most live where their club is, and are at home in South Africa.
fn begun(desk: &ClubDesk) -> Draft {
    Draft::of(vec![
        ("province".to_owned(), desk.club.province.clone()),
        ("nationality".to_owned(), "ZA".to_owned()),
    ])
}

#[get("/desk/clubs/{id}/new-player")]
async fn show_new_player(caller: ClubSecretary, visit: Visit, id: Path<ClubId>) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&known, &visit, &begun(&known.0)))
}

#[post("/desk/clubs/{id}/players")]
async fn send_new_player(sent: Sent<ClubSecretary>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let mut fields = fields(&Homes::none());
            fields.push(Field::new("club_id", "Club", FieldKind::Text));
            let asked: CreatePlayer = form.read(&fields)?;
            let new = NewPlayer {
                creation: Creation::of(None, &asked, by.now)?,
                person: asked.person(by.today())?,
                home: asked.home(),
                club: id,
            };
            Ok(player_desk::path(register(c, by, &new)?.id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}
