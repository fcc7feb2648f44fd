//! A server with a database of its own, and those who call it.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock, Mutex, mpsc};
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use federation_records::accounts::{HashCost, NewAccount};
use federation_records::app::server::Service;
use federation_records::care::doctor::{self, Finding};
use federation_records::db::log::{self, LogVerdict};
use federation_records::db::{self, Conn, Database, Url};
use federation_records::games::projections;
use federation_records::pens::bundles::SealedBundle;
use federation_records::pens::laptops::LaptopKeys;
use federation_records::values::clock::Clock;
use federation_records::web::rate_limit::RateLimitSettings;
use serde_json::{Value, json};

use crate::caller::{Caller, text};
use crate::postgres;
use crate::recording::Recording;
use crate::slowest::Taken;
use crate::weekend::{believing, told};

/// Makes two tests of each function: one for each database. A function that is left out is dead code, and the build
/// says so. Which tests need both: see `databases`.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        on_sqlite_and! { cfg(test); $($name),+ }
    };
}

/// Makes the same tests, of which those on PostgreSQL wait for `.ci/run long`: what they test is no matter of SQL.
macro_rules! on_sqlite {
    ($($name:ident),+ $(,)?) => {
        on_sqlite_and! { ignore = "on SQLite each time, on PostgreSQL at night"; $($name),+ }
    };
}

macro_rules! on_sqlite_and {
    ($on_postgres:meta; $($name:ident),+) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(&$crate::app::TestApp::on_sqlite());
            })+
        }
        mod postgres {
            $(#[test]
            #[$on_postgres]
            fn $name() {
                if let Some(app) = $crate::app::TestApp::on_postgres() {
                    super::$name(&app);
                }
            })+
        }
    };
}

/// The password of every account in the tests.
pub const PASSWORD: &str = "a cow in the kraal";

/// The time at which the tests begin, unless they say otherwise: ten in the morning in South Africa.
const BEGINNING: &str = "2026-11-20T08:00:00Z";

/// A running server; it stops when dropped.
pub struct TestApp {
    base: String,
    pub agent: ureq::Agent,
    time: Arc<Mutex<DateTime<Utc>>>,
    /// The administrator's access token, and when it was given.
    administrator: Mutex<Option<(DateTime<Utc>, String)>>,
    /// The codes with which officials sign in on a laptop, by their addresses.
    codes: BTreeMap<String, String>,
    url: Url,
    /// The two doors, for what no request asks of the service's own connections.
    pub database: Database,
    server: actix_web::dev::ServerHandle,
    pub recording: Option<Recording>,
    _taken: Taken,
    _keeper: Keeper,
}

/// An SQLite file with the present schema and nothing of a federation, to be copied: a copy is made faster than a schema.
pub fn migrated() -> &'static Path {
    static FILE: LazyLock<(PathBuf, tempfile::TempDir)> = LazyLock::new(|| {
        let folder = tempfile::tempdir_in(scratch()).unwrap();
        let file = folder.path().join("records.sqlite");
        db::migrate(&Url::Sqlite(file.display().to_string())).unwrap();
        let mut connection = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
        connection.batch_execute(NAMING).unwrap();
        connection.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        (file, folder)
    });
    &FILE.0
}

/// The federation of the tests has a name from the first, so that it can sign.
pub const NAMING: &str = "INSERT INTO federation_changes (version, valid_from, changes, recorded_at) \
    VALUES (1, '2020-01-01', '{\"name\": \"Morabaraba federation\"}', '2020-01-01T00:00:00.000000Z')";

/// The file of a laptop's records, in a folder of its own.
pub const LAPTOP: &str = "laptop.sqlite";

/// The folder where databases are made: in memory where the system has room for that, since every commit waits for the
/// disk, and a new database of PostgreSQL has 300 files.
pub fn scratch() -> &'static str {
    static PLACE: LazyLock<String> = LazyLock::new(|| {
        let df = Command::new("df").args(["--output=avail", "/dev/shm"]).output();
        let told = df
            .map(|df| String::from_utf8_lossy(&df.stdout).into_owned())
            .unwrap_or_default();
        let room = told
            .lines()
            .last()
            .and_then(|kilobytes| kilobytes.trim().parse::<u64>().ok());
        let in_memory = room.is_some_and(|kilobytes| kilobytes > 2_000_000);
        if in_memory {
            "/dev/shm".to_owned()
        } else {
            std::env::temp_dir().display().to_string()
        }
    });
    &PLACE
}

/// Everything that goes away with the server.
enum Keeper {
    Folder { _folder: tempfile::TempDir },
    Database { _database: postgres::Database },
}

/// Nobody is kept from asking: a test asks as often as it needs.
pub fn unlimited(service: &mut Service) {
    service.rate_limits = RateLimitSettings::unlimited();
}

impl TestApp {
    pub fn on_sqlite() -> TestApp {
        TestApp::on_sqlite_with(unlimited)
    }

    /// A server on SQLite of a federation that asks administrators and coordinators for a second factor.
    pub fn requiring_second_factors() -> TestApp {
        TestApp::on_sqlite_with(|service| service.policy.require_second_factor = true)
    }

