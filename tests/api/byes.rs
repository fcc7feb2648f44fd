//! Byes, given and asked for, and players who come late or go.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::draws::pairs;
use crate::hall::Hall;

on_both_databases! {
    byes_are_given_and_asked_for,
    who_has_withdrawn_has_no_bye,
    nobody_helps_themselves,
    who_comes_late_and_who_goes,
    who_has_played_nothing_comes_last,
}

fn byes_are_given_and_asked_for(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({ "bye_value": "half" }), 4);
    let entry = hall.enter(&app.player(&app.club("ZA-NW")));
    let first = hall.play(|_| 6);
    assert_eq!(
        app.anyone().get(&first).expect(200)["bye"]["id"],
        json!(hall.players[4])
    );
    let byes = format!("{}/byes", hall.path);
    let given = app.anyone().get(&byes).items();
    assert_eq!(
        (&given[0]["kind"], &given[0]["value"], &given[0]["round"]),
        (&json!("allocated"), &json!("half"), &json!(1))
    );
    let row = |standings: &Value| {
        standings["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["player"]["id"] == json!(hall.players[4]))
            .cloned()
            .unwrap()
    };
    assert_eq!(
        row(&hall.standings())["rounds"][0],
        json!({
            "kind": "bye", "opponent_id": null, "opponent_row": null, "points": 3.0, "points_fraction": "3", "forfeit": false, "allocated": true,
        })
    );
    // In rounds 2 and 3 the same player rests by request, which does not count against a bye.
    let ask = |caller: &crate::caller::Caller<'_>, round: i64| {
        caller.post(&format!("{entry}/byes"), &json!({ "round": round }))
    };
    ask(&hall.umpire, 1).refused(422, "round-out-of-reach");
    ask(&hall.umpire, 7).refused(422, "round-out-of-reach");
    ask(&app.coordinator("ZA-GP"), 2).refused(403, "out-of-scope");
    // What counts something is not for the player's own side to give.
    let club = app.anyone().get(&entry).expect(200)["club_id"].clone();
    let full = json!({ "round": 2, "value": "full" });
    app.secretary(text(&club))
        .post(&format!("{entry}/byes"), &full)
        .refused(409, "wrong-state");
    let asked = ask(&hall.umpire, 2).expect(201);
    ask(&hall.umpire, 2).refused(409, "already-resting");
    let third = ask(&hall.coordinator, 3).expect(201);
    let withdrawals = format!("/v1/byes/{}/withdrawals", text(&third["id"]));
    hall.umpire.send("POST", &withdrawals, &[], None).expect(201);
    hall.umpire
        .send("POST", &withdrawals, &[], None)
        .refused(404, "not-found");
    let second = hall.play(|_| 6);
    assert_eq!(app.anyone().get(&second).expect(200)["bye"], json!(null));
    assert_eq!(row(&hall.standings())["rounds"][1]["points"], 0.0);
    let asked = format!("/v1/byes/{}/withdrawals", text(&asked["id"]));
    hall.umpire
        .send("POST", &asked, &[], None)
        .refused(422, "round-out-of-reach");
    // An odd field again: somebody who has not rested by the draw.
    let drawn = hall.draw(&json!({})).expect(201);
    assert_ne!(drawn["bye"]["id"], json!(hall.players[4]));
}

fn who_has_withdrawn_has_no_bye(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    let entry = hall.enter(&app.player(&app.club("ZA-NW")));
    // One bye that the draw gives, and one that is asked for.
    hall.play(|_| 6);
    hall.umpire
        .post(&format!("{entry}/byes"), &json!({ "round": 3 }))
        .expect(201);
    let rounds = || -> Vec<Value> {
        let byes = app.anyone().get(&format!("{}/byes", hall.path)).items();
        assert!(byes.iter().all(|bye| bye["player"]["id"] == json!(hall.players[4])));
        byes.iter().map(|bye| bye["round"].clone()).collect()
    };
    assert_eq!(rounds(), [1, 3]);
    // What was had stays.
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    assert_eq!(rounds(), [1]);
    hall.step(&format!("{entry}/returns")).expect(201);
    assert_eq!(rounds(), [1, 3]);
}

fn nobody_helps_themselves(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 3);
    let own = hall.enter(&hall.umpire_player.clone());
    let byes = format!("{own}/byes");
    let full = json!({ "round": 2, "value": "full" });
    hall.umpire.post(&byes, &full).refused(403, "conflict-of-interest");
    let rest = json!({ "round": 2 });
    hall.umpire.post(&byes, &rest).refused(403, "conflict-of-interest");
    let club = app.anyone().get(&own).expect(200)["club_id"].clone();
    app.secretary(text(&club))
        .post(&byes, &full)
        .refused(403, "out-of-scope");
    let asked = app.secretary(text(&club)).post(&byes, &rest).expect(201);
    hall.step(&format!("/v1/byes/{}/withdrawals", text(&asked["id"])))
        .refused(403, "conflict-of-interest");
    hall.coordinator
        .post(&byes, &json!({ "round": 3, "value": "half" }))
        .expect(201);
    let p = &hall.players;
    for orders in [
        json!({ "pairs": [[p[0], p[3]], [p[1], p[2]]], "reason": "So." }),
        json!({ "barred": [[p[0], p[3]]], "reason": "So." }),
        json!({ "waivers": [{ "kind": "rematch", "player_ids": [p[0], p[3]] }], "reason": "So." }),
    ] {
        hall.draw(&orders).refused(403, "conflict-of-interest");
    }
    hall.draw(&json!({ "ordered": [[p[0], p[1]]], "reason": "So." }))
        .expect(201);
    hall.draw(&json!({})).expect(201);
}

