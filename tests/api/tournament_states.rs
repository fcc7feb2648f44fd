//! Every state of a tournament by every operation: allowed, or refused with the code that says what is needed first.

use serde_json::{Value, json};

use crate::app::{Answer, TestApp, text};
use crate::hall::{Hall, sheet};

on_both_databases! {
    every_state_meets_every_operation,
}

/// How far a tournament of two rounds has come.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stage {
    Planned,
    Open,
    /// The first round is drawn.
    Drawn,
    /// It is published.
    Published,
    /// Its results are in.
    Entered,
    /// It is closed.
    Between,
    Finished,
    Ratified,
    Cancelled,
}

const STAGES: [Stage; 9] = [
    Stage::Planned,
    Stage::Open,
    Stage::Drawn,
    Stage::Published,
    Stage::Entered,
    Stage::Between,
    Stage::Finished,
    Stage::Ratified,
    Stage::Cancelled,
];

/// Allowed.
const OK: &str = "";
/// There is nothing yet that it could be about.
const NONE: &str = "-";
const STATE: &str = "wrong-state";
const ROUND: &str = "wrong-round-state";
const EARLY: &str = "round-not-closed";
const EMPTY: &str = "result-missing";
const CLOSED: &str = "round-closed";

#[rustfmt::skip]
const EXPECTED: [(&str, [&str; 9]); 21] = [
    // operation       planned open   drawn  published           entered           between finished ratified cancelled
    ("update",        [OK,     OK,    OK,    STATE,              STATE,            STATE,  STATE,   STATE,   STATE]),
    ("open",          [OK,     STATE, STATE, STATE,              STATE,            STATE,  STATE,   STATE,   STATE]),
    ("cancel",        [OK,     OK,    OK,    OK,                 OK,               OK,     STATE,   STATE,   STATE]),
    ("appoint",       [OK,     OK,    OK,    OK,                 OK,               OK,     STATE,   STATE,   STATE]),
    ("enter",         [STATE,  OK,    OK,    OK,                 OK,               OK,     STATE,   STATE,   STATE]),
    ("withdraw",      [NONE,   OK,    OK,    OK,                 OK,               OK,     STATE,   STATE,   STATE]),
    ("order",         [STATE,  OK,    OK,    STATE,              STATE,            STATE,  STATE,   STATE,   STATE]),
    ("bye",           [NONE,   OK,    OK,    OK,                 OK,               OK,     STATE,   STATE,   STATE]),
    ("equipment",     [OK,     OK,    OK,    OK,                 OK,               OK,     OK,      STATE,   STATE]),
    ("draw",          [STATE,  OK,    OK,    EARLY,              EARLY,            OK,     STATE,   STATE,   STATE]),
    ("publish",       [NONE,   NONE,  OK,    ROUND,              ROUND,            ROUND,  STATE,   STATE,   STATE]),
    ("close",         [NONE,   NONE,  ROUND, "round-unfinished", OK,               ROUND,  STATE,   STATE,   STATE]),
    ("undo a round",  [NONE,   NONE,  OK,    OK,                 "has-results",    OK,     OK,      STATE,   STATE]),
    ("result",        [NONE,   NONE,  NONE,  OK,                 "result-entered", CLOSED, STATE,   STATE,   STATE]),
    ("confirm",       [NONE,   NONE,  NONE,  EMPTY,              OK,               OK,     OK,      STATE,   STATE]),
    ("correct",       [NONE,   NONE,  NONE,  EMPTY,              OK,               OK,     OK,      STATE,   STATE]),
    ("undo a result", [NONE,   NONE,  NONE,  EMPTY,              OK,               CLOSED, STATE,   STATE,   STATE]),
    ("dispute",       [NONE,   NONE,  NONE,  OK,                 OK,               OK,     OK,      STATE,   STATE]),
    // A dispute that is open keeps a tournament from being ratified.
    ("rule",          [NONE,   NONE,  NONE,  OK,                 OK,               OK,     OK,      NONE,    STATE]),
    ("end",           [STATE,  STATE, STATE, EARLY,              EARLY,            OK,     STATE,   STATE,   STATE]),
    ("ratify",        [STATE,  STATE, STATE, STATE,              STATE,            STATE,  OK,      STATE,   STATE]),
];

/// A tournament that has come so far.
struct Scene<'a> {
    hall: Hall<'a>,
    /// The path of an entry.
    entry: String,
    /// The paths of the first round and of the last.
    rounds: [String; 2],
    /// A match of the first round.
    one: Value,
    /// The path of a dispute about it that is open.
    dispute: String,
}

fn plan(app: &TestApp, is_open: bool) -> Hall<'_> {
    if is_open {
        return Hall::new(app, &json!({ "rounds": 2 }), 8);
    }
    let mut hall = Hall::new(app, &json!({}), 0);
    let plan = json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-21", "venue": "Mahikeng", "rounds": 2,
    });
    hall.coordinator.post("/v1/tournaments", &plan).header("location").clone_into(&mut hall.path);
    hall.coordinator
        .post(&format!("{}/appointments", hall.path), &json!({ "player_id": hall.umpire_player }))
        .expect(201);
    hall
}

