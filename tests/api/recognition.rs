//! Recognition: what an official tournament needs, and ratification.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{self, Hall, sheet};

on_sqlite! {
    the_checklist_says_what_is_missing,
    an_umpire_who_plays_is_none,
    a_finished_tournament_is_ratified,
    an_event_without_a_game_is_not_recognised,
    what_is_ratified_is_corrected_by_an_administrator_alone,
    nothing_is_ratified_before_its_last_day,
    the_rules_are_the_federations,
    the_bye_is_the_prescribed_one,
    six_rounds_or_fewer_with_an_administrators_word,
    an_early_end_is_accepted_by_an_administrator,
}

/// Everything that is missing, by requirement.
pub fn missing(hall: &Hall<'_>) -> Vec<(String, Vec<Value>)> {
    let recognition = hall.app.anyone().get(&format!("{}/recognition", hall.path)).expect(200);
    let items = recognition["items"].as_array().unwrap();
    let lacking = items.iter().filter(|item| item["met"] == json!(false));
    let all: Vec<_> = lacking
        .map(|item| {
            (
                text(&item["requirement"]).to_owned(),
                item["missing"].as_array().unwrap().clone(),
            )
        })
        .collect();
    assert_eq!(recognition["recognised"], json!(all.is_empty()));
    all
}

pub fn equipment(hall: &Hall<'_>, board: i64, junction: i64, counters: &str, marked: bool) {
    let mut found = hall::equipment();
    for (name, value) in [
        ("board", json!(board)),
        ("junction", json!(junction)),
        ("counters", json!(counters)),
        ("marked", json!(marked)),
    ] {
        found[name] = value;
    }
    if board == 305 {
        found["counter_size"] = json!(16);
    }
    hall.umpire
        .post(&format!("{}/equipment-confirmations", hall.path), &found)
        .expect(201);
}

fn the_checklist_says_what_is_missing(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 1, "games": 4 }), 8);
    let lacking = |name: &str, sentences: &[&str]| {
        (
            name.to_owned(),
            sentences.iter().map(|sentence| json!(sentence)).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        missing(&hall),
        [
            lacking("equipment", &["An umpire has not confirmed the boards and counters."]),
            lacking("draw", &["No round is published."]),
            lacking(
                "scoring",
                &["A match has 4 games instead of six.", "Not all rounds are played."]
            ),
            lacking(
                "rounds",
                &["Six rounds are prescribed, and 1 planned, to which no administrator has agreed."]
            ),
        ]
    );
    hall.coordinator
        .send("POST", &format!("{}/endings", hall.appointment), &[], None)
        .expect(201);
    // Who was there on the first day was there on the first day.
    assert_eq!(
        missing(&hall)[0],
        lacking("umpire", &["On 2026-11-21 no umpire is appointed."])
    );
    hall.coordinator
        .patch(&hall.path, "*", &json!({ "games": 6 }))
        .expect(200);
    crate::hall::keep_order(app, &hall.path);
    let draw = hall
        .coordinator
        .post(&format!("{}/rounds", hall.path), &json!({}))
        .expect(201);
    let round = format!("/v1/rounds/{}", text(&draw["id"]));
    hall.coordinator
        .send("POST", &format!("{round}/publications"), &[], None)
        .expect(201);
    assert_eq!(
        missing(&hall)[2],
        lacking(
            "scoring",
            &["Matches without a result: 4.", "Not all rounds are played."]
        )
    );
    // With seven players or more, everybody against everybody is not the system.
    let robins = Hall::new(app, &json!({ "system": "round_robin" }), 7);
    robins.publish();
    assert!(missing(&robins).contains(&lacking(
        "draw",
        &["Everybody meets everybody with seven players or more."]
    )));
}

/// The sentences about what is missing of one requirement.
pub fn lacks(hall: &Hall<'_>, requirement: &str) -> Vec<Value> {
    let lacking = missing(hall).into_iter().find(|(name, _)| name == requirement);
    lacking.map(|(_, sentences)| sentences).unwrap_or_default()
}

