//! Imports over HTTP, and the jobs that take them in.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Coordinator, Permission, Permit, SignedIn, TournamentOfficial};
use crate::imports::jobs::Jobs;
use crate::imports::{ImportFile, ImportReport, Job, JobInput, JobState, SentFile, SentGames, use_cases};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::id::{JobId, TournamentId};
use crate::values::validation::{Faults, ValueError};
use crate::web::body::Query;
use crate::web::idempotency::Request;
use crate::web::multipart::{Part, Upload};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(create_import)
        .service(create_game_import)
        .service(read_job);
}

/// Files of tables: workbooks (`.xlsx`), of which the first sheet with rows is read, or comma-separated values in UTF-8, with
/// commas, semicolons or tabs between the cells. The first line names the columns, in any order; a title may stand above it. A
/// column has the name that is told here or one that people have for it, as `Surname` or `Date of birth`; the report says what
/// each was taken for, and what was left out. An empty cell says that there is nothing. Days as `2026-11-20`, `20/11/2026`, where
/// the day comes first, or `20 November 2026`; provinces by code, as `ZA-NW` or `NW`, or name; `F` and `M` for the sex.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the parts are read by their names; this describes them")]
struct ImportFiles {
    /// `code,name,kind,province`. A club is known by its code; one that is not known is registered.
    #[schema(required = false, format = Binary, example = "code,name,kind,province\nDIT,Ditsobotla Herders,community,ZA-NW\n")]
    clubs: String,
    /// `club,year,paid_on`, of which the last may be left out. An affiliation is known by the club's code and the gaming year.
    #[schema(required = false, format = Binary, example = "club,year,paid_on\nDIT,2027,2026-11-20\n")]
    affiliations: String,
    /// `number,family_name,given_names,birth_date,sex,province,region,club,nationality`, of which the number, the region and the nationality may be left out: what is on record of them stays. With a number it is about that player, whose
    /// particulars become as the row says; a new home counts from today. Without one, the player is new; but if someone
    /// whom you look after, or an earlier line, has the same name and birth date, the row is left out and listed under
    /// `suspected_duplicates`.
    #[schema(required = false, format = Binary, example = "number,family_name,given_names,birth_date,sex,province,region,club,nationality\n,Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,DIT,ZA\n")]
    players: String,
    /// `number,family_name,given_names,birth_date,club,year,basis,division,paid_on`, of which the first and the last may be left out. A registration is known by the
    /// player, the gaming year and the basis. Without a number the player is the member of the club with that name and
    /// birth date, one who is new in the same upload included; beside a number, the name and the birth date are for the
    /// reader alone.
    #[schema(required = false, format = Binary, example = "number,family_name,given_names,birth_date,club,year,basis,division,paid_on\n,Mokoena,Thandiwe,1998-04-17,DIT,2027,member,senior,2026-11-20\n")]
    registrations: String,
}

/// The manner of importing.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CreateImport {
    /// Whether it is only to be seen what the import would do.
    #[serde(default)]
    #[param(required = false, default = false, example = true)]
    dry_run: bool,
}

/// Work that takes longer than a request.
#[derive(Serialize, ToSchema)]
#[schema(as = Job)]
struct JobView {
    /// Its id.
    #[schema(example = "019aa0ce-2c3d-7e4f-8a5b-6c7d8e9f0a1b")]
    id: JobId,
    /// The state that it has reached.
    state: JobState,
    /// The number of rows that are done.
    #[schema(example = 20)]
    done: u64,
    /// The number of rows in all; 0 as long as they have not been counted.
    #[schema(example = 240)]
    total: u64,
    /// The time at which it was asked for.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which it came to its end.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-20T08:00:02.000000Z")]
    finished_at: Option<Timestamp>,
    /// The outcome.
    report: Option<ImportReport>,
}

impl JobView {
    fn new(job: Job) -> JobView {
        let rows = job.report.as_ref().map(ImportReport::rows);
        JobView {
            id: job.id,
            state: job.state,
            done: rows.unwrap_or(job.done),
            total: rows.unwrap_or(job.total),
            created_at: job.created_at,
            finished_at: job.finished_at,
            report: job.report,
        }
    }
}

