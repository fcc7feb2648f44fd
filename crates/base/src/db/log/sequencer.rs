//! Giving the numbers on PostgreSQL, where many write at a time: one instance does it, and another takes over when that one
//! is gone.

use std::time::Duration;

use crate::db::log::{self, MOST};
use crate::db::transaction::is_transient;
use crate::db::{Conn, Database, lease};
use crate::values::error::Error;
use crate::values::id::InstanceId;

/// The time between two looks for entries without a number: how long a checkpoint lets itself be waited for.
const INTERVAL: Duration = Duration::from_millis(250);

/// The time between two looks of an instance that leaves it to another.
const WATCH: Duration = Duration::from_secs(1);

/// Gives the numbers, until it is dropped. On SQLite the writer does it.
pub async fn work(database: Database, instance: InstanceId) {
    if database.has_writer() {
        return;
    }
    loop {
        let numbered = database.tidy_up(move |c| claim_and_number(c, instance)).await;
        let pause = match numbered {
            Ok(Some(numbered)) if i64::try_from(numbered).is_ok_and(|numbered| numbered >= MOST) => continue,
            Ok(Some(_)) => INTERVAL,
            Ok(None) => WATCH,
            Err(error) if is_transient(&error) || error.is_passing() => INTERVAL,
            Err(error) => {
                tracing::error!(%error, "the log cannot be numbered");
                WATCH
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Numbers what waits, if this instance is the one that does; none if another one is. Two that believe it would do no harm:
/// of two that go on from one head, one is refused.
fn claim_and_number(c: &mut Conn, instance: InstanceId) -> Result<Option<usize>, Error> {
    if lease::claim(c, "log_head", instance)? {
        log::number(c).map(Some)
    } else {
        Ok(None)
    }
}
