//! Statistics of a gaming year, with figures counted by hand.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, register, sheet};

on_sqlite! {
    everything_of_a_year_is_counted_once,
    provinces_count_their_own,
    schools_count_theirs,
    divisions_sexes_and_regions_count_people,
    what_is_not_played_or_of_another_year_does_not_count,
    the_numbers_are_a_file_for_spreadsheets,
    a_page_shows_them_to_people,
}

/// The year in numbers: clubs, registered players, entrants, tournaments, games of matches, recorded games.
type Numbers = (Option<i64>, i64, i64, i64, i64, i64);

#[track_caller]
fn numbers(counts: &Value) -> Numbers {
    let of = |name: &str| counts[name].as_i64().unwrap();
    (
        counts["clubs"].as_i64(),
        of("registered_players"),
        of("entrants"),
        of("tournaments"),
        of("match_games"),
        of("recorded_games"),
    )
}

/// The numbers of the group with that key.
#[track_caller]
fn of_group(app: &TestApp, by: &str, key: &Value) -> Numbers {
    let statistics = app
        .anyone()
        .get(&format!("/v1/statistics?year=2027&by={by}"))
        .expect(200);
    let groups = statistics["groups"].as_array().unwrap();
    let group = groups.iter().find(|group| group["key"] == *key);
    numbers(&group.unwrap_or_else(|| panic!("{key} is not in {statistics}"))["counts"])
}

fn total(app: &TestApp, year: &str) -> Numbers {
    let statistics = app.anyone().get(&format!("/v1/statistics?{year}")).expect(200);
    assert_eq!((&statistics["by"], &statistics["groups"]), (&Value::Null, &json!([])));
    numbers(&statistics["total"])
}

fn affiliate(app: &TestApp, club: &str, paid_on: &Value) {
    let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": paid_on });
    app.administrator().post("/v1/affiliations", &affiliation).expect(201);
}

fn man(app: &TestApp, player: String) -> String {
    let particulars = format!("/v1/players/{player}/particulars");
    let male = json!({ "sex": "male" });
    app.administrator().patch(&particulars, "*", &male).expect(200);
    player
}

/// A tournament of the North West of two matches, one of them forfeited, and a friendly game. A woman of a club meets one
/// of Gauteng, a man of a school meets one who is not registered. The umpire is a registered woman of the North West.
struct Season<'a> {
    hall: Hall<'a>,
    school: String,
}

fn season(app: &TestApp) -> Season<'_> {
    let mut hall = Hall::new(app, &json!({}), 0);
    let (club, school, elsewhere) = (
        app.club("ZA-NW"),
        app.club_of_kind("school", "ZA-NW"),
        app.club("ZA-GP"),
    );
    affiliate(app, &club, &json!("2026-11-20"));
    affiliate(app, &school, &json!("2026-11-20"));
    affiliate(app, &elsewhere, &Value::Null);
    let players = [
        app.player(&club),
        man(app, app.player_in(&school, "high_school")),
        app.player(&elsewhere),
        man(app, app.player(&club)),
    ];
    register(app, &players[0], &club, "senior");
    register(app, &players[1], &school, "high_school");
    register(app, &players[2], &elsewhere, "senior");
    let residence = json!({ "since": "2026-11-20", "province": "ZA-NW", "region": "DC38" });
    app.administrator()
        .post(&format!("/v1/players/{}/residences", players[0]), &residence)
        .expect(201);
    for player in &players {
        hall.enter(player);
    }
    let round = hall.publish();
    for one in hall.matches(&round) {
        let ids = [0, 1].map(|seat| text(&one["players"][seat]["player"]["id"]));
        let results = format!("/v1/matches/{}/results", text(&one["id"]));
        if ids == [&players[0], &players[2]] {
            hall.umpire.post(&results, &sheet(&one, 5)).expect(201);
            // What was corrected counts once.
            let correction = json!({
                "version": 1, "published_rounds": 1, "sheet": sheet(&one, 4), "reason": "It was read wrongly.",
            });
            let corrections = format!("/v1/matches/{}/corrections", text(&one["id"]));
            hall.umpire.post(&corrections, &correction).expect(201);
        } else {
            assert_eq!(ids, [&players[1], &players[3]]);
            let forfeit = json!({ "forfeited_by": players[3] });
            hall.umpire.post(&results, &forfeit).expect(201);
        }
    }
    hall.close(&round);
    let ending = json!({ "reason": "The power failed." });
    hall.umpire.post(&format!("{}/endings", hall.path), &ending).expect(201);
    let game = json!({
        "first_player_id": players[0], "second_player_id": players[1], "played_on": "2026-11-20", "turns": ["E1"],
    });
    app.administrator().post("/v1/games", &game).expect(201);
    Season { hall, school }
}

fn everything_of_a_year_is_counted_once(app: &TestApp) {
    season(app);
    assert_eq!(total(app, "year=2027"), (Some(2), 4, 4, 1, 6, 1));
    // It is the year of today.
    assert_eq!(total(app, ""), (Some(2), 4, 4, 1, 6, 1));
}

