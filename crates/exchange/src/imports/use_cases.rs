//! Imports asked for, looked at before they are saved, and found again.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::imports::{ImportFile, Job, JobInput, SentFile, SentGames, store};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{JobId, TournamentId};

impl SentFile {
    /// A file with those bytes.
    pub fn new(file: ImportFile, bytes: &[u8]) -> SentFile {
        SentFile {
            file,
            content: STANDARD.encode(bytes),
        }
    }
}

impl SentGames {
    /// A file of records with those bytes, of that tournament's games or of friendly ones.
    pub fn new(tournament: Option<TournamentId>, bytes: &[u8]) -> SentGames {
        SentGames {
            tournament,
            content: STANDARD.encode(bytes),
        }
    }
}

impl JobInput {
    /// The upload as it is kept, in place of what was sent.
    pub fn written(self) -> Result<String, Error> {
        serde_json::to_string(&self).map_err(|error| Error::Internal(error.to_string()))
    }
}

/// Keeps an upload, as it is written, with a job that waits for its turn.
pub fn begin(c: &mut Conn, by: &Caller, input: &str) -> Result<Job, Error> {
    let waiting = store::count_waiting(c, by.account)?;
    let job = Job::admit(by.account, waiting, by.now)?;
    store::insert(c, &job, input)?;
    Ok(job)
}

/// A job of the caller's own.
pub fn find_own(c: &mut Conn, by: &Caller, id: JobId) -> Result<Job, Error> {
    let job = store::find(c, id, by.account, by.now)?;
    job.ok_or_else(|| {
        NOT_FOUND
            .problem("You have no job with this id, or it ended long ago.")
            .into()
    })
}

/// Takes in what was looked at: the same files again, judged anew, in a job of its own.
pub fn save(c: &mut Conn, by: &Caller, id: JobId) -> Result<Job, Error> {
    let gone = || {
        NOT_FOUND.problem("What you sent is kept for a day, and until you send something else. Send the files again.")
    };
    find_own(c, by, id)?;
    let looked_at = store::find_kept_input(c, id, by.now)?.ok_or_else(gone)?;
    let input = JobInput {
        dry_run: false,
        is_looked_at: false,
        origin: by.actor.origin().to_owned(),
        ..looked_at
    };
    begin(c, by, &input.written()?)
}
