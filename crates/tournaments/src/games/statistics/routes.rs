//! Statistics of how games end, over HTTP.

use actix_web::get;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::games::positions;
use crate::games::statistics::{GameStatistics, store};
use crate::games::store::GameFilter;
use crate::tournaments::model::TournamentLevel;
use crate::values::error::Error;
use crate::values::id::{PlayerId, TournamentId};
use crate::values::validation::{Day, Word};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_game_statistics);
}

/// The games to count.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadGameStatistics {
    /// Counts only games of this player, on either side.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// Counts only games of matches of this tournament.
    #[param(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<TournamentId>,
    /// Counts only games of matches of tournaments of this level.
    #[param(inline, example = "provincial")]
    level: Option<TournamentLevel>,
    /// Counts only games played by these rules.
    #[param(value_type = Option<String>, example = "mssa-gar", min_length = 1, max_length = 64)]
    rule_set: Option<Word>,
    /// Counts only games of this day or later.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2026-11-01")]
    from: Option<Day>,
    /// Counts only games of this day or earlier.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2027-10-31")]
    until: Option<Day>,
}

/// Read the statistics of games
///
/// The advantage of starting, the causes of the ends of games and their lengths; of all games on record, or of some. A game is
/// counted within a second after it was recorded.
#[utoipa::path(
    tag = "games",
    params(ReadGameStatistics),
    responses((status = 200, description = "The statistics.", body = GameStatistics)),
)]
#[get("/v1/games/statistics")]
pub(crate) async fn read_game_statistics(
    caller: Anyone,
    Query(query): Query<ReadGameStatistics>,
) -> Result<Response<GameStatistics>, Error> {
    positions::rule_set(query.rule_set.as_ref())?;
    let filter = GameFilter {
        player: query.player_id,
        tournament: query.tournament_id,
        level: query.level,
        rule_set: query.rule_set.map(String::from),
        from: query.from.map(Into::into),
        until: query.until.map(Into::into),
        ..GameFilter::default()
    };
    let counted = caller.read(move |c| store::read(c, &filter)).await?;
    Ok(Response::public(GameStatistics::of(counted)))
}
