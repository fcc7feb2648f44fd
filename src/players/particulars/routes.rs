//! Players' particulars over HTTP: for those who look after the players.

use actix_web::web::Data;
use actix_web::{get, patch};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::ClubSecretary;
use crate::db::Database;
use crate::db::audit::{self, Change};
use crate::players::particulars::store as particulars;
use crate::players::registrations::State;
use crate::players::routes::Entry;
use crate::players::{Particulars, Person, Player, Sex, Sort, of_age_if_born_by, store};
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::names;
use crate::values::validation::{Day, Word};
use crate::web::body::Query;
use crate::web::merge_patch::Edit;
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_player_particulars)
        .service(update_player_particulars)
        .service(list_particulars);
}

/// Read a player's particulars
///
/// Everything that the federation keeps, for those who look after the player's club.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The particulars.", body = Particulars)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/players/{id}/particulars")]
pub(crate) async fn read_player_particulars(
    caller: ClubSecretary,
    entry: Entry,
    database: Data<Database>,
) -> Result<Reply<Particulars>, Error> {
    let reach = caller.reach().clone();
    let player = database.read(move |c| entry.within(c, &reach)).await?;
    Ok(Reply::private(player.particulars()?))
}

/// What may be changed of a player's particulars.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateParticulars {
    /// Family name, with its particles.
    #[schema(required = false, example = "Mokoena", min_length = 1, max_length = 200)]
    family_name: String,
    /// Given names; `null` for a person who has none.
    #[schema(example = "Thandiwe", min_length = 1, max_length = 200)]
    given_names: Option<String>,
    /// The day of birth.
    #[schema(required = false, value_type = NaiveDate, example = "1998-04-17")]
    birth_date: Day,
    /// For the ladies' awards.
    #[schema(required = false)]
    sex: Sex,
}

/// Change a player's particulars
///
/// By a JSON Merge Patch: what is sent is changed, and nothing else.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    request_body(content = UpdateParticulars, content_type = "application/merge-patch+json"),
    responses((status = 200, description = "The particulars as they are now.", body = Particulars)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[patch("/v1/players/{id}/particulars")]
pub(crate) async fn update_player_particulars(
    caller: ClubSecretary,
    entry: Entry,
    edit: Edit,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (entry.id, clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    edit.once(&database, caller.account(), now, move |c, change| {
        let player = entry.within(c, &reach)?;
        let before = player.particulars()?;
        let form = change.made_to(
            &before,
            &UpdateParticulars {
                family_name: before.family_name.clone(),
                given_names: before.given_names.clone(),
                birth_date: before.birth_date.into(),
                sex: before.sex,
            },
        )?;
        let (given_names, birth_date) = (form.given_names.as_deref(), form.birth_date.into());
        let person = Person::parse(&form.family_name, given_names, birth_date, form.sex, now.day())?;
        store::update(c, id, &person)?;
        let after = player.with(person).particulars()?;
        let change = Change::altered("update_player_particulars", "player", id, &before, &after)?;
        audit::append(c, now, &actor, change)?;
        Ok(Reply::private(after))
    })
    .await
}

/// Which players to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListParticulars {
    /// Only players who live in this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only members of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// Only players whose names have words that begin with these; case and accents do not matter.
    #[param(example = "mok thandi")]
    q: Option<String>,
    /// `true`: only players under 18 whose guardians have not consented to their name's being public.
    #[serde(default)]
    #[param(value_type = Option<bool>, example = true)]
    consent_missing: bool,
    /// Only players whose membership stands so in `year`.
    #[param(inline, example = "unpaid")]
    registration: Option<State>,
    /// The gaming year that `registration` is about; the present one if absent.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// In which order; by number if absent.
    #[param(inline, example = "name")]
    sort: Option<Sort>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before, in the same order.
    #[param(example = "NDIxNw")]
    cursor: Option<String>,
}

/// List players' particulars
///
/// Of the members of the clubs that you look after, by number or by name; with `registration=unpaid` who has not paid, with
/// `consent_missing=true` whose guardians are to be asked.
#[utoipa::path(
    tag = "players",
    params(ListParticulars),
    responses((status = 200, description = "A page of particulars.", body = Page<Particulars>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/particulars")]
pub(crate) async fn list_particulars(
    caller: ClubSecretary,
    Query(query): Query<ListParticulars>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<Particulars>>, Error> {
    let (reach, today) = (caller.reach().clone(), clock.now().day());
    let (sort, cursor) = (query.sort.unwrap_or(Sort::Number), query.cursor.as_deref());
    let order = match sort {
        Sort::Number => particulars::Order::Number { after: after(cursor)? },
        Sort::Name => particulars::Order::Name { after: after(cursor)? },
    };
    let year = query.year.unwrap_or(GamingYear::of(today));
    let filter = particulars::Filter {
        province: query.province.map(String::from),
        club: query.club_id,
        search: query.q,
        unconsented: query.consent_missing.then(|| of_age_if_born_by(today)),
        registration: query.registration.map(|state| (state, year)),
        order,
    };
    let limit = query.limit;
    let players = database
        .read(move |c| particulars::list(c, filter, &reach, Some(limit.rows())))
        .await?;
    let particulars: Result<Vec<Particulars>, _> = players.iter().map(Player::particulars).collect();
    let number = |one: &Particulars| one.number.stored();
    let name = |one: &Particulars| {
        (
            names::sort_key(&one.family_name, one.given_names.as_deref()),
            number(one),
        )
    };
    let page = match sort {
        Sort::Number => Page::of(particulars?, limit, number, |one| one),
        Sort::Name => Page::of(particulars?, limit, name, |one| one),
    };
    Ok(Reply::private_page(page?))
}
