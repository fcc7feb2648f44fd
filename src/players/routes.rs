//! Players over HTTP; `consents.rs` has what their guardians allow.

mod consents;

use actix_web::web::{Data, Path};
use actix_web::{get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::{
    Details, NewPlayer, Number, Particulars, Player, PublicPlayer, Refusal, Sex, club_within, of_age_if_born_by, store,
};
use crate::accounts::Reach;
use crate::accounts::caller::{Anyone, ClubSecretary, OUT_OF_SCOPE};
use crate::accounts::routes::{UNKNOWN_CLUB, UNKNOWN_PROVINCE};
use crate::audit::{self, Change};
use crate::body::{Body, Query};
use crate::clock::Clock;
use crate::clubs;
use crate::creation::{earlier, fingerprint};
use crate::db::{Conn, Database};
use crate::edit::Edit;
use crate::error::{Error, INVALID_QUERY, NOT_FOUND};
use crate::id::Id;
use crate::input::{Day, Word};
use crate::page::{Limit, Page, after};
use crate::provinces;
use crate::reply::{Answer, Reply};

crate::problem_kinds! {
    NUMBERS_USED_UP = 409 "numbers-used-up", "No player numbers are left",
        "All numbers of seven digits have been given out.";
    ALREADY_WITHDRAWN = 409 "already-withdrawn", "The consent was withdrawn before",
        "A consent is withdrawn once. Record a new one if the guardian has changed their mind.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            Refusal::UnknownClub(_) => UNKNOWN_CLUB.at("/club_id", detail),
            Refusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            Refusal::NumbersUsedUp => NUMBERS_USED_UP.problem(detail),
        }
        .into()
    }
}

pub(crate) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(create_player)
        .service(list_players)
        .service(read_player)
        .service(read_player_particulars)
        .service(update_player_particulars)
        .service(consents::create_consent)
        .service(consents::list_consents)
        .service(consents::read_consent)
        .service(consents::create_consent_withdrawal);
}

/// A player as one is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePlayer {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    id: Option<Id>,
    /// Family name, with its particles; the only name of a person who has one.
    #[schema(example = "Mokoena", min_length = 1, max_length = 200)]
    family_name: String,
    /// Given names.
    #[schema(example = "Thandiwe", min_length = 1, max_length = 200)]
    given_names: Option<String>,
    /// The day of birth. Private.
    #[schema(value_type = NaiveDate, example = "1998-04-17")]
    birth_date: Day,
    /// For the ladies' awards. Private.
    sex: Sex,
    /// The code of the province in which the player lives.
    #[schema(value_type = String, example = "ZA-NW")]
    province: Word,
    /// The club that registers the player.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
}

/// Register a player
///
/// The service gives the number. Sent again with the same id and content, it answers as the first time.
#[utoipa::path(
    tag = "players",
    request_body = CreatePlayer,
    responses(
        (status = 201, description = "The player.", body = Particulars),
        (status = 409, description = "`id-taken`: the id is another player's. `numbers-used-up`: no numbers are left."),
        (status = 422, description = "`unknown-club`, `unknown-province`: there is no such club or province."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/players")]
async fn create_player(
    caller: ClubSecretary,
    Body(asked, request): Body<CreatePlayer>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let fingerprint = fingerprint(&asked)?;
    let now = clock.now();
    let CreatePlayer { id, family_name, given_names, birth_date, sex, province, club_id } = asked;
    let id = id.unwrap_or_else(|| Id::new(now));
    let (given_names, birth_date) = (given_names.as_deref(), birth_date.into());
    let details = Details::parse(&family_name, given_names, birth_date, sex, now.day())?;
    let new = NewPlayer { details, province: province.into(), club: club_id };
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    let created = move |player: &Player| {
        let reply = Reply::private(player.particulars()).created_at(format!("/v1/players/{id}"));
        reply.read_at(format!("/v1/players/{id}/particulars"))
    };
    request
        .once(&database, caller.account(), now, move |c| {
            let club = club_within(clubs::store::find(c, new.club)?, new.club, &reach)?;
            // After the scope: whoever does not look after the player must not learn whether the content is the same.
            if let Some(player) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(created(&player));
            }
            let province = provinces::store::find(c, &new.province)?;
            let last = store::last_number(c)?;
            let player = Player::register(new.clone(), id, province, &club, last, now)?;
            store::insert(c, &player, &fingerprint)?;
            audit::append(c, now, &actor, Change::created("create_player", "player", id, &player.particulars())?)?;
            Ok(created(&player))
        })
        .await
}

/// Which players to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListPlayers {
    /// Only players who live in this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only players of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// Only the player with this number, in any spelling.
    #[param(example = "m-4217-k")]
    number: Option<String>,
    /// Only players whose names have words that begin with these; case and accents do not matter. Players whose name is
    /// withheld are not found by it.
    #[param(example = "mok thandi")]
    q: Option<String>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "NDIxNw")]
    cursor: Option<String>,
}

