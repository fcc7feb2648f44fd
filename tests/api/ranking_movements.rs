//! Movements of players from list to list, and the histories that come of them.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::season::{members, publish, ratified, rows};

on_sqlite! {
    movement_is_told_since_the_list_before,
    a_history_is_read_and_drawn,
}

fn movement_is_told_since_the_list_before(app: &TestApp) {
    let players = members(app, 4, 1);
    ratified(app, ("regional", "2026-11-20", 1), &players[..2], |_| 6);
    let first = publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));
    publish(app, &json!({ "method": "glicko-2", "on": "2026-11-20" }));
    app.at("2026-12-01T08:00:00Z");
    ratified(app, ("regional", "2026-12-01", 1), &players[1..], |_| 6);
    let second = publish(app, &json!({ "method": "game-points", "on": "2026-12-01" }));
    let (before, after) = (rows(app, &first, ""), rows(app, &second, ""));
    assert_eq!(
        app.anyone().get(&format!("/v1/rankings/{second}")).expect(200)["previous_id"],
        json!(first)
    );
    for row in &after {
        let was = before.iter().find(|other| other["player"]["id"] == row["player"]["id"]);
        match was {
            None => assert_eq!(row["movement"], Value::Null),
            Some(was) => {
                let up = was["rank"].as_i64().unwrap() - row["rank"].as_i64().unwrap();
                assert_eq!(row["movement"], json!({ "previous_rank": was["rank"], "up": up }));
            }
        }
    }
    assert!(after.iter().any(|row| row["movement"].is_null()));
    // The list before is the one that was not replaced.
    app.pass(chrono::TimeDelta::minutes(1));
    let mended = json!({ "method": "game-points", "on": "2026-11-20", "replaces_id": first, "reason": "Because." });
    let mended = publish(app, &mended);
    let third = json!({ "method": "game-points", "on": "2026-12-01", "replaces_id": second, "reason": "Because." });
    let third = publish(app, &third);
    assert_eq!(
        app.anyone().get(&format!("/v1/rankings/{third}")).expect(200)["previous_id"],
        json!(mended)
    );
    assert_eq!(rows(app, &third, ""), after);
    assert!(
        app.anyone()
            .get(&format!("/v1/rankings/{third}/changes"))
            .items()
            .is_empty()
    );
    assert!(
        app.anyone()
            .get(&format!("/v1/rankings/{first}/changes"))
            .items()
            .is_empty()
    );
}

fn a_history_is_read_and_drawn(app: &TestApp) {
    let players = members(app, 2, 1);
    let path = format!("/v1/players/{}/rankings", players[0]);
    assert!(
        app.anyone().get(&path).expect(200)["items"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let chart = |query: &str| {
        let answer = app
            .anyone()
            .get_with(&format!("{path}{query}"), &[("accept", "image/svg+xml")]);
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/svg+xml"));
        answer.body_text()
    };
    assert!(chart("").contains("In no list yet"));
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 6);
    let list = |day: &str| publish(app, &json!({ "method": "game-points", "on": day }));
    let first = list("2026-11-20");
    app.at("2026-12-01T08:00:00Z");
    let second = list("2026-12-01");
    let mended = json!({ "method": "game-points", "on": "2026-12-01", "replaces_id": second, "reason": "Because." });
    let third = publish(app, &mended);
    let history = app.anyone().get(&path).expect(200);
    let told: Vec<_> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["ranking_id"], &one["on"]))
        .collect();
    assert_eq!(
        told,
        [
            (&json!(first), &json!("2026-11-20")),
            (&json!(third), &json!("2026-12-01"))
        ]
    );
    assert!(
        app.anyone().get(&format!("{path}?method=glicko-2")).expect(200)["items"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let drawn = chart("?measure=figure");
    assert_eq!(drawn.matches("<circle").count(), 2);
    assert!(
        drawn.contains("<title id=\"title\">Thandiwe Mokoena: figure by game points</title>"),
        "{drawn}"
    );
    assert!(
        drawn.contains("2 lists: ") && drawn.contains("1 December 2026"),
        "{drawn}"
    );
    // On the player's page, which has a heading, it has none, and its days are in the reader's words.
    let page = format!("/players/{}/chart.svg", players[0]);
    let of_page = app.anyone().get_with(&page, &[("accept-language", "af")]);
    assert_eq!((of_page.status, of_page.header("content-language")), (200, "af-ZA"));
    let drawn = of_page.body_text();
    assert!(
        drawn.contains("1 Desember 2026") && !drawn.contains("Mokoena"),
        "{drawn}"
    );
    assert_eq!(drawn.matches("<circle").count(), 2);
    app.anyone()
        .get(&format!("{path}?method=elo"))
        .refused(400, "invalid-query");
    app.anyone()
        .get(&format!("/v1/players/{first}/rankings"))
        .refused(404, "not-found");
}
