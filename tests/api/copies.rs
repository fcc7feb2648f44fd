//! Copies of the records: made while the service writes, looked at, put back, and carried into the other database.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Permissions;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Output;

use diesel::Connection;
use diesel::connection::SimpleConnection;
use federation_records::db::{self, Url};
use serde_json::Value;

use crate::app::TestApp;
use crate::care::populate;
use crate::command_line::{Serving, out, program};
use crate::patience::{awaited, eventually};
use crate::postgres;

/// A federation's records, and a folder beside them for copies.
struct Kept {
    app: TestApp,
    folder: tempfile::TempDir,
}

impl Kept {
    fn of(app: TestApp) -> Kept {
        populate(&app);
        // What a server has still to number after a copy was made it numbers by itself, there and here.
        app.number_entries();
        let folder = tempfile::tempdir().unwrap();
        Kept { app, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command on the records.
    fn run(&self, arguments: &[&str]) -> Output {
        run_on(self.app.url(), self.folder.path(), arguments)
    }
}

fn url_text(url: &Url) -> String {
    match url {
        Url::Sqlite(path) => format!("sqlite:{path}"),
        Url::Postgres(url) => url.clone(),
    }
}

/// Runs a command on the records there. If a hostile server aborts it, it is given again, as by anybody who is told so.
fn run_on(url: &Url, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = program(folder);
    command.env("DATABASE_URL", url_text(url)).args(arguments);
    loop {
        let output = command.output().unwrap();
        let is_aborted = String::from_utf8_lossy(&output.stderr).contains("could not serialize");
        if !(is_aborted && postgres::is_hostile()) {
            return output;
        }
    }
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn good(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    out(output)
}

/// Everything that strangers read: all lists, and what is reached from them, as the document names it.
fn public(url: &Url) -> BTreeMap<String, (u16, String)> {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program(folder.path());
    // Nobody reads its log, and a pipe that is full would hold it up.
    command
        .env("DATABASE_URL", url_text(url))
        .env("LOG", "off")
        .env("STRANGERS_A_MINUTE", "1000000")
        .arg("serve");
    let mut serving = Serving::of(&mut command, "Listening").unwrap();
    let base = format!("http://{}", serving.address());
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .new_agent();
    let listed = include_str!("../../openapi/public.txt")
        .lines()
        .filter_map(|line| line.strip_prefix("GET /v1"));
    let patterns: Vec<&str> = listed.collect();
    let mut read = BTreeMap::new();
    // By the last word of a list's path, the names of what is on it.
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    // What is reached from a list may be a list too.
    for _ in 0..3 {
        for pattern in &patterns {
            for path in paths(pattern, &known) {
                let answer = read.entry(path.clone()).or_insert_with(|| {
                    let mut answer = agent.get(format!("{base}/v1{path}")).call().unwrap();
                    let body = answer.body_mut().read_to_vec().unwrap();
                    let body = String::from_utf8_lossy(&body).replace(&base, "http://records.example");
                    // A refusal has an id of its own each time.
                    let told: Value = serde_json::from_str(&body).unwrap_or_default();
                    let code = told["code"].as_str().filter(|_| told["instance"].is_string());
                    (answer.status().as_u16(), code.unwrap_or(&body).to_owned())
                });
                let body: Value = serde_json::from_str(&answer.1).unwrap_or_default();
                let noun = path.rsplit('/').next().unwrap().to_owned();
                for item in body["items"].as_array().into_iter().flatten() {
                    let name = ["id", "code"].iter().find_map(|member| item[member].as_str());
                    known.entry(noun.clone()).or_default().extend(name.map(str::to_owned));
                }
            }
        }
    }
    assert!(read.len() > 100, "{}", read.len());
    drop(agent);
    serving.signal("TERM");
    serving.child.wait().unwrap();
    read
}

/// The paths of a pattern that has one parameter at most.
fn paths(pattern: &str, known: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once("/{") else {
        return vec![pattern.to_owned()];
    };
    let after = rest.split_once('}').unwrap().1;
    if after.contains('{') {
        return Vec::new();
    }
    let noun = before.rsplit('/').next().unwrap();
    let names = known.get(noun).into_iter().flatten();
    names.map(|name| format!("{before}/{name}{after}")).collect()
}

#[test]
fn a_copy_is_put_back_and_answers_as_the_records_did() {
    let kept = Kept::of(TestApp::on_sqlite());
    let (copy, back) = (kept.path("copy.sqlite"), kept.path("back.sqlite"));
    let told = good(&kept.run(&["backup", copy.to_str().unwrap()]));
    assert!(
        told.contains("rows in") && told.contains("the checkpoint of its log is"),
        "{told}"
    );
    assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let checked = good(&kept.run(&["restore", "--check", copy.to_str().unwrap()]));
    assert!(
        checked.ends_with("copy.sqlite is good.\n") && checked.contains("games: ok"),
        "{checked}"
    );
    let to = Url::Sqlite(back.display().to_string());
    let restored = good(&run_on(&to, kept.folder.path(), &["restore", copy.to_str().unwrap()]));
    assert!(restored.contains("back.sqlite"), "{restored}");
    assert_eq!(std::fs::read(&copy).unwrap(), std::fs::read(&back).unwrap());
    assert_eq!(public(kept.app.url()), public(&to));
    assert!(good(&run_on(&to, kept.folder.path(), &["doctor"])).ends_with("The records are sound.\n"));
    // Nothing unfinished was left behind.
    let mut files = std::fs::read_dir(kept.folder.path()).unwrap();
    assert!(files.all(|file| !file.unwrap().file_name().into_string().unwrap().contains("partial")));
}

#[test]
fn a_copy_overwrites_nothing_and_least_of_all_the_records() {
    let kept = Kept::of(TestApp::on_sqlite());
    let Url::Sqlite(records) = kept.app.url() else { panic!() };
    let there = kept.path("there");
    std::fs::write(&there, "a letter").unwrap();
    assert!(error(&kept.run(&["backup", there.to_str().unwrap()])).contains("is there already"));
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "a letter");
    let link = kept.path("link.sqlite");
    std::os::unix::fs::symlink(records, &link).unwrap();
    assert!(error(&kept.run(&["backup", link.to_str().unwrap()])).contains("is there already"));
    for ending in ["", "-wal", "-shm", "-journal"] {
        let own = format!("{records}{ending}");
        assert!(
            error(&kept.run(&["backup", &own])).contains("belongs to the records themselves"),
            "{own}"
        );
    }
    // Neither is a copy put over records that are there.
    let copy = kept.path("copy.sqlite");
    good(&kept.run(&["backup", copy.to_str().unwrap()]));
    // The service itself has nothing more to write.
    kept.app.number_entries();
    let mut connection = kept.app.connection();
    connection.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let before = std::fs::read(records).unwrap();
    assert!(error(&kept.run(&["restore", copy.to_str().unwrap()])).contains("is there. Nothing was changed"));
    assert_eq!(std::fs::read(records).unwrap(), before);
    let (gone, journal) = (kept.path("gone.sqlite"), kept.path("gone.sqlite-wal"));
    std::fs::write(&journal, "of other records").unwrap();
    let gone = Url::Sqlite(gone.display().to_string());
    let told = error(&run_on(&gone, kept.folder.path(), &["restore", copy.to_str().unwrap()]));
    assert!(told.contains("gone.sqlite-wal is there"), "{told}");
    // Where there are no records there is nothing to copy.
    std::fs::remove_file(&journal).unwrap();
    let told = error(&run_on(
        &gone,
        kept.folder.path(),
        &["backup", kept.path("none").to_str().unwrap()],
    ));
    assert!(
        told.contains("there are no records at") && !kept.path("none").exists(),
        "{told}"
    );
}

#[test]
fn a_copy_that_is_no_good_is_told_and_not_put_back() {
    let kept = Kept::of(TestApp::on_sqlite());
    let copy = kept.path("copy.sqlite");
    good(&kept.run(&["backup", copy.to_str().unwrap()]));
    let to = Url::Sqlite(kept.path("back.sqlite").display().to_string());
    let restore = |name: &str, check: bool| {
        let path = kept.path(name);
        let check: &[&str] = if check { &["--check"] } else { &[] };
        let arguments = [&["restore"], check, &[path.to_str().unwrap()]].concat();
        run_on(&to, kept.folder.path(), &arguments)
    };
    // Pages overwritten, as a disk does that fails.
    let bytes = std::fs::read(&copy).unwrap();
    let damaged = kept.path("damaged.sqlite");
    std::fs::write(&damaged, &bytes).unwrap();
    let file = std::fs::OpenOptions::new().write(true).open(&damaged).unwrap();
    for page in [20, 40, 60, 80] {
        file.write_all_at(&[0x5a; 2048], page * 4096).unwrap();
    }
    let told = restore("damaged.sqlite", true);
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    assert!(out(&told).contains("is damaged: take another copy"), "{told:?}");
    assert!(error(&restore("damaged.sqlite", false)).contains("is damaged. Nothing was changed"));
    // Cut short, as a copy is that was not waited for.
    std::fs::write(kept.path("short.sqlite"), &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(restore("short.sqlite", true).status.code(), Some(1));
    std::fs::write(
        kept.path("letter.sqlite"),
        "Dear federation, this is a letter and no copy.".repeat(20),
    )
    .unwrap();
    assert!(error(&restore("letter.sqlite", true)).contains("is no SQLite file"));
    assert!(error(&restore("nothing.sqlite", true)).contains("there is nothing at"));
    // One that was copied with its journal is half of it.
    std::fs::write(kept.path("copy.sqlite-wal"), "a journal").unwrap();
    assert!(error(&restore("copy.sqlite", true)).contains("has a journal beside it"));
    std::fs::remove_file(kept.path("copy.sqlite-wal")).unwrap();
    assert!(!kept.path("back.sqlite").exists());
    // What was wrong in the records is wrong in the copy: it is told, and does not keep anybody from going back.
    let mut connection = diesel::SqliteConnection::establish(copy.to_str().unwrap()).unwrap();
    connection
        .batch_execute("UPDATE openings SET games = games + 1")
        .unwrap();
    drop(connection);
    let told = restore("copy.sqlite", true);
    assert_eq!(told.status.code(), Some(1));
    assert!(out(&told).contains("does not add up"), "{told:?}");
    assert!(good(&restore("copy.sqlite", false)).contains("is told above"));
    let told = run_on(&to, kept.folder.path(), &["doctor"]);
    assert_eq!(told.status.code(), Some(1));
    assert!(
        out(&told).contains("openings: ") && out(&told).contains("faults"),
        "{told:?}"
    );
}

#[test]
fn the_folder_of_copies_is_for_its_owner_alone_and_a_wider_one_is_told() {
    let kept = Kept::of(TestApp::on_sqlite());
    let folder = kept.path("copies");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let with_folder = || {
        let mut command = program(kept.folder.path());
        command.env("DATABASE_URL", url_text(kept.app.url()));
        command.env("BACKUP_FOLDER", &folder);
        command
    };
    let serving = Serving::of(with_folder().arg("serve"), "Listening").unwrap();
    let copy = awaited("a copy", || {
        let mut files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        files.find(|file| file.extension().is_some_and(|end| end == "sqlite"))
    });
    serving.signal("TERM");
    assert_eq!((mode(&folder), mode(&copy)), (0o700, 0o600));
    let doctor = || with_folder().arg("doctor").output().unwrap();
    let sound = doctor();
    assert!(sound.status.success(), "{sound:?}");
    std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    std::fs::set_permissions(&copy, Permissions::from_mode(0o644)).unwrap();
    let told = doctor();
    assert_eq!(told.status.code(), Some(1));
    for remedy in [
        format!("chmod 700 {}", folder.display()),
        format!("chmod 600 {}", copy.display()),
    ] {
        assert!(out(&told).contains(&remedy), "{told:?}");
    }
}

#[test]
fn the_service_makes_copies_by_itself_and_one_goes_back_to_a_moment() {
    let kept = Kept::of(TestApp::on_sqlite());
    let folder = kept.path("copies");
    let mut command = program(kept.folder.path());
    let started = |command: &mut std::process::Command| {
        command.env("DATABASE_URL", url_text(kept.app.url())).arg("serve");
        Serving::of(command, "Listening")
    };
    let nowhere = kept.path("nowhere/copies");
    let told = started(command.env("BACKUP_FOLDER", &nowhere)).err().unwrap();
    assert!(told.concat().contains("nowhere/copies: No such file"), "{told:?}");
    std::fs::create_dir(&folder).unwrap();
    let old = folder.join("records-20200101T080000Z.sqlite");
    good(&kept.run(&["backup", old.to_str().unwrap()]));
    let mut command = program(kept.folder.path());
    let serving = started(command.env("BACKUP_FOLDER", &folder)).unwrap();
    let copies = || {
        let names = std::fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name.ends_with(".sqlite"));
        names.sort();
        names
    };
    eventually("the first is made at once; then the old one goes", || {
        copies().len() == 1 && !old.exists()
    });
    serving.signal("TERM");
    let newest = folder.join(&copies()[0]);
    let other = folder.join("records-20260101T080000Z.sqlite");
    std::fs::write(&other, "not to be taken").unwrap();
    let to = Url::Sqlite(kept.path("back.sqlite").display().to_string());
    let restore = |arguments: &[&str]| {
        let all = [&["restore"], arguments, &[folder.to_str().unwrap()]].concat();
        run_on(&to, kept.folder.path(), &all)
    };
    assert!(error(&restore(&["--at", "2025-12-31T23:59:59Z"])).contains("there is no copy"));
    assert!(error(&restore(&["--at", "2026-01-01T10:00:00+02:00"])).contains("is no SQLite file"));
    assert_eq!(restore(&["--at", "yesterday"]).status.code(), Some(2));
    good(&restore(&["--at", "2099-01-01T00:00:00Z"]));
    assert_eq!(
        std::fs::read(newest).unwrap(),
        std::fs::read(kept.path("back.sqlite")).unwrap()
    );
}

/// An empty database of PostgreSQL.
fn empty() -> Option<(Url, postgres::Database)> {
    let database = postgres::database()?;
    let url = Url::Postgres(database.url());
    let mut connection = diesel::PgConnection::establish(&database.url()).unwrap();
    connection.batch_execute("DELETE FROM federation_changes").unwrap();
    Some((url, database))
}

/// More players than are written at a time, of whom the first was merged into the last.
const MANY: &str = "
    WITH RECURSIVE numbers (number) AS (SELECT 5001 UNION ALL SELECT number + 1 FROM numbers WHERE number < 5700)
    INSERT INTO players (
        id, number, family_name, given_names, name_key, sort_key, birth_date, sex, province_code, club_id, created_at
    )
        SELECT printf('019aa0c9-0000-7000-8000-%012d', numbers.number), numbers.number, family_name, given_names, name_key,
            sort_key, birth_date, sex, province_code, club_id, created_at
        FROM numbers, (SELECT * FROM players ORDER BY players.number LIMIT 1);
    INSERT INTO player_words (word, player_id)
        SELECT word, players.id FROM players, player_words
        WHERE players.number > 5000 AND player_id = (SELECT id FROM players ORDER BY players.number LIMIT 1);
    UPDATE players SET merged_into_id = (SELECT id FROM players WHERE number = 5700) WHERE number = 5001;
    DELETE FROM player_words WHERE player_id IN (SELECT id FROM players WHERE number = 5001)";

#[test]
fn the_records_go_to_postgres_and_come_back_the_same() {
    let Some((there, _database)) = empty() else { return };
    let kept = Kept::of(TestApp::on_sqlite());
    kept.app.connection().batch_execute(MANY).unwrap();
    let told = good(&kept.run(&["copy", "--to", &url_text(&there)]));
    assert!(told.contains("compared them all: they are equal"), "{told}");
    let here = public(kept.app.url());
    assert_eq!(here, public(&there));
    if !postgres::is_hostile() {
        // That one has triggers of its own.
        assert!(good(&run_on(&there, kept.folder.path(), &["doctor"])).ends_with("The records are sound.\n"));
    }
    // A reference is looked at when it is written, as before.
    let mut connection = diesel::PgConnection::establish(&url_text(&there)).unwrap();
    let nowhere = "UPDATE players SET merged_into_id = '019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f'";
    let refused = connection.transaction(|c| c.batch_execute(nowhere)).unwrap_err();
    assert!(refused.to_string().contains("players_merged_into_id_fkey"), "{refused}");

    let back = Url::Sqlite(kept.path("back.sqlite").display().to_string());
    good(&run_on(&there, kept.folder.path(), &["copy", "--to", &url_text(&back)]));
    assert_eq!(here, public(&back));
    assert!(good(&run_on(&back, kept.folder.path(), &["doctor"])).ends_with("The records are sound.\n"));
    // Once more into the same place, and nothing is touched.
    let told = error(&kept.run(&["copy", "--to", &url_text(&there)]));
    assert!(
        told.contains("there are records at") && told.contains("Nothing was changed"),
        "{told}"
    );
    assert_eq!(here, public(&there));
}

#[test]
fn a_copy_of_a_server_is_a_file_that_goes_back_to_a_server() {
    let Some(app) = TestApp::on_postgres() else { return };
    let kept = Kept::of(app);
    let copy = kept.path("copy.sqlite");
    let told = good(&kept.run(&["backup", copy.to_str().unwrap()]));
    assert!(told.contains("the checkpoint of its log is"), "{told}");
    assert!(!kept.path("copy.sqlite-wal").exists());
    good(&kept.run(&["restore", "--check", copy.to_str().unwrap()]));
    let (there, _database) = empty().unwrap();
    good(&run_on(
        &there,
        kept.folder.path(),
        &["restore", copy.to_str().unwrap()],
    ));
    assert_eq!(public(kept.app.url()), public(&there));
    let filled = error(&kept.run(&["restore", copy.to_str().unwrap()]));
    assert!(filled.contains("there are records at"), "{filled}");
}

#[test]
fn what_another_program_has_written_is_not_carried() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Url::Sqlite(folder.path().join(name).display().to_string());
    db::migrate(&at("older.sqlite")).unwrap();
    let path = folder.path().join("older.sqlite").display().to_string();
    let mut connection = diesel::SqliteConnection::establish(&path).unwrap();
    let version =
        "DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)";
    connection.batch_execute(version).unwrap();
    drop(connection);
    let run = |arguments: &[&str]| run_on(&at("older.sqlite"), folder.path(), arguments);
    let told = error(&run(&["copy", "--to", &url_text(&at("other.sqlite"))]));
    assert!(told.contains("older than this program's"), "{told}");
    assert!(!folder.path().join("other.sqlite").exists());
    // A copy of them is made all the same: it is the way back before they are brought up to date.
    let told = good(&run(&["backup", "copy.sqlite"]));
    assert!(told.contains("older than this program's"), "{told}");
    let checked = run(&["restore", "--check", "copy.sqlite"]);
    assert_eq!(checked.status.code(), Some(1));
    let told = out(&checked);
    assert!(
        told.contains("games: not examined") && told.contains("is whole, and of an older program"),
        "{told}"
    );
    good(&run_on(&at("back.sqlite"), folder.path(), &["restore", "copy.sqlite"]));
}

#[test]
fn a_copy_between_two_files_needs_no_server() {
    let kept = Kept::of(TestApp::on_sqlite());
    let to = Url::Sqlite(kept.path("other.sqlite").display().to_string());
    good(&kept.run(&["copy", "--to", &url_text(&to)]));
    assert_eq!(public(kept.app.url()), public(&to));
    let nowhere = Url::Sqlite(kept.path("none.sqlite").display().to_string());
    let told = error(&run_on(
        &nowhere,
        kept.folder.path(),
        &["copy", "--to", "another.sqlite"],
    ));
    assert!(told.contains("there are no records at"), "{told}");
    assert!(!kept.path("another.sqlite").exists());
}
