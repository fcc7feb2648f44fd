//! Games found by what they are, and counted.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::games::Table;
use crate::match_games::Board;
use crate::turns::WON;

on_both_databases! {
    games_are_found_by_who_played_them,
    games_are_found_by_their_tournament_and_its_level,
    games_are_found_by_how_they_ended_when_and_how_long,
    games_are_found_by_a_position_however_the_board_is_turned,
    what_is_asked_for_together_holds_together,
    a_page_of_games_with_a_position_leads_to_the_next,
    a_search_that_makes_no_sense_is_refused,
    an_opening_tells_how_games_went_on,
    turns_that_are_alike_are_one_way_on,
    statistics_tell_what_starting_is_worth_and_how_games_end,
}

impl Table<'_> {
    /// Records a game of that day that ended so; its id.
    #[track_caller]
    fn played(&self, day: &str, turns: &[&str], end: Option<(&str, &str)>) -> String {
        self.between([&self.first, &self.second], day, turns, end)
    }

    #[track_caller]
    fn between(&self, players: [&str; 2], day: &str, turns: &[&str], end: Option<(&str, &str)>) -> String {
        let mut game = json!({
            "first_player_id": players[0], "second_player_id": players[1], "played_on": day, "turns": turns,
        });
        if let Some((result, termination)) = end {
            game["result"] = json!(result);
            game["termination"] = json!(termination);
        }
        text(&self.umpire.post("/v1/games", &game).expect(201)["id"]).to_owned()
    }

    /// The ids of the games that are found.
    #[track_caller]
    fn found(&self, query: &str) -> Vec<String> {
        let games = self.app.anyone().get(&format!("/v1/games?{query}")).items();
        games.iter().map(|game| text(&game["id"]).to_owned()).collect()
    }
}

fn games_are_found_by_who_played_them(app: &TestApp) {
    let table = Table::new(app);
    let third = app.player(&app.club("ZA-NW"));
    let (first, second) = (table.first.as_str(), table.second.as_str());
    let one = table.between([first, second], "2026-11-20", &["E1"], None);
    let two = table.between([second, first], "2026-11-19", &["E1"], None);
    let three = table.between([&third, first], "2026-11-18", &["E1"], None);
    assert_eq!(
        table.found(&format!("player_id={first}")),
        [one.clone(), two.clone(), three.clone()]
    );
    assert_eq!(
        table.found(&format!("player_id={first}&opponent_id={second}")),
        [one.clone(), two.clone()]
    );
    assert_eq!(
        table.found(&format!("player_id={second}&opponent_id={first}")),
        [one, two]
    );
    assert_eq!(
        table.found(&format!("player_id={first}&opponent_id={third}")),
        [three.as_str()]
    );
    assert_eq!(table.found(&format!("player_id={second}&opponent_id={third}")), [""; 0]);
    app.anyone()
        .get(&format!("/v1/games?opponent_id={first}"))
        .refused(400, "invalid-query");
}

fn games_are_found_by_their_tournament_and_its_level(app: &TestApp) {
    let board = Board::new(app, &json!({}));
    let game = board.record(&board.game(1, 0));
    let table = Table::new(app);
    table.played("2026-11-20", &["E1"], None);
    let of_match = [text(&game["id"]).to_owned()];
    assert_eq!(
        table.found(&format!("tournament_id={}", text(&game["tournament_id"]))),
        of_match
    );
    assert_eq!(table.found("level=friendly"), of_match);
    assert_eq!(table.found("level=national"), [""; 0]);
    assert_eq!(table.found("").len(), 2);
    app.anyone().get("/v1/games?level=global").refused(400, "invalid-query");
}

fn games_are_found_by_how_they_ended_when_and_how_long(app: &TestApp) {
    let table = Table::new(app);
    let won = table.played("2026-11-17", &WON, None);
    let given_up = table.played("2026-11-18", &["E1", "R1"], Some(("second", "resignation")));
    let drawn = table.played("2026-11-19", &["E1", "R1", "E2"], Some(("drawn", "agreement")));
    let open = table.played("2026-11-20", &["E1"], None);
    assert_eq!(table.found("result=first"), [won.as_str()]);
    assert_eq!(table.found("result=unfinished"), [open.as_str()]);
    assert_eq!(table.found("termination=two-cows"), [won.as_str()]);
    assert_eq!(table.found("termination=agreement"), [drawn.as_str()]);
    assert_eq!(table.found("from=2026-11-19"), [open.clone(), drawn.clone()]);
    assert_eq!(table.found("until=2026-11-17"), [won.as_str()]);
    assert_eq!(
        table.found("from=2026-11-18&until=2026-11-19"),
        [drawn.clone(), given_up.clone()]
    );
    assert_eq!(table.found("min_plies=3"), [drawn, won.clone()]);
    assert_eq!(table.found("max_plies=2"), [open.clone(), given_up.clone()]);
    assert_eq!(table.found("min_plies=2&max_plies=2"), [given_up.as_str()]);
    assert_eq!(table.found("rule_set=mssa-gar").len(), 4);
    assert_eq!(table.found("rule_set=beads"), [""; 0]);
}

