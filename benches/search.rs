//! Searching 100,000 players by name, over HTTP against a running service on SQLite. Beside it the first page of the
//! list, which needs no search: the ratio says what a search costs.

#![expect(clippy::unwrap_used, reason = "a bench that cannot begin has nothing to measure")]

use std::fmt::Write;
use std::net::TcpListener;
use std::sync::mpsc;

use criterion::{Criterion, criterion_group, criterion_main};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use federation_records::app::server::Service;
use federation_records::db::{self, Url};
use federation_records::values::clock::Clock;
use federation_records::values::names;
use federation_records::web::rate_limit::RateLimitSettings;

const PLAYERS: u32 = 100_000;

/// Half the names are of these, the others are made of syllables.
const FAMILY_NAMES: [&str; 8] = [
    "Mokoena",
    "Dlamini",
    "Nkosi",
    "van der Merwe",
    "Botha",
    "Naidoo",
    "Khumalo",
    "O'Brien",
];
const GIVEN_NAMES: [&str; 8] = [
    "Thandiwe", "Lerato", "Sipho", "Kagiso", "Leoné", "Nomsa", "Pieter", "Ayanda",
];
const SYLLABLES: [&str; 16] = [
    "ba", "di", "fu", "ko", "la", "me", "mo", "na", "nde", "pi", "ra", "se", "the", "vu", "zi", "zwa",
];

/// Invented players, with the words of their names.
fn fill(path: &str) {
    let mut chance = fastrand::Rng::with_seed(1);
    let id = |kind: u32, number: u32| format!("019aa0c{kind}-0000-7000-8000-{number:012x}");
    let mut sql = format!(
        "BEGIN; INSERT INTO clubs VALUES ('{}', 'DIT', 'Herders', 'herders', 'community', 'ZA-NW',
            '2026-11-20T08:00:00.000000Z');",
        id(8, 0)
    );
    for number in 1..=PLAYERS {
        let mut name = |known: &[&str]| {
            if chance.bool() {
                return known[chance.usize(..known.len())].to_owned();
            }
            (0..chance.usize(2..5))
                .map(|_| SYLLABLES[chance.usize(..SYLLABLES.len())])
                .collect()
        };
        let (given, family) = (name(&GIVEN_NAMES), name(&FAMILY_NAMES));
        let (key, sort_key) = (
            names::fold(&format!("{given} {family}")),
            names::sort_key(&family, Some(&given)),
        );
        let player = id(9, number);
        write!(
            sql,
            "INSERT INTO players (id, number, family_name, given_names, name_key, birth_date, sex, province_code,
                club_id, created_at, sort_key)
             VALUES ('{player}', {number}, '{}', '{given}', ' {key}', '1998-04-17', 'female', 'ZA-NW', '{}',
                '2026-11-20T08:00:00.000000Z', '{sort_key}');",
            family.replace('\'', "''"),
            id(8, 0),
        )
        .unwrap();
        for word in key.split(' ') {
            write!(sql, "INSERT OR IGNORE INTO player_words VALUES ('{word}', '{player}');").unwrap();
        }
    }
    SqliteConnection::establish(path)
        .unwrap()
        .batch_execute(&(sql + "COMMIT"))
        .unwrap();
}

/// Starts the service on that file; its address.
fn serve(url: Url) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (told, ready) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let mut service = Service::open(&url, Clock::system(), "http://records.example")
                .await
                .unwrap();
            service.rate_limits = RateLimitSettings::unlimited();
            let server = service.serve(listener, 1).unwrap();
            told.send(()).unwrap();
            server.await.unwrap();
        });
    });
    ready.recv().unwrap();
    base
}

fn search(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.sqlite").display().to_string();
    db::migrate(&Url::Sqlite(path.clone())).unwrap();
    fill(&path);
    let base = serve(Url::Sqlite(path));
    let agent = ureq::Agent::new_with_defaults();
    let mut group = criterion.benchmark_group("100,000 players");
    let searches = [
        ("no search", ""),
        ("nobody's name", "?q=quagga"),
        ("a rare name", "?q=thezwandebala"),
        ("a common name", "?q=mokoena"),
        ("one letter", "?q=m"),
        ("two common words", "?q=thandiwe%20mokoena"),
        ("two letters that seldom meet", "?q=k%20k"),
    ];
    for (name, query) in searches {
        let url = format!("{base}/v1/players{query}");
        group.bench_function(name, |bench| {
            bench.iter(|| agent.get(&url).call().unwrap().body_mut().read_to_string().unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
