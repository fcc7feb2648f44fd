//! Two laptops in the hall: nothing is answered before it is on both disks.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use actix_web::rt::System;
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection};
use federation_records::app::server::Service;
use federation_records::app::standby::{Followed, StandbyLaptop};
use federation_records::db::Url;
use federation_records::pens::bundles::SealedBundle;
use federation_records::pens::laptops::LaptopKeys;
use federation_records::values::clock::Clock;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::app::{LAPTOP, TestApp, scratch};
use crate::browser::Browser;
use crate::caller::text;
use crate::command_line::{Serving, out, run};
use crate::patience::PATIENCE;
use crate::weekend::{TABLES, Weekend, keys, rows, signed_as};

on_sqlite! {
    what_was_answered_is_on_both_laptops,
    without_the_second_laptop_a_change_is_not_answered,
    a_form_that_was_not_answered_is_sent_again,
    the_second_laptop_goes_on_where_the_first_was,
    what_the_second_laptop_has_not_executed_is_forgotten,
    laptops_that_went_apart_are_found_out,
    a_pen_that_was_laid_down_is_laid_down_on_both,
    nobody_else_follows,
}

/// Longer than a second laptop takes.
const LONG: Duration = PATIENCE;

/// The time for which nobody waits long where there is no second laptop.
const SHORT: Duration = Duration::from_millis(200);

fn folder() -> TempDir {
    tempfile::tempdir_in(scratch()).unwrap()
}

/// A weekend whose laptop waits so long for a second one with what it answers.
fn weekend(app: &TestApp, patience: Duration) -> Weekend<'_> {
    let mut weekend = Weekend::new(app, 6);
    let taken = (&weekend.lent, &weekend.keys);
    weekend.laptop = app.laptop_in(folder(), taken, move |service| service.acknowledged_within(patience));
    weekend
}

/// The paths at which players are checked in.
fn check_ins(weekend: &Weekend<'_>) -> Vec<String> {
    let path = format!("{}/entries", weekend.hall.path);
    let entries = weekend.laptop.anyone().get(&path).items();
    let check_in = |entry: &Value| format!("/v1/entries/{}/check-ins", text(&entry["id"]));
    entries.iter().map(check_in).collect()
}

/// The second laptop as it is set up: with the same bundle and the same keys, and a file of its own.
struct SetUp {
    first: String,
    file: PathBuf,
    clock: Clock,
    bundle: SealedBundle,
    keys: LaptopKeys,
}

impl SetUp {
    fn beside(first: &TestApp, weekend: &Weekend<'_>, folder: &Path) -> SetUp {
        SetUp {
            first: first.base().to_owned(),
            file: folder.join(LAPTOP),
            clock: first.clock(),
            bundle: SealedBundle::read(&weekend.lent.to_string()).unwrap(),
            keys: weekend.keys.clone(),
        }
    }

    async fn laptop(self) -> StandbyLaptop {
        let url = Url::Sqlite(self.file.display().to_string());
        let service = Service::open(&url, self.clock, "http://records.example").await;
        let laptop = StandbyLaptop::of(service.unwrap(), &self.first, &self.bundle, &self.keys);
        laptop.await.unwrap()
    }

    /// One step of it.
    fn step(self) -> Result<Followed, String> {
        let step = async move { self.laptop().await.step().await };
        System::new().block_on(step).map_err(|error| error.to_string())
    }

    async fn follow(self, stop: CancellationToken) {
        let laptop = self.laptop().await;
        loop {
            let followed = tokio::select! {
                followed = laptop.step() => followed.unwrap(),
                () = stop.cancelled() => return,
            };
            match followed {
                Followed::Has(_) => {}
                Followed::Nothing(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                Followed::LaidDown(_) => return,
            }
        }
    }
}

/// The second laptop at work, until it is stopped or has nothing more to do.
struct Second {
    folder: Option<TempDir>,
    stop: CancellationToken,
    work: Option<JoinHandle<()>>,
}

impl Second {
    fn of(weekend: &Weekend<'_>) -> Second {
        let (folder, stop) = (folder(), CancellationToken::new());
        let (set_up, stopped) = (SetUp::beside(&weekend.laptop, weekend, folder.path()), stop.clone());
        let work = thread::spawn(move || System::new().block_on(set_up.follow(stopped)));
        Second {
            folder: Some(folder),
            stop,
            work: Some(work),
        }
    }

