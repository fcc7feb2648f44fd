//! Alterations of the audit trail behind the log: each is found.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use federation_records::db::Url;
use federation_records::db::log::{self, LogVerdict};
use federation_records::db::schema::audit as trail;

use crate::app::TestApp;
use crate::log::{many_entries, seven_entries};

on_both_databases! {
    an_altered_entry_is_found,
    an_entry_with_a_new_digest_is_found,
    a_missing_entry_is_found,
    an_added_entry_is_found,
    entries_that_changed_places_are_found,
    a_tail_that_was_cut_is_found_by_a_checkpoint,
    an_altered_tile_is_found,
    an_emptied_entry_breaks_nothing,
}

/// The number of the entry and the fault that are found in it after this SQL altered a log of seven entries behind the
/// server's back.
#[track_caller]
fn found_after(app: &TestApp, sql: &str) -> (i64, &'static str) {
    let places: Vec<(i64, Option<i64>)> = {
        let all = trail::table.select((trail::seq, trail::leaf));
        all.load(&mut app.connection()).unwrap()
    };
    app.connection().batch_execute(sql).unwrap();
    match app.trail() {
        LogVerdict::Broken { seq, fault } => {
            let place = places.iter().find(|(place, _)| *place == seq);
            (place.and_then(|(_, leaf)| *leaf).unwrap_or_default(), fault)
        }
        LogVerdict::Torn { fault } => (0, fault),
        whole @ LogVerdict::Whole { .. } => panic!("{sql} was not seen: {whole:?}"),
    }
}

fn an_altered_entry_is_found(app: &TestApp) {
    seven_entries(app);
    let (there, back) = ("'community', 'school'", "'school', 'community'");
    let sql = |words: &str| format!("UPDATE audit SET changes = replace(changes, {words}) WHERE leaf = 5");
    assert_eq!(
        found_after(app, &sql(there)),
        (5, "its changes are not those that were written")
    );
    app.connection().batch_execute(&sql(back)).unwrap();
    let altered = "it is not the row that was written";
    let update = |set: &str| format!("UPDATE audit SET {set} WHERE leaf = 2");
    for column in ["origin", "action", "subject", "subject_id", "hash"] {
        assert_eq!(
            found_after(app, &update(&format!("{column} = {column} || 'x'"))),
            (2, altered),
            "{column}"
        );
        let back = update(&format!("{column} = substr({column}, 1, length({column}) - 1)"));
        app.connection().batch_execute(&back).unwrap();
        assert!(matches!(app.trail(), LogVerdict::Whole { .. }), "{column}");
    }
    for (column, value) in [("account_id", "NULL"), ("at", "'2026-11-20T08:00:00.000001Z'")] {
        let sql = format!("UPDATE audit SET {column} = {value} WHERE leaf = 4");
        assert_eq!(found_after(app, &sql), (4, altered), "{column}");
    }
}

fn an_entry_with_a_new_digest_is_found(app: &TestApp) {
    seven_entries(app);
    // SHA-256 of {}.
    let sql = "UPDATE audit SET changes = '{}',
        changes_digest = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a' WHERE leaf = 5";
    assert_eq!(found_after(app, sql), (5, "it is not the row that was written"));
    // With all its digests made anew it is right in itself, and the tree over it is another one.
    let sql =
        "UPDATE audit SET (at, account_id, origin, action, subject, subject_id, changes, changes_digest, hash, seals) =
        (SELECT at, account_id, origin, action, subject, subject_id, changes, changes_digest, hash, seals
            FROM audit AS other WHERE other.leaf = 6) WHERE leaf = 5";
    assert_eq!(
        found_after(app, sql),
        (0, "its checkpoint is not signed for what is in it")
    );
}

