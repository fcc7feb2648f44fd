//! Entries made many at once, by ids and by numbers: all or none.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, owned, text};
use crate::hall::{Hall, affiliated, register};

on_both_databases! {
    players_are_entered_by_ids_and_numbers,
    each_refusal_stands_at_its_place,
    a_batch_is_sent_again,
    a_batch_has_its_limit,
    a_secretary_enters_the_clubs_own,
    late_entries_come_at_once,
}

fn enter(caller: &Caller<'_>, hall: &Hall<'_>, entries: &Value) -> Answer {
    caller.post(
        &format!("{}/entries/batches", hall.path),
        &json!({ "entries": entries }),
    )
}

fn listed(hall: &Hall<'_>) -> Vec<Value> {
    hall.app.anyone().get(&format!("{}/entries", hall.path)).items()
}

/// Pointer and code of each fault of a refusal.
#[track_caller]
fn told(answer: &Answer, status: u16, code: &str) -> Vec<(String, String)> {
    let problem = answer.refused(status, code);
    let errors = problem["errors"].as_array().unwrap().iter();
    errors
        .map(|fault| (text(&fault["pointer"]).to_owned(), text(&fault["code"]).to_owned()))
        .collect()
}

fn players_are_entered_by_ids_and_numbers(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 1);
    let club = app.club("ZA-NW");
    let [first, second, third] = [0, 1, 2].map(|_| app.player(&club));
    let answer = enter(
        &hall.coordinator,
        &hall,
        &json!([
            { "player": app.number_of(&second).to_lowercase() },
            { "player_id": first, "club_id": club },
            { "id": "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a", "player": app.number_of(&third) },
        ]),
    );
    let made = answer.items_of(201);
    assert_eq!(answer.header("location"), format!("{}/entries", hall.path));
    let players: Vec<&Value> = made.iter().map(|entry| &entry["player"]["id"]).collect();
    assert_eq!(players, [&json!(second), &json!(first), &json!(third)]);
    assert_eq!(made[2]["id"], "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a");
    let all = listed(&hall);
    assert_eq!(all[1..], made, "behind the one who was there");
    let seeds: Vec<&Value> = all.iter().map(|entry| &entry["seed"]).collect();
    assert_eq!(seeds, [1, 2, 3, 4]);
    for entry in &made {
        let trail = format!("/v1/audit?subject=entry&subject_id={}", text(&entry["id"]));
        let rows = app.administrator().get(&trail).items();
        assert_eq!((rows.len(), &rows[0]["action"]), (1, &json!("create_entry_batch")));
    }
}

fn each_refusal_stands_at_its_place(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "level": "club" }), 0);
    let club = affiliated(app);
    let registered = || {
        let player = app.player(&club);
        register(app, &player, &club, "senior");
        player
    };
    let (good, there) = (registered(), registered());
    enter(&hall.umpire, &hall, &json!([{ "player_id": there }])).items_of(201);
    let form = enter(
        &hall.umpire,
        &hall,
        &json!([
            { "player_id": good }, {}, { "player_id": good, "player": app.number_of(&good) }, { "player": "4217" },
        ]),
    );
    assert_eq!(
        form.faults(),
        owned(&[
            ("/entries/1/player_id", "required"),
            ("/entries/2/player", "not-allowed"),
            ("/entries/3/player", "unknown-player"),
        ])
    );
    let entries = json!([
        { "player_id": good },
        { "player_id": app.player(&club) },
        { "player": app.number_of(&there) },
        { "player": app.number_of(&good) },
        { "player_id": "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f" },
        { "player_id": registered(), "club_id": app.club("ZA-NW") },
        { "player": unused(app) },
    ]);
    assert_eq!(
        told(&enter(&hall.umpire, &hall, &entries), 409, "not-registered"),
        owned(&[
            ("/entries/1/player_id", "not-registered"),
            ("/entries/2/player", "already-entered"),
            ("/entries/3/player", "already-entered"),
            ("/entries/4/player_id", "unknown-player"),
            ("/entries/5/club_id", "not-of-club"),
            ("/entries/6/player", "unknown-player"),
        ])
    );
    assert_eq!(listed(&hall).len(), 1, "all or none");
}

/// A number that nobody has.
fn unused(app: &TestApp) -> String {
    let letters = "ABCDEFGHKLMNPQRSTUVWXYZ";
    let numbers = letters.chars().map(|letter| format!("M-9000000-{letter}"));
    let is_number = |number: &String| {
        let answer = app.anyone().get(&format!("/v1/players?number={number}"));
        answer.status == 200
    };
    numbers.into_iter().find(is_number).unwrap()
}

fn a_batch_is_sent_again(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 0);
    let [first, second] = [0, 1].map(|_| app.player(&app.club("ZA-NW")));
    let ids = [
        "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a",
        "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1b",
    ];
    let entries = json!([{ "id": ids[0], "player_id": first }, { "id": ids[1], "player_id": second }]);
    let made = enter(&hall.umpire, &hall, &entries).items_of(201);
    assert_eq!(enter(&hall.umpire, &hall, &entries).items_of(201), made);
    assert_eq!(listed(&hall), made);
    let third = app.player(&app.club("ZA-NW"));
    let taken = json!([{ "id": ids[0], "player_id": third }]);
    assert_eq!(
        told(&enter(&hall.umpire, &hall, &taken), 409, "id-taken"),
        owned(&[("/entries/0/id", "id-taken")])
    );
    let (id, fourth) = ("019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1c", app.player(&app.club("ZA-NW")));
    let twice = json!([{ "id": id, "player_id": third }, { "id": id, "player_id": fourth }]);
    assert_eq!(
        told(&enter(&hall.umpire, &hall, &twice), 409, "id-taken"),
        owned(&[("/entries/1/id", "id-taken")])
    );
    assert_eq!(listed(&hall), made);
}

fn a_batch_has_its_limit(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 0);
    let player = json!({ "player_id": "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f" });
    for entries in [vec![], vec![player; 301]] {
        assert_eq!(
            enter(&hall.umpire, &hall, &json!(entries)).faults(),
            owned(&[("/entries", "out-of-bounds")])
        );
    }
    let nowhere = "/v1/tournaments/019aa0c0-0000-7000-8000-000000000000/entries/batches";
    let body = json!({ "entries": [{ "player_id": app.player(&app.club("ZA-NW")) }] });
    hall.umpire.post(nowhere, &body).refused(404, "not-found");
}

fn a_secretary_enters_the_clubs_own(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 0);
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let secretary = app.secretary(&club);
    let (own, stranger) = (
        json!({ "player_id": app.player(&club) }),
        json!({ "player_id": app.player(&other) }),
    );
    let both = enter(&secretary, &hall, &json!([own, stranger]));
    assert_eq!(
        told(&both, 403, "out-of-scope"),
        owned(&[("/entries/1/player_id", "out-of-scope")])
    );
    assert!(listed(&hall).is_empty());
    enter(&secretary, &hall, &json!([own])).items_of(201);
    enter(&app.anyone(), &hall, &json!([own])).refused(401, "token-required");
}

fn late_entries_come_at_once(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    hall.play(|_| 4);
    let club = app.club("ZA-NW");
    let late = json!([{ "player_id": app.player(&club) }, { "player_id": app.player(&club) }]);
    enter(&app.secretary(&club), &hall, &late).refused(409, "wrong-state");
    let made = enter(&hall.umpire, &hall, &late).items_of(201);
    assert!(made.iter().all(|entry| entry["first_round"] == 2), "{made:?}");
    let round = hall.publish();
    assert_eq!(hall.matches(&round).len(), 3);
}
