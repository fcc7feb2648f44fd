//! Pairing bars over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{ClubSecretary, ClubSecretaryOrUmpire, Coordinator};
use crate::players::pairing_bars::use_cases::{self, NewPairingBar};
use crate::players::pairing_bars::{PairingBar, PairingBarRelation};
use crate::players::use_cases::PlayerPath;
use crate::players::views::PairingBarView;
use crate::players::{Player, reason};
use crate::values::error::Error;
use crate::values::id::{PairingBarId, PlayerId};
use crate::web::body::Body;
use crate::web::idempotency::Creation;
use crate::web::list::two;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_pairing_bar)
        .service(list_pairing_bars)
        .service(read_pairing_bar)
        .service(create_pairing_bar_withdrawal);
}

/// A pairing bar as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePairingBar {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cf-9c0d-7e1f-8a2b-3c4d5e6f7a8b")]
    id: Option<PairingBarId>,
    /// The two players, in any order.
    #[serde(deserialize_with = "two")]
    #[schema(value_type = Vec<PlayerId>, min_items = 2, max_items = 2, example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: [PlayerId; 2],
    /// The relation between them. Private.
    relation: PairingBarRelation,
}

/// All pairing bars of a player.
#[derive(Serialize, ToSchema)]
struct PairingBars {
    /// The oldest first; withdrawn ones too.
    items: Vec<PairingBarView>,
}

/// The answer to what was done: the bar, at its own address.
fn recorded((bar, players): (PairingBar, [Player; 2]), today: NaiveDate) -> Response<PairingBarView> {
    let location = format!("/v1/pairing-bars/{}", bar.id);
    Response::private(PairingBarView::of(&bar, &players, today)).created_at(location)
}

/// Bar two players from meeting
///
/// They are never drawn against each other. For relatives of the first degree; other ties are for an umpire to declare.
#[utoipa::path(
    tag = "players",
    request_body = CreatePairingBar,
    responses(
        (status = 201, description = "The bar.", body = PairingBarView),
        (status = 409, description = "`id-taken`: the id is another bar's. `already-barred`: there is a bar between the two."),
        (status = 410, description = "`erased`: a person's data was erased."),
        (status = 422, description = "`same-player`: a bar is between two. `unknown-player`: there is no such player."),
    ),
)]
#[post("/v1/pairing-bars")]
pub(crate) async fn create_pairing_bar(
    caller: ClubSecretaryOrUmpire,
    Body(asked, request): Body<CreatePairingBar>,
) -> Result<StoredResponse, Error> {
    let new = NewPairingBar {
        creation: Creation::of(asked.id, &asked, caller.now())?,
        players: asked.player_ids,
        relation: asked.relation,
    };
    caller
        .write_once(request, move |c, by| {
            Ok(recorded(use_cases::bar(c, by, &new)?, by.today()))
        })
        .await
}

/// List a player's pairing bars
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The bars.", body = PairingBars)),
)]
#[get("/v1/players/{id}/pairing-bars")]
pub(crate) async fn list_pairing_bars(caller: ClubSecretary, path: PlayerPath) -> Result<Response<PairingBars>, Error> {
    let today = caller.today();
    let bars = caller.read(move |c, by| use_cases::list(c, by, &path)).await?;
    let items = bars
        .iter()
        .map(|(bar, players)| PairingBarView::of(bar, players, today));
    Ok(Response::private(PairingBars { items: items.collect() }))
}

/// Read a pairing bar
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The bar.", body = PairingBarView)),
)]
#[get("/v1/pairing-bars/{id}")]
pub(crate) async fn read_pairing_bar(
    caller: ClubSecretary,
    id: Path<PairingBarId>,
) -> Result<Response<PairingBarView>, Error> {
    let today = caller.today();
    let (bar, players) = caller.read(move |c, by| use_cases::find(c, by, *id)).await?;
    Ok(Response::private(PairingBarView::of(&bar, &players, today)))
}

/// The withdrawal of a pairing bar, with the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePairingBarWithdrawal {
    /// The reason. Private.
    #[schema(
        example = "They are not related; it was recorded by mistake.",
        min_length = 1,
        max_length = 400
    )]
    reason: String,
}

/// Withdraw a pairing bar
///
/// The two may be drawn against each other from now on. Officials of an open tournament in which both are entered are told
/// when they draw. What an umpire has declared an administrator withdraws.
#[utoipa::path(
    tag = "players",
    request_body = CreatePairingBarWithdrawal,
    responses(
        (status = 201, description = "The bar, withdrawn.", body = PairingBarView),
        (status = 409, description = "`already-withdrawn`: it was withdrawn before."),
    ),
)]
#[post("/v1/pairing-bars/{id}/withdrawals")]
pub(crate) async fn create_pairing_bar_withdrawal(
    caller: Coordinator,
    id: Path<PairingBarId>,
    Body(asked, request): Body<CreatePairingBarWithdrawal>,
) -> Result<StoredResponse, Error> {
    let because = reason(&asked.reason)?;
    caller
        .write_once(request, move |c, by| {
            Ok(recorded(use_cases::withdraw(c, by, *id, &because)?, by.today()))
        })
        .await
}
