//! Imports: clubs and players in workbooks and files of comma-separated values, a season's renewals at once; and the jobs
//! that take them in.
//!
//! An import is taken whole or not at all. The files are read into tables (`table.rs`, `workbook/`), as people have them:
//! `headings.rs`, `days.rs` and `words.rs` know what is meant. Every row of them is judged
//! against what is on record and against the rows before it (`plan/`: pure), and if there is no fault in any, what was
//! decided is carried out in steps (`steps.rs`), between which others write; what those steps are about is held meanwhile
//! (`work.rs`). Records of games are taken each by itself (`games.rs`). The audit trail has what an import changes; a job
//! itself is no change, and which service does it is told by a claim (`claims.rs`).

pub(crate) mod cells;
pub(crate) mod claims;
pub(crate) mod days;
pub(crate) mod games;
pub(crate) mod headings;
pub mod jobs;
pub(crate) mod plan;
pub mod routes;
pub(crate) mod steps;
pub mod store;
pub(crate) mod table;
pub mod templates;
pub mod use_cases;
pub(crate) mod words;
pub(crate) mod work;
pub(crate) mod workbook;

use chrono::TimeDelta;
use morabaraba_rules::Tag;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, JobId, TournamentId};
use crate::values::validation::ValueError;

crate::string_enum! {
    /// The things that a file has, one in each row.
    pub enum ImportFile as "ImportFile" {
        /// Clubs.
        Clubs = "clubs",
        /// Affiliations of clubs, by gaming year.
        Affiliations = "affiliations",
        /// Players.
        Players = "players",
        /// Registrations of players, by gaming year.
        Registrations = "registrations",
    }
}

impl ImportFile {
    /// The columns, in the order in which they are exported.
    #[must_use]
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            ImportFile::Clubs => &["code", "name", "kind", "province"],
            ImportFile::Affiliations => &["club", "year", "paid_on"],
            ImportFile::Players => &[
                "number",
                "family_name",
                "given_names",
                "birth_date",
                "sex",
                "province",
                "region",
                "club",
                "nationality",
            ],
            ImportFile::Registrations => &[
                "number",
                "family_name",
                "given_names",
                "birth_date",
                "club",
                "year",
                "basis",
                "division",
                "paid_on",
            ],
        }
    }
}

/// The columns that a file need not have: what it does not say stays as it is.
pub const OPTIONAL_COLUMNS: [&str; 4] = ["number", "region", "nationality", "paid_on"];

crate::string_enum! {
    /// The state that the work has reached.
    pub enum JobState as "JobState" {
        /// It waits for its turn, or is being done.
        Waiting = "waiting",
        /// It is done.
        Done = "done",
        /// There were faults, and nothing was done.
        Refused = "refused",
    }
}

/// The time for which a job is kept after its end: a season's faults are mended in weeks, and what a report says of
/// people is not kept for longer than it is of use. An upload that is sent again within seven days still finds its job.
pub const KEPT: TimeDelta = TimeDelta::days(30);

/// The time for which what was looked at is kept, to be saved: until the next morning.
pub const LOOKED_AT: TimeDelta = TimeDelta::days(1);

/// The most jobs of one account that wait or are being done: enough for a province's files, and few enough that what was
/// sent for them is little beside the records.
pub(crate) const MOST_WAITING: usize = 4;

crate::problem_kinds! {
    TOO_MANY_JOBS = 429 "too-many-jobs", "Too many of your jobs are waiting",
        "An account may have four jobs that wait or are being done. Read them until one is done, then send the files again.";
}

/// The reason why no job is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JobRefusal {
    /// The account has as many jobs as one may have.
    #[error("{MOST_WAITING} of your jobs wait or are being done; more are not kept.")]
    TooManyJobs,
}

impl From<JobRefusal> for Error {
    fn from(refusal: JobRefusal) -> Error {
        /// A small import is done by then.
        const SECONDS: &str = "10";
        let problem = TOO_MANY_JOBS.problem(refusal.to_string());
        problem.with_header("retry-after", SECONDS).into()
    }
}

