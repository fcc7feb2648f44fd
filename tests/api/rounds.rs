//! Rounds: drawn, published, played, closed, and taken back.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, sheet};

on_both_databases! {
    a_round_goes_from_the_draw_to_its_close,
    the_same_figures_give_the_same_draw,
    what_is_not_published_is_not_there,
    a_draw_of_other_figures_is_not_published,
    what_was_done_last_is_undone,
    a_round_is_taken_back_whole,
}

/// The ids of the two at each board.
fn pairs(round: &Value) -> Vec<[String; 2]> {
    let boards = round["boards"].as_array().unwrap().iter();
    let id = |board: &Value, place: usize| text(&board["players"][place]["player"]["id"]).to_owned();
    boards.map(|board| [id(board, 0), id(board, 1)]).collect()
}

fn a_round_goes_from_the_draw_to_its_close(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 2 }), 8);
    let drawn = hall.draw(&json!({})).expect(201);
    assert_eq!(
        (&drawn["number"], &drawn["state"], &drawn["bye"]),
        (&json!(1), &json!("drawn"), &json!(null))
    );
    let halves: Vec<[String; 2]> = (0..4)
        .map(|place| [hall.players[place].clone(), hall.players[place + 4].clone()])
        .collect();
    assert_eq!(pairs(&drawn), halves);
    assert_eq!(drawn["reasons"].as_array().unwrap().len(), 4);
    let sentence = text(&drawn["reasons"][0]["sentence"]);
    let meets =
        "Thandiwe Mokoena meets Thandiwe Mokoena among those on 0 points, the top half against the bottom half.";
    assert_eq!(sentence, meets);
    let path = format!("/v1/rounds/{}", text(&drawn["id"]));
    hall.step(&format!("{path}/closings")).refused(409, "wrong-round-state");
    let published = hall.step(&format!("{path}/publications")).expect(201);
    assert_eq!(
        (&published["state"], hall.state().as_str()),
        (&json!("published"), "running")
    );
    hall.step(&format!("{path}/publications"))
        .refused(409, "wrong-round-state");
    hall.draw(&json!({})).refused(409, "round-not-closed");
    let unfinished = hall.step(&format!("{path}/closings")).refused(409, "round-unfinished");
    assert_eq!(
        unfinished["missing"],
        json!({ "results": [1, 2, 3, 4], "confirmations": [], "rulings": [] })
    );
    hall.enter_results(&path, |_| 6);
    assert_eq!(hall.step(&format!("{path}/closings")).expect(201)["state"], "closed");
    let second = hall.play(|_| 4);
    assert_eq!(hall.state(), "finished");
    hall.draw(&json!({})).refused(409, "wrong-state");
    let rounds = app.anyone().get(&format!("{}/rounds", hall.path)).items();
    assert_eq!(
        rounds.iter().map(|round| &round["number"]).collect::<Vec<_>>(),
        [&json!(1), &json!(2)]
    );
    let read = app.anyone().get(&second).expect(200);
    assert_eq!(
        (&read["state"], &read["differs_today"]),
        (&json!("closed"), &json!(null))
    );
    // The winners met, the first with 6 against the third with 6.
    assert_eq!(pairs(&read)[0], [hall.players[0].clone(), hall.players[2].clone()]);
}

fn the_same_figures_give_the_same_draw(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 6);
    let drawn = hall.draw(&json!({})).expect(201);
    app.pass(chrono::TimeDelta::minutes(1));
    assert_eq!(hall.draw(&json!({})).expect(201), drawn);
    assert_eq!(hall.umpire.get(&format!("{}/draw", hall.path)).expect(200), drawn);
    // Another player makes another draw, in the place of the first.
    hall.enter(&app.player(&app.club("ZA-NW")));
    let anew = hall.draw(&json!({})).expect(201);
    assert_eq!((&anew["id"], &anew["number"]), (&drawn["id"], &drawn["number"]));
    assert_eq!(anew["bye"]["id"], json!(hall.players[6]));
}

fn what_is_not_published_is_not_there(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    hall.umpire
        .get(&format!("{}/draw", hall.path))
        .refused(404, "not-found");
    let drawn = hall.draw(&json!({})).expect(201);
    let path = format!("/v1/rounds/{}", text(&drawn["id"]));
    for path in [path.clone(), format!("{path}/matches")] {
        app.anyone().get(&path).refused(404, "not-found");
    }
    assert!(app.anyone().get(&format!("{}/rounds", hall.path)).items().is_empty());
    let results = json!({ "results": [{ "match_id": drawn["id"], "sheet": { "forfeited_by": hall.players[0] } }] });
    hall.umpire
        .post(&format!("{path}/results"), &results)
        .refused(404, "not-found");
    app.coordinator("ZA-GP")
        .get(&format!("{}/draw", hall.path))
        .refused(403, "out-of-scope");
    app.umpire()
        .get(&format!("{}/draw", hall.path))
        .refused(403, "out-of-scope");
    hall.step(&format!("{path}/publications")).expect(201);
    let public = app.anyone().get(&path).expect(200);
    assert_eq!(public["state"], "published");
}

