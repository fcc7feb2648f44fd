//! Upkeep: work that is done from time to time and by no request, where it would be in the way of others.

use std::time::Duration;

use chrono::TimeDelta;

use crate::db::{Database, tries};
use crate::values::clock::Clock;
use crate::web::idempotency;

/// The time between two looks at the clock.
const INTERVAL: Duration = Duration::from_secs(2);

/// The time between two looks for answers and tries that are not kept any more.
const CLEARING: TimeDelta = TimeDelta::hours(1);

/// Goes on until it is dropped. Where several instances serve, each does it.
pub(super) async fn work(database: Database, clock: Clock) {
    let mut cleared = None;
    loop {
        let now = clock.now();
        if cleared.is_none_or(|cleared| cleared < now.before(CLEARING)) {
            cleared = Some(now);
            if let Err(error) = database.write(move |c| idempotency::clear(c, now)).await {
                // It is done the next time.
                tracing::warn!(%error, "old answers could not be taken away");
            }
            if let Err(error) = database.tidy_up(move |c| tries::clear(c, now)).await {
                tracing::warn!(%error, "old tries could not be taken away");
            }
        }
        tokio::time::sleep(INTERVAL).await;
    }
}
