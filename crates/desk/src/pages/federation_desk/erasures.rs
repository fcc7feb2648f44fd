//! Erasing a person's data: by the player's number, with what goes and what stays before it is done for good.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::db::Conn;
use crate::pages::federation_desk::{OfFederation, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::player_of;
use crate::persons::erasures::{ErasureReason, use_cases};
use crate::players::Player;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_search)
        .service(send_search)
        .service(show_erasure)
        .service(send_erasure);
}

fn search_fields() -> [Field; 1] {
    [Field::new("number", "Player's number", FieldKind::Text).with_hint("As on the card: M-0004217-K.")]
}

fn nothing(c: &mut Conn, by: &Caller) -> Result<OfFederation<()>, Error> {
    OfFederation::read(c, by, ())
}

fn search(desk: &OfFederation<()>, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        (way_back())
        h1 { "Erase a person’s data" }
        p { "On the request of the person, or of a parent or guardian. You see who it is before anything is done." }
        (draft.form("/desk/erasures", visit.token(), &search_fields(), "Look at the player"))
    };
    desk.page(visit, draft, "Erase a person’s data", &body)
}

#[get("/desk/erasures")]
async fn show_search(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(nothing).await?;
    Ok(search(&desk, &visit, &Draft::default()))
}

#[post("/desk/erasures")]
async fn send_search(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, _, form| Ok(format!("/desk/erasures/{}", player_of(c, form, "number")?)),
        nothing,
        search,
    )
    .await
}

/// The reason for an erasure, as people say it.
fn in_words(reason: ErasureReason) -> &'static str {
    match reason {
        ErasureReason::Person => "The person has asked for it",
        ErasureReason::Guardian => "A parent or guardian has asked for it",
        ErasureReason::Authority => "A court or the Information Regulator has ordered it",
        ErasureReason::NoPurpose => "The federation has no more need of the data",
    }
}

fn fields() -> [Field; 2] {
    let reasons = ErasureReason::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), in_words(*one).to_owned()));
    [
        Field::new("reason", "Why", FieldKind::Choice(reasons.collect())),
        Field::new("number", "Type the number once more", FieldKind::Text)
            .with_hint("So that nobody else’s data is erased by a slip."),
    ]
}

/// The player of the page; an entry that was merged leads to the page of the one that stays.
fn path(id: PlayerId) -> PlayerPath {
    PlayerPath {
        id,
        template: "/desk/erasures/{id}".to_owned(),
    }
}

fn read(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<OfFederation<Player>, Error> {
    let player = find_within(c, by, &path(id))?;
    OfFederation::read(c, by, player)
}

fn page(desk: &OfFederation<Player>, visit: &Visit, draft: &Draft) -> Page {
    let player = &desk.content;
    let name = player.named_in_full().name;
    let title = format!("Erase the data of {name}");
    let body = html! {
        p.way { a href="/desk/erasures" { "Erase a person’s data" } }
        h1 { (title) }
        p.lead { (player.number) }
        p { b { "It cannot be taken back." } }
        h2 { "What goes" }
        p { "Names, day of birth, sex, where they lived, consents, who they are related to, an umpire’s course, and the reasons for suspensions and colours; from the trail of changes too." }
        h2 { "What stays" }
        p { "Games, draws and results, colours and the terms of accreditations, under the number alone." }
        (draft.form(&format!("/desk/erasures/{}", player.id), visit.token(), &fields(), "Erase it for good"))
        p { a href={ "/players/" (player.id) } { "Leave it as it is" } }
    };
    desk.page(visit, draft, &title, &body)
}

#[get("/desk/erasures/{id}")]
async fn show_erasure(caller: Administrator, visit: Visit, id: Path<PlayerId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/erasures/{id}")]
async fn send_erasure(sent: Sent<Administrator>, id: Path<PlayerId>) -> Result<HttpResponse, Error> {
    let (id, context) = (*id, sent.caller.context().clone());
    let answer = sent
        .carry_out(
            move |c, by, form| {
                let asked: TypedErasure = form.read(&fields())?;
                let player = find_within(c, by, &path(id))?;
                if asked.number.parse() != Ok(player.number) {
                    let other = ValueError::new("other-player", "This is not the number of this player.");
                    return Err(Faults::of("/number", other).into());
                }
                use_cases::erase(c, by, &path(id), Some(asked.reason))?;
                Ok(format!("/players/{id}"))
            },
            move |c, by| read(c, by, id),
            page,
        )
        .await?;
    context.clear_journal().await;
    Ok(answer)
}

/// An erasure as it is typed.
#[derive(Deserialize)]
struct TypedErasure {
    reason: ErasureReason,
    number: String,
}