/// The evidence for a requirement.
pub fn evidence(hall: &Hall<'_>, requirement: &str) -> Vec<Value> {
    let recognition = hall.app.anyone().get(&format!("{}/recognition", hall.path)).expect(200);
    let items = recognition["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["requirement"] == requirement).unwrap();
    item["evidence"].as_array().unwrap().clone()
}

fn an_umpire_who_plays_is_none(app: &TestApp) {
    let lacks = |hall: &Hall<'_>| missing(hall).into_iter().find(|(name, _)| name == "umpire");
    let mut hall = Hall::new(app, &json!({ "ends_on": "2026-11-20" }), 3);
    assert_eq!(lacks(&hall), None);
    let entry = hall.enter(&hall.umpire_player.clone());
    let plays = "On 2026-11-20 no appointed umpire does. Thandiwe Mokoena: The umpire plays in the tournament.";
    assert_eq!(lacks(&hall), Some(("umpire".to_owned(), vec![json!(plays)])));
    // One who has not played is free to umpire.
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    assert_eq!(lacks(&hall), None);
    hall.step(&format!("{entry}/returns")).expect(201);
    hall.publish();
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    assert_eq!(lacks(&hall), Some(("umpire".to_owned(), vec![json!(plays)])));
    // Somebody else does.
    let (_, other, _) = hall::umpire(app);
    hall.coordinator
        .post(&format!("{}/appointments", hall.path), &json!({ "player_id": other }))
        .expect(201);
    assert_eq!(lacks(&hall), None);
}

/// A finished tournament of one round that lacks nothing.
fn finished(app: &TestApp) -> Hall<'_> {
    let hall = Hall::new(app, &json!({ "rounds": 1, "ends_on": "2026-11-20" }), 8);
    hall.agree_rounds(1);
    equipment(&hall, 490, 25, "pvc", true);
    hall.play(|_| 4);
    hall
}

fn an_event_without_a_game_is_not_recognised(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 1, "ends_on": "2026-11-20" }), 8);
    hall.agree_rounds(1);
    equipment(&hall, 490, 25, "pvc", true);
    let round = hall.publish();
    let matches = hall.matches(&round);
    let absent = |one: &Value| json!({ "forfeited_by": one["players"][1]["player"]["id"] });
    let results: Vec<Value> = matches
        .iter()
        .map(|one| json!({ "match_id": one["id"], "sheet": absent(one) }))
        .collect();
    hall.umpire
        .post(&format!("{round}/results"), &json!({ "results": results }))
        .expect(201);
    hall.close(&round);
    let told = "No game was played: byes and forfeits make no tournament.";
    assert_eq!(missing(&hall), [("scoring".to_owned(), vec![json!(told)])]);
    let problem = hall.ratify().refused(409, "not-recognised");
    assert_eq!(problem["missing"], json!({ "scoring": [told] }));
    // Nobody has won anything, and one match that was played after all will do.
    assert_eq!(hall.standings()["awards"]["champions"], json!([]));
    let one = &hall.matches(&round)[0];
    let correction = json!({
        "version": one["version"], "published_rounds": 1, "sheet": sheet(one, 4), "reason": "They came and played.",
    });
    hall.umpire
        .post(&format!("/v1/matches/{}/corrections", text(&one["id"])), &correction)
        .expect(201);
    assert!(missing(&hall).is_empty());
    hall.ratify().expect(201);
}

fn a_finished_tournament_is_ratified(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 1, "ends_on": "2026-11-20" }), 8);
    hall.agree_rounds(1);
    let ratify =
        |caller: &crate::caller::Caller<'_>| caller.send("POST", &format!("{}/ratifications", hall.path), &[], None);
    ratify(&app.administrator()).refused(409, "wrong-state");
    let round = hall.play(|_| 4);
    ratify(&hall.coordinator).refused(403, "role-required");
    let problem = ratify(&app.administrator()).refused(409, "not-recognised");
    assert_eq!(
        problem["missing"],
        json!({ "equipment": ["An umpire has not confirmed the boards and counters."] })
    );
    equipment(&hall, 490, 25, "pvc", true);
    let one = &hall.matches(&round)[0];
    let disputes = format!("/v1/matches/{}/disputes", text(&one["id"]));
    let dispute = hall.coordinator.post(&disputes, &json!({ "reason": "Misread." }));
    let problem = ratify(&app.administrator()).refused(409, "not-recognised");
    assert_eq!(problem["missing"], json!({ "scoring": ["Matches in dispute: 1."] }));
    hall.umpire
        .post(
            &format!("{}/rulings", dispute.header("location")),
            &json!({ "ruling": "It stands." }),
        )
        .expect(201);
    let ratified = ratify(&app.administrator()).expect(201);
    assert_eq!(
        (&ratified["state"], &ratified["ratified_at"]),
        (&json!("ratified"), &json!("2026-11-20T08:00:00.000000Z"))
    );
    ratify(&app.administrator()).refused(409, "wrong-state");
}

