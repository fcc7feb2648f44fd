//! Every state of a tournament by every operation: allowed, or refused with the code that says what is needed first.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::contract::operations;
use crate::hall::{Hall, sheet};
use crate::world::own_accounts::tie;

on_sqlite! {
    a_planned_tournament_meets_every_operation,
    an_open_one_meets_every_operation,
    a_drawn_one_meets_every_operation,
    a_published_one_meets_every_operation,
    one_with_results_meets_every_operation,
    one_between_rounds_meets_every_operation,
    a_finished_one_meets_every_operation,
    a_ratified_one_meets_every_operation,
    a_cancelled_one_meets_every_operation,
}

/// A stage that a tournament of two rounds can reach, in the order of the columns below.
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

/// The operation is allowed.
const OK: &str = "";
/// There is nothing yet that it could be about.
const NONE: &str = "not-found";
const STATE: &str = "wrong-state";
const ROUND: &str = "wrong-round-state";
const DRAWN: &str = "entry-drawn";
const EARLY: &str = "round-not-closed";
const EMPTY: &str = "result-missing";
const FULL: &str = "result-entered";
const CLOSED: &str = "round-closed";
const UNDER_WAY: &str = "round-unfinished";
const RESULTS: &str = "has-results";
const WHOLE: &str = "not-ended-early";