/// List players
///
/// By number. A player under 18 appears by initials.
#[utoipa::path(
    tag = "players",
    params(ListPlayers),
    responses((status = 200, description = "A page of players.", body = Page<PublicPlayer>)),
    security(()),
)]
#[get("/v1/players")]
async fn list_players(
    _caller: Anyone,
    Query(query): Query<ListPlayers>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<PublicPlayer>>, Error> {
    let today = clock.now().day();
    let after = after(query.cursor.as_deref())?;
    let number = query.number.map(|number| number.parse::<Number>()).transpose();
    let number = number.map_err(|error| INVALID_QUERY.problem(format!("number: {error}")))?;
    let search = query.q.map(|q| (q, of_age_if_born_by(today)));
    let filter =
        store::Filter { province: query.province.map(String::from), club: query.club_id, number, search, after };
    let players = database.read(move |c| store::list(c, filter, query.limit.rows())).await?;
    Ok(Reply::public_page(Page::of(players, query.limit, store::key, |player| player.public(today))?))
}

/// Read a player
///
/// What everyone may see. A player under 18 appears by initials, unless a guardian has consented.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The player.", body = PublicPlayer)),
    security(()),
)]
#[get("/v1/players/{id}")]
async fn read_player(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<PublicPlayer>, Error> {
    let id = id.into_inner();
    let player = database.read(move |c| store::find(c, id)).await?;
    let player = player.ok_or_else(|| NOT_FOUND.problem("There is no player with this id."))?;
    Ok(Reply::public(player.public(clock.now().day())))
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
async fn read_player_particulars(
    caller: ClubSecretary,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<Particulars>, Error> {
    let id = id.into_inner();
    let reach = caller.reach().clone();
    let player = database.read(move |c| find_within(c, id, &reach)).await?;
    Ok(Reply::private(player.particulars()))
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
async fn update_player_particulars(
    caller: ClubSecretary,
    id: Path<Id>,
    edit: Edit,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    edit.once(&database, caller.account(), now, move |c, change| {
        let player = find_within(c, id, &reach)?;
        let before = player.particulars();
        change.is_of(&before)?;
        let form = change.made_to(&UpdateParticulars {
            family_name: player.name.family.clone(),
            given_names: player.name.given.clone(),
            birth_date: player.birth_date.into(),
            sex: player.sex,
        })?;
        let (given_names, birth_date) = (form.given_names.as_deref(), form.birth_date.into());
        let details = Details::parse(&form.family_name, given_names, birth_date, form.sex, now.day())?;
        let changed = player.with(details);
        store::update(c, &changed)?;
        let after = changed.particulars();
        let change = Change::altered("update_player_particulars", "player", id, &before, &after)?;
        audit::append(c, now, &actor, change)?;
        Ok(Reply::private(after))
    })
    .await
}

/// The player, if the caller looks after the club.
fn find_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<Player, Error> {
    let player = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no player with this id."))?;
    club_within(clubs::store::find(c, player.club)?, player.club, reach)?;
    Ok(player)
}