fn what_is_ratified_is_corrected_by_an_administrator_alone(app: &TestApp) {
    let hall = finished(app);
    let ratifications = format!("{}/ratifications", hall.path);
    app.administrator().send("POST", &ratifications, &[], None).expect(201);
    let rounds = app.anyone().get(&format!("{}/rounds", hall.path)).items();
    let round = format!("/v1/rounds/{}", text(&rounds[0]["id"]));
    let one = &hall.matches(&round)[0];
    let correction = json!({ "version": 1, "published_rounds": 1, "sheet": sheet(one, 2), "reason": "Misread." });
    let path = format!("/v1/matches/{}/corrections", text(&one["id"]));
    hall.coordinator.post(&path, &correction).refused(409, "wrong-state");
    app.administrator().post(&path, &correction).expect(201);
    // Nobody disputes it any more: what is wrong is corrected.
    let disputes = format!("/v1/matches/{}/disputes", text(&one["id"]));
    app.administrator()
        .post(&disputes, &json!({ "reason": "Misread." }))
        .refused(409, "wrong-state");
    hall.umpire
        .post(&format!("{round}/undos"), &json!({ "state": "closed" }))
        .refused(409, "wrong-state");
    let reason = json!({ "reason": "The hall was flooded." });
    hall.coordinator
        .post(&format!("{}/cancellations", hall.path), &reason)
        .refused(409, "wrong-state");
    let late = app.player(&hall::affiliated(app));
    hall.umpire
        .post(&format!("{}/entries", hall.path), &json!({ "player_id": late }))
        .refused(409, "wrong-state");
}

fn nothing_is_ratified_before_its_last_day(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 1 }), 8);
    hall.agree_rounds(1);
    hall.confirm_equipment();
    hall.play(|_| 4);
    let problem = hall.ratify().refused(409, "before-last-day");
    assert_eq!(
        problem["detail"],
        "The tournament lasts until 2026-11-21, and is ratified from that day on."
    );
    app.at("2026-11-21T08:00:00Z");
    hall.ratify().expect(201);
}

fn the_bye_is_the_prescribed_one(app: &TestApp) {
    let unplayed = json!("Not all rounds are played.");
    for (value, words) in [
        ("zero", "nothing"),
        ("half", "half of what a match could bring"),
        ("full", "all that a match could bring"),
    ] {
        let hall = Hall::new(app, &json!({ "bye_value": value }), 0);
        let sentence = format!("A bye counts {words} instead of the average of the player's own matches.");
        assert_eq!(lacks(&hall, "scoring"), [json!(sentence), unplayed.clone()]);
    }
    // Nor is one that a player asks for worth more.
    let mut hall = Hall::new(app, &json!({}), 2);
    let entry = hall.enter(&app.player(&app.club("ZA-NW")));
    for (round, value, more) in [(2, "zero", 0), (3, "average", 0), (4, "half", 1), (5, "full", 2)] {
        let bye = json!({ "round": round, "value": value });
        hall.coordinator.post(&format!("{entry}/byes"), &bye).expect(201);
        let mut expected = vec![unplayed.clone()];
        if more > 0 {
            let sentence = format!("Byes that players asked for and that count more than others: {more}.");
            expected.insert(0, json!(sentence));
        }
        assert_eq!(lacks(&hall, "scoring"), expected);
    }
}

fn the_rules_are_the_federations(app: &TestApp) {
    for (level, rule_set, met) in [
        ("provincial", "mssa-gar", true),
        ("provincial", "beads", false),
        ("regional", "beads", false),
        ("school", "beads", false),
        ("student", "beads", false),
        ("club", "beads", true),
        ("friendly", "beads", true),
    ] {
        let hall = Hall::new(app, &json!({ "level": level, "rule_set": rule_set }), 0);
        let sentences = ["The games are played by other rules than the federation's."];
        assert_eq!(
            lacks(&hall, "rules"),
            &sentences[..usize::from(!met)],
            "{level} {rule_set}"
        );
    }
}

