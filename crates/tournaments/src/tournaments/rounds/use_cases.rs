//! The course of a tournament from round to round: loaded, decided and saved.

use chrono::NaiveDate;
use serde_json::json;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::conflicts::Decision;
use crate::tournaments::entries::Entries;
use crate::tournaments::entries::seeding::{SeedingList, seeded};
use crate::tournaments::matches::{self};
use crate::tournaments::model::draw::{Draw, Pairing, StartingOrder};
use crate::tournaments::model::{
    Bye, ByeKind, Match, Orders, Round, RoundState, Tournament, TournamentSnapshot, TournamentSystem,
};
use crate::tournaments::officials::use_cases::run;
use crate::tournaments::rounds::orders::NewOrders;
use crate::tournaments::rounds::refusals::{NOT_ENTERED, undrawn};
use crate::tournaments::rounds::{self, RoundRefusal, StateEvidence, store};
use crate::tournaments::{self, byes, entries, officials, visitors};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND, Problem};
use crate::values::id::{ByeId, RoundId, TournamentId};
use crate::values::number::{RoundNumber, Seed};
use crate::values::random;

/// Draws the next round, for those who run the tournament to look at. With the same figures and orders it is the round that
/// was drawn before, and otherwise takes its place.
pub fn draw(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    asked: &NewOrders,
    seeding: SeedingSource,
) -> Result<(Round, TournamentSnapshot), Error> {
    const ACTION: Operation = Operation::create_round;
    let (official, snapshot) = run(c, by, tournament)?;
    let number = rounds::next(&snapshot.tournament, &snapshot.rounds, snapshot.most_rounds())?;
    rounds::refuse_unconfirmed(&snapshot)?;
    // Players are named by their seeds, which may change now.
    let was = snapshot.drawn().map(|earlier| earlier.evidence(&snapshot));
    let (whole, starting_order) = seeded_for(c, by, snapshot, number, seeding)?;
    let snapshot = of_eligible(c, whole.clone(), number, by.today())?;
    let orders = ordered(c, &snapshot, asked)?;
    for entry in orders.named().into_iter().filter_map(|seed| snapshot.at(seed)) {
        // Nobody orders whom they, or a relative, meet.
        official.refuse_close(Decision::Orders, &[entry.player.id()])?;
    }
    let never_meets = tournaments::store::never_meets(c, &snapshot)?;
    let digest = snapshot.digest(number, &never_meets, &orders)?;
    let earlier = snapshot.drawn();
    let is_same = |earlier: &&Round| {
        earlier.digest == digest && earlier.orders == orders && earlier.draw.starting_order == starting_order
    };
    if let Some(same) = earlier.filter(is_same) {
        return Ok((same.clone(), whole));
    }
    let draw = snapshot.draw(number, &never_meets, &orders);
    let draw = draw.map_err(|failure| undrawn(failure, &snapshot))?;
    // Drawn again with other boards, it is another round.
    random::bind(&pairing(&draw, &snapshot));
    let round = Round {
        id: earlier.map_or_else(|| RoundId::new(by.now), |earlier| earlier.id),
        tournament,
        number,
        state: RoundState::Drawn,
        digest,
        orders,
        draw: Draw { starting_order, ..draw },
        drawn_at: by.now,
        published_at: None,
        closed_at: None,
    };
    let after = round.evidence(&snapshot);
    let change = if let Some(was) = was {
        store::update(c, &round)?;
        Change::altered(ACTION, "round", round.id, &was, &after)?
    } else {
        store::insert(c, &round)?;
        Change::created(ACTION, "round", round.id, &after)?
    };
    by.audit(c, change)?;
    Ok((round, whole))
}

/// The snapshot from which the round is drawn on that day: entrants who are not eligible by then sit it out.
fn of_eligible(
    c: &mut Conn,
    snapshot: TournamentSnapshot,
    number: RoundNumber,
    today: NaiveDate,
) -> Result<TournamentSnapshot, Error> {
    let ineligible = ineligible(c, &snapshot, today)?;
    let absent = snapshot.drawn_without(number, &ineligible);
    Ok(snapshot.without(number, &absent))
}

