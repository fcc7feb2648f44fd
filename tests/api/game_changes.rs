//! Games corrected and withdrawn, with their history.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::games::Table;
use crate::match_games::Board;

on_both_databases! {
    a_corrected_game_is_as_it_should_have_been_and_keeps_what_it_was,
    a_correction_names_the_version_that_was_read,
    a_correction_is_judged_as_a_game_is,
    a_withdrawn_game_is_gone_and_its_versions_stay,
    the_openings_follow_corrections_and_withdrawals,
    who_recorded_a_game_corrects_it,
    the_game_of_a_match_is_corrected_within_the_match,
    a_withdrawn_game_can_be_recorded_anew,
    a_correction_gives_the_result_that_was_missing,
    a_merger_makes_no_game_new,
    a_withdrawn_game_is_not_recorded_by_sending_it_again,
    a_correction_stays_within_the_own_province,
}

impl Table<'_> {
    /// The game as it should have been sent.
    fn anew(&self, turns: &[&str]) -> Value {
        json!({
            "first_player_id": self.first, "second_player_id": self.second, "played_on": "2026-11-19", "turns": turns,
        })
    }

    /// Records a game; its path.
    #[track_caller]
    fn recorded(&self, turns: &[&str]) -> String {
        self.umpire.post("/v1/games", &self.anew(turns)).expect_at(201)
    }
}

impl crate::caller::Answer {
    #[track_caller]
    fn expect_at(&self, status: u16) -> String {
        self.expect(status);
        self.header("location").to_owned()
    }
}

fn correction(version: i64, game: &Value) -> Value {
    json!({ "version": version, "reason": "Two turns were left out.", "game": game })
}

fn withdrawal(version: i64) -> Value {
    json!({ "version": version, "reason": "It is the record of another game." })
}

