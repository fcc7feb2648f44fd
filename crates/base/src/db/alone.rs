//! A connection on which everything is done, one thing after another: what stands on it before the tables of the records is
//! seen by all that is read.

use std::sync::{Arc, Mutex, PoisonError};

use crate::db::extracts::{Extract, Schema};
use crate::db::freshness::Freshness;
use crate::db::transaction::{TransactionKind, begin, finish, on_postgres};
use crate::db::work::{Answer, Write};
use crate::db::{Conn, Url, file, log, on_a_thread, touched};
use crate::values::error::Error;

#[derive(Clone)]
pub(super) struct Alone {
    connection: Arc<Mutex<Conn>>,
    /// The stamps of those who read on other connections.
    freshness: Freshness,
}

impl Alone {
    /// Opens one on which those extracts stand before their tables.
    pub(super) fn open(url: &Url, before: &[Extract], freshness: Freshness) -> Result<Alone, Error> {
        let opened = url.connect();
        let mut connection = opened.map_err(|error| file::cannot_open(url.shown(), error))?;
        Schema::of(&mut connection)?.overshadow(&mut connection, before)?;
        Ok(Alone {
            connection: Arc::new(Mutex::new(connection)),
            freshness,
        })
    }

    /// Runs work in a transaction of that kind.
    pub(super) async fn run(&self, kind: TransactionKind, mut work: Write) -> Result<Answer, Error> {
        let Alone { connection, freshness } = self.clone();
        on_a_thread(move || {
            let connection = &mut *connection.lock().unwrap_or_else(PoisonError::into_inner);
            begin(connection, kind)?;
            if let Conn::Postgres(_) = connection {
                return on_postgres(connection, kind, &mut work);
            }
            let (done, tables) = touched::changed(|| {
                finish(connection, |connection| {
                    let done = work(connection)?;
                    // Elsewhere the writer does it.
                    while matches!(kind, TransactionKind::Write) && log::number(connection)? > 0 {}
                    Ok(done)
                })
            });
            freshness.note(tables);
            Ok(done?)
        })
        .await
    }
}
