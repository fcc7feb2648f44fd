//! A tournament at a venue without a network: the pen is lent, the laptop writes, and what was done there is brought home.

use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp};
use crate::browser::Browser;
use crate::caller::text;
use crate::contract;
use crate::hall::{Hall, equipment};
use crate::weekend::{Weekend, keys, lending, own_account, rows, signed};
use crate::world::{HAS_OWN, Request, World, path, requests};

on_both_databases! {
    a_weekend_is_brought_home,
    while_the_pen_is_lent_the_register_leaves_the_tournament_alone,
    what_is_handed_in_comes_in_any_part_any_order_and_any_number_of_times,
    what_was_altered_is_not_taken,
    an_altered_bundle_is_not_taken_in,
    facts_are_those_of_the_day_on_which_the_pen_was_lent,
    a_command_that_does_something_else_at_home_stops_what_comes_after_it,
    a_receipt_is_held_against_what_is_on_the_laptop,
    forms_are_commands_too,
    a_laptop_changes_its_tournament_alone,
    a_pen_is_lent_once_and_to_those_who_have_keys,
    no_operation_changes_a_tournament_that_is_away,
}

fn a_weekend_is_brought_home(app: &TestApp) {
    let weekend = Weekend::new(app, 6);
    weekend.play();
    let receipt = weekend.bring_home();
    assert!(receipt["pen"]["executed"].as_u64().unwrap() > 8, "{receipt}");
    assert_eq!(receipt["pen"]["lent"], true);
    weekend.assert_same();
    weekend.play();
    weekend.command(&["pen", "close"]);
    weekend
        .umpire()
        .post(&format!("{}/equipment-confirmations", weekend.hall.path), &equipment())
        .refused(409, "pen-not-here");
    let receipt = weekend.bring_home();
    assert_eq!(receipt["pen"]["lent"], false, "{receipt}");
    weekend.assert_same();
    // Handed in once more it is answered as before.
    assert_eq!(weekend.bring_home(), receipt);
    // What was sent is not kept, and that it was is.
    let commands = rows(app, "pen_commands");
    assert_eq!(commands.len() as u64, receipt["pen"]["executed"].as_u64().unwrap());
    assert!(
        commands
            .iter()
            .all(|command| command["body"].is_null() && command["seed"].is_null())
    );
    assert!(rows(app, "pen_bundles").is_empty());
    assert_eq!(app.trail().fault(), None);
    assert_eq!(weekend.laptop.trail().fault(), None);
    // The federation writes again.
    let path = format!("{}/cancellations", weekend.hall.path);
    let answer = weekend
        .hall
        .coordinator
        .post(&path, &json!({ "reason": "The hall was flooded." }));
    assert_ne!(answer.json()["code"], "held-at-venue");
}

fn while_the_pen_is_lent_the_register_leaves_the_tournament_alone(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let elsewhere = Hall::new(app, &json!({}), 2);
    let entry = app.anyone().get(&format!("{}/entries", hall.path)).items()[0].clone();
    let player = hall.players[0].clone();
    let pen = |hall: &Hall<'_>| app.anyone().get(&format!("{}/pen", hall.path)).expect(200);
    assert_eq!((&pen(&hall)["lent"], &pen(&hall)["epoch"]), (&json!(false), &json!(0)));
    let weekend = Weekend::of(hall);
    let told = pen(&weekend.hall);
    assert_eq!(
        (&told["lent"], &told["epoch"], &told["laptop"], &told["executed"]),
        (&json!(true), &json!(1), &json!("Hall laptop"), &json!(0))
    );
    // Whoever opens the desk is told so, before anything is refused.
    let id = weekend.hall.path.rsplit('/').next().unwrap();
    let desk = Browser::of(app, &weekend.umpire).open(&format!("/desk/tournaments/{id}"));
    assert!(desk.text().contains("Hall laptop has the pen"), "{}", desk.text());
    let hall = &weekend.hall;
    hall.step(&format!("/v1/entries/{}/check-ins", text(&entry["id"])))
        .refused(409, "held-at-venue");
    let plan = json!({ "venue": "Elsewhere" });
    hall.coordinator
        .patch(&hall.path, "*", &plan)
        .refused(409, "held-at-venue");
    // Who a player is waits too; what is true of one does not.
    let administrator = app.administrator();
    let duplicate = app.player(&app.club("ZA-NW"));
    administrator
        .post(
            &format!("/v1/players/{player}/mergers"),
            &json!({ "duplicate_id": duplicate }),
        )
        .refused(409, "held-at-venue");
    administrator
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .refused(409, "held-at-venue");
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent." });
    administrator
        .post(&format!("/v1/players/{player}/suspensions"), &suspension)
        .expect(201);
    // Others go on.
    let others = app.anyone().get(&format!("{}/entries", elsewhere.path)).items();
    elsewhere
        .step(&format!("/v1/entries/{}/check-ins", text(&others[0]["id"])))
        .expect(201);
}

