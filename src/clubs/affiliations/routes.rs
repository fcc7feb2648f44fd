//! Affiliations over HTTP, and the standing that follows from them.

use actix_web::web::{Data, Path};
use actix_web::{get, patch, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Reach;
use crate::accounts::caller::{Anyone, ClubSecretary, Coordinator};
use crate::clubs::Refusal;
use crate::clubs::affiliations::{Affiliation, Standing, store};
use crate::clubs::routes::find;
use crate::clubs::store as clubs;
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, INVALID_QUERY, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Day, Word};
use crate::web::body::{Body, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::merge_patch::Edit;
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_club_standing)
        .service(create_affiliation)
        .service(list_affiliations)
        .service(read_affiliation)
        .service(update_affiliation);
}

/// An affiliation as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAffiliation {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f")]
    id: Option<Id>,
    /// The club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// The gaming year; the one after the present one at most.
    year: GamingYear,
    /// The day on which the fee was paid, if it was: today or earlier.
    #[schema(value_type = Option<NaiveDate>, example = "2026-11-20")]
    paid_on: Option<Day>,
}

/// What may be changed of an affiliation.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateAffiliation {
    /// The day on which the fee was paid, today or earlier; `null` if it was not.
    #[schema(value_type = Option<NaiveDate>, example = "2026-11-20")]
    paid_on: Option<Day>,
}

/// A club's affiliation for a gaming year, for those who look after the club.
#[derive(Serialize, ToSchema)]
#[schema(as = Affiliation)]
pub(crate) struct AffiliationView {
    /// Its id.
    #[schema(example = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f")]
    id: Id,
    /// The club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// The gaming year.
    year: GamingYear,
    /// The day on which the fee was paid, if it was.
    #[schema(example = "2026-11-20")]
    paid_on: Option<NaiveDate>,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl From<Affiliation> for AffiliationView {
    fn from(affiliation: Affiliation) -> AffiliationView {
        let Affiliation {
            id,
            club,
            year,
            paid_on,
            created_at,
        } = affiliation;
        AffiliationView {
            id,
            club_id: club,
            year,
            paid_on,
            created_at,
        }
    }
}

/// Affiliate a club for a gaming year
///
/// With the day on which the fee was paid, or without it as long as it was not. Sent again with the same id and content,
/// it answers as the first time.
#[utoipa::path(
    tag = "clubs",
    request_body = CreateAffiliation,
    responses(
        (status = 201, description = "The affiliation.", body = AffiliationView),
        (status = 409, description = "`id-taken`: the id is another affiliation's. `already-affiliated`: the club has an affiliation for the year."),
        (status = 422, description = "`unknown-club`: there is no such club."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/affiliations")]
pub(crate) async fn create_affiliation(
    caller: Coordinator,
    Body(asked, request): Body<CreateAffiliation>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let fingerprint = fingerprint(&asked)?;
    let now = clock.now();
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let new = Affiliation::parse(id, asked.club_id, asked.year, asked.paid_on.map(NaiveDate::from), now)?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    let created = move |affiliation| {
        Reply::private(AffiliationView::from(affiliation)).created_at(format!("/v1/affiliations/{id}"))
    };
    request
        .once(&database, caller.account(), now, move |c| {
            clubs::find(c, new.club)?
                .ok_or(Refusal::UnknownClub(new.club))?
                .within(&reach)?;
            // After the scope: whoever does not look after the club must not learn whether the content is the same.
            if let Some(affiliation) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(affiliation));
            }
            store::insert(c, &new, &fingerprint)?;
            let view = AffiliationView::from(new.clone());
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_affiliation", "affiliation", id, &view)?,
            )?;
            Ok(created(new.clone()))
        })
        .await
}

/// Which affiliations to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAffiliations {
    /// Only affiliations for this gaming year.
    #[param(inline, example = 2027)]
    year: Option<GamingYear>,
    /// Only affiliations of clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only affiliations of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// Only affiliations of which the fee was paid (`true`), or was not (`false`).
    #[param(example = false)]
    paid: Option<bool>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WzIwMjcsIjAxOWFhMGNkLTFiMmMtN2QzZS04ZjQwLTVhNmI3YzhkOWUwZiJd")]
    cursor: Option<String>,
}

