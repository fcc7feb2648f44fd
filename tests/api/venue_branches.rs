//! Lost laptops: the federation goes on without one, keeps what it did that was not home, and somebody adopts of it what is right
//! still, and dismisses the rest.

use federation_records::pens::laptops::LaptopKeys;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::contract;
use crate::hall::Hall;
use crate::weekend::{Weekend, given, handed_in, keys, lending, own_account, rows, with_member};

on_both_databases! {
    a_lost_laptop_gives_way,
    what_a_lost_laptop_did_is_adopted_command_by_command,
    an_adoption_is_sent_again,
    what_nobody_adopts_is_dismissed,
    no_result_is_adopted_of_another_pairing,
    a_branch_is_taken_whole_and_once,
    nothing_is_adopted_that_is_not_done_at_a_venue,
    while_the_pen_is_lent_again_nothing_is_adopted,
    what_is_home_or_under_way_is_no_branch,
    a_branch_is_for_those_who_look_after_the_tournament,
}

#[track_caller]
fn reclaim(hall: &Hall<'_>) {
    let reason = json!({ "reason": "The laptop was stolen." });
    let path = format!("{}/pen-reclaims", hall.path);
    hall.app.administrator().post(&path, &reason).expect(201);
}

/// The commands that are kept of lost laptops, as an administrator reads them.
#[track_caller]
fn kept(hall: &Hall<'_>) -> Vec<Value> {
    let path = format!("{}/pen-branch-commands?limit=200", hall.path);
    hall.app.administrator().get(&path).items()
}

fn adopt(caller: &Caller<'_>, command: &Value) -> Answer {
    let path = format!("/v1/pen-branch-commands/{}/adoptions", text(&command["id"]));
    caller.send("POST", &path, &[], None)
}

fn dismiss(caller: &Caller<'_>, command: &Value) -> Answer {
    let path = format!("/v1/pen-branch-commands/{}/dismissals", text(&command["id"]));
    caller.post(&path, &json!({ "note": "The round was drawn again without it." }))
}

/// A tournament of which a laptop with these keys has the pen.
fn lent<'a>(app: &'a TestApp, keys: &LaptopKeys) -> Hall<'a> {
    let hall = Hall::new(app, &json!({}), 2);
    let loan = lending(keys, &[&own_account(&hall.umpire).0]);
    let path = format!("{}/pen-loans", hall.path);
    app.administrator().post(&path, &loan).expect(201);
    hall
}

/// The command that was given after another by the umpire of the hall.
fn command(hall: &Hall<'_>, before: Option<&Value>, path: &str, body: &Value) -> Value {
    given((hall.id(), 1), before, &own_account(&hall.umpire).0, (path, body))
}

fn hand_in(hall: &Hall<'_>, keys: &LaptopKeys, commands: &[Value]) -> Answer {
    let path = format!("{}/pen-hand-ins", hall.path);
    hall.umpire
        .post(&path, &handed_in((hall.id(), 1), keys, commands, false))
}

fn entry(hall: &Hall<'_>) -> (String, Value) {
    let player = hall.app.player(&hall.app.club("ZA-NW"));
    (format!("{}/entries", hall.path), json!({ "player_id": player }))
}

fn a_lost_laptop_gives_way(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let half = weekend.part(0, 4);
    weekend.hand_in(&half).expect(200);
    let path = |what: &str| format!("{}/{what}", weekend.hall.path);
    let reason = json!({ "reason": "The laptop was stolen." });
    let pen = weekend
        .hall
        .coordinator
        .post(&path("pen-reclaims"), &reason)
        .expect(201);
    assert_eq!((&pen["lent"], &pen["executed"]), (&json!(false), &json!(4)));
    weekend
        .hall
        .coordinator
        .post(&path("pen-reclaims"), &reason)
        .refused(409, "pen-not-lent");
    // What was not home is kept, and nothing is done with it.
    let all = weekend.hand_in_after(0);
    let receipt = weekend.hand_in(&all).expect(200);
    let others = all["commands"].as_array().unwrap().len() - 4;
    assert_eq!(
        (&receipt["pen"]["executed"], &receipt["waiting"], &receipt["kept"]),
        (&json!(4), &json!(0), &json!(others))
    );
    assert!(rows(app, "rounds").is_empty());
    // The federation goes on, and lends the pen again.
    weekend.hall.draw_at_once(&json!({})).expect(201);
    let Weekend { hall, .. } = weekend;
    let again = Weekend::of(hall);
    let pen = app.anyone().get(&format!("{}/pen", again.hall.path)).expect(200);
    assert_eq!(
        (&pen["lent"], &pen["epoch"], &pen["executed"]),
        (&json!(true), &json!(2), &json!(0))
    );
    // The new laptop knows what the federation has done meanwhile.
    assert_eq!(rows(&again.laptop, "rounds"), rows(app, "rounds"));
    assert_eq!(rows(app, "rounds").len(), 1);
}

