//! Jobs: work that goes on after the answer.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::imports::{CLUBS, counts, faults};

on_both_databases! {
    an_upload_is_accepted_and_its_job_read,
    an_upload_sent_several_times_at_once_is_taken_once,
    a_key_is_required_and_is_of_one_upload,
    a_job_is_its_accounts_alone,
    a_job_is_done_with_the_authority_of_its_time,
    what_was_left_undone_is_taken_up_at_the_next_start,
    a_broken_job_is_given_up,
    a_job_is_kept_for_thirty_days_after_its_end,
    old_jobs_are_taken_away_when_a_service_starts,
    uploads_have_a_limit_of_their_own,
}

fn herders(code: &str) -> String {
    format!("{CLUBS}{code},Herders,school,ZA-NW\n")
}

fn an_upload_is_accepted_and_its_job_read(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let answer = coordinator.upload("/v1/imports", Some("k"), &[("clubs", herders("AAA").as_bytes())]);
    let job = answer.expect(202);
    assert_eq!(answer.header("location"), format!("/v1/jobs/{}", text(&job["id"])));
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(
        job,
        json!({
            "id": job["id"], "state": "waiting", "done": 0, "total": 0, "created_at": "2026-11-20T08:00:00.000000Z",
            "finished_at": null, "report": null,
        })
    );
    let done = coordinator.finished(&answer);
    assert_eq!(
        (&done["state"], &done["done"], &done["total"]),
        (&json!("done"), &json!(1), &json!(1))
    );
    assert_eq!(done["finished_at"], "2026-11-20T08:00:00.000000Z");
    assert_eq!(
        coordinator.get(answer.header("location")).header("cache-control"),
        "private, no-store"
    );
    // What was sent is not kept any longer.
    let mut connection = app.connection();
    connection
        .batch_execute("DELETE FROM jobs WHERE id NOT IN (SELECT job_id FROM job_inputs)")
        .unwrap();
    coordinator.get(answer.header("location")).refused(404, "not-found");
}

