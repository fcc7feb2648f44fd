//! Transfers over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Reach;
use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::clubs;
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
use crate::players::registrations::store as registrations;
use crate::players::routes::{member, unknown_player};
use crate::players::transfers::{Refusal, State, Transfer, store};
use crate::players::{self, Player, PlayerName, club_within};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Faults, text};
use crate::web::body::{Body, NoBody, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_transfer)
        .service(list_transfers)
        .service(read_transfer)
        .service(create_transfer_release)
        .service(create_transfer_acceptance)
        .service(create_transfer_refusal);
}

crate::problem_kinds! {
    ALREADY_MEMBER = 409 "already-member", "The player is a member of this club",
        "There is nothing to transfer.";
    TRANSFER_OPEN = 409 "transfer-open", "Another transfer is under way",
        "A player is transferred once at a time: accept or refuse the other transfer first.";
    STEP_NOT_ALLOWED = 409 "step-not-allowed", "The transfer has not come this far, or further",
        "A transfer is asked for, then released by the old club, then accepted by the new club's province; until then it may be refused.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::AlreadyMember => ALREADY_MEMBER.problem(detail),
            Refusal::TransferOpen => TRANSFER_OPEN.problem(detail),
            Refusal::StepNotAllowed(_) => STEP_NOT_ALLOWED.problem(detail),
        }
        .into()
    }
}

/// A transfer as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTransfer {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")]
    id: Option<Id>,
    /// Who is to move.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// The club that the player joins.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
}

/// A transfer, for those who look after one of the clubs.
#[derive(Serialize, ToSchema)]
#[schema(as = Transfer)]
pub(crate) struct TransferView {
    /// Its id.
    #[schema(example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")]
    id: Id,
    /// Who moves, as everyone may see.
    player: PlayerName,
    /// The club that the player leaves.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e60")]
    from_club_id: Id,
    /// The club that the player joins.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    to_club_id: Id,
    /// How far it has come.
    state: State,
    /// When the new club asked.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    asked_at: Timestamp,
    /// When the old club released the player.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T09:30:00.000000Z")]
    released_at: Option<Timestamp>,
    /// When the new club's province accepted.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-23T07:15:00.000000Z")]
    accepted_at: Option<Timestamp>,
    /// When one side refused.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-23T07:15:00.000000Z")]
    refused_at: Option<Timestamp>,
    /// Why it was refused.
    #[schema(example = "The player owes the club a board.")]
    reason: Option<String>,
}

impl TransferView {
    pub(crate) fn of(transfer: Transfer, player: &Player, today: NaiveDate) -> TransferView {
        TransferView {
            id: transfer.id,
            player: player.named(today),
            from_club_id: transfer.from,
            to_club_id: transfer.to,
            state: transfer.state(),
            asked_at: transfer.asked_at,
            released_at: transfer.released_at,
            accepted_at: transfer.accepted_at,
            refused_at: transfer.refused_at,
            reason: transfer.reason,
        }
    }
}

fn view(c: &mut Conn, transfer: Transfer, today: NaiveDate) -> Result<TransferView, Error> {
    let player = member(c, transfer.player)?;
    let player = player.ok_or_else(|| Error::Internal(format!("transfer {}: its player", transfer.id)))?;
    Ok(TransferView::of(transfer, &player, today))
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
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/transfers")]
pub(crate) async fn create_transfer(
    caller: ClubSecretary,
    Body(asked, request): Body<CreateTransfer>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let CreateTransfer { id, player_id, club_id } = asked;
    let id = id.unwrap_or_else(|| Id::new(now));
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let club = club_within(clubs::store::find(c, club_id)?, club_id, &reach)?;
            let created = |view| Reply::private(view).created_at(format!("/v1/transfers/{id}"));
            if let Some(transfer) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(view(c, transfer, now.day())?));
            }
            let player = member(c, player_id)?
                .ok_or_else(|| unknown_player(player_id))?
                .unerased()?;
            let transfer = Transfer::ask(id, &player, &club, now)?;
            store::insert(c, &transfer, &fingerprint)?;
            let view = TransferView::of(transfer, &player, now.day());
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_transfer", "transfer", id, &view)?,
            )?;
            Ok(created(view))
        })
        .await
}

