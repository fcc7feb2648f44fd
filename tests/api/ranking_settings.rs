//! The parameters of the methods of ranking, as the federation sets them; and lists, which keep those of their day.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::federation::set;
use crate::hall::{Hall, sheet};
use crate::season::{hundredths, members, publish, ratified, rows, verified};

on_sqlite! {
    a_list_keeps_the_parameters_of_its_day,
    ratings_begin_as_the_federation_sets_them,
    methods_say_what_they_are_set_to,
    friendlies_and_evenings_of_clubs_do_not_count,
    what_is_forfeited_counts_for_nobody,
    levels_that_bring_nothing_are_refused,
}

/// The figures of a list, the best first, in whole points.
fn figures(app: &TestApp, list: &str) -> Vec<i64> {
    let rows = rows(app, list, "");
    rows.iter().map(|row| hundredths(&row["figure"]) / 100).collect()
}

fn parameter(list: &Value, name: &str) -> String {
    let parameters = list["parameters"].as_array().unwrap();
    let found = parameters.iter().find(|one| one["name"] == name).unwrap();
    text(&found["value"]).to_owned()
}

fn a_list_keeps_the_parameters_of_its_day(app: &TestApp) {
    let players = members(app, 2, 2);
    ratified(app, ("provincial", "2026-11-20", 2), &players, |_| 4);
    set(
        app,
        "?from=2026-11-21",
        &json!({ "ranking": {
            "months": 12, "counted_of_a_club": 1,
            "super_league": { "provincial": 50, "national": 60, "rest": 49, "umpired_provincial": 7 },
        } }),
    );
    app.at("2026-11-21T08:00:00Z");
    let [before, after] = ["2026-11-20", "2026-11-21"].map(|on| {
        let list = publish(app, &json!({ "method": "super-league", "on": on }));
        let told = app.anyone().get(&format!("/v1/rankings/{list}")).expect(200);
        let clubs = app.anyone().get(&format!("/v1/rankings/{list}/clubs")).expect(200);
        let settings = ["months", "provincial", "rest", "umpired_provincial"].map(|name| parameter(&told, name));
        (list, settings, clubs["counted_of_a_club"].clone())
    });
    assert_eq!(
        (&before.1, &before.2),
        (&["24", "10", "1", "5"].map(str::to_owned), &json!(4))
    );
    assert_eq!(
        (&after.1, &after.2),
        (&["12", "50", "49", "7"].map(str::to_owned), &json!(1))
    );
    // The umpire is in both; the players have what their places bring.
    let (was, is) = (figures(app, &before.0), figures(app, &after.0));
    assert_eq!((was.len(), was[0], is[0]), (5, 10, 50));
    assert!(was.contains(&5) && is.contains(&7), "{was:?} {is:?}");
    assert!(is[..4].iter().all(|figure| *figure >= 49), "{is:?}");
    let clubs = app.anyone().get(&format!("/v1/rankings/{}/clubs", after.0)).items();
    assert!(clubs.iter().all(|club| club["counted"].as_array().unwrap().len() == 1));
    // What was set later changes no list, and each is computed again by what it keeps.
    set(app, "", &json!({ "ranking": { "super_league": { "provincial": 99 } } }));
    assert_eq!(figures(app, &after.0), is);
    assert_eq!(verified(app), [0, 0]);
    // A list says itself for how many months, if it wants.
    let list = json!({ "method": "game-points", "on": "2026-11-21", "months": 3 });
    let list = app
        .anyone()
        .get(&format!("/v1/rankings/{}", publish(app, &list)))
        .expect(200);
    assert_eq!(parameter(&list, "months"), "3");
}

fn ratings_begin_as_the_federation_sets_them(app: &TestApp) {
    let players = members(app, 2, 1);
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 3);
    let settings = json!({ "rating": 1000, "deviation": 100, "volatility": 0.05, "tau": 0.3, "provisional_above": 99 });
    set(app, "?from=2026-11-21", &json!({ "ranking": { "glicko_2": settings } }));
    app.at("2026-11-21T08:00:00Z");
    let told = ["2026-11-20", "2026-11-21"].map(|on| {
        let list = publish(app, &json!({ "method": "glicko-2", "on": on }));
        let rows = rows(app, &list, "");
        let history = app
            .anyone()
            .get(&format!("/v1/players/{}/rankings?method=glicko-2", players[0]))
            .items();
        assert_eq!(history.last().unwrap()["provisional"], rows[0]["provisional"]);
        (hundredths(&rows[0]["figure"]), rows[0]["provisional"].clone())
    });
    // Six games, half of them won against one who begins as they do, change no rating.
    assert_eq!(told, [(150_000, json!(true)), (100_000, json!(false))]);
    assert_eq!(verified(app), [0, 0]);
}

fn methods_say_what_they_are_set_to(app: &TestApp) {
    let told = |method: usize, name: &str| {
        let methods = app.anyone().get("/v1/ranking-methods").expect(200);
        parameter(&methods["items"][method], name)
    };
    assert_eq!(
        [told(0, "months"), told(1, "national"), told(2, "tau")],
        ["24", "20", "0.5"]
    );
    set(
        app,
        "",
        &json!({ "ranking": { "months": 36, "super_league": { "national": 30 }, "glicko_2": { "tau": 0.75 } } }),
    );
    assert_eq!(
        [told(0, "months"), told(1, "national"), told(2, "tau")],
        ["36", "30", "0.75"]
    );
}

