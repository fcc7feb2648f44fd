//! Corrections: what was published stays, its successor differs exactly where it should, and both are computed again.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::events::{all_after, end};
use crate::hall::{Hall, sheet};
use crate::public_pages::seen;
use crate::season::{correct, matches, members, places, publish, ratified, row, rows, verified, won};

on_sqlite! {
    a_correction_differs_exactly_where_it_should,
    two_entries_of_one_person_stay_what_they_were,
    what_was_ratified_later_was_not_there_before,
}

const METHODS: [&str; 3] = ["game-points", "super-league", "glicko-2"];

fn publish_all(app: &TestApp, on: &str, replaced: Option<&[String]>) -> Vec<String> {
    let list = |(place, method): (usize, &&str)| {
        let mut list = json!({ "method": method, "on": on });
        if let Some(replaced) = replaced {
            list["replaces_id"] = json!(replaced[place]);
            list["reason"] = json!("A result was misread.");
        }
        publish(app, &list)
    };
    METHODS.iter().enumerate().map(list).collect()
}

/// The content of a row, but for how it moved.
fn told(row: &Value) -> Value {
    let mut row = row.clone();
    row["movement"].take();
    row
}

/// The players whose rows are other ones.
fn different(before: &[Value], after: &[Value]) -> BTreeSet<String> {
    let all = before
        .iter()
        .chain(after)
        .map(|row| text(&row["player"]["id"]).to_owned());
    let of = |rows: &[Value], player: &str| rows.iter().find(|row| row["player"]["id"] == player).map(told);
    all.filter(|player| of(before, player) != of(after, player)).collect()
}

