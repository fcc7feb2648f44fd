//! The criteria of colours: told, set for a year, and each rule held against what its basis asks for.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_sqlite! {
    the_criteria_are_told_in_sentences,
    criteria_are_set_for_a_year_and_kept,
    a_rule_says_what_its_basis_asks_for,
}

fn the_criteria_are_told_in_sentences(app: &TestApp) {
    let criteria = app.anyone().get("/v1/colours-criteria").expect(200);
    assert_eq!((&criteria["year"], &criteria["version"]), (&json!(2027), &json!(1)));
    let told: Vec<(&str, &str, usize)> = criteria["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                text(&item["level"]),
                text(&item["basis"]),
                item["divisions"].as_array().unwrap().len(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("regional", "place", 2),
            ("regional", "place", 2),
            ("regional", "selection", 4),
            ("regional", "team_place", 4),
            ("regional", "discretion", 4),
            ("provincial", "selection", 4),
            ("provincial", "all_rounds", 2),
            ("provincial", "all_games", 2),
            ("provincial", "top_half", 2),
            ("provincial", "top_half", 2),
            ("provincial", "team_place", 4),
            ("provincial", "discretion", 4),
            ("national_federation", "selection", 4),
            ("national_federation", "all_rounds", 2),
            ("national_federation", "all_games", 2),
            ("national_federation", "team_place", 4),
            ("national_federation", "discretion", 4),
            ("national", "selection", 4),
            ("national", "umpire", 4),
        ]
    );
    assert_eq!(
        criteria["items"][0]["sentence"],
        "One of the first 3 places of a regional event, of 4 players or more. Who share a place have the better one. \
         Student events of the same stage count too, for students."
    );
    app.anyone().get("/v1/colours-criteria?year=1990").expect(200);
}

fn criteria(year: i32, items: &Value) -> Value {
    json!({ "year": year, "name": "As decided on 3 October", "items": items })
}

fn criteria_are_set_for_a_year_and_kept(app: &TestApp) {
    let places = json!({
        "level": "regional", "divisions": ["senior"], "basis": "place", "events": ["regional"], "places": 2, "entrants": 8,
    });
    let rules = json!([
        places,
        { "level": "provincial", "divisions": ["senior", "student"], "among": "division", "basis": "all_games",
          "events": ["provincial"], "byes": 0 },
        { "level": "provincial", "divisions": ["senior"], "basis": "top_half", "events": ["provincial", "national"] },
        { "level": "national", "divisions": ["senior"], "basis": "umpire", "team": "international" },
        { "level": "national", "divisions": ["senior"], "basis": "discretion" },
    ]);
    let administrator = app.administrator();
    let set = administrator
        .post("/v1/colours-criteria", &criteria(2028, &rules))
        .expect(201);
    assert_eq!((&set["version"], &set["valid_from"]), (&json!(2), &json!("2027-11-01")));
    assert_eq!(
        set["items"][0]["sentence"],
        "One of the first 2 places of a regional event, of 8 players or more. Who share a place have the better one."
    );
    assert_eq!(
        set["items"][1]["sentence"],
        "All games of a provincial championship won, 5 rounds or more, among 8 players or more. A forfeit does not count as won, and no bye may be among them. \
         Student events of the same stage count too, for students."
    );
    let of = |year: &str| {
        app.anyone()
            .get(&format!("/v1/colours-criteria?year={year}"))
            .expect(200)["version"]
            .clone()
    };
    assert_eq!([of("2027"), of("2028"), of("2029")], [json!(1), json!(2), json!(2)]);
    // A slip is set right as long as nothing rests on it.
    let again = administrator
        .post("/v1/colours-criteria", &criteria(2028, &json!([places])))
        .expect(201);
    assert_eq!(
        (&again["version"], again["items"].as_array().unwrap().len()),
        (&json!(2), 1)
    );
    let versions = app.anyone().get("/v1/colours-criteria/versions").items();
    assert_eq!((versions.len(), &versions[1]), (2, &again));
    administrator
        .post("/v1/colours-criteria", &criteria(2026, &json!([places])))
        .refused(422, "criteria-in-past");
    administrator
        .post("/v1/colours-criteria", &criteria(2027, &json!([places])))
        .expect(201);
    let player = app.player(&app.club("ZA-NW"));
    let discretion = json!({ "level": "provincial", "divisions": ["senior"], "basis": "discretion" });
    let ours = criteria(2027, &json!([discretion]));
    administrator.post("/v1/colours-criteria", &ours).expect(201);
    crate::world::colours::approved(app, &player);
    administrator
        .post("/v1/colours-criteria", &ours)
        .refused(409, "criteria-in-use");
}

fn a_rule_says_what_its_basis_asks_for(app: &TestApp) {
    for (rule, at) in [
        (
            json!({ "basis": "place", "events": ["regional"], "places": 3 }),
            "entrants",
        ),
        (
            json!({ "basis": "place", "events": ["regional"], "places": 0, "entrants": 4 }),
            "places",
        ),
        (
            json!({ "basis": "place", "events": [], "places": 3, "entrants": 4 }),
            "events",
        ),
        (json!({ "basis": "all_rounds", "events": ["regional"] }), "byes"),
        (
            json!({ "basis": "all_rounds", "events": ["regional"], "byes": 1, "places": 3 }),
            "places",
        ),
        (
            json!({ "basis": "all_games", "events": ["regional"], "byes": 31 }),
            "byes",
        ),
        (
            json!({ "basis": "all_games", "events": ["regional"], "byes": 0, "rounds": 0 }),
            "rounds",
        ),
        (
            json!({ "basis": "all_rounds", "events": ["regional"], "byes": 0, "rounds": 31 }),
            "rounds",
        ),
        (
            json!({ "basis": "all_rounds", "events": ["regional"], "byes": 0, "entrants": 1001 }),
            "entrants",
        ),
        (
            json!({ "basis": "top_half", "events": ["regional", "national"], "rounds": 5 }),
            "rounds",
        ),
        (json!({ "basis": "top_half", "events": ["regional"] }), "events"),
        (json!({ "basis": "selection" }), "team"),
        (
            json!({ "basis": "umpire", "team": "province", "events": ["regional"] }),
            "events",
        ),
        (json!({ "basis": "discretion", "team": "province" }), "team"),
    ] {
        let mut rule = rule;
        rule["level"] = json!("regional");
        rule["divisions"] = json!(["senior"]);
        let answer = app
            .administrator()
            .post("/v1/colours-criteria", &criteria(2028, &json!([rule])));
        assert_eq!(
            answer.faults(),
            [(format!("/items/0/{at}"), "invalid-rule".to_owned())],
            "{rule}"
        );
    }
    app.coordinator("ZA-NW")
        .post("/v1/colours-criteria", &criteria(2028, &json!([])))
        .refused(403, "role-required");
}