    /// A server on SQLite, with those settings for strangers.
    pub fn among(rate_limits: RateLimitSettings) -> TestApp {
        TestApp::on_sqlite_with(move |service| service.rate_limits = rate_limits)
    }

    /// A server on SQLite, settled otherwise.
    pub fn on_sqlite_with(settle: impl FnOnce(&mut Service) + Send + 'static) -> TestApp {
        let folder = tempfile::tempdir_in(scratch()).unwrap();
        let file = folder.path().join("records.sqlite");
        std::fs::copy(migrated(), &file).unwrap();
        let url = Url::Sqlite(file.display().to_string());
        let keeper = Keeper::Folder { _folder: folder };
        TestApp::start(url, keeper, settle)
    }

    /// None where there is no PostgreSQL; see [`postgres`].
    pub fn on_postgres() -> Option<TestApp> {
        TestApp::on_postgres_with(unlimited)
    }

    /// A server on PostgreSQL, settled otherwise; none where there is no PostgreSQL.
    pub fn on_postgres_with(settle: impl FnOnce(&mut Service) + Send + 'static) -> Option<TestApp> {
        postgres::database().map(|database| TestApp::on(database, settle))
    }

    /// A server on that database, settled otherwise.
    pub fn on(database: postgres::Database, settle: impl FnOnce(&mut Service) + Send + 'static) -> TestApp {
        let url = Url::Postgres(database.url());
        TestApp::start(url, Keeper::Database { _database: database }, settle)
    }

    fn start(url: Url, keeper: Keeper, settle: impl FnOnce(&mut Service) + Send + 'static) -> TestApp {
        // What a test makes up is the same in every run.
        fastrand::seed(20_261_120);
        let time = Arc::new(Mutex::new(BEGINNING.parse::<DateTime<Utc>>().unwrap()));
        TestApp::prepared(url, keeper, time, async move |mut service| {
            settle(&mut service);
            let administrator = NewAccount::parse(ADMINISTRATOR, "Nomsa Dlamini", Some(PASSWORD)).unwrap();
            service.create_administrator(administrator).await.unwrap();
            service
        })
    }

    /// A service on a laptop, which has the pen of a tournament of this federation, and a clock of its own.
    pub fn laptop(&self, bundle: &Value, keys: &LaptopKeys) -> TestApp {
        let folder = tempfile::tempdir_in(scratch()).unwrap();
        self.laptop_in(folder, (bundle, keys), |service| service)
    }

    /// A laptop as [`TestApp::laptop`], whose records are in that folder, settled otherwise.
    pub fn laptop_in(
        &self,
        folder: tempfile::TempDir,
        (bundle, keys): (&Value, &LaptopKeys),
        settle: impl FnOnce(Service) -> Service + Send + 'static,
    ) -> TestApp {
        let file = folder.path().join(LAPTOP);
        if !file.exists() {
            std::fs::copy(migrated(), &file).unwrap();
        }
        let url = Url::Sqlite(file.display().to_string());
        let time = Arc::new(Mutex::new(*self.time.lock().unwrap()));
        let (sealed, keys) = (
            SealedBundle::read(&bundle.to_string()).unwrap(),
            believing(keys, bundle),
        );
        let keeper = Keeper::Folder { _folder: folder };
        let mut laptop = TestApp::prepared(url, keeper, time, async move |mut service| {
            unlimited(&mut service);
            settle(service.at_venue(&sealed, &keys).await.unwrap())
        });
        laptop.codes = bundle["official_codes"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|code| {
                let address = format!(
                    "SELECT email AS told FROM accounts WHERE id = '{}'",
                    text(&code["account_id"])
                );
                (told(&laptop, &address).remove(0), text(&code["code"]).to_owned())
            })
            .collect();
        laptop
    }

    /// The password of the account with that address, or on a laptop its code.
    pub fn password_of(&self, email: &str) -> &str {
        self.codes.get(email).map_or(PASSWORD, String::as_str)
    }

