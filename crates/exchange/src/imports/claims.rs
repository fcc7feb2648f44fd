//! Claims: which of the services that share the records works on a job. A claim is for a while and is renewed by every
//! write of the work, so a job whose service is gone is taken up by another one, and of two that believe to have it, one
//! alone can write.

use std::collections::HashMap;
use std::pin::pin;
use std::time::Duration;

use chrono::TimeDelta;
use diesel::{Queryable, Selectable};

use crate::db::{Conn, Database};
use crate::imports::store;
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::{AccountId, InstanceId, JobId};

/// The time for which a claim holds if it is not renewed. With the time between two looks for jobs it is less than a minute.
pub(crate) const LEASE: TimeDelta = TimeDelta::seconds(40);

/// The time after which work that does not write renews its claim: three times within a lease.
const RENEWAL: Duration = Duration::from_secs(13);

/// A job that waits or is being done.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = crate::db::schema::jobs)]
pub struct WaitingJob {
    id: JobId,
    #[diesel(column_name = account_id)]
    pub(crate) account: AccountId,
    created_at: Timestamp,
    claimed_until: Option<Timestamp>,
}

impl WaitingJob {
    fn is_claimed(&self, now: Timestamp) -> bool {
        self.claimed_until.is_some_and(|until| until >= now)
    }
}

/// The job to be done next: accounts take turns. First comes one of which nothing is being done, then the one whose last
/// job ended the longest ago, then the oldest job.
fn next(waiting: &[WaitingJob], finished: &HashMap<AccountId, Timestamp>, now: Timestamp) -> Option<JobId> {
    let is_served = |account| waiting.iter().any(|job| job.account == account && job.is_claimed(now));
    let free = waiting.iter().filter(|job| !job.is_claimed(now));
    free.min_by_key(|job| {
        let last = finished.get(&job.account);
        (is_served(job.account), last, job.created_at, job.id)
    })
    .map(|job| job.id)
}

/// The reason why work on a job ended before its end.
#[derive(Debug)]
pub(crate) enum Interruption {
    /// Another instance has the job, or it is done.
    Lost,
    /// The work failed.
    Failed(Error),
}

impl From<Error> for Interruption {
    fn from(error: Error) -> Interruption {
        Interruption::Failed(error)
    }
}

/// A job that this instance has claimed.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) job: JobId,
    instance: InstanceId,
    database: Database,
    clock: Clock,
}

impl Claim {
    /// Claims the job that is to be done next, if there is one.
    pub(crate) async fn next(database: &Database, clock: &Clock, instance: InstanceId) -> Result<Option<Claim>, Error> {
        loop {
            let now = clock.now();
            let (waiting, finished) = database.read(store::waiting).await?;
            let Some(job) = next(&waiting, &finished, now) else {
                return Ok(None);
            };
            if database.write(move |c| store::claim(c, job, instance, now)).await? {
                return Ok(Some(Claim {
                    job,
                    instance,
                    database: database.clone(),
                    clock: clock.clone(),
                }));
            }
        }
    }

    /// The time now.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Writes in one transaction, which renews the claim; nothing is kept if the claim was lost.
    pub(crate) async fn write<T, F>(&self, mut work: F) -> Result<T, Interruption>
    where
        T: Send + 'static,
        F: FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        let (job, instance, now) = (self.job, self.instance, self.now());
        let write = move |c: &mut Conn| {
            if store::renew(c, job, instance, now)? {
                work(c).map(Some)
            } else {
                Ok(None)
            }
        };
        self.database.write(write).await?.ok_or(Interruption::Lost)
    }

    /// Works on a snapshot of the records; meanwhile the claim is renewed.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, Interruption>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        let mut work = pin!(self.database.read(work));
        let mut renewal = tokio::time::interval(RENEWAL);
        renewal.tick().await; // the first one comes at once
        loop {
            tokio::select! {
                outcome = &mut work => return Ok(outcome?),
                _ = renewal.tick() => self.write(|_| Ok(())).await?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::imports::claims::*;

    fn at(time: &str) -> Timestamp {
        Timestamp(format!("2026-11-20T{time}Z").parse().unwrap())
    }

    fn account(number: u8) -> AccountId {
        format!("019aa0ce-2c3d-7e4f-8a5b-0000000000{number:02}")
            .parse()
            .unwrap()
    }

    fn job(of: u8, created_at: &str, claimed_until: Option<&str>) -> WaitingJob {
        WaitingJob {
            id: JobId::new(at(created_at)),
            account: account(of),
            created_at: at(created_at),
            claimed_until: claimed_until.map(at),
        }
    }

    /// The places in the list of the jobs in the order in which one instance does them, if each ends after a minute.
    fn order(mut waiting: Vec<WaitingJob>) -> Vec<usize> {
        let all = waiting.clone();
        let (mut finished, mut order) = (HashMap::new(), Vec::new());
        for minute in 0.. {
            let now = at(&format!("09:{minute:02}:00"));
            let Some(id) = next(&waiting, &finished, now) else {
                break;
            };
            let place = all.iter().position(|job| job.id == id).unwrap();
            finished.insert(all[place].account, now);
            waiting.retain(|job| job.id != id);
            order.push(place);
        }
        order
    }

    #[test]
    fn accounts_take_turns() {
        let waiting = vec![
            job(1, "08:00:00", None),
            job(1, "08:00:01", None),
            job(1, "08:00:02", None),
            job(2, "08:00:03", None),
            job(3, "08:00:04", None),
            job(2, "08:00:05", None),
        ];
        assert_eq!(order(waiting), [0, 3, 4, 1, 5, 2]);
    }

    #[test]
    fn a_job_is_free_once_its_claim_has_run_out() {
        let now = at("08:01:00");
        let waiting = [
            job(1, "08:00:00", Some("08:01:00")),
            job(1, "08:00:01", None),
            job(2, "08:00:02", Some("08:00:59")),
        ];
        // Of the first account one is being done already.
        assert_eq!(next(&waiting, &HashMap::new(), now), Some(waiting[2].id));
        assert_eq!(next(&waiting[..2], &HashMap::new(), now), Some(waiting[1].id));
        assert_eq!(next(&waiting[..1], &HashMap::new(), now), None);
    }
}
