//! Migrations: there and back, on both databases alike.

use std::path::Path;

use federation_records::db::{self, Url};

use crate::postgres;

/// Takes the records back to nothing, again where a hostile server has aborted that; the number of steps.
pub fn revert_all(url: &Url) -> usize {
    loop {
        match db::revert_all(url) {
            Ok(steps) => return steps.len(),
            Err(error) => {
                let is_aborted = error.to_string().contains("could not serialize");
                assert!(is_aborted && postgres::is_hostile(), "{error}");
            }
        }
    }
}

fn there_and_back(url: &Url) {
    let known = db::known().count();
    assert_eq!(db::migrate(url).unwrap().len(), known);
    assert_eq!(
        db::migrate(url).unwrap(),
        Vec::<String>::new(),
        "a second run has nothing to do"
    );
    assert_eq!(revert_all(url), known);
    assert_eq!(db::migrate(url).unwrap().len(), known, "nothing was left behind");
}

#[test]
fn every_migration_is_compiled_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut folders: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    folders.sort();
    assert_eq!(folders, db::known().collect::<Vec<_>>());
}

#[test]
fn sqlite_goes_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    there_and_back(&Url::Sqlite(folder.path().join("records.sqlite").display().to_string()));
}

#[test]
fn postgres_goes_there_and_back() {
    let Some(database) = postgres::database() else { return };
    let url = Url::Postgres(database.url());
    revert_all(&url);
    there_and_back(&url);
}

/// Several instances start at the same moment on a new database: each finds the schema whole.
fn all_at_once(url: &Url) {
    let applied: usize = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| db::migrate(url).unwrap().len()))
            .collect();
        starts.into_iter().map(|start| start.join().unwrap()).sum()
    });
    assert_eq!(applied, db::known().count());
}

#[test]
fn sqlite_is_migrated_once() {
    // Many times, since it takes luck to meet another in the moment in which a new file gets its journal.
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        all_at_once(&Url::Sqlite(folder.path().join("records.sqlite").display().to_string()));
    }
}

#[test]
fn postgres_is_migrated_once() {
    let Some(database) = postgres::database() else { return };
    let url = Url::Postgres(database.url());
    revert_all(&url);
    all_at_once(&url);
}