/// Import files
///
/// Clubs, affiliations, players and registrations, in this order, of one upload: a season's renewals at once. All of it
/// is taken, or, if there is a fault in any row, nothing; the job's report, which is kept for 30 days, lists every fault by
/// file, line and column. With `dry_run` the report says what the import would do, and nothing is changed.
///
/// A large import is carried out in parts, so that others can write meanwhile: until the job is done, a part of it may be
/// seen, but never of an import that is not taken. Whoever changes what it is about to change is answered 503 until it has
/// done so.
///
/// Each row is judged by the province of its club: `out-of-scope` in the report is a row of a club that you do not look
/// after. The codes of faults are those of the operations that register and change one thing; an import's own are
/// `not-utf-8`, `unreadable-workbook`, `workbook-too-large` (it unpacks to more than 64 MiB, or has more formats, texts or text than is kept), `wrong-cell-count`, `too-many-rows`, `duplicate-row` (an earlier line is about the same) and
/// `several-players` (of one name and birth date: give the number).
#[utoipa::path(
    tag = "imports",
    params(CreateImport),
    request_body(content = ImportFiles, content_type = "multipart/form-data", description = "One to four files, each in a part of its name."),
    responses(
        (status = 202, description = "The job: it waits for its turn.", body = JobView),
        (status = 400, description = "`idempotency-key-required`: an import has an `Idempotency-Key`, which may be sent again with the same files. `malformed-multipart`: the parts of the body could not be told apart."),
        (status = 408, description = "`body-too-slow`: the body took longer than two minutes."),
        (status = 413, description = "`body-too-large`: the files have more than 10 MiB."),
        (status = 429, description = "`too-many-jobs`: four of your jobs wait or are being done. Try again after `Retry-After` seconds."),
    ),
)]
#[post("/v1/imports")]
async fn create_import(
    caller: Coordinator,
    Query(query): Query<CreateImport>,
    upload: Upload,
    jobs: Data<Jobs>,
) -> Result<StoredResponse, Error> {
    let parts = named(upload.parts)?;
    let digests: Vec<(ImportFile, String)> = parts
        .iter()
        .map(|(file, part)| (*file, sha256(&part.content)))
        .collect();
    let request = Request::asking(upload.key, &(Operation::create_import, query.dry_run, digests))?;
    // One after the other: a file is long, and is not kept twice.
    let files = parts.into_iter();
    let files = files.map(|(file, part)| SentFile::new(file, &part.content)).collect();
    let input = JobInput {
        dry_run: query.dry_run,
        is_looked_at: false,
        origin: caller.actor().origin().to_owned(),
        files,
        games: None,
    };
    enqueue(caller, request, input, &jobs).await
}

/// Keeps what was sent, as a job that waits for its turn.
async fn enqueue<P: Permission>(
    caller: Permit<P>,
    request: Request,
    input: JobInput,
    jobs: &Jobs,
) -> Result<StoredResponse, Error> {
    // Written before the transaction: an upload is long.
    let input = input.written()?;
    let answer = caller
        .write_once(request, move |c, by| {
            let job = use_cases::begin(c, by, &input)?;
            let path = format!("/v1/jobs/{}", job.id);
            Ok(Response::private(JobView::new(job)).accepted_at(path))
        })
        .await?;
    jobs.wake();
    Ok(answer)
}

/// A file of records of games, one after the other. Of each the tags `FirstId` and `SecondId`, the players' numbers, and
/// `Date` are needed, and for games of a tournament `Round`: the number of the round and of the game in the match, as `2.3`.
/// Other tags are not kept, but `Result`, `RuleSet` and `Termination`. Turns may be spelled as people spell them.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the part is read by its name; this describes it")]
struct GameFile {
    /// The file, UTF-8.
    #[schema(format = Binary, example = "[Event \"Mahikeng Open\"]\n[Date \"2026.11.20\"]\n[Round \"2.3\"]\n[FirstId \"M-0000049-D\"]\n[SecondId \"M-0000050-E\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. e1 r1 2. e2 r2 3. e3 x r1 1-0\n")]
    games: String,
}

/// The tournament that the games belong to, if to any.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CreateGameImport {
    /// The tournament whose games they are; friendly games if absent.
    #[param(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<TournamentId>,
}

