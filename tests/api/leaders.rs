//! Leaders who fall out of their score group, since a rule keeps them from each other.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::Hall;

on_sqlite! {
    why_a_leader_fell_is_told,
}

/// Two leaders of one club do not meet in round 2, and both fall: their reasons say that it is the rule of clubs.
fn why_a_leader_fell_is_told(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 0);
    let club = app.club("ZA-NW");
    for number in 0..8 {
        let own = if number < 2 { club.clone() } else { app.club("ZA-NW") };
        hall.enter(&app.player(&own));
    }
    let seeds = hall.seeds();
    let seed = |id: &Value| seeds[text(id)];
    // The two on top win all, and nobody else.
    hall.play(|one| {
        if seed(&one["players"][0]["player"]["id"]) < 3 {
            6
        } else {
            3
        }
    });
    let drawn = hall.draw(&json!({})).expect(201);
    let told = |round: &Value| -> Vec<(usize, Value, bool)> {
        let reasons = round["reasons"].as_array().unwrap().iter();
        let moved = reasons.filter(|reason| reason["role"] == "moved");
        let rule = "Neither of two club mates may meet in round 2.";
        let one = |reason: &Value| {
            let says = text(&reason["sentence"]).contains(rule);
            (seed(&reason["player_id"]), reason["clubs_apart_in_round"].clone(), says)
        };
        moved.map(one).filter(|(seed, _, _)| *seed < 3).collect()
    };
    assert_eq!(told(&drawn), [(1, json!(2), true), (2, json!(2), true)]);
    // Everyone may read it.
    let round = hall.publish();
    assert_eq!(told(&app.anyone().get(&round).expect(200)), told(&drawn));
    // From round 4 on they may meet.
    let mut free = Hall::new(app, &json!({ "club_rounds": 1 }), 0);
    for player in &hall.players {
        free.enter(player);
    }
    free.play(|one| {
        if seed(&one["players"][0]["player"]["id"]) < 3 {
            6
        } else {
            3
        }
    });
    assert!(told(&free.draw(&json!({})).expect(201)).is_empty());
}