/// List affiliations
///
/// Those of the clubs that you look after, the latest year first; of other clubs there are none in the list.
#[utoipa::path(
    tag = "clubs",
    params(ListAffiliations),
    responses((status = 200, description = "A page of affiliations.", body = Page<AffiliationView>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/affiliations")]
pub(crate) async fn list_affiliations(
    caller: ClubSecretary,
    Query(query): Query<ListAffiliations>,
    database: Data<Database>,
) -> Result<Reply<Page<AffiliationView>>, Error> {
    let ListAffiliations {
        year,
        province,
        club_id,
        paid,
        limit,
        cursor,
    } = query;
    let after = after(cursor.as_deref())?;
    let filter = store::Filter {
        year,
        province: province.map(String::from),
        club: club_id,
        paid,
        after,
    };
    let reach = caller.reach().clone();
    let affiliations = database
        .read(move |c| store::list(c, &reach, filter, limit.rows()))
        .await?;
    let key = |affiliation: &Affiliation| (affiliation.year, affiliation.id);
    Ok(Reply::private_page(Page::of(
        affiliations,
        limit,
        key,
        AffiliationView::from,
    )?))
}

/// Read an affiliation
#[utoipa::path(
    tag = "clubs",
    params(("id" = Id, Path, description = "The affiliation's id.", example = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f")),
    responses((status = 200, description = "The affiliation.", body = AffiliationView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/affiliations/{id}")]
pub(crate) async fn read_affiliation(
    caller: ClubSecretary,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<AffiliationView>, Error> {
    let (id, reach) = (id.into_inner(), caller.reach().clone());
    let affiliation = database.read(move |c| affiliation_within(c, id, &reach)).await?;
    Ok(Reply::private(affiliation.into()))
}

/// Change an affiliation
///
/// By a JSON Merge Patch: the fee was paid, or on another day, or, with `null`, after all not.
#[utoipa::path(
    tag = "clubs",
    params(("id" = Id, Path, description = "The affiliation's id.", example = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f")),
    request_body(content = UpdateAffiliation, content_type = "application/merge-patch+json"),
    responses((status = 200, description = "The affiliation as it is now.", body = AffiliationView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[patch("/v1/affiliations/{id}")]
pub(crate) async fn update_affiliation(
    caller: Coordinator,
    id: Path<Id>,
    edit: Edit,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    edit.once(&database, caller.account(), now, move |c, change| {
        let affiliation = affiliation_within(c, id, &reach)?;
        let before = AffiliationView::from(affiliation.clone());
        let form = change.made_to(
            &before,
            &UpdateAffiliation {
                paid_on: affiliation.paid_on.map(Day::from),
            },
        )?;
        let mended = affiliation.with_payment(form.paid_on.map(NaiveDate::from), now)?;
        store::update(c, &mended)?;
        let after = AffiliationView::from(mended);
        audit::append(
            c,
            now,
            &actor,
            Change::altered("update_affiliation", "affiliation", id, &before, &after)?,
        )?;
        Ok(Reply::private(after))
    })
    .await
}

/// The affiliation, if the caller looks after the club.
fn affiliation_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<Affiliation, Error> {
    let affiliation = store::find(c, id)?;
    let affiliation = affiliation.ok_or_else(|| NOT_FOUND.problem("There is no affiliation with this id."))?;
    find(c, affiliation.club)?.within(reach)?;
    Ok(affiliation)
}

/// On which day.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadClubStanding {
    /// The day; today in South Africa if absent.
    #[param(value_type = Option<NaiveDate>, example = "2027-02-01")]
    on: Option<Day>,
}

/// A club's standing on a day.
#[derive(Serialize, ToSchema)]
struct StandingOnDay {
    /// The club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// The day.
    #[schema(example = "2027-02-01")]
    on: NaiveDate,
    /// The gaming year in which the day falls.
    year: GamingYear,
    /// The standing.
    standing: Standing,
}

/// Read a club's standing
///
/// Whether the club is a member in good standing on a day, by what is known today: the fee for the gaming year is due by
/// 31 January.
#[utoipa::path(
    tag = "clubs",
    params(
        ("id" = Id, Path, description = "The club's id.", example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f"),
        ReadClubStanding,
    ),
    responses((status = 200, description = "The standing.", body = StandingOnDay)),
    security(()),
)]
#[get("/v1/clubs/{id}/standing")]
pub(crate) async fn read_club_standing(
    _caller: Anyone,
    id: Path<Id>,
    Query(query): Query<ReadClubStanding>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<StandingOnDay>, Error> {
    let (id, on) = (
        id.into_inner(),
        query.on.map_or_else(|| clock.now().day(), NaiveDate::from),
    );
    let year =
        GamingYear::known(on).ok_or_else(|| INVALID_QUERY.problem("on: expected a day of a known gaming year"))?;
    let affiliation = database
        .read(move |c| {
            find(c, id)?;
            store::find_for(c, id, year)
        })
        .await?;
    Ok(Reply::public(StandingOnDay {
        club_id: id,
        on,
        year,
        standing: Standing::of(affiliation.as_ref(), on),
    }))
}
