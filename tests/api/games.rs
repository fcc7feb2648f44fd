//! Games: recording, judging, reading, listing.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::turns::{MADE_AND_BROKEN, ONLY_BROKEN, WON};

on_both_databases! {
    a_game_is_recorded_and_read_back,
    the_same_game_sent_again_answers_as_the_first_time,
    an_illegal_turn_is_refused_with_its_ply_and_rule,
    no_refused_game_is_kept,
    moving_back_is_refused_by_the_rule_set,
    the_board_decides_the_result,
    an_open_board_needs_to_be_told_what_ended_the_game,
    games_are_listed_latest_first_and_filtered,
    a_validation_tells_the_verdict_and_keeps_nothing,
    a_validation_of_nothing_is_the_opening_position,
    a_game_is_of_a_day_that_has_come,
}

/// An umpire, and two players with the numbers 1 and 2.
pub struct Table<'a> {
    pub app: &'a TestApp,
    pub umpire: Caller<'a>,
    pub first: String,
    pub second: String,
}

impl<'a> Table<'a> {
    pub fn new(app: &'a TestApp) -> Table<'a> {
        let club = app.club("ZA-NW");
        let (first, second) = (
            app.player(&club),
            app.player_named(&club, "Baloyi", "Themba", "1991-01-31"),
        );
        Table {
            app,
            umpire: app.umpire(),
            first,
            second,
        }
    }

    fn game(&self, turns: &[&str]) -> Value {
        json!({
            "first_player_id": self.first, "second_player_id": self.second,
            "played_on": "2026-11-20", "turns": turns,
        })
    }

    fn kept(&self) -> usize {
        self.app.anyone().get("/v1/games").items().len()
    }
}

/// The game with some members more, or others.
fn with(mut game: Value, members: &Value) -> Value {
    for (name, value) in members.as_object().unwrap() {
        game[name] = value.clone();
    }
    game
}

fn a_game_is_recorded_and_read_back(app: &TestApp) {
    let table = Table::new(app);
    let answer = table
        .umpire
        .post("/v1/games", &table.game(&["E1", "R1", "E2", "R2", "E3xR1"]));
    let game = answer.expect(201);
    assert_eq!(game["rule_set"], "mssa-gar");
    assert_eq!(game["plies"], 5);
    assert_eq!(game["turns"], json!(["E1", "R1", "E2", "R2", "E3xR1"]));
    assert_eq!(game["final_position"], "XXX...../......../.O...... O 9 10 0 - -");
    assert_eq!(
        (text(&game["result"]), text(&game["termination"])),
        ("unfinished", "unfinished")
    );
    assert_eq!(
        (text(&game["first"]["id"]), text(&game["second"]["id"])),
        (table.first.as_str(), table.second.as_str())
    );
    assert_eq!(game["first"]["name"], "Thandiwe Mokoena");
    let read = app.anyone().get(answer.header("location"));
    assert_eq!(read.expect(200), game);
    assert_eq!(read.header("etag"), answer.header("etag"));
}

fn the_same_game_sent_again_answers_as_the_first_time(app: &TestApp) {
    let table = Table::new(app);
    let id = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b";
    let sent = with(table.game(&["E1", "R1"]), &json!({ "id": id }));
    let first = table.umpire.post("/v1/games", &sent).expect(201);
    app.pass(chrono::TimeDelta::minutes(1));
    assert_eq!(table.umpire.post("/v1/games", &sent).expect(201), first);
    let other = with(table.game(&["E1", "R2"]), &json!({ "id": id }));
    table.umpire.post("/v1/games", &other).refused(409, "id-taken");
    assert_eq!(table.kept(), 1);
}

fn an_illegal_turn_is_refused_with_its_ply_and_rule(app: &TestApp) {
    let table = Table::new(app);
    let refused = |turns: &[&str]| {
        table
            .umpire
            .post("/v1/games", &table.game(turns))
            .refused(422, "illegal-turn")
    };

    let at_once = refused(&["E9"]);
    assert_eq!(
        (&at_once["ply"], &at_once["side"], &at_once["turn"]),
        (&json!(1), &json!("first"), &json!("E9"))
    );
    assert_eq!(at_once["reason"], "syntax");
    assert_eq!(at_once["legal_turns"].as_array().unwrap().len(), 24);
    assert_eq!(at_once["errors"][0]["pointer"], "/turns/0");

    let in_the_middle = refused(&["E1", "R1", "E2", "E1", "E3"]);
    assert_eq!(
        (&in_the_middle["ply"], &in_the_middle["side"]),
        (&json!(4), &json!("second"))
    );
    assert_eq!(in_the_middle["reason"], "occupied");
    assert_eq!(in_the_middle["legal_turns"].as_array().unwrap().len(), 21);
    assert_eq!(in_the_middle["position"], "XX....../......../O....... O 10 11 0 - -");
    assert!(
        text(&in_the_middle["detail"]).starts_with("ply 4, second, “E1”:"),
        "{in_the_middle}"
    );

    let mut turns = WON.to_vec();
    turns.push("E1");
    let after_the_end = refused(&turns);
    assert_eq!(
        (&after_the_end["ply"], &after_the_end["reason"]),
        (&json!(WON.len() + 1), &json!("game-over"))
    );
    assert_eq!(after_the_end["legal_turns"], json!([]));
    assert_eq!(table.kept(), 0);
}

fn no_refused_game_is_kept(app: &TestApp) {
    let table = Table::new(app);
    let game = || table.game(&["E1"]);
    let unknown = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f";
    let ten_thousand = vec!["E1"; 10_000];
    for (sent, code, pointer) in [
        (
            with(game(), &json!({ "rule_set": "chess" })),
            "unknown-rule-set",
            "/rule_set",
        ),
        (
            with(game(), &json!({ "rule_set": "MSSA-GAR" })),
            "unknown-rule-set",
            "/rule_set",
        ),
        (
            with(game(), &json!({ "second_player_id": table.first })),
            "same-player",
            "/second_player_id",
        ),
        (
            with(game(), &json!({ "first_player_id": unknown })),
            "unknown-player",
            "/first_player_id",
        ),
        (
            with(game(), &json!({ "second_player_id": unknown })),
            "unknown-player",
            "/second_player_id",
        ),
        // The order of refusals: who plays is asked before what was played.
        (
            with(table.game(&["E9"]), &json!({ "first_player_id": unknown })),
            "unknown-player",
            "/first_player_id",
        ),
        (table.game(&ten_thousand), "invalid-input", "/turns"),
        (table.game(&[]), "invalid-input", "/turns"),
        (with(game(), &json!({ "turns": "E1" })), "invalid-input", "/turns"),
        (with(game(), &json!({ "turns": [1] })), "invalid-input", "/turns/0"),
        (
            with(game(), &json!({ "first_player_id": "nobody" })),
            "invalid-input",
            "/first_player_id",
        ),
        (
            with(game(), &json!({ "played_on": "20 November" })),
            "invalid-input",
            "/played_on",
        ),
        (
            with(game(), &json!({ "played_on": "-9999-01-01" })),
            "invalid-input",
            "/played_on",
        ),
        (with(game(), &json!({ "result": "white" })), "invalid-input", "/result"),
        (
            with(game(), &json!({ "termination": "checkmate" })),
            "invalid-input",
            "/termination",
        ),
        (with(game(), &json!({ "winner": "first" })), "invalid-input", "/winner"),
        (json!([]), "invalid-input", ""),
    ] {
        let problem = table.umpire.post("/v1/games", &sent).refused(422, code);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    let missing = json!({ "first_player_id": table.first, "second_player_id": table.second, "turns": ["E1"] });
    table.umpire.post("/v1/games", &missing).refused(422, "invalid-input");
    assert_eq!(table.kept(), 0);
}

fn moving_back_is_refused_by_the_rule_set(app: &TestApp) {
    let table = Table::new(app);
    let judge = |rule_set: &str, turns: &[&str]| {
        app.anyone()
            .post(
                "/v1/games/validations",
                &json!({ "rule_set": rule_set, "turns": turns }),
            )
            .expect(200)
    };
    for rule_set in ["mssa-gar", "beads"] {
        let verdict = judge(rule_set, &MADE_AND_BROKEN);
        assert_eq!(verdict["legal"], false, "{rule_set}");
        assert_eq!(verdict["illegal_turn"]["reason"], "move-back", "{rule_set}");
        assert_eq!(verdict["illegal_turn"]["ply"], MADE_AND_BROKEN.len(), "{rule_set}");
        let game = with(table.game(&MADE_AND_BROKEN), &json!({ "rule_set": rule_set }));
        let problem = table.umpire.post("/v1/games", &game).refused(422, "illegal-turn");
        assert_eq!(
            (&problem["reason"], &problem["ply"]),
            (&json!("move-back"), &json!(MADE_AND_BROKEN.len()))
        );
    }
    assert_eq!(judge("traditional-world-games", &MADE_AND_BROKEN)["legal"], true);
    // Only broken: the federation allows it, the older reading does not.
    assert_eq!(judge("mssa-gar", &ONLY_BROKEN)["legal"], true);
    let verdict = judge("beads", &ONLY_BROKEN);
    assert_eq!(verdict["illegal_turn"]["reason"], "move-back");
    assert_eq!(verdict["illegal_turn"]["ply"], ONLY_BROKEN.len());
    assert_eq!(judge("traditional-world-games", &ONLY_BROKEN)["legal"], true);
}

fn the_board_decides_the_result(app: &TestApp) {
    let table = Table::new(app);
    let game = table.umpire.post("/v1/games", &table.game(&WON)).expect(201);
    assert_eq!(
        (text(&game["result"]), text(&game["termination"])),
        ("first", "two-cows")
    );
    let agreeing = json!({ "result": "first", "termination": "two-cows", "played_on": "2026-11-19" });
    table
        .umpire
        .post("/v1/games", &with(table.game(&WON), &agreeing))
        .expect(201);
    for contradiction in [
        json!({ "result": "second" }),
        json!({ "termination": "resignation" }),
        json!({ "result": "unfinished" }),
    ] {
        let problem = table.umpire.post("/v1/games", &with(table.game(&WON), &contradiction));
        problem.refused(422, "result-contradicts-board");
    }
    assert_eq!(table.kept(), 2);
}

fn an_open_board_needs_to_be_told_what_ended_the_game(app: &TestApp) {
    let table = Table::new(app);
    let send = |members: Value| {
        table
            .umpire
            .post("/v1/games", &with(table.game(&["E1", "R1"]), &members))
    };
    for refused in [
        json!({ "result": "first" }),
        json!({ "result": "drawn", "termination": "resignation" }),
        json!({ "result": "first", "termination": "two-cows" }),
        json!({ "termination": "agreement" }),
    ] {
        send(refused).refused(422, "termination-does-not-fit");
    }
    let game = send(json!({ "result": "second", "termination": "time" })).expect(201);
    assert_eq!((text(&game["result"]), text(&game["termination"])), ("second", "time"));
    assert_eq!(table.kept(), 1);
}

fn games_are_listed_latest_first_and_filtered(app: &TestApp) {
    let table = Table::new(app);
    let third = app.player(&app.club("ZA-GP"));
    for (day, members) in [
        ("2026-11-18", json!({})),
        ("2026-11-20", json!({ "rule_set": "beads" })),
        (
            "2026-11-19",
            json!({ "second_player_id": third, "result": "drawn", "termination": "agreement" }),
        ),
        ("2026-11-20", json!({ "first_player_id": third })),
    ] {
        let game = with(with(table.game(&["E1"]), &members), &json!({ "played_on": day }));
        table.umpire.post("/v1/games", &game).expect(201);
    }
    let days = |query: &str| {
        let games = app.anyone().get(&format!("/v1/games?{query}")).items();
        games
            .iter()
            .map(|game| text(&game["played_on"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(days(""), ["2026-11-20", "2026-11-20", "2026-11-19", "2026-11-18"]);
    assert_eq!(days(&format!("player_id={third}")), ["2026-11-20", "2026-11-19"]);
    assert_eq!(days("rule_set=beads"), ["2026-11-20"]);
    assert_eq!(days("result=drawn"), ["2026-11-19"]);
    assert_eq!(
        days(&format!("result=drawn&player_id={third}&rule_set=beads")),
        Vec::<String>::new()
    );
    // Page by page, with two games of one day on either side of a page's end.
    let (mut path, mut ids) = ("/v1/games?limit=1".to_owned(), Vec::new());
    loop {
        let page = app.anyone().get(&path).expect(200);
        ids.push(text(&page["items"][0]["id"]).to_owned());
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        path = format!("/v1/games?limit=1&cursor={next}");
    }
    let all: Vec<String> = app
        .anyone()
        .get("/v1/games")
        .items()
        .iter()
        .map(|game| text(&game["id"]).to_owned())
        .collect();
    assert_eq!(ids, all);
}

fn a_validation_tells_the_verdict_and_keeps_nothing(app: &TestApp) {
    let judge = |body: Value| app.anyone().post("/v1/games/validations", &body);
    let won = judge(json!({ "turns": WON })).expect(200);
    assert_eq!((&won["legal"], &won["plies"]), (&json!(true), &json!(WON.len())));
    assert_eq!((text(&won["result"]), text(&won["termination"])), ("first", "two-cows"));
    assert_eq!((&won["legal_turns"], &won["illegal_turn"]), (&json!([]), &Value::Null));
    let illegal = judge(json!({ "turns": ["E1", "R1", "E1"] })).expect(200);
    assert_eq!((&illegal["legal"], &illegal["plies"]), (&json!(false), &json!(2)));
    assert_eq!(illegal["illegal_turn"]["ply"], 3);
    assert_eq!(illegal["position"], "X......./......../O....... X 11 11 0 - -");
    assert_eq!(illegal["legal_turns"].as_array().unwrap().len(), 22);
    judge(json!({ "rule_set": "chess", "turns": [] })).refused(422, "unknown-rule-set");
    judge(json!({ "turns": vec!["E1"; 2_001] })).refused(422, "invalid-input");
    assert_eq!(app.anyone().get("/v1/games").items().len(), 0);
}

fn a_validation_of_nothing_is_the_opening_position(app: &TestApp) {
    let opening = app
        .anyone()
        .post("/v1/games/validations", &json!({ "turns": [] }))
        .expect(200);
    assert_eq!(opening["position"], "......../......../........ X 12 12 0 - -");
    assert_eq!((&opening["side"], &opening["plies"]), (&json!("first"), &json!(0)));
    assert_eq!(opening["legal_turns"].as_array().unwrap().len(), 24);
}

fn a_game_is_of_a_day_that_has_come(app: &TestApp) {
    let table = Table::new(app);
    // Ten minutes before midnight in South Africa, in whose time days are counted.
    app.at("2026-11-20T21:50:00Z");
    let umpire = app.umpire();
    let tomorrow = with(table.game(&["E1"]), &json!({ "played_on": "2026-11-21" }));
    let problem = umpire.post("/v1/games", &tomorrow).refused(422, "invalid-input");
    assert_eq!(
        (&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]),
        (&json!("/played_on"), &json!("in-future"))
    );
    app.pass(chrono::TimeDelta::minutes(10));
    umpire.post("/v1/games", &tomorrow).expect(201);
}
