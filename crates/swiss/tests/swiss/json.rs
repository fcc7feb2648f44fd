//! Fields and draws as JSON.

use fastrand::Rng;
use morabaraba_swiss::{
    Bar, Bye, ByePlace, ByeValue, Config, Criterion, Entrant, Field, MatchResult, PlayerId, Points, Reason, Results,
    Scoring, Standing, Stuck, Task, Undrawn, Waivers, WayOut, Why, awards, draw, draw_and_explain, standings,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
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
        json!(["fewer_rounds", "round_robin", "another_entrant"])
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
        (&Value::Null, &json!("none_help"))
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

fn assert_read_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
}

#[test]
fn draws_reasons_and_proofs_come_back_from_their_texts() {
    let mut rng = Rng::with_seed(18);
    let (mut drawn, mut stuck) = (0, 0);
    for _ in 0..500 {
        let (field, config) = small_field(&mut rng, 2, 9);
        assert_read_back::<Field>(&field);
        match draw_and_explain(&field, &config) {
            Ok((draw, reasons)) => {
                assert_read_back(&draw);
                assert_read_back::<Vec<Reason>>(&reasons);
                drawn += 1;
            }
            Err(Undrawn::NoLegalDraw(proof)) => {
                assert_read_back::<Stuck>(&proof);
                stuck += 1;
            }
            Err(_) => (),
        }
    }
    assert!(drawn > 200 && stuck > 50, "{drawn} {stuck}");
    for why in [
        Why::SameClub(2),
        Why::Met(2),
        Why::Taken(PlayerId(7)),
        Why::Outdone,
        Why::Barred(Bar::Rematch),
    ] {
        assert_read_back(&why);
        assert_eq!(serde_json::to_value(why).unwrap()["why"], why.code());
    }
    assert!(serde_json::from_str::<Why>(r#"{"why": "taken"}"#).is_err());
    for waivers in [Waivers::Enough(Vec::new()), Waivers::NoneHelp] {
        assert_read_back(&waivers);
        assert_eq!(serde_json::to_value(&waivers).unwrap()["waivers_are"], waivers.code());
    }
    for (bye, text) in [
        (ByePlace::Elsewhere, "null"),
        (ByePlace::Outsider, "\"outsider\""),
        (ByePlace::Group(2), "2"),
    ] {
        assert_eq!(serde_json::to_string(&bye).unwrap(), text);
        assert_read_back(&bye);
    }
}

#[test]
fn a_code_is_the_text_of_its_value() {
    use Criterion as C;
    let bars = [
        Bar::Relatives,
        Bar::Rematch,
        Bar::Forbidden,
        Bar::Forced,
        Bar::SecondBye,
    ];
    let criteria = [
        C::LookAhead,
        C::ByeScore,
        C::ClubClashes,
        C::ByeRank,
        C::ClashPlayers,
        C::Downfloaters,
    ];
    let more = [
        C::DownfloaterScores,
        C::NextDownfloaters,
        C::NextDownfloaterScores,
        C::BracketClashes,
    ];
    let last = [C::RepeatFloats, C::MovedDownOpponents, C::FloaterChoice, C::Slide];
    let ways = [WayOut::FewerRounds, WayOut::RoundRobin, WayOut::AnotherEntrant];
    for bar in bars {
        assert_eq!(json!(bar), bar.code());
    }
    for criterion in criteria.iter().chain(&more).chain(&last) {
        assert_eq!(json!(criterion), criterion.code());
    }
    for way in ways {
        assert_eq!(json!(way), way.code());
    }
}

#[test]
fn results_and_standings_come_back_from_their_texts() {
    let id = PlayerId;
    let met = |round, one, other, halves, forfeit| MatchResult {
        round,
        players: (id(one), id(other)),
        points: (Points::halves(halves), Points::halves(12 - halves)),
        forfeit,
        walkover: forfeit,
    };
    let bye = |round, player, value| Bye {
        round,
        player: id(player),
        value,
        allocated: value == ByeValue::Average,
    };
    let results = Results {
        entrants: (1..=3).map(|seed| Entrant::new(id(seed.into()), seed)).collect(),
        matches: vec![met(1, 1, 2, 7, false), met(2, 1, 3, 5, false), met(3, 2, 3, 12, true)],
        byes: vec![
            bye(1, 3, ByeValue::Average),
            bye(2, 2, ByeValue::Half),
            bye(4, 1, ByeValue::Average),
        ],
        games: 6,
        closed: true,
        scoring: Scoring::default(),
    };
    assert_read_back(&results);
    let rows = standings(&results).unwrap();
    assert_read_back::<Vec<Standing>>(&rows);
    assert_read_back(&awards(&results, &rows));
    let second = rows.iter().find(|row| row.player == id(2)).unwrap();
    assert_eq!(
        serde_json::to_value(&second.rounds).unwrap(),
        json!([
            {"opponent": 1, "row": 2, "points": 2.5, "forfeit": false}, {"bye": 3.0, "allocated": false},
            {"opponent": 3, "row": 3, "points": 6.0, "forfeit": true}, null
        ])
    );
}

#[test]
fn points_that_are_none_are_refused_by_what_they_are() {
    for text in ["5.25", "-1", "true", "null", "\"8\"", "\"8/0\"", "[]"] {
        let error = serde_json::from_str::<Points>(text).unwrap_err().to_string();
        assert!(
            error.starts_with("points are a multiple of one half, or a fraction"),
            "{text}: {error}"
        );
    }
}
