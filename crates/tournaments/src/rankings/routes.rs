//! Rankings over HTTP: publishing lists, and finding them.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Administrator, Anyone};
use crate::federation::{self, ranking::RankingSettings};
use crate::players::registrations::Division;
use crate::rankings::methods::{self, Method};
use crate::rankings::store::{self, RankingFilter};
use crate::rankings::views::{RankingPreview, RowView};
use crate::rankings::{NewRanking, Ranking, changes, clubs, contributions, histories, rows, seedings, use_cases};
use crate::values::error::Error;
use crate::values::id::RankingId;
use crate::values::validation::{Day, Faults, whole};
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(create_ranking)
        .service(list_rankings)
        .service(create_ranking_preview)
        .service(read_ranking);
    rows::routes::configure(config);
    contributions::routes::configure(config);
    clubs::routes::configure(config);
    changes::routes::configure(config);
    methods::routes::configure(config);
    histories::routes::configure(config);
    seedings::routes::configure(config);
}

/// A list as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRanking {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")]
    id: Option<RankingId>,
    /// The method of the list.
    method: Method,
    /// The day for which it is to be published.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    on: Day,
    /// The length of the window, in months up to the list's day; what the federation has set for that day if absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(minimum = 1, maximum = 120, example = 24)]
    months: Option<i64>,
    /// The list that it replaces, of the same method for the same day.
    #[schema(example = "019aa0e0-2938-7a4b-8c5d-6e7f8091a2b3")]
    replaces_id: Option<RankingId>,
    /// The reason why it replaces the other; required if it does.
    #[schema(
        example = "A result of the North West Championship was corrected.",
        min_length = 1,
        max_length = 500
    )]
    reason: Option<String>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    whole(deserializer).map(Some)
}

impl CreateRanking {
    fn parse(&self, settings: RankingSettings, today: NaiveDate) -> Result<NewRanking, Faults> {
        let reason = self.reason.as_deref();
        NewRanking::parse(
            self.method,
            self.on.into(),
            (self.months, settings),
            self.replaces_id,
            reason,
            today,
        )
    }
}

/// Publish a list
///
/// From the results of ratified tournaments as they are on record. A published list never changes: look at it first with
/// `POST /v1/rankings/previews`. A correction is another list for the same day, which says what it replaces, and why.
#[utoipa::path(
    tag = "rankings",
    request_body = CreateRanking,
    responses(
        (status = 201, description = "The list.", body = Ranking),
        (status = 409, description = "In this order: `id-taken`: the id is another list's. `already-published`: the method has a list for this day. `already-replaced`: the list was replaced before. `nothing-to-rank`: no event counts."),
        (status = 422, description = "`unknown-ranking`: there is no list that could be replaced. `replaces-another`: it is of another method, or for another day."),
    ),
)]
#[post("/v1/rankings")]
async fn create_ranking(
    caller: Administrator,
    Body(asked, request): Body<CreateRanking>,
) -> Result<StoredResponse, Error> {
    let on = asked.on.into();
    let settings = caller.clone().read(move |c, _| federation::store::settings(c, on));
    let new = asked.parse(settings.await?.ranking, caller.today())?;
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    caller
        .write_once(request, move |c, by| {
            let ranking = use_cases::publish(c, by, &creation, &new)?;
            let location = format!("/v1/rankings/{}", ranking.id);
            Ok(Response::public(ranking).created_at(location))
        })
        .await
}

/// The rows of a preview to show.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CreateRankingPreview {
    /// Shows only the first rows of this division; their ranks are those of the whole list.
    #[param(inline, example = "senior")]
    division: Option<Division>,
}

/// Look at a list before it is published
///
/// The list as publishing it now would give it, with its first rows; nothing is kept.
#[utoipa::path(
    tag = "rankings",
    params(CreateRankingPreview),
    request_body = CreateRanking,
    responses(
        (status = 200, description = "The list as it would be.", body = RankingPreview),
        (status = 409, description = "In this order: `already-published`: the method has a list for this day. `already-replaced`: the list was replaced before. `nothing-to-rank`: no event counts."),
        (status = 422, description = "`unknown-ranking`: there is no list that could be replaced. `replaces-another`: it is of another method, or for another day."),
    ),
)]
#[post("/v1/rankings/previews")]
async fn create_ranking_preview(
    caller: Administrator,
    Query(query): Query<CreateRankingPreview>,
    Body(asked, _): Body<CreateRanking>,
) -> Result<Response<RankingPreview>, Error> {
    /// The number of rows that are shown.
    const ROWS: usize = 25;
    let today = caller.today();
    let on = asked.on.into();
    let settings = caller.clone().read(move |c, _| federation::store::settings(c, on));
    let new = asked.parse(settings.await?.ranking, today)?;
    let id = asked.id.unwrap_or_else(|| RankingId::new(caller.now()));
    let (ranking, rows) = caller
        .read(move |c, by| use_cases::preview(c, by, id, &new, query.division, ROWS))
        .await?;
    let rows = rows.into_iter().map(|row| RowView::of(row, today)).collect();
    Ok(Response::private(RankingPreview::of(&ranking, rows)))
}

/// The lists to show.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListRankings {
    /// Shows only lists by this method.
    #[param(inline, example = "game-points")]
    method: Option<Method>,
    /// Shows only lists that were not replaced (`true`), or only those that were (`false`).
    #[param(example = true)]
    current: Option<bool>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI2LTExLTIwIiwiMDE5YWEwZTEtM2E0Yi03YzVkLThlNmYtN2E4YjljMGQxZTJmIl0")]
    cursor: Option<String>,
}

/// List the lists
///
/// Those for the latest day first.
#[utoipa::path(
    tag = "rankings",
    params(ListRankings),
    responses((status = 200, description = "A page of lists.", body = Page<Ranking>)),
)]
#[get("/v1/rankings")]
async fn list_rankings(caller: Anyone, Query(query): Query<ListRankings>) -> Result<Response<Page<Ranking>>, Error> {
    let (limit, after) = (query.limit, after::<(Day, RankingId)>(query.cursor.as_deref())?);
    let filter = RankingFilter {
        method: query.method,
        current: query.current,
        after: after.map(|(day, id)| (day.into(), id)),
    };
    let rankings = caller.read(move |c| store::list(c, &filter, limit.rows())).await?;
    let key = |ranking: &Ranking| (ranking.on, ranking.id);
    Ok(Response::public_page(Page::of(rankings, limit, key, |ranking| {
        ranking
    })?))
}

/// Read about a list
///
/// The list without its rows; these are at `GET /v1/rankings/{id}/rows`.
#[utoipa::path(
    tag = "rankings",
    responses((status = 200, description = "The list.", body = Ranking)),
)]
#[get("/v1/rankings/{id}")]
async fn read_ranking(caller: Anyone, id: Path<RankingId>) -> Result<Response<Ranking>, Error> {
    Ok(Response::public(caller.read(move |c| use_cases::find(c, *id)).await?))
}
