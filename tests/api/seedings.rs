//! Seeds of a tournament taken from a list.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, affiliated, register};
use crate::season::{members, publish, ratified, rows};

on_sqlite! {
    seeds_are_taken_from_a_list,
    seeds_are_refused_as_starting_orders_are,
}

fn order(answer: &Value) -> Vec<String> {
    let entries = answer["items"].as_array().unwrap();
    assert!(
        entries
            .iter()
            .zip(1..)
            .all(|(entry, seed)| entry["seed"] == json!(seed))
    );
    entries
        .iter()
        .map(|entry| text(&entry["player"]["id"]).to_owned())
        .collect()
}

fn seeds_are_taken_from_a_list(app: &TestApp) {
    let players = members(app, 6, 1);
    ratified(app, ("regional", "2026-11-20", 2), &players, |one| {
        usize::from(one["board"] == 1) * 3 + 2
    });
    let list = publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));
    let listed: Vec<String> = rows(app, &list, "")
        .iter()
        .map(|row| text(&row["player"]["id"]).to_owned())
        .collect();
    // One of the list was a duplicate, and is known by another entry now.
    let club = affiliated(app);
    let stays = app.player(&club);
    register(app, &stays, &club, "senior");
    let merger = json!({ "duplicate_id": listed[2] });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    let present = |player: &String| {
        if *player == listed[2] {
            stays.clone()
        } else {
            player.clone()
        }
    };
    let mut hall = Hall::new(app, &json!({ "ends_on": "2026-11-20" }), 0);
    let strangers = members(app, 2, 1);
    for player in [&strangers[0], &listed[4], &listed[0], &stays, &strangers[1], &listed[1]] {
        hall.enter(player);
    }
    let seeded = hall
        .umpire
        .post(&format!("{}/seedings", hall.path), &json!({ "ranking_id": list }))
        .expect(201);
    let expected: Vec<String> = [
        &listed[0],
        &listed[1],
        &listed[2],
        &listed[4],
        &strangers[0],
        &strangers[1],
    ]
    .map(present)
    .to_vec();
    assert_eq!(order(&seeded), expected);
    assert_eq!(
        order(&app.anyone().get(&format!("{}/entries", hall.path)).expect(200)),
        expected
    );
    // Once more is the same; and the next round is drawn from it.
    let again = hall
        .coordinator
        .post(&format!("{}/seedings", hall.path), &json!({ "ranking_id": list }))
        .expect(201);
    assert_eq!(again, seeded);
    hall.publish();
}

fn seeds_are_refused_as_starting_orders_are(app: &TestApp) {
    let players = members(app, 2, 1);
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 4);
    let list = json!({ "ranking_id": publish(app, &json!({ "method": "game-points", "on": "2026-11-20" })) });
    let hall = Hall::new(app, &json!({}), 4);
    let path = format!("{}/seedings", hall.path);
    app.umpire().post(&path, &list).refused(403, "out-of-scope");
    app.coordinator("ZA-GP").post(&path, &list).refused(403, "out-of-scope");
    app.secretary(&app.club("ZA-NW"))
        .post(&path, &list)
        .refused(403, "role-required");
    let unknown = json!({ "ranking_id": players[0] });
    hall.umpire.post(&path, &unknown).refused(422, "unknown-ranking");
    hall.publish();
    hall.umpire.post(&path, &list).refused(409, "wrong-state");
    hall.umpire
        .post(&format!("/v1/tournaments/{}/seedings", players[0]), &list)
        .refused(404, "not-found");
}
