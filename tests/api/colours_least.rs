//! Colours need an event that was one: so many rounds that the player has played, and so many who have played.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::Hall;
use crate::merits::{Claim, Score, open, ratify, round, settled};
use crate::season::{members, ratified};

on_both_databases! {
    all_rounds_are_won_in_an_event_that_was_one,
    who_never_came_is_no_entrant_of_the_half,
    the_least_numbers_have_a_history,
}

/// The first in the standings, who has won every match.
fn winner(hall: &Hall<'_>) -> String {
    text(&hall.standings()["items"][0]["player"]["id"]).to_owned()
}

fn all_rounds_are_won_in_an_event_that_was_one(app: &TestApp) {
    let (provincial, national) = (
        Claim::new(app, "provincial", "all_rounds"),
        Claim::new(app, "national_federation", "all_rounds"),
    );
    // A national of two entrants and one match.
    let hall = ratified(app, ("national", "2026-11-20", 1), &members(app, 2, 1), |_| 6);
    let sentences = national.lacks(&winner(&hall), &["field_too_small"]);
    assert!(
        sentences[0].ends_with("2 entrants have played, and 12 are the least."),
        "{sentences:?}"
    );
    // A provincial of eight with one round.
    let hall = ratified(app, ("provincial", "2026-11-20", 1), &members(app, 8, 1), |_| 6);
    let sentences = provincial.lacks(&winner(&hall), &["too_few_rounds"]);
    assert!(
        sentences[0].ends_with("has played 1 of the 5 rounds that are the least."),
        "{sentences:?}"
    );
    // One of eight with five.
    let hall = ratified(app, ("provincial", "2026-11-20", 5), &members(app, 8, 1), |_| 6);
    let candidate = provincial.has(&winner(&hall));
    assert_eq!(candidate["merits"][0]["evidence"][0]["event"]["rounds_won"], 5);
}

fn who_never_came_is_no_entrant_of_the_half(app: &TestApp) {
    let players = settled(app, 4, "senior");
    let claim = Claim::new(app, "provincial", "top_half");
    for (level, day) in [("provincial", "2027-03-06"), ("national", "2027-06-05")] {
        let (hall, _) = open(app, (level, day, 1), &players);
        let boards = [(0, 1, Score::Won(4)), (2, 3, Score::Forfeited)];
        round(&hall, &players, &boards, None);
        ratify(&hall);
    }
    assert_eq!(claim.counted(&players[0]), [(1, 2), (1, 2)]);
    let sentences = claim.lacks(&players[1], &["not_in_top_half", "not_in_top_half"]);
    assert!(sentences[0].starts_with("Place 2 of 2"), "{sentences:?}");
    claim.lacks(&players[3], &["no_event", "no_event"]);
}

fn the_least_numbers_have_a_history(app: &TestApp) {
    let of = |year: i32, level: &str| {
        let criteria = app
            .anyone()
            .get(&format!("/v1/colours-criteria?year={year}"))
            .expect(200);
        let rules = criteria["items"].as_array().unwrap().clone();
        let rule = rules
            .iter()
            .find(|rule| rule["level"] == level && rule["basis"] == "all_rounds")
            .unwrap();
        assert!(text(&rule["sentence"]).contains("rounds or more, among"), "{rule}");
        (rule["rounds"].clone(), rule["entrants"].clone())
    };
    assert_eq!(of(2027, "provincial"), (json!(5), json!(8)));
    assert_eq!(of(2027, "national_federation"), (json!(5), json!(12)));
    let rule = json!({
        "level": "provincial", "divisions": ["senior"], "basis": "all_rounds", "events": ["provincial"], "byes": 1,
        "rounds": 6, "entrants": 10,
    });
    let criteria = json!({ "year": 2028, "name": "As decided", "items": [rule] });
    app.administrator().post("/v1/colours-criteria", &criteria).expect(201);
    assert_eq!(of(2028, "provincial"), (json!(6), json!(10)));
    assert_eq!(of(2027, "provincial"), (json!(5), json!(8)));
}
