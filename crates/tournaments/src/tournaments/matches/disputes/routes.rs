//! Disputes and rulings over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{SignedIn, TournamentOfficial};
use crate::tournaments::matches::disputes::{DisputeBetween, OwnDispute, use_cases};
use crate::tournaments::matches::routes::sheet_form::SheetForm;
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, DisputeId, MatchId, PlayerId};
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_dispute)
        .service(list_disputes)
        .service(read_dispute)
        .service(create_ruling)
        .service(create_own_dispute)
        .service(list_own_disputes);
}

/// A dispute about a match.
#[derive(Serialize, ToSchema)]
#[schema(as = Dispute)]
pub(crate) struct DisputeView {
    /// Its id.
    #[schema(example = "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1")]
    id: DisputeId,
    /// The match that it is about.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: MatchId,
    /// The two who play it.
    #[schema(example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: Vec<PlayerId>,
    /// The complaint.
    #[schema(example = "The fourth game was drawn, not lost.")]
    reason: String,
    /// The account that entered it.
    #[schema(example = "019aa0c7-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    raised_by: AccountId,
    /// The player who disputes it themselves, or by a parent or guardian; none where an official entered it.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// The time at which it was entered.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T09:20:00.000000Z")]
    raised_at: Timestamp,
    /// The ruling of an umpire, once there is one.
    #[schema(example = "Both players' notes show a draw.")]
    ruling: Option<String>,
    /// The account that ruled.
    #[schema(example = "019aa0c7-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    ruled_by: Option<AccountId>,
    /// The time of the ruling.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T09:30:00.000000Z")]
    ruled_at: Option<Timestamp>,
}

impl From<DisputeBetween> for DisputeView {
    fn from(DisputeBetween { dispute, player_ids }: DisputeBetween) -> DisputeView {
        DisputeView {
            id: dispute.id,
            match_id: dispute.match_id,
            player_ids,
            reason: dispute.reason,
            raised_by: dispute.raised_by,
            player_id: dispute.player,
            raised_at: dispute.raised_at,
            ruling: dispute.ruling,
            ruled_by: dispute.ruled_by,
            ruled_at: dispute.ruled_at,
        }
    }
}

/// The answer to a step: the dispute, at its own address.
fn stepped(dispute: DisputeBetween) -> Response<DisputeView> {
    let location = format!("/v1/disputes/{}", dispute.dispute.id);
    Response::private(DisputeView::from(dispute)).created_at(location)
}

/// A complaint against a match.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateDispute {
    /// The complaint, and the person who makes it.
    #[schema(example = "The fourth game was drawn, not lost.", min_length = 1, max_length = 1000)]
    reason: String,
}

/// Dispute a match
///
/// On behalf of a player, until the tournament is ratified. Its round is not closed before an umpire has ruled.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateDispute,
    responses(
        (status = 201, description = "The dispute.", body = DisputeView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `disputed`: the match is disputed already."),
    ),
)]
#[post("/v1/matches/{id}/disputes")]
pub(crate) async fn create_dispute(
    caller: TournamentOfficial,
    match_id: Path<MatchId>,
    Body(asked, request): Body<CreateDispute>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(&asked.reason, 1000)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::raise(c, by, *match_id, &reason)?))
        })
        .await
}

/// The disputes about a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct Disputes {
    /// The oldest first.
    items: Vec<DisputeView>,
}

/// List the disputes about a match
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The disputes.", body = Disputes),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
)]
#[get("/v1/matches/{id}/disputes")]
pub(crate) async fn list_disputes(
    caller: TournamentOfficial,
    match_id: Path<MatchId>,
) -> Result<Response<Disputes>, Error> {
    let disputes = caller.read(move |c, by| use_cases::list(c, by, *match_id)).await?;
    let items = disputes.into_iter().map(DisputeView::from).collect();
    Ok(Response::private(Disputes { items }))
}

/// Read a dispute
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The dispute.", body = DisputeView),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
)]
#[get("/v1/disputes/{id}")]
pub(crate) async fn read_dispute(
    caller: TournamentOfficial,
    id: Path<DisputeId>,
) -> Result<Response<DisputeView>, Error> {
    let dispute = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(dispute.into()))
}

/// The ruling of an umpire.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRuling {
    /// The ruling, and its ground.
    #[schema(example = "Both players' notes show a draw.", min_length = 1, max_length = 1000)]
    ruling: String,
    /// The sheet as it should have been filled in for the match, if the result does not stand.
    sheet: Option<SheetForm>,
}

