//! The log that the program writes as it serves: what was refused and what broke, and nobody by name.

use std::io::Read;

use diesel::Connection;
use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::caller::text;
use crate::command_line::Serving;

/// The log tells of a request what it was and how it went, and nothing that could name a person.
#[test]
fn the_log_names_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::start(folder.path(), &["serve", "--demo"], "Listening");
    let line = serving
        .lines
        .iter()
        .find(|line| line.trim_start().starts_with("umpire"))
        .unwrap();
    let mut words = line.split_whitespace().skip(1);
    let (email, password) = (words.next().unwrap().to_owned(), words.next().unwrap().to_owned());
    let tokens = serving.post("/v1/tokens", &json!({ "email": email, "password": password }));
    serving.get("/v1/players?q=mokoena");
    let _ = ureq::get(format!("http://{}/v1/nothing/mokoena", serving.address())).call();
    serving.signal("TERM");
    let mut log = String::new();
    serving.child.stdout.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answered: Vec<&Value> = lines.iter().filter(|line| line["message"] == "answered").collect();
    let told = |line: &Value| (line["method"].clone(), line["route"].clone(), line["status"].clone());
    assert_eq!(told(answered[0]), (json!("POST"), json!("/v1/tokens"), json!(200)));
    assert_eq!(told(answered[1]), (json!("GET"), json!("/v1/players"), json!(200)));
    assert_eq!(told(answered[2]), (json!("GET"), json!("unmatched"), json!(404)));
    assert!(
        answered
            .iter()
            .all(|line| line["request"].is_string() && line["micros"].is_u64())
    );
    let token = tokens["access_token"].as_str().unwrap();
    for secret in [email.as_str(), password.as_str(), token, "mokoena", "127.0.0.1"] {
        assert!(
            !log.to_lowercase().contains(&secret.to_lowercase()),
            "the log has {secret}"
        );
    }
}

/// A refusal and a fault stand in the log by their codes, and a refused sign-in with its network.
#[test]
fn the_log_tells_what_was_refused_and_what_broke() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::start(folder.path(), &["serve", "--demo"], "Listening");
    let line = serving
        .lines
        .iter()
        .find(|line| line.trim_start().starts_with("umpire"))
        .unwrap();
    let mut words = line.split_whitespace().skip(1);
    let who = json!({ "email": words.next().unwrap(), "password": words.next().unwrap() });
    let tokens = serving.post("/v1/tokens", &who);
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build();
    let agent = agent.new_agent();
    let url = |path: &str| format!("http://{}{path}", serving.address());
    let get = |path: &str, token: &str| {
        let request = agent.get(url(path)).header("authorization", format!("Bearer {token}"));
        request.call().unwrap().status().as_u16()
    };
    let mut asked = vec![
        get("/v1/accounts", tokens["access_token"].as_str().unwrap()),
        get("/v1/accounts", "forged"),
        get("/v1/clubs?limit=0", "forged"),
    ];
    let wrong = json!({ "email": "nobody@federation.example", "password": "a cow in the crawl" });
    let refused = agent.post(url("/v1/tokens")).send_json(wrong).unwrap();
    asked.push(refused.status().as_u16());
    let file = folder.path().join("federation.sqlite").display().to_string();
    diesel::SqliteConnection::establish(&file)
        .unwrap()
        .batch_execute("ALTER TABLE regions RENAME TO regions_elsewhere")
        .unwrap();
    asked.push(get("/v1/regions", "forged"));
    serving.signal("TERM");
    let mut log = String::new();
    serving.child.stdout.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        lines.iter().all(|line| text(&line["timestamp"]).ends_with('Z')),
        "in UTC"
    );
    let told: Vec<(u64, &str)> = lines
        .iter()
        .filter(|line| line["message"] == "answered" && line["code"].is_string())
        .map(|line| (line["status"].as_u64().unwrap(), text(&line["code"])))
        .collect();
    let expected = [
        (403, "role-required"),
        (401, "token-invalid"),
        (400, "invalid-query"),
        (401, "sign-in-refused"),
        (500, "internal"),
    ];
    assert_eq!(told, expected);
    assert_eq!(asked, expected.map(|(status, _)| u16::try_from(status).unwrap()));
    let line_of = |level: &str| lines.iter().find(|line| line["level"] == level).unwrap();
    let warning = line_of("WARN");
    assert_eq!(
        ["account", "network", "code"].map(|name| text(&warning[name])),
        ["unknown", "127.0.0.1", "sign-in-refused"]
    );
    // What broke inside is here, and not in the answer.
    assert!(
        text(&line_of("ERROR")["error"]).contains("regions"),
        "{}",
        line_of("ERROR")
    );
}
