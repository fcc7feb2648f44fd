//! `backup`, `restore`, `doctor` and `copy`: the records looked after.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chrono::DateTime;
use clap::Args;

use crate::app::settings::DatabaseSettings;
use crate::care::backups::{self, Copied, Folder};
use crate::care::doctor::{self, ExaminationStep, Finding, Subject};
use crate::care::files;
use crate::care::restoring;
use crate::cli::progress::Bar;
use crate::cli::{CommandOutcome, open, print};
use crate::db::{self, Progress, Url};
use crate::values::clock::Timestamp;
use crate::values::error::Error;

#[derive(Args)]
pub(super) struct Backup {
    #[command(flatten)]
    records: DatabaseSettings,

    /// The file to be; none that is there is overwritten
    file: PathBuf,
}

#[derive(Args)]
pub(super) struct Restore {
    #[command(flatten)]
    records: DatabaseSettings,

    /// Only look whether the copy is good; the exit status is 1 if it is not
    #[arg(long)]
    check: bool,

    /// The time of which to take the newest copy out of a folder, or one before, as 2026-11-25T08:00:00+02:00
    #[arg(long, value_parser = moment)]
    at: Option<Timestamp>,

    /// The copy; or a folder of copies, of which the newest is taken
    file: PathBuf,
}

#[derive(Args)]
pub(super) struct Doctor {
    #[command(flatten)]
    records: DatabaseSettings,

