//! Games as text, positions and pictures, and the page for people.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::games::Table;
use crate::turns::WON;

on_sqlite! {
    a_game_is_recorded_from_its_text,
    what_is_read_as_text_can_be_submitted_again,
    a_fault_in_a_record_is_told_with_its_line_and_column,
    a_record_must_be_of_the_game_that_is_submitted,
    turns_or_a_record_are_sent_and_not_both,
    a_record_can_be_judged_without_keeping_it,
    the_text_withholds_the_name_of_a_minor,
    a_game_is_read_in_the_form_that_is_asked_for,
    every_position_can_be_read_and_seen,
    any_board_can_be_drawn,
    a_game_has_a_page_for_people,
}

const RECORD: &str = "text/x-morabaraba";

impl Table<'_> {
    fn submit(&self, members: &Value) -> Answer {
        let mut game = json!({
            "first_player_id": self.first, "second_player_id": self.second, "played_on": "2026-11-20",
        });
        for (name, value) in members.as_object().unwrap() {
            game[name] = value.clone();
        }
        self.umpire.post("/v1/games", &game)
    }

    fn record(&self, record: &str) -> Answer {
        self.submit(&json!({ "record": record }))
    }

    fn as_text(&self, game: &Value) -> Answer {
        self.app
            .anyone()
            .get_with(&format!("/v1/games/{}", text(&game["id"])), &[("accept", RECORD)])
    }
}

fn a_game_is_recorded_from_its_text(app: &TestApp) {
    let table = Table::new(app);
    let game = table
        .record(
            "[Event \"Club evening\"]\n[RuleSet \"beads\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\n\
             1. e1 r1 {a comment} 2. E2 r2\n3. e3 x r1 ; to the end of the line\n0-1",
        )
        .expect(201);
    assert_eq!(game["turns"], json!(["E1", "R1", "E2", "R2", "E3xR1"]));
    assert_eq!((text(&game["rule_set"]), text(&game["result"])), ("beads", "second"));
    assert_eq!(text(&game["termination"]), "resignation");
    // Without tags, as it stands on a score sheet.
    let game = table.record(&format!("{} *", WON.join(" ").to_lowercase()));
    let problem = game.refused(422, "result-contradicts-board");
    assert_eq!(
        (&problem["errors"][0]["pointer"], &problem["line"]),
        (&json!("/record"), &json!(1))
    );
    let game = table
        .record(&format!("{} 1-0", WON.join(" ").to_lowercase()))
        .expect(201);
    assert_eq!(
        (text(&game["result"]), text(&game["termination"])),
        ("first", "two-cows")
    );
}

fn what_is_read_as_text_can_be_submitted_again(app: &TestApp) {
    let table = Table::new(app);
    let turns = json!(["E1", "R1", "E2", "R2", "E3xR1"]);
    let game = table
        .submit(&json!({ "turns": turns, "result": "drawn", "termination": "umpire" }))
        .expect(201);
    let answer = table.as_text(&game);
    assert_eq!(answer.header("content-type"), "text/x-morabaraba; charset=utf-8");
    let record = answer.body_text();
    for line in [
        "[Date \"2026.11.20\"]",
        "[First \"Thandiwe Mokoena\"]",
        "[Second \"Themba Baloyi\"]",
        "[Result \"1/2-1/2\"]",
        "[RuleSet \"mssa-gar\"]",
        "[Termination \"umpire\"]",
        "[FirstId \"M-0000001-B\"]",
        "[SecondId \"M-0000002-C\"]",
        "1. E1 R1 2. E2 R2 3. E3xR1 1/2-1/2",
    ] {
        assert!(record.lines().any(|other| other == line), "{line} is not in {record}");
    }
    // The same game is not kept twice.
    let withdrawals = format!("/v1/games/{}/withdrawals", text(&game["id"]));
    table.record(&record).refused(409, "already-recorded");
    table
        .umpire
        .post(&withdrawals, &json!({ "version": 1, "reason": "To be sent as text." }))
        .expect(201);
    let again = table.record(&record).expect(201);
    for member in ["turns", "result", "termination", "rule_set", "final_position"] {
        assert_eq!(again[member], game[member]);
    }
    assert_eq!(table.as_text(&again).body_text(), record);
}

