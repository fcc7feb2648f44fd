//! Connections that are held too long: by whoever takes no answer, sends no request, or only a part of one.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::app::TestApp;
use crate::patience::PATIENCE;

fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.base().trim_start_matches("http://")).unwrap()
}

fn ask(stream: &mut TcpStream, path: &str, header: &str) {
    write!(stream, "GET {path} HTTP/1.1\r\nHost: records.example\r\n{header}\r\n").unwrap();
}

/// Asks the service whether it is alive, on one connection; the status.
fn status(stream: &mut TcpStream) -> String {
    ask(stream, "/livez", "");
    let mut answer = Vec::new();
    while !answer.ends_with(b"}") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.extend(byte);
    }
    String::from_utf8(answer).unwrap().lines().next().unwrap().to_owned()
}

/// Sends something from time to time until the other side is gone; others are answered meanwhile.
fn is_ended(app: &TestApp, stream: &mut TcpStream) -> bool {
    let until = Instant::now() + PATIENCE;
    stream.set_nonblocking(true).unwrap();
    while Instant::now() < until {
        match stream.write(b"\r\n") {
            Err(error) if error.kind() != ErrorKind::WouldBlock => return true,
            _ => assert_eq!(app.anyone().get("/livez").status, 200),
        }
    }
    false
}

#[test]
fn who_takes_nothing_of_an_answer_is_cut_off_and_nobody_else_is() {
    let limit = Duration::from_millis(100);
    let app = TestApp::on_sqlite_with(move |service| service.connection_limits.answer = limit);
    let mut idle = connect(&app);
    assert_eq!(status(&mut idle), "HTTP/1.1 200 OK");
    let mut slow = connect(&app);
    ask(&mut slow, "/v1/provinces", "Connection: close\r\n");
    // More than the system takes off the service's hands, which is some megabytes.
    let mut stuck = connect(&app);
    for _ in 0..16 {
        ask(&mut stuck, "/docs/swagger-ui-bundle.js", "");
    }
    assert!(is_ended(&app, &mut stuck), "the connection is still held");
    assert_eq!(status(&mut idle), "HTTP/1.1 200 OK");
    let (mut answer, mut byte) = (Vec::new(), [0]);
    while slow.read(&mut byte).unwrap() > 0 {
        answer.extend(byte);
        assert_eq!(app.anyone().get("/livez").status, 200);
    }
    assert!(String::from_utf8(answer).unwrap().ends_with("}]}"));
}

#[test]
fn who_sends_no_request_or_half_of_one_is_cut_off() {
    let (limit, idle) = (Duration::from_secs(1), Duration::from_secs(2));
    let app = TestApp::on_sqlite_with(move |service| {
        let limits = &mut service.connection_limits;
        (limits.head, limits.idle, limits.answer) = (limit, idle, limit);
    });
    let mut half = connect(&app);
    half.write_all(b"GET /livez HTTP/1.1\r\n").unwrap();
    assert!(rest(half).starts_with("HTTP/1.1 408"));
    let mut idle = connect(&app);
    assert_eq!(status(&mut idle), "HTTP/1.1 200 OK");
    assert_eq!(rest(idle), "");
    let mut second = connect(&app);
    assert_eq!(status(&mut second), "HTTP/1.1 200 OK");
    second.write_all(b"GET /livez HTTP/1.1\r\n").unwrap();
    assert_eq!(rest(second), "");
}

#[test]
fn a_body_that_does_not_end_is_given_up() {
    let app = TestApp::on_sqlite_with(|service| service.connection_limits.body = Duration::from_secs(1));
    let mut begun = connect(&app);
    let head = "POST /v1/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
    begun.write_all(head.as_bytes()).unwrap();
    let answer = rest(begun);
    let (head, problem) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 408"), "{head}");
    let problem: Value = serde_json::from_str(problem).unwrap();
    assert_eq!(problem["code"], "body-too-slow");
}

/// Reads what comes until the other side is gone.
fn rest(mut stream: TcpStream) -> String {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut rest = Vec::new();
    let end = stream.read_to_end(&mut rest).map_err(|error| error.kind());
    assert!(
        !matches!(end, Err(kind) if kind != ErrorKind::ConnectionReset),
        "{end:?}"
    );
    String::from_utf8(rest).unwrap()
}
