//! A provincial championship from its announcement to its ratification, as it happens: twenty-four players, two families, a
//! club of ten; a withdrawal, a late entry, a correction, a dispute. The standings are computed anew by other means.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, affiliated, register, sheet};

on_sqlite! {
    a_championship_is_played,
    an_average_bye_is_settled_exactly,
    the_finest_fractions_are_exact,
}

/// A fraction in lowest terms, on its own feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(above: i128, below: i128) -> Fraction {
        fn divisor(one: i128, other: i128) -> i128 {
            if other == 0 { one } else { divisor(other, one % other) }
        }
        let common = divisor(above.abs(), below).max(1);
        Fraction(above / common, below / common)
    }

    fn plus(self, other: Fraction) -> Fraction {
        Fraction::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn is_more_than(self, other: Fraction) -> bool {
        self.0 * other.1 > other.0 * self.1
    }

    fn text(self) -> String {
        if self.1 == 1 {
            self.0.to_string()
        } else {
            format!("{}/{}", self.0, self.1)
        }
    }
}

/// The umpire's notes on paper: for each player the half points of each round, the opponents, and the byes.
#[derive(Debug, Default)]
struct Paper {
    halves: BTreeMap<String, BTreeMap<i64, (i64, String)>>,
    byes: BTreeMap<String, usize>,
}

impl Paper {
    fn note(&mut self, round: i64, one: &Value) {
        let player = |place: usize| text(&one["players"][place]["player"]["id"]).to_owned();
        let halves = |place: usize| {
            let fraction = text(&one["players"][place]["points_fraction"]);
            match fraction.split_once('/') {
                None => fraction.parse::<i64>().unwrap() * 2,
                Some((above, below)) => above.parse::<i64>().unwrap() * 2 / below.parse::<i64>().unwrap(),
            }
        };
        assert_eq!(halves(0) + halves(1), 12);
        for (own, other) in [(0, 1), (1, 0)] {
            self.halves
                .entry(player(own))
                .or_default()
                .insert(round, (halves(own), player(other)));
        }
    }

    /// The points of everyone, with each bye the average of the player's matches.
    fn points(&self) -> BTreeMap<String, Fraction> {
        let total = |player: &String| {
            let none = BTreeMap::new();
            let matches = self.halves.get(player).unwrap_or(&none);
            let halves: i128 = matches.values().map(|(halves, _)| i128::from(*halves)).sum();
            let byes = i128::try_from(self.byes.get(player).copied().unwrap_or_default()).unwrap();
            let played = i128::try_from(matches.len()).unwrap();
            Fraction::new(halves, 2).plus(Fraction::new(byes * halves, 2 * played))
        };
        self.halves
            .keys()
            .map(|player| (player.clone(), total(player)))
            .collect()
    }

    /// Everyone's points and the sum of their opponents', the best first; those who are level in both in one row.
    fn rows(&self) -> Vec<(Fraction, Fraction, Vec<String>)> {
        let points = self.points();
        let opponents = |player: &String| {
            let met = self.halves[player].values();
            met.fold(Fraction(0, 1), |sum, (_, other)| sum.plus(points[other]))
        };
        let mut rows: Vec<(Fraction, Fraction, Vec<String>)> = Vec::new();
        for player in self.halves.keys() {
            let (own, sum) = (points[player], opponents(player));
            match rows.iter_mut().find(|row| row.0 == own && row.1 == sum) {
                Some(row) => row.2.push(player.clone()),
                None => rows.push((own, sum, vec![player.clone()])),
            }
        }
        let before = |one: &(Fraction, Fraction, Vec<String>), other: &(Fraction, Fraction, Vec<String>)| {
            one.0.is_more_than(other.0) || (one.0 == other.0 && one.1.is_more_than(other.1))
        };
        rows.sort_by(|one, other| {
            if before(one, other) {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            }
        });
        rows
    }
}