fn a_fault_in_a_record_is_told_with_its_line_and_column(app: &TestApp) {
    let table = Table::new(app);
    let illegal = table
        .record("[RuleSet \"beads\"]\n\n1. E1 R1\n2. E2 r1 *")
        .refused(422, "illegal-turn");
    assert_eq!((&illegal["line"], &illegal["column"]), (&json!(4), &json!(7)));
    assert_eq!(
        (&illegal["ply"], &illegal["side"], &illegal["reason"]),
        (&json!(4), &json!("second"), &json!("occupied"))
    );
    assert_eq!(illegal["errors"][0]["pointer"], "/record");
    assert_eq!(illegal["position"], "XX....../......../O....... O 10 11 0 - -");
    assert_eq!(illegal["legal_turns"].as_array().unwrap().len(), 21);
    let syntax = table.record("1. E1 R9 *").refused(422, "illegal-turn");
    assert_eq!(
        (&syntax["line"], &syntax["column"], &syntax["reason"]),
        (&json!(1), &json!(7), &json!("syntax"))
    );
    for (record, reason, line, column) in [
        ("", "result-missing", 1, 1),
        ("1. E1 R1", "result-missing", 1, 9),
        ("1. E1 {not closed *", "comment-open", 1, 7),
        ("[Result \"2-0\"]\n\n1. E1 *", "tag-value", 1, 1),
        ("[Result \"1-0\"]\n\n1. E1 *", "result-unlike", 3, 7),
        ("E1 * E2 *", "more-text", 1, 6),
        ("[RuleSet \"chess\"]\n\nE1 *", "tag-value", 1, 1),
    ] {
        let problem = table.record(record).refused(422, "invalid-record");
        assert_eq!(problem["reason"], reason, "{record}: {problem}");
        let place = (problem["line"].as_u64().unwrap(), problem["column"].as_u64().unwrap());
        assert_eq!(place, (line, column), "{record}: {problem}");
    }
    table
        .record("[SetUp \"1\"]\n[Position \"X......./......../O....... X 11 11 0 - -\"]\n\nE2 *")
        .refused(422, "invalid-record");
    let problem = table.record("1. E1 R1 1-0").refused(422, "termination-does-not-fit");
    assert_eq!(
        (&problem["errors"][0]["pointer"], &problem["column"]),
        (&json!("/record"), &json!(10))
    );
    let of_its_own = "[RuleSet \"no-move-back=off ten-moves=off shot=must all-in-lines=any\"]\n\nE1 *";
    table.record(of_its_own).refused(422, "invalid-record");
    table.record("*").refused(422, "invalid-input");
    table
        .record(&format!("{}*", "E1-E2 ".repeat(2_001)))
        .refused(422, "illegal-turn");
    assert_eq!(app.anyone().get("/v1/games").items().len(), 0);
}

fn a_record_must_be_of_the_game_that_is_submitted(app: &TestApp) {
    let table = Table::new(app);
    let with = |tag: &str, turns: &str| table.record(&format!("{tag}\n\n1. {turns} *"));
    for tag in [
        "[FirstId \"M-0000002-C\"]",
        "[SecondId \"1-B\"]",
        "[FirstId \"nobody\"]",
        "[Date \"2026.11.19\"]",
        "[Date \"2025.??.??\"]",
        "[Date \"yesterday\"]",
    ] {
        let problem = with(tag, "E1 R1").refused(422, "record-of-another");
        let name = tag[1..].split(' ').next().unwrap();
        assert!(text(&problem["detail"]).contains(name), "{problem}");
    }
    for (tag, turns) in [
        ("[FirstId \"m 1 b\"]", "E1 R1"),
        ("[SecondId \"?\"]", "E1 R2"),
        ("[Date \"2026.11.20\"]", "E1 R3"),
        ("[Date \"2026.11.??\"]", "E1 R4"),
        ("[Date \"?\"]", "E1 R5"),
    ] {
        with(tag, turns).expect(201);
    }
}

