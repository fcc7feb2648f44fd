//! Jobs in the database.

use std::collections::HashMap;

use diesel::dsl::{count_star, exists};
use diesel::prelude::*;

use crate::db::schema::{job_inputs, job_steps, jobs};
use crate::db::{Conn, holds};
use crate::imports::claims::{LEASE, WaitingJob};
use crate::imports::{ImportReport, Job, JobInput, JobState, KEPT, LOOKED_AT};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, InstanceId, JobId};

#[derive(Queryable, Selectable)]
#[diesel(table_name = jobs)]
struct JobRow {
    id: JobId,
    account_id: AccountId,
    state: JobState,
    report: Option<String>,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
    done: i64,
    total: i64,
}

impl TryFrom<JobRow> for Job {
    type Error = Error;

    fn try_from(row: JobRow) -> Result<Job, Error> {
        let report = row.report.as_deref().map(|report| parsed(row.id, "report", report));
        Ok(Job {
            id: row.id,
            account: row.account_id,
            state: row.state,
            report: report.transpose()?,
            created_at: row.created_at,
            finished_at: row.finished_at,
            done: u64::try_from(row.done).unwrap_or_default(),
            total: u64::try_from(row.total).unwrap_or_default(),
        })
    }
}

fn parsed<T: serde::de::DeserializeOwned>(job: JobId, what: &str, text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::Internal(format!("job {job}: its {what}: {error}")))
}

fn written(thing: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(thing).map_err(|error| Error::Internal(error.to_string()))
}

/// Keeps a new job, and what was sent for it.
/// The latest alone is kept of what the account has looked at.
pub fn insert(c: &mut Conn, job: &Job, input: &str) -> Result<(), Error> {
    clear(c, job.created_at)?;
    let looked_at = jobs::table.filter(jobs::account_id.eq(job.account));
    let looked_at = looked_at.filter(jobs::finished_at.is_not_null()).select(jobs::id);
    diesel::delete(job_inputs::table.filter(job_inputs::job_id.eq_any(looked_at))).execute(c)?;
    diesel::insert_into(jobs::table)
        .values((
            jobs::id.eq(job.id),
            jobs::account_id.eq(job.account),
            jobs::state.eq(job.state),
            jobs::created_at.eq(job.created_at),
        ))
        .execute(c)?;
    diesel::insert_into(job_inputs::table)
        .values((job_inputs::job_id.eq(job.id), job_inputs::input.eq(input)))
        .execute(c)?;
    Ok(())
}

/// Takes away the jobs that came to their end long ago, with their reports, and what was looked at and not saved.
pub fn clear(c: &mut Conn, now: Timestamp) -> Result<(), Error> {
    let looked_at = jobs::table
        .filter(jobs::finished_at.le(now.before(LOOKED_AT)))
        .select(jobs::id);
    diesel::delete(job_inputs::table.filter(job_inputs::job_id.eq_any(looked_at))).execute(c)?;
    diesel::delete(jobs::table.filter(jobs::finished_at.le(now.before(KEPT)))).execute(c)?;
    Ok(())
}

/// The job, if it is that account's, as long as it is kept.
pub fn find(c: &mut Conn, id: JobId, account: AccountId, now: Timestamp) -> Result<Option<Job>, Error> {
    let own = jobs::table.find(id).filter(jobs::account_id.eq(account));
    let kept = jobs::finished_at.gt(now.before(KEPT)).assume_not_null();
    let own = own.filter(jobs::finished_at.is_null().or(kept));
    let row: Option<JobRow> = own.select(JobRow::as_select()).first(c).optional()?;
    row.map(Job::try_from).transpose()
}

/// The latest jobs of the account that are kept, the latest first.
pub fn list_latest(c: &mut Conn, account: AccountId, now: Timestamp, most: i64) -> Result<Vec<Job>, Error> {
    let kept = jobs::finished_at.gt(now.before(KEPT)).assume_not_null();
    let own = jobs::table.filter(jobs::account_id.eq(account));
    let own = own.filter(jobs::finished_at.is_null().or(kept));
    let latest = own.order((jobs::created_at.desc(), jobs::id.desc())).limit(most);
    let rows: Vec<JobRow> = latest.select(JobRow::as_select()).load(c)?;
    rows.into_iter().map(Job::try_from).collect()
}

