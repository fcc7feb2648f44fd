//! The basis of every handler's work: the records, behind their two doors, and the time of the request.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest};
use chrono::NaiveDate;

use crate::db::audit::EntryPlace;
use crate::db::command::Command;
use crate::db::{Conn, Database};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::web::commands::ExecutedFor;
use crate::web::log_entry::{self, WrittenEntry};

/// The records and the time of a request.
#[derive(Clone)]
pub struct Context {
    database: Database,
    now: Timestamp,
    /// The command that the request is, where commands are written down.
    command: Option<Arc<Command>>,
    written: WrittenEntry,
    /// Whether nobody in particular asks and nothing follows from it, so that what was so a moment ago may be told, but for what
    /// they have seen.
    is_stranger: bool,
    seen: Option<EntryPlace>,
}

impl Context {
    /// The context of that request.
    pub fn of(request: &HttpRequest) -> Result<Context, Error> {
        let missing = || Error::Internal("the application is not whole".to_owned());
        let clock = request.app_data::<Data<Clock>>().ok_or_else(missing)?;
        let command = request.extensions().get::<Arc<Command>>().cloned();
        Ok(Context {
            database: database(request).ok_or_else(missing)?,
            now: command.as_ref().map_or_else(|| clock.now(), |command| command.at),
            command,
            written: WrittenEntry::of(request),
            is_stranger: is_stranger(request),
            seen: log_entry::seen(request),
        })
    }

    /// The time of the request.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// The day of the request, in South Africa.
    pub fn today(&self) -> NaiveDate {
        self.now.day()
    }

    /// Runs `read` on one snapshot of the records.
    pub async fn read<T, F>(self, read: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        if self.is_stranger {
            self.database.read_for_strangers(self.seen, read).await
        } else {
            self.database.read(read).await
        }
    }

    /// Runs `write` in one transaction.
    pub async fn write<T, F>(self, write: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        let (value, entry) = self.database.write_and_tell(self.command, write).await?;
        if let Some(entry) = entry {
            self.written.set(entry);
        }
        Ok(value)
    }

    /// Overwrites what the journal still has of what was deleted.
    pub async fn clear_journal(self) {
        if let Err(error) = self.database.empty_journal().await {
            // The records are right; the journal is overwritten in time.
            tracing::warn!(%error, "the journal could not be cleared");
        }
    }
}

/// The records on which a command is executed again, or those of the service.
fn database(request: &HttpRequest) -> Option<Database> {
    match request.extensions().get::<ExecutedFor>() {
        Some(executed) => Some(executed.database.clone()),
        None => request
            .app_data::<Data<Database>>()
            .map(|database| Database::clone(database)),
    }
}

/// Whether the request says nothing of who calls, and only reads. A sign-in is not held against the password of before.
fn is_stranger(request: &HttpRequest) -> bool {
    let headers = request.headers();
    request.method().is_safe() && !headers.contains_key(header::AUTHORIZATION) && !headers.contains_key(header::COOKIE)
}
