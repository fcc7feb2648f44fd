//! Rounds over HTTP; the files beside this one have what an umpire orders, and what becomes of a draw.

mod orders;
pub(crate) mod steps;
mod views;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde_json::{Value, json};

use crate::tournaments::rounds::refusals::undrawn;
use orders::CreateRound;
use views::{RoundView, Rounds};

use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::tournaments::officials::Official;
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::rounds::draws::with_names;
use crate::tournaments::rounds::{self, Round, Stage};
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::store;
use crate::tournaments::use_cases::read as find;
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_round)
        .service(list_rounds)
        .service(read_draw)
        .service(steps::create_tournament_ending)
        .service(read_round)
        .service(steps::create_round_publication)
        .service(steps::create_round_closing)
        .service(steps::create_round_undo);
}

/// What the audit trail keeps of a draw: who meets whom, and what was ordered, but not why each.
fn trail(round: &Round, proceedings: &Proceedings) -> Value {
    let player = |place: u32| proceedings.at(place).map(|entry| entry.player.id);
    let boards: Vec<Value> = round
        .draw
        .boards
        .iter()
        .map(|board| json!(board.pair.map(player)))
        .collect();
    json!({
        "number": round.number, "state": round.stage, "digest": round.digest, "boards": boards,
        "bye": round.draw.bye.and_then(player), "reason": round.orders.reason,
    })
}

/// Draw a round
///
/// The next one, for those who run the tournament alone to look at: nothing is published. With the same figures it is the
/// same round again; otherwise it takes the place of the one that was drawn before. The draw is the one best pairing by the
/// modified Swiss system, or the next round of a round robin; the reasons say why everybody meets whom they meet. What an
/// umpire orders, waives, or pairs otherwise needs a reason, and stays on record.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateRound,
    responses(
        (status = 201, description = "The round as it was drawn.", body = RoundView),
        (status = 403, description = "`conflict-of-interest`: what you order is about yourself, or a relative."),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament takes no entries and does not run. `round-not-closed`: it is not time for another round. `too-few-players`: nobody to meet. `no-legal-draw`: no pairing keeps the rules; the proof is beside it."),
        (status = 422, description = "`not-entered`: somebody is not in the tournament. `orders-contradict`: the orders cannot be kept. `pairing-breaks-rules`: your pairing breaks rules that are not waived. `nothing-to-order`: it is a round robin."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/tournaments/{id}/rounds")]
pub(crate) async fn create_round(
    caller: TournamentOfficial,
    tournament: Path<Id>,
    Body(asked, request): Body<CreateRound>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (tournament, asking) = (tournament.into_inner(), Asking::new(&caller, clock.now()));
    let asked = asked.checked()?;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let (official, proceedings) = asking.run(c, tournament)?;
            let drawn = draw(c, &proceedings, &asked, (&official, &asking))?;
            let location = format!("/v1/tournaments/{tournament}/draw");
            let view = RoundView::to_officials(&drawn, &proceedings, asking.today());
            Ok(Reply::private(view).created_at(location))
        })
        .await
}

fn draw(
    c: &mut Conn,
    proceedings: &Proceedings,
    asked: &CreateRound,
    (official, asking): (&Official, &Asking),
) -> Result<Round, Error> {
    let (tournament, now) = (&proceedings.tournament, asking.now);
    let number = rounds::next(tournament, &proceedings.rounds, proceedings.most_rounds())?;
    let orders = asked.orders(c, proceedings)?;
    for place in orders.named() {
        // Nobody orders whom they, or a relative, meet.
        let player = proceedings.at(place).map(|entry| entry.player.id);
        player.map_or(Ok(()), |player| official.rules_on([player; 2]))?;
    }
    let apart = store::apart(c, proceedings)?;
    let broken = |error: morabaraba_swiss::ResultError| Error::Internal(error.to_string());
    let digest = proceedings.digest(number, &apart, &orders).map_err(broken)?;
    let earlier = proceedings.rounds.last().filter(|round| round.stage == Stage::Drawn);
    if let Some(same) = earlier.filter(|round| round.digest == digest && round.orders == orders) {
        return Ok(same.clone());
    }
    let draw = proceedings
        .draw(number, &apart, &orders)
        .map_err(|failure| undrawn(failure, proceedings))?;
    let id = earlier.map_or_else(|| Id::new(now), |round| round.id);
    let round = Round {
        id,
        tournament: tournament.id,
        number,
        stage: Stage::Drawn,
        digest,
        orders,
        draw,
        drawn_at: now,
        published_at: None,
        closed_at: None,
    };
    let after = trail(&round, proceedings);
    let change = if let Some(earlier) = earlier {
        crate::tournaments::rounds::store::update(c, &round)?;
        Change::altered("create_round", "round", id, &trail(earlier, proceedings), &after)?
    } else {
        crate::tournaments::rounds::store::insert(c, &round)?;
        Change::created("create_round", "round", id, &after)?
    };
    audit::append(c, now, &asking.actor, change)?;
    Ok(round)
}