/// The upload of a job that came to its end, as long as it is kept to be saved.
pub fn find_kept_input(c: &mut Conn, id: JobId, now: Timestamp) -> Result<Option<JobInput>, Error> {
    let kept = jobs::finished_at.gt(now.before(LOOKED_AT)).assume_not_null();
    let kept = job_inputs::table
        .inner_join(jobs::table)
        .filter(jobs::id.eq(id))
        .filter(kept);
    let input: Option<String> = kept.select(job_inputs::input).first(c).optional()?;
    input.map(|input| parsed(id, "input", &input)).transpose()
}

/// Whether the upload of a job is kept to be saved.
pub fn is_kept(c: &mut Conn, id: JobId, now: Timestamp) -> Result<bool, Error> {
    let kept = jobs::finished_at.gt(now.before(LOOKED_AT)).assume_not_null();
    let kept = job_inputs::table
        .inner_join(jobs::table)
        .filter(jobs::id.eq(id))
        .filter(kept);
    let count: i64 = kept.select(count_star()).first(c)?;
    Ok(count > 0)
}

/// The number of jobs of the account that wait or are being done.
pub fn count_waiting(c: &mut Conn, account: AccountId) -> Result<usize, Error> {
    let waiting = jobs::table.filter(jobs::state.eq(JobState::Waiting));
    let own = waiting.filter(jobs::account_id.eq(account));
    let count: i64 = own.select(count_star()).first(c)?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// The number of all jobs that wait or are being done.
pub fn count_all_waiting(c: &mut Conn) -> Result<usize, Error> {
    let waiting = jobs::table.filter(jobs::state.eq(JobState::Waiting));
    let count: i64 = waiting.select(count_star()).first(c)?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// The jobs that wait or are being done, and the time at which the last job of each of their accounts came to its end.
pub fn waiting(c: &mut Conn) -> Result<(Vec<WaitingJob>, HashMap<AccountId, Timestamp>), Error> {
    let waiting = jobs::table.filter(jobs::state.eq(JobState::Waiting));
    let waiting: Vec<WaitingJob> = waiting.select(WaitingJob::as_select()).load(c)?;
    let mut finished = HashMap::new();
    for account in waiting.iter().map(|job| job.account) {
        let ended = jobs::table
            .filter(jobs::account_id.eq(account))
            .filter(jobs::finished_at.is_not_null());
        let ended = ended
            .order(jobs::finished_at.desc())
            .select(jobs::finished_at.assume_not_null());
        let last: Option<Timestamp> = ended.first(c).optional()?;
        finished.extend(last.map(|at| (account, at)));
    }
    Ok((waiting, finished))
}

/// Claims the job for the instance; false if another one has it, or it is done.
pub fn claim(c: &mut Conn, id: JobId, instance: InstanceId, now: Timestamp) -> Result<bool, Error> {
    let is_free = jobs::claimed_until
        .is_null()
        .or(jobs::claimed_until.assume_not_null().lt(now));
    let free = jobs::table
        .find(id)
        .filter(jobs::state.eq(JobState::Waiting))
        .filter(is_free);
    let claimed = (jobs::claimed_by.eq(instance), jobs::claimed_until.eq(now.after(LEASE)));
    Ok(diesel::update(free).set(claimed).execute(c)? == 1)
}

/// Renews the instance's claim; false if it has none any more.
pub fn renew(c: &mut Conn, id: JobId, instance: InstanceId, now: Timestamp) -> Result<bool, Error> {
    let own = jobs::table
        .find(id)
        .filter(jobs::state.eq(JobState::Waiting))
        .filter(jobs::claimed_by.eq(instance));
    let renewed = diesel::update(own).set(jobs::claimed_until.eq(now.after(LEASE)));
    Ok(renewed.execute(c)? == 1)
}

/// Keeps that the work begins, for the first time or anew, with so many rows in all.
pub fn begin(c: &mut Conn, id: JobId, total: u64) -> Result<(), Error> {
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    diesel::update(jobs::table.find(id))
        .set((jobs::done.eq(0), jobs::total.eq(total)))
        .execute(c)?;
    Ok(())
}

/// Keeps that so many rows more are done.
pub fn advance(c: &mut Conn, id: JobId, rows: u64) -> Result<(), Error> {
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    diesel::update(jobs::table.find(id))
        .set(jobs::done.eq(jobs::done + rows))
        .execute(c)?;
    Ok(())
}

/// The account that asked for the job and its upload.
pub fn find_input(c: &mut Conn, id: JobId) -> Result<(AccountId, JobInput), Error> {
    let input = job_inputs::table.inner_join(jobs::table).filter(jobs::id.eq(id));
    let input: Option<(AccountId, String)> = input
        .select((jobs::account_id, job_inputs::input))
        .first(c)
        .optional()?;
    let (account, input) = input.ok_or_else(|| Error::Internal(format!("job {id}: its input is missing")))?;
    Ok((account, parsed(id, "input", &input)?))
}

/// The step that stands for the decision, with the report; those that are to be carried out come after it.
const DECISION: i64 = 0;

/// Keeps a step that is to be carried out, if the import is decided.
pub fn insert_step(c: &mut Conn, id: JobId, step: i64, content: &str) -> Result<(), Error> {
    diesel::insert_into(job_steps::table)
        .values((
            job_steps::job_id.eq(id),
            job_steps::step.eq(step),
            job_steps::content.eq(content),
        ))
        .execute(c)?;
    Ok(())
}

/// Decides that the import is taken: from here on its steps are carried out, whatever happens.
pub fn decide(c: &mut Conn, id: JobId, report: &ImportReport) -> Result<(), Error> {
    insert_step(c, id, DECISION, &written(report)?)
}

/// Whether it is decided that the import is taken.
pub fn is_decided(c: &mut Conn, id: JobId) -> Result<bool, Error> {
    Ok(diesel::select(exists(job_steps::table.find((id, DECISION)))).get_result(c)?)
}

/// The report of an import that is decided.
pub fn find_decision(c: &mut Conn, id: JobId) -> Result<ImportReport, Error> {
    let report = job_steps::table.find((id, DECISION)).select(job_steps::content);
    let report: String = report.first(c)?;
    parsed(id, "decision", &report)
}

/// The next step to be carried out, and its content.
pub fn next_step<T: serde::de::DeserializeOwned>(c: &mut Conn, id: JobId) -> Result<Option<(i64, T)>, Error> {
    let steps = job_steps::table
        .filter(job_steps::job_id.eq(id))
        .filter(job_steps::step.gt(DECISION));
    let next = steps
        .order(job_steps::step)
        .select((job_steps::step, job_steps::content));
    let next: Option<(i64, String)> = next.first(c).optional()?;
    next.map(|(step, content)| Ok((step, parsed(id, "step", &content)?)))
        .transpose()
}

/// Takes away a step that was carried out.
pub fn delete_step(c: &mut Conn, id: JobId, step: i64) -> Result<(), Error> {
    diesel::delete(job_steps::table.find((id, step))).execute(c)?;
    Ok(())
}

/// Lets go of some of the things that a job holds; whether there may be more of them.
pub fn release_some(c: &mut Conn, id: JobId) -> Result<bool, Error> {
    const HOLDS: i64 = 2000;
    holds::release_some(c, id.into(), HOLDS)
}

/// Takes away some of the steps and holds that a job has left; whether there may be more of them.
pub fn clear_some(c: &mut Conn, id: JobId) -> Result<bool, Error> {
    const STEPS: i64 = 20;
    let steps = job_steps::table.filter(job_steps::job_id.eq(id));
    let steps: Vec<i64> = steps.select(job_steps::step).limit(STEPS).load(c)?;
    for step in &steps {
        delete_step(c, id, *step)?;
    }
    Ok(release_some(c, id)? || !steps.is_empty())
}

/// Keeps what came of a job; what was sent for it is no longer needed.
pub fn finish(c: &mut Conn, id: JobId, report: &ImportReport, now: Timestamp) -> Result<(), Error> {
    diesel::delete(job_inputs::table.find(id)).execute(c)?;
    end(c, id, report, now)
}

/// Keeps what came of a job, and what was sent for it.
pub fn end(c: &mut Conn, id: JobId, report: &ImportReport, now: Timestamp) -> Result<(), Error> {
    diesel::delete(job_steps::table.filter(job_steps::job_id.eq(id))).execute(c)?;
    diesel::update(jobs::table.find(id))
        .set((
            jobs::state.eq(report.state()),
            jobs::report.eq(written(report)?),
            jobs::finished_at.eq(now),
            jobs::claimed_by.eq(None::<InstanceId>),
            jobs::claimed_until.eq(None::<Timestamp>),
        ))
        .execute(c)?;
    Ok(())
}
