//! Migrations: there and back, on both databases alike.

use federation_records::db::{self, Url};

use crate::postgres;

fn there_and_back(url: &Url) {
    let [known, _] = db::known().unwrap();
    assert_eq!(db::migrate(url).unwrap().len(), known.len());
    assert_eq!(
        db::migrate(url).unwrap(),
        Vec::<String>::new(),
        "a second run has nothing to do"
    );
    assert_eq!(db::revert_all(url).unwrap().len(), known.len());
    assert_eq!(db::migrate(url).unwrap().len(), known.len(), "nothing was left behind");
}

#[test]
fn both_databases_have_the_same_migrations() {
    let [postgres, sqlite] = db::known().unwrap();
    assert_eq!(postgres, sqlite);
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
    db::revert_all(&url).unwrap();
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
    assert_eq!(applied, db::known().unwrap()[0].len());
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
    db::revert_all(&url).unwrap();
    all_at_once(&url);
}
