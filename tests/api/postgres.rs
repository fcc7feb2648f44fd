//! A PostgreSQL cluster for this run of the tests, and a database in it for each test.
//!
//! The cluster runs as a user who is not root, listens on a socket in a temporary folder alone, and goes away with the
//! process that runs the tests, however that ends: a shell waits for the end of its input, then stops the cluster.
//! Where PostgreSQL is not installed its half of the tests is skipped, and a line says so; with `REQUIRE_POSTGRES=1`
//! that is a failure.
//!
//! With `HOSTILE=1` the server is one that may do what the protocol allows: see `hostile.sql`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Integer;
use diesel::{Connection, PgConnection, RunQueryDsl};
use federation_records::db::{self, Url};

use crate::app::{NAMING, scratch};

const SCRIPT: &str = r#"
set -eu
trap '' INT TERM HUP
PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"
command -v initdb >/dev/null || { echo none; exit 0; }
dir=$(mktemp -d "$1/records-postgres.XXXXXX")
trap 'rm -rf "$dir"' EXIT
initdb --pgdata="$dir/data" --username=records --auth=trust --no-sync --encoding=UTF8 --locale=C >"$dir/log" 2>&1 \
  && pg_ctl --pgdata="$dir/data" --log="$dir/log" --wait start >/dev/null \
     -o "-c listen_addresses='' -c unix_socket_directories='$dir' -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
         -c shared_buffers=16MB -c autovacuum=off -c max_connections=300" \
  || { cat "$dir/log" >&2; exit 1; }
echo "$dir"
cat >/dev/null
for data in "$dir/data" "$dir/replica"; do
  [ ! -d "$data" ] || pg_ctl --pgdata="$data" --mode=immediate stop >/dev/null 2>&1
done
"#;

/// Makes a replica of the cluster in that folder, beside it. It stops with the cluster.
const REPLICA: &str = r#"
set -eu
PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"
pg_basebackup --pgdata="$1/replica" --host="$1" --username=records --checkpoint=fast --no-sync --write-recovery-conf
pg_ctl --pgdata="$1/replica" --log="$1/log-of-replica" --wait start >/dev/null \
   -o "-c listen_addresses='' -c port=5433 -c unix_socket_directories='$1' -c fsync=off -c shared_buffers=16MB -c max_connections=300"
"#;

struct Cluster {
    socket: String,
    /// The maker of a database from the template has it alone.
    template: Mutex<()>,
    /// The way in which the template is copied.
    strategy: &'static str,
    /// Takes the names of databases that nobody needs any more.
    dropped: mpsc::Sender<String>,
    /// Its input stays open as long as the tests run.
    _shell: Child,
}

/// A database of its own; dropped with the test.
pub struct Database {
    name: String,
    cluster: &'static Cluster,
}

/// A new database with the present schema; none where there is no PostgreSQL.
pub fn database() -> Option<Database> {
    cluster().map(Cluster::database)
}

/// A new database on a server of its own, and its address at a replica of that; none where there is no PostgreSQL.
pub fn database_and_replica() -> Option<(Database, String)> {
    cluster()?;
    let own: &'static Cluster = Box::leak(Box::new(start()?));
    let database = own.database();
    let made = as_another(&[REPLICA, "sh", &own.socket]).status().unwrap();
    assert!(made.success(), "there is no replica");
    let at_replica = format!("{}&port=5433", database.url());
    Some((database, at_replica))
}

impl Database {
    pub fn url(&self) -> String {
        self.cluster.url(&self.name)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // The server waits for the end of its backends in tenths of a second, which no test waits for.
        drop(self.cluster.dropped.send(std::mem::take(&mut self.name)));
    }
}

impl Cluster {
    /// A new database with the present schema.
    fn database(&'static self) -> Database {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let database = Database {
            name: format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed)),
            cluster: self,
        };
        let _alone = self.template.lock().unwrap();
        self.run(&format!(
            "CREATE DATABASE {} TEMPLATE migrated {}",
            database.name, self.strategy
        ));
        database
    }

    fn url(&self, database: &str) -> String {
        format!(
            "postgres://records@/{database}?host={}{hostile}",
            self.socket.replace('/', "%2F"),
            hostile = if is_hostile() {
                "&options=-csearch_path%3Dpublic,pg_catalog"
            } else {
                ""
            },
        )
    }

    fn connection(&self) -> PgConnection {
        PgConnection::establish(&self.url("postgres")).unwrap()
    }

    fn run(&self, sql: &str) {
        self.connection().batch_execute(sql).unwrap();
    }

    /// The server's major version.
    fn version(&self) -> i32 {
        let number = sql::<Integer>("current_setting('server_version_num')::int / 10000");
        diesel::select(number).get_result(&mut self.connection()).unwrap()
    }
}

/// Whether the server may do what the protocol allows.
pub fn is_hostile() -> bool {
    std::env::var("HOSTILE").as_deref() == Ok("1")
}

fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    CLUSTER.get_or_init(start).as_ref()
}

/// A script for the shell, run as a user who is not root.
fn as_another(script: &[&str]) -> Command {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    let mut command = Command::new(if is_root { "setpriv" } else { "sh" });
    if is_root {
        command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups", "sh"]);
    }
    command.arg("-c").args(script);
    command
}

fn start() -> Option<Cluster> {
    let mut command = as_another(&[SCRIPT, "sh", scratch()]);
    let mut shell = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(shell.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    match line.trim() {
        "" => panic!("PostgreSQL did not start"),
        "none" => {
            assert_ne!(
                std::env::var("REQUIRE_POSTGRES").as_deref(),
                Ok("1"),
                "PostgreSQL is not installed"
            );
            // Past the test runner, which keeps what a passing test prints to itself.
            let message = "PostgreSQL is not installed: its half of the tests is SKIPPED\n";
            std::io::stderr().write_all(message.as_bytes()).unwrap();
            None
        }
        socket => {
            let (dropped, names) = mpsc::channel::<String>();
            let mut cluster = Cluster {
                socket: socket.to_owned(),
                template: Mutex::new(()),
                strategy: "",
                dropped,
                _shell: shell,
            };
            cluster.run("CREATE DATABASE migrated");
            db::migrate(&Url::Postgres(cluster.url("migrated"))).unwrap();
            let mut connection = PgConnection::establish(&cluster.url("migrated")).unwrap();
            connection.batch_execute(NAMING).unwrap();
            if is_hostile() {
                connection.batch_execute(include_str!("hostile.sql")).unwrap();
            }
            drop(connection);
            if cluster.version() >= 15 {
                // Files are copied five times faster than pages; before 15 there was no other way.
                cluster.strategy = "STRATEGY file_copy";
            }
            let mut connection = cluster.connection();
            std::thread::spawn(move || {
                for name in names {
                    connection
                        .batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)"))
                        .unwrap();
                }
            });
            Some(cluster)
        }
    }
}
