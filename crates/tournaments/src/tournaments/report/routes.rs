//! The report of a tournament over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, get};

use crate::accounts::caller::Anyone;
use crate::tournaments::report::event::SportsEvent;
use crate::tournaments::report::use_cases;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::public_url::PublicUrl;
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text, preferred};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_report);
}

const JSON_LD: &str = "application/ld+json";
const TRF: &str = "text/plain; charset=utf-8";

/// Read the report of a tournament
///
/// The tournament with its standings as they are, for programs of other federations and for search engines: as an event
/// in the words of schema.org, or, with `Accept: text/plain`, as FIDE's tournament report file (TRF16). Chess knows no match
/// of several games: a match stands in the file as won, drawn or lost, its points are those of its games, and each
/// match's points follow in lines of remarks, which begin with `###`: the round, the two starting numbers, their points.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The report.", content(
        (SportsEvent = "application/ld+json"),
        (String = "text/plain", example = "012 North West Championship 2027\r\n022 Mmabatho High School, Mahikeng\r\n"),
    ))),
)]
#[get("/v1/tournaments/{id}/report")]
pub(crate) async fn read_report(
    caller: Anyone,
    tournament: Path<TournamentId>,
    request: HttpRequest,
    url: Data<PublicUrl>,
) -> Result<Response<Text>, Error> {
    let today = caller.today();
    let report = caller.read(move |c| use_cases::read(c, *tournament, today)).await?;
    if preferred(&request, &[JSON_LD, TRF]) == TRF {
        let file = Text {
            media_type: TRF,
            body: report.file(today)?,
        };
        return Ok(Response::public(file).negotiated().kept_as("tournament.trf"));
    }
    let event = serde_json::to_string(&report.event(&url, today));
    let file = Text {
        media_type: JSON_LD,
        body: event.map_err(|error| Error::Internal(error.to_string()))?,
    };
    Ok(Response::public(file).negotiated())
}