fn what_is_handed_in_comes_in_any_part_any_order_and_any_number_of_times(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let all = weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
    let [first, second, third] = [weekend.part(0, 2), weekend.part(2, 3), weekend.part(5, all)];
    let told = |receipt: Value| (receipt["pen"]["executed"].clone(), receipt["waiting"].clone());
    assert_eq!(told(weekend.hand_in(&third).expect(200)), (json!(0), json!(all - 5)));
    assert_eq!(told(weekend.hand_in(&first).expect(200)), (json!(2), json!(all - 5)));
    assert_eq!(told(weekend.hand_in(&first).expect(200)), (json!(2), json!(all - 5)));
    assert_eq!(told(weekend.hand_in(&second).expect(200)), (json!(all), json!(0)));
    for again in [&third, &second, &first, &weekend.hand_in_after(0)] {
        assert_eq!(told(weekend.hand_in(again).expect(200)), (json!(all), json!(0)));
    }
    weekend.assert_same();
}

fn what_was_altered_is_not_taken(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let good = weekend.hand_in_after(0);
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut form = good.clone();
        alter(&mut form);
        weekend.hand_in(&form).refused(422, "hand-in-altered");
    };
    altered(&|form| drop(form["commands"].as_array_mut().unwrap().pop()));
    altered(&|form| drop(form["commands"].as_array_mut().unwrap().remove(1)));
    altered(&|form| form["commands"].as_array_mut().unwrap().swap(0, 1));
    altered(&|form| form["commands"][2]["path"] = json!("/v1/clubs"));
    altered(&|form| form["commands"][2]["account_id"] = form["commands"][0]["id"].clone());
    altered(&|form| form["commands"][2]["at"] = json!("2026-11-20T09:00:00.000000Z"));
    altered(&|form| form["commands"][2]["seed"] = json!("x"));
    altered(&|form| form["commands"][2]["changes_digest"] = form["commands"][1]["changes_digest"].clone());
    altered(&|form| form["commands"][0]["previous"] = form["commands"][0]["hash"].clone());
    altered(&|form| form["signature"] = json!("x"));
    // Another laptop's.
    let claims = json!({
        "tournament": weekend.hall.path.rsplit('/').next().unwrap(), "epoch": 1, "last": good["commands"][0]["n"],
        "head": good["commands"][0]["hash"], "closes": false,
    });
    let mut one = good.clone();
    one["commands"].as_array_mut().unwrap().truncate(1);
    one["signature"] = json!(signed(&keys(), &claims));
    weekend.hand_in(&one).refused(422, "hand-in-altered");
    one["epoch"] = json!(2);
    weekend.hand_in(&one).refused(409, "pen-not-lent");
    let pen = app.anyone().get(&format!("{}/pen", weekend.hall.path)).expect(200);
    assert_eq!(pen["executed"], 0);
    assert!(rows(app, "pen_commands").is_empty());
    weekend.bring_home();
    weekend.assert_same();
}

fn an_altered_bundle_is_not_taken_in(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    let another = Weekend::new(app, 2);
    let refused = |bundle: &Value, why: &str| {
        let files = [("bundle.json", bundle)];
        let output = weekend.asked(&["serve", "--venue", "bundle.json", "--listen", "127.0.0.1:0"], &files);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(why), "{told}");
    };
    let with = |name: &str, value: &Value| {
        let mut bundle = weekend.lent.clone();
        bundle["bundle"][name] = value.clone();
        bundle
    };
    let others = &another.lent["bundle"];
    let sealed = text(&weekend.lent["bundle"]["sealed"]);
    let cut = json!(sealed[..sealed.len() - 4]);
    refused(
        &with("sealed", &cut),
        "The bundle is not what the federation has signed.",
    );
    refused(
        &with("sealed", &others["sealed"]),
        "The bundle is not what the federation has signed.",
    );
    refused(
        &with("delegation", &json!(cut)),
        "The bundle is not signed by its federation.",
    );
    refused(&with("keys", &json!([])), "The bundle is of another federation than");
    refused(&another.lent, "The bundle is sealed to another laptop.");
    refused(&json!({ "pen": weekend.lent["pen"] }), "bundle.json is no bundle");
    // The federation's own records are no laptop's, though the loan is on record in them.
    let (Url::Sqlite(register) | Url::Postgres(register)) = app.url();
    let register = register.as_str();
    for (arguments, why) in [
        (
            ["serve", "--venue", "bundle.json", "--database-url", register],
            "There is something else in the records",
        ),
        (
            ["pen", "hand-in", "--after=0", "--database-url", register],
            "The pen of the tournament is not here.",
        ),
    ] {
        let output = weekend.asked(&arguments, &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(why), "{told}");
    }
}

