//! Check-ins over HTTP.

use actix_web::post;
use actix_web::web::Path;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::tournaments::check_ins::{CheckIn, use_cases};
use crate::tournaments::model::MOST_ENTRIES;
use crate::values::error::Error;
use crate::values::id::{EntryId, TournamentId};
use crate::web::body::{Body, NoBody};
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_check_in)
        .service(create_check_in_withdrawal)
        .service(create_check_in_batch);
}

/// Check a player in
///
/// Notes that the player has arrived in the hall, while the tournament takes entries or is played. The draw is not changed by
/// it: whoever is not there is withdrawn, or drawn all the same. Those who run the tournament read it in its entrants.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The entry, checked in.", body = CheckIn),
        (status = 409, description = "In this order: `not-accredited`: your accreditation no longer does. `wrong-state`: the tournament takes no entries yet, or is over. `entry-withdrawn`: the player has withdrawn. `already-so`: the player is checked in."),
    ),
)]
#[post("/v1/entries/{id}/check-ins")]
async fn create_check_in(
    caller: TournamentOfficial,
    id: Path<EntryId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let entry = use_cases::check_in(c, by, *id)?;
            let location = format!("/v1/tournaments/{}/entrants", entry.tournament);
            Ok(Response::private(CheckIn::of(&entry, by.today())).created_at(location))
        })
        .await
}

/// Take a check-in back
///
/// One that was noted by mistake: the player is not there.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The entry, no longer checked in.", body = CheckIn),
        (status = 409, description = "In this order: `not-accredited`: your accreditation no longer does. `wrong-state`: the tournament takes no entries yet, or is over. `already-so`: the player is not checked in."),
    ),
)]
#[post("/v1/entries/{id}/check-in-withdrawals")]
async fn create_check_in_withdrawal(
    caller: TournamentOfficial,
    id: Path<EntryId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let entry = use_cases::take_back(c, by, *id)?;
            let location = format!("/v1/tournaments/{}/entrants", entry.tournament);
            Ok(Response::private(CheckIn::of(&entry, by.today())).created_at(location))
        })
        .await
}

/// Check-ins as they are asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateCheckInBatch {
    /// The entries of those who have arrived.
    #[schema(value_type = Vec<EntryId>, min_items = 1, max_items = 1000, example = json!(["019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"]))]
    entry_ids: List<EntryId, 1, MOST_ENTRIES>,
}

/// Check-ins that were made at once.
#[derive(Serialize, ToSchema)]
struct CheckInBatch {
    /// The entries in the order in which they were sent.
    items: Vec<CheckIn>,
}

/// Check many players in
///
/// All or none, as if they were checked in one after another. If some are refused, `errors` says of each why; the code is that
/// of the first.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateCheckInBatch,
    responses(
        (status = 201, description = "The entries, checked in.", body = CheckInBatch),
        (status = 409, description = "In this order, of the first that is refused: `not-accredited`: your accreditation no longer does. `wrong-state`: the tournament takes no entries yet, or is over. `entry-withdrawn`: the player has withdrawn. `already-so`: the player is checked in, or named twice."),
        (status = 422, description = "`not-entered`: an entry is none of the tournament's."),
    ),
)]
#[post("/v1/tournaments/{id}/check-ins")]
async fn create_check_in_batch(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateCheckInBatch>,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let entries = use_cases::check_in_all(c, by, *tournament, &asked.entry_ids)?;
            let items = entries.iter().map(|entry| CheckIn::of(entry, by.today())).collect();
            let location = format!("/v1/tournaments/{tournament}/entrants");
            Ok(Response::private(CheckInBatch { items }).created_at(location))
        })
        .await
}
