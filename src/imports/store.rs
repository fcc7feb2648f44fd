//! Jobs in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::jobs;
use crate::imports::{ImportReport, Job, JobInput, JobState, KEPT};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, JobId};

#[derive(Queryable, Selectable)]
#[diesel(table_name = jobs)]
struct JobRow {
    id: JobId,
    account_id: AccountId,
    state: JobState,
    report: Option<String>,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
}

impl TryFrom<JobRow> for Job {
    type Error = Error;

    fn try_from(row: JobRow) -> Result<Job, Error> {
        let report = row
            .report
            .as_deref()
            .map(serde_json::from_str::<ImportReport>)
            .transpose();
        let report = report.map_err(|_| Error::Internal(format!("job {}: its report", row.id)))?;
        Ok(Job {
            id: row.id,
            account: row.account_id,
            state: row.state,
            report,
            created_at: row.created_at,
            finished_at: row.finished_at,
        })
    }
}

/// Keeps a new job, and what was sent for it.
pub(crate) fn insert(c: &mut Conn, job: &Job, input: &str) -> Result<(), Error> {
    clear(c, job.created_at)?;
    diesel::insert_into(jobs::table)
        .values((
            jobs::id.eq(job.id),
            jobs::account_id.eq(job.account),
            jobs::input.eq(input),
            jobs::state.eq(job.state),
            jobs::created_at.eq(job.created_at),
        ))
        .execute(c)?;
    Ok(())
}

/// Takes away the jobs that came to their end long ago, with their reports.
pub(crate) fn clear(c: &mut Conn, now: Timestamp) -> Result<(), Error> {
    diesel::delete(jobs::table.filter(jobs::finished_at.le(now.before(KEPT)))).execute(c)?;
    Ok(())
}

/// The job, if it is that account's, as long as it is kept.
pub(crate) fn find(c: &mut Conn, id: JobId, account: AccountId, now: Timestamp) -> Result<Option<Job>, Error> {
    let own = jobs::table.find(id).filter(jobs::account_id.eq(account));
    let kept = jobs::finished_at.gt(now.before(KEPT)).assume_not_null();
    let own = own.filter(jobs::finished_at.is_null().or(kept));
    let row: Option<JobRow> = own.select(JobRow::as_select()).first(c).optional()?;
    row.map(Job::try_from).transpose()
}

/// The jobs that are still to be done, the oldest first.
pub(crate) fn waiting(c: &mut Conn) -> Result<Vec<JobId>, Error> {
    let waiting = jobs::table.filter(jobs::state.eq(JobState::Waiting));
    Ok(waiting.order((jobs::created_at, jobs::id)).select(jobs::id).load(c)?)
}

/// Whether the job is still to be done.
pub(crate) fn is_waiting(c: &mut Conn, id: JobId) -> Result<bool, Error> {
    let waiting = jobs::table.find(id).filter(jobs::state.eq(JobState::Waiting));
    Ok(diesel::select(diesel::dsl::exists(waiting)).get_result(c)?)
}

/// The account that asked for the job and its upload, if it is still to be done.
pub(crate) fn find_input(c: &mut Conn, id: JobId) -> Result<Option<(AccountId, JobInput)>, Error> {
    let waiting = jobs::table.find(id).filter(jobs::state.eq(JobState::Waiting));
    let found: Option<(AccountId, Option<String>)> =
        waiting.select((jobs::account_id, jobs::input)).first(c).optional()?;
    let Some((account, input)) = found else { return Ok(None) };
    let input = serde_json::from_str(input.as_deref().unwrap_or_default());
    let input = input.map_err(|_| Error::Internal(format!("job {id}: its input")))?;
    Ok(Some((account, input)))
}

/// Keeps what came of a job; what was sent for it is no longer needed.
pub(crate) fn finish(c: &mut Conn, id: JobId, report: &ImportReport, now: Timestamp) -> Result<(), Error> {
    let text = serde_json::to_string(report).map_err(|error| Error::Internal(error.to_string()))?;
    diesel::update(jobs::table.find(id).filter(jobs::state.eq(JobState::Waiting)))
        .set((
            jobs::state.eq(report.state()),
            jobs::report.eq(text),
            jobs::finished_at.eq(now),
            jobs::input.eq(None::<String>),
        ))
        .execute(c)?;
    Ok(())
}