/// The entrants who have not withdrawn and are not eligible on that day, by their seeds.
pub fn ineligible(c: &mut Conn, snapshot: &TournamentSnapshot, today: NaiveDate) -> Result<Vec<Seed>, Error> {
    let records = entries::store::records(c, &snapshot.tournament, &snapshot.entries)?;
    let there = snapshot.entries.iter().filter(|entry| !entry.is_withdrawn());
    let ineligible = there.filter(|entry| !records.is_eligible(&snapshot.tournament, entry, today));
    Ok(ineligible.map(|entry| entry.seed).collect())
}

/// The ids of those who meet, board by board, and of who has a bye.
fn pairing(draw: &Draw, snapshot: &TournamentSnapshot) -> String {
    let seeds = draw.boards.iter().flat_map(|board| board.pair).chain(draw.bye);
    let ids = seeds.filter_map(|seed| Some(snapshot.at(seed)?.player.id().to_string()));
    ids.collect::<Vec<_>>().join(" ")
}

/// The source of the list by which round 1 is seeded. Lists are made of tournaments, and come after them: the app knows both.
#[derive(Clone, Copy)]
pub struct SeedingSource(pub fn(&mut Conn, NaiveDate) -> Result<Option<SeedingList>, Error>);

/// The snapshot with its entries in the starting order of round 1, if that is the one to be drawn, and how it came about. In
/// a round robin everybody meets everybody, in whatever order.
fn seeded_for(
    c: &mut Conn,
    by: &Caller,
    snapshot: TournamentSnapshot,
    number: RoundNumber,
    SeedingSource(newest): SeedingSource,
) -> Result<(TournamentSnapshot, Option<StartingOrder>), Error> {
    if number != RoundNumber::FIRST || snapshot.tournament.plan.system == TournamentSystem::RoundRobin {
        return Ok((snapshot, None));
    }
    let list = newest(c, by.today())?;
    let before: Vec<_> = snapshot.entries.iter().map(|entry| entry.id).collect();
    let was = Entries::of(&snapshot.entries, by.today());
    let (ordered, order) = seeded(snapshot.entries, list.as_ref(), by.today())?;
    if ordered.iter().map(|entry| entry.id).ne(before) {
        entries::store::order(c, &ordered)?;
        let (id, is) = (snapshot.tournament.id, Entries::of(&ordered, by.today()));
        by.audit(
            c,
            Change::altered(Operation::create_round, "tournament", id, &was, &is)?,
        )?;
    }
    let snapshot = TournamentSnapshot {
        entries: ordered,
        ..snapshot
    };
    Ok((snapshot, Some(order)))
}

/// The orders by the seeds of the players, who are entered in the tournament.
fn ordered(c: &mut Conn, snapshot: &TournamentSnapshot, asked: &NewOrders) -> Result<Orders, Error> {
    let named = visitors::store::find_contestants(c, &asked.named())?;
    asked.seeded(|pointer, id| {
        let entry = named.get(&id).and_then(|one| snapshot.of_player(one.id()));
        let missing = || {
            NOT_ENTERED
                .at(
                    pointer,
                    format!("The player with the id {id} is not in the tournament."),
                )
                .into()
        };
        entry.map(|entry| entry.seed).ok_or_else(missing)
    })
}

/// The round that is drawn and not published, and whether anything has changed since on which the draw depends.
pub fn read_draw(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
) -> Result<(Round, TournamentSnapshot, bool), Error> {
    let (_, snapshot) = run(c, by, tournament)?;
    let drawn = snapshot.drawn().cloned();
    let drawn = drawn.ok_or_else(|| NOT_FOUND.problem("No round is drawn that is not published."))?;
    let is_outdated = is_outdated(c, &snapshot, &drawn, by.today())?;
    Ok((drawn, snapshot, is_outdated))
}

/// Whether anything has changed on which the draw depends since the round was drawn.
pub fn is_outdated(
    c: &mut Conn,
    snapshot: &TournamentSnapshot,
    drawn: &Round,
    today: NaiveDate,
) -> Result<bool, Error> {
    let snapshot = of_eligible(c, snapshot.clone(), drawn.number, today)?;
    Ok(digest(c, &snapshot, drawn)? != drawn.digest)
}

