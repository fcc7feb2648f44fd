//! Branches over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::pens::branches::{LONGEST_NOTE, use_cases};
use crate::pens::commands::PenCommand;
use crate::pens::hand_ins::Executor;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::body::{Body, NoBody, Query};
use crate::web::openapi::Routes;
use crate::web::operations::Operations;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(list_pen_branch_commands)
        .service(create_pen_branch_adoption)
        .service(create_pen_branch_dismissal);
}

/// A command that a lost laptop has written down, and that was not home when the pen was reclaimed.
#[derive(Serialize, ToSchema)]
struct PenBranchCommandView {
    /// Its id.
    #[schema(example = "019ab2c3-1d2e-7f30-9a4b-5c6d7e8f9a0b")]
    id: Id,
    /// The loan of the pen in which it was given.
    #[schema(minimum = 1, example = 1)]
    epoch: i64,
    /// Its number in the loan.
    #[schema(minimum = 1, example = 1144)]
    n: i64,
    /// The operation in words; none of a form of the desk.
    #[schema(example = "Enter the result of a match")]
    summary: Option<String>,
    /// The account that gave it.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: AccountId,
    /// The time at which it was given, by the laptop's clock.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T14:40:00.000000Z")]
    at: Timestamp,
    /// The method of the request.
    #[schema(example = "POST")]
    method: String,
    /// The path of the request, with its query.
    #[schema(example = "/v1/matches/019aa0d5-6f7a-7b8c-9d0e-1f2a3b4c5d6e/results")]
    path: String,
    /// The text that was sent, 10,000 characters of it at most; none once it was adopted or dismissed.
    #[schema(example = "{\"games\":[{\"result\":\"first\"}]}")]
    body: Option<String>,
    /// The time at which somebody adopted it.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-23T08:30:00.000000Z")]
    adopted_at: Option<Timestamp>,
    /// The account that adopted it.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    adopted_by: Option<AccountId>,
    /// The time at which somebody dismissed it.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-23T08:35:00.000000Z")]
    dismissed_at: Option<Timestamp>,
    /// The account that dismissed it.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    dismissed_by: Option<AccountId>,
    /// The reason why it was dismissed.
    #[schema(example = "The round was drawn again without it.")]
    note: Option<String>,
}

impl PenBranchCommandView {
    fn of(command: PenCommand, operations: &Operations) -> PenBranchCommandView {
        PenBranchCommandView {
            body: command.shown(),
            id: command.id,
            epoch: command.epoch,
            n: command.n,
            summary: operations.in_words(&command.method, &command.path).map(str::to_owned),
            account_id: command.account,
            at: command.at,
            method: command.method,
            path: command.path,
            adopted_at: command.adopted_at,
            adopted_by: command.adopted_by,
            dismissed_at: command.dismissed_at,
            dismissed_by: command.dismissed_by,
            note: command.note,
        }
    }
}

/// The answer with a command that somebody has seen to, which stands in the list.
fn answered(command: PenCommand, operations: &Operations) -> Response<PenBranchCommandView> {
    let location = format!("/v1/tournaments/{}/pen-branch-commands", command.tournament);
    Response::private(PenBranchCommandView::of(command, operations)).created_at(location)
}

/// List what lost laptops did that was not home
///
/// The commands of loans that were reclaimed which nobody has executed, in their order: those that waited for others by then, and
/// those that were handed in afterwards.
#[utoipa::path(
    tag = "pens",
    params(PageQuery),
    responses((status = 200, description = "A page of commands.", body = Page<PenBranchCommandView>)),
)]
#[get("/v1/tournaments/{id}/pen-branch-commands")]
async fn list_pen_branch_commands(
    caller: Coordinator,
    id: Path<TournamentId>,
    Query(query): Query<PageQuery>,
    operations: Data<Operations>,
) -> Result<Response<Page<PenBranchCommandView>>, Error> {
    let (after, limit) = (query.after()?, query.limit);
    let commands = caller.read(move |c, by| use_cases::list(c, by, *id, after, limit.rows()));
    Ok(Response::private_page(Page::of(
        commands.await?,
        limit,
        |command| (command.epoch, command.n),
        |command| PenBranchCommandView::of(command, &operations),
    )?))
}

/// Adopt a command of a lost laptop
///
/// It is executed as a command of yours, now, on what the federation knows now; the ids that it makes are those that it made there,
/// so that what was done after it finds them. The trail names where it comes from. It is refused as you would be if you sent it
/// yourself, and then nothing is adopted.
#[utoipa::path(
    tag = "pens",
    responses(
        (status = 201, description = "The command, adopted.", body = PenBranchCommandView),
        (status = 403, description = "What the command itself is refused with, such as `second-person-needed`: you entered the result that it confirms."),
        (status = 404, description = "`not-found`: there is no such command, or nothing there any more that it would change."),
        (status = 409, description = "`already-adopted`: somebody has adopted it. `already-dismissed`: somebody has dismissed it. `changes-nothing`: it has no effect here. Or what the command itself is refused with, such as `result-entered`."),
        (status = 412, description = "What the command itself is refused with, such as `stale`: it was given on another result than there is here."),
        (status = 413, description = "`body-too-large`: more was sent with it than an operation takes."),
        (status = 415, description = "`unsupported-media-type`: something else was sent with it than the operation takes."),
        (status = 422, description = "What the command itself is refused with, such as `invalid-input`."),
    ),
)]
#[post("/v1/pen-branch-commands/{id}/adoptions")]
async fn create_pen_branch_adoption(
    caller: Coordinator,
    id: Path<Id>,
    NoBody(request): NoBody,
    executor: Data<dyn Executor>,
    operations: Data<Operations>,
) -> Result<StoredResponse, Error> {
    let id = *id;
    let was_seen_to = use_cases::adopt(&caller, id, executor.get_ref()).await?;
    caller
        .write_once(request, move |c, by| {
            let command = use_cases::adopted(c, by, id, was_seen_to)?;
            Ok(answered(command, &operations))
        })
        .await
}

/// The dismissal of a command.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePenBranchDismissal {
    /// The reason why nobody is to adopt it. Name nobody in it.
    #[schema(example = "The round was drawn again without it.", min_length = 1, max_length = 400)]
    note: String,
}

/// Dismiss a command of a lost laptop
///
/// For good: nobody adopts it any more, and what was sent with it is deleted. That it was given, when, by whom and its hash stay.
#[utoipa::path(
    tag = "pens",
    request_body = CreatePenBranchDismissal,
    responses(
        (status = 201, description = "The command, dismissed.", body = PenBranchCommandView),
        (status = 409, description = "`already-adopted`: somebody has adopted it. `already-dismissed`: somebody has dismissed it before."),
    ),
)]
#[post("/v1/pen-branch-commands/{id}/dismissals")]
async fn create_pen_branch_dismissal(
    caller: Coordinator,
    id: Path<Id>,
    Body(asked, request): Body<CreatePenBranchDismissal>,
    operations: Data<Operations>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let note = faults.check("/note", text(&asked.note, LONGEST_NOTE)).ok_or(faults)?;
    let context = caller.context().clone();
    let answer = caller
        .write_once(request, move |c, by| {
            let command = use_cases::dismiss(c, by, *id, &note)?;
            Ok(answered(command, &operations))
        })
        .await?;
    context.clear_journal().await;
    Ok(answer)
}
