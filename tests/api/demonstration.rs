//! The invented federation: everything in it adds up, it is the same each time, and its championship goes on to the end.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::mpsc;

use diesel::{Connection, PgConnection, SqliteConnection};
use federation_records::accounts::HashCost;
use federation_records::app::server::Service;
use federation_records::care::doctor;
use federation_records::cli::demo::{self, running};
use federation_records::db::{Conn, Url};
use federation_records::games::projections;
use federation_records::rankings::verification;
use federation_records::values::clock::Clock;
use serde_json::{Value, json};

use crate::app::{scratch, unlimited};
use crate::caller::text;
use crate::command_line::Serving;
use crate::postgres;
use crate::slowest::Taken;

const TODAY: &str = "2026-11-24T08:00:00Z";

/// The id under which the championship is found that is being played.
const RUNNING: &str = "019aa0d0-0000-7000-8000-000000000001";

/// A federation that was loaded, and is served.
struct Demonstration {
    base: String,
    url: Url,
    server: actix_web::dev::ServerHandle,
    /// The outcome of each step of the championship.
    steps: Vec<running::Progress>,
    _taken: Taken,
    _records: Records,
}

/// The place of its records; gone when dropped.
enum Records {
    Folder(tempfile::TempDir),
    Database(postgres::Database),
}

impl Records {
    fn in_a_file() -> Records {
        Records::Folder(tempfile::tempdir_in(scratch()).unwrap())
    }

    fn url(&self) -> Url {
        match self {
            Records::Folder(folder) => Url::Sqlite(folder.path().join("records.sqlite").display().to_string()),
            Records::Database(database) => Url::Postgres(database.url()),
        }
    }
}

impl Demonstration {
    /// Loads it at that moment, and does no more than so many steps of its championship.
    fn load(records: Records, now: &str, most: usize) -> Demonstration {
        let taken = Taken::begin();
        let (url, now) = (records.url(), now.parse().unwrap());
        let here = url.clone();
        let (told, ready) = mpsc::channel();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let clock = Clock::telling(move || now);
                let service = Service::open(&here, clock, "http://records.example").await.unwrap();
                let mut service = service.with_hash_cost(HashCost::least());
                unlimited(&mut service);
                demo::load(&service, &mut Vec::new()).await.unwrap();
                let mut steps = Vec::new();
                while steps.len() < most && steps.last() != Some(&running::Progress::Over) {
                    steps.push(running::go_one_step(&service).await.unwrap());
                }
                projections::worker::catch_up(&service.database).await.unwrap();
                service.database.number_entries().await.unwrap();
                let server = service.serve(listener, 1).unwrap();
                told.send((server.handle(), steps)).unwrap();
                server.await.unwrap();
            });
        });
        let (server, steps) = ready.recv().unwrap();
        Demonstration {
            base,
            url,
            server,
            steps,
            _taken: taken,
            _records: records,
        }
    }

    fn get(&self, path: &str) -> Value {
        let asked = ureq::get(format!("{}{path}", self.base)).call();
        asked
            .unwrap()
            .body_mut()
            .with_config()
            .limit(1 << 26)
            .read_json()
            .unwrap()
    }

    /// All that a list has, page by page.
    fn all(&self, path: &str) -> Vec<Value> {
        let (mut all, mut cursor) = (Vec::new(), String::new());
        let mark = if path.contains('?') { '&' } else { '?' };
        loop {
            let page = self.get(&format!("{path}{mark}limit=200{cursor}"));
            all.extend(page["items"].as_array().unwrap().clone());
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return all,
            }
        }
    }

    fn connection(&self) -> Conn {
        match &self.url {
            Url::Sqlite(path) => Conn::Sqlite(SqliteConnection::establish(path).unwrap()),
            Url::Postgres(url) => Conn::Postgres(PgConnection::establish(url).unwrap()),
        }
    }

    /// The faults that the doctor finds, and the lists of which another count comes to something else.
    fn faults(&self) -> BTreeMap<String, Vec<String>> {
        let mut c = self.connection();
        let findings = doctor::examine(&mut c, &mut |_| {}).unwrap();
        let mut faults: BTreeMap<_, _> = findings
            .iter()
            .filter(|finding| finding.faults > 0)
            .map(|finding| (finding.name.to_owned(), finding.first.clone()))
            .collect();
        for verified in verification::verify(&mut c).unwrap() {
            faults.extend(
                verified
                    .first
                    .map(|first| (verified.ranking.id.to_string(), vec![first])),
            );
        }
        faults
    }
}

impl Drop for Demonstration {
    fn drop(&mut self) {
        drop(self.server.stop(false));
    }
}

/// All events, and the number of the last.
fn events(get: impl Fn(&str) -> Value) -> (Vec<Value>, i64) {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = get(&format!("/v1/events?limit=200&after={after}"));
        all.extend(page["items"].as_array().unwrap().clone());
        let next = page["next_after"].as_i64().unwrap();
        if next == after {
            return (all, after);
        }
        after = next;
    }
}

/// Ids are made by chance.
fn blank(value: &Value) -> Value {
    match value {
        Value::String(word) if word.parse::<federation_records::values::id::Id>().is_ok() => json!("…"),
        Value::Array(items) => items.iter().map(blank).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), blank(value)))
            .collect(),
        value => value.clone(),
    }
}

/// The items without ids, in an order of their own: what has the same age is listed by its id.
fn told(items: &[Value]) -> Vec<String> {
    let mut told: Vec<String> = items.iter().map(|item| blank(item).to_string()).collect();
    told.sort_unstable();
    told
}

