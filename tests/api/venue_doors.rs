//! Doors of the pen: whom a bundle names and what it tells of them, for whom something is taken home, and whom a laptop believes.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;

use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, PASSWORD, TestApp};
use crate::browser::Browser;
use crate::caller::{Answer, Caller, text};
use crate::command_line::{Serving, out, program, run};
use crate::contract::operations;
use crate::hall::{Hall, umpire};
use crate::venue_desk::{coordinator, desk, said_between};
use crate::weekend::{
    Weekend, believing, given, handed_in, keys, lending, own_account, published, rows, signed_as, signed_by_another,
    with_member,
};

on_sqlite! {
    officials_run_the_tournament_and_none_is_above_whoever_names_them,
    no_password_leaves_the_federation,
    a_code_is_good_on_the_laptop_of_its_bundle_alone,
    a_code_that_is_lost_is_made_again_on_the_laptop,
    nothing_is_taken_home_of_somebody_who_was_not_named,
    a_laptop_believes_its_own_federation_alone,
    a_receipt_of_another_federation_is_not_believed,
    the_words_are_shown_where_the_pen_is_lent,
}

fn lend(caller: &Caller<'_>, hall: &Hall<'_>, official: &str) -> Answer {
    caller.post(&format!("{}/pen-loans", hall.path), &lending(&keys(), &[official]))
}

fn grant(app: &TestApp, account: &str, grant: &Value) {
    let path = format!("/v1/accounts/{account}/grants");
    app.administrator().post(&path, grant).expect(201);
}

/// Accounts of all kinds beside a tournament, and whether a coordinator of its province and an administrator name them.
fn accounts(app: &TestApp, hall: &Hall<'_>) -> Vec<(&'static str, String, [bool; 2])> {
    let of = |role: Value| app.account_with(&role).id;
    let coordinates = |province: &str| json!({ "role": "coordinator", "province": province });
    let (deactivated, promised) = (of(coordinates("ZA-NW")), of(coordinates("ZA-NW")));
    let path = format!("/v1/accounts/{deactivated}/deactivations");
    app.administrator().send("POST", &path, &[], None).expect(201);
    grant(
        app,
        &promised,
        &json!({ "role": "administrator", "valid_from": "2026-11-21" }),
    );
    let (signed_in, player, _) = umpire(app);
    let exalted = own_account(&signed_in).0;
    let appointments = format!("{}/appointments", hall.path);
    hall.coordinator
        .post(&appointments, &json!({ "player_id": player }))
        .expect(201);
    grant(app, &exalted, &json!({ "role": "administrator" }));
    let club = app.club("ZA-NW");
    vec![
        ("an umpire who is appointed", own_account(&hall.umpire).0, [true, true]),
        ("a coordinator of the province", of(coordinates("ZA-NW")), [true, true]),
        (
            "the coordinator who lends it",
            own_account(&hall.coordinator).0,
            [true, true],
        ),
        (
            "the administrator who lends it",
            own_account(&app.administrator()).0,
            [false, true],
        ),
        (
            "another administrator",
            of(json!({ "role": "administrator" })),
            [false, false],
        ),
        ("an umpire who is an administrator", exalted, [false, true]),
        ("a coordinator who is to be an administrator", promised, [false, true]),
        ("a coordinator elsewhere", of(coordinates("ZA-GP")), [false, false]),
        (
            "an umpire who is not appointed",
            own_account(&umpire(app).0).0,
            [false, false],
        ),
        (
            "a club's secretary",
            of(json!({ "role": "club_secretary", "club_id": club })),
            [false, false],
        ),
        ("an institution", of(json!({ "role": "institution" })), [false, false]),
        ("somebody without a role", app.account().id, [false, false]),
        ("a coordinator who was deactivated", deactivated, [false, false]),
        (
            "nobody",
            "019aa0c0-0000-7000-8000-000000000000".to_owned(),
            [false, false],
        ),
    ]
}

