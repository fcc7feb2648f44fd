//! Transactions: how they begin and end, and when one is run again.

use std::time::{Duration, Instant};

use diesel::result::{DatabaseErrorKind, Error as DieselError};

use crate::db::Conn;
use crate::db::conflicts::violated;
use crate::db::work::{Answer, Write};
use crate::values::error::Error;

/// The time after which a PostgreSQL transaction is not tried again when another one was in its way.
const PERSISTENCE: Duration = Duration::from_secs(10);

/// The longest time that a transaction stands back before it is tried again.
const LONGEST_PAUSE: Duration = Duration::from_millis(64);

/// The promises that a transaction makes.
#[derive(Clone, Copy)]
pub(super) enum TransactionKind {
    /// Reads the records as they are at one moment.
    Snapshot,
    /// Reads and writes as if nobody else did.
    Write,
    /// Sees what others commit meanwhile, and makes no promise about what it has read.
    Concurrent,
}

/// Begins a transaction of that kind.
pub(super) fn begin(connection: &mut Conn, kind: TransactionKind) -> Result<(), DieselError> {
    use diesel::connection::AnsiTransactionManager;
    match (connection, kind) {
        (Conn::Sqlite(connection), TransactionKind::Snapshot) => {
            AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN")
        }
        // A deferred transaction that reads first and then writes fails at once when another one has written.
        (Conn::Sqlite(connection), TransactionKind::Write | TransactionKind::Concurrent) => {
            AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")
        }
        (Conn::Postgres(connection), TransactionKind::Snapshot) => {
            AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        }
        (Conn::Postgres(connection), TransactionKind::Write) => {
            AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE")
        }
        (Conn::Postgres(connection), TransactionKind::Concurrent) => {
            AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN ISOLATION LEVEL READ COMMITTED")
        }
    }
}

/// The reason why a transaction was not kept.
pub(super) enum Unkept {
    /// Its body failed, and it was rolled back.
    Body(Error),
    /// It could not be committed.
    Commit(DieselError),
}

impl From<Unkept> for Error {
    fn from(unkept: Unkept) -> Error {
        match unkept {
            Unkept::Body(error) => error,
            Unkept::Commit(error) => error.into(),
        }
    }
}

/// Runs the body of a transaction that has begun, and commits or rolls back by its answer.
pub(super) fn finish<T>(connection: &mut Conn, body: impl FnOnce(&mut Conn) -> Result<T, Error>) -> Result<T, Unkept> {
    use diesel::connection::TransactionManager;
    type Manager = <Conn as diesel::Connection>::TransactionManager;
    match body(connection) {
        Ok(value) => Manager::commit_transaction(connection)
            .map(|()| value)
            .map_err(Unkept::Commit),
        Err(error) => {
            // If this fails too the connection is broken and will be dropped; the first error says more.
            let _ = Manager::rollback_transaction(connection);
            Err(Unkept::Body(error))
        }
    }
}

/// Whether trying the transaction again may succeed: it lost against another one. The same new id sent twice at the
/// same moment is such a case, since the second run finds the first's row.
pub(super) fn is_transient(error: &Error) -> bool {
    let is_known_meanwhile =
        |error: &DieselError| violated(error).is_some_and(|constraint| constraint.ends_with("_pkey"));
    has_lost(error) || matches!(error, Error::Database(error) if is_known_meanwhile(error))
}

/// Whether the server gave the transaction up for the sake of another one.
pub(super) fn has_lost(error: &Error) -> bool {
    let Error::Database(DieselError::DatabaseError(kind, information)) = error else {
        return false;
    };
    match kind {
        DatabaseErrorKind::SerializationFailure => true,
        DatabaseErrorKind::Unknown => information.message().contains("deadlock detected"),
        _ => false,
    }
}

/// Runs a write in the transaction that has begun, and in another if the server asks for that.
pub(super) fn on_postgres(connection: &mut Conn, kind: TransactionKind, write: &mut Write) -> Result<Answer, Error> {
    let (begun, mut pause) = (Instant::now(), Duration::from_millis(1));
    loop {
        let outcome = finish(connection, &mut *write).map_err(|unkept| match unkept {
            // The server may have committed and gone before it could say so.
            Unkept::Commit(error) if connection.is_broken() => Error::Uncertain(error.to_string()),
            unkept => unkept.into(),
        });
        match outcome {
            Err(error) if is_transient(&error) && begun.elapsed() < PERSISTENCE => {
                tracing::debug!(%error, "a transaction is run again");
            }
            outcome => return outcome,
        }
        // Those that were in each other's way do not come back at the same moment.
        std::thread::sleep(pause.mul_f64(fastrand::f64()));
        pause = LONGEST_PAUSE.min(pause * 2);
        begin(connection, kind)?;
    }
}

/// Whether the connection is in a state from which no transaction can begin.
pub(super) trait IsBroken {
    fn is_broken(&mut self) -> bool;
}

impl IsBroken for Conn {
    fn is_broken(&mut self) -> bool {
        use diesel::connection::TransactionManager;
        !matches!(
            <Conn as diesel::Connection>::TransactionManager::transaction_manager_status_mut(self).transaction_depth(),
            Ok(None)
        )
    }
}
