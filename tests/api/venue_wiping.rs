//! Laptops that came home: what is personal on one is deleted once nothing of it is needed any more.

use std::path::Path;
use std::process::Output;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use federation_records::db::Url;
use federation_records::pens::laptops::LaptopKeys;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::app::TestApp;
use crate::command_line::{out, run};
use crate::hall::Hall;
use crate::weekend::{Weekend, lending, own_account};

on_sqlite! {
    a_laptop_is_wiped_once_all_is_home,
    a_lost_laptop_is_wiped_once_all_of_it_is_kept,
    nothing_is_wiped_that_is_in_use,
    nothing_is_wiped_for_the_bundle_of_another_loan,
    no_receipts_are_written_over_others,
}

const RECORDS: &str = "weekend.sqlite";
const RECEIPTS: &str = "pen-receipts.json";

/// All that lies in a folder before it is wiped.
const ALL: [&str; 3] = ["bundle.json", "laptop-keys.json", RECORDS];

/// A folder of the laptop's owner, with the keys, the bundle, and the records as they are now, which nobody has open.
fn folder(weekend: &Weekend<'_>) -> TempDir {
    let folder = weekend.folder(&[]);
    let (Url::Sqlite(records) | Url::Postgres(records)) = weekend.laptop.url();
    let copied = run(folder.path(), &["backup", "--database-url", records, RECORDS], "");
    assert!(copied.status.success(), "{}", told(&copied));
    folder
}

fn wipe(folder: &Path, more: &[&str]) -> Output {
    let records = format!("sqlite:{RECORDS}");
    let arguments = ["pen", "wipe", "--venue", "bundle.json", "--database-url", &records];
    run(folder, &[&arguments[..], more].concat(), "")
}

fn told(output: &Output) -> String {
    out(output) + &String::from_utf8_lossy(&output.stderr)
}

/// The names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Asks that the folder is not wiped, for that reason, and has what it had.
#[track_caller]
fn assert_refused(folder: &Path, why: &str) {
    let before = files(folder);
    let output = wipe(folder, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).contains(why), "{}", told(&output));
    assert_eq!(files(folder), before);
}

/// Asks that the folder is wiped; what is left tells.
#[track_caller]
fn assert_wiped(folder: &Path) -> Value {
    let output = wipe(folder, &[]);
    assert!(output.status.success(), "{}", told(&output));
    assert_eq!(files(folder), [RECEIPTS]);
    serde_json::from_slice(&std::fs::read(folder.join(RECEIPTS)).unwrap()).unwrap()
}

/// The commands that were given on the laptop.
fn commands(weekend: &Weekend<'_>) -> Vec<Value> {
    weekend.hand_in_after(0)["commands"].as_array().unwrap().clone()
}

/// A tournament that was played at its venue, of which the laptop knows that all is home.
fn brought_home(app: &TestApp) -> Weekend<'_> {
    let weekend = Weekend::new(app, 2);
    weekend.play();
    weekend.command(&["pen", "close"]);
    assert!(weekend.confirm(&weekend.bring_home()).1);
    weekend
}

fn a_laptop_is_wiped_once_all_is_home(app: &TestApp) {
    let weekend = Weekend::new(app, 4);
    weekend.play();
    let given = commands(&weekend);
    let all = given.len();
    let refused = |why: &str| assert_refused(folder(&weekend).path(), why);
    refused(&format!(
        "0 of {all} commands are at the federation: hand in the others"
    ));
    let begun = weekend.hand_in(&weekend.part(0, 2)).expect(200);
    weekend.confirm(&begun);
    refused(&format!(
        "2 of {all} commands are at the federation: hand in the others"
    ));
    weekend.confirm(&weekend.bring_home());
    refused("The laptop has the pen: delete nothing.");
    weekend.command(&["pen", "close"]);
    refused("The federation has not told that it has the pen again: delete nothing.");
    let last = weekend.bring_home();
    refused("The federation has not told that it has the pen again: delete nothing.");
    weekend.confirm(&last);
    // One from before tells nothing new.
    weekend.confirm(&begun);
    let folder = folder(&weekend);
    assert_eq!(files(folder.path()), ALL);
    let left = assert_wiped(folder.path());
    let id = weekend.hall.path.rsplit('/').next().unwrap();
    let numbers = ["tournament_id", "epoch", "commands", "received", "kept"].map(|name| left[name].clone());
    assert_eq!(numbers, [json!(id), json!(1), json!(all), json!(all), json!(0)]);
    assert_eq!(
        (&left["hash"], &left["receipt"]),
        (&given[all - 1]["hash"], &last["receipt"])
    );
    assert!(left["returned_at"].is_string(), "{left}");
    // It names nobody.
    let hall = &weekend.hall;
    let [umpire, coordinator] = [&hall.umpire, &hall.coordinator].map(own_account);
    let mut personal = vec![
        "Hall laptop",
        "Mokoena",
        &umpire.0,
        &umpire.1,
        &coordinator.0,
        &coordinator.1,
    ];
    personal.extend(hall.players.iter().map(String::as_str));
    let named: Vec<&&str> = personal.iter().filter(|one| left.to_string().contains(**one)).collect();
    assert!(named.is_empty(), "{named:?}");
}

