//! Whole seasons over HTTP, in lines that are sent as they are read.

use std::future::Future;

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, get};
use futures_util::stream;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::ClubSecretary;
use crate::exports::seasons::{Lines, use_cases};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::web::body::Query;
use crate::web::openapi::{NDJSON, Routes};
use crate::web::response::PRIVATE;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_game_export).service(read_result_export);
}

/// The season to export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadSeason {
    /// The gaming year.
    #[param(value_type = i32, minimum = 1990, maximum = 2100, example = 2027)]
    year: GamingYear,
}

/// Export the games of a season
///
/// Every game that was played in a gaming year, turn by turn, a line of JSON each, in the form of `GET /v1/games/{id}`; the latest
/// first. The lines come as they are read: what changes meanwhile may be told as it was or as it is. An answer that breaks off is
/// not whole.
#[utoipa::path(
    tag = "exports",
    params(ReadSeason),
    responses((status = 200, description = "The games.", content_type = "application/x-ndjson", body = String,
        example = "{\"id\":\"019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b\",\"turns\":[\"E1\",\"R1\"],…}\n{…}\n")),
)]
#[get("/v1/exports/games")]
async fn read_game_export(caller: ClubSecretary, Query(query): Query<ReadSeason>) -> Result<HttpResponse, Error> {
    let of = (query.year, caller.today());
    let read = move |after| caller.clone().read(move |c, _| use_cases::games(c, of, after));
    lines(&format!("games-{}", query.year.number()), read).await
}

/// Export the results of a season
///
/// Every match with a result of the tournaments that began in a gaming year, a line of JSON each, in the form of
/// `GET /v1/matches/{id}`: by tournament, the first to begin first, then by round and board. The lines come as they are read, as
/// those of the games do.
#[utoipa::path(
    tag = "exports",
    params(ReadSeason),
    responses((status = 200, description = "The results.", content_type = "application/x-ndjson", body = String,
        example = "{\"id\":\"019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9\",\"round\":2,\"board\":1,…}\n{…}\n")),
)]
#[get("/v1/exports/results")]
async fn read_result_export(caller: ClubSecretary, Query(query): Query<ReadSeason>) -> Result<HttpResponse, Error> {
    let of = (query.year, caller.today());
    let read = move |after| caller.clone().read(move |c, _| use_cases::results(c, of, after));
    lines(&format!("results-{}", query.year.number()), read).await
}

/// The answer that is read piece by piece, each when the one before is taken. What fails at first is a refusal, and what
/// fails later breaks the answer off.
async fn lines<K, R>(file_name: &str, read: impl Fn(Option<K>) -> R + 'static) -> Result<HttpResponse, Error>
where
    K: Clone + 'static,
    R: Future<Output = Result<Lines<K>, Error>> + 'static,
{
    let first = read(None).await?;
    let pieces = stream::try_unfold((Some(first), read), |(piece, read)| async move {
        let Some(Lines { text, end }) = piece else {
            return Ok::<_, Error>(None);
        };
        let next = match end {
            Some(place) => Some(read(Some(place)).await?),
            None => None,
        };
        Ok(Some((Bytes::from(text), (next, read))))
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, NDJSON))
        .insert_header((header::CACHE_CONTROL, PRIVATE))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{file_name}.ndjson\""),
        ))
        .streaming(pieces))
}
