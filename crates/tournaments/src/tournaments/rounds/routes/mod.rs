//! Rounds over HTTP: drawn, read and listed.

mod endings;
mod order_form;
mod transitions;
mod views;

use actix_web::web::{Data, Path};
use actix_web::{get, post};

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::tournaments::pairing_bar_changes;
use crate::tournaments::rounds::routes::order_form::CreateRound;
use crate::tournaments::rounds::routes::views::{RoundView, Rounds};
use crate::tournaments::rounds::use_cases::{self, SeedingSource};
use crate::values::error::Error;
use crate::values::id::{RoundId, TournamentId};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_round)
        .service(list_rounds)
        .service(read_draw)
        .service(endings::create_tournament_ending)
        .service(read_round)
        .service(transitions::create_round_publication)
        .service(transitions::create_round_closing)
        .service(transitions::create_round_undo);
}

/// Draw a round
///
/// The next one, for those who run the tournament alone to look at: nothing is published. With the same figures it is the
/// same round again; otherwise it takes the place of the one that was drawn before. The draw is the one best pairing by the
/// modified Swiss system, or the next round of a round robin; round 1 in the order of the newest ranking list, and after
/// those who are on it the others in the order that the umpire has set; the reasons say why everybody meets whom they meet. What an
/// umpire orders, waives, or pairs otherwise needs a reason, and stays on record.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateRound,
    responses(
        (status = 201, description = "The round as it was drawn.", body = RoundView),
        (status = 403, description = "`conflict-of-interest`: what you order is about yourself, or a relative."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament takes no entries and does not run. `round-not-closed`: it is not time for another round. `starting-order-needed`: players of round 1 are on no ranking list, and nobody has set their order. `too-few-players`: nobody to meet. `no-legal-draw`: no pairing keeps the rules; the proof is beside it."),
        (status = 422, description = "`not-entered`: somebody is not in the tournament. `orders-contradict`: the orders cannot be kept. `pairing-breaks-rules`: your pairing breaks rules that are not waived. `nothing-to-order`: it is a round robin."),
    ),
)]
#[post("/v1/tournaments/{id}/rounds")]
pub(crate) async fn create_round(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
    seeding: Data<SeedingSource>,
    Body(asked, request): Body<CreateRound>,
) -> Result<StoredResponse, Error> {
    let (orders, seeding) = (asked.parsed()?, *seeding.get_ref());
    caller
        .write_once(request, move |c, by| {
            let (round, snapshot) = use_cases::draw(c, by, *tournament, &orders, seeding)?;
            let changes = pairing_bar_changes::use_cases::among(c, &snapshot)?;
            let view = RoundView::to_officials(&round, &snapshot, by.today()).warning_of(&changes, by.today());
            Ok(Response::private(view).created_at(format!("/v1/tournaments/{tournament}/draw")))
        })
        .await
}

/// Read the draw that is not published
///
/// As those who run the tournament see it before they publish it, with warnings of pairing bars that changed since it was
/// opened.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The round as it was drawn.", body = RoundView),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
)]
#[get("/v1/tournaments/{id}/draw")]
pub(crate) async fn read_draw(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
) -> Result<Response<RoundView>, Error> {
    let today = caller.today();
    let ((round, snapshot, is_outdated), changes) = caller
        .read(move |c, by| {
            let draw = use_cases::read_draw(c, by, *tournament)?;
            let changes = pairing_bar_changes::use_cases::among(c, &draw.1)?;
            Ok((draw, changes))
        })
        .await?;
    let view = RoundView::to_officials(&round, &snapshot, today).warning_of(&changes, today);
    Ok(Response::private(view.outdated(is_outdated)))
}

/// List the rounds of a tournament
///
/// Those that are published.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The rounds.", body = Rounds)),
)]
#[get("/v1/tournaments/{id}/rounds")]
pub(crate) async fn list_rounds(caller: Anyone, tournament: Path<TournamentId>) -> Result<Response<Rounds>, Error> {
    let rounds = caller.read(move |c| use_cases::list(c, *tournament)).await?;
    Ok(Response::public(Rounds::of(&rounds)))
}

/// Read a round
///
/// The boards, and why everybody meets whom they meet. If a result before it was corrected since, it says which boards would
/// differ today; the round stays as it was published.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The round.", body = RoundView)),
)]
#[get("/v1/rounds/{id}")]
pub(crate) async fn read_round(caller: Anyone, id: Path<RoundId>) -> Result<Response<RoundView>, Error> {
    let today = caller.today();
    let round = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(RoundView::to_everyone(round, today)))
}
