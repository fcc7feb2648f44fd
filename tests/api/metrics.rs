//! `/metrics`: what those who watch over the service read, and that it tells of nobody.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::num::NonZeroU32;

use federation_records::app::server::Service;
use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::postgres;

/// A service whose figures can be read, and where.
struct Watched {
    app: TestApp,
    url: String,
}

impl Watched {
    fn on_sqlite() -> Watched {
        Watched::with(|settle| Some(TestApp::on_sqlite_with(settle))).unwrap()
    }

    fn on_postgres() -> Option<Watched> {
        Watched::with(TestApp::on_postgres_with)
    }

    fn with(start: impl FnOnce(Box<dyn FnOnce(&mut Service) + Send>) -> Option<TestApp>) -> Option<Watched> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = start(Box::new(move |service| {
            service.rate_limits.asks_a_minute = NonZeroU32::MIN;
            actix_web::rt::spawn(service.measure().serve(listener).unwrap());
        }))?;
        Some(Watched { app, url })
    }

    fn get(&self, path: &str) -> (u16, String) {
        let mut answer = self.app.agent.get(format!("{}{path}", self.url)).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    fn text(&self) -> String {
        let (status, text) = self.get("/metrics");
        assert_eq!(status, 200, "{text}");
        assert!(text.ends_with("# EOF\n"));
        text
    }
}

/// An answer that is given again is counted; on PostgreSQL the service's own upkeep may come between, the oftener the
/// longer the asking takes.
fn an_answer_that_is_given_again_is_counted(watched: &Watched) {
    const STRANGERS_A_MINUTE: u64 = 120;
    let (mut asked, mut repeated) = (0, 0);
    while repeated < 10 && asked < STRANGERS_A_MINUTE {
        for _ in 0..20 {
            watched.app.anyone().get("/v1/provinces").expect(200);
        }
        asked += 20;
        repeated = figure(&watched.text(), "records_requests_repeated_total");
    }
    assert!((10..asked).contains(&repeated), "{repeated} of {asked}");
}

/// The figure of a series, which is a whole number.
#[track_caller]
fn figure(text: &str, series: &str) -> u64 {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{series} is not in\n{text}"))
        .parse()
        .unwrap()
}

#[test]
fn requests_are_counted_by_operation_on_sqlite() {
    requests_are_counted_by_operation(&Watched::on_sqlite(), "sqlite");
}

#[test]
fn requests_are_counted_by_operation_on_postgres() {
    if let Some(watched) = Watched::on_postgres() {
        requests_are_counted_by_operation(&watched, "postgres");
    }
}

