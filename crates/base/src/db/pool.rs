//! The connections that requests share: for reading, and on PostgreSQL for writing too.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use deadpool::Status;
use deadpool::managed::{self, Metrics, Object, RecycleError, RecycleResult};
use diesel::RunQueryDsl;

use crate::db::file::{OpenedFile, cannot_open};
use crate::db::transaction::{IsBroken, TransactionKind, begin};
use crate::db::work::{Answer, Read};
use crate::db::{Conn, Url, here, on_a_thread};
use crate::values::error::Error;

/// The number of requests that may wait for a connection; one more is told to come back. Most reads take a millisecond or
/// two, so the last in the line waits for less than a second; and whatever each of them holds is bounded with their number.
const MOST_WAITING: usize = 256;

/// Connections that are opened once and lent to one request after the other.
#[derive(Clone)]
pub struct Pool(managed::Pool<Opener>);

impl Pool {
    pub(super) fn new(
        url: Url,
        file: Option<Arc<OpenedFile>>,
        size: NonZeroUsize,
        patience: Duration,
        lifetime: Option<Duration>,
    ) -> Result<Pool, Error> {
        managed::Pool::builder(Opener { url, file, lifetime })
            .max_size(size.get())
            .wait_timeout(Some(patience))
            .runtime(deadpool::Runtime::Tokio1)
            .build()
            .map(Pool)
            .map_err(|error| Error::Internal(error.to_string()))
    }

    pub(super) fn url(&self) -> &Url {
        &self.0.manager().url
    }

    /// The numbers of connections, and of those who wait for one.
    pub fn status(&self) -> Status {
        self.0.status()
    }

    pub(super) fn file(&self) -> Option<&Arc<OpenedFile>> {
        self.0.manager().file.as_ref()
    }

    /// Begins a transaction, and runs the work in it.
    ///
    /// When the transaction begins it is found out whether the connection lives. After a restart of the server none of
    /// them does; but nothing was done on it yet, and the work can be done on another.
    pub(super) async fn in_transaction(&self, kind: TransactionKind, work: Read) -> Result<Answer, Error> {
        self.in_transaction_at(Place::Thread, kind, work).await
    }

    /// Begins a transaction, and runs the work in it, at that place.
    pub(super) async fn in_transaction_at(
        &self,
        place: Place,
        kind: TransactionKind,
        mut work: Read,
    ) -> Result<Answer, Error> {
        if self.0.status().waiting >= MOST_WAITING {
            return Err(Error::Unavailable("too many requests wait for a connection".to_owned()));
        }
        loop {
            let mut slot = self.0.get().await.map_err(|error| match error {
                managed::PoolError::Backend(error) => error,
                error => Error::Unavailable(error.to_string()),
            })?;
            let is_new = Object::metrics(&slot).recycle_count == 0;
            let attempt = move || {
                Ok(match slot.begin(kind) {
                    Ok(()) => Attempt::Done(slot.finish(work)),
                    Err(error) => Attempt::Dead(error, work),
                })
            };
            let outcome = match place {
                Place::Here => here(attempt),
                Place::Thread => on_a_thread(attempt).await,
            };
            match outcome? {
                Attempt::Done(outcome) => return outcome,
                Attempt::Dead(error, _) if is_new => return Err(error),
                Attempt::Dead(_, not_done) => work = not_done,
            }
            // Those that lie idle are as old, and as dead.
            self.0.retain(|_, _| false);
        }
    }
}

/// The place where work on a connection is done.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// The thread that asks for it.
    Here,
    /// Another thread, since it may take a while.
    Thread,
}

/// Work on a connection: done, or not begun since the connection was dead.
enum Attempt {
    Done(Result<Answer, Error>),
    Dead(Error, Read),
}

/// Opens the connections of the pool.
struct Opener {
    url: Url,
    /// SQLite's file.
    file: Option<Arc<OpenedFile>>,
    /// The age at which a connection is given up for a new one.
    lifetime: Option<Duration>,
}

/// A connection of the pool, and whether it can be used again.
struct Slot {
    connection: Conn,
    sound: bool,
}

impl Slot {
    fn begin(&mut self, kind: TransactionKind) -> Result<(), Error> {
        self.sound = false; // a panic leaves it so, and a failure
        begin(&mut self.connection, kind).map_err(|error| match error.into() {
            Error::Database(error) => Error::Unavailable(format!("no transaction can begin: {error}")),
            error => error,
        })
    }

    /// Runs what works in the transaction that has begun, and ends it.
    fn finish(&mut self, work: Read) -> Result<Answer, Error> {
        let outcome = work(&mut self.connection);
        self.sound = match &outcome {
            Ok(_) | Err(Error::Refused(_)) => true,
            Err(_) => diesel::sql_query("SELECT 1").execute(&mut self.connection).is_ok(),
        };
        match outcome {
            // A server that goes away says so in many words, or in none.
            Err(Error::Database(error)) if !self.sound => {
                Err(Error::Unavailable(format!("the connection broke: {error}")))
            }
            outcome => outcome,
        }
    }
}

impl managed::Manager for Opener {
    type Type = Slot;
    type Error = Error;

    /// While the file is not where it was opened, the connections that there are go on reading it: what they read is right,
    /// since nothing was written after that. New ones are refused, since they would read another file, or none.
    async fn create(&self) -> Result<Slot, Error> {
        let (url, file) = (self.url.clone(), self.file.clone());
        on_a_thread(move || {
            let open = || {
                let connection = match &url {
                    Url::Sqlite(_) => url.connect_for_reading(),
                    Url::Postgres(_) => url.connect(),
                };
                connection.map_err(|error| cannot_open(url.shown(), error))
            };
            let connection = match file {
                Some(file) => file.connect(open)?,
                None => open()?,
            };
            Ok(Slot {
                connection,
                sound: true,
            })
        })
        .await
    }

    async fn recycle(&self, slot: &mut Slot, metrics: &Metrics) -> RecycleResult<Error> {
        if !slot.sound || slot.connection.is_broken() {
            return Err(RecycleError::message("the connection is broken"));
        }
        if self.lifetime.is_some_and(|lifetime| metrics.age() > lifetime) {
            return Err(RecycleError::message("the connection is old"));
        }
        Ok(())
    }
}