    fn prepared(
        url: Url,
        keeper: Keeper,
        time: Arc<Mutex<DateTime<Utc>>>,
        prepare: impl AsyncFnOnce(Service) -> Service + Send + 'static,
    ) -> TestApp {
        let taken = Taken::begin();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (told, served_url, shared) = (mpsc::channel(), url.clone(), Arc::clone(&time));
        let clock = Clock::telling(move || *shared.lock().unwrap());
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let service = Service::open(&served_url, clock, "http://records.example")
                    .await
                    .unwrap();
                // Jobs of other services are left to those that are asked to look for them.
                let service = service.looking_for_jobs_every(Duration::from_hours(1));
                let service = prepare(service.with_hash_cost(HashCost::least())).await;
                let database = service.database.clone();
                let server = service.serve(listener, 1).unwrap();
                told.0.send((server.handle(), database)).unwrap();
                server.await.unwrap();
            });
        });
        let (server, database) = told.1.recv().unwrap();
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .build()
            .new_agent();
        let recording = Recording::of_this_test();
        TestApp {
            base,
            agent,
            time,
            administrator: Mutex::default(),
            codes: BTreeMap::new(),
            url,
            database,
            server,
            recording,
            _taken: taken,
            _keeper: keeper,
        }
    }

    /// Another service that answers, somewhere, with the same records; it stops when dropped. It does the jobs that wait when
    /// it starts.
    pub fn another_server(&self) -> Server {
        self.another_server_with(|service| service.looking_for_jobs_every(Duration::from_hours(1)))
    }

    /// Another service, which looks for jobs all the time.
    pub fn server_that_looks_for_jobs(&self) -> Server {
        self.another_server_with(|service| service.looking_for_jobs_every(Duration::from_millis(5)))
    }

    /// Another service, settled otherwise.
    pub fn another_server_with(&self, settle: impl FnOnce(Service) -> Service + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (told, url, time) = (mpsc::channel(), self.url.clone(), Arc::clone(&self.time));
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let clock = Clock::telling(move || *time.lock().unwrap());
                let service = Service::open(&url, clock, "http://records.example").await.unwrap();
                let server = settle(service).serve(listener, 1).unwrap();
                told.0.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Server {
            handle: told.1.recv().unwrap(),
            base,
        }
    }

    /// The address of the records.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// A connection behind the service's back.
    pub fn connection(&self) -> Conn {
        match self.url() {
            Url::Sqlite(path) => {
                let mut connection = SqliteConnection::establish(path).unwrap();
                connection.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
                Conn::Sqlite(connection)
            }
            Url::Postgres(url) => Conn::Postgres(PgConnection::establish(url).unwrap()),
        }
    }

    /// Walks along the audit trail, once all that was written has its number.
    pub fn trail(&self) -> LogVerdict {
        self.number_entries();
        log::verify(&mut self.connection(), None).unwrap()
    }

    /// The number of entries of the audit trail, which is whole.
    #[track_caller]
    pub fn entries(&self) -> i64 {
        match self.trail() {
            LogVerdict::Whole { entries, .. } => entries,
            broken => panic!("{broken:?}"),
        }
    }

    /// Gives all entries of the audit trail their numbers in the log.
    pub fn number_entries(&self) {
        let numbered = self.database.number_entries();
        actix_web::rt::System::new().block_on(numbered).unwrap();
    }

    /// The findings of an examination of the records, as `doctor` makes it: in one snapshot.
    pub fn examined(&self) -> Vec<Finding> {
        let examined = self.database.read(|c| doctor::examine(c, &mut |_| {}));
        actix_web::rt::System::new().block_on(examined).unwrap()
    }

    /// Lets what is told of games by projections follow what was recorded, as it does by itself a moment later.
    pub fn project_games(&self) {
        let projected = projections::worker::catch_up(&self.database);
        actix_web::rt::System::new().block_on(projected).unwrap();
    }

    /// `http://127.0.0.1:…`
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The clock.
    pub fn clock(&self) -> Clock {
        let time = Arc::clone(&self.time);
        Clock::telling(move || *time.lock().unwrap())
    }

    /// Sets the clock.
    pub fn at(&self, time: &str) {
        *self.time.lock().unwrap() = time.parse().unwrap();
    }

    /// Lets time pass.
    pub fn pass(&self, duration: chrono::TimeDelta) {
        *self.time.lock().unwrap() += duration;
    }

    /// The time.
    pub fn now(&self) -> DateTime<Utc> {
        *self.time.lock().unwrap()
    }

    /// The time, in seconds since 1970.
    pub fn seconds(&self) -> u64 {
        u64::try_from(self.now().timestamp()).unwrap()
    }

    /// Someone who has not signed in.
    pub fn anyone(&self) -> Caller<'_> {
        Caller { app: self, token: None }
    }

    /// Someone with that access token.
    pub fn bearer(&self, token: &str) -> Caller<'_> {
        Caller {
            app: self,
            token: Some(token.to_owned()),
        }
    }

    /// Someone who signs in with that address.
    pub fn sign_in(&self, email: &str) -> Caller<'_> {
        let tokens = self
            .anyone()
            .post(
                "/v1/tokens",
                &json!({ "email": email, "password": self.password_of(email) }),
            )
            .expect(200);
        self.bearer(text(&tokens["access_token"]))
    }

    /// Signs in once, as long as the clock stands still: it is the slowest thing that a test does.
    pub fn administrator(&self) -> Caller<'_> {
        let now = *self.time.lock().unwrap();
        let mut known = self.administrator.lock().unwrap();
        if let Some((_, token)) = known.as_ref().filter(|(given, _)| *given == now) {
            return self.bearer(token);
        }
        let caller = self.sign_in(ADMINISTRATOR);
        *known = caller.token.clone().map(|token| (now, token));
        caller
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        drop(self.server.stop(false));
    }
}

/// A server that stops when dropped.
pub struct Server {
    handle: actix_web::dev::ServerHandle,
    /// `http://127.0.0.1:…`
    pub base: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

pub const ADMINISTRATOR: &str = "administrator@federation.example";

/// An account of the tests; its password is [`PASSWORD`].
#[derive(Clone)]
pub struct Account {
    pub id: String,
    pub email: String,
}
