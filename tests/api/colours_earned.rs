//! Players who have earned colours, and players who just have not: seasons of ratified events, and what follows.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, affiliated, register, sheet};
use crate::merits::moves;
use crate::world::colours::any_size;

on_sqlite! {
    the_first_three_of_a_regional_event_have_regional_colours,
    the_top_half_twice_or_all_rounds_give_provincial_colours,
    learners_win_all_games,
    colours_are_of_the_province_of_residence,
    what_is_corrected_is_looked_at_once_more,
}

/// Members of one club, as many as `number`, registered for 2027.
fn members(app: &TestApp, number: usize, division: &str) -> Vec<String> {
    let club = affiliated(app);
    let member = |_| {
        let player = app.player_in(&club, division);
        register(app, &player, &club, division);
        player
    };
    (0..number).map(member).collect()
}

/// An open event of these players, who start in that order.
fn event<'a>(app: &'a TestApp, level: &str, changes: &Value, players: &[String]) -> Hall<'a> {
    let mut plan =
        json!({ "level": level, "name": format!("The {level} event"), "rounds": 2, "ends_on": "2026-11-20" });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let mut hall = Hall::new(app, &plan, 0);
    hall.agree_rounds(usize::try_from(plan["rounds"].as_u64().unwrap()).unwrap());
    for player in players {
        hall.enter(player);
    }
    hall
}

/// The number of games that the upper player of a match wins if the one who started higher wins that many.
pub fn higher_wins(hall: &Hall<'_>, one: &Value, games: usize) -> usize {
    let seed = |place: usize| hall.seeds()[text(&one["players"][place]["player"]["id"])];
    if seed(0) < seed(1) { games } else { 6 - games }
}

/// Plays a round from the draw to its close.
fn play(hall: &Hall<'_>, sheet_of: impl Fn(&Value) -> Value) {
    let round = hall.publish();
    let results: Vec<Value> = hall
        .matches(&round)
        .iter()
        .map(|one| json!({ "match_id": one["id"], "sheet": sheet_of(one) }))
        .collect();
    hall.umpire
        .post(&format!("{round}/results"), &json!({ "results": results }))
        .expect(201);
    hall.confirm(&round);
    hall.close(&round);
}

fn ratify(hall: &Hall<'_>) {
    hall.confirm_equipment();
    hall.ratify().expect(201);
}

