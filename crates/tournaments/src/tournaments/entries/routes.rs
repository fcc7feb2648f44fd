//! Entries over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, ClubSecretaryOrUmpire, TournamentOfficial};
use crate::tournaments::entries::use_cases::{self, EntryRequest};
use crate::tournaments::entries::{Entries, PublicEntry};
use crate::tournaments::model::{Entry, MOST_ENTRIES};
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, PlayerId, TournamentId};
use crate::web::body::{Body, NoBody};
use crate::web::idempotency::Creation;
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_entry)
        .service(list_entries)
        .service(read_entry)
        .service(create_entry_withdrawal)
        .service(create_entry_return)
        .service(create_starting_order);
}

/// An entry as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEntry {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    id: Option<EntryId>,
    /// The player.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The club, school or university that the player represents, any by which the player is registered for the year. If
    /// absent it is the institution in events of schools and of universities, and the member club in others.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
}

/// The answer to what makes an entry or changes it: the entry, at its own address.
fn stepped(entry: &Entry, today: NaiveDate) -> Response<PublicEntry> {
    Response::public(entry.public(today)).created_at(format!("/v1/entries/{}", entry.id))
}

/// Enter a player
///
/// By those who run the tournament, or look after the player, while the tournament takes entries: the member club does, and
/// a school or university that has registered the player, for which they play. School events admit learners, student
/// events students. The player is last in
/// the starting order. After the day in `entries_close_on` only those who run the tournament enter players. Once it runs, they
/// enter who comes late, for the next round to be drawn.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateEntry,
    responses(
        (status = 201, description = "The entry.", body = PublicEntry),
        (status = 409, description = "In this order: `wrong-state`: the tournament takes no entries. `entries-closed`: the last day for clubs is over. `tournament-full`: it has as many as it can. `not-eligible`: the federation does not admit the player. `not-registered`, `not-of-club`, `division-not-admitted`, `club-lapsed`, `fee-unpaid`: no registration of the player does. `already-entered`: the player is entered. `id-taken`: the id is another entry's."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player."),
    ),
)]
#[post("/v1/tournaments/{id}/entries")]
pub(crate) async fn create_entry(
    caller: ClubSecretaryOrUmpire,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateEntry>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let new = EntryRequest {
        creation,
        tournament: *tournament,
        player: asked.player_id,
        club: asked.club_id,
    };
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::enter(c, by, &new)?, by.today()))
        })
        .await
}

/// List the entries of a tournament
///
/// In the starting order.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The entries.", body = Entries)),
)]
#[get("/v1/tournaments/{id}/entries")]
pub(crate) async fn list_entries(caller: Anyone, tournament: Path<TournamentId>) -> Result<Response<Entries>, Error> {
    let today = caller.today();
    let entries = caller.read(move |c| use_cases::list(c, *tournament)).await?;
    Ok(Response::public(Entries::of(&entries, today)))
}

/// Read an entry
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The entry.", body = PublicEntry)),
)]
#[get("/v1/entries/{id}")]
pub(crate) async fn read_entry(caller: Anyone, id: Path<EntryId>) -> Result<Response<PublicEntry>, Error> {
    let today = caller.today();
    let entry = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(entry.public(today)))
}

/// Withdraw an entry
///
/// From the next round to be drawn on. What the player has done until then stands; a match that is drawn is played, or
/// forfeited. Once the tournament runs, and after the day in `entries_close_on`, those who run it withdraw players.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The entry, withdrawn.", body = PublicEntry),
        (status = 409, description = "In this order: `wrong-state`: the tournament takes no entries. `entries-closed`: the last day for clubs is over. `already-so`: it was withdrawn before."),
    ),
)]
#[post("/v1/entries/{id}/withdrawals")]
pub(crate) async fn create_entry_withdrawal(
    caller: ClubSecretaryOrUmpire,
    id: Path<EntryId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::withdraw(c, by, *id)?, by.today()))
        })
        .await
}

/// Return after a withdrawal
///
/// From the next round to be drawn on, without points for the rounds missed.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The entry.", body = PublicEntry),
        (status = 409, description = "In this order: `wrong-state`: the tournament takes no entries. `entries-closed`: the last day for clubs is over. `already-so`: it is not withdrawn. `not-eligible`: the federation does not admit the player."),
    ),
)]
#[post("/v1/entries/{id}/returns")]
pub(crate) async fn create_entry_return(
    caller: ClubSecretaryOrUmpire,
    id: Path<EntryId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::bring_back(c, by, *id)?, by.today()))
        })
        .await
}

/// A starting order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateStartingOrder {
    /// Every entered player once, the best first.
    #[schema(value_type = Vec<PlayerId>, min_items = 0, max_items = 1000, example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: List<PlayerId, 0, MOST_ENTRIES>,
}

/// Set the starting order
///
/// The seeds of all entries at once.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateStartingOrder,
    responses(
        (status = 201, description = "The entries, in that order.", body = Entries),
        (status = 409, description = "`wrong-state`: the tournament takes no entries."),
        (status = 422, description = "`not-every-entry`: someone is left out, named twice, or not entered."),
    ),
)]
#[post("/v1/tournaments/{id}/starting-orders")]
pub(crate) async fn create_starting_order(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateStartingOrder>,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let entries = use_cases::order(c, by, *tournament, &asked.player_ids)?;
            let location = format!("/v1/tournaments/{tournament}/entries");
            Ok(Response::public(Entries::of(&entries, by.today())).created_at(location))
        })
        .await
}
