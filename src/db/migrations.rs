//! The schema's history, compiled in, and its application.

use diesel::migration::{MigrationSource, MigrationVersion};
use diesel::pg::Pg;
use diesel::sqlite::Sqlite;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::db::schema::players;
use crate::db::{Conn, Kind, Url, begin, finish};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::names;

const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");
const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");

/// Any number does, as long as nothing else in the database locks the same one.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7221001)";

/// Brings the database to the present schema and says which migrations that took: all of them, or on failure none.
///
/// Several instances may start at once: one migrates, the others wait for it and find nothing to do.
///
/// # Errors
/// The database cannot be reached, or a migration fails.
pub fn migrate(url: &Url) -> Result<Vec<String>, Error> {
    in_one_transaction(url, |connection| {
        let done = match connection {
            Conn::Postgres(connection) => versions(connection.run_pending_migrations(POSTGRES)),
            Conn::Sqlite(connection) => versions(connection.run_pending_migrations(SQLITE)),
        }?;
        if done.iter().any(|version| version == SORTED) {
            fill_in_sort_keys(connection)?;
        }
        Ok(done)
    })
}

/// The migration that gives players what they are sorted by. SQL cannot fold names: that is done here, once.
const SORTED: &str = "20261120000040";

fn fill_in_sort_keys(connection: &mut Conn) -> Result<(), Error> {
    let named = players::table.filter(players::erased_at.is_null());
    let named = named.select((players::id, players::family_name, players::given_names));
    let named: Vec<(Id, String, String)> = named.load(connection)?;
    for (id, family, given) in named {
        let key = names::sort_key(&family, Some(&given));
        diesel::update(players::table.find(id))
            .set(players::sort_key.eq(key))
            .execute(connection)?;
    }
    Ok(())
}

/// Takes the database back to nothing, last migration first: the proof that every step has a way back.
///
/// # Errors
/// As [`migrate`].
pub fn revert_all(url: &Url) -> Result<Vec<String>, Error> {
    in_one_transaction(url, |connection| match connection {
        Conn::Postgres(connection) => versions(connection.revert_all_migrations(POSTGRES)),
        Conn::Sqlite(connection) => versions(connection.revert_all_migrations(SQLITE)),
    })
}

/// The library takes no lock: without this transaction two instances would both see a migration as pending.
fn in_one_transaction(
    url: &Url,
    work: impl FnOnce(&mut Conn) -> Result<Vec<String>, Error>,
) -> Result<Vec<String>, Error> {
    let opened = url.connect();
    let mut connection = opened.map_err(|error| Error::Internal(format!("cannot open {}: {error}", url.shown())))?;
    if let Conn::Sqlite(connection) = &mut connection {
        // SQLite changes a table by making it anew, during which others refer to nothing.
        diesel::sql_query("PRAGMA foreign_keys = OFF").execute(connection)?;
    }
    begin(&mut connection, Kind::Write)?;
    finish(&mut connection, |connection| {
        if let Conn::Postgres(connection) = connection {
            diesel::sql_query(LOCK).execute(connection)?;
        }
        let done = work(connection)?;
        if let Conn::Sqlite(connection) = connection {
            let dangling: Vec<Dangling> =
                diesel::sql_query("SELECT \"table\" FROM pragma_foreign_key_check").load(connection)?;
            if let Some(Dangling { table }) = dangling.into_iter().next() {
                return Err(Error::Internal(format!(
                    "migration failed: a row of {table} refers to nothing"
                )));
            }
        }
        Ok(done)
    })
}

/// The table of a row that refers to nothing.
#[derive(diesel::QueryableByName)]
struct Dangling {
    #[diesel(sql_type = diesel::sql_types::Text)]
    table: String,
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
            .map(|migration| migration.name().to_string())
            .collect();
        migrations.sort();
        Ok(migrations)
    }
    Ok([listed::<Pg>(&POSTGRES)?, listed::<Sqlite>(&SQLITE)?])
}

fn versions(outcome: diesel::migration::Result<Vec<MigrationVersion<'_>>>) -> Result<Vec<String>, Error> {
    let versions = outcome.map_err(|error| Error::Internal(format!("migration failed: {error}")))?;
    Ok(versions.iter().map(ToString::to_string).collect())
}
