//! Counters: numbers that are added to under a key.

/// Adds the `games` of rows to those that a table has under the same key.
#[macro_export]
macro_rules! add_up {
    ($connection:expr, $rows:expr, $table:ident, ($($key:ident),+)) => {{
        let c: &mut $crate::db::Conn = $connection;
        for rows in $rows.chunks($crate::db::BATCH) {
            $crate::on_either!(&mut *c, c => diesel::insert_into($table::table)
                .values(rows)
                .on_conflict(($($table::$key),+))
                .do_update()
                .set($table::games.eq($table::games + diesel::upsert::excluded($table::games)))
                .execute(c))?;
        }
        Ok(())
    }};
}
pub use add_up;
