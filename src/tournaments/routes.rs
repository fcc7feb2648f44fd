//! Tournaments over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, patch, post};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::tournaments::plans::{CreateTournament, TournamentView, UpdateTournament};

use crate::accounts::Reach;
use crate::accounts::caller::{Anyone, Coordinator};
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
use crate::provinces;
use crate::tournaments::{
    Level, State, Tournament, appointments, archives, byes, calendar, entries, matches, ratification, rounds, sheets,
    standings, store,
};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Day, Faults, Word, text};
use crate::web::body::{Body, NoBody, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::merge_patch::Edit;
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_tournament)
        .service(list_tournaments)
        .service(read_tournament)
        .service(update_tournament)
        .service(create_tournament_opening)
        .service(create_tournament_cancellation);
    appointments::routes::configure(config);
    entries::routes::configure(config);
    rounds::routes::configure(config);
    matches::routes::configure(config);
    archives::routes::configure(config);
    standings::routes::configure(config);
    calendar::routes::configure(config);
    sheets::routes::configure(config);
    ratification::routes::configure(config);
    byes::routes::configure(config);
}

/// Announce a tournament
///
/// What is left out is as in a championship: six rounds by the modified Swiss system, on the large board.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateTournament,
    responses(
        (status = 201, description = "The tournament.", body = TournamentView),
        (status = 409, description = "`id-taken`: the id is another tournament's."),
        (status = 422, description = "`unknown-rule-set`, `unknown-province`: there is no such rule set or province."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/tournaments")]
async fn create_tournament(
    caller: Coordinator,
    Body(asked, request): Body<CreateTournament>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let (province, plan) = asked.parts()?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    let created =
        move |tournament| Reply::public(TournamentView::from(tournament)).created_at(format!("/v1/tournaments/{id}"));
    request
        .once(&database, caller.account(), now, move |c| {
            let found = provinces::store::find(c, &province)?;
            let announced = Tournament::announce(plan.clone(), id, (&province, found), &reach, now)?;
            if let Some(tournament) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(tournament));
            }
            store::insert(c, &announced, &fingerprint)?;
            let view = TournamentView::from(announced.clone());
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_tournament", "tournament", id, &view)?,
            )?;
            Ok(created(announced))
        })
        .await
}

/// Which tournaments to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListTournaments {
    /// Only those that this province runs.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only those of this level.
    #[param(inline, example = "provincial")]
    level: Option<Level>,
    /// Only those that have come so far and no further.
    #[param(inline, example = "open")]
    state: Option<State>,
    /// Only those that are not over before this day.
    #[param(value_type = Option<NaiveDate>, example = "2027-01-01")]
    from: Option<Day>,
    /// Only those that begin on this day or before.
    #[param(value_type = Option<NaiveDate>, example = "2027-12-31")]
    until: Option<Day>,
    /// Only those whose name has words that begin with these; case and accents do not matter.
    #[param(example = "north champ")]
    q: Option<String>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI3LTA0LTE3IiwiMDE5YWEwZDAtMWEyYi03YzNkLThlNGYtNWE2YjdjOGQ5ZTBmIl0")]
    cursor: Option<String>,
}

/// List tournaments
///
/// The latest first.
#[utoipa::path(
    tag = "tournaments",
    params(ListTournaments),
    responses((status = 200, description = "A page of tournaments.", body = Page<TournamentView>)),
    security(()),
)]
#[get("/v1/tournaments")]
async fn list_tournaments(
    _caller: Anyone,
    Query(query): Query<ListTournaments>,
    database: Data<Database>,
) -> Result<Reply<Page<TournamentView>>, Error> {
    let after = after::<(Day, Id)>(query.cursor.as_deref())?.map(|(day, id)| (day.into(), id));
    let filter = store::Filter {
        province: query.province.map(String::from),
        level: query.level,
        state: query.state,
        from: query.from.map(NaiveDate::from),
        until: query.until.map(NaiveDate::from),
        search: query.q,
        after,
    };
    let tournaments = database
        .read(move |c| store::list(c, filter, query.limit.rows()))
        .await?;
    let key = |tournament: &Tournament| (tournament.plan.starts_on, tournament.id);
    Ok(Reply::public_page(Page::of(
        tournaments,
        query.limit,
        key,
        TournamentView::from,
    )?))
}

