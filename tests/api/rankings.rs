//! Rankings: published, read, refused, and never changed.

use std::collections::BTreeMap;
use std::process::Command;

use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::season::{self, halves, hundredths, members, publish, ratified, row, rows};

on_both_databases! {
    a_list_is_what_arithmetic_says,
    a_list_is_published_once,
    what_cannot_be_published_is_refused,
    a_preview_keeps_nothing,
    clubs_have_their_best_four,
    the_command_computes_every_list_again,
}

/// Another number of games on each board.
fn wins(one: &Value) -> usize {
    (usize::try_from(one["board"].as_u64().unwrap()).unwrap() * 5 + 1) % 7
}

fn a_list_is_what_arithmetic_says(app: &TestApp) {
    let players = members(app, 4, 2);
    let first = ratified(app, ("regional", "2026-11-20", 2), &players, wins);
    let second = ratified(app, ("regional", "2026-11-20", 1), &players[2..7], |_| 3);
    // One that is not ratified counts nothing.
    let mut open = crate::hall::Hall::new(app, &json!({ "rounds": 1, "ends_on": "2026-11-20" }), 0);
    open.enter(&players[0]);
    open.enter(&players[1]);
    open.play(|_| 6);
    let list = app
        .administrator()
        .post("/v1/rankings", &json!({ "method": "game-points", "on": "2026-11-20" }));
    let published = list.expect(201);
    assert_eq!(
        list.header("location"),
        format!("/v1/rankings/{}", text(&published["id"]))
    );
    assert_eq!(
        [
            &published["method"],
            &published["version"],
            &published["from"],
            &published["until"],
            &published["players"]
        ],
        [
            &json!("game-points"),
            &json!(1),
            &json!("2024-11-21"),
            &json!("2026-11-20"),
            &json!(8)
        ]
    );
    let id = text(&published["id"]);
    let rows = rows(app, id, "");
    // By the paper: what was won in the matches; the bye of the second event is no match.
    let all: Vec<Value> = season::matches(&first)
        .into_iter()
        .chain(season::matches(&second))
        .collect();
    let won = season::won(&all);
    let places = season::places(&won);
    assert_eq!((rows.len(), all.len()), (8, 4 + 4 + 2));
    for (player, place) in &places {
        let row = row(&rows, player);
        assert_eq!(
            (halves(&row["figure_fraction"]), &row["rank"]),
            (won[player], &json!(place)),
            "{row}"
        );
        assert_eq!(hundredths(&row["figure"]), won[player] * 50);
        assert_eq!(
            row["shared"],
            json!(places.values().filter(|other| *other == place).count() > 1)
        );
        assert_eq!(
            (&row["rank_in_selection"], &row["movement"]),
            (&row["rank"], &Value::Null)
        );
    }
    // In order, and those who share a place by their numbers.
    let order: Vec<(u64, &str)> = rows
        .iter()
        .map(|row| (row["rank"].as_u64().unwrap(), text(&row["player"]["number"])))
        .collect();
    assert!(order.is_sorted());
    for one in &rows {
        opens_to_its_sum(app, id, one);
    }
    app.anyone()
        .get(&format!("/v1/rankings/{id}/rows/{}", app.player(&app.club("ZA-NW"))))
        .refused(404, "not-found");
}

/// The contributions of a row, its events, matches and games all add up.
#[track_caller]
fn opens_to_its_sum(app: &TestApp, list: &str, row: &Value) {
    let player = text(&row["player"]["id"]);
    let opened = app
        .anyone()
        .get(&format!("/v1/rankings/{list}/rows/{player}"))
        .expect(200);
    let contributions = opened["contributions"].as_array().unwrap();
    let sum: i64 = contributions.iter().map(|one| hundredths(&one["figure"])).sum();
    assert_eq!(sum, hundredths(&row["figure"]), "{opened}");
    assert_eq!(&contributions.last().unwrap()["sum"], &row["figure"]);
    assert_eq!(opened["row"], *row);
    for event in contributions.iter().flat_map(|one| one["events"].as_array().unwrap()) {
        let matches = event["matches"].as_array().unwrap();
        let of_matches: i64 = matches.iter().map(|one| halves(&one["points_fraction"])).sum();
        assert_eq!(of_matches, halves(&event["points_fraction"]), "{event}");
        for one in matches {
            let games: i64 = one["games"]
                .as_array()
                .unwrap()
                .iter()
                .map(|game| hundredths(&game["points"]))
                .sum();
            assert_eq!(games, hundredths(&one["points"]), "{one}");
            assert_ne!(one["opponent"]["id"], row["player"]["id"]);
        }
        if opened["method"] == "game-points" {
            let own = contributions.iter().find(|one| one["events"][0] == *event).unwrap();
            assert_eq!(own["figure_fraction"], event["points_fraction"]);
        }
    }
}

