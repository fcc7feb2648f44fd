//! The SQLite file: how it is opened, and whether it is still the one that was opened.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection as _, ConnectionResult, QueryResult, SqliteConnection};

use crate::values::error::{Error, STORAGE_DAMAGED, STORAGE_LOST, of_storage};

/// The way of opening when there is no file yet.
#[derive(Clone, Copy)]
pub(super) enum IfMissing {
    /// It makes one.
    Create,
    /// It fails: a file that is gone is not replaced by an empty one.
    Fail,
}

/// Opens an SQLite file.
pub(super) fn open(path: &str, if_missing: IfMissing) -> ConnectionResult<SqliteConnection> {
    let mode = match if_missing {
        IfMissing::Create => "rwc",
        IfMissing::Fail => "rw",
    };
    if matches!(if_missing, IfMissing::Create) && path != ":memory:" {
        // Made here, it is its owner's alone, and SQLite makes what lies beside it alike. What is wrong with the place SQLite tells.
        let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    }
    let mut connection = SqliteConnection::establish(&uri(path, mode))?;
    let opened = connection.batch_execute(PRAGMAS).and_then(|()| match if_missing {
        IfMissing::Create => give_journal(&mut connection),
        IfMissing::Fail => Ok(()),
    });
    opened.map_err(diesel::ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// Opens an SQLite file that nobody else has open, and keeps it so until the connection is closed: the lock is asked for before
/// anything is read.
pub(super) fn open_alone(path: &str) -> ConnectionResult<SqliteConnection> {
    const ALONE: &str = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 1000; BEGIN EXCLUSIVE";
    let mut connection = SqliteConnection::establish(&uri(path, "rw"))?;
    let alone = connection.batch_execute(ALONE);
    alone.map_err(diesel::ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// `busy_timeout` stands first: what follows may itself have to wait for a lock. FULL makes every commit durable; the
/// writer's group commit pays for it once for many requests. What is deleted is overwritten, so that an erasure leaves
/// nothing behind in the file. The file is read, not mapped into memory: of a mapped file that is cut short, or a disk that
/// fails, the process would hear by a signal that ends it.
const PRAGMAS: &str = "\
    PRAGMA busy_timeout = 5000;\
    PRAGMA synchronous = FULL;\
    PRAGMA foreign_keys = ON;\
    PRAGMA secure_delete = ON;\
    PRAGMA temp_store = MEMORY;\
    PRAGMA cache_size = -16000;\
    PRAGMA mmap_size = 0;";

/// Gives a new file its journal, which it keeps. While another process does that, SQLite does not wait for it as it does
/// for any other lock, so the waiting is done here.
fn give_journal(connection: &mut SqliteConnection) -> QueryResult<()> {
    const STEP: Duration = Duration::from_millis(20);
    const STEPS: u32 = 250;
    let mut step = 0;
    loop {
        match connection.batch_execute("PRAGMA journal_mode = WAL") {
            Err(error) if step < STEPS && error.to_string().contains("database is locked") => {
                step += 1;
                std::thread::sleep(STEP);
            }
            outcome => return outcome,
        }
    }
}

/// Opens the file to look at it, with nothing changed in it or beside it; none if there is nothing yet.
pub(super) fn open_to_look(path: &str) -> Result<Option<SqliteConnection>, Error> {
    let (length, journal) = (length(Path::new(path))?, length(&beside(path, "-wal"))?);
    if length.unwrap_or(0) == 0 {
        // SQLite would throw the journal away and begin anew.
        return match journal {
            Some(1..) => Err(Error::Internal(format!(
                "{path} is missing or empty, but its journal {path}-wal is there: a part of the records without the rest. \
                 Put the file back beside its journal; or, if they are to begin anew, move the journal away."
            ))),
            _ => Ok(None),
        };
    }
    // A file that nobody has open can be read without the two that lie beside it in use.
    let is_in_use = journal.is_some() || beside(path, "-shm").exists();
    let mode = if is_in_use { "ro" } else { "ro&immutable=1" };
    let opened = SqliteConnection::establish(&uri(path, mode));
    let cannot = |error: &dyn Display| cannot_open(path, error);
    let mut connection = opened.map_err(|error| cannot(&error))?;
    // The first thing that is read.
    match connection.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA schema_version") {
        Ok(()) => Ok(Some(connection)),
        Err(error) if error.to_string().contains("file is not a database") => Err(Error::Internal(format!(
            "{path} is no SQLite file, so the records cannot be in it. Nothing was changed. Say with DATABASE_URL where they \
             are; or, if this was their file, it is damaged: go back to a copy."
        ))),
        Err(error) => Err(cannot(&error)),
    }
}

/// The error of a database that cannot be opened.
pub(super) fn cannot_open(what: impl Display, error: impl Display) -> Error {
    let said = format!("cannot open {what}: {error}");
    of_storage(&said).unwrap_or(Error::Unavailable(said))
}

/// The length of a file, if it is there.
fn length(path: &Path) -> Result<Option<u64>, Error> {
    match std::fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata.len())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_open(path.display(), error)),
    }
}

