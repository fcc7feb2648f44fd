//! The steps of a round: drawn, published, closed, and taken back.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, post};

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::{TournamentDesk, overview, path};
use crate::tournaments::model::RoundState;
use crate::tournaments::rounds::orders::NewOrders;
use crate::tournaments::rounds::use_cases::{self, SeedingSource, tournament_of};
use crate::values::error::Error;
use crate::values::id::{RoundId, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::merge_patch::STALE;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(send_draw)
        .service(send_publication)
        .service(send_closing)
        .service(send_undo)
        .service(send_ending);
}

/// The longest reason that is kept.
const LONGEST_REASON: usize = 400;

/// The field for the reason of an early end.
pub(super) fn ending_field() -> Field {
    Field::new("reason", "Why it ends early", FieldKind::Text).with_hint("Everyone reads it.")
}

fn of_round(c: &mut Conn, by: &Caller, round: RoundId) -> Result<TournamentDesk, Error> {
    let tournament = tournament_of(c, round)?;
    TournamentDesk::read(c, by, tournament)
}

#[post("/desk/tournaments/{id}/rounds")]
async fn send_draw(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
    seeding: Data<SeedingSource>,
) -> Result<HttpResponse, Error> {
    let (id, seeding) = (*id, **seeding);
    sent.carry_out(
        move |c, by, _| TournamentDesk::read(c, by, id)?.draw(c, by, &NewOrders::default(), seeding),
        move |c, by| TournamentDesk::read(c, by, id),
        overview::page,
    )
    .await
}

#[post("/desk/rounds/{id}/publication")]
async fn send_publication(sent: Sent<TournamentOfficial>, id: Path<RoundId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(use_cases::publish(c, by, id)?.0.tournament)),
        move |c, by| of_round(c, by, id),
        overview::page,
    )
    .await
}

#[post("/desk/rounds/{id}/closing")]
async fn send_closing(sent: Sent<TournamentOfficial>, id: Path<RoundId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(use_cases::close(c, by, id)?.0.tournament)),
        move |c, by| of_round(c, by, id),
        overview::page,
    )
    .await
}

#[post("/desk/rounds/{id}/undo")]
async fn send_undo(sent: Sent<TournamentOfficial>, id: Path<RoundId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let seen = RoundState::ALL
                .iter()
                .find(|state| state.as_str() == form.text("state"));
            let seen = seen.ok_or_else(|| STALE.problem("The form does not say what is taken back."))?;
            Ok(path(use_cases::undo(c, by, id, *seen)?.1.id))
        },
        move |c, by| of_round(c, by, id),
        overview::page,
    )
    .await
}

#[post("/desk/tournaments/{id}/ending")]
async fn send_ending(sent: Sent<TournamentOfficial>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let reason = text(form.text("reason"), LONGEST_REASON).map_err(|fault| Faults::of("/reason", fault))?;
            use_cases::end(c, by, id, &reason)?;
            Ok(path(id))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        overview::page,
    )
    .await
}
