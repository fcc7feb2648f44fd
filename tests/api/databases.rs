//! Which tests run on which database: all on SQLite, and those on PostgreSQL too that SQL, transactions or conflicts could make
//! differ there. `.ci/run long` runs all tests on both.

use std::collections::BTreeSet;

use crate::tidy::{code, root, service, sources};

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
const TESTED: [(&str, &[&str]); 30] = [
    ("crates/register/src/accounts/grants/store.rs", &["accounts"]),
    ("crates/register/src/accounts/store.rs", &["accounts", "sign_in"]),
    ("crates/register/src/clubs/affiliations/store.rs", &["affiliations"]),
    ("crates/register/src/clubs/store.rs", &["clubs"]),
    ("crates/honours/src/colours/selections/store.rs", &["selections"]),
    ("crates/honours/src/colours/store.rs", &["colours"]),
    ("crates/honours/src/doubts/store.rs", &["doubts"]),
    (
        "crates/base/src/db/",
        &["common", "events", "paging", "schema", "trail", "usurpations"],
    ),
    ("crates/base/src/db/log/", &["altered_log", "log"]),
    (
        "crates/tournaments/src/games/openings/store.rs",
        &["game_search", "projections"],
    ),
    ("crates/tournaments/src/games/projections/store.rs", &["projections"]),
    (
        "crates/exchange/src/pens/commands/store.rs",
        &["venue", "venue_branches"],
    ),
    ("crates/register/src/players/consent_wordings/store.rs", &["consents"]),
    ("crates/register/src/players/pairing_bars/store.rs", &["pairing_bars"]),
    ("crates/register/src/players/particulars/store.rs", &["particulars"]),
    (
        "crates/register/src/players/player_accounts/store.rs",
        &["one_own_account", "own_accounts"],
    ),
    ("crates/register/src/players/registrations/store.rs", &["registrations"]),
    ("crates/register/src/players/residences/store.rs", &["residences"]),
    (
        "crates/register/src/players/store/",
        &[
            "imports",
            "number_search",
            "player_names",
            "player_numbers",
            "players",
            "sorting",
        ],
    ),
    ("crates/register/src/players/transfers/store.rs", &["transfers"]),
    ("crates/tournaments/src/rankings/store.rs", &["rankings"]),
    ("crates/tournaments/src/tournaments/appeals/store.rs", &["appeals"]),
    (
        "crates/tournaments/src/tournaments/appointments/store.rs",
        &["appointments"],
    ),
    ("crates/tournaments/src/tournaments/byes/store.rs", &["byes"]),
    (
        "crates/tournaments/src/tournaments/entries/store.rs",
        &["entries", "entries_at_once"],
    ),
    ("crates/tournaments/src/tournaments/store/", &["tournaments"]),
    (
        "crates/tournaments/src/tournaments/teams/store.rs",
        &["team_members", "teams"],
    ),
    ("crates/tournaments/src/tournaments/visitors/store.rs", &["visitors"]),
    ("crates/register/src/umpires/", &["sanctions", "umpire_candidates"]),
    ("crates/base/src/web/idempotency.rs", &["idempotency"]),
];

/// The tests beside those that run on both: of writers that meet, of large transactions, permissions, conflicts of interest, jobs, the audit trail,
/// streams of rows, and one whole season.
const MEETING: [&str; 28] = [
    "archives",
    "audit",
    "care",
    "conflicts_of_interest",
    "colours_least",
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
    "on_the_day",
    "permissions",
    "printed_names",
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
    let of_own: Vec<String> = service()
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
