//! The methods: what they say of themselves, and that lists by them are what they say.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::federation::set;
use crate::hall::sheet;
use crate::season::{correct, hundredths, matches, members, publish, ratified, row, rows, verified};

on_sqlite! {
    methods_describe_themselves,
    places_bring_points_in_the_super_league,
    umpires_have_points_in_the_super_league,
    an_umpire_who_was_replaced_has_no_points,
    a_merger_of_umpires_leaves_published_lists_as_they_are,
    ratings_are_those_of_the_paper,
    only_played_games_are_rated,
}

fn methods_describe_themselves(app: &TestApp) {
    let methods = app.anyone().get("/v1/ranking-methods").expect(200)["items"]
        .as_array()
        .unwrap()
        .clone();
    let names: Vec<&str> = methods.iter().map(|method| text(&method["name"])).collect();
    assert_eq!(names, ["game-points", "super-league", "glicko-2"]);
    let versions: Vec<&Value> = methods.iter().map(|method| &method["version"]).collect();
    assert_eq!(versions, [1, 3, 1]);
    for method in &methods {
        assert!(
            text(&method["formula"]).len() > 100 && method["version"].is_i64(),
            "{method}"
        );
        let names: Vec<&str> = method["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .map(|parameter| text(&parameter["name"]))
            .collect();
        assert_eq!((names[0], names[names.len() - 1]), ("months", "counted_of_a_club"));
    }
    // A list says what it was set to.
    ratified(app, ("regional", "2026-11-20", 1), &members(app, 2, 1), |_| 4);
    let list = publish(
        app,
        &json!({ "method": "game-points", "on": "2026-11-20", "months": 6 }),
    );
    let list = app.anyone().get(&format!("/v1/rankings/{list}")).expect(200);
    assert_eq!(
        (&list["parameters"][0]["value"], &list["from"]),
        (&json!("6"), &json!("2026-05-21"))
    );
}

fn places_bring_points_in_the_super_league(app: &TestApp) {
    let players = members(app, 12, 1);
    let provincial = ratified(app, ("provincial", "2026-11-20", 2), &players, |one| {
        usize::from(one["board"].as_u64() < Some(4)) + 3
    });
    let national = ratified(app, ("national", "2026-11-20", 1), &players[..4], |_| 3);
    ratified(app, ("regional", "2026-11-20", 1), &players[..2], |_| 6);
    let list = publish(app, &json!({ "method": "super-league", "on": "2026-11-20" }));
    let mut expected: BTreeMap<String, i64> = BTreeMap::new();
    for (hall, first) in [(&provincial, 10), (&national, 20)] {
        for row in hall.standings()["items"].as_array().unwrap() {
            let points = (first + 1 - row["rank"].as_i64().unwrap()).max(1);
            *expected.entry(text(&row["player"]["id"]).to_owned()).or_default() += points;
        }
    }
    for (hall, points) in [(&provincial, 5), (&national, 10)] {
        expected.insert(hall.umpire_player.clone(), points);
    }
    let rows = rows(app, &list, "");
    assert_eq!(rows.len(), 14);
    // All four of the national event were level after three games each: all have what the first place brings.
    let shared = national.standings()["items"]
        .as_array()
        .unwrap()
        .iter()
        .all(|row| row["rank"] == json!(1));
    assert!(shared && expected.values().all(|points| *points >= 1));
    for (player, points) in &expected {
        let row = row(&rows, player);
        assert_eq!(hundredths(&row["figure"]), points * 100, "{row}");
        let opened = app
            .anyone()
            .get(&format!("/v1/rankings/{list}/rows/{player}"))
            .expect(200);
        let sum: i64 = opened["contributions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| hundredths(&one["figure"]))
            .sum();
        assert_eq!(sum, points * 100);
    }
    assert_eq!(verified(app), [0]);
}

/// The contributions of a player's row, as the federation's figures: what each adds, of which event, and whether for umpiring.
fn contributions(app: &TestApp, list: &str, player: &str) -> Vec<(i64, String, bool)> {
    let opened = app
        .anyone()
        .get(&format!("/v1/rankings/{list}/rows/{player}"))
        .expect(200);
    let contribution = |one: &Value| {
        let events = one["events"].as_array().unwrap();
        let [event] = &events[..] else { panic!("{one}") };
        let figure = hundredths(&one["figure"]);
        (figure, text(&event["level"]).to_owned(), one["umpired"] == json!(true))
    };
    opened["contributions"]
        .as_array()
        .unwrap()
        .iter()
        .map(contribution)
        .collect()
}

fn umpires_have_points_in_the_super_league(app: &TestApp) {
    let players = members(app, 2, 1);
    let provincial = ratified(app, ("provincial", "2026-11-20", 1), &players, |_| 6);
    // The umpire of the one plays in the other.
    let umpire = provincial.umpire_player.clone();
    let club = app.anyone().get(&format!("/v1/players/{umpire}")).expect(200)["club_id"].clone();
    let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
    app.administrator().post("/v1/affiliations", &affiliation).expect(201);
    let others = [players[0].clone(), umpire.clone()];
    let national = ratified(app, ("national", "2026-11-20", 1), &others, |one| {
        if one["players"][0]["player"]["id"] == json!(umpire) {
            6
        } else {
            0
        }
    });
    ratified(app, ("regional", "2026-11-20", 1), &players, |_| 6);
    let list = publish(app, &json!({ "method": "super-league", "on": "2026-11-20" }));
    let all = rows(app, &list, "");
    // Of the regional event neither the place nor the umpire counts.
    assert_eq!(all.len(), 4);
    let figure = |player: &str| hundredths(&row(&all, player)["figure"]);
    assert_eq!((figure(&umpire), figure(&national.umpire_player)), (2_500, 1_000));
    let mut own = contributions(app, &list, &umpire);
    own.sort();
    let expected = [
        (500, "provincial".to_owned(), true),
        (2_000, "national".to_owned(), false),
    ];
    assert_eq!(own, expected);
    let other = contributions(app, &list, &national.umpire_player);
    assert_eq!(other, [(1_000, "national".to_owned(), true)]);
    // For game points umpiring is nothing.
    let points = publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));
    assert_eq!(rows(app, &points, "").len(), 3);
    assert_eq!(verified(app), [0, 0]);
}

