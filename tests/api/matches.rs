//! Matches: results entered, confirmed by another, disputed and ruled on.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, sheet};

on_both_databases! {
    a_result_says_who_started_and_who_won,
    a_sheet_is_filled_in_whole,
    a_sheet_is_sent_by_the_marks_of_one_player,
    a_result_is_confirmed_by_another,
    a_dispute_holds_the_round_until_it_is_ruled_on,
    a_batch_is_taken_whole_or_not_at_all,
    the_lot_decides_who_starts,
    two_at_once_and_one_wins,
}

/// A hall with a published round of four; the round's path and its matches.
pub fn four<'a>(app: &'a TestApp, changes: &Value) -> (Hall<'a>, String, Vec<Value>) {
    let hall = Hall::new(app, changes, 4);
    let round = hall.publish();
    let matches = hall.matches(&round);
    (hall, round, matches)
}

pub fn path(one: &Value) -> String {
    format!("/v1/matches/{}", text(&one["id"]))
}

fn a_result_says_who_started_and_who_won(app: &TestApp) {
    let (hall, _, matches) = four(app, &json!({}));
    let one = &matches[0];
    assert_eq!(
        (&one["state"], &one["version"], &one["games"]),
        (&json!("open"), &json!(0), &json!([]))
    );
    let games = json!([
        { "result": "first" }, { "result": "drawn" }, { "result": "second", "ended": "adjudicated" },
        { "result": "first" }, { "result": "neither", "ended": "forfeit" }, { "result": "second" },
    ]);
    let entered = hall
        .umpire
        .post(&format!("{}/results", path(one)), &json!({ "games": games }))
        .expect(201);
    // In round 1 the higher player starts: wins 1, halves 2, loses 3, loses 4, nothing in 5, wins 6.
    let points = |place: usize| {
        (
            entered["players"][place]["points"].clone(),
            entered["players"][place]["points_fraction"].clone(),
        )
    };
    assert_eq!(
        [points(0), points(1)],
        [(json!(2.5), json!("5/2")), (json!(2.5), json!("5/2"))]
    );
    let starters: Vec<&Value> = entered["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["starter_id"])
        .collect();
    let (upper, lower) = (&one["players"][0]["player"]["id"], &one["players"][1]["player"]["id"]);
    assert_eq!(starters, [upper, lower, upper, lower, upper, lower]);
    assert_eq!((&entered["state"], &entered["version"]), (&json!("entered"), &json!(1)));
    assert_eq!(app.anyone().get(&path(one)).expect(200), entered);
    // The same from the same account again is the same; anything else is refused.
    assert_eq!(
        hall.umpire
            .post(&format!("{}/results", path(one)), &json!({ "games": games }))
            .expect(201),
        entered
    );
    let other = hall.coordinator.post(&format!("{}/results", path(one)), &sheet(one, 3));
    other.refused(409, "result-entered");
    assert_eq!(app.anyone().get(&path(one)).expect(200), entered);
}

fn a_sheet_is_filled_in_whole(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({}));
    let results = format!("{}/results", path(&matches[0]));
    let enter = |body: Value| hall.umpire.post(&results, &body);
    let fault = |body: Value| enter(body).faults();
    let faults = |pointer: &str, code: &str| vec![(pointer.to_owned(), code.to_owned())];
    assert_eq!(fault(json!({})), faults("/games", "required"));
    assert_eq!(
        fault(json!({ "games": [{ "result": "first" }] })),
        faults("/games", "wrong-number")
    );
    let neither = json!({ "games": vec![json!({ "result": "neither" }); 6] });
    assert_eq!(enter(neither).faults().len(), 6);
    let player = &matches[0]["players"][0]["player"]["id"];
    let both = json!({ "games": vec![json!({ "result": "first" }); 6], "forfeited_by": player });
    assert_eq!(fault(both), faults("/forfeited_by", "not-allowed"));
    let stranger = &matches[1]["players"][0]["player"]["id"];
    enter(json!({ "forfeited_by": stranger })).refused(422, "not-entered");
    enter(json!({ "games": vec![json!({ "result": "first" }); 6], "first_starter_id": stranger }))
        .refused(422, "not-entered");
    enter(json!({ "forfeited_by": player, "referee": "me" })).refused(422, "invalid-input");
    let forfeited = enter(json!({ "forfeited_by": player })).expect(201);
    let points: Vec<&Value> = forfeited["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["points"])
        .collect();
    assert_eq!(points, [&json!(0.0), &json!(6.0)]);
    assert!(
        forfeited["games"]
            .as_array()
            .unwrap()
            .iter()
            .all(|game| game["ended"] == "forfeit")
    );
    assert_eq!(app.anyone().get(&format!("{round}/matches")).items()[0], forfeited);
}

fn a_sheet_is_sent_by_the_marks_of_one_player(app: &TestApp) {
    let (hall, _, matches) = four(app, &json!({}));
    let players = |one: &Value| [0, 1].map(|place| one["players"][place]["player"]["id"].clone());
    let [upper, lower] = players(&matches[0]);
    let enter = |body: &Value| hall.umpire.post(&format!("{}/results", path(&matches[0])), body);
    let marks = |player: &Value, games: &str| json!({ "marks": { "player_id": player, "games": games } });
    let faults = |body: &Value| enter(body).faults();
    let fault = |pointer: &str, code: &str| vec![(pointer.to_owned(), code.to_owned())];
    assert_eq!(faults(&marks(&upper, "1½0x10")), fault("/marks/games", "invalid-value"));
    assert_eq!(faults(&marks(&upper, "1½011")), fault("/games", "wrong-number"));
    let mut both = marks(&upper, "1½0110");
    both["games"] = json!(vec![json!({ "result": "first" }); 6]);
    assert_eq!(faults(&both), fault("/marks", "not-allowed"));
    let [stranger, _] = players(&matches[1]);
    enter(&marks(&stranger, "1½0110")).refused(422, "not-entered");
    let entered = enter(&marks(&lower, "0 ½ 1 0 + -")).expect(201);
    let points = [0, 1].map(|place| entered["players"][place]["points"].clone());
    assert_eq!(points, [json!(3.5), json!(2.5)]);
    // The higher player starts games 1, 3 and 5.
    let results: Vec<&Value> = entered["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["result"])
        .collect();
    assert_eq!(results, ["first", "drawn", "second", "second", "second", "second"]);
    let endings: Vec<bool> = entered["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["ended"] == "forfeit")
        .collect();
    assert_eq!(endings, [false, false, false, false, true, true]);
    assert_eq!(
        enter(&marks(&upper, "1½01-+")).expect(201),
        entered,
        "the same, told of the other"
    );
}

fn a_result_is_confirmed_by_another(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({ "level": "friendly" }));
    let one = &matches[0];
    let confirm = |caller: &crate::caller::Caller<'_>, version: i64| {
        caller.post(&format!("{}/confirmations", path(one)), &json!({ "version": version }))
    };
    confirm(&hall.coordinator, 0).refused(409, "result-missing");
    hall.enter_results(&round, |_| 4);
    confirm(&hall.umpire, 1).refused(403, "second-person-needed");
    confirm(&hall.coordinator, 2).refused(412, "stale");
    assert_eq!(confirm(&hall.coordinator, 1).expect(201)["state"], "confirmed");
    confirm(&hall.coordinator, 1).refused(409, "already-confirmed");
    let results = hall.umpire.get(&format!("{}/results", path(one))).items();
    assert_eq!(results.len(), 1);
    assert_ne!(results[0]["entered_by"], results[0]["confirmed_by"]);
    app.coordinator("ZA-GP")
        .get(&format!("{}/results", path(one)))
        .refused(403, "out-of-scope");
    // A friendly round is closed without it.
    hall.close(&round);
    // The nation's is not.
    let mut hall = Hall::new(app, &json!({ "level": "national" }), 0);
    for _ in 0..2 {
        let club = crate::hall::affiliated(app);
        let player = app.player(&club);
        crate::hall::register(app, &player, &club, "senior");
        hall.enter(&player);
    }
    let round = hall.publish();
    hall.enter_results(&round, |_| 3);
    let unfinished = hall.step(&format!("{round}/closings")).refused(409, "round-unfinished");
    assert_eq!(unfinished["missing"]["confirmations"], json!([1]));
    hall.confirm(&round);
    hall.close(&round);
}

fn a_dispute_holds_the_round_until_it_is_ruled_on(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({}));
    let one = &matches[0];
    hall.enter_results(&round, |_| 4);
    let disputes = format!("{}/disputes", path(one));
    let dispute = hall
        .coordinator
        .post(&disputes, &json!({ "reason": "The fourth game was drawn." }));
    let raised = dispute.expect(201);
    assert_eq!((&raised["match_id"], &raised["ruling"]), (&one["id"], &json!(null)));
    hall.umpire
        .post(&disputes, &json!({ "reason": "Again." }))
        .refused(409, "disputed");
    assert_eq!(app.anyone().get(&path(one)).expect(200)["state"], "disputed");
    hall.coordinator
        .post(&format!("{}/confirmations", path(one)), &json!({ "version": 1 }))
        .refused(409, "disputed");
    hall.umpire
        .post(&format!("{}/undos", path(one)), &json!({ "version": 1 }))
        .refused(409, "disputed");
    let correction = json!({ "version": 1, "published_rounds": 1, "sheet": sheet(one, 2), "reason": "So." });
    hall.umpire
        .post(&format!("{}/corrections", path(one)), &correction)
        .refused(409, "disputed");
    let unfinished = hall.step(&format!("{round}/closings")).refused(409, "round-unfinished");
    assert_eq!(unfinished["missing"]["rulings"], json!([1]));
    let rulings = format!("{}/rulings", dispute.header("location"));
    hall.umpire
        .post(&rulings, &json!({ "ruling": " " }))
        .refused(422, "invalid-input");
    let ruling = json!({ "ruling": "Both players' notes show a draw.", "sheet": sheet(one, 3) });
    let ruled = hall.umpire.post(&rulings, &ruling).expect(201);
    assert_eq!(ruled["ruling"], "Both players' notes show a draw.");
    hall.umpire
        .post(&rulings, &json!({ "ruling": "Otherwise." }))
        .refused(409, "already-ruled");
    let after = app.anyone().get(&path(one)).expect(200);
    assert_eq!(
        (&after["state"], &after["version"], &after["players"][0]["points"]),
        (&json!("entered"), &json!(2), &json!(3.0))
    );
    // Another one, in which the result stands.
    let second = hall.coordinator.post(&disputes, &json!({ "reason": "Still." }));
    let rulings = format!("{}/rulings", second.header("location"));
    hall.umpire
        .post(&rulings, &json!({ "ruling": "It stands." }))
        .expect(201);
    assert_eq!(app.anyone().get(&path(one)).expect(200), after);
    assert_eq!(hall.umpire.get(&disputes).items().len(), 2);
    assert_eq!(hall.umpire.get(dispute.header("location")).expect(200), ruled);
    app.anyone().get(&disputes).refused(401, "token-required");
    hall.close(&round);
}