/// The summary of an operation in the document.
fn in_words(operation: &str) -> Value {
    let (_, _, found) = contract::operations()
        .find(|(_, _, found)| found["operationId"] == operation)
        .unwrap();
    found["summary"].clone()
}

fn what_a_lost_laptop_did_is_adopted_command_by_command(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let all = weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
    weekend.hand_in(&weekend.part(0, 4)).expect(200);
    let hall = &weekend.hall;
    reclaim(hall);
    assert!(kept(hall).is_empty());
    let receipt = weekend.hand_in(&weekend.hand_in_after(0)).expect(200);
    let home = format!(
        "4 of {all} commands are at the federation, which has the pen again and keeps {} more, to be adopted: nothing on this \
         laptop is needed any more.",
        all - 4
    );
    assert_eq!(weekend.confirm(&receipt), (home, true));
    let listed = kept(hall);
    let told: Vec<(&Value, &Value)> = listed.iter().map(|one| (&one["n"], &one["summary"])).collect();
    let expected = [
        "create_round",
        "create_round_publication",
        "create_round_results",
        "create_round_confirmations",
        "create_round_closing",
    ]
    .map(in_words);
    let numbers: Vec<Value> = (5..).map(|n| json!(n)).take(expected.len()).collect();
    assert_eq!(told, numbers.iter().zip(&expected).collect::<Vec<_>>());
    let [umpire, coordinator] = [&hall.umpire, &hall.coordinator].map(|official| own_account(official).0);
    let [draw, publication, results, confirmations, closing] = listed.as_slice() else {
        panic!("{listed:?}");
    };
    assert_eq!(
        (&draw["epoch"], &draw["account_id"], &draw["path"], &draw["body"]),
        (
            &json!(1),
            &json!(umpire),
            &json!(format!("{}/rounds", hall.path)),
            &json!("{}")
        )
    );
    assert_eq!(confirmations["account_id"], json!(coordinator));

    // Out of its order a command finds nothing, and nothing is adopted.
    adopt(&hall.coordinator, publication).refused(404, "not-found");
    assert_eq!(kept(hall), listed);
    for command in [draw, publication, results] {
        let adopted = adopt(&hall.coordinator, command).expect(201);
        assert_eq!(
            (
                &adopted["id"],
                &adopted["adopted_by"],
                &adopted["adopted_at"],
                &adopted["body"]
            ),
            (
                &command["id"],
                &json!(coordinator),
                &json!("2026-11-20T08:00:00.000000Z"),
                &Value::Null
            )
        );
    }
    // It is a command of whoever adopts it: nobody confirms a result of their own.
    adopt(&hall.coordinator, confirmations).refused(403, "second-person-needed");
    assert_eq!(kept(hall)[3], *confirmations);
    adopt(&app.administrator(), confirmations).expect(201);
    adopt(&hall.coordinator, closing).expect(201);
    for command in &listed {
        adopt(&hall.coordinator, command).refused(409, "already-adopted");
    }

    // All is as it was at the venue.
    let standings = format!("{}/standings", hall.path);
    let [here, there] = [app, &weekend.laptop].map(|app| app.anyone().get(&standings).expect(200));
    assert_eq!(here, there);
    let ids = |app: &TestApp| -> Vec<Value> { rows(app, "matches").iter().map(|row| row["id"].clone()).collect() };
    assert_eq!(ids(app), ids(&weekend.laptop));
    // The trail says by whom, and where it comes from.
    let origin = json!(format!("command {} at a venue", text(&draw["id"])));
    let trail = rows(app, "audit");
    let of_draw: Vec<&Value> = trail.iter().filter(|row| row["origin"] == origin).collect();
    assert!(!of_draw.is_empty() && of_draw.iter().all(|row| row["account_id"] == json!(coordinator)));
    let of_pen = format!("/v1/audit?subject=pen&subject_id={}&limit=200", hall.id());
    let of_pen = hall.coordinator.get(&of_pen).items();
    let adoptions: Vec<&Value> = of_pen
        .iter()
        .filter(|item| item["action"] == "create_pen_branch_adoption")
        .collect();
    assert_eq!(adoptions.len(), listed.len());
    for command in &listed {
        let names_it = |item: &&&Value| item["changes"].to_string().contains(text(&command["id"]));
        assert_eq!(adoptions.iter().filter(names_it).count(), 1, "{command}");
    }
    assert_eq!(app.trail().fault(), None);
}