/// Holds the standings against the paper: points, opponents' points, and the places but for who won the match of two.
#[track_caller]
fn compare(standings: &Value, paper: &Paper) {
    let items = standings["items"].as_array().unwrap();
    assert_eq!(items.len(), paper.halves.len());
    let mut place = 1;
    for (points, opponents, players) in paper.rows() {
        let met = players.len() == 2
            && paper.halves[&players[0]]
                .values()
                .any(|(_, other)| *other == players[1]);
        let won = |one: usize| {
            let other = &players[1 - one];
            paper.halves[&players[one]]
                .values()
                .find(|(_, met)| met == other)
                .map_or(0, |(halves, _)| *halves)
        };
        for (index, player) in players.iter().enumerate() {
            let row = items.iter().find(|row| row["player"]["id"] == json!(player)).unwrap();
            assert_eq!(
                (text(&row["points_fraction"]), text(&row["opponents_fraction"])),
                (points.text().as_str(), opponents.text().as_str()),
                "{row}"
            );
            let decided = met && won(0) != won(1);
            let own = if decided && won(index) < won(1 - index) {
                place + 1
            } else {
                place
            };
            assert_eq!(
                (&row["rank"], &row["shared"]),
                (&json!(own), &json!(players.len() > 1 && !decided)),
                "{row}"
            );
        }
        place += players.len();
    }
    let places: Vec<u64> = items.iter().map(|row| row["rank"].as_u64().unwrap()).collect();
    assert!(places.is_sorted());
}

/// Twenty-four members: ten of the first club, the others of seven clubs by twos.
fn members(app: &TestApp) -> Vec<String> {
    const GIVEN: [&str; 8] = [
        "Thandiwe", "Kagiso", "Leoné", "Sipho", "Lerato", "Pieter", "Nomsa", "Tebogo",
    ];
    const FAMILY: [&str; 6] = ["Mokoena", "van der Merwe", "Nxele-!Xam", "O'Brien", "Hlophe", "Moatshe"];
    let clubs: Vec<String> = (0..8).map(|_| affiliated(app)).collect();
    (0..24)
        .map(|number| {
            let club = &clubs[if number < 10 { 0 } else { 1 + (number - 10) / 2 }];
            let player = app.player_named(club, FAMILY[number % 6], GIVEN[number % 8], "1998-04-17");
            register(app, &player, club, "senior");
            player
        })
        .collect()
}

/// The number of games that the upper player of a match wins, by chance but alike each time.
fn wins(rng: &mut fastrand::Rng) -> usize {
    rng.usize(0..=6)
}