fn a_draw_of_other_figures_is_not_published(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    let drawn = hall.draw(&json!({})).expect(201);
    let publications = format!("/v1/rounds/{}/publications", text(&drawn["id"]));
    let entry = hall.enter(&app.player(&app.club("ZA-NW")));
    hall.step(&publications).refused(409, "draw-outdated");
    let is_outdated = || hall.umpire.get(&format!("{}/draw", hall.path)).expect(200)["outdated"].clone();
    assert_eq!(is_outdated(), json!(true));
    hall.coordinator
        .send("POST", &format!("{entry}/withdrawals"), &[], None)
        .expect(201);
    assert_eq!(is_outdated(), json!(false));
    // As before: the same field, though something has happened.
    hall.step(&publications).expect(201);
    let first = hall.matches(&publications.replace("/publications", ""));
    hall.enter_results(&publications.replace("/publications", ""), |_| 6);
    hall.close(&publications.replace("/publications", ""));
    let second = hall.draw(&json!({})).expect(201);
    let publications = format!("/v1/rounds/{}/publications", text(&second["id"]));
    let id = text(&first[0]["id"]);
    let correction = json!({
        "version": 1, "published_rounds": 1, "sheet": sheet(&first[0], 0), "reason": "Read from the wrong side.",
    });
    hall.umpire
        .post(&format!("/v1/matches/{id}/corrections"), &correction)
        .expect(201);
    hall.step(&publications).refused(409, "draw-outdated");
    let bar = json!({ "player_ids": [hall.players[1], hall.players[0]], "relation": "siblings" });
    hall.draw(&json!({})).expect(201);
    hall.coordinator.post("/v1/pairing-bars", &bar).expect(201);
    hall.step(&publications).refused(409, "draw-outdated");
    hall.draw(&json!({})).expect(201);
    hall.step(&publications).expect(201);
}

fn what_was_done_last_is_undone(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 2 }), 4);
    let drawn = hall.draw(&json!({})).expect(201);
    let path = format!("/v1/rounds/{}", text(&drawn["id"]));
    let undo = |path: &str, state: &str| hall.umpire.post(&format!("{path}/undos"), &json!({ "state": state }));
    undo(&path, "published").refused(412, "stale");
    assert_eq!(undo(&path, "drawn").expect(201)["state"], json!(null));
    undo(&path, "drawn").refused(404, "not-found");
    let first = hall.publish();
    assert_eq!(hall.state(), "running");
    let undone = undo(&first, "published").expect(201);
    assert_eq!(
        (&undone["state"], &undone["tournament"]["state"]),
        (&json!("drawn"), &json!("open"))
    );
    hall.step(&format!("{first}/publications")).expect(201);
    hall.enter_results(&first, |_| 3);
    undo(&first, "published").refused(409, "has-results");
    hall.close(&first);
    assert_eq!(undo(&first, "closed").expect(201)["state"], "published");
    hall.close(&first);
    let second = hall.draw(&json!({})).expect(201);
    undo(&first, "closed").refused(409, "next-round-there");
    let second = format!("/v1/rounds/{}", text(&second["id"]));
    hall.step(&format!("{second}/publications")).expect(201);
    hall.enter_results(&second, |_| 3);
    hall.close(&second);
    assert_eq!(hall.state(), "finished");
    assert_eq!(undo(&second, "closed").expect(201)["tournament"]["state"], "running");
    hall.close(&second);
    assert_eq!(hall.state(), "finished");
}

fn a_round_is_taken_back_whole(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    let undo = |hall: &Hall<'_>, path: &str| {
        hall.umpire
            .post(&format!("{path}/undos"), &json!({ "state": "published" }))
            .expect(201)
    };
    // What was taken back, or ruled on, is no hindrance.
    let first = hall.publish();
    let one = hall.matches(&first)[0].clone();
    let path = format!("/v1/matches/{}", text(&one["id"]));
    hall.umpire
        .post(&format!("{path}/results"), &sheet(&one, 4))
        .expect(201);
    hall.umpire
        .post(&format!("{path}/undos"), &json!({ "version": 1 }))
        .expect(201);
    let dispute = hall
        .coordinator
        .post(&format!("{path}/disputes"), &json!({ "reason": "The clock." }));
    hall.umpire
        .post(&format!("{first}/undos"), &json!({ "state": "published" }))
        .refused(409, "has-results");
    hall.umpire
        .post(
            &format!("{}/rulings", dispute.header("location")),
            &json!({ "ruling": "It runs." }),
        )
        .expect(201);
    let late = hall.enter(&app.player(&app.club("ZA-NW")));
    assert_eq!(app.anyone().get(&late).expect(200)["first_round"], 2);
    undo(&hall, &first);
    app.anyone().get(&path).refused(404, "not-found");
    // Who came in the meantime is drawn now.
    assert_eq!(app.anyone().get(&late).expect(200)["first_round"], 1);
    assert_eq!(hall.draw(&json!({})).expect(201)["bye"]["id"], json!(hall.players[4]));
    let first = hall.publish();
    hall.enter_results(&first, |_| 4);
    hall.close(&first);
    // Who withdrew for the round that is taken back, and came back, plays it; who withdrew after it does not.
    let entry = |place: usize| {
        let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
        format!("/v1/entries/{}", text(&entries[place]["id"]))
    };
    hall.step(&format!("{}/withdrawals", entry(0))).expect(201);
    let second = hall.publish();
    hall.step(&format!("{}/returns", entry(0))).expect(201);
    hall.step(&format!("{}/withdrawals", entry(1))).expect(201);
    undo(&hall, &second);
    assert_eq!(app.anyone().get(&entry(0)).expect(200)["absences"], json!([]));
    assert_eq!(
        app.anyone().get(&entry(1)).expect(200)["absences"],
        json!([{ "first_round": 2, "last_round": null }])
    );
    hall.step(&format!("{}/withdrawals", entry(0))).expect(201);
    hall.step(&format!("{}/returns", entry(0))).expect(201);
    hall.step(&format!("{}/returns", entry(1))).expect(201);
    let drawn = hall.draw(&json!({})).expect(201);
    assert_eq!(
        (drawn["boards"].as_array().unwrap().len(), drawn["bye"].is_null()),
        (2, false)
    );
}
