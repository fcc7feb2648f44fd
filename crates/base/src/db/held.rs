//! The file of the records in the hands of one who is about to remove it: nobody else has it open, or can open it meanwhile.

use std::path::PathBuf;

use crate::db::{Conn, Url, file};
use crate::values::error::Error;

/// A file of records that nobody else has open, until this is dropped.
pub struct HeldFile {
    connection: Conn,
    paths: [PathBuf; 4],
}

impl HeldFile {
    /// Holds the file.
    ///
    /// # Errors
    /// The records are in no file, or somebody has it open.
    pub fn of(url: &Url) -> Result<HeldFile, Error> {
        let Url::Sqlite(path) = url else {
            return Err(Error::Internal(
                "the records are on a server, and in no file".to_owned(),
            ));
        };
        let opened = file::open_alone(path).map_err(|error| {
            if error.to_string().contains("database is locked") {
                let shown = url.shown();
                Error::Internal(format!(
                    "{shown} is in use, so nothing was deleted. Stop the service first."
                ))
            } else {
                file::cannot_open(url.shown(), error)
            }
        });
        Ok(HeldFile {
            connection: Conn::Sqlite(opened?),
            paths: file::with_its_own(path),
        })
    }

    /// Reads what is in it.
    pub fn read<T>(&mut self, read: impl FnOnce(&mut Conn) -> Result<T, Error>) -> Result<T, Error> {
        read(&mut self.connection)
    }

    /// The paths of the file and of all that SQLite may have beside it.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }
}
