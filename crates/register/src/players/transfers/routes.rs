//! Transfers over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::clubs::expansion::{Expansion, PageWithClubs};
use crate::players::Player;
use crate::players::transfers::store::TransferFilter;
use crate::players::transfers::use_cases::{self, NewTransfer};
use crate::players::transfers::{Transfer, TransferState};
use crate::players::views::TransferView;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, TransferId};
use crate::values::validation::{Faults, text};
use crate::web::body::{Body, NoBody, Query};
use crate::web::idempotency::Creation;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_transfer)
        .service(list_transfers)
        .service(read_transfer)
        .service(create_transfer_release)
        .service(create_transfer_acceptance)
        .service(create_transfer_refusal);
}

/// A transfer as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTransfer {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")]
    id: Option<TransferId>,
    /// The player who is to move.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The club that the player joins.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
}

/// The answer to a step: the transfer, at its own address.
fn stepped((transfer, player): (Transfer, Player), today: NaiveDate) -> Response<TransferView> {
    let location = format!("/v1/transfers/{}", transfer.id);
    Response::private(TransferView::of(transfer, &player, today)).created_at(location)
}

/// Ask for a player of another club
///
/// By the club that the player is to join. The player's club is asked to release them.
#[utoipa::path(
    tag = "players",
    request_body = CreateTransfer,
    responses(
        (status = 201, description = "The transfer.", body = TransferView),
        (status = 409, description = "`id-taken`: the id is another transfer's. `already-member`: the player is a member of the club. `transfer-open`: another transfer of the player is under way."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-club`, `unknown-player`: there is no such club or player."),
    ),
)]
#[post("/v1/transfers")]
pub(crate) async fn create_transfer(
    caller: ClubSecretary,
    Body(asked, request): Body<CreateTransfer>,
) -> Result<StoredResponse, Error> {
    let new = NewTransfer {
        creation: Creation::of(asked.id, &asked, caller.now())?,
        player: asked.player_id,
        to: asked.club_id,
    };
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::ask(c, by, &new)?, by.today()))
        })
        .await
}

/// The transfers to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListTransfers {
    /// Lists only transfers that have come so far and no further.
    #[param(inline, example = "asked")]
    state: Option<TransferState>,
    /// Lists only transfers from or to this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Lists only transfers of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// Brings the clubs that the items name, in `clubs`, each once.
    #[param(inline, example = "club")]
    expand: Option<Expansion>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGNlLThiOWMtN2QwZS04ZjFhLTJiM2M0ZDVlNmY3YSI")]
    cursor: Option<String>,
}

/// List transfers
///
/// From and to the clubs that you look after.
#[utoipa::path(
    tag = "players",
    params(ListTransfers),
    responses((status = 200, description = "A page of transfers.", body = PageWithClubs<TransferView>)),
)]
#[get("/v1/transfers")]
pub(crate) async fn list_transfers(
    caller: ClubSecretary,
    Query(query): Query<ListTransfers>,
) -> Result<Response<PageWithClubs<TransferView>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let filter = TransferFilter {
        state: query.state,
        club: query.club_id,
        player: query.player_id,
        waiting: false,
        after: after(query.cursor.as_deref())?,
    };
    let page = caller.read(move |c, by| {
        let transfers = use_cases::list(c, by, &filter, limit.rows())?;
        let page = Page::of(
            transfers,
            limit,
            |(transfer, _)| transfer.id,
            |(transfer, player)| TransferView::of(transfer, &player, today),
        )?;
        PageWithClubs::of(c, page, query.expand)
    });
    Ok(page.await?.private())
}

/// Read a transfer
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The transfer.", body = TransferView)),
)]
#[get("/v1/transfers/{id}")]
pub(crate) async fn read_transfer(
    caller: ClubSecretary,
    id: Path<TransferId>,
) -> Result<Response<TransferView>, Error> {
    let today = caller.today();
    let (transfer, player) = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(TransferView::of(transfer, &player, today)))
}

/// Release a player
///
/// By the club that the player leaves.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 201, description = "The transfer, released.", body = TransferView),
        (status = 409, description = "`step-not-allowed`: it was released, accepted or refused before."),
    ),
)]
#[post("/v1/transfers/{id}/releases")]
pub(crate) async fn create_transfer_release(
    caller: ClubSecretary,
    id: Path<TransferId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::release(c, by, *id)?, by.today()))
        })
        .await
}

/// Accept a transfer
///
/// By the province of the club that the player joins. The player is its member from now on, and registrations for the
/// present gaming year go along.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 201, description = "The transfer, accepted.", body = TransferView),
        (status = 409, description = "`step-not-allowed`: it is not released, or was accepted or refused before."),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
)]
#[post("/v1/transfers/{id}/acceptances")]
pub(crate) async fn create_transfer_acceptance(
    caller: Coordinator,
    id: Path<TransferId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::accept(c, by, *id)?, by.today()))
        })
        .await
}

/// The refusal of a transfer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTransferRefusal {
    /// The reason, which both clubs read.
    #[schema(example = "The player owes the club a board.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Refuse a transfer
///
/// By either side, until it is accepted; the new club takes its request back in this way.
#[utoipa::path(
    tag = "players",
    request_body = CreateTransferRefusal,
    responses(
        (status = 201, description = "The transfer, refused.", body = TransferView),
        (status = 409, description = "`step-not-allowed`: it was accepted or refused before."),
    ),
)]
#[post("/v1/transfers/{id}/refusals")]
pub(crate) async fn create_transfer_refusal(
    caller: ClubSecretary,
    id: Path<TransferId>,
    Body(asked, request): Body<CreateTransferRefusal>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::refuse(c, by, *id, &reason)?, by.today()))
        })
        .await
}