/// Rule on a dispute
///
/// The result stands, or another takes its place and is confirmed anew. Nobody rules on a match of their own or of a
/// relative.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateRuling,
    responses(
        (status = 201, description = "The dispute, ruled on.", body = DisputeView),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `already-ruled`: it was ruled on. `contradicts-record`: the record of a game says otherwise."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
)]
#[post("/v1/disputes/{id}/rulings")]
pub(crate) async fn create_ruling(
    caller: TournamentOfficial,
    id: Path<DisputeId>,
    Body(asked, request): Body<CreateRuling>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let ruling = faults.check("/ruling", text(&asked.ruling, 1000)).ok_or(faults)?;
    let sheet = asked.sheet.map(NewScoreSheet::from);
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::rule(c, by, *id, &ruling, sheet.as_ref())?))
        })
        .await
}

/// A dispute about a match of yours or your child's.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnDispute)]
struct OwnDisputeView {
    /// Its id.
    #[schema(example = "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1")]
    id: DisputeId,
    /// The match that it is about.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: MatchId,
    /// Whether you have raised it, or it was raised for a player for whom your account holds.
    #[schema(example = true)]
    own: bool,
    /// The complaint, if it is your own.
    #[schema(example = "The fourth game was drawn, not lost.")]
    reason: Option<String>,
    /// The time at which it was entered.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T09:20:00.000000Z")]
    raised_at: Timestamp,
    /// The ruling of an umpire, once there is one.
    #[schema(example = "Both players' notes show a draw.")]
    ruling: Option<String>,
    /// The time of the ruling.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T09:30:00.000000Z")]
    ruled_at: Option<Timestamp>,
}

impl From<OwnDispute> for OwnDisputeView {
    fn from(OwnDispute { dispute, is_own }: OwnDispute) -> OwnDisputeView {
        OwnDisputeView {
            id: dispute.id,
            match_id: dispute.match_id,
            own: is_own,
            reason: is_own.then_some(dispute.reason),
            raised_at: dispute.raised_at,
            ruling: dispute.ruling,
            ruled_at: dispute.ruled_at,
        }
    }
}

/// A complaint against the result of a match of your own, or of your child.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateOwnDispute {
    /// The player for whom your account holds, one of the two who play.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The complaint.
    #[schema(example = "The fourth game was drawn, not lost.", min_length = 1, max_length = 1000)]
    reason: String,
}

/// Dispute the result of your own match, or your child's
///
/// Until its round is closed, which waits for the ruling. The officials of the tournament read who disputes, and nobody else.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateOwnDispute,
    responses(
        (status = 201, description = "The dispute.", body = OwnDisputeView),
        (status = 409, description = "In this order: `round-closed`: the round is closed. `wrong-state`: the tournament was cancelled. `result-missing`: there is nothing to dispute yet. `disputed`: the match is disputed already."),
        (status = 422, description = "`not-entered`: the player does not play this match."),
    ),
)]
#[post("/v1/me/matches/{id}/disputes")]
pub(crate) async fn create_own_dispute(
    caller: SignedIn,
    match_id: Path<MatchId>,
    Body(asked, request): Body<CreateOwnDispute>,
) -> Result<StoredResponse, Error> {
    let (mut faults, player) = (Faults::default(), asked.player_id);
    let reason = faults.check("/reason", text(&asked.reason, 1000)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let dispute = use_cases::raise_own(c, by, *match_id, player, &reason)?;
            let location = format!("/v1/me/matches/{match_id}/disputes");
            Ok(Response::private(OwnDisputeView::from(dispute)).created_at(location))
        })
        .await
}

/// The disputes about a match of yours or your child's.
#[derive(Serialize, ToSchema)]
struct OwnDisputes {
    /// The oldest first.
    items: Vec<OwnDisputeView>,
}

/// List the disputes about your own match, or your child's
///
/// With the rulings. Who raised a dispute is not told.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The disputes.", body = OwnDisputes)),
)]
#[get("/v1/me/matches/{id}/disputes")]
pub(crate) async fn list_own_disputes(
    caller: SignedIn,
    match_id: Path<MatchId>,
) -> Result<Response<OwnDisputes>, Error> {
    let disputes = caller.read(move |c, by| use_cases::list_own(c, by, *match_id)).await?;
    let items = disputes.into_iter().map(OwnDisputeView::from).collect();
    Ok(Response::private(OwnDisputes { items }))
}
