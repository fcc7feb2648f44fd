//! The place at which a page of a list begins or ends, by the two columns that the list is sorted by.

/// Whether a row comes before or after a key: `beyond!("(games.played_on, games.id) <", Date = day, Uid = id)`.
///
/// Both columns are compared as one, so that an index on them finds the place. An alternative, `a < x OR a = x AND b < y`,
/// would be asked of every row from the beginning of the list.
#[macro_export]
macro_rules! beyond {
    ($columns_and_sign:literal, $first:ty = $a:expr, $second:ty = $b:expr) => {
        diesel::dsl::sql::<diesel::sql_types::Bool>(concat!($columns_and_sign, " ("))
            .bind::<$first, _>($a)
            .sql(", ")
            .bind::<$second, _>($b)
            .sql(")")
    };
}

pub use beyond;
