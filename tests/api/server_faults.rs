//! The PostgreSQL server ends connections, stands still, or breaks off: requests are told so, or notice nothing.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::pg::PgConnection;
use diesel::sql_types::{BigInt, Integer, Text};
use federation_records::db::{self, Conn};
use federation_records::values::error::Error;
use serde_json::json;

use crate::app::TestApp;
use crate::storage::club;

fn server(app: &TestApp) -> PgConnection {
    match app.connection() {
        Conn::Postgres(server) => server,
        Conn::Sqlite(_) => panic!("it is no server"),
    }
}

/// Ends all other connections to the database, as a restart of the server does.
fn end_connections(server: &mut PgConnection) {
    const OTHERS: &str = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    server
        .batch_execute(&format!("SELECT pg_terminate_backend(pid) {OTHERS}"))
        .unwrap();
}

/// The number of connections to the database beside this one.
fn connections(server: &mut PgConnection) -> i64 {
    let count =
        "(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())";
    diesel::select(sql::<BigInt>(count)).get_result(server).unwrap()
}

/// Runs something for this database alone, by a statement that names it.
fn for_this_database(server: &mut PgConnection, setting: &str) {
    let alter = format!("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET {setting}', current_database()); END $$");
    server.batch_execute(&alter).unwrap();
}

#[test]
fn connections_that_died_while_they_lay_idle_fail_no_request() {
    let Some(app) = TestApp::on_postgres() else { return };
    let coordinator = app.coordinator("ZA-NW");
    let mut server = server(&app);
    for round in 0..3 {
        // All connections of the service are in use, and then idle.
        let all_at_once = |expect_codes: &str| {
            std::thread::scope(|scope| {
                for number in 0..8 {
                    let (app, coordinator) = (&app, &coordinator);
                    let code = format!("{expect_codes}{round}N{number}");
                    scope.spawn(move || {
                        app.anyone().get("/v1/players").expect(200);
                        coordinator.post("/v1/clubs", &club(&code)).expect(201);
                    });
                }
            });
        };
        all_at_once("A");
        end_connections(&mut server);
        while connections(&mut server) > 0 {
            std::thread::yield_now();
        }
        if round == 0 {
            app.anyone().get("/readyz").expect(200);
        }
        all_at_once("B");
    }
    assert_eq!(app.anyone().get("/v1/clubs?limit=200").items().len(), 48);
}

#[test]
fn a_server_that_ends_connections_all_the_time_is_told_as_unavailable() {
    let Some(app) = TestApp::on_postgres() else { return };
    let coordinator = app.coordinator("ZA-NW");
    let mut server = server(&app);
    let (is_over, kept, unknown) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (app, coordinator, is_over, kept, unknown) = (&app, &coordinator, &is_over, &kept, &unknown);
            scope.spawn(move || {
                for number in 0.. {
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    let answer = coordinator.post("/v1/clubs", &club(&format!("T{thread}N{number}")));
                    match (answer.status, answer.json()["code"].as_str().unwrap()) {
                        (201, _) => kept.fetch_add(1, Ordering::Relaxed),
                        (503, "outcome-unknown") => unknown.fetch_add(1, Ordering::Relaxed),
                        (503, "unavailable") => 0,
                        _ => panic!("{} {}", answer.status, answer.body_text()),
                    };
                    let answer = app.anyone().get("/v1/clubs?limit=1");
                    if answer.status != 200 {
                        answer.refused(503, "unavailable");
                    }
                }
            });
        }
        for _ in 0..300 {
            end_connections(&mut server);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let there: i64 = diesel::select(sql::<BigInt>("(SELECT count(*) FROM clubs)"))
        .get_result(&mut server)
        .unwrap();
    let (there, kept) = (usize::try_from(there).unwrap(), kept.into_inner());
    assert!(
        (kept..=kept + unknown.into_inner()).contains(&there),
        "{kept} kept, {there} there"
    );
}

/// Makes the server break off when a club's transaction commits.
const BREAK_OFF: &str = "
    CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_terminate_backend(pg_backend_pid());
        RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER break_off AFTER INSERT ON clubs DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION break_off()";

#[test]
fn a_commit_that_broke_off_is_told_as_unknown_and_can_be_sent_again() {
    let Some(app) = TestApp::on_postgres() else { return };
    let coordinator = app.coordinator("ZA-NW");
    let mut server = server(&app);
    let mut asked = club("C1");
    asked["id"] = json!("019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f");
    server.batch_execute(BREAK_OFF).unwrap();
    let answer = coordinator.post("/v1/clubs", &asked);
    answer.refused(503, "outcome-unknown");
    assert_eq!(answer.header("retry-after"), "1");
    server.batch_execute("DROP TRIGGER break_off ON clubs").unwrap();
    coordinator.post("/v1/clubs", &asked).expect(201);
    coordinator.post("/v1/clubs", &asked).expect(201);
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
}