/// The tournament of that id.
pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Tournament, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no tournament with this id."))?)
}

/// Read a tournament
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The tournament.", body = TournamentView)),
    security(()),
)]
#[get("/v1/tournaments/{id}")]
async fn read_tournament(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<TournamentView>, Error> {
    let id = id.into_inner();
    let tournament = database.read(move |c| find(c, id)).await?;
    Ok(Reply::public(tournament.into()))
}

/// Change a tournament
///
/// By a JSON Merge Patch, until it runs.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body(content = UpdateTournament, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The tournament as it is now.", body = TournamentView),
        (status = 409, description = "In this order: `wrong-state`: it runs, or is over. `has-entries`: the level, the division or the system cannot change any more."),
        (status = 422, description = "`unknown-rule-set`: there is no such rule set."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[patch("/v1/tournaments/{id}")]
async fn update_tournament(
    caller: Coordinator,
    id: Path<Id>,
    edit: Edit,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    edit.once(&database, caller.account(), now, move |c, change| {
        let tournament = find_within(c, id, &reach)?;
        let before = TournamentView::from(tournament.clone());
        let form = change.made_to(&before, &UpdateTournament::of(tournament.plan.clone()))?;
        let has_entries = crate::tournaments::entries::store::last_seed(c, id)? > 0;
        let changed = tournament.with(form.plan()?, has_entries)?;
        store::update(c, &changed)?;
        let after = TournamentView::from(changed);
        audit::append(
            c,
            now,
            &actor,
            Change::altered("update_tournament", "tournament", id, &before, &after)?,
        )?;
        Ok(Reply::public(after))
    })
    .await
}

/// Keeps a step of a tournament, and its row in the audit trail.
pub(crate) fn step(
    c: &mut Conn,
    (before, after): (Tournament, Tournament),
    (action, actor): (&str, &Actor),
    now: Timestamp,
) -> Result<Reply<TournamentView>, Error> {
    store::update(c, &after)?;
    let id = after.id;
    let (before, after) = (TournamentView::from(before), TournamentView::from(after));
    audit::append(
        c,
        now,
        actor,
        Change::altered(action, "tournament", id, &before, &after)?,
    )?;
    Ok(Reply::public(after).created_at(format!("/v1/tournaments/{id}")))
}

/// Open a tournament for entries
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses(
        (status = 201, description = "The tournament, open.", body = TournamentView),
        (status = 409, description = "`wrong-state`: it is open, or over."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/tournaments/{id}/openings")]
async fn create_tournament_opening(
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
            let tournament = find_within(c, id, &reach)?;
            let opened = tournament.clone().opened()?;
            step(c, (tournament, opened), ("create_tournament_opening", &actor), now)
        })
        .await
}

/// Why a tournament is cancelled.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTournamentCancellation {
    /// The reason, which everyone reads.
    #[schema(example = "The hall was flooded.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Cancel a tournament
///
/// For good, with a reason.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateTournamentCancellation,
    responses(
        (status = 201, description = "The tournament, cancelled.", body = TournamentView),
        (status = 409, description = "`wrong-state`: it is over."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/tournaments/{id}/cancellations")]
async fn create_tournament_cancellation(
    caller: Coordinator,
    id: Path<Id>,
    Body(asked, request): Body<CreateTournamentCancellation>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let mut faults = Faults::default();
    let reason = faults.take("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let tournament = find_within(c, id, &reach)?;
            let cancelled = tournament.clone().cancelled(reason.clone())?;
            step(
                c,
                (tournament, cancelled),
                ("create_tournament_cancellation", &actor),
                now,
            )
        })
        .await
}

/// The tournament, if the caller looks after its province.
pub(crate) fn find_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<Tournament, Error> {
    Ok(find(c, id)?.within(reach)?)
}