fn a_corrected_game_is_as_it_should_have_been_and_keeps_what_it_was(app: &TestApp) {
    let table = Table::new(app);
    let path = table.recorded(&["E1", "R1"]);
    let was = app.anyone().get(&path).expect(200);
    app.pass(chrono::TimeDelta::minutes(1));
    let mut anew = table.anew(&["E1", "R1", "E2"]);
    anew["played_on"] = json!("2026-11-18");
    let answer = table.umpire.post(&format!("{path}/corrections"), &correction(1, &anew));
    let game = answer.expect(201);
    assert_eq!(answer.header("location"), path);
    assert_eq!(app.anyone().get(&path).expect(200), game);
    assert_eq!(
        (&game["version"], &game["plies"], &game["played_on"]),
        (&json!(2), &json!(3), &json!("2026-11-18"))
    );
    let versions = app.anyone().get(&format!("{path}/versions")).expect(200);
    assert_eq!(versions["game"], game);
    let items = versions["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["game"]), (1, &was));
    assert_eq!(items[0]["reason"], "Two turns were left out.");
    assert_eq!(items[0]["ended_at"], "2026-11-20T08:01:00.000000Z");
    // The list shows it once, as it is.
    let listed = app.anyone().get("/v1/games").items();
    assert_eq!((listed.len(), &listed[0]["plies"]), (1, &json!(3)));
}

fn a_correction_names_the_version_that_was_read(app: &TestApp) {
    let table = Table::new(app);
    let path = table.recorded(&["E1", "R1"]);
    let corrections = format!("{path}/corrections");
    table
        .umpire
        .post(&corrections, &correction(2, &table.anew(&["E1"])))
        .refused(412, "stale");
    table
        .umpire
        .post(&corrections, &correction(1, &table.anew(&["E1"])))
        .expect(201);
    table
        .umpire
        .post(&corrections, &correction(1, &table.anew(&["E2"])))
        .refused(412, "stale");
    table
        .umpire
        .post(&format!("{path}/withdrawals"), &withdrawal(1))
        .refused(412, "stale");
    assert_eq!(app.anyone().get(&path).expect(200)["turns"], json!(["E1"]));
}

fn a_correction_is_judged_as_a_game_is(app: &TestApp) {
    let table = Table::new(app);
    let (path, other) = (table.recorded(&["E1", "R1"]), table.recorded(&["E2"]));
    let corrections = format!("{path}/corrections");
    let correct = |game: &Value| table.umpire.post(&corrections, &correction(1, game));
    correct(&table.anew(&["E1", "E1"])).refused(422, "illegal-turn");
    let mut alone = table.anew(&["E1"]);
    alone["second_player_id"] = alone["first_player_id"].clone();
    correct(&alone).refused(422, "same-player");
    let mut with_id = table.anew(&["E1"]);
    with_id["id"] = json!("019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b");
    assert_eq!(
        correct(&with_id).faults(),
        [("/game/id".to_owned(), "not-allowed".to_owned())]
    );
    let told = correct(&table.anew(&["E2"])).refused(409, "already-recorded");
    assert!(other.ends_with(text(&told["game_id"])));
    let blank = json!({ "version": 1, "reason": " ", "game": table.anew(&["E1"]) });
    table.umpire.post(&corrections, &blank).refused(422, "invalid-input");
    let nothing = "/v1/games/019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b/corrections";
    table
        .umpire
        .post(nothing, &correction(1, &table.anew(&["E1"])))
        .refused(404, "not-found");
    assert_eq!(app.anyone().get(&path).expect(200)["version"], 1);
    assert_eq!(
        app.anyone().get(&format!("{path}/versions")).expect(200)["items"],
        json!([])
    );
}

fn a_withdrawn_game_is_gone_and_its_versions_stay(app: &TestApp) {
    let table = Table::new(app);
    let path = table.recorded(&["E1", "R1"]);
    let answer = table.umpire.post(&format!("{path}/withdrawals"), &withdrawal(1));
    let versions = answer.expect(201);
    assert_eq!(answer.header("location"), format!("{path}/versions"));
    assert_eq!(
        (&versions["game"], versions["items"].as_array().unwrap().len()),
        (&Value::Null, 1)
    );
    assert_eq!(app.anyone().get(&format!("{path}/versions")).expect(200), versions);
    for gone in [path.clone(), format!("{path}/positions/0"), path.replace("/v1", "")] {
        app.anyone().get(&gone).refused(410, "game-withdrawn");
    }
    assert_eq!(app.anyone().get("/v1/games").items().len(), 0);
    table
        .umpire
        .post(&format!("{path}/withdrawals"), &withdrawal(1))
        .refused(410, "game-withdrawn");
    let again = correction(1, &table.anew(&["E1"]));
    table
        .umpire
        .post(&format!("{path}/corrections"), &again)
        .refused(410, "game-withdrawn");
}

fn the_openings_follow_corrections_and_withdrawals(app: &TestApp) {
    let table = Table::new(app);
    let deep = ["E1", "R1", "E2", "R2", "A4", "R4", "A6", "R6"];
    let played = |opening: &str| {
        let opening = app.anyone().get(&format!("/v1/openings?opening={opening}")).expect(200);
        let ways = opening["turns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|way| way["games"]["games"].as_i64().unwrap());
        (
            opening["games"]["games"].as_i64().unwrap(),
            opening["ended"]["games"].as_i64().unwrap(),
            ways.collect(),
        )
    };
    let nothing: Vec<i64> = Vec::new();
    let path = table.recorded(&deep);
    assert_eq!(played(""), (1, 0, vec![1]));
    assert_eq!(played("E1+R1+E2+R2+A4+R4+A6"), (1, 0, vec![1]));
    assert_eq!(played("E1+R1+E2+R2+A4+R4+A6+R6"), (1, 1, nothing.clone()));
    table
        .umpire
        .post(&format!("{path}/corrections"), &correction(1, &table.anew(&deep[..7])))
        .expect(201);
    assert_eq!(played(""), (1, 0, vec![1]));
    assert_eq!(played("E1+R1+E2+R2+A4+R4+A6"), (1, 1, nothing.clone()));
    assert_eq!(played("E1+R1+E2+R2+A4+R4+A6+R6"), (0, 0, nothing.clone()));
    table
        .umpire
        .post(&format!("{path}/withdrawals"), &withdrawal(2))
        .expect(201);
    for opening in ["", "E1", "E1+R1+E2+R2+A4+R4+A6"] {
        assert_eq!(played(opening), (0, 0, nothing.clone()), "{opening}");
    }
    assert_eq!(app.anyone().get("/v1/games?opening=E1").items().len(), 0);
}

fn who_recorded_a_game_corrects_it(app: &TestApp) {
    let table = Table::new(app);
    let path = table.recorded(&["E1", "R1"]);
    let corrections = format!("{path}/corrections");
    let correct = |version, turns: &[&str]| correction(version, &table.anew(turns));
    app.umpire()
        .post(&corrections, &correct(1, &["E1"]))
        .refused(403, "out-of-scope");
    app.coordinator("ZA-GP")
        .post(&corrections, &correct(1, &["E1"]))
        .refused(403, "out-of-scope");
    app.umpire()
        .post(&format!("{path}/withdrawals"), &withdrawal(1))
        .refused(403, "out-of-scope");
    app.coordinator("ZA-NW")
        .post(&corrections, &correct(1, &["E1"]))
        .expect(201);
    app.administrator().post(&corrections, &correct(2, &["E2"])).expect(201);
    // It is now the administrator's record.
    table
        .umpire
        .post(&corrections, &correct(3, &["E3"]))
        .refused(403, "out-of-scope");
}

fn the_game_of_a_match_is_corrected_within_the_match(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let game = board.record(&board.game(1, 0));
    let path = format!("/v1/games/{}", text(&game["id"]));
    let corrections = format!("{path}/corrections");
    let alone = |winner| {
        let mut game = board.game(1, winner);
        game.as_object_mut()
            .unwrap()
            .retain(|name, _| !["match_id", "number"].contains(&name.as_str()));
        game
    };
    let (umpire, mut of_match) = (&board.hall.umpire, board.game(1, 1));
    umpire
        .post(&corrections, &correction(1, &of_match))
        .refused(422, "invalid-input");
    of_match = alone(1);
    of_match["first_player_id"] = json!(board.players[1]);
    of_match["second_player_id"] = json!(board.players[0]);
    umpire
        .post(&corrections, &correction(1, &of_match))
        .refused(422, "not-of-match");
    app.umpire()
        .post(&corrections, &correction(1, &alone(1)))
        .refused(403, "out-of-scope");
    let corrected = umpire.post(&corrections, &correction(1, &alone(1))).expect(201);
    assert_eq!(
        (&corrected["match_id"], &corrected["number"]),
        (&game["match_id"], &json!(1))
    );
    // What is entered must agree with the game as it is now.
    let upper = text(&board.read()["players"][0]["player"]["id"]).to_owned();
    let upper_won = usize::from(upper == board.players[1]);
    board.hall.enter_results(&board.round, |_| 6 * upper_won);
    umpire
        .post(&corrections, &correction(2, &alone(0)))
        .refused(422, "not-of-match");
    assert_eq!(app.anyone().get(&path).expect(200)["version"], 2);
}

fn a_withdrawn_game_can_be_recorded_anew(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let game = board.record(&board.game(1, 0));
    let path = format!("/v1/games/{}", text(&game["id"]));
    board
        .hall
        .umpire
        .post(&format!("{path}/withdrawals"), &withdrawal(1))
        .expect(201);
    let anew = board.record(&board.game(1, 0));
    assert_ne!(anew["id"], game["id"]);
    app.anyone().get(&path).refused(410, "game-withdrawn");
    assert_eq!(app.anyone().get("/v1/games").items().len(), 1);
}

fn a_correction_gives_the_result_that_was_missing(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let mut unfinished = board.game(1, 0);
    unfinished["result"] = json!("unfinished");
    unfinished["termination"] = json!("unfinished");
    let game = board.record(&unfinished);
    for number in 2..=6 {
        board.record(&board.game(number, 0));
    }
    assert_eq!(board.read()["state"], "open");
    let mut whole = board.game(1, 0);
    whole
        .as_object_mut()
        .unwrap()
        .retain(|name, _| !["match_id", "number"].contains(&name.as_str()));
    let corrections = format!("/v1/games/{}/corrections", text(&game["id"]));
    board.hall.umpire.post(&corrections, &correction(1, &whole)).expect(201);
    assert_eq!(board.read()["state"], "entered");
}

/// Two entries of one person: that which stays, and that which is merged into it.
fn a_person_registered_twice(app: &TestApp) -> [String; 2] {
    let club = app.club("ZA-NW");
    [app.player(&club), app.player(&club)]
}

fn a_merger_makes_no_game_new(app: &TestApp) {
    let [stays, duplicate] = a_person_registered_twice(app);
    let (umpire, other) = (app.umpire(), app.player(&app.club("ZA-NW")));
    let number = app.anyone().get(&format!("/v1/players/{duplicate}")).expect(200)["number"].clone();
    let game = |first: &str, turns: &[&str]| json!({ "first_player_id": first, "second_player_id": other, "played_on": "2026-11-20", "turns": turns });
    let kept = umpire.post("/v1/games", &game(&duplicate, &["E1", "R1"])).expect(201);
    let merger = json!({ "duplicate_id": duplicate });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    for first in [&duplicate, &stays] {
        let told = umpire
            .post("/v1/games", &game(first, &["E1", "R1"]))
            .refused(409, "already-recorded");
        assert_eq!(told["game_id"], kept["id"]);
    }
    // The number that was given to the duplicate finds the person.
    let mut record = game(&duplicate, &[]);
    record.as_object_mut().unwrap().remove("turns");
    record["record"] = json!(format!("[FirstId \"{}\"]\n\nE2 R1 *", text(&number)));
    assert_eq!(
        umpire.post("/v1/games", &record).expect(201)["first"]["id"],
        json!(stays)
    );
    record["record"] = json!("[FirstId \"M-0000099-X\"]\n\nE3 R1 *");
    umpire.post("/v1/games", &record).refused(422, "record-of-another");
}

fn a_withdrawn_game_is_not_recorded_by_sending_it_again(app: &TestApp) {
    let table = Table::new(app);
    let mut game = table.anew(&["E1", "R1"]);
    game["id"] = json!("019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b");
    let path = table.umpire.post("/v1/games", &game).expect_at(201);
    table
        .umpire
        .post(&format!("{path}/withdrawals"), &withdrawal(1))
        .expect(201);
    table.umpire.post("/v1/games", &game).refused(410, "game-withdrawn");
    let batch = table
        .umpire
        .post("/v1/games/batches", &json!({ "games": [game] }))
        .expect(200);
    assert_eq!(batch["items"][0]["problem"]["code"], "game-withdrawn");
}

fn a_correction_stays_within_the_own_province(app: &TestApp) {
    let (coordinator, own, far) = (
        app.coordinator("ZA-NW"),
        app.player(&app.club("ZA-NW")),
        app.club("ZA-GP"),
    );
    let others = [(); 2].map(|()| {
        let player = json!({
            "family_name": "Nkosi", "given_names": "Sipho", "birth_date": "1990-01-01", "sex": "male",
            "province": "ZA-GP", "club_id": far,
        });
        text(&app.administrator().post("/v1/players", &player).expect(201)["id"]).to_owned()
    });
    let game = |first: &str, second: &str| json!({ "first_player_id": first, "second_player_id": second, "played_on": "2026-11-20", "turns": ["E1"] });
    let path = coordinator.post("/v1/games", &game(&own, &others[0])).expect_at(201);
    let moved = correction(1, &game(&others[0], &others[1]));
    coordinator
        .post(&format!("{path}/corrections"), &moved)
        .refused(403, "out-of-scope");
    coordinator
        .post(&format!("{path}/corrections"), &correction(1, &game(&others[0], &own)))
        .expect(201);
}
