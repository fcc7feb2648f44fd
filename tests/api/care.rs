//! The records looked after: each fault that the doctor is there for is planted and found, and what is sound is told so.

use std::collections::BTreeMap;

use diesel::Connection;
use diesel::connection::SimpleConnection;
use federation_records::care::doctor::{self, Finding};
use federation_records::db::{Conn, Url};
use federation_records::values::error::Error;
use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{affiliated, register};
use crate::postgres::is_hostile;
use crate::season::{publish, ratified};
use crate::world::World;
use crate::world::accounts::png;

on_both_databases! {
    what_the_service_has_written_is_sound,
    what_waits_to_be_projected_is_no_fault,
    every_fault_that_is_planted_is_found,
}

/// Records with something in every corner: games corrected and withdrawn, a tournament with a bye that is ratified, a list that
/// is published, and colours that were earned.
pub fn populate(app: &TestApp) {
    let world = World::new(app);
    let club = affiliated(app);
    let member = |_| {
        let player = app.player(&club);
        register(app, &player, &club, "senior");
        let residence = json!({ "since": "2026-11-20", "province": "ZA-NW", "region": "DC38" });
        let residences = format!("/v1/players/{player}/residences");
        app.administrator().post(&residences, &residence).expect(201);
        player
    };
    let players: Vec<String> = (0..7).map(member).collect();
    let hall = ratified(app, ("regional", "2026-11-20", 2), &players, |one| {
        usize::try_from(one["board"].as_u64().unwrap()).unwrap() + 3
    });
    let standings = hall.standings();
    let first = text(&standings["items"][0]["player"]["id"]);
    let proposal = json!({
        "player_id": first, "level": "regional", "division": "senior", "year": 2027, "basis": "place",
    });
    let proposed = hall.coordinator.post("/v1/colours", &proposal).expect(201);
    let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    let approval = json!({ "reference": "Minutes of 21 November 2026, item 7" });
    app.administrator().post(&approvals, &approval).expect(201);
    publish(app, &json!({ "method": "game-points", "on": "2026-11-20" }));

    let administrator = app.administrator();
    let game = |turns: &[&str]| {
        json!({
            "first_player_id": world.players[0], "second_player_id": world.players[1], "played_on": "2026-11-19",
            "turns": turns,
        })
    };
    let recorded = |turns: &[&str]| {
        let game = administrator.post("/v1/games", &game(turns)).expect(201);
        format!("/v1/games/{}", text(&game["id"]))
    };
    let (corrected, withdrawn) = (recorded(&["E1", "R1"]), recorded(&["E2", "R2"]));
    recorded(&["E1", "R1", "E2", "R2", "E3xR1"]);
    let correction = json!({ "version": 1, "reason": "Turns were left out.", "game": game(&["E1", "R1", "E4"]) });
    administrator
        .post(&format!("{corrected}/corrections"), &correction)
        .expect(201);
    let withdrawal = json!({ "version": 1, "reason": "It is the record of another game." });
    administrator
        .post(&format!("{withdrawn}/withdrawals"), &withdrawal)
        .expect(201);
    let merger = json!({ "duplicate_id": app.player(&club) });
    let mergers = format!("/v1/players/{}/mergers", world.players[0]);
    administrator.post(&mergers, &merger).expect(201);
    let logo = administrator.put("/v1/federation/logo", "image/png", &png());
    assert_eq!(logo.status, 204);
    app.project_games();
    app.number_entries();
}

fn examine(c: &mut Conn) -> Vec<Finding> {
    doctor::examine(c, &mut |_| {}).unwrap()
}

/// Whether a check says something here: a hostile server has triggers of its own in the schema.
fn is_examined(check: &str) -> bool {
    !(is_hostile() && check == "schema")
}

pub fn faults(findings: &[Finding]) -> BTreeMap<&'static str, Vec<String>> {
    let faulty = findings
        .iter()
        .filter(|finding| finding.faults > 0 && is_examined(finding.name));
    faulty.map(|finding| (finding.name, finding.first.clone())).collect()
}

fn what_the_service_has_written_is_sound(app: &TestApp) {
    populate(app);
    let findings = app.examined();
    assert_eq!(faults(&findings), BTreeMap::new());
    for finding in &findings {
        assert!(finding.looked_at.is_some_and(|number| number > 0), "{finding:?}");
    }
}

