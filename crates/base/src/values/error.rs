//! Errors for every floor of the house: refusals, and faults of the database and of our own.
//!
//! Nothing here knows of HTTP but for the status that a kind of problem names; `web/problem.rs` makes an answer of an error.
//!
//! A refusal has a [`ProblemKind`]: a stable code, a status, a title, and a paragraph about it. Each noun lists its kinds in
//! its `mod.rs`; together they are the catalogue at `/v1/problems`.

use std::fmt;

use serde_json::{Map, Value};

use crate::values::validation::{Faults, FieldError, ParameterError, ValueError};

/// Every way in which a request fails.
#[derive(Debug)]
pub enum Error {
    /// The federation or the protocol says no, and the caller is told why.
    Refused(Box<Problem>),
    /// The database failed in a way that nobody expected.
    Database(diesel::result::Error),
    /// Busy, out of space, or out of reach: it may work in a moment.
    Unavailable(String),
    /// The place where the records are kept is not as it should be, in a way that somebody has to see to.
    Storage(&'static ProblemKind, String),
    /// The database broke off while it committed: the change may be kept, or not.
    Uncertain(String),
    /// A fault of the service itself.
    Internal(String),
}

/// One sort of problem: an entry of the catalogue.
#[derive(Debug)]
pub struct ProblemKind {
    /// Stable, kebab-case; what a program should look at.
    pub code: &'static str,
    /// The HTTP status that goes with it.
    pub status: u16,
    /// A few words; the same for every problem of the kind.
    pub title: &'static str,
    /// The meaning of the kind, and what to do about such a problem.
    pub about: &'static str,
}

/// Declares the kinds of problem that a module can answer with, and lists them as `KINDS`.
#[macro_export]
macro_rules! problem_kinds {
    ($($name:ident = $status:literal $code:literal, $title:literal, $about:literal;)+) => {
        $(#[doc = $title]
        pub static $name: $crate::values::error::ProblemKind =
            $crate::values::error::ProblemKind { code: $code, status: $status, title: $title, about: $about };)+
        /// The kinds of problem that are declared here.
        pub static KINDS: &[&$crate::values::error::ProblemKind] = &[$(&$name),+];
    };
}

problem_kinds! {
    MALFORMED_JSON = 400 "malformed-json", "The body is not JSON",
        "The body could not be read as JSON. The detail says where it breaks off.";
    INVALID_QUERY = 400 "invalid-query", "A query parameter is wrong",
        "A parameter is unknown, or its value has the wrong form. `errors` lists what is wrong: the name of the `parameter`, a code, and a sentence.";
    INVALID_CURSOR = 400 "invalid-cursor", "The cursor is not one of ours",
        "A cursor is taken from `next_cursor` of the page before and sent back as it is. Begin again without one.";
    NOT_FOUND = 404 "not-found", "Not found",
        "The path is unknown, or nothing with this id exists, or it is not yours to know of.";
    METHOD_NOT_ALLOWED = 405 "method-not-allowed", "This path does not answer to this method",
        "The `Allow` header lists the methods that the path answers to.";
    BODY_TOO_SLOW = 408 "body-too-slow", "The body took too long",
        "A body has 30 seconds to arrive, an import two minutes.";
    BODY_TOO_LARGE = 413 "body-too-large", "The body is too large",
        "A body may have 256 KiB, the files of an import 10 MiB together.";
    UNSUPPORTED_MEDIA_TYPE = 415 "unsupported-media-type", "The body has the wrong media type",
        "Send JSON, with `Content-Type: application/json`; a change as `application/merge-patch+json`, an import as `multipart/form-data`; the marks of a round also as `text/csv`.";
    INVALID_INPUT = 422 "invalid-input", "Some fields are wrong",
        "`errors` lists what is wrong: a JSON pointer to the field, a code, and a sentence.";
    ID_TAKEN = 409 "id-taken", "The id is taken",
        "Something else was created with this id before. Sending the same content again would have answered as the first time did.";
    INTERNAL = 500 "internal", "Something broke on our side",
        "The service has a fault. Quote `instance` when you report it.";
    UNAVAILABLE = 503 "unavailable", "The service is busy",
        "Nothing was changed. Try again after the seconds in `Retry-After`.";
    OUTCOME_UNKNOWN = 503 "outcome-unknown", "It is not known whether the change was kept",
        "The database broke off in the moment in which it was to keep the change. Send the request again as it was, with the same `id` or `Idempotency-Key`: \
         it is done once, and answers as it would have.";
    STORAGE_FULL = 503 "storage-full", "There is no room for the records",
        "Nothing was changed, and reading goes on. Once whoever runs the service has made room on the disk, writing goes on by itself.";
    STORAGE_LOST = 503 "storage-lost", "The file of the records is not where it was opened",
        "It was removed, moved or replaced while the service runs. Nothing was changed. Whoever runs the service puts the very file back, and it goes on by itself; \
         it should not be stopped before, since it may hold the only copy. Its manual says more under \"A lost file\".";
    STORAGE_DAMAGED = 503 "storage-damaged", "The records are damaged",
        "A part of them cannot be read, and nothing was changed. Whoever runs the service stops it, keeps the files as they are, and goes back to a copy; \
         its manual says how under \"Damaged records\".";
}

impl ProblemKind {
    /// A problem of this kind; the detail says what is the matter this time.
    pub fn problem(&'static self, detail: impl Into<String>) -> Problem {
        Problem {
            kind: self,
            detail: detail.into(),
            errors: Vec::new(),
            parameters: Box::default(),
            facts: Map::new(),
            headers: Vec::new(),
        }
    }