#[expect(clippy::too_many_lines, reason = "it is one long story")]
fn a_championship_is_played(app: &TestApp) {
    let plan = json!({ "name": "North West Championship 2027", "level": "provincial", "ends_on": "2026-11-20" });
    let mut hall = Hall::new(app, &plan, 0);
    let mut members = members(app);
    // The starting order is not the order of entry.
    for player in members.iter().rev() {
        hall.enter(player);
    }
    for family in [vec![3, 12, 20], vec![5, 17]] {
        for (place, one) in family.iter().enumerate() {
            for other in &family[..place] {
                let bar = json!({ "player_ids": [members[*one], members[*other]], "relation": "siblings" });
                hall.coordinator.post("/v1/pairing-bars", &bar).expect(201);
            }
        }
    }
    let orders = format!("{}/starting-orders", hall.path);
    hall.umpire.post(&orders, &json!({ "player_ids": members })).expect(201);
    hall.players.clone_from(&members);
    hall.confirm_equipment();
    let (mut paper, mut rng) = (Paper::default(), fastrand::Rng::with_seed(2027));
    for number in 1..=6 {
        if number == 3 {
            // One goes home; now they are odd.
            let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
            let entry = entries
                .iter()
                .find(|entry| entry["player"]["id"] == json!(members[8]))
                .unwrap();
            hall.step(&format!("/v1/entries/{}/withdrawals", text(&entry["id"])))
                .expect(201);
        }
        if number == 5 {
            let club = affiliated(app);
            let late = app.player_named(&club, "Tau", "Refilwe", "1999-01-01");
            register(app, &late, &club, "senior");
            hall.umpire
                .post(&format!("{}/entries", hall.path), &json!({ "player_id": late }))
                .expect(201);
            members.push(late);
        }
        let round = hall.publish();
        let read = app.anyone().get(&round).expect(200);
        assert_eq!(read["bye"].is_null(), !(3..5).contains(&number), "round {number}");
        if let Some(resting) = read["bye"]["id"].as_str() {
            *paper.byes.entry(resting.to_owned()).or_default() += 1;
        }
        let matches = hall.matches(&round);
        if number == 1 {
            // One by one.
            for one in &matches {
                let path = format!("/v1/matches/{}", text(&one["id"]));
                hall.umpire
                    .post(&format!("{path}/results"), &sheet(one, wins(&mut rng)))
                    .expect(201);
                hall.coordinator
                    .post(&format!("{path}/confirmations"), &json!({ "version": 1 }))
                    .expect(201);
            }
        } else {
            let all: Vec<usize> = matches.iter().map(|_| wins(&mut rng)).collect();
            hall.enter_results(&round, |one| {
                all[usize::try_from(one["board"].as_u64().unwrap()).unwrap() - 1]
            });
            hall.confirm(&round);
        }
        if number == 2 {
            let one = &hall.matches(&round)[3];
            let correction = json!({ "version": 1, "published_rounds": 2, "sheet": sheet(one, 1), "reason": "Read from the wrong side." });
            hall.coordinator
                .post(&format!("/v1/matches/{}/corrections", text(&one["id"])), &correction)
                .expect(201);
            let confirmations = format!("/v1/matches/{}/confirmations", text(&one["id"]));
            hall.umpire.post(&confirmations, &json!({ "version": 2 })).expect(201);
        }
        if number == 4 {
            let one = &hall.matches(&round)[0];
            let disputes = format!("/v1/matches/{}/disputes", text(&one["id"]));
            let dispute = hall
                .coordinator
                .post(&disputes, &json!({ "reason": "The last game was not over." }));
            hall.step(&format!("{round}/closings")).refused(409, "round-unfinished");
            let ruling = json!({ "ruling": "It was.", "sheet": sheet(one, 5) });
            hall.umpire
                .post(&format!("{}/rulings", dispute.header("location")), &ruling)
                .expect(201);
            hall.confirm(&round);
        }
        hall.close(&round);
        for one in hall.matches(&round) {
            paper.note(number, &one);
        }
    }
    assert_eq!(hall.state(), "finished");
    let standings = hall.standings();
    assert_eq!(
        (&standings["after_round"], &standings["settled"]),
        (&json!(6), &json!(true))
    );
    compare(&standings, &paper);
    assert!(!standings["awards"]["champions"].as_array().unwrap().is_empty());
    // Nobody met twice, nor a relative, and club mates were kept apart as long as that could be.
    let families: [&[usize]; 2] = [&[3, 12, 20], &[5, 17]];
    for (player, met) in &paper.halves {
        let opponents: std::collections::BTreeSet<&String> = met.values().map(|(_, other)| other).collect();
        assert_eq!(opponents.len(), met.len());
        for family in families {
            let own = family.iter().any(|member| members[*member] == *player);
            assert!(!own || family.iter().all(|member| !opponents.contains(&members[*member])));
        }
        let of_ten = |player: &String| members[..10].contains(player);
        let early = met.iter().filter(|(round, _)| **round <= 3);
        assert!(
            !of_ten(player) || early.into_iter().all(|(_, (_, other))| !of_ten(other)),
            "{player}"
        );
    }
    let ratified = hall.ratify().expect(201);
    assert_eq!(ratified["state"], "ratified");
    assert_eq!(hall.standings(), standings);
    crate::archives::pass(&hall);
    let sheet = app
        .anyone()
        .get_with(&format!("{}/standings", hall.path), &[("accept", "text/csv")]);
    let first = sheet.body_text().lines().nth(1).unwrap().to_owned();
    let champion = &standings["items"][0];
    assert!(
        first.starts_with(&format!("1,{},", text(&champion["player"]["number"]))),
        "{first}"
    );
}

