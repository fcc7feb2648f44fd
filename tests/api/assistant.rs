//! An assistant at work with the service, by the Model Context Protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::command_line::program;
use crate::contract::operations;

/// An assistant's end of the line.
struct Assistant {
    child: Child,
    says: Option<ChildStdin>,
    hears: BufReader<ChildStdout>,
    asked: u64,
    _folder: tempfile::TempDir,
}

impl Assistant {
    /// Begins to talk to the service, with that token and those arguments.
    fn begin(app: &TestApp, token: Option<&str>, arguments: &[&str]) -> Assistant {
        let folder = tempfile::tempdir().unwrap();
        let mut command = program(folder.path());
        command
            .arg("mcp")
            .args(arguments)
            .env("RECORDS_URL", app.base())
            .env_remove("RECORDS_TOKEN");
        if let Some(token) = token {
            command.env("RECORDS_TOKEN", token);
        }
        let mut child = command.spawn().unwrap();
        let mut assistant = Assistant {
            says: child.stdin.take(),
            hears: BufReader::new(child.stdout.take().unwrap()),
            child,
            asked: 0,
            _folder: folder,
        };
        let greeting = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        });
        let told = assistant.ask("initialize", &greeting);
        assert_eq!(told["serverInfo"]["name"], "federation-records");
        assistant.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        assistant
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.says.as_mut().unwrap(), "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        let mut line = String::new();
        self.hears.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].clone()
    }

    fn tools(&mut self) -> Vec<Value> {
        self.ask("tools/list", &json!({}))["tools"].as_array().unwrap().clone()
    }

    /// The answer of a tool, and whether it is that of a failure.
    fn call(&mut self, tool: &str, arguments: &Value) -> (Value, bool) {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let told: Value = serde_json::from_str(text(&answer["content"][0]["text"])).unwrap();
        assert_eq!(answer["structuredContent"], told, "{answer}");
        (told, answer["isError"] == true)
    }

    /// Hangs up, and the program ends by itself.
    fn end(mut self) {
        self.says = None;
        assert!(self.child.wait().unwrap().success());
    }
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| text(&tool["name"])).collect()
}

#[test]
fn its_tools_are_the_operations_that_read() {
    let app = TestApp::on_sqlite();
    let mut assistant = Assistant::begin(&app, None, &[]);
    let tools = assistant.tools();
    let mut reads: Vec<&str> = operations()
        .filter(|(path, method, operation)| {
            let content = &operation["responses"]["200"]["content"];
            *method == "get" && path.starts_with("/v1/") && content.get("application/json").is_some()
        })
        .map(|(_, _, operation)| text(&operation["operationId"]))
        .collect();
    reads.sort_unstable();
    assert_eq!(names(&tools), reads);
    for tool in &tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert!(!text(&tool["description"]).is_empty() && !text(&tool["title"]).is_empty());
        // What is named in it comes with it.
        jsonschema::validator_for(&tool["inputSchema"]).unwrap_or_else(|error| panic!("{}: {error}", tool["name"]));
    }
    assistant.end();
}

#[test]
fn it_reads_what_its_token_may() {
    let app = TestApp::on_sqlite();
    let club = app.club("ZA-NW");
    let player = app.player_named(&club, "Mokoena", "Thandiwe", "1990-05-05");
    let mut stranger = Assistant::begin(&app, None, &[]);
    let (found, failed) = stranger.call("list_players", &json!({ "q": "mok thandi", "limit": 1 }));
    assert!(!failed);
    assert_eq!(
        found,
        app.anyone().get("/v1/players?q=mok%20thandi&limit=1").expect(200)
    );
    let particulars = json!({ "id": player });
    let (told, failed) = stranger.call("read_player_particulars", &particulars);
    assert!(failed && told["code"] == "token-required", "{told}");
    stranger.end();

    let token = app.secretary(&club).token.unwrap();
    let mut secretary = Assistant::begin(&app, Some(&token), &[]);
    let (told, failed) = secretary.call("read_player_particulars", &particulars);
    assert!(!failed);
    assert_eq!(told["family_name"], "Mokoena");
    secretary.end();
}

#[test]
fn what_is_wrong_is_told_in_words() {
    let app = TestApp::on_sqlite();
    let mut assistant = Assistant::begin(&app, None, &[]);
    for (tool, arguments, told) in [
        ("delete_everything", json!({}), "There is no tool delete_everything."),
        ("create_club", json!({ "body": {} }), "There is no tool create_club."),
        (
            "list_clubs",
            json!({ "colour": "red" }),
            "There is no parameter colour.",
        ),
        ("read_club", json!({}), "A parameter of /v1/clubs/{id} is missing."),
        ("read_club", json!({ "id": "../players" }), "There is nothing"),
        ("list_clubs", json!({ "limit": 0 }), "limit"),
    ] {
        let (answer, failed) = assistant.call(tool, &arguments);
        assert!(failed && text(&answer["detail"]).contains(told), "{tool}: {answer}");
    }
    assistant.end();

    let mut nobody = Assistant::begin(&app, None, &["--url", "http://127.0.0.1:1"]);
    let (answer, failed) = nobody.call("list_clubs", &json!({}));
    assert!(
        failed && text(&answer["detail"]).starts_with("The service does not answer"),
        "{answer}"
    );
    nobody.end();
}

#[test]
fn it_writes_where_that_was_asked_for() {
    let app = TestApp::on_sqlite();
    let token = app.administrator().token.unwrap();
    let mut assistant = Assistant::begin(&app, Some(&token), &["--writes"]);
    let tools = assistant.tools();
    assert!(names(&tools).contains(&"create_club") && !names(&tools).contains(&"create_import"));
    let new = json!({ "code": "DIT", "name": "Ditsobotla Herders", "kind": "community", "province": "ZA-NW" });
    let (club, failed) = assistant.call("create_club", &json!({ "body": new, "Idempotency-Key": "a-club" }));
    assert!(!failed, "{club}");
    let id = text(&club["id"]);
    let renamed = json!({ "id": id, "If-Match": "*", "body": { "name": "Ditsobotla Keepers" } });
    let (club, failed) = assistant.call("update_club", &renamed);
    assert!(!failed && club["name"] == "Ditsobotla Keepers", "{club}");
    assert_eq!(
        app.anyone().get(&format!("/v1/clubs/{id}")).expect(200)["name"],
        "Ditsobotla Keepers"
    );
    assistant.end();
}