    /// A problem as [`ProblemKind::problem`] makes it, about one field of the input.
    pub fn at(&'static self, pointer: &str, detail: impl Into<String>) -> Problem {
        let detail = detail.into();
        let fault = FieldError {
            pointer: pointer.to_owned(),
            code: self.code,
            message: detail.clone(),
        };
        Problem {
            errors: vec![fault],
            ..self.problem(detail)
        }
    }

    /// A problem as [`ProblemKind::problem`] makes it, about one parameter of the query, which the detail names.
    pub fn of_parameter(&'static self, parameter: &str, message: impl fmt::Display) -> Problem {
        let fault = ValueError::new("invalid-value", sentence(&message.to_string()));
        Problem {
            parameters: Box::new([ParameterError::of(parameter, fault)]),
            ..self.problem(format!("{parameter}: {message}"))
        }
    }
}

/// The words as a sentence.
pub fn sentence(words: &str) -> String {
    let mut letters = words.trim_end_matches('.').chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

/// A refusal, as it is told to the caller.
#[derive(Debug, Clone)]
pub struct Problem {
    pub kind: &'static ProblemKind,
    pub detail: String,
    pub errors: Vec<FieldError>,
    /// The parameters of the query that are wrong.
    pub(crate) parameters: Box<[ParameterError]>,
    pub facts: Map<String, Value>,
    pub(crate) headers: Vec<(&'static str, String)>,
}

impl Problem {
    /// Adds facts that a program may use, as members beside the standard ones.
    #[must_use]
    pub fn with_facts(mut self, facts: Map<String, Value>) -> Problem {
        self.facts = facts;
        self
    }

    /// Adds a header to the answer.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Problem {
        self.headers.push((name, value.into()));
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(problem) => {
                f.write_str(&problem.detail)?;
                problem
                    .errors
                    .iter()
                    .try_for_each(|fault| write!(f, "\n  {}: {}", fault.pointer, fault.message))
            }
            Error::Database(error) => error.fmt(f),
            // Whoever reads it, at the start or in the log, is the one who has to see to it.
            Error::Storage(kind, reason) => write!(f, "{} ({reason}). {}", kind.title, kind.about),
            Error::Uncertain(reason) | Error::Unavailable(reason) | Error::Internal(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// The kind of problem that it is told as.
    pub fn kind(&self) -> &'static ProblemKind {
        match self {
            Error::Refused(problem) => problem.kind,
            Error::Storage(kind, _) => kind,
            Error::Unavailable(_) => &UNAVAILABLE,
            Error::Uncertain(_) => &OUTCOME_UNKNOWN,
            Error::Database(error) if is_passing(error) => &UNAVAILABLE,
            Error::Database(_) | Error::Internal(_) => &INTERNAL,
        }
    }

    /// The stable code of the kind of problem.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind().code
    }

    /// The error of others whose work failed with it.
    pub fn for_others(&self) -> Error {
        match self {
            Error::Storage(kind, reason) => Error::Storage(kind, reason.clone()),
            Error::Uncertain(reason) => Error::Uncertain(reason.clone()),
            error => Error::Unavailable(format!("it was not committed: {error}")),
        }
    }

    /// Whether it is the caller who is told no, and nothing of ours broke.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, Error::Refused(_))
    }

    /// Whether it may work later: in a moment, or once somebody has seen to it.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        !self.is_refusal() && self.kind().status == 503
    }

