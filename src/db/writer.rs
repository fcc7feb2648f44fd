//! SQLite's one writer. Requests queue up; those that wait together share one commit, each in a savepoint of its own,
//! and are answered after it. So a refused request does not undo its neighbours, and full durability costs one sync of
//! the disk for all of them.

use std::panic::AssertUnwindSafe;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use tokio::sync::oneshot;

use crate::db::{Conn, TransactionKind, Url, begin, finish};
use crate::values::error::Error;

/// The number of requests that may wait; one more is told to come back.
const QUEUE: usize = 1024;

/// The most requests that share a commit: enough to make the sync cheap, few enough to answer soon.
const GROUP: usize = 256;

#[derive(Clone)]
pub(super) struct Writer(SyncSender<Job>);

/// Runs in a savepoint, and leaves behind what to do once it is known whether the group was committed; also whether the
/// transaction can go on.
pub(super) struct Job(Run);
type Run = Box<dyn FnOnce(&mut Conn) -> (Response, bool) + Send>;
type Response = Box<dyn FnOnce(Result<(), Error>) + Send>;

impl Job {
    pub(super) fn new<T: Send + 'static>(
        mut write: impl FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
        reply: oneshot::Sender<Result<T, Error>>,
    ) -> Job {
        Job(Box::new(move |connection| {
            let outcome = savepoint(connection, &mut write);
            // When the disk is full or fails, SQLite may have rolled back everything by itself, and what the group did
            // after that would be kept although its commit fails.
            let can_go_on = !matches!(outcome, Err(Error::Database(_) | Error::Internal(_)));
            let reply: Response = Box::new(move |committed| {
                // Whoever asked may have gone; the write stands all the same.
                let _ = reply.send(outcome.and_then(|value| committed.map(|()| value)));
            });
            (reply, can_go_on)
        }))
    }
}

impl Writer {
    /// Opens the file and starts the thread, which ends with the last sender.
    pub(super) fn start(url: Url) -> Result<Writer, Error> {
        let connection = open(&url)?;
        let (sender, jobs) = sync_channel(QUEUE);
        std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || run(&url, connection, &jobs))
            .map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Writer(sender))
    }

    pub(super) fn send(&self, job: Job) -> Result<(), Error> {
        self.0.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Error::Unavailable("too many writes are waiting".to_owned()),
            TrySendError::Disconnected(_) => Error::Internal("the writer has stopped".to_owned()),
        })
    }
}

fn open(url: &Url) -> Result<Conn, Error> {
    url.connect()
        .map_err(|error| Error::Internal(format!("cannot open {}: {error}", url.shown())))
}

fn run(url: &Url, connection: Conn, jobs: &Receiver<Job>) {
    let mut connection = Some(connection);
    while let Ok(first) = jobs.recv() {
        let group: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(GROUP - 1)).collect();
        // After a failure nothing is known of the connection's state: a new one is opened.
        connection = connection.or_else(|| open(url).ok());
        let Some(open) = &mut connection else {
            continue; // dropping a job tells its sender
        };
        if !commit(open, group) {
            connection = None;
        }
    }
}

/// Runs a group in one transaction and answers it; false if the connection cannot be trusted afterwards.
fn commit(connection: &mut Conn, group: Vec<Job>) -> bool {
    let mut replies = Vec::with_capacity(group.len());
    let outcome = begin(connection, TransactionKind::Write)
        .map_err(Error::from)
        .and_then(|()| {
            finish(connection, |connection| {
                for job in group {
                    let (reply, can_go_on) = (job.0)(connection);
                    replies.push(reply);
                    if !can_go_on {
                        return Err(Error::Unavailable("a write of the same group failed".to_owned()));
                    }
                }
                Ok(())
            })
        });
    for reply in replies {
        reply(
            outcome
                .as_ref()
                .map_err(|error| Error::Unavailable(format!("the commit failed: {error}")))
                .copied(),
        );
    }
    outcome.is_ok()
}

/// Runs one request's write within the group's transaction. A panic is an error like any other and is rolled back.
fn savepoint<T>(connection: &mut Conn, write: &mut impl FnMut(&mut Conn) -> Result<T, Error>) -> Result<T, Error> {
    use diesel::connection::TransactionManager;
    <Conn as diesel::Connection>::TransactionManager::begin_transaction(connection)?;
    finish(connection, |connection| {
        std::panic::catch_unwind(AssertUnwindSafe(|| write(connection)))
            .unwrap_or_else(|_| Err(Error::Internal("a write panicked".to_owned())))
    })
}