fn an_adoption_is_sent_again(app: &TestApp) {
    let keys = keys();
    let hall = lent(app, &keys);
    reclaim(&hall);
    let (path, body) = entry(&hall);
    let first = command(&hall, None, &path, &body);
    hand_in(&hall, &keys, std::slice::from_ref(&first)).expect(200);
    let send = || {
        let path = format!("/v1/pen-branch-commands/{}/adoptions", text(&first["id"]));
        hall.coordinator
            .send("POST", &path, &[("idempotency-key", "a key of its own")], None)
    };
    let done = send().expect(201);
    let again = send();
    assert_eq!(again.expect(201), done);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(app.anyone().get(&path).items().len(), 3);
}

fn what_nobody_adopts_is_dismissed(app: &TestApp) {
    let keys = keys();
    let hall = lent(app, &keys);
    reclaim(&hall);
    let visitor = json!({ "family_name": "Molefe", "given_names": "Kagiso", "country": "BW" });
    let first = command(&hall, None, &format!("{}/visitors", hall.path), &visitor);
    let (path, body) = entry(&hall);
    let second = command(&hall, Some(&first), &path, &body);
    let both = [first.clone(), second.clone()];
    hand_in(&hall, &keys, &both).expect(200);
    assert_eq!(kept(&hall)[0]["body"], json!(visitor.to_string()));
    let dismissals = format!("/v1/pen-branch-commands/{}/dismissals", text(&first["id"]));
    for wrong in [json!({ "note": "" }), json!({ "note": "x".repeat(401) })] {
        hall.coordinator.post(&dismissals, &wrong).refused(422, "invalid-input");
    }

    let answer = dismiss(&hall.coordinator, &first);
    let dismissed = answer.expect(201);
    assert_eq!(answer.header("location"), format!("{}/pen-branch-commands", hall.path));
    let told = ["id", "dismissed_at", "dismissed_by", "note", "adopted_at", "body"].map(|name| dismissed[name].clone());
    let expected = [
        first["id"].clone(),
        json!("2026-11-20T08:00:00.000000Z"),
        json!(own_account(&hall.coordinator).0),
        json!("The round was drawn again without it."),
        Value::Null,
        Value::Null,
    ];
    assert_eq!(told, expected);
    assert_eq!(kept(&hall)[0], dismissed);
    dismiss(&app.administrator(), &first).refused(409, "already-dismissed");
    adopt(&hall.coordinator, &first).refused(409, "already-dismissed");
    // The other is adopted as ever, and dismissed no more.
    adopt(&hall.coordinator, &second).expect(201);
    dismiss(&hall.coordinator, &second).refused(409, "already-adopted");
    let nothing = json!({ "id": "019ab2c3-1d2e-7f30-9a4b-5c6d7e8f9a0b" });
    dismiss(&hall.coordinator, &nothing).refused(404, "not-found");

    // What was sent is gone, and does not come again; that it was given stays.
    assert_eq!(hand_in(&hall, &keys, &both).expect(200)["kept"], 2);
    let of_first = rows(app, "pen_commands")
        .into_iter()
        .find(|row| row["id"] == first["id"]);
    let of_first = of_first.unwrap();
    assert_eq!((&of_first["body"], &of_first["seed"]), (&Value::Null, &Value::Null));
    assert_eq!(of_first["hash"], first["hash"]);
    assert_eq!(kept(&hall)[0], dismissed);
    assert!(rows(app, "visitors").is_empty(), "nobody has executed it");
    // The trail says by whom, which, and why, and not whom it named.
    let of_pen = format!("/v1/audit?subject=pen&subject_id={}&limit=200", hall.id());
    let of_pen = hall.coordinator.get(&of_pen).items();
    let dismissals: Vec<&Value> = of_pen
        .iter()
        .filter(|item| item["action"] == "create_pen_branch_dismissal")
        .collect();
    assert_eq!(dismissals.len(), 1);
    let changes = dismissals[0]["changes"].to_string();
    for named in [text(&first["id"]), "The round was drawn again without it."] {
        assert!(changes.contains(named), "{changes}");
    }
    assert!(!json!(rows(app, "audit")).to_string().contains("Molefe"));
    assert_eq!(app.trail().fault(), None);
}

