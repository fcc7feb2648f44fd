//! Rounds over HTTP; `rounds/orders.rs` has what an umpire orders, `rounds/views.rs` how a round is answered.

mod orders;
mod views;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use morabaraba_swiss::{ByePlace, PlayerId, Stuck, Violation, Waiver, WayOut};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use orders::CreateRound;
use views::{RoundView, Rounds};

use super::officials::Asking;
use super::{TournamentView, WRONG_STATE, find};
use crate::accounts::caller::{Anyone, TournamentOfficial};
use crate::audit::{self, Change};
use crate::body::{Body, NoBody};
use crate::clock::Clock;
use crate::db::{Conn, Database};
use crate::edit::STALE;
use crate::error::{Error, NOT_FOUND, Problem};
use crate::id::Id;
use crate::input::{Faults, text};
use crate::reply::{Answer, Reply};
use crate::tournaments::byes::{Bye, Kind};
use crate::tournaments::draws::{Failure, Undrawn, with_names};
use crate::tournaments::matches::Match;
use crate::tournaments::proceedings::{Proceedings, seed};
use crate::tournaments::rounds::{self, Refusal, Round, Stage};
use crate::tournaments::store;

crate::problem_kinds! {
    WRONG_ROUND_STATE = 409 "wrong-round-state", "The round has not come this far, or further",
        "A round is drawn, published, or closed. The detail says which.";
    ROUND_NOT_CLOSED = 409 "round-not-closed", "The last round is not closed",
        "The next round is drawn once all results of the last one are in and it is closed.";
    NO_ROUND_LEFT = 409 "no-round-left", "All rounds are drawn",
        "The tournament has no more rounds.";
    TOO_FEW_PLAYERS = 409 "too-few-players", "A round needs two players",
        "Fewer than two of those entered play in this round.";
    ORDERS_CONTRADICT = 422 "orders-contradict", "The orders cannot be kept",
        "They contradict each other, or name somebody who does not play in this round. The detail says whom.";
    NOT_ENTERED = 422 "not-entered", "The player is not entered",
        "The player is not in the tournament.";
    PAIRING_BREAKS_RULES = 422 "pairing-breaks-rules", "The pairing breaks the rules",
        "`violations` lists each rule that is broken, and by whom. A rematch, a second bye and an umpire's bar can be waived; relatives never meet.";
    NO_LEGAL_DRAW = 409 "no-legal-draw", "No pairing keeps the rules",
        "`witness` is the proof: groups of players, each odd in number, of which no two players of different groups may meet, and the outsiders on whom they depend, of whom there are fewer. `waivers` are those that would allow a draw, `waivers_are` says whether they are the fewest; `ways_out` are those without any.";
    DRAW_OUT_OF_REACH = 409 "draw-out-of-reach", "The best pairing was not found",
        "Order some of the pairs, or enter a pairing of your own.";
    NOTHING_TO_ORDER = 422 "nothing-to-order", "Everybody meets everybody",
        "In a round robin the rounds follow from the starting order; nothing can be ordered.";
    DRAW_OUTDATED = 409 "draw-outdated", "What the draw depends on has changed",
        "An entry, a result, a bye or a bar has changed since the round was drawn. Draw it again, look at it, and publish that.";
    ROUND_UNFINISHED = 409 "round-unfinished", "Results are missing",
        "`missing` lists the boards without a result, those whose result a second person has still to confirm, and those in dispute.";
    HAS_RESULTS = 409 "has-results", "The round has results",
        "What is published is taken back only as long as nothing was entered for it.";
    NEXT_ROUND_THERE = 409 "next-round-there", "The next round is there",
        "Only what was done last can be undone. Undo the next round first.";
    NOTHING_PLAYED = 409 "nothing-played", "No round was played",
        "A tournament without a round is cancelled, not ended.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::Official(refusal) => return refusal.into(),
            Refusal::WrongState(_) => WRONG_STATE.problem(detail),
            Refusal::WrongStage(..) => WRONG_ROUND_STATE.problem(detail),
            Refusal::RoundNotClosed(_) => ROUND_NOT_CLOSED.problem(detail),
            Refusal::NoRoundLeft(_) => NO_ROUND_LEFT.problem(detail),
            Refusal::Undrawn(undrawn) => plainly(&undrawn, detail),
            Refusal::DrawOutdated(_) => DRAW_OUTDATED.problem(detail),
            Refusal::Unfinished(missing) => ROUND_UNFINISHED.problem(detail).with_facts(Map::from_iter([(
                "missing".to_owned(),
                json!({ "results": missing.results, "confirmations": missing.confirmations, "rulings": missing.rulings }),
            )])),
            Refusal::HasResults(_) => HAS_RESULTS.problem(detail),
            Refusal::NextRoundThere(_) => NEXT_ROUND_THERE.problem(detail),
            Refusal::NothingPlayed => NOTHING_PLAYED.problem(detail),
        }
        .into()
    }
}

