//! The starting order of round 1: by the newest list, and after it as the umpire has ordered.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, keep_order};
use crate::season::{members, publish, ratified, rows};

on_sqlite! {
    the_umpire_orders_those_who_are_on_no_list,
    round_1_starts_in_the_order_of_the_newest_list,
    those_on_no_list_come_last_in_the_order_of_the_umpire,
    a_round_robin_needs_no_order,
}

fn named(problem: &Value) -> BTreeSet<String> {
    let players = problem["players"].as_array().unwrap().iter();
    players.map(|player| text(&player["id"]).to_owned()).collect()
}

fn order(hall: &Hall<'_>) -> Vec<String> {
    let entries = hall.app.anyone().get(&format!("{}/entries", hall.path)).items();
    let ids = entries.iter().map(|entry| text(&entry["player"]["id"]).to_owned());
    ids.collect()
}

fn set_order(hall: &Hall<'_>, players: &[String]) {
    hall.umpire
        .post(
            &format!("{}/starting-orders", hall.path),
            &json!({ "player_ids": players }),
        )
        .expect(201);
}

fn the_umpire_orders_those_who_are_on_no_list(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    let told = hall.draw_at_once(&json!({})).refused(409, "starting-order-needed");
    assert_eq!(named(&told), hall.players.iter().cloned().collect());
    assert_eq!(told["players"][0]["name"], "Thandiwe Mokoena");
    app.anyone().get(&format!("{}/rounds", hall.path)).expect(200);
    assert!(hall.umpire.get(&format!("{}/draw", hall.path)).status == 404);
    let mut reversed = hall.players.clone();
    reversed.reverse();
    set_order(&hall, &reversed);
    let drawn = hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(order(&hall), reversed);
    assert_eq!(
        drawn["starting_order"],
        json!({
            "ranking_id": null, "ranking_on": null, "ranked": 0, "unranked": 4,
            "sentence": "No player is on a ranking list; they start as the umpire has ordered.",
        })
    );
    assert_eq!(hall.draw_at_once(&json!({})).expect(201), drawn);
    // Somebody more has come since; and does not play after all.
    let comes = app.player(&app.club("ZA-NW"));
    let entry = hall.enter(&comes);
    let told = hall.draw_at_once(&json!({})).refused(409, "starting-order-needed");
    assert_eq!(named(&told).len(), 5);
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    hall.draw_at_once(&json!({})).expect(201);
    hall.step(&format!("{entry}/returns")).expect(201);
    hall.draw_at_once(&json!({})).refused(409, "starting-order-needed");
    keep_order(app, &hall.path);
    let round = hall.draw_at_once(&json!({})).expect(201);
    let path = format!("/v1/rounds/{}", text(&round["id"]));
    hall.step(&format!("{path}/publications")).expect(201);
    let shown = app.anyone().get(&path).expect(200);
    assert_eq!(shown["starting_order"]["unranked"], 5);
    // Later rounds are drawn by points.
    hall.enter_results(&path, |_| 4);
    hall.close(&path);
    let second = hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(second["starting_order"], json!(null));
}

/// The players of a list of those who have played in one event, the best first.
fn listed(app: &TestApp, players: &[String], on: &str) -> (String, Vec<String>) {
    ratified(app, ("regional", "2026-11-20", 2), players, |one| {
        usize::from(one["board"] == 1) * 3 + 2
    });
    let list = publish(app, &json!({ "method": "game-points", "on": on }));
    let rows = rows(app, &list, "");
    let ids = rows.iter().map(|row| text(&row["player"]["id"]).to_owned());
    let ids = ids.collect();
    (list, ids)
}

fn round_1_starts_in_the_order_of_the_newest_list(app: &TestApp) {
    let players = members(app, 6, 1);
    let (list, best) = listed(app, &players, "2026-11-20");
    assert_eq!(best.len(), 6);
    // Another method seeds nobody.
    publish(app, &json!({ "method": "glicko-2", "on": "2026-11-20" }));
    let mut hall = Hall::new(app, &json!({ "ends_on": "2026-11-20" }), 0);
    for player in best.iter().rev() {
        hall.enter(player);
    }
    let drawn = hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(order(&hall), best);
    let boards = drawn["boards"].as_array().unwrap().iter();
    let pairs: Vec<[&str; 2]> = boards
        .map(|board| [0, 1].map(|index| text(&board["players"][index]["player"]["id"])))
        .collect();
    assert_eq!(
        pairs,
        [0, 1, 2].map(|place| [best[place].as_str(), best[place + 3].as_str()])
    );
    assert_eq!(
        drawn["starting_order"],
        json!({
            "ranking_id": list, "ranking_on": "2026-11-20", "ranked": 6, "unranked": 0,
            "sentence": "Players start in the order of the ranking list of 20 November 2026.",
        })
    );
    // It is the newest that counts, when round 1 is drawn: also for whom the umpire would have otherwise.
    let mut reversed = best.clone();
    reversed.reverse();
    set_order(&hall, &reversed);
    hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(order(&hall), best);
    app.pass(chrono::TimeDelta::minutes(1));
    let mended = json!({
        "method": "game-points", "on": "2026-11-20", "replaces_id": list, "reason": "A result was corrected.",
    });
    let newest = publish(app, &mended);
    let again = hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(
        (&again["starting_order"]["ranking_id"], &again["id"]),
        (&json!(newest), &drawn["id"])
    );
}

fn those_on_no_list_come_last_in_the_order_of_the_umpire(app: &TestApp) {
    let players = members(app, 6, 1);
    let (_, best) = listed(app, &players, "2026-11-20");
    let mut hall = Hall::new(app, &json!({ "ends_on": "2026-11-20" }), 0);
    let strangers = members(app, 2, 1);
    for player in [&strangers[0], &best[3], &best[0]] {
        hall.enter(player);
    }
    // One who is on no list comes last; of two the umpire says which.
    let drawn = hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(order(&hall), [&best[0], &best[3], &strangers[0]].map(Clone::clone));
    assert_eq!(
        drawn["starting_order"]["sentence"],
        "Players start in the order of the ranking list of 20 November 2026. One player is on no list, and comes last."
    );
    hall.enter(&strangers[1]);
    let told = hall.draw_at_once(&json!({})).refused(409, "starting-order-needed");
    assert_eq!(named(&told), strangers.iter().cloned().collect());
    set_order(
        &hall,
        &[&strangers[1], &strangers[0], &best[3], &best[0]].map(Clone::clone),
    );
    let drawn = hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(
        order(&hall),
        [&best[0], &best[3], &strangers[1], &strangers[0]].map(Clone::clone)
    );
    assert_eq!(
        drawn["starting_order"]["sentence"],
        "Players start in the order of the ranking list of 20 November 2026. 2 players are on no list, and come after them \
         as the umpire has ordered."
    );
}

fn a_round_robin_needs_no_order(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "system": "round_robin" }), 4);
    let drawn = hall.draw_at_once(&json!({})).expect(201);
    assert_eq!(drawn["starting_order"], json!(null));
    assert_eq!(order(&hall), hall.players);
}
