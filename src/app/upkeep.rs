//! Upkeep: work that is done from time to time and by no request, where it would be in the way of others.

use std::time::Duration;

use chrono::TimeDelta;

use crate::db::Database;
use crate::games::openings;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::web::idempotency;

/// The time between two looks for counts that stand by themselves.
const GATHERING: Duration = Duration::from_secs(2);

/// The time between two looks for answers that are not kept any more.
const CLEARING: TimeDelta = TimeDelta::hours(1);

/// Goes on until it is dropped. Where several instances serve, each does it.
pub(super) async fn work(database: Database, clock: Clock) {
    let mut cleared = None;
    loop {
        let now = clock.now();
        if cleared.is_none_or(|cleared| cleared < now.before(CLEARING)) {
            cleared = Some(now);
            told(database.write(move |c| idempotency::clear(c, now)).await);
        }
        while told(database.tidy_up(openings::store::gather).await) == Some(true) {}
        tokio::time::sleep(GATHERING).await;
    }
}

/// The outcome, unless it failed: then it is done the next time.
fn told<T>(outcome: Result<T, Error>) -> Option<T> {
    if let Err(error) = &outcome {
        tracing::warn!(%error, "upkeep could not be done");
    }
    outcome.ok()
}
