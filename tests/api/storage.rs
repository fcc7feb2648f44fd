//! The file of the records while the service runs: what can become of it, and what is told of that.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Text};
use federation_records::db::log::LogVerdict;
use federation_records::db::{Conn, Url};
use federation_records::values::error::Error;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::command_line::{Serving, program, run};

/// The file of the records, and its journal.
fn files(app: &TestApp) -> [PathBuf; 2] {
    let Url::Sqlite(path) = app.url() else {
        panic!("it is no file")
    };
    [PathBuf::from(path), PathBuf::from(format!("{path}-wal"))]
}

pub fn club(code: &str) -> Value {
    json!({ "code": code, "name": format!("{code} Herders"), "kind": "community", "province": "ZA-NW" })
}

/// A name beside it, for what is put away.
fn aside(path: &Path) -> PathBuf {
    path.with_extension("aside")
}

/// While `put_away` holds, nothing is written into the void, and what was written before is read; then it goes on.
fn is_told_until_it_is_put_back(put_away: impl FnOnce(&TestApp), put_back: impl FnOnce(&TestApp)) {
    let app = TestApp::on_sqlite();
    let coordinator = app.coordinator("ZA-NW");
    coordinator.post("/v1/clubs", &club("BEFORE")).expect(201);
    put_away(&app);
    for _ in 0..2 {
        let answer = coordinator.post("/v1/clubs", &club("AFTER"));
        answer.refused(503, "storage-lost");
        assert_eq!(answer.header("retry-after"), "60");
    }
    app.anyone().get("/readyz").refused(503, "storage-lost");
    assert_eq!(app.anyone().get("/livez").status, 200);
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
    put_back(&app);
    app.anyone().get("/readyz").expect(200);
    coordinator.post("/v1/clubs", &club("AFTER")).expect(201);
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 2);
    // Whoever opens the file anew finds all of it.
    let other = app.another_server();
    let mut clubs = app.agent.get(format!("{}/v1/clubs", other.base)).call().unwrap();
    let clubs: Value = clubs.body_mut().read_json().unwrap();
    assert_eq!(clubs["items"].as_array().unwrap().len(), 2);
}

#[test]
fn a_file_that_was_moved_away_is_told() {
    let moved = |app: &TestApp| {
        let [file, _] = files(app);
        std::fs::rename(&file, aside(&file)).unwrap();
    };
    let back = |app: &TestApp| {
        let [file, _] = files(app);
        assert!(!file.exists(), "another one was made in its place");
        std::fs::rename(aside(&file), &file).unwrap();
    };
    is_told_until_it_is_put_back(moved, back);
}

#[test]
fn a_file_that_was_replaced_is_told() {
    let replaced = |app: &TestApp| {
        let [file, _] = files(app);
        std::fs::rename(&file, aside(&file)).unwrap();
        std::fs::copy(aside(&file), &file).unwrap();
    };
    let back = |app: &TestApp| {
        let [file, _] = files(app);
        std::fs::rename(aside(&file), &file).unwrap();
    };
    is_told_until_it_is_put_back(replaced, back);
}

#[test]
fn a_journal_that_was_moved_away_is_told() {
    let moved = |app: &TestApp| {
        let [_, journal] = files(app);
        std::fs::rename(&journal, aside(&journal)).unwrap();
    };
    let back = |app: &TestApp| {
        let [_, journal] = files(app);
        assert!(!journal.exists(), "another one was made in its place");
        std::fs::rename(aside(&journal), &journal).unwrap();
    };
    is_told_until_it_is_put_back(moved, back);
}

/// A service that runs as a program, and who calls it.
struct Outside {
    serving: Serving,
    agent: ureq::Agent,
}

impl Outside {
    fn of(serving: Serving) -> Outside {
        let agent = ureq::Agent::config_builder().http_status_as_error(false);
        Outside {
            serving,
            agent: agent.build().new_agent(),
        }
    }

    /// The status of the answer, and its body.
    fn get(&self, path: &str) -> (u16, Value) {
        let request = self.agent.get(format!("http://{}{path}", self.serving.address()));
        let mut answer = request.call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_json().unwrap())
    }

    fn post(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = self.agent.post(format!("http://{}{path}", self.serving.address()));
        let request = request.header("authorization", format!("Bearer {token}"));
        let mut answer = request.send_json(body).unwrap();
        (answer.status().as_u16(), answer.body_mut().read_json().unwrap())
    }
}