fn goes_on_to_its_end(records: Records) {
    let demonstration = Demonstration::load(records, TODAY, 200);
    let read = |path: &str| demonstration.get(&format!("/v1/tournaments/{RUNNING}{path}"));
    assert_eq!(read("")["state"], "finished");
    assert_eq!(demonstration.steps.last(), Some(&running::Progress::Over));
    let rounds = read("/rounds");
    let rounds = rounds["items"].as_array().unwrap();
    assert_eq!(rounds.len(), 6);
    for round in rounds {
        assert_eq!(round["state"], "closed");
        let matches = demonstration.get(&format!("/v1/rounds/{}/matches", text(&round["id"])));
        for played in matches["items"].as_array().unwrap() {
            // One of the second round was disputed when it was loaded, and no official has ruled.
            assert!(["confirmed", "disputed"].contains(&text(&played["state"])), "{played}");
        }
    }
    // Twelve boards of six games in each round, and each game on record.
    let games = demonstration.all(&format!("/v1/games?tournament_id={RUNNING}"));
    assert_eq!(games.len(), 6 * 12 * 6);
    assert_eq!(demonstration.faults(), BTreeMap::new());
}

#[test]
fn its_championship_goes_on_to_the_end_in_a_file() {
    goes_on_to_its_end(Records::in_a_file());
}

#[test]
#[ignore = "in a file each time, on a server at night"]
fn its_championship_goes_on_to_the_end_on_a_server() {
    if let Some(database) = postgres::database() {
        goes_on_to_its_end(Records::Database(database));
    }
}

#[test]
fn it_is_the_same_each_time() {
    let [one, other] = [(); 2].map(|()| Demonstration::load(Records::in_a_file(), TODAY, 30));
    let tournaments = one.all("/v1/tournaments");
    assert_eq!(told(&tournaments), told(&other.all("/v1/tournaments")));
    for (path, least) in [
        ("/v1/clubs", 40),
        ("/v1/players", 600),
        ("/v1/accreditations", 20),
        ("/v1/games", 3_000),
        ("/v1/rankings", 10),
        ("/v1/colours", 10),
    ] {
        let items = one.all(path);
        assert!(items.len() >= least, "{path}: {}", items.len());
        assert_eq!(told(&items), told(&other.all(path)), "{path}");
    }
    // The list of a tournament has them by their days, and those of both are compared one by one.
    let by_day = |demonstration: &Demonstration| {
        let mut tournaments = demonstration.all("/v1/tournaments");
        tournaments.sort_by_key(|one| text(&one["starts_on"]).to_owned());
        tournaments
    };
    for (first, second) in by_day(&one).iter().zip(&by_day(&other)) {
        let of = |demonstration: &Demonstration, tournament: &Value, what: &str| {
            let path = format!("/v1/tournaments/{}/{what}", text(&tournament["id"]));
            blank(&demonstration.get(&path))
        };
        for what in ["standings", "entries", "rounds"] {
            assert_eq!(of(&one, first, what), of(&other, second, what), "{what} of {first}");
        }
    }
    let rows = |demonstration: &Demonstration, method: &str| {
        let newest = demonstration.get(&format!("/v1/rankings?method={method}&limit=1"))["items"][0]["id"].clone();
        let rows = demonstration.all(&format!("/v1/rankings/{}/rows", text(&newest)));
        rows.iter().map(blank).collect::<Vec<_>>()
    };
    assert_eq!(rows(&one, "glicko-2"), rows(&other, "glicko-2"));
    // Those who lead on the home page are named, and among the others some are not.
    let by_points = rows(&one, "game-points");
    let is_withheld = |row: &Value| text(&row["player"]["name"]).get(1..3) == Some(". ");
    assert!(!by_points[..5].iter().any(is_withheld), "{:?}", &by_points[..5]);
    assert!(by_points.iter().any(is_withheld));
}

fn is_told(now: &str) {
    let demonstration = Demonstration::load(Records::in_a_file(), now, 1);
    assert_eq!(demonstration.faults(), BTreeMap::new());
    let running = demonstration.get(&format!("/v1/tournaments/{RUNNING}"));
    assert_eq!(running["state"], "running");
    let ratified = demonstration.all("/v1/tournaments?state=ratified");
    assert_eq!(ratified.len(), 6);
    let (events, _) = events(|path| demonstration.get(path));
    let times: Vec<&str> = events.iter().map(|event| text(&event["at"])).collect();
    assert!(times.is_sorted(), "what was done first is told first");
}

#[test]
fn it_is_told_in_the_first_second_of_a_gaming_year() {
    is_told("2026-10-31T22:00:01Z");
}

#[test]
#[ignore = "another day each time, these at night"]
fn it_is_told_in_the_last_second_of_a_gaming_year() {
    is_told("2027-10-31T21:59:59Z");
}

#[test]
#[ignore = "another day each time, these at night"]
fn it_is_told_on_the_29th_of_february() {
    is_told("2028-02-29T10:00:00Z");
}

#[test]
fn it_goes_on_while_the_service_runs_and_after_another_start() {
    let folder = tempfile::tempdir().unwrap();
    for start in 0..2 {
        let arguments = ["serve", "--demo", "--demo-pace", "1"];
        let serving = Serving::start(folder.path(), &arguments, "Listening");
        let url = |path: &str| format!("http://{}{path}", serving.address());
        let get = |path: &str| -> Value { ureq::get(url(path)).call().unwrap().body_mut().read_json().unwrap() };
        let (_, mut after) = events(get);
        for _ in 0..3 {
            // Until a match has changed, and no longer.
            let told = get(&format!("/v1/events?type=match.changed&after={after}&wait=30"));
            let event = &told["items"][0];
            assert_eq!(event["type"], "match.changed", "start {start}: {told}");
            let played = get(text(&event["path"]));
            assert_eq!(played["state"], "confirmed", "{played}");
            after = told["next_after"].as_i64().unwrap();
        }
    }
}