fn officials_run_the_tournament_and_none_is_above_whoever_names_them(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let lenders = [hall.coordinator.clone(), app.administrator()];
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for (who, account, named) in accounts(app, &hall) {
        for (lender, is_named) in lenders.iter().zip(named) {
            let answer = lend(lender, &hall, &account);
            let body = answer.json();
            let is_known = !["nobody", "a coordinator who was deactivated"].contains(&who);
            let expected = match (is_named, is_known) {
                (true, _) => (201, None),
                (false, true) => (422, Some("not-an-official")),
                (false, false) => (422, Some("unknown-account")),
            };
            assert_eq!((answer.status, body["code"].as_str()), expected, "{who}: {body}");
            *told.entry(body["code"].to_string()).or_default() += 1;
            if is_named {
                let reason = json!({ "reason": "It is lent again." });
                let path = format!("{}/pen-reclaims", hall.path);
                app.administrator().post(&path, &reason).expect(201);
            } else {
                assert_eq!(body["errors"][0]["pointer"], "/official_ids", "{who}");
            }
        }
    }
    let expected = [("\"not-an-official\"", 15), ("\"unknown-account\"", 4), ("null", 9)];
    assert_eq!(told, expected.map(|(code, times)| (code.to_owned(), times)).into());
}

fn sign_in(app: &TestApp, email: &str, password: &str) -> u16 {
    let credentials = json!({ "email": email, "password": password });
    app.anyone().post("/v1/tokens", &credentials).status
}

/// The code of that official, as it was shown when the pen was lent.
fn code_of<'w>(weekend: &'w Weekend<'_>, email: &str) -> &'w str {
    weekend.laptop.password_of(email)
}

fn no_password_leaves_the_federation(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    let hashes = |app: &TestApp| -> Vec<Value> {
        let passwords = rows(app, "passwords").into_iter();
        passwords.map(|password| password["hash"].clone()).collect()
    };
    let (here, there) = (hashes(app), hashes(&weekend.laptop));
    assert_eq!(there.len(), 2, "each official has a code");
    assert!(!there.iter().any(|hash| here.contains(hash)));
    for official in [&weekend.umpire, &weekend.coordinator] {
        assert_eq!(sign_in(&weekend.laptop, official, PASSWORD), 401);
        assert_eq!(sign_in(app, official, code_of(&weekend, official)), 401);
        let browser = Browser::new(app);
        let form = browser.open("/sign-in").form("/sign-in");
        let form = form
            .with("email", official)
            .with("password", code_of(&weekend, official));
        assert_eq!(browser.send(&form).status, 401);
    }
    // Nobody else's address is there.
    let addresses: Vec<String> = rows(&weekend.laptop, "accounts")
        .iter()
        .map(|account| text(&account["email"]).to_owned())
        .filter(|address| !address.ends_with("@elsewhere.invalid"))
        .collect();
    assert_eq!(addresses.len(), 2, "{addresses:?}");
    assert!(!addresses.contains(&ADMINISTRATOR.to_owned()));
}

fn a_code_is_good_on_the_laptop_of_its_bundle_alone(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let (umpire, keys) = (own_account(&hall.umpire), keys());
    let (path, loan) = (
        format!("{}/pen-loans", hall.path),
        lending(&keys, &[&umpire.0]).to_string(),
    );
    let headers = [("content-type", "application/json"), ("idempotency-key", "a loan")];
    let lend = || hall.coordinator.send("POST", &path, &headers, Some(&loan));
    let first = lend().expect(201);
    let code = text(&first["official_codes"][0]["code"]).to_owned();
    // Sent again it is answered as before, but for what is shown once; and that is nowhere kept.
    let mut again = lend().expect(201);
    assert_eq!(again["official_codes"], json!([]));
    again["official_codes"] = first["official_codes"].clone();
    assert_eq!(again, first);
    for table in ["answers", "pen_loans", "passwords", "audit"] {
        let kept = rows(app, table);
        assert!(
            !kept.is_empty() && !kept.iter().any(|row| row.to_string().contains(&code)),
            "{table}"
        );
    }
    let before = app.laptop(&first, &believing(&keys, &first));
    assert_eq!(sign_in(&before, &umpire.1, &code), 200);
    let reason = json!({ "reason": "It was left on a bus." });
    hall.coordinator
        .post(&format!("{}/pen-reclaims", hall.path), &reason)
        .expect(201);
    let next = hall.coordinator.post(&path, &lending(&keys, &[&umpire.0])).expect(201);
    let laptop = app.laptop(&next, &believing(&keys, &next));
    let other = text(&next["official_codes"][0]["code"]);
    assert_ne!(other, code);
    assert_eq!(
        [sign_in(&laptop, &umpire.1, &code), sign_in(&laptop, &umpire.1, other)],
        [401, 200]
    );
    assert_eq!(sign_in(&before, &umpire.1, other), 401);
}