/// The status of an answer, and the code of the problem that it is.
fn told((status, body): (u16, Value)) -> (u16, String) {
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

/// A service that runs as a program, with the access token of its administrator.
fn signed_in(outside: &Outside) -> String {
    let who = json!({ "email": "administrator@federation.example", "password": "a cow in the kraal" });
    let (_, tokens) = outside.post("/v1/tokens", "", &who);
    text(&tokens["access_token"]).to_owned()
}

#[test]
fn a_file_that_is_cut_short_does_not_end_the_service_and_is_told() {
    for half in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let create = ["admin", "create", "--email", "administrator@federation.example"];
        assert!(run(folder.path(), &create, "a cow in the kraal").status.success());
        let outside = Outside::of(Serving::start(folder.path(), &[], "Listening"));
        let token = signed_in(&outside);
        assert_eq!(outside.get("/v1/provinces").0, 200);
        let file = OpenOptions::new()
            .write(true)
            .open(folder.path().join("federation.sqlite"))
            .unwrap();
        let length = file.metadata().unwrap().len();
        file.set_len(if half { length / 2 } else { 0 }).unwrap();
        let damaged = (503, "storage-damaged".to_owned());
        for path in ["/v1/clubs", "/v1/provinces", "/v1/games"] {
            // A page may still be at hand.
            let told = told(outside.get(path));
            assert!(told == damaged || told.0 == 200, "{path}: {told:?}");
        }
        assert_eq!(told(outside.post("/v1/clubs", &token, &club("C1"))), damaged);
        assert_eq!(told(outside.get("/readyz")), damaged);
        assert_eq!(outside.get("/livez").0, 200);
    }
}

#[test]
fn the_file_alone_is_all_of_the_records_once_the_service_has_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let create = ["admin", "create", "--email", "administrator@federation.example"];
    assert!(run(folder.path(), &create, "a cow in the kraal").status.success());
    let mut outside = Outside::of(Serving::start(folder.path(), &[], "Listening"));
    let token = signed_in(&outside);
    assert_eq!(outside.post("/v1/clubs", &token, &club("C1")).0, 201);
    outside.serving.signal("TERM");
    assert!(outside.serving.child.wait().unwrap().success());
    let elsewhere = tempfile::tempdir().unwrap();
    let file = "federation.sqlite";
    std::fs::copy(folder.path().join(file), elsewhere.path().join(file)).unwrap();
    let outside = Outside::of(Serving::start(elsewhere.path(), &[], "Listening"));
    assert_eq!(outside.get("/v1/clubs").1["items"].as_array().unwrap().len(), 1);
}