/// The players of a list.
fn listed(app: &TestApp, list: &str) -> Vec<String> {
    let rows = rows(app, list, "");
    let mut players: Vec<String> = rows.iter().map(|row| text(&row["player"]["id"]).to_owned()).collect();
    players.sort();
    players
}

fn friendlies_and_evenings_of_clubs_do_not_count(app: &TestApp) {
    let mut players = members(app, 6, 1);
    for (level, two) in [("friendly", 0..2), ("club", 2..4), ("regional", 4..6)] {
        ratified(app, (level, "2026-11-20", 1), &players[two], |_| 4);
    }
    let counting = players.split_off(4);
    let sorted = |mut players: Vec<String>| {
        players.sort();
        players
    };
    for method in ["game-points", "glicko-2"] {
        let list = publish(app, &json!({ "method": method, "on": "2026-11-20" }));
        assert_eq!(listed(app, &list), sorted(counting.clone()), "{method}");
        let told = app.anyone().get(&format!("/v1/rankings/{list}")).expect(200);
        assert_eq!(
            [parameter(&told, "levels"), parameter(&told, "forfeits")],
            [
                "school, student, regional, provincial, national, continental, world",
                "false"
            ]
        );
    }
    // From a day on evenings of clubs count for one method; the change is in the history, and earlier lists stay.
    set(
        app,
        "?from=2026-11-21",
        &json!({ "ranking": { "game_points": { "levels": { "club": true } } } }),
    );
    let changes = app.anyone().get("/v1/federation/changes").items();
    let last = changes.last().unwrap();
    assert_eq!(
        (&last["valid_from"], &last["changes"]),
        (
            &json!("2026-11-21"),
            &json!({ "ranking": { "game_points": { "levels": { "club": true } } } })
        )
    );
    app.at("2026-11-21T08:00:00Z");
    let points = publish(app, &json!({ "method": "game-points", "on": "2026-11-21" }));
    let with_club = [&players[2..4], &counting[..]].concat();
    assert_eq!(listed(app, &points), sorted(with_club));
    let ratings = publish(app, &json!({ "method": "glicko-2", "on": "2026-11-21" }));
    assert_eq!(listed(app, &ratings), sorted(counting));
    assert_eq!(verified(app), [0; 4]);
}

fn what_is_forfeited_counts_for_nobody(app: &TestApp) {
    let players = members(app, 4, 1);
    let plan = json!({ "level": "provincial", "ends_on": "2026-11-20", "rounds": 1 });
    let mut hall = Hall::new(app, &plan, 0);
    for player in &players {
        hall.enter(player);
    }
    hall.confirm_equipment();
    hall.agree_rounds(1);
    let round = hall.publish();
    let all = hall.matches(&round);
    let absent = json!({ "forfeited_by": all[0]["players"][1]["player"]["id"] });
    let results = json!({ "results": [
        { "match_id": all[0]["id"], "sheet": absent }, { "match_id": all[1]["id"], "sheet": sheet(&all[1], 6) },
    ] });
    hall.umpire.post(&format!("{round}/results"), &results).expect(201);
    hall.confirm(&round);
    hall.close(&round);
    hall.ratify().expect(201);
    for method in ["game-points", "super-league", "glicko-2"] {
        let list = publish(app, &json!({ "method": method, "on": "2026-11-20" }));
        let listed = listed(app, &list);
        for seat in all[0]["players"].as_array().unwrap() {
            assert!(!listed.contains(&text(&seat["player"]["id"]).to_owned()), "{method}");
        }
        // A row opens into the games that count.
        let winner = text(&all[1]["players"][0]["player"]["id"]);
        let opened = app
            .anyone()
            .get(&format!("/v1/rankings/{list}/rows/{winner}"))
            .expect(200);
        let events = &opened["contributions"].as_array().unwrap().last().unwrap()["events"];
        assert_eq!(
            events[0]["matches"][0]["games"].as_array().unwrap().len(),
            6,
            "{method}"
        );
    }
    assert_eq!(verified(app), [0; 3]);
}

fn levels_that_bring_nothing_are_refused(app: &TestApp) {
    let faults = |ranking: Value| {
        let tag = app.anyone().get("/v1/federation").header("etag").to_owned();
        app.administrator()
            .patch("/v1/federation", &tag, &json!({ "ranking": ranking }))
            .faults()
    };
    let fault = |pointer: &str, code: &str| vec![(format!("/ranking/{pointer}"), code.to_owned())];
    assert_eq!(
        faults(json!({ "super_league": { "levels": { "friendly": true } } })),
        fault("super_league/levels/friendly", "not-allowed")
    );
    assert_eq!(
        faults(json!({ "game_points": { "levels": { "club": "yes" } } })),
        fault("game_points/levels/club", "invalid-value")
    );
    assert_eq!(
        faults(json!({ "glicko_2": { "forfeits": 1 } })),
        fault("glicko_2/forfeits", "invalid-value")
    );
    // One of the two championships alone may count.
    let set = set(
        app,
        "",
        &json!({ "ranking": { "super_league": { "levels": { "national": false } } } }),
    );
    assert_eq!(set["ranking"]["super_league"]["levels"]["provincial"], true);
    assert_eq!(set["ranking"]["super_league"]["levels"]["national"], false);
}
