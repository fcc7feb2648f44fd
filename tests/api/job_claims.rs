//! Jobs of several services with the same records: each is done by one of them, and what one has left another takes up.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use federation_records::db::log::LogVerdict;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::games::Table;
use crate::imports::{AFFILIATIONS, CLUBS, PLAYERS, REGISTRATIONS, counts, done, refused};
use crate::jobs::{claimed_before, sent_before};
use crate::patience::eventually;

on_both_databases! {
    an_import_goes_on_where_the_service_before_has_stopped,
    files_of_games_go_on_where_the_service_before_has_stopped,
    a_service_that_has_lost_its_claim_keeps_nothing,
    a_claim_that_has_not_run_out_is_respected,
    an_import_is_judged_on_what_nobody_changes_any_more,
    an_account_has_four_jobs_at_most,
}

/// Runs SQL that the two databases spell differently.
fn run(app: &TestApp, sqlite: &str, postgres: &str) {
    let sql = match app.url() {
        Url::Sqlite(_) => sqlite,
        Url::Postgres(_) => postgres,
    };
    app.connection().batch_execute(sql).unwrap();
}

/// Lets no row into a table that fulfils the condition, so that the work stops there, as if the machine broke.
fn stop_at(app: &TestApp, table: &str, condition: &str) {
    let sqlite = format!(
        "CREATE TRIGGER stop BEFORE INSERT ON {table} WHEN {condition} BEGIN SELECT RAISE(ABORT, 'stopped'); END"
    );
    let postgres = format!(
        "CREATE FUNCTION stop() RETURNS trigger AS $$ BEGIN RAISE 'stopped'; END $$ LANGUAGE plpgsql; \
         CREATE TRIGGER stop BEFORE INSERT ON {table} FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION stop()"
    );
    run(app, &sqlite, &postgres);
}

fn go_on(app: &TestApp, table: &str) {
    run(app, "DROP TRIGGER stop", &format!("DROP TRIGGER stop ON {table}"));
}

/// Runs a statement once, when the first row comes into a table: what another service or another client does just then.
fn when_a_row_comes(app: &TestApp, table: &str, statement: &str) {
    let sqlite = format!("CREATE TRIGGER meanwhile AFTER INSERT ON {table} BEGIN {statement}; END");
    let postgres = format!(
        "CREATE FUNCTION meanwhile() RETURNS trigger AS $$ BEGIN {statement}; RETURN NULL; END $$ LANGUAGE plpgsql; \
         CREATE TRIGGER meanwhile AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION meanwhile()"
    );
    run(app, &sqlite, &postgres);
}

/// Reads the job until so many rows are done.
#[track_caller]
fn reached(caller: &Caller<'_>, job: &str, rows: u64) {
    eventually("the job goes on", || {
        let job = caller.get(job).expect(200);
        assert_eq!(job["state"], "waiting", "{job}");
        job["done"].as_u64().unwrap() >= rows
    });
}

#[track_caller]
fn chain_is_whole(app: &TestApp) {
    let verdict = app.trail();
    assert!(matches!(verdict, LogVerdict::Whole { .. }), "{verdict:?}");
}

fn files(files: &[(&str, &str)]) -> Value {
    let sent = files.iter();
    let sent: Vec<Value> = sent
        .map(|(file, text)| json!({ "file": file, "content": STANDARD.encode(text) }))
        .collect();
    json!({ "dry_run": false, "origin": "request 1 from 127.0.0.1", "files": sent, "games": null })
}

fn code(number: usize) -> String {
    format!("C{number}")
}

/// More than a claim lasts.
fn lease() -> TimeDelta {
    TimeDelta::seconds(41)
}

