//! The draw as the umpire uses it: orders, waivers and own pairings, families, and fields that cannot be drawn.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::Hall;

on_sqlite! {
    the_umpire_orders_and_says_why,
    the_umpire_pairs_and_the_draw_stands_beside,
    what_breaks_the_rules_is_named,
    relatives_never_meet_and_nobody_learns_why,
    a_field_that_cannot_be_drawn_is_proved,
    a_waiver_lets_two_meet_again,
    waivers_spread_byes_and_rematches,
    six_entrants_play_five_of_six_rounds,
    everybody_meets_everybody,
    club_mates_are_told_of,
    a_tournament_may_end_early,
    names_in_reasons_are_hidden_at_once,
}

/// The two at each board of a round, by their numbers in the hall from 1, in any order.
pub fn pairs(hall: &Hall<'_>, round: &Value) -> BTreeSet<[usize; 2]> {
    let seeds = hall.seeds();
    let seed = |board: &Value, place: usize| seeds[text(&board["players"][place]["player"]["id"])];
    let boards = round["boards"].as_array().unwrap().iter();
    boards
        .map(|board| {
            let (one, other) = (seed(board, 0), seed(board, 1));
            [one.min(other), one.max(other)]
        })
        .collect()
}

fn the_umpire_orders_and_says_why(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 6);
    let p = &hall.players;
    hall.draw(&json!({ "ordered": [[p[0], p[1]]] }))
        .refused(422, "invalid-input");
    hall.draw(&json!({ "reason": "So." })).refused(422, "invalid-input");
    hall.draw(&json!({ "ordered": [[p[0]]], "reason": "So." }))
        .refused(422, "invalid-input");
    hall.draw(&json!({ "bye": p[0], "barred": [[p[0], p[1]]], "reason": "So." }))
        .refused(422, "invalid-input");
    let stranger = app.player(&app.club("ZA-NW"));
    let refused = hall
        .draw(&json!({ "ordered": [[p[0], stranger]], "reason": "So." }))
        .refused(422, "not-entered");
    assert_eq!(refused["errors"][0]["pointer"], "/ordered/0/1");
    let again = hall.draw(&json!({
        "ordered": [[p[0], p[1]], [p[1], p[0]]], "barred": [[p[2], p[3]], [p[2], p[3]]], "reason": "So.",
        "waivers": [
            { "kind": "rematch", "player_ids": [p[0], p[1]] }, { "kind": "barred", "player_ids": [p[0], p[1]] },
            { "kind": "second_bye", "player_ids": [p[0]] }, { "kind": "rematch", "player_ids": [p[1], p[0]] },
            { "kind": "second_bye", "player_ids": [p[0]] },
        ],
    }));
    let duplicate = |pointer: &str| (pointer.to_owned(), "duplicate".to_owned());
    assert_eq!(
        again.faults(),
        ["/barred/1", "/ordered/1", "/waivers/3", "/waivers/4"].map(duplicate)
    );
    let twice = json!({ "ordered": [[p[0], p[1]], [p[0], p[2]]], "reason": "So." });
    hall.draw(&twice).refused(422, "orders-contradict");
    let reason = "The hall is divided until noon.";
    let ordered = hall
        .draw(&json!({ "ordered": [[p[0], p[1]]], "barred": [[p[2], p[4]]], "reason": reason }))
        .expect(201);
    assert_eq!(pairs(&hall, &ordered), BTreeSet::from([[1, 2], [3, 6], [4, 5]]));
    assert_eq!(ordered["reason"], reason);
    // A plain draw takes its place.
    let plain = hall.draw(&json!({})).expect(201);
    assert_eq!(
        (pairs(&hall, &plain), &plain["reason"]),
        (BTreeSet::from([[1, 4], [2, 5], [3, 6]]), &json!(null))
    );
}

