//! The schema's history, compiled in, and its application.

use diesel::RunQueryDsl;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{Conn, Url};
use crate::error::Error;

const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");
const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");

/// Any number does, as long as nothing else in the database locks the same one.
const LOCK: i64 = 7_221_001;

/// Brings the database to the present schema and says which migrations that took.
///
/// Several instances may start at once: on PostgreSQL they wait for each other, on SQLite the file's lock does that.
///
/// # Errors
/// The database cannot be reached, or a migration fails; what was applied before it stays.
pub fn migrate(url: &Url) -> Result<Vec<String>, Error> {
    let mut connection =
        url.connect().map_err(|error| Error::Internal(format!("cannot open {}: {error}", url.shown())))?;
    let applied = match &mut connection {
        Conn::Postgres(connection) => {
            diesel::sql_query(format!("SELECT pg_advisory_lock({LOCK})")).execute(connection)?;
            let applied = names(connection.run_pending_migrations(POSTGRES));
            diesel::sql_query(format!("SELECT pg_advisory_unlock({LOCK})")).execute(connection)?;
            applied
        }
        Conn::Sqlite(connection) => names(connection.run_pending_migrations(SQLITE)),
    };
    applied.map_err(|error| Error::Internal(format!("migration failed: {error}")))
}

/// Takes the database back to nothing, last migration first: the proof that every step has a way back.
///
/// # Errors
/// As [`migrate`].
pub fn revert_all(url: &Url) -> Result<Vec<String>, Error> {
    let mut connection =
        url.connect().map_err(|error| Error::Internal(format!("cannot open {}: {error}", url.shown())))?;
    let reverted = match &mut connection {
        Conn::Postgres(connection) => names(connection.revert_all_migrations(POSTGRES)),
        Conn::Sqlite(connection) => names(connection.revert_all_migrations(SQLITE)),
    };
    reverted.map_err(|error| Error::Internal(format!("migration failed: {error}")))
}

/// The names of all migrations, for each database, in order: they must be the same.
///
/// # Errors
/// An embedded migration cannot be read: a fault of the build.
pub fn known() -> Result<[Vec<String>; 2], Error> {
    fn listed<B: diesel::backend::Backend>(source: &impl MigrationSource<B>) -> Result<Vec<String>, Error> {
        let mut migrations: Vec<String> = source
            .migrations()
            .map_err(|error| Error::Internal(error.to_string()))?
            .iter()
            .map(|migration: &Box<dyn Migration<B>>| migration.name().to_string())
            .collect();
        migrations.sort();
        Ok(migrations)
    }
    Ok([listed::<Pg>(&POSTGRES)?, listed::<Sqlite>(&SQLITE)?])
}

fn names(
    outcome: diesel::migration::Result<Vec<diesel::migration::MigrationVersion<'_>>>,
) -> diesel::migration::Result<Vec<String>> {
    outcome.map(|versions| versions.iter().map(ToString::to_string).collect())
}