/// The candidates of 2027, each with the bases of what is met, by player and basis.
fn candidates(app: &TestApp, query: &str) -> BTreeSet<(String, String)> {
    let items = app
        .administrator()
        .get(&format!("/v1/colours-candidates?year=2027&{query}"))
        .items();
    let merits = items.iter().flat_map(|item| {
        let bases = item["merits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|merit| text(&merit["basis"]).to_owned());
        bases.map(|basis| (text(&item["player"]["id"]).to_owned(), basis))
    });
    merits.collect()
}

/// Everything that a player lacks for colours of that level on that basis.
fn lacks(app: &TestApp, player: &str, level: &str, basis: &str) -> Vec<String> {
    let path = format!("/v1/players/{player}/colours-candidacy?year=2027&level={level}");
    let candidacy = app.administrator().get(&path).expect(200);
    let finding = candidacy["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["basis"] == basis)
        .unwrap()
        .clone();
    let missing = finding["missing"].as_array().unwrap();
    assert_eq!(finding["met"], json!(missing.is_empty()));
    missing
        .iter()
        .map(|missing| text(&missing["code"]).to_owned())
        .collect()
}

fn proposal(player: &str, level: &str, division: &str, basis: &str) -> Value {
    json!({ "player_id": player, "level": level, "division": division, "year": 2027, "basis": basis })
}

fn place(hall: &Hall<'_>, player: &str) -> u64 {
    let standings = hall.standings();
    let rows = standings["items"].as_array().unwrap();
    rows.iter().find(|row| row["player"]["id"] == player).unwrap()["rank"]
        .as_u64()
        .unwrap()
}

fn the_first_three_of_a_regional_event_have_regional_colours(app: &TestApp) {
    let players = members(app, 8, "senior");
    for player in &players[1..] {
        moves(app, player, "2026-11-20", "ZA-NW", Some("DC38"));
    }
    let hall = event(app, "regional", &json!({}), &players);
    for _ in 0..2 {
        play(&hall, |one| sheet(one, higher_wins(&hall, one, 5)));
    }
    // Only what is ratified counts.
    assert!(candidates(app, "level=regional").is_empty());
    ratify(&hall);
    let first: Vec<&String> = players.iter().filter(|player| place(&hall, player) <= 3).collect();
    assert!(first.len() >= 3 && first.len() < 8, "{first:?}");
    assert!(first.contains(&&players[0]));
    let earned = first.iter().filter(|player| ***player != players[0]);
    let expected: BTreeSet<_> = earned
        .clone()
        .map(|player| ((*player).clone(), "place".to_owned()))
        .collect();
    assert_eq!(
        candidates(app, "level=regional&province=ZA-NW&division=senior"),
        expected
    );
    assert!(candidates(app, "level=regional&province=ZA-GP").is_empty());
    assert!(candidates(app, "level=regional&division=student").is_empty());
    // The winner's region is not on record; whoever is fourth or lower is too low.
    assert_eq!(lacks(app, &players[0], "regional", "place"), ["region_unknown"]);
    let lower = players.iter().find(|player| place(&hall, player) > 3).unwrap();
    assert_eq!(lacks(app, lower, "regional", "place"), ["place_too_low"]);
    let propose = |player: &str| {
        hall.coordinator
            .post("/v1/colours", &proposal(player, "regional", "senior", "place"))
    };
    let problem = propose(lower).refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "place_too_low");
    let proposed = propose(earned.clone().next().unwrap()).expect(201);
    assert_eq!(
        (&proposed["province"], &proposed["region"]),
        (&json!("ZA-NW"), &json!("DC38"))
    );
    let evidence = &proposed["evidence"][0]["event"];
    assert_eq!((&evidence["entrants"], &evidence["rounds"]), (&json!(8), &json!(2)));
    assert!(evidence["points"].is_number() && evidence["points_fraction"].is_string());
    // The list tells that there is a proposal.
    let items = app
        .administrator()
        .get("/v1/colours-candidates?year=2027&level=regional")
        .items();
    let states: Vec<&Value> = items
        .iter()
        .map(|item| &item["state"])
        .filter(|state| !state.is_null())
        .collect();
    assert_eq!(states, [&json!("proposed")]);
    // Page by page it is the same list.
    let mut paged = app
        .administrator()
        .get("/v1/colours-candidates?year=2027&level=regional&limit=1")
        .expect(200);
    let cursor = text(&paged["next_cursor"]).to_owned();
    let path = format!("/v1/colours-candidates?year=2027&level=regional&limit=200&cursor={cursor}");
    let rest = app.administrator().get(&path).items();
    let mut all = paged["items"].as_array_mut().unwrap().clone();
    all.extend(rest);
    assert_eq!(all, items);
}

fn the_top_half_twice_or_all_rounds_give_provincial_colours(app: &TestApp) {
    any_size(app);
    let players = members(app, 7, "senior");
    let provincial = event(app, "provincial", &json!({}), &players);
    // Of seven the last rests first, and then wins; the second is given a match.
    let resting = |hall: &Hall<'_>| {
        let rounds = app.anyone().get(&format!("{}/rounds", hall.path)).items();
        text(
            &app.anyone()
                .get(&format!("/v1/rounds/{}", text(&rounds[0]["id"])))
                .expect(200)["bye"]["id"],
        )
        .to_owned()
    };
    play(&provincial, |one| {
        let pair = [0, 1].map(|place| text(&one["players"][place]["player"]["id"]).to_owned());
        match pair.iter().find(|player| **player != players[1]) {
            Some(other) if pair.contains(&players[1]) => json!({ "forfeited_by": other }),
            _ => sheet(one, higher_wins(&provincial, one, 5)),
        }
    });
    let rested = resting(&provincial);
    play(&provincial, |one| match text(&one["players"][0]["player"]["id"]) {
        _ if !one["players"].to_string().contains(&rested) => sheet(one, higher_wins(&provincial, one, 5)),
        upper => sheet(one, if upper == rested { 5 } else { 1 }),
    });
    ratify(&provincial);
    let national = event(app, "national", &json!({}), &players);
    for _ in 0..2 {
        play(&national, |one| sheet(one, higher_wins(&national, one, 5)));
    }
    assert_eq!(lacks(app, &players[0], "provincial", "top_half"), ["no_event"]);
    ratify(&national);
    let half = |hall: &Hall<'_>, player: &String| 2 * place(hall, player) <= 7;
    let both = |player: &&String| half(&provincial, player) && half(&national, player);
    let halves: BTreeSet<String> = players.iter().filter(both).cloned().collect();
    assert!(!halves.is_empty() && halves.len() < 4, "{halves:?}");
    let of = |basis: &str, level: &str| -> BTreeSet<String> {
        let found = candidates(app, &format!("level={level}")).into_iter();
        found
            .filter(|(_, its)| its == basis)
            .map(|(player, _)| player)
            .collect()
    };
    assert_eq!(of("top_half", "provincial"), halves);
    let lower = players
        .iter()
        .find(|player| !half(&provincial, player) && half(&national, player));
    if let Some(player) = lower {
        assert_eq!(lacks(app, player, "provincial", "top_half"), ["not_in_top_half"]);
    }
    // All rounds on the board: neither the bye nor the forfeit is one.
    let winners = |hall: &Hall<'_>| -> BTreeSet<String> {
        let standings = hall.standings();
        let won = |row: &&Value| {
            let cells = row["rounds"].as_array().unwrap();
            cells
                .iter()
                .all(|cell| cell["kind"] == "match" && cell["forfeit"] == false && cell["points"].as_f64() > Some(3.0))
        };
        let rows = standings["items"].as_array().unwrap().iter().filter(won);
        rows.map(|row| text(&row["player"]["id"]).to_owned()).collect()
    };
    assert_eq!(of("all_rounds", "provincial"), winners(&provincial));
    assert_eq!(of("all_rounds", "national_federation"), winners(&national));
    assert!(winners(&provincial).contains(&players[0]) && !winners(&provincial).contains(&rested));
    for player in [&rested, &players[1]] {
        assert_eq!(lacks(app, player, "provincial", "all_rounds"), ["rounds_not_won"]);
    }
    for (level, basis) in [("provincial", "all_rounds"), ("national_federation", "all_rounds")] {
        provincial
            .coordinator
            .post("/v1/colours", &proposal(&players[0], level, "senior", basis))
            .expect(201);
    }
    let twice = halves.iter().find(|player| **player != players[0]).unwrap();
    let proposed = provincial
        .coordinator
        .post("/v1/colours", &proposal(twice, "provincial", "senior", "top_half"));
    assert_eq!(proposed.expect(201)["evidence"].as_array().unwrap().len(), 2);
    // Of another division, another year, and by a rule that there is not.
    let student = proposal(&players[0], "provincial", "student", "all_rounds");
    provincial
        .coordinator
        .post("/v1/colours", &student)
        .refused(409, "not-earned");
    let mut earlier = proposal(&players[0], "provincial", "senior", "all_rounds");
    earlier["year"] = json!(2026);
    provincial
        .coordinator
        .post("/v1/colours", &earlier)
        .refused(409, "not-earned");
    for (level, basis) in [
        ("national", "all_rounds"),
        ("regional", "umpire"),
        ("provincial", "all_games"),
    ] {
        let proposal = proposal(&players[0], level, "senior", basis);
        provincial
            .coordinator
            .post("/v1/colours", &proposal)
            .refused(422, "no-such-rule");
    }
}

