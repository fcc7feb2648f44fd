//! Players who come to a club from another one, or go to one.

use std::collections::HashMap;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::clubs;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::club_desk::{ClubDesk, path};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::player_of;
use crate::players::Player;
use crate::players::transfers::store::TransferFilter;
use crate::players::transfers::use_cases::{self, NewTransfer};
use crate::players::transfers::{Transfer, TransferState};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{ClubId, TransferId};
use crate::values::validation::{Faults, text};
use crate::web::idempotency::Creation;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_transfers)
        .service(show_transfer)
        .service(send_transfer)
        .service(send_release)
        .service(send_acceptance)
        .service(send_refusal);
}

fn fields() -> [Field; 1] {
    [Field::new("number", "Number of the player", FieldKind::Text).with_hint("As on the card, M-0004217-K.")]
}

fn refusal_fields() -> [Field; 1] {
    [Field::new("reason", "Why", FieldKind::Text).with_hint("Both clubs read it.")]
}

/// The transfers to show.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListTransfers {
    state: Option<TransferState>,
    cursor: Option<String>,
}

/// Transfers from and to a club, with the names of the clubs.
struct Transfers {
    desk: ClubDesk,
    found: Vec<(Transfer, Player)>,
    clubs: HashMap<ClubId, String>,
    next: Option<String>,
    shown: Option<TransferState>,
}

fn names(c: &mut Conn, transfers: &[(Transfer, Player)]) -> Result<HashMap<ClubId, String>, Error> {
    let mut ids: Vec<ClubId> = transfers.iter().flat_map(|(one, _)| [one.from, one.to]).collect();
    ids.sort_unstable();
    ids.dedup();
    let found = clubs::store::find_all(c, &[], &ids)?;
    Ok(found.into_iter().map(|club| (club.id, club.name)).collect())
}

impl Transfers {
    fn read(c: &mut Conn, by: &Caller, id: ClubId, query: &ListTransfers) -> Result<Transfers, Error> {
        let (desk, limit) = (ClubDesk::read(c, by, id)?, PageSize::default());
        let filter = TransferFilter {
            state: query.state,
            club: Some(id),
            player: None,
            waiting: false,
            after: after(query.cursor.as_deref())?,
        };
        let found = use_cases::list(c, by, &filter, limit.rows())?;
        let key = |(transfer, _): &(Transfer, Player)| transfer.id;
        let (transfers, next) = pagination::Page::of(found, limit, key, |one| one)?.into_parts();
        Ok(Transfers {
            clubs: names(c, &transfers)?,
            desk,
            found: transfers,
            next,
            shown: query.state,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft, next: &Markup) -> Page {
        let own = format!("{}/transfers", self.desk.path());
        let body = html! {
            section {
                h2 { "Ask for a player of another club" }
                p { "The other club releases the player, then the province of your club accepts. The registrations of the year go along." }
                (draft.form(&own, visit.token(), &fields(), "Ask for the player"))
            }
            section {
                h2 { "Transfers" }
                form.line action=(own) {
                    label for="state" { "Show" }
                    select #state name="state" {
                        option value="" { "all" }
                        @for one in TransferState::ALL { option value=(one.as_str()) selected[self.shown == Some(*one)] { (one.in_words()) } }
                    }
                    button { "Show" }
                }
                @if self.found.is_empty() { p { "There is none." } }
                ul.things { @for (transfer, player) in &self.found { (self.line(transfer, player)) } }
                (next)
            }
        };
        self.desk.page(visit, draft, "Transfers", &body)
    }

    fn line(&self, transfer: &Transfer, player: &Player) -> Markup {
        html! {
            li {
                a href={ (self.desk.path()) "/transfers/" (transfer.id) } { (player.public_name(self.desk.today)) }
                p.quiet { (player.number) " · " (way(&self.clubs, transfer)) " · " (transfer.state().in_words()) }
            }
        }
    }
}

/// The way from club to club.
fn way(clubs: &HashMap<ClubId, String>, transfer: &Transfer) -> Markup {
    let name = |id: &ClubId| clubs.get(id).map_or("", String::as_str);
    html! { "from " (name(&transfer.from)) " to " (name(&transfer.to)) }
}

#[get("/desk/clubs/{id}/transfers")]
async fn show_transfers(
    caller: ClubSecretary,
    visit: Visit,
    id: Path<ClubId>,
    Search(query): Search<ListTransfers>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let found = caller.read(move |c, by| Transfers::read(c, by, *id, &query)).await?;
    let next = next_page(Words::ENGLISH, &request, found.next.as_deref());
    Ok(found.page(&visit, &Draft::default(), &next))
}

#[post("/desk/clubs/{id}/transfers")]
async fn send_transfer(sent: Sent<ClubSecretary>, id: Path<ClubId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let player = player_of(c, form, "number")?;
            let new = NewTransfer {
                creation: Creation::of(None, &(player, id), by.now)?,
                player,
                to: id,
            };
            let (transfer, _) = use_cases::ask(c, by, &new)?;
            Ok(of(id, transfer.id))
        },
        move |c, by| Transfers::read(c, by, id, &ListTransfers::default()),
        |found, visit, draft| found.page(visit, draft, &html! {}),
    )
    .await
}