fn a_code_that_is_lost_is_made_again_on_the_laptop(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    let (lost, there) = (code_of(&weekend, &weekend.umpire), weekend.umpire());
    let told = weekend.command(&["pen", "code", &weekend.umpire.to_uppercase()]);
    let code = told.lines().next().unwrap();
    assert_eq!(sign_in(&weekend.laptop, &weekend.umpire, lost), 401);
    assert_eq!(sign_in(&weekend.laptop, &weekend.umpire, code), 200);
    assert_eq!(sign_in(app, &weekend.umpire, code), 401);
    // Whoever had found the one that was lost is out; the others stay.
    assert_eq!(there.get("/v1/me").status, 401);
    weekend.coordinator().get("/v1/me").expect(200);
    let refused = |address: &str, records: &TestApp, why: &str| {
        let (Url::Sqlite(url) | Url::Postgres(url)) = records.url();
        let output = weekend.asked(&["pen", "code", "--database-url", url.as_str(), address], &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(why), "{told}");
    };
    refused(
        "nobody@federation.example",
        &weekend.laptop,
        "No official signs in on this laptop with the address",
    );
    refused(
        ADMINISTRATOR,
        &weekend.laptop,
        "No official signs in on this laptop with the address",
    );
    refused(&weekend.umpire, app, "The pen of the tournament is not here.");
    // It is in the laptop's trail, and is no command.
    assert!(
        rows(&weekend.laptop, "audit")
            .iter()
            .any(|row| row["action"] == "create_pen_code")
    );
    assert_eq!(weekend.hand_in_after(0)["commands"], json!([]));
}

