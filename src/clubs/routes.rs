//! Clubs over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Reach;
use crate::accounts::caller::{Anyone, Coordinator};
use crate::clubs::affiliations::{self, Standing};
use crate::clubs::{Club, Details, Kind, NewClub, contacts, store};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::provinces;
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::names;
use crate::values::validation::Word;
use crate::web::body::{Body, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::merge_patch::Edit;
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_club)
        .service(list_clubs)
        .service(read_club)
        .service(update_club);
    affiliations::routes::configure(config);
    contacts::routes::configure(config);
}

/// A club as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateClub {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    id: Option<Id>,
    /// Short code: 2 to 12 letters, digits and hyphens, beginning with a letter. No two clubs share one.
    #[schema(example = "DIT", min_length = 2, max_length = 12)]
    code: String,
    /// The club's name.
    #[schema(example = "Ditsobotla Herders", min_length = 1, max_length = 120)]
    name: String,
    /// What sort of club it is.
    kind: Kind,
    /// The code of its province.
    #[schema(value_type = String, example = "ZA-NW")]
    province: Word,
}

/// A member club.
#[derive(Serialize, ToSchema)]
#[schema(as = Club)]
pub(crate) struct ClubView {
    /// Its id.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    id: Id,
    /// Its short code.
    #[schema(example = "DIT")]
    code: String,
    /// Its name.
    #[schema(example = "Ditsobotla Herders")]
    name: String,
    /// What sort of club it is.
    kind: Kind,
    /// The code of its province.
    #[schema(example = "ZA-NW")]
    province: String,
    /// When it was registered.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl From<Club> for ClubView {
    fn from(club: Club) -> ClubView {
        ClubView {
            id: club.id,
            code: club.code.to_string(),
            name: club.name,
            kind: club.kind,
            province: club.province,
            created_at: club.created_at,
        }
    }
}

/// Register a club
///
/// Sent again with the same id and content, it answers as the first time.
#[utoipa::path(
    tag = "clubs",
    request_body = CreateClub,
    responses(
        (status = 201, description = "The club.", body = ClubView),
        (status = 409, description = "`id-taken`: the id is another club's. `code-taken`: the code is another club's."),
        (status = 422, description = "`unknown-province`: there is no such province."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/clubs")]
async fn create_club(
    caller: Coordinator,
    Body(asked, request): Body<CreateClub>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let fingerprint = fingerprint(&asked)?;
    let now = clock.now();
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let new = NewClub::parse(&asked.code, &asked.name, asked.kind, asked.province.into())?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    let created = move |club| Reply::public(ClubView::from(club)).created_at(format!("/v1/clubs/{id}"));
    request
        .once(&database, caller.account(), now, move |c| {
            if let Some(club) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(club));
            }
            let province = provinces::store::find(c, &new.province)?;
            let club = Club::admit(new.clone(), id, province, &reach, now)?;
            store::insert(c, &club, &fingerprint)?;
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_club", "club", id, &ClubView::from(club.clone()))?,
            )?;
            Ok(created(club))
        })
        .await
}

/// Which clubs to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListClubs {
    /// Only clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only clubs of this kind.
    #[param(inline, example = "school")]
    kind: Option<Kind>,
    /// Only clubs of this standing today. Those whose fee is unpaid are in `grace` until 31 January, and then `lapsed`.
    #[param(inline, example = "good")]
    standing: Option<Standing>,
    /// Only clubs whose name has words that begin with these; case and accents do not matter.
    #[param(example = "ditso herd")]
    q: Option<String>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WyJkaXRzb2JvdGxhIGhlcmRlcnMiLCIwMTlhYTBjOS0yZjFlLTdiM2MtOWQ4ZS0xYTJiM2M0ZDVlNmYiXQ")]
    cursor: Option<String>,
}

/// List clubs
///
/// By name, without regard to case and accents.
#[utoipa::path(
    tag = "clubs",
    params(ListClubs),
    responses((status = 200, description = "A page of clubs.", body = Page<ClubView>)),
    security(()),
)]
#[get("/v1/clubs")]
async fn list_clubs(
    _caller: Anyone,
    Query(query): Query<ListClubs>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<ClubView>>, Error> {
    let ListClubs {
        province,
        kind,
        standing,
        q: search,
        limit,
        cursor,
    } = query;
    let (province, after) = (province.map(String::from), after(cursor.as_deref())?);
    let standing = standing.map(|standing| (standing, clock.now().day()));
    let filter = store::Filter {
        province,
        kind,
        standing,
        search,
        after,
    };
    let clubs = database.read(move |c| store::list(c, filter, limit.rows())).await?;
    let page = Page::of(clubs, limit, |club| (names::fold(&club.name), club.id), ClubView::from)?;
    Ok(Reply::public_page(page))
}

/// Read a club
#[utoipa::path(
    tag = "clubs",
    params(("id" = Id, Path, description = "The club's id.", example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")),
    responses((status = 200, description = "The club.", body = ClubView)),
    security(()),
)]
#[get("/v1/clubs/{id}")]
async fn read_club(_caller: Anyone, id: Path<Id>, database: Data<Database>) -> Result<Reply<ClubView>, Error> {
    let id = id.into_inner();
    let club = database.read(move |c| find(c, id)).await?;
    Ok(Reply::public(ClubView::from(club)))
}

/// What may be changed of a club.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateClub {
    /// Short code: 2 to 12 letters, digits and hyphens, beginning with a letter.
    #[schema(required = false, example = "DIT", min_length = 2, max_length = 12)]
    code: String,
    /// The club's name.
    #[schema(required = false, example = "Ditsobotla Herders", min_length = 1, max_length = 120)]
    name: String,
    /// What sort of club it is.
    #[schema(required = false)]
    kind: Kind,
}

/// Change a club
///
/// By a JSON Merge Patch: what is sent is changed, and nothing else.
#[utoipa::path(
    tag = "clubs",
    params(("id" = Id, Path, description = "The club's id.", example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")),
    request_body(content = UpdateClub, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The club as it is now.", body = ClubView),
        (status = 409, description = "`code-taken`: the code is another club's."),
        (status = 422, description = "`not-a-school`: the club has an educator in charge, as only a school has."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[patch("/v1/clubs/{id}")]
async fn update_club(
    caller: Coordinator,
    id: Path<Id>,
    edit: Edit,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    edit.once(&database, caller.account(), now, move |c, change| {
        let club = find_within(c, id, &reach)?;
        let before = ClubView::from(club.clone());
        let form = UpdateClub {
            code: club.code.to_string(),
            name: club.name.clone(),
            kind: club.kind,
        };
        let form = change.made_to(&before, &form)?;
        let changed = club.with(Details::parse(&form.code, &form.name, form.kind)?);
        let changed = crate::clubs::contacts::store::find(c, id)?.keep(changed)?;
        store::update(c, &changed)?;
        let after = ClubView::from(changed);
        audit::append(
            c,
            now,
            &actor,
            Change::altered("update_club", "club", id, &before, &after)?,
        )?;
        Ok(Reply::public(after))
    })
    .await
}

/// The club that a path names.
pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Club, Error> {
    store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no club with this id.").into())
}

/// The club, if the caller looks after it.
pub(crate) fn find_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<Club, Error> {
    Ok(find(c, id)?.within(reach)?)
}