#[rustfmt::skip]
const EXPECTED: [(&str, [&str; 9]); 45] = [
    // operation                        planned open   drawn  published  entered  between finished ratified cancelled
    ("update_tournament",              [OK,     OK,    OK,    STATE,     STATE,   STATE,  STATE,   STATE,   STATE]),
    ("create_tournament_opening",      [OK,     STATE, STATE, STATE,     STATE,   STATE,  STATE,   STATE,   STATE]),
    ("create_tournament_cancellation", [OK,     OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_appointment",             [OK,     OK,    OK,    OK,        OK,      OK,     OK,      STATE,   STATE]),
    ("create_appointment_ending",      [OK,     OK,    OK,    OK,        OK,      OK,     OK,      STATE,   STATE]),
    ("create_entry",                   [STATE,  OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_entry_batch",             [STATE,  OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_visitor",                 [STATE,  OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    // A name is no result.
    ("update_visitor",                 [NONE,   OK,    OK,    OK,        OK,      OK,     OK,      OK,      OK]),
    ("create_visitor_erasure",         [NONE,   OK,    OK,    OK,        OK,      OK,     OK,      OK,      OK]),
    ("create_entry_withdrawal",        [NONE,   OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_entry_return",            [NONE,   OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_entry_removal",           [NONE,   OK,    DRAWN, DRAWN,     DRAWN,   DRAWN,  STATE,   STATE,   STATE]),
    ("create_check_in",                [NONE,   OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_check_in_batch",          [STATE,  OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_check_in_withdrawal",     [NONE,   OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_missing_withdrawals",     [STATE,  OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_missing_returns",         [STATE,  OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_starting_order",          [STATE,  OK,    OK,    STATE,     STATE,   STATE,  STATE,   STATE,   STATE]),
    ("create_team",                    [STATE,  OK,    OK,    STATE,     STATE,   STATE,  STATE,   STATE,   STATE]),
    ("create_team_line_up",            [NONE,   OK,    OK,    STATE,     STATE,   STATE,  STATE,   STATE,   STATE]),
    ("create_team_withdrawal",         [NONE,   OK,    OK,    STATE,     STATE,   STATE,  STATE,   STATE,   STATE]),
    ("create_bye",                     [NONE,   OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_bye_withdrawal",          [NONE,   OK,    OK,    OK,        OK,      OK,     STATE,   STATE,   STATE]),
    ("create_equipment_confirmation",  [OK,     OK,    OK,    OK,        OK,      OK,     OK,      STATE,   STATE]),
    ("create_round",                   [STATE,  OK,    OK,    EARLY,     EARLY,   OK,     STATE,   STATE,   STATE]),
    ("read_draw",                      [NONE,   NONE,  OK,    NONE,      NONE,    NONE,   NONE,    NONE,    NONE]),
    ("create_round_publication",       [NONE,   NONE,  OK,    ROUND,     ROUND,   ROUND,  STATE,   STATE,   STATE]),
    ("create_round_closing",           [NONE,   NONE,  ROUND, UNDER_WAY, OK,      ROUND,  STATE,   STATE,   STATE]),
    ("create_round_undo",              [NONE,   NONE,  OK,    OK,        RESULTS, OK,     OK,      STATE,   STATE]),
    // What is not published is not there.
    ("create_result",                  [NONE,   NONE,  NONE,  OK,        FULL,    CLOSED, STATE,   STATE,   STATE]),
    ("create_round_results",           [NONE,   NONE,  NONE,  OK,        FULL,    CLOSED, STATE,   STATE,   STATE]),
    ("create_round_marks",             [NONE,   NONE,  NONE,  OK,        FULL,    CLOSED, STATE,   STATE,   STATE]),
    ("create_confirmation",            [NONE,   NONE,  NONE,  EMPTY,     OK,      OK,     OK,      STATE,   STATE]),
    ("create_round_confirmations",     [NONE,   NONE,  NONE,  EMPTY,     OK,      OK,     OK,      STATE,   STATE]),
    ("create_correction",              [NONE,   NONE,  NONE,  EMPTY,     OK,      OK,     OK,      STATE,   STATE]),
    ("create_match_undo",              [NONE,   NONE,  NONE,  EMPTY,     OK,      CLOSED, STATE,   STATE,   STATE]),
    ("create_dispute",                 [NONE,   NONE,  NONE,  OK,        OK,      OK,     OK,      STATE,   STATE]),
    ("create_own_dispute",             [NONE,   NONE,  NONE,  EMPTY,     OK,      CLOSED, CLOSED,  CLOSED,  STATE]),
    // A dispute that is open keeps a tournament from being ratified.
    ("create_ruling",                  [NONE,   NONE,  NONE,  OK,        OK,      OK,     OK,      NONE,    STATE]),
    ("create_tournament_ending",       [STATE,  STATE, STATE, EARLY,     EARLY,   OK,     STATE,   STATE,   STATE]),
    ("create_rounds_agreement",        [OK,     OK,    OK,    STATE,     STATE,   STATE,  STATE,   STATE,   STATE]),
    ("create_ending_acceptance",       [STATE,  STATE, STATE, STATE,     STATE,   STATE,  WHOLE,   STATE,   STATE]),
    ("create_ratification",            [STATE,  STATE, STATE, STATE,     STATE,   STATE,  OK,      STATE,   STATE]),
    ("read_archive",                   [STATE,  STATE, STATE, STATE,     STATE,   STATE,  OK,      OK,      STATE]),
];

/// The operations with which a tournament begins; none is there that could have come so far.
const BEGINNINGS: [&str; 2] = ["create_tournament", "create_archive"];

/// The operations that take nothing of a tournament but what was decided in it: `appeals` tests them.
const AFTERWARDS: [&str; 3] = ["create_appeal", "create_own_appeal", "create_appeal_decision"];

/// The id of nothing.
const NOWHERE: &str = "019aa0c0-0000-7000-8000-000000000000";

/// A tournament that has come so far.
struct Scene<'a> {
    hall: Hall<'a>,
    /// The path of an entry.
    entry: String,
    /// The path of an entry that was withdrawn.
    withdrawn: String,
    /// The path of a visitor's entry that was withdrawn.
    visitor: String,
    /// The path of a bye that another entry has asked for in the second round.
    bye: String,
    /// The path of a team of one, and an entry that plays for none.
    team: String,
    free: String,
    /// The paths of the first round and of the last.
    rounds: [String; 2],
    /// The state that the last has reached.
    state: &'static str,
    /// A match of the first round.
    one: Value,
    /// The path of a dispute about it that is open.
    dispute: String,
}

fn plan(app: &TestApp, is_open: bool) -> Hall<'_> {
    if is_open {
        let hall = Hall::new(app, &json!({ "rounds": 2, "ends_on": "2026-11-20" }), 4);
        hall.agree_rounds(2);
        return hall;
    }
    let mut hall = Hall::new(app, &json!({}), 0);
    let plan = json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-21", "venue": "Mahikeng", "rounds": 2,
    });
    hall.coordinator
        .post("/v1/tournaments", &plan)
        .header("location")
        .clone_into(&mut hall.path);
    let umpire = json!({ "player_id": hall.umpire_player });
    let appointed = hall.coordinator.post(&format!("{}/appointments", hall.path), &umpire);
    appointed.header("location").clone_into(&mut hall.appointment);
    hall
}

/// A scene with nothing in it yet.
fn nothing(hall: Hall<'_>) -> Scene<'_> {
    let [entry, withdrawn, visitor] = ["entries"; 3].map(|noun| format!("/v1/{noun}/{NOWHERE}"));
    let [first, last] = ["rounds"; 2].map(|noun| format!("/v1/{noun}/{NOWHERE}"));
    let (bye, dispute) = (format!("/v1/byes/{NOWHERE}"), format!("/v1/disputes/{NOWHERE}"));
    let (team, free) = (format!("/v1/teams/{NOWHERE}"), NOWHERE.to_owned());
    Scene {
        hall,
        entry,
        withdrawn,
        visitor,
        bye,
        team,
        free,
        rounds: [first, last],
        state: "drawn",
        one: json!({ "id": NOWHERE }),
        dispute,
    }
}

fn visiting(family: &str) -> Value {
    json!({ "family_name": family, "given_names": "Kagiso", "country": "BW" })
}

fn scene(app: &TestApp, stage: Stage, disputed: bool) -> Scene<'_> {
    let mut scene = nothing(plan(app, stage != Stage::Planned));
    scene.hall.confirm_equipment();
    if stage == Stage::Planned {
        return scene;
    }
    let entries = app.anyone().get(&format!("{}/entries", scene.hall.path)).items();
    let entry = |place: usize| format!("/v1/entries/{}", text(&entries[place]["id"]));
    scene.entry = entry(0);
    let bye = scene
        .hall
        .umpire
        .post(&format!("{}/byes", entry(1)), &json!({ "round": 2 }))
        .expect(201);
    scene.bye = format!("/v1/byes/{}", text(&bye["id"]));
    scene.withdrawn = scene.hall.enter(&app.player(&app.club("ZA-NW")));
    scene.hall.step(&format!("{}/withdrawals", scene.withdrawn)).expect(201);
    let team = json!({ "name": "Herders A", "entry_ids": [entries[2]["id"]] });
    let team = scene.hall.umpire.post(&format!("{}/teams", scene.hall.path), &team);
    team.header("location").clone_into(&mut scene.team);
    text(&entries[3]["id"]).clone_into(&mut scene.free);
    scene.hall.step(&format!("{}/check-ins", entry(3))).expect(201);
    let visitors = format!("{}/visitors", scene.hall.path);
    let visitor = scene.hall.umpire.post(&visitors, &visiting("Tau"));
    scene.hall.players.push(text(&visitor.expect(201)["id"]).to_owned());
    visitor.header("location").clone_into(&mut scene.visitor);
    scene.hall.step(&format!("{}/withdrawals", scene.visitor)).expect(201);
    if stage == Stage::Open {
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
    scene.state = "published";
    if stage != Stage::Published {
        hall.enter_results(&first, |_| 4);
    }
    if matches!(stage, Stage::Between | Stage::Finished | Stage::Ratified) {
        hall.close(&first);
        scene.state = "closed";
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
        hall.ratify().expect(201);
    }
    if stage == Stage::Cancelled {
        let reason = json!({ "reason": "The hall was flooded." });
        hall.coordinator
            .post(&format!("{}/cancellations", hall.path), &reason)
            .expect(201);
    }
    scene
}

fn perform(app: &TestApp, scene: &Scene<'_>, operation: &str) -> Answer {
    let Scene {
        hall,
        entry,
        withdrawn,
        visitor,
        bye,
        team,
        free,
        rounds,
        state,
        ..
    } = scene;
    let (tournament, umpire, coordinator) = (&hall.path, &hall.umpire, &hall.coordinator);
    let reason = json!({ "reason": "So." });
    match operation {
        "update_tournament" => coordinator.patch(tournament, "*", &json!({ "venue": "Mmabatho" })),
        "create_tournament_opening" => coordinator.send("POST", &format!("{tournament}/openings"), &[], None),
        "create_tournament_cancellation" => coordinator.post(&format!("{tournament}/cancellations"), &reason),
        "create_appointment" => {
            let (_, player, _) = crate::hall::umpire(app);
            coordinator.post(&format!("{tournament}/appointments"), &json!({ "player_id": player }))
        }
        "create_appointment_ending" => coordinator.send("POST", &format!("{}/endings", hall.appointment), &[], None),
        "create_entry" => umpire.post(
            &format!("{tournament}/entries"),
            &json!({ "player_id": app.player(&app.club("ZA-NW")) }),
        ),
        "create_entry_batch" => umpire.post(
            &format!("{tournament}/entries/batches"),
            &json!({ "entries": [{ "player_id": app.player(&app.club("ZA-NW")) }] }),
        ),
        "create_entry_removal" => umpire.post(&format!("{entry}/removals"), &reason),
        "create_visitor" => umpire.post(&format!("{tournament}/visitors"), &visiting("Molefe")),
        "update_visitor" => umpire.patch(&format!("{visitor}/visitor"), "*", &json!({ "named": true })),
        "create_visitor_erasure" => hall.step(&format!("{visitor}/visitor-erasures")),
        "create_entry_withdrawal" => hall.step(&format!("{entry}/withdrawals")),
        "create_entry_return" => hall.step(&format!("{withdrawn}/returns")),
        "create_check_in" => hall.step(&format!("{entry}/check-ins")),
        "create_check_in_batch" => umpire.post(
            &format!("{tournament}/check-ins"),
            &json!({ "entry_ids": [entry.rsplit('/').next()] }),
        ),
        "create_check_in_withdrawal" => hall.step(&format!("/v1/entries/{free}/check-in-withdrawals")),
        "create_missing_withdrawals" => umpire.post(
            &format!("{tournament}/missing-withdrawals"),
            &json!({ "entry_ids": [entry.rsplit('/').next()] }),
        ),
        "create_missing_returns" => umpire.post(
            &format!("{tournament}/missing-returns"),
            &json!({ "entry_ids": [withdrawn.rsplit('/').next()] }),
        ),
        "create_starting_order" => umpire.post(
            &format!("{tournament}/starting-orders"),
            &json!({ "player_ids": hall.players }),
        ),
        "create_team" => umpire.post(
            &format!("{tournament}/teams"),
            &json!({ "name": "Herders B", "entry_ids": [free] }),
        ),
        "create_team_line_up" => umpire.post(&format!("{team}/line-ups"), &json!({ "entry_ids": [free] })),
        "create_team_withdrawal" => hall.step(&format!("{team}/withdrawals")),
        "create_bye" => umpire.post(&format!("{entry}/byes"), &json!({ "round": 2 })),
        "create_bye_withdrawal" => hall.step(&format!("{bye}/withdrawals")),
        "create_equipment_confirmation" => umpire.post(
            &format!("{tournament}/equipment-confirmations"),
            &crate::hall::equipment(),
        ),
        "create_round" => hall.draw(&json!({})),
        "read_draw" => umpire.get(&format!("{tournament}/draw")),
        "create_round_publication" => hall.step(&format!("{}/publications", rounds[0])),
        "create_round_closing" => hall.step(&format!("{}/closings", rounds[0])),
        "create_round_undo" => umpire.post(&format!("{}/undos", rounds[1]), &json!({ "state": state })),
        "create_tournament_ending" => umpire.post(&format!("{tournament}/endings"), &reason),
        "create_rounds_agreement" => {
            let agreement = json!({ "rounds": 2, "reason": "So." });
            app.administrator()
                .post(&format!("{tournament}/rounds-agreements"), &agreement)
        }
        "create_ending_acceptance" => app
            .administrator()
            .post(&format!("{tournament}/ending-acceptances"), &reason),
        "create_ratification" => app
            .administrator()
            .send("POST", &format!("{tournament}/ratifications"), &[], None),
        "read_archive" => app.administrator().get(&format!("{tournament}/archive")),
        of_match => perform_on_match(app, scene, of_match),
    }
}

fn perform_on_match(app: &TestApp, scene: &Scene<'_>, operation: &str) -> Answer {
    let Scene {
        hall,
        rounds,
        one,
        dispute,
        ..
    } = scene;
    let of_match = |what: &str| format!("/v1/matches/{}/{what}", text(&one["id"]));
    let version = one["version"].as_i64().unwrap_or_default();
    let (umpire, coordinator) = (&hall.umpire, &hall.coordinator);
    match operation {
        "create_result" => umpire.post(&of_match("results"), &sheet(one, 5)),
        "create_round_results" => {
            let results = json!({ "results": [{ "match_id": one["id"], "sheet": sheet(one, 5) }] });
            umpire.post(&format!("{}/results", rounds[0]), &results)
        }
        "create_round_marks" => umpire.post(
            &format!("{}/marks", rounds[0]),
            &json!({ "results": [{ "board": 1, "marks": "111110" }] }),
        ),
        "create_confirmation" => coordinator.post(&of_match("confirmations"), &json!({ "version": version })),
        "create_round_confirmations" => {
            let confirmations = json!({ "confirmations": [{ "match_id": one["id"], "version": version }] });
            coordinator.post(&format!("{}/confirmations", rounds[0]), &confirmations)
        }
        "create_correction" => {
            let published = app.anyone().get(&format!("{}/rounds", hall.path)).items().len();
            let correction = json!({
                "version": version, "published_rounds": published, "sheet": sheet(one, 1), "reason": "So.",
            });
            umpire.post(&of_match("corrections"), &correction)
        }
        "create_match_undo" => umpire.post(&of_match("undos"), &json!({ "version": version })),
        "create_dispute" => coordinator.post(&of_match("disputes"), &json!({ "reason": "So." })),
        "create_own_dispute" => {
            let (account, own) = (app.account(), app.player(&app.club("ZA-NW")));
            let player = one["players"][0]["player"]["id"].as_str().unwrap_or(&own);
            tie(app, &account.id, player);
            let dispute = json!({ "player_id": player, "reason": "So." });
            let path = of_match("disputes").replace("/v1/", "/v1/me/");
            app.sign_in(&account.email).post(&path, &dispute)
        }
        "create_ruling" => umpire.post(&format!("{dispute}/rulings"), &json!({ "ruling": "It stands." })),
        other => panic!("nobody knows how to ask for {other}"),
    }
}

fn a_planned_tournament_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Planned);
}

fn an_open_one_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Open);
}

fn a_drawn_one_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Drawn);
}

fn a_published_one_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Published);
}

fn one_with_results_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Entered);
}