fn a_batch_is_taken_whole_or_not_at_all(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({}));
    let results = format!("{round}/results");
    let item = |one: &Value| json!({ "match_id": one["id"], "sheet": sheet(one, 3) });
    let send = |items: Value| hall.umpire.post(&results, &json!({ "results": items }));
    send(json!([])).refused(422, "invalid-input");
    let faults = send(json!([item(&matches[0]), item(&matches[0])])).faults();
    assert_eq!(faults, [("/results/1/match_id".to_owned(), "duplicate".to_owned())]);
    let mut short = item(&matches[1]);
    short["sheet"]["games"].as_array_mut().unwrap().pop();
    let faults = send(json!([item(&matches[0]), short])).faults();
    assert_eq!(
        faults,
        [("/results/1/sheet/games".to_owned(), "wrong-number".to_owned())]
    );
    let foreign = json!({ "match_id": round.rsplit('/').next(), "sheet": sheet(&matches[0], 3) });
    send(json!([item(&matches[0]), foreign])).refused(422, "not-entered");
    assert!(hall.matches(&round).iter().all(|one| one["state"] == "open"));
    send(json!([item(&matches[0])])).expect(201);
    let other = json!([item(&matches[1]), { "match_id": matches[0]["id"], "sheet": sheet(&matches[0], 1) }]);
    let problem = send(other).refused(409, "result-entered");
    assert_eq!(problem["errors"][0]["pointer"], "/results/1/match_id");
    assert_eq!(hall.matches(&round)[1]["state"], "open");
    // What is there already, unchanged and from the same hand, is no hindrance.
    assert_eq!(
        send(json!([item(&matches[0]), item(&matches[1])])).expect(201)["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let confirm = |items: Value| {
        hall.coordinator
            .post(&format!("{round}/confirmations"), &json!({ "confirmations": items }))
    };
    let named = |one: &Value, version: i64| json!({ "match_id": one["id"], "version": version });
    confirm(json!([named(&matches[0], 1), named(&matches[1], 7)])).refused(412, "stale");
    assert!(hall.matches(&round).iter().all(|one| one["state"] == "entered"));
    confirm(json!([named(&matches[0], 1), named(&matches[1], 1)])).expect(201);
    assert!(hall.matches(&round).iter().all(|one| one["state"] == "confirmed"));
}

