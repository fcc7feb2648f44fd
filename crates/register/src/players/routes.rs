//! Players over HTTP.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::Path;
use actix_web::{FromRequest, HttpRequest, get, post};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::{Anyone, ClubSecretary};
use crate::clubs::expansion::{Expansion, PageWithClubs};
use crate::players::particulars::views::CreatePlayer;
use crate::players::store::PlayerFilter;
use crate::players::use_cases::{self, NewPlayer, PlayerPath};
use crate::players::{
    Number, Particulars, Player, PublicPlayer, consent_links, consent_wordings, consents, of_age_if_born_by,
    pairing_bars, particulars, player_accounts, registrations, residences, store, suspensions, transfers,
};
use crate::values::error::{Error, INVALID_QUERY};
use crate::values::id::{ClubId, PlayerId};
use crate::values::names::Search;
use crate::values::validation::Word;
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config.service(create_player).service(list_players).service(read_player);
    particulars::routes::configure(config);
    player_accounts::routes::configure(config);
    consents::routes::configure(config);
    consent_wordings::routes::configure(config);
    consent_links::routes::configure(config);
    pairing_bars::routes::configure(config);
    suspensions::routes::configure(config);
    registrations::routes::configure(config);
    residences::routes::configure(config);
    transfers::routes::configure(config);
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
)]
#[post("/v1/players")]
async fn create_player(
    caller: ClubSecretary,
    Body(asked, request): Body<CreatePlayer>,
) -> Result<StoredResponse, Error> {
    let new = NewPlayer {
        creation: Creation::of(asked.id, &asked, caller.now())?,
        person: asked.person(caller.today())?,
        home: asked.home(),
        club: asked.club_id,
    };
    caller
        .write_once(request, move |c, by| {
            let player = use_cases::register(c, by, &new)?;
            let location = format!("/v1/players/{}", player.id);
            let particulars = format!("{location}/particulars");
            let reply = Response::private(player.particulars()?).created_at(location);
            Ok(reply.read_at(particulars))
        })
        .await
}

/// The players to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListPlayers {
    /// Lists only players who live in this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only players of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Lists only the player with this number, in any spelling.
    #[param(value_type = Option<String>, example = "m-4217-k", min_length = 1, max_length = 64)]
    number: Option<Word>,
    /// Lists only players whose names have words that begin with these, or whose number this is, in any spelling and without
    /// its last letter too; case and accents do not matter. Players whose name is withheld are found by their number alone.
    #[param(value_type = Option<String>, example = "mok thandi", min_length = 0, max_length = 400)]
    q: Option<Search>,
    /// Brings the clubs that the items name, in `clubs`, each once.
    #[param(inline, example = "club")]
    expand: Option<Expansion>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
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
    responses((status = 200, description = "A page of players.", body = PageWithClubs<PublicPlayer>)),
)]
#[get("/v1/players")]
async fn list_players(
    caller: Anyone,
    Query(query): Query<ListPlayers>,
) -> Result<Response<PageWithClubs<PublicPlayer>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let after = after(query.cursor.as_deref())?;
    let number = query.number.map(|number| number.as_str().parse::<Number>()).transpose();
    let filter = PlayerFilter {
        province: query.province.map(String::from),
        club: query.club_id,
        number: number.map_err(|error| INVALID_QUERY.of_parameter("number", error))?,
        search: query.q.map(|q| (q.into(), of_age_if_born_by(today))),
        after,
    };
    let page = caller.read(move |c| {
        let players = store::list(c, filter, limit.rows())?;
        let number = |player: &Player| player.number.stored();
        let page = Page::of(players, limit, number, |player| player.public(today))?;
        PageWithClubs::of(c, page, query.expand)
    });
    Ok(page.await?.public())
}

/// Read a player
///
/// All that everyone may see. A player under 18 appears by initials, unless a guardian has consented.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The player.", body = PublicPlayer)),
)]
#[get("/v1/players/{id}")]
async fn read_player(caller: Anyone, path: PlayerPath) -> Result<Response<PublicPlayer>, Error> {
    let today = caller.today();
    let player = caller.read(move |c| use_cases::find(c, &path)).await?;
    Ok(Response::public(player.public(today)))
}

impl FromRequest for PlayerPath {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let pattern = request.match_pattern().unwrap_or_default();
        let query = request.uri().query().map(|query| format!("?{query}"));
        let template = pattern + &query.unwrap_or_default();
        let id = Path::<PlayerId>::from_request(request, payload).into_inner();
        ready(id.map(|id| PlayerPath { id: *id, template }))
    }
}
