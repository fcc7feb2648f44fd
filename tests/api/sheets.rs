//! Sheets of a tournament as they are printed: who meets whom, what the standings are, and whom they name.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::federation::set;
use crate::hall::{Hall, sheet};

on_sqlite! {
    the_sheets_of_a_round_say_who_meets_whom,
    a_score_sheet_has_the_games_of_a_match,
    standings_and_cross_table_are_printed_after_every_round,
    equal_points_are_told_apart_as_the_tournament_has_it,
    the_matches_of_a_round_are_a_file_for_spreadsheets,
    a_minors_name_is_masked_until_a_guardian_consents,
    whatever_is_put_into_a_page_is_escaped,
    what_is_not_published_is_not_printed,
}

/// The sheets of a round.
pub const OF_ROUND: [&str; 3] = ["pairings", "wall-chart", "score-sheets"];

/// A page as it is read: its text without the tags, in one line.
pub fn read(answer: &Answer) -> String {
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/html; charset=utf-8")
    );
    let body = answer.body_text();
    let (_, body) = body.split_once("<body").unwrap();
    let text: String = body
        .split('<')
        .map(|tag| tag.split_once('>').map_or("", |(_, text)| text))
        .collect::<Vec<_>>()
        .join(" ");
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The path of a page: that of the thing without the version.
pub fn page(path: &str) -> String {
    path.trim_start_matches("/v1").to_owned()
}

#[track_caller]
pub fn open(app: &TestApp, path: &str) -> String {
    read(&app.anyone().get(&page(path)))
}

/// A tournament with players who have names of their own, best first.
pub fn hall<'a>(app: &'a TestApp, changes: &Value, names: &[&str]) -> Hall<'a> {
    let mut hall = Hall::new(app, changes, 0);
    for (name, place) in names.iter().zip(1..) {
        let club = json!({ "code": format!("C{place}"), "name": format!("Herders {place}"), "kind": "community", "province": "ZA-NW" });
        let club = text(&app.administrator().post("/v1/clubs", &club).expect(201)["id"]).to_owned();
        hall.enter(&app.player_named(&club, name, "Thandiwe", "1998-04-17"));
    }
    hall
}

pub const FOUR: [&str; 4] = ["Mokoena", "Qwabe", "Nkosi", "Botha"];

fn the_sheets_of_a_round_say_who_meets_whom(app: &TestApp) {
    let hall = hall(app, &json!({ "venue": "Mmabatho" }), &FOUR);
    hall.play(|_| 5);
    let round = hall.publish();
    let matches = hall.matches(&round);
    let pairings = open(app, &format!("{round}/pairings"));
    assert!(pairings.contains(
        "Mahikeng Open Pairings of round 2 20–21 November 2026 · Mmabatho · Friendly tournament, North West"
    ));
    assert!(pairings.contains("1 Thandiwe Mokoena"), "{pairings}");
    // Both winners had five points, each with the club's name.
    assert!(pairings.contains("Herders 1 5"), "{pairings}");
    assert!(pairings.contains("Thandiwe Qwabe Herders 2 5"), "{pairings}");
    // The mark of who starts stands behind the name.
    let html = app.anyone().get(&page(&format!("{round}/pairings"))).body_text();
    assert_eq!(html.matches("aria-label=\"starts\"").count(), 2);
    for one in &matches {
        let starts = usize::from(one["starter_id"] != one["players"][0]["player"]["id"]);
        let name = text(&one["players"][starts]["player"]["name"]);
        assert!(
            html.contains(&format!("{name}</span> <span class=\"starts\"")),
            "{name} starts: {html}"
        );
    }
    let chart = open(app, &format!("{round}/wall-chart"));
    assert!(chart.contains("Round 2") && chart.contains("Thandiwe Botha"), "{chart}");
    // The result is put in once it is known, on either side.
    let result = json!({ "results": [{ "match_id": matches[0]["id"], "sheet": sheet(&matches[0], 4) }] });
    hall.umpire.post(&format!("{round}/results"), &result).expect(201);
    assert!(open(app, &format!("{round}/wall-chart")).contains(" 4 2 "));
}

fn a_score_sheet_has_the_games_of_a_match(app: &TestApp) {
    for (games, class) in [(6, "score-sheets"), (9, "score-sheets whole")] {
        let hall = Hall::new(app, &json!({ "games": games }), 4);
        let round = hall.publish();
        let path = page(&format!("{round}/score-sheets"));
        let html = app.anyone().get(&path).body_text();
        assert!(html.contains(&format!("<body class=\"{class}\">")));
        assert_eq!(html.matches("<article>").count(), 2);
        // The players start in turn, first the one whom the draw has named.
        for (article, drawn) in html.split("<article>").skip(1).zip(hall.matches(&round)) {
            let starter = usize::from(drawn["starter_id"] != drawn["players"][0]["player"]["id"]);
            let rows = article.split("<th class=\"game\" scope=\"row\">").skip(1).take(games);
            for (game, row) in rows.enumerate() {
                let starts: Vec<bool> = row
                    .split("<td>")
                    .skip(1)
                    .take(2)
                    .map(|cell| cell.contains("\"starts\""))
                    .collect();
                assert_eq!(
                    starts,
                    [0, 1].map(|seat| (seat == starter) == (game % 2 == 0)),
                    "game {}: {row}",
                    game + 1
                );
            }
        }
        assert_eq!(html.matches("aria-label=\"starts\"").count(), 2 * games);
        assert_eq!(html.matches("class=\"box\"").count(), 2 * games * 2 * 3);
        let text = open(app, &format!("{round}/score-sheets"));
        assert!(
            text.contains("Board 2 Mahikeng Open, round 1") && text.contains("Umpire"),
            "{text}"
        );
    }
}

