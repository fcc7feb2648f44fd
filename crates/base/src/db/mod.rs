//! The database, behind two doors: [`Database::read`] and [`Database::write`]. There is no third.
//!
//! A *read* sees one snapshot and cannot write. A *write* is one transaction: it is kept whole when its closure returns
//! `Ok`, and leaves no trace when it returns `Err`. It is serializable on both databases: what a write has read is still
//! true when it commits, as if writes happened one after the other. On SQLite they do. On PostgreSQL they run side by
//! side, and one that would not fit in any order is run again. Readers wait for nobody.

mod alone;
pub mod audit;
mod carrying;
mod checkpoints;
pub mod command;
pub(crate) mod concealments;
mod conflicts;
mod connection;
pub mod counters;
mod durations;
pub mod extracts;
mod file;
pub mod freshness;
pub mod held;
pub mod holds;
pub mod keyset;
mod lag;
pub mod lease;
pub mod log;
mod metrics;
mod migrations;
pub mod objects;
pub mod pace;
mod pool;
pub mod prepared;
pub mod probe;
pub mod replica;
pub mod schema;
mod server;
pub mod snapshot;
pub mod soundness;
mod tables;
mod together;
pub(crate) mod touched;
mod transaction;
pub mod tries;
mod types;
mod work;
mod writer;

use std::any::TypeId;
use std::num::NonZeroUsize;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use tokio::sync::{Semaphore, oneshot};

use crate::db::audit::EntryPlace;
use crate::db::command::{Command, Warden};
use crate::db::durations::Durations;
use crate::db::extracts::Extract;
use crate::db::file::OpenedFile;
use crate::db::freshness::{Changes, Freshness, Stamp, Transactions, is_passing, noting, transactions_at};
use crate::db::pool::Place;
use crate::db::replica::{Answered, ReplicaState};
use crate::db::touched::Tables;
use crate::db::transaction::{TransactionKind, finish, on_postgres};
use crate::db::work::{Answer, Read, Write, taken};

pub use carrying::{Progress, copy};
pub use conflicts::OnConflict;
pub use connection::MultiBackend;
pub use connection::{Conn, UnknownDatabase, Url};
pub use file::with_its_own as files;
pub use migrations::version;
pub use migrations::{check, known, migrate, revert_all};
pub use tables::TableDigest;

use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::random::{self, Part};

/// The time that a request waits for a connection before it is told to come back.
const PATIENCE: Duration = Duration::from_secs(5);

/// The rows, or the values, that a statement takes at a time. SQLite binds 32,766 values (`SQLITE_MAX_VARIABLE_NUMBER`),
/// PostgreSQL 65,535: enough for 500 rows of the widest table.
pub const BATCH: usize = 500;

/// The rows of a list that is read whole.
pub const ALL: i64 = i64::MAX;

/// The fewest connections.
const LEAST: NonZeroUsize = NonZeroUsize::MIN.saturating_add(2);

/// The records. Cheap to clone; all clones share the connections.
#[derive(Clone)]
pub struct Database {
    pool: pool::Pool,
    /// SQLite's single writer; on PostgreSQL writes go through the pool.
    writer: Option<writer::Writer>,
    /// A copy of PostgreSQL that is read for strangers.
    replica: Option<replica::Replica>,
    /// The turns of those who may write to PostgreSQL at a time.
    turns: Arc<Semaphore>,
    freshness: Freshness,
    /// The times that reads of a file take.
    durations: Durations,
    metrics: metrics::WriteMetrics,
    /// The judge of all that is written.
    warden: Option<Arc<dyn Warden>>,
    /// The one connection on which everything is done, if there is one.
    alone: Option<alone::Alone>,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Database({})", self.pool.url().shown())
    }
}