fn turns_or_a_record_are_sent_and_not_both(app: &TestApp) {
    let table = Table::new(app);
    let faults = |members: Value| {
        let problem = table.submit(&members).refused(422, "invalid-input");
        let faults = problem["errors"].as_array().unwrap().clone();
        faults
            .iter()
            .map(|fault| format!("{} {}", text(&fault["pointer"]), text(&fault["code"])))
            .collect::<Vec<_>>()
    };
    assert_eq!(faults(json!({})), ["/turns required"]);
    assert_eq!(
        faults(json!({ "turns": ["E1"], "record": "E1 *" })),
        ["/record not-allowed"]
    );
    assert_eq!(
        faults(json!({ "record": "E1 *", "rule_set": "beads", "result": "first", "termination": "time" })),
        [
            "/rule_set not-allowed",
            "/result not-allowed",
            "/termination not-allowed"
        ]
    );
    assert_eq!(faults(json!({ "record": 7 })), ["/record invalid-value"]);
}

fn a_record_can_be_judged_without_keeping_it(app: &TestApp) {
    let judge = |record: &str| app.anyone().post("/v1/games/validations", &json!({ "record": record }));
    let legal = judge("[RuleSet \"beads\"]\n\n1. e1 r1 *").expect(200);
    assert_eq!((&legal["legal"], &legal["plies"]), (&json!(true), &json!(2)));
    let illegal = judge("1. e1 r1\n2. e1 *").expect(200);
    assert_eq!((&illegal["legal"], &illegal["plies"]), (&json!(false), &json!(2)));
    let turn = &illegal["illegal_turn"];
    assert_eq!(
        (&turn["ply"], &turn["line"], &turn["column"]),
        (&json!(3), &json!(2), &json!(4))
    );
    judge("1. e1").refused(422, "invalid-record");
    judge("e1 1-0").refused(422, "termination-does-not-fit");
    assert_eq!(app.anyone().get("/v1/games").items().len(), 0);
}

fn the_text_withholds_the_name_of_a_minor(app: &TestApp) {
    let mut table = Table::new(app);
    table.second = app.player_named(&app.club("ZA-GP"), "van der Merwe", "Leoné", "2012-02-29");
    let game = table.submit(&json!({ "turns": ["E1"] })).expect(201);
    let record = table.as_text(&game).body_text();
    assert!(
        record.contains("[Second \"L. M.\"]") && !record.contains("Leoné") && !record.contains("Merwe"),
        "{record}"
    );
}

fn a_game_is_read_in_the_form_that_is_asked_for(app: &TestApp) {
    let table = Table::new(app);
    let game = table.submit(&json!({ "turns": ["E1"] })).expect(201);
    let path = format!("/v1/games/{}", text(&game["id"]));
    let form = |accept: &str| {
        let answer = app.anyone().get_with(&path, &[("accept", accept)]);
        assert!(answer.header("vary").contains("accept"), "{:?}", answer.headers);
        answer.header("content-type").split(';').next().unwrap().to_owned()
    };
    for accept in [
        "application/json",
        "*/*",
        "",
        "text/html",
        "application/*",
        "text/x-morabaraba;q=0.5, application/json",
    ] {
        assert_eq!(form(accept), "application/json", "{accept}");
    }
    assert_eq!(form("text/x-morabaraba;q=0"), "application/json");
    assert_eq!(form("text/x-morabaraba;q=0, text/*, */*;q=0.1"), "application/json");
    assert_eq!(form("application/json;q=0, */*"), RECORD);
    for accept in [
        RECORD,
        "text/*",
        "application/json;q=0.1, text/x-morabaraba",
        "image/png, text/x-morabaraba, */*;q=0.1",
    ] {
        assert_eq!(form(accept), RECORD, "{accept}");
    }
    let json = app.anyone().get(&path).header("etag").to_owned();
    let answer = table.as_text(&game);
    assert_ne!(answer.header("etag"), json);
    let unchanged = [("accept", RECORD), ("if-none-match", answer.header("etag"))];
    assert_eq!(app.anyone().get_with(&path, &unchanged).status, 304);
    assert_eq!(
        app.anyone()
            .get_with(&path, &[("accept", RECORD), ("if-none-match", &json)])
            .status,
        200
    );
}

