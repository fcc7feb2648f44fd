//! The same for everything that is served: to whom an answer goes, which members a body has, where a message ends.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::{Account, TestApp};
use crate::caller::{Caller, text};
use crate::contract::{document, forms, operations, resolve};
use crate::world::{World, path, requests};

on_sqlite! {
    an_answer_is_for_its_reader_alone,
    a_body_has_no_member_beside_those_that_are_named,
    a_path_is_decoded_once,
    no_request_hides_in_another,
    a_fault_of_ours_tells_nothing_of_the_inside,
}

/// An account that may do everything, and who calls with it.
fn administrator(app: &TestApp) -> (Account, Caller<'_>) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    app.administrator()
        .post(&grants, &json!({ "role": "administrator" }))
        .expect(201);
    let caller = app.sign_in(&account.email);
    (account, caller)
}

/// A private answer is kept neither on the way nor by a browser, no page of elsewhere may read anything, and there are no
/// cookies.
fn an_answer_is_for_its_reader_alone(app: &TestApp) {
    let world = World::new(app);
    let (account, caller) = administrator(app);
    let (mut private, mut texts) = (0, 0);
    for (pattern, _, operation) in operations().filter(|(_, method, _)| *method == "get") {
        let id = text(&operation["operationId"]);
        let request = requests(id, app, &world, Some(&account)).swap_remove(0);
        let path = path(pattern, &request.parameter);
        for media_type in forms(operation) {
            let headers = [("accept", media_type.as_str()), ("origin", "https://elsewhere.example")];
            let answer = caller.get_with(&path, &headers);
            assert_eq!(answer.status, 200, "{path}: {}", answer.body_text());
            if operation["security"] != json!([{}]) {
                assert_eq!(answer.header("cache-control"), "private, no-store", "{path}");
                private += 1;
            }
            if answer.header("content-type").starts_with("text/") {
                assert!(answer.header("content-type").ends_with("; charset=utf-8"), "{path}");
                texts += 1;
            }
            // Pages of other sites read what strangers may, and neither bring nor get a cookie.
            let is_shared = operation["security"] == json!([{}]) && path.starts_with("/v1/");
            let allowed = if is_shared { "*" } else { "" };
            assert_eq!(answer.header("access-control-allow-origin"), allowed, "{path}");
            for header in ["set-cookie", "access-control-allow-credentials"] {
                assert_eq!(answer.header(header), "", "{path}");
            }
        }
    }
    assert!(private > 25 && texts > 10, "{private} {texts}");
    let asked = [
        ("origin", "https://elsewhere.example"),
        ("access-control-request-method", "POST"),
    ];
    let preflight = app.anyone().send("OPTIONS", "/v1/clubs", &asked, None);
    assert_eq!(preflight.status, 405);
    assert!(
        !preflight
            .headers
            .keys()
            .any(|name| name.as_str().starts_with("access-control"))
    );
}

/// Every operation with a body is sent one that is good but for a member more.
fn a_body_has_no_member_beside_those_that_are_named(app: &TestApp) {
    let world = World::new(app);
    let (account, caller) = administrator(app);
    let mut asked = 0;
    for (pattern, method, operation) in operations().filter(|(_, _, operation)| operation["requestBody"].is_object()) {
        let id = text(&operation["operationId"]);
        let request = requests(id, app, &world, Some(&account)).swap_remove(0);
        let Some(mut body) = request.body else { continue };
        body["beside"] = json!(1);
        let path = path(pattern, &request.parameter);
        let answer = if method == "patch" {
            caller.patch(&path, "*", &body)
        } else {
            caller.post(&path, &body)
        };
        let beside = ("/beside".to_owned(), "unknown-field".to_owned());
        assert_eq!(answer.faults(), [beside], "{id}");
        asked += 1;
    }
    assert!(asked > 50, "{asked}");
}

/// The same for what stands further down in a body, by the document, which is made from the forms that are read.
#[test]
fn every_form_of_a_body_is_closed() {
    fn look(value: &'static Value, at: &str, seen: &mut BTreeSet<&'static str>) {
        match value {
            Value::Object(members) => {
                if let Some(reference) = value["$ref"].as_str()
                    && seen.insert(reference)
                {
                    look(resolve(value), reference, seen);
                }
                let is_closed = value["additionalProperties"] == json!(false);
                assert!(!value["properties"].is_object() || is_closed, "{at} is open");
                members.values().for_each(|member| look(member, at, seen));
            }
            Value::Array(items) => items.iter().for_each(|item| look(item, at, seen)),
            _ => {}
        }
    }
    let mut seen = BTreeSet::new();
    for item in document()["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            for (media_type, content) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                // The parts of a form are read by their names.
                if media_type.ends_with("json") {
                    look(content, media_type, &mut seen);
                }
            }
        }
    }
    assert!(seen.len() > 80, "{}", seen.len());
}

fn a_path_is_decoded_once(app: &TestApp) {
    app.anyone().get("/v1/problems/not%2Dfound").refused(404, "not-found");
    app.anyone().get("/v1/problems/not%252Dfound").refused(404, "not-found");
    app.anyone().get("/v1/clubs?province=ZA%2DNW").expect(200);
    app.anyone().get("/v1/problems?%6Cimit=1").refused(400, "invalid-query");
}

/// The statuses of what is answered to a request with those lengths and an empty chunk, and to one behind it.
fn statuses(app: &TestApp, lengths: &str) -> Vec<String> {
    let head = "POST /v1/games/validations HTTP/1.1\r\nHost: records\r\nContent-Type: application/json\r\n";
    let behind = "GET /livez HTTP/1.1\r\nHost: records\r\nConnection: close\r\n\r\n";
    let mut stream = TcpStream::connect(app.base().trim_start_matches("http://")).unwrap();
    stream
        .write_all(format!("{head}{lengths}\r\n0\r\n\r\n{behind}").as_bytes())
        .unwrap();
    let mut answers = Vec::new();
    // The other side may cut the rest off.
    let _ = stream.read_to_end(&mut answers);
    let answers = String::from_utf8(answers).unwrap();
    let answers = answers.split("HTTP/1.1 ").skip(1);
    answers.map(|answer| answer[..3].to_owned()).collect()
}

/// A server before this one might see one request where this one sees two: what could be read in two ways is refused.
fn no_request_hides_in_another(app: &TestApp) {
    // Nothing is no JSON; and what follows is the next request.
    assert_eq!(statuses(app, "Transfer-Encoding: chunked\r\n"), ["400", "200"]);
    for lengths in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: +5\r\n",
        "Transfer-Encoding: identity, chunked, identity\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding : chunked\r\n",
    ] {
        assert_eq!(statuses(app, lengths), ["400"], "{lengths}");
    }
}

fn a_fault_of_ours_tells_nothing_of_the_inside(app: &TestApp) {
    app.anyone().get("/v1/regions").expect(200);
    app.connection()
        .batch_execute("ALTER TABLE regions RENAME TO regions_elsewhere")
        .unwrap();
    // It was done behind the service's back, and what is kept may be told for a moment: this is asked anew.
    let answer = app.anyone().get_with("/v1/regions", &[("log-entry", "0")]);
    let problem = answer.refused(500, "internal");
    assert_eq!(problem.as_object().unwrap().len(), 6, "{problem}");
    for word in ["regions", "table", "relation", "SELECT", "column", "src/"] {
        assert!(!answer.body_text().contains(word), "{word}: {problem}");
    }
    // All else goes on.
    app.anyone().get("/v1/provinces").expect(200);
}