fn an_upload_sent_several_times_at_once_is_taken_once(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let clubs = herders("AAA");
    let send = || coordinator.upload("/v1/imports", Some("once"), &[("clubs", clubs.as_bytes())]);
    let answers: Vec<_> = std::thread::scope(|scope| {
        let send = &send;
        let at_once: Vec<_> = (0..3).map(|_| scope.spawn(send)).collect();
        at_once.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    for answer in &answers {
        assert_eq!((answer.status, answer.body_text()), (202, answers[0].body_text()));
        assert_eq!(answer.header("location"), answers[0].header("location"));
    }
    let replayed = answers
        .iter()
        .filter(|answer| answer.header("idempotency-replayed") == "true")
        .count();
    assert_eq!(replayed, 2);
    // All the same job, which has created the club, and not found it.
    let job = coordinator.finished(&answers[2]);
    assert_eq!(counts(&job, "clubs"), [1, 1, 0, 0]);
    assert_eq!(send().json()["id"], job["id"]);
}

fn a_key_is_required_and_is_of_one_upload(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let (one, other) = (herders("AAA"), herders("BBB"));
    let upload = |path: &str, key, name, content: &str| coordinator.upload(path, key, &[(name, content.as_bytes())]);
    upload("/v1/imports", None, "clubs", &one).refused(400, "idempotency-key-required");
    upload("/v1/imports", Some(""), "clubs", &one).refused(400, "invalid-idempotency-key");
    let first = upload("/v1/imports?dry_run=true", Some("k"), "clubs", &one).expect(202);
    for (path, name, content) in [
        ("/v1/imports?dry_run=true", "clubs", &other),
        ("/v1/imports?dry_run=true", "players", &one),
        ("/v1/imports", "clubs", &one),
        ("/v1/imports?dry_run=false", "clubs", &one),
    ] {
        upload(path, Some("k"), name, content).refused(422, "idempotency-key-reused");
    }
    assert_eq!(
        upload("/v1/imports?dry_run=true", Some("k"), "clubs", &one).expect(202),
        first
    );
    // How it was asked for does not matter, as long as the same was asked for; nor does the order of the parts.
    let parts = [("clubs", one.as_bytes()), ("players", b"".as_slice())];
    let first = coordinator.upload("/v1/imports", Some("both"), &parts).expect(202);
    let parts = [parts[1], parts[0]];
    assert_eq!(
        coordinator
            .upload("/v1/imports?dry_run=false", Some("both"), &parts)
            .expect(202),
        first
    );
}

fn a_job_is_its_accounts_alone(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let answer = coordinator.upload("/v1/imports", Some("k"), &[("clubs", herders("AAA").as_bytes())]);
    coordinator.finished(&answer);
    for other in [app.administrator(), app.coordinator("ZA-NW")] {
        other.get(answer.header("location")).refused(404, "not-found");
    }
    app.anyone()
        .get(answer.header("location"))
        .refused(401, "token-required");
    coordinator
        .get("/v1/jobs/019aa0ce-2c3d-7e4f-8a5b-6c7d8e9f0a1b")
        .refused(404, "not-found");
}

/// Base64 of a file with the club AAA of the North West.
const SENT: &str = "Y29kZSxuYW1lLGtpbmQscHJvdmluY2UKQUFBLEhlcmRlcnMsc2Nob29sLFpBLU5XCg==";

/// A job that was left undone when the service stopped; where it is read.
fn left_undone(app: &TestApp, account: &str, content: &str) -> String {
    let input = json!({
        "dry_run": false, "origin": "request 1 from 127.0.0.1", "files": [{ "file": "clubs", "content": content }],
    });
    sent_before(app, account, &input)
}

/// A job that waits; where it is read.
pub fn sent_before(app: &TestApp, account: &str, input: &Value) -> String {
    sent(app, account, input, "NULL, NULL")
}

/// A job that another service has claimed, until forty seconds after the beginning; where it is read.
pub fn claimed_before(app: &TestApp, account: &str, input: &Value) -> String {
    let claim = "'019aa0ce-2c3d-7e4f-8a5b-6c7d8e9f0a1b', '2026-11-20T08:00:40.000000Z'";
    sent(app, account, input, claim)
}

fn sent(app: &TestApp, account: &str, input: &Value, claim: &str) -> String {
    let id = format!("019aa0ce-2c3d-7e4f-8a5b-{:012x}", fastrand::u64(..1 << 48));
    let sql = format!(
        "BEGIN; \
         INSERT INTO jobs (id, account_id, state, created_at, claimed_by, claimed_until) VALUES \
         ('{id}', '{account}', 'waiting', '2026-11-20T08:00:00.000000Z', {claim}); \
         INSERT INTO job_inputs (job_id, input) VALUES ('{id}', '{input}'); \
         COMMIT"
    );
    app.connection().batch_execute(&sql).unwrap();
    format!("/v1/jobs/{id}")
}

fn a_job_is_done_with_the_authority_of_its_time(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let administrator = app.administrator();
    let coordinator = json!({ "role": "coordinator", "province": "ZA-NW" });
    let grant = administrator.post(&grants, &coordinator).expect(201);
    // An umpire's reach has no bounds, and is no help here.
    administrator.post(&grants, &json!({ "role": "umpire" })).expect(201);
    administrator
        .send(
            "POST",
            &format!("/v1/grants/{}/revocations", text(&grant["id"])),
            &[],
            None,
        )
        .expect(201);
    let job = left_undone(app, &account.id, SENT);
    let _server = app.another_server();
    let job = app.sign_in(&account.email).finished_at(&job);
    assert_eq!(faults(&job), [("clubs", 2, "province", "out-of-scope")]);
}

fn what_was_left_undone_is_taken_up_at_the_next_start(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator().post(&grants, &grant).expect(201);
    let (first, second) = (left_undone(app, &account.id, SENT), left_undone(app, &account.id, SENT));
    let coordinator = app.sign_in(&account.email);
    let waiting = coordinator.get(&first).expect(200);
    assert_eq!(
        (&waiting["state"], &waiting["report"]),
        (&json!("waiting"), &json!(null))
    );
    let _server = app.another_server();
    let jobs = [&first, &second].map(|job| coordinator.finished_at(job));
    let mut created = jobs.map(|job| counts(&job, "clubs")[1]);
    created.sort_unstable();
    assert_eq!(created, [0, 1]);
    assert_eq!(app.anyone().get("/v1/clubs?q=herders").items().len(), 1);
}

fn a_broken_job_is_given_up(app: &TestApp) {
    let account = app.account();
    let (broken, good) = (
        left_undone(app, &account.id, "no base64!"),
        left_undone(app, &account.id, SENT),
    );
    let _server = app.another_server();
    let caller = app.sign_in(&account.email);
    assert_eq!(faults(&caller.finished_at(&broken)), [("clubs", 1, "-", "internal")]);
    // The next one is not held up.
    assert_eq!(
        faults(&caller.finished_at(&good)),
        [("clubs", 2, "province", "out-of-scope")]
    );
}

/// The number of jobs in the records, whether they can be read or not.
fn kept(app: &TestApp) -> i64 {
    use diesel::prelude::*;
    use federation_records::db::schema::jobs;
    jobs::table.count().get_result(&mut app.connection()).unwrap()
}

fn a_job_is_kept_for_thirty_days_after_its_end(app: &TestApp) {
    let account = app.account();
    let grant = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator()
        .post(&format!("/v1/accounts/{}/grants", account.id), &grant)
        .expect(201);
    let coordinator = || app.sign_in(&account.email);
    let clubs = format!("{CLUBS}AAA,Herders,hospital,ZA-NW\n");
    let upload = |key| coordinator().upload("/v1/imports", Some(key), &[("clubs", clubs.as_bytes())]);
    let first = upload("k");
    let refused = coordinator().finished(&first);
    assert_eq!(refused["state"], "refused");
    let path = first.header("location");
    // What is still to be done is not taken away, however long ago it was asked for.
    let waiting = claimed_before(app, &account.id, &json!(null));
    let never = "UPDATE jobs SET claimed_until = '2030-01-01T00:00:00.000000Z' WHERE state = 'waiting'";
    app.connection().batch_execute(never).unwrap();
    // As long as an upload that is sent again is answered as the first time, there is its job.
    app.at("2026-11-27T07:59:59Z");
    assert_eq!(upload("k").header("location"), path);
    app.at("2026-12-20T07:59:59Z");
    assert_eq!(coordinator().get(path).expect(200), refused);
    coordinator().finished(&upload("another"));
    assert_eq!(kept(app), 3);
    app.at("2026-12-20T08:00:00Z");
    coordinator().get(path).refused(404, "not-found");
    let last = upload("a third");
    coordinator().finished(&last);
    assert_eq!(kept(app), 3, "the first is gone from the records");
    coordinator().get(&waiting).expect(200);
    app.at("2027-06-30T08:00:00Z");
    coordinator().get(last.header("location")).refused(404, "not-found");
    coordinator().get(&waiting).expect(200);
}

fn old_jobs_are_taken_away_when_a_service_starts(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    coordinator.finished(&coordinator.upload("/v1/imports", Some("k"), &[("clubs", herders("AAA").as_bytes())]));
    let account = app.account();
    app.at("2026-12-20T08:00:00Z");
    let left = left_undone(app, &account.id, SENT);
    assert_eq!(kept(app), 2);
    let _server = app.another_server();
    app.sign_in(&account.email).finished_at(&left);
    assert_eq!(kept(app), 1);
}

fn uploads_have_a_limit_of_their_own(app: &TestApp) {
    const LIMIT: usize = 10 * 1024 * 1024;
    let coordinator = app.coordinator("ZA-NW");
    let (head, half) = (herders("AAA"), LIMIT / 2);
    let padded = |bytes: usize| format!("{head}{}", "\n".repeat(bytes - head.len()));
    let upload = |first: usize, second: usize| {
        let (clubs, players) = (padded(first), "\n".repeat(second));
        coordinator.upload(
            "/v1/imports",
            Some("k"),
            &[("clubs", clubs.as_bytes()), ("players", players.as_bytes())],
        )
    };
    upload(half, half + 1).refused(413, "body-too-large");
    upload(LIMIT + 1, 0).refused(413, "body-too-large");
    upload(LIMIT * 4, LIMIT).refused(413, "body-too-large");
    // A refusal is not kept: the key is free.
    let job = coordinator.finished(&upload(half, half));
    assert_eq!(faults(&job), [("players", 1, "-", "required")]);
    // Others' limits are what they were.
    let name = "x".repeat(300 * 1024);
    let club = json!({ "code": "DIT", "name": name, "kind": "school", "province": "ZA-NW" });
    coordinator.post("/v1/clubs", &club).refused(413, "body-too-large");
}