impl Database {
    /// Opens the records with so many connections for reading (and, on PostgreSQL, writing). The schema must be there:
    /// see [`migrate`].
    ///
    /// # Errors
    /// The SQLite file cannot be opened. A PostgreSQL server is asked only when it is needed.
    pub fn open(url: Url, connections: NonZeroUsize) -> Result<Database, Error> {
        let metrics = metrics::WriteMetrics::default();
        let (writer, file, freshness) = match &url {
            Url::Sqlite(path) => {
                let connection = writer::open(&url)?;
                let file = Arc::new(OpenedFile::at(path)?);
                let (changes, noted) = (Changes::default(), metrics.clone());
                let writer = writer::Writer::start(url.clone(), connection, Arc::clone(&file), changes.clone(), noted)?;
                (Some(writer), Some(file), Freshness::File(changes))
            }
            Url::Postgres(_) => (None, None, Freshness::Server(Transactions::default())),
        };
        let size = connections.max(LEAST);
        let pool = pool::Pool::new(url, file, size, PATIENCE, None)?;
        Ok(Database {
            pool,
            writer,
            replica: None,
            turns: Arc::new(Semaphore::new(writers(size.get()))),
            freshness,
            durations: Durations::default(),
            metrics,
            warden: None,
            alone: None,
        })
    }

    /// Opens one connection on which everything is done, and those extracts stand before their tables.
    ///
    /// # Errors
    /// The database cannot be opened.
    pub async fn overshadowed_by(&self, before: Vec<Extract>) -> Result<Database, Error> {
        let (url, freshness) = (self.pool.url().clone(), self.freshness.clone());
        let alone = on_a_thread(move || alone::Alone::open(&url, &before, freshness)).await?;
        Ok(Database {
            alone: Some(alone),
            warden: None,
            ..self.clone()
        })
    }

    /// Has all that is written from now on judged before it is kept.
    #[must_use]
    pub fn guarded_by(self, warden: Arc<dyn Warden>) -> Database {
        Database {
            warden: Some(warden),
            ..self
        }
    }

    /// Reads for strangers from a replica of the PostgreSQL server, which follows it, while it is known to lag by less than
    /// that.
    ///
    /// # Errors
    /// The records are in a file, which has no replicas.
    pub fn with_replica(
        self,
        url: Url,
        connections: NonZeroUsize,
        most: TimeDelta,
        clock: Clock,
    ) -> Result<Database, Error> {
        if self.writer.is_some() || matches!(url, Url::Sqlite(_)) {
            let how = "DATABASE_READ_URL is a replica of the PostgreSQL server that DATABASE_URL is";
            return Err(Error::Internal(how.to_owned()));
        }
        let pool = pool::Pool::new(url, None, connections, PATIENCE, Some(replica::LIFETIME))?;
        let replica = replica::Replica::new(pool, self.pool.clone(), lag::Lag::of_at_most(most, clock));
        Ok(Database {
            replica: Some(replica),
            ..self
        })
    }

    /// The state of the replica; none if there is none.
    pub async fn replica_state(&self) -> Option<ReplicaState> {
        match &self.replica {
            Some(replica) => Some(replica.state().await),
            None => None,
        }
    }

    /// Runs `read` on a snapshot of the records.
    ///
    /// # Errors
    /// What `read` returns, or the database's own failure.
    #[cfg_attr(feature = "otlp", tracing::instrument(name = "read", skip_all))]
    pub async fn read<T, F>(&self, read: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        taken(self.read_work(TypeId::of::<F>(), work::read(read)).await?)
    }

    /// Runs work of that type on a snapshot of the records.
    async fn read_work(&self, kind: TypeId, read: Read) -> Result<Answer, Error> {
        if let Some(alone) = &self.alone {
            return alone.run(TransactionKind::Snapshot, work::once(read)).await;
        }
        let (durations, read) = (self.durations.clone(), noting(read));
        // A server is waited for, and never where others wait too.
        let place = if self.has_writer() && self.durations.are_short(kind) {
            Place::Here
        } else {
            Place::Thread
        };
        let read: Read = Box::new(move |connection| {
            let begun = Instant::now();
            let outcome = finish(connection, read);
            durations.note(kind, begun.elapsed());
            Ok(outcome?)
        });
        self.pool
            .in_transaction_at(place, TransactionKind::Snapshot, read)
            .await
    }

