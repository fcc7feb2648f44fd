//! Migrations: there and back, on both databases alike.

use std::path::Path;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use federation_records::db::{self, Url};

use crate::postgres;

fn there_and_back(url: &Url) {
    let known = db::known().count();
    assert_eq!(db::migrate(url).unwrap().len(), known);
    assert_eq!(
        db::migrate(url).unwrap(),
        Vec::<String>::new(),
        "a second run has nothing to do"
    );
    assert_eq!(db::revert_all(url).unwrap().len(), known);
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
    db::revert_all(&url).unwrap();
    all_at_once(&url);
}

/// Does work on the schema while another transaction has a lock that it needs, and then asks for one that the work has: a
/// deadlock, which the server ends after its patience with the work, since that with the other is endless.
fn in_a_deadlock<T: Send>(url: &Url, lock: &str, work: impl FnOnce(&Url) -> T + Send) -> T {
    const PATIENCE: &str = "DO $$ BEGIN \
        EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''3s''', current_database()); \
        END $$; SET deadlock_timeout = '1h'; SET statement_timeout = '60s'";
    const WAITING: &str = "SELECT 1 FROM pg_locks WHERE NOT granted AND pid IN \
        (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
    let Url::Postgres(address) = url else { unreachable!() };
    let mut other = PgConnection::establish(address).unwrap();
    other.batch_execute(PATIENCE).unwrap();
    std::thread::scope(|scope| {
        other.batch_execute(&format!("BEGIN; {lock}")).unwrap();
        let work = scope.spawn(|| work(url));
        while sql_query(WAITING).execute(&mut other).unwrap() == 0 {
            assert!(!work.is_finished(), "nobody was in the way");
            std::thread::sleep(Duration::from_millis(5));
        }
        let ask = "LOCK TABLE __diesel_schema_migrations IN EXCLUSIVE MODE; ROLLBACK";
        other.batch_execute(ask).unwrap();
        work.join().unwrap()
    })
}

#[test]
fn postgres_goes_there_and_back_although_others_are_at_work() {
    let Some(database) = postgres::database() else { return };
    let url = Url::Postgres(database.url());
    let known = db::known().count();
    let first = "UPDATE __diesel_schema_migrations SET run_on = run_on WHERE version = '20261129000000'";
    assert_eq!(in_a_deadlock(&url, first, db::revert_all).unwrap().len(), known);
    let first = "INSERT INTO __diesel_schema_migrations (version) VALUES ('20261129000000')";
    assert_eq!(in_a_deadlock(&url, first, db::migrate).unwrap().len(), known);
}
