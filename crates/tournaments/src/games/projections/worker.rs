//! The work on the projections: by one instance, beside the requests; another takes over when that one is gone.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::db::pace::Pace;
use crate::db::{Database, lease};
use crate::games::openings::Class;
use crate::games::openings::store::PositionRow;
use crate::games::projections::{Round, Task, store};
use crate::values::error::Error;
use crate::values::id::InstanceId;

/// The time between two looks for games that wait: for how long a game is not found by its positions.
const INTERVAL: Duration = Duration::from_millis(200);

/// The time between two looks of an instance that leaves it to another, or cannot do it.
const WATCH: Duration = Duration::from_secs(1);

/// The fewest rows of positions that are kept in one transaction, and the most: on SQLite everybody else waits for it.
const PIECES: RangeInclusive<usize> = 500..=4000;

/// The games that were changed of which positions are discarded in one transaction.
const DISCARDED: usize = 20;

/// The games that are counted in one transaction.
const SETTLED: usize = 128;

/// Goes on until it is dropped.
pub async fn work(database: Database, instance: InstanceId) {
    loop {
        let pause = match look(&database, instance).await {
            Ok(Some(true)) => INTERVAL,
            Ok(Some(false)) => continue,
            Ok(None) => WATCH,
            Err(error) if error.is_passing() => INTERVAL,
            Err(error) => {
                tracing::error!(%error, "games cannot be projected");
                WATCH
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Does what waits, or some of it, and tells whether that was all; none if another instance does it. Two that believe that
/// they do it do no harm: of two who go on from one step, one is refused.
async fn look(database: &Database, instance: InstanceId) -> Result<Option<bool>, Error> {
    if !database.read(store::is_waiting).await? {
        return Ok(Some(true));
    }
    if !database
        .tidy_up(move |c| lease::claim(c, "projections", instance))
        .await?
    {
        return Ok(None);
    }
    do_some(database).await.map(Some)
}

/// Does all that waits.
///
/// # Errors
/// The database's own failure.
pub async fn catch_up(database: &Database) -> Result<(), Error> {
    while database.read(store::is_waiting).await? {
        do_some(database).await?;
    }
    Ok(())
}

/// Does what waits, or some of it; whether that was all.
async fn do_some(database: &Database) -> Result<bool, Error> {
    let Round {
        mut step,
        mut tasks,
        is_all,
    } = database.read(store::load).await?;
    for gone in pieces(&gone(&tasks), DISCARDED) {
        if !database.tidy_up(move |c| store::discard(c, step, &gone)).await? {
            return Ok(false);
        }
    }
    let (rows, mut kept, mut pace) = (rows(&tasks), 0, Pace::within(PIECES));
    while kept < rows.len() {
        let piece: Vec<PositionRow> = rows.iter().skip(kept).take(pace.next()).copied().collect();
        let (count, begun) = (piece.len(), Instant::now());
        if !database.tidy_up(move |c| store::keep(c, step, &piece)).await? {
            return Ok(false);
        }
        pace.took(begun.elapsed(), count);
        kept += count;
    }
    while !tasks.is_empty() {
        let some: Vec<Task> = tasks.drain(..SETTLED.min(tasks.len())).collect();
        if !database.tidy_up(move |c| store::settle(c, step, &some)).await? {
            return Ok(false);
        }
        step += 1;
    }
    Ok(is_all)
}

/// Positions that came in the games, in the order in which they are kept: so each page is written once, or seldom more.
fn rows(tasks: &[Task]) -> Vec<PositionRow> {
    let mut rows = Vec::new();
    for task in tasks {
        let positions = task.after.iter().flat_map(|told| &told.positions);
        rows.extend(positions.map(|position| PositionRow::new(task.waiting.game, position)));
    }
    rows.sort_unstable();
    rows
}

/// Positions that came no more, of each game that was changed.
fn gone(tasks: &[Task]) -> Vec<(i64, Vec<Class>)> {
    let changed = tasks.iter().filter(|task| !task.gone.is_empty());
    changed.map(|task| (task.waiting.game, task.gone.clone())).collect()
}

fn pieces<T: Clone>(all: &[T], size: usize) -> Vec<Vec<T>> {
    all.chunks(size).map(<[T]>::to_vec).collect()
}
