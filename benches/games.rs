//! A hundred thousand games of five thousand players, loaded as files of records over HTTP by a running service on SQLite with
//! full durability; then games found by a position, and how they went on from one.

#![expect(clippy::unwrap_used, reason = "a bench that cannot begin has nothing to measure")]
#![expect(clippy::print_stderr, reason = "how long the loading takes is told once")]

mod served;

use std::fmt::Write;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use federation_records::cli::demo::{self, Strength};
use federation_records::db::{self, Url};
use federation_records::values::clock::Clock;
use indicatif::{ProgressBar, ProgressStyle};
use morabaraba_rules::{RuleSet, Tag};
use serde_json::{Value, json};

use crate::served::Caller;

const PLAYERS: usize = 5_000;
const GAMES: usize = 100_000;
/// An upload may have 10 MiB.
const OF_A_FILE: usize = 9 * 1024 * 1024;

/// Invented players of one club.
fn fill(path: &str) {
    let id = |kind: u32, number: usize| format!("019aa0c{kind}-0000-7000-8000-{number:012x}");
    let mut sql = format!(
        "BEGIN; INSERT INTO clubs VALUES ('{}', 'DIT', 'Herders', 'herders', 'community', 'ZA-NW',
            '2026-11-20T08:00:00.000000Z');",
        id(8, 0)
    );
    for number in 1..=PLAYERS {
        write!(
            sql,
            "INSERT INTO players (id, number, family_name, given_names, name_key, birth_date, sex, province_code,
                club_id, created_at, sort_key)
             VALUES ('{}', {number}, 'Mokoena', 'Thandiwe', ' thandiwe mokoena', '1998-04-17', 'female', 'ZA-NW', '{}',
                '2026-11-20T08:00:00.000000Z', 'mokoena thandiwe');",
            id(9, number),
            id(8, 0),
        )
        .unwrap();
    }
    SqliteConnection::establish(path)
        .unwrap()
        .batch_execute(&(sql + "COMMIT"))
        .unwrap();
}

impl Caller {
    fn get(&self, path: &str) -> Value {
        let request = self.agent.get(format!("{}{path}", self.base));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        request
            .call()
            .unwrap()
            .body_mut()
            .with_config()
            .limit(1 << 30)
            .read_json()
            .unwrap()
    }

    /// Uploads a file of games; the path of the job.
    fn upload(&self, number: usize, file: &str) -> String {
        let body = format!(
            "--cow\r\ncontent-disposition: form-data; name=\"games\"; filename=\"games\"\r\n\r\n{file}\r\n--cow--\r\n"
        );
        let request = self.agent.post(format!("{}/v1/imports/games", self.base));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        let request = request.header("idempotency-key", format!("file {number}"));
        let answer = request
            .content_type("multipart/form-data; boundary=cow")
            .send(body.as_bytes())
            .unwrap();
        answer.headers()["location"].to_str().unwrap().to_owned()
    }

    /// Waits for a job, and shows how far it has come.
    fn finished(&self, job: &str, before: u64, bar: &ProgressBar) -> Value {
        loop {
            let read = self.get(job);
            bar.set_position(before + read["done"].as_u64().unwrap());
            if read["state"] != "waiting" {
                return read;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Files of records of generated games.
fn files(numbers: &[String]) -> Vec<String> {
    let mut chance = fastrand::Rng::with_seed(1);
    let mut files = vec![String::new()];
    for game in 0..GAMES {
        let day = format!("20{:02}.{:02}.{:02}", 20 + game % 6, 1 + game % 12, 1 + game % 28);
        let first = chance.usize(..numbers.len());
        let second = (first + chance.usize(1..numbers.len())) % numbers.len();
        let record = demo::play(RuleSet::default(), [Strength::new(20); 2], &mut chance)
            .with_tag(Tag::Date, &day)
            .with_tag(Tag::FirstId, &numbers[first])
            .with_tag(Tag::SecondId, &numbers[second]);
        if files.last().unwrap().len() > OF_A_FILE {
            files.push(String::new());
        }
        writeln!(files.last_mut().unwrap(), "{record}").unwrap();
    }
    files
}

/// Loads the games, and says how long it took.
fn load(caller: &Caller) {
    let mut numbers = Vec::new();
    let mut path = "/v1/players?limit=200".to_owned();
    loop {
        let page = caller.get(&path);
        let items = page["items"].as_array().unwrap();
        numbers.extend(items.iter().map(|player| player["number"].as_str().unwrap().to_owned()));
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        path = format!("/v1/players?limit=200&cursor={cursor}");
    }
    let files = files(&numbers);
    let bytes: usize = files.iter().map(String::len).sum();
    let bar = ProgressBar::new(GAMES as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {elapsed}").unwrap());
    let (begun, mut recorded) = (Instant::now(), 0);
    for (number, file) in files.iter().enumerate() {
        let job = caller.upload(number, file);
        let report = caller.finished(&job, recorded, &bar)["report"]["games"].clone();
        assert_eq!(report["faults"], json!([]));
        recorded += report["recorded"].as_u64().unwrap() + report["known"].as_u64().unwrap();
    }
    bar.finish();
    assert_eq!(recorded, GAMES as u64);
    eprintln!(
        "{GAMES} games, {} files, {} MB: {:.1} s",
        files.len(),
        bytes / 1_000_000,
        begun.elapsed().as_secs_f32()
    );
    eprintln!("the largest that the process was: {} MB", peak());
}

/// The peak of the process's memory in megabytes, as Linux counts.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0) / 1024
}

fn games(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.sqlite").display().to_string();
    db::migrate(&Url::Sqlite(path.clone())).unwrap();
    fill(&path);
    let caller = Caller::of_service(Url::Sqlite(path), Clock::system());
    load(&caller);
    // From what every game has to what one game has, on the way along one that was played.
    let last = caller.get("/v1/games?min_plies=30&limit=1")["items"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let game = caller.get(&format!("/v1/games/{last}"));
    let turns: Vec<&str> = game["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn.as_str().unwrap())
        .collect();
    let mut group = c.benchmark_group("of 100,000 games");
    group.sample_size(30);
    for plies in [0, 1, 2, 3, 4, 6, 7, 8, 12, 24] {
        let opening = turns[..plies].join("+");
        group.bench_function(format!("found by the position after {plies} turns"), |b| {
            b.iter(|| caller.get(&format!("/v1/games?opening={opening}")));
        });
        group.bench_function(format!("how they went on after {plies} turns"), |b| {
            b.iter(|| caller.get(&format!("/v1/openings?opening={opening}")));
        });
    }
    group.bench_function("listed", |b| b.iter(|| caller.get("/v1/games")));
    group.bench_function("statistics", |b| b.iter(|| caller.get("/v1/games/statistics")));
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    targets = games
}
criterion_main!(benches);
