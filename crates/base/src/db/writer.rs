//! SQLite's one writer. Requests queue up; those that wait together share one commit, each in a savepoint of its own,
//! and are answered after it. So a refused request does not undo its neighbours, and full durability costs one sync of
//! the disk for all of them.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Instant;

use diesel::RunQueryDsl;
use diesel::dsl::sql;
use diesel::sql_types::BigInt;
use tokio::sync::oneshot;

use crate::db::checkpoints::Checkpoints;
use crate::db::file::{OpenedFile, cannot_open};
use crate::db::freshness::{Changes, WATCH, Watch};
use crate::db::metrics::WriteMetrics;
use crate::db::transaction::{TransactionKind, Unkept, begin, finish};
use crate::db::work::{Answer, Write};
use crate::db::{Conn, Url, log, touched};
use crate::values::error::{Error, STORAGE_DAMAGED};

/// The number of requests that may wait; one more is told to come back.
const QUEUE: usize = 1024;

/// The most requests that share a commit: enough to make the sync cheap, few enough to answer soon.
const GROUP: usize = 256;

#[derive(Clone)]
pub(super) struct Writer(SyncSender<Job>, WriteMetrics);

/// Runs in a savepoint of the group's transaction, if there is one, and leaves behind what to do once it is known whether
/// the group was committed.
pub(super) struct Job(Run);
type Run = Box<dyn FnOnce(Result<&mut Conn, Error>) -> Ran + Send>;
type Response = Box<dyn FnOnce(Result<(), Error>) + Send>;

/// A job that has run.
struct Ran {
    response: Response,
    /// The failure after which the transaction cannot go on, as the others are told of it.
    spoilt: Option<Error>,
}

impl Job {
    pub(super) fn new(mut write: Write, reply: oneshot::Sender<Result<Answer, Error>>) -> Job {
        Job(Box::new(move |connection| {
            let outcome = connection.and_then(|connection| savepoint(connection, &mut write));
            // When the disk is full or fails, SQLite may have rolled back everything by itself, and what the group did
            // after that would be kept although its commit fails.
            let spoilt = match &outcome {
                Err(error @ (Error::Database(_) | Error::Storage(..) | Error::Internal(_))) => Some(error.for_others()),
                _ => None,
            };
            let response: Response = Box::new(move |committed| {
                // Whoever asked may have gone; the write stands all the same.
                let _ = reply.send(outcome.and_then(|value| committed.map(|()| value)));
            });
            Ran { response, spoilt }
        }))
    }

    /// Answers without having done anything.
    fn refuse(self, error: Error) {
        ((self.0)(Err(error)).response)(Ok(()));
    }
}

impl Writer {
    /// Starts the thread, which ends with the last sender.
    pub(super) fn start(
        url: Url,
        mut connection: Conn,
        file: Arc<OpenedFile>,
        changes: Changes,
        metrics: WriteMetrics,
    ) -> Result<Writer, Error> {
        let (sender, jobs) = sync_channel(QUEUE);
        Checkpoints::leave(&mut connection)?;
        let mut writing = Writing {
            checkpoints: Checkpoints::start(url.clone(), Arc::clone(&file))?,
            url,
            length: file.length()?,
            file,
            connection,
            is_sound: true,
            changes,
            metrics: metrics.clone(),
        };
        std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || writing.run(&jobs))
            .map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Writer(sender, metrics))
    }

    pub(super) fn send(&self, job: Job) -> Result<(), Error> {
        self.1.joined();
        self.0.try_send(job).map_err(|error| {
            self.1.left(1);
            match error {
                TrySendError::Full(_) => Error::Unavailable("too many writes are waiting".to_owned()),
                TrySendError::Disconnected(_) => Error::Internal("the writer has stopped".to_owned()),
            }
        })
    }
}

/// The writer at work.
struct Writing {
    url: Url,
    file: Arc<OpenedFile>,
    connection: Conn,
    /// The length of the file when it was last looked at.
    length: u64,
    /// Whether the connection can be used: after a failure nothing is known of its state, and a new one is opened.
    is_sound: bool,
    changes: Changes,
    checkpoints: Checkpoints,
    metrics: WriteMetrics,
}

