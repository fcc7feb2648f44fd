//! The sheets that are printed and put up in the hall. No other host is asked for anything. `sheets/papers.rs` is what they
//! are written from.

use actix_web::get;
use actix_web::web::Path;

use crate::accounts::caller::Anyone;
use crate::languages::Words;
use crate::tournaments::sheets::use_cases::{read_round, read_tournament};
use crate::tournaments::sheets::{cross_table, round, score_sheets, standings};
use crate::tournaments::standings::ReadStandings;
use crate::values::error::Error;
use crate::values::id::{RoundId, TournamentId};
use crate::web::assets::Asset;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(read_standings_sheet)
        .service(read_cross_table)
        .service(read_pairings)
        .service(read_wall_chart)
        .service(read_score_sheets);
}

/// The files that the pages ask for.
pub const ASSETS: &[Asset] = &[Asset::style("sheet.css", include_str!("sheet.css"))];

/// Print the standings of a tournament
///
/// A page to be printed on A4 and put up.
#[utoipa::path(
    tag = "tournaments",
    params(ReadStandings),
    responses((status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!DOCTYPE html>…")),
)]
#[get("/tournaments/{id}/standings")]
pub(crate) async fn read_standings_sheet(
    caller: Anyone,
    words: Words,
    id: Path<TournamentId>,
    Query(query): Query<ReadStandings>,
) -> Result<Response<Text>, Error> {
    let today = caller.today();
    let page =
        caller.read(move |c| standings::page(&read_tournament(c, *id, today)?.in_words(words), query.after_round()));
    Ok(Response::public(page.await?).said_in(words))
}

/// Print the cross-table of a tournament
///
/// A page to be printed on A4 and put up: whom each player has met in which round, and with what result.
#[utoipa::path(
    tag = "tournaments",
    params(ReadStandings),
    responses((status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!DOCTYPE html>…")),
)]
#[get("/tournaments/{id}/cross-table")]
pub(crate) async fn read_cross_table(
    caller: Anyone,
    words: Words,
    id: Path<TournamentId>,
    Query(query): Query<ReadStandings>,
) -> Result<Response<Text>, Error> {
    let today = caller.today();
    let page =
        caller.read(move |c| cross_table::page(&read_tournament(c, *id, today)?.in_words(words), query.after_round()));
    Ok(Response::public(page.await?).said_in(words))
}

/// Print the pairings of a round
///
/// A page to be printed on A4 and put up: who meets whom at which board, with what they had before the round, and who
/// starts.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!DOCTYPE html>…")),
)]
#[get("/rounds/{id}/pairings")]
pub(crate) async fn read_pairings(caller: Anyone, words: Words, id: Path<RoundId>) -> Result<Response<Text>, Error> {
    let today = caller.today();
    let page = caller.read(move |c| Ok(round::pairings(&read_round(c, *id, today)?.in_words(words))));
    Ok(Response::public(page.await?).said_in(words))
}

/// Print the wall chart of a round
///
/// A page to be printed on A4 and put up, in large type: board by board, with the results so far and room to write those
/// that come in.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!DOCTYPE html>…")),
)]
#[get("/rounds/{id}/wall-chart")]
pub(crate) async fn read_wall_chart(caller: Anyone, words: Words, id: Path<RoundId>) -> Result<Response<Text>, Error> {
    let today = caller.today();
    let page = caller.read(move |c| Ok(round::wall_chart(&read_round(c, *id, today)?.in_words(words))));
    Ok(Response::public(page.await?).said_in(words))
}

/// Print the score sheets of a round
///
/// Pages to be printed on A4 and cut: a sheet for each match, with its games, who starts each, boxes to mark, and space to
/// sign.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!DOCTYPE html>…")),
)]
#[get("/rounds/{id}/score-sheets")]
pub(crate) async fn read_score_sheets(
    caller: Anyone,
    words: Words,
    id: Path<RoundId>,
) -> Result<Response<Text>, Error> {
    let today = caller.today();
    let page = caller.read(move |c| Ok(score_sheets::page(&read_round(c, *id, today)?.in_words(words))));
    Ok(Response::public(page.await?).said_in(words))
}
