//! Rankings over HTTP: publishing lists, and finding them.

use std::collections::HashMap;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::rankings::views::{RankingPreview, RankingView, RowView};

use crate::accounts::caller::{Administrator, Anyone};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players;
use crate::rankings::methods::{self, MONTHS, Method};
use crate::rankings::rows::{self, NewRow};
use crate::rankings::{NewRanking, Ranking, changes, clubs, contributions, histories, seedings, store};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Day, whole};
use crate::web::body::{Body, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
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
    id: Option<Id>,
    /// By which method.
    method: Method,
    /// For which day.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    on: Day,
    /// How many months back the events lie.
    #[serde(default = "default_months", deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 120, default = 24, example = 24)]
    months: i64,
    /// The list that it replaces, of the same method for the same day.
    #[schema(example = "019aa0e0-2938-7a4b-8c5d-6e7f8091a2b3")]
    replaces_id: Option<Id>,
    /// Why it replaces the other; required if it does.
    #[schema(
        example = "A result of the North West Championship was corrected.",
        min_length = 1,
        max_length = 500
    )]
    reason: Option<String>,
}

fn default_months() -> i64 {
    MONTHS
}

impl CreateRanking {
    fn parse(&self, today: NaiveDate) -> Result<NewRanking, Error> {
        let CreateRanking {
            method,
            on,
            months,
            replaces_id,
            reason,
            ..
        } = self;
        let replaces = (*replaces_id, reason.as_deref());
        Ok(NewRanking::parse(
            (*method, NaiveDate::from(*on), *months),
            replaces,
            today,
        )?)
    }
}

/// The list, with its rows counted from what is on record.
fn counted(c: &mut Conn, new: &NewRanking, names: (Id, Id), now: Timestamp) -> Result<(Ranking, Vec<NewRow>), Error> {
    let ranking = Ranking::admit(new, names, &store::published(c, new)?, now)?;
    let ranked = store::compute(c, (ranking.method, ranking.window), now)?;
    let ids: Vec<Id> = ranked.iter().map(|one| one.player).collect();
    let register = store::register(c, &ids, ranking.window.until)?;
    let before = ranking
        .previous
        .map(|previous| crate::rankings::rows::store::standing(c, previous))
        .transpose()?;
    let before: HashMap<Id, i64> = before
        .into_iter()
        .flatten()
        .map(|(player, (_, place))| (player, place))
        .collect();
    let rows = super::rows::placed(ranked, &register, &before);
    Ok((ranking.counted(rows.len())?, rows))
}

/// Publish a list
///
/// From the results of ratified tournaments as they are on record. A published list never changes: look at it first with
/// `POST /v1/rankings/previews`. A correction is another list for the same day, which says what it replaces, and why.
#[utoipa::path(
    tag = "rankings",
    request_body = CreateRanking,
    responses(
        (status = 201, description = "The list.", body = RankingView),
        (status = 409, description = "In this order: `id-taken`: the id is another list's. `already-published`: the method has a list for this day. `already-replaced`: the list was replaced before. `nothing-to-rank`: no event counts."),
        (status = 422, description = "`unknown-ranking`: there is no list that could be replaced. `replaces-another`: it is of another method, or for another day."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/rankings")]
async fn create_ranking(
    caller: Administrator,
    Body(asked, request): Body<CreateRanking>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let (new, id) = (asked.parse(now.day())?, asked.id.unwrap_or_else(|| Id::new(now)));
    let (actor, account) = (caller.actor().clone(), caller.account());
    let created = move |ranking| Reply::public(RankingView::from(ranking)).created_at(format!("/v1/rankings/{id}"));
    request
        .once(&database, account, now, move |c| {
            if let Some(ranking) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(ranking));
            }
            let (ranking, rows) = counted(c, &new, (id, account), now)?;
            store::insert(c, &ranking, &fingerprint, &rows)?;
            let view = RankingView::from(ranking.clone());
            audit::append(c, now, &actor, Change::created("create_ranking", "ranking", id, &view)?)?;
            Ok(created(ranking))
        })
        .await
}

/// Look at a list before it is published
///
/// What publishing it now would give, with its first rows; nothing is kept.
#[utoipa::path(
    tag = "rankings",
    request_body = CreateRanking,
    responses(
        (status = 200, description = "The list as it would be.", body = RankingPreview),
        (status = 409, description = "In this order: `already-published`: the method has a list for this day. `already-replaced`: the list was replaced before. `nothing-to-rank`: no event counts."),
        (status = 422, description = "`unknown-ranking`: there is no list that could be replaced. `replaces-another`: it is of another method, or for another day."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/rankings/previews")]
async fn create_ranking_preview(
    caller: Administrator,
    Body(asked, _): Body<CreateRanking>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<RankingPreview>, Error> {
    /// How many rows are shown.
    const ROWS: usize = 25;
    let now = clock.now();
    let (new, names) = (
        asked.parse(now.day())?,
        (asked.id.unwrap_or_else(|| Id::new(now)), caller.account()),
    );
    let preview = database
        .read(move |c| {
            let (ranking, rows) = counted(c, &new, names, now)?;
            let rows: Vec<_> = rows.into_iter().take(ROWS).map(|(row, _)| row).collect();
            let ids: Vec<Id> = rows.iter().map(|row| row.player).collect();
            let players = players::store::find_many(c, &ids)?;
            let view = |row: super::rows::Row| {
                let place = row.place;
                RowView::of(row, place, &players, now.day())
            };
            Ok(RankingPreview::of(
                &ranking,
                rows.into_iter().map(view).collect::<Result<_, _>>()?,
            ))
        })
        .await?;
    Ok(Reply::private(preview))
}

/// Which lists to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListRankings {
    /// Only those by this method.
    #[param(inline, example = "game-points")]
    method: Option<Method>,
    /// Only those that were not replaced, or only those that were.
    #[param(example = true)]
    current: Option<bool>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
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
    responses((status = 200, description = "A page of lists.", body = Page<RankingView>)),
    security(()),
)]
#[get("/v1/rankings")]
async fn list_rankings(
    _caller: Anyone,
    Query(query): Query<ListRankings>,
    database: Data<Database>,
) -> Result<Reply<Page<RankingView>>, Error> {
    let after = after::<(Day, Id)>(query.cursor.as_deref())?.map(|(day, id)| (day.into(), id));
    let filter = store::Filter {
        method: query.method,
        current: query.current,
        after,
    };
    let rankings = database
        .read(move |c| store::list(c, &filter, query.limit.rows()))
        .await?;
    let key = |ranking: &Ranking| (ranking.window.until, ranking.id);
    Ok(Reply::public_page(Page::of(
        rankings,
        query.limit,
        key,
        RankingView::from,
    )?))
}

/// The list of that id.
pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Ranking, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no list with this id."))?)
}

/// Read about a list
///
/// What it is; `GET /v1/rankings/{id}/rows` has who is in it.
#[utoipa::path(
    tag = "rankings",
    params(("id" = Id, Path, description = "The list's id.", example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")),
    responses((status = 200, description = "The list.", body = RankingView)),
    security(()),
)]
#[get("/v1/rankings/{id}")]
async fn read_ranking(_caller: Anyone, id: Path<Id>, database: Data<Database>) -> Result<Reply<RankingView>, Error> {
    let id = id.into_inner();
    let ranking = database.read(move |c| find(c, id)).await?;
    Ok(Reply::public(ranking.into()))
}