fn an_import_goes_on_where_the_service_before_has_stopped(app: &TestApp) {
    const CLUBS_OF_FILE: usize = 700;
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator().post(&grants, &grant).expect(201);
    let club = |code: &str, name: &str| json!({ "code": code, "name": name, "kind": "community", "province": "ZA-NW" });
    let coordinator = app.sign_in(&account.email);
    let known = coordinator.post("/v1/clubs", &club("C0", "Before")).expect(201);
    let late = coordinator.post("/v1/clubs", &club("C699", "Before")).expect(201);
    let (known, late) = (text(&known["id"]), text(&late["id"]));
    let player = app.player_named(late, "Mokoena", "Thandiwe", "1998-04-17");
    let rows = |row: &dyn Fn(usize) -> String| (0..CLUBS_OF_FILE).map(row).collect::<String>();
    let clubs = format!(
        "{CLUBS}{}",
        rows(&|n| format!("{},Herders {n},community,ZA-NW\n", code(n)))
    );
    let affiliations = format!("{AFFILIATIONS}{}", rows(&|n| format!("{},2027,\n", code(n))));
    let players = format!(
        "{PLAYERS}M-0000001-B,Mokoena,Thandi,1998-04-17,female,ZA-NW,,C699\n,Dlamini,Sipho,1990-01-01,male,ZA-NW,,C1\n"
    );
    let registrations = format!(
        "{REGISTRATIONS}M-0000001-B,,,,C699,2027,member,senior,\n,Dlamini,Sipho,1990-01-01,C1,2027,member,senior,\n"
    );
    let job = sent_before(
        app,
        &account.id,
        &files(&[
            ("clubs", &clubs),
            ("affiliations", &affiliations),
            ("players", &players),
            ("registrations", &registrations),
        ]),
    );
    stop_at(app, "clubs", "NEW.code = 'C698'");
    let first = app.another_server();
    reached(&coordinator, &job, 1000);
    drop(first);
    // Others write, but nothing that is still to be changed, and no code that is to be taken.
    let later = club("ELSEWHERE", "Others");
    coordinator.post("/v1/clubs", &later).expect(201);
    coordinator
        .post("/v1/clubs", &club("C690", "Others"))
        .refused(503, "unavailable");
    let change = |id: &str, name: &str| {
        let path = format!("/v1/clubs/{id}");
        let tag = coordinator.get(&path).header("etag").to_owned();
        coordinator.patch(&path, &tag, &json!({ "name": name }))
    };
    change(late, "Others").refused(503, "unavailable");
    change(known, "After").expect(200);
    let registration =
        json!({ "player_id": player, "club_id": late, "year": 2027, "basis": "member", "division": "senior" });
    let refused = coordinator.post("/v1/registrations", &registration);
    refused.refused(503, "unavailable");
    assert_eq!(refused.header("retry-after"), "1");
    let erasure = format!("/v1/players/{player}/erasures");
    app.administrator()
        .send("POST", &erasure, &[], None)
        .refused(503, "unavailable");
    // Another import of the same waits until this one is done.
    let second_upload = coordinator.upload("/v1/imports", Some("k"), &[("clubs", clubs.as_bytes())]);
    // Others have registered a player meanwhile, so the next number is another one.
    app.player_named(known, "Zulu", "Anele", "1990-01-01");
    go_on(app, "clubs");
    app.pass(lease());
    let _second = app.server_that_looks_for_jobs();
    let coordinator = app.sign_in(&account.email);
    let job = coordinator.finished_at(&job);
    done(&job);
    assert_eq!(counts(&job, "clubs"), [700, 698, 2, 0]);
    assert_eq!(counts(&job, "affiliations"), [700, 700, 0, 0]);
    assert_eq!(counts(&job, "players"), [2, 1, 1, 0]);
    assert_eq!(counts(&job, "registrations"), [2, 2, 0, 0]);
    assert_eq!(job["total"], 1404);
    let name = |id: &str| app.anyone().get(&format!("/v1/clubs/{id}")).expect(200)["name"].clone();
    assert_eq!(name(known), "After", "what was changed after the import stays");
    assert_eq!(name(late), "Herders 699");
    let number = |q: &str| app.anyone().get(&format!("/v1/players?q={q}")).items()[0]["number"].clone();
    assert_eq!(
        (number("thandi"), number("zulu"), number("sipho")),
        (json!("M-0000001-B"), json!("M-0000002-C"), json!("M-0000003-D"))
    );
    assert_eq!(coordinator.get("/v1/registrations?year=2027").items().len(), 2);
    let again = coordinator.finished(&second_upload);
    assert_eq!(
        counts(&again, "clubs"),
        [700, 0, 1, 699],
        "the one that was changed after the import"
    );
    chain_is_whole(app);
    // Nothing is held any more.
    coordinator
        .patch(
            &format!("/v1/clubs/{late}"),
            coordinator.get(&format!("/v1/clubs/{late}")).header("etag"),
            &json!({ "name": "Others" }),
        )
        .expect(200);
}

