//! The course of a tournament from round to round: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::players;
use crate::tournaments::byes::{Bye, Kind};
use crate::tournaments::entries::Entry;
use crate::tournaments::matches::{self, Match};
use crate::tournaments::officials::use_cases::run;
use crate::tournaments::rounds::orders::{NewOrders, Orders};
use crate::tournaments::rounds::refusals::{NOT_ENTERED, undrawn};
use crate::tournaments::rounds::{self, Round, RoundRefusal, RoundState, StateEvidence, store};
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::{self, Tournament, byes, entries};
use crate::values::error::{Error, NOT_FOUND, Problem};
use crate::values::id::Id;

/// Draws the next round, for those who run the tournament to look at. With the same figures and orders it is the round that
/// was drawn before, and otherwise takes its place.
pub(crate) fn draw(
    c: &mut Conn,
    by: &Caller,
    tournament: Id,
    asked: &NewOrders,
) -> Result<(Round, Proceedings), Error> {
    const ACTION: &str = "create_round";
    let (official, proceedings) = run(c, by, tournament)?;
    let number = rounds::next(&proceedings.tournament, &proceedings.rounds, proceedings.most_rounds())?;
    let orders = placed(c, &proceedings, asked)?;
    for entry in orders.named().into_iter().filter_map(|place| proceedings.at(place)) {
        // Nobody orders whom they, or a relative, meet.
        official.rules_on([entry.player.id; 2])?;
    }
    let apart = tournaments::store::apart(c, &proceedings)?;
    let digest = proceedings.digest(number, &apart, &orders)?;
    let earlier = proceedings.drawn();
    if let Some(same) = earlier.filter(|earlier| earlier.digest == digest && earlier.orders == orders) {
        return Ok((same.clone(), proceedings));
    }
    let draw = proceedings.draw(number, &apart, &orders);
    let round = Round {
        id: earlier.map_or_else(|| Id::new(by.now), |earlier| earlier.id),
        tournament,
        number,
        state: RoundState::Drawn,
        digest,
        orders,
        draw: draw.map_err(|failure| undrawn(failure, &proceedings))?,
        drawn_at: by.now,
        published_at: None,
        closed_at: None,
    };
    let after = round.evidence(&proceedings);
    let change = if let Some(earlier) = earlier {
        store::update(c, &round)?;
        Change::altered(ACTION, "round", round.id, &earlier.evidence(&proceedings), &after)?
    } else {
        store::insert(c, &round)?;
        Change::created(ACTION, "round", round.id, &after)?
    };
    by.audit(c, change)?;
    Ok((round, proceedings))
}

/// The orders by the places of the players, who are entered in the tournament.
fn placed(c: &mut Conn, proceedings: &Proceedings, asked: &NewOrders) -> Result<Orders, Error> {
    let players = players::store::find_all(c, &asked.named())?;
    asked.placed(|pointer, id| {
        let entry = players.get(&id).and_then(|player| proceedings.of_player(player.id));
        let missing = || {
            NOT_ENTERED
                .at(
                    pointer,
                    format!("The player with the id {id} is not in the tournament."),
                )
                .into()
        };
        entry.map(Entry::place).ok_or_else(missing)
    })
}

/// The round that is drawn and not published, and whether anything has changed since on which the draw depends.
pub(crate) fn read_draw(c: &mut Conn, by: &Caller, tournament: Id) -> Result<(Round, Proceedings, bool), Error> {
    let (_, proceedings) = run(c, by, tournament)?;
    let drawn = proceedings.drawn().cloned();
    let drawn = drawn.ok_or_else(|| NOT_FOUND.problem("No round is drawn that is not published."))?;
    let is_outdated = digest(c, &proceedings, &drawn)? != drawn.digest;
    Ok((drawn, proceedings, is_outdated))
}

/// The digest of everything on which the draw of a round depends today.
fn digest(c: &mut Conn, proceedings: &Proceedings, round: &Round) -> Result<String, Error> {
    let apart = tournaments::store::apart(c, proceedings)?;
    Ok(proceedings.digest(round.number, &apart, &round.orders)?)
}

/// The rounds of a tournament in their order.
pub(crate) fn list(c: &mut Conn, tournament: Id) -> Result<Vec<Round>, Error> {
    tournaments::use_cases::read(c, tournament)?;
    store::list(c, tournament)
}

/// A published round, and everything that has happened in its tournament.
pub(crate) fn read(c: &mut Conn, id: Id) -> Result<(Round, Proceedings), Error> {
    let tournament = tournament_of(c, id)?;
    let tournament = tournaments::use_cases::read(c, tournament)?;
    let proceedings = tournaments::store::proceedings(c, tournament)?;
    let round = published_in(&proceedings, id)?.clone();
    Ok((round, proceedings))
}

/// The tournament of the round of that id.
pub(crate) fn tournament_of(c: &mut Conn, round: Id) -> Result<Id, Error> {
    let found = store::tournament(c, round)?;
    Ok(found.ok_or_else(unknown_round)?)
}

/// The round of that id, once it is published: before that it is not there.
pub(crate) fn published_in(proceedings: &Proceedings, id: Id) -> Result<&Round, Error> {
    let found = proceedings.published().find(|round| round.id == id);
    Ok(found.ok_or_else(unknown_round)?)
}

fn unknown_round() -> Problem {
    NOT_FOUND.problem("There is no round with this id.")
}