    /// The number of commands that it has executed.
    fn executed(&self) -> i64 {
        executed(&self.folder.as_ref().unwrap().path().join(LAPTOP))
    }

    /// Waits until it has nothing more to do.
    fn finish(&mut self) {
        self.work.take().unwrap().join().unwrap();
    }

    /// Stops it; the folder with its records.
    fn stopped(mut self) -> TempDir {
        self.stop.cancel();
        self.finish();
        self.folder.take().unwrap()
    }
}

impl Drop for Second {
    fn drop(&mut self) {
        self.stop.cancel();
        let _ = self.work.take().map(JoinHandle::join);
    }
}

#[derive(QueryableByName)]
struct Executed {
    #[diesel(sql_type = BigInt)]
    executed: i64,
}

/// The records of a laptop in that file, which its service may use still.
fn records(file: &Path) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    connection.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
    connection
}

/// The number of commands that were executed by the records of a laptop in that file.
fn executed(file: &Path) -> i64 {
    let mut connection = records(file);
    let loans = diesel::sql_query("SELECT executed FROM pen_loans");
    loans.get_result::<Executed>(&mut connection).unwrap().executed
}

/// The status and the mark of an answer that was given before, once there is an answer.
fn again(ask: impl Fn() -> (u16, String)) -> (u16, String) {
    let until = Instant::now() + LONG;
    loop {
        let answer = ask();
        if answer.0 != 503 || Instant::now() > until {
            return answer;
        }
    }
}

fn what_was_answered_is_on_both_laptops(app: &TestApp) {
    let weekend = weekend(app, LONG);
    let second = Second::of(&weekend);
    let umpire = weekend.umpire();
    for (n, check_in) in (1..).zip(check_ins(&weekend)) {
        umpire.send("POST", &check_in, &[], None).expect(201);
        assert_eq!(second.executed(), n);
    }
    weekend.play();
    let commands = weekend.hand_in_after(0)["commands"].as_array().unwrap().len();
    assert_eq!(usize::try_from(second.executed()), Ok(commands));
    assert!(commands > 8, "{commands}");
}

fn without_the_second_laptop_a_change_is_not_answered(app: &TestApp) {
    let weekend = weekend(app, SHORT);
    let (umpire, check_in) = (weekend.umpire(), check_ins(&weekend).swap_remove(0));
    let ask = || umpire.send("POST", &check_in, &[("idempotency-key", "the first who came")], None);
    for _ in 0..2 {
        let answer = ask();
        answer.refused(503, "standby-behind");
        assert_eq!(answer.header("retry-after"), "1");
    }
    // It was done once; what is refused is told at once, and so is whatever is only read.
    umpire.send("POST", &check_in, &[], None).refused(409, "already-so");
    assert_eq!(weekend.hand_in_after(0)["commands"].as_array().unwrap().len(), 1);
    let entrants = format!("{}/entrants", weekend.hall.path);
    weekend.umpire().get(&entrants).expect(200);
    let second = Second::of(&weekend);
    let answered = again(|| {
        let answer = ask();
        (answer.status, answer.header("idempotency-replayed").to_owned())
    });
    assert_eq!(answered, (201, "true".to_owned()));
    assert_eq!(second.executed(), 1);
}

fn a_form_that_was_not_answered_is_sent_again(app: &TestApp) {
    let weekend = weekend(app, SHORT);
    let id = weekend.hall.path.rsplit('/').next().unwrap();
    let browser = Browser::of(&weekend.laptop, &weekend.umpire);
    let page = browser.open(&format!("/desk/tournaments/{id}/check-in"));
    let (name, _) = page.boxes().swap_remove(0);
    let form = page.form_to("/check-in").with(&name, "yes");
    let refused = browser.send(&form);
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    assert!(refused.text().contains("not yet on the second"), "{}", refused.text());
    // Nor is it brought home before.
    let home = format!("/desk/tournaments/{id}/pen/hand-in");
    assert_eq!(browser.get_file(&home).0, 503);
    let second = Second::of(&weekend);
    let answered = again(|| {
        let answer = browser.send(&form);
        (answer.status, answer.header("idempotency-replayed").to_owned())
    });
    assert_eq!(answered, (303, "true".to_owned()));
    assert_eq!(browser.get_file(&home).0, 200);
    assert_eq!(second.executed(), 1);
}

