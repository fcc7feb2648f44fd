//! A replica of the PostgreSQL server, which follows it and is behind by as much as the network takes. From it is read what
//! strangers ask. Whoever has seen an entry of the audit trail is told nothing older.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::audit::EntryPlace;
use crate::db::pool::Pool;
use crate::db::schema::audit;
use crate::db::transaction::TransactionKind;
use crate::db::work::{self, Answer, Read, taken};
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

/// A replica. Cheap to clone; all clones share the connections.
#[derive(Clone)]
pub(super) struct Replica {
    pool: Pool,
    /// The time until which it is left alone.
    absent_until: Arc<Mutex<Option<Instant>>>,
}

/// The outcome of asking a replica.
pub(super) enum Answered {
    /// It answered.
    By(Result<Answer, Error>),
    /// It is behind, or out of reach, and what was to be read is to be read elsewhere.
    Not(Read),
}

impl Replica {
    pub(super) fn new(pool: Pool) -> Replica {
        Replica {
            pool,
            absent_until: Arc::default(),
        }
    }

    /// Its connections, unless it is left alone.
    pub(super) fn pool(&self) -> Option<&Pool> {
        (!self.is_absent()).then_some(&self.pool)
    }

    /// Runs `read` on a snapshot in which the entry is that was seen.
    pub(super) async fn read(&self, seen: Option<EntryPlace>, mut read: Read) -> Answered {
        if self.is_absent() {
            return Answered::Not(read);
        }
        let begun = Instant::now();
        loop {
            let waiting = Arc::new(Mutex::new(Some(read)));
            let there = Arc::clone(&waiting);
            let once = work::read(move |c| {
                if !has(c, seen)? {
                    return Ok(None);
                }
                take(&there).map(|read| read(c)).transpose()
            });
            let outcome = self.pool.in_transaction(TransactionKind::Snapshot, once).await;
            let Some(not_begun) = take(&waiting) else {
                let lost = || Error::Internal("a read got lost".to_owned());
                let answered = outcome.and_then(taken::<Option<Answer>>);
                return Answered::By(answered.and_then(|answer| answer.ok_or_else(lost)));
            };
            if begun.elapsed() >= PATIENCE {
                if outcome.is_err() {
                    self.leave_alone();
                }
                return Answered::Not(not_begun);
            }
            // It is behind; or it has just gone, and of those that the URL names another one is there.
            read = not_begun;
            tokio::time::sleep(PAUSE).await;
        }
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

/// Whether the entry has come here, and with it all that was committed with it or before.
fn has(c: &mut Conn, seen: Option<EntryPlace>) -> Result<bool, Error> {
    let Some(EntryPlace(seen)) = seen else {
        return Ok(true);
    };
    let entry = audit::table.find(seen);
    Ok(diesel::select(diesel::dsl::exists(entry)).get_result(c)?)
}