fn a_missing_entry_is_found(app: &TestApp) {
    seven_entries(app);
    let sql = "DELETE FROM audit WHERE leaf = 4";
    assert_eq!(found_after(app, sql), (5, "an entry is missing before it"));
    let sql = "UPDATE audit SET leaf = leaf - 1 WHERE leaf = 5; UPDATE audit SET leaf = leaf - 1 WHERE leaf = 6;
        UPDATE audit SET leaf = leaf - 1 WHERE leaf = 7";
    assert_eq!(found_after(app, sql), (0, "it has another length than its head says"));
}

fn an_added_entry_is_found(app: &TestApp) {
    seven_entries(app);
    let sql = "INSERT INTO audit SELECT 9999, at, account_id, origin, action, subject, subject_id, changes,
        changes_digest, hash, 8, seals FROM audit WHERE leaf = 7";
    assert_eq!(found_after(app, sql), (0, "it has another length than its head says"));
}

fn entries_that_changed_places_are_found(app: &TestApp) {
    seven_entries(app);
    let sql = "UPDATE audit SET leaf = 100 WHERE leaf = 3; UPDATE audit SET leaf = 3 WHERE leaf = 4;
        UPDATE audit SET leaf = 4 WHERE leaf = 100";
    assert_eq!(
        found_after(app, sql),
        (0, "its checkpoint is not signed for what is in it")
    );
}

fn a_tail_that_was_cut_is_found_by_a_checkpoint(app: &TestApp) {
    app.number_entries();
    let connection = &mut app.connection();
    connection
        .batch_execute("CREATE TABLE kept_head AS SELECT * FROM log_head")
        .unwrap();
    seven_entries(app);
    let LogVerdict::Whole { checkpoint, .. } = app.trail() else {
        unreachable!()
    };
    assert!(matches!(
        log::verify(connection, Some(&checkpoint)).unwrap(),
        LogVerdict::Whole { .. }
    ));
    // Whoever has the records puts back an older head, and takes away what came after it.
    let cut = "DELETE FROM audit WHERE leaf > 3;
        UPDATE log_head SET (size, edge, checkpoint) = (SELECT size, edge, checkpoint FROM kept_head)";
    connection.batch_execute(cut).unwrap();
    assert!(
        matches!(app.trail(), LogVerdict::Whole { entries: 3, .. }),
        "nothing tells by itself"
    );
    let told = log::verify(connection, Some(&checkpoint)).unwrap();
    let fault = "it is shorter than the checkpoint that was kept";
    assert_eq!(told, LogVerdict::Torn { fault });
    // With other entries in the place of those that were cut it is as long, and another one.
    app.club("ZA-NW");
    app.pass(chrono::TimeDelta::seconds(1));
    app.club("ZA-GP");
    app.club("ZA-LP");
    assert!(matches!(app.trail(), LogVerdict::Whole { .. }));
    let told = log::verify(connection, Some(&checkpoint)).unwrap();
    let fault = "up to it, the log is not the one of the checkpoint that was kept";
    assert!(
        matches!(told, LogVerdict::Broken { fault: found, .. } if found == fault),
        "{told:?}"
    );
    let told = log::verify(connection, Some("nonsense")).unwrap();
    assert!(matches!(told, LogVerdict::Torn { .. }), "{told:?}");
}

fn an_altered_tile_is_found(app: &TestApp) {
    seven_entries(app);
    many_entries(app, 300);
    assert!(matches!(app.trail(), LogVerdict::Whole { .. }));
    let sql = match app.url() {
        Url::Sqlite(_) => "UPDATE log_tiles SET hash = zeroblob(32)",
        Url::Postgres(_) => "UPDATE log_tiles SET hash = decode(repeat('00', 32), 'hex')",
    };
    assert_eq!(found_after(app, sql), (0, "a tile is not the one of its entries"));
}

fn an_emptied_entry_breaks_nothing(app: &TestApp) {
    seven_entries(app);
    let before = app.trail();
    app.connection()
        .batch_execute("UPDATE audit SET changes = NULL WHERE leaf = 7")
        .unwrap();
    assert_eq!(app.trail(), before);
}
