//! The schema's history, compiled in, and its application.
//!
//! Each step is written once, with a word in braces where the databases differ: see [`WORDS`].
//! The table of the steps that were done is that of diesel's own tools, which can read it; but they would not wait for
//! other instances, nor take a step again after a deadlock.

use std::fmt::Display;

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;

use crate::db::file;
use crate::db::transaction::{TransactionKind, begin, finish, has_lost};
use crate::db::{Conn, Url};
use crate::values::error::{Error, of_storage};

/// The words in braces in a step, and what each means to SQLite and to PostgreSQL.
const WORDS: [(&str, &str, &str); 10] = [
    ("{id}", "TEXT", "UUID"),
    ("{instant}", "TEXT", "TIMESTAMPTZ"),
    ("{date}", "TEXT", "DATE"),
    ("{number}", "INTEGER", "BIGINT"),
    ("{binary}", "BLOB", "BYTEA"),
    // A text that is compared byte by byte, as SQLite compares all of them.
    ("{bytes}", "", "COLLATE \"C\""),
    // The end of a table: SQLite checks types only if told to, and can keep rows in the order of their key.
    ("{strict}", "STRICT", ""),
    ("{clustered}", "STRICT, WITHOUT ROWID", ""),
    // The beginning of a line that is for one of them alone.
    ("{sqlite}", "", "--"),
    ("{postgres}", "--", ""),
];

/// A step of the schema, and its way back.
#[derive(Clone, Copy)]
struct Step {
    /// The folder, which begins with the day and a number.
    name: &'static str,
    up: &'static str,
    down: &'static str,
}

macro_rules! steps {
    ($($name:literal),+ $(,)?) => {
        [$(Step {
            name: $name,
            up: include_str!(concat!("../../../../migrations/", $name, "/up.sql")),
            down: include_str!(concat!("../../../../migrations/", $name, "/down.sql")),
        }),+]
    };
}

/// All steps, in order.
static STEPS: &[Step] = &steps!["2026-11-29-000000_records"];

impl Step {
    /// The day and the number, as digits: what the database remembers.
    fn version(&self) -> String {
        let digits = self.name.split('_').next().unwrap_or_default();
        digits.replace('-', "")
    }
}

/// The ways that a step goes.
#[derive(Clone, Copy)]
enum Way {
    Up,
    Down,
}

/// Brings the database to the present schema and says which migrations that took: on SQLite all of them, or on failure
/// none; on PostgreSQL each by itself, so that one that fails can be tried again.
///
/// Several instances may start at once: each step is done by one, and the others wait for it.
///
/// # Errors
/// The database cannot be reached, its schema is that of a newer program, or a migration fails.
pub fn migrate(url: &Url) -> Result<Vec<String>, Error> {
    if let Url::Sqlite(path) = url {
        // Opening a file to write may change it already: how its journal is kept stands in it.
        let looked_at = file::open_to_look(path)?.map(Conn::Sqlite);
        looked_at.map_or(Ok(()), |mut connection| refuse_newer(STEPS, &applied(&mut connection)?))?;
    }
    take_all(url, Way::Up)
}

/// Takes the database back to nothing, last migration first: the proof that every step has a way back.
///
/// # Errors
/// As [`migrate`].
pub fn revert_all(url: &Url) -> Result<Vec<String>, Error> {
    take_all(url, Way::Down)
}

/// Goes that way to its end; the versions of the steps that it took.
fn take_all(url: &Url, way: Way) -> Result<Vec<String>, Error> {
    let opened = url.connect_to_migrate();
    let mut connection = opened.map_err(|error| file::cannot_open(url.shown(), error))?;
    match url {
        Url::Sqlite(_) => in_one_transaction(&mut connection, |c| take_each(c, STEPS, way, take)),
        Url::Postgres(_) => take_each(&mut connection, STEPS, way, take_by_itself),
    }
}

/// Takes those of the steps that are left on that way.
fn take_each(
    c: &mut Conn,
    steps: &[Step],
    way: Way,
    take_one: fn(&mut Conn, Way, &Step) -> Result<bool, Error>,
) -> Result<Vec<String>, Error> {
    remember_steps(c)?;
    let applied = applied(c)?;
    refuse_newer(steps, &applied)?;
    let is_applied = |step: &&Step| applied.contains(&step.version());
    let left: Vec<&Step> = match way {
        Way::Up => steps.iter().filter(|step| !is_applied(step)).collect(),
        Way::Down => steps.iter().rev().filter(is_applied).collect(),
    };
    let taken = left.into_iter().map(|step| {
        let is_taken = take_one(c, way, step).map_err(|error| failed(step, &error))?;
        Ok(is_taken.then(|| step.version()))
    });
    taken.filter_map(Result::transpose).collect()
}

/// Makes the table of the steps that were done. Of several instances that find none, one makes it.
fn remember_steps(c: &mut Conn) -> Result<(), Error> {
    const TABLE: &str = "CREATE TABLE IF NOT EXISTS __diesel_schema_migrations (\
        version VARCHAR(50) PRIMARY KEY NOT NULL, run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)";
    let made = diesel::sql_query(TABLE).execute(c);
    if made.is_err() {
        // Another one made it at the same moment, or it cannot be made at all.
        diesel::sql_query(TABLE).execute(c)?;
    }
    Ok(())
}