fn scene(app: &TestApp, stage: Stage, disputed: bool) -> Scene<'_> {
    let hall = plan(app, stage != Stage::Planned);
    let equipment = json!({ "board": 490, "junction": 25, "counters": "pvc", "marked": true });
    hall.umpire.post(&format!("{}/equipment-confirmations", hall.path), &equipment).expect(201);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let entry = entries.first().map(|entry| format!("/v1/entries/{}", text(&entry["id"]))).unwrap_or_default();
    let mut scene =
        Scene { hall, entry, rounds: [String::new(), String::new()], one: json!({}), dispute: String::new() };
    if matches!(stage, Stage::Planned | Stage::Open) {
        return scene;
    }
    let hall = &scene.hall;
    let drawn = hall.draw(&json!({})).expect(201);
    let first = format!("/v1/rounds/{}", text(&drawn["id"]));
    scene.rounds = [first.clone(), first.clone()];
    if stage == Stage::Drawn {
        return scene;
    }
    hall.step(&format!("{first}/publications")).expect(201);
    if stage != Stage::Published {
        hall.enter_results(&first, |_| 4);
    }
    if matches!(stage, Stage::Between | Stage::Finished | Stage::Ratified) {
        hall.close(&first);
    }
    if matches!(stage, Stage::Finished | Stage::Ratified) {
        scene.rounds[1] = hall.play(|_| 3);
    }
    scene.one = hall.matches(&first)[0].clone();
    if disputed && stage != Stage::Ratified {
        let path = format!("/v1/matches/{}/disputes", text(&scene.one["id"]));
        let dispute = hall.coordinator.post(&path, &json!({ "reason": "Misread." }));
        dispute.header("location").clone_into(&mut scene.dispute);
    }
    if stage == Stage::Ratified {
        app.administrator().send("POST", &format!("{}/ratifications", hall.path), &[], None).expect(201);
    }
    if stage == Stage::Cancelled {
        let reason = json!({ "reason": "The hall was flooded." });
        hall.coordinator.post(&format!("{}/cancellations", hall.path), &reason).expect(201);
    }
    scene
}

fn perform(app: &TestApp, scene: &Scene<'_>, operation: &str) -> Answer {
    let Scene { hall, entry, rounds, one, dispute } = scene;
    let (tournament, reason) = (&hall.path, json!({ "reason": "So." }));
    let of_match = |what: &str| format!("/v1/matches/{}/{what}", one["id"].as_str().unwrap_or_default());
    let version = one["version"].as_i64().unwrap_or_default();
    let published = app.anyone().get(&format!("{tournament}/rounds")).items().len();
    let umpire = &hall.umpire;
    match operation {
        "update" => hall.coordinator.patch(tournament, "*", &json!({ "venue": "Mmabatho" })),
        "open" => hall.coordinator.send("POST", &format!("{tournament}/openings"), &[], None),
        "cancel" => hall.coordinator.post(&format!("{tournament}/cancellations"), &reason),
        "appoint" => {
            let (_, player, _) = crate::hall::umpire(app);
            hall.coordinator.post(&format!("{tournament}/appointments"), &json!({ "player_id": player }))
        }
        "enter" => {
            umpire.post(&format!("{tournament}/entries"), &json!({ "player_id": app.player(&app.club("ZA-NW")) }))
        }
        "withdraw" => hall.step(&format!("{entry}/withdrawals")),
        "order" => umpire.post(&format!("{tournament}/starting-orders"), &json!({ "player_ids": hall.players })),
        "bye" => umpire.post(&format!("{entry}/byes"), &json!({ "round": 2 })),
        "equipment" => {
            let found = json!({ "board": 490, "junction": 25, "counters": "pvc", "marked": true });
            umpire.post(&format!("{tournament}/equipment-confirmations"), &found)
        }
        "draw" => hall.draw(&json!({})),
        "publish" => hall.step(&format!("{}/publications", rounds[0])),
        "close" => hall.step(&format!("{}/closings", rounds[0])),
        "undo a round" => {
            let drawn = umpire.get(&format!("{tournament}/draw"));
            let state = if drawn.status == 200 {
                "drawn".to_owned()
            } else {
                text(&app.anyone().get(&rounds[1]).expect(200)["state"]).to_owned()
            };
            umpire.post(&format!("{}/undos", rounds[1]), &json!({ "state": state }))
        }
        "result" => umpire.post(&of_match("results"), &sheet(one, 5)),
        "confirm" => hall.coordinator.post(&of_match("confirmations"), &json!({ "version": version })),
        "correct" => umpire.post(
            &of_match("corrections"),
            &json!({
                "version": version, "published_rounds": published, "sheet": sheet(one, 1), "reason": "So.",
            }),
        ),
        "undo a result" => umpire.post(&of_match("undos"), &json!({ "version": version })),
        "dispute" => hall.coordinator.post(&of_match("disputes"), &reason),
        "rule" => umpire.post(&format!("{dispute}/rulings"), &json!({ "ruling": "It stands." })),
        "end" => umpire.post(&format!("{tournament}/endings"), &reason),
        "ratify" => app.administrator().send("POST", &format!("{tournament}/ratifications"), &[], None),
        other => panic!("nobody knows how to {other}"),
    }
}

fn every_state_meets_every_operation(app: &TestApp) {
    for (column, stage) in STAGES.iter().enumerate() {
        // What is refused changes nothing, so that one scene does for all refusals.
        let standing = scene(app, *stage, false);
        for (operation, expected) in EXPECTED {
            let what = format!("{operation} at {stage:?}");
            match expected[column] {
                NONE => {}
                OK => {
                    let fresh = scene(app, *stage, operation == "rule");
                    let answer = perform(app, &fresh, operation);
                    assert!(answer.status < 300, "{what}: {}", answer.body_text());
                }
                code => {
                    let disputed = (operation == "rule").then(|| scene(app, *stage, true));
                    let scene = disputed.as_ref().unwrap_or(&standing);
                    let answer = perform(app, scene, operation);
                    let problem: Value = serde_json::from_slice(&answer.body).unwrap();
                    assert_eq!((answer.status, problem["code"].as_str()), (409, Some(code)), "{what}: {problem}");
                }
            }
        }
    }
}
