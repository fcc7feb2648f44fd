//! The tables as the databases themselves list them, and their rows in a form that is the same on both: an array of JSON.

use std::fmt::Display;

use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use serde_json::Value;

use crate::db::{BATCH, Conn};
use crate::values::digest::sha256;
use crate::values::error::Error;

/// The bytes of a batch of rows, from which on it is written though it has room for more.
const HEAVY: usize = 1 << 20;

/// A table of the records.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    /// The tables that its rows refer to, itself among them if so.
    pub(super) references: Vec<String>,
}

/// A column of a table.
#[derive(Debug, Clone)]
pub(super) struct Column {
    name: String,
    /// Its type, as the database calls it.
    kind: String,
}

/// A choice of rows of a table, and what is told of them.
#[derive(Debug, Default)]
pub(super) struct RowChoice<'a> {
    /// The condition that they meet; all rows do if there is none.
    pub(super) condition: Option<String>,
    /// Columns of which something else is told.
    pub(super) instead: &'a [(&'a str, &'a str)],
}

/// The rows of a table by their number, and by a digest that is the same on both databases and in whichever order they come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableDigest {
    /// The name of the table.
    pub table: String,
    /// The number of its rows.
    pub rows: u64,
    /// The exclusive or of the SHA-256 of each row. A table has a key, so that no two rows are the same and take each other
    /// away.
    sum: [u8; 32],
}

impl TableDigest {
    fn of_nothing(table: &str) -> TableDigest {
        TableDigest {
            table: table.to_owned(),
            rows: 0,
            sum: [0; 32],
        }
    }

    fn add(&mut self, row: &str) {
        self.rows += 1;
        let digest = sha256(row);
        for (place, byte) in self.sum.iter_mut().enumerate() {
            let digits = digest.get(2 * place..2 * place + 2).unwrap_or_default();
            *byte ^= u8::from_str_radix(digits, 16).unwrap_or_default();
        }
    }
}

#[derive(QueryableByName)]
struct Said {
    #[diesel(sql_type = Text)]
    said: String,
}

#[derive(QueryableByName)]
struct ColumnRow {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
}

#[derive(QueryableByName)]
struct ReferenceRow {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    other: Option<String>,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

const TABLES_OF_SQLITE: &str = "\
    SELECT t.name AS table_name, c.name AS name, c.type AS kind \
    FROM sqlite_schema AS t, pragma_table_info(t.name) AS c \
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\' \
    ORDER BY t.name, c.cid";

const TABLES_OF_POSTGRES: &str = "\
    SELECT t.relname::text AS table_name, c.attname::text AS name, format_type(c.atttypid, NULL) AS kind \
    FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid \
    WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND left(t.relname, 2) <> '__' \
        AND c.attnum > 0 AND NOT c.attisdropped \
    ORDER BY t.relname COLLATE \"C\", c.attnum";

const REFERENCES_OF_SQLITE: &str = "\
    SELECT t.name AS table_name, f.\"table\" AS other \
    FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'";

const REFERENCES_OF_POSTGRES: &str = "\
    SELECT t.relname::text AS table_name, o.relname::text AS other \
    FROM pg_constraint AS f JOIN pg_class AS t ON t.oid = f.conrelid JOIN pg_class AS o ON o.oid = f.confrelid \
    WHERE f.contype = 'f' AND t.relnamespace = current_schema()::regnamespace";

/// All tables of the records, each after those that it refers to.
pub(super) fn tables(c: &mut Conn) -> Result<Vec<Table>, Error> {
    let (columns, references) = match c {
        Conn::Sqlite(_) => (TABLES_OF_SQLITE, REFERENCES_OF_SQLITE),
        Conn::Postgres(_) => (TABLES_OF_POSTGRES, REFERENCES_OF_POSTGRES),
    };
    let columns: Vec<ColumnRow> = diesel::sql_query(columns).load(c)?;
    let references: Vec<ReferenceRow> = diesel::sql_query(references).load(c)?;
    let mut tables: Vec<Table> = Vec::new();
    for ColumnRow { table_name, name, kind } in columns {
        if tables.last().is_none_or(|last| last.name != table_name) {
            let of_table = references.iter().filter(|reference| reference.table_name == table_name);
            let mut others: Vec<String> = of_table.filter_map(|reference| reference.other.clone()).collect();
            others.sort();
            others.dedup();
            tables.push(Table {
                name: table_name,
                columns: Vec::new(),
                references: others,
            });
        }
        if let Some(table) = tables.last_mut() {
            table.columns.push(Column { name, kind });
        }
    }
    in_order(tables)
}

/// The tables, each after those that it refers to.
fn in_order(mut waiting: Vec<Table>) -> Result<Vec<Table>, Error> {
    let mut ordered: Vec<Table> = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let is_there = |name: &String| ordered.iter().any(|table| table.name == *name);
        let ready = |table: &Table| {
            table
                .references
                .iter()
                .all(|name| *name == table.name || is_there(name))
        };
        let (next, rest): (Vec<Table>, Vec<Table>) = waiting.into_iter().partition(ready);
        if next.is_empty() {
            return Err(Error::Internal("tables refer to each other in a circle".to_owned()));
        }
        ordered.extend(next);
        waiting = rest;
    }
    Ok(ordered)
}