fn nothing_is_taken_home_of_somebody_who_was_not_named(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    let loan = (weekend.hall.id(), weekend.epoch);
    let named = [
        own_account(&weekend.hall.umpire).0,
        own_account(&weekend.hall.coordinator).0,
    ];
    let mut of_all = accounts(app, &Hall::new(app, &json!({}), 0));
    of_all.retain(|(who, ..)| *who != "nobody");
    let writes: Vec<(&str, String, String)> = operations()
        .filter(|(_, method, _)| *method != "get")
        .map(|(path, method, operation)| {
            let path = path.replace("{id}", loan.0).replace(['{', '}'], "");
            (text(&operation["operationId"]), method.to_uppercase(), path)
        })
        .collect();
    let entry = app.anyone().get(&format!("{}/entries", weekend.hall.path)).items()[0].clone();
    let check_in = format!("/v1/entries/{}/check-ins", text(&entry["id"]));
    let one = |account: &str, method: &str, path: &str| {
        let command = given(loan, None, account, (path, &json!({})));
        let command = with_member(loan, &command, "method", json!(method));
        weekend.hand_in(&handed_in(loan, &weekend.keys, &[command], false))
    };
    let before = app.entries();
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for (id, method, path) in &writes {
        for (who, account, _) in &of_all {
            let refused = one(account, method, path).refused(422, "not-an-official");
            assert!(text(&refused["detail"]).contains(account.as_str()), "{id}: {who}");
            *told.entry("not-an-official".to_owned()).or_default() += 1;
        }
        // Of those who were named what is done at venues is begun, judged, and undone if it is not what it was there.
        for account in &named {
            let receipt = one(account, method, path).expect(200);
            assert_eq!(receipt["pen"]["executed"], 0, "{id}: {receipt}");
            let is_begun = receipt["stopped"]["code"] != "not-at-venue";
            *told
                .entry(if is_begun { "begun" } else { "not-at-venue" }.to_owned())
                .or_default() += 1;
            forget(app);
        }
    }
    for account in of_all.iter().map(|(_, account, _)| account) {
        one(account, "POST", &check_in).refused(422, "not-an-official");
    }
    assert!(rows(app, "pen_commands").is_empty());
    let receipt = one(&named[0], "POST", &check_in).expect(200);
    assert_eq!(receipt["stopped"]["code"], "command-differs", "{receipt}");
    forget(app);
    assert!(
        rows(app, "entries")
            .iter()
            .all(|entry| entry["checked_in_at"].is_null())
    );
    // Nothing was written of all this but that something was handed in, and it is refused of a loan that was reclaimed too.
    let hand_ins = i64::try_from(writes.len() * 2 + 1).unwrap();
    assert_eq!(app.entries() - before, hand_ins);
    let reason = json!({ "reason": "It was left on a bus." });
    weekend
        .hall
        .coordinator
        .post(&format!("{}/pen-reclaims", weekend.hall.path), &reason)
        .expect(201);
    one(&of_all[4].1, "POST", &check_in).refused(422, "not-an-official");
    assert_eq!(told["not-an-official"], writes.len() * 13);
    let (begun, elsewhere) = (told["begun"], told["not-at-venue"]);
    assert_eq!((begun + elsewhere, begun), (writes.len() * 2, 84));
}

/// Takes away what waits at the federation, behind the service's back.
fn forget(app: &TestApp) {
    app.connection().batch_execute("DELETE FROM pen_commands").unwrap();
}

/// The words of the program on the laptop when it is to serve that bundle: that it serves, or why it does not.
fn served(weekend: &Weekend<'_>, bundle: &Value, words: Option<&str>) -> Result<(), String> {
    let mut keys = serde_json::to_value(&weekend.keys).unwrap();
    keys.as_object_mut().unwrap().remove("federation");
    let folder = weekend.folder(&[("bundle.json", bundle), ("laptop-keys.json", &keys)]);
    if let Some(words) = words {
        let kept = run(folder.path(), &["pen", "key", "--federation", words], "");
        if !kept.status.success() {
            return Err(String::from_utf8_lossy(&kept.stderr).into_owned());
        }
        // The keys stay what they were.
        let public: Value = serde_json::from_str(&out(&kept)).unwrap();
        assert_eq!(public["signing_key"], json!(weekend.keys.public().unwrap().signing_key));
    }
    let serve = ["serve", "--venue", "bundle.json", "--database-url", "sqlite:new.sqlite"];
    let served = Serving::of(program(folder.path()).args(serve), "Listening at");
    served.map(|_| ()).map_err(|lines| lines.join("\n"))
}