impl Writing {
    fn run(&mut self, jobs: &Receiver<Job>) {
        let mut watch = Watch::begin(&mut self.connection);
        loop {
            let first = jobs.recv_timeout(WATCH);
            if watch.has_seen_others(&mut self.connection) {
                self.changes.note_all();
            }
            let first = match first {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let group: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(GROUP - 1)).collect();
            let (writes, begun) = (group.len(), Instant::now());
            self.metrics.left(writes);
            if let Err(error) = self.is_ready() {
                for job in group {
                    job.refuse(error.for_others());
                }
            } else {
                self.is_sound = self.commit(group);
                self.metrics.committed(writes, begun.elapsed().as_secs_f64());
                if self.is_sound {
                    self.checkpoints.committed(&mut self.connection);
                }
            }
        }
    }

    /// Makes sure that what is written now is kept.
    fn is_ready(&mut self) -> Result<(), Error> {
        if !self.is_sound {
            // The old one is closed after that. With the last connection its journal would go too, and the one that is made
            // anew would not be the one that was opened.
            self.connection = self.file.connect(|| open(&self.url))?;
            Checkpoints::leave(&mut self.connection)?;
            self.is_sound = true;
        }
        verify(&self.file, &mut self.connection, &mut self.length)
    }

    /// Runs a group in one transaction and answers it; false if the connection cannot be trusted afterwards.
    fn commit(&mut self, group: Vec<Job>) -> bool {
        let mut responses = Vec::with_capacity(group.len());
        let mut waiting = group.into_iter();
        let (outcome, tables) = touched::changed(|| self.run_together(&mut waiting, &mut responses));
        // Whatever became of it, before anybody hears that it is done.
        self.changes.note(tables);
        for response in responses {
            response(outcome.as_ref().map_err(Error::for_others).copied());
        }
        if let Err(error) = &outcome {
            for job in waiting {
                job.refuse(error.for_others());
            }
        }
        outcome.is_ok()
    }

    /// Runs those that wait in one transaction, until one spoils it, and gathers how they are to be answered.
    fn run_together(
        &mut self,
        waiting: &mut impl Iterator<Item = Job>,
        responses: &mut Vec<Response>,
    ) -> Result<(), Error> {
        begin(&mut self.connection, TransactionKind::Write)?;
        let outcome = finish(&mut self.connection, |connection| {
            for job in waiting {
                let ran = (job.0)(Ok(connection));
                responses.push(ran.response);
                if let Some(error) = ran.spoilt {
                    return Err(error);
                }
            }
            // A group is numbered as it is committed, however many wrote in it.
            while log::number(connection)? > 0 {}
            Ok(())
        });
        outcome.map_err(|unkept| match unkept {
            // The journal may have the whole of it, or not: that is told when it is read again.
            Unkept::Commit(error) if error.to_string().contains("disk I/O error") => {
                Error::Uncertain(error.to_string())
            }
            unkept => unkept.into(),
        })
    }
}

/// Makes sure that the file is the one that was opened, and no shorter than it was when it was last looked at.
pub(super) fn verify(file: &OpenedFile, connection: &mut Conn, known: &mut u64) -> Result<(), Error> {
    let length = file.length()?;
    // A file grows; but somebody may have vacuumed it, and then the records are as short.
    if length < *known && length < extent(connection)? {
        let how = format!("the file was cut short from {known} to {length} bytes");
        return Err(Error::Storage(&STORAGE_DAMAGED, how));
    }
    *known = length;
    Ok(())
}

/// The bytes that the records take, be they in the file or still in its journal.
fn extent(connection: &mut Conn) -> Result<u64, Error> {
    let extent = sql::<BigInt>("(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())");
    let extent: i64 = diesel::select(extent).get_result(connection)?;
    Ok(extent.unsigned_abs())
}

/// Opens the connection of the writer.
pub(super) fn open(url: &Url) -> Result<Conn, Error> {
    url.connect().map_err(|error| cannot_open(url.shown(), error))
}

/// Runs one request's write within the group's transaction. A panic is an error like any other and is rolled back.
fn savepoint(connection: &mut Conn, write: &mut Write) -> Result<Answer, Error> {
    use diesel::connection::TransactionManager;
    <Conn as diesel::Connection>::TransactionManager::begin_transaction(connection)?;
    Ok(finish(connection, |connection| {
        std::panic::catch_unwind(AssertUnwindSafe(|| write(connection)))
            .unwrap_or_else(|_| Err(Error::Internal("a write panicked".to_owned())))
    })?)
}