/// The digest of everything on which the draw of a round depends today.
fn digest(c: &mut Conn, snapshot: &TournamentSnapshot, round: &Round) -> Result<String, Error> {
    let never_meets = tournaments::store::never_meets(c, snapshot)?;
    Ok(snapshot.digest(round.number, &never_meets, &round.orders)?)
}

/// The rounds of a tournament in their order.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Round>, Error> {
    tournaments::use_cases::read(c, tournament)?;
    store::list(c, tournament)
}

/// A published round, and everything that has happened in its tournament.
pub struct PublishedRound {
    pub round: Round,
    pub snapshot: TournamentSnapshot,
    /// The pairing that would be drawn today instead, if that makes a difference.
    pub differs_today: Option<Pairing>,
}

/// The published round of that id.
pub fn read(c: &mut Conn, id: RoundId) -> Result<PublishedRound, Error> {
    let tournament = tournament_of(c, id)?;
    let snapshot = officials::use_cases::watch(c, tournament)?;
    let round = published_in(&snapshot, id)?.clone();
    Ok(PublishedRound {
        differs_today: snapshot.differs(&round)?,
        round,
        snapshot,
    })
}

/// The tournament of the round of that id.
pub fn tournament_of(c: &mut Conn, round: RoundId) -> Result<TournamentId, Error> {
    let found = store::tournament(c, round)?;
    Ok(found.ok_or_else(unknown_round)?)
}

/// The round of that id, once it is published: before that it is not there.
pub fn published_in(snapshot: &TournamentSnapshot, id: RoundId) -> Result<&Round, Error> {
    let found = snapshot.published().find(|round| round.id == id);
    Ok(found.ok_or_else(unknown_round)?)
}

fn unknown_round() -> Problem {
    NOT_FOUND.problem("There is no round with this id.")
}

/// The round of that id, published or not, and everything that has happened in its tournament, which the caller runs.
fn run_round(c: &mut Conn, by: &Caller, id: RoundId) -> Result<(Round, TournamentSnapshot), Error> {
    let tournament = tournament_of(c, id)?;
    let (_, snapshot) = run(c, by, tournament)?;
    let found = snapshot.rounds.iter().find(|round| round.id == id).cloned();
    Ok((found.ok_or_else(unknown_round)?, snapshot))
}

/// Publishes the round that was drawn: it has matches from now on, and who rests in it has a bye.
pub fn publish(c: &mut Conn, by: &Caller, id: RoundId) -> Result<(Round, TournamentSnapshot), Error> {
    const ACTION: Operation = Operation::create_round_publication;
    let (before, entered) = run_round(c, by, id)?;
    rounds::refuse_unconfirmed(&entered)?;
    let mut snapshot = of_eligible(c, entered.clone(), before.number, by.today())?;
    let digest = digest(c, &snapshot, &before)?;
    let round = before.clone().published(&snapshot.tournament, &digest, by.now)?;
    store::update(c, &round)?;
    random::bind(&pairing(&round.draw, &snapshot));
    let new = round.matches(by.now);
    matches::store::insert(c, &snapshot.entries, &new)?;
    if let Some(entry) = round.draw.bye.and_then(|seed| snapshot.at(seed)) {
        let bye = Bye {
            id: ByeId::new(by.now),
            entry: entry.id,
            round: round.number,
            kind: ByeKind::Allocated,
            value: snapshot.tournament.plan.bye_value,
            created_at: by.now,
        };
        byes::store::insert(c, &bye)?;
    }
    for (was, is) in entered.entries.iter().zip(&snapshot.entries) {
        if was.absences != is.absences {
            entries::store::absent(c, is)?;
            let [was, evidence] = [was, is].map(|entry| entry.public(by.today()));
            by.audit(c, Change::altered(ACTION, "entry", is.id, &was, &evidence)?)?;
        }
    }
    follow(c, &snapshot, &before, by.now, Some(&round))?;
    let change = Change::altered(
        ACTION,
        "round",
        id,
        &before.evidence(&snapshot),
        &round.evidence(&snapshot),
    )?;
    by.audit(c, change)?;
    snapshot.matches.extend(new);
    Ok((round, snapshot))
}

