//! The work on jobs: one after the other, beside the requests. What is left undone, by this service or by another one with
//! the same records, is taken up again.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::Notify;

use crate::db::Database;
use crate::db::audit::Actor;
use crate::imports::claims::{Claim, Interruption};
use crate::imports::games::GameImport;
use crate::imports::store;
use crate::imports::work::{Import, broken, carry_out, clear};
use crate::values::clock::Clock;
use crate::values::id::InstanceId;

/// The jobs that are waiting or being done. Cheap to clone; all clones share them.
#[derive(Clone, Debug)]
pub struct Jobs {
    woken: Arc<Notify>,
    /// The time between two looks for jobs that other services have left.
    pub interval: Duration,
}

/// The time that work which could not be done waits, at first, before it is tried again.
const PAUSE: Duration = Duration::from_secs(1);
/// The time after which jobs that are no longer kept are taken away again.
const CLEARED: TimeDelta = TimeDelta::hours(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

impl Default for Jobs {
    fn default() -> Jobs {
        Jobs {
            woken: Arc::default(),
            interval: Duration::from_secs(15),
        }
    }
}

impl Jobs {
    /// There is a job to be done.
    pub fn wake(&self) {
        self.woken.notify_one();
    }

    /// Works on the jobs, until it is dropped.
    pub async fn work(self, database: Database, clock: Clock) {
        let now = clock.now();
        if let Err(error) = database.write(move |c| store::clear(c, now)).await {
            // The next import does it.
            tracing::warn!(%error, "old jobs could not be taken away");
        }
        let instance = InstanceId::new(now);
        let mut cleared = now;
        loop {
            if cleared < clock.now().before(CLEARED) {
                cleared = clock.now();
                if let Err(error) = database.write(move |c| store::clear(c, cleared)).await {
                    tracing::warn!(%error, "old jobs could not be taken away");
                }
            }
            match Claim::next(&database, &clock, instance).await {
                Ok(Some(claim)) => finish(&claim).await,
                Ok(None) => self.rest().await,
                Err(error) => {
                    tracing::warn!(%error, "jobs could not be looked for");
                    self.rest().await;
                }
            }
        }
    }

    /// Waits for a job of this service, or until it is time to look for those of others.
    async fn rest(&self) {
        let _ = tokio::time::timeout(self.interval, self.woken.notified()).await;
    }
}

async fn finish(claim: &Claim) {
    let job = claim.job;
    match patiently(async || run(claim).await).await {
        Ok(()) => tracing::info!(%job, "a job is done"),
        Err(Interruption::Lost) => tracing::warn!(%job, "a job was taken up by another service"),
        Err(Interruption::Failed(error)) => {
            tracing::error!(%job, %error, "a job cannot be done");
            if let Err(Interruption::Failed(error)) = patiently(async || give_up(claim).await).await {
                tracing::error!(%job, %error, "a job cannot be given up");
            }
        }
    }
}

/// The work of a job.
enum Work {
    /// Tables, taken all or not at all.
    Tables(Import),
    /// Tables that were judged good, and of which some may be taken already.
    Decided(Actor),
    /// Games, each taken by itself.
    Games(GameImport),
}

async fn run(claim: &Claim) -> Result<(), Interruption> {
    let job = claim.job;
    let read = move |c: &mut _| {
        let (account, input) = store::find_input(c, job)?;
        Ok(match &input.games {
            Some(sent) => Work::Games(GameImport::read(account, &input, sent)?),
            None if store::is_decided(c, job)? => Work::Decided(Actor::over_http(Some(account), input.origin)),
            None => Work::Tables(Import::read(account, &input)?),
        })
    };
    match claim.read(read).await? {
        Work::Tables(import) => import.run(claim).await,
        Work::Decided(actor) => carry_out(claim, &actor).await,
        Work::Games(games) => games.run(claim).await,
    }
}

/// Ends a job that cannot be done. An import that is decided is not given up: some of it may be seen already. It is tried
/// again when the claim has run out.
async fn give_up(claim: &Claim) -> Result<(), Interruption> {
    let job = claim.job;
    if claim.read(move |c| store::is_decided(c, job)).await? {
        return Ok(());
    }
    clear(claim).await?;
    let now = claim.now();
    let tell = move |c: &mut _| {
        let report = broken(store::find_input(c, job).ok().map(|(_, input)| input).as_ref());
        store::finish(c, job, &report, now)
    };
    claim.write(tell).await
}

/// Does the work; again and again as long as the database is busy or out of reach.
async fn patiently<T>(mut work: impl AsyncFnMut() -> Result<T, Interruption>) -> Result<T, Interruption> {
    let mut pause = PAUSE;
    loop {
        match work().await {
            Err(Interruption::Failed(error)) if error.is_passing() => {
                tracing::warn!(%error, "a job has to wait");
                tokio::time::sleep(pause).await;
                pause = LONGEST_PAUSE.min(pause * 2);
            }
            outcome => return outcome,
        }
    }
}
