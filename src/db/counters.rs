//! Counters: numbers that are added to under a key.

/// Adds the `games` of rows to those that a table has under the same key.
macro_rules! add_up {
    ($connection:expr, $rows:expr, $table:ident, ($($key:ident),+)) => {{
        match $connection {
            // One by one: the statement is kept, and SQLite has no way to go.
            $crate::db::Conn::Sqlite(c) => {
                for row in $rows {
                    diesel::insert_into($table::table)
                        .values(row)
                        .on_conflict(($($table::$key),+))
                        .do_update()
                        .set($table::games.eq($table::games + diesel::upsert::excluded($table::games)))
                        .execute(c)?;
                }
            }
            $crate::db::Conn::Postgres(c) => {
                for rows in $rows.chunks($crate::db::BATCH) {
                    diesel::insert_into($table::table)
                        .values(rows)
                        .on_conflict(($($table::$key),+))
                        .do_update()
                        .set($table::games.eq($table::games + diesel::upsert::excluded($table::games)))
                        .execute(c)?;
                }
            }
        }
        Ok(())
    }};
}
pub(crate) use add_up;
