//! The program's start on records that are not as it expects: it says so, and changes nothing.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use federation_records::db;

use crate::command_line::{Serving, program, run};
use crate::postgres;

/// Every command that opens the records.
const COMMANDS: [&[&str]; 5] = [
    &["serve"],
    &["migrate"],
    &["admin", "create", "--email", "nomsa@federation.example"],
    &["audit", "verify"],
    &["rankings", "verify"],
];

/// Those that only read them.
const READERS: [&[&str]; 2] = [COMMANDS[3], COMMANDS[4]];

/// The reason for which the program ends.
fn reason(program: &mut Command, arguments: &[&str]) -> String {
    program.args(arguments);
    if arguments.contains(&"serve") {
        let Err(lines) = Serving::of(program, "Listening") else {
            panic!("it serves")
        };
        return lines.join("\n");
    }
    let mut child = program.spawn().unwrap();
    // It may have ended before it reads the password.
    let _ = child.stdin.take().unwrap().write_all(b"a cow in the kraal\n");
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    told
}

/// Everything in a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                std::fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

/// The versions of the last step but one, as the program names it, and of the last.
fn versions() -> [String; 2] {
    let digits = |name: &str| name.split('_').next().unwrap().replace('-', "");
    let mut known: Vec<String> = db::known().map(digits).collect();
    let last = known.pop().unwrap();
    [known.pop().unwrap_or_else(|| "of nothing".to_owned()), last]
}

const FROM_THE_FUTURE: &str = "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001')";

/// Records of this program, changed by hand; closed again.
fn records(folder: &Path, change: &str) {
    assert!(run(folder, &["migrate"], "").status.success());
    let file = folder.join("federation.sqlite").display().to_string();
    SqliteConnection::establish(&file)
        .unwrap()
        .batch_execute(change)
        .unwrap();
}

fn is_refused_and_nothing_changed(folder: &Path, commands: &[&[&str]], words: &[&str]) {
    let before = contents(folder);
    for command in commands {
        let told = reason(&mut program(folder), command);
        for word in words {
            assert!(told.contains(word), "{command:?}: {told}");
        }
        assert!(
            contents(folder) == before,
            "{command:?} changed something: {:?}",
            contents(folder).keys()
        );
    }
}

#[test]
fn a_newer_schema_is_refused_with_words() {
    let [_, last] = versions();
    let words = ["20991231000001", last.as_str(), "newer program", "Nothing was changed"];
    for change in [
        FROM_THE_FUTURE.to_owned(),
        format!("{FROM_THE_FUTURE}; PRAGMA journal_mode = DELETE"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        records(folder.path(), &change);
        is_refused_and_nothing_changed(folder.path(), &COMMANDS, &words);
    }
}

#[test]
fn an_older_schema_is_not_read_before_it_is_brought_up_to_date() {
    let [before, last] = versions();
    let folder = tempfile::tempdir().unwrap();
    records(
        folder.path(),
        &format!("DELETE FROM __diesel_schema_migrations WHERE version = '{last}'"),
    );
    is_refused_and_nothing_changed(
        folder.path(),
        &READERS,
        &[&before, &last, "older", "the command migrate"],
    );
    std::fs::write(folder.path().join("federation.sqlite"), "").unwrap();
    is_refused_and_nothing_changed(folder.path(), &READERS, &["of nothing", &last, "the command migrate"]);
}

#[test]
fn a_file_that_is_no_records_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("federation.sqlite"),
        "Minutes of the annual meeting\n".repeat(500),
    )
    .unwrap();
    is_refused_and_nothing_changed(folder.path(), &COMMANDS, &["is no SQLite file", "DATABASE_URL"]);
}

#[test]
fn damaged_records_are_told_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    records(folder.path(), "VACUUM");
    let file = folder.path().join("federation.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // The head says what the file is; all else is something else.
    bytes[100..].fill(b'x');
    std::fs::write(&file, bytes).unwrap();
    let words = [
        "The records are damaged",
        "malformed",
        "goes back to a copy",
        "Damaged records",
    ];
    is_refused_and_nothing_changed(folder.path(), &COMMANDS, &words);
}

#[test]
fn a_journal_without_its_file_is_not_thrown_away() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("federation.sqlite-wal"), "the last rows").unwrap();
    is_refused_and_nothing_changed(
        folder.path(),
        &COMMANDS[..3],
        &["is missing or empty", "federation.sqlite-wal"],
    );
    std::fs::write(folder.path().join("federation.sqlite"), "").unwrap();
    is_refused_and_nothing_changed(
        folder.path(),
        &COMMANDS,
        &["is missing or empty", "federation.sqlite-wal"],
    );
}

#[test]
fn a_newer_schema_of_a_server_is_refused_with_words() {
    let Some(database) = postgres::database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let refused = |commands: &[&[&str]], words: &[&str]| {
        for command in commands {
            let told = reason(program(folder.path()).env("DATABASE_URL", database.url()), command);
            assert!(words.iter().all(|word| told.contains(word)), "{told}");
        }
    };
    let mut connection = PgConnection::establish(&database.url()).unwrap();
    connection.batch_execute(FROM_THE_FUTURE).unwrap();
    let [before, last] = versions();
    refused(&COMMANDS, &["20991231000001", &last, "newer program"]);
    connection
        .batch_execute(&format!(
            "DELETE FROM __diesel_schema_migrations WHERE version >= '{last}'"
        ))
        .unwrap();
    refused(&READERS, &[&before, &last, "the command migrate"]);
}
