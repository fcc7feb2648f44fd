//! Rounds that an umpire has paired, or drawn by orders: whether they had to be otherwise, and what is said of them.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::Hall;
use crate::recognition::{evidence, lacks};

on_sqlite! {
    a_name_that_is_withheld_ends_a_sentence_once,
    a_round_is_as_drawn_or_otherwise_because_it_had_to_be,
    boards_that_were_called_out_are_kept_where_somebody_left,
    an_order_that_was_not_needed_is_told,
    an_umpires_pairing_says_what_would_have_been_drawn,
    club_mates_need_not_have_met,
    club_mates_are_kept_apart_in_three_rounds,
}

/// Plays what was drawn by orders; the path of the round.
fn play(hall: &Hall<'_>, orders: &Value) -> String {
    let drawn = hall.draw(orders).expect(201);
    let round = format!("/v1/rounds/{}", text(&drawn["id"]));
    hall.step(&format!("{round}/publications")).expect(201);
    hall.enter_results(&round, |_| 6);
    hall.close(&round);
    round
}

/// The sentence on a round that is as drawn.
fn plain(number: usize) -> Value {
    json!(format!("Round {number} is drawn by the modified Swiss system."))
}

fn a_round_is_as_drawn_or_otherwise_because_it_had_to_be(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let p = &hall.players;
    // The umpire pairs as it would have been drawn.
    let own = json!({ "pairs": [[p[3], p[1]], [p[0], p[2]]], "reason": "From memory." });
    play(&hall, &own);
    // A waiver that changes nothing.
    let rematch = |one: &Value, other: &Value| json!({ "kind": "rematch", "player_ids": [one, other] });
    let waiver = rematch(&json!(p[0]), &json!(p[2]));
    play(&hall, &json!({ "waivers": [waiver], "reason": "In case." }));
    hall.play(|_| 6);
    let by_hand = json!("Round 1 is paired by an umpire, as it would have been drawn: From memory.");
    assert_eq!(evidence(&hall, "draw"), [by_hand, plain(2), plain(3)]);
    // All have met; the proof asks for waivers.
    let proof = hall.draw(&json!({})).refused(409, "no-legal-draw");
    let fourth = play(
        &hall,
        &json!({ "waivers": proof["waivers"], "reason": "All have met." }),
    );
    assert_eq!(
        evidence(&hall, "draw")[3],
        "Round 4 is drawn by the modified Swiss system, with a rule set aside without which there was no draw: All have met."
    );
    assert_eq!(lacks(&hall, "draw"), [] as [Value; 0]);
    // Others could have met again as well, but these are not whom the proof asks for.
    let proof = hall.draw(&json!({})).refused(409, "no-legal-draw");
    let asked: Vec<&Value> = proof["waivers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["player_ids"])
        .collect();
    let boards = hall.matches(&fourth);
    let player = |board: usize, place: usize| &boards[board]["players"][place]["player"]["id"];
    let [first, second] = [0, 1].map(|board| [0, 1].map(|place| player(board, place)));
    let met = |pair: &[&Value; 2]| {
        asked
            .iter()
            .any(|asked| *asked == &json!(pair) || *asked == &json!([pair[1], pair[0]]))
    };
    let across = |swapped: usize| [[first[0], second[swapped]], [first[1], second[1 - swapped]]];
    let pairings = [[first, second], across(0), across(1)];
    let other = pairings.iter().find(|pairs| !pairs.iter().any(met)).unwrap();
    let waivers: Vec<Value> = other.iter().map(|[one, other]| rematch(one, other)).collect();
    play(
        &hall,
        &json!({ "pairs": other, "waivers": waivers, "reason": "I like it so." }),
    );
    assert_eq!(
        lacks(&hall, "draw"),
        ["Round 5 is paired by an umpire, and not as it would have been drawn: I like it so."]
    );
}

fn boards_that_were_called_out_are_kept_where_somebody_left(app: &TestApp) {
    let six = || {
        let mut hall = Hall::new(app, &json!({}), 5);
        let last = hall.enter(&app.player(&app.club("ZA-NW")));
        hall.draw(&json!({})).expect(201);
        hall.step(&format!("{last}/withdrawals")).expect(201);
        hall
    };
    let hall = six();
    let p = &hall.players;
    let kept = json!({ "pairs": [[p[0], p[3]], [p[1], p[4]]], "bye": p[2], "reason": "One has gone home." });
    play(&hall, &kept);
    assert_eq!(
        evidence(&hall, "draw"),
        ["Round 1 is paired by an umpire, as it was drawn but where somebody came or left: One has gone home."]
    );
    assert_eq!(lacks(&hall, "draw"), [] as [Value; 0]);
    // Somebody comes, and meets who would have had the bye.
    let drawn = hall.draw(&json!({})).expect(201);
    let late = app.player(&app.club("ZA-NW"));
    hall.umpire
        .post(&format!("{}/entries", hall.path), &json!({ "player_id": late }))
        .expect(201);
    let ids = |board: &Value| json!([board["players"][0]["player"]["id"], board["players"][1]["player"]["id"]]);
    let mut pairs: Vec<Value> = drawn["boards"].as_array().unwrap().iter().map(ids).collect();
    pairs.push(json!([drawn["bye"]["id"], late]));
    play(&hall, &json!({ "pairs": pairs, "reason": "One has come." }));
    assert_eq!(lacks(&hall, "draw"), [] as [Value; 0]);
    // Other boards than these are not kept.
    let hall = six();
    let p = &hall.players;
    let other = json!({ "pairs": [[p[0], p[1]], [p[2], p[4]]], "bye": p[3], "reason": "One has gone home." });
    play(&hall, &other);
    assert_eq!(
        lacks(&hall, "draw"),
        ["Round 1 is paired by an umpire, and not as it would have been drawn: One has gone home."]
    );
}

fn an_order_that_was_not_needed_is_told(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let p = &hall.players;
    play(
        &hall,
        &json!({ "ordered": [[p[0], p[3]]], "reason": "They ask for it." }),
    );
    assert_eq!(
        lacks(&hall, "draw"),
        ["Round 1 is drawn by an umpire's orders, which were not needed: They ask for it."]
    );
}

/// The sentence on club mates who meet.
fn clash(round: &Value) -> String {
    let warnings = round["warnings"].as_array().unwrap();
    let clash = warnings.iter().find(|warning| warning["code"] == "same-club");
    clash
        .map(|clash| text(&clash["sentence"]).to_owned())
        .unwrap_or_default()
}

fn an_umpires_pairing_says_what_would_have_been_drawn(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 0);
    let club = app.club("ZA-NW");
    let named = |family: &str, club: &str| app.player_named(club, family, "Thandiwe", "1998-04-17");
    let p = ["Mokoena", "Dlamini"].map(|family| named(family, &club));
    let others = ["Nkosi", "Botha"].map(|family| named(family, &app.club("ZA-NW")));
    for player in p.iter().chain(&others) {
        hall.enter(player);
    }
    let orders = json!({ "pairs": [[p[0], p[1]], [others[0], others[1]]], "reason": "I like it so." });
    let round = play(&hall, &orders);
    let read = app.anyone().get(&round).expect(200);
    assert_eq!(
        clash(&read),
        "Thandiwe Mokoena and Thandiwe Dlamini are of one club or team, which could have been avoided."
    );
    assert_eq!(read["computed"]["pairs"], json!([[p[0], others[0]], [p[1], others[1]]]));
    let told = "Paired by an umpire. The reason: I like it so.<br>The draw would have been: Thandiwe Mokoena – Thandiwe Nkosi; \
                Thandiwe Dlamini – Thandiwe Botha.";
    for page in [
        hall.path.replace("/v1", ""),
        format!("{}/pairings", round.replace("/v1", "")),
        format!("{}/wall-chart", round.replace("/v1", "")),
    ] {
        let page = app.anyone().get(&page).body_text();
        assert!(page.contains(told), "{page}");
    }
}

