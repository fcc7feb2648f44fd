//! A championship of four schools, whose teachers enter their own, from its announcement to its ratification.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, affiliated, keep_order};
use crate::represented::{institution, learner};

on_sqlite! {
    four_schools_play_a_championship,
}

fn four_schools_play_a_championship(app: &TestApp) {
    // Learners of a school are members of clubs here and there, two of each club in different schools.
    let (schools, clubs): (Vec<_>, Vec<_>) = (0..4).map(|_| (institution(app, "school"), affiliated(app))).unzip();
    let plan = json!({ "level": "school", "board": 305, "ends_on": "2026-11-20" });
    let mut hall = Hall::new(app, &plan, 0);
    let entries = format!("{}/entries", hall.path);
    let mut schools_of: BTreeMap<String, usize> = BTreeMap::new();
    for (place, school) in schools.iter().enumerate() {
        let teacher = app.secretary(school);
        for club in &clubs {
            let player = learner(app, club, school);
            let entry = teacher.post(&entries, &json!({ "player_id": player })).expect(201);
            assert_eq!(
                (&entry["club_id"], &entry["division"]),
                (&json!(school), &json!("high_school"))
            );
            schools_of.insert(player.clone(), place);
            hall.players.push(player);
        }
        // Nobody enters somebody else's learners, nor those who are none.
        let others = learner(app, &clubs[0], &schools[(place + 1) % 4]);
        teacher
            .post(&entries, &json!({ "player_id": others }))
            .refused(403, "out-of-scope");
    }
    keep_order(app, &hall.path);
    for round in 1..=6 {
        let path = hall.play(|one| 3 + (text(&one["players"][0]["player"]["number"]).len() + round) % 3);
        for one in hall.matches(&path) {
            let school = |place: usize| schools_of[text(&one["players"][place]["player"]["id"])];
            assert!(round > 3 || school(0) != school(1), "round {round}: {one}");
        }
    }
    let found = json!({
        "board": 305, "junction": 9, "counters": "pvc", "counter_size": 16, "marked": true, "federation_mark": true,
    });
    hall.umpire
        .post(&format!("{}/equipment-confirmations", hall.path), &found)
        .expect(201);
    hall.ratify().expect(201);
    let standings = hall.standings();
    let learners = &standings["awards"]["top_learners"][0];
    assert_eq!(learners["division"], "high_school");
    let best = standings["items"][0]["player"]["id"].clone();
    let honoured: Vec<&Value> = learners["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["id"])
        .collect();
    assert!(honoured.contains(&&best), "{standings}");
}