fn games_are_found_by_a_position_however_the_board_is_turned(app: &TestApp) {
    let table = Table::new(app);
    let played = table.played("2026-11-20", &["E1", "R1", "E2", "A7"], None);
    // Turned by a quarter, inside out, and the placements of First in the other order.
    let turned = table.played("2026-11-19", &["R4", "E3", "R3", "A1", "E7"], None);
    let other = table.played("2026-11-18", &["E1", "R3", "E2", "A7"], None);
    let after = |opening: &str| table.found(&format!("opening={}", opening.replace(' ', "+")));
    assert_eq!(after("E1 R1 E2 A7"), [played.clone(), turned.clone()]);
    assert_eq!(after("E2 R1 E1 A7"), [played.clone(), turned.clone()]);
    assert_eq!(after("E1 R1 E2 A7 R5").len(), 1);
    assert_eq!(after("E1 R3 E2 A7"), [other.as_str()]);
    assert_eq!(after(""), [played.clone(), turned.clone(), other]);
    let position = "position=XX....../......O./O.......+X+10+10+0+-+-";
    assert_eq!(table.found(position), [played, turned]);
    // What the history forbids is not looked for, and need not be what these rules forbid.
    assert_eq!(
        app.anyone()
            .get("/v1/openings?position=..XXXO../.X.XO.XX/OOOXOOOO+X+0+0+0+A1-A2+A6-A5")
            .status,
        200
    );
    // It is another position if the other side is to play, or more cows are in hand.
    assert_eq!(
        table.found("position=XX....../......O./O.......+O+10+10+0+-+-"),
        [""; 0]
    );
    assert_eq!(
        table.found("position=XX....../......O./........+O+10+10+0+-+-"),
        [""; 0]
    );
}

fn what_is_asked_for_together_holds_together(app: &TestApp) {
    let table = Table::new(app);
    let one = table.played("2026-11-20", &["E1", "R1"], Some(("first", "resignation")));
    table.played("2026-11-19", &["E1", "R1", "E2"], Some(("second", "resignation")));
    table.played("2026-11-18", &["E2", "R1"], Some(("first", "resignation")));
    let all = format!(
        "player_id={}&opening=E1+R1&result=first&termination=resignation&max_plies=9",
        table.first
    );
    assert_eq!(table.found(&all), [one.as_str()]);
}

fn a_page_of_games_with_a_position_leads_to_the_next(app: &TestApp) {
    let table = Table::new(app);
    let third = ["E2", "E3", "E4", "E5", "E6"];
    let mut games: Vec<String> = third
        .iter()
        .map(|turn| table.played("2026-11-20", &["E1", "R1", turn], None))
        .collect();
    games.sort_unstable_by(|one, other| other.cmp(one));
    let mut walked = Vec::new();
    let mut query = "opening=E1+R1&limit=2".to_owned();
    loop {
        let page = app.anyone().get(&format!("/v1/games?{query}")).expect(200);
        walked.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|game| text(&game["id"]).to_owned()),
        );
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        query = format!("opening=E1+R1&limit=2&cursor={cursor}");
    }
    assert_eq!(walked, games);
}

fn a_search_that_makes_no_sense_is_refused(app: &TestApp) {
    for query in [
        "opening=E1+E1",
        "opening=E9",
        "opening=E1&position=X......./......../........+O+11+12+0+-+-",
        "position=nothing",
        "position=XXXX..../......../........+O+12+12+0+-+-",
        "min_plies=-1",
        "from=yesterday",
        "termination=boredom",
        "rule_set=chess&opening=E1",
    ] {
        app.anyone()
            .get(&format!("/v1/games?{query}"))
            .refused(400, "invalid-query");
    }
    for query in ["opening=E1+E1", "position=nothing", "rule_set=chess", "player_id=1"] {
        app.anyone()
            .get(&format!("/v1/openings?{query}"))
            .refused(400, "invalid-query");
    }
}

/// The ways on: how many turns are alike, the first of them, and games, first, second, drawn, unfinished.
fn ways(opening: &Value) -> Vec<(usize, String, [i64; 5])> {
    let way = |way: &Value| {
        let turns = way["turns"].as_array().unwrap();
        (turns.len(), text(&turns[0]).to_owned(), tally(&way["games"]))
    };
    opening["turns"].as_array().unwrap().iter().map(way).collect()
}

fn tally(games: &Value) -> [i64; 5] {
    ["games", "first", "second", "drawn", "unfinished"].map(|name| games[name].as_i64().unwrap())
}

