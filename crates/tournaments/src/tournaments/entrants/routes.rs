//! Entrants over HTTP.

use actix_web::get;
use actix_web::web::Path;

use crate::accounts::caller::TournamentOfficial;
use crate::tournaments::entrants::{Entrants, OfficialsSheet, use_cases};
use crate::values::error::Error;
use crate::values::id::{RoundId, TournamentId};
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_entrants).service(read_officials_sheet);
}

/// List the entrants of a tournament by name
///
/// All entries in the starting order with full names, those of children too, for those who run the tournament. Everyone
/// reads the entries, in which names are withheld.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The entrants.", body = Entrants),
        (status = 409, description = "`not-accredited`: your accreditation no longer does."),
    ),
)]
#[get("/v1/tournaments/{id}/entrants")]
async fn list_entrants(caller: TournamentOfficial, id: Path<TournamentId>) -> Result<Response<Entrants>, Error> {
    let entrants = caller.read(move |c, by| Ok(Entrants::of(&use_cases::read(c, by, *id)?)));
    Ok(Response::private(entrants.await?))
}

/// Print a sheet of a round for officials
///
/// A page to be printed on A4, as everyone reads it but with full names, those of children too. It is for those who run
/// the tournament, and not to be put up.
#[utoipa::path(
    tag = "tournaments",
    params(
        ("sheet" = inline(OfficialsSheet), Path, description = "The sheet.", example = "score-sheets"),
    ),
    responses(
        (status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!DOCTYPE html>…"),
        (status = 409, description = "`not-accredited`: your accreditation no longer does."),
    ),
)]
#[get("/v1/rounds/{id}/officials-sheets/{sheet}")]
async fn read_officials_sheet(
    caller: TournamentOfficial,
    path: Path<(RoundId, OfficialsSheet)>,
) -> Result<Response<Text>, Error> {
    let (id, sheet) = path.into_inner();
    let papers = caller.read(move |c, by| use_cases::read_of_round(c, by, id)).await?;
    Ok(Response::private(sheet.page(&papers)))
}