fn six_rounds_or_fewer_with_an_administrators_word(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 5 }), 8);
    let sentence = |rounds: i64| {
        json!(format!(
            "Six rounds are prescribed, and {rounds} planned, to which no administrator has agreed."
        ))
    };
    assert_eq!(lacks(&hall, "rounds"), [sentence(5)]);
    let agreements = format!("{}/rounds-agreements", hall.path);
    let agreement = |rounds: i64| json!({ "rounds": rounds, "reason": "The hall is to be had for one day." });
    hall.coordinator
        .post(&agreements, &agreement(5))
        .refused(403, "role-required");
    let faults = app
        .administrator()
        .post(&agreements, &json!({ "rounds": 31, "reason": " " }))
        .faults();
    assert_eq!(
        faults,
        [
            ("/rounds".to_owned(), "out-of-range".to_owned()),
            ("/reason".to_owned(), "required".to_owned())
        ]
    );
    app.administrator().post(&agreements, &agreement(4)).expect(201);
    assert_eq!(lacks(&hall, "rounds"), [sentence(5)]);
    let agreed = app.administrator().post(&agreements, &agreement(5)).expect(201);
    assert_eq!(
        (&agreed["agreed_rounds"], &agreed["agreed_because"]),
        (&json!(5), &json!("The hall is to be had for one day."))
    );
    assert_eq!(
        evidence(&hall, "rounds"),
        ["An administrator has agreed to another number of rounds, 5: The hall is to be had for one day."]
    );
    hall.publish();
    app.administrator()
        .post(&agreements, &agreement(5))
        .refused(409, "wrong-state");
    // Four players can meet in three rounds, and no more.
    for (rounds, expected) in [(2, vec![sentence(2)]), (3, vec![]), (7, vec![sentence(7)])] {
        let hall = Hall::new(app, &json!({ "rounds": rounds }), 4);
        hall.publish();
        assert_eq!(lacks(&hall, "rounds"), expected, "{rounds}");
    }
    let robins = Hall::new(app, &json!({ "system": "round_robin" }), 4);
    robins.publish();
    assert_eq!(
        evidence(&robins, "rounds"),
        [
            "Round 1 was published on 2026-11-20.",
            "Everybody meets everybody once."
        ]
    );
}

fn an_early_end_is_accepted_by_an_administrator(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "ends_on": "2026-11-20" }), 8);
    hall.confirm_equipment();
    let round = hall.play(|_| 4);
    let end = || {
        let endings = format!("{}/endings", hall.path);
        hall.umpire
            .post(&endings, &json!({ "reason": "The power failed." }))
            .expect(201);
    };
    end();
    let problem = hall.ratify().refused(409, "not-recognised");
    let missing = "It ended after 1 of 6 rounds, which no administrator has accepted: The power failed.";
    assert_eq!(problem["missing"], json!({ "rounds": [missing] }));
    let acceptances = format!("{}/ending-acceptances", hall.path);
    let acceptance = json!({ "reason": "The storm closed the roads." });
    hall.coordinator
        .post(&acceptances, &acceptance)
        .refused(403, "role-required");
    let accept = || app.administrator().post(&acceptances, &acceptance).expect(201);
    assert_eq!(accept()["ending_accepted_because"], "The storm closed the roads.");
    // Who takes the end back takes back what was said of it.
    hall.umpire
        .post(&format!("{round}/undos"), &json!({ "state": "closed" }))
        .expect(201);
    assert_eq!(
        app.anyone().get(&hall.path).expect(200)["ending_accepted_because"],
        json!(null)
    );
    hall.close(&round);
    end();
    assert_eq!(lacks(&hall, "rounds"), [missing]);
    accept();
    assert_eq!(
        evidence(&hall, "rounds").last().unwrap(),
        "It ended after 1 of 6 rounds, which an administrator accepts: The storm closed the roads."
    );
    hall.ratify().expect(201);
    // Four players have met after three rounds.
    let few = Hall::new(app, &json!({}), 4);
    for _ in 0..3 {
        few.play(|_| 4);
    }
    few.umpire
        .post(&format!("{}/endings", few.path), &json!({ "reason": "All have met." }))
        .expect(201);
    assert_eq!(
        evidence(&few, "rounds").last().unwrap(),
        "It ended after 3 rounds, and the field can play no more."
    );
}