    /// Runs `read` for somebody to whom it does not matter whether what is told was so a moment ago: on the replica, if
    /// there is one that lags little, and has caught up with the entry that the reader has seen and with all that hid something.
    ///
    /// # Errors
    /// As [`Database::read`].
    pub async fn read_for_strangers<T, F>(&self, seen: Option<EntryPlace>, read: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        let (kind, mut read) = (TypeId::of::<F>(), work::read(read));
        if let Some(replica) = &self.replica {
            match replica.read(seen, noting(read)).await {
                Answered::By(outcome) => return taken(outcome?),
                Answered::Not(not_begun) => read = not_begun,
            }
        }
        taken(self.read_work(kind, read).await?)
    }

    /// The stamp of what strangers read from now on; none while it cannot be told.
    pub async fn stamp_for_strangers(&self) -> Option<Stamp> {
        match &self.replica {
            Some(replica) => self.freshness.stamp(|| replica.transactions()).await,
            None => self.freshness.stamp(|| transactions_at(&self.pool)).await,
        }
    }

    /// Waits until something may have changed since this was called.
    pub fn change(&self) -> impl Future<Output = ()> + use<'_> {
        self.freshness.change()
    }

    /// Whether what was read of these tables after `since` is still so at `now`.
    pub fn is_still_so(&self, tables: Tables, since: Stamp, now: Stamp) -> bool {
        self.freshness.is_still_so(tables, since, now)
    }

    /// Runs `write` as one transaction. On PostgreSQL it may be run again when the server asks for that, so it must not
    /// have effects of its own.
    ///
    /// # Errors
    /// What `write` returns (then nothing is kept), or the database's own failure.
    #[cfg_attr(feature = "otlp", tracing::instrument(name = "write", skip_all))]
    pub async fn write<T, F>(&self, write: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        Ok(self.write_and_tell(None, write).await?.0)
    }

    /// Runs `write` as one transaction, for that command if it is one, and tells the last entry of the audit trail that it has
    /// written.
    ///
    /// # Errors
    /// As [`Database::write`].
    pub(crate) async fn write_and_tell<T, F>(
        &self,
        command: Option<Arc<Command>>,
        write: F,
    ) -> Result<(T, Option<EntryPlace>), Error>
    where
        T: Send + 'static,
        F: FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        is_passing();
        let (answer, last) = self.write_work(command, work::write(write)).await?;
        Ok((taken(answer)?, last))
    }

    /// Runs work as one transaction, which the warden judges before it is kept.
    async fn write_work(
        &self,
        command: Option<Arc<Command>>,
        mut write: Write,
    ) -> Result<(Answer, Option<EntryPlace>), Error> {
        let warden = self.warden.clone();
        let judged = work::write(move |c| {
            audit::take_written();
            let answer = match &command {
                Some(command) => random::drawing(&command.seed, Part::Writing, || write(c))?,
                None => write(c)?,
            };
            let written = audit::take_written();
            if let Some(warden) = &warden {
                warden.judge(c, &written.changes, command.as_deref())?;
            }
            concealments::note(c, &written.changes)?;
            Ok((answer, written.last))
        });
        taken(self.transact(judged).await?)
    }

    /// Runs work as one transaction.
    async fn transact(&self, write: Write) -> Result<Answer, Error> {
        if let Some(alone) = &self.alone {
            return alone.run(TransactionKind::Write, write).await;
        }
        if let Some(writer) = &self.writer {
            let (reply, answer) = oneshot::channel();
            writer.send(writer::Job::new(write, reply))?;
            return answer
                .await
                .unwrap_or_else(|_| Err(Error::Internal("the writer has stopped".to_owned())));
        }
        self.in_turn(TransactionKind::Write, write).await
    }

    /// Gives the committed entries of the audit trail their numbers in the log, where the writer does not do it itself.
    ///
    /// # Errors
    /// The database's own failure.
    pub async fn number_entries(&self) -> Result<(), Error> {
        if self.writer.is_some() {
            return Ok(());
        }
        while self.tidy_up(log::number).await? > 0 {}
        Ok(())
    }

    /// Runs work that others are not to wait for, as the numbering of entries: it sees what is committed, statement by
    /// statement. On SQLite it is a write like any other.
    ///
    /// # Errors
    /// What the work returns, or the database's own failure.
    pub async fn tidy_up<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        if self.has_writer() {
            return self.write(work).await;
        }
        taken(self.in_turn(TransactionKind::Concurrent, work::write(work)).await?)
    }

    /// Whether one writer writes for all, and numbers what it writes.
    fn has_writer(&self) -> bool {
        self.writer.is_some()
    }

    /// Runs a transaction of PostgreSQL. Writers wait here, before they hold a connection: those are for readers too.
    async fn in_turn(&self, kind: TransactionKind, work: Write) -> Result<Answer, Error> {
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let _turn = turn.map_err(|_| Error::Unavailable("too many writes are waiting".to_owned()))?;
        let mut work = self.metrics.counting(work);
        let work: Read = Box::new(move |connection| on_postgres(connection, kind, &mut work));
        self.pool.in_transaction(kind, work).await
    }

    /// Brings what stands in SQLite's journal into the file, as far as no reader stands in the way. Nothing is left in the
    /// journal then, not even what was deleted. PostgreSQL has its own ways.
    ///
    /// # Errors
    /// The SQLite file cannot be opened.
    pub async fn empty_journal(&self) -> Result<(), Error> {
        let (url, Some(file)) = (self.pool.url().clone(), self.pool.file().cloned()) else {
            return Ok(());
        };
        on_a_thread(move || {
            let mut connection = file.connect(|| writer::open(&url))?;
            diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection)?;
            Ok(())
        })
        .await
    }
}