fn facts_are_those_of_the_day_on_which_the_pen_was_lent(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    let administrator = app.administrator();
    // Two who are drawn against each other never meet from now on, a player is suspended, and the umpire may do nothing more.
    let bar = |pair: [usize; 2]| {
        let ids = pair.map(|place| weekend.hall.players[place].clone());
        administrator
            .post(
                "/v1/pairing-bars",
                &json!({ "player_ids": ids, "relation": "siblings" }),
            )
            .expect(201);
    };
    bar([0, 2]);
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent." });
    administrator
        .post(
            &format!("/v1/players/{}/suspensions", weekend.hall.players[1]),
            &suspension,
        )
        .expect(201);
    let revocation = json!({ "reason": "Ruled on a match of a relative." });
    administrator
        .post(&format!("{}/revocations", weekend.hall.accreditation), &revocation)
        .expect(201);
    weekend.play();
    let path = format!("{}/pen-hand-ins", weekend.hall.path);
    let receipt = weekend
        .hall
        .coordinator
        .post(&path, &weekend.hand_in_after(0))
        .expect(200);
    assert_eq!(receipt["stopped"], Value::Null, "{receipt}");
    weekend.assert_same();
    // The federation itself judges by what is so today.
    let bars = administrator.get(&format!("/v1/players/{}/pairing-bars", weekend.hall.players[0]));
    assert_eq!(bars.items().len(), 1);
}

fn a_command_that_does_something_else_at_home_stops_what_comes_after_it(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let all = weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
    // Somebody is behind the service's back: what the federation has is not what the laptop took with it, nor what it did.
    let swapped = "UPDATE entries SET seed = CASE seed WHEN 1 THEN 901 WHEN 2 THEN 902 ELSE seed END; \
                   UPDATE entries SET seed = CASE seed WHEN 901 THEN 2 WHEN 902 THEN 1 ELSE seed END";
    let plants = [
        (
            "UPDATE entries SET checked_in_at = '2026-11-20T07:00:00.000000Z'",
            "UPDATE entries SET checked_in_at = NULL",
            json!("already-so"),
        ),
        (
            "UPDATE tournaments SET state = 'finished'",
            "UPDATE tournaments SET state = 'open'",
            json!("wrong-state"),
        ),
        (swapped, swapped, json!("command-differs")),
    ];
    let mut done = 0;
    for (plant, mended, code) in plants {
        app.connection().batch_execute(plant).unwrap();
        let before = rows(app, "rounds");
        let receipt = weekend.hand_in(&weekend.hand_in_after(0)).expect(200);
        let stopped = &receipt["stopped"];
        assert_eq!(stopped["code"], code, "{plant}: {receipt}");
        done = receipt["pen"]["executed"].as_u64().unwrap();
        assert_eq!(stopped["n"], json!(done + 1), "{plant}");
        assert_eq!(receipt["waiting"], json!(all as u64 - done), "{plant}");
        assert_eq!(rows(app, "rounds"), before, "{plant}: it has left no trace");
        app.connection().batch_execute(mended).unwrap();
    }
    // Once all is put right, the rest follows.
    assert!(done < all as u64);
    weekend.bring_home();
    weekend.assert_same();
}

