//! Statistics over HTTP.

use actix_web::{Either, HttpRequest, get};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::statistics::{Statistics, StatisticsDimension, use_cases};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text, preferred};
use crate::web::spreadsheet::CSV;

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config.service(read_statistics);
}

/// The numbers to read.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadStatistics {
    /// The gaming year; today's if absent.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// The dimension of the groups; without one there are none.
    #[param(inline, example = "province")]
    by: Option<StatisticsDimension>,
}

/// Read the statistics of a year
///
/// Clubs, registered players, entrants, tournaments and games of a gaming year: of the whole federation, and by one
/// dimension. As a file for a spreadsheet too, the whole federation last.
#[utoipa::path(
    tag = "statistics",
    params(ReadStatistics),
    responses((status = 200, description = "The statistics.", content(
        (Statistics = "application/json"),
        (String = "text/csv", example = "\u{feff}year,group,name,clubs,registered_players,entrants,tournaments,match_games,recorded_games\r\n2027,ZA-NW,North West,41,812,377,23,9120,640\r\n"),
    ))),
)]
#[get("/v1/statistics")]
async fn read_statistics(
    caller: Anyone,
    Query(query): Query<ReadStatistics>,
    request: HttpRequest,
) -> Result<Either<Response<Statistics>, Response<Text>>, Error> {
    let today = caller.today();
    let statistics = caller
        .read(move |c| use_cases::read(c, query.year, query.by, today))
        .await?;
    if preferred(&request, &["application/json", CSV]) == CSV {
        let name = format!("statistics-{}.csv", statistics.year.number());
        let file = Response::public(statistics.csv()?).negotiated().kept_as(&name);
        return Ok(Either::Right(file));
    }
    Ok(Either::Left(Response::public(statistics).negotiated()))
}