/// The round of that id, published or not, and everything that has happened in its tournament, which the caller runs.
fn run_round(c: &mut Conn, by: &Caller, id: Id) -> Result<(Round, Proceedings), Error> {
    let tournament = tournament_of(c, id)?;
    let (_, proceedings) = run(c, by, tournament)?;
    let found = proceedings.rounds.iter().find(|round| round.id == id).cloned();
    Ok((found.ok_or_else(unknown_round)?, proceedings))
}

/// Publishes the round that was drawn: it has matches from now on, and who rests in it has a bye.
pub(crate) fn publish(c: &mut Conn, by: &Caller, id: Id) -> Result<(Round, Proceedings), Error> {
    let (before, mut proceedings) = run_round(c, by, id)?;
    let digest = digest(c, &proceedings, &before)?;
    let round = before.clone().published(&proceedings.tournament, &digest, by.now)?;
    store::update(c, &round)?;
    let new = round.matches(by.now);
    matches::store::insert(c, &proceedings.entries, &new)?;
    if let Some(entry) = round.draw.bye.and_then(|place| proceedings.at(place)) {
        let bye = Bye {
            id: Id::new(by.now),
            entry: entry.id,
            round: round.number,
            kind: Kind::Allocated,
            value: proceedings.tournament.plan.bye_value,
            created_at: by.now,
        };
        byes::store::insert(c, &bye)?;
    }
    follow(c, &proceedings, &before, Some(&round))?;
    let change = Change::altered(
        "create_round_publication",
        "round",
        id,
        &before.evidence(&proceedings),
        &round.evidence(&proceedings),
    )?;
    by.audit(c, change)?;
    proceedings.matches.extend(new);
    Ok((round, proceedings))
}

/// Closes the round, once its results are all in.
pub(crate) fn close(c: &mut Conn, by: &Caller, id: Id) -> Result<(Round, Proceedings), Error> {
    let (before, proceedings) = run_round(c, by, id)?;
    let of_round: Vec<Match> = proceedings.of_round(before.number).cloned().collect();
    let round = before.clone().closed(&proceedings.tournament, &of_round, by.now)?;
    store::update(c, &round)?;
    follow(c, &proceedings, &before, Some(&round))?;
    let change = Change::altered(
        "create_round_closing",
        "round",
        id,
        &StateEvidence::of(Some(&before)),
        &StateEvidence::of(Some(&round)),
    )?;
    by.audit(c, change)?;
    Ok((round, proceedings))
}

/// Takes back the last step of the last round, which has come as far as the caller has read. A round that was drawn only is
/// gone after that.
pub(crate) fn undo(c: &mut Conn, by: &Caller, id: Id, state: RoundState) -> Result<(Option<Round>, Tournament), Error> {
    let (before, proceedings) = run_round(c, by, id)?;
    if before.state != state {
        return Err(RoundRefusal::Stale(before.state).into());
    }
    let number = before.number;
    let of_round: Vec<Match> = proceedings.of_round(number).cloned().collect();
    let last = proceedings.rounds.last().map_or(number, |last| last.number);
    let back = before.clone().back(&proceedings.tournament, &of_round, last)?;
    match &back {
        None => store::discard(c, &before)?,
        Some(back) => store::update(c, back)?,
    }
    if before.state == RoundState::Published {
        unpublish(c, &proceedings, &before)?;
    }
    let tournament = follow(c, &proceedings, &before, back.as_ref())?;
    let change = Change::altered(
        "create_round_undo",
        "round",
        id,
        &before.evidence(&proceedings),
        &StateEvidence::of(back.as_ref()),
    )?;
    by.audit(c, change)?;
    Ok((back, tournament))
}

/// Takes away what a round has been given when it was published.
fn unpublish(c: &mut Conn, proceedings: &Proceedings, round: &Round) -> Result<(), Error> {
    matches::store::discard(c, round.id)?;
    for entry in &proceedings.entries {
        entries::store::update(c, &entry.clone().at_round(round.number))?;
    }
    let allocated = |bye: &&Bye| bye.round == round.number && bye.kind == Kind::Allocated;
    for bye in proceedings.byes.iter().filter(allocated) {
        byes::store::discard(c, bye.id)?;
    }
    Ok(())
}

/// The tournament after a step of its last round, kept if the step has made a difference to it.
fn follow(c: &mut Conn, proceedings: &Proceedings, before: &Round, after: Option<&Round>) -> Result<Tournament, Error> {
    let others = proceedings.rounds.iter().filter(|round| round.id != before.id);
    let rounds: Vec<Round> = others.chain(after).cloned().collect();
    let tournament = proceedings.tournament.clone().after(&rounds, proceedings.most_rounds());
    let end = |tournament: &Tournament| (tournament.state, tournament.ended_because.clone());
    if end(&tournament) != end(&proceedings.tournament) {
        tournaments::store::update(c, &tournament)?;
    }
    Ok(tournament)
}

/// Ends a tournament with its last closed round.
pub(crate) fn end(c: &mut Conn, by: &Caller, tournament: Id, because: &str) -> Result<Tournament, Error> {
    let (_, Proceedings { tournament, rounds, .. }) = run(c, by, tournament)?;
    let ended = tournament.clone().ended(&rounds, because.to_owned())?;
    tournaments::use_cases::keep(c, by, "create_tournament_ending", &tournament, ended)
}
