//! Whether the records can be read and written, found out by doing it.

use std::fs::File;
use std::io::Write;

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Text;
use diesel::{RunQueryDsl, SqliteConnection};

use crate::db::Conn;
use crate::values::error::{Error, of_storage};

/// Reads a page of the records.
pub fn read(c: &mut Conn) -> Result<(), Error> {
    diesel::sql_query("SELECT version FROM __diesel_schema_migrations LIMIT 1").execute(c)?;
    Ok(())
}

/// Writes something that takes room on the disk and leaves nothing behind.
pub fn write(c: &mut Conn) -> Result<(), Error> {
    match c {
        Conn::Sqlite(c) => {
            c.batch_execute(TO_SQLITE)?;
            take_room(c)
        }
        Conn::Postgres(c) => Ok(c.batch_execute(TO_POSTGRES)?),
    }
}

/// Writes the first page again as it is: a page in the journal, which the next ones overwrite in time. The number is free
/// for any use, and the service has none for it.
const TO_SQLITE: &str = "PRAGMA user_version = 0";

/// Writes some 200 kB to a temporary file, which lies where the tables lie, because they have no room in the memory that is
/// allowed; and a message for nobody, so that the commit goes to the disk. A row that is written and deleted again would
/// take room until the next vacuum.
const TO_POSTGRES: &str = "\
    SET LOCAL work_mem = '64kB';\
    SELECT count(*) FROM generate_series(1, 10000);\
    SELECT pg_logical_emit_message(true, 'readyz', '')";

/// More than an ordinary write takes in the journal: the registration of a player takes 20 pages of 4 kB.
const ROOM: usize = 128 << 10;

/// Takes the room of an ordinary write on the disk of the records, in a file of its own, and gives it back. A page finds room
/// in the journal where a write does not; and what the records themselves were given they would keep.
fn take_room(c: &mut SqliteConnection) -> Result<(), Error> {
    let path: String = diesel::select(sql::<Text>(
        "(SELECT file FROM pragma_database_list WHERE name = 'main')",
    ))
    .get_result(c)?;
    let path = format!("{path}-probe");
    // Not zeros, for which some file systems take no room.
    let mut bytes = vec![0; ROOM];
    fastrand::Rng::with_seed(1).fill(&mut bytes);
    let taken = File::create(&path).and_then(|mut file| file.write_all(&bytes));
    let given_back = std::fs::remove_file(&path);
    let failed = |error: std::io::Error| {
        let said = error.to_string();
        of_storage(&said).unwrap_or(Error::Unavailable(said))
    };
    taken.and(given_back).map_err(failed)
}