/// Takes a step; false if another instance has done so. Whoever has put that down goes first: others who want to do so
/// wait for that one's commit.
fn take(c: &mut Conn, way: Way, step: &Step) -> Result<bool, Error> {
    let (put_down, statements) = match way {
        Way::Up => (
            "INSERT INTO __diesel_schema_migrations (version) VALUES ($1) ON CONFLICT DO NOTHING",
            step.up,
        ),
        Way::Down => ("DELETE FROM __diesel_schema_migrations WHERE version = $1", step.down),
    };
    let put_down = diesel::sql_query(put_down).bind::<diesel::sql_types::Text, _>(step.version());
    let is_first = put_down.execute(c)? == 1;
    if is_first {
        c.batch_execute(&translated(statements, c))?;
    }
    Ok(is_first)
}

/// Takes a step in a transaction of its own, again if it has lost against another one: services that are at work
/// meanwhile take their locks in another order.
fn take_by_itself(c: &mut Conn, way: Way, step: &Step) -> Result<bool, Error> {
    loop {
        begin(c, TransactionKind::Write)?;
        match finish(c, |c| take(c, way, step)).map_err(Error::from) {
            Err(error) if has_lost(&error) => {}
            outcome => return outcome,
        }
    }
}

/// The statements as that database takes them.
fn translated(statements: &str, c: &Conn) -> String {
    WORDS
        .iter()
        .fold(statements.to_owned(), |sql, (word, sqlite, postgres)| {
            let meant = match c {
                Conn::Sqlite(_) => sqlite,
                Conn::Postgres(_) => postgres,
            };
            sql.replace(word, meant)
        })
}

/// Does the work on SQLite, which changes a table by making it anew, during which others refer to nothing.
fn in_one_transaction(
    c: &mut Conn,
    work: impl FnOnce(&mut Conn) -> Result<Vec<String>, Error>,
) -> Result<Vec<String>, Error> {
    diesel::sql_query("PRAGMA foreign_keys = OFF").execute(c)?;
    begin(c, TransactionKind::Write)?;
    let outcome = finish(c, |c| {
        let done = work(c)?;
        let dangling: Vec<Said> =
            diesel::sql_query("SELECT \"table\" AS said FROM pragma_foreign_key_check").load(c)?;
        match dangling.first() {
            None => Ok(done),
            Some(table) => Err(Error::Internal(format!(
                "migration failed: a row of {} refers to nothing",
                table.said
            ))),
        }
    });
    Ok(outcome?)
}

fn failed(step: &Step, error: &impl Display) -> Error {
    let said = format!("the migration {} failed: {error}", step.name);
    of_storage(&said).unwrap_or(Error::Internal(said))
}

/// Records in memory that have the present schema, and what comes with it.
pub(super) fn in_memory() -> Result<Conn, Error> {
    let opened = file::open(":memory:", file::IfMissing::Create).map(Conn::Sqlite);
    let mut connection = opened.map_err(|error| file::cannot_open("memory", error))?;
    in_one_transaction(&mut connection, |c| take_each(c, STEPS, Way::Up, take))?;
    Ok(connection)
}

/// Refuses records that have another schema than this program's, before a command that only reads opens them. Nothing is
/// changed.
///
/// # Errors
/// The database cannot be reached, or its schema is that of a newer program, or of an older one.
pub fn check(url: &Url) -> Result<(), Error> {
    let applied = applied_at(url)?;
    refuse_newer(STEPS, &applied)?;
    refuse_older(STEPS, &applied)
}

/// Whether there is no schema yet.
pub(super) fn is_new(url: &Url) -> Result<bool, Error> {
    Ok(applied_at(url)?.is_empty())
}

/// The versions that the records there have, in order; none if there is nothing.
fn applied_at(url: &Url) -> Result<Vec<String>, Error> {
    let connection = match url {
        Url::Sqlite(path) => file::open_to_look(path)?.map(Conn::Sqlite),
        Url::Postgres(_) => Some(url.connect().map_err(|error| file::cannot_open(url.shown(), error))?),
    };
    connection.map_or(Ok(Vec::new()), |mut connection| applied(&mut connection))
}

fn refuse_newer(steps: &[Step], applied: &[String]) -> Result<(), Error> {
    let own = versions(steps);
    match applied.iter().filter(|version| !own.contains(version)).max() {
        None => Ok(()),
        Some(theirs) => Err(Error::Internal(format!(
            "the records have the schema {theirs}, which this program does not know; the last that it knows is {}. They were \
             last used by a newer program. Nothing was changed. Use that program; or go back to a copy of the records that \
             was made before.",
            last(&own),
        ))),
    }
}

