//! Going back to a copy of the records.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use crate::care::doctor::{self, Finding};
use crate::db::snapshot::{Unfinished, look, of_file};
use crate::db::{Progress, Url, attempt, copy};
use crate::values::error::Error;

/// Examines a copy, and changes nothing in it.
///
/// # Errors
/// There is no copy, or it holds no records of this program's, or of a newer one's.
pub fn examine(file: &Path, told: &mut dyn FnMut(doctor::ExaminationStep<'_>)) -> Result<Vec<Finding>, Error> {
    refuse_journal(file)?;
    let mut connection = look(file)?;
    let mut found = None;
    let ended = attempt(&mut connection, |c| {
        found = Some(doctor::examine(c, told));
        Ok(())
    });
    // A file that is damaged may not even let a transaction end; what was found of it is told.
    found.unwrap_or_else(|| ended.map(|()| Vec::new()))
}

/// A copy is one file. One with a journal was copied while the service wrote, or is in use.
fn refuse_journal(file: &Path) -> Result<(), Error> {
    let journal = PathBuf::from(format!("{}-wal", file.display()));
    let length = std::fs::metadata(&journal).map_or(0, |metadata| metadata.len());
    if length == 0 {
        return Ok(());
    }
    Err(Error::Internal(format!(
        "{} has a journal beside it, so it is not all of the records. If it is where they are, it is in use; a copy of them is \
         made with the command backup.",
        file.display()
    )))
}

/// Puts a copy where the records are to be, and where there are none yet.
///
/// # Errors
/// There are records already, of which nothing was changed; or the disk or the database fails.
pub fn restore(file: &Path, url: &Url, progress: impl FnMut(Progress)) -> Result<(), Error> {
    let records = match url {
        Url::Sqlite(path) => Path::new(path),
        Url::Postgres(_) => {
            copy(&Url::Sqlite(file.display().to_string()), url, progress)?;
            return Ok(());
        }
    };
    refuse_filled(url)?;
    let unfinished = Unfinished::begin(records)?;
    let cannot = |error: std::io::Error| of_file(unfinished.path(), &error);
    let mut from = File::open(file).map_err(|error| of_file(file, &error))?;
    let mut to = OpenOptions::new().write(true).open(unfinished.path()).map_err(cannot)?;
    std::io::copy(&mut from, &mut to).map_err(cannot)?;
    unfinished.finish()
}

/// Refuses a place where there is a file of records, or one that was left of them. Of a server it is told when it is asked.
///
/// # Errors
/// There is one.
pub fn refuse_filled(url: &Url) -> Result<(), Error> {
    let Url::Sqlite(records) = url else { return Ok(()) };
    for beside in ["", "-wal", "-shm"] {
        let path = PathBuf::from(format!("{records}{beside}"));
        if std::fs::symlink_metadata(&path).is_ok() {
            return Err(Error::Internal(format!(
                "{} is there. Nothing was changed: a copy is put where there are no records. Stop the service, move that file \
                 away, and those with -wal and -shm at the end that lie beside it.",
                path.display()
            )));
        }
    }
    Ok(())
}