fn an_umpire_who_was_replaced_has_no_points(app: &TestApp) {
    let players = members(app, 2, 1);
    let hall = ratified(app, ("provincial", "2026-11-20", 1), &players, |_| 6);
    let appointment = hall.appointment.rsplit('/').next().unwrap();
    let sql = format!("UPDATE appointments SET ended_at = '2026-11-20T08:00:00.000000Z' WHERE id = '{appointment}'");
    app.connection().batch_execute(&sql).unwrap();
    let list = publish(app, &json!({ "method": "super-league", "on": "2026-11-20" }));
    let mut listed: Vec<String> = rows(app, &list, "")
        .iter()
        .map(|row| text(&row["player"]["id"]).to_owned())
        .collect();
    listed.sort();
    let mut expected = players;
    expected.sort();
    assert_eq!(listed, expected);
}

fn a_merger_of_umpires_leaves_published_lists_as_they_are(app: &TestApp) {
    let players = members(app, 2, 1);
    let hall = ratified(app, ("provincial", "2026-11-20", 1), &players, |_| 6);
    app.at("2026-11-20T09:00:00Z");
    let first = publish(app, &json!({ "method": "super-league", "on": "2026-11-20" }));
    app.at("2026-11-20T10:00:00Z");
    let stays = app.player(&app.club("ZA-NW"));
    app.administrator()
        .post(
            &format!("/v1/players/{stays}/mergers"),
            &json!({ "duplicate_id": hall.umpire_player }),
        )
        .expect(201);
    assert_eq!(verified(app), [0], "the list is computed again as it was published");
    assert_eq!(
        contributions(app, &first, &stays),
        [(500, "provincial".to_owned(), true)]
    );
    app.at("2026-11-21T08:00:00Z");
    let second = publish(app, &json!({ "method": "super-league", "on": "2026-11-21" }));
    let all = rows(app, &second, "");
    assert_eq!((all.len(), hundredths(&row(&all, &stays)["figure"])), (3, 500));
    assert_eq!(verified(app), [0, 0]);
}