/// Makes the records be as if no game, or that a game, had been projected so far, and all waited.
const WAITING: [&str; 2] = [
    "DELETE FROM positions; DELETE FROM openings; DELETE FROM game_endings; DELETE FROM game_lengths;
     DELETE FROM games_to_project;
     INSERT INTO games_to_project (game, projected, version)
        SELECT serial, 0, version FROM games WHERE withdrawn_at IS NULL",
    // As after a piece of the positions, when the service was killed.
    "DELETE FROM openings; DELETE FROM game_endings; DELETE FROM game_lengths;
     DELETE FROM positions WHERE class % 2 = 0;
     INSERT INTO games_to_project (game, projected, version)
        SELECT serial, 0, version FROM games WHERE withdrawn_at IS NULL",
];

fn what_waits_to_be_projected_is_no_fault(app: &TestApp) {
    populate(app);
    let mut c = app.connection();
    for sql in WAITING {
        assert_eq!(planted(&mut c, sql), BTreeMap::new(), "{sql}");
    }
}

/// Examines the records with those statements carried out, and undoes them.
pub fn planted(c: &mut Conn, sql: &str) -> BTreeMap<&'static str, Vec<String>> {
    let mut found = BTreeMap::new();
    let undone = c.transaction::<(), Error, _>(|c| {
        c.batch_execute(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        if let Conn::Sqlite(c) = c {
            c.batch_execute("PRAGMA ignore_check_constraints = OFF").unwrap();
        }
        found = faults(&examine(c));
        Err(Error::Internal("undone".to_owned()))
    });
    assert!(undone.is_err());
    if let Conn::Sqlite(c) = c {
        c.batch_execute("PRAGMA ignore_check_constraints = ON").unwrap();
    }
    found
}

/// The faults: a check, and what is done to the records so that it finds one, on either database.
const FAULTS: [(&str, &str); 34] = [
    (
        "references",
        "DELETE FROM clubs WHERE id IN (SELECT club_id FROM affiliations)",
    ),
    (
        "references",
        "UPDATE games SET recorded_by = '019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f'",
    ),
    (
        "schema",
        "DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)",
    ),
    ("audit trail", "UPDATE audit SET origin = 'elsewhere' WHERE leaf = 2"),
    ("audit trail", "DELETE FROM audit WHERE leaf = 3"),
    ("signing keys", "DELETE FROM signing_keys"),
    (
        "signing keys",
        "UPDATE signing_keys SET seed = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'",
    ),
    ("signing keys", "UPDATE signing_keys SET seed = 'short'"),
    (
        "people",
        "INSERT INTO player_words (word, player_id) SELECT 'mokoena', id FROM players WHERE merged_into_id IS NOT NULL",
    ),
    (
        "people",
        "UPDATE players SET sort_key = 'somebody else' WHERE number = (SELECT min(number) FROM players)",
    ),
    (
        "people",
        "DELETE FROM player_words WHERE player_id = (SELECT id FROM players ORDER BY number LIMIT 1)",
    ),
    (
        "people",
        "UPDATE players SET merged_into_id = (SELECT id FROM players ORDER BY number DESC LIMIT 1)
            WHERE number = (SELECT min(number) FROM players);
         UPDATE players SET merged_into_id = (SELECT id FROM players ORDER BY number LIMIT 1)
            WHERE number = (SELECT max(number) FROM players)",
    ),
    ("tournaments", "UPDATE results SET games = '[]'"),
    (
        "tournaments",
        "UPDATE results SET games = replace(games, '\"first\"', '\"neither\"')",
    ),
    ("tournaments", "UPDATE results SET version = version + 1"),
    ("tournaments", "DELETE FROM results"),
    (
        "tournaments",
        "UPDATE results SET starter_entry_id = (SELECT entry_id FROM byes ORDER BY round, entry_id LIMIT 1)",
    ),
    (
        "tournaments",
        "INSERT INTO recorded_games (match_id, number, starter_entry_id, result, ended)
            SELECT match_id, 1, starter_entry_id, 'drawn', 'played' FROM results
            WHERE games NOT LIKE '[{\"result\":\"drawn\"%'",
    ),
    (
        "tournaments",
        "UPDATE matches SET upper_entry_id = lower_entry_id, lower_entry_id = upper_entry_id",
    ),
    (
        "tournaments",
        "UPDATE byes SET entry_id = (SELECT upper_entry_id FROM matches JOIN rounds ON rounds.id = round_id
            WHERE rounds.number = byes.round AND board = 1 LIMIT 1)",
    ),
    ("games", "UPDATE games SET plies = plies + 1"),
    ("games", "UPDATE games SET turns = 'E1 E1', plies = 2"),
    ("games", "UPDATE games SET result = 'drawn'"),
    (
        "games",
        "UPDATE games SET first_player_id = second_player_id, second_player_id = first_player_id",
    ),
    ("games", "UPDATE game_versions SET turns = 'E1 E1'"),
    (
        "positions of games",
        "DELETE FROM positions WHERE game = (SELECT serial FROM games WHERE withdrawn_at IS NULL LIMIT 1)",
    ),
    (
        "positions of games",
        "INSERT INTO positions (class, game, next) VALUES (1, 999999, 0)",
    ),
    ("positions of games", "DELETE FROM openings"),
    (
        "positions of games",
        "INSERT INTO games_to_project (game, projected, version) VALUES (999999, 0, 1)",
    ),
    (
        "positions of games",
        "INSERT INTO games_to_project (game, projected, version)
            SELECT serial, 1, 7 FROM games WHERE version = 2",
    ),
    ("openings", "UPDATE openings SET games = games + 1"),
    ("statistics of games", "UPDATE game_endings SET games = games + 1"),
    ("statistics of games", "DELETE FROM game_lengths WHERE month = 0"),
    ("rankings", "UPDATE ranking_rows SET figure = figure + 1"),
];

