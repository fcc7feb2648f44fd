//! A copy of the records in one SQLite file, made while others read and write.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;

use crate::db::carrying::{Progress, copy};
use crate::db::tables::tables;
use crate::db::{Conn, Url, file, writer};
use crate::values::error::{Error, of_storage};

/// A file that is being made, under a name that nobody takes for the whole of it. It goes when it is dropped unfinished.
pub struct Unfinished {
    path: PathBuf,
    becomes: PathBuf,
}

/// The end of the name of a file that is being made.
pub const UNFINISHED: &str = ".partial";

impl Unfinished {
    /// Begins an empty file that only its owner reads and writes, beside the one that it becomes.
    ///
    /// # Errors
    /// There is a file of that name, or the folder cannot be written.
    pub fn begin(becomes: &Path) -> Result<Unfinished, Error> {
        refuse_there(becomes)?;
        let mut path = OsString::from(becomes);
        path.push(format!(".{}{UNFINISHED}", std::process::id()));
        let path = PathBuf::from(path);
        let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        made.map_err(|error| of_file(&path, &error))?;
        Ok(Unfinished {
            path,
            becomes: becomes.to_owned(),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name once all of it is on the disk. None that is there is overwritten.
    ///
    /// # Errors
    /// There is a file of that name by now, or the disk fails.
    pub fn finish(self) -> Result<(), Error> {
        let sync = |path: &Path| File::open(path).and_then(|file| file.sync_all());
        sync(&self.path).map_err(|error| of_file(&self.path, &error))?;
        let named = std::fs::hard_link(&self.path, &self.becomes);
        match named {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(there(&self.becomes)),
            // Some file systems, as those of memory sticks, give a file one name alone.
            Err(_) => {
                refuse_there(&self.becomes)?;
                std::fs::rename(&self.path, &self.becomes).map_err(|error| of_file(&self.becomes, &error))?;
            }
        }
        let folder = self.becomes.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        sync(folder).map_err(|error| of_file(folder, &error))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut path = OsString::from(&self.path);
            path.push(ending);
            let _ = std::fs::remove_file(PathBuf::from(path)); // it may have its name by now
        }
    }
}

fn there(path: &Path) -> Error {
    Error::Internal(format!(
        "{} is there already. It was not changed; take another name.",
        path.display()
    ))
}

fn refuse_there(path: &Path) -> Result<(), Error> {
    match std::fs::symlink_metadata(path) {
        Ok(_) => Err(there(path)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(of_file(path, &error)),
    }
}

/// The error of a file that cannot be read or written.
pub fn of_file(path: &Path, error: &std::io::Error) -> Error {
    let said = format!("{}: {error}", path.display());
    of_storage(&said).unwrap_or(Error::Unavailable(said))
}

/// Copies the records as they are at one moment into one file. Nobody waits for it meanwhile: SQLite reads from a snapshot,
/// and so does PostgreSQL. Nothing of what was deleted is in the copy.
///
/// # Errors
/// There are no records, the file is one of theirs or is there already, or a database or the disk fails.
pub fn snapshot(url: &Url, path: &Path, progress: impl FnMut(Progress)) -> Result<(), Error> {
    if !url.exists() {
        return Err(Error::Internal(format!("there are no records at {}", url.shown())));
    }
    if let Url::Sqlite(records) = url {
        refuse_own(records, path)?;
    }
    let unfinished = Unfinished::begin(path)?;
    let partial = unfinished.path().display().to_string();
    match url {
        Url::Sqlite(records) => {
            file::open_to_look(records)?;
            let mut connection = writer::open(url)?;
            let vacuum = diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(partial);
            vacuum.execute(&mut connection)?;
        }
        Url::Postgres(_) => {
            let target = Url::Sqlite(partial);
            copy(url, &target, progress)?;
            // So that the one file is all of it.
            writer::open(&target)?.batch_execute("PRAGMA journal_mode = DELETE")?;
        }
    }
    unfinished.finish()
}

/// Refuses the records themselves, and the files that SQLite keeps beside them.
fn refuse_own(records: &str, path: &Path) -> Result<(), Error> {
    let whole = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let records = Path::new(records);
    let real = records.canonicalize().ok();
    for own in [whole(records), real].into_iter().flatten() {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut own = OsString::from(&own);
            own.push(ending);
            if whole(path).is_some_and(|path| path.as_os_str() == own) {
                return Err(Error::Internal(format!(
                    "{} belongs to the records themselves. A copy has another name, and is better kept on another disk.",
                    path.display()
                )));
            }
        }
    }
    Ok(())
}

/// The number of tables in the records, and of rows in all of them.
pub fn extent(c: &mut Conn) -> Result<(usize, u64), Error> {
    let tables = tables(c)?;
    let mut rows = 0;
    for table in &tables {
        rows += table.count(c)?;
    }
    Ok((tables.len(), rows))
}

/// Opens a file of records to read it, with nothing changed in it or beside it.
///
/// # Errors
/// It is not there, or no SQLite file.
pub fn look(path: &Path) -> Result<Conn, Error> {
    let looked_at = file::open_to_look(&path.display().to_string())?;
    let missing = || Error::Internal(format!("there is nothing at {}", path.display()));
    looked_at.map(Conn::Sqlite).ok_or_else(missing)
}