fn standings_and_cross_table_are_printed_after_every_round(app: &TestApp) {
    let hall = hall(app, &json!({ "rounds": 2 }), &FOUR);
    let standings = |query: &str| open(app, &format!("{}/standings{query}", hall.path));
    let cross_table = |query: &str| open(app, &format!("{}/cross-table{query}", hall.path));
    assert!(standings("").contains("Standings before the first round"));
    assert!(
        standings("").contains(" 1 = Thandiwe Mokoena"),
        "all share the first place"
    );
    assert!(cross_table("").contains("Cross-table before the first round"));
    hall.play(|_| 5);
    assert!(standings("").contains("Standings after round 1"));
    let round = hall.publish();
    let matches = hall.matches(&round);
    let result = json!({ "results": [{ "match_id": matches[0]["id"], "sheet": sheet(&matches[0], 3) }] });
    hall.umpire.post(&format!("{round}/results"), &result).expect(201);
    assert!(standings("").contains("Standings during round 2, with 1 of 2 results"));
    let result = json!({ "results": [{ "match_id": matches[1]["id"], "sheet": { "forfeited_by": hall.players[3] } }] });
    hall.umpire.post(&format!("{round}/results"), &result).expect(201);
    hall.close(&round);
    let last = standings("");
    assert!(last.contains("Final standings after round 2"), "{last}");
    // Mokoena and Qwabe drew after five points each, but the opponents of the one have won more.
    assert!(last.contains(" 1 Thandiwe Mokoena"), "{last}");
    assert!(
        last.contains("Herders 1 8 ") && last.contains("Awards Champion"),
        "{last}"
    );
    assert!(standings("?after_round=1").contains("Standings after round 1"));
    let table = cross_table("");
    assert!(
        table.contains("Final cross-table after round 2") && table.contains(" f "),
        "{table}"
    );
    assert!(table.contains("C1 "), "{table}");
    app.anyone()
        .get(&format!("{}/standings?round=1", page(&hall.path)))
        .refused(400, "invalid-query");
}

fn equal_points_are_told_apart_as_the_tournament_has_it(app: &TestApp) {
    let (opponents, direct) = ("the opponents’ points together", "the match between two players");
    for (tie_breaks, told) in [
        ("direct_then_opponents", format!("{direct} decides, then {opponents}.")),
        ("opponents", format!("{opponents} decide.")),
        ("direct", format!("{direct} decides.")),
        ("opponents_then_direct", format!("{opponents} decide, then {direct}.")),
    ] {
        set(app, "", &json!({ "readings": { "tie_breaks": tie_breaks } }));
        let hall = Hall::new(app, &json!({}), 4);
        hall.publish();
        for path in [hall.path.clone(), format!("{}/standings", hall.path)] {
            let page = open(app, &path);
            assert!(page.contains(&format!("Between equal points {told}")), "{told}: {page}");
        }
    }
}

fn a_minors_name_is_masked_until_a_guardian_consents(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 3);
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Zwane", "Zwelibanzi", "2012-02-29");
    hall.enter(&child);
    let round = hall.play(|_| 6);
    let of_tournament = ["", "/standings", "/cross-table"].map(|sheet| page(&format!("{}{sheet}", hall.path)));
    let of_round = OF_ROUND.map(|sheet| page(&format!("{round}/{sheet}")));
    let pages: Vec<String> = of_tournament.into_iter().chain(of_round).collect();
    let number = app.anyone().get(&format!("/v1/players/{child}")).expect(200)["number"].clone();
    let named = |withheld: bool| {
        for path in &pages {
            let answer = app.anyone().get(path);
            let text = read(&answer);
            assert_eq!(text.contains("Zwane"), !withheld, "{path}: {text}");
            // Initials alone do not tell children apart.
            assert!(
                !withheld || text.contains("Z. Z.") && text.contains(self::text(&number)),
                "{path}: {text}"
            );
        }
    };
    named(true);
    let tags: Vec<String> = pages
        .iter()
        .map(|path| app.anyone().get(path).header("etag").to_owned())
        .collect();
    let consent = json!({
        "guardian": "Lindiwe Zwane", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-19",
    });
    let consent = app
        .administrator()
        .post(&format!("/v1/players/{child}/consents"), &consent)
        .expect(201);
    named(false);
    for (path, tag) in pages.iter().zip(&tags) {
        assert_eq!(
            app.anyone().get_with(path, &[("if-none-match", tag)]).status,
            200,
            "{path}"
        );
    }
    let withdrawals = format!("/v1/consents/{}/withdrawals", text(&consent["id"]));
    app.administrator().send("POST", &withdrawals, &[], None).expect(201);
    named(true);
}