/// The players whose rows the list says that it changes.
fn changes(app: &TestApp, list: &str) -> BTreeSet<String> {
    let page = app
        .anyone()
        .get(&format!("/v1/rankings/{list}/changes?limit=200"))
        .items();
    // Page by page it is the same.
    let (mut walked, mut cursor) = (Vec::new(), String::new());
    loop {
        let one = app
            .anyone()
            .get(&format!("/v1/rankings/{list}/changes?limit=1{cursor}"))
            .expect(200);
        walked.extend(one["items"].as_array().unwrap().clone());
        let Some(next) = one["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(walked, page);
    assert!(page.iter().all(|change| change["before"] != change["after"]));
    page.iter()
        .map(|change| text(&change["player"]["id"]).to_owned())
        .collect()
}

/// The list as worked out on paper: points by player, with the places that follow.
fn paper(halls: &[&Hall<'_>]) -> BTreeMap<String, (i64, usize, bool)> {
    let all: Vec<Value> = halls.iter().flat_map(|hall| matches(hall)).collect();
    let (won, mut paper) = (won(&all), BTreeMap::new());
    let places = places(&won);
    for (player, halves) in won {
        let place = places[&player];
        let shared = places.values().filter(|other| **other == place).count() > 1;
        paper.insert(player, (halves, place, shared));
    }
    paper
}

fn a_correction_differs_exactly_where_it_should(app: &TestApp) {
    let players = members(app, 5, 2);
    let wins = |one: &Value| [1, 5, 2, 4, 3][usize::try_from(one["board"].as_u64().unwrap()).unwrap() % 5];
    let old = ratified(app, ("provincial", "2026-11-20", 2), &players, wins);
    app.at("2026-12-05T08:00:00Z");
    let new = ratified(app, ("regional", "2026-12-05", 2), &players[..6], wins);
    let on_paper = paper(&[&old, &new]);
    let first = publish_all(app, "2026-12-05", None);
    let before: Vec<Vec<Value>> = first.iter().map(|list| rows(app, list, "")).collect();
    let one = matches(&old)
        .into_iter()
        .find(|one| one["players"][0]["points_fraction"] != json!("3"))
        .unwrap();
    let opened = format!(
        "/v1/rankings/{}/rows/{}",
        first[0],
        text(&one["players"][0]["player"]["id"])
    );
    let opened_before = app.anyone().get(&opened).expect(200);
    app.pass(chrono::TimeDelta::minutes(5));
    correct(
        app,
        &one,
        &sheet(
            &one,
            if one["players"][0]["points_fraction"] == json!("6") {
                0
            } else {
                6
            },
        ),
        2,
    );
    let corrected_at = |list: &str| {
        let list = app.anyone().get(&format!("/v1/rankings/{list}")).expect(200);
        list["result_corrected_at"].clone()
    };
    // A list says that it rests on a result that was corrected since; its page too.
    for list in &first {
        assert_ne!(corrected_at(list), json!(null));
        let page = seen(app, &format!("/rankings/{list}")).body_text();
        assert!(
            page.contains("A result on which this list rests was corrected on 5 December 2026"),
            "{page}"
        );
    }
    app.pass(chrono::TimeDelta::minutes(5));
    let second = publish_all(app, "2026-12-05", Some(&first));
    for list in &second {
        assert_eq!(corrected_at(list), json!(null));
    }
    end(app);
    let (events, _) = all_after(app, 0, 200);
    for list in &first {
        let told = events
            .iter()
            .any(|event| event["type"] == "ranking.changed" && event["id"] == **list);
        assert!(told, "that {list} was replaced");
    }
    // What was published is what it was; so is what it was made of.
    let after: Vec<Vec<Value>> = second.iter().map(|list| rows(app, list, "")).collect();
    for (list, rows_before) in first.iter().zip(&before) {
        assert_eq!(rows(app, list, ""), *rows_before);
    }
    assert_eq!(app.anyone().get(&opened).expect(200), opened_before);
    for (place, list) in second.iter().enumerate() {
        assert_eq!(
            changes(app, list),
            different(&before[place], &after[place]),
            "{}",
            METHODS[place]
        );
    }
    // By the paper: the two players of the match, and those whom they have passed.
    let corrected = paper(&[&old, &new]);
    let expected: BTreeSet<String> = corrected
        .iter()
        .filter(|(player, told)| on_paper[*player] != **told)
        .map(|(player, _)| player.clone())
        .collect();
    assert_eq!(changes(app, &second[0]), expected);
    let both = [0, 1].map(|seat| text(&one["players"][seat]["player"]["id"]).to_owned());
    assert!(both.iter().all(|player| expected.contains(player)) && expected.len() < players.len());
    for player in &players {
        let (was, is) = (row(&before[0], player), row(&after[0], player));
        assert_eq!(was["figure"] != is["figure"], both.contains(player), "{player}");
    }
    // Both are computed again to the last digit, each from what was on record then.
    assert_eq!(verified(app), [0; 6]);
}

fn two_entries_of_one_person_stay_what_they_were(app: &TestApp) {
    let players = members(app, 6, 1);
    ratified(app, ("provincial", "2026-11-20", 1), &players[..4], |_| 5);
    app.at("2026-12-05T08:00:00Z");
    ratified(app, ("provincial", "2026-12-05", 1), &players[2..], |_| 2);
    // One of the first event alone is one of the second alone; in a window of a month the former is not listed.
    let lists = publish_all(app, "2026-12-05", None);
    app.at("2027-01-04T08:00:00Z");
    let short = publish(app, &json!({ "method": "glicko-2", "on": "2027-01-04", "months": 1 }));
    assert_eq!(rows(app, &short, "").len(), 4);
    let (stays, duplicate) = (&players[5], &players[0]);
    let before: Vec<Value> = rows(app, &lists[0], "");
    app.pass(chrono::TimeDelta::minutes(5));
    let merger = json!({ "duplicate_id": duplicate });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    assert_eq!(verified(app), [0; 4]);
    // Both rows are there, with the name of the entry that stays, and each opens into its own event.
    let after = rows(app, &lists[0], "");
    assert_eq!(after.len(), before.len());
    for (was, is) in before.iter().zip(&after) {
        let player = if was["player"]["id"] == json!(duplicate) {
            json!(stays)
        } else {
            was["player"]["id"].clone()
        };
        assert_eq!(
            (&is["player"]["id"], &is["figure"], &is["rank"]),
            (&player, &was["figure"], &was["rank"])
        );
    }
    for (entry, day) in [(duplicate, "2026-11-20"), (stays, "2026-12-05")] {
        let opened = app
            .anyone()
            .get(&format!("/v1/rankings/{}/rows/{entry}", lists[0]))
            .expect(200);
        let events = opened["contributions"][0]["events"].as_array().unwrap();
        assert_eq!((events.len(), &events[0]["ends_on"]), (1, &json!(day)));
        assert_eq!(events[0]["points"], opened["row"]["figure"]);
    }
    let history = app.anyone().get(&format!("/v1/players/{stays}/rankings")).expect(200);
    assert_eq!(history["items"].as_array().unwrap().len(), 1);
    let moved = app
        .anyone()
        .get(&format!("/v1/players/{duplicate}/rankings?method=glicko-2"));
    assert_eq!(
        (moved.status, moved.header("location")),
        (308, format!("/v1/players/{stays}/rankings?method=glicko-2").as_str())
    );
    // A successor counts them as one.
    app.pass(chrono::TimeDelta::minutes(5));
    let second = publish_all(app, "2026-12-05", Some(&lists));
    assert_eq!(rows(app, &second[0], "").len(), before.len() - 1);
    assert_eq!(verified(app), [0; 7]);
    let gone = app
        .anyone()
        .get(&format!("/v1/rankings/{}/changes?limit=200", second[0]))
        .items();
    assert!(gone.iter().any(|change| change["after"].is_null()), "{gone:?}");
}

fn what_was_ratified_later_was_not_there_before(app: &TestApp) {
    let players = members(app, 4, 1);
    ratified(app, ("regional", "2026-11-20", 1), &players[..2], |_| 4);
    let list = json!({ "method": "game-points", "on": "2026-11-20" });
    let first = publish(app, &list);
    app.pass(chrono::TimeDelta::minutes(5));
    ratified(app, ("regional", "2026-11-20", 1), &players[2..], |_| 4);
    app.pass(chrono::TimeDelta::minutes(5));
    let second = json!({
        "method": "game-points", "on": "2026-11-20", "replaces_id": first, "reason": "An event was ratified late.",
    });
    let second = publish(app, &second);
    assert_eq!((rows(app, &first, "").len(), rows(app, &second, "").len()), (2, 4));
    assert_eq!(verified(app), [0, 0]);
    // Who is new shares the places of those who were there, so these say something else too.
    let changes = app
        .anyone()
        .get(&format!("/v1/rankings/{second}/changes?limit=200"))
        .items();
    assert_eq!(changes.iter().filter(|change| change["before"].is_null()).count(), 2);
    assert_eq!(changes.len(), 4);
}
