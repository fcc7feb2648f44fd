//! Whether what was read is still so.
//!
//! A [`Stamp`] is taken before the records are read, and says afterwards whether any of the tables that were read has changed
//! since. On SQLite one writer writes for all, and notes what it changes before it says that it is done; what another
//! program has written to the file, the command line for one, is found out within `WATCH`. On PostgreSQL, where many
//! instances write, the server is asked which transactions there were, and any is a change.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use tokio::sync::Notify;

use crate::db::Conn;
use crate::db::pool::Pool;
use crate::db::together::Together;
use crate::db::touched::{self, MOST_TABLES, Tables};
use crate::db::transaction::{TransactionKind, finish};
use crate::db::work::{self, Read, taken};
use crate::values::error::Error;

/// The longest time for which it is not noticed that another program has written to the SQLite file.
pub(super) const WATCH: Duration = Duration::from_millis(50);

/// The time between two looks at a server for something new: as often as entries get their numbers there.
const LOOK: Duration = Duration::from_millis(250);

/// A moment in the history of the records: what was read after it was taken is at least as new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp(u64);

/// The changes of the records in a file, as its one writer notes them. Cheap to clone; all clones share them.
#[derive(Clone)]
pub(super) struct Changes(Arc<Noted>);

struct Noted {
    commits: AtomicU64,
    news: Notify,
    /// The last commit that changed each table.
    changed: [AtomicU64; MOST_TABLES],
}

impl Default for Changes {
    fn default() -> Changes {
        Changes(Arc::new(Noted {
            commits: AtomicU64::new(1),
            news: Notify::new(),
            changed: std::array::from_fn(|_| AtomicU64::new(0)),
        }))
    }
}

impl Changes {
    /// Notes a commit that has changed these tables. Whoever takes the stamp after that reads what was committed.
    pub(super) fn note(&self, tables: Tables) {
        let commit = self.0.commits.fetch_add(1, Ordering::SeqCst) + 1;
        for changed in tables.places().filter_map(|place| self.0.changed.get(place)) {
            changed.fetch_max(commit, Ordering::SeqCst);
        }
        self.0.news.notify_waiters();
    }

    /// Notes that anything may have changed.
    pub(super) fn note_all(&self) {
        let commit = self.0.commits.fetch_add(1, Ordering::SeqCst) + 1;
        for changed in &self.0.changed {
            changed.fetch_max(commit, Ordering::SeqCst);
        }
        self.0.news.notify_waiters();
    }

    fn stamp(&self) -> Stamp {
        Stamp(self.0.commits.load(Ordering::SeqCst))
    }

    fn have_left(&self, tables: Tables, since: Stamp) -> bool {
        let mut changed = tables.places().filter_map(|place| self.0.changed.get(place));
        changed.all(|changed| changed.load(Ordering::SeqCst) <= since.0)
    }
}

/// Looks whether another program has written to the file.
pub(super) struct Watch {
    version: i64,
    looked: Instant,
}

impl Watch {
    pub(super) fn begin(c: &mut Conn) -> Watch {
        Watch {
            version: version(c).unwrap_or_default(),
            looked: Instant::now(),
        }
    }

    /// Whether it has since the last look, if that was a while ago; for what the connection itself writes does not count.
    pub(super) fn has_seen_others(&mut self, c: &mut Conn) -> bool {
        if self.looked.elapsed() < WATCH {
            return false;
        }
        self.looked = Instant::now();
        // A connection that cannot tell is opened again, and tells another number.
        let version = version(c).unwrap_or_default();
        std::mem::replace(&mut self.version, version) != version
    }
}

fn version(c: &mut Conn) -> QueryResult<i64> {
    diesel::select(sql::<BigInt>("(SELECT data_version FROM pragma_data_version())")).get_result(c)
}

/// The transactions of a PostgreSQL server as they were when it was last asked.
#[derive(Clone, Default)]
pub struct Transactions {
    asked: Together<Stamp>,
    seen: Arc<Mutex<Seen>>,
}

#[derive(Default)]
struct Seen {
    snapshot: String,
    changes: u64,
}

impl Transactions {
    /// The stamp of a moment after this was called; none if it cannot be told.
    async fn stamp<F>(&self, ask: impl FnOnce() -> F) -> Option<Stamp>
    where
        F: Future<Output = Result<String, Error>>,
    {
        let told = async || ask().await.ok().map(|snapshot| self.stamp_of(snapshot));
        self.asked.ask(told).await
    }

    fn stamp_of(&self, snapshot: String) -> Stamp {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.snapshot != snapshot {
            seen.changes += 1;
            seen.snapshot = snapshot;
        }
        Stamp(seen.changes)
    }
}

/// The transactions that there were on the server: a text that is another one after each that wrote (PostgreSQL, 9.27).
pub fn transactions(c: &mut Conn) -> Result<String, Error> {
    Ok(diesel::select(sql::<Text>("pg_current_snapshot()::text")).get_result(c)?)
}

/// Those of the server to which the pool leads.
pub async fn transactions_at(pool: &Pool) -> Result<String, Error> {
    let read = work::read(|c| Ok(finish(c, transactions)?));
    taken(pool.in_transaction(TransactionKind::Snapshot, read).await?)
}

