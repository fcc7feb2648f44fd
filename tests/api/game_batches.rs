//! Many games at once: in one request, and as a file of records.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::games::Table;
use crate::match_games::Board;

on_both_databases! {
    each_game_of_a_batch_is_judged_by_itself,
    a_batch_sent_again_is_known,
    games_of_a_batch_see_each_other,
    a_batch_has_bounds,
    a_batch_of_a_match_gives_its_result,
    a_file_of_games_is_taken_game_by_game,
    faults_of_a_file_are_told_by_line,
    a_file_of_a_tournament_finds_the_matches,
    a_file_mended_and_sent_again_adds_what_was_missing,
    a_file_of_games_has_one_part,
    a_file_of_games_is_taken_with_the_authority_of_its_time,
}

impl Table<'_> {
    fn friendly(&self, turns: &[&str]) -> Value {
        json!({
            "first_player_id": self.first, "second_player_id": self.second, "played_on": "2026-11-20", "turns": turns,
        })
    }

    /// The numbers of the two players.
    fn numbers(&self) -> [String; 2] {
        [&self.first, &self.second].map(|id| self.app.number_of(id))
    }
}

fn outcomes(answer: &Value) -> Vec<(&str, &str)> {
    let items = answer["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| (text(&item["outcome"]), item["problem"]["code"].as_str().unwrap_or("-")))
        .collect()
}

fn counts(answer: &Value) -> [u64; 3] {
    ["recorded", "known", "refused"].map(|name| answer[name].as_u64().unwrap())
}

fn each_game_of_a_batch_is_judged_by_itself(app: &TestApp) {
    let table = Table::new(app);
    let mut unknown = table.friendly(&["E2"]);
    unknown["second_player_id"] = json!("019aa0ca-5d6e-7f80-91a2-b3c4d5e6f708");
    let mut tomorrow = table.friendly(&["E2"]);
    tomorrow["played_on"] = json!("2026-11-21");
    let mut of_match = table.friendly(&["E2"]);
    of_match["match_id"] = json!(table.first);
    of_match["number"] = json!(1);
    let mut formless = table.friendly(&["E2"]);
    formless["played_on"] = json!("zz");
    let games = [
        table.friendly(&["E1"]),
        table.friendly(&["E1", "E1"]),
        formless,
        unknown,
        tomorrow,
        of_match,
        table.friendly(&["E1", "R1"]),
    ];
    let answer = table
        .umpire
        .post("/v1/games/batches", &json!({ "games": games }))
        .expect(200);
    let expected = [
        ("recorded", "-"),
        ("refused", "illegal-turn"),
        ("refused", "invalid-input"),
        ("refused", "unknown-player"),
        ("refused", "invalid-input"),
        ("refused", "unknown-match"),
        ("recorded", "-"),
    ];
    assert_eq!(outcomes(&answer), expected);
    assert_eq!(counts(&answer), [2, 0, 5]);
    // The problem is the one that would have been answered to the game alone.
    let mut alone = table.umpire.post("/v1/games", &games[1]).refused(422, "illegal-turn");
    let mut told = answer["items"][1]["problem"].clone();
    for problem in [&mut alone, &mut told] {
        problem.as_object_mut().unwrap().remove("instance");
    }
    assert_eq!(told, alone);
    let listed = app.anyone().get("/v1/games").items();
    assert_eq!(listed.len(), 2);
    for item in [0, 6] {
        let game = app
            .anyone()
            .get(&format!("/v1/games/{}", text(&answer["items"][item]["id"])))
            .expect(200);
        assert_eq!(game["turns"], games[item]["turns"]);
    }
}

fn a_batch_sent_again_is_known(app: &TestApp) {
    let table = Table::new(app);
    let mut with_id = table.friendly(&["E2"]);
    with_id["id"] = json!("019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b");
    let batch = json!({ "games": [table.friendly(&["E1"]), with_id] });
    let first = table.umpire.post("/v1/games/batches", &batch).expect(200);
    assert_eq!(counts(&first), [2, 0, 0]);
    let again = table.umpire.post("/v1/games/batches", &batch).expect(200);
    assert_eq!(counts(&again), [0, 2, 0]);
    let ids = |answer: &Value| [0, 1].map(|item| answer["items"][item]["id"].clone());
    assert_eq!(ids(&again), ids(&first));
    // Another game with an id that is taken is not the same.
    let mut other = table.friendly(&["E3"]);
    other["id"] = json!("019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b");
    let answer = table
        .umpire
        .post("/v1/games/batches", &json!({ "games": [other] }))
        .expect(200);
    assert_eq!(outcomes(&answer), [("refused", "id-taken")]);
    assert_eq!(app.anyone().get("/v1/games").items().len(), 2);
}

fn games_of_a_batch_see_each_other(app: &TestApp) {
    let table = Table::new(app);
    let id = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b";
    let [mut one, mut other] = [table.friendly(&["E1"]), table.friendly(&["E2"])];
    one["id"] = json!(id);
    other["id"] = json!(id);
    let same = table.friendly(&["E1"]);
    let answer = table
        .umpire
        .post("/v1/games/batches", &json!({ "games": [one, other, same] }))
        .expect(200);
    assert_eq!(
        outcomes(&answer),
        [("recorded", "-"), ("refused", "id-taken"), ("known", "-")]
    );
    assert_eq!(answer["items"][2]["id"], id);
    // Of a match two records of one game are two as well.
    let board = Board::new(app, &json!({}));
    let mut another = board.game(1, 0);
    another["turns"] = json!(["R5", "R1", "R2"]);
    let games = json!({ "games": [board.game(1, 0), another] });
    let answer = board.hall.umpire.post("/v1/games/batches", &games).expect(200);
    assert_eq!(outcomes(&answer), [("recorded", "-"), ("refused", "already-recorded")]);
}

fn a_batch_has_bounds(app: &TestApp) {
    let table = Table::new(app);
    let batch = |games: usize| json!({ "games": vec![table.friendly(&["E1"]); games] });
    let long = |games: usize, turns: usize| json!({ "games": vec![table.friendly(&vec!["E1"; turns]); games] });
    // Too few, too many, and too many turns together, whatever becomes of the games.
    for wrong in [batch(0), batch(3001), long(126, 2000)] {
        let answer = table.umpire.post("/v1/games/batches", &wrong);
        assert_eq!(answer.faults(), [("/games".to_owned(), "out-of-bounds".to_owned())]);
    }
    // A game is read as strictly as if it were sent alone.
    let formless = r#"{ "games": [[], { "turns": [], "turns": [] }, 7] }"#;
    let answer = table
        .umpire
        .post_text("/v1/games/batches", "application/json", formless);
    assert_eq!(outcomes(&answer.expect(200)), [("refused", "invalid-input"); 3]);
    let longer = table.umpire.post("/v1/games/batches", &long(1, 2001)).expect(200);
    let fault = &longer["items"][0]["problem"]["errors"][0];
    assert_eq!(
        (&fault["pointer"], &fault["code"]),
        (&json!("/turns"), &json!("too-many"))
    );
    assert_eq!(
        counts(&table.umpire.post("/v1/games/batches", &batch(3000)).expect(200)),
        [1, 2999, 0]
    );
    let keyed = |key: &str| {
        let headers = [("idempotency-key", key), ("content-type", "application/json")];
        table
            .umpire
            .send("POST", "/v1/games/batches", &headers, Some(&batch(1).to_string()))
            .expect(200)
    };
    assert_eq!(keyed("a"), keyed("a"));
}

fn a_batch_of_a_match_gives_its_result(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let games: Vec<Value> = (1..=6).map(|number| board.game(number, number % 2)).collect();
    let answer = board
        .hall
        .umpire
        .post("/v1/games/batches", &json!({ "games": games }))
        .expect(200);
    assert_eq!(counts(&answer), [6, 0, 0]);
    assert_eq!(board.read()["state"], "entered");
    // Somebody else's tournament is refused game by game.
    let other = Board::new(app, &json!({}));
    let answer = board
        .hall
        .umpire
        .post("/v1/games/batches", &json!({ "games": [other.game(1, 0)] }))
        .expect(200);
    assert_eq!(outcomes(&answer), [("refused", "out-of-scope")]);
}

/// A record of a file.
fn record([first, second]: [&str; 2], tags: &str, turns: &str) -> String {
    format!("[Event \"?\"]\n[Date \"2026.11.20\"]\n[FirstId \"{first}\"]\n[SecondId \"{second}\"]\n{tags}\n{turns}\n\n")
}

#[track_caller]
fn upload(caller: &Caller<'_>, path: &str, file: &str) -> Answer {
    let key = uuid::Uuid::from_u128(fastrand::u128(..)).to_string();
    caller.upload(path, Some(&key), &[("games", file.as_bytes())])
}

/// The report on a file: games, recorded, known; and of each fault the line, the tag and the code.
#[track_caller]
fn imported(caller: &Caller<'_>, path: &str, file: &str) -> ([u64; 3], Vec<(u64, String, String)>) {
    let job = caller.finished(&upload(caller, path, file));
    assert_eq!(job["state"], "done", "{job}");
    let report = &job["report"]["games"];
    let counts = ["games", "recorded", "known"].map(|name| report[name].as_u64().unwrap());
    assert_eq!((&job["done"], &job["total"]), (&report["games"], &report["games"]));
    let faults = report["faults"].as_array().unwrap().iter().map(|fault| {
        let tag = fault["tag"].as_str().unwrap_or("-");
        (
            fault["line"].as_u64().unwrap(),
            tag.to_owned(),
            text(&fault["code"]).to_owned(),
        )
    });
    (counts, faults.collect())
}

const IMPORTS: &str = "/v1/imports/games";

fn a_file_of_games_is_taken_game_by_game(app: &TestApp) {
    let table = Table::new(app);
    let [first, second] = table.numbers();
    let pair = [first.as_str(), second.as_str()];
    let file = record(
        pair,
        "[Result \"1-0\"]\n[Termination \"resignation\"]\n",
        "1. e1 r1 2. e2 1-0",
    ) + &record([&second, &first], "[RuleSet \"beads\"]\n", "E1 E1 *")
        + &record(pair, "", "1. A1 A2 *");
    let (counts, faults) = imported(&table.umpire, IMPORTS, &file);
    assert_eq!(counts, [3, 2, 0]);
    assert_eq!(faults, [(16, "-".to_owned(), "illegal-turn".to_owned())]);
    let games = app.anyone().get("/v1/games").items();
    assert_eq!(games.len(), 2);
    let won = app.anyone().get("/v1/games?result=first").items().remove(0);
    assert_eq!(
        (&won["first"]["id"], &won["termination"]),
        (&json!(table.first), &json!("resignation"))
    );
    // What is read out is read in again, as what is known.
    let text = app.anyone().get_with(
        &format!("/v1/games/{}", text(&won["id"])),
        &[("accept", "text/x-morabaraba")],
    );
    assert_eq!(imported(&table.umpire, IMPORTS, &text.body_text()).0, [1, 0, 1]);
}

fn faults_of_a_file_are_told_by_line(app: &TestApp) {
    let table = Table::new(app);
    let [first, second] = table.numbers();
    let pair = [first.as_str(), second.as_str()];
    let mut file = record(["M-0000001-X", &second], "", "E1 *"); // lines 1 to 7
    file += &record([&first, ""], "", "E1 *"); // 8
    file += &record(pair, "", "E1 *").replace("2026.11.20", "2026.11.??"); // 15
    file += &record(pair, "", "E1 *").replace("2026.11.20", "2026.12.01"); // 22
    file += &record([&first, &first], "", "E1 *"); // 29
    file += &record(pair, "[Result \"1-0\"]\n", "E1 0-1"); // 36, the result on line 42
    file += &record(pair, "[RuleSet \"chess\"]\n", "E1 *"); // 44, the tag on line 48
    file += &record(pair, "", "E1\nR1\nE1 *"); // 52, the turn on line 59
    let (counts, faults) = imported(&table.umpire, IMPORTS, &file);
    assert_eq!(counts, [8, 0, 0]);
    let told: Vec<(u64, &str, &str)> = faults
        .iter()
        .map(|(line, tag, code)| (*line, tag.as_str(), code.as_str()))
        .collect();
    let expected = [
        (1, "FirstId", "unknown-player"),
        (8, "SecondId", "unknown-player"),
        (15, "Date", "invalid-date"),
        (22, "Date", "in-future"),
        (29, "-", "same-player"),
        (42, "-", "invalid-record"),
        (48, "-", "invalid-record"),
        (59, "-", "illegal-turn"),
    ];
    assert_eq!(told, expected);
    let (_, faults) = imported(&table.umpire, IMPORTS, &"* ".repeat(50_001));
    assert_eq!(faults, [(1, "-".to_owned(), "too-many-games".to_owned())]);
    let (counts, faults) = imported(&table.umpire, IMPORTS, "");
    assert_eq!((counts, faults.len()), ([0; 3], 0));
    let key = Some("not-text");
    let answer = table.umpire.upload(IMPORTS, key, &[("games", b"[Event \"\xff\"]")]);
    let job = table.umpire.finished(&answer);
    assert_eq!(job["report"]["games"]["faults"][0]["code"], "not-utf-8");
}

/// The records of a match, of which the first player wins all games.
fn of_match(board: &Board<'_>) -> String {
    let numbers = [0, 1].map(|index| board.hall.app.number_of(&board.players[index]));
    (1..=6).fold(String::new(), |mut file, game| {
        let first = (game + 1) % 2;
        let pair = [numbers[first].as_str(), numbers[1 - first].as_str()];
        let result = if first == 0 { "1-0" } else { "0-1" };
        let tags = format!("[Round \"1.{game}\"]\n[Result \"{result}\"]\n[Termination \"resignation\"]\n");
        write!(file, "{}", record(pair, &tags, &format!("E{game} R1 {result}"))).unwrap();
        file
    })
}

fn a_file_of_a_tournament_finds_the_matches(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let id = board.hall.path.rsplit('/').next().unwrap().to_owned();
    let path = format!("{IMPORTS}?tournament_id={id}");
    let file = of_match(&board);
    let wrong = file.replace("1.6", "2.6").replace("1.5", "fifth").replace("1.4", "1.3");
    let (counts, faults) = imported(&board.hall.umpire, &path, &wrong);
    assert_eq!(counts, [6, 3, 0]);
    let codes: Vec<(&str, &str)> = faults
        .iter()
        .map(|(_, tag, code)| (tag.as_str(), code.as_str()))
        .collect();
    assert_eq!(
        codes,
        [
            ("-", "already-recorded"),
            ("Round", "invalid-round"),
            ("-", "unknown-match")
        ]
    );
    assert_eq!(board.read()["state"], "open");
    let (counts, faults) = imported(&board.hall.umpire, &path, &file);
    assert_eq!((counts, faults), ([6, 3, 3], Vec::new()));
    let read = board.read();
    let starts = read["players"][0]["player"]["id"] == board.players[0].as_str();
    let points: Vec<&Value> = read["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["points"])
        .collect();
    assert_eq!(points, if starts { [6.0, 0.0] } else { [0.0, 6.0] });
    let (_, faults) = imported(&app.umpire(), &path, &file);
    assert!(
        faults.len() == 6 && faults.iter().all(|(.., code)| code == "out-of-scope"),
        "{faults:?}"
    );
    let nowhere = format!("{IMPORTS}?tournament_id={}", board.players[0]);
    let (_, faults) = imported(&app.umpire(), &nowhere, &file);
    assert!(
        faults.len() == 6 && faults.iter().all(|(.., code)| code == "not-found"),
        "{faults:?}"
    );
}

fn a_file_mended_and_sent_again_adds_what_was_missing(app: &TestApp) {
    let table = Table::new(app);
    let [first, second] = table.numbers();
    let pair = [first.as_str(), second.as_str()];
    // More than one transaction takes: every placement and answer on the two outer rings.
    let junctions: Vec<String> = ["E", "A"]
        .iter()
        .flat_map(|ring| (1..=8).map(move |number| format!("{ring}{number}")))
        .collect();
    let mut file = String::new();
    for one in &junctions {
        for other in &junctions {
            for third in ["R1", "R2", "R3", "R4", "R5"] {
                file += &record(pair, "", &format!("{one} {other} {third} *"));
            }
        }
    }
    let (counts, faults) = imported(&table.umpire, IMPORTS, &file);
    assert_eq!((counts, faults.len()), ([1280, 1200, 0], 80));
    assert!(faults.iter().all(|(.., code)| code == "illegal-turn"));
    let mended = junctions.iter().fold(file, |file, one| {
        file.replace(&format!("{one} {one} "), &format!("{one} R8 "))
    });
    assert_eq!(
        imported(&table.umpire, IMPORTS, &mended),
        ([1280, 80, 1200], Vec::new())
    );
    let opening = app.anyone().get("/v1/openings").expect(200);
    assert_eq!(opening["games"]["games"], 1280);
}

fn a_file_of_games_has_one_part(app: &TestApp) {
    let umpire = app.umpire();
    let send = |key: Option<&str>, parts: &[(&str, &[u8])]| umpire.upload(IMPORTS, key, parts);
    send(None, &[("games", b"")]).refused(400, "idempotency-key-required");
    let fault = |pointer: &str, code: &str| vec![(pointer.to_owned(), code.to_owned())];
    assert_eq!(
        send(Some("a"), &[("clubs", b"")]).faults()[0],
        ("/clubs".to_owned(), "unknown-field".to_owned())
    );
    let twice = send(Some("a"), &[("games", b""), ("games", b"")]);
    assert_eq!(twice.faults(), fault("/games", "duplicate-field"));
    app.anyone()
        .upload(IMPORTS, Some("a"), &[("games", b"")])
        .refused(401, "token-required");
    app.secretary(&app.club("ZA-NW"))
        .upload(IMPORTS, Some("a"), &[("games", b"")])
        .refused(403, "role-required");
    // The same file with the same key is one job.
    let [one, again] = [0, 1].map(|_| send(Some("b"), &[("games", b"e1 *")]).expect(202));
    assert_eq!(one["id"], again["id"]);
    send(Some("b"), &[("games", b"e2 *")]).refused(422, "idempotency-key-reused");
}

fn a_file_of_games_is_taken_with_the_authority_of_its_time(app: &TestApp) {
    let table = Table::new(app);
    let [first, second] = table.numbers();
    let file = record([&first, &second], "", "E1 *");
    let (counts, faults) = imported(&app.coordinator("ZA-GP"), IMPORTS, &file);
    assert_eq!(
        (counts, faults),
        ([1, 0, 0], vec![(1, "-".to_owned(), "out-of-scope".to_owned())])
    );
    assert_eq!(imported(&app.coordinator("ZA-NW"), IMPORTS, &file).0, [1, 1, 0]);
}