/// Work that takes longer than a request.
#[derive(Debug, Clone)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// The account that asked for it.
    pub account: AccountId,
    /// The state that it has reached.
    pub state: JobState,
    /// The outcome.
    pub report: Option<ImportReport>,
    /// The time at which it was asked for.
    pub created_at: Timestamp,
    /// The time at which it came to its end.
    pub finished_at: Option<Timestamp>,
    /// The number of rows that are done.
    pub done: u64,
    /// The number of rows in all; 0 as long as they have not been counted.
    pub total: u64,
}

impl Job {
    /// A job that waits for its turn, for an account of which so many wait already.
    ///
    /// # Errors
    /// [`JobRefusal::TooManyJobs`].
    pub fn admit(account: AccountId, waiting: usize, now: Timestamp) -> Result<Job, JobRefusal> {
        if waiting >= MOST_WAITING {
            return Err(JobRefusal::TooManyJobs);
        }
        Ok(Job {
            id: JobId::new(now),
            account,
            state: JobState::Waiting,
            report: None,
            created_at: now,
            finished_at: None,
            done: 0,
            total: 0,
        })
    }
}

/// The upload of a job, as it is kept until the work is done.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JobInput {
    pub dry_run: bool,
    /// Whether it is kept once it was looked at, so that it can be saved as it is.
    #[serde(default)]
    pub is_looked_at: bool,
    /// The origin of the upload, as the audit trail tells it.
    pub origin: String,
    pub files: Vec<SentFile>,
    pub games: Option<SentGames>,
}

/// A file of records of games as it was sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SentGames {
    /// The tournament whose games they are; none if they are friendly games.
    pub(crate) tournament: Option<TournamentId>,
    /// Its bytes as base64: they need not be text.
    pub(crate) content: String,
}

/// A file as it was sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SentFile {
    pub(crate) file: ImportFile,
    /// Its bytes as base64: they need not be text.
    pub(crate) content: String,
}

/// The outcome of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportReport {
    /// Whether it was only to be seen what the import would do.
    #[schema(example = false)]
    pub dry_run: bool,
    /// The outcome for the rows of each file, in the order in which the files are taken.
    pub files: Vec<ImportFileReport>,
    /// Everything that is wrong, by file and line; if there is anything, nothing was taken.
    pub faults: Vec<ImportFault>,
    /// The number of faults beyond those that are listed.
    #[schema(example = 0)]
    pub more_faults: usize,
    /// Rows that may be about a person who is on record already, or stands in an earlier line: they were left out. Give
    /// the player's number, or register the player singly.
    pub suspected_duplicates: Vec<ImportSuspect>,
    /// The outcome for the games of a file of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub games: Option<GameImportReport>,
}

impl ImportReport {
    /// The number of rows in all, with each game as one.
    pub fn rows(&self) -> u64 {
        let games = self.games.as_ref().map_or(0, |games| games.games);
        self.files.iter().map(|file| file.rows).sum::<u64>() + games
    }

    /// The state in which the work ends.
    pub fn state(&self) -> JobState {
        if self.faults.is_empty() {
            JobState::Done
        } else {
            JobState::Refused
        }
    }
}

/// The outcome for the games of a file of records, each of which is judged by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameImportReport {
    /// The number of games.
    #[schema(example = 240)]
    pub games: u64,
    /// The number of games that were recorded.
    #[schema(example = 236)]
    pub recorded: u64,
    /// The number of games that were on record before.
    #[schema(example = 3)]
    pub known: u64,
    /// The reasons why other games were not taken, by line.
    pub faults: Vec<GameImportFault>,
    /// The number of faults beyond those that are listed.
    #[schema(example = 0)]
    pub more_faults: u64,
}

