//! Players over HTTP.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::{Data, Path};
use actix_web::{FromRequest, HttpRequest, get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Reach;
use crate::accounts::caller::{Anyone, ClubSecretary};
use crate::clubs;
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::{
    Home, MERGED, NewPlayer, Number, Particulars, Person, Player, PublicPlayer, Refusal, Sex, club_within, consents,
    of_age_if_born_by, pairing_bars, particulars, registrations, residences, store, transfers, unmerged,
};
use crate::provinces;
use crate::values::clock::Clock;
use crate::values::error::{Error, INVALID_QUERY, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::{Day, Faults, Word, in_life};
use crate::web::body::{Body, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_player).service(list_players).service(read_player);
    particulars::routes::configure(config);
    consents::routes::configure(config);
    pairing_bars::routes::configure(config);
    registrations::routes::configure(config);
    residences::routes::configure(config);
    transfers::routes::configure(config);
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
    /// The code of the region in which the player lives. Private.
    #[schema(value_type = Option<String>, example = "DC38")]
    region: Option<Word>,
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
    let CreatePlayer {
        id,
        family_name,
        given_names,
        birth_date,
        sex,
        province,
        region,
        club_id,
    } = asked;
    let id = id.unwrap_or_else(|| Id::new(now));
    let (given_names, birth_date) = (given_names.as_deref(), birth_date.into());
    let person = Person::parse(&family_name, given_names, birth_date, sex, now.day())?;
    let home = Home {
        province: province.into(),
        region: region.map(String::from),
    };
    let new = NewPlayer {
        person,
        home,
        club: club_id,
    };
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    let created = move |particulars| {
        let reply = Reply::private(particulars).created_at(format!("/v1/players/{id}"));
        reply.read_at(format!("/v1/players/{id}/particulars"))
    };
    request
        .once(&database, caller.account(), now, move |c| {
            let club = club_within(clubs::store::find(c, new.club)?, new.club, &reach)?;
            // After the scope: whoever does not look after the player must not learn whether the content is the same.
            if let Some(player) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                // The player may have moved on since.
                club_within(clubs::store::find(c, player.club)?, player.club, &reach)?;
                return Ok(created(player.unmerged()?.particulars()?));
            }
            let home = new_home(c, new.home.clone())?;
            let last = store::last_number(c)?;
            let player = Player::register(new.person.clone(), id, home, &club, last, now)?;
            store::insert(c, &player, &fingerprint)?;
            let particulars = player.particulars()?;
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_player", "player", id, &particulars)?,
            )?;
            Ok(created(particulars))
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
    let filter = store::Filter {
        province: query.province.map(String::from),
        club: query.club_id,
        number,
        search,
        after,
    };
    let players = database
        .read(move |c| store::list(c, filter, query.limit.rows()))
        .await?;
    Ok(Reply::public_page(Page::of(
        players,
        query.limit,
        store::key,
        |player| player.public(today),
    )?))
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
    entry: Entry,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<PublicPlayer>, Error> {
    let player = database.read(move |c| entry.find(c)).await?;
    Ok(Reply::public(player.public(clock.now().day())))
}

/// The home that was asked for.
pub(crate) fn new_home(c: &mut Conn, asked: Home) -> Result<Home, Error> {
    let province = provinces::store::find(c, &asked.province)?;
    let region = asked
        .region
        .as_deref()
        .map(|region| provinces::store::find_region(c, region))
        .transpose()?
        .flatten();
    Ok(asked.found(province, region)?)
}

/// Refuses a day before the player's birth.
pub(crate) fn lived(player: &Player, pointer: &str, day: NaiveDate) -> Result<(), Error> {
    let Some(person) = &player.person else { return Ok(()) };
    in_life(day, person.birth_date)
        .map(|_| ())
        .map_err(|invalid| Faults::of(pointer, invalid).into())
}

/// The player, if the caller looks after the club.
pub(crate) fn find_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<Player, Error> {
    Entry {
        id,
        path: "/v1/players/{id}".to_owned(),
    }
    .within(c, reach)
}

/// The entry that a path begins with.
pub(crate) struct Entry {
    pub(crate) id: Id,
    /// The path, with `{id}` where it names the entry, and the query.
    path: String,
}

impl FromRequest for Entry {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let pattern = request.match_pattern().unwrap_or_default();
        let query = request
            .uri()
            .query()
            .map(|query| format!("?{query}"))
            .unwrap_or_default();
        let id = Path::<Id>::from_request(request, payload).into_inner();
        ready(id.map(|id| Entry {
            id: id.into_inner(),
            path: pattern + &query,
        }))
    }
}

impl Entry {
    /// The player. Whoever asks for an entry that was merged is sent to the same place of the one that stays.
    pub(crate) fn find(&self, c: &mut Conn) -> Result<Player, Error> {
        let player = store::find(c, self.id)?.ok_or_else(|| NOT_FOUND.problem("There is no player with this id."))?;
        unmerged(player.merged_into).map_err(|refusal| self.elsewhere(refusal))?;
        Ok(player)
    }

    /// The player, if the caller looks after the club. That is judged before anything is read of the person.
    pub(crate) fn within(&self, c: &mut Conn, reach: &Reach) -> Result<Player, Error> {
        let place = store::place(c, self.id)?.ok_or_else(|| NOT_FOUND.problem("There is no player with this id."))?;
        unmerged(place.merged_into).map_err(|refusal| self.elsewhere(refusal))?;
        club_within(clubs::store::find(c, place.club)?, place.club, reach)?;
        Ok(self.find(c)?.unerased()?)
    }

    /// The refusal; with the way to the entry that stays, if this one was merged.
    pub(crate) fn elsewhere(&self, refusal: Refusal) -> Error {
        match refusal {
            Refusal::Merged(stays) => {
                let location = self.path.replacen("{id}", &stays.to_string(), 1);
                MERGED
                    .problem(refusal.to_string())
                    .with_header("location", location)
                    .into()
            }
            refusal => refusal.into(),
        }
    }
}
