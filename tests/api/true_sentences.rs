//! Sentences about a tournament, on pages, papers and over the API: in each of its states, with nobody, one or two in it, they say
//! what is so.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, umpire};
use crate::public_pages::seen;

on_sqlite! {
    before_the_first_round_nobody_has_won,
    a_cancelled_event_has_no_champion,
    an_event_under_review_is_not_final,
    rounds_are_counted_as_they_were_played,
    relatives_who_are_ordered_to_meet_are_named_as_such,
    a_club_in_grace_reads_the_day_that_counts,
}

/// Nouns that are counted in sentences; one of them alone is singular.
const NOUNS: [&str; 9] = [
    "rounds", "games", "players", "results", "boards", "points", "members", "matches", "teams",
];

/// All that everyone reads of a tournament, page by page.
#[track_caller]
fn all_told(app: &TestApp, tournament: &str) -> String {
    let page = tournament.trim_start_matches("/v1");
    let mut paths = vec!["/".to_owned(), page.to_owned()];
    paths.extend(["standings", "cross-table", "hall"].map(|paper| format!("{page}/{paper}")));
    paths.extend(["", "/standings", "/recognition", "/report"].map(|part| format!("{tournament}{part}")));
    for round in app.anyone().get(&format!("{tournament}/rounds")).items() {
        let round = format!("/rounds/{}", text(&round["id"]));
        paths.extend(["pairings", "wall-chart", "score-sheets"].map(|paper| format!("{round}/{paper}")));
    }
    let told = paths.iter().map(|path| {
        let answer = if path.starts_with("/v1") {
            app.anyone().get(path)
        } else {
            seen(app, path)
        };
        assert_eq!(answer.status, 200, "{path}: {}", answer.body_text());
        answer.body_text()
    });
    told.collect::<Vec<_>>().join("\n")
}

/// All that is told of the tournament, in which one thing is never many.
#[track_caller]
fn sound(app: &TestApp, tournament: &str) -> String {
    let told = all_told(app, tournament);
    for noun in NOUNS {
        for before in [" ", ">", "\"", "(", "\n"] {
            let wrong = format!("{before}1 {noun}");
            assert!(!told.contains(&wrong), "{wrong}: {told}");
        }
    }
    told
}

#[track_caller]
fn nobody_has_won(app: &TestApp, tournament: &str) {
    let told = sound(app, tournament);
    for word in ["Champion", "Final standings", "Final cross-table"] {
        assert!(!told.contains(word), "{word}: {told}");
    }
    let standings = app.anyone().get(&format!("{tournament}/standings")).expect(200);
    assert_eq!(
        (&standings["awards"], &standings["settled"]),
        (
            &json!({ "champions": [], "top_ladies": [], "top_learners": [] }),
            &json!(false)
        )
    );
}

fn before_the_first_round_nobody_has_won(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    for players in 0..=2 {
        let plan = json!({
            "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
            "ends_on": "2026-11-20", "venue": "Mahikeng", "rounds": 1,
        });
        let path = coordinator.post("/v1/tournaments", &plan).header("location").to_owned();
        nobody_has_won(app, &path);
        let mut hall = Hall::run_by(coordinator.clone(), umpire(app), &json!({ "rounds": 2, "games": 1 }));
        for _ in 0..players {
            hall.enter(&app.player(&app.club("ZA-NW")));
        }
        nobody_has_won(app, &hall.path);
        if players == 2 {
            hall.publish();
            nobody_has_won(app, &hall.path);
        }
    }
}

fn cancel(hall: &Hall<'_>) {
    let reason = json!({ "reason": "The hall was flooded." });
    hall.coordinator
        .post(&format!("{}/cancellations", hall.path), &reason)
        .expect(201);
}

fn a_cancelled_event_has_no_champion(app: &TestApp) {
    for rounds in 0..=2 {
        let hall = Hall::new(app, &json!({}), 4);
        for _ in 0..rounds {
            hall.play(|_| 5);
        }
        if rounds > 0 {
            assert!(sound(app, &hall.path).contains("Champion"));
        }
        cancel(&hall);
        nobody_has_won(app, &hall.path);
    }
}

