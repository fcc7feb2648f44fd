//! Copies of the records: one in a file of its own, and those that the service makes by itself as time goes on.

use std::fs::DirBuilder;
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{Days, NaiveDateTime, TimeDelta};

use crate::db::log::{self, LogVerdict};
use crate::db::snapshot::{UNFINISHED, extent, look, of_file, snapshot};
use crate::db::{Progress, Url, version};
use crate::values::clock::Timestamp;
use crate::values::error::Error;

/// A copy of the records in one file.
#[derive(Debug, Clone)]
pub struct Copied {
    /// The length of the file.
    pub bytes: u64,
    /// The number of tables.
    pub tables: usize,
    /// The number of rows in all of them.
    pub rows: u64,
    /// The audit trail, if the schema is this program's: the number of its entries, and the checkpoint of its log.
    pub trail: Option<(i64, String)>,
}

impl Copied {
    /// Reads back what a copy holds.
    ///
    /// # Errors
    /// It cannot be read, or its audit trail does not hold.
    pub fn read(file: &Path) -> Result<Copied, Error> {
        let bytes = std::fs::metadata(file).map_err(|error| of_file(file, &error))?.len();
        let mut connection = look(file)?;
        let (tables, rows) = extent(&mut connection)?;
        let (_, is_own) = version(&mut connection)?;
        let trail = if is_own {
            let verdict = log::verify(&mut connection, None)?;
            if let Some(fault) = verdict.fault() {
                return Err(Error::Internal(format!(
                    "the audit trail of the copy {} does not hold: {fault}. It is as the records are; the copy was kept.",
                    file.display()
                )));
            }
            match verdict {
                LogVerdict::Whole {
                    chained,
                    entries,
                    waiting,
                    checkpoint,
                    ..
                } => Some((chained + entries + waiting, checkpoint)),
                _ => None,
            }
        } else {
            None
        };
        Ok(Copied {
            bytes,
            tables,
            rows,
            trail,
        })
    }
}

/// Copies the records, as they are at one moment, into a file of that name, while others read and write.
///
/// # Errors
/// As `snapshot`; and the audit trail does not hold.
pub fn backup(url: &Url, file: &Path, progress: impl FnMut(Progress)) -> Result<Copied, Error> {
    snapshot(url, file, progress)?;
    Copied::read(file)
}

/// The beginning and the end of the names of copies in a folder; between them stands the moment at which each was begun.
const NAMES: (&str, &str) = ("records-", ".sqlite");
const MOMENT: &str = "%Y%m%dT%H%M%SZ";

/// The time after which what a stopped program has left unfinished in the folder is taken away.
const LEFTOVER: TimeDelta = TimeDelta::hours(24);

/// A folder with copies of the records as they were from time to time.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder, which must be there.
    ///
    /// # Errors
    /// It is none.
    pub fn at(path: &Path) -> Result<Folder, Error> {
        if path.is_dir() {
            Ok(Folder(path.to_owned()))
        } else {
            Err(Error::Internal(format!("there is no folder {}", path.display())))
        }
    }

    /// Makes the folder for its owner alone, if it is not there.
    ///
    /// # Errors
    /// It cannot be made, or something else is there.
    pub fn made(path: &Path) -> Result<Folder, Error> {
        match DirBuilder::new().mode(0o700).create(path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(of_file(path, &error)),
            _ => Folder::at(path),
        }
    }

    /// The place of it.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Copies the records into a new file, named by the moment.
    ///
    /// # Errors
    /// As `snapshot`.
    pub fn add(&self, url: &Url, now: Timestamp) -> Result<PathBuf, Error> {
        let file = self.0.join(name(now));
        snapshot(url, &file, |_| {})?;
        Ok(file)
    }

    /// The copies, each with its moment, the oldest first.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn list(&self) -> Result<Vec<(Timestamp, PathBuf)>, Error> {
        let mut copies = Vec::new();
        for file in std::fs::read_dir(&self.0).map_err(|error| of_file(&self.0, &error))? {
            let file = file.map_err(|error| of_file(&self.0, &error))?;
            if let Some(moment) = file.file_name().to_str().and_then(moment_of) {
                copies.push((moment, file.path()));
            }
        }
        copies.sort();
        Ok(copies)
    }

    /// The newest copy, or the newest that was begun at that moment or earlier.
    ///
    /// # Errors
    /// There is none.
    pub fn newest(&self, until: Option<Timestamp>) -> Result<PathBuf, Error> {
        let mut copies = self.list()?;
        copies.retain(|(moment, _)| until.is_none_or(|until| *moment <= until));
        let newest = copies.pop().map(|(_, file)| file);
        newest.ok_or_else(|| {
            let until = until.map_or_else(String::new, |until| format!(" of {until} or earlier"));
            Error::Internal(format!("there is no copy{until} in {}", self.0.display()))
        })
    }

    /// Takes away the copies that need not be kept for so many days; how many.
    ///
    /// # Errors
    /// A file cannot be taken away.
    pub fn thin_out(&self, now: Timestamp, days: u32) -> Result<usize, Error> {
        let copies = self.list()?;
        let moments: Vec<Timestamp> = copies.iter().map(|(moment, _)| *moment).collect();
        let superfluous = superfluous(&moments, now, days);
        for (_, file) in copies.iter().filter(|(moment, _)| superfluous.contains(moment)) {
            std::fs::remove_file(file).map_err(|error| of_file(file, &error))?;
        }
        self.take_away_leftovers(now)?;
        Ok(superfluous.len())
    }

    /// Takes away what was begun and left long ago.
    fn take_away_leftovers(&self, now: Timestamp) -> Result<(), Error> {
        let long_ago = SystemTime::from(now.before(LEFTOVER).utc());
        for file in std::fs::read_dir(&self.0).map_err(|error| of_file(&self.0, &error))? {
            let file = file.map_err(|error| of_file(&self.0, &error))?;
            let name = file.file_name();
            let is_unfinished = |name: &str| name.starts_with(NAMES.0) && name.contains(UNFINISHED);
            let modified = file.metadata().and_then(|metadata| metadata.modified());
            let is_old = modified.is_ok_and(|modified| modified < long_ago);
            if is_old && name.to_str().is_some_and(is_unfinished) {
                std::fs::remove_file(file.path()).map_err(|error| of_file(&file.path(), &error))?;
            }
        }
        Ok(())
    }
}

