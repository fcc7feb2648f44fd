//! Waiting for the log to grow: one look at its head for all who wait, none while nobody does, and no connection to the
//! database held meanwhile.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio_util::sync::CancellationToken;

use crate::db::Database;
use crate::db::log::head;
use crate::events::EventPage;
use crate::values::error::Error;

/// The time after which it is looked again when the head could not be read, or what is read is behind it.
const AGAIN: Duration = Duration::from_millis(250);

/// The most who wait at a time: each holds a connection of the other side, of which the service has some two thousand.
pub const MOST_WAITING: usize = 512;

/// The follower of the log, who tells those that wait how long it has become. Cheap to clone; all clones share it.
#[derive(Clone, Debug)]
pub struct Follower {
    sizes: watch::Sender<i64>,
    wanted: Arc<Notify>,
    places: Arc<Semaphore>,
    stopping: CancellationToken,
}

impl Follower {
    /// A follower for whom so many wait at most, and no longer than until the service stops.
    pub fn of(most: usize, stopping: CancellationToken) -> Follower {
        Follower {
            sizes: watch::Sender::new(0),
            wanted: Arc::default(),
            places: Arc::new(Semaphore::new(most)),
            stopping,
        }
    }

    /// Goes on until it is dropped.
    pub async fn work(self, database: Database) {
        loop {
            if self.sizes.receiver_count() == 0 {
                self.wanted.notified().await;
            }
            // Heard from before the look, so that nothing falls between the two.
            let change = database.change();
            match database.read(head::find).await {
                Ok(head) => {
                    let size = head.map_or(0, |head| head.size);
                    self.sizes
                        .send_if_modified(|known| std::mem::replace(known, size) != size);
                    change.await;
                }
                Err(error) => {
                    tracing::warn!(%error, "the log cannot be followed");
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
    }

    /// A place among those who wait.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: there is none.
    pub fn wait(&self) -> Result<Waiting, Error> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| Error::Unavailable("too many wait for events".to_owned()))?;
        let sizes = self.sizes.subscribe();
        self.wanted.notify_one();
        let stopping = self.stopping.clone();
        Ok(Waiting {
            sizes,
            stopping,
            _place: place,
        })
    }
}

/// Somebody who waits.
pub struct Waiting {
    sizes: watch::Receiver<i64>,
    stopping: CancellationToken,
    _place: OwnedSemaphorePermit,
}

impl Waiting {
    /// Whether the service stops, and nobody is to wait any longer.
    pub fn is_over(&self) -> bool {
        self.stopping.is_cancelled()
    }

    /// Waits until the log goes on after that number, for so long at most; whether it does.
    async fn beyond(&mut self, number: i64, longest: Duration) -> bool {
        // Leaf 0 is no entry: of so many leaves the last is the one before that number.
        let grown = self.sizes.wait_for(|size| *size > number + 1);
        tokio::select! {
            grown = tokio::time::timeout(longest, grown) => matches!(grown, Ok(Ok(_))),
            () = self.stopping.cancelled() => false,
        }
    }

    /// The first page after that number that has an event, or after which there is more to look at, as `read` reads pages; an
    /// empty one once it has taken so long, or the service stops.
    pub async fn first_page<F>(
        &mut self,
        mut after: i64,
        longest: Duration,
        read: impl Fn(i64) -> F,
    ) -> Result<EventPage, Error>
    where
        F: Future<Output = Result<EventPage, Error>>,
    {
        let end = tokio::time::Instant::now() + longest;
        let mut has_grown = false;
        loop {
            let page = read(after).await?;
            let left = end.saturating_duration_since(tokio::time::Instant::now());
            if !page.items.is_empty() || !page.is_last || left.is_zero() || self.is_over() {
                return Ok(page);
            }
            if page.next_after == after && has_grown {
                // A replica is behind.
                tokio::time::sleep(AGAIN.min(left)).await;
            }
            after = page.next_after;
            has_grown = self.beyond(after, left).await;
        }
    }
}