/// Numbers that nothing has, as many as are asked for, each larger than the one before. On PostgreSQL they are taken from a sequence, so that
/// nobody waits for who took the last one, and some are left out; on SQLite they follow the last one that there is.
pub fn fresh_numbers(
    c: &mut Conn,
    sequence: &str,
    count: usize,
    last: impl FnOnce(&mut SqliteConnection) -> QueryResult<Option<i64>>,
) -> Result<Vec<i64>, Error> {
    let count = i64::try_from(count).map_err(|error| Error::Internal(error.to_string()))?;
    match c {
        Conn::Sqlite(c) => {
            let last = last(c)?.unwrap_or_default();
            Ok((last + 1..=last + count).collect())
        }
        Conn::Postgres(c) => {
            let next = diesel::dsl::sql::<BigInt>("nextval(")
                .bind::<Text, _>(sequence)
                .sql("::regclass) FROM generate_series(1, ")
                .bind::<BigInt, _>(count)
                .sql(")");
            Ok(diesel::select(next).load(c)?)
        }
    }
}

/// Runs a part of a write. One that is refused leaves no trace, and the rest goes on.
pub fn attempt<T>(c: &mut Conn, part: impl FnOnce(&mut Conn) -> Result<T, Error>) -> Result<T, Error> {
    audit::part(|| diesel::Connection::transaction(c, part))
}

/// The writers that so many connections are enough for: some are left for readers.
fn writers(connections: usize) -> usize {
    (connections * 2 / 3).max(1)
}

/// Runs work that waits for the disk where it holds up no other request. A panic in it is an error, not the end.
async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> Result<T, Error> + Send + 'static) -> Result<T, Error> {
    tokio::task::spawn_blocking(move || here(work))
        .await
        .unwrap_or_else(|error| Err(Error::Internal(error.to_string())))
}

/// Runs work where it stands. A panic in it is an error, not the end.
fn here<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    std::panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::Internal("a database task panicked".to_owned())))
}