/// Another service, which has stopped since, has claimed the job that is being done.
const CLAIMED: &str = "UPDATE jobs SET claimed_by = '019aa0ce-2c3d-7e4f-8a5b-6c7d8e9f0a1b', \
                       claimed_until = '2026-11-20T08:00:40.000000Z' WHERE claimed_by IS NOT NULL";

fn files_of_games_go_on_where_the_service_before_has_stopped(app: &TestApp) {
    let table = Table::new(app);
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    app.administrator()
        .post(&grants, &json!({ "role": "umpire" }))
        .expect(201);
    let game = |n: u32| {
        let day = chrono::NaiveDate::from_num_days_from_ce_opt(739_000 + i32::try_from(n).unwrap()).unwrap();
        let [first, second] = ["M-0000001-B", "M-0000002-C"];
        let tags = format!(
            "[Date \"{}\"]\n[FirstId \"{first}\"]\n[SecondId \"{second}\"]\n",
            day.format("%Y.%m.%d")
        );
        format!("{tags}\n1. E1 *\n\n")
    };
    let games: String = (0..400).map(game).collect();
    let sent = json!({
        "dry_run": false, "origin": "request 1 from 127.0.0.1", "files": [],
        "games": { "tournament": null, "content": STANDARD.encode(games) },
    });
    let job = sent_before(app, &account.id, &sent);
    when_a_row_comes(app, "games", CLAIMED);
    let first = app.server_that_looks_for_jobs();
    let caller = app.sign_in(&account.email);
    reached(&caller, &job, 1);
    // It finds that the job is no longer its own, and does what comes next.
    let next = sent_before(app, &account.id, &files(&[("clubs", CLUBS)]));
    caller.finished_at(&next);
    drop(first);
    let done = caller.get(&job).expect(200)["done"].as_u64().unwrap();
    run(app, "DROP TRIGGER meanwhile", "DROP TRIGGER meanwhile ON games");
    app.pass(lease());
    let _second = app.server_that_looks_for_jobs();
    let games = app.sign_in(&account.email).finished_at(&job)["report"]["games"].clone();
    assert!((1..400).contains(&done), "{done}");
    assert_eq!(
        (&games["recorded"], &games["known"], &games["faults"]),
        (&json!(400 - done), &json!(done), &json!([]))
    );
    assert_eq!(table.app.anyone().get("/v1/games?limit=1").items().len(), 1);
    chain_is_whole(app);
}

fn a_service_that_has_lost_its_claim_keeps_nothing(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator().post(&grants, &grant).expect(201);
    let clubs = format!("{CLUBS}AAA,Herders,community,ZA-NW\n");
    let job = sent_before(app, &account.id, &files(&[("clubs", &clubs)]));
    // Another one takes the job up while this one has its steps ready.
    when_a_row_comes(app, "job_steps", CLAIMED);
    let server = app.server_that_looks_for_jobs();
    let caller = app.sign_in(&account.email);
    reached(&caller, &job, 0);
    let next = sent_before(app, &account.id, &files(&[("clubs", CLUBS)]));
    done(&caller.finished_at(&next));
    let waiting = caller.get(&job).expect(200);
    assert_eq!((&waiting["state"], &waiting["done"]), (&json!("waiting"), &json!(0)));
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
    run(app, "DROP TRIGGER meanwhile", "DROP TRIGGER meanwhile ON job_steps");
    app.pass(lease());
    let job = app.sign_in(&account.email).finished_at(&job);
    assert_eq!(counts(&job, "clubs"), [1, 1, 0, 0]);
    assert_eq!(app.administrator().get("/v1/clubs").items().len(), 1);
    drop(server);
}