fn a_laptop_believes_its_own_federation_alone(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    let words = text(&weekend.lent["federation_words"]);
    let refused = |bundle: &Value, why: &str| {
        let told = served(&weekend, bundle, Some(words)).unwrap_err();
        assert!(told.contains(why), "{told}");
    };
    // Somebody who knows the laptop's public keys has a federation of their own lend it a pen.
    let another = TestApp::on_sqlite();
    let hall = Hall::new(&another, &json!({}), 2);
    let loan = lending(&weekend.keys, &[&own_account(&hall.umpire).0]);
    let of_another = another
        .administrator()
        .post(&format!("{}/pen-loans", hall.path), &loan)
        .expect(201);
    refused(&of_another, "The bundle is of another federation");
    // With the true key beside theirs, and with theirs called by its name.
    let mut with_both = of_another.clone();
    let true_key = weekend.lent["bundle"]["keys"][0].clone();
    with_both["bundle"]["keys"]
        .as_array_mut()
        .unwrap()
        .push(true_key.clone());
    refused(&with_both, "The bundle is not signed by its federation.");
    let mut renamed = of_another.clone();
    renamed["bundle"]["keys"][0]["kid"] = true_key["kid"].clone();
    refused(&renamed, "The bundle is of another federation");
    let forger = keys();
    let of_another_key = signed_by_another(&weekend.lent, &forger);
    refused(&of_another_key, "The bundle is of another federation");
    let mut with_both = of_another_key.clone();
    with_both["bundle"]["keys"] = json!([published(&forger), true_key]);
    refused(&with_both, "The bundle is not signed by its federation.");
    // A laptop that was told of no federation believes none; the words are taken however they are typed.
    let told = served(&weekend, &weekend.lent, None).unwrap_err();
    assert!(told.contains("This laptop knows no federation yet"), "{told}");
    let five = words.rsplit_once(' ').unwrap().0;
    let unknown = format!("{five} umlabalaba");
    for (wrong, why) in [
        (five, "Must be 6 words"),
        (unknown.as_str(), "“umlabalaba” is none of the words"),
    ] {
        let told = served(&weekend, &weekend.lent, Some(wrong)).unwrap_err();
        assert!(told.contains(why), "{told}");
    }
    let others = text(&of_another["federation_words"]);
    let told = served(&weekend, &weekend.lent, Some(others)).unwrap_err();
    assert!(told.contains("The bundle is of another federation"), "{told}");
    served(&weekend, &weekend.lent, Some(&words.to_uppercase().replace(' ', "-"))).unwrap();
}

fn a_receipt_of_another_federation_is_not_believed(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    weekend.play();
    let commands = weekend.hand_in_after(0)["commands"].clone();
    let last = commands.as_array().unwrap().last().unwrap().clone();
    // All is home, and the pen as well: so says somebody who would like to see it deleted.
    let claims = json!({
        "iss": "http://records.example", "iat": 1, "tournament": weekend.hall.id(), "epoch": 1, "executed": last["n"],
        "head": last["hash"], "kept": 0, "ended": true,
    });
    let forger = keys();
    let receipt = json!({ "receipt": signed_as("pen-receipt+jwt", &forger, &claims) });
    let mut bundle = weekend.lent.clone();
    bundle["bundle"]["keys"]
        .as_array_mut()
        .unwrap()
        .push(published(&forger));
    let files = [("bundle.json", &bundle), ("answer.json", &receipt)];
    let output = weekend.asked(&["pen", "receipt", "--venue", "bundle.json", "answer.json"], &files);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let why = "The receipt is not signed by the federation that lent the pen.";
    assert!(
        !output.status.success() && told.contains(why),
        "{told} {}",
        out(&output)
    );
}

fn the_words_are_shown_where_the_pen_is_lent(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    let page = coordinator(&hall).open(&format!("{}/pen-loan", desk(&hall)));
    let shown = said_between(&page, "<span>--federation</span> \"", "\"").remove(0);
    let lent = lend(&hall.coordinator, &hall, &own_account(&hall.umpire).0).expect(201);
    assert_eq!(text(&lent["federation_words"]), shown);
    let folder = tempfile::tempdir_in(crate::app::scratch()).unwrap();
    let asked = |arguments: &[&str]| {
        let output = run(folder.path(), arguments, "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (out(&output), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // The keys are made once, and printed each time.
    let (made, hint) = asked(&["pen", "key"]);
    assert!(hint.contains("This laptop believes no federation yet"), "{hint}");
    assert_eq!(
        asked(&["pen", "key", "--federation", &shown]),
        (made.clone(), String::new())
    );
    assert_eq!(asked(&["pen", "key"]), (made, String::new()));
    let file_mode = std::fs::metadata(folder.path().join("laptop-keys.json"))
        .unwrap()
        .mode();
    assert_eq!(file_mode & 0o777, 0o600);
}