fn learners_win_all_games(app: &TestApp) {
    any_size(app);
    let learners = members(app, 4, "high_school");
    let plan = json!({ "division": "high_school", "rounds": 1 });
    let hall = event(app, "provincial", &plan, &learners);
    // The first wins every game; the other winner all but one.
    play(&hall, |one| {
        let games = if one["players"].to_string().contains(&learners[0]) {
            6
        } else {
            5
        };
        sheet(one, higher_wins(&hall, one, games))
    });
    ratify(&hall);
    let expected = BTreeSet::from([(learners[0].clone(), "all_games".to_owned())]);
    assert_eq!(candidates(app, "level=provincial"), expected);
    assert_eq!(lacks(app, &learners[1], "provincial", "all_games"), ["games_not_won"]);
    hall.coordinator
        .post(
            "/v1/colours",
            &proposal(&learners[0], "provincial", "high_school", "all_games"),
        )
        .expect(201);
    let senior = proposal(&learners[0], "provincial", "senior", "all_rounds");
    hall.coordinator.post("/v1/colours", &senior).refused(409, "not-earned");
}

fn colours_are_of_the_province_of_residence(app: &TestApp) {
    any_size(app);
    let players = members(app, 4, "senior");
    moves(app, &players[0], "2026-11-20", "ZA-GP", None);
    let hall = event(app, "provincial", &json!({ "rounds": 1 }), &players);
    play(&hall, |one| sheet(one, higher_wins(&hall, one, 5)));
    ratify(&hall);
    // Two have won their round: the first, who lives in Gauteng, and another.
    let elsewhere = app.coordinator("ZA-GP");
    let path = "/v1/colours-candidates?year=2027&level=provincial";
    let ids = |items: Vec<Value>| -> Vec<String> {
        items
            .iter()
            .map(|item| text(&item["player"]["id"]).to_owned())
            .collect()
    };
    assert_eq!(ids(elsewhere.get(path).items()), [players[0].clone()]);
    let here = ids(hall.coordinator.get(path).items());
    assert!(here.len() == 1 && here[0] != players[0]);
    let proposal = proposal(&players[0], "provincial", "senior", "all_rounds");
    hall.coordinator
        .post("/v1/colours", &proposal)
        .refused(403, "out-of-scope");
    let proposed = elsewhere.post("/v1/colours", &proposal).expect(201);
    assert_eq!(proposed["province"], "ZA-GP");
    assert_eq!(proposed["awarding_body"], "Morabaraba federation, Gauteng");
    // Who moves afterwards has them all the same.
    app.at("2026-11-23T08:00:00Z");
    let residence = json!({ "since": "2026-11-23", "province": "ZA-NW" });
    app.administrator()
        .post(&format!("/v1/players/{}/residences", players[0]), &residence)
        .expect(201);
    let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    let approved = app
        .administrator()
        .post(&approvals, &json!({ "reference": "Minutes" }))
        .expect(201);
    assert_eq!(approved["province"], "ZA-GP");
}