/// A transfer, as one of its clubs looks at it.
struct Seen {
    desk: ClubDesk,
    transfer: Transfer,
    player: Player,
    clubs: HashMap<ClubId, String>,
    is_releasing: bool,
    is_accepting: bool,
}

fn of(club: ClubId, transfer: TransferId) -> String {
    format!("{}/transfers/{transfer}", path(club))
}

impl Seen {
    fn read(c: &mut Conn, by: &Caller, (club, id): (ClubId, TransferId)) -> Result<Seen, Error> {
        let desk = ClubDesk::read(c, by, club)?;
        let found = [use_cases::read(c, by, id)?];
        let clubs = names(c, &found)?;
        let [(transfer, player)] = found;
        Ok(Seen {
            is_releasing: transfer.from == club && transfer.state() == TransferState::Asked,
            is_accepting: transfer.to == club && desk.is_coordinated && transfer.state() == TransferState::Released,
            desk,
            transfer,
            player,
            clubs,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let transfer = &self.transfer;
        let own = of(self.desk.club.id, transfer.id);
        let is_open = matches!(transfer.state(), TransferState::Asked | TransferState::Released);
        let refuse = if transfer.to == self.desk.club.id {
            "Take the request back"
        } else {
            "Refuse"
        };
        let step = |path: &str, words: &str| {
            html! {
                form method="post" action={ (own) "/" (path) } { (Draft::default().hidden(visit.token())) button { (words) } }
            }
        };
        let body = html! {
            p.lead { (way(&self.clubs, transfer)) ": " (transfer.state().in_words()) "." }
            dl.facts {
                dt { "Number" } dd { (self.player.number) }
                dt { "Asked for" } dd { (moment(transfer.asked_at)) }
                @if let Some(at) = transfer.released_at { dt { "Released" } dd { (moment(at)) } }
                @if let Some(at) = transfer.accepted_at { dt { "Accepted" } dd { (moment(at)) } }
                @if let Some(at) = transfer.refused_at { dt { "Refused" } dd { (moment(at)) } }
                @if let Some(reason) = &transfer.reason { dt { "Why" } dd { (reason) } }
            }
            @if self.is_releasing { section.next { (step("release", "Release the player")) } }
            @if self.is_accepting { section.next { (step("acceptance", "Accept the transfer")) } }
            @if is_open {
                section {
                    h2 { (refuse) }
                    (draft.form(&format!("{own}/refusal"), visit.token(), &refusal_fields(), refuse))
                }
            } @else { (draft.refusal(&[])) }
            p { a href={ (self.desk.path()) "/transfers" } { "All transfers" } }
        };
        let title = format!("Transfer of {}", self.player.public_name(self.desk.today));
        self.desk.page(visit, draft, &title, &body)
    }
}

#[get("/desk/clubs/{id}/transfers/{transfer}")]
async fn show_transfer(caller: ClubSecretary, visit: Visit, ids: Path<(ClubId, TransferId)>) -> Result<Page, Error> {
    let seen = caller.read(move |c, by| Seen::read(c, by, *ids)).await?;
    Ok(seen.page(&visit, &Draft::default()))
}

#[post("/desk/clubs/{id}/transfers/{transfer}/release")]
async fn send_release(sent: Sent<ClubSecretary>, ids: Path<(ClubId, TransferId)>) -> Result<HttpResponse, Error> {
    let (club, id) = *ids;
    sent.carry_out(
        move |c, by, _| Ok(of(club, use_cases::release(c, by, id)?.0.id)),
        move |c, by| Seen::read(c, by, (club, id)),
        Seen::page,
    )
    .await
}

#[post("/desk/clubs/{id}/transfers/{transfer}/acceptance")]
async fn send_acceptance(sent: Sent<Coordinator>, ids: Path<(ClubId, TransferId)>) -> Result<HttpResponse, Error> {
    let (club, id) = *ids;
    sent.carry_out(
        move |c, by, _| Ok(of(club, use_cases::accept(c, by, id)?.0.id)),
        move |c, by| Seen::read(c, by, (club, id)),
        Seen::page,
    )
    .await
}

#[post("/desk/clubs/{id}/transfers/{transfer}/refusal")]
async fn send_refusal(sent: Sent<ClubSecretary>, ids: Path<(ClubId, TransferId)>) -> Result<HttpResponse, Error> {
    let (club, id) = *ids;
    sent.carry_out(
        move |c, by, form| {
            let mut faults = Faults::default();
            let reason = faults.check("/reason", text(form.text("reason"), 400)).ok_or(faults)?;
            Ok(of(club, use_cases::refuse(c, by, id, &reason)?.0.id))
        },
        move |c, by| Seen::read(c, by, (club, id)),
        Seen::page,
    )
    .await
}
