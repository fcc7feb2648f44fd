//! The search for games over HTTP.

use actix_web::get;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::games::openings::Class;
use crate::games::positions::Opening;
use crate::games::store::{self, GameFilter};
use crate::games::views::GameSummary;
use crate::games::{Game, GameResult, Termination, positions};
use crate::tournaments::model::TournamentLevel;
use crate::values::error::{Error, INVALID_QUERY};
use crate::values::id::{GameId, PlayerId, TournamentId};
use crate::values::validation::{Day, Word};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_games);
}

/// The games to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListGames {
    /// Lists only games of this player, on either side.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// Lists only games of `player_id` against this one.
    #[param(example = "019aa0ca-5d6e-7f80-91a2-b3c4d5e6f708")]
    opponent_id: Option<PlayerId>,
    /// Lists only games of matches of this tournament.
    #[param(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<TournamentId>,
    /// Lists only games of matches of tournaments of this level.
    #[param(inline, example = "provincial")]
    level: Option<TournamentLevel>,
    /// Lists only games played by these rules.
    #[param(value_type = Option<String>, example = "mssa-gar", min_length = 1, max_length = 64)]
    rule_set: Option<Word>,
    /// Lists only games that ended with this result.
    #[param(inline, example = "drawn")]
    result: Option<GameResult>,
    /// Lists only games that ended for this reason.
    #[param(inline, example = "ten-moves")]
    termination: Option<Termination>,
    /// Lists only games of this day or later.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2026-11-01")]
    from: Option<Day>,
    /// Lists only games of this day or earlier.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2027-10-31")]
    until: Option<Day>,
    /// Lists only games of so many turns or more.
    #[param(minimum = 0, maximum = 65535, example = 24)]
    min_plies: Option<u16>,
    /// Lists only games of so many turns or fewer.
    #[param(minimum = 0, maximum = 65535, example = 100)]
    max_plies: Option<u16>,
    /// Lists only games in which the position after these turns came, in whichever order, and however the board is
    /// turned. Turns in canonical notation, a blank between them.
    #[param(value_type = Option<String>, example = "E2 A2 E1", min_length = 0, max_length = 2000)]
    opening: Option<Opening>,
    /// Lists only games in which this position came, however the board is turned: the cows on the junctions and in
    /// hand and the side to play count, the rest of the text does not. Either this or `opening`.
    #[param(value_type = Option<String>, example = "XX....../.O....../........ O 10 11 0 - -", min_length = 1, max_length = 64)]
    position: Option<Word>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI2LTExLTIwIiwiMDE5YWEwY2ItNGM1ZC03ZTZmLThhOWItMGMxZDJlM2Y0YTViIl0")]
    cursor: Option<String>,
}

/// List games
///
/// The latest day first. Whatever is asked for together must hold together. A game is found by a position within a second
/// after it was recorded, and by all else at once. Where hardly a game is sought, a page may have fewer than `limit`, or none,
/// and lead on all the same: a search looks at 10,000 games for a page.
#[utoipa::path(
    tag = "games",
    params(ListGames),
    responses((status = 200, description = "A page of games.", body = Page<GameSummary>)),
)]
#[get("/v1/games")]
pub(crate) async fn list_games(
    caller: Anyone,
    Query(query): Query<ListGames>,
) -> Result<Response<Page<GameSummary>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    if query.opponent_id.is_some() && query.player_id.is_none() {
        return Err(INVALID_QUERY
            .of_parameter("opponent_id", "whose opponent is said by player_id")
            .into());
    }
    let after = after::<(Day, GameId)>(query.cursor.as_deref())?.map(|(day, id)| (day.into(), id));
    let position = positions::sought(
        query.position.as_ref(),
        query.opening.as_ref().map(Opening::as_str),
        query.rule_set.as_ref(),
    )?;
    let filter = GameFilter {
        player: query.player_id,
        opponent: query.opponent_id,
        tournament: query.tournament_id,
        level: query.level,
        rule_set: query.rule_set.map(String::from),
        result: query.result,
        termination: query.termination,
        from: query.from.map(Into::into),
        until: query.until.map(Into::into),
        least_plies: query.min_plies.map(Into::into),
        most_plies: query.max_plies.map(Into::into),
        position: position.as_ref().map(Class::of),
        after,
    };
    let (games, end) = caller.read(move |c| store::search(c, filter, limit.rows())).await?;
    let key = |game: &Game| (game.played_on, game.id);
    Ok(Response::public_page(Page::walked(games, limit, end, key, |game| {
        GameSummary::new(&game, today)
    })?))
}
