//! Results of a round as they stand on the score sheets: by board or by player, in JSON and in a file of a spreadsheet.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, owned, text};
use crate::hall::Hall;

on_sqlite! {
    marks_name_the_board_or_the_player,
    who_does_not_come_forfeits,
    each_fault_stands_at_its_row,
    marks_are_taken_all_or_none,
    marks_are_entered_by_those_who_run_the_tournament,
    marks_come_in_a_file,
    each_fault_of_a_file_stands_at_its_line,
}

/// A hall with a published round of six; the round's path and its matches.
fn six(app: &TestApp) -> (Hall<'_>, String, Vec<Value>) {
    let hall = Hall::new(app, &json!({}), 6);
    let round = hall.publish();
    let matches = hall.matches(&round);
    (hall, round, matches)
}

/// The number of a player of a match.
fn number(one: &Value, place: usize) -> &str {
    text(&one["players"][place]["player"]["number"])
}

/// The points of the two of a match.
fn points(one: &Value) -> [Value; 2] {
    [0, 1].map(|place| one["players"][place]["points"].clone())
}

fn send(hall: &Hall<'_>, round: &str, results: &Value) -> Answer {
    hall.umpire
        .post(&format!("{round}/marks"), &json!({ "results": results }))
}

fn send_file(hall: &Hall<'_>, round: &str, file: &str) -> Answer {
    hall.umpire
        .post_text(&format!("{round}/marks"), "text/csv; charset=utf-8", file)
}

fn marks_name_the_board_or_the_player(app: &TestApp) {
    let (hall, round, matches) = six(app);
    let results = json!([
        { "board": 1, "marks": "1½0110" },
        { "player": number(&matches[1], 1).to_lowercase(), "marks": ["1", "½", "0", "1", "0.5", "+"] },
    ]);
    let answer = send(&hall, &round, &results);
    let entered = answer.items_of(201);
    assert_eq!(answer.header("location"), format!("{round}/matches"));
    assert_eq!(points(&entered[0]), [json!(3.5), json!(2.5)]);
    assert_eq!(
        points(&entered[1]),
        [json!(2.0), json!(4.0)],
        "told of the player named second"
    );
    assert_eq!(entered[1]["games"][5]["ended"], "forfeit");
    assert_eq!(entered[2]["state"], "open", "not all need be there");
    // The same from the same account again is the same.
    assert_eq!(send(&hall, &round, &results).items_of(201), entered);
    assert_eq!(hall.matches(&round), entered);
    let trail = app.administrator().get(&format!(
        "/v1/audit?subject=match&subject_id={}",
        text(&matches[0]["id"])
    ));
    let last = trail.items().swap_remove(0);
    assert_eq!(last["action"], "create_round_results");
}

fn who_does_not_come_forfeits(app: &TestApp) {
    let (hall, round, matches) = six(app);
    let entered = send(
        &hall,
        &round,
        &json!([
            { "board": 1, "absent": "player" },
            { "player": number(&matches[1], 1), "absent": "opponent" },
            { "board": 3, "absent": "both" },
        ]),
    );
    let entered = entered.items_of(201);
    assert_eq!(points(&entered[0]), [json!(0.0), json!(6.0)]);
    assert_eq!(points(&entered[1]), [json!(0.0), json!(6.0)]);
    assert_eq!(points(&entered[2]), [json!(0.0), json!(0.0)]);
    let games = entered.iter().flat_map(|one| one["games"].as_array().unwrap());
    assert!(games.into_iter().all(|game| game["ended"] == "forfeit"));
}

fn each_fault_stands_at_its_row(app: &TestApp) {
    let (hall, round, matches) = six(app);
    let stranger = app.player(&app.club("ZA-NW"));
    let stranger = app.anyone().get(&format!("/v1/players/{stranger}")).expect(200);
    let told = |results: Value| send(&hall, &round, &results).faults();
    let form = told(json!([
        { "board": 1, "marks": "1½0110" },
        { "marks": "1½0110" },
        { "board": 2, "player": number(&matches[1], 0), "marks": "1½0110" },
        { "board": 2 },
        { "board": 2, "marks": "1½0110", "absent": "both" },
        { "board": 3, "marks": "1½0x10" },
        { "board": 3, "marks": "  " },
        { "player": "4217", "marks": "1½0110" },
        { "board": 3, "marks": ["1", "½", "0", "1", "1", "w"] },
    ]));
    assert_eq!(
        form,
        owned(&[
            ("/results/1/board", "required"),
            ("/results/2/player", "not-allowed"),
            ("/results/3/marks", "required"),
            ("/results/4/absent", "not-allowed"),
            ("/results/5/marks", "invalid-mark"),
            ("/results/6/marks", "required"),
            ("/results/7/player", "unknown-player"),
            ("/results/8/marks", "invalid-mark"),
        ])
    );
    let facts = told(json!([
        { "board": 1, "marks": "1½0110" },
        { "board": 4, "marks": "1½0110" },
        { "player": stranger["number"], "marks": "1½0110" },
        { "board": 2, "marks": "1½011" },
        { "player": number(&matches[0], 1), "marks": "1½0110" },
        { "board": 3, "marks": ["1", "½"] },
    ]));
    assert_eq!(
        facts,
        owned(&[
            ("/results/1/board", "unknown-board"),
            ("/results/2/player", "not-entered"),
            ("/results/3/marks", "wrong-number"),
            ("/results/4/player", "duplicate"),
            ("/results/5/marks", "wrong-number"),
        ])
    );
    for (result, place) in [
        (json!({ "board": 1, "marks": "1".repeat(65) }), "/results/0/marks"),
        (json!({ "board": 1, "marks": 150_110 }), "/results/0/marks"),
        (json!({ "board": 1, "marks": ["10"] }), "/results/0/marks"),
        (json!({ "board": 1, "marks": [] }), "/results/0/marks"),
        (json!({ "board": 1, "absent": "upper" }), "/results/0/absent"),
    ] {
        assert_eq!(told(json!([result]))[0].0, place, "{result}");
    }
    assert_eq!(told(json!([])), owned(&[("/results", "out-of-bounds")]));
    assert!(hall.matches(&round).iter().all(|one| one["state"] == "open"));
}