/// 14½ from five matches and an average bye are 17 2/5.
fn an_average_bye_is_settled_exactly(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 7);
    let target = hall.players[3].clone();
    let mut rested = false;
    for number in 1..=6 {
        let round = hall.publish();
        rested |= app.anyone().get(&round).expect(200)["bye"]["id"] == json!(target);
        let mut left = Some(if rested && number == 6 { 5 } else { 6 });
        let results: Vec<Value> = hall
            .matches(&round)
            .iter()
            .map(|one| {
                let place = one["players"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .position(|seat| seat["player"]["id"] == json!(target));
                // Half of each match is 3; one of them ends 5 to 7 halves.
                let drawn = |count: usize| {
                    let mut games = vec![json!({ "result": "drawn" }); 6];
                    if count == 5 {
                        let upper_starts = one["starter_id"] == one["players"][0]["player"]["id"];
                        let target_starts = (place == Some(0)) == upper_starts;
                        games[0] = json!({ "result": if target_starts { "second" } else { "first" } });
                        games.truncate(6);
                    }
                    json!({ "games": games })
                };
                let count = if place.is_some() { left.take().unwrap() } else { 6 };
                json!({ "match_id": one["id"], "sheet": drawn(count) })
            })
            .collect();
        hall.umpire
            .post(&format!("{round}/results"), &json!({ "results": results }))
            .expect(201);
        hall.close(&round);
    }
    assert_eq!(hall.state(), "finished");
    let standings = hall.standings();
    let rows = standings["items"].as_array().unwrap();
    let of = |player: &str| rows.iter().find(|row| row["player"]["id"] == json!(player)).unwrap();
    let resting = rows.iter().filter(|row| {
        row["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .any(|cell| cell["kind"] == "bye")
    });
    assert_eq!(resting.count(), 6);
    assert!(rested, "the fourth of seven rests once in six rounds");
    // 3 + 3 + 3 + 3 + 2½ from five matches, and a fifth of that for the bye.
    assert_eq!(
        (&of(&target)["points"], text(&of(&target)["points_fraction"])),
        (&json!(17.4), "87/5")
    );
    // Sorted exactly: below 18, above nobody who has more.
    let halves: Vec<f64> = rows.iter().filter_map(|row| row["points"].as_f64()).collect();
    assert!(halves.is_sorted_by(|one, other| one >= other), "{halves:?}");
}

/// Thirty rounds in which the six have byes of the average of 29, 23, 19, 17, 13 and 11 matches: the points are fractions of
/// these, and the sums of the opponents' points fractions of what all have in common.
fn the_finest_fractions_are_exact(app: &TestApp) {
    const BYES: [usize; 6] = [30 - 29, 30 - 23, 30 - 19, 30 - 17, 30 - 13, 30 - 11];
    let hall = Hall::new(app, &json!({ "rounds": 30 }), BYES.len());
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let (mut paper, mut rng, mut left) = (Paper::default(), fastrand::Rng::with_seed(30), BYES);
    for number in 1..=30 {
        // An even number rests, those first who have most byes to come.
        let mut order: Vec<usize> = (0..BYES.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(left[*place]));
        let (resting, playing) = order.split_at(if number <= 4 { 4 } else { 2 });
        for place in resting {
            left[*place] -= 1;
            *paper.byes.entry(hall.players[*place].clone()).or_default() += 1;
            let bye = json!({ "round": number, "value": "average" });
            hall.umpire
                .post(&format!("/v1/entries/{}/byes", text(&entries[*place]["id"])), &bye)
                .expect(201);
        }
        let again = |one: &usize, other: &usize| json!({ "kind": "rematch", "player_ids": [hall.players[*one], hall.players[*other]] });
        let waivers: Vec<Value> = playing
            .iter()
            .enumerate()
            .flat_map(|(place, one)| playing[place + 1..].iter().map(move |other| again(one, other)))
            .collect();
        let round = hall
            .draw(&json!({ "waivers": waivers, "reason": "There are no others." }))
            .expect(201);
        let round = format!("/v1/rounds/{}", text(&round["id"]));
        hall.step(&format!("{round}/publications")).expect(201);
        let all: Vec<usize> = (0..2).map(|_| wins(&mut rng)).collect();
        hall.enter_results(&round, |one| {
            all[usize::try_from(one["board"].as_u64().unwrap()).unwrap() - 1]
        });
        hall.close(&round);
        for one in hall.matches(&round) {
            paper.note(number, &one);
        }
    }
    assert_eq!((hall.state().as_str(), left), ("finished", [0; 6]));
    let standings = hall.standings();
    compare(&standings, &paper);
    for row in standings["items"].as_array().unwrap() {
        let below = |name: &str| {
            text(&row[name])
                .split_once('/')
                .map_or(1, |(_, below)| below.parse::<u64>().unwrap())
        };
        assert!(
            below("points_fraction") >= 11 && below("opponents_fraction") > 1_000,
            "{row}"
        );
        // No decimal would be exact.
        assert_eq!((&row["points"], &row["opponents"]), (&json!(null), &json!(null)));
    }
    crate::archives::pass(&hall);
}
