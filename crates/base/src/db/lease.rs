//! Leases: work that one instance at a time does, until it is gone, by a row with the columns `holder` and `held_until`.
//!
//! A lease only saves work from being done twice. That it is done once has to follow from what is written.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};

use crate::db::Conn;
use crate::values::error::Error;
use crate::values::id::InstanceId;
use crate::values::sql_types::Uid;

/// Claims the lease in the one row of that table, or renews it; whether the instance holds it now. It lasts five seconds, by
/// the database's clock, since those of the instances may differ; it is renewed before half of them have passed, so that not
/// each look writes.
pub fn claim(c: &mut Conn, table: &'static str, instance: InstanceId) -> Result<bool, Error> {
    let (holder, now, renewal, end) = match c {
        Conn::Sqlite(_) => (
            "$1",
            "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')",
            "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', '2 seconds')",
            "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', '5 seconds')",
        ),
        Conn::Postgres(_) => (
            "CAST($1 AS UUID)",
            "CURRENT_TIMESTAMP",
            "CURRENT_TIMESTAMP + INTERVAL '2 seconds'",
            "CURRENT_TIMESTAMP + INTERVAL '5 seconds'",
        ),
    };
    let claim = format!(
        "UPDATE {table} SET holder = {holder}, held_until = {end} \
        WHERE held_until IS NULL OR held_until < {now} OR holder = {holder} AND held_until < {renewal}"
    );
    diesel::sql_query(claim)
        .bind::<Text, _>(instance.to_string())
        .execute(c)?;
    let held = sql::<Nullable<Uid>>(&format!("(SELECT holder FROM {table})"));
    let holder: Option<InstanceId> = diesel::select(held).get_result(c)?;
    Ok(holder == Some(instance))
}