fn a_receipt_is_held_against_what_is_on_the_laptop(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let all = weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
    let begun = weekend.hand_in(&weekend.part(0, 2)).expect(200);
    let lacking = format!("2 of {all} commands are at the federation: hand in the others, and delete nothing.");
    assert_eq!(weekend.confirm(&begun), (lacking, false));
    let all_of_it = format!("{all} of {all} commands are at the federation");
    let still = format!("{all_of_it}. The laptop has the pen: delete nothing.");
    assert_eq!(weekend.confirm(&weekend.bring_home()), (still, true));
    weekend.command(&["pen", "close"]);
    let back = format!("{all_of_it}, which has the pen again: nothing on this laptop is needed any more.");
    let receipt = weekend.bring_home();
    assert_eq!(weekend.confirm(&receipt), (back, true));
    // Nobody else can say so: neither another laptop's federation, nor whoever alters it, nor of another tournament.
    let fault = |answer: &Value, why: &str| {
        let (told, is_home) = weekend.confirm(answer);
        assert!(told.contains(why) && !is_home, "{told}");
    };
    let mut altered = receipt.clone();
    altered["receipt"] = json!(text(&receipt["receipt"]).replacen('.', ".e", 1));
    fault(
        &altered,
        "The receipt is not signed by the federation that lent the pen.",
    );
    altered["receipt"] = weekend.hand_in_after(0)["signature"].clone();
    fault(
        &altered,
        "The receipt is not signed by the federation that lent the pen.",
    );
    fault(
        &json!({ "pen": receipt["pen"] }),
        "answer.json is no answer to a hand-in",
    );
    let another = Weekend::new(app, 2);
    fault(&another.bring_home(), "The receipt is of another loan.");
}