fn whatever_is_put_into_a_page_is_escaped(app: &TestApp) {
    let name = "<b>&\"</style><script>x</script>";
    let hall = Hall::new(app, &json!({ "name": name, "venue": "'<i>'" }), 0);
    let club = json!({ "code": "QUO", "name": "\"Quotes\" & <Co>", "kind": "community", "province": "ZA-NW" });
    let club = text(&app.administrator().post("/v1/clubs", &club).expect(201)["id"]).to_owned();
    let mut hall = hall;
    for _ in 0..2 {
        hall.enter(&app.player_named(&club, "O'<u>Brien", "Thandiwe", "1998-04-17"));
    }
    let round = hall.publish();
    let of_tournament = ["", "/standings", "/cross-table"].map(|sheet| page(&format!("{}{sheet}", hall.path)));
    let of_round = OF_ROUND.map(|sheet| page(&format!("{round}/{sheet}")));
    for path in of_tournament.iter().chain(&of_round) {
        let answer = app.anyone().get(path);
        let html = answer.body_text();
        for raw in ["<b>&", "<script>x", "</style><s", "<i>", "<u>", "& <Co>"] {
            assert!(!html.contains(raw), "{path} has {raw}: {html}");
        }
        assert!(read(&answer).contains(name), "{path}");
    }
    assert!(open(app, &format!("{round}/pairings")).contains("\"Quotes\" & <Co>"));
}

fn what_is_not_published_is_not_printed(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let drawn = hall.draw(&json!({})).expect(201);
    let unknown = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8";
    for id in [text(&drawn["id"]), unknown] {
        for sheet in OF_ROUND {
            app.anyone()
                .get(&format!("/rounds/{id}/{sheet}"))
                .refused(404, "not-found");
        }
    }
    for sheet in ["", "/standings", "/cross-table"] {
        app.anyone()
            .get(&format!("/tournaments/{unknown}{sheet}"))
            .refused(404, "not-found");
    }
    // Who runs the tournament has no other page than everyone.
    let text = read(&hall.umpire.get(&page(&hall.path)));
    assert!(text.contains("Players entered") && !text.contains("Round 1"), "{text}");
}

fn the_matches_of_a_round_are_a_file_for_spreadsheets(app: &TestApp) {
    let hall = hall(app, &json!({}), &["Mokoena", "Qwabe", "Nkosi"]);
    hall.play(|_| 5);
    let round = hall.publish();
    let path = format!("{round}/matches");
    let matches = hall.matches(&round);
    let result = json!({ "results": [{ "match_id": matches[0]["id"], "sheet": sheet(&matches[0], 4) }] });
    hall.umpire.post(&format!("{round}/results"), &result).expect(201);
    let answer = app.anyone().get_with(&path, &[("accept", "text/csv")]);
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/csv; charset=utf-8")
    );
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"matches.csv\""
    );
    let file = answer.body_text();
    let rows: Vec<Vec<&str>> = file
        .trim_start_matches('\u{feff}')
        .lines()
        .map(|row| row.split(',').collect())
        .collect();
    assert_eq!(
        (rows.len(), rows.iter().all(|row| row.len() == 13)),
        (3, true),
        "{file}"
    );
    assert_eq!((rows[0][0], rows[0][12]), ("board", "state"));
    let one = &matches[0];
    let starter = one["players"]
        .as_array()
        .unwrap()
        .iter()
        .find(|seat| seat["player"]["id"] == one["starter_id"]);
    for (seat, first) in [(0, 1), (1, 6)] {
        let player = &one["players"][seat]["player"];
        assert_eq!(rows[1][first], text(&player["number"]));
        assert_eq!(rows[1][first + 1], text(&player["name"]));
        assert_eq!(rows[1][first + 4], ["4", "2"][seat]);
    }
    assert_eq!(
        (rows[1][0], rows[1][11], rows[1][12]),
        ("1", text(&starter.unwrap()["player"]["number"]), "entered")
    );
    let rests = &rows[2];
    assert_eq!(
        (rests[0], rests[6], rests[12], rests[2].is_empty()),
        ("", "", "bye", false),
        "{file}"
    );
    // Where no file is asked for, it is JSON, and caches are told so.
    assert_eq!(app.anyone().get(&path).header("vary"), "accept");
    let drawn = Hall::new(app, &json!({}), 2).draw(&json!({})).expect(201);
    let hidden = format!("/v1/rounds/{}/matches", text(&drawn["id"]));
    app.anyone()
        .get_with(&hidden, &[("accept", "text/csv")])
        .refused(404, "not-found");
}