/// Why there is no draw, without who is who.
fn plainly(undrawn: &Undrawn, detail: String) -> Problem {
    match undrawn {
        Undrawn::TooFewPlayers => TOO_FEW_PLAYERS.problem(detail),
        Undrawn::Orders(_) => ORDERS_CONTRADICT.problem(detail),
        Undrawn::BreaksRules(_) => PAIRING_BREAKS_RULES.problem(detail),
        Undrawn::NoLegalDraw(_) => NO_LEGAL_DRAW.problem(detail),
        Undrawn::OutOfReach => DRAW_OUT_OF_REACH.problem(detail),
        Undrawn::RoundRobin => NOTHING_TO_ORDER.problem(detail),
    }
}

/// Why there is no draw, with the ids of those whom it is about.
fn undrawn(failure: Failure, proceedings: &Proceedings) -> Error {
    let undrawn = match failure {
        Failure::Undrawn(undrawn) => undrawn,
        Failure::Broken(error) => return Error::Internal(error.to_string()),
    };
    let facts = match &undrawn {
        Undrawn::BreaksRules(violations) => {
            let list: Vec<Value> = violations.iter().map(|one| violation(*one, proceedings)).collect();
            Map::from_iter([("violations".to_owned(), list.into())])
        }
        Undrawn::NoLegalDraw(stuck) => stuck_facts(stuck, proceedings),
        _ => Map::new(),
    };
    let detail = undrawn.to_string();
    plainly(&undrawn, detail).with_facts(facts).into()
}

fn ids(players: &[PlayerId], proceedings: &Proceedings) -> Vec<Id> {
    players.iter().filter_map(|id| proceedings.at(seed(*id))).map(|entry| entry.player.id).collect()
}

fn violation(violation: Violation, proceedings: &Proceedings) -> Value {
    let players = match violation {
        Violation::Unknown(one) | Violation::Twice(one) | Violation::Missing(one) | Violation::NeedlessBye(one) => {
            vec![one]
        }
        Violation::Barred(one, other, _) => vec![one, other],
        Violation::BarredBye(one, _) => vec![one],
    };
    json!({ "code": violation.code(), "player_ids": ids(&players, proceedings) })
}

fn stuck_facts(stuck: &Stuck, proceedings: &Proceedings) -> Map<String, Value> {
    let witness = &stuck.witness;
    let groups: Vec<Vec<Id>> = witness.groups.iter().map(|group| ids(group, proceedings)).collect();
    let bye = match witness.bye {
        ByePlace::Elsewhere => Value::Null,
        ByePlace::Outsider => json!("outsider"),
        ByePlace::Group(number) => json!(number),
    };
    let waiver = |waiver: &Waiver| match *waiver {
        Waiver::Rematch(one, other) => json!({ "kind": "rematch", "player_ids": ids(&[one, other], proceedings) }),
        Waiver::Forbidden(one, other) => json!({ "kind": "barred", "player_ids": ids(&[one, other], proceedings) }),
        Waiver::SecondBye(one) => json!({ "kind": "second_bye", "player_ids": ids(&[one], proceedings) }),
    };
    let ways_out: Vec<&str> = stuck.ways_out.iter().copied().map(WayOut::code).collect();
    Map::from_iter([
        (
            "witness".to_owned(),
            json!({ "groups": groups, "outsiders": ids(&witness.outsiders, proceedings), "bye": bye }),
        ),
        ("waivers".to_owned(), stuck.waivers.list().iter().map(waiver).collect()),
        ("waivers_are".to_owned(), stuck.waivers.code().into()),
        ("ways_out".to_owned(), ways_out.into()),
    ])
}

/// What the audit trail keeps of a draw: who meets whom, and what was ordered, but not why each.
fn trail(round: &Round, proceedings: &Proceedings) -> Value {
    let player = |place: u32| proceedings.at(place).map(|entry| entry.player.id);
    let boards: Vec<Value> = round.draw.boards.iter().map(|board| json!(board.pair.map(player))).collect();
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
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament takes no entries and does not run. `round-not-closed`, `no-round-left`: it is not time for another round. `too-few-players`: nobody to meet. `no-legal-draw`: no pairing keeps the rules; the proof is beside it. `draw-out-of-reach`: the best was not found."),
        (status = 422, description = "`not-entered`: somebody is not in the tournament. `orders-contradict`: the orders cannot be kept. `pairing-breaks-rules`: your pairing breaks rules that are not waived. `nothing-to-order`: it is a round robin."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/tournaments/{id}/rounds")]
pub(super) async fn create_round(
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
            let (_, proceedings) = asking.run(c, tournament)?;
            let drawn = draw(c, &proceedings, &asked, &asking)?;
            let location = format!("/v1/tournaments/{tournament}/draw");
            let view = RoundView::to_officials(&drawn, &proceedings, asking.today());
            Ok(Reply::private(view).created_at(location))
        })
        .await
}