    /// The folder in which the service keeps copies, to look who may read them
    #[arg(long, env = "BACKUP_FOLDER")]
    backup_folder: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Copy {
    #[command(flatten)]
    records: DatabaseSettings,

    /// The other database.
    #[arg(long, help = "The other database, as DATABASE_URL would name it")]
    to: Url,
}

/// Reads a moment, with its time zone.
pub(super) fn moment(text: &str) -> Result<Timestamp, String> {
    let moment = DateTime::parse_from_rfc3339(text);
    let moment = moment.map_err(|_| "a time is written as 2026-11-25T08:00:00+02:00".to_owned())?;
    Ok(Timestamp(moment.to_utc()))
}

/// A bar that is drawn by what is told of the rows.
fn bar_of_rows() -> impl FnMut(Progress) {
    let mut bar: Option<Bar> = None;
    move |Progress { all, more }| {
        let bar = bar.get_or_insert_with(|| Bar::new(Some(all), "{bar:40} {pos} of {len} rows, {eta} to go", "{pos}"));
        bar.more(more);
    }
}

pub(super) fn back_up(asked: &Backup) -> CommandOutcome {
    let url = asked.records.url();
    let copied = backups::backup(&url, &asked.file, bar_of_rows())?;
    let file = asked.file.display();
    print(&format!(
        "Copied {} to {file}.\n{}\nTo go back to it, where there are no records: {} restore {file}",
        url.shown(),
        told(&copied),
        env!("CARGO_PKG_NAME"),
    ))
}

fn told(copied: &Copied) -> String {
    let Copied {
        bytes,
        tables,
        rows,
        trail,
    } = copied;
    let trail = match trail {
        Some((entries, checkpoint)) => {
            format!("The audit trail has {entries} entries; the checkpoint of its log is\n\n{checkpoint}")
        }
        None => "Its schema is older than this program's, so the audit trail was not read.".to_owned(),
    };
    format!("{rows} rows in {tables} tables, {bytes} bytes.\n{trail}")
}

pub(super) fn restore(asked: &Restore) -> CommandOutcome {
    let file = match (asked.file.is_dir(), asked.at) {
        (true, at) => Folder::at(&asked.file)?.newest(at)?,
        (false, None) => asked.file.clone(),
        (false, Some(_)) => return Err("--at takes a copy out of a folder of copies".into()),
    };
    let url = asked.records.url();
    if !asked.check {
        // Before a long look at the copy.
        restoring::refuse_filled(&url)?;
    }
    let findings = examine(&file)?;
    let (is_whole, is_sound) = (
        findings
            .iter()
            .all(|finding| finding.subject == Subject::Records || finding.faults == 0),
        findings.iter().all(|finding| finding.faults == 0),
    );
    let name = file.display();
    if asked.check {
        let is_older = findings.iter().any(|finding| finding.looked_at.is_none());
        let verdict = match (is_whole, is_older, is_sound) {
            (false, ..) => "is damaged: take another copy.",
            (true, true, _) => "is whole, and of an older program: what is in it was not examined.",
            (true, false, false) => "is whole, and what is in it does not add up.",
            (true, false, true) => "is good.",
        };
        print(&format!("{name} {verdict}"))?;
        return Ok(status(is_sound));
    }
    if !is_whole {
        return Err(format!("{name} is damaged. Nothing was changed; take another copy.").into());
    }
    restoring::restore(&file, &url, bar_of_rows())?;
    print(&format!(
        "{name} is now the records, at {}.{}\nWhoever was erased after the copy was made has to be erased again.",
        url.shown(),
        if is_sound {
            ""
        } else {
            " What does not add up in them is told above."
        }
    ))
}

fn status(is_good: bool) -> ExitCode {
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Examines a copy, and tells what was found as it goes.
fn examine(file: &Path) -> Result<Vec<Finding>, Error> {
    let mut teller = Teller::new();
    restoring::examine(file, &mut |step| teller.tell(&step))
}

pub(super) async fn doctor(asked: &Doctor) -> CommandOutcome {
    let database = open(&asked.records)?;
    let copies = asked.backup_folder.as_deref().map(Folder::at).transpose()?;
    let examined = database.read(move |c| {
        let mut teller = Teller::new();
        doctor::examine(c, &mut |step| teller.tell(&step))
    });
    let faults: u64 = examined.await?.iter().map(|finding| finding.faults).sum();
    let files = files::examine(&asked.records.url(), copies.as_ref())?;
    write_finding(&files)?;
    let faults = faults + files.faults;
    let verdict = match faults {
        0 => "The records are sound.".to_owned(),
        1 => "1 fault.".to_owned(),
        many => format!("{many} faults."),
    };
    print(&verdict)?;
    Ok(status(faults == 0))
}

/// The listener that is told how an examination goes: a bar while a check takes long, and a line when it is done.
struct Teller(Option<Bar>);

impl Teller {
    fn new() -> Teller {
        Teller(None)
    }

    fn tell(&mut self, step: &ExaminationStep<'_>) {
        match step {
            ExaminationStep::Looked => {
                let bar = || Bar::new(None, "{pos}", "{spinner} {pos} looked at");
                self.0.get_or_insert_with(bar).more(1);
            }
            ExaminationStep::Done(finding) => {
                self.0 = None;
                // Whoever does not listen any more is told by the exit status.
                let _ = write_finding(finding);
            }
        }
    }
}

fn write_finding(finding: &Finding) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let Finding {
        name,
        looked_at,
        faults,
        first,
        ..
    } = finding;
    match (looked_at, faults) {
        (None, _) => writeln!(out, "{name}: not examined"),
        (Some(looked_at), 0) => writeln!(out, "{name}: ok, {looked_at} looked at"),
        (Some(looked_at), faults) => {
            let word = if *faults == 1 { "fault" } else { "faults" };
            writeln!(out, "{name}: {faults} {word}, {looked_at} looked at")?;
            first.iter().try_for_each(|fault| writeln!(out, "  {fault}"))
        }
    }
}

pub(super) fn copy(asked: &Copy) -> CommandOutcome {
    let from = asked.records.url();
    let copied = db::copy(&from, &asked.to, bar_of_rows())?;
    let mut out = std::io::stdout().lock();
    for table in copied.iter().filter(|table| table.rows > 0) {
        writeln!(out, "{}: {} rows", table.table, table.rows)?;
    }
    let rows: u64 = copied.iter().map(|table| table.rows).sum();
    writeln!(
        out,
        "Copied {rows} rows of {} tables from {} to {}, and compared them all: they are equal.",
        copied.len(),
        from.shown(),
        asked.to.shown()
    )?;
    Ok(ExitCode::SUCCESS)
}