/// The way to find out whether something is still so.
#[derive(Clone)]
pub(super) enum Freshness {
    File(Changes),
    Server(Transactions),
}

impl Freshness {
    /// Notes a commit that has changed these tables. A server is asked for that.
    pub(super) fn note(&self, tables: Tables) {
        if let (Freshness::File(changes), false) = (self, tables.is_empty()) {
            changes.note(tables);
        }
    }

    /// The stamp of this moment; none if it cannot be told. A server is asked which transactions there were.
    pub(super) async fn stamp<F>(&self, ask: impl FnOnce() -> F) -> Option<Stamp>
    where
        F: Future<Output = Result<String, Error>>,
    {
        match self {
            Freshness::File(changes) => Some(changes.stamp()),
            Freshness::Server(transactions) => transactions.stamp(ask).await,
        }
    }

    /// Waits for a change that is made after this was called. A server does not tell of any: it is to be asked again after a
    /// moment.
    pub(super) fn change(&self) -> impl Future<Output = ()> + use<'_> {
        let news = match self {
            Freshness::File(changes) => Some(changes.0.news.notified()),
            Freshness::Server(_) => None,
        };
        async move {
            match news {
                Some(news) => news.await,
                None => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Whether what was read of these tables after `since` is still so at `now`.
    pub(super) fn is_still_so(&self, tables: Tables, since: Stamp, now: Stamp) -> bool {
        match self {
            Freshness::File(changes) => changes.have_left(tables, since),
            Freshness::Server(_) => since == now,
        }
    }
}

tokio::task_local! {
    /// It is no argument, since a read that forgot to pass it on would let an old answer be kept.
    static READING: Reading;
}

/// The sources of an answer, noted where they are read. Cheap to clone; all clones note together.
#[derive(Clone, Default)]
pub(crate) struct Reading(Arc<Sources>);

#[derive(Default)]
struct Sources {
    tables: Mutex<Tables>,
    passing: AtomicBool,
}

impl Reading {
    /// Does work of which the sources are noted.
    pub(crate) async fn noted_in<T>(&self, work: impl Future<Output = T>) -> T {
        READING.scope(self.clone(), work).await
    }

    /// The tables from which the answer was made; none if it holds for this moment only, or was made of something else.
    pub(crate) fn tables(&self) -> Option<Tables> {
        let tables = *self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let is_lasting = !self.0.passing.load(Ordering::Relaxed) && !tables.is_empty();
        is_lasting.then_some(tables)
    }

    fn add(&self, tables: Tables) {
        let mut noted = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        *noted = noted.with(tables);
    }
}

/// Notes that what is being answered holds for this moment only.
pub fn is_passing() {
    let _ = READING.try_with(|reading| reading.0.passing.store(true, Ordering::Relaxed));
}

/// A read that notes its tables, if somebody wants to know them.
pub(super) fn noting(read: Read) -> Read {
    let Ok(reading) = READING.try_with(Reading::clone) else {
        return read;
    };
    Box::new(move |c| {
        let (outcome, tables) = touched::touched(|| read(c));
        reading.add(tables);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use crate::db::freshness::*;

    #[test]
    fn a_change_concerns_what_was_read_of_its_tables_before() {
        let (changes, one, other) = (Changes::default(), Tables::at(3), Tables::at(4));
        let before = changes.stamp();
        assert!(changes.have_left(one.with(other), before));
        changes.note(one);
        assert!(!changes.have_left(one, before));
        assert!(!changes.have_left(one.with(other), before));
        assert!(changes.have_left(other, before));
        assert!(changes.have_left(one, changes.stamp()));
        let before = changes.stamp();
        changes.note_all();
        assert!(!changes.have_left(other, before));
    }

    #[actix_web::test]
    async fn those_who_wait_at_the_same_time_are_told_the_same() {
        let (transactions, asked) = (Transactions::default(), AtomicU64::new(0));
        let ask = |answer: Result<&'static str, ()>| {
            let asked = &asked;
            move || async move {
                asked.fetch_add(1, Ordering::Relaxed);
                actix_web::rt::time::sleep(Duration::from_millis(5)).await;
                answer
                    .map(str::to_owned)
                    .map_err(|()| Error::Unavailable("it is away".to_owned()))
            }
        };
        let all = |answer| {
            futures_util::future::join_all((0..50).map(|_| transactions.stamp(ask(answer))).collect::<Vec<_>>())
        };
        assert_eq!(all(Err(())).await, [None; 50]);
        let failed = asked.swap(0, Ordering::Relaxed);
        assert!(failed <= 2, "{failed} times");
        let before = all(Ok("8:8:")).await;
        assert!(before.iter().all(|stamp| stamp.is_some() && *stamp == before[0]));
        assert!(asked.swap(0, Ordering::Relaxed) <= 2);
        assert_eq!(
            transactions.stamp(ask(Ok("8:8:"))).await,
            before[0],
            "nothing was written"
        );
        assert_ne!(transactions.stamp(ask(Ok("8:9:"))).await, before[0]);
        assert_eq!(asked.load(Ordering::Relaxed), 2, "who comes later asks anew");
    }
}
