//! Games of matches: their records agree with the match, and give its result.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::hall::{Hall, sheet};

on_sqlite! {
    the_records_of_all_games_give_the_result_of_a_match,
    a_record_of_other_players_or_another_starter_is_not_of_the_match,
    a_record_is_of_a_day_and_by_the_rules_of_its_tournament,
    a_game_of_a_match_is_recorded_once,
    a_record_that_contradicts_the_result_is_refused,
    a_result_that_contradicts_a_record_is_refused,
    what_an_umpire_decides_need_not_be_what_was_on_the_board,
    a_game_without_an_end_gives_no_result,
    those_who_run_the_tournament_record_its_games,
    nobody_records_the_own_match,
    a_round_with_records_is_not_taken_back,
    records_come_in_after_the_tournament_too,
}

/// A match of two in a tournament that is played today.
pub struct Board<'a> {
    pub hall: Hall<'a>,
    pub round: String,
    pub id: String,
    /// The player who starts the first game, and the other.
    pub players: [String; 2],
}

impl<'a> Board<'a> {
    pub fn new(app: &'a TestApp, changes: &Value) -> Board<'a> {
        let hall = Hall::new(app, changes, 2);
        let round = hall.publish();
        let one = hall.matches(&round).remove(0);
        let starter = text(&one["starter_id"]).to_owned();
        let other = hall.players.iter().find(|player| **player != starter).unwrap().clone();
        Board {
            round,
            id: text(&one["id"]).to_owned(),
            players: [starter, other],
            hall,
        }
    }

    /// A game of the match, with a first turn of its own: `winner` is the index of the player who wins it.
    pub fn game(&self, number: usize, winner: usize) -> Value {
        let first = (number + 1) % 2;
        let turn = ["E1", "E2", "A1", "A2", "E3", "E4"][number - 1];
        json!({
            "first_player_id": self.players[first], "second_player_id": self.players[1 - first],
            "played_on": "2026-11-20", "match_id": self.id, "number": number, "turns": [turn, "R1", "R2"],
            "result": if winner == first { "first" } else { "second" }, "termination": "resignation",
        })
    }

    #[track_caller]
    pub fn record(&self, game: &Value) -> Value {
        self.hall.umpire.post("/v1/games", game).expect(201)
    }

    pub fn read(&self) -> Value {
        self.hall
            .app
            .anyone()
            .get(&format!("/v1/matches/{}", self.id))
            .expect(200)
    }

    /// The refusal that the umpire is told for a game that is not of the match.
    #[track_caller]
    fn refused(&self, changes: &Value, code: &str, pointer: &str) {
        let game = with(self.game(1, 0), changes);
        let told = self.hall.umpire.post("/v1/games", &game).refused(422, code);
        assert_eq!(told["errors"][0]["pointer"], pointer, "{told}");
        assert_eq!(self.hall.app.anyone().get("/v1/games").items().len(), 0);
    }
}

fn with(mut game: Value, changes: &Value) -> Value {
    game.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    game
}

fn the_records_of_all_games_give_the_result_of_a_match(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    // The player who starts the match wins games 1 to 4, the other 5 and 6.
    for number in [3, 1, 2, 6, 4] {
        let game = board.record(&board.game(number, usize::from(number > 4)));
        assert_eq!((&game["match_id"], &game["number"]), (&json!(board.id), &json!(number)));
        assert_eq!(game["tournament_id"], board.read()["tournament_id"]);
        assert_eq!(board.read()["state"], "open");
    }
    assert_eq!(board.read()["recorded_games"], json!([1, 2, 3, 4, 6]));
    board.record(&board.game(5, 1));
    let read = board.read();
    assert_eq!((&read["state"], &read["version"]), (&json!("entered"), &json!(1)));
    let results: Vec<&str> = read["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| text(&game["result"]))
        .collect();
    assert_eq!(results, ["first", "second", "first", "second", "second", "first"]);
    assert!(
        read["games"]
            .as_array()
            .unwrap()
            .iter()
            .all(|game| game["ended"] == "played")
    );
    let points: Vec<&Value> = read["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["points"])
        .collect();
    let starts = read["players"][0]["player"]["id"] == board.players[0].as_str();
    assert_eq!(points, if starts { [4.0, 2.0] } else { [2.0, 4.0] });
    board.hall.close(&board.round);
}

fn a_record_of_other_players_or_another_starter_is_not_of_the_match(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let (starts, other) = (&board.players[0], &board.players[1]);
    let swapped = json!({ "first_player_id": other, "second_player_id": starts });
    board.refused(&swapped, "not-of-match", "/first_player_id");
    board.refused(&json!({ "number": 2 }), "not-of-match", "/first_player_id");
    let stranger = app.player(&app.club("ZA-NW"));
    board.refused(
        &json!({ "second_player_id": stranger }),
        "not-of-match",
        "/first_player_id",
    );
    board.refused(&json!({ "number": 7 }), "not-of-match", "/number");
    board.refused(&json!({ "number": 0 }), "not-of-match", "/number");
    board.refused(&json!({ "match_id": starts }), "unknown-match", "/match_id");
    board.refused(&json!({ "number": null }), "invalid-input", "/number");
    board.refused(&json!({ "match_id": null }), "invalid-input", "/number");
    board.record(&board.game(1, 0));
}

fn a_record_is_of_a_day_and_by_the_rules_of_its_tournament(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    board.refused(&json!({ "played_on": "2026-11-19" }), "not-of-match", "/played_on");
    board.refused(&json!({ "rule_set": "beads" }), "not-of-match", "/rule_set");
    board.record(&board.game(1, 0));
}

fn a_game_of_a_match_is_recorded_once(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let recorded = board.record(&board.game(1, 0));
    let again = board
        .hall
        .umpire
        .post("/v1/games", &board.game(1, 0))
        .refused(409, "already-recorded");
    assert_eq!(again["game_id"], recorded["id"]);
    let another = with(board.game(1, 0), &json!({ "turns": ["R5", "E1", "E2"] }));
    let another = board
        .hall
        .umpire
        .post("/v1/games", &another)
        .refused(409, "already-recorded");
    assert_eq!(another.get("game_id"), None);
    assert_eq!(app.anyone().get("/v1/games").items().len(), 1);
}

fn a_record_that_contradicts_the_result_is_refused(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    // Who stands higher wins all games.
    board.hall.enter_results(&board.round, |_| 6);
    let upper = text(&board.read()["players"][0]["player"]["id"]).to_owned();
    let winner = usize::from(upper != board.players[0]);
    let told = board
        .hall
        .umpire
        .post("/v1/games", &board.game(1, 1 - winner))
        .refused(422, "not-of-match");
    assert_eq!(told["errors"][0]["pointer"], "/result");
    board.record(&board.game(1, winner));
    assert_eq!(board.read()["version"], 1);
}

fn a_result_that_contradicts_a_record_is_refused(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let upper = text(&board.read()["players"][0]["player"]["id"]).to_owned();
    let winner = usize::from(upper != board.players[0]);
    board.record(&board.game(2, winner));
    let results = format!("/v1/matches/{}/results", board.id);
    let (umpire, one) = (&board.hall.umpire, board.read());
    // Of the six games the lower player wins the last ones.
    umpire
        .post(&results, &sheet(&one, 1))
        .refused(409, "contradicts-record");
    let mut other_starter = sheet(&one, 6);
    other_starter["first_starter_id"] = json!(board.players[1]);
    umpire.post(&results, &other_starter).refused(409, "contradicts-record");
    assert_eq!(board.read()["state"], "open");
    umpire.post(&results, &sheet(&one, 2)).expect(201);
    let corrected = json!({ "version": 1, "published_rounds": 1, "reason": "Misread.", "sheet": sheet(&one, 0) });
    let corrections = format!("/v1/matches/{}/corrections", board.id);
    umpire.post(&corrections, &corrected).refused(409, "contradicts-record");
    let dispute = umpire.post(
        &format!("/v1/matches/{}/disputes", board.id),
        &json!({ "reason": "Not so." }),
    );
    let rulings = format!("{}/rulings", dispute.header("location"));
    let ruling = json!({ "ruling": "It was so.", "sheet": sheet(&one, 0) });
    umpire.post(&rulings, &ruling).refused(409, "contradicts-record");
    umpire
        .post(&rulings, &json!({ "ruling": "It was so.", "sheet": sheet(&one, 5) }))
        .expect(201);
}

fn what_an_umpire_decides_need_not_be_what_was_on_the_board(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let upper = text(&board.read()["players"][0]["player"]["id"]).to_owned();
    let winner = usize::from(upper != board.players[0]);
    board.record(&board.game(1, winner));
    let mut decided = sheet(&board.read(), 0);
    decided["games"][0]["ended"] = json!("adjudicated");
    board
        .hall
        .umpire
        .post(&format!("/v1/matches/{}/results", board.id), &decided)
        .expect(201);
    // Nor what comes in later.
    let mut forfeited = decided.clone();
    forfeited["games"][1]["ended"] = json!("forfeit");
    let correction = json!({ "version": 1, "published_rounds": 1, "reason": "He left.", "sheet": forfeited });
    board
        .hall
        .umpire
        .post(&format!("/v1/matches/{}/corrections", board.id), &correction)
        .expect(201);
    board.record(&board.game(2, winner));
    let told = board
        .hall
        .umpire
        .post("/v1/games", &board.game(3, winner))
        .refused(422, "not-of-match");
    assert_eq!(told["errors"][0]["pointer"], "/result");
}

fn a_game_without_an_end_gives_no_result(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let unfinished = json!({ "result": "unfinished", "termination": "unfinished" });
    board.record(&with(board.game(1, 0), &unfinished));
    for number in 2..=6 {
        board.record(&board.game(number, 0));
    }
    assert_eq!(board.read()["state"], "open");
    let by_umpire = json!({ "termination": "umpire" });
    let board = Board::new(app, &json!({}));
    for number in 1..=6 {
        board.record(&with(board.game(number, 0), &by_umpire));
    }
    assert_eq!(board.read()["games"][0]["ended"], "adjudicated");
}

fn those_who_run_the_tournament_record_its_games(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let refused = |caller: &Caller<'_>| {
        caller.post("/v1/games", &board.game(1, 0)).refused(403, "out-of-scope");
    };
    refused(&app.umpire());
    refused(&app.coordinator("ZA-GP"));
    app.secretary(&app.club("ZA-NW"))
        .post("/v1/games", &board.game(1, 0))
        .refused(403, "role-required");
    board.hall.coordinator.post("/v1/games", &board.game(1, 0)).expect(201);
    app.administrator().post("/v1/games", &board.game(2, 0)).expect(201);
    // Friendly games of players of the province are the coordinator's as well.
    let friendly = json!({
        "first_player_id": board.players[0], "second_player_id": board.players[1], "played_on": "2026-11-20",
        "turns": ["E1"],
    });
    app.coordinator("ZA-GP")
        .post("/v1/games", &friendly)
        .refused(403, "out-of-scope");
    board.hall.coordinator.post("/v1/games", &friendly).expect(201);
    app.at("2029-11-21T08:00:00Z");
    board
        .hall
        .umpire
        .post("/v1/games", &board.game(3, 0))
        .refused(401, "token-expired");
}

fn nobody_records_the_own_match(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 1);
    let player = hall.umpire_player.clone();
    hall.enter(&player);
    // Not even the own match's draw can be ordered; the coordinator runs it.
    crate::hall::keep_order(app, &hall.path);
    let round = hall
        .coordinator
        .post(&format!("{}/rounds", hall.path), &json!({}))
        .expect(201);
    let path = format!("/v1/rounds/{}", text(&round["id"]));
    hall.coordinator
        .send("POST", &format!("{path}/publications"), &[], None)
        .expect(201);
    let one = hall.matches(&path).remove(0);
    let starter = text(&one["starter_id"]).to_owned();
    let other = hall.players.iter().find(|player| **player != starter).unwrap().clone();
    let board = Board {
        round: path,
        id: text(&one["id"]).to_owned(),
        players: [starter, other],
        hall,
    };
    board
        .hall
        .umpire
        .post("/v1/games", &board.game(1, 0))
        .refused(403, "conflict-of-interest");
    board.hall.coordinator.post("/v1/games", &board.game(1, 0)).expect(201);
}

fn a_round_with_records_is_not_taken_back(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let game = board.record(&board.game(1, 0));
    let undo = json!({ "state": "published" });
    board
        .hall
        .umpire
        .post(&format!("{}/undos", board.round), &undo)
        .refused(409, "has-results");
    let withdrawal = json!({ "version": 1, "reason": "It is the record of another game." });
    board
        .hall
        .umpire
        .post(&format!("/v1/games/{}/withdrawals", text(&game["id"])), &withdrawal)
        .expect(201);
    board.record(&board.game(1, 1));
    board
        .hall
        .umpire
        .post(&format!("{}/undos", board.round), &undo)
        .refused(409, "has-results");
}

fn records_come_in_after_the_tournament_too(app: &TestApp) {
    let board = Board::new(app, &json!({ "rounds": 1 }));
    board.hall.enter_results(&board.round, |_| 6);
    board.hall.close(&board.round);
    assert_eq!(board.hall.state(), "finished");
    let upper = text(&board.read()["players"][0]["player"]["id"]).to_owned();
    let winner = usize::from(upper != board.players[0]);
    board
        .hall
        .umpire
        .post("/v1/games", &board.game(1, 1 - winner))
        .refused(422, "not-of-match");
    for number in 1..=6 {
        board.record(&board.game(number, winner));
    }
}