fn club_mates_need_not_have_met(app: &TestApp) {
    let club = app.club("ZA-NW");
    let mut hall = Hall::new(app, &json!({}), 2);
    for _ in 0..2 {
        hall.enter(&app.player(&club));
    }
    let p = &hall.players;
    let drawn = hall
        .draw(&json!({ "ordered": [[p[2], p[3]]], "reason": "So." }))
        .expect(201);
    assert!(clash(&drawn).ends_with("which could have been avoided."), "{drawn}");
    let mut one_club = Hall::new(app, &json!({}), 0);
    for _ in 0..4 {
        one_club.enter(&app.player(&club));
    }
    let drawn = one_club.draw(&json!({})).expect(201);
    assert!(clash(&drawn).ends_with("which could not be avoided."), "{drawn}");
}

fn club_mates_are_kept_apart_in_three_rounds(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "club_rounds": 2 }), 8);
    hall.publish();
    let apart = "Club mates are to be kept apart in the first 3 rounds, and not in 2.";
    assert_eq!(lacks(&hall, "draw"), [apart]);
    // Where everybody meets everybody there is nothing to avoid.
    let hall = Hall::new(app, &json!({ "club_rounds": 0, "system": "round_robin" }), 6);
    hall.publish();
    assert_eq!(lacks(&hall, "draw"), [] as [Value; 0]);
}

fn a_name_that_is_withheld_ends_a_sentence_once(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({ "level": "friendly" }), 0);
    for given in ["Lerato", "Sipho", "Thandi", "Mulalo"] {
        let child = app.player_named(&app.club("ZA-NW"), "Nkosi", given, "2015-01-01");
        hall.enter(&child);
    }
    let p = &hall.players;
    let orders = json!({ "pairs": [[p[0], p[1]], [p[2], p[3]]], "reason": "I like it so." });
    let drawn = hall.draw(&orders).expect(201);
    let round = text(&drawn["id"]);
    hall.step(&format!("/v1/rounds/{round}/publications")).expect(201);
    let tournament = hall.path.trim_start_matches("/v1");
    for path in [
        format!("/rounds/{round}/pairings"),
        format!("/rounds/{round}/wall-chart"),
        tournament.to_owned(),
    ] {
        let page = app.anyone().get(&path).body_text();
        let told = page
            .split("The draw would have been: ")
            .nth(1)
            .unwrap_or_else(|| panic!("{path}: {page}"));
        let told = told.split('<').next().unwrap();
        assert!(told.ends_with('.') && !told.ends_with(".."), "{path}: {told}");
    }
}