/// The reason why a game of a file was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameImportFault {
    /// The line of the file, from 1: of the fault, or on which the game begins.
    #[schema(example = 412)]
    pub line: u32,
    /// The tag of the game that is wrong; none if it is something else.
    #[schema(example = "SecondId")]
    pub tag: Option<String>,
    /// The fault for a program; never changes.
    #[schema(example = "unknown-player")]
    pub code: String,
    /// The fault for a person.
    #[schema(example = "Must be the number of a player, as M-0004217-K.")]
    pub message: String,
}

impl GameImportFault {
    pub fn new(line: u32, tag: Option<Tag>, ValueError { code, message }: ValueError) -> GameImportFault {
        GameImportFault {
            line,
            tag: tag.map(|tag| tag.name().to_owned()),
            code: code.to_owned(),
            message,
        }
    }
}

/// The outcome for the rows of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportFileReport {
    /// The file.
    pub file: ImportFile,
    /// The sheet of a workbook that was read: the first one with rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, example = "Players 2027")]
    pub sheet: Option<String>,
    /// The columns of the file, and what each was taken for.
    #[serde(default)]
    #[schema(required = true)]
    pub columns: Vec<ImportColumn>,
    /// The number of rows that it has, without the headings, what stands above them, and empty ones.
    #[schema(example = 3)]
    pub rows: u64,
    /// The number of rows that are new things; none if there are faults.
    #[schema(example = 1)]
    pub created: u64,
    /// The number of rows about things that were not as the row says; none if there are faults.
    #[schema(example = 1)]
    pub changed: u64,
    /// The number of rows about things that are as the row says; none if there are faults.
    #[schema(example = 1)]
    pub unchanged: u64,
}

impl ImportFileReport {
    pub fn new(file: ImportFile) -> ImportFileReport {
        ImportFileReport {
            file,
            sheet: None,
            columns: Vec::new(),
            rows: 0,
            created: 0,
            changed: 0,
            unchanged: 0,
        }
    }
}

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportColumn {
    /// Its place in the file, from 1.
    #[schema(example = 2)]
    pub place: u32,
    /// Its heading; none if it may be no heading but what stands in a row.
    #[schema(example = "Surname")]
    pub heading: Option<String>,
    /// The column of the manual that it was taken for; none if it is left out.
    #[schema(example = "family_name")]
    pub taken_for: Option<String>,
}

/// A fault in a row, or in a file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportFault {
    /// The file with the fault.
    pub file: ImportFile,
    /// The line of the file on which the row begins, from 1.
    #[schema(example = 7)]
    pub line: u64,
    /// The column; none if it is about the row or the file as a whole.
    #[schema(example = "birth_date")]
    pub column: Option<String>,
    /// The fault for a program; never changes.
    #[schema(example = "in-future")]
    pub code: String,
    /// The fault for a person.
    #[schema(example = "Must not be in the future.")]
    pub message: String,
}

impl ImportFault {
    pub fn new(
        file: ImportFile,
        line: u64,
        column: Option<&str>,
        ValueError { code, message }: ValueError,
    ) -> ImportFault {
        ImportFault {
            file,
            line,
            column: column.map(str::to_owned),
            code: code.to_owned(),
            message,
        }
    }

    /// The place of the fault, by file, line and column.
    pub fn place(&self) -> (usize, u64, Option<usize>) {
        let file = ImportFile::ALL
            .iter()
            .position(|file| *file == self.file)
            .unwrap_or_default();
        let column = self
            .file
            .columns()
            .iter()
            .position(|column| Some(*column) == self.column.as_deref());
        (file, self.line, column)
    }
}

/// A row that may be about a person who is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportSuspect {
    /// The file with the row.
    pub file: ImportFile,
    /// The line of the file on which the row begins, from 1.
    #[schema(example = 8)]
    pub line: u64,
    /// The number of the player with the same name and birth date.
    #[schema(example = "M-0004217-K")]
    pub player_number: Option<String>,
    /// The line with the same name and birth date, if that player is new as well.
    #[schema(example = 3)]
    pub other_line: Option<u64>,
}
