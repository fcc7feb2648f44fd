//! The steps of a round over HTTP: published, closed, undone; and the end of a tournament before its last round.

use std::collections::BTreeMap;

use actix_web::post;
use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::tournaments::byes::{Bye, Kind};
use crate::tournaments::matches::Match;
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::plans::TournamentView;
use crate::tournaments::rounds::routes::views::RoundView;
use crate::tournaments::rounds::routes::{round_in, tournament_of, trail};
use crate::tournaments::rounds::{Round, Stage};
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::store;
use crate::tournaments::use_cases::{keep, read as find};
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Faults, text};
use crate::web::body::{Body, NoBody};
use crate::web::merge_patch::STALE;
use crate::web::response::{Answer, Reply};

/// A step of a round, and what it makes of its tournament.
fn stepped(c: &mut Conn, proceedings: &Proceedings, round: Option<Round>, number: i64) -> Result<(), Error> {
    let most = proceedings.most_rounds();
    let mut rounds: Vec<Round> = proceedings
        .rounds
        .iter()
        .filter(|other| other.number != number)
        .cloned()
        .collect();
    rounds.extend(round);
    let after = proceedings.tournament.clone().after(&rounds, most);
    if after.state != proceedings.tournament.state || after.ended_because != proceedings.tournament.ended_because {
        store::update(c, &after)?;
    }
    Ok(())
}

/// Publish a round
///
/// Everyone now sees who meets whom, and results can be entered. The tournament runs from its first round on.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The round's id.", example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")),
    responses(
        (status = 201, description = "The round, published.", body = RoundView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `wrong-round-state`: the round was published before. `draw-outdated`: something has changed since it was drawn."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/rounds/{id}/publications")]
pub(crate) async fn create_round_publication(
    caller: TournamentOfficial,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of(c, id)?;
            let (_, proceedings) = asking.run(c, tournament)?;
            let round = round_in(&proceedings, id)?.clone();
            let (before, number) = (trail(&round, &proceedings), round.number);
            let apart = store::apart(c, &proceedings)?;
            let broken = |error: morabaraba_swiss::ResultError| Error::Internal(error.to_string());
            let digest = proceedings.digest(number, &apart, &round.orders).map_err(broken)?;
            let published = round.published(&proceedings.tournament, &digest, asking.now)?;
            crate::tournaments::rounds::store::update(c, &published)?;
            crate::tournaments::matches::store::insert(c, &proceedings.entries, &matches(&published, &asking))?;
            if let Some(entry) = published.draw.bye.and_then(|place| proceedings.at(place)) {
                let (id, value) = (Id::new(asking.now), proceedings.tournament.plan.bye_value);
                let bye = Bye {
                    id,
                    entry: entry.id,
                    round: number,
                    kind: Kind::Allocated,
                    value,
                    created_at: asking.now,
                };
                crate::tournaments::byes::store::insert(c, &bye)?;
            }
            stepped(c, &proceedings, Some(published.clone()), number)?;
            let after = trail(&published, &proceedings);
            let change = Change::altered("create_round_publication", "round", id, &before, &after)?;
            audit::append(c, asking.now, &asking.actor, change)?;
            shown(c, tournament, id, &asking)
        })
        .await
}

/// The matches of a round that is published.
fn matches(round: &Round, asking: &Asking) -> Vec<Match> {
    let boards = round.draw.boards.iter().zip(1..);
    boards
        .map(|(board, number)| Match {
            id: Id::new(asking.now),
            round: round.id,
            number: round.number,
            board: number,
            pair: board.pair,
            starter: board.starter,
            results: Vec::new(),
            recorded: BTreeMap::new(),
            disputed: false,
        })
        .collect()
}

/// A round after a step, as everyone sees it.
fn shown(c: &mut Conn, tournament: Id, id: Id, asking: &Asking) -> Result<Reply<RoundView>, Error> {
    let (_, proceedings) = asking.run(c, tournament)?;
    let view = RoundView::to_officials(round_in(&proceedings, id)?, &proceedings, asking.today());
    Ok(Reply::private(view).created_at(format!("/v1/rounds/{id}")))
}

/// Close a round
///
/// Once all its results are in, confirmed by a second person where the tournament is a championship, and no dispute is
/// open. The next round can then be drawn; after the last the tournament is finished.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The round's id.", example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")),
    responses(
        (status = 201, description = "The round, closed.", body = RoundView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `wrong-round-state`: the round is not published, or was closed before. `round-unfinished`: boards lack something."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/rounds/{id}/closings")]