    /// The seconds after which it makes sense to try again.
    pub(crate) fn retry_after(&self) -> Option<&'static str> {
        match self {
            Error::Refused(_) => None,
            // A person has to do something first.
            Error::Storage(..) => Some("60"),
            _ => self.is_passing().then_some("1"),
        }
    }

    /// The error as a fault of the input, with the JSON pointer of the field that it is about.
    pub fn as_value_error(&self) -> (Option<&str>, ValueError) {
        let first = match self {
            Error::Refused(problem) => problem.errors.first(),
            _ => None,
        };
        let detail = match self {
            Error::Refused(problem) => problem.detail.as_str(),
            _ => self.kind().about,
        };
        (
            first.map(|fault| fault.pointer.as_str()),
            ValueError::new(self.code(), detail),
        )
    }
}

/// The words by which the databases say that somebody has to see to them, and the kind of problem that it is told as. Their
/// codes are not to be had from the library.
static SAID: [(&ProblemKind, &[&str]); 2] = [
    (
        &STORAGE_FULL,
        &[
            "database or disk is full",
            "No space left on device",
            "Disk quota exceeded",
            "could not extend file",
            "temporary file size exceeds temp_file_limit",
        ],
    ),
    (
        &STORAGE_DAMAGED,
        &[
            // SQLITE_CORRUPT and SQLITE_NOTADB
            "database disk image is malformed",
            "malformed database schema",
            "file is not a database",
            // PostgreSQL's XX001 (data_corrupted), XX002 (index_corrupted), and files that are gone
            "invalid page in block",
            "could not read block",
            "could not open file \"base/",
            "could not access status of transaction",
            "missing chunk number",
            "unexpected chunk number",
            "compressed pglz data is corrupt",
            "compressed lz4 data is corrupt",
            "contains unexpected zero page",
            "contains corrupted page",
            "is not a btree",
            "could not find left sibling",
            "failed to re-find parent key",
            "heap tid from index tuple",
        ],
    ),
];

/// The error that a database told in words, if it is of a kind that somebody has to see to.
pub(crate) fn of_storage(said: &str) -> Option<Error> {
    let known = SAID
        .iter()
        .find(|(_, words)| words.iter().any(|words| said.contains(words)));
    known.map(|(kind, _)| Error::Storage(kind, said.to_owned()))
}

/// Whether a database error is of a passing nature: locked, overworked, or gone.
fn is_passing(error: &diesel::result::Error) -> bool {
    use diesel::result::DatabaseErrorKind as E;
    const PASSING: [&str; 8] = [
        "database is locked",
        "disk I/O error",
        "could not connect",
        // A timeout, of a statement or of waiting for a lock; or somebody's wish.
        "canceling statement due to",
        "terminating connection",
        // It starts up, shuts down, or recovers.
        "the database system is",
        "out of memory",
        "out of shared memory",
    ];
    match error {
        diesel::result::Error::DatabaseError(E::ClosedConnection | E::SerializationFailure, _) => true,
        diesel::result::Error::DatabaseError(E::Unknown, information) => {
            PASSING.iter().any(|passing| information.message().contains(passing))
        }
        _ => false,
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Error {
        Error::Refused(Box::new(problem))
    }
}

impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Error {
        use diesel::result::DatabaseErrorKind as E;
        use diesel::result::Error::{DatabaseError, RollbackErrorOnCommit};
        match error {
            RollbackErrorOnCommit { commit_error, .. } => Error::from(*commit_error),
            DatabaseError(E::Unknown, information) => of_storage(information.message())
                .unwrap_or_else(|| Error::Database(DatabaseError(E::Unknown, information))),
            error => Error::Database(error),
        }
    }
}

/// Input that breaks rules of form: all faults at once.
/// Results on record that contradict each other are a fault of ours.
impl From<morabaraba_swiss::ResultError> for Error {
    fn from(error: morabaraba_swiss::ResultError) -> Error {
        Error::Internal(error.to_string())
    }
}

impl From<Faults> for Error {
    fn from(faults: Faults) -> Error {
        let errors = faults.into_vec();
        let detail = match errors.len() {
            1 => "1 field is wrong.".to_owned(),
            many => format!("{many} fields are wrong."),
        };
        Problem {
            errors,
            ..INVALID_INPUT.problem(detail)
        }
        .into()
    }
}
