//! The championship that is being played: its first rounds are told, and the rest goes on by itself while the service runs, by
//! the use cases and in the name of the umpire who runs it and of the coordinator who confirms.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::{Instant, interval_at};

use crate::accounts::{self, Caller, Reach};
use crate::app::server::Service;
use crate::cli::demo::boards::{self, Board};
use crate::cli::demo::cast::{Cast, running};
use crate::cli::demo::championship::{self, SEEDING};
use crate::cli::demo::diary::Diary;
use crate::cli::demo::fixtures;
use crate::cli::demo::waiting;
use crate::db::Conn;
use crate::db::audit::Actor;
use crate::tournaments::matches::{self};
use crate::tournaments::model::{MatchState, Round, RoundState, TournamentSnapshot, TournamentState};
use crate::tournaments::officials::use_cases::watch;
use crate::tournaments::rounds::orders::NewOrders;
use crate::tournaments::rounds::{self};
use crate::tournaments::{self};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, MatchId, RoundId};

/// The account of the umpire who runs it, and that of the coordinator who confirms the results.
const OFFICIALS: [&str; 2] = ["umpire@federation.example", "coordinator@federation.example"];

/// The rounds that were played before today.
const PLAYED: i64 = 2;
/// The boards of the next round whose results are in already.
const IN: usize = 3;

/// Notes the days of the championship until now, and what comes after it.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    for fixture in cast.running() {
        championship::prepare(fixture, diary);
        let first = fixture.plan.starts_on;
        diary.on(
            first,
            9,
            championship::on(fixture, |scribe, fixture| {
                championship::begin(scribe, fixture)?;
                (1..=PLAYED).try_for_each(|number| championship::play(scribe, fixture, number))?;
                waiting::dispute(scribe, fixture)
            }),
        );
        diary.on(
            first,
            17,
            championship::on(fixture, |scribe, fixture| {
                championship::draw(scribe, fixture)?;
                Ok(())
            }),
        );
        let now = cast.season.now.before(TimeDelta::minutes(15));
        diary.at(
            now,
            championship::on(fixture, |scribe, fixture| {
                let snapshot = watch(scribe.c, fixture.id)?;
                let Some(round) = snapshot.rounds.last() else {
                    return Ok(());
                };
                let boards = boards::of_round(&snapshot, round.number)?;
                let boards = &boards[..boards.len().min(IN)];
                championship::enter_results(scribe, fixture, round, boards)?;
                championship::confirm_results(scribe, fixture, round, boards)?;
                championship::record(scribe, fixture, &snapshot, boards)
            }),
        );
    }
    for (fixture, is_open) in fixtures::announced(cast.season) {
        let day = cast.season.ago(if is_open { 25 } else { 15 });
        diary.on(
            day,
            16,
            championship::on(&fixture, move |scribe, fixture| {
                championship::announce(scribe, fixture)?;
                if is_open {
                    championship::open(scribe, fixture)
                } else {
                    Ok(())
                }
            }),
        );
    }
}

/// The outcome of looking for something to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Something was done.
    Done,
    /// Somebody else has to do something first.
    Waits,
    /// The last round is over, or there is no such championship.
    Over,
}

/// Goes on with the championship, a step at a time, until it is over or the service stops.
pub(crate) async fn go_on(service: Service, pace: Duration) {
    let mut pauses = interval_at(Instant::now() + pace, pace);
    loop {
        tokio::select! {
            () = service.stopping.cancelled() => return,
            _ = pauses.tick() => {}
        }
        match go_one_step(&service).await {
            Ok(Progress::Over) => return,
            Ok(Progress::Done | Progress::Waits) => {}
            // Somebody at the desk was quicker, or has changed who may do what.
            Err(error) => tracing::debug!(%error, "the championship of the demonstration does not go on"),
        }
    }
}

/// Does the next thing that is to be done in the championship.
///
/// # Errors
/// The federation refuses it, or the database fails.
pub async fn go_one_step(service: &Service) -> Result<Progress, Error> {
    let now = service.clock.now();
    let read = move |c: &mut Conn| Ok((next(c)?, officials(c, now)?));
    match service.database.read(read).await? {
        (Next::Step(step), Some(officials)) => {
            service.database.write(move |c| step.take(c, &officials)).await?;
            Ok(Progress::Done)
        }
        (Next::Step(_), None) => Ok(Progress::Waits),
        (Next::Nothing(progress), _) => Ok(progress),
    }
}