fn no_result_is_adopted_of_another_pairing(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let hall = &weekend.hall;
    reclaim(hall);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    hall.step(&format!("/v1/entries/{}/withdrawals", text(&entries[0]["id"])))
        .expect(201);
    weekend.hand_in(&weekend.hand_in_after(0)).expect(200);
    let (mut drawn, mut refused) = (0, 0);
    for command in kept(hall) {
        let (path, answer) = (text(&command["path"]), adopt(&app.administrator(), &command));
        if path.ends_with("/rounds") {
            answer.expect(201);
            drawn += 1;
        } else if path.starts_with("/v1/rounds/") || path.starts_with("/v1/matches/") {
            // The round of three is another one, and whatever names it or its matches at the venue means nothing here.
            answer.refused(404, "not-found");
            refused += 1;
        }
    }
    assert!(drawn == 1 && refused > 2, "{drawn} {refused}");
    assert!(rows(app, "matches").is_empty() && rows(app, "results").is_empty());
}

fn a_branch_is_taken_whole_and_once(app: &TestApp) {
    let keys = keys();
    let hall = lent(app, &keys);
    reclaim(&hall);
    let next = |before: Option<&Value>| {
        let (path, body) = entry(&hall);
        command(&hall, before, &path, &body)
    };
    let first = next(None);
    let second = next(Some(&first));
    let (another, third) = (next(None), next(Some(&second)));
    let mut altered = second.clone();
    altered["path"] = json!("/v1/clubs");
    for apart in [
        vec![first.clone(), altered],
        vec![first.clone(), third.clone()],
        vec![first.clone(), next(Some(&another))],
    ] {
        hand_in(&hall, &keys, &apart).refused(422, "hand-in-altered");
    }
    hand_in(&hall, &self::keys(), std::slice::from_ref(&first)).refused(422, "hand-in-altered");
    assert!(kept(&hall).is_empty());
    let number = |answer: Answer| answer.expect(200)["kept"].clone();
    assert_eq!(number(hand_in(&hall, &keys, std::slice::from_ref(&second))), 1);
    // What does not lead to what is here, or on from it, is of another branch.
    for apart in [another.clone(), next(Some(&another)), next(Some(&next(Some(&another))))] {
        hand_in(&hall, &keys, &[apart]).refused(422, "hand-in-altered");
    }
    assert_eq!(number(hand_in(&hall, &keys, &[first.clone(), second.clone()])), 2);
    for _ in 0..2 {
        assert_eq!(number(hand_in(&hall, &keys, &[second.clone(), third.clone()])), 3);
    }
    let ids: Vec<Value> = kept(&hall).iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [&first, &second, &third].map(|one| one["id"].clone()));
    assert_eq!(app.anyone().get(&format!("{}/entries", hall.path)).items().len(), 2);
}

