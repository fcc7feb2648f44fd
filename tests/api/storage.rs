//! What can become of the file of the records while the service runs, and what is told of it.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use federation_records::db::Url;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::command_line::{Serving, run};

/// The file of the records, and its journal.
fn files(app: &TestApp) -> [PathBuf; 2] {
    let Url::Sqlite(path) = app.url() else {
        panic!("it is no file")
    };
    [PathBuf::from(path), PathBuf::from(format!("{path}-wal"))]
}

fn club(code: &str) -> Value {
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

/// The status of an answer of a service that runs as a program.
fn status(serving: &Serving, path: &str) -> u16 {
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .new_agent();
    let answer = agent.get(format!("http://{}{path}", serving.address())).call();
    answer.unwrap().status().as_u16()
}

#[test]
fn a_file_that_is_cut_short_does_not_end_the_service() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"], "").status.success());
    let serving = Serving::start(folder.path(), &[], "serve --demo");
    assert_eq!(status(&serving, "/v1/provinces"), 200);
    let file = OpenOptions::new()
        .write(true)
        .open(folder.path().join("federation.sqlite"));
    file.unwrap().set_len(0).unwrap();
    status(&serving, "/v1/provinces");
    assert_eq!(status(&serving, "/livez"), 200);
}
