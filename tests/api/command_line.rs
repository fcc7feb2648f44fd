//! The program itself, as a person at a terminal uses it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::contract::document;
use crate::slowest::Taken;

/// The program, in a folder of its own and with nothing set.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_federation-records"));
    command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for variable in [
        "DATABASE_URL",
        "LISTEN",
        "PUBLIC_URL",
        "LOG",
        "METRICS_LISTEN",
        "ASKS_A_MINUTE",
        "STRANGERS_A_MINUTE",
        "TOKENS_A_MINUTE",
        "PROXIES",
        "BACKUP_FOLDER",
        "BACKUP_MINUTES",
        "BACKUP_DAYS",
    ] {
        command.env_remove(variable);
    }
    command
}

pub fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = program(folder).args(arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A running service; killed when dropped.
pub struct Serving {
    pub child: Child,
    told: BufReader<ChildStderr>,
    pub lines: Vec<String>,
    _taken: Taken,
}

impl Serving {
    /// Starts at a free port, and reads what it tells people until a line has that text.
    pub fn start(folder: &Path, arguments: &[&str], until: &str) -> Serving {
        Serving::of(program(folder).args(arguments), until).unwrap()
    }

    /// Starts a command of another form, as [`Serving::start`] does; or the lines that it told, if it ended before.
    pub fn of(command: &mut Command, until: &str) -> Result<Serving, Vec<String>> {
        let mut child = command.env("LISTEN", "127.0.0.1:0").spawn().unwrap();
        let told = BufReader::new(child.stderr.take().unwrap());
        let mut serving = Serving {
            child,
            told,
            lines: Vec::new(),
            _taken: Taken::begin(),
        };
        while !serving.lines.last().is_some_and(|line| line.contains(until)) {
            let mut line = String::new();
            if serving.told.read_line(&mut line).unwrap() == 0 {
                return Err(std::mem::take(&mut serving.lines));
            }
            serving.lines.push(line.trim_end().to_owned());
        }
        Ok(serving)
    }

    /// Reads on what the service logs, which waits for a reader once the pipe is full.
    pub fn drain(mut self) -> Serving {
        let mut log = self.child.stdout.take().unwrap();
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        self
    }

    pub fn address(&self) -> &str {
        let line = self
            .lines
            .iter()
            .find(|line| line.starts_with("Listening at "))
            .unwrap();
        line.trim_start_matches("Listening at http://")
            .split(';')
            .next()
            .unwrap()
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        let url = format!("http://{}{path}", self.address());
        let mut answer = ureq::post(url)
            .content_type("application/json")
            .send(body.to_string())
            .unwrap();
        answer.body_mut().read_json().unwrap()
    }

    pub fn get(&self, path: &str) -> Value {
        ureq::get(format!("http://{}{path}", self.address()))
            .call()
            .unwrap()
            .body_mut()
            .read_json()
            .unwrap()
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_fresh_start_says_what_to_do_next() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(folder.path(), &[], "serve --demo");
    let told = serving.lines.join("\n");
    assert!(told.contains("Nobody can sign in yet"), "{told}");
    assert!(told.contains("admin create --email"), "{told}");
    assert_eq!(serving.get("/readyz")["status"], "ready");
    for name in ["federation.sqlite", "federation.sqlite-wal", "federation.sqlite-shm"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().mode();
        assert_eq!(mode & 0o777, 0o600, "{name} is its owner's alone");
    }
}

#[test]
fn the_first_administrator_is_made_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let create = [
        "admin",
        "create",
        "--email",
        "nomsa@federation.example",
        "--name",
        "Nomsa Dlamini",
    ];
    let short = run(folder.path(), &create, "short\n");
    assert!(!short.status.success());
    assert!(
        String::from_utf8_lossy(&short.stderr).contains("12 characters or more"),
        "{short:?}"
    );
    let made = run(folder.path(), &create, "a cow in the kraal\n");
    assert!(made.status.success(), "{made:?}");
    assert!(
        out(&made).contains("nomsa@federation.example may do everything"),
        "{made:?}"
    );
    let twice = run(folder.path(), &create, "a cow in the kraal\n");
    assert!(!twice.status.success());
    let serving = Serving::start(folder.path(), &["serve"], "Listening");
    assert!(!serving.lines.join("\n").contains("Nobody can sign in"));
    let who = json!({ "email": "nomsa@federation.example", "password": "a cow in the kraal" });
    assert_eq!(serving.post("/v1/tokens", &who)["token_type"], "Bearer");
}

#[test]
fn whoever_is_locked_out_is_let_in_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let email = ["--email", "nomsa@federation.example"];
    let admin = |command: &str, input: &str| run(folder.path(), &[&["admin", command], &email[..]].concat(), input);
    assert!(admin("create", "a cow in the kraal\n").status.success());
    let made = admin("password-code", "");
    assert!(made.status.success(), "{made:?}");
    let code = out(&made).lines().next().unwrap().to_owned();
    let serving = Serving::start(folder.path(), &["serve"], "Listening");
    let password = json!({ "code": code, "password": "four cows by the river" });
    let set = ureq::post(format!("http://{}/v1/passwords", serving.address()))
        .content_type("application/json")
        .send(password.to_string());
    assert_eq!(set.unwrap().status(), 204);
    let who = json!({ "email": email[1], "password": "four cows by the river" });
    assert_eq!(serving.post("/v1/tokens", &who)["token_type"], "Bearer");
    let none = admin("remove-second-factor", "");
    assert!(!none.status.success());
    let told = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(told.contains("no second factor"), "{told}");
    let unknown = run(
        folder.path(),
        &["admin", "password-code", "--email", "nobody@federation.example"],
        "",
    );
    let told = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(
        !unknown.status.success() && told.contains("No account signs in"),
        "{told}"
    );
}

