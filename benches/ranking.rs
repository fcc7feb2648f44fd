//! Rankings of 5,000 players with 100,800 games in 100 ratified tournaments, over HTTP against a running service on SQLite
//! with full durability: publishing a list by each method, reading a page of it, and reading it again unchanged.

#![expect(clippy::unwrap_used, reason = "a bench that cannot begin has nothing to measure")]

#[path = "../tests/api/bulk.rs"]
#[expect(unreachable_pub, reason = "it is the tests' module, and this is another crate")]
mod bulk;
mod served;

use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use federation_records::db::{self, Url};
use federation_records::values::clock::Clock;
use serde_json::{Value, json};

use crate::served::Caller;

impl Caller {
    /// Publishes a list in place of the last one; its id.
    fn publish(&self, method: &str, last: Option<&str>) -> String {
        let mut asked = json!({ "method": method, "on": "2026-11-20" });
        if let Some(last) = last {
            (asked["replaces_id"], asked["reason"]) = (json!(last), json!("It is measured."));
        }
        let request = self.agent.post(format!("{}/v1/rankings", self.base));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        let published: Value = request.send_json(&asked).unwrap().body_mut().read_json().unwrap();
        published["id"].as_str().unwrap().to_owned()
    }

    /// The status of an answer, which is read to its end, and its entity tag.
    fn get(&self, path: &str, tag: &str) -> (u16, String) {
        let request = self
            .agent
            .get(format!("{}{path}", self.base))
            .header("if-none-match", tag);
        let mut answer = request.call().unwrap();
        answer.body_mut().read_to_vec().unwrap();
        let tag = answer.headers().get("etag").unwrap().to_str().unwrap().to_owned();
        (answer.status().as_u16(), tag)
    }
}

fn ranking(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("records.sqlite").display().to_string();
    let url = Url::Sqlite(file.clone());
    db::migrate(&url).unwrap();
    let clock = Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap());
    let caller = Caller::of_service(url, clock);
    let mut connection = SqliteConnection::establish(&file).unwrap();
    let statements = bulk::statements(bulk::LARGE).join("; ");
    connection
        .batch_execute(&format!("PRAGMA busy_timeout = 5000; BEGIN; {statements}; COMMIT"))
        .unwrap();
    let mut group = criterion.benchmark_group("5,000 players and 100,800 games");
    group.sample_size(10);
    let mut listed = String::new();
    for method in ["game-points", "super-league", "glicko-2"] {
        let mut last = None;
        group.bench_function(format!("a list by {method} is published"), |bench| {
            bench.iter_custom(|times| {
                let mut total = Duration::ZERO;
                for _ in 0..times {
                    let begun = Instant::now();
                    last = Some(caller.publish(method, last.as_deref()));
                    total += begun.elapsed();
                }
                total
            });
        });
        listed = last.unwrap_or_default();
    }
    let page = format!("/v1/rankings/{listed}/rows?limit=50");
    group.sample_size(100);
    group.bench_function("a page of 50 is read", |bench| bench.iter(|| caller.get(&page, "\"\"")));
    let selected = format!("{page}&province=ZA-NW&division=senior&sex=female");
    group.bench_function("a page of 50 of a selection is read", |bench| {
        bench.iter(|| caller.get(&selected, "\"\""));
    });
    let (_, tag) = caller.get(&page, "\"\"");
    assert_eq!(caller.get(&page, &tag).0, 304);
    group.bench_function("the page is asked for again, unchanged", |bench| {
        bench.iter(|| caller.get(&page, &tag));
    });
    group.finish();
}

criterion_group!(benches, ranking);
criterion_main!(benches);
