//! Many at once: writers and readers side by side.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use chrono::{Days, NaiveDate};
use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    writers_and_readers_do_not_get_in_each_others_way,
    a_club_registered_twice_at_once_is_registered_once,
}

/// Someone else holds the database: writers are told to come back, and nothing of theirs is kept. Readers notice nothing.
fn held(app: &TestApp, hold: &str) {
    let coordinator = app.coordinator("ZA-NW");
    let mut holder = app.connection();
    holder.batch_execute(hold).unwrap();
    let club = |code: &str| json!({ "code": code, "name": "Herders", "kind": "community", "province": "ZA-NW" });
    std::thread::scope(|scope| {
        let writers: Vec<_> = ["C1", "C2", "C3", "C4", "C5", "C6"]
            .map(|code| {
                scope.spawn({
                    let (coordinator, club) = (&coordinator, &club);
                    move || coordinator.post("/v1/clubs", &club(code))
                })
            })
            .into();
        let mut read = 0;
        while !writers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            app.anyone().get("/v1/clubs").expect(200);
            read += 1;
        }
        assert!(read > 3, "readers waited as long as the writers: {read} were answered");
        for writer in writers {
            let answer = writer.join().unwrap();
            answer.refused(503, "unavailable");
            assert_eq!(answer.header("retry-after"), "1");
        }
    });
    if matches!(app.url(), Url::Sqlite(_)) {
        app.anyone().get("/readyz").refused(503, "unavailable");
    }
    holder.batch_execute("ROLLBACK").unwrap();
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
    coordinator.post("/v1/clubs", &club("C1")).expect(201);
    app.anyone().get("/readyz").expect(200);
}

#[test]
fn a_locked_file_holds_up_writers_alone() {
    held(&TestApp::on_sqlite(), "BEGIN IMMEDIATE");
}

#[test]
fn a_locked_table_holds_up_its_writers_alone() {
    if let Some(app) = TestApp::on_postgres() {
        held(&app, "BEGIN; LOCK TABLE clubs IN EXCLUSIVE MODE");
    }
}

/// The games that each writer records.
const MANY: usize = 60;

fn writers_and_readers_do_not_get_in_each_others_way(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (first, second) = (app.player(&club), app.player(&club));
    let umpires = [app.umpire(), app.umpire()];
    let over = AtomicBool::new(false);
    let (sent, written, read) = (AtomicU64::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    // No two games are of one day, so that none is the same as another.
    let days = || Days::new(sent.fetch_add(1, Ordering::Relaxed));
    let today = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
    std::thread::scope(|scope| {
        let writers: Vec<_> = umpires
            .iter()
            .map(|umpire| {
                scope.spawn(|| {
                    for _ in 0..MANY {
                        let game = json!({
                            "first_player_id": first, "second_player_id": second,
                            "played_on": today - days(), "turns": ["E1", "R1", "E2"],
                        });
                        let game = umpire.post("/v1/games", &game).expect(201);
                        // What was answered is there for everyone, at once.
                        app.anyone()
                            .get(&format!("/v1/games/{}", text(&game["id"])))
                            .expect(200);
                        written.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        for reader in 0..8 {
            let paths = ["/v1/games?limit=50", "/v1/players", "/v1/clubs", "/v1/games?limit=1"];
            let (over, read) = (&over, &read);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    app.anyone().get(paths[reader % paths.len()]).expect(200);
                    read.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for writer in writers {
            writer.join().unwrap();
        }
        over.store(true, Ordering::Relaxed);
    });
    let (written, read) = (written.into_inner(), read.into_inner());
    assert!(written == 2 * MANY && read > 0, "{written} written, {read} read");
    // Every game that was answered 201 is on record, and nothing else is.
    let (mut on_record, mut path) = (0, "/v1/games?limit=200".to_owned());
    loop {
        let page = app.anyone().get(&path).expect(200);
        on_record += page["items"].as_array().unwrap().len();
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        path = format!("/v1/games?limit=200&cursor={next}");
    }
    assert_eq!(on_record, written);
}

fn a_club_registered_twice_at_once_is_registered_once(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let club = |name: &str| json!({ "code": "DIT", "name": name, "kind": "community", "province": "ZA-NW" });
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let coordinator = &coordinator;
        let at_once: Vec<_> = (0..8)
            .map(|number| scope.spawn(move || coordinator.post("/v1/clubs", &club(&format!("Club {number}"))).status))
            .collect();
        at_once.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
}