fn the_umpire_pairs_and_the_draw_stands_beside(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let p = &hall.players;
    let own = json!({ "pairs": [[p[3], p[2]], [p[1], p[0]]], "reason": "Two boards are of another make." });
    let drawn = hall.draw(&own).expect(201);
    assert_eq!(pairs(&hall, &drawn), BTreeSet::from([[1, 2], [3, 4]]));
    assert_eq!(drawn["computed"]["pairs"], json!([[p[0], p[2]], [p[1], p[3]]]));
    assert_eq!(drawn["reasons"], json!([]));
    let worse = drawn["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|warning| warning["code"] == "worse-than-the-draw");
    assert!(
        worse.is_some_and(|warning| text(&warning["sentence"]).contains("slide")),
        "{drawn}"
    );
    let path = format!("/v1/rounds/{}", text(&drawn["id"]));
    hall.step(&format!("{path}/publications")).expect(201);
    let public = app.anyone().get(&path).expect(200);
    assert_eq!(
        (&public["reason"], &public["computed"]),
        (&drawn["reason"], &drawn["computed"])
    );
}

fn what_breaks_the_rules_is_named(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let p = &hall.players;
    hall.play(|_| 6);
    let pairing = |pairs: Value| hall.draw(&json!({ "pairs": pairs, "reason": "So." }));
    let refused = pairing(json!([[p[0], p[2]], [p[1], p[3]]])).refused(422, "pairing-breaks-rules");
    let codes: Vec<&Value> = refused["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["code"])
        .collect();
    assert_eq!(codes, ["rematch", "rematch"]);
    assert_eq!(refused["violations"][0]["player_ids"], json!([p[0], p[2]]));
    let refused = pairing(json!([[p[0], p[1]]])).refused(422, "pairing-breaks-rules");
    let codes: Vec<&Value> = refused["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["code"])
        .collect();
    assert_eq!(codes, ["player-missing", "player-missing"]);
    pairing(json!([[p[0], p[1]], [p[2], p[3]]])).expect(201);
}

fn relatives_never_meet_and_nobody_learns_why(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let p = &hall.players;
    let bar = json!({ "player_ids": [p[0], p[2]], "relation": "siblings" });
    hall.coordinator.post("/v1/pairing-bars", &bar).expect(201);
    let drawn = hall.draw(&json!({})).expect(201);
    assert_eq!(pairs(&hall, &drawn), BTreeSet::from([[1, 4], [2, 3]]));
    let passed = &drawn["reasons"][0]["passed"][0];
    assert_eq!(
        (&passed["player_id"], &passed["why"]),
        (&json!(p[2]), &json!("relatives"))
    );
    assert!(text(&drawn["reasons"][0]["sentence"]).contains("they are relatives"));
    let path = format!("/v1/rounds/{}", text(&drawn["id"]));
    hall.step(&format!("{path}/publications")).expect(201);
    let public = app.anyone().get(&path);
    let told = &public.expect(200)["reasons"][0];
    assert_eq!(
        (&told["passed"], text(&told["sentence"]).contains("Before")),
        (&json!([]), false)
    );
    for word in ["relatives", "siblings", "barred", "may not meet"] {
        assert!(!public.body_text().contains(word), "{word}");
    }
    // Nor can the umpire pair them, or waive it.
    hall.enter_results(&path, |_| 6);
    hall.close(&path);
    let own = json!({ "pairs": [[p[0], p[2]], [p[1], p[3]]], "reason": "They want to." });
    let refused = hall.draw(&own).refused(422, "pairing-breaks-rules");
    assert_eq!(refused["violations"][0]["code"], "relatives");
}

fn a_field_that_cannot_be_drawn_is_proved(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let p = &hall.players;
    for pair in [[0, 1], [0, 2], [1, 2]] {
        let bar = json!({ "player_ids": [p[pair[0]], p[pair[1]]], "relation": "siblings" });
        hall.coordinator.post("/v1/pairing-bars", &bar).expect(201);
    }
    let refused = hall.draw(&json!({})).refused(409, "no-legal-draw");
    let groups: BTreeSet<String> = refused["witness"]["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| text(&group[0]).to_owned())
        .collect();
    assert_eq!(groups, p[..3].iter().cloned().collect());
    assert_eq!(refused["witness"]["outsiders"], json!([p[3]]));
    assert_eq!(
        (&refused["waivers"], &refused["waivers_are"]),
        (&json!([]), &json!("none_help"))
    );
    assert!(
        refused["ways_out"]
            .as_array()
            .unwrap()
            .contains(&json!("another_entrant"))
    );
    assert!(app.anyone().get(&format!("{}/rounds", hall.path)).items().is_empty());
    // One alone cannot play at all.
    let alone = Hall::new(app, &json!({}), 1);
    alone.draw(&json!({})).refused(409, "too-few-players");
}

fn a_waiver_lets_two_meet_again(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 6 }), 4);
    for _ in 0..3 {
        hall.play(|_| 6);
    }
    // Everybody has met everybody.
    let refused = hall.draw(&json!({})).refused(409, "no-legal-draw");
    assert_eq!(refused["waivers_are"], "fewest");
    let waivers = refused["waivers"].clone();
    assert_eq!(
        (waivers.as_array().unwrap().len(), &waivers[0]["kind"]),
        (2, &json!("rematch"))
    );
    // They are needed together, which one sentence says; one of them is not enough.
    let detail = text(&refused["detail"]);
    assert!(detail.contains("2 waivers together would allow a draw"), "{detail}");
    assert_eq!(detail.matches("meet again").count(), 2, "{detail}");
    for waiver in waivers.as_array().unwrap() {
        hall.draw(&json!({ "waivers": [waiver], "reason": "All want another round." }))
            .refused(409, "no-legal-draw");
    }
    let drawn = hall
        .draw(&json!({ "waivers": waivers, "reason": "All want another round." }))
        .expect(201);
    let told: Vec<&Value> = drawn["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| &warning["code"])
        .collect();
    assert_eq!(told, ["waived", "waived", "equipment-unconfirmed"]);
    let kind = json!([{ "kind": "second_bye", "player_ids": [hall.players[0], hall.players[1]] }]);
    hall.draw(&json!({ "waivers": kind, "reason": "So." }))
        .refused(422, "invalid-input");
}

/// Three have all met and rested after three rounds: in the next three everybody has one more bye and two rematches.
fn waivers_spread_byes_and_rematches(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 9 }), 3);
    for _ in 0..3 {
        hall.play(|_| 6);
    }
    for _ in 0..2 {
        let mut rested = BTreeSet::new();
        let mut met = BTreeSet::new();
        for _ in 0..3 {
            let refused = hall.draw(&json!({})).refused(409, "no-legal-draw");
            let waivers = refused["waivers"].as_array().unwrap();
            let kinds: Vec<&str> = waivers.iter().map(|waiver| text(&waiver["kind"])).collect();
            assert_eq!(kinds, ["rematch", "second_bye"]);
            let ids = |waiver: &Value| -> BTreeSet<String> {
                let ids = waiver["player_ids"].as_array().unwrap().iter();
                ids.map(|id| text(id).to_owned()).collect()
            };
            met.insert(ids(&waivers[0]));
            rested.insert(ids(&waivers[1]));
            let drawn = hall
                .draw(&json!({ "waivers": waivers, "reason": "All want another round." }))
                .expect(201);
            let round = format!("/v1/rounds/{}", text(&drawn["id"]));
            hall.step(&format!("{round}/publications")).expect(201);
            hall.enter_results(&round, |_| 6);
            hall.close(&round);
        }
        assert_eq!((rested.len(), met.len()), (3, 3), "{rested:?} {met:?}");
    }
}

