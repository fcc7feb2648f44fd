//! The ranks of a player in the lists, as JSON or as a chart.

use actix_web::{Either, HttpRequest, get};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::db::ALL;
use crate::players::PlayerName;
use crate::players::use_cases::PlayerPath;
use crate::rankings::Ranking;
use crate::rankings::figures::Figure;
use crate::rankings::histories::chart::{self, Measure, Point};
use crate::rankings::histories::use_cases;
use crate::rankings::methods::{Method, glicko};
use crate::rankings::rows::RankingRow;
use crate::values::error::Error;
use crate::values::id::{PlayerId, RankingId};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, Text, preferred};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_player_rankings);
}

const SVG: &str = "image/svg+xml";

/// The rank of a player in a list.
#[derive(Serialize, ToSchema)]
struct PlayerRanking {
    /// The list.
    #[schema(example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")]
    ranking_id: RankingId,
    /// The list's day.
    #[schema(example = "2026-11-20")]
    on: NaiveDate,
    /// The rank in the whole list.
    #[schema(example = 3)]
    rank: i64,
    /// Whether the rank is shared.
    #[schema(example = false)]
    shared: bool,
    /// The number of players who have a rank.
    #[schema(example = 4217)]
    players: i64,
    /// The figure by which the player is ranked.
    #[schema(example = 28.5)]
    figure: f64,
    /// The figure as a fraction.
    #[schema(example = "57/2")]
    figure_fraction: String,
    /// The uncertainty of a rating.
    #[schema(example = 87.25)]
    deviation: Option<f64>,
    /// Whether a rating is still too uncertain to say much.
    #[schema(example = false)]
    provisional: Option<bool>,
}

/// The ranks of a player in the lists by a method.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerRankings {
    /// The player.
    player: PlayerName,
    /// The method of the lists.
    method: Method,
    /// List by list, the oldest first.
    items: Vec<PlayerRanking>,
    /// Send it back as `cursor` for the next page; absent from the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        nullable = false,
        example = "WyIyMDI2LTExLTIwIiwiMDE5YWEwZTEtM2E0Yi03YzVkLThlNmYtN2E4YjljMGQxZTJmIl0"
    )]
    next_cursor: Option<String>,
}

/// The lists to show, and the measure for a chart.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListPlayerRankings {
    /// The method of the lists: `game-points` if absent.
    #[param(inline, example = "game-points")]
    method: Option<Method>,
    /// The measure that the chart shows: `rank` if absent.
    #[param(inline, example = "figure")]
    measure: Option<Measure>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI2LTExLTIwIiwiMDE5YWEwZTEtM2E0Yi03YzVkLThlNmYtN2E4YjljMGQxZTJmIl0")]
    cursor: Option<String>,
}

/// List where a player was in the lists
///
/// By a method, in lists that were not replaced; the oldest first. `Accept: image/svg+xml` gives a chart of
/// all of them.
#[utoipa::path(
    tag = "rankings",
    params(ListPlayerRankings),
    responses((status = 200, description = "A page of the lists in which the player is.", content(
        (PlayerRankings = "application/json"),
        (String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\" …></svg>"),
    ))),
)]
#[get("/v1/players/{id}/rankings")]
pub(crate) async fn list_player_rankings(
    caller: Anyone,
    path: PlayerPath,
    Query(query): Query<ListPlayerRankings>,
    request: HttpRequest,
) -> Result<Either<Response<PlayerRankings>, Response<Text>>, Error> {
    let (method, today) = (query.method.unwrap_or(Method::GamePoints), caller.today());
    let (after, limit) = (after(query.cursor.as_deref())?, query.limit);
    if preferred(&request, &["application/json", SVG]) == SVG {
        let (player, history) = caller
            .read(move |c| use_cases::list(c, &path, method, None, ALL))
            .await?;
        let point = |(ranking, row): &(Ranking, RankingRow)| Point {
            on: ranking.on,
            rank: row.rank,
            figure: row.figure,
        };
        let points: Vec<Point> = history.iter().map(point).collect();
        let measure = query.measure.unwrap_or(Measure::Rank);
        let body = chart::history(&player.named(today).name, method, measure, &points).map_err(Error::Internal)?;
        return Ok(Either::Right(
            Response::public(Text { media_type: SVG, body }).negotiated(),
        ));
    }
    let (player, history) = caller
        .read(move |c| use_cases::list(c, &path, method, after, limit.rows()))
        .await?;
    let key = |(ranking, _): &(Ranking, RankingRow)| (ranking.on, ranking.id);
    let page = Page::of(history, limit, key, |(ranking, row)| PlayerRanking {
        ranking_id: ranking.id,
        on: ranking.on,
        rank: row.rank,
        shared: row.shared,
        players: ranking.players,
        figure: row.figure.decimal(),
        figure_fraction: row.figure.fraction(),
        deviation: row.deviation.map(Figure::decimal),
        provisional: row
            .deviation
            .map(|deviation| glicko::is_provisional(&ranking.settings.glicko_2, deviation)),
    })?;
    let (items, next_cursor) = page.into_parts();
    let rankings = PlayerRankings {
        player: player.named(today),
        method,
        items,
        next_cursor: next_cursor.clone(),
    };
    Ok(Either::Left(
        Response::public(rankings).followed_by(next_cursor).negotiated(),
    ))
}
