//! A replica of the PostgreSQL server, which follows it.
//!
//! Reads of people who have not signed in go there, while it is known to be behind by little. Those who have seen an entry of
//! the audit trail read nothing older, and nobody is shown what a write has hidden (`db/concealments.rs`).

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use crate::db::audit::EntryPlace;
use crate::db::freshness::transactions;
use crate::db::lag::{Lag, LogPlace};
use crate::db::pool::Pool;
use crate::db::schema::audit;
use crate::db::together::Together;
use crate::db::transaction::{TransactionKind, finish};
use crate::db::work::{self, Answer, Read, taken};
use crate::db::{Conn, concealments};
use crate::values::error::Error;

/// The time that a replica has to catch up with what a reader has seen, or to be reached.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between two looks whether it has.
const PAUSE: Duration = Duration::from_millis(20);

/// The time for which a replica that cannot be reached is left alone.
const ABSENCE: Duration = Duration::from_secs(5);

/// The age at which a connection is made anew: of the servers that the URL names, the one that was a replica may write by
/// now, and another one follow it.
pub(super) const LIFETIME: Duration = Duration::from_mins(1);

/// The end of the log that a server has.
///
/// A replica has what it has replayed; one that writes, what it has written.
const HAS: &str = "(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END \
    - '0/0'::pg_lsn)::bigint";

/// A replica. Cheap to clone; all clones share the connections.
#[derive(Clone)]
pub struct Replica {
    pool: Pool,
    /// The time until which it is left alone.
    absent_until: Arc<Mutex<Option<Instant>>>,
    /// The server that it follows.
    followed: Pool,
    /// The question to that server, how many writes have hidden something.
    hidden: Together<i64>,
    lag: Lag,
}

/// The outcome of asking a replica.
pub enum Answered {
    /// It answered.
    By(Result<Answer, Error>),
    /// It is behind, or out of reach, and what was to be read is to be read elsewhere.
    Not(Read),
}

/// The outcome of a look at a replica.
enum Looked {
    Read(Answer),
    /// It lacks what the reader has seen.
    Waits,
    /// It is behind by too much, or by a write that has hidden something.
    Behind,
}

/// The state of a replica.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReplicaState {
    /// The time since which it lacks something; none if out of reach.
    pub lag: Option<TimeDelta>,
    /// Whether it is read from.
    pub is_read: bool,
}

impl Replica {
    pub(super) fn new(pool: Pool, followed: Pool, lag: Lag) -> Replica {
        Replica {
            pool,
            absent_until: Arc::default(),
            followed,
            hidden: Together::default(),
            lag,
        }
    }

