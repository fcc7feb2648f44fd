//! The schema: that the program and both databases mean the same by it, and that nothing personal in it is forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use diesel::RunQueryDsl;
use diesel::sql_types::Text;
use federation_records::db::objects;

use crate::app::TestApp;
use crate::postgres::is_hostile;

on_both_databases! {
    the_program_and_the_database_have_the_same_columns,
}

/// The list with which the doctor compares a server's schema; `UPDATE=1` writes it.
#[test]
fn the_objects_on_postgres_are_those_that_are_listed() {
    let Some(app) = TestApp::on_postgres().filter(|_| !is_hostile()) else {
        return;
    };
    let c = &mut app.connection();
    let objects = objects::objects(c).unwrap();
    let lines = objects
        .iter()
        .map(|(object, definition)| format!("{object}: {definition}\n"));
    let listed = format!("{}\n{}", objects::server(c).unwrap(), lines.collect::<String>());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/base/src/db/postgres.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &listed).unwrap();
    }
    let kept = source("crates/base/src/db/postgres.txt");
    let version = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    // Another server tells some of them in other words.
    if version(&kept) == version(&listed) {
        assert_eq!(listed, kept, "UPDATE=1 cargo test --test api schema");
    }
}

/// A column as the catalogue of a database tells it, with everything in one text.
#[derive(diesel::QueryableByName)]
struct Told {
    #[diesel(sql_type = Text)]
    told: String,
}

const OF_SQLITE: &str = "\
    SELECT t.name || '.' || c.name || ' ' || c.type || iif(c.\"notnull\" OR c.pk, '', '?') AS told \
    FROM sqlite_master t, pragma_table_info(t.name) c \
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> '__diesel_schema_migrations'";

const OF_POSTGRES: &str = "\
    SELECT table_name || '.' || column_name || ' ' || data_type || CASE is_nullable WHEN 'YES' THEN '?' ELSE '' END AS told \
    FROM information_schema.columns \
    WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations'";

/// The types of a column in the program, in SQLite and in PostgreSQL.
const TYPES: [[&str; 3]; 6] = [
    ["BigInt", "INTEGER", "bigint"],
    ["Binary", "BLOB", "bytea"],
    ["Date", "TEXT", "date"],
    ["Instant", "TEXT", "timestamp with time zone"],
    ["Text", "TEXT", "text"],
    ["Uid", "TEXT", "uuid"],
];

/// Every column of the program, as `table.column`, and its type there.
fn columns() -> BTreeMap<String, String> {
    let source = source("crates/base/src/db/schema.rs");
    let mut columns = BTreeMap::new();
    for table in source.split("diesel::table! {").skip(1) {
        let table = table.split("\n}").next().unwrap();
        let name = table
            .lines()
            .find_map(|line| line.trim().strip_suffix(") {"))
            .unwrap()
            .split(' ')
            .next()
            .unwrap();
        for (column, kind) in table
            .lines()
            .filter_map(|line| line.trim().trim_end_matches(',').split_once(" -> "))
        {
            columns.insert(format!("{name}.{column}"), kind.to_owned());
        }
    }
    columns
}

