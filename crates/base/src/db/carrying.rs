//! All of the records carried from one database into another, of the same kind or of the other.

use std::num::NonZeroU64;

use diesel::RunQueryDsl;
use diesel::sql_types::Text;

use crate::db::tables::{Batch, Table, TableDigest, tables};
use crate::db::transaction::{TransactionKind, begin, finish};
use crate::db::{Conn, Url, check, file, migrate, migrations};
use crate::values::error::Error;

/// The progress of a copy, in rows.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The rows that there are.
    pub all: u64,
    /// Those that have come since the last time that it was told.
    pub more: u64,
}

/// The rows after which it is told how far the work is.
const STEP: NonZeroU64 = NonZeroU64::MIN.saturating_add(999);

/// Copies everything from one place, as it is at one moment, into another that is empty, in one transaction there. What has
/// come is read again and compared before it is kept.
///
/// # Errors
/// The records that are copied have another schema than this program's; the place where they go is not empty; or one of the
/// databases fails. Nothing has changed then.
pub fn copy(from: &Url, to: &Url, mut progress: impl FnMut(Progress)) -> Result<Vec<TableDigest>, Error> {
    if !from.exists() {
        return Err(Error::Internal(format!("there are no records at {}", from.shown())));
    }
    check(from)?;
    if migrations::is_new(to)? {
        migrate(to)?;
    } else {
        check(to)?;
    }
    let cannot = |url: &Url, error| file::cannot_open(url.shown(), error);
    let mut source = from.connect_for_long_reading().map_err(|error| cannot(from, error))?;
    let mut target = to.connect_to_migrate().map_err(|error| cannot(to, error))?;
    let mut fresh = migrations::in_memory()?;
    begin(&mut source, TransactionKind::Snapshot)?;
    begin(&mut target, TransactionKind::Write)?;
    let copied = finish(&mut target, |target| {
        let tables = Carried::all(&mut source, target, &mut fresh)?;
        refuse_filled(to, &tables, target, &mut fresh)?;
        carry(&tables, &mut source, target, &mut progress)
    });
    let ended = finish(&mut source, |_| Ok(()));
    let copied = copied?;
    ended?;
    Ok(copied)
}

/// A table as each of the databases has it.
struct Carried {
    source: Table,
    target: Table,
    fresh: Table,
}

impl Carried {
    /// All tables, each after those that it refers to. They are those of the schema: what else lies in a database is not ours.
    fn all(source: &mut Conn, target: &mut Conn, fresh: &mut Conn) -> Result<Vec<Carried>, Error> {
        let (sources, targets) = (tables(source)?, tables(target)?);
        let find = |tables: &[Table], like: &Table| {
            let found = tables.iter().find(|table| table.name == like.name);
            let missing = || Error::Internal(format!("the table {} is missing", like.name));
            found.ok_or_else(missing)?.with_columns_as(like)
        };
        tables(fresh)?
            .into_iter()
            .map(|fresh| {
                Ok(Carried {
                    source: find(&sources, &fresh)?,
                    target: find(&targets, &fresh)?,
                    fresh,
                })
            })
            .collect()
    }
}

/// Refuses a place where anything is but what the migrations themselves have brought.
fn refuse_filled(to: &Url, tables: &[Carried], target: &mut Conn, fresh: &mut Conn) -> Result<(), Error> {
    for table in tables {
        let there = table.target.digest(target)?;
        if there != table.fresh.digest(fresh)? {
            return Err(Error::Internal(format!(
                "there are records at {} already: {} rows of {}. Nothing was changed. A copy goes where there is nothing \
                 yet.",
                to.shown(),
                there.rows,
                there.table
            )));
        }
    }
    Ok(())
}

fn carry(
    tables: &[Carried],
    source: &mut Conn,
    target: &mut Conn,
    progress: &mut impl FnMut(Progress),
) -> Result<Vec<TableDigest>, Error> {
    let mut all = 0;
    for table in tables {
        all += table.source.count(source)?;
    }
    for table in tables.iter().rev() {
        table.target.empty(target)?;
    }
    defer(target)?;
    let mut copied = Vec::with_capacity(tables.len());
    for table in tables {
        let mut batch = Batch::of(&table.target);
        let mut done = 0_u64;
        let read = table.source.read(source, |row| {
            done += 1;
            if done.is_multiple_of(STEP.get()) {
                progress(Progress { all, more: STEP.get() });
            }
            batch.add(target, row)
        })?;
        batch.write(target)?;
        progress(Progress { all, more: done % STEP });
        copied.push(read);
    }
    enforce(target)?;
    restart_sequences(target)?;
    for (table, read) in tables.iter().zip(&copied) {
        if table.target.digest(target)? != *read {
            return Err(Error::Internal(format!(
                "the rows of {} did not come as they were. Nothing was kept.",
                read.table
            )));
        }
    }
    Ok(copied)
}

/// PostgreSQL gives the next numbers after those that have come.
fn restart_sequences(c: &mut Conn) -> Result<(), Error> {
    let Conn::Postgres(c) = c else { return Ok(()) };
    for (sequence, column, table) in [
        ("pg_get_serial_sequence('audit', 'seq')", "seq", "audit"),
        ("'players_number_seq'", "number", "players"),
        ("'games_serial_seq'", "serial", "games"),
    ] {
        let next = format!("(SELECT COALESCE(MAX({column}), 0) + 1 FROM {table})");
        diesel::sql_query(format!("SELECT setval({sequence}, {next}, false)")).execute(c)?;
    }
    Ok(())
}

#[derive(diesel::QueryableByName)]
struct Statement {
    #[diesel(sql_type = Text)]
    statement: String,
}

/// The rows of a table that refer to others of the same table, such as a player to the one that stays, come in any order: such
/// references are looked at in the end.
fn defer(c: &mut Conn) -> Result<(), Error> {
    match c {
        Conn::Sqlite(_) => {
            diesel::sql_query("PRAGMA defer_foreign_keys = ON").execute(c)?;
            Ok(())
        }
        Conn::Postgres(_) => to_themselves(c, "DEFERRABLE INITIALLY DEFERRED"),
    }
}

/// Enforces references from here on: each is looked at again when it is written, those that have waited now.
fn enforce(c: &mut Conn) -> Result<(), Error> {
    // SQLite counts what refers to nothing, and does not commit while there is any.
    if let Conn::Postgres(_) = c {
        diesel::sql_query("SET CONSTRAINTS ALL IMMEDIATE").execute(c)?;
        to_themselves(c, "NOT DEFERRABLE")?;
    }
    Ok(())
}

/// Has PostgreSQL look at references of tables to themselves at that time.
fn to_themselves(c: &mut Conn, when: &str) -> Result<(), Error> {
    let statements = format!(
        "SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I {when}', conrelid::regclass, conname) AS statement \
         FROM pg_constraint WHERE contype = 'f' AND conrelid = confrelid \
             AND connamespace = current_schema()::regnamespace"
    );
    let statements: Vec<Statement> = diesel::sql_query(statements).load(c)?;
    for Statement { statement } in statements {
        diesel::sql_query(statement).execute(c)?;
    }
    Ok(())
}