fn what_is_corrected_is_looked_at_once_more(app: &TestApp) {
    any_size(app);
    let players = members(app, 4, "senior");
    let hall = event(app, "provincial", &json!({ "rounds": 1 }), &players);
    play(&hall, |one| sheet(one, higher_wins(&hall, one, 5)));
    ratify(&hall);
    let proposed = hall.coordinator.post(
        "/v1/colours",
        &proposal(&players[0], "provincial", "senior", "all_rounds"),
    );
    let proposed = proposed.expect(201);
    let rounds = app.anyone().get(&format!("{}/rounds", hall.path)).items();
    let matches = hall.matches(&format!("/v1/rounds/{}", text(&rounds[0]["id"])));
    let one = matches
        .iter()
        .find(|one| one["players"].to_string().contains(&players[0]))
        .unwrap();
    let correction = json!({
        "version": one["version"], "published_rounds": 1, "reason": "Misread.",
        "sheet": sheet(one, higher_wins(&hall, one, 3)),
    });
    app.administrator()
        .post(&format!("/v1/matches/{}/corrections", text(&one["id"])), &correction)
        .expect(201);
    let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    let problem = app
        .administrator()
        .post(&approvals, &json!({ "reference": "Minutes" }))
        .refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "rounds_not_won");
}
