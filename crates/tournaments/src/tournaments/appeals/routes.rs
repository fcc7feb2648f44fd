//! Appeals over HTTP: for players, those who look after them, and those who decide.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{ClubSecretary, Coordinator, SignedIn};
use crate::players::use_cases::PlayerPath;
use crate::tournaments::appeals::store::AppealFilter;
use crate::tournaments::appeals::use_cases::{self, NewAppeal};
use crate::tournaments::appeals::views::AppealView;
use crate::tournaments::appeals::{Appeal, AppealAgainst, AppealOutcome};
use crate::values::error::Error;
use crate::values::id::{AppealId, DisputeId, PlayerId, TournamentId};
use crate::values::validation::{Faults, ValueError, text};
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_own_appeal)
        .service(list_own_appeals)
        .service(create_appeal)
        .service(list_player_appeals)
        .service(list_appeals)
        .service(read_appeal)
        .service(create_appeal_decision);
}

/// An appeal as it is asked for: against the ruling on a dispute, or against a ratified result.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAppeal {
    /// The dispute about a match of the player, if the appeal is against the ruling.
    #[schema(example = "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1")]
    dispute_id: Option<DisputeId>,
    /// The tournament in which the player was entered, if the appeal is against the ratified result.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<TournamentId>,
    /// The grounds.
    #[schema(example = "The umpire did not look at my notes.", min_length = 1, max_length = 2000)]
    grounds: String,
}

impl CreateAppeal {
    /// The appeal, if it is against one thing.
    fn parse(&self) -> Result<NewAppeal, Faults> {
        let mut faults = Faults::default();
        let grounds = faults.check("/grounds", text(&self.grounds, 2000));
        let against = match (self.dispute_id, self.tournament_id) {
            (Some(dispute), None) => Ok(AppealAgainst::Ruling(dispute)),
            (None, Some(tournament)) => Ok(AppealAgainst::Ratification(tournament)),
            (None, None) => Err(ValueError::new("required", "Name the dispute or the tournament.")),
            (Some(_), Some(_)) => Err(ValueError::new(
                "not-allowed",
                "Name the dispute or the tournament alone.",
            )),
        };
        let against = faults.check("/dispute_id", against);
        match (against, grounds) {
            (Some(against), Some(grounds)) => Ok(NewAppeal { against, grounds }),
            _ => Err(faults),
        }
    }
}

/// The appeals of a player.
#[derive(Serialize, ToSchema)]
struct Appeals {
    /// The latest first.
    items: Vec<AppealView>,
}

impl Appeals {
    fn of(appeals: Vec<Appeal>) -> Response<Appeals> {
        let items = appeals.into_iter().map(AppealView::from).collect();
        Response::private(Appeals { items })
    }
}

/// Appeal for yourself or your child
///
/// Against the ruling on a dispute about a match of a player for whom your account holds, or against the ratified result of a
/// tournament in which the player was entered. Once, and until 14 days after the day of the ruling or the ratification.
/// Somebody decides who had no part in it. The decision changes no result: an appeal that is upheld brings a ratified tournament
/// under review, and what is wrong is corrected as ever.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateAppeal,
    responses(
        (status = 201, description = "The appeal.", body = AppealView),
        (status = 409, description = "In this order: `nothing-to-appeal`: there is no ruling, or the result is not ratified. `appeal-too-late`: more than 14 days have passed. `already-appealed`: the player has appealed against it before."),
        (status = 422, description = "`not-entered`: the player does not play in the match or the tournament."),
    ),
)]
#[post("/v1/me/players/{id}/appeals")]
pub(crate) async fn create_own_appeal(
    caller: SignedIn,
    path: PlayerPath,
    Body(asked, request): Body<CreateAppeal>,
) -> Result<StoredResponse, Error> {
    let new = asked.parse()?;
    caller
        .write_once(request, move |c, by| {
            let appeal = use_cases::raise_own(c, by, &path, &new)?;
            let location = format!("/v1/me/players/{}/appeals", appeal.player);
            Ok(Response::private(AppealView::from(appeal)).created_at(location))
        })
        .await
}

/// List your own appeals, or your child's
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The appeals.", body = Appeals)),
)]
#[get("/v1/me/players/{id}/appeals")]
pub(crate) async fn list_own_appeals(caller: SignedIn, path: PlayerPath) -> Result<Response<Appeals>, Error> {
    let appeals = caller.read(move |c, by| use_cases::list_own(c, by, &path)).await?;
    Ok(Appeals::of(appeals))
}

