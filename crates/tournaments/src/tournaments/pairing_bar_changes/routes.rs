//! Changes of pairing bars over HTTP, for those who draw.

use actix_web::get;
use actix_web::web::Path;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::players::PlayerName;
use crate::players::pairing_bars::PairingBarStep;
use crate::tournaments::pairing_bar_changes::{EntrantsBarChange, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_pairing_bar_changes);
}

/// A pairing bar recorded or withdrawn, for those who run a tournament: without what the two are to each other.
#[derive(Serialize, ToSchema)]
#[schema(as = PairingBarChange)]
struct PairingBarChangeView {
    /// The two players, as everyone may see them.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<PlayerName>,
    /// The thing that was done.
    step: PairingBarStep,
    /// The time at which it was done.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:00:00.000000Z")]
    at: Timestamp,
}

impl PairingBarChangeView {
    fn of(change: &EntrantsBarChange, today: NaiveDate) -> PairingBarChangeView {
        PairingBarChangeView {
            players: change.players.iter().map(|player| player.named(today)).collect(),
            step: change.step,
            at: change.at,
        }
    }
}

/// The pairing bars that changed among the entrants of a tournament.
#[derive(Serialize, ToSchema)]
struct PairingBarChanges {
    /// The changes, the earliest first.
    items: Vec<PairingBarChangeView>,
}

/// List changes of pairing bars
///
/// The bars between players of the tournament that were recorded or withdrawn since it was opened for entries. The preview of
/// a draw warns of the same.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The changes.", body = PairingBarChanges),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
)]
#[get("/v1/tournaments/{id}/pairing-bar-changes")]
pub(crate) async fn list_pairing_bar_changes(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
) -> Result<Response<PairingBarChanges>, Error> {
    let today = caller.today();
    let changes = caller.read(move |c, by| use_cases::list(c, by, *tournament)).await?;
    let items = changes.iter().map(|change| PairingBarChangeView::of(change, today));
    Ok(Response::private(PairingBarChanges { items: items.collect() }))
}