fn every_position_can_be_read_and_seen(app: &TestApp) {
    let table = Table::new(app);
    let game = table.submit(&json!({ "turns": WON })).expect(201);
    let path = |ply: &str| format!("/v1/games/{}/positions/{ply}", text(&game["id"]));
    let opening = app.anyone().get(&path("0")).expect(200);
    assert_eq!((&opening["ply"], &opening["turn"]), (&json!(0), &Value::Null));
    assert_eq!(opening["legal_turns"].as_array().unwrap().len(), 24);
    for ply in 1..=WON.len() {
        let position = app.anyone().get(&path(&ply.to_string())).expect(200);
        assert_eq!((&position["ply"], text(&position["turn"])), (&json!(ply), WON[ply - 1]));
        let judged = app
            .anyone()
            .post("/v1/games/validations", &json!({ "turns": WON[..ply] }))
            .expect(200);
        for member in ["position", "side", "legal_turns", "result", "termination"] {
            assert_eq!(position[member], judged[member], "{member} after {ply}");
        }
    }
    let last = app.anyone().get(&path(&WON.len().to_string())).expect(200);
    assert_eq!(
        (text(&last["result"]), text(&last["termination"])),
        ("first", "two-cows")
    );
    assert_eq!(last["position"], game["final_position"]);
    // What a browser asks for when it shows an image.
    let browser = [(
        "accept",
        "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    )];
    let picture = app.anyone().get_with(&path("3"), &browser);
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    assert!(
        picture
            .body_text()
            .starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    );
    for ply in [(WON.len() + 1).to_string().as_str(), "-1", "x", "99999999999999999999"] {
        app.anyone().get(&path(ply)).refused(404, "not-found");
    }
    app.anyone()
        .get("/v1/games/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f/positions/0")
        .refused(404, "not-found");
}

fn any_board_can_be_drawn(app: &TestApp) {
    let draw = |query: &str| app.anyone().get(&format!("/v1/boards?{query}"));
    let position = "position=XXX...../......../.O......+O+9+10+0+-+-";
    let (plain, marked) = (draw(position), draw(&format!("{position}&last=E3xR1")));
    for picture in [&plain, &marked] {
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    }
    assert_ne!(plain.body, marked.body);
    // Armed by the one reading of the rules, which the other does not know.
    let armed = "position=O.O.X.X./.OO.XXX./.X.O...O+X+0+0+0+E6-A6+-";
    assert_eq!(draw(armed).status, 200);
    draw(&format!("{armed}&rule_set=traditional-world-games")).refused(400, "invalid-query");
    draw(&format!("{position}&rule_set=chess")).refused(422, "unknown-rule-set");
    for query in [
        "",
        "position=",
        "position=nonsense",
        &format!("{position}&last=E9"),
        &format!("{position}&size=7"),
    ] {
        draw(query).refused(400, "invalid-query");
    }
}

fn a_game_has_a_page_for_people(app: &TestApp) {
    let table = Table::new(app);
    let game = table.submit(&json!({ "turns": WON })).expect(201);
    let page = app.anyone().get(&format!("/games/{}", text(&game["id"])));
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, "text/html; charset=utf-8")
    );
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
        "{policy}"
    );
    let html = page.body_text();
    // Without a script too it says who has won and how, the turns, and shows the board after any of them.
    assert!(
        html.contains(" won: the other side had two cows left") || html.contains(" won: the other side could not move"),
        "{html}"
    );
    assert_eq!(html.matches("data-turn=").count(), WON.len());
    let after = app
        .anyone()
        .get(&format!("/games/{}?turn=3", text(&game["id"])))
        .body_text();
    assert!(
        after.contains(&format!("/v1/games/{}/positions/3", text(&game["id"]))),
        "{after}"
    );
    assert!(after.contains("Turn 3 of "), "{after}");
    let beyond = app
        .anyone()
        .get(&format!("/games/{}?turn=9999", text(&game["id"])))
        .body_text();
    assert!(beyond.contains(&format!("Turn {0} of {0}", game["plies"])), "{beyond}");
    for part in html.split(['"']).filter(|part| part.starts_with("/pages/")) {
        let part = app.anyone().get(part);
        assert_eq!(part.status, 200);
        assert!(!part.body_text().contains("://"), "it names another host");
    }
    app.anyone()
        .get("/games/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")
        .refused(404, "not-found");
    app.anyone().get("/pages/../Cargo.toml").refused(404, "not-found");
    app.anyone().get("/pages/other.js").refused(404, "not-found");
}
