//! Projections of games: that they follow what was recorded, once, whatever happens meanwhile.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::care::faults;
use crate::games::Table;
use crate::patience::eventually;

on_both_databases! {
    a_game_is_found_and_counted_by_itself,
    a_game_that_waits_is_found_by_all_but_its_positions,
    a_game_that_is_changed_while_it_waits_is_projected_as_it_stands,
    what_a_killed_service_has_left_is_gone_on_with,
    of_many_who_project_at_the_same_time_nothing_is_counted_twice,
    the_statistics_of_months_and_days_are_those_of_the_games,
}

/// Lets another instance have claimed the work, so that nothing is projected but when it is asked for.
fn hold(app: &TestApp) {
    let until = match app.url() {
        Url::Sqlite(_) => "'2999-01-01T00:00:00.000000Z'",
        Url::Postgres(_) => "CAST('2999-01-01' AS TIMESTAMPTZ)",
    };
    run(
        app,
        &format!("UPDATE projections SET holder = '019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f', held_until = {until}"),
    );
}

fn run(app: &TestApp, sql: &str) {
    app.connection().batch_execute(sql).unwrap();
}

/// The answer, without letting the projections follow first.
fn told_now(app: &TestApp, path: &str) -> Value {
    let mut answer = app.agent.get(format!("{}{path}", app.base())).call().unwrap();
    answer.body_mut().read_json().unwrap()
}

#[track_caller]
fn expect_sound(app: &TestApp) {
    assert_eq!(faults(&app.examined()), BTreeMap::new());
}

/// Records a game of the day; its path.
fn recorded(table: &Table<'_>, day: u32, turns: &[&str]) -> String {
    let game = table.umpire.post("/v1/games", &game(table, day, turns)).expect(201);
    format!("/v1/games/{}", text(&game["id"]))
}

fn game(table: &Table<'_>, day: u32, turns: &[&str]) -> Value {
    json!({
        "first_player_id": table.first, "second_player_id": table.second,
        "played_on": format!("2026-10-{day:02}"), "turns": turns,
    })
}

/// The number of games that came to the position, and of all.
fn counted(app: &TestApp, opening: &str) -> [i64; 2] {
    let opening = app.anyone().get(&format!("/v1/openings?opening={opening}")).expect(200);
    let all = app.anyone().get("/v1/games/statistics").expect(200);
    [&opening, &all].map(|told| told["games"]["games"].as_i64().unwrap())
}

fn a_game_is_found_and_counted_by_itself(app: &TestApp) {
    let table = Table::new(app);
    recorded(&table, 1, &["E1", "R1"]);
    eventually("it is found", || {
        told_now(app, "/v1/games?opening=E1+R1")["items"] != json!([])
            && told_now(app, "/v1/games/statistics")["games"]["games"] != 0
    });
    assert_eq!(told_now(app, "/v1/openings")["games"]["games"], 1);
}

fn a_game_that_waits_is_found_by_all_but_its_positions(app: &TestApp) {
    hold(app);
    let table = Table::new(app);
    recorded(&table, 1, &["E1", "R1"]);
    assert_eq!(app.anyone().get("/v1/games").items().len(), 1);
    let of_player = format!("/v1/games/statistics?player_id={}", table.first);
    assert_eq!(told_now(app, &of_player)["games"]["games"], 1);
    assert_eq!(told_now(app, "/v1/games?opening=E1")["items"], json!([]));
    assert_eq!(told_now(app, "/v1/openings")["games"]["games"], 0);
    assert_eq!(told_now(app, "/v1/games/statistics")["games"]["games"], 0);
    expect_sound(app);
    assert_eq!(counted(app, "E1"), [1, 1]);
    expect_sound(app);
}