fn an_event_under_review_is_not_final(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 1 }), 2);
    hall.play(|_| 5);
    hall.declare_ratified();
    // Answers that are kept are made anew once the service has changed a tournament.
    let change = || drop(Hall::new(app, &json!({}), 0));
    change();
    let told = sound(app, &hall.path);
    assert!(
        told.contains("Final standings") && told.contains("over, and ratified"),
        "{told}"
    );
    assert_eq!(hall.standings()["settled"], true);
    let since = "2026-11-20T09:00:00.000000Z";
    let sql = format!(
        "UPDATE tournaments SET under_review_since = '{since}' WHERE id = '{}'",
        hall.id()
    );
    app.connection().batch_execute(&sql).unwrap();
    change();
    let told = sound(app, &hall.path);
    for word in ["Final standings", "Final cross-table", "over, and ratified"] {
        assert!(!told.contains(word), "{word}: {told}");
    }
    assert!(
        told.contains("over, and under review") && told.contains("Awards as things stand"),
        "{told}"
    );
    assert_eq!(hall.standings()["settled"], false);
}

/// The sentences on the rounds, and whether they are as they should be.
fn on_rounds(hall: &Hall<'_>) -> Value {
    let recognition = hall.app.anyone().get(&format!("{}/recognition", hall.path)).expect(200);
    let items = recognition["items"].as_array().unwrap();
    let rounds = items.iter().find(|item| item["requirement"] == "rounds").unwrap();
    json!([rounds["evidence"], rounds["missing"]])
}

fn rounds_are_counted_as_they_were_played(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 8);
    assert_eq!(on_rounds(&hall)[0], json!(["Six rounds are planned."]));
    hall.play(|_| 5);
    let reason = json!({ "reason": "The power failed." });
    hall.umpire.post(&format!("{}/endings", hall.path), &reason).expect(201);
    assert_eq!(
        on_rounds(&hall),
        json!([
            ["Round 1 was played on 2026-11-20.", "Six rounds are planned."],
            ["It ended after 1 of 6 rounds, which no administrator has accepted: The power failed."]
        ])
    );
    sound(app, &hall.path);
    // Two can play one round.
    let hall = Hall::new(app, &json!({}), 2);
    hall.play(|_| 5);
    hall.umpire.post(&format!("{}/endings", hall.path), &reason).expect(201);
    let told = on_rounds(&hall).to_string();
    assert!(
        told.contains("It ended after 1 round, and the field can play no more."),
        "{told}"
    );
    sound(app, &hall.path);
}

fn relatives_who_are_ordered_to_meet_are_named_as_such(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let p = &hall.players;
    let siblings = json!({ "player_ids": [p[0], p[1]], "relation": "siblings" });
    app.administrator().post("/v1/pairing-bars", &siblings).expect(201);
    let refused = hall
        .draw(&json!({ "ordered": [[p[0], p[1]]], "reason": "They ask for it." }))
        .refused(422, "pairing-breaks-rules");
    assert_eq!(
        refused["violations"],
        json!([{ "code": "relatives", "player_ids": [p[0], p[1]] }])
    );
    assert!(text(&refused["detail"]).contains("they are relatives"), "{refused}");
}

fn a_club_in_grace_reads_the_day_that_counts(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    crate::hall::register(app, &player, &club, "senior");
    let days = json!({ "level": "club", "starts_on": "2027-06-19", "ends_on": "2027-06-19" });
    let hall = Hall::run_by(app.coordinator("ZA-NW"), umpire(app), &days);
    let refused = hall
        .coordinator
        .post(&format!("{}/entries", hall.path), &json!({ "player_id": player }))
        .refused(409, "club-lapsed");
    assert_eq!(
        refused["detail"],
        "The player's club is not in good standing on Saturday 19 June 2027, the first day of the tournament."
    );
}
