//! Transfers that wait: released for the old club, accepted for the new club's province, or refused.

use std::collections::HashMap;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::Club;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::pages::register_desk::{club_name, clubs_of, name_for, way_to_inbox};
use crate::pages::sent::Sent;
use crate::players::reason;
use crate::players::transfers::store::TransferFilter;
use crate::players::transfers::{Transfer, TransferState, use_cases};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{ClubId, TransferId};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_waiting_transfers)
        .service(show_transfer)
        .service(send_release)
        .service(send_acceptance)
        .service(send_refusal);
}

/// The path of the list.
const LIST: &str = "/desk/register/transfers";

/// A transfer as the page tells of it.
struct Moving {
    transfer: Transfer,
    player: String,
    number: String,
}

/// The transfers to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListTransfers {
    cursor: Option<String>,
}

#[get("/desk/register/transfers")]
async fn list_waiting_transfers(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListTransfers>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let filter = TransferFilter {
        waiting: true,
        after: after(query.cursor.as_deref())?,
        ..TransferFilter::default()
    };
    let read = move |c: &mut Conn, by: &Caller| {
        let found = use_cases::list(c, by, &filter, limit.rows())?;
        let clubs = of_transfers(c, found.iter().map(|(transfer, _)| transfer))?;
        let moving = found.into_iter().map(|(transfer, player)| Moving {
            transfer,
            player: name_for(by, &player, &clubs),
            number: player.number.to_string(),
        });
        Ok((
            federation::store::settings(c, by.today())?,
            moving.collect::<Vec<_>>(),
            clubs,
        ))
    };
    let (settings, transfers, clubs) = caller.read(read).await?;
    let (transfers, next) =
        pagination::Page::of(transfers, limit, |moving| moving.transfer.id, |moving| moving)?.into_parts();
    let body = html! {
        (way_to_inbox())
        h1 { "Transfers" }
        p { "The new club asks, the old club or its province releases, the province of the new club accepts." }
        @if transfers.is_empty() { p { "No transfer waits for you." } }
        ul.things {
            @for moving in &transfers {
                li {
                    a href={ (LIST) "/" (moving.transfer.id) } { (moving.player) }
                    p.quiet { (moving.number) " · " (whither(&moving.transfer, &clubs)) " · " (moving.transfer.state().in_words()) }
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&settings, "Transfers", &body))
}

fn of_transfers<'a>(
    c: &mut Conn,
    transfers: impl Iterator<Item = &'a Transfer>,
) -> Result<HashMap<ClubId, Club>, Error> {
    clubs_of(
        c,
        transfers
            .flat_map(|transfer| [transfer.from, transfer.to])
            .collect::<Vec<_>>(),
    )
}

fn whither(transfer: &Transfer, clubs: &HashMap<ClubId, Club>) -> Markup {
    html! { "from " (club_name(clubs, transfer.from)) " to " (club_name(clubs, transfer.to)) }
}

/// A transfer, and what the caller can do about it.
struct AtDesk {
    federation: FederationSettings,
    moving: Moving,
    clubs: HashMap<ClubId, Club>,
    /// Whether the caller looks after the old club, and after the new one.
    reaches: [bool; 2],
}

impl AtDesk {
    fn read(c: &mut Conn, by: &Caller, id: TransferId) -> Result<AtDesk, Error> {
        let (transfer, player) = use_cases::read(c, by, id)?;
        let clubs = of_transfers(c, std::iter::once(&transfer))?;
        let reaches = [transfer.from, transfer.to].map(|id| {
            let club = clubs.get(&id);
            club.is_some_and(|club| by.reach.covers_club(club.id, &club.province))
        });
        Ok(AtDesk {
            federation: federation::store::settings(c, by.today())?,
            moving: Moving {
                player: name_for(by, &player, &clubs),
                number: player.number.to_string(),
                transfer,
            },
            clubs,
            reaches,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let Moving {
            transfer,
            player,
            number,
        } = &self.moving;
        let (path, state) = (format!("{LIST}/{}", transfer.id), transfer.state());
        let is_open = matches!(state, TransferState::Asked | TransferState::Released);
        let title = format!("Transfer of {player}");
        let step = |action: &str, words: &str| {
            html! {
                form method="post" action={ (path) "/" (action) } {
                    (Draft::default().hidden(visit.token()))
                    button { (words) }
                }
            }
        };
        let body = html! {
            p.way { a href=(LIST) { "Transfers" } }
            h1 { (title) }
            (draft.refusal(&[reason_field()]))
            dl.facts {
                dt { "State" } dd { (state.in_words()) }
                dt { "Number" } dd { (number) }
                dt { "From" } dd { (club_name(&self.clubs, transfer.from)) }
                dt { "To" } dd { (club_name(&self.clubs, transfer.to)) }
                dt { "Asked for" } dd { (moment(transfer.asked_at)) }
                @if let Some(at) = transfer.released_at { dt { "Released" } dd { (moment(at)) } }
                @if let Some(at) = transfer.accepted_at { dt { "Accepted" } dd { (moment(at)) } }
                @if let Some(at) = transfer.refused_at { dt { "Refused" } dd { (moment(at)) } }
                @if let Some(reason) = &transfer.reason { dt { "Because" } dd { (reason) } }
            }
            @if state == TransferState::Asked && self.reaches[0] { (step("release", "Release the player")) }
            @if state == TransferState::Asked && !self.reaches[0] { p { "The old club or its province has to release the player." } }
            @if state == TransferState::Released && self.reaches[1] { (step("acceptance", "Accept the transfer")) }
            @if state == TransferState::Released && !self.reaches[1] { p { "The province of the new club has to accept." } }
            @if is_open {
                section {
                    h2 { "Refuse it" }
                    form method="post" action={ (path) "/refusal" } {
                        (draft.hidden(visit.token()))
                        (draft.field(&reason_field()))
                        button.second { "Refuse the transfer" }
                    }
                }
            }
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }
}

fn reason_field() -> Field {
    Field::new("reason", "Why", FieldKind::Text).with_hint("Both clubs read it.")
}

#[get("/desk/register/transfers/{id}")]
async fn show_transfer(caller: Coordinator, visit: Visit, id: Path<TransferId>) -> Result<Page, Error> {
    let transfer = caller.read(move |c, by| AtDesk::read(c, by, *id)).await?;
    Ok(transfer.page(&visit, &Draft::default()))
}

#[post("/desk/register/transfers/{id}/release")]
async fn send_release(sent: Sent<Coordinator>, id: Path<TransferId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| {
            use_cases::release(c, by, id)?;
            Ok(format!("{LIST}/{id}"))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}

#[post("/desk/register/transfers/{id}/acceptance")]
async fn send_acceptance(sent: Sent<Coordinator>, id: Path<TransferId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| {
            use_cases::accept(c, by, id)?;
            Ok(format!("{LIST}/{id}"))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}

#[post("/desk/register/transfers/{id}/refusal")]
async fn send_refusal(sent: Sent<Coordinator>, id: Path<TransferId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            use_cases::refuse(c, by, id, &reason(form.text("reason"))?)?;
            Ok(format!("{LIST}/{id}"))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}
