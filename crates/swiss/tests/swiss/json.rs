//! Fields and draws as JSON.

use fastrand::Rng;
use morabaraba_swiss::{Config, PlayerId, Points, Task, draw};
use serde_json::{Value, json};

use crate::support::small_field;

#[test]
fn a_field_comes_back_from_its_text() {
    let mut rng = Rng::with_seed(16);
    for _ in 0..500 {
        let (field, config) = small_field(&mut rng, 4, 8);
        let task = Task { field, config };
        let text = serde_json::to_string(&task).unwrap();
        assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), task);
    }
}

#[test]
fn the_form_is_the_published_one() {
    let line = json!({"round": 2, "config": {"club_rounds": 3, "clubs": "round", "floater": "median", "look_ahead": 0},
        "players": [{"id": 1, "name": "Butinyana", "rank": 1, "score": 6, "club": "A", "team": null, "relatives": [2],
                     "opponents": [3], "forbidden": [], "had_bye": false, "active": true},
                    {"id": 2, "rank": 2, "score": 5.5}, {"id": 3, "rank": 3, "score": 6}, {"id": 4, "rank": 4, "score": 0.5}]});
    let task: Task = serde_json::from_value(line).unwrap();
    assert_eq!(task.config, Config::default());
    assert_eq!(task.field.players[1].score, Points::halves(11));
    let answer: Value = serde_json::to_value(task.answer().unwrap()).unwrap();
    assert_eq!(answer["round"], 2);
    assert_eq!(answer["pairs"], json!([[1, 4], [3, 2]]));
    assert_eq!(answer["bye"], Value::Null);
    assert_eq!(
        answer["reasons"][0]["passed"],
        json!([{"player": 2, "why": "relatives"}])
    );
    assert_eq!(answer["reasons"][0]["left"], json!([6.0, 5.5]));
    assert!(
        answer["reasons"][0]["sentence"]
            .as_str()
            .unwrap()
            .starts_with("Butinyana meets player 4")
    );
    assert!(answer.get("no_legal_draw").is_none());
}

#[test]
fn no_draw_is_an_answer_with_its_proof() {
    let line = json!({"round": 2, "players": [{"id": 1, "rank": 1, "score": 6, "opponents": [2]}, {"id": 2, "rank": 2, "score": 0}]});
    let task: Task = serde_json::from_value(line).unwrap();
    let answer = serde_json::to_value(task.answer().unwrap()).unwrap();
    assert_eq!((&answer["pairs"], &answer["bye"]), (&Value::Null, &Value::Null));
    let stuck = &answer["no_legal_draw"];
    assert_eq!(stuck["witness"]["groups"], json!([[1], [2]]));
    assert_eq!(stuck["witness"]["bars"], json!([[1, 2, "rematch"]]));
    assert_eq!(stuck["waivers"], json!([{"rematch": [1, 2]}]));
    assert_eq!(stuck["waivers_are"], "fewest");
    assert_eq!(
        stuck["ways_out"],
        json!(["fewer-rounds", "round-robin", "another-entrant"])
    );
}

#[test]
fn that_no_waiver_helps_is_said() {
    let line = json!({"round": 1, "players": [{"id": 1, "rank": 1, "score": 6, "relatives": [2]}, {"id": 2, "rank": 2, "score": 0}]});
    let task: Task = serde_json::from_value(line).unwrap();
    let answer = serde_json::to_value(task.answer().unwrap()).unwrap();
    let stuck = &answer["no_legal_draw"];
    assert_eq!(
        (&stuck["waivers"], &stuck["waivers_are"]),
        (&Value::Null, &json!("none-help"))
    );
    assert!(
        stuck["sentence"]
            .as_str()
            .unwrap()
            .ends_with("; no waiver would allow a draw")
    );
}

#[test]
fn a_bad_score_names_its_player() {
    for score in ["5.25", "-1", "1e300", "0.1"] {
        let text = format!(r#"{{"round": 1, "players": [{{"id": 7, "rank": 1, "score": {score}}}]}}"#);
        let error = serde_json::from_str::<Task>(&text).unwrap_err().to_string();
        assert!(
            error.starts_with("the score of player 7 is no multiple of one half"),
            "{error}"
        );
    }
    assert!(serde_json::from_str::<Task>(r#"{"round": 1, "players": [], "speed": 1}"#).is_err());
}

#[test]
fn the_answer_is_the_draw() {
    let mut rng = Rng::with_seed(17);
    for _ in 0..300 {
        let (field, config) = small_field(&mut rng, 4, 8);
        let drawn = draw(&field, &config);
        let answer = Task { field, config }.answer().unwrap();
        assert_eq!(answer.is_drawn(), drawn.is_ok());
        let answer = serde_json::to_value(answer).unwrap();
        let Ok(drawn) = drawn else { continue };
        let ids = |pair: &(PlayerId, PlayerId)| json!([pair.0.0, pair.1.0]);
        assert_eq!(answer["pairs"], drawn.pairs.iter().map(ids).collect::<Value>());
        assert_eq!(answer["bye"], json!(drawn.bye.map(|bye| bye.0)));
        assert_eq!(
            answer["reasons"].as_array().unwrap().len(),
            drawn.pairs.len() + usize::from(drawn.bye.is_some())
        );
    }
}