fn one_between_rounds_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Between);
}

fn a_finished_one_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Finished);
}

fn a_ratified_one_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Ratified);
}

fn a_cancelled_one_meets_every_operation(app: &TestApp) {
    meets_every_operation(app, Stage::Cancelled);
}

fn meets_every_operation(app: &TestApp, stage: Stage) {
    // What is refused changes nothing, so that one scene does for all refusals.
    let standing = scene(app, stage, false);
    for (operation, expected) in EXPECTED {
        let what = format!("{operation} at {stage:?}");
        let is_ruling = operation == "create_ruling";
        let code = expected[stage as usize];
        let own = (code == OK || is_ruling).then(|| scene(app, stage, is_ruling));
        let answer = perform(app, own.as_ref().unwrap_or(&standing), operation);
        if code == OK {
            assert!(answer.status < 300, "{what}: {}", answer.body_text());
        } else {
            let problem: Value = serde_json::from_slice(&answer.body).unwrap();
            let status = if code == NONE { 404 } else { 409 };
            assert_eq!(
                (answer.status, problem["code"].as_str()),
                (status, Some(code)),
                "{what}: {problem}"
            );
        }
    }
}

#[test]
fn every_operation_that_changes_a_tournament_is_in_the_table() {
    let of_tournaments = || operations().filter(|(_, _, operation)| operation["tags"][0] == "tournaments");
    let id = |operation: &'static Value| text(&operation["operationId"]);
    let is_known = |id: &str| {
        EXPECTED.iter().any(|(known, _)| *known == id) || BEGINNINGS.contains(&id) || AFTERWARDS.contains(&id)
    };
    for (_, method, operation) in of_tournaments() {
        assert!(
            method == "get" || is_known(id(operation)),
            "{} is not in the table",
            id(operation)
        );
    }
    for (known, _) in EXPECTED {
        assert!(
            of_tournaments().any(|(_, _, operation)| id(operation) == known),
            "{known} is no operation"
        );
    }
}