fn the_lot_decides_who_starts(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({}));
    let one = &matches[0];
    let [upper, lower] = [0, 1].map(|place| &one["players"][place]["player"]["id"]);
    assert_eq!(one["starter_id"], *upper);
    // The upper player wins all games, though the lower one starts.
    let games: Vec<Value> = ["second", "first"]
        .iter()
        .cycle()
        .take(6)
        .map(|result| json!({ "result": result }))
        .collect();
    let sheet_of_lot = json!({ "games": games, "first_starter_id": lower });
    let entered = hall
        .umpire
        .post(&format!("{}/results", path(one)), &sheet_of_lot)
        .expect(201);
    assert_eq!(
        (&entered["games"][0]["starter_id"], &entered["players"][0]["points"]),
        (lower, &json!(6.0))
    );
    assert_eq!(app.anyone().get(&path(one)).expect(200)["starter_id"], *lower);
    hall.umpire
        .post(&format!("{}/results", path(&matches[1])), &sheet(&matches[1], 6))
        .expect(201);
    hall.close(&round);
    // The winners meet, and the one who has not started yet starts, though in an even round the lower would.
    let second = hall.publish();
    let winners = &hall.matches(&second)[0];
    assert_eq!(
        (&winners["players"][0]["player"]["id"], &winners["starter_id"]),
        (upper, upper)
    );
}