fn forms_are_commands_too(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    let id = weekend.hall.path.rsplit('/').next().unwrap();
    let desk = format!("/desk/tournaments/{id}");
    let browser = Browser::of(&weekend.laptop, &weekend.umpire);
    let page = browser.open(&format!("{desk}/check-in"));
    let boxes: Vec<String> = page
        .body
        .split('<')
        .filter(|tag| tag.contains("type=\"checkbox\""))
        .map(|tag| {
            tag.split(" name=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(boxes.len(), 4);
    let mut form = page.form_to("/check-in");
    form.fields
        .extend(boxes.iter().take(3).map(|name| (name.clone(), "yes".to_owned())));
    browser.go(&form);
    let commands = weekend.hand_in_after(0)["commands"].clone();
    assert_eq!(commands.as_array().unwrap().len(), 1);
    assert_eq!(commands[0]["media_type"], "application/x-www-form-urlencoded");
    // Sent once more it is done once, and is no command.
    browser.go(&form);
    assert_eq!(weekend.hand_in_after(0)["commands"], commands);
    let here = |app: &TestApp| {
        rows(app, "entries")
            .iter()
            .filter(|one| !one["checked_in_at"].is_null())
            .count()
    };
    assert_eq!((here(&weekend.laptop), here(app)), (3, 0));
    // One that does something else at home is a stop with its reason, though it is a page that tells so.
    let entry = boxes[0].strip_prefix("tick-").unwrap();
    let plant = |at: &str| {
        let sql = format!("UPDATE entries SET checked_in_at = {at} WHERE id = '{entry}'");
        app.connection().batch_execute(&sql).unwrap();
    };
    plant("'2026-11-20T07:00:00.000000Z'");
    let receipt = weekend.hand_in(&weekend.hand_in_after(0)).expect(200);
    assert_eq!(receipt["stopped"]["code"], "command-differs", "{receipt}");
    plant("NULL");
    weekend.bring_home();
    assert_eq!(here(app), 3);
    weekend.assert_same();
}

fn a_laptop_changes_its_tournament_alone(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    let coordinator = weekend.coordinator();
    let club = json!({ "code": "MAH", "name": "Mahikeng Herders", "kind": "community", "province": "ZA-NW" });
    coordinator.post("/v1/clubs", &club).refused(409, "not-at-venue");
    let another = json!({
        "name": "Rustenburg Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-21", "venue": "Rustenburg",
    });
    coordinator
        .post("/v1/tournaments", &another)
        .refused(409, "not-at-venue");
    let reason = json!({ "reason": "The hall was flooded." });
    coordinator
        .post(&format!("{}/cancellations", weekend.hall.path), &reason)
        .refused(409, "not-at-venue");
    // Nobody signs in there but those who were named, and nobody else is named to the laptop.
    let administrator = json!({ "email": crate::app::ADMINISTRATOR, "password": PASSWORD });
    let refused = weekend.laptop.anyone().post("/v1/tokens", &administrator);
    assert_eq!(refused.status, 401);
    let mistaken = json!({ "email": weekend.umpire, "password": "a cow in the field" });
    let refused = weekend.laptop.anyone().post("/v1/tokens", &mistaken);
    assert_eq!(refused.status, 401);
    let accounts = rows(&weekend.laptop, "accounts");
    let named = accounts.iter().filter(|account| account["name"] != "…").count();
    assert_eq!(named, 2, "{accounts:?}");
    assert_eq!(rows(&weekend.laptop, "passwords").len(), 2);
    assert_eq!(weekend.hand_in_after(0)["commands"], json!([]));
}

fn a_pen_is_lent_once_and_to_those_who_have_keys(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    let path = format!("{}/pen-loans", weekend.hall.path);
    let official = own_account(&weekend.hall.umpire).0;
    let loan = lending(&keys(), &[&official]);
    weekend
        .hall
        .coordinator
        .post(&path, &loan)
        .refused(409, "held-at-venue");
    let hall = Hall::new(app, &json!({}), 2);
    let path = format!("{}/pen-loans", hall.path);
    let loan = lending(&keys(), &[&own_account(&hall.umpire).0]);
    let with = |name: &str, value: Value| {
        let mut loan = loan.clone();
        loan[name] = value;
        hall.coordinator.post(&path, &loan)
    };
    with("official_ids", json!(["019aa0c0-0000-7000-8000-000000000000"])).refused(422, "unknown-account");
    for name in ["sealing_key", "signing_key"] {
        let fault = (format!("/{name}"), "invalid-key".to_owned());
        // Of zeros it has the form of a key, and is good for nothing.
        for key in ["x", &"A".repeat(43)] {
            assert_eq!(with(name, json!(key)).faults(), std::slice::from_ref(&fault), "{key}");
        }
    }
    hall.coordinator
        .post(
            &format!("{}/cancellations", hall.path),
            &json!({ "reason": "The hall was flooded." }),
        )
        .expect(201);
    hall.coordinator.post(&path, &loan).refused(409, "wrong-state");
}

/// The operations on tournaments and games that change no tournament that is there.
const OF_NONE: [&str; 5] = [
    "create_archive",
    "create_game",
    "create_game_batch",
    "create_game_validation",
    "create_tournament",
];

fn no_operation_changes_a_tournament_that_is_away(app: &TestApp) {
    let (world, another) = (World::new(app), app.granted(&json!({ "role": "administrator" })));
    let lend = "INSERT INTO pen_loans (tournament_id, epoch, laptop, sealing_key, signing_key, lent_by, lent_at, executed, head) \
                SELECT id, 1, 'Hall laptop', '', '', (SELECT min(CAST(id AS TEXT)) FROM accounts), created_at, 0, '' FROM tournaments";
    let lend = match app.url() {
        Url::Sqlite(_) => lend.to_owned(),
        Url::Postgres(_) => lend.replace("FROM accounts)", "FROM accounts)::uuid"),
    };
    let (mut refused, mut others) = (0, Vec::new());
    let of_tournaments = contract::operations().filter(|(pattern, method, operation)| {
        let is_theirs = ["tournaments", "games"].contains(&text(&operation["tags"][0]));
        *method != "get" && (is_theirs || pattern.ends_with("/seedings"))
    });
    for (pattern, method, operation) in of_tournaments {
        let (id, account) = (text(&operation["operationId"]), app.account());
        let themselves = app.sign_in(&account.email);
        let own = HAS_OWN.contains(&id).then_some(&account);
        // To somebody else what is one's own is not there, whoever has the pen.
        let theirs = |request: &Request| own.is_none() || request.own;
        for request in requests(id, app, &world, own).into_iter().filter(theirs) {
            app.connection().batch_execute(&lend).unwrap();
            let (path, caller) = (
                path(pattern, &request.parameter),
                if request.own { &themselves } else { &another },
            );
            let answer = match (&request.body, method) {
                (Some(body), "patch") => caller.patch(&path, "*", body),
                (Some(body), _) => caller.post(&path, body),
                (None, _) => caller.send(&method.to_uppercase(), &path, &[], None),
            };
            app.connection().batch_execute("DELETE FROM pen_loans").unwrap();
            let problem: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            if problem["code"] == "held-at-venue" {
                refused += 1;
            } else {
                others.push((id, answer.status, problem["code"].clone()));
            }
        }
    }
    let unknown: Vec<_> = others.iter().filter(|(id, ..)| !OF_NONE.contains(id)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(refused > 40, "{refused}");
}
