//! Sheets for officials, with whole names, to be printed: as everyone reads them but for the names that are withheld.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::{Markup, html};

use crate::accounts::caller::TournamentOfficial;
use crate::pages::tournament_desk::TournamentDesk;
use crate::tournaments::entrants::{OfficialsSheet, use_cases};
use crate::tournaments::model::Round;
use crate::tournaments::sheets::standings;
use crate::values::error::Error;
use crate::values::id::{RoundId, TournamentId};
use crate::web::response::{Response, Text};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(print_round).service(print_standings);
}

#[get("/desk/rounds/{id}/sheets/{sheet}")]
async fn print_round(
    caller: TournamentOfficial,
    path: Path<(RoundId, OfficialsSheet)>,
) -> Result<Response<Text>, Error> {
    let (id, sheet) = path.into_inner();
    let papers = caller.read(move |c, by| use_cases::read_of_round(c, by, id)).await?;
    Ok(Response::private(sheet.page(&papers)))
}

#[get("/desk/tournaments/{id}/standings")]
async fn print_standings(caller: TournamentOfficial, id: Path<TournamentId>) -> Result<Response<Text>, Error> {
    let page = caller.read(move |c, by| standings::page(&use_cases::read(c, by, *id)?, None));
    Ok(Response::private(page.await?))
}

/// The ways to the sheets of a round: those to put up, and those with whole names.
pub(super) fn of_round(round: &Round) -> Markup {
    let own = format!("/desk/rounds/{}/sheets", round.id);
    let public = format!("/rounds/{}", round.id);
    html! {
        dl.prints {
            dt { "To put up" }
            dd { a href={ (public) "/pairings" } { "Pairings" } a href={ (public) "/wall-chart" } { "Wall chart" } }
            dt { "For officials, whole names" }
            dd { a href={ (own) "/score-sheets" } { "Score sheets" } a href={ (own) "/pairings" } { "Pairings" } }
        }
    }
}

/// The ways to the sheets of the tournament.
pub(super) fn of_tournament(desk: &TournamentDesk) -> Markup {
    let public = format!("/tournaments/{}", desk.id());
    html! {
        dl.prints {
            dt { "To put up" }
            dd { a href={ (public) "/standings" } { "Standings" } a href={ (public) "/cross-table" } { "Cross-table" } }
            dt { "For officials, whole names" }
            dd { a href={ (desk.path()) "/standings" } { "Standings" } }
        }
    }
}
