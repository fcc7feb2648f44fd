//! Disputes and rulings over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::tournaments::State;
use crate::tournaments::matches::disputes::Dispute;
use crate::tournaments::matches::routes::views::{DisputeView, Disputes, SheetForm};
use crate::tournaments::matches::routes::{change, match_in, rules_on, tournament_of, with};
use crate::tournaments::matches::{Refusal, can_change, store};
use crate::tournaments::officials::caller::Asking;
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::response::{Answer, Reply};

/// What is said against a match.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateDispute {
    /// What, and by whom.
    #[schema(example = "The fourth game was drawn, not lost.", min_length = 1, max_length = 1000)]
    reason: String,
}

/// Dispute a match
///
/// On behalf of a player, until the tournament is ratified. Its round is not closed before an umpire has ruled.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    request_body = CreateDispute,
    responses(
        (status = 201, description = "The dispute.", body = DisputeView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `disputed`: the match is disputed already."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/matches/{id}/disputes")]
pub(crate) async fn create_dispute(
    caller: TournamentOfficial,
    of: Path<Id>,
    Body(asked, request): Body<CreateDispute>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (of, asking) = (of.into_inner(), Asking::new(&caller, clock.now()));
    let mut faults = Faults::default();
    let reason = faults.take("/reason", text(&asked.reason, 1000)).ok_or(faults)?;
    let id = Id::new(asking.now);
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of(c, of)?;
            let (_, proceedings) = asking.run(c, tournament)?;
            let one = match_in(&proceedings, of)?;
            proceedings.tournament.clone().at(&[State::Running, State::Finished])?;
            if one.disputed {
                return Err(Refusal::Disputed(one.board).into());
            }
            let (raised_by, raised_at) = (asking.account, asking.now);
            let dispute = Dispute {
                id,
                of,
                reason: reason.clone(),
                raised_by,
                raised_at,
                ruling: None,
            };
            store::dispute(c, &dispute)?;
            let view = DisputeView::of(&dispute, one, &proceedings);
            let change = Change::created("create_dispute", "dispute", id, &view)?;
            audit::append(c, asking.now, &asking.actor, change)?;
            Ok(Reply::private(view).created_at(format!("/v1/disputes/{id}")))
        })
        .await
}

/// List the disputes about a match
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The match's id.", example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")),
    responses(
        (status = 200, description = "The disputes.", body = Disputes),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[get("/v1/matches/{id}/disputes")]
pub(crate) async fn list_disputes(
    caller: TournamentOfficial,
    of: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Disputes>, Error> {
    let (of, asking) = (of.into_inner(), Asking::new(&caller, clock.now()));
    let disputes = database
        .read(move |c| {
            let tournament = tournament_of(c, of)?;
            let (_, proceedings) = asking.run(c, tournament)?;
            let one = match_in(&proceedings, of)?;
            let disputes = store::disputes_of(c, of)?;
            Ok(disputes
                .iter()
                .map(|dispute| DisputeView::of(dispute, one, &proceedings))
                .collect())
        })
        .await?;
    Ok(Reply::private(Disputes { items: disputes }))
}

fn find_dispute(c: &mut Conn, id: Id) -> Result<Dispute, Error> {
    Ok(store::find_dispute(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no dispute with this id."))?)
}

/// Read a dispute
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The dispute's id.", example = "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1")),
    responses(
        (status = 200, description = "The dispute.", body = DisputeView),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[get("/v1/disputes/{id}")]
pub(crate) async fn read_dispute(
    caller: TournamentOfficial,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<DisputeView>, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    let dispute = database
        .read(move |c| {
            let dispute = find_dispute(c, id)?;
            let tournament = tournament_of(c, dispute.of)?;
            let (_, proceedings) = asking.run(c, tournament)?;
            Ok(DisputeView::of(
                &dispute,
                match_in(&proceedings, dispute.of)?,
                &proceedings,
            ))
        })
        .await?;
    Ok(Reply::private(dispute))
}

/// How an umpire rules.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRuling {
    /// The ruling, and its ground.
    #[schema(example = "Both players' notes show a draw.", min_length = 1, max_length = 1000)]
    ruling: String,
    /// What should have been filled in for the match, if the result does not stand.
    sheet: Option<SheetForm>,
}

/// Rule on a dispute
///
/// The result stands, or another takes its place and is confirmed anew. Nobody rules on a match of their own or of a
/// relative.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The dispute's id.", example = "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1")),
    request_body = CreateRuling,
    responses(
        (status = 201, description = "The dispute, ruled on.", body = DisputeView),
        (status = 403, description = "`conflict-of-interest`: it is your own match, or a relative's."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `already-ruled`: it was ruled on. `contradicts-record`: the record of a game says otherwise."),
        (status = 422, description = "`not-entered`: somebody named does not play this match."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/disputes/{id}/rulings")]
pub(crate) async fn create_ruling(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateRuling>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    let mut faults = Faults::default();
    let ruling = faults.take("/ruling", text(&asked.ruling, 1000)).ok_or(faults)?;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let dispute = find_dispute(c, id)?;
            let tournament = tournament_of(c, dispute.of)?;
            let (official, proceedings) = asking.run(c, tournament)?;
            let one = match_in(&proceedings, dispute.of)?;
            rules_on(&official, one, &proceedings)?;
            let sheet = asked
                .sheet
                .as_ref()
                .map(|form| form.sheet(one, &proceedings, "/sheet"))
                .transpose()?;
            can_change(&proceedings.tournament, true, &official)?;
            let before = DisputeView::of(&dispute, one, &proceedings);
            let ruled = dispute.ruled(ruling.clone(), asking.account, asking.now)?;
            store::rule(c, &ruled)?;
            if let Some(sheet) = sheet {
                let entered = one.ruled(sheet, ruling.clone(), &official, asking.now)?;
                store::enter(c, &proceedings.entries, &[(one.id, entered.clone())])?;
                let after = with(one, entered);
                let change = change("create_ruling", (one, &after), &proceedings, &asking)?;
                audit::append(c, asking.now, &asking.actor, change)?;
            }
            let after = DisputeView::of(&ruled, one, &proceedings);
            let change = Change::altered("create_ruling", "dispute", id, &before, &after)?;
            audit::append(c, asking.now, &asking.actor, change)?;
            Ok(Reply::private(after).created_at(format!("/v1/disputes/{id}")))
        })
        .await
}