fn the_second_laptop_goes_on_where_the_first_was(app: &TestApp) {
    let mut weekend = weekend(app, LONG);
    let second = Second::of(&weekend);
    weekend.play();
    let folder = second.stopped();
    let taken = (&weekend.lent, &weekend.keys);
    let second = weekend.laptop.laptop_in(folder, taken, |service| service);
    for (table, _) in TABLES {
        assert_eq!(rows(&weekend.laptop, table), rows(&second, table), "{table}");
    }
    weekend.laptop = second;
    weekend.play();
    weekend.command(&["pen", "close"]);
    let receipt = weekend.bring_home();
    assert_eq!(receipt["pen"]["lent"], false, "{receipt}");
    weekend.assert_same();
    assert_eq!(weekend.laptop.trail().fault(), None);
}

fn what_the_second_laptop_has_not_executed_is_forgotten(app: &TestApp) {
    let mut weekend = weekend(app, LONG);
    let second = Second::of(&weekend);
    let check_ins = check_ins(&weekend);
    weekend.umpire().send("POST", &check_ins[0], &[], None).expect(201);
    let folder = second.stopped();
    // It is as if the power had failed once it was given the command, before it was executed.
    let mut connection = records(&folder.path().join(LAPTOP));
    let undone = "UPDATE pen_commands SET executed_at = NULL; UPDATE pen_loans SET executed = 0, head = ''; \
                  UPDATE entries SET checked_in_at = NULL";
    connection.batch_execute(undone).unwrap();
    drop(connection);
    let taken = (&weekend.lent, &weekend.keys);
    weekend.laptop = weekend.laptop.laptop_in(folder, taken, |service| service);
    weekend.umpire().send("POST", &check_ins[1], &[], None).expect(201);
    let receipt = weekend.bring_home();
    assert_eq!(receipt["pen"]["executed"], 1, "{receipt}");
    weekend.assert_same();
}

fn laptops_that_went_apart_are_found_out(app: &TestApp) {
    let mut weekend = weekend(app, SHORT);
    let check_ins = check_ins(&weekend);
    weekend
        .umpire()
        .send("POST", &check_ins[0], &[], None)
        .refused(503, "standby-behind");
    let of_first = weekend.hand_in_after(0);
    // The other has nothing of it, and is served beside it.
    let (folder, taken) = (folder(), (&weekend.lent, &weekend.keys));
    let place = folder.path().to_owned();
    let second = weekend.laptop.laptop_in(folder, taken, |service| service);
    let first = std::mem::replace(&mut weekend.laptop, second);
    weekend.umpire().send("POST", &check_ins[1], &[], None).expect(201);
    let refused = SetUp::beside(&first, &weekend, &place).step().unwrap_err();
    assert!(refused.contains("another command 1 than this one"), "{refused}");
    weekend.bring_home();
    weekend.hand_in(&of_first).refused(422, "hand-in-altered");
    weekend.assert_same();
}

fn a_pen_that_was_laid_down_is_laid_down_on_both(app: &TestApp) {
    let mut weekend = weekend(app, LONG);
    let mut second = Second::of(&weekend);
    let check_ins = check_ins(&weekend);
    weekend.umpire().send("POST", &check_ins[0], &[], None).expect(201);
    weekend.command(&["pen", "close"]);
    second.finish();
    let folder = second.folder.take().unwrap();
    let taken = (&weekend.lent, &weekend.keys);
    weekend.laptop = weekend.laptop.laptop_in(folder, taken, |service| service);
    weekend
        .umpire()
        .send("POST", &check_ins[1], &[], None)
        .refused(409, "pen-not-here");
    let receipt = weekend.bring_home();
    assert_eq!(
        (&receipt["pen"]["executed"], &receipt["pen"]["lent"]),
        (&json!(1), &json!(false))
    );
    weekend.assert_same();
}