/// Makes the registration of a club take a quarter of an hour.
const SLOWLY: &str = "
    CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_sleep(900);
        RETURN NEW;
    END $$;
    CREATE TRIGGER slowly BEFORE INSERT ON clubs FOR EACH ROW EXECUTE FUNCTION slowly()";

#[test]
fn a_statement_that_takes_too_long_is_told_as_unavailable() {
    let Some(app) = TestApp::on_postgres() else { return };
    let coordinator = app.coordinator("ZA-NW");
    let mut server = server(&app);
    server.batch_execute(SLOWLY).unwrap();
    for_this_database(&mut server, "statement_timeout = ''2s''");
    end_connections(&mut server);
    coordinator.post("/v1/clubs", &club("C1")).refused(503, "unavailable");
    server.batch_execute("DROP TRIGGER slowly ON clubs").unwrap();
    coordinator.post("/v1/clubs", &club("C1")).expect(201);
}

/// The value of a setting in a transaction of the service.
fn setting(app: &TestApp, name: &str) -> String {
    let show = format!("current_setting('{name}')");
    let read = app
        .database
        .read(move |c| Ok::<_, Error>(diesel::select(sql::<Text>(&show)).get_result(c)?));
    actix_web::rt::System::new().block_on(read).unwrap()
}

#[test]
fn every_connection_has_limits_unless_the_server_has_others() {
    let Some(app) = TestApp::on_postgres() else { return };
    let ours = [
        ("statement_timeout", "1min"),
        ("lock_timeout", "5s"),
        ("idle_in_transaction_session_timeout", "2min"),
        ("lc_messages", "C"),
        ("TimeZone", "UTC"),
    ];
    for (name, value) in ours {
        assert_eq!(setting(&app, name), value, "{name}");
    }
    let mut server = server(&app);
    for_this_database(&mut server, "lock_timeout = ''7s''");
    end_connections(&mut server);
    assert_eq!(setting(&app, "lock_timeout"), "7s");
}

#[test]
fn a_transaction_that_stands_still_is_ended_and_told_as_unavailable() {
    let Some(app) = TestApp::on_postgres() else { return };
    let mut server = server(&app);
    for_this_database(&mut server, "idle_in_transaction_session_timeout = ''100ms''");
    end_connections(&mut server);
    let write = app.database.write(move |c| {
        let own: i32 = diesel::select(sql::<Integer>("pg_backend_pid()")).get_result(c)?;
        let lives = format!("(SELECT count(*) FROM pg_stat_activity WHERE pid = {own})");
        while diesel::select(sql::<BigInt>(&lives)).get_result::<i64>(&mut server)? > 0 {
            std::thread::yield_now();
        }
        diesel::sql_query("SELECT 1").execute(c)?;
        Ok(())
    });
    let ended = actix_web::rt::System::new().block_on(write).unwrap_err();
    assert_eq!(ended.code(), "unavailable", "{ended}");
    app.anyone().get("/readyz").expect(200);
}

#[test]
fn migrations_have_no_limits() {
    let Some(app) = TestApp::on_postgres() else { return };
    let mut server = server(&app);
    for limit in [
        "statement_timeout",
        "lock_timeout",
        "idle_in_transaction_session_timeout",
    ] {
        for_this_database(&mut server, &format!("{limit} = ''200ms''"));
    }
    // Another instance does the last step: it has put that down, and not committed it.
    let step = "CREATE TABLE step AS SELECT * FROM __diesel_schema_migrations ORDER BY version DESC LIMIT 1;
        DELETE FROM __diesel_schema_migrations WHERE version IN (SELECT version FROM step);
        BEGIN;
        INSERT INTO __diesel_schema_migrations SELECT * FROM step";
    // Each by itself: all at once would be one transaction.
    for statement in step.split_inclusive(';') {
        server.batch_execute(statement).unwrap();
    }
    std::thread::scope(|scope| {
        let migrating = scope.spawn(|| db::migrate(app.url()));
        let waits = "(SELECT count(*) FROM pg_stat_activity \
                     WHERE wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '500 ms' \
                     AND datname = current_database())";
        while diesel::select(sql::<BigInt>(waits))
            .get_result::<i64>(&mut server)
            .unwrap()
            == 0
        {
            assert!(!migrating.is_finished(), "it did not wait");
            // Within a transaction the activity stands still unless it is asked for anew.
            server.batch_execute("SELECT pg_stat_clear_snapshot()").unwrap();
        }
        server.batch_execute("COMMIT").unwrap();
        assert_eq!(migrating.join().unwrap().unwrap(), Vec::<String>::new());
    });
}