pub(crate) async fn create_round_closing(
    caller: TournamentOfficial,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of(c, id)?;
            let (_, proceedings) = asking.run(c, tournament)?;
            let round = round_in(&proceedings, id)?.clone();
            let (before, number) = (round.stage, round.number);
            let of_round: Vec<Match> = proceedings.of_round(number).cloned().collect();
            let closed = round.closed(&proceedings.tournament, &of_round, asking.now)?;
            crate::tournaments::rounds::store::update(c, &closed)?;
            stepped(c, &proceedings, Some(closed), number)?;
            let (before, after) = (json!({ "state": before }), json!({ "state": Stage::Closed }));
            let change = Change::altered("create_round_closing", "round", id, &before, &after)?;
            audit::append(c, asking.now, &asking.actor, change)?;
            shown(c, tournament, id, &asking)
        })
        .await
}

/// Which step of a round to undo.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRoundUndo {
    /// How far the round has come, as you have read it.
    state: Stage,
}

/// What is left of a round.
#[derive(Serialize, ToSchema)]
#[schema(as = RoundUndone)]
struct RoundUndoneView {
    /// The round's id.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    id: Id,
    /// How far it has come; nothing if it was thrown away.
    state: Option<Stage>,
    /// The tournament.
    tournament: TournamentView,
}

/// Undo the last step of a round
///
/// Of the last round that there is: one that is closed is published again; one that is published, and has no result, is
/// drawn again, and hidden; one that is drawn is thrown away.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The round's id.", example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")),
    request_body = CreateRoundUndo,
    responses(
        (status = 201, description = "What is left of it.", body = RoundUndoneView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is ratified, or cancelled. `next-round-there`, `has-results`: something rests on it."),
        (status = 412, description = "`stale`: it has come further, or less far, since you read it."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/rounds/{id}/undos")]
pub(crate) async fn create_round_undo(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateRoundUndo>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    request
        .once(&database, asking.account, asking.now, move |c| {
            let tournament = tournament_of(c, id)?;
            let (_, proceedings) = asking.run(c, tournament)?;
            let round = round_in(&proceedings, id)?.clone();
            if round.stage != asked.state {
                return Err(STALE.problem(format!("The round is {}.", round.stage.word())).into());
            }
            let (before, number) = (trail(&round, &proceedings), round.number);
            let of_round: Vec<Match> = proceedings.of_round(number).cloned().collect();
            let last = proceedings.rounds.last().map_or(number, |last| last.number);
            let back = round.clone().back(&proceedings.tournament, &of_round, last)?;
            match &back {
                None => crate::tournaments::rounds::store::discard(c, &round)?,
                Some(back) => crate::tournaments::rounds::store::update(c, back)?,
            }
            if round.stage == Stage::Published {
                crate::tournaments::matches::store::discard(c, id)?;
                for entry in &proceedings.entries {
                    crate::tournaments::entries::store::update(c, &entry.clone().at_round(number))?;
                }
                let allocated = |bye: &&Bye| bye.round == number && bye.kind == Kind::Allocated;
                for bye in proceedings.byes.iter().filter(allocated) {
                    crate::tournaments::byes::store::discard(c, bye.id)?;
                }
            }
            let state = back.as_ref().map(|back| back.stage);
            stepped(c, &proceedings, back, number)?;
            let change = Change::altered("create_round_undo", "round", id, &before, &json!({ "state": state }))?;
            audit::append(c, asking.now, &asking.actor, change)?;
            let tournament = TournamentView::from(find(c, tournament)?);
            let location = format!("/v1/tournaments/{}/rounds", proceedings.tournament.id);
            Ok(Reply::private(RoundUndoneView { id, state, tournament }).created_at(location))
        })
        .await
}

/// Why a tournament ends early.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTournamentEnding {
    /// The reason, which everyone reads.
    #[schema(example = "The power failed.", min_length = 1, max_length = 400)]
    reason: String,
}

/// End a tournament before its last round
///
/// With the last closed round: where no other round can be drawn, or played.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateTournamentEnding,
    responses(
        (status = 201, description = "The tournament, finished.", body = TournamentView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: it does not run. `round-not-closed`: a round is drawn or being played; undo it first."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/tournaments/{id}/endings")]
pub(crate) async fn create_tournament_ending(
    caller: TournamentOfficial,
    id: Path<Id>,
    Body(asked, request): Body<CreateTournamentEnding>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, asking) = (id.into_inner(), Asking::new(&caller, clock.now()));
    let mut faults = Faults::default();
    let reason = faults.take("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    request
        .once(&database, asking.account, asking.now, move |c| {
            let (_, proceedings) = asking.run(c, id)?;
            let ended = proceedings
                .tournament
                .clone()
                .ended(&proceedings.rounds, reason.clone())?;
            let by = Caller {
                account: asking.account,
                reach: asking.reach.clone(),
                actor: asking.actor.clone(),
                now: asking.now,
            };
            let ended = keep(c, &by, "create_tournament_ending", &proceedings.tournament, ended)?;
            Ok(Reply::public(TournamentView::from(ended)).created_at(format!("/v1/tournaments/{id}")))
        })
        .await
}
