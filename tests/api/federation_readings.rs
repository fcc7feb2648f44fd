//! Readings of the rules that the federation sets: tournaments are drawn and counted by them, and games judged.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::federation::{announcement, set};
use crate::hall::Hall;
use crate::match_games::Board;

on_sqlite! {
    a_tournament_keeps_the_readings_of_its_opening,
    readings_are_drawn_and_counted_by,
    games_are_judged_as_the_federation_reads_the_rules,
}

fn a_tournament_keeps_the_readings_of_its_opening(app: &TestApp) {
    let announced = app.administrator().post("/v1/tournaments", &announcement());
    let path = announced.header("location").to_owned();
    let read = |name: &str| app.anyone().get(&path).expect(200)["readings"][name].clone();
    assert_eq!(read("floater"), "median");
    set(
        app,
        "",
        &json!({ "readings": { "floater": "lowest", "bye_value": "half" } }),
    );
    assert_eq!(read("floater"), "median");
    app.administrator()
        .send("POST", &format!("{path}/openings"), &[], None)
        .expect(201);
    app.pass(TimeDelta::days(1));
    set(app, "", &json!({ "readings": { "floater": "median" } }));
    assert_eq!((read("floater"), read("bye_value")), (json!("lowest"), json!("half")));
    // One that says nothing about byes takes what is set.
    let bye = |plan: &Value| app.administrator().post("/v1/tournaments", plan).expect(201)["bye_value"].clone();
    assert_eq!(bye(&announcement()), "half");
    let mut plan = announcement();
    plan["bye_value"] = json!("zero");
    assert_eq!(bye(&plan), "zero");
}

/// The seeds on the boards of the second round, after the upper players have won everything in the first.
fn second_round(hall: &Hall<'_>) -> Vec<[usize; 2]> {
    hall.play(|_| 6);
    let (round, seeds) = (hall.publish(), hall.seeds());
    let seed = |player: &Value| seeds[text(&player["player"]["id"])];
    let boards = hall.matches(&round);
    boards
        .iter()
        .map(|one| [seed(&one["players"][0]), seed(&one["players"][1])])
        .collect()
}

fn readings_are_drawn_and_counted_by(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 6);
    assert_eq!(second_round(&hall)[..2], [[1, 3], [2, 4]]);
    let ladies = |hall: &Hall<'_>| hall.standings()["awards"]["top_ladies"].as_array().unwrap().len();
    assert_eq!(ladies(&hall), 0, "{}", hall.standings());
    set(
        app,
        "",
        &json!({ "readings": { "floater": "lowest", "top_ladies": 3 } }),
    );
    let other = Hall::new(app, &json!({}), 6);
    assert_eq!(second_round(&other)[..2], [[1, 2], [3, 4]]);
    // Three share the first place, so nobody is left of the first three.
    assert_eq!(ladies(&other), 0);
    // The rounds are found again as they were drawn.
    let checked = app.anyone().get(&format!("{}/rounds", other.path)).items();
    assert!(checked.iter().all(|round| round["differs"].is_null()), "{checked:?}");
}

fn games_are_judged_as_the_federation_reads_the_rules(app: &TestApp) {
    set(app, "", &json!({ "readings": { "shot": "may" } }));
    let board = Board::new(app, &json!({}));
    let rules = app.anyone().get(&board.hall.path).expect(200)["rules"].clone();
    let read = "no-move-back=break-and-make/cow/bound ten-moves=either/10/each shot=may all-in-lines=any";
    assert_eq!(rules, read);
    let mut game = board.game(1, 0);
    game["turns"] = json!(["E1", "R1", "E2", "R2", "E3"]);
    let refused = board.hall.umpire.post("/v1/games", &game).refused(422, "illegal-turn");
    assert!(text(&refused["detail"]).contains("shot"), "{refused}");
    game["turns"] = json!(["E1", "R1", "E2", "R2", "E4"]);
    let refused = board.hall.umpire.post("/v1/games", &game).refused(422, "not-of-match");
    assert_eq!(refused["errors"][0]["pointer"], "/rule_set");
    game["turns"] = json!(["E1", "R1", "E2", "R2", "E3"]);
    game["rule_set"] = rules;
    let recorded = board.record(&game);
    let id = text(&recorded["id"]);
    assert_eq!(
        app.anyone().get(&format!("/v1/games/{id}")).expect(200)["rule_set"],
        read
    );
}
