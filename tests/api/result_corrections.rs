//! Corrections of results: what was stays on record, and what was entered last is undone.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::events::{all_after, end};
use crate::hall::{Hall, sheet};
use crate::matches::{four, path};

on_sqlite! {
    a_correction_keeps_what_was,
    a_published_round_stays_and_says_what_would_differ,
    what_was_entered_last_is_undone,
}

fn a_correction_keeps_what_was(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({ "rounds": 1 }));
    let one = &matches[0];
    let correct = |version: i64, published: i64, wins: usize| {
        let body = json!({
            "version": version, "published_rounds": published, "sheet": sheet(one, wins), "reason": "Read from the wrong side.",
        });
        hall.umpire.post(&format!("{}/corrections", path(one)), &body)
    };
    correct(0, 1, 2).refused(409, "result-missing");
    hall.enter_results(&round, |_| 4);
    hall.confirm(&round);
    correct(2, 1, 2).refused(412, "stale");
    correct(1, 0, 2).refused(412, "stale");
    let corrected = correct(1, 1, 2).expect(201);
    // A second person looks at it again.
    assert_eq!(
        (&corrected["state"], &corrected["version"]),
        (&json!("entered"), &json!(2))
    );
    assert_eq!(corrected["players"][0]["points"], 2.0);
    hall.close(&round);
    assert_eq!(hall.state(), "finished");
    // After the close too.
    let late = correct(2, 1, 1).expect(201);
    assert_eq!(late["players"][0]["points"], 1.0);
    let history = hall.coordinator.get(&format!("{}/results", path(one))).items();
    let told: Vec<[&Value; 2]> = history
        .iter()
        .map(|result| [&result["version"], &result["reason"]])
        .collect();
    let reason = json!("Read from the wrong side.");
    assert_eq!(
        told,
        [[&json!(1), &json!(null)], [&json!(2), &reason], [&json!(3), &reason]]
    );
    assert_ne!(history[0]["confirmed_by"], json!(null));
    let points = |standings: &Value, player: &Value| {
        let rows = standings["items"].as_array().unwrap();
        rows.iter()
            .find(|row| row["player"]["id"] == *player)
            .map(|row| row["points"].clone())
            .unwrap()
    };
    assert_eq!(
        points(&hall.standings(), &one["players"][0]["player"]["id"]),
        json!(1.0)
    );
}

fn a_published_round_stays_and_says_what_would_differ(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 6);
    let first = hall.play(|_| 6);
    let second = hall.publish();
    let before = app.anyone().get(&second).expect(200);
    let one = &hall.matches(&first)[2];
    let correct = |version: i64, wins: usize| {
        let body = json!({
            "version": version, "published_rounds": 2, "sheet": sheet(one, wins), "reason": "Read from the wrong side.",
        });
        hall.umpire
            .post(&format!("{}/corrections", path(one)), &body)
            .expect(201);
        app.anyone().get(&second).expect(200)
    };
    app.pass(chrono::TimeDelta::minutes(1));
    let after = correct(1, 0);
    assert_eq!(after["boards"], before["boards"]);
    assert_eq!(after["differs_today"]["pairs"].as_array().unwrap().len(), 3);
    // Whoever follows the events reads the round again.
    end(app);
    let (events, _) = all_after(app, 0, 200);
    let round = second.rsplit('/').next().unwrap();
    let changed = |event: &&Value| event["type"] == "round.changed" && event["id"] == round;
    assert_eq!(events.iter().filter(changed).count(), 1, "{events:?}");
    // Mended again, it is as if nothing had been.
    assert_eq!(correct(2, 6)["differs_today"], json!(null));
}

fn what_was_entered_last_is_undone(app: &TestApp) {
    let (hall, round, matches) = four(app, &json!({}));
    let one = &matches[0];
    let undo = |version: i64| {
        hall.umpire
            .post(&format!("{}/undos", path(one)), &json!({ "version": version }))
    };
    undo(0).refused(409, "result-missing");
    hall.enter_results(&round, |_| 4);
    hall.confirm(&round);
    undo(2).refused(412, "stale");
    assert_eq!(undo(1).expect(201)["state"], "entered");
    let open = undo(1).expect(201);
    assert_eq!(
        (&open["state"], &open["version"], &open["games"]),
        (&json!("open"), &json!(0), &json!([]))
    );
    hall.coordinator
        .post(&format!("{}/results", path(one)), &sheet(one, 2))
        .expect(201);
    assert_eq!(app.anyone().get(&path(one)).expect(200)["version"], 2);
    hall.close(&round);
    undo(2).refused(409, "round-closed");
    hall.umpire
        .post(&format!("{}/results", path(one)), &sheet(one, 5))
        .refused(409, "round-closed");
    let history = hall.umpire.get(&format!("{}/results", path(one))).items();
    assert_ne!(history[0]["undone_at"], json!(null));
    assert_eq!(history[1]["undone_at"], json!(null));
}