    /// Runs `read` on a snapshot in which the entry is that was seen.
    pub async fn read(&self, seen: Option<EntryPlace>, mut read: Read) -> Answered {
        if self.is_absent() {
            return Answered::Not(read);
        }
        let Some(hidden) = self.hidden().await else {
            return Answered::Not(read);
        };
        let begun = Instant::now();
        loop {
            let waiting = Arc::new(Mutex::new(Some(read)));
            let (there, lag) = (Arc::clone(&waiting), self.lag.clone());
            let once = work::read(move |c| {
                Ok(finish(c, |c| {
                    if !is_fit(c, &lag, hidden)?.1 {
                        return Ok(Looked::Behind);
                    }
                    if !has(c, seen)? {
                        return Ok(Looked::Waits);
                    }
                    let read = take(&there).ok_or_else(|| Error::Internal("a read got lost".to_owned()))?;
                    read(c).map(Looked::Read)
                })?)
            });
            let outcome = self.pool.in_transaction(TransactionKind::Snapshot, once).await;
            let outcome = outcome.and_then(taken::<Looked>);
            let Some(not_begun) = take(&waiting) else {
                return Answered::By(outcome.and_then(|looked| match looked {
                    Looked::Read(answer) => Ok(answer),
                    Looked::Waits | Looked::Behind => Err(Error::Internal("a read got lost".to_owned())),
                }));
            };
            let is_late = begun.elapsed() >= PATIENCE;
            if is_late && outcome.is_err() {
                self.leave_alone();
            }
            if is_late || matches!(outcome, Ok(Looked::Behind)) {
                return Answered::Not(not_begun);
            }
            // It is behind; or it has just gone, and of those that the URL names another one is there.
            read = not_begun;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Reads which transactions there were on it.
    ///
    /// # Errors
    /// It is behind, or out of reach.
    pub async fn transactions(&self) -> Result<String, Error> {
        let behind = || Error::Unavailable("the replica is behind".to_owned());
        self.look(move |c, is_fit| if is_fit { transactions(c) } else { Err(behind()) })
            .await?
            .1
    }

    /// Finds out its state. Nobody waits for one out of reach.
    pub async fn state(&self) -> ReplicaState {
        let looked = tokio::time::timeout(PATIENCE, self.look(|_, is_fit| Ok(is_fit))).await;
        match looked {
            Ok(Ok((lag, Ok(is_read)))) => ReplicaState {
                lag: Some(lag),
                is_read,
            },
            _ => ReplicaState {
                lag: None,
                is_read: false,
            },
        }
    }

    /// Reads something there, with its lag.
    ///
    /// The work hears whether it is fit to be read from.
    async fn look<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Conn, bool) -> Result<T, Error> + Send + 'static,
    ) -> Result<(TimeDelta, Result<T, Error>), Error> {
        let away = |what: &str| Error::Unavailable(format!("{what} is out of reach"));
        if self.is_absent() {
            return Err(away("the replica"));
        }
        let hidden = self.hidden().await.ok_or_else(|| away("the server"))?;
        let lag = self.lag.clone();
        let look = work::read(move |c| {
            Ok(finish(c, |c| {
                let (lag, is_fit) = is_fit(c, &lag, hidden)?;
                Ok((lag, read(c, is_fit)))
            })?)
        });
        let looked = self.pool.in_transaction(TransactionKind::Snapshot, look).await;
        if looked.is_err() {
            self.leave_alone();
        }
        taken(looked?)
    }

    /// Counts the server's writes that have hidden something; none if out of reach.
    ///
    /// It is noted besides how far its log is.
    async fn hidden(&self) -> Option<i64> {
        let ask = async || {
            let moment = self.lag.now();
            let read = work::read(|c| Ok(finish(c, |c| Ok((concealments::count(c)?, place(c)?)))?));
            let asked = self.followed.in_transaction(TransactionKind::Snapshot, read).await;
            let (hidden, place) = asked.and_then(taken::<(i64, LogPlace)>).ok()?;
            self.lag.note(moment, place);
            Some(hidden)
        };
        self.hidden.ask(ask).await
    }

    fn is_absent(&self) -> bool {
        let absent_until = self.absent_until.lock().unwrap_or_else(PoisonError::into_inner);
        absent_until.is_some_and(|until| Instant::now() < until)
    }

    fn leave_alone(&self) {
        let until = Instant::now() + ABSENCE;
        *self.absent_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
    }
}

/// The read, if it was not begun.
fn take(waiting: &Mutex<Option<Read>>) -> Option<Read> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Finds how far the log of the server is here.
fn place(c: &mut Conn) -> Result<LogPlace, Error> {
    Ok(LogPlace(diesel::select(sql::<BigInt>(HAS)).get_result(c)?))
}

/// Finds the lag, and whether the replica may be read from.
///
/// It may if the lag is known to be short, and its snapshot has each write that has hidden something.
fn is_fit(c: &mut Conn, lag: &Lag, hidden: i64) -> Result<(TimeDelta, bool), Error> {
    let has_hidden = concealments::count(c)?;
    let (lag, is_short) = lag.at(place(c)?);
    Ok((lag, is_short && has_hidden >= hidden))
}

/// Whether the entry has come here, and with it all that was committed with it or before.
fn has(c: &mut Conn, seen: Option<EntryPlace>) -> Result<bool, Error> {
    let Some(EntryPlace(seen)) = seen else {
        return Ok(true);
    };
    let entry = audit::table.find(seen);
    Ok(diesel::select(diesel::dsl::exists(entry)).get_result(c)?)
}