fn a_game_that_is_changed_while_it_waits_is_projected_as_it_stands(app: &TestApp) {
    hold(app);
    let table = Table::new(app);
    let corrected = recorded(&table, 1, &["E1", "R1"]);
    let withdrawn = recorded(&table, 2, &["E1", "R1"]);
    let correct = |version: i64, turns: &[&str]| {
        let correction = json!({ "version": version, "reason": "A slip.", "game": game(&table, 3, turns) });
        let corrections = format!("{corrected}/corrections");
        table.umpire.post(&corrections, &correction).expect(201);
    };
    correct(1, &["E1", "R3", "E3"]);
    let withdrawal = json!({ "version": 1, "reason": "It was never played." });
    let withdrawals = format!("{withdrawn}/withdrawals");
    table.umpire.post(&withdrawals, &withdrawal).expect(201);
    expect_sound(app);
    assert_eq!((counted(app, "E1+R1"), counted(app, "E1+R3")), ([0, 1], [1, 1]));
    expect_sound(app);
    // And after it was projected: twice, of which the projections hear once.
    correct(2, &["E1", "R1", "E3"]);
    correct(3, &["E1", "R1"]);
    expect_sound(app);
    assert_eq!((counted(app, "E1+R1"), counted(app, "E1+R3")), ([1, 1], [0, 1]));
    assert_eq!(app.anyone().get("/v1/games?opening=E1+R1+E3").items().len(), 0);
    expect_sound(app);
}

fn what_a_killed_service_has_left_is_gone_on_with(app: &TestApp) {
    hold(app);
    let table = Table::new(app);
    let corrected = recorded(&table, 1, &["E1", "R1", "E2"]);
    recorded(&table, 2, &["E1", "R3"]);
    app.project_games();
    // As before a step of the projections, but with the positions that were written by then.
    run(
        app,
        "DELETE FROM openings; DELETE FROM game_endings; DELETE FROM game_lengths;
         DELETE FROM positions WHERE class % 2 = 0;
         INSERT INTO games_to_project (game, projected, version) SELECT serial, 0, 1 FROM games",
    );
    expect_sound(app);
    let correction = json!({ "version": 1, "reason": "A slip.", "game": game(&table, 1, &["E1", "R1"]) });
    let corrections = format!("{corrected}/corrections");
    table.umpire.post(&corrections, &correction).expect(201);
    expect_sound(app);
    assert_eq!((counted(app, "E1+R1"), counted(app, "E1+R3")), ([1, 2], [1, 2]));
    assert_eq!(counted(app, "E1+R1+E2"), [0, 2]);
    expect_sound(app);
}

fn of_many_who_project_at_the_same_time_nothing_is_counted_twice(app: &TestApp) {
    let table = Table::new(app);
    let _other = app.another_server();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| (0..10).for_each(|_| app.project_games()));
        }
        for day in 1..=20 {
            recorded(&table, day, &["E1", "R1"]);
        }
    });
    assert_eq!(counted(app, "E1+R1"), [20, 20]);
    expect_sound(app);
}

fn the_statistics_of_months_and_days_are_those_of_the_games(app: &TestApp) {
    let table = Table::new(app);
    let play = |day: &str, rules: &str| {
        let mut game = game(&table, 1, &["E1", "R1"]);
        game["played_on"] = json!(day);
        game["rule_set"] = json!(rules);
        table.umpire.post("/v1/games", &game).expect(201);
    };
    for day in [
        "2026-01-15",
        "2026-01-31",
        "2026-02-01",
        "2026-02-28",
        "2026-03-01",
        "2026-04-02",
    ] {
        play(day, "mssa-gar");
    }
    play("2026-02-10", "beads");
    for (query, games) in [
        ("", 7),
        ("?rule_set=mssa-gar", 6),
        ("?rule_set=beads&from=2026-02-01&until=2026-02-28", 1),
        ("?from=2026-02-01&until=2026-02-28", 3),
        ("?from=2026-01-16&until=2026-03-01", 5),
        ("?from=2026-01-16&until=2026-03-01&rule_set=mssa-gar", 4),
        ("?from=2026-02-28", 3),
        ("?until=2026-02-01", 3),
        ("?until=2026-02-02&from=2026-02-01", 1),
        ("?from=2027-01-01", 0),
        ("?level=national", 0),
    ] {
        let told = app.anyone().get(&format!("/v1/games/statistics{query}")).expect(200);
        assert_eq!(told["games"]["games"], games, "{query}");
        let bands: i64 = told["length"]["bands"]
            .as_array()
            .unwrap()
            .iter()
            .map(|band| band["games"].as_i64().unwrap())
            .sum();
        assert_eq!(bands, games, "{query}");
    }
}