fn nothing_is_adopted_that_is_not_done_at_a_venue(app: &TestApp) {
    let keys = keys();
    let hall = lent(app, &keys);
    reclaim(&hall);
    let elsewhere = Hall::new(app, &json!({}), 2);
    let umpire = own_account(&hall.umpire).0;
    let grants = format!("/v1/accounts/{umpire}/grants");
    let grant = command(&hall, None, &grants, &json!({ "role": "administrator" }));
    let (path, body) = entry(&elsewhere);
    let other = command(&hall, Some(&grant), &path, &body);
    let validation = command(
        &hall,
        Some(&other),
        "/v1/games/validations",
        &json!({ "turns": ["E1"] }),
    );
    // A form of the desk in which nobody is ticked.
    let check_in = format!("/desk/tournaments/{}/check-in", hall.id());
    let nobody = command(&hall, Some(&validation), &check_in, &json!({}));
    let loan = (hall.id(), 1);
    let nobody = with_member(loan, &nobody, "media_type", json!("application/x-www-form-urlencoded"));
    let nobody = with_member(loan, &nobody, "body", json!(""));
    let nowhere = command(&hall, Some(&nobody), "/v1/nothing", &json!({}));
    let appointments = format!("{}/appointments", hall.path);
    let appointing = command(
        &hall,
        Some(&nowhere),
        &appointments,
        &json!({ "player_id": hall.umpire_player }),
    );
    let commands = [&grant, &other, &validation, &nobody, &nowhere, &appointing].map(Value::clone);
    hand_in(&hall, &keys, &commands).expect(200);
    let account = || app.administrator().get(&format!("/v1/accounts/{umpire}")).expect(200);
    let before = account();
    let administrator = app.administrator();
    adopt(&administrator, &grant).refused(409, "not-at-venue");
    adopt(&administrator, &other).refused(409, "not-at-venue");
    adopt(&administrator, &validation).refused(409, "not-at-venue");
    adopt(&administrator, &nobody).refused(409, "changes-nothing");
    adopt(&administrator, &nowhere).refused(404, "not-found");
    // Nor what whoever adopts it may not do.
    adopt(&hall.umpire, &appointing).refused(403, "role-required");
    assert!(kept(&hall).iter().all(|one| one["adopted_at"].is_null()));
    assert_eq!(account(), before);
    assert_eq!(app.anyone().get(&path).items().len(), 2);
}

fn while_the_pen_is_lent_again_nothing_is_adopted(app: &TestApp) {
    let keys = keys();
    let hall = lent(app, &keys);
    reclaim(&hall);
    let (path, body) = entry(&hall);
    let first = command(&hall, None, &path, &body);
    hand_in(&hall, &keys, std::slice::from_ref(&first)).expect(200);
    let loan = lending(&self::keys(), &[&own_account(&hall.umpire).0]);
    let again = app.administrator().post(&format!("{}/pen-loans", hall.path), &loan);
    assert_eq!(again.expect(201)["pen"]["epoch"], 2);
    adopt(&hall.coordinator, &first).refused(409, "held-at-venue");
    reclaim(&hall);
    adopt(&hall.coordinator, &first).expect(201);
    assert_eq!(app.anyone().get(&path).items().len(), 3);
}

fn what_is_home_or_under_way_is_no_branch(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    weekend.play();
    // The first are executed, the third is missing, the others wait for it.
    weekend.hand_in(&weekend.part(0, 2)).expect(200);
    let all = weekend.hand_in_after(0)["commands"].as_array().unwrap().clone();
    weekend.hand_in(&weekend.part(3, all.len())).expect(200);
    let hall = &weekend.hall;
    assert!(kept(hall).is_empty());
    for command in &all {
        adopt(&hall.coordinator, command).refused(404, "not-found");
        dismiss(&hall.coordinator, command).refused(404, "not-found");
    }
    // Those that waited are part of the branch once the pen is reclaimed.
    reclaim(hall);
    let numbers: Vec<u64> = kept(hall).iter().map(|one| one["n"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (4..=all.len() as u64).collect::<Vec<_>>());
    adopt(&hall.coordinator, &all[0]).refused(404, "not-found");
    adopt(&hall.coordinator, &all[2]).refused(404, "not-found");
    weekend.hand_in(&weekend.hand_in_after(0)).expect(200);
    adopt(&hall.coordinator, &all[2]).expect(201);
}

fn a_branch_is_for_those_who_look_after_the_tournament(app: &TestApp) {
    let keys = keys();
    let hall = lent(app, &keys);
    reclaim(&hall);
    let (path, body) = entry(&hall);
    let first = command(&hall, None, &path, &body);
    hand_in(&hall, &keys, std::slice::from_ref(&first)).expect(200);
    let list = format!("{}/pen-branch-commands", hall.path);
    for (caller, status, code) in [
        (app.anyone(), 401, "token-required"),
        (hall.umpire.clone(), 403, "role-required"),
        (app.coordinator("ZA-GP"), 403, "out-of-scope"),
    ] {
        caller.get(&list).refused(status, code);
        adopt(&caller, &first).refused(status, code);
        dismiss(&caller, &first).refused(status, code);
    }
    let shown = hall.coordinator.get(&list).items();
    assert_eq!(shown[0]["body"], json!(body.to_string()));
    assert_eq!(shown[0]["adopted_at"], Value::Null);
}