/// Read the draw that is not published
///
/// As those who run the tournament see it before they publish it.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses(
        (status = 200, description = "The round as it was drawn.", body = RoundView),
        (status = 409, description = "`not-accredited`: your accreditation does not hold today."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[get("/v1/tournaments/{id}/draw")]
pub(crate) async fn read_draw(
    caller: TournamentOfficial,
    tournament: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<RoundView>, Error> {
    let (tournament, asking) = (tournament.into_inner(), Asking::new(&caller, clock.now()));
    let view = database
        .read(move |c| {
            let (_, proceedings) = asking.run(c, tournament)?;
            let drawn = proceedings.rounds.last().filter(|round| round.stage == Stage::Drawn);
            let drawn = drawn.ok_or_else(|| NOT_FOUND.problem("No round is drawn that is not published."))?;
            let apart = store::apart(c, &proceedings)?;
            let digest = proceedings.digest(drawn.number, &apart, &drawn.orders);
            let digest = digest.map_err(|error| Error::Internal(error.to_string()))?;
            let view = RoundView::to_officials(drawn, &proceedings, asking.today());
            Ok(view.outdated(digest != drawn.digest))
        })
        .await?;
    Ok(Reply::private(view))
}

/// List the rounds of a tournament
///
/// Those that are published.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The rounds.", body = Rounds)),
    security(()),
)]
#[get("/v1/tournaments/{id}/rounds")]
pub(crate) async fn list_rounds(
    _caller: Anyone,
    tournament: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<Rounds>, Error> {
    let tournament = tournament.into_inner();
    let rounds = database
        .read(move |c| {
            find(c, tournament)?;
            crate::tournaments::rounds::store::list(c, tournament)
        })
        .await?;
    Ok(Reply::public(Rounds::of(&rounds)))
}

/// The tournament of the round of that id.
pub(crate) fn tournament_of(c: &mut Conn, round: Id) -> Result<Id, Error> {
    let found = crate::tournaments::rounds::store::tournament(c, round)?;
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There is no round with this id."))?)
}

/// The round of that id.
pub(crate) fn round_in(proceedings: &Proceedings, id: Id) -> Result<&Round, Error> {
    let found = proceedings.rounds.iter().find(|round| round.id == id);
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There is no round with this id."))?)
}

/// The round of that id, once it is published: before that it is not there.
pub(crate) fn published_in(proceedings: &Proceedings, id: Id) -> Result<&Round, Error> {
    let found = round_in(proceedings, id)
        .ok()
        .filter(|round| round.stage != Stage::Drawn);
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There is no round with this id."))?)
}

/// Read a round
///
/// Who meets whom, and why. If a result before it was corrected since, it says which boards would differ today; the round
/// stays as it was published.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The round's id.", example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")),
    responses((status = 200, description = "The round.", body = RoundView)),
    security(()),
)]
#[get("/v1/rounds/{id}")]
pub(crate) async fn read_round(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<RoundView>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let view = database
        .read(move |c| {
            let tournament = tournament_of(c, id)?;
            let tournament = find(c, tournament)?;
            let proceedings = store::proceedings(c, tournament)?;
            let round = published_in(&proceedings, id)?;
            RoundView::to_everyone(round, &proceedings, today)
        })
        .await?;
    Ok(Reply::public(view))
}

/// The names of those of whom the sentences of a draw speak.
fn told(sentence: &str, proceedings: &Proceedings, today: chrono::NaiveDate) -> String {
    with_names(sentence, |place| {
        proceedings.at(place).map(|entry| entry.player.public_name(today))
    })
}