/// The rest, of which the checks look at words inside of values.
const MORE_FAULTS: [(&str, &str); 6] = [
    (
        "colours",
        "UPDATE colours SET evidence = replace(evidence, '\"points_fraction\":\"', '\"points_fraction\":\"9')",
    ),
    (
        "colours",
        "UPDATE colours SET player_id = (SELECT id FROM players ORDER BY number LIMIT 1) WHERE basis = 'place'",
    ),
    (
        "colours",
        "UPDATE colours SET evidence = replace(evidence, '\"tournament_id\":\"01', '\"tournament_id\":\"02')",
    ),
    (
        "codes of certificates",
        "DELETE FROM certificate_codes WHERE colours_id IS NOT NULL",
    ),
    (
        "codes of certificates",
        "DELETE FROM certificate_codes WHERE accreditation_id IS NOT NULL",
    ),
    (
        "codes of certificates",
        "UPDATE certificate_codes SET code = '0000-0000-0000-0000-0000'",
    ),
];

fn every_fault_that_is_planted_is_found(app: &TestApp) {
    populate(app);
    let mut c = app.connection();
    // What the database itself would refuse is planted all the same.
    let unguarded = match app.url() {
        Url::Sqlite(_) => "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON",
        Url::Postgres(_) => "SET session_replication_role = replica",
    };
    c.batch_execute(unguarded).unwrap();
    let all = FAULTS.into_iter().chain(MORE_FAULTS);
    for (check, sql) in all.filter(|(check, _)| is_examined(check)) {
        let found = planted(&mut c, sql);
        assert!(
            found.contains_key(check),
            "{check}: {sql} was not found, but {found:#?}"
        );
    }
    let constrained = [
        (
            "tournaments",
            "UPDATE results SET confirmed_by = entered_by, confirmed_at = entered_at",
            "results",
            "results_second_person_check",
        ),
        (
            "colours",
            "UPDATE colours SET approved_by = proposed_by",
            "colours",
            "colours_second_person_check",
        ),
    ];
    for (check, sql, table, constraint) in constrained {
        let (sql, also) = match app.url() {
            // A row that breaks a constraint is a damaged page, to SQLite.
            Url::Sqlite(_) => (sql.to_owned(), Some("pages and indexes")),
            Url::Postgres(_) => (format!("ALTER TABLE {table} DROP CONSTRAINT {constraint}; {sql}"), None),
        };
        let found = planted(&mut c, &sql);
        assert!(
            found.contains_key(check),
            "{check}: {sql} was not found, but {found:#?}"
        );
        assert!(also.is_none_or(|also| found.contains_key(also)), "{found:#?}");
    }
    if let Url::Postgres(_) = app.url() {
        for sql in [
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'players_number_key'::regclass",
            "UPDATE pg_constraint SET convalidated = false WHERE conname = 'results_second_person_check'",
        ] {
            let found = planted(&mut c, sql);
            assert!(
                found.contains_key("pages and indexes"),
                "{sql} was not found, but {found:#?}"
            );
        }
    }
    // All of it was undone.
    assert_eq!(faults(&app.examined()), BTreeMap::new());
}
