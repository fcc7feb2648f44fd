//! Entries made many at once, over HTTP.

use actix_web::post;
use actix_web::web::Path;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretaryOrUmpire;
use crate::players::Number;
use crate::tournaments::entries::PublicEntry;
use crate::tournaments::entry_batches::MOST_AT_ONCE;
use crate::tournaments::entry_batches::use_cases::{self, Newcomer, PlayerReference};
use crate::tournaments::model::Entry;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, PlayerId, TournamentId};
use crate::values::validation::{Faults, Limited, ValueError};
use crate::web::body::Body;
use crate::web::idempotency::Creation;
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_entry_batch);
}

/// An entry of a batch as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EntryOfBatch {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    id: Option<EntryId>,
    /// The player, unless it is said by the number.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// The player's number, instead of the id.
    #[schema(value_type = Option<String>, example = "M-0004217-K", min_length = 1, max_length = 32)]
    player: Option<Limited<32>>,
    /// The club, school or university that the player represents, as for an entry that is made alone.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
}

impl EntryOfBatch {
    fn named(&self, at: &str, faults: &mut Faults) -> Option<PlayerReference> {
        let fault = |code, rule: &str| Err(ValueError::new(code, rule));
        match (self.player_id, &self.player) {
            (Some(id), None) => Some(PlayerReference::Id(id)),
            (None, Some(number)) => {
                let rule = "Must be the number of a player, as M-0004217-K; its last letter must fit.";
                let number = number.as_str().parse::<Number>().map(PlayerReference::Number);
                let number = number.or_else(|_| fault("unknown-player", rule));
                faults.check(&format!("{at}/player"), number)
            }
            (None, None) => faults.check(&format!("{at}/player_id"), fault("required", "Must be given.")),
            (Some(_), Some(_)) => {
                let rule = "Name the player by the id or by the number, not both.";
                faults.check(&format!("{at}/player"), fault("not-allowed", rule))
            }
        }
    }
}

/// Entries as they are asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEntryBatch {
    /// The entries in the order in which they are to stand behind those that there are.
    #[schema(value_type = Vec<EntryOfBatch>, min_items = 1, max_items = 300)]
    entries: List<EntryOfBatch, 1, MOST_AT_ONCE>,
}

impl CreateEntryBatch {
    fn newcomers(&self, now: Timestamp) -> Result<Vec<Newcomer>, Error> {
        let (mut faults, mut newcomers) = (Faults::default(), Vec::with_capacity(self.entries.len()));
        for (index, asked) in self.entries.iter().enumerate() {
            let Some(player) = asked.named(&format!("/entries/{index}"), &mut faults) else {
                continue;
            };
            newcomers.push(Newcomer {
                creation: Creation::of(asked.id, asked, now)?,
                player,
                club: asked.club_id,
            });
        }
        if faults.is_empty() {
            Ok(newcomers)
        } else {
            Err(faults.into())
        }
    }
}

/// Entries that were made at once.
#[derive(Serialize, ToSchema)]
struct EntryBatch {
    /// The entries in the order in which they were sent.
    items: Vec<PublicEntry>,
}

impl EntryBatch {
    fn of(entries: &[Entry], today: NaiveDate) -> EntryBatch {
        EntryBatch {
            items: entries.iter().map(|entry| entry.public(today)).collect(),
        }
    }
}

/// Enter many players
///
/// All or none, each by the id or by the number, as if they were entered one after another: whoever may enter a player alone
/// may do so here. If some are refused, `errors` says of each why; the code is that of the first.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateEntryBatch,
    responses(
        (status = 201, description = "The entries that were made.", body = EntryBatch),
        (status = 409, description = "In this order, of the first that is refused: `wrong-state`: the tournament takes no entries. `entries-closed`: the last day for clubs is over. `tournament-full`: it has as many as it can. `not-eligible`: the federation does not admit the player. `not-registered`, `not-of-club`, `division-not-admitted`, `club-lapsed`, `fee-unpaid`: no registration of the player does. `already-entered`: the player is entered, or named twice. `id-taken`: the id is another entry's."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player."),
    ),
)]
#[post("/v1/tournaments/{id}/entries/batches")]
async fn create_entry_batch(
    caller: ClubSecretaryOrUmpire,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateEntryBatch>,
) -> Result<StoredResponse, Error> {
    let newcomers = asked.newcomers(caller.now())?;
    caller
        .write_once(request, move |c, by| {
            let entries = use_cases::enter_all(c, by, *tournament, &newcomers)?;
            let location = format!("/v1/tournaments/{tournament}/entries");
            Ok(Response::public(EntryBatch::of(&entries, by.today())).created_at(location))
        })
        .await
}
