//! A replica of the PostgreSQL server (`DATABASE_READ_URL`), from which strangers read.

use std::cell::RefCell;
use std::net::TcpListener;
use std::num::NonZeroUsize;

use chrono::TimeDelta;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, RunQueryDsl};
use federation_records::app::server::Service;
use federation_records::db::Url;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, unlimited};
use crate::caller::text;
use crate::consents::given;
use crate::patience::eventually;
use crate::postgres;
use crate::storage::club;

/// The lag up to which strangers read from the replica, unless another one is set.
const MOST: TimeDelta = TimeDelta::seconds(10);

fn read_from(service: &mut Service, replica: String) {
    let (database, clock) = (service.database.clone(), service.clock.clone());
    let connections = NonZeroUsize::new(4).unwrap();
    service.database = database
        .with_replica(Url::Postgres(replica), connections, MOST, clock)
        .unwrap();
}

/// Has strangers read from there.
fn reading_from(replica: String) -> impl FnOnce(&mut Service) + Send + 'static {
    move |service| {
        unlimited(service);
        read_from(service, replica);
    }
}

/// A service of which strangers read from a replica, and that replica, which stands still when it is told to.
struct Followed {
    app: TestApp,
    replica: RefCell<PgConnection>,
    url: String,
}

impl Followed {
    fn start() -> Option<Followed> {
        Followed::with(|_| {})
    }

    fn with(settle: impl FnOnce(&mut Service) + Send + 'static) -> Option<Followed> {
        let (database, url) = postgres::database_and_replica()?;
        let read = reading_from(url.clone());
        let app = TestApp::on(database, move |service| {
            read(service);
            settle(service);
        });
        let replica = RefCell::new(PgConnection::establish(&url).unwrap());
        let followed = Followed { app, replica, url };
        followed.is_read();
        Some(followed)
    }

    fn state(&self) -> Value {
        self.app.anyone().get("/readyz").expect(200)["replica"].clone()
    }

    /// Waits until strangers are read for from the replica.
    fn is_read(&self) {
        eventually("the replica", || self.state()["is_read"] == true);
    }

    /// Has the replica stand still, with all that it has by then.
    fn pause(&self) {
        self.is_read();
        let replica = &mut *self.replica.borrow_mut();
        replica.batch_execute("SELECT pg_wal_replay_pause()").unwrap();
        eventually("the pause", || {
            let state = diesel::select(sql::<Text>("pg_get_wal_replay_pause_state()"));
            state.get_result::<String>(replica).unwrap() == "paused"
        });
    }

    fn resume(&self) {
        let replica = &mut *self.replica.borrow_mut();
        replica.batch_execute("SELECT pg_wal_replay_resume()").unwrap();
    }

    fn create_club(&self, code: &str) -> String {
        let created = self.app.administrator().post("/v1/clubs", &club(code)).expect(201);
        format!("/v1/clubs/{}", text(&created["id"]))
    }
}

#[test]
fn strangers_are_told_what_the_replica_has_unless_they_have_seen_more() {
    let Some(followed) = Followed::start() else { return };
    let account = followed.app.account();
    followed.app.administrator();
    followed.pause();
    let app = &followed.app;
    let administrator = app.administrator();

    let answer = administrator.post("/v1/clubs", &club("C1"));
    let path = format!("/v1/clubs/{}", text(&answer.expect(201)["id"]));
    app.anyone().get(&path).refused(404, "not-found");
    let seen = [("log-entry", answer.header("log-entry"))];
    app.anyone().get_with(&path, &seen).expect(200);
    administrator.get(&path).expect(200);

    // Somebody who signs in is held against the password of today.
    let change = json!({ "current_password": PASSWORD, "password": "four cows by the river" });
    let changed = app.sign_in(&account.email).post("/v1/me/passwords", &change);
    assert_eq!(changed.status, 204);
    let old = json!({ "email": account.email, "password": PASSWORD });
    app.anyone().post("/v1/tokens", &old).refused(401, "sign-in-refused");

    followed.resume();
    eventually("the club", || followed.app.anyone().get(&path).status == 200);
}

