//! Boards and counters of a tournament: judged by its level and its day, and recorded afterwards with a reason.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::hall::{self, Hall};
use crate::recognition::{equipment, evidence, missing};

on_sqlite! {
    boards_and_counters_are_judged_by_level_and_day,
    counters_have_a_size_and_the_mark_of_the_federation,
    boards_and_counters_are_recorded_afterwards_with_a_reason,
}

fn boards_and_counters_are_judged_by_level_and_day(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "level": "provincial" }), 0);
    let lacks = || {
        missing(&hall)
            .into_iter()
            .find(|(name, _)| name == "equipment")
            .map(|(_, missing)| missing)
    };
    equipment(&hall, 305, 9, "other", false);
    assert_eq!(
        lacks().unwrap(),
        [
            "Boards of 305 mm are not for a tournament of this level.",
            "The notation is not marked from the top left corner.",
            "The counters are neither of PVC nor of nylon.",
        ]
    );
    // The last confirmation counts.
    app.pass(chrono::TimeDelta::minutes(1));
    equipment(&hall, 490, 30, "nylon", true);
    assert_eq!(
        lacks().unwrap(),
        ["Junctions of 30 mm are too large; they may be up to 25 mm."]
    );
    app.pass(chrono::TimeDelta::minutes(1));
    equipment(&hall, 490, 25, "nylon", true);
    assert_eq!(lacks(), None);
    let school = Hall::new(app, &json!({ "level": "school", "board": 305 }), 0);
    equipment(&school, 305, 9, "pvc", true);
    assert!(!missing(&school).iter().any(|(name, _)| name == "equipment"));
    let mut wrong = hall::equipment();
    wrong["board"] = json!(0);
    wrong["junction"] = json!(500);
    wrong["counter_size"] = json!(201);
    let faults = school
        .umpire
        .post(&format!("{}/equipment-confirmations", school.path), &wrong)
        .faults();
    assert_eq!(
        faults,
        [
            ("/board".to_owned(), "out-of-range".to_owned()),
            ("/junction".to_owned(), "out-of-range".to_owned()),
            ("/counter_size".to_owned(), "out-of-range".to_owned())
        ]
    );
    app.coordinator("ZA-GP")
        .post(&format!("{}/equipment-confirmations", school.path), &hall::equipment())
        .refused(403, "out-of-scope");
}

fn counters_have_a_size_and_the_mark_of_the_federation(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "level": "school", "board": 305 }), 0);
    let confirm = |changes: &Value| {
        app.pass(chrono::TimeDelta::minutes(1));
        let mut found = hall::equipment();
        found
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        let confirmations = format!("{}/equipment-confirmations", hall.path);
        app.administrator().post(&confirmations, &found).expect(201);
        let lacking = missing(&hall).into_iter().find(|(name, _)| name == "equipment");
        lacking.map(|(_, missing)| missing).unwrap_or_default()
    };
    assert_eq!(confirm(&json!({})), [] as [Value; 0]);
    assert_eq!(
        confirm(&json!({ "counter_size": 26, "federation_mark": false })),
        [
            "Counters of 26 mm are too large; they may be up to 25 mm.",
            "Boards and counters do not bear the mark of the federation.",
        ]
    );
    assert_eq!(
        confirm(&json!({ "board": 305, "junction": 9, "counter_size": 17 })),
        ["Counters of 17 mm are too large; they may be up to 16 mm."]
    );
    assert_eq!(
        confirm(&json!({ "board": 305, "junction": 9, "counter_size": 16 })),
        [] as [Value; 0]
    );
}

fn boards_and_counters_are_recorded_afterwards_with_a_reason(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 0);
    let confirm = |changes: &Value| {
        let mut found = hall::equipment();
        found
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        let confirmations = format!("{}/equipment-confirmations", hall.path);
        app.coordinator("ZA-NW").post(&confirmations, &found)
    };
    let fault = |pointer: &str, code: &str| [(pointer.to_owned(), code.to_owned())];
    let tomorrow = confirm(&json!({ "found_on": "2026-11-21" }));
    assert_eq!(tomorrow.faults(), fault("/found_on", "out-of-bounds"));
    assert_eq!(confirm(&json!({})).expect(201)["found_on"], "2026-11-20");
    app.at("2026-11-23T08:00:00Z");
    // Today is no day of the tournament.
    assert_eq!(
        confirm(&json!({ "found_on": "2026-11-23", "reason": "So." })).faults(),
        fault("/found_on", "out-of-bounds")
    );
    assert_eq!(confirm(&json!({})).faults(), fault("/reason", "required"));
    assert_eq!(
        confirm(&json!({ "found_on": "2026-11-20", "reason": " " })).faults(),
        fault("/reason", "required")
    );
    let late = confirm(&json!({ "reason": "The hall had no connection." })).expect(201);
    assert_eq!(
        (&late["found_on"], &late["reason"]),
        (&json!("2026-11-21"), &json!("The hall had no connection."))
    );
    assert_eq!(
        evidence(&hall, "equipment")[0],
        "On 2026-11-21 the boards are of 490 mm with junctions of 25 mm, and the counters of 25 mm. That was recorded on \
         2026-11-23: The hall had no connection."
    );
}
