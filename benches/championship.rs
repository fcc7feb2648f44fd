//! A championship of 200 players over HTTP against a running service on SQLite with full durability: drawing a round, with
//! its reasons kept, and entering all its results in one request.

#![expect(clippy::unwrap_used, reason = "a bench that cannot begin has nothing to measure")]

mod served;

use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use federation_records::db::{self, Url};
use federation_records::values::clock::Clock;
use serde_json::{Value, json};

use crate::served::Caller;

const PLAYERS: usize = 200;
const OUTCOMES: [&str; 3] = ["first", "second", "drawn"];

impl Caller {
    fn post(&self, path: &str, body: &Value) -> Value {
        let request = self.agent.post(format!("{}{path}", self.base));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        request
            .send_json(body)
            .unwrap()
            .body_mut()
            .with_config()
            .limit(1 << 30)
            .read_json()
            .unwrap()
    }

    fn step(&self, path: &str) -> Value {
        let request = self.agent.post(format!("{}{path}", self.base));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        request
            .send_empty()
            .unwrap()
            .body_mut()
            .with_config()
            .limit(1 << 30)
            .read_json()
            .unwrap()
    }

    fn get(&self, path: &str) -> Value {
        let mut answer = self.agent.get(format!("{}{path}", self.base)).call().unwrap();
        answer.body_mut().with_config().limit(1 << 30).read_json().unwrap()
    }

    /// A friendly tournament with all players entered, and their order set; its path.
    fn tournament(&self) -> String {
        let text = |value: &Value| value["id"].as_str().unwrap().to_owned();
        let clubs: Vec<String> = (0..20)
            .map(|number| {
                let name = format!("Herders {number}");
                let club =
                    json!({ "code": format!("C{number}"), "name": name, "kind": "community", "province": "ZA-NW" });
                text(&self.post("/v1/clubs", &club))
            })
            .collect();
        let plan = json!({
            "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
            "ends_on": "2026-11-21", "venue": "Mahikeng",
        });
        let path = format!("/v1/tournaments/{}", text(&self.post("/v1/tournaments", &plan)));
        self.step(&format!("{path}/openings"));
        let mut players = Vec::new();
        for number in 0..PLAYERS {
            let player = json!({
                "family_name": "Mokoena", "given_names": format!("Player {number}"), "birth_date": "1998-04-17",
                "sex": "female", "province": "ZA-NW", "club_id": clubs[number * 7 % clubs.len()],
            });
            let player = text(&self.post("/v1/players", &player));
            self.post(&format!("{path}/entries"), &json!({ "player_id": player }));
            players.push(player);
        }
        self.post(&format!("{path}/starting-orders"), &json!({ "player_ids": players }));
        path
    }

    /// Draws a round; its path.
    fn draw(&self, tournament: &str) -> String {
        let round = self.post(&format!("{tournament}/rounds"), &json!({}));
        format!("/v1/rounds/{}", round["id"].as_str().unwrap())
    }

    fn results(&self, round: &str, rng: &mut fastrand::Rng) -> Value {
        let matches = self.get(&format!("{round}/matches"));
        let result = |one: &Value| {
            let games: Vec<Value> = (0..6)
                .map(|_| json!({ "result": OUTCOMES[rng.usize(..OUTCOMES.len())] }))
                .collect();
            json!({ "match_id": one["id"], "sheet": { "games": games } })
        };
        json!({ "results": matches["items"].as_array().unwrap().iter().map(result).collect::<Vec<_>>() })
    }

    /// The time that the drawing of the next round takes, so many times; each time anew.
    fn time_draws(&self, tournament: &str, times: u64) -> Duration {
        let mut total = Duration::ZERO;
        for _ in 0..times {
            let begun = Instant::now();
            let round = self.draw(tournament);
            total += begun.elapsed();
            self.post(&format!("{round}/undos"), &json!({ "state": "drawn" }));
        }
        total
    }

    /// The time that it takes to enter all results of a round, so many times; each time anew.
    fn time_results(&self, round: &str, results: &Value, times: u64) -> Duration {
        let mut total = Duration::ZERO;
        for _ in 0..times {
            let begun = Instant::now();
            let entered = self.post(&format!("{round}/results"), results);
            total += begun.elapsed();
            for one in entered["items"].as_array().unwrap() {
                let path = format!("/v1/matches/{}/undos", one["id"].as_str().unwrap());
                self.post(&path, &json!({ "version": one["version"] }));
            }
        }
        total
    }
}

fn championship(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let url = Url::Sqlite(folder.path().join("records.sqlite").display().to_string());
    db::migrate(&url).unwrap();
    let caller = Caller::of_service(url, Clock::system());
    let tournament = caller.tournament();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut group = criterion.benchmark_group("200 players");
    group.sample_size(20);
    for number in 1..=6 {
        if matches!(number, 1 | 2 | 6) {
            let name = format!("round {number} is drawn");
            group.bench_function(name, |bench| {
                bench.iter_custom(|times| caller.time_draws(&tournament, times));
            });
        }
        let round = caller.draw(&tournament);
        caller.step(&format!("{round}/publications"));
        let results = caller.results(&round, &mut rng);
        if number == 1 {
            group.sample_size(10);
            group.bench_function("100 results are entered", |bench| {
                bench.iter_custom(|times| caller.time_results(&round, &results, times));
            });
            group.sample_size(20);
        }
        caller.post(&format!("{round}/results"), &results);
        caller.step(&format!("{round}/closings"));
    }
    let standings = format!("{tournament}/standings");
    group.bench_function("the standings are read", |bench| bench.iter(|| caller.get(&standings)));
    group.finish();
}

criterion_group!(benches, championship);
criterion_main!(benches);