/// A rating as the paper has it: rating, deviation and volatility.
#[derive(Clone, Copy)]
struct Rating(f64, f64, f64);

const START: Rating = Rating(1500.0, 350.0, 0.06);

/// Steps 2 to 8 of <http://www.glicko.net/glicko/glicko2.pdf>, with tau 0.5.
fn rated_by_the_paper(own: Rating, games: &[(Rating, f64)]) -> Rating {
    const SCALE: f64 = 173.7178;
    let (mu, phi, sigma) = ((own.0 - 1500.0) / SCALE, own.1 / SCALE, own.2);
    if games.is_empty() {
        return Rating(own.0, ((phi * phi + sigma * sigma).sqrt() * SCALE).min(350.0), sigma);
    }
    let g = |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / std::f64::consts::PI.powi(2)).sqrt();
    let (mut information, mut surprise) = (0.0, 0.0);
    for (other, score) in games {
        let (g, mu_other) = (g(other.1 / SCALE), (other.0 - 1500.0) / SCALE);
        let expected = 1.0 / (1.0 + (-g * (mu - mu_other)).exp());
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score - expected);
    }
    let (v, delta) = (1.0 / information, surprise / information);
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let below = phi * phi + v + e;
        e * (delta * delta - below) / (2.0 * below * below) - (x - a) / 0.25
    };
    // Where f is zero, by halving: it falls all the way.
    let (mut low, mut high) = (a - 10.0, a + 10.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    let sigma = (low / 2.0).exp();
    let phi = 1.0 / (1.0 / (phi * phi + sigma * sigma) + information).sqrt();
    Rating((mu + phi * phi * surprise) * SCALE + 1500.0, phi * SCALE, sigma)
}

/// The games of these matches by player: against whom, and what was won.
fn games(matches: &[Value]) -> BTreeMap<String, Vec<(String, f64)>> {
    let mut games: BTreeMap<String, Vec<(String, f64)>> = BTreeMap::new();
    for one in matches {
        let seats = [0, 1].map(|seat| text(&one["players"][seat]["player"]["id"]).to_owned());
        let upper_starts = one["starter_id"] == json!(seats[0]);
        for (number, game) in one["games"].as_array().unwrap().iter().enumerate() {
            let upper_first = upper_starts == (number % 2 == 0);
            let upper = match text(&game["result"]) {
                "drawn" => 0.5,
                "first" => f64::from(u8::from(upper_first)),
                _ => f64::from(u8::from(!upper_first)),
            };
            games
                .entry(seats[0].clone())
                .or_default()
                .push((seats[1].clone(), upper));
            games
                .entry(seats[1].clone())
                .or_default()
                .push((seats[0].clone(), 1.0 - upper));
        }
    }
    games
}