fn who_comes_late_and_who_goes(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 4);
    hall.play(|_| 6);
    let late = app.player(&app.club("ZA-NW"));
    let body = json!({ "player_id": late });
    // A club cannot any more; the umpire can.
    let club = app.anyone().get(&format!("/v1/players/{late}")).expect(200)["club_id"].clone();
    let entries = format!("{}/entries", hall.path);
    app.secretary(text(&club))
        .post(&entries, &body)
        .refused(409, "wrong-state");
    let entry = hall.umpire.post(&entries, &body).expect(201);
    assert_eq!((&entry["first_round"], &entry["seed"]), (&json!(2), &json!(5)));
    hall.players.push(late.clone());
    let leaving = app.anyone().get(&entries).items()[0].clone();
    assert_eq!(leaving["player"]["id"], json!(hall.players[0]));
    let path = format!("/v1/entries/{}", text(&leaving["id"]));
    let gone = hall.step(&format!("{path}/withdrawals")).expect(201);
    assert_eq!(gone["absences"], json!([{ "first_round": 2, "last_round": null }]));
    let second = hall.play(|_| 6);
    let read = app.anyone().get(&second).expect(200);
    let playing = pairs(&hall, &read);
    assert!(playing.iter().flatten().all(|seed| *seed != 1) && playing.iter().flatten().any(|seed| *seed == 5));
    let row = |player: &String| {
        hall.standings()["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["player"]["id"] == json!(player))
            .cloned()
            .unwrap()
    };
    // No points for the round missed; what was won stays.
    assert_eq!(row(&late)["rounds"][0]["kind"], "absent");
    assert_eq!(
        (&row(&hall.players[0])["points"], &row(&hall.players[0])["withdrawn"]),
        (&json!(6.0), &json!(true))
    );
    let back = hall.step(&format!("{path}/returns")).expect(201);
    assert_eq!(back["absences"], json!([{ "first_round": 2, "last_round": 2 }]));
    let third = hall.draw(&json!({})).expect(201);
    let playing = pairs(&hall, &third);
    assert!(playing.iter().flatten().any(|seed| *seed == 1) || third["bye"]["id"] == json!(hall.players[0]));
}

fn who_has_played_nothing_comes_last(app: &TestApp) {
    let plan = json!({ "level": "regional", "ends_on": "2026-11-20", "rounds": 2 });
    let hall = Hall::new(app, &plan, 4);
    hall.agree_rounds(2);
    hall.play(|_| 6);
    // Whoever comes late is last in the draw, and so has the bye.
    let late = app.player_named(&app.club("ZA-NW"), "Zungu", "Zanele", "1990-01-01");
    hall.umpire
        .post(&format!("{}/entries", hall.path), &json!({ "player_id": late }))
        .expect(201);
    let round = hall.play(|_| 6);
    assert_eq!(app.anyone().get(&round).expect(200)["bye"]["id"], json!(late));
    let standings = hall.standings();
    let items = standings["items"].as_array().unwrap();
    let (last, before) = (&items[4], &items[3]);
    // The points stay; the place is behind one who has lost every game.
    assert_eq!(
        (&last["player"]["id"], &last["points"], &last["rank"], &last["played"]),
        (&json!(late), &json!(3.0), &json!(5), &json!(false))
    );
    assert_eq!(
        (&before["points"], &before["rank"], &before["played"]),
        (&json!(0.0), &json!(4), &json!(true))
    );
    assert!(
        !standings["awards"].to_string().contains(&late),
        "{}",
        standings["awards"]
    );
    let csv = app
        .anyone()
        .get_with(&format!("{}/standings", hall.path), &[("accept", "text/csv")])
        .body_text();
    let page = hall.path.strip_prefix("/v1").unwrap();
    for paper in [format!("{page}/standings"), format!("{page}/cross-table")] {
        let text = app.anyone().get(&paper).body_text();
        let (before, _) = text.split_once("Zungu").unwrap();
        assert!(before.matches("Mokoena").count() >= 4, "{paper}: {text}");
    }
    assert!(csv.trim_end().lines().last().unwrap().starts_with("5,"), "{csv}");
    assert!(csv.trim_end().lines().last().unwrap().contains("Zungu"), "{csv}");
    // No candidate for colours has played nothing.
    hall.confirm_equipment();
    hall.ratify().expect(201);
    let candidates = app
        .administrator()
        .get("/v1/colours-candidates?year=2027&level=regional&limit=200");
    assert!(!candidates.expect(200).to_string().contains(&late));
    let archive = app.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    let rows = archive["outcome"]["standings"].as_array().unwrap();
    assert_eq!((&rows[4]["seed"], &rows[4]["rank"]), (&json!(5), &json!(5)));
}
