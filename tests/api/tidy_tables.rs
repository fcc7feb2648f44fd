//! Tables of the database: each belongs to one noun, and is named by it and those after it.

use crate::tidy::{NOUNS, code, floor_of, room_of, root, service};

/// The tables, by the floor or the noun that they belong to.
const TABLES: [(&str, &[&str]); 18] = [
    (
        "db",
        &["audit", "concealments", "holds", "log_head", "log_tiles", "tries"],
    ),
    ("web", &["answers", "creations"]),
    (
        "accounts",
        &[
            "accounts",
            "grants",
            "sessions",
            "refresh_tokens",
            "passwords",
            "password_codes",
            "second_factors",
            "recovery_codes",
            "signing_keys",
            "applications",
            "application_secrets",
            "authorization_codes",
            "personal_tokens",
            "revoked_tokens",
        ],
    ),
    ("federation", &["federation_changes"]),
    ("provinces", &["provinces", "regions"]),
    ("clubs", &["clubs", "affiliations", "contacts"]),
    (
        "players",
        &[
            "players",
            "player_words",
            "player_accounts",
            "consents",
            "consent_wordings",
            "consent_links",
            "residences",
            "registrations",
            "transfers",
            "pairing_bars",
            "suspensions",
        ],
    ),
    ("certificate_codes", &["certificate_codes"]),
    (
        "umpires",
        &["accreditations", "sanctions", "umpire_courses", "umpire_candidates"],
    ),
    (
        "tournaments",
        &[
            "tournaments",
            "entries",
            "handovers",
            "appointments",
            "appointment_handovers",
            "absences",
            "byes",
            "teams",
            "team_members",
            "rounds",
            "matches",
            "results",
            "recorded_games",
            "disputes",
            "appeals",
            "equipment_specifications",
            "equipment_confirmations",
            "visitors",
        ],
    ),
    (
        "games",
        &[
            "games",
            "game_versions",
            "games_to_project",
            "projections",
            "positions",
            "openings",
            "game_endings",
            "game_lengths",
        ],
    ),
    ("rankings", &["rankings", "ranking_rows"]),
    ("colours", &["colours_criteria", "selections", "colours"]),
    ("certificates", &["federation_logos"]),
    ("doubts", &["upholdings"]),
    ("imports", &["jobs", "job_inputs", "job_steps"]),
    ("webhooks", &["webhooks", "webhook_secrets", "webhook_deliveries"]),
    ("pens", &["pen_loans", "pen_bundles", "pen_commands", "pen_findings"]),
];

/// The tables that a source names, as `schema::table` or in a list.
fn named_tables(text: &str) -> Vec<String> {
    let code = code(text);
    let lists = code.split("schema::").skip(1).map(|rest| match rest.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap_or_default(),
        None => rest
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default(),
    });
    lists
        .flat_map(|list| list.split(','))
        .map(|table| table.trim().to_owned())
        .filter(|table| !table.is_empty())
        .collect()
}

#[test]
fn tables_belong_to_one_noun_and_are_named_by_it_and_those_after_it() {
    let schema = std::fs::read_to_string(root().join("crates/base/src/db/schema.rs")).unwrap();
    let mut in_schema: Vec<&str> = schema
        .lines()
        .filter_map(|line| line.strip_suffix(") {")?.trim().split(" (").next())
        .collect();
    let mut owned: Vec<&str> = TABLES.iter().flat_map(|(_, tables)| *tables).copied().collect();
    in_schema.sort_unstable();
    owned.sort_unstable();
    assert_eq!(in_schema, owned, "a table has one owner");

    let storey = |part: &str| {
        let noun = NOUNS.iter().position(|noun| *noun == part);
        (floor_of(part), noun)
    };
    let mut looked_at = 0;
    for (file, text) in service() {
        let Some(part) = room_of(&file) else { continue };
        for table in named_tables(&text) {
            let Some((owning, _)) = TABLES.iter().find(|(_, tables)| tables.contains(&table.as_str())) else {
                continue;
            };
            assert!(
                storey(owning) <= storey(part),
                "{file} names {table}, which belongs to {owning}"
            );
            looked_at += 1;
        }
    }
    assert!(looked_at > 50, "{looked_at}");
}