fn name(now: Timestamp) -> String {
    format!("{}{}{}", NAMES.0, now.utc().format(MOMENT), NAMES.1)
}

fn moment_of(name: &str) -> Option<Timestamp> {
    let moment = name.strip_prefix(NAMES.0)?.strip_suffix(NAMES.1)?;
    let moment = NaiveDateTime::parse_from_str(moment, MOMENT).ok()?;
    Some(Timestamp(moment.and_utc()))
}

/// The moments, of these in their order, whose copies need not be kept: all of the last 24 hours are; of each day before, the
/// last one, for so many days.
fn superfluous(moments: &[Timestamp], now: Timestamp, days: u32) -> Vec<Timestamp> {
    let (a_day_ago, first) = (
        now.utc() - TimeDelta::hours(24),
        now.day().checked_sub_days(Days::new(days.into())),
    );
    let after = |nth: usize| moments.get(nth + 1).map(|next| next.day());
    let is_kept = |nth: usize, moment: Timestamp| {
        let is_last_of_day = after(nth) != Some(moment.day());
        moment.utc() >= a_day_ago || (is_last_of_day && first.is_none_or(|first| moment.day() >= first))
    };
    let all = moments.iter().copied().enumerate();
    // The newest stays, however old: there may be no other.
    let all = all.take(moments.len().saturating_sub(1));
    all.filter(|(nth, moment)| !is_kept(*nth, *moment))
        .map(|(_, moment)| moment)
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::care::backups::*;

    fn at(text: &str) -> Timestamp {
        moment_of(&format!("records-{text}.sqlite")).unwrap()
    }

    #[test]
    fn a_name_tells_its_moment_and_others_tell_none() {
        assert_eq!(name(at("20261125T031517Z")), "records-20261125T031517Z.sqlite");
        for other in [
            "records-20261125T031517Z.sqlite.77.partial",
            "records-20261325T031517Z.sqlite",
            "records-.sqlite",
            "federation.sqlite",
        ] {
            assert_eq!(moment_of(other), None, "{other}");
        }
    }

    #[test]
    fn of_days_before_the_last_copy_is_kept() {
        let now = at("20261125T120000Z");
        let moments: Vec<Timestamp> = [
            "20261020T230000Z", // too old
            "20261101T100000Z",
            "20261101T200000Z",
            "20261124T110000Z",
            "20261124T115959Z",
            "20261124T120000Z", // 24 hours ago
            "20261124T233000Z",
            "20261125T111500Z",
            "20261125T113000Z",
        ]
        .map(at)
        .to_vec();
        let gone = [
            "20261020T230000Z",
            "20261101T100000Z",
            "20261124T110000Z",
            "20261124T115959Z",
        ];
        assert_eq!(superfluous(&moments, now, 30), gone.map(at));
        assert_eq!(superfluous(&moments[..1], now, 30), [], "the newest stays");
        let none_kept_long = [
            "20261020T230000Z",
            "20261101T100000Z",
            "20261101T200000Z",
            "20261124T110000Z",
            "20261124T115959Z",
        ];
        assert_eq!(superfluous(&moments, now, 0), none_kept_long.map(at));
    }

    #[test]
    fn what_was_left_unfinished_goes_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("records-20261125T031517Z.sqlite.77.partial");
        let other = folder.path().join("letter.partial");
        for file in [&left, &other] {
            std::fs::write(file, "half of it").unwrap();
        }
        let copies = Folder::at(folder.path()).unwrap();
        copies.thin_out(at("20000101T000000Z"), 30).unwrap();
        assert!(left.exists());
        copies.thin_out(at("20990101T000000Z"), 30).unwrap();
        assert!(!left.exists() && other.exists());
    }
}
