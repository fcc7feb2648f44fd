//! Which tests run on which database: all on SQLite, and those on PostgreSQL too that SQL, transactions or conflicts could make
//! differ there. `.ci/run long` runs all tests on both.

use std::collections::BTreeSet;

use crate::tidy::{code, root, sources};

/// What a source says that has SQL of its own, or maps a conflict that a database tells in its own words.
const OWN_SQL: [&str; 10] = [
    "sql::<",
    "sql_query",
    "batch_execute",
    "Conn::Sqlite",
    "Conn::Postgres",
    ".like(",
    "for_share",
    "for_update",
    "on_conflict(",
    "on_missing(",
];

/// The sources with SQL of their own, by file or folder, and the tests of each that run on both databases.
const TESTED: [(&str, &[&str]); 29] = [
    ("src/accounts/grants/store.rs", &["accounts"]),
    ("src/accounts/store.rs", &["accounts", "sign_in"]),
    ("src/clubs/affiliations/store.rs", &["affiliations"]),
    ("src/clubs/store.rs", &["clubs"]),
    ("src/colours/selections/store.rs", &["selections"]),
    ("src/colours/store.rs", &["colours"]),
    (
        "src/db/",
        &["common", "events", "paging", "schema", "trail", "usurpations"],
    ),
    ("src/db/log/", &["altered_log", "log"]),
    ("src/games/openings/store.rs", &["game_search", "projections"]),
    ("src/games/projections/store.rs", &["projections"]),
    ("src/pens/commands/store.rs", &["venue", "venue_branches"]),
    ("src/players/consent_wordings/store.rs", &["consents"]),
    ("src/players/pairing_bars/store.rs", &["pairing_bars"]),
    ("src/players/particulars/store.rs", &["particulars"]),
    ("src/players/player_accounts/store.rs", &["own_accounts"]),
    ("src/players/registrations/store.rs", &["registrations"]),
    ("src/players/residences/store.rs", &["residences"]),
    (
        "src/players/store/",
        &[
            "imports",
            "number_search",
            "player_names",
            "player_numbers",
            "players",
            "sorting",
        ],
    ),
    ("src/players/transfers/store.rs", &["transfers"]),
    ("src/rankings/store.rs", &["rankings"]),
    ("src/tournaments/appeals/store.rs", &["appeals"]),
    ("src/tournaments/appointments/store.rs", &["appointments"]),
    ("src/tournaments/byes/store.rs", &["byes"]),
    ("src/tournaments/entries/store.rs", &["entries", "entries_at_once"]),
    ("src/tournaments/store/", &["tournaments"]),
    ("src/tournaments/teams/store.rs", &["team_members", "teams"]),
    ("src/tournaments/visitors/store.rs", &["visitors"]),
    ("src/umpires/", &["sanctions", "umpire_candidates"]),
    ("src/web/idempotency.rs", &["idempotency"]),
];

/// The tests beside those that run on both: of writers that meet, of large transactions, permissions, jobs, the audit trail,
/// streams of rows, and one whole season.
const MEETING: [&str; 24] = [
    "archives",
    "audit",
    "care",
    "erasures",
    "event_waiting",
    "exports",
    "game_batches",
    "game_changes",
    "games",
    "held_requests",
    "import_rows",
    "inference",
    "job_claims",
    "jobs",
    "load",
    "matches",
    "mergers",
    "permissions",
    "queries",
    "ranking_filters",
    "rounds",
    "season_exports",
    "venue_weekends",
    "whole_season",
];

/// The tests of both databases, as their files say.
fn on_both() -> BTreeSet<String> {
    let tests = sources("tests/api");
    let on_both = tests.iter().filter(|(_, text)| text.contains("\non_both_databases! {"));
    on_both
        .map(|(file, _)| {
            let name = file.strip_prefix("tests/api/").unwrap();
            name.trim_end_matches(".rs").trim_end_matches("/mod").to_owned()
        })
        .collect()
}

#[test]
fn sql_of_its_own_is_tested_on_both_databases() {
    let of_own: Vec<String> = sources("src")
        .into_iter()
        .filter(|(_, text)| OWN_SQL.iter().any(|sign| code(text).contains(sign)))
        .map(|(file, _)| file)
        .collect();
    for file in &of_own {
        assert!(
            TESTED.iter().any(|(place, _)| file.starts_with(place)),
            "{file} has SQL of its own: name the tests of it that run on both databases"
        );
    }
    for (place, _) in TESTED {
        assert!(
            of_own.iter().any(|file| file.starts_with(place)),
            "{place} has no SQL of its own"
        );
    }
}

#[test]
fn the_tests_of_both_databases_are_those_that_are_named() {
    let tested = TESTED.iter().flat_map(|(_, tests)| *tests);
    let named: BTreeSet<String> = tested.chain(&MEETING).map(|name| (*name).to_owned()).collect();
    assert_eq!(on_both(), named);
    assert!(
        root().join("tests/api/migrations.rs").is_file(),
        "migrations run on both by themselves"
    );
}