fn provinces_count_their_own(app: &TestApp) {
    season(app);
    let of = |province: &str| of_group(app, "province", &json!(province));
    assert_eq!(of("ZA-NW"), (Some(2), 3, 3, 1, 6, 1));
    // The tournament was run by the other one; its player has played there.
    assert_eq!(of("ZA-GP"), (Some(0), 1, 1, 0, 6, 0));
    assert_eq!(of("ZA-WC"), (Some(0), 0, 0, 0, 0, 0));
    let statistics = app.anyone().get("/v1/statistics?year=2027&by=province").expect(200);
    assert_eq!(statistics["groups"].as_array().unwrap().len(), 9);
    assert_eq!(statistics["total"]["match_games"], 6);
    let north_west = statistics["groups"].as_array().unwrap().iter();
    assert!(north_west.clone().any(|group| group["name"] == "North West"));
}

fn schools_count_theirs(app: &TestApp) {
    let Season { school, .. } = season(app);
    assert_eq!(of_group(app, "school", &json!(school)), (Some(1), 1, 1, 1, 0, 1));
    let statistics = app.anyone().get("/v1/statistics?year=2027&by=school").expect(200);
    assert_eq!(statistics["groups"].as_array().unwrap().len(), 1);
    let club = app.anyone().get(&format!("/v1/clubs/{school}")).expect(200);
    assert_eq!(statistics["groups"][0]["name"], club["name"]);
}

fn divisions_sexes_and_regions_count_people(app: &TestApp) {
    season(app);
    let of = |by: &str, key: Value| of_group(app, by, &key);
    assert_eq!(of("division", json!("senior")), (None, 3, 2, 1, 6, 1));
    assert_eq!(of("division", json!("high_school")), (None, 1, 1, 1, 0, 1));
    assert_eq!(of("division", json!("student")), (None, 0, 0, 0, 0, 0));
    // The one who is not registered has none.
    assert_eq!(of("division", Value::Null), (None, 0, 1, 1, 0, 0));
    assert_eq!(of("sex", json!("female")), (None, 3, 2, 1, 6, 1));
    assert_eq!(of("sex", json!("male")), (None, 1, 2, 1, 0, 1));
    assert_eq!(of("region", json!("DC38")), (None, 1, 1, 1, 6, 1));
    assert_eq!(of("region", Value::Null), (None, 3, 3, 1, 6, 1));
}

fn what_is_not_played_or_of_another_year_does_not_count(app: &TestApp) {
    let Season { hall, .. } = season(app);
    assert_eq!(total(app, "year=2026"), (Some(0), 0, 0, 0, 0, 0));
    // One that goes on, with a result, counts when it is over.
    let other = Hall::new(app, &json!({}), 4);
    let round = other.publish();
    other.enter_results(&round, |_| 4);
    assert_eq!(total(app, "year=2027"), (Some(2), 5, 4, 1, 6, 1));
    let game = app.anyone().get("/v1/games").items()[0]["id"].clone();
    let withdrawal = json!({ "version": 1, "reason": "It is the record of another game." });
    let withdrawals = format!("/v1/games/{}/withdrawals", text(&game));
    app.administrator().post(&withdrawals, &withdrawal).expect(201);
    assert_eq!(total(app, "year=2027"), (Some(2), 5, 4, 1, 6, 0));
    assert_eq!(hall.state(), "finished");
    for wrong in ["year=1989", "year=x", "by=club", "by=sex&by=division"] {
        let path = format!("/v1/statistics?{wrong}");
        app.anyone().get(&path).refused(400, "invalid-query");
    }
}

fn the_numbers_are_a_file_for_spreadsheets(app: &TestApp) {
    season(app);
    let path = "/v1/statistics?year=2027&by=sex";
    let answer = app.anyone().get_with(path, &[("accept", "text/csv")]);
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"statistics-2027.csv\""
    );
    let expected = "\u{feff}year,group,name,clubs,registered_players,entrants,tournaments,match_games,recorded_games\r\n\
                    2027,female,female,,3,2,1,6,1\r\n\
                    2027,male,male,,1,2,1,0,1\r\n\
                    2027,total,Federation,2,4,4,1,6,1\r\n";
    assert_eq!(answer.body_text(), expected);
}

fn a_page_shows_them_to_people(app: &TestApp) {
    season(app);
    let answer = app.anyone().get("/statistics?year=2027");
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/html; charset=utf-8")
    );
    let page = answer.body_text();
    assert!(page.contains("<h1>The gaming year 2027 in numbers</h1>"), "{page}");
    let row = |name: &str, numbers: [i64; 6]| {
        let cells = numbers.map(|number| format!("<td class=\"figure\">{number}</td>"));
        format!("<th scope=\"row\">{name}</th>{}", cells.concat())
    };
    assert!(page.contains(&row("North West", [2, 3, 3, 1, 6, 1])), "{page}");
    assert!(page.contains(&row("Federation", [2, 4, 4, 1, 6, 1])), "{page}");
    // No link leads to a year that there is not.
    let first = app.anyone().get("/statistics?year=1990").body_text();
    assert!(first.contains("?year=1991") && !first.contains("?year=1989"), "{first}");
}