fn source(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn the_program_and_the_database_have_the_same_columns(app: &TestApp) {
    let (sql, dialect) = match app.url() {
        federation_records::db::Url::Sqlite(_) => (OF_SQLITE, 1),
        federation_records::db::Url::Postgres(_) => (OF_POSTGRES, 2),
    };
    let told: Vec<Told> = diesel::sql_query(sql).load(&mut app.connection()).unwrap();
    let told: BTreeSet<String> = told.into_iter().map(|column| column.told).collect();
    let of_the_program = columns().into_iter().map(|(column, kind)| {
        let (kind, or_none) = match kind.strip_prefix("Nullable<") {
            Some(kind) => (kind.trim_end_matches('>'), "?"),
            None => (kind.as_str(), ""),
        };
        let types = TYPES
            .iter()
            .find(|types| types[0] == kind)
            .unwrap_or_else(|| panic!("{column} is a {kind}"));
        format!("{column} {}{or_none}", types[dialect])
    });
    let of_the_program: BTreeSet<String> = of_the_program.collect();
    let differing: Vec<&String> = told.symmetric_difference(&of_the_program).collect();
    assert!(differing.is_empty() && told.len() > 300, "{differing:#?}");
}

/// The reason why an erasure leaves accounts.
const ACCOUNTS: &str = "an account is not a player's entry; one that held for the player alone is emptied with the tie";

/// The columns by which something is told of a person, and what an erasure does to them: those that it changes or deletes
/// with their rows, and those that it leaves, with the reason.
const PERSONAL: [(&str, Erased); 57] = [
    ("accounts.email", Erased::Left(ACCOUNTS)),
    ("accounts.email_key", Erased::Left(ACCOUNTS)),
    ("accounts.name", Erased::Left(ACCOUNTS)),
    ("sessions.network", Erased::Left(ACCOUNTS)),
    ("accreditations.nomination", Erased::Emptied),
    ("accreditations.without_course", Erased::Emptied),
    ("answers.answer", Erased::Forgotten),
    ("audit.changes", Erased::Forgotten),
    (
        "audit.seals",
        Erased::Left("salted digests, of which nothing can be guessed once the changes are emptied: the salt is there"),
    ),
    ("appeals.grounds", Erased::Emptied),
    ("appeals.reason", Erased::Emptied),
    ("certificate_codes.holder", Erased::Emptied),
    ("colours.ended_because", Erased::Emptied),
    ("colours.reason", Erased::Emptied),
    ("colours.region_code", Erased::Emptied),
    ("consents.guardian", Erased::Deleted),
    ("consents.relation", Erased::Deleted),
    (
        "contacts.email",
        Erased::Left("a club's officials are no entries of players; the club changes them"),
    ),
    (
        "contacts.name",
        Erased::Left("a club's officials are no entries of players; the club changes them"),
    ),
    (
        "contacts.phone",
        Erased::Left("a club's officials are no entries of players; the club changes them"),
    ),
    ("disputes.reason", Erased::Emptied),
    ("disputes.ruling", Erased::Emptied),
    (
        "entries.sex",
        Erased::Left("an award stays what it was, under the pseudonym"),
    ),
    (
        "game_versions.reason",
        Erased::Left("a correction's reason is about the record of a game"),
    ),
    (
        "job_inputs.input",
        Erased::Left(
            "an import is done within minutes, and its input removed; one that was only looked at, within a day",
        ),
    ),
    (
        "job_steps.content",
        Erased::Left("no player of whom a step is left is erased until it is carried out, and removed"),
    ),
    ("jobs.report", Erased::Left("a report is removed after 30 days")),
    ("pairing_bars.relation", Erased::Deleted),
    ("pairing_bars.withdrawn_because", Erased::Deleted),
    ("pen_commands.body", Erased::Left(OF_BRANCHES)),
    (
        "pen_commands.note",
        Erased::Left("it is about what nobody adopts, and names nobody, as whoever writes it is told"),
    ),
    (
        "pen_findings.note",
        Erased::Left("it is about what was noticed, and names nobody, as whoever writes it is told"),
    ),
    ("player_accounts.relation", Erased::Deleted),
    ("player_words.word", Erased::Deleted),
    ("players.birth_date", Erased::Emptied),
    ("players.family_name", Erased::Emptied),
    ("players.given_names", Erased::Emptied),
    ("players.name_key", Erased::Emptied),
    ("players.nationality", Erased::Emptied),
    ("players.region_code", Erased::Emptied),
    ("players.sex", Erased::Emptied),
    ("players.sort_key", Erased::Emptied),
    ("ranking_rows.sex", Erased::Emptied),
    ("registrations.withdrawn_because", Erased::Emptied),
    ("results.reason", Erased::Emptied),
    ("sanctions.reason", Erased::Emptied),
    ("selections.reason", Erased::Emptied),
    ("selections.region_code", Erased::Emptied),
    ("suspensions.lifted_because", Erased::Emptied),
    ("suspensions.reason", Erased::Emptied),
    ("transfers.reason", Erased::Emptied),
    ("umpire_candidates.reason", Erased::Deleted),
    (
        "umpire_courses.held_by",
        Erased::Left("who held a course is public, as an official act, and no entry of a player"),
    ),
    ("upholdings.reason", Erased::Emptied),
    ("visitors.family_name", Erased::Left(OF_VISITORS)),
    ("visitors.given_names", Erased::Left(OF_VISITORS)),
    ("visitors.name_key", Erased::Left(OF_VISITORS)),
];

/// The reason why a player's erasure leaves what is kept of visitors.
const OF_VISITORS: &str = "a visitor is no entry of the register, and has an erasure of their own";

/// The reason why an erasure leaves what was sent with the commands of a lost laptop.
const OF_BRANCHES: &str =
    "it is kept until somebody adopts or dismisses it, and whether it names a person is for a person to see";

/// The effect of an erasure on a column.
#[derive(Clone, Copy)]
enum Erased {
    /// It takes the value away.
    Emptied,
    /// It deletes the row.
    Deleted,
    /// The trail and the answers that are kept forget the person, wherever they stand in it.
    Forgotten,
    /// It stays, for a reason.
    Left(&'static str),
}

/// Columns of text or of a day that tell nothing of a person that the pseudonym may not keep: by name wherever they stand,
/// or in one table.
const IMPERSONAL: &str = "
    action awarding_body basis board bye_value code counters country digest draw ended event evidence fingerprint
    games grants cookie_hash hash held_on key kid kind level lifted_on method name name_key orders origin played_on province_code
    purpose reference result role rule_set rules secret seed settings since state subject subject_id system team termination turns valid_from
    valid_until value venue wording year begins_on ends_on starts_on selected_on paid_on given_on division changes_digest
    contributions federation_changes.changes readings residences.region_code regions.code affiliations.withdrawn_because
    rankings.reason tournaments.reason tournaments.ended_because from_day until_day found_on appointments.reason
    consent_wordings.text consent_wordings.version outcome equipment_confirmations.reason agreed_because ending_accepted_because stage
    applications.scopes applications.client_type applications.redirect_uris sessions.scopes
    authorization_codes.scopes authorization_codes.redirect_uri challenge personal_tokens.scopes personal_tokens.expires_on
    webhooks.url webhooks.types webhook_deliveries.fault
    log_head.anchor log_head.checkpoint log_head.verifier entries_close_on
    pen_loans.laptop pen_loans.receipt pen_loans.officials sealing_key signing_key head reclaimed_because pen_commands.method pen_commands.path media_type
    request_digest changes_digest previous
";

/// The columns of players that are of a person.
pub fn columns_of_players() -> impl Iterator<Item = &'static str> {
    PERSONAL
        .into_iter()
        .filter_map(|(column, _)| column.strip_prefix("players."))
}

/// The work of a store in mergers or erasures: the bodies of its functions of that name.
struct Doing {
    /// The path by which [`federation_records::persons`] calls it.
    path: String,
    body: String,
}

/// The functions of that name in all stores, as they stand in the sources.
fn doings(name: &str) -> Vec<Doing> {
    let mut doings = Vec::new();
    for (file, text) in crate::tidy::service() {
        if !file.contains("store") {
            continue;
        }
        let Some((_, body)) = text.split_once(&format!("fn {name}(c: &mut Conn")) else {
            continue;
        };
        let body = body.split("\n}\n").next().unwrap().to_owned();
        let path = crate::tidy::within(&file)
            .trim_end_matches(".rs")
            .trim_end_matches("/mod");
        let path = format!("{}::{name}", path.replace('/', "::"));
        doings.push(Doing { path, body });
    }
    doings
}

/// Asks that persons call each of these functions.
fn assert_called(doings: &[Doing]) {
    let persons = source("crates/exchange/src/persons/mod.rs");
    for Doing { path, .. } in doings {
        // Of a slice the noun may be left out.
        let called = persons.contains(path.as_str())
            || path
                .split_once("::")
                .is_some_and(|(_, slice)| persons.contains(&format!(": {slice},")));
        assert!(called, "{path} is called by nobody");
    }
}

/// Whether the column is one of a person's, of which the store empties all at once.
fn is_of_person(table: &str, column: &str) -> bool {
    let store = source("crates/register/src/players/store/mod.rs");
    let row = store
        .split_once("struct PersonRow {")
        .unwrap()
        .1
        .split('}')
        .next()
        .unwrap();
    let is_listed = row.lines().any(|line| line.trim().starts_with(&format!("{column}:")));
    let erasure = store.split_once("pub fn erase(").unwrap().1;
    table == "players" && is_listed && erasure.split("\n}\n").next().unwrap().contains("PersonRow::default()")
}

#[test]
fn every_personal_column_is_known_to_erasure() {
    let erasures = doings("erase");
    assert_called(&erasures);
    let is_done = |what: &str| erasures.iter().any(|erasure| erasure.body.contains(what));
    let personal: BTreeMap<&str, Erased> = PERSONAL.into_iter().collect();
    let impersonal: BTreeSet<&str> = IMPERSONAL.split_whitespace().collect();
    let columns = columns();
    for (column, kind) in &columns {
        if !kind.contains("Text") && !kind.contains("Date") {
            continue;
        }
        let (table, bare) = column.split_once('.').unwrap();
        let Some(erased) = personal.get(column.as_str()) else {
            let known = impersonal.contains(bare) || impersonal.contains(column.as_str());
            assert!(
                known,
                "{column} is new: is it of a person, and what does an erasure do to it?"
            );
            continue;
        };
        match erased {
            Erased::Emptied => assert!(
                is_done(&format!("{table}::{bare}.eq(")) || is_of_person(table, bare),
                "{column} is not emptied"
            ),
            Erased::Deleted => assert!(is_done(&format!("delete({table}::table")), "{table} is not emptied"),
            Erased::Forgotten => assert!(["answers", "audit"].contains(&table), "{column} is forgotten by nobody"),
            Erased::Left(reason) => assert!(!reason.is_empty()),
        }
    }
    let gone: Vec<&&str> = personal
        .keys()
        .filter(|column| !columns.contains_key(**column))
        .collect();
    assert!(gone.is_empty(), "no column any more: {gone:?}");
}

/// The columns that name a player, and what a merger of two entries does to them.
const OF_PLAYERS: [(&str, Merged); 26] = [
    ("accreditations.player_id", Merged::Moved),
    ("appeals.player_id", Merged::Moved),
    ("appointment_handovers.player_id", Merged::Moved),
    ("appointments.player_id", Merged::Moved),
    ("colours.player_id", Merged::Moved),
    ("consent_links.player_id", Merged::Moved),
    ("consents.player_id", Merged::Moved),
    ("disputes.player_id", Merged::Moved),
    ("entries.player_id", Merged::Moved),
    (
        "game_versions.first_player_id",
        Merged::Left("players of games are looked up through mergers"),
    ),
    (
        "game_versions.second_player_id",
        Merged::Left("players of games are looked up through mergers"),
    ),
    (
        "games.first_player_id",
        Merged::Left("players of games are looked up through mergers"),
    ),
    (
        "games.second_player_id",
        Merged::Left("players of games are looked up through mergers"),
    ),
    ("handovers.player_id", Merged::Moved),
    ("pairing_bars.other_player_id", Merged::Moved),
    ("pairing_bars.player_id", Merged::Moved),
    ("player_accounts.player_id", Merged::Moved),
    ("player_words.player_id", Merged::Moved),
    ("ranking_rows.player_id", Merged::Left("a published list never changes")),
    ("registrations.player_id", Merged::Moved),
    ("residences.player_id", Merged::Moved),
    ("selections.player_id", Merged::Moved),
    ("suspensions.player_id", Merged::Moved),
    ("transfers.player_id", Merged::Moved),
    ("umpire_candidates.player_id", Merged::Moved),
    ("upholdings.player_id", Merged::Moved),
];

/// The effect of a merger on a column that names a player.
#[derive(Clone, Copy)]
enum Merged {
    /// It says of the entry that stays what it says of the duplicate, or it is dropped where that entry has its own.
    Moved,
    /// It stays, for a reason.
    Left(&'static str),
}

#[test]
fn every_column_that_names_a_player_is_known_to_mergers() {
    let mergers = doings("reassign");
    assert_called(&mergers);
    let naming: BTreeSet<String> = columns()
        .into_keys()
        .filter(|column| column.ends_with("player_id"))
        .collect();
    let known: BTreeSet<String> = OF_PLAYERS.into_iter().map(|(column, _)| column.to_owned()).collect();
    let differing: Vec<&String> = naming.symmetric_difference(&known).collect();
    assert!(differing.is_empty(), "what does a merger do to {differing:?}?");
    for (column, merged) in OF_PLAYERS {
        let table = column.split('.').next().unwrap();
        match merged {
            Merged::Moved => assert!(
                mergers
                    .iter()
                    .any(|merger| merger.body.contains(table) || merger.path.contains(&format!("::{table}::"))),
                "{column} is not moved"
            ),
            Merged::Left(reason) => assert!(!reason.is_empty()),
        }
    }
}