/// A file that is made shorter by its own means is whole.
#[test]
fn a_file_that_was_vacuumed_is_no_damage() {
    let app = TestApp::on_sqlite();
    let coordinator = app.coordinator("ZA-NW");
    let Conn::Sqlite(mut other) = app.connection() else {
        panic!("it is no file")
    };
    let fill =
        "CREATE TABLE ballast (bytes); INSERT INTO ballast VALUES (zeroblob(1000000)); PRAGMA wal_checkpoint(TRUNCATE)";
    other.batch_execute(fill).unwrap();
    coordinator.post("/v1/clubs", &club("C1")).expect(201);
    other
        .batch_execute("DROP TABLE ballast; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        .unwrap();
    coordinator.post("/v1/clubs", &club("C2")).expect(201);
    is_whole(&app, 2);
}

/// The page with which a table or an index begins.
#[derive(diesel::QueryableByName)]
struct Page {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

#[test]
fn damaged_pages_are_told() {
    let app = TestApp::on_sqlite();
    let coordinator = app.coordinator("ZA-NW");
    let Conn::Sqlite(mut other) = app.connection() else {
        panic!("it is no file")
    };
    let pages: Vec<Page> = diesel::sql_query("SELECT rootpage AS number FROM sqlite_master WHERE tbl_name = 'clubs'")
        .load(&mut other)
        .unwrap();
    let [file, _] = files(&app);
    for page in pages {
        write_over(&file, u64::try_from(page.number - 1).unwrap() * 4096);
    }
    let answer = app.anyone().get("/v1/clubs");
    answer.refused(503, "storage-damaged");
    assert_eq!(answer.header("retry-after"), "60");
    coordinator
        .post("/v1/clubs", &club("C1"))
        .refused(503, "storage-damaged");
    app.anyone().get("/v1/provinces").expect(200);
}

#[test]
fn damaged_pages_of_a_server_are_told() {
    let Some(app) = TestApp::on_postgres() else { return };
    let Conn::Postgres(mut server) = app.connection() else {
        panic!("it is no server")
    };
    let file = sql::<Text>("current_setting('data_directory') || '/' || pg_relation_filepath('provinces')");
    let file: String = diesel::select(file).get_result(&mut server).unwrap();
    write_over(Path::new(&file), 0);
    app.anyone().get("/v1/provinces").refused(503, "storage-damaged");
    app.anyone().get("/v1/clubs").expect(200);
}

/// A page of something else.
fn write_over(file: &Path, offset: u64) {
    let mut file = OpenOptions::new().write(true).open(file).unwrap();
    file.seek(SeekFrom::Start(offset)).unwrap();
    file.write_all(&b"Minutes of the annual meeting. ".repeat(132)).unwrap();
}

/// The clubs that are on record, and whether the audit trail holds together.
fn is_whole(app: &TestApp, clubs: usize) {
    assert_eq!(app.anyone().get("/v1/clubs?limit=200").items().len(), clubs);
    let verdict = app.trail();
    assert!(matches!(verdict, LogVerdict::Whole { .. }), "{verdict:?}");
}

#[test]
fn a_full_file_is_told_and_nothing_is_half_done() {
    let app = TestApp::on_sqlite();
    let coordinator = app.coordinator("ZA-NW");
    let mut kept = 0;
    for round in 0..3 {
        // As many pages as there are, and no more: until the writer opens the file anew, which it does after a failure.
        let limit = app.database.write(|c| {
            diesel::sql_query("PRAGMA max_page_count = 1").execute(c)?;
            Ok::<_, Error>(())
        });
        actix_web::rt::System::new().block_on(limit).unwrap();
        let mut answers = Vec::new();
        while !answers.iter().any(|(status, _)| *status == 503) {
            let begun = answers.len();
            std::thread::scope(|scope| {
                let coordinator = &coordinator;
                let writers: Vec<_> = (begun..begun + 8)
                    .map(|number| {
                        scope.spawn(move || coordinator.post("/v1/clubs", &club(&format!("C{round}N{number}"))))
                    })
                    .collect();
                answers.extend(writers.into_iter().map(|writer| {
                    let answer = writer.join().unwrap();
                    if answer.status != 201 {
                        answer.refused(503, "storage-full");
                        assert_eq!(answer.header("retry-after"), "60");
                    }
                    (answer.status, answer)
                }));
            });
        }
        kept += answers.iter().filter(|(status, _)| *status == 201).count();
        is_whole(&app, kept);
    }
}

/// A disk of two megabytes in memory, with a service on it; none where nobody may mount one.
fn on_a_small_disk(folder: &Path) -> Option<Outside> {
    const SCRIPT: &str = r#"
        mount -t tmpfs -o size=2m none "$1"
        cd "$1"
        head -c 500000 /dev/zero >filler
        echo "a cow in the kraal" | "$2" admin create --email administrator@federation.example
        exec "$2" serve"#;
    let plain = program(folder);
    let mut command = std::process::Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-ec", SCRIPT, "sh"]);
    command.arg(folder).arg(plain.get_program());
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command
        .env("LOG", "off")
        .stderr(Stdio::piped())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    match Serving::of(&mut command, "Listening") {
        Ok(serving) => Some(Outside::of(serving)),
        Err(lines) => {
            let message = format!("No small disk can be mounted here: its test is SKIPPED ({lines:?})\n");
            std::io::stderr().write_all(message.as_bytes()).unwrap();
            None
        }
    }
}

#[test]
fn a_full_disk_is_told_by_the_probe_too_and_mends_with_room() {
    let folder = tempfile::tempdir().unwrap();
    let Some(outside) = on_a_small_disk(folder.path()) else {
        return;
    };
    let token = signed_in(&outside);
    let register = |number: usize| outside.post("/v1/clubs", &token, &club(&format!("C{number}")));
    assert_eq!(outside.get("/readyz").0, 200);
    let full = (0..100_000).find(|number| register(*number).0 != 201).unwrap();
    assert!(full > 0);
    let storage_full = (503, "storage-full".to_owned());
    assert_eq!(told(register(full)), storage_full);
    assert_eq!(told(outside.get("/readyz")), storage_full);
    let clubs = || outside.get("/v1/clubs?limit=200").1["items"].as_array().unwrap().len();
    assert_eq!(clubs(), full);
    let inside = format!("/proc/{}/root{}", outside.serving.child.id(), folder.path().display());
    std::fs::remove_file(Path::new(&inside).join("filler")).unwrap();
    assert_eq!(outside.get("/readyz").0, 200);
    assert_eq!(register(full).0, 201);
    assert_eq!(clubs(), full + 1);
}

/// The service on a file whose journal cannot grow beyond 400 kB, for a reason that is none of the disk's.
fn on_a_short_journal(folder: &Path) -> Outside {
    let plain = program(folder);
    let mut command = std::process::Command::new("sh");
    command.args(["-ec", r#"trap "" XFSZ; ulimit -f 800; exec "$1" serve"#, "sh"]);
    command.arg(plain.get_program()).current_dir(folder);
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command
        .env("LOG", "off")
        .stderr(Stdio::piped())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    Outside::of(Serving::of(&mut command, "Listening").unwrap())
}

#[test]
fn a_commit_that_the_disk_broke_off_is_told_as_unknown_and_can_be_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let create = ["admin", "create", "--email", "administrator@federation.example"];
    assert!(run(folder.path(), &create, "a cow in the kraal").status.success());
    let outside = on_a_short_journal(folder.path());
    let token = signed_in(&outside);
    let clubs: Vec<Value> = (0..100)
        .map(|number| {
            let mut club = club(&format!("C{number}"));
            club["id"] = json!(format!("019aa0ce-2c3d-7e4f-8a5b-{:012x}", fastrand::u64(..1 << 48)));
            club
        })
        .collect();
    let broke_off = clubs
        .iter()
        .position(|club| outside.post("/v1/clubs", &token, club).0 != 201)
        .unwrap();
    let answer = outside.post("/v1/clubs", &token, &clubs[broke_off]);
    assert_eq!(told(answer), (503, "outcome-unknown".to_owned()));
    drop(outside);
    let outside = Outside::of(Serving::start(folder.path(), &[], "Listening"));
    let token = signed_in(&outside);
    for club in &clubs[..=broke_off] {
        assert_eq!(outside.post("/v1/clubs", &token, club).0, 201);
    }
    let (_, page) = outside.get("/v1/clubs?limit=200");
    assert_eq!(page["items"].as_array().unwrap().len(), broke_off + 1);
}

/// The words of PostgreSQL when a table cannot grow.
const NO_ROOM: &str = r#"
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file "base/5/16384": No space left on device' USING ERRCODE = 'disk_full';
    END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON clubs EXECUTE FUNCTION no_room()"#;

#[test]
fn a_full_server_is_told() {
    let Some(app) = TestApp::on_postgres() else { return };
    let coordinator = app.coordinator("ZA-NW");
    let Conn::Postgres(mut server) = app.connection() else {
        panic!("it is no server")
    };
    server.batch_execute(NO_ROOM).unwrap();
    coordinator.post("/v1/clubs", &club("C1")).refused(503, "storage-full");
    server.batch_execute("DROP TRIGGER no_room ON clubs").unwrap();
    is_whole(&app, 0);
    coordinator.post("/v1/clubs", &club("C1")).expect(201);
    is_whole(&app, 1);
    app.anyone().get("/readyz").expect(200);
    // The probe takes room on the disk: where none is allowed it fails.
    server
        .batch_execute(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET temp_file_limit = 0', current_database()); END $$",
        )
        .unwrap();
    let other = app.another_server();
    let mut answer = app.agent.get(format!("{}/readyz", other.base)).call().unwrap();
    let problem: Value = answer.body_mut().read_json().unwrap();
    assert_eq!(problem["code"], "storage-full");
}
