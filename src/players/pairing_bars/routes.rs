//! Pairing bars over HTTP.

use std::collections::HashMap;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::Reach;
use crate::accounts::caller::{ClubSecretary, Official};
use crate::clubs;
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::pairing_bars::{PairingBar, Relation, store};
use crate::players::routes::Entry;
use crate::players::{self, Player, PlayerName, UNKNOWN_PLAYER, club_within};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid};
use crate::web::body::{Body, NoBody};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

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
    id: Option<Id>,
    /// The two players, in any order.
    #[schema(min_items = 2, max_items = 2, example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: Vec<Id>,
    /// What they are to each other. Private.
    relation: Relation,
}

/// A pairing bar, for those who look after one of the players.
#[derive(Serialize, ToSchema)]
#[schema(as = PairingBar)]
pub(crate) struct PairingBarView {
    /// Its id.
    #[schema(example = "019aa0cf-9c0d-7e1f-8a2b-3c4d5e6f7a8b")]
    id: Id,
    /// The two players, as everyone may see them.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<PlayerName>,
    /// What they are to each other.
    relation: Relation,
    /// When it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// When it was withdrawn; it holds until then.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
}

/// All pairing bars of a player.
#[derive(Serialize, ToSchema)]
struct PairingBars {
    /// The oldest first; withdrawn ones too.
    items: Vec<PairingBarView>,
}

/// The bars with the players' names.
fn shown(c: &mut Conn, bars: Vec<PairingBar>, today: NaiveDate) -> Result<Vec<PairingBarView>, Error> {
    let ids: Vec<Id> = bars.iter().flat_map(|bar| bar.players).collect();
    Ok(views(bars, &players::store::find_all(c, &ids)?, today))
}

/// The bars of a player with the names, the player's own as one reads of oneself.
pub(crate) fn shown_to(
    player: &Player,
    c: &mut Conn,
    bars: Vec<PairingBar>,
    today: NaiveDate,
) -> Result<Vec<PairingBarView>, Error> {
    let ids: Vec<Id> = bars.iter().flat_map(|bar| bar.players).collect();
    let mut named = players::store::find_all(c, &ids)?;
    for own in named.values_mut().filter(|named| named.id == player.id) {
        own.clone_from(player);
    }
    Ok(views(bars, &named, today))
}

fn views(bars: Vec<PairingBar>, named: &HashMap<Id, Player>, today: NaiveDate) -> Vec<PairingBarView> {
    let view = |PairingBar {
                    id,
                    players,
                    relation,
                    created_at,
                    withdrawn_at,
                }| {
        let players = players
            .iter()
            .filter_map(|id| named.get(id))
            .map(|player| player.named(today))
            .collect();
        PairingBarView {
            id,
            players,
            relation,
            created_at,
            withdrawn_at,
        }
    };
    bars.into_iter().map(view).collect()
}

fn view(c: &mut Conn, bar: &PairingBar, today: NaiveDate) -> Result<PairingBarView, Error> {
    let views = shown(c, vec![bar.clone()], today)?;
    views
        .into_iter()
        .next()
        .ok_or_else(|| Error::Internal("no pairing bar to show".to_owned()))
}

/// Refuses who looks after neither of the two and is no umpire, for whom there are no limits. That is judged before
/// anything is read of them.
fn either_within(c: &mut Conn, pair: [Id; 2], reach: &Reach) -> Result<(), Error> {
    let mut looks_after = |place: usize| {
        let unknown = || unknown_player(place, pair[place]);
        let club = players::store::club(c, pair[place])?.ok_or_else(unknown)?;
        let found = clubs::store::find(c, club)?;
        Ok::<_, Error>(if reach.is_umpire() {
            Ok(())
        } else {
            club_within(found, club, reach).map(|_| ())
        })
    };
    looks_after(0)?.or(looks_after(1)?)?;
    Ok(())
}