impl Table {
    /// The table of that name, of which those columns are told, each with its type as PostgreSQL calls it: SQLite is asked for
    /// no type but that of bytes.
    pub(super) fn of(name: &str, columns: &[(&str, &str)]) -> Table {
        let column = |(name, kind): &(&str, &str)| Column {
            name: (*name).to_owned(),
            kind: (*kind).to_owned(),
        };
        Table {
            name: name.to_owned(),
            columns: columns.iter().map(column).collect(),
            references: Vec::new(),
        }
    }

    fn quoted(&self) -> String {
        quoted(&self.name)
    }

    /// Its columns, in the order of `others`, as this database calls their types.
    pub(super) fn with_columns_as(&self, others: &Table) -> Result<Table, Error> {
        let find = |other: &Column| self.columns.iter().find(|column| column.name == other.name).cloned();
        let columns: Option<Vec<Column>> = others.columns.iter().map(find).collect();
        let columns = columns.filter(|columns| columns.len() == self.columns.len());
        Ok(Table {
            columns: columns
                .ok_or_else(|| Error::Internal(format!("the table {} has other columns here and there", self.name)))?,
            ..self.clone()
        })
    }

    /// The number of its rows.
    pub(super) fn count(&self, c: &mut Conn) -> Result<u64, Error> {
        let counted = diesel::sql_query(format!("SELECT count(*) AS number FROM {}", self.quoted()));
        let Number { number } = counted.get_result(c)?;
        Ok(number.unsigned_abs())
    }

    /// Takes all rows away.
    pub(super) fn empty(&self, c: &mut Conn) -> Result<(), Error> {
        diesel::sql_query(format!("DELETE FROM {}", self.quoted())).execute(c)?;
        Ok(())
    }

    /// Tells each row, one after the other, however many there are; they are not all in memory. The digest of all of them.
    pub(super) fn read(&self, c: &mut Conn, tell: impl FnMut(&str) -> Result<(), Error>) -> Result<TableDigest, Error> {
        self.read_some(c, &RowChoice::default(), tell)
    }

    /// Tells some of the rows, as [`Table::read`] does.
    pub(super) fn read_some(
        &self,
        c: &mut Conn,
        some: &RowChoice<'_>,
        mut tell: impl FnMut(&str) -> Result<(), Error>,
    ) -> Result<TableDigest, Error> {
        let mut digest = TableDigest::of_nothing(&self.name);
        let mut take = |row: QueryResult<Said>| {
            let row: Value = serde_json::from_str(&row?.said).map_err(|error| self.unreadable(error))?;
            let row = row.to_string(); // without the blanks and the escapes that each database has of its own
            digest.add(&row);
            tell(&row)
        };
        match c {
            Conn::Sqlite(c) => {
                let rows = diesel::sql_query(self.selecting(some, Column::told_by_sqlite, "json_array"));
                let mut rows = rows.load_iter::<Said, DefaultLoadingMode>(c)?;
                rows.try_for_each(&mut take)?;
            }
            Conn::Postgres(c) => {
                let rows = diesel::sql_query(self.selecting(some, Column::told_by_postgres, "json_build_array"));
                let mut rows = rows.load_iter::<Said, PgRowByRowLoadingMode>(c)?;
                rows.try_for_each(&mut take)?;
            }
        }
        Ok(digest)
    }

    /// The digest of its rows.
    pub(super) fn digest(&self, c: &mut Conn) -> Result<TableDigest, Error> {
        self.read(c, |_| Ok(()))
    }

    fn unreadable(&self, error: impl Display) -> Error {
        Error::Internal(format!("a row of {} cannot be read: {error}", self.name))
    }