fn nobody_else_follows(app: &TestApp) {
    let weekend = weekend(app, SHORT);
    let (umpire, check_in) = (weekend.umpire(), check_ins(&weekend).swap_remove(0));
    let ask = || umpire.send("POST", &check_in, &[("idempotency-key", "the first who came")], None);
    ask().refused(503, "standby-behind");
    let (id, now) = (weekend.hall.path.rsplit('/').next().unwrap(), weekend.laptop.seconds());
    let good = json!({ "iat": now, "tournament": id, "epoch": 1, "after": 0, "head": "" });
    let sent = |kind: &str, keys: &LaptopKeys, claims: &Value| json!({ "signature": signed_as(kind, keys, claims) });
    let follow = |claims: &Value| sent("pen-follow+jwt", &weekend.keys, claims);
    let post = |app: &TestApp, body: &Value| app.anyone().post("/pen/commands", body);
    let given = post(&weekend.laptop, &follow(&good)).expect(200);
    assert_eq!(given["commands"].as_array().unwrap().len(), 1);
    for stranger in [
        sent("pen-follow+jwt", &keys(), &good),
        sent("pen-hand-in+jwt", &weekend.keys, &good),
        json!({ "signature": "x" }),
    ] {
        post(&weekend.laptop, &stranger).refused(422, "hand-in-altered");
    }
    for (name, value) in [
        ("iat", json!(now - 301)),
        ("iat", json!(now + 301)),
        ("tournament", json!("019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
        ("epoch", json!(2)),
        ("after", json!(1)),
        ("after", json!(2)),
        ("head", given["commands"][0]["hash"].clone()),
    ] {
        let mut claims = good.clone();
        claims[name] = value;
        post(&weekend.laptop, &follow(&claims)).refused(422, "hand-in-altered");
    }
    // None of them has acknowledged anything; whoever has the command has.
    ask().refused(503, "standby-behind");
    let mut claims = good.clone();
    claims["after"] = json!(1);
    claims["head"] = given["commands"][0]["hash"].clone();
    std::thread::scope(|scope| {
        // It is answered once there is a second command.
        let waits = scope.spawn(|| post(&weekend.laptop, &follow(&claims)).expect(200));
        let answered = again(|| (ask().status, String::new()));
        assert_eq!(answered.0, 201);
        umpire
            .send("POST", &check_ins(&weekend)[1], &[], None)
            .refused(503, "standby-behind");
        assert_eq!(waits.join().unwrap()["commands"][0]["n"], 2);
    });
    // Where nothing waits for a second laptop, there is nothing to follow.
    let alone = app.laptop(&weekend.lent, &weekend.keys);
    for other in [app, &alone] {
        post(other, &follow(&good)).refused(404, "not-found");
    }
}

#[test]
fn a_second_laptop_is_started_at_the_terminal() {
    let app = TestApp::on_sqlite();
    let weekend = weekend(&app, SHORT);
    let folder = folder();
    let laptop_keys = serde_json::to_string(&weekend.keys).unwrap();
    std::fs::write(folder.path().join("laptop-keys.json"), laptop_keys).unwrap();
    std::fs::write(folder.path().join("bundle.json"), weekend.lent.to_string()).unwrap();
    let follow = |first: &str| {
        let arguments = ["pen", "follow", first, "--venue", "bundle.json"];
        let records = ["--database-url", "sqlite:second.sqlite"];
        run(folder.path(), &[&arguments[..], &records[..]].concat(), "")
    };
    let refused = |first: &str, why: &str| {
        let output = follow(first);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(why), "{told}");
    };
    refused(app.base(), "it is not served with `--ack 2`");
    weekend.laptop.at("2001-01-01T08:00:00Z");
    refused(weekend.laptop.base(), "more than five minutes apart");
    let no_venue = run(folder.path(), &["serve", "--ack", "2"], "");
    assert!(!no_venue.status.success(), "{no_venue:?}");
    let records = ["--database-url", "sqlite:first.sqlite"];
    let serve = [&["serve", "--venue", "bundle.json", "--ack", "2"][..], &records[..]].concat();
    let first = Serving::start(folder.path(), &serve, "Listening");
    let closed = run(folder.path(), &[&["pen", "close"][..], &records[..]].concat(), "");
    assert!(closed.status.success(), "{closed:?}");
    let followed = follow(&format!("http://{}/", first.address()));
    assert!(followed.status.success(), "{followed:?}");
    assert_eq!(out(&followed), "The pen is laid down after 0 commands, here too.\n");
}