/// Closes the round, once its results are all in.
pub fn close(c: &mut Conn, by: &Caller, id: RoundId) -> Result<(Round, TournamentSnapshot), Error> {
    let (before, snapshot) = run_round(c, by, id)?;
    let of_round: Vec<Match> = snapshot.of_round(before.number).cloned().collect();
    let round = before.clone().closed(&snapshot.tournament, &of_round, by.now)?;
    rounds::refuse_unconfirmed(&snapshot)?;
    store::update(c, &round)?;
    follow(c, &snapshot, &before, by.now, Some(&round))?;
    let change = Change::altered(
        Operation::create_round_closing,
        "round",
        id,
        &StateEvidence::of(Some(&before)),
        &StateEvidence::of(Some(&round)),
    )?;
    by.audit(c, change)?;
    Ok((round, snapshot))
}

/// Takes back the last step of the last round, which has come as far as the caller has read. A round that was drawn only is
/// gone after that.
pub fn undo(c: &mut Conn, by: &Caller, id: RoundId, state: RoundState) -> Result<(Option<Round>, Tournament), Error> {
    let (before, snapshot) = run_round(c, by, id)?;
    if before.state != state {
        return Err(RoundRefusal::Stale(before.state).into());
    }
    let number = before.number;
    let of_round: Vec<Match> = snapshot.of_round(number).cloned().collect();
    let last = snapshot.rounds.last().map_or(number, |last| last.number);
    let back = before.clone().back(&snapshot.tournament, &of_round, last)?;
    match &back {
        None => store::discard(c, &before)?,
        Some(back) => store::update(c, back)?,
    }
    if before.state == RoundState::Published {
        unpublish(c, &snapshot, &before)?;
    }
    let tournament = follow(c, &snapshot, &before, by.now, back.as_ref())?;
    let change = Change::altered(
        Operation::create_round_undo,
        "round",
        id,
        &before.evidence(&snapshot),
        &StateEvidence::of(back.as_ref()),
    )?;
    by.audit(c, change)?;
    if before.state == RoundState::Published {
        // Once the draw is gone too, nothing else would tell that the tournament had such a round.
        let [was, is] = [true, false].map(|published| json!({ "round": number, "published": published }));
        by.audit(
            c,
            Change::altered(Operation::create_round_undo, "tournament", tournament.id, &was, &is)?,
        )?;
    }
    Ok((back, tournament))
}

/// Takes away what a round has been given when it was published.
fn unpublish(c: &mut Conn, snapshot: &TournamentSnapshot, round: &Round) -> Result<(), Error> {
    matches::store::discard(c, round.id)?;
    for entry in &snapshot.entries {
        entries::store::update(c, &entry.clone().at_round(round.number))?;
    }
    let allocated = |bye: &&Bye| bye.round == round.number && bye.kind == ByeKind::Allocated;
    for bye in snapshot.byes.iter().filter(allocated) {
        byes::store::discard(c, bye.id)?;
    }
    Ok(())
}

/// The tournament after a step of its last round, kept if the step has made a difference to it.
fn follow(
    c: &mut Conn,
    snapshot: &TournamentSnapshot,
    before: &Round,
    now: Timestamp,
    after: Option<&Round>,
) -> Result<Tournament, Error> {
    let others = snapshot.rounds.iter().filter(|round| round.id != before.id);
    let rounds: Vec<Round> = others.chain(after).cloned().collect();
    let tournament = snapshot.tournament.clone().after(&rounds, snapshot.most_rounds());
    let end = |tournament: &Tournament| (tournament.state, tournament.ended_because.clone());
    if end(&tournament) != end(&snapshot.tournament) {
        tournaments::store::update(c, &tournament, now)?;
    }
    Ok(tournament)
}

/// Ends a tournament with its last closed round.
pub fn end(c: &mut Conn, by: &Caller, tournament: TournamentId, because: &str) -> Result<Tournament, Error> {
    let (_, TournamentSnapshot { tournament, rounds, .. }) = run(c, by, tournament)?;
    let ended = tournament.clone().ended(&rounds, because.to_owned())?;
    tournaments::use_cases::keep(c, by, Operation::create_tournament_ending, &tournament, ended)
}