#[test]
fn a_replica_is_as_old_as_is_said() {
    let Some(followed) = Followed::start() else { return };
    followed.app.administrator();
    followed.pause();
    let path = followed.create_club("C1");
    let read = |followed: &Followed| followed.app.anyone().get(&path).status;
    assert_eq!(read(&followed), 404);
    followed.app.pass(MOST - TimeDelta::seconds(1));
    assert_eq!(read(&followed), 404, "it is known to be younger");
    followed.app.pass(TimeDelta::seconds(1));
    assert_eq!(read(&followed), 200, "from the server itself");
    let state = followed.state();
    assert_eq!(state["is_read"], false);
    assert!(state["lag_seconds"].as_f64().unwrap() >= 10.0, "{state}");
    followed.resume();
    followed.is_read();
    assert_eq!(read(&followed), 200);
    // Where nobody writes, the last that was replayed is old, and nothing is missing.
    followed.app.pass(TimeDelta::hours(1));
    followed.is_read();
}

#[test]
fn what_was_hidden_is_shown_by_no_replica() {
    let Some(followed) = Followed::start() else { return };
    let app = &followed.app;
    let administrator = app.administrator();
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let consents = format!("/v1/players/{child}/consents");
    let consent = app.secretary(&club).post(&consents, &given()).expect(201);
    let path = format!("/v1/players/{child}");
    let shown = |app: &TestApp| app.anyone().get(&path).body_text().contains("Qwabe");
    eventually("the name", || shown(app));
    let withdrawals = format!("/v1/consents/{}/withdrawals", text(&consent["id"]));
    let erased = app.player_named(&club, "Mokoena", "Thandiwe", "1990-05-17");
    let erased_path = format!("/v1/players/{erased}");
    let names_her = |app: &TestApp| app.anyone().get(&erased_path).body_text().contains("Mokoena");
    eventually("the other name", || names_her(app));

    // Another instance, which has not done what hides it, and whose answers are finished.
    let replica = followed.url.clone();
    let another = app.another_server_with(move |mut service| {
        reading_from(replica)(&mut service);
        service
    });
    let told_elsewhere = |path: &str| {
        let mut answer = app.agent.get(format!("{}{path}", another.base)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    };
    assert!(told_elsewhere(&path).contains("Qwabe"));
    assert!(told_elsewhere(&erased_path).contains("Mokoena"));

    followed.pause();
    assert!(shown(app) && told_elsewhere(&path).contains("Qwabe"));
    administrator.send("POST", &withdrawals, &[], None).expect(201);
    assert!(!shown(app), "the consent was withdrawn");
    assert!(!told_elsewhere(&path).contains("Qwabe"), "at another instance too");
    let state = followed.state();
    assert_eq!(state["is_read"], false);
    assert!(names_her(app));
    administrator
        .send("POST", &format!("/v1/players/{erased}/erasures"), &[], None)
        .expect(201);
    assert!(!names_her(app), "she was erased");
    assert!(!told_elsewhere(&erased_path).contains("Mokoena"));

    followed.resume();
    followed.is_read();
    assert!(!shown(&followed.app) && !names_her(&followed.app));
}

#[test]
fn the_lag_is_measured() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let metrics = format!("http://{}/metrics", listener.local_addr().unwrap());
    let Some(followed) = Followed::with(move |service| {
        actix_web::rt::spawn(service.measure().serve(listener).unwrap());
    }) else {
        return;
    };
    let figure = |followed: &Followed, name: &str| -> f64 {
        let mut answer = followed.app.agent.get(&metrics).call().unwrap();
        let told = answer.body_mut().read_to_string().unwrap();
        let line = told.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} is not in\n{told}"))
            .parse()
            .unwrap()
    };
    followed.app.administrator();
    followed.pause();
    assert!(figure(&followed, "records_replica_is_read") > 0.5);
    followed.create_club("C1");
    followed.app.pass(TimeDelta::seconds(90));
    assert!(figure(&followed, "records_replica_lag_seconds") >= 90.0);
    assert!(figure(&followed, "records_replica_is_read") < 0.5);
    followed.resume();
    followed.is_read();
    assert!(figure(&followed, "records_replica_lag_seconds") < 10.0);
}

#[test]
fn a_replica_that_is_not_there_is_missed_by_nobody() {
    let Some(database) = postgres::database() else { return };
    let nowhere = "postgres://records@/records?host=%2Fnowhere".to_owned();
    let app = TestApp::on(database, reading_from(nowhere));
    let answer = app.administrator().post("/v1/clubs", &club("C1"));
    let path = format!("/v1/clubs/{}", text(&answer.expect(201)["id"]));
    for _ in 0..2 {
        app.anyone().get(&path).expect(200);
        let ready = app.anyone().get("/readyz").expect(200);
        assert_eq!(ready["replica"], json!({ "lag_seconds": null, "is_read": false }));
    }
}