fn marks_are_taken_all_or_none(app: &TestApp) {
    let (hall, round, matches) = six(app);
    send(&hall, &round, &json!([{ "board": 2, "marks": "111000" }])).items_of(201);
    let both = json!([{ "board": 1, "marks": "1½0110" }, { "player": number(&matches[1], 0), "marks": "1½0110" }]);
    let problem = send(&hall, &round, &both).refused(409, "result-entered");
    assert_eq!(problem["errors"][0]["pointer"], "/results/1/player");
    assert_eq!(hall.matches(&round)[0]["state"], "open");
    let key = [("content-type", "application/json"), ("idempotency-key", "sheet 1")];
    let body = json!({ "results": [{ "board": 1, "marks": "1½0110" }] }).to_string();
    let send_once = || hall.umpire.send("POST", &format!("{round}/marks"), &key, Some(&body));
    assert_eq!(send_once().status, 201);
    let again = send_once();
    assert_eq!((again.status, again.header("idempotency-replayed")), (201, "true"));
    send(&hall, &round, &json!([{ "board": 3, "marks": "1½0110" }])).items_of(201);
    hall.close(&round);
    let closed = send(&hall, &round, &json!([{ "board": 3, "marks": "000000" }]));
    closed.refused(409, "round-closed");
}

fn marks_are_entered_by_those_who_run_the_tournament(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 3);
    let own = hall.umpire_player.clone();
    hall.enter(&own);
    let round = hall.publish();
    let matches = hall.matches(&round);
    let is_own = |one: &&Value| (0..2).any(|place| one["players"][place]["player"]["id"] == json!(own));
    let of_umpire = matches.iter().find(is_own).unwrap();
    let body = json!({ "results": [{ "board": of_umpire["board"], "marks": "1½0110" }] });
    let path = format!("{round}/marks");
    hall.umpire.post(&path, &body).refused(403, "conflict-of-interest");
    app.coordinator("ZA-GP").post(&path, &body).refused(403, "out-of-scope");
    let secretary = app.secretary(&app.club("ZA-NW"));
    secretary.post(&path, &body).refused(403, "role-required");
    app.anyone().post(&path, &body).refused(401, "token-required");
    hall.coordinator.post(&path, &body).items_of(201);
}

fn marks_come_in_a_file(app: &TestApp) {
    let (hall, round, matches) = six(app);
    // As a spreadsheet of South Africa writes it, with a board that is not played yet.
    let file = "\u{feff}board;marks;absent\r\n1;1½0110;\r\n2;;\r\n3;;opponent\r\n";
    let entered = send_file(&hall, &round, file).items_of(201);
    assert_eq!(points(&entered[0]), [json!(3.5), json!(2.5)]);
    assert_eq!(entered[1]["state"], "open");
    assert_eq!(points(&entered[2]), [json!(6.0), json!(0.0)]);
    let number = number(&matches[1], 1);
    // What looks like a formula has an apostrophe before it in the service's own files.
    let file = format!("marks,player\n'++++++,{number}\n");
    let entered = send_file(&hall, &round, &file).items_of(201);
    assert_eq!(points(&entered[1]), [json!(0.0), json!(6.0)]);
}

fn each_fault_of_a_file_stands_at_its_line(app: &TestApp) {
    let (hall, round, _) = six(app);
    let told = |file: &str| send_file(&hall, &round, file).faults();
    assert_eq!(
        told("board,player,marks,absent\n1,,1½0110,\n\n9,,1½0110,\nx,,1½0110,\n2,,1½0,\n3,,,nobody\n"),
        owned(&[
            ("/lines/5/board", "invalid-value"),
            ("/lines/7/absent", "invalid-value")
        ])
    );
    assert_eq!(
        told("board,player,marks,absent\n1,,1½0110,\n\n9,,1½0110,\n2,,1½0,\n3,,,both\n1,,000000,\n"),
        owned(&[
            ("/lines/4/board", "unknown-board"),
            ("/lines/5/marks", "wrong-number"),
            ("/lines/7/board", "duplicate"),
        ])
    );
    assert_eq!(
        told("board,score\n1,3.5\n"),
        owned(&[("/lines/1", "unknown-field"), ("/lines/1/marks", "required")])
    );
    assert_eq!(
        told("board,marks\n1,1½0110,x\n"),
        owned(&[("/lines/2", "wrong-cell-count")])
    );
    assert_eq!(told("board,marks\n1,\n"), owned(&[("", "required")]));
    assert_eq!(told(" "), owned(&[("/lines/1", "required")]));
    let as_text = hall
        .umpire
        .post_text(&format!("{round}/marks"), "text/plain", "board,marks\n1,1½0110\n");
    as_text.refused(415, "unsupported-media-type");
    assert!(hall.matches(&round).iter().all(|one| one["state"] == "open"));
}