fn a_list_is_published_once(app: &TestApp) {
    ratified(app, ("regional", "2026-11-20", 1), &members(app, 2, 1), |_| 4);
    let id = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f";
    let list = json!({ "id": id, "method": "game-points", "on": "2026-11-20" });
    let administrator = app.administrator();
    let first = administrator.post("/v1/rankings", &list).expect(201);
    assert_eq!(administrator.post("/v1/rankings", &list).expect(201), first);
    let other = json!({ "id": id, "method": "game-points", "on": "2026-11-20", "months": 12 });
    administrator.post("/v1/rankings", &other).refused(409, "id-taken");
    // The key of a request does the same.
    let body = json!({ "method": "glicko-2", "on": "2026-11-20" }).to_string();
    let keyed = || {
        let headers = [("content-type", "application/json"), ("idempotency-key", "November")];
        administrator.send("POST", "/v1/rankings", &headers, Some(&body))
    };
    let (once, twice) = (keyed(), keyed());
    assert_eq!(
        (once.expect(201), twice.header("idempotency-replayed")),
        (twice.expect(201), "true")
    );
    let lists = app.anyone().get("/v1/rankings").items();
    assert_eq!(lists.len(), 2);
    assert_eq!(
        app.anyone().get("/v1/rankings?method=game-points").items(),
        std::slice::from_ref(&first)
    );
    assert_eq!(app.anyone().get(&format!("/v1/rankings/{id}")).expect(200), first);
    app.anyone()
        .get(&format!("/v1/rankings/{}", app.club("ZA-NW")))
        .refused(404, "not-found");
    // What is in the trail is what was answered.
    let mut trail = app.connection();
    assert!(federation_records::db::log::verify(&mut trail, None).is_ok());
}

fn what_cannot_be_published_is_refused(app: &TestApp) {
    let (administrator, players) = (app.administrator(), members(app, 2, 1));
    let post = |list: &Value| administrator.post("/v1/rankings", list);
    let list = json!({ "method": "game-points", "on": "2026-11-20" });
    post(&list).refused(409, "nothing-to-rank");
    assert!(app.anyone().get("/v1/rankings").items().is_empty());
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 4);
    // A region's event brings nothing in the super league; and before it there was nothing.
    post(&json!({ "method": "super-league", "on": "2026-11-20" })).refused(409, "nothing-to-rank");
    post(&json!({ "method": "game-points", "on": "2026-11-19" })).refused(409, "nothing-to-rank");
    let fault = |pointer: &str, code: &str| vec![(pointer.to_owned(), code.to_owned())];
    let faults = |list: Value| post(&list).faults();
    assert_eq!(
        faults(json!({ "method": "elo", "on": "2026-11-20" })),
        fault("/method", "invalid-value")
    );
    assert_eq!(
        faults(json!({ "method": "game-points", "on": "2026-11-21" })),
        fault("/on", "in-future")
    );
    assert_eq!(
        faults(json!({ "method": "game-points", "on": "0900-11-21" })),
        fault("/on", "out-of-bounds")
    );
    for months in [0, 121, -1] {
        let wrong = json!({ "method": "game-points", "on": "2026-11-20", "months": months });
        assert_eq!(faults(wrong), fault("/months", "out-of-range"));
    }
    let nothing = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f";
    let with = |replaces: Value, reason: Value| {
        let mut list = list.clone();
        (list["replaces_id"], list["reason"]) = (replaces, reason);
        list
    };
    assert_eq!(faults(with(json!(nothing), Value::Null)), fault("/reason", "required"));
    assert_eq!(faults(with(json!(nothing), json!(" "))), fault("/reason", "required"));
    assert_eq!(
        faults(with(Value::Null, json!("Because."))),
        fault("/reason", "not-expected")
    );
    post(&with(json!(nothing), json!("Because."))).refused(422, "unknown-ranking");
    let first = publish(app, &list);
    post(&list).refused(409, "already-published");
    administrator
        .post("/v1/rankings/previews", &list)
        .refused(409, "already-published");
    let mut other = with(json!(first), json!("Because."));
    other["method"] = json!("glicko-2");
    post(&other).refused(422, "replaces-another");
    app.pass(chrono::TimeDelta::minutes(1));
    let second = publish(app, &with(json!(first), json!("Because.")));
    let problem = post(&with(json!(first), json!("Because."))).refused(409, "already-replaced");
    assert!(text(&problem["detail"]).contains(&second));
    // The chain goes on at its end; and a list for the day still needs to say what it replaces.
    let third = publish(app, &with(json!(second), json!("Because.")));
    post(&list).refused(409, "already-published");
    let read = |id: &str| app.anyone().get(&format!("/v1/rankings/{id}")).expect(200);
    assert_eq!(
        (&read(&first)["replaced_by_id"], &read(&second)["replaces_id"]),
        (&json!(second), &json!(first))
    );
    assert_eq!(
        (&read(&third)["replaced_by_id"], &read(&third)["reason"]),
        (&Value::Null, &json!("Because."))
    );
    let ids = |query: &str| -> Vec<Value> {
        app.anyone()
            .get(&format!("/v1/rankings?{query}"))
            .items()
            .iter()
            .map(|list| list["id"].clone())
            .collect()
    };
    assert_eq!(ids("current=true"), [json!(third)]);
    assert_eq!(ids("current=false").len(), 2);
    let page = app.anyone().get("/v1/rankings?limit=2").expect(200);
    let rest = ids(&format!("limit=2&cursor={}", text(&page["next_cursor"])));
    assert_eq!(rest.len(), 1);
}