/// The officials as they may act today; none if one of the two accounts is not in use.
fn officials(c: &mut Conn, now: Timestamp) -> Result<Option<[Caller; 2]>, Error> {
    let [umpire, coordinator] = OFFICIALS;
    let officials = [official(c, umpire, now)?, official(c, coordinator, now)?];
    let [Some(umpire), Some(coordinator)] = officials else {
        return Ok(None);
    };
    Ok(Some([umpire, coordinator]))
}

fn official(c: &mut Conn, email: &str, now: Timestamp) -> Result<Option<Caller>, Error> {
    let account = accounts::store::find_by_email(c, email)?;
    let Some(account) = account.filter(|account| account.deactivated_at.is_none()) else {
        return Ok(None);
    };
    let authorities = accounts::use_cases::authorities(c, account.id, now.day())?;
    Ok(Some(Caller {
        account: account.id,
        reach: Reach::of(&authorities),
        actor: Actor::command_line().for_account(account.id),
        now,
    }))
}

/// The next step, or the reason why there is none.
enum Next {
    Step(Step),
    Nothing(Progress),
}

/// A thing that is to be done in the championship.
enum Step {
    /// The sheet of a match comes in, which becomes the result of that version.
    Enter(Box<TournamentSnapshot>, Board, i64),
    /// A result is confirmed by somebody else than that account.
    Confirm(MatchId, i64, AccountId),
    /// The round is over.
    Close(RoundId),
    /// The next round is drawn.
    Draw,
    /// The round that is drawn is published.
    Publish(RoundId),
}

fn next(c: &mut Conn) -> Result<Next, Error> {
    let found = tournaments::store::find(c, running()?)?;
    let Some(tournament) = found.filter(|tournament| tournament.state == TournamentState::Running) else {
        return Ok(Next::Nothing(Progress::Over));
    };
    let snapshot = tournaments::store::snapshot(c, tournament)?;
    let Some(round) = snapshot.rounds.last().cloned() else {
        return Ok(Next::Nothing(Progress::Over));
    };
    Ok(match round.state {
        RoundState::Drawn => Next::Step(Step::Publish(round.id)),
        RoundState::Closed => Next::Step(Step::Draw),
        RoundState::Published => in_round(&snapshot, &round)?,
    })
}

/// The next thing that is to be done in a published round: a board comes in, one is confirmed, or all are.
fn in_round(snapshot: &TournamentSnapshot, round: &Round) -> Result<Next, Error> {
    let at = |state| {
        snapshot
            .of_round(round.number)
            .filter(move |paired| paired.progress() == state)
    };
    // A game of it that is on record was recorded by somebody who goes on with it.
    let open = at(MatchState::Open).filter(|paired| paired.recorded.is_empty());
    // They do not come in by the numbers of their boards.
    if let Some(paired) = open.min_by_key(|paired| paired.board * 7 % 13) {
        let version = paired.results.last().map_or(0, |result| result.version) + 1;
        let board = boards::of_match(snapshot, paired)?;
        return Ok(board.map_or(Next::Nothing(Progress::Waits), |board| {
            Next::Step(Step::Enter(Box::new(snapshot.clone()), board, version))
        }));
    }
    if let Some((paired, result)) = at(MatchState::Entered).find_map(|paired| Some((paired, paired.result()?))) {
        return Ok(Next::Step(Step::Confirm(paired.id, result.version, result.by)));
    }
    let is_waiting = at(MatchState::Open).chain(at(MatchState::Disputed)).next().is_some();
    Ok(if is_waiting {
        Next::Nothing(Progress::Waits)
    } else {
        Next::Step(Step::Close(round.id))
    })
}

impl Step {
    fn take(&self, c: &mut Conn, [umpire, coordinator]: &[Caller; 2]) -> Result<(), Error> {
        match self {
            Step::Enter(snapshot, board, version) => {
                matches::use_cases::enter(c, umpire, board.match_id, &board.sheet(false))?;
                boards::record(c, umpire, snapshot, std::slice::from_ref(board))?;
                matches::use_cases::confirm(c, coordinator, board.match_id, *version)?;
            }
            Step::Confirm(id, version, entered_by) => {
                let second = if *entered_by == coordinator.account {
                    umpire
                } else {
                    coordinator
                };
                matches::use_cases::confirm(c, second, *id, *version)?;
            }
            Step::Close(id) => {
                rounds::use_cases::close(c, umpire, *id)?;
            }
            Step::Draw => {
                let orders = NewOrders::default();
                let (round, _) = rounds::use_cases::draw(c, umpire, running()?, &orders, SEEDING)?;
                rounds::use_cases::publish(c, umpire, round.id)?;
            }
            Step::Publish(id) => {
                rounds::use_cases::publish(c, umpire, *id)?;
            }
        }
        Ok(())
    }
}