/// More rounds are planned than six can play without a rematch: they play all five, whatever the results.
fn six_entrants_play_five_of_six_rounds(app: &TestApp) {
    for wins in 0..3 {
        let hall = Hall::new(app, &json!({ "rounds": 6 }), 6);
        for round in 0..5 {
            hall.play(|one| {
                let board = usize::try_from(one["board"].as_u64().unwrap()).unwrap();
                (board * (wins + 2) + round * wins) % 7
            });
        }
        hall.draw(&json!({})).refused(409, "no-legal-draw");
    }
}

fn everybody_meets_everybody(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "system": "round_robin" }), 5);
    let p = &hall.players;
    hall.draw(&json!({ "barred": [[p[0], p[1]]], "reason": "So." }))
        .refused(422, "nothing-to-order");
    let bar = json!({ "player_ids": [p[0], p[4]], "relation": "siblings" });
    hall.coordinator.post("/v1/pairing-bars", &bar).expect(201);
    let entry = &app.anyone().get(&format!("{}/entries", hall.path)).items()[0];
    let byes = format!("/v1/entries/{}/byes", text(&entry["id"]));
    hall.umpire
        .post(&byes, &json!({ "round": 1 }))
        .refused(422, "nothing-to-order");
    hall.coordinator
        .patch(&hall.path, "*", &json!({ "system": "modified_swiss" }))
        .refused(409, "has-entries");
    let mut met = Vec::new();
    for number in 1..=5 {
        assert_ne!(hall.state(), "finished", "round {number}");
        let round = hall.play(|_| 4);
        let public = app.anyone().get(&round);
        assert_eq!(
            public.expect(200)["warnings"],
            json!([]),
            "nobody learns who is barred from whom"
        );
        met.extend(pairs(&hall, &app.anyone().get(&round).expect(200)));
    }
    assert_eq!(hall.state(), "finished");
    let all: BTreeSet<[usize; 2]> = (1..=5)
        .flat_map(|one| (one + 1..=5).map(move |other| [one, other]))
        .filter(|pair| *pair != [1, 5])
        .collect();
    assert_eq!((met.len(), met.into_iter().collect::<BTreeSet<_>>()), (9, all));
    // Who rests in a round robin has nothing for it.
    let rows = hall.standings()["items"].as_array().unwrap().clone();
    assert!(rows.iter().all(|row| {
        row["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .all(|cell| cell["kind"] != "bye")
    }));
}