fn requests_are_counted_by_operation(watched: &Watched, database: &str) {
    let app = &watched.app;
    let club = app.club("ZA-NW");
    let player = app.player_named(&club, "Mokoena", "Thandiwe", "1990-05-17");
    let administrator = app.administrator();
    for _ in 0..3 {
        app.anyone().get(&format!("/v1/clubs/{club}")).expect(200);
    }
    administrator.get(&format!("/v1/players/{player}")).expect(200);
    app.anyone().get("/nowhere/Mokoena").refused(404, "not-found");
    for (method, path) in [("BREW", "/v1/clubs"), ("HEAD", "/v1/clubs"), ("GET", "/clubs")] {
        // The client knows no method that nobody has heard of.
        let mut stream = TcpStream::connect(app.base().trim_start_matches("http://")).unwrap();
        let request = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
    let asked = json!({ "token": "7Q2K-9FMX-04TB-ZC1D-H8VE" });
    app.anyone().post("/v1/verifications", &asked);
    app.anyone()
        .post("/v1/verifications", &asked)
        .refused(429, "too-many-requests");

    let mut held = TcpStream::connect(app.base().trim_start_matches("http://")).unwrap();
    held.write_all(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    held.read_exact(&mut [0; 12]).unwrap();

    let told = watched.text();
    let count = |series: &str| figure(&told, &format!("records_requests_total{series}"));
    assert_eq!(count(r#"{operation="read_club",method="GET",status="2xx"}"#), 3);
    assert_eq!(count(r#"{operation="list_clubs",method="HEAD",status="2xx"}"#), 1);
    assert_eq!(count(r#"{operation="/clubs",method="GET",status="2xx"}"#), 1, "a page");
    assert_eq!(count(r#"{operation="unmatched",method="GET",status="4xx"}"#), 1);
    assert!(told.contains(r#"method="other",status="4xx"}"#), "{told}");
    let took = r#"records_request_duration_seconds_count{operation="read_club"}"#;
    assert_eq!(figure(&told, took), 3);
    assert_eq!(figure(&told, "records_requests_in_flight"), 0);
    assert_eq!(figure(&told, r#"records_problems_total{code="too-many-requests"}"#), 1);
    assert_eq!(figure(&told, r#"records_problems_total{code="internal"}"#), 0);
    assert_eq!(figure(&told, "records_jobs_waiting"), 0);
    assert!(figure(&told, "records_connections") >= 1);
    assert!(figure(&told, "records_pool_connections") >= 1);
    assert!(figure(&told, "process_resident_memory_bytes") > 1_000_000);
    assert!(figure(&told, "process_open_fds") > 3);
    assert!(told.contains(&format!(r#"database="{database}"}} 1"#)), "{told}");
    if database == "sqlite" {
        assert!(figure(&told, "records_writer_commit_seconds_count") >= 2);
        assert!(figure(&told, "records_writer_group_size_count") >= 2);
        assert_eq!(figure(&told, "records_writer_waiting"), 0);
    } else {
        let retries = figure(&told, r#"records_write_retries_total{sqlstate="40001"}"#);
        assert!(retries == 0 || postgres::is_hostile(), "{retries}");
    }
    // Nothing that was sent, and nobody.
    let token = administrator.token.clone().unwrap();
    for private in [
        &club,
        &player,
        &token,
        "Mokoena",
        "Thandiwe",
        "BREW",
        "7Q2K",
        "127.0.0.1",
    ] {
        assert!(!told.contains(private), "{private} is in {told}");
    }
}

#[test]
fn an_answer_that_is_given_again_is_counted_on_sqlite() {
    an_answer_that_is_given_again_is_counted(&Watched::on_sqlite());
}

#[test]
fn an_answer_that_is_given_again_is_counted_on_postgres() {
    if let Some(watched) = Watched::on_postgres() {
        an_answer_that_is_given_again_is_counted(&watched);
    }
}

#[test]
fn nobody_else_is_told() {
    let watched = Watched::on_sqlite();
    assert_eq!(watched.app.anyone().get("/metrics").status, 404);
    assert_eq!(watched.get("/v1/clubs").0, 404);
    assert_eq!(watched.get("/").0, 404);
}

/// The names of series in a text that asks for them.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .filter(|word| word.starts_with("records_") || word.starts_with("process_"))
        .collect()
}

#[test]
fn alerts_and_the_dashboard_ask_for_what_there_is() {
    let all = [Some(Watched::on_sqlite()), Watched::on_postgres()];
    let told: String = all
        .iter()
        .flatten()
        .map(|watched| {
            watched.app.anyone().get("/v1/clubs").expect(200);
            watched.text()
        })
        .collect();
    let told = names(&told);
    let has_both = all[1].is_some();
    let mut asked_for = 0;
    for file in ["prometheus-alerts.yml", "grafana.json"] {
        let path = format!("{}/deploy/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        for name in names(&text) {
            let is_of_postgres = name.starts_with("records_write_retries");
            // Those of a replica are asked for in `replica.rs`.
            let is_of_replica = name.starts_with("records_replica_");
            assert!(
                told.contains(name) || is_of_replica || is_of_postgres && !has_both,
                "{file} asks for {name}, which nobody tells"
            );
            asked_for += 1;
        }
    }
    assert!(asked_for > 25, "{asked_for}");
    let dashboard = include_str!("../../deploy/grafana.json");
    let dashboard: serde_json::Value = serde_json::from_str(dashboard).unwrap();
    let queries = dashboard["panels"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap());
    assert!(
        queries
            .map(|target| text(&target["expr"]))
            .all(|query| !names(query).is_empty())
    );
}

#[test]
fn every_alert_is_explained_in_the_manual() {
    let alerts = include_str!("../../deploy/prometheus-alerts.yml");
    let manual = include_str!("../../docs/operating.md");
    let mut looked_at = 0;
    for alert in alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")) {
        assert!(manual.contains(&format!("`{alert}`")), "{alert} is not in the manual");
        looked_at += 1;
    }
    assert!(looked_at > 5, "{looked_at}");
}
