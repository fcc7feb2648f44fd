//! A replica of the PostgreSQL server (`DATABASE_READ_URL`), from which strangers read.

use std::num::NonZeroUsize;

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, RunQueryDsl};
use federation_records::app::server::Service;
use federation_records::db::Url;
use serde_json::json;

use crate::app::{PASSWORD, TestApp, unlimited};
use crate::caller::text;
use crate::patience::eventually;
use crate::postgres;
use crate::storage::club;

/// Has strangers read from there.
fn reading_from(replica: String) -> impl FnOnce(&mut Service) + Send + 'static {
    move |service| {
        unlimited(service);
        let (database, connections) = (service.database.clone(), NonZeroUsize::new(4).unwrap());
        service.database = database.with_replica(Url::Postgres(replica), connections).unwrap();
    }
}

#[test]
fn strangers_are_told_what_the_replica_has_unless_they_have_seen_more() {
    let Some((database, replica)) = postgres::database_and_replica() else {
        return;
    };
    let app = TestApp::on(database, reading_from(replica.clone()));
    let (administrator, account) = (app.administrator(), app.account());
    let mut replica = PgConnection::establish(&replica).unwrap();
    replica.batch_execute("SELECT pg_wal_replay_pause()").unwrap();
    eventually("the pause", || {
        let state = diesel::select(sql::<Text>("pg_get_wal_replay_pause_state()"));
        state.get_result::<String>(&mut replica).unwrap() == "paused"
    });

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

    replica.batch_execute("SELECT pg_wal_replay_resume()").unwrap();
    eventually("the club", || app.anyone().get(&path).status == 200);
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
        app.anyone().get("/readyz").expect(200);
    }
}