fn refuse_older(steps: &[Step], applied: &[String]) -> Result<(), Error> {
    let own = versions(steps);
    if own.iter().all(|version| applied.contains(version)) {
        return Ok(());
    }
    Err(Error::Internal(format!(
        "the records have the schema {}, which is older than this program's, {}. Nothing was changed. Make a copy, and bring \
         them up to date with the command migrate.",
        last(applied),
        last(&own),
    )))
}

/// The versions of the steps, in order.
fn versions(steps: &[Step]) -> Vec<String> {
    steps.iter().map(Step::version).collect()
}

fn last(versions: &[String]) -> &str {
    versions.last().map_or("of nothing", String::as_str)
}

/// The versions that the database has, in order. The library would make its table first.
fn applied(c: &mut Conn) -> Result<Vec<String>, Error> {
    let tables = match c {
        Conn::Sqlite(_) => "SELECT name AS said FROM sqlite_master WHERE name = '__diesel_schema_migrations'",
        Conn::Postgres(_) => "SELECT 'there' AS said WHERE to_regclass('__diesel_schema_migrations') IS NOT NULL",
    };
    let tables: Vec<Said> = diesel::sql_query(tables).load(c)?;
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    let versions = "SELECT CAST(version AS TEXT) AS said FROM __diesel_schema_migrations ORDER BY version";
    let versions: Vec<Said> = diesel::sql_query(versions).load(c)?;
    Ok(versions.into_iter().map(|version| version.said).collect())
}

/// The schema of the records: the last of its versions, and whether it is this program's.
pub fn version(c: &mut Conn) -> Result<(String, bool), Error> {
    let applied = applied(c)?;
    refuse_newer(STEPS, &applied)?;
    Ok((last(&applied).to_owned(), refuse_older(STEPS, &applied).is_ok()))
}

/// The names of all migrations, in order.
pub fn known() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.name)
}

/// A row of one text.
#[derive(diesel::QueryableByName)]
struct Said {
    #[diesel(sql_type = diesel::sql_types::Text)]
    said: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step of a later program.
    const LATER: Step = Step {
        name: "2099-12-31-000001_later",
        up: "CREATE TABLE later AS SELECT code FROM provinces; ALTER TABLE provinces ADD COLUMN anthem TEXT;",
        down: "ALTER TABLE provinces DROP COLUMN anthem; DROP TABLE later;",
    };

    const VERSION: &str = "20991231000001";

    fn number(c: &mut Conn, of: &str) -> String {
        let asked = format!("SELECT CAST(COUNT(*) AS TEXT) AS said FROM {of}");
        let row: Said = diesel::sql_query(asked).get_result(c).unwrap();
        row.said
    }

    #[test]
    fn an_older_schema_is_brought_up_to_date_with_what_is_in_it() {
        let later = [STEPS, &[LATER]].concat();
        let c = &mut in_memory().unwrap();
        let before = applied(c).unwrap();
        assert_eq!(before, versions(STEPS));
        assert!(refuse_newer(&later, &before).is_ok());
        let refused = refuse_older(&later, &before).unwrap_err().to_string();
        assert!(
            refused.contains(VERSION) && refused.contains(last(&before)),
            "{refused}"
        );
        let taken = in_one_transaction(c, |c| take_each(c, &later, Way::Up, take));
        assert_eq!(taken.unwrap(), [VERSION]);
        assert_eq!(number(c, "later"), "9");
        assert!(refuse_older(&later, &applied(c).unwrap()).is_ok());
        let again = in_one_transaction(c, |c| take_each(c, &later, Way::Up, take));
        assert_eq!(again.unwrap(), Vec::<String>::new());
        let back = in_one_transaction(c, |c| take_each(c, &later, Way::Down, take)).unwrap();
        assert_eq!(
            (back.first().map(String::as_str), back.len()),
            (Some(VERSION), later.len())
        );
        assert_eq!(number(c, "sqlite_schema WHERE name IN ('later', 'provinces')"), "0");
    }

    #[test]
    fn a_newer_schema_is_refused_both_ways() {
        let later = [STEPS, &[LATER]].concat();
        let c = &mut in_memory().unwrap();
        in_one_transaction(c, |c| take_each(c, &later, Way::Up, take)).unwrap();
        for way in [Way::Up, Way::Down] {
            let refused = in_one_transaction(c, |c| take_each(c, STEPS, way, take)).unwrap_err();
            assert!(refused.to_string().contains(VERSION), "{refused}");
        }
        assert_eq!(number(c, "later"), "9");
    }

    #[test]
    fn a_step_that_fails_leaves_the_schema_as_it_was() {
        let broken = Step {
            up: "CREATE TABLE later (id {id}) {strict}; INSERT INTO nowhere VALUES (1);",
            ..LATER
        };
        let c = &mut in_memory().unwrap();
        let failed = in_one_transaction(c, |c| take_each(c, &[STEPS, &[broken]].concat(), Way::Up, take));
        let failed = failed.unwrap_err().to_string();
        assert!(failed.contains(broken.name), "{failed}");
        assert_eq!(applied(c).unwrap(), versions(STEPS));
        assert_eq!(number(c, "sqlite_schema WHERE name = 'later'"), "0");
    }
}