/// The path of a file that SQLite keeps beside the records. It follows links first.
fn beside(path: &str, ending: &str) -> PathBuf {
    let path = PathBuf::from(path);
    let mut path = OsString::from(path.canonicalize().unwrap_or(path));
    path.push(ending);
    PathBuf::from(path)
}

/// The paths of a file and of all that SQLite keeps beside one.
pub fn with_its_own(path: &str) -> [PathBuf; 4] {
    ["", "-wal", "-shm", "-journal"].map(|ending| beside(path, ending))
}

/// The path as SQLite's URI, which says how it is opened. What would end the path there is written in its code.
fn uri(path: &str, mode: &str) -> String {
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    // Two slashes begin the name of a host; what begins with a slash has an empty one.
    let host = if path.starts_with('/') { "//" } else { "" };
    format!("file:{host}{path}?mode={mode}")
}

/// The file of the records and its journal, as they were opened.
///
/// A process that has opened a file goes on with it when it is removed or another one is put in its place, and what it
/// writes there is gone when it ends; so is what was written to a journal that is not where the next one looks for it.
#[derive(Debug)]
pub(super) struct OpenedFile {
    path: PathBuf,
    journal: PathBuf,
    identities: (Identity, Option<Identity>),
}

/// A file as the system knows it, whatever its name: the device and the number on it.
type Identity = (u64, u64);

impl OpenedFile {
    /// The file at that path, which a connection has open, so that the journal is there too.
    pub(super) fn at(path: &str) -> Result<OpenedFile, Error> {
        let (journal, path) = (beside(path, "-wal"), PathBuf::from(path));
        let identities = (
            identity(&path)?.0,
            identity(&journal).ok().map(|(identity, _)| identity),
        );
        Ok(OpenedFile {
            path,
            journal,
            identities,
        })
    }

    /// The length of the file; an error, if it or its journal is not where it was opened, or nothing is in it. Neither is opened for that:
    /// closing it again would drop the locks that SQLite has on it (POSIX locks are of the process).
    pub(super) fn length(&self) -> Result<u64, Error> {
        let (file, length) = identity(&self.path)?;
        if file != self.identities.0 {
            return Err(lost("another file lies in its place"));
        }
        if length == 0 {
            // Whoever opens an empty file throws its journal away.
            return Err(Error::Storage(&STORAGE_DAMAGED, "the file was emptied".to_owned()));
        }
        let journal = identity(&self.journal).ok().map(|(identity, _)| identity);
        if journal != self.identities.1 {
            return Err(lost(
                "its journal, the file with -wal at the end, was removed or replaced",
            ));
        }
        Ok(length)
    }

    /// Opens one more connection: to this file, and no other.
    pub(super) fn connect<T>(&self, open: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        self.length()?;
        let opened = open()?;
        self.length()?;
        Ok(opened)
    }
}

fn identity(path: &Path) -> Result<(Identity, u64), Error> {
    let metadata = std::fs::metadata(path).map_err(|error| lost(&error.to_string()))?;
    Ok(((metadata.dev(), metadata.ino()), metadata.len()))
}

fn lost(how: &str) -> Error {
    Error::Storage(&STORAGE_LOST, how.to_owned())
}