fn unknown_player(place: usize, id: Id) -> Error {
    UNKNOWN_PLAYER
        .at(
            &format!("/player_ids/{place}"),
            format!("There is no player with the id {id}."),
        )
        .into()
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
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club", "umpire": "any" }))),
)]
#[post("/v1/pairing-bars")]
pub(crate) async fn create_pairing_bar(
    caller: Official,
    Body(asked, request): Body<CreatePairingBar>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let pair = <[Id; 2]>::try_from(asked.player_ids);
    let pair = pair.map_err(|_| Faults::of("/player_ids", Invalid::new("invalid-value", "Must name two players.")))?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            either_within(c, pair, &reach)?;
            let found = players::store::find_all(c, &pair)?;
            let player = |place: usize| {
                found
                    .get(&pair[place])
                    .ok_or_else(|| unknown_player(place, pair[place]))
            };
            let pair = [player(0)?, player(1)?];
            let created = |view| Reply::private(view).created_at(format!("/v1/pairing-bars/{id}"));
            if let Some(bar) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(view(c, &bar, now.day())?));
            }
            for player in pair {
                player.clone().unerased()?;
            }
            let by_umpire = reach.is_umpire() || reach.is_everywhere();
            let bar = PairingBar::between([pair[0].id, pair[1].id], asked.relation, by_umpire, id, now)?;
            store::insert(c, &bar, &fingerprint)?;
            let view = view(c, &bar, now.day())?;
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_pairing_bar", "pairing_bar", id, &view)?,
            )?;
            Ok(created(view))
        })
        .await
}

/// List a player's pairing bars
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The bars.", body = PairingBars)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/players/{id}/pairing-bars")]
pub(crate) async fn list_pairing_bars(
    caller: ClubSecretary,
    entry: Entry,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<PairingBars>, Error> {
    let (reach, today) = (caller.reach().clone(), clock.now().day());
    let items = database
        .read(move |c| {
            entry.within(c, &reach)?;
            let bars = store::list(c, entry.id)?;
            shown(c, bars, today)
        })
        .await?;
    Ok(Reply::private(PairingBars { items }))
}

/// The bar, if the caller looks after one of the players.
fn bar_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<PairingBar, Error> {
    let bar = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no pairing bar with this id."))?;
    either_within(c, bar.players, reach)?;
    Ok(bar)
}

/// Read a pairing bar
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The bar's id.", example = "019aa0cf-9c0d-7e1f-8a2b-3c4d5e6f7a8b")),
    responses((status = 200, description = "The bar.", body = PairingBarView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/pairing-bars/{id}")]
pub(crate) async fn read_pairing_bar(
    caller: ClubSecretary,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<PairingBarView>, Error> {
    let (id, reach, today) = (id.into_inner(), caller.reach().clone(), clock.now().day());
    let view = database
        .read(move |c| {
            let bar = bar_within(c, id, &reach)?;
            view(c, &bar, today)
        })
        .await?;
    Ok(Reply::private(view))
}

/// Withdraw a pairing bar
///
/// The two may be drawn against each other from now on. What an umpire has declared an administrator withdraws.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The bar's id.", example = "019aa0cf-9c0d-7e1f-8a2b-3c4d5e6f7a8b")),
    responses(
        (status = 201, description = "The bar, withdrawn.", body = PairingBarView),
        (status = 409, description = "`already-withdrawn`: it was withdrawn before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/pairing-bars/{id}/withdrawals")]
pub(crate) async fn create_pairing_bar_withdrawal(
    caller: ClubSecretary,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let bar = bar_within(c, id, &reach)?;
            let before = view(c, &bar, now.day())?;
            let withdrawn = bar.withdrawn(reach.is_everywhere(), now)?;
            store::update(c, &withdrawn)?;
            let after = view(c, &withdrawn, now.day())?;
            let change = Change::altered("create_pairing_bar_withdrawal", "pairing_bar", id, &before, &after)?;
            audit::append(c, now, &actor, change)?;
            Ok(Reply::private(after).created_at(format!("/v1/pairing-bars/{id}")))
        })
        .await
}
