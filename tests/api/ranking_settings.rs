//! The parameters of the methods of ranking, as the federation sets them; and lists, which keep those of their day.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::federation::set;
use crate::season::{hundredths, members, publish, ratified, rows, verified};

on_sqlite! {
    a_list_keeps_the_parameters_of_its_day,
    ratings_begin_as_the_federation_sets_them,
    methods_say_what_they_are_set_to,
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