fn a_preview_keeps_nothing(app: &TestApp) {
    ratified(app, ("regional", "2026-11-20", 1), &members(app, 4, 1), |_| 4);
    let list = json!({ "method": "glicko-2", "on": "2026-11-20" });
    let preview = app.administrator().post("/v1/rankings/previews", &list).expect(200);
    assert_eq!((&preview["players"], &preview["version"]), (&json!(4), &json!(1)));
    let of = |division: &str| {
        let path = format!("/v1/rankings/previews?division={division}");
        app.administrator().post(&path, &list)
    };
    assert_eq!(of("senior").expect(200)["items"], preview["items"]);
    let none = of("student").expect(200);
    assert_eq!(
        (&none["items"], &none["players"]),
        (&json!([]), &json!(4)),
        "ranks are of the whole list"
    );
    of("veterans").refused(400, "invalid-query");
    assert!(app.anyone().get("/v1/rankings").items().is_empty());
    let published = publish(app, &list);
    assert_eq!(preview["items"], json!(rows(app, &published, "")));
    app.coordinator("ZA-NW")
        .post("/v1/rankings/previews", &list)
        .refused(403, "role-required");
}

fn clubs_have_their_best_four(app: &TestApp) {
    let mut players = members(app, 1, 6);
    players.extend(members(app, 3, 2));
    ratified(app, ("regional", "2026-11-20", 3), &players, wins);
    let list = publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));
    let mut of_club: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for row in rows(app, &list, "") {
        of_club
            .entry(text(&row["club_id"]).to_owned())
            .or_default()
            .push(hundredths(&row["figure"]));
    }
    let best = |figures: &Vec<i64>| figures.iter().take(4).sum::<i64>();
    let sums: BTreeMap<String, i64> = of_club
        .iter()
        .map(|(club, figures)| (club.clone(), best(figures)))
        .collect();
    let places = season::places(&sums);
    let ranking = app.anyone().get(&format!("/v1/rankings/{list}/clubs")).expect(200);
    let clubs = ranking["items"].as_array().unwrap();
    assert_eq!(
        (ranking["counted_of_a_club"].as_u64(), clubs.len(), of_club.len()),
        (Some(4), 4, 4)
    );
    for club in clubs {
        let id = text(&club["club_id"]);
        assert_eq!(
            (hundredths(&club["figure"]), &club["rank"]),
            (sums[id], &json!(places[id]))
        );
        let counted = club["counted"].as_array().unwrap();
        assert_eq!(counted.len(), of_club[id].len().min(4));
        assert_eq!(
            counted.iter().map(|one| hundredths(&one["figure"])).sum::<i64>(),
            sums[id]
        );
    }
}

/// The exit status of `rankings verify`, and what it prints.
fn verify(app: &TestApp) -> (Option<i32>, String) {
    let url = match app.url() {
        Url::Sqlite(path) => path.clone(),
        Url::Postgres(url) => url.clone(),
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_federation-records"));
    let output = command
        .args(["rankings", "verify"])
        .env("DATABASE_URL", url)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn the_command_computes_every_list_again(app: &TestApp) {
    assert_eq!(verify(app), (Some(0), "0 lists, 0 differ\n".to_owned()));
    let players = members(app, 4, 2);
    ratified(app, ("provincial", "2026-11-20", 2), &players, wins);
    let lists = ["game-points", "super-league", "glicko-2"]
        .map(|method| publish(app, &json!({ "method": method, "on": "2026-11-20" })));
    let (code, told) = verify(app);
    assert_eq!((code, told.lines().count()), (Some(0), 4), "{told}");
    // For the umpire's points there is one more.
    let equal = [": equal, 8 players", "super-league of 2026-11-20: equal, 9 players"];
    assert_eq!(equal.map(|words| told.matches(words).count()), [2, 1], "{told}");
    // One by another version of its method is told of, and no fault.
    let of_version = |version: i64| {
        let older = format!("UPDATE rankings SET version = {version} WHERE id = '{}'", lists[1]);
        app.connection().batch_execute(&older).unwrap();
    };
    of_version(1);
    let (code, told) = verify(app);
    let older = "super-league of 2026-11-20: made by another version of the method, 1\n";
    assert!(
        code == Some(0) && told.contains(older) && told.contains("3 lists, 0 differ"),
        "{told}"
    );
    of_version(2);
    // A figure that somebody has touched is found.
    let touch = format!(
        "UPDATE ranking_rows SET figure = figure + 1 WHERE ranking_id = '{}' AND player_id = '{}'",
        lists[2], players[3]
    );
    app.connection().batch_execute(&touch).unwrap();
    let (code, told) = verify(app);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains(&format!(
            "{} glicko-2 of 2026-11-20: 1 of 8 rows differ; the first: player {}",
            lists[2], players[3]
        )),
        "{told}"
    );
    assert!(told.ends_with("3 lists, 1 differ\n"), "{told}");
}
