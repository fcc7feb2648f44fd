//! Many at once: writers and readers side by side.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::app::{TestApp, text};

on_both_databases! {
    writers_and_readers_do_not_get_in_each_others_way,
    a_club_registered_twice_at_once_is_registered_once,
}

/// How long the crowd works.
const LONG: Duration = Duration::from_secs(10);

fn writers_and_readers_do_not_get_in_each_others_way(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (first, second) = (app.player(&club), app.player(&club));
    let umpires = [app.umpire(), app.umpire()];
    let over = AtomicBool::new(false);
    let (written, read) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let until = Instant::now() + LONG;
    std::thread::scope(|scope| {
        let writers: Vec<_> = umpires
            .iter()
            .map(|umpire| {
                scope.spawn(|| {
                    while Instant::now() < until {
                        let game = json!({
                            "first_player_id": first, "second_player_id": second,
                            "played_on": "2026-11-20", "turns": ["E1", "R1", "E2"],
                        });
                        let game = umpire.post("/v1/games", &game).expect(201);
                        // What was answered is there for everyone, at once.
                        app.anyone().get(&format!("/v1/games/{}", text(&game["id"]))).expect(200);
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
    assert!(written > 0 && read > 0, "{written} written, {read} read");
    // Every game that was answered 201 is on record, and nothing else is.
    let (mut on_record, mut path) = (0, "/v1/games?limit=200".to_owned());
    loop {
        let page = app.anyone().get(&path).expect(200);
        on_record += page["items"].as_array().unwrap().len();
        let Some(next) = page["next_cursor"].as_str() else { break };
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