    fn selecting(&self, some: &RowChoice<'_>, tell: impl Fn(&Column) -> String, array: &str) -> String {
        let tell = |column: &Column| {
            let instead = some.instead.iter().find(|(name, _)| *name == column.name);
            instead.map_or_else(|| tell(column), |(_, instead)| (*instead).to_owned())
        };
        let columns: Vec<String> = self.columns.iter().map(tell).collect();
        let condition = some.condition.as_ref();
        format!(
            "SELECT CAST({array}({}) AS TEXT) AS said FROM {}{}",
            columns.join(", "),
            self.quoted(),
            condition.map_or_else(String::new, |condition| format!(" WHERE {condition}"))
        )
    }

    /// The names of its columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The table with those of its columns alone, in that order; none if it lacks one.
    pub(super) fn with_columns(&self, names: &[String]) -> Option<Table> {
        let find = |name: &String| self.columns.iter().find(|column| column.name == *name).cloned();
        Some(Table {
            columns: names.iter().map(find).collect::<Option<_>>()?,
            ..self.clone()
        })
    }

    /// Makes an empty table of its name and its columns, which stands before it on this connection for as long as that lives.
    pub(super) fn overshadow(&self, c: &mut Conn) -> Result<(), Error> {
        let name = self.quoted();
        let statement = match c {
            Conn::Sqlite(_) => format!("CREATE TEMP TABLE {name} AS SELECT * FROM main.{name} WHERE 0"),
            Conn::Postgres(_) => format!("CREATE TEMP TABLE {name} (LIKE {name} INCLUDING DEFAULTS)"),
        };
        diesel::sql_query(statement).execute(c)?;
        Ok(())
    }

    fn inserting(&self, c: &Conn) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        let columns = self.columns.iter().enumerate();
        let (values, parts): (Vec<String>, &str) = match c {
            Conn::Sqlite(_) => (
                columns.map(|(nth, column)| column.taken_by_sqlite(nth)).collect(),
                "json_each(?)",
            ),
            Conn::Postgres(_) => (
                columns.map(|(nth, column)| column.taken_by_postgres(nth)).collect(),
                "json_array_elements($1::json)",
            ),
        };
        format!(
            "INSERT INTO {} ({}) SELECT {} FROM {parts}",
            self.quoted(),
            names.join(", "),
            values.join(", ")
        )
    }
}

/// A name as SQL takes it whatever is in it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

impl Column {
    fn told_by_sqlite(&self) -> String {
        let name = quoted(&self.name);
        match self.kind.as_str() {
            "BLOB" => format!("CASE WHEN {name} IS NOT NULL THEN lower(hex({name})) END"),
            _ => name,
        }
    }

    fn told_by_postgres(&self) -> String {
        let name = quoted(&self.name);
        match self.kind.as_str() {
            "bytea" => format!("encode({name}, 'hex')"),
            "bigint" => name,
            "timestamp with time zone" => {
                format!("to_char({name} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")
            }
            "date" => format!("to_char({name}, 'YYYY-MM-DD')"),
            _ => format!("{name}::text"),
        }
    }

    fn taken_by_sqlite(&self, nth: usize) -> String {
        match self.kind.as_str() {
            "BLOB" => format!("unhex(value ->> {nth})"),
            _ => format!("value ->> {nth}"),
        }
    }

    fn taken_by_postgres(&self, nth: usize) -> String {
        match self.kind.as_str() {
            "bytea" => format!("decode(value ->> {nth}, 'hex')"),
            kind => format!("(value ->> {nth})::{kind}"),
        }
    }
}

/// Rows on their way into a table, written some at a time.
pub(super) struct Batch<'a> {
    table: &'a Table,
    /// The rows as one array, its end still to come.
    rows: String,
    number: usize,
}

impl Batch<'_> {
    pub(super) fn of(table: &Table) -> Batch<'_> {
        Batch {
            table,
            rows: String::new(),
            number: 0,
        }
    }

    /// Adds a row; those that have gathered are written if they are many.
    pub(super) fn add(&mut self, c: &mut Conn, row: &str) -> Result<(), Error> {
        self.rows.push(if self.number == 0 { '[' } else { ',' });
        self.rows.push_str(row);
        self.number += 1;
        if self.number >= BATCH || self.rows.len() >= HEAVY {
            self.write(c)?;
        }
        Ok(())
    }

    /// Writes those that have gathered.
    pub(super) fn write(&mut self, c: &mut Conn) -> Result<(), Error> {
        if self.number == 0 {
            return Ok(());
        }
        self.rows.push(']');
        let insert = diesel::sql_query(self.table.inserting(c)).bind::<Text, _>(&self.rows);
        let written = insert.execute(c)?;
        if written != self.number {
            return Err(Error::Internal(format!(
                "of {} rows of {} {written} were written",
                self.number, self.table.name
            )));
        }
        self.rows.clear();
        self.number = 0;
        Ok(())
    }
}