#[test]
fn the_demonstration_has_people_of_each_role_and_is_loaded_once() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(folder.path(), &["serve", "--demo"], "Listening");
    for role in [
        "administrator",
        "coordinator",
        "umpire",
        "club_secretary",
        "institution",
        "parent",
    ] {
        let line = serving
            .lines
            .iter()
            .find(|line| line.trim_start().starts_with(role))
            .unwrap();
        let mut words = line.split_whitespace().skip(1);
        let who = json!({ "email": words.next().unwrap(), "password": words.next().unwrap() });
        assert_eq!(serving.post("/v1/tokens", &who)["token_type"], "Bearer", "{role}");
    }
    let count = |path: &str| serving.get(path)["items"].as_array().unwrap().len();
    for province in serving.get("/v1/provinces")["items"].as_array().unwrap() {
        let code = province["code"].as_str().unwrap();
        assert!(count(&format!("/v1/clubs?province={code}")) >= 3, "{code}");
        assert!(count(&format!("/v1/players?province={code}&limit=200")) >= 40, "{code}");
    }
    assert_eq!(count("/v1/tournaments?state=ratified"), 6);
    assert_eq!(count("/v1/tournaments?state=running"), 1);
    assert!(count("/v1/accreditations") >= 20);
    drop(serving);
    let again = Serving::start(folder.path(), &["serve", "--demo"], "Listening");
    assert!(again.lines[0].contains("not empty"), "{:?}", again.lines);
    assert!(out(&run(folder.path(), &["audit", "verify"], "")).contains("is whole"));
}

#[test]
fn requests_in_flight_are_finished_at_the_end() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let mut serving = Serving::start(folder.path(), &[], "serve --demo");
        let body = r#"{"turns":["E1"]}"#;
        let mut connection = TcpStream::connect(serving.address()).unwrap();
        let head = "POST /v1/games/validations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n";
        write!(connection, "{head}Content-Length: {}\r\n\r\n", body.len()).unwrap();
        // Once it says that it goes on, the request is being answered.
        let mut begun = [0; 25];
        connection.read_exact(&mut begun).unwrap();
        assert!(
            begun.starts_with(b"HTTP/1.1 100"),
            "{:?}",
            String::from_utf8_lossy(&begun)
        );
        serving.signal(signal);
        while TcpStream::connect(serving.address()).is_ok() {
            std::thread::yield_now();
        }
        connection.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{signal}: {answer}");
        assert!(serving.child.wait().unwrap().success(), "{signal}");
    }
}

#[test]
fn an_address_in_use_is_an_error_and_nothing_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = run(folder.path(), &["serve", "--listen", &address], "");
    assert!(!output.status.success());
    assert!(
        String::from_utf8_lossy(&output.stderr).starts_with("error: cannot listen at"),
        "{output:?}"
    );
    assert!(!folder.path().join("federation.sqlite").exists());
}

#[test]
fn the_schema_is_brought_up_to_date_by_itself_or_by_command() {
    let folder = tempfile::tempdir().unwrap();
    assert!(out(&run(folder.path(), &["migrate"], "")).starts_with("Applied:"));
    assert_eq!(
        out(&run(folder.path(), &["migrate"], "")),
        "The schema is up to date.\n"
    );
    let unknown = run(
        folder.path(),
        &["migrate", "--database-url", "mysql://records:secret@127.0.0.1/x"],
        "",
    );
    let told = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(
        !unknown.status.success() && told.contains("an SQLite file, or postgres://"),
        "{told}"
    );
    let elsewhere = run(
        folder.path(),
        &["migrate", "--database-url", "postgres://records:secret@127.0.0.1:1/x"],
        "",
    );
    assert!(!elsewhere.status.success());
    let told = String::from_utf8_lossy(&elsewhere.stderr).into_owned();
    assert!(
        told.contains("postgres://…@127.0.0.1:1/x") && !told.contains("secret"),
        "{told}"
    );
}

#[test]
fn verifying_what_is_not_there_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["audit", "verify"], "");
    assert!(!output.status.success());
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("there are no records at"),
        "{output:?}"
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_document_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let printed: Value = serde_json::from_str(&out(&run(folder.path(), &["openapi"], ""))).unwrap();
    assert_eq!(&printed, document());
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "no database was needed"
    );
}

#[test]
fn the_help_names_every_command_and_setting() {
    let folder = tempfile::tempdir().unwrap();
    let help = out(&run(folder.path(), &["--help"], ""));
    for word in [
        "serve",
        "migrate",
        "draw",
        "admin",
        "openapi",
        "audit",
        "backup",
        "restore",
        "doctor",
        "copy",
        "--demo",
        "DATABASE_URL",
        "LISTEN",
        "PUBLIC_URL",
        "LOG",
    ] {
        assert!(help.contains(word), "{word} is not in the help");
    }
}
