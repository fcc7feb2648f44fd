//! One connection type over the two databases, chosen by the URL.

use std::path::Path;
use std::str::FromStr;

use diesel::connection::SimpleConnection;
use diesel::{ConnectionResult, PgConnection, SqliteConnection};

use crate::db::file::{self, IfMissing};
use crate::db::server;
use crate::db::touched::Listening;

/// A connection to either database. Queries are written once against it.
///
/// Its own `establish` is never used: it tries each variant in turn, so that an unreachable PostgreSQL would silently
/// become an SQLite file. [`Url`] chooses.
#[derive(diesel::MultiConnection)]
#[expect(missing_docs, reason = "the derive makes public items without documentation")]
pub enum Conn {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

/// Runs one expression on whichever connection it is: for what diesel offers on each backend but not on their sum
/// (inserting many rows, upserts, row locks).
#[macro_export]
macro_rules! on_either {
    ($connection:expr, $name:ident => $body:expr) => {
        match $connection {
            $crate::db::Conn::Postgres($name) => $body,
            $crate::db::Conn::Sqlite($name) => $body,
        }
    };
}

/// The place where the records are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Url {
    /// A PostgreSQL server: `postgres://user:password@host/database`.
    Postgres(String),
    /// An SQLite file: `sqlite:path`, or a path alone.
    Sqlite(String),
}

impl Url {
    /// Whether there is anything yet: a server is asked when it is needed, a file must be there.
    #[must_use]
    pub fn exists(&self) -> bool {
        match self {
            Url::Postgres(_) => true,
            Url::Sqlite(path) => Path::new(path).exists(),
        }
    }

    /// The part of it that a person may see: a PostgreSQL URL holds a password.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Url::Postgres(url) => match (url.find("://"), url.rfind('@')) {
                (Some(scheme), Some(host)) => format!("{}://…@{}", &url[..scheme], &url[host + 1..]),
                _ => url.clone(),
            },
            Url::Sqlite(path) => {
                std::path::absolute(Path::new(path)).map_or_else(|_| path.clone(), |path| path.display().to_string())
            }
        }
    }

    /// Opens a connection that may write, to records that are there.
    pub(super) fn connect(&self) -> ConnectionResult<Conn> {
        let mut connection = match self {
            Url::Postgres(url) => server::connect(url).map(Conn::Postgres),
            Url::Sqlite(path) => file::open(path, IfMissing::Fail).map(Conn::Sqlite),
        }?;
        diesel::Connection::set_instrumentation(&mut connection, Listening::default());
        Ok(connection)
    }

    /// Opens a connection that makes the records, or brings their schema up to date.
    pub(super) fn connect_to_migrate(&self) -> ConnectionResult<Conn> {
        match self {
            Url::Postgres(url) => server::connect_without_limits(url).map(Conn::Postgres),
            Url::Sqlite(path) => file::open(path, IfMissing::Create).map(Conn::Sqlite),
        }
    }

    /// Opens a connection that cannot write, whatever it is told.
    pub(super) fn connect_for_reading(&self) -> ConnectionResult<Conn> {
        self.connect().and_then(|connection| self.forbid_writing(connection))
    }

    /// Opens a connection that cannot write, to read for as long as it takes.
    pub(super) fn connect_for_long_reading(&self) -> ConnectionResult<Conn> {
        let connection = match self {
            Url::Postgres(url) => server::connect_without_limits(url).map(Conn::Postgres),
            Url::Sqlite(path) => file::open(path, IfMissing::Fail).map(Conn::Sqlite),
        };
        connection.and_then(|connection| self.forbid_writing(connection))
    }

    fn forbid_writing(&self, mut connection: Conn) -> ConnectionResult<Conn> {
        let forbid = match self {
            Url::Postgres(_) => "SET default_transaction_read_only = on",
            Url::Sqlite(_) => "PRAGMA query_only = ON",
        };
        connection
            .batch_execute(forbid)
            .map_err(diesel::ConnectionError::CouldntSetupConfiguration)?;
        Ok(connection)
    }
}

/// The URL is of a database that the service does not know. It is not told which: a URL holds a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a database is an SQLite file, or postgres://user:password@host/database")]
pub struct UnknownDatabase;

/// Reads a `DATABASE_URL`.
///
/// ```
/// use records_base::db::Url;
/// assert_eq!("sqlite:records.sqlite".parse(), Ok(Url::Sqlite("records.sqlite".into())));
/// assert!(matches!("postgres://localhost/records".parse(), Ok(Url::Postgres(_))));
/// assert!("mysql://localhost/records".parse::<Url>().is_err());
/// ```
impl FromStr for Url {
    type Err = UnknownDatabase;

    fn from_str(url: &str) -> Result<Url, UnknownDatabase> {
        match url.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Url::Postgres(url.to_owned())),
            Some(("sqlite", path)) => Ok(Url::Sqlite(path.to_owned())),
            Some(_) => Err(UnknownDatabase),
            None => Ok(Url::Sqlite(url.strip_prefix("sqlite:").unwrap_or(url).to_owned())),
        }
    }
}