fn draw(c: &mut Conn, proceedings: &Proceedings, asked: &CreateRound, asking: &Asking) -> Result<Round, Error> {
    let (tournament, now) = (&proceedings.tournament, asking.now);
    let number = rounds::next(tournament, &proceedings.rounds, proceedings.most_rounds())?;
    let orders = asked.orders(c, proceedings)?;
    let bars = store::bars(c, proceedings)?;
    let broken = |error: morabaraba_swiss::ResultError| Error::Internal(error.to_string());
    let digest = proceedings.digest(number, &bars, &orders).map_err(broken)?;
    let earlier = proceedings.rounds.last().filter(|round| round.stage == Stage::Drawn);
    if let Some(same) = earlier.filter(|round| round.digest == digest && round.orders == orders) {
        return Ok(same.clone());
    }
    let draw = proceedings.draw(number, &bars, &orders).map_err(|failure| undrawn(failure, proceedings))?;
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
    match earlier {
        Some(earlier) => {
            store::rounds::update(c, &round)?;
            let before = trail(earlier, proceedings);
            audit::append(c, now, &asking.actor, Change::altered("create_round", "round", id, &before, &after)?)?;
        }
        None => {
            store::rounds::insert(c, &round)?;
            audit::append(c, now, &asking.actor, Change::created("create_round", "round", id, &after)?)?;
        }
    }
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
pub(super) async fn read_draw(
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
            Ok(RoundView::to_officials(drawn, &proceedings, asking.today()))
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
pub(super) async fn list_rounds(
    _caller: Anyone,
    tournament: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<Rounds>, Error> {
    let tournament = tournament.into_inner();
    let rounds = database
        .read(move |c| {
            find(c, tournament)?;
            store::rounds::list(c, tournament)
        })
        .await?;
    Ok(Reply::public(Rounds::of(&rounds)))
}

/// The tournament of the round of that id.
pub(super) fn tournament_of(c: &mut Conn, round: Id) -> Result<Id, Error> {
    let found = store::rounds::tournament(c, round)?;
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There is no round with this id."))?)
}

/// The round of that id.
pub(super) fn round_in(proceedings: &Proceedings, id: Id) -> Result<&Round, Error> {
    let found = proceedings.rounds.iter().find(|round| round.id == id);
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
pub(super) async fn read_round(
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
            let round = round_in(&proceedings, id)?;
            if round.stage == Stage::Drawn {
                // What is not published is not there.
                return Err(NOT_FOUND.problem("There is no round with this id.").into());
            }
            let bars = store::bars(c, &proceedings)?;
            RoundView::to_everyone(round, &proceedings, &bars, today)
        })
        .await?;
    Ok(Reply::public(view))
}

/// A step of a round, and what it makes of its tournament.
fn stepped(c: &mut Conn, proceedings: &Proceedings, round: Option<Round>, number: i64) -> Result<(), Error> {
    let most = proceedings.most_rounds();
    let mut rounds: Vec<Round> = proceedings.rounds.iter().filter(|other| other.number != number).cloned().collect();
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
pub(super) async fn create_round_publication(
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
            let bars = store::bars(c, &proceedings)?;
            let broken = |error: morabaraba_swiss::ResultError| Error::Internal(error.to_string());
            let digest = proceedings.digest(number, &bars, &round.orders).map_err(broken)?;
            let published = round.published(&proceedings.tournament, &digest, asking.now)?;
            store::rounds::update(c, &published)?;
            store::matches::insert(c, &proceedings.entries, &matches(&published, &asking))?;
            if let Some(entry) = published.draw.bye.and_then(|place| proceedings.at(place)) {
                let (id, value) = (Id::new(asking.now), proceedings.tournament.plan.bye_value);
                let bye =
                    Bye { id, entry: entry.id, round: number, kind: Kind::Allocated, value, created_at: asking.now };
                store::byes::insert(c, &bye)?;
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
pub(super) async fn create_round_closing(
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
            store::rounds::update(c, &closed)?;
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
pub(super) async fn create_round_undo(
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
                None => store::rounds::discard(c, &round)?,
                Some(back) => store::rounds::update(c, back)?,
            }
            if round.stage == Stage::Published {
                store::matches::discard(c, id)?;
                let allocated = |bye: &&Bye| bye.round == number && bye.kind == Kind::Allocated;
                for bye in proceedings.byes.iter().filter(allocated) {
                    store::byes::discard(c, bye.id)?;
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
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: it does not run. `nothing-played`: no round was played. `round-not-closed`: a round is drawn or being played; undo it first."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/tournaments/{id}/endings")]
pub(super) async fn create_tournament_ending(
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
            let ended = proceedings.tournament.clone().ended(&proceedings.rounds, reason.clone())?;
            super::step(c, (proceedings.tournament, ended), ("create_tournament_ending", &asking.actor), asking.now)
        })
        .await
}

/// The names of those of whom the sentences of a draw speak.
fn told(sentence: &str, proceedings: &Proceedings, today: chrono::NaiveDate) -> String {
    with_names(sentence, |place| proceedings.at(place).map(|entry| entry.player.public_name(today)))
}
