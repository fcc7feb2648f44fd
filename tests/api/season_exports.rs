//! Whole seasons in lines: all games and all results of a gaming year, as everyone may read them, sent as they are read.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::games::Table;
use crate::world::{World, game};

on_both_databases! {
    a_season_is_exported_line_by_line,
    an_export_is_for_those_who_look_after_members,
}

/// The lines of an export.
#[track_caller]
fn lines(caller: &Caller<'_>, path: &str) -> Vec<Value> {
    let answer = caller.get(path);
    let told = ["content-type", "cache-control", "etag"].map(|name| answer.header(name).to_owned());
    assert_eq!(
        (answer.status, told),
        (
            200,
            ["application/x-ndjson", "private, no-store", ""].map(str::to_owned)
        )
    );
    let body = answer.body_text();
    assert!(body.is_empty() || body.ends_with('\n'));
    body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn a_season_is_exported_line_by_line(app: &TestApp) {
    let world = World::new(app);
    let secretary = app.secretary(&world.club);
    // The gaming year 2027 begins on 1 November 2026; this is of the one before.
    let mut before = game(&world.players);
    (before["played_on"], before["turns"]) = (json!("2026-10-31"), json!(["E2"]));
    let before = app.administrator().post("/v1/games", &before).expect(201);
    let games = lines(&secretary, "/v1/exports/games?year=2027");
    assert_eq!(
        games.len(),
        app.anyone().get("/v1/games?from=2026-11-01&limit=200").items().len()
    );
    assert!(games.iter().any(|game| game["id"] == world.game.as_str()));
    for game in &games {
        let path = format!("/v1/games/{}", text(&game["id"]));
        assert_eq!(*game, app.anyone().get(&path).expect(200));
    }
    assert_eq!(lines(&secretary, "/v1/exports/games?year=2026"), [before]);
    assert!(lines(&secretary, "/v1/exports/games?year=2025").is_empty());

    let running = world.played(app);
    let tournament = app
        .anyone()
        .get(&format!("/v1/tournaments/{}", running.tournament))
        .expect(200);
    let year: i32 = if text(&tournament["starts_on"]) < "2026-11-01" {
        2026
    } else {
        2027
    };
    let matches = app
        .anyone()
        .get(&format!("/v1/rounds/{}/matches", running.round))
        .items();
    let results = lines(&secretary, &format!("/v1/exports/results?year={year}"));
    assert!(
        !matches.is_empty() && matches.iter().all(|one| results.contains(one)),
        "{results:?}"
    );
    assert!(results.iter().all(|one| !one["games"].as_array().unwrap().is_empty()));
    assert!(lines(&secretary, "/v1/exports/results?year=2020").is_empty());
    let answer = secretary.get("/v1/exports/results?year=2020");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"results-2020.ndjson\""
    );
}

fn an_export_is_for_those_who_look_after_members(app: &TestApp) {
    let secretary = app.secretary(&app.club("ZA-NW"));
    for file in ["games", "results"] {
        let path = format!("/v1/exports/{file}?year=2027");
        app.anyone().get(&path).refused(401, "token-required");
        app.umpire().get(&path).refused(403, "role-required");
        let without = format!("/v1/exports/{file}");
        assert_eq!(
            secretary.get(&without).wrong_parameters(),
            [("year".to_owned(), "required".to_owned())]
        );
        let wrong = format!("{without}?year=1066");
        assert_eq!(
            secretary.get(&wrong).wrong_parameters(),
            [("year".to_owned(), "invalid-value".to_owned())]
        );
        secretary
            .send("POST", &path, &[], None)
            .refused(405, "method-not-allowed");
    }
}

#[test]
fn a_season_is_longer_than_what_is_read_at_a_time() {
    let app = TestApp::on_sqlite();
    let table = Table::new(&app);
    let game = game(&[table.first.clone(), table.second.clone()]);
    table.umpire.post("/v1/games", &game).expect(201);
    let id = "printf('019aa0cb-0000-7000-8000-%012x', i)";
    let changed = [("id", id), ("serial", "serial + i"), ("digest", "digest || i")];
    app.copy_latest("games", "serial", 1_000, &changed);
    let games = lines(&app.administrator(), "/v1/exports/games?year=2027");
    let mut ids: Vec<&str> = games.iter().map(|game| text(&game["id"])).collect();
    assert!(ids.is_sorted_by(|one, other| one > other), "the latest first");
    ids.dedup();
    assert_eq!(ids.len(), 1_001);
}