fn a_claim_that_has_not_run_out_is_respected(app: &TestApp) {
    let account = app.account();
    let job = claimed_before(app, &account.id, &files(&[("clubs", CLUBS)]));
    let _server = app.server_that_looks_for_jobs();
    let caller = app.sign_in(&account.email);
    let next = sent_before(app, &account.id, &files(&[("clubs", CLUBS)]));
    done(&caller.finished_at(&next));
    assert_eq!(caller.get(&job).expect(200)["state"], "waiting");
    app.at("2026-11-20T08:00:40Z");
    let next = sent_before(app, &account.id, &files(&[("clubs", CLUBS)]));
    done(&caller.finished_at(&next));
    assert_eq!(caller.get(&job).expect(200)["state"], "waiting");
    app.at("2026-11-20T08:00:41Z");
    done(&caller.finished_at(&job));
}

fn an_import_is_judged_on_what_nobody_changes_any_more(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let club = json!({ "code": "AAA", "name": "Herders", "kind": "community", "province": "ZA-NW" });
    coordinator.post("/v1/clubs", &club).expect(201);
    // Just before the club is held, somebody else gives it the name that stands in the file, and it is no school any more.
    when_a_row_comes(
        app,
        "holds",
        "UPDATE clubs SET name = 'Stones', kind = 'university' WHERE code = 'AAA'",
    );
    let clubs = format!("{CLUBS}AAA,Stones,university,ZA-NW\n");
    let job = coordinator.import(&[("clubs", &clubs)]);
    done(&job);
    assert_eq!(counts(&job, "clubs"), [1, 0, 0, 1]);
    // What was held for nothing is free.
    let path = format!("/v1/clubs/{}", text(&app.anyone().get("/v1/clubs").items()[0]["id"]));
    let tag = coordinator.get(&path).header("etag").to_owned();
    coordinator.patch(&path, &tag, &json!({ "name": "Kraal" })).expect(200);
    // The same with a fault that comes to light then.
    run(
        app,
        "DROP TRIGGER meanwhile",
        "DROP TRIGGER meanwhile ON holds; DROP FUNCTION meanwhile",
    );
    let grants = "UPDATE grants SET revoked_at = '2026-11-20T08:00:00.000000Z' WHERE role = 'coordinator'";
    when_a_row_comes(app, "holds", grants);
    let job = coordinator.import(&[("clubs", &clubs)]);
    assert_eq!(refused(&job, "clubs"), [(2, "code", "out-of-scope")]);
    assert_eq!(app.anyone().get("/v1/clubs").items()[0]["name"], "Kraal");
}

fn an_account_has_four_jobs_at_most(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator().post(&grants, &grant).expect(201);
    let coordinator = app.sign_in(&account.email);
    let clubs = format!("{CLUBS}AAA,Herders,community,ZA-NW\n");
    let upload = |caller: &Caller<'_>, key| caller.upload("/v1/imports", Some(key), &[("clubs", clubs.as_bytes())]);
    let first = upload(&coordinator, "first");
    coordinator.finished(&first);
    for _ in 0..3 {
        claimed_before(app, &account.id, &files(&[("clubs", CLUBS)]));
    }
    let fourth = upload(&coordinator, "fourth");
    coordinator.finished(&fourth);
    let job = claimed_before(app, &account.id, &files(&[("clubs", CLUBS)]));
    let refused = upload(&coordinator, "fifth");
    refused.refused(429, "too-many-jobs");
    assert_eq!(refused.header("retry-after"), "10");
    let games = coordinator.upload("/v1/imports/games", Some("games"), &[("games", b"")]);
    games.refused(429, "too-many-jobs");
    // What was sent before is answered as before, and others have their own.
    assert_eq!(
        upload(&coordinator, "first").header("location"),
        first.header("location")
    );
    let other = app.coordinator("ZA-NW");
    other.finished(&upload(&other, "first"));
    // Once one is done there is room for another; the key was not used up.
    let id = job.rsplit('/').next().unwrap();
    let end = format!("DELETE FROM job_inputs WHERE job_id = '{id}'; DELETE FROM jobs WHERE id = '{id}'");
    app.connection().batch_execute(&end).unwrap();
    coordinator.finished(&upload(&coordinator, "fifth"));
}