fn two_at_once_and_one_wins(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({}));
    let statuses = |first: &(dyn Fn() -> u16 + Sync), second: &(dyn Fn() -> u16 + Sync)| {
        let mut both = std::thread::scope(|scope| {
            let (first, second) = (scope.spawn(first), scope.spawn(second));
            [first.join().unwrap(), second.join().unwrap()]
        });
        both.sort_unstable();
        both
    };
    // Different results of one match.
    let results = format!("{}/results", path(&matches[0]));
    let enter =
        |caller: &crate::caller::Caller<'_>, wins: usize| caller.post(&results, &sheet(&matches[0], wins)).status;
    assert_eq!(
        statuses(&|| enter(&hall.umpire, 4), &|| enter(&hall.coordinator, 2)),
        [201, 409]
    );
    assert_eq!(hall.umpire.get(&results).items().len(), 1);
    // Two confirmations of one result.
    let (second, third) = (app.coordinator("ZA-NW"), app.coordinator("ZA-NW"));
    let confirmations = format!("{}/confirmations", path(&matches[0]));
    let confirm = |caller: &crate::caller::Caller<'_>| caller.post(&confirmations, &json!({ "version": 1 })).status;
    assert_eq!(statuses(&|| confirm(&second), &|| confirm(&third)), [201, 409]);
    // A correction and the publication of the round that was drawn before it.
    hall.umpire
        .post(&format!("{}/results", path(&matches[1])), &sheet(&matches[1], 4))
        .expect(201);
    hall.close(&round);
    let drawn = hall.draw(&json!({})).expect(201);
    let publications = format!("/v1/rounds/{}/publications", text(&drawn["id"]));
    let wins = if app.anyone().get(&path(&matches[0])).expect(200)["players"][0]["points"] == 4.0 {
        1
    } else {
        5
    };
    let correction = json!({
        "version": 1, "published_rounds": 1, "sheet": sheet(&matches[0], wins), "reason": "Read from the wrong side.",
    });
    let correct = || {
        hall.coordinator
            .post(&format!("{}/corrections", path(&matches[0])), &correction)
            .status
    };
    let both = statuses(&correct, &|| hall.step(&publications).status);
    assert!([[201, 409], [201, 412]].contains(&both), "{both:?}");
}