/// Import a file of games
///
/// Each game is judged by itself: those that are in order are recorded, and of the others the job's report says, by line, why
/// not. What was on record before is told as `known`, so that a file can be mended and sent again. The games are taken some at a
/// time, between which others write, and what was taken is kept: an import that is interrupted is begun again by itself, and what it
/// had recorded is then among the `known`. The codes of faults are those of
/// recording one game; the import's own are `not-utf-8`, `too-many-games` (more than
/// 50,000), `unknown-player`, `invalid-date` and `invalid-round`, about tags.
#[utoipa::path(
    tag = "imports",
    params(CreateGameImport),
    request_body(content = GameFile, content_type = "multipart/form-data", description = "The file, in the part `games`."),
    responses(
        (status = 202, description = "The job: it waits for its turn.", body = JobView),
        (status = 400, description = "`idempotency-key-required`: an import has an `Idempotency-Key`, which may be sent again with the same file. `malformed-multipart`: the parts of the body could not be told apart."),
        (status = 408, description = "`body-too-slow`: the body took longer than two minutes."),
        (status = 413, description = "`body-too-large`: the file has more than 10 MiB."),
        (status = 429, description = "`too-many-jobs`: four of your jobs wait or are being done. Try again after `Retry-After` seconds."),
    ),
)]
#[post("/v1/imports/games")]
async fn create_game_import(
    caller: TournamentOfficial,
    Query(query): Query<CreateGameImport>,
    upload: Upload,
    jobs: Data<Jobs>,
) -> Result<StoredResponse, Error> {
    let part = alone(upload.parts, "games")?;
    let digest = sha256(&part.content);
    let request = Request::asking(
        upload.key,
        &(Operation::create_game_import, query.tournament_id, digest),
    )?;
    let games = SentGames::new(query.tournament_id, &part.content);
    drop(part);
    let input = JobInput {
        dry_run: false,
        is_looked_at: false,
        origin: caller.actor().origin().to_owned(),
        files: Vec::new(),
        games: Some(games),
    };
    enqueue(caller, request, input, &jobs).await
}

/// The part of that name, which is to be the only one.
fn alone(parts: Vec<Part>, name: &str) -> Result<Part, Faults> {
    let mut faults = Faults::default();
    let mut alone = None;
    for part in parts {
        let pointer = format!("/{}", part.name);
        if part.name != name {
            let unknown = format!("There is no such part; expected {name}.");
            faults.check::<()>(&pointer, Err(ValueError::new("unknown-field", unknown)));
        } else if alone.replace(part).is_some() {
            faults.check::<()>(&pointer, Err(ValueError::new("duplicate-field", "Was given twice.")));
        }
    }
    if alone.is_none() {
        faults.check::<()>(&format!("/{name}"), Err(ValueError::new("required", "Must be given.")));
    }
    alone.filter(|_| faults.is_empty()).ok_or(faults)
}

/// The parts by the files that they are, in the order in which they are taken.
fn named(parts: Vec<Part>) -> Result<Vec<(ImportFile, Part)>, Error> {
    let mut faults = Faults::default();
    let expected = || {
        ImportFile::ALL
            .iter()
            .map(|file| file.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut named: Vec<(ImportFile, Part)> = Vec::new();
    for part in parts {
        let pointer = format!("/{}", part.name);
        let file = ImportFile::from_word(&part.name).ok_or_else(|| {
            ValueError::new(
                "unknown-field",
                format!("There is no such part; expected {}.", expected()),
            )
        });
        let Some(file) = faults.check(&pointer, file) else {
            continue;
        };
        if named.iter().any(|(earlier, _)| *earlier == file) {
            faults.check::<()>(&pointer, Err(ValueError::new("duplicate-field", "Was given twice.")));
        }
        named.push((file, part));
    }
    if named.is_empty() && faults.is_empty() {
        faults = Faults::of("", ValueError::new("required", format!("Send one of {}.", expected())));
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    named.sort_by_key(|(file, _)| ImportFile::ALL.iter().position(|other| other == file));
    Ok(named)
}

/// Read a job
///
/// A job of your own: how far it has come, and, at its end, its report. It is kept for 30 days after its end.
#[utoipa::path(
    tag = "imports",
    responses((status = 200, description = "The job.", body = JobView)),
)]
#[get("/v1/jobs/{id}")]
async fn read_job(caller: SignedIn, id: Path<JobId>) -> Result<Response<JobView>, Error> {
    let job = caller.read(move |c, by| use_cases::find_own(c, by, *id)).await?;
    Ok(Response::private(JobView::new(job)))
}