fn an_opening_tells_how_games_went_on(app: &TestApp) {
    let table = Table::new(app);
    let read = |query: &str| app.anyone().get(&format!("/v1/openings{query}")).expect(200);
    assert_eq!((tally(&read("")["games"]), ways(&read(""))), ([0; 5], Vec::new()));
    table.played("2026-11-20", &["E2", "A2", "E1", "A1"], Some(("first", "resignation")));
    table.played("2026-11-20", &["E4", "A4", "A6"], Some(("second", "resignation")));
    table.played("2026-11-20", &["R6", "A6"], Some(("drawn", "agreement")));
    table.played("2026-11-20", &["A1", "A2"], None);
    let opening = read("");
    assert_eq!(opening["side"], "first");
    assert_eq!(opening["position"], "......../......../........ X 12 12 0 - -");
    assert_eq!(tally(&opening["games"]), [4, 1, 1, 1, 1]);
    assert_eq!(tally(&opening["ended"]), [0; 5]);
    let expected = [
        (8, "E2".to_owned(), [3, 1, 1, 1, 0]),
        (4, "A1".to_owned(), [1, 0, 0, 0, 1]),
    ];
    assert_eq!(ways(&opening), expected);
    assert_eq!(
        opening["turns"][0]["turns"],
        json!(["E2", "E4", "E6", "E8", "R2", "R4", "R6", "R8"])
    );
    assert_eq!(
        opening["turns"][0]["position"],
        ".X....../......../........ O 11 12 0 - -"
    );
    let after = read("?opening=E2+A2");
    assert_eq!(
        (tally(&after["games"]), tally(&after["ended"])),
        ([3, 1, 1, 1, 0], [1, 0, 0, 1, 0])
    );
    assert_eq!(
        ways(&after),
        [
            (2, "A4".to_owned(), [1, 0, 1, 0, 0]),
            (2, "E1".to_owned(), [1, 1, 0, 0, 0])
        ]
    );
    // The same by its text, on a board that is turned.
    let by_text = read("?position=......../...O..../...X....+X+11+11+0+-+-");
    assert_eq!(tally(&by_text["games"]), [3, 1, 1, 1, 0]);
    // It is read anew only if something has come in.
    let answer = app.anyone().get("/v1/openings");
    let tag = answer.header("etag").to_owned();
    assert_eq!(
        app.anyone().get_with("/v1/openings", &[("if-none-match", &tag)]).status,
        304
    );
    table.played("2026-11-20", &["A1", "A2", "E1"], None);
    assert_eq!(
        app.anyone().get_with("/v1/openings", &[("if-none-match", &tag)]).status,
        200
    );
}

fn turns_that_are_alike_are_one_way_on(app: &TestApp) {
    let table = Table::new(app);
    for (number, turn) in ["E1", "E3", "E5", "E7", "R1", "R3", "R5", "R7"].iter().enumerate() {
        table.played("2026-11-20", &[turn, "A2"], None);
        let opening = app.anyone().get("/v1/openings").expect(200);
        let games = i64::try_from(number).unwrap() + 1;
        assert_eq!(ways(&opening), [(8, "E1".to_owned(), [games, 0, 0, 0, games])]);
    }
}

fn statistics_tell_what_starting_is_worth_and_how_games_end(app: &TestApp) {
    let table = Table::new(app);
    let read = |query: &str| app.anyone().get(&format!("/v1/games/statistics{query}")).expect(200);
    let nothing = read("");
    assert_eq!(tally(&nothing["games"]), [0; 5]);
    assert_eq!(
        (&nothing["starter"]["per_mille"], &nothing["length"]["median"]),
        (&Value::Null, &Value::Null)
    );
    table.played("2026-11-17", &WON, None);
    table.played("2026-11-18", &["E1", "R1"], Some(("second", "resignation")));
    table.played("2026-11-19", &["E1", "R1", "E2"], Some(("drawn", "agreement")));
    table.played("2026-11-19", &["E2", "R1", "E1", "A1"], Some(("first", "resignation")));
    table.played("2026-11-20", &["E1"], None);
    let all = read("");
    assert_eq!(tally(&all["games"]), [5, 2, 1, 1, 1]);
    // 2½ of 4.
    let starter = json!({ "games": 4, "points": 2.5, "points_fraction": "5/2", "per_mille": 625 });
    assert_eq!(all["starter"], starter);
    let endings: Vec<(&str, i64)> = all["endings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ending| (text(&ending["termination"]), ending["games"]["games"].as_i64().unwrap()))
        .collect();
    assert_eq!(endings[0], ("resignation", 2));
    assert_eq!(endings.len(), 4);
    let length = json!({
        "shortest": 1, "median": 3, "longest": 25,
        "bands": [{ "from": 0, "until": 9, "games": 4 }, { "from": 20, "until": 29, "games": 1 }],
    });
    assert_eq!(all["length"], length);
    assert_eq!(tally(&read("?from=2026-11-19")["games"]), [3, 1, 0, 1, 1]);
    assert_eq!(tally(&read("?level=national")["games"]), [0; 5]);
    assert_eq!(
        tally(&read(&format!("?player_id={}", table.first))["games"]),
        [5, 2, 1, 1, 1]
    );
}
