//! Tournaments that count for a ranking, and what their results come to by arithmetic of the tests' own.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, affiliated, register};

/// Players of clubs that have paid for 2027, registered as seniors; so many of each club, one club after the other.
pub fn members(app: &TestApp, clubs: usize, of_each: usize) -> Vec<String> {
    let of_club = |_| {
        let club = affiliated(app);
        let member = |_| {
            let player = app.player(&club);
            register(app, &player, &club, "senior");
            player
        };
        (0..of_each).map(member).collect::<Vec<String>>()
    };
    (0..clubs).flat_map(of_club).collect()
}

/// A tournament of one day and so many rounds, played by these and ratified; the upper player of a match wins so many games.
pub fn ratified<'a>(
    app: &'a TestApp,
    (level, day, rounds): (&str, &str, usize),
    players: &[String],
    wins: impl Fn(&Value) -> usize,
) -> Hall<'a> {
    let plan = json!({
        "name": format!("{level} event of {day}"), "level": level, "starts_on": day, "ends_on": day, "rounds": rounds,
    });
    let mut hall = Hall::new(app, &plan, 0);
    for player in players {
        hall.enter(player);
    }
    hall.confirm_equipment();
    if rounds != 6 {
        hall.agree_rounds(rounds);
    }
    for _ in 0..rounds {
        let round = hall.publish();
        hall.enter_results(&round, &wins);
        if ["provincial", "national"].contains(&level) {
            hall.confirm(&round);
        }
        hall.close(&round);
    }
    hall.ratify().expect(201);
    hall
}

/// All matches of a tournament, round by round.
pub fn matches(hall: &Hall<'_>) -> Vec<Value> {
    let rounds = hall.app.anyone().get(&format!("{}/rounds", hall.path)).items();
    rounds
        .iter()
        .flat_map(|round| hall.matches(&format!("/v1/rounds/{}", text(&round["id"]))))
        .collect()
}

/// An administrator corrects the result of a match of a ratified tournament.
#[track_caller]
pub fn correct(app: &TestApp, one: &Value, sheet: &Value, rounds: usize) {
    let correction =
        json!({ "version": one["version"], "published_rounds": rounds, "sheet": sheet, "reason": "It was misread." });
    app.administrator()
        .post(&format!("/v1/matches/{}/corrections", text(&one["id"])), &correction)
        .expect(201);
}

/// A fraction of the answers, in half points.
pub fn halves(fraction: &Value) -> i64 {
    match text(fraction).split_once('/') {
        None => text(fraction).parse::<i64>().unwrap() * 2,
        Some((above, below)) => above.parse::<i64>().unwrap() * 2 / below.parse::<i64>().unwrap(),
    }
}

/// The half points that each player has won in these matches.
pub fn won(matches: &[Value]) -> BTreeMap<String, i64> {
    let mut won = BTreeMap::new();
    for seat in matches.iter().flat_map(|one| one["players"].as_array().unwrap()) {
        *won.entry(text(&seat["player"]["id"]).to_owned()).or_default() += halves(&seat["points_fraction"]);
    }
    won
}

/// Publishes a list; its id.
#[track_caller]
pub fn publish(app: &TestApp, list: &Value) -> String {
    text(&app.administrator().post("/v1/rankings", list).expect(201)["id"]).to_owned()
}

/// All rows of a list, or of a selection.
#[track_caller]
pub fn rows(app: &TestApp, list: &str, selection: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = app
            .anyone()
            .get(&format!("/v1/rankings/{list}/rows?limit=200{selection}{cursor}"))
            .expect(200);
        rows.extend(page["items"].as_array().unwrap().clone());
        let Some(next) = page["next_cursor"].as_str() else {
            return rows;
        };
        cursor = format!("&cursor={next}");
    }
}

/// The row of a player.
#[track_caller]
pub fn row<'a>(rows: &'a [Value], player: &str) -> &'a Value {
    rows.iter().find(|row| row["player"]["id"] == player).unwrap()
}

/// Places by value, the highest first; those of equal value share the better place.
pub fn places<K: Ord + Clone>(values: &BTreeMap<K, i64>) -> BTreeMap<K, usize> {
    let ahead = |own: &i64| values.values().filter(|other| *other > own).count();
    values
        .iter()
        .map(|(key, value)| (key.clone(), ahead(value) + 1))
        .collect()
}

/// A decimal number of an answer, in whole hundredths.
pub fn hundredths(number: &Value) -> i64 {
    let text = number.to_string();
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    assert!(rest.len() <= 2, "{text}");
    whole.parse::<i64>().unwrap() * 100 + sign * format!("{rest:0<2}").parse::<i64>().unwrap()
}

/// Computes all lists again; of each, in the order of publication, how many rows differ.
pub fn verified(app: &TestApp) -> Vec<usize> {
    let verified = federation_records::rankings::verification::verify(&mut app.connection()).unwrap();
    verified.into_iter().map(|one| one.different).collect()
}