/// Which transfers to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListTransfers {
    /// Only those that have come so far and no further.
    #[param(inline, example = "asked")]
    state: Option<State>,
    /// Only from or to this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// Only of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
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
    responses((status = 200, description = "A page of transfers.", body = Page<TransferView>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/transfers")]
pub(crate) async fn list_transfers(
    caller: ClubSecretary,
    Query(query): Query<ListTransfers>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<TransferView>>, Error> {
    let (after, reach, today) = (
        after(query.cursor.as_deref())?,
        caller.reach().clone(),
        clock.now().day(),
    );
    let ListTransfers {
        state,
        club_id,
        player_id,
        limit,
        ..
    } = query;
    let views = database
        .read(move |c| {
            let players = player_id.map(|player| players::store::entries(c, player)).transpose()?;
            let filter = store::Filter {
                state,
                club: club_id,
                players,
                after,
            };
            let transfers = store::list(c, filter, &reach, Some(limit.rows()))?;
            shown(c, transfers, today)
        })
        .await?;
    Ok(Reply::private_page(Page::of(
        views,
        limit,
        |view| view.id,
        |view| view,
    )?))
}

/// The transfers with the players' names.
fn shown(c: &mut Conn, transfers: Vec<Transfer>, today: NaiveDate) -> Result<Vec<TransferView>, Error> {
    let ids: Vec<Id> = transfers.iter().map(|transfer| transfer.player).collect();
    let players = players::store::find_all(c, &ids)?;
    let view = |transfer: Transfer| {
        let player = players.get(&transfer.player);
        let player = player.ok_or_else(|| Error::Internal(format!("transfer {}: its player", transfer.id)))?;
        Ok(TransferView::of(transfer, player, today))
    };
    transfers.into_iter().map(view).collect()
}

/// Which of its clubs one must look after.
#[derive(Clone, Copy)]
enum Party {
    From,
    To,
    Either,
}

/// The transfer, if the caller looks after the party's club.
fn transfer_within(c: &mut Conn, id: Id, reach: &Reach, party: Party) -> Result<Transfer, Error> {
    let transfer = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no transfer with this id."))?;
    let mut looks_after = |club| Ok::<_, Error>(club_within(clubs::store::find(c, club)?, club, reach));
    match party {
        Party::From => looks_after(transfer.from)??,
        Party::To => looks_after(transfer.to)??,
        Party::Either => looks_after(transfer.from)?.or(looks_after(transfer.to)?)?,
    };
    Ok(transfer)
}

/// Read a transfer
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The transfer's id.", example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")),
    responses((status = 200, description = "The transfer.", body = TransferView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/transfers/{id}")]
pub(crate) async fn read_transfer(
    caller: ClubSecretary,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<TransferView>, Error> {
    let (id, reach, today) = (id.into_inner(), caller.reach().clone(), clock.now().day());
    let view = database
        .read(move |c| {
            let transfer = transfer_within(c, id, &reach, Party::Either)?;
            view(c, transfer, today)
        })
        .await?;
    Ok(Reply::private(view))
}

/// Keeps a step of a transfer, and its row in the audit trail.
fn step(
    c: &mut Conn,
    (before, after): (Transfer, Transfer),
    (action, actor): (&str, &Actor),
    now: Timestamp,
) -> Result<Reply<TransferView>, Error> {
    store::update(c, &after)?;
    let id = after.id;
    let (before, after) = (view(c, before, now.day())?, view(c, after, now.day())?);
    audit::append(c, now, actor, Change::altered(action, "transfer", id, &before, &after)?)?;
    Ok(Reply::private(after).created_at(format!("/v1/transfers/{id}")))
}

/// Release a player
///
/// By the club that the player leaves.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The transfer's id.", example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")),
    responses(
        (status = 201, description = "The transfer, released.", body = TransferView),
        (status = 409, description = "`step-not-allowed`: it was released, accepted or refused before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/transfers/{id}/releases")]
pub(crate) async fn create_transfer_release(
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
            let transfer = transfer_within(c, id, &reach, Party::From)?;
            let released = transfer.clone().released(now)?;
            step(c, (transfer, released), ("create_transfer_release", &actor), now)
        })
        .await
}

/// Accept a transfer
///
/// By the province of the club that the player joins. The player is its member from now on, and registrations for the
/// present gaming year go along.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The transfer's id.", example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")),
    responses(
        (status = 201, description = "The transfer, accepted.", body = TransferView),
        (status = 409, description = "`step-not-allowed`: it is not released, or was accepted or refused before."),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/transfers/{id}/acceptances")]
pub(crate) async fn create_transfer_acceptance(
    caller: Coordinator,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let transfer = transfer_within(c, id, &reach, Party::To)?;
            let accepted = transfer.clone().accepted(now)?;
            let player = member(c, transfer.player)?
                .ok_or_else(|| unknown_player(transfer.player))?
                .unerased()?;
            let before = player.particulars()?;
            let after = Player {
                club: transfer.to,
                ..player
            }
            .particulars()?;
            store::join(c, transfer.player, transfer.to)?;
            registrations::follow(c, transfer.player, transfer.to, GamingYear::of(now.day()))?;
            let change = Change::altered("create_transfer_acceptance", "player", transfer.player, &before, &after)?;
            audit::append(c, now, &actor, change)?;
            step(c, (transfer, accepted), ("create_transfer_acceptance", &actor), now)
        })
        .await
}

/// Why a transfer is refused.
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
    params(("id" = Id, Path, description = "The transfer's id.", example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")),
    request_body = CreateTransferRefusal,
    responses(
        (status = 201, description = "The transfer, refused.", body = TransferView),
        (status = 409, description = "`step-not-allowed`: it was accepted or refused before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/transfers/{id}/refusals")]
pub(crate) async fn create_transfer_refusal(
    caller: ClubSecretary,
    id: Path<Id>,
    Body(asked, request): Body<CreateTransferRefusal>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let mut faults = Faults::default();
    let reason = faults.take("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let transfer = transfer_within(c, id, &reach, Party::Either)?;
            let refused = transfer.clone().refused(reason.clone(), now)?;
            step(c, (transfer, refused), ("create_transfer_refusal", &actor), now)
        })
        .await
}