fn a_lost_laptop_is_wiped_once_all_of_it_is_kept(app: &TestApp) {
    let weekend = Weekend::new(app, 2);
    weekend.play();
    let all = commands(&weekend).len();
    weekend.confirm(&weekend.hand_in(&weekend.part(0, 1)).expect(200));
    let reason = json!({ "reason": "The laptop was stolen." });
    let path = format!("{}/pen-reclaims", weekend.hall.path);
    app.administrator().post(&path, &reason).expect(201);
    weekend.confirm(&weekend.hand_in(&weekend.part(0, 2)).expect(200));
    assert_refused(
        folder(&weekend).path(),
        "and keeps 1 more, to be adopted: hand in the others",
    );
    weekend.confirm(&weekend.hand_in(&weekend.hand_in_after(0)).expect(200));
    let left = assert_wiped(folder(&weekend).path());
    assert_eq!((&left["received"], &left["kept"]), (&json!(1), &json!(all - 1)));
}

fn nothing_is_wiped_that_is_in_use(app: &TestApp) {
    let weekend = brought_home(app);
    let (folder, killed) = (folder(&weekend), weekend.folder(&[]));
    let records = folder.path().join(RECORDS);
    let mut service = SqliteConnection::establish(records.to_str().unwrap()).unwrap();
    let journal = "PRAGMA journal_mode = WAL; UPDATE pen_loans SET laptop = 'Laptop of the hall'";
    service.batch_execute(journal).unwrap();
    assert_refused(
        folder.path(),
        "is in use, so nothing was deleted. Stop the service first.",
    );
    // A service that was killed leaves its journal behind.
    for end in ["", "-wal", "-shm"] {
        let [from, to] = [&folder, &killed].map(|folder| folder.path().join(format!("{RECORDS}{end}")));
        std::fs::copy(from, to).unwrap();
    }
    drop(service);
    assert_wiped(killed.path());
    assert_wiped(folder.path());
}

fn nothing_is_wiped_for_the_bundle_of_another_loan(app: &TestApp) {
    let (weekend, another) = (brought_home(app), Weekend::new(app, 2));
    let folder = folder(&weekend);
    let bundle = folder.path().join("bundle.json");
    std::fs::write(&bundle, another.lent.to_string()).unwrap();
    assert_refused(folder.path(), "The bundle is sealed to another laptop.");
    // Nor for that of another tournament which this same laptop has.
    let keys = std::fs::read(folder.path().join("laptop-keys.json")).unwrap();
    let keys: LaptopKeys = serde_json::from_slice(&keys).unwrap();
    let hall = Hall::new(app, &json!({}), 2);
    let loan = lending(&keys, &[&own_account(&hall.umpire).0]);
    let lent = app.administrator().post(&format!("{}/pen-loans", hall.path), &loan);
    std::fs::write(&bundle, lent.expect(201).to_string()).unwrap();
    assert_refused(folder.path(), "bundle.json is the bundle of another loan");
    std::fs::write(&bundle, weekend.lent.to_string()).unwrap();
    assert_wiped(folder.path());
}

fn no_receipts_are_written_over_others(app: &TestApp) {
    let weekend = brought_home(app);
    let folder = folder(&weekend);
    std::fs::write(folder.path().join(RECEIPTS), "{}").unwrap();
    assert_refused(folder.path(), "cannot write pen-receipts.json, so nothing was deleted");
    let output = wipe(folder.path(), &["--receipts", "second.json"]);
    assert!(output.status.success(), "{}", told(&output));
    assert_eq!(files(folder.path()), [RECEIPTS, "second.json"]);
}