fn club_mates_are_told_of(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 0);
    let club = app.club("ZA-NW");
    for _ in 0..4 {
        hall.enter(&app.player(&club));
    }
    let drawn = hall.draw(&json!({})).expect(201);
    let told: Vec<&Value> = drawn["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| &warning["code"])
        .collect();
    // Four players for six rounds, too.
    assert_eq!(
        told,
        [
            "too-many-rounds",
            "too-few-opponents",
            "round-robin-advised",
            "same-club",
            "same-club",
            "equipment-unconfirmed",
            "not-checked-in"
        ]
    );
}

fn a_tournament_may_end_early(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let end = || {
        hall.umpire.post(
            &format!("{}/endings", hall.path),
            &json!({ "reason": "The power failed." }),
        )
    };
    end().refused(409, "wrong-state");
    let first = hall.publish();
    end().refused(409, "round-not-closed");
    hall.enter_results(&first, |_| 5);
    hall.close(&first);
    hall.draw(&json!({})).expect(201);
    end().refused(409, "round-not-closed");
    let drawn = hall.umpire.get(&format!("{}/draw", hall.path)).expect(200);
    hall.umpire
        .post(
            &format!("/v1/rounds/{}/undos", text(&drawn["id"])),
            &json!({ "state": "drawn" }),
        )
        .expect(201);
    let ended = end().expect(201);
    assert_eq!(
        (&ended["state"], &ended["ended_because"]),
        (&json!("finished"), &json!("The power failed."))
    );
    // And goes on after all.
    hall.umpire
        .post(&format!("{first}/undos"), &json!({ "state": "closed" }))
        .expect(201);
    assert_eq!(app.anyone().get(&hall.path).expect(200)["ended_because"], json!(null));
    hall.close(&first);
    assert_eq!(hall.state(), "running");
}

fn names_in_reasons_are_hidden_at_once(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 3);
    let child = app.player_named(&app.club("ZA-NW"), "Sithebe", "Lerato", "2012-04-17");
    hall.enter(&child);
    let consent = json!({
        "guardian": "Lindiwe Sithebe", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    let consent = app
        .administrator()
        .post(&format!("/v1/players/{child}/consents"), &consent)
        .expect(201);
    let round = hall.publish();
    let paths = [
        round.clone(),
        format!("{round}/matches"),
        format!("{}/standings", hall.path),
    ];
    for path in &paths {
        assert!(app.anyone().get(path).body_text().contains("Lerato Sithebe"), "{path}");
    }
    let withdrawals = format!("/v1/consents/{}/withdrawals", text(&consent["id"]));
    app.administrator().send("POST", &withdrawals, &[], None).expect(201);
    for path in &paths {
        let answer = app.anyone().get(path);
        assert!(
            !answer.body_text().contains("Sithebe") && answer.body_text().contains("L. S."),
            "{path}"
        );
    }
}