fn ratings_are_those_of_the_paper(app: &TestApp) {
    let players = members(app, 6, 1);
    let wins = |one: &Value| [6, 1, 4, 2][usize::try_from(one["board"].as_u64().unwrap()).unwrap() % 4];
    let mut months = vec![ratified(app, ("regional", "2026-11-20", 2), &players, wins)];
    app.at("2026-12-05T08:00:00Z");
    months.push(ratified(app, ("regional", "2026-12-05", 1), &players[..4], wins));
    app.at("2027-03-05T08:00:00Z");
    months.push(ratified(app, ("regional", "2027-03-05", 1), &players[2..], wins));
    // November, December, nothing in January and February, March; the list is for April, in which nobody played.
    app.at("2027-04-10T08:00:00Z");
    let list = publish(app, &json!({ "method": "glicko-2", "on": "2027-04-10" }));
    let mut ratings: BTreeMap<String, Option<Rating>> = players.iter().map(|player| (player.clone(), None)).collect();
    let mut history: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for month in [Some(0), Some(1), None, None, Some(2), None] {
        let games = month
            .map(|month: usize| games(&matches(&months[month])))
            .unwrap_or_default();
        let before: BTreeMap<String, Rating> = ratings
            .iter()
            .map(|(player, rating)| (player.clone(), rating.unwrap_or(START)))
            .collect();
        for (player, rating) in &mut ratings {
            let own: Vec<(Rating, f64)> = games
                .get(player)
                .into_iter()
                .flatten()
                .map(|(other, score)| (before[other], *score))
                .collect();
            if !own.is_empty() || rating.is_some() {
                *rating = Some(rated_by_the_paper(before[player], &own));
            }
            if !own.is_empty() {
                history.entry(player.clone()).or_default().push(rating.unwrap().0);
            }
        }
    }
    let rows = rows(app, &list, "");
    assert_eq!(rows.len(), 6);
    // The volatility is found to a millionth, so that the last digit may be told otherwise.
    let near = |told: &Value, exact: f64| (told.as_f64().unwrap() - exact).abs() < 0.0151;
    for player in &players {
        let (row, exact) = (row(&rows, player), ratings[player].unwrap());
        assert!(
            near(&row["figure"], exact.0) && near(&row["deviation"], exact.1),
            "{row} {} {}",
            exact.0,
            exact.1
        );
        assert_eq!(row["provisional"], json!(row["deviation"].as_f64() > Some(110.0)));
        let opened = app
            .anyone()
            .get(&format!("/v1/rankings/{list}/rows/{player}"))
            .expect(200);
        let contributions = opened["contributions"].as_array().unwrap();
        assert_eq!(
            (&contributions[0]["figure"], &contributions[0]["period"]),
            (&json!(1500.0), &Value::Null)
        );
        assert_eq!(
            contributions.iter().map(|one| hundredths(&one["figure"])).sum::<i64>(),
            hundredths(&row["figure"])
        );
        assert_eq!(contributions.len(), history[player].len() + 1);
        for (one, exact) in contributions[1..].iter().zip(&history[player]) {
            assert!(near(&one["sum"], *exact), "{one} {exact}");
            assert!(!one["events"][0]["matches"].as_array().unwrap().is_empty());
        }
    }
    assert_eq!(verified(app), [0]);
}

fn only_played_games_are_rated(app: &TestApp) {
    let players = members(app, 4, 1);
    let hall = ratified(app, ("regional", "2026-11-20", 1), &players, |_| 6);
    let both = matches(&hall);
    // One match is forfeited whole; of the other one game was decided by an umpire, and one forfeited.
    let by = json!({ "forfeited_by": both[0]["players"][0]["player"]["id"] });
    correct(app, &both[0], &by, 1);
    let mut mixed = sheet(&both[1], 6);
    mixed["games"][0]["ended"] = json!("adjudicated");
    mixed["games"][1]["ended"] = json!("forfeit");
    correct(app, &both[1], &mixed, 1);
    let ratings = publish(app, &json!({ "method": "glicko-2", "on": "2026-11-20" }));
    let rated = rows(app, &ratings, "");
    assert_eq!(rated.len(), 2);
    let winner = rated_by_the_paper(START, &[(START, 1.0); 4]);
    assert!(
        (rated[0]["figure"].as_f64().unwrap() - winner.0).abs() < 0.0151,
        "{} {}",
        rated[0],
        winner.0
    );
    // For game points what an umpire decided counts, and what was forfeited if the federation says so.
    let points = |on: &str| {
        let list = publish(app, &json!({ "method": "game-points", "on": on }));
        let rows = rows(app, &list, "");
        rows.iter().map(|row| hundredths(&row["figure"])).collect::<Vec<i64>>()
    };
    assert_eq!(points("2026-11-20"), [500, 0]);
    set(
        app,
        "?from=2026-11-21",
        &json!({ "ranking": { "game_points": { "forfeits": true }, "glicko_2": { "forfeits": true } } }),
    );
    app.at("2026-11-21T08:00:00Z");
    assert_eq!(points("2026-11-21"), [600, 600, 0, 0]);
    let ratings = publish(app, &json!({ "method": "glicko-2", "on": "2026-11-21" }));
    assert_eq!(rows(app, &ratings, "").len(), 4);
    assert_eq!(verified(app), [0; 4]);
}
