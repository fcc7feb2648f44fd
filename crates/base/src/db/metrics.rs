//! Figures of the database: its connections, the queue of SQLite's writer, and what PostgreSQL had to be asked again.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::db::conflicts::violated;
use crate::db::work::Write;
use crate::db::{Database, Url};
use crate::values::error::Error;

/// Counted by the writers as they go. Cheap to clone; all clones count together.
#[derive(Clone, Debug)]
pub(super) struct WriteMetrics {
    waiting: Gauge,
    group: Histogram,
    commit: Histogram,
    retries: Family<Retried, Counter>,
}

/// The reason for which a transaction was run again.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Retried {
    sqlstate: &'static str,
}

impl Default for WriteMetrics {
    fn default() -> WriteMetrics {
        WriteMetrics {
            waiting: Gauge::default(),
            // Up to `writer::GROUP`.
            group: Histogram::new([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]),
            // From a disk that caches to one that nearly stands still.
            commit: Histogram::new([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5]),
            retries: Family::default(),
        }
    }
}

impl WriteMetrics {
    /// A write joins the queue.
    pub(super) fn joined(&self) {
        self.waiting.inc();
    }

    /// Writes leave the queue, with or without being done.
    pub(super) fn left(&self, writes: usize) {
        self.waiting.dec_by(i64::try_from(writes).unwrap_or_default());
    }

    /// A group was committed, or given up, after so many seconds.
    pub(super) fn committed(&self, writes: usize, seconds: f64) {
        self.group.observe(f64::from(u32::try_from(writes).unwrap_or(u32::MAX)));
        self.commit.observe(seconds);
    }

    /// The work of a transaction, which is counted each time that it is run again.
    pub(super) fn counting(&self, mut work: Write) -> Write {
        let retries = self.retries.clone();
        let mut before = None;
        Box::new(move |connection| {
            if let Some(sqlstate) = before {
                retries.get_or_create(&Retried { sqlstate }).inc();
            }
            let outcome = work(connection);
            // What was done and is asked for again did not fit in any order, as the server found when it was to be kept.
            before = Some(outcome.as_ref().err().map_or("40001", sqlstate));
            outcome
        })
    }
}

/// The SQLSTATE of an error that is tried again. The library tells kinds, not codes.
fn sqlstate(error: &Error) -> &'static str {
    use diesel::result::{DatabaseErrorKind, Error as DieselError};
    match error {
        Error::Database(DieselError::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => "40001",
        Error::Database(error) if violated(error).is_some() => "23505",
        Error::Database(_) => "40P01",
        _ => "other",
    }
}

impl Database {
    /// Adds the figures of the database to those that are told.
    pub fn register(&self, registry: &mut Registry) {
        let metrics = &self.metrics;
        if self.writer.is_some() {
            let (waiting, group, commit) = (metrics.waiting.clone(), metrics.group.clone(), metrics.commit.clone());
            registry.register("writer_waiting", "Writes that wait for SQLite's one writer", waiting);
            registry.register("writer_group_size", "Writes that shared a commit", group);
            let help = "The time of a group of writes, from its first statement until its commit is on the disk";
            registry.register_with_unit("writer_commit", help, Unit::Seconds, commit);
        } else {
            let help = "Writes that PostgreSQL asked to be run again, by SQLSTATE";
            registry.register("write_retries", help, metrics.retries.clone());
            // So that an alert finds a number before the first.
            metrics.retries.get_or_create(&Retried { sqlstate: "40001" }).inc_by(0);
        }
        registry.register_collector(Box::new(Connections(self.clone())));
    }

    /// The name of the kind of database.
    pub fn kind(&self) -> &'static str {
        match self.pool.url() {
            Url::Sqlite(_) => "sqlite",
            Url::Postgres(_) => "postgres",
        }
    }
}

/// The pool as it is when it is looked at.
#[derive(Debug)]
struct Connections(Database);

impl Collector for Connections {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let status = self.0.pool.status();
        let in_use = status.size.saturating_sub(status.available);
        for (name, help, figure) in [
            (
                "pool_connections_max",
                "The most connections to the database",
                status.max_size,
            ),
            ("pool_connections", "Connections to the database", status.size),
            ("pool_connections_in_use", "Connections at work", in_use),
            ("pool_waiting", "Requests that wait for a connection", status.waiting),
        ] {
            let gauge = ConstGauge::new(figure);
            let metric = encoder.encode_descriptor(name, help, None, gauge.metric_type())?;
            gauge.encode(metric)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use diesel::result::{DatabaseErrorKind, Error as DieselError};
    use diesel::{Connection, SqliteConnection};

    use crate::db::metrics::*;
    use crate::db::{Conn, work};

    #[test]
    fn work_is_counted_when_it_is_run_again_and_by_why() {
        let metrics = WriteMetrics::default();
        let failure = |kind| {
            Err(Error::from(DieselError::DatabaseError(
                kind,
                Box::new("deadlock detected".to_owned()),
            )))
        };
        let mut outcomes = vec![
            Ok(()),
            failure(DatabaseErrorKind::Unknown),
            Ok(()),
            failure(DatabaseErrorKind::SerializationFailure),
        ];
        let mut connection = Conn::Sqlite(SqliteConnection::establish(":memory:").unwrap());
        let mut work = metrics.counting(work::write(move |_| outcomes.pop().unwrap()));
        let _ = work(&mut connection);
        let count = |sqlstate| metrics.retries.get_or_create(&Retried { sqlstate }).get();
        assert_eq!((count("40001"), count("40P01")), (0, 0), "once is not again");
        let _ = work(&mut connection);
        assert_eq!((count("40001"), count("40P01")), (1, 0));
        let _ = work(&mut connection);
        assert_eq!((count("40001"), count("40P01")), (2, 0), "the commit failed");
        let _ = work(&mut connection);
        assert_eq!((count("40001"), count("40P01")), (2, 1));
    }
}