/// Appeal for a player
///
/// As the club, for its member, in the same way as a player does with an account of their own
/// (`POST /v1/me/players/{id}/appeals`). Who raises an appeal does not decide it.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateAppeal,
    responses(
        (status = 201, description = "The appeal.", body = AppealView),
        (status = 409, description = "In this order: `nothing-to-appeal`: there is no ruling, or the result is not ratified. `appeal-too-late`: more than 14 days have passed. `already-appealed`: the player has appealed against it before."),
        (status = 422, description = "`not-entered`: the player does not play in the match or the tournament."),
    ),
)]
#[post("/v1/players/{id}/appeals")]
pub(crate) async fn create_appeal(
    caller: ClubSecretary,
    path: PlayerPath,
    Body(asked, request): Body<CreateAppeal>,
) -> Result<StoredResponse, Error> {
    let new = asked.parse()?;
    caller
        .write_once(request, move |c, by| {
            let appeal = use_cases::raise(c, by, &path, &new)?;
            let location = format!("/v1/players/{}/appeals", appeal.player);
            Ok(Response::private(AppealView::from(appeal)).created_at(location))
        })
        .await
}

/// List the appeals of a player
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The appeals.", body = Appeals)),
)]
#[get("/v1/players/{id}/appeals")]
pub(crate) async fn list_player_appeals(caller: ClubSecretary, path: PlayerPath) -> Result<Response<Appeals>, Error> {
    let appeals = caller.read(move |c, by| use_cases::list_of(c, by, &path)).await?;
    Ok(Appeals::of(appeals))
}

/// The appeals to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAppeals {
    /// Lists only appeals about this tournament.
    #[param(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<TournamentId>,
    /// Lists only appeals that wait for a decision, or only those that do not.
    #[param(example = true)]
    pending: Option<bool>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGQ5LTgxOTItNzNhNC05NWI2LWM3ZDhlOWYwYTFiMiI")]
    cursor: Option<String>,
}

/// List appeals
///
/// About the tournaments that you look after, the latest first.
#[utoipa::path(
    tag = "tournaments",
    params(ListAppeals),
    responses((status = 200, description = "A page of appeals.", body = Page<AppealView>)),
)]
#[get("/v1/appeals")]
pub(crate) async fn list_appeals(
    caller: Coordinator,
    Query(query): Query<ListAppeals>,
) -> Result<Response<Page<AppealView>>, Error> {
    let limit = query.limit;
    let filter = AppealFilter {
        tournament: query.tournament_id,
        pending: query.pending,
        after: after(query.cursor.as_deref())?,
    };
    let appeals = caller
        .read(move |c, by| use_cases::list(c, by, &filter, limit.rows()))
        .await?;
    Ok(Response::private_page(Page::of(
        appeals,
        limit,
        |appeal| appeal.id,
        AppealView::from,
    )?))
}

/// Read an appeal
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The appeal.", body = AppealView)),
)]
#[get("/v1/appeals/{id}")]
pub(crate) async fn read_appeal(caller: Coordinator, id: Path<AppealId>) -> Result<Response<AppealView>, Error> {
    let appeal = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(appeal.into()))
}

/// A decision on an appeal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAppealDecision {
    /// The decision.
    outcome: AppealOutcome,
    /// The reason, which the player reads.
    #[schema(example = "The notes show a draw.", min_length = 1, max_length = 2000)]
    reason: String,
}

/// Decide an appeal
///
/// As somebody who had no part in it: who has raised the appeal, ruled on the dispute or ratified the result does not decide;
/// nor does who plays, or is a relative of who plays, in the match, or in the tournament if the appeal is against its result. The
/// decision is final, and changes no result. If the appeal is upheld, a ratified tournament is under review until it is
/// ratified again, and officials correct what is wrong (`POST /v1/matches/{id}/corrections`).
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateAppealDecision,
    responses(
        (status = 201, description = "The appeal, decided.", body = AppealView),
        (status = 403, description = "In this order: `conflict-of-interest`: it is about yourself, or a relative. `another-person-needed`: you had a part in it."),
        (status = 409, description = "`already-decided`: it was decided before."),
    ),
)]
#[post("/v1/appeals/{id}/decisions")]
pub(crate) async fn create_appeal_decision(
    caller: Coordinator,
    id: Path<AppealId>,
    Body(asked, request): Body<CreateAppealDecision>,
) -> Result<StoredResponse, Error> {
    let (mut faults, outcome) = (Faults::default(), asked.outcome);
    let reason = faults.check("/reason", text(&asked.reason, 2000)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let appeal = use_cases::decide(c, by, *id, outcome, &reason)?;
            let location = format!("/v1/appeals/{}", appeal.id);
            Ok(Response::private(AppealView::from(appeal)).created_at(location))
        })
        .await
}
