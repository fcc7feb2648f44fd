//! The work on jobs: one after the other, beside the requests. What is not done when the service stops is taken up again
//! when it starts.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::db::Database;
use crate::imports::games::GameImport;
use crate::imports::store;
use crate::imports::work::{Import, broken};
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::JobId;

/// The progress of a job. It is told from memory, since nothing of the work is to be seen before all of it is.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// The work begins, for the first time or anew.
    pub(crate) fn begin(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Adds rows that are done.
    pub(crate) fn add(&self, rows: u64) {
        self.done.fetch_add(rows, Ordering::Relaxed);
    }
}

/// The rows of a job: how many are done, and of how many.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RowCount {
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// The jobs that are waiting or being done. Cheap to clone; all clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Jobs {
    queue: UnboundedSender<JobId>,
    /// Taken by whoever works.
    waiting: Arc<Mutex<Option<UnboundedReceiver<JobId>>>>,
    progress: Arc<Mutex<HashMap<JobId, Arc<Progress>>>>,
}

/// The time that work which could not be done waits, at first, before it is tried again.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

impl Jobs {
    pub(crate) fn new() -> Jobs {
        let (queue, waiting) = unbounded_channel();
        Jobs {
            queue,
            waiting: Arc::new(Mutex::new(Some(waiting))),
            progress: Arc::default(),
        }
    }

    /// The job is to be done.
    pub(crate) fn add(&self, id: JobId) {
        // Nobody works while the service stops; it is taken up when it starts again.
        let _ = self.queue.send(id);
    }

    /// The rows of the job, while it is being done.
    pub(crate) fn progress(&self, id: JobId) -> Option<RowCount> {
        let progress = self
            .progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned()?;
        Some(RowCount {
            done: progress.done.load(Ordering::Relaxed),
            total: progress.total.load(Ordering::Relaxed),
        })
    }

    /// Works on the jobs, those first that were left undone before; until it is dropped.
    pub(crate) async fn work(self, database: Database, clock: Clock) {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut waiting) = waiting else { return };
        let now = clock.now();
        if let Err(error) = database.write(move |c| store::clear(c, now)).await {
            // The next import does it.
            tracing::warn!(%error, "old jobs could not be taken away");
        }
        for id in patiently(async || database.read(store::waiting).await)
            .await
            .unwrap_or_default()
        {
            self.finish(id, &database, &clock).await;
        }
        while let Some(id) = waiting.recv().await {
            self.finish(id, &database, &clock).await;
        }
    }

    async fn finish(&self, id: JobId, database: &Database, clock: &Clock) {
        let progress = Arc::new(Progress::default());
        self.progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id, Arc::clone(&progress));
        let outcome = patiently(async || run(id, &progress, database, clock).await).await;
        if let Err(error) = outcome {
            tracing::error!(job = %id, %error, "a job cannot be done");
            let now = clock.now();
            let told = patiently(async || {
                let tell = move |c: &mut _| {
                    let Some((_, input)) = store::find_input(c, id)? else {
                        return Ok(());
                    };
                    store::finish(c, id, &broken(&input), now)
                };
                database.write(tell).await
            });
            if let Err(error) = told.await {
                tracing::error!(job = %id, %error, "a job cannot be given up");
            }
        }
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

/// The work of a job.
enum Work {
    /// Tables, taken all or not at all.
    Tables(Import),
    /// Games, each taken by itself.
    Games(GameImport),
}

/// Does the job, unless it is done already.
async fn run(id: JobId, progress: &Arc<Progress>, database: &Database, clock: &Clock) -> Result<(), Error> {
    let read = move |c: &mut _| {
        let Some((account, input)) = store::find_input(c, id)? else {
            return Ok(None);
        };
        Ok(Some(match &input.games {
            Some(sent) => Work::Games(GameImport::read(account, &input, sent)?),
            None => Work::Tables(Import::read(account, &input)?),
        }))
    };
    let now = clock.now();
    match database.read(read).await? {
        None => return Ok(()),
        Some(Work::Games(games)) => games.run(database, id, now, progress).await?,
        Some(Work::Tables(import)) => {
            let progress = Arc::clone(progress);
            progress.begin(import.rows());
            database.write(move |c| import.run(c, id, now, &progress)).await?;
        }
    }
    tracing::info!(job = %id, "a job is done");
    Ok(())
}

/// Does the work; again and again as long as the database is busy or out of reach.
async fn patiently<T>(mut work: impl AsyncFnMut() -> Result<T, Error>) -> Result<T, Error> {
    let mut pause = PAUSE;
    loop {
        match work().await {
            Err(error) if error.is_passing() => {
                tracing::warn!(%error, "a job has to wait");
                tokio::time::sleep(pause).await;
                pause = LONGEST_PAUSE.min(pause * 2);
            }
            outcome => return outcome,
        }
    }
}
