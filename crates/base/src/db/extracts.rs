//! Extracts: some rows of some tables, in a form that is the same on both databases, to be taken elsewhere.

use diesel::RunQueryDsl;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::db::Conn;
use crate::db::tables::{Batch, RowChoice, Table, tables};
use crate::values::error::Error;

/// Rows of a table, with the names of their columns.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Extract {
    pub table: String,
    columns: Vec<String>,
    rows: Vec<Value>,
}

impl Extract {
    /// The texts in its rows: among them the ids of all that they name.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let values = self.rows.iter().filter_map(Value::as_array).flatten();
        values.filter_map(Value::as_str)
    }

    /// The texts in those of its columns, row by row; none where there is none.
    pub fn cells<const N: usize>(&self, columns: [&'static str; N]) -> impl Iterator<Item = [Option<&str>; N]> {
        let places = columns.map(|column| self.columns.iter().position(|name| name == column));
        let rows = self.rows.iter();
        rows.map(move |row| places.map(|place| row.get(place?)?.as_str()))
    }
}

/// The tables of a database, each after those that it refers to.
pub struct Schema(Vec<Table>);

impl Schema {
    /// Those of that database.
    pub fn of(c: &mut Conn) -> Result<Schema, Error> {
        tables(c).map(Schema)
    }

    fn table(&self, name: &str) -> Result<&Table, Error> {
        let table = self.0.iter().find(|table| table.name == name);
        table.ok_or_else(|| Error::Internal(format!("the table {name} is missing")))
    }

    /// The rows of a table that meet the condition, in the order of their texts; of some columns something else is told.
    pub fn extract(
        &self,
        c: &mut Conn,
        name: &str,
        condition: String,
        instead: &[(&str, &str)],
    ) -> Result<Extract, Error> {
        let (table, mut rows) = (self.table(name)?, Vec::new());
        let some = RowChoice {
            condition: Some(condition),
            instead,
        };
        table.read_some(c, &some, |row| {
            rows.push(row.to_owned());
            Ok(())
        })?;
        rows.sort_unstable();
        let unreadable = |error: serde_json::Error| Error::Internal(error.to_string());
        let rows = rows.iter().map(|row| serde_json::from_str(row).map_err(unreadable));
        Ok(Extract {
            table: name.to_owned(),
            columns: table.names().map(str::to_owned).collect(),
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    /// Puts the extracts in the place of all that is in their tables, in a file.
    ///
    /// # Errors
    /// The records are on a server, whose references cannot wait for what they refer to.
    pub fn replace(&self, c: &mut Conn, extracts: &[Extract]) -> Result<(), Error> {
        if let Conn::Postgres(_) = c {
            return Err(Error::Internal("a laptop has its records in an SQLite file".to_owned()));
        }
        // Rows may refer to others of their table that come later.
        diesel::sql_query("PRAGMA defer_foreign_keys = ON").execute(c)?;
        let named = |table: &&Table| extracts.iter().any(|extract| extract.table == table.name);
        for table in self.0.iter().rev().filter(named) {
            table.empty(c)?;
        }
        for table in &self.0 {
            for extract in extracts.iter().filter(|extract| extract.table == table.name) {
                insert(c, table, extract)?;
            }
        }
        Ok(())
    }

    /// Lets the extracts stand before their tables, for as long as the connection lives: whoever reads those reads what is in
    /// the extracts.
    pub fn overshadow(&self, c: &mut Conn, extracts: &[Extract]) -> Result<(), Error> {
        for extract in extracts {
            let table = self.table(&extract.table)?;
            table.overshadow(c)?;
            insert(c, table, extract)?;
        }
        Ok(())
    }
}

fn insert(c: &mut Conn, table: &Table, extract: &Extract) -> Result<(), Error> {
    let missing = || Error::Internal(format!("the table {} lacks a column", table.name));
    let table = table.with_columns(&extract.columns).ok_or_else(missing)?;
    let mut batch = Batch::of(&table);
    for row in &extract.rows {
        batch.add(c, &row.to_string())?;
    }
    batch.write(c)
}
