//! Bringing what SQLite's journal has into the file, beside the writer: so no commit waits for that.
//!
//! A connection of its own does it while others read and write. As long as somebody writes, something is left over each
//! time, and the journal begins anew only when all of it is in the file; so once it is large and little is left, the
//! writer is asked to bring the rest, between two groups.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;

use crate::db::file::OpenedFile;
use crate::db::writer::{self, verify};
use crate::db::{Conn, Url};
use crate::values::error::Error;

/// The time from a commit until what it wrote is brought into the file, with all that follows until then: pages that are
/// written again and again are brought once.
const PAUSE: Duration = Duration::from_secs(1);

/// The pages of a journal that is large, and shall begin anew: 64 MB.
const LARGE: i64 = 16_384;

/// The pages that the writer brings by itself: some milliseconds.
const REST: i64 = 512;

/// The pages of a journal of which the writer brings everything, and all wait for that.
const LARGEST: i64 = 4 * LARGE;

/// The connection of the writer leaves checkpoints to this, and cuts a journal that has become larger.
const SETTINGS: &str = "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864;";

/// The end of it that the writer has.
pub(super) struct Checkpoints {
    written: SyncSender<()>,
    rest: Arc<AtomicBool>,
}

impl Checkpoints {
    /// Starts the thread, which ends with the writer.
    pub(super) fn start(url: Url, file: Arc<OpenedFile>) -> Result<Checkpoints, Error> {
        let (sender, written) = sync_channel(1);
        let rest = Arc::new(AtomicBool::new(false));
        let mut bringing = Bringing {
            url,
            length: file.length()?,
            file,
            connection: None,
            rest: Arc::clone(&rest),
        };
        std::thread::Builder::new()
            .name("checkpoints".to_owned())
            .spawn(move || bringing.run(&written))
            .map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Checkpoints { written: sender, rest })
    }

    /// Leaves checkpoints to this.
    pub(super) fn leave(connection: &mut Conn) -> Result<(), Error> {
        Ok(connection.batch_execute(SETTINGS)?)
    }

    /// Something was committed on that connection.
    pub(super) fn committed(&self, connection: &mut Conn) {
        // If one is on the way, it will do.
        let _ = self.written.try_send(());
        if self.rest.swap(false, Ordering::Relaxed)
            && let Err(error) = bring(connection)
        {
            tracing::warn!(%error, "the rest of the journal could not be brought into the file");
        }
    }
}

/// The journal after a checkpoint.
#[derive(diesel::QueryableByName)]
struct Journal {
    /// The pages in it.
    #[diesel(sql_type = BigInt)]
    log: i64,
    /// Those that are in the file.
    #[diesel(sql_type = BigInt)]
    checkpointed: i64,
}

/// Brings what can be brought without anybody waiting.
fn bring(connection: &mut Conn) -> Result<Journal, Error> {
    Ok(diesel::sql_query("PRAGMA wal_checkpoint(PASSIVE)").get_result(connection)?)
}

/// The thread at work.
struct Bringing {
    url: Url,
    file: Arc<OpenedFile>,
    /// The length of the file when it was last looked at.
    length: u64,
    /// None before the first time, and after a failure.
    connection: Option<Conn>,
    rest: Arc<AtomicBool>,
}

impl Bringing {
    fn run(&mut self, written: &Receiver<()>) {
        while written.recv().is_ok() {
            std::thread::sleep(PAUSE);
            while written.try_recv().is_ok() {}
            if let Err(error) = self.bring_all() {
                // The writer finds out what is the matter, and tells it to those who write.
                tracing::warn!(%error, "the journal could not be brought into the file");
                self.connection = None;
            }
        }
    }

    /// Brings everything, as far as no reader stands in the way; a large journal again and again, until little is left.
    fn bring_all(&mut self) -> Result<(), Error> {
        if self.connection.is_none() {
            self.connection = Some(self.file.connect(|| writer::open(&self.url))?);
        }
        let Some(connection) = &mut self.connection else {
            return Ok(());
        };
        let mut before = i64::MAX;
        loop {
            verify(&self.file, connection, &mut self.length)?;
            let Journal { log, checkpointed } = bring(connection)?;
            let left = log - checkpointed;
            if log >= LARGE && (left <= REST || log >= LARGEST) {
                self.rest.store(true, Ordering::Relaxed);
            }
            if log < LARGE || left <= REST || left >= before {
                return Ok(());
            }
            before = left;
        }
    }
}
