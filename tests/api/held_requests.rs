//! Requests that are held open: half is sent, and the rest once something has changed.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use crate::app::{Account, TestApp};
use crate::caller::{Caller, text};

on_both_databases! {
    a_grant_that_is_revoked_in_between_is_worth_nothing,
    a_session_that_is_ended_in_between_is_worth_nothing,
    an_answer_that_was_kept_is_not_given_to_whoever_was_signed_out,
    an_account_that_is_deactivated_in_between_imports_nothing,
}

const CLUB: &str = r#"{"code": "DIT", "name": "Ditsobotla Herders", "kind": "community", "province": "ZA-NW"}"#;

/// A request of which the head was sent, and not yet the body.
struct Held<'a> {
    stream: TcpStream,
    body: &'a str,
}

impl<'a> Held<'a> {
    /// Sends the head, and waits until the service has read it and asks for the body.
    fn begin(app: &TestApp, caller: &Caller<'_>, path: &str, headers: &str, body: &'a str) -> Held<'a> {
        let mut stream = TcpStream::connect(app.base().trim_start_matches("http://")).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: records\r\nConnection: close\r\nExpect: 100-continue\r\n{headers}\
             Authorization: Bearer {}\r\nContent-Length: {}\r\n\r\n",
            caller.token.as_deref().unwrap(),
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut told = [0; 25];
        stream.read_exact(&mut told).unwrap();
        assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
        // By then the caller was found out: the body is asked for after that.
        Held { stream, body }
    }

    /// Sends the rest; the answer.
    fn end(mut self) -> String {
        self.stream.write_all(self.body.as_bytes()).unwrap();
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

const JSON: &str = "Content-Type: application/json\r\nIdempotency-Key: one\r\n";

/// Somebody with that grant, and the path that takes it back.
fn granted<'a>(app: &'a TestApp, grant: &serde_json::Value) -> (Account, Caller<'a>, String) {
    let account = app.account();
    let path = format!("/v1/accounts/{}/grants", account.id);
    let grant = app.administrator().post(&path, grant).expect(201);
    let caller = app.sign_in(&account.email);
    (
        account,
        caller,
        format!("/v1/grants/{}/revocations", text(&grant["id"])),
    )
}

fn clubs(app: &TestApp) -> usize {
    app.anyone().get("/v1/clubs").items().len()
}

fn a_grant_that_is_revoked_in_between_is_worth_nothing(app: &TestApp) {
    let (_, caller, revocation) = granted(app, &json!({ "role": "coordinator", "province": "ZA-NW" }));
    let held = Held::begin(app, &caller, "/v1/clubs", JSON, CLUB);
    app.administrator().send("POST", &revocation, &[], None).expect(201);
    let answer = held.end();
    assert!(
        answer.starts_with("HTTP/1.1 403 ") && answer.contains("role-required"),
        "{answer}"
    );
    assert_eq!(clubs(app), 0);
}

fn a_session_that_is_ended_in_between_is_worth_nothing(app: &TestApp) {
    let (_, caller, _) = granted(app, &json!({ "role": "coordinator", "province": "ZA-NW" }));
    let own = caller.get("/v1/me").expect(200);
    let held = Held::begin(app, &caller, "/v1/clubs", JSON, CLUB);
    let ending = format!("/v1/sessions/{}/endings", text(&own["session_id"]));
    caller.send("POST", &ending, &[], None).expect(200);
    let answer = held.end();
    assert!(
        answer.starts_with("HTTP/1.1 401 ") && answer.contains("token-invalid"),
        "{answer}"
    );
    assert_eq!(clubs(app), 0);
}

fn an_answer_that_was_kept_is_not_given_to_whoever_was_signed_out(app: &TestApp) {
    let (_, caller, revocation) = granted(app, &json!({ "role": "coordinator", "province": "ZA-NW" }));
    let first = Held::begin(app, &caller, "/v1/clubs", JSON, CLUB).end();
    assert!(first.starts_with("HTTP/1.1 201 "), "{first}");
    let held = Held::begin(app, &caller, "/v1/clubs", JSON, CLUB);
    app.administrator().send("POST", &revocation, &[], None).expect(201);
    let answer = held.end();
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    assert_eq!(clubs(app), 1);
}

fn an_account_that_is_deactivated_in_between_imports_nothing(app: &TestApp) {
    let (account, caller, _) = granted(app, &json!({ "role": "coordinator", "province": "ZA-NW" }));
    let body = "--x\r\nContent-Disposition: form-data; name=\"clubs\"; filename=\"clubs.csv\"\r\n\r\n\
                code,name,kind,province\nDIT,Ditsobotla Herders,community,ZA-NW\n\r\n--x--\r\n";
    let headers = "Content-Type: multipart/form-data; boundary=x\r\nIdempotency-Key: one\r\n";
    let held = Held::begin(app, &caller, "/v1/imports", headers, body);
    let path = format!("/v1/accounts/{}/deactivations", account.id);
    app.administrator().send("POST", &path, &[], None).expect(201);
    let answer = held.end();
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    assert_eq!(clubs(app), 0);
}
