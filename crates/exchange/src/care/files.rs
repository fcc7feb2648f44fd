//! The files and folders that hold the records, and who may read them.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::care::backups::Folder;
use crate::care::doctor::{Finding, Subject};
use crate::db::{Url, files};
use crate::values::error::Error;
use crate::values::examination::Findings;

/// Examines whether files of the records and copies are their owner's alone.
///
/// # Errors
/// The folder cannot be read.
pub fn examine(url: &Url, copies: Option<&Folder>) -> Result<Finding, Error> {
    let mut watch = || {};
    let mut findings = Findings::none(&mut watch);
    for path in paths(url, copies)? {
        findings.look();
        if let Some(fault) = fault(&path) {
            findings.fault(fault);
        }
    }
    Ok(Finding {
        name: "files",
        subject: Subject::Records,
        looked_at: Some(findings.looked_at),
        faults: findings.faults,
        first: findings.first,
    })
}

/// Lists those that are there.
fn paths(url: &Url, copies: Option<&Folder>) -> Result<Vec<PathBuf>, Error> {
    let mut paths = match url {
        Url::Sqlite(path) => files(path).to_vec(),
        Url::Postgres(_) => Vec::new(),
    };
    if let Some(folder) = copies {
        paths.push(folder.path().to_owned());
        paths.extend(folder.list()?.into_iter().map(|(_, copy)| copy));
    }
    paths.retain(|path| path.exists());
    Ok(paths)
}

/// Finds the fault of one that others may open.
fn fault(path: &Path) -> Option<String> {
    let metadata = std::fs::metadata(path).ok()?;
    let mode = metadata.mode() & 0o777;
    let own = if metadata.is_dir() { 0o700 } else { 0o600 };
    (mode & 0o077 != 0).then(|| {
        let path = path.display();
        format!("{path} is open to other users of this machine (mode {mode:04o}): chmod {own:o} {path}")
    })
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use crate::care::files::*;

    #[test]
    fn what_others_may_read_is_told_with_the_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let (copies, records) = (folder.path().join("copies"), folder.path().join("records.sqlite"));
        let made = Folder::made(&copies).unwrap();
        std::fs::write(&records, "").unwrap();
        let copy = copies.join("records-20261125T031517Z.sqlite");
        std::fs::write(&copy, "").unwrap();
        let set = |path: &Path, mode| std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        let url = Url::Sqlite(records.display().to_string());
        let first = |modes: [u32; 3]| {
            let paths = [&records, &copies, &copy].into_iter().zip(modes);
            paths.for_each(|(path, mode)| set(path, mode));
            examine(&url, Some(&made)).unwrap().first
        };
        assert_eq!(std::fs::metadata(&copies).unwrap().mode() & 0o777, 0o700);
        assert_eq!(first([0o600, 0o700, 0o600]), Vec::<String>::new());
        let told = first([0o644, 0o755, 0o640]);
        for (told, (path, mode, own)) in told.iter().zip([
            (&records, "0644", "600"),
            (&copies, "0755", "700"),
            (&copy, "0640", "600"),
        ]) {
            assert!(told.contains(mode), "{told}");
            assert!(told.ends_with(&format!("chmod {own} {}", path.display())), "{told}");
        }
        assert_eq!(told.len(), 3);
    }
}
