//! The log over the audit trail: receipts and proofs that anybody can check, and no way to alter it unseen.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use federation_records::db::log::notes::verified;
use federation_records::db::log::{self, LogVerdict};
use federation_records::db::schema::audit as trail;
use federation_records::db::{self, Conn, Url};
use federation_records::values::clock::Timestamp;
use federation_records::values::id::AccountId;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tlog_tiles::{Hash, check_record, check_tree, record_hash};

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    a_change_has_a_receipt,
    an_answer_that_is_given_again_names_its_entry,
    the_log_goes_on_from_a_checkpoint,
    a_tile_has_the_hashes_of_its_leaves,
    what_is_not_in_the_log_has_no_proof,
    the_chain_of_before_is_its_first_leaf,
    a_thousand_entries_fill_tiles,
}

/// The key, the administrator's account and grant; signed in, a club, signed in again, a player: entries 1 to 7.
pub fn seven_entries(app: &TestApp) {
    let club = app.club("ZA-NW");
    app.pass(chrono::TimeDelta::seconds(1));
    app.player(&club);
    assert!(matches!(
        app.trail(),
        LogVerdict::Whole {
            entries: 7,
            chained: 0,
            ..
        }
    ));
}

/// The place in the table of the entry of that number.
fn place(app: &TestApp, leaf: i64) -> i64 {
    let of_leaf = trail::table.filter(trail::leaf.eq(leaf)).select(trail::seq);
    of_leaf.first(&mut app.connection()).unwrap()
}

fn hashes(proof: &Value) -> Vec<Hash> {
    let proof = proof.as_array().unwrap().iter();
    proof.map(|hash| Hash::parse_hash(text(hash)).unwrap()).collect()
}

fn club(code: &str) -> Value {
    json!({ "code": code, "name": format!("Club {code}"), "kind": "community", "province": "ZA-NW" })
}

fn a_change_has_a_receipt(app: &TestApp) {
    let answer = app.administrator().post("/v1/clubs", &club("DIT"));
    answer.expect(201);
    let entry = answer.header("log-entry").to_owned();
    app.number_entries();
    let log = app.anyone().get("/v1/log").expect(200);
    let receipt = app.anyone().get(&format!("/v1/log/entries/{entry}")).expect(200);
    assert_eq!(receipt["entry"].to_string(), entry);
    let head = verified(text(&receipt["checkpoint"]), text(&log["verifier"])).unwrap();
    let digest: [u8; 32] = hex(text(&receipt["digest"]));
    let leaf = u64::try_from(receipt["leaf"].as_i64().unwrap()).unwrap();
    let proof = hashes(&receipt["proof"]);
    check_record(&proof, head.size, head.root, leaf, record_hash(&digest)).unwrap();
    // Of another entry it proves nothing.
    assert!(check_record(&proof, head.size, head.root, leaf, record_hash(b"another")).is_err());
}

fn an_answer_that_is_given_again_names_its_entry(app: &TestApp) {
    let administrator = app.administrator();
    let body = club("DIT").to_string();
    let send = || {
        let headers = [("idempotency-key", "one-club"), ("content-type", "application/json")];
        administrator.send("POST", "/v1/clubs", &headers, Some(&body))
    };
    let first = send();
    administrator.post("/v1/clubs", &club("MAH")).expect(201);
    let again = send();
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(first.header("log-entry"), again.header("log-entry"));
}

fn the_log_goes_on_from_a_checkpoint(app: &TestApp) {
    app.number_entries();
    let before = app.anyone().get("/v1/log").expect(200);
    seven_entries(app);
    let verifier = text(&before["verifier"]);
    let was = verified(text(&before["checkpoint"]), verifier).unwrap();
    let path = format!("/v1/log/consistency?since={}", was.size);
    let proof = app.anyone().get(&path).expect(200);
    let is = verified(text(&proof["checkpoint"]), verifier).unwrap();
    assert_eq!((was.size, is.size), (4, 8));
    check_tree(&hashes(&proof["proof"]), is.size, is.root, was.size, was.root).unwrap();
    let note = app.anyone().get("/v1/log/checkpoint");
    assert_eq!(note.body_text(), text(&proof["checkpoint"]));
    // A note that says something else, or is signed by another key, is none.
    let forged = text(&proof["checkpoint"]).replacen("\n8\n", "\n9\n", 1);
    assert!(verified(&forged, verifier).is_none());
    let other = log::notes::NoteKeys::generate("another").verifier;
    assert!(verified(text(&proof["checkpoint"]), &other).is_none());
}

fn a_tile_has_the_hashes_of_its_leaves(app: &TestApp) {
    seven_entries(app);
    let tile = app.anyone().get("/v1/log/tile/0/000.p/8");
    assert_eq!((tile.status, tile.body.len()), (200, 8 * 32));
    let digest: String = trail::table
        .filter(trail::leaf.eq(5))
        .select(trail::hash)
        .first(&mut app.connection())
        .unwrap();
    assert_eq!(tile.body[5 * 32..6 * 32], record_hash(&hex(&digest)).0);
}

fn what_is_not_in_the_log_has_no_proof(app: &TestApp) {
    seven_entries(app);
    let anyone = app.anyone();
    for path in [
        "/v1/log/entries/999",
        "/v1/log/entries/0",
        "/v1/log/entries/x",
        "/v1/log/consistency?since=9",
        "/v1/log/consistency?since=0",
        "/v1/log/tile/0/000.p/9",
        "/v1/log/tile/0/000",
        "/v1/log/tile/0/000.p/0",
        "/v1/log/tile/1/000.p/1",
        "/v1/log/tile/7/x999/x999/x999/999",
        "/v1/log/tile/9/000",
        "/v1/log/tile/0/0",
        "/v1/log/tile/0/000.p/256",
        "/v1/log/tile/300/000",
    ] {
        anyone.get(path).refused(404, "not-found");
    }
    anyone.get("/v1/log/consistency").refused(400, "invalid-query");
    anyone.get("/v1/log/consistency?since=x").refused(400, "invalid-query");
}

/// Entries straight into the trail.
pub fn many_entries(app: &TestApp, count: i64) {
    let first = place(app, 7);
    let copy = format!(
        "INSERT INTO audit (seq, at, account_id, origin, action, subject, subject_id, changes, changes_digest, hash)
         WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < {count})
         SELECT 100 + n, at, account_id, origin, action, subject, subject_id, changes, changes_digest, hash
         FROM audit, more WHERE seq = {first}"
    );
    app.connection().batch_execute(&copy).unwrap();
    // The next writer numbers them.
    app.account();
    app.number_entries();
}

fn a_thousand_entries_fill_tiles(app: &TestApp) {
    seven_entries(app);
    many_entries(app, 2000);
    assert!(matches!(app.trail(), LogVerdict::Whole { .. }), "{:?}", app.trail());
    let log = app.anyone().get("/v1/log").expect(200);
    let head = verified(text(&log["checkpoint"]), text(&log["verifier"])).unwrap();
    assert!(head.size > 2000);
    // A tile that is full, one of those above, and proofs that go through both.
    let full = app.anyone().get("/v1/log/tile/0/006");
    assert_eq!(full.body.len(), 256 * 32);
    let above = app.anyone().get("/v1/log/tile/1/000.p/7");
    assert_eq!(above.body[6 * 32..], tlog_tiles::Tile::subtree_hash(&full.body).0);
    for leaf in [1, 255, 256, 257, 1023, 1024, 2000] {
        let receipt = app
            .anyone()
            .get(&format!("/v1/log/entries/{}", place(app, leaf)))
            .expect(200);
        let digest = record_hash(&hex(text(&receipt["digest"])));
        let number = u64::try_from(leaf).unwrap();
        check_record(&hashes(&receipt["proof"]), head.size, head.root, number, digest).unwrap();
    }
    for since in [1, 4, 256, 700, 2000] {
        let proof = app
            .anyone()
            .get(&format!("/v1/log/consistency?since={since}"))
            .expect(200);
        let edge = u64::try_from(since).unwrap();
        // The hash of then is computed here, from the leaves.
        let root = root_of(app, edge);
        check_tree(&hashes(&proof["proof"]), head.size, head.root, edge, root).unwrap();
    }
}

/// The hash of the tree of the first leaves, by the definition of RFC 6962, section 2.1.
fn root_of(app: &TestApp, size: u64) -> Hash {
    fn root(leaves: &[Hash]) -> Hash {
        match leaves {
            [leaf] => *leaf,
            leaves => {
                let split = leaves.len().next_power_of_two() / 2;
                tlog_tiles::node_hash(root(&leaves[..split]), root(&leaves[split..]))
            }
        }
    }
    let tiles = (0..size.div_ceil(256)).flat_map(|tile| {
        let width = (size - tile * 256).min(256);
        let part = if width < 256 {
            format!(".p/{width}")
        } else {
            String::new()
        };
        app.anyone()
            .get(&format!("/v1/log/tile/0/{tile:03}{part}"))
            .body
            .clone()
    });
    let bytes: Vec<u8> = tiles.collect();
    let leaves: Vec<Hash> = bytes.chunks(32).map(|hash| Hash(hash.try_into().unwrap())).collect();
    root(&leaves)
}

/// The columns of a row that its digest is of.
type TrailRow = (
    (i64, Timestamp, Option<AccountId>),
    (String, String, String, String, String),
);

/// Makes of the entries the rows that were written before there was a log.
fn chain(app: &TestApp) {
    let connection = &mut app.connection();
    connection
        .batch_execute("DELETE FROM log_head; DELETE FROM log_tiles; UPDATE audit SET leaf = NULL")
        .unwrap();
    let columns = (
        (trail::seq, trail::at, trail::account_id),
        (
            trail::origin,
            trail::action,
            trail::subject,
            trail::subject_id,
            trail::changes_digest,
        ),
    );
    let rows: Vec<TrailRow> = trail::table.order(trail::seq).select(columns).load(connection).unwrap();
    let mut before = String::new();
    for (number, ((seq, at, account), (origin, action, subject, id, digest))) in (1..).zip(rows) {
        let row = json!([before, number, at, account, origin, action, subject, id, digest]).to_string();
        before = digits(&Sha256::digest(row));
        let of_row = trail::table.find(seq);
        let changed = diesel::update(of_row).set((trail::seq.eq(number), trail::hash.eq(&before)));
        changed.execute(connection).unwrap();
    }
}

fn the_chain_of_before_is_its_first_leaf(app: &TestApp) {
    seven_entries(app);
    chain(app);
    // The next start begins the log with it.
    let server = app.another_server();
    assert!(
        matches!(
            app.trail(),
            LogVerdict::Whole {
                chained: 7,
                entries: 0,
                ..
            }
        ),
        "{:?}",
        app.trail()
    );
    app.club("ZA-GP");
    let LogVerdict::Whole {
        chained: 7,
        entries,
        checkpoint,
        ..
    } = app.trail()
    else {
        panic!("{:?}", app.trail())
    };
    assert!(entries > 0);
    let altered = "UPDATE audit SET action = action || 'x' WHERE seq = 3";
    app.connection().batch_execute(altered).unwrap();
    let fault = "it is not the row that was written";
    assert_eq!(app.trail(), LogVerdict::Broken { seq: 3, fault });
    app.connection()
        .batch_execute("DELETE FROM audit WHERE seq = 3")
        .unwrap();
    let fault = "a row is missing before it";
    assert_eq!(app.trail(), LogVerdict::Broken { seq: 4, fault });
    app.connection()
        .batch_execute("DELETE FROM audit WHERE seq <= 7")
        .unwrap();
    let fault = "a row is missing";
    assert_eq!(app.trail(), LogVerdict::Broken { seq: 1, fault });
    // A chain that ends earlier is not the one with which the log began.
    app.connection()
        .batch_execute("UPDATE log_head SET chained = 0")
        .unwrap();
    let fault = "the chain of before is not the one with which it began";
    assert_eq!(app.trail(), LogVerdict::Torn { fault });
    assert!(checkpoint.contains('\n'));
    drop(server);
}

fn digits(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}

fn hex(digits: &str) -> [u8; 32] {
    let pairs = digits.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap());
    bytes.collect::<Vec<u8>>().try_into().unwrap()
}

#[test]
fn an_empty_file_that_is_only_migrated_has_no_log_yet() {
    let folder = tempfile::tempdir().unwrap();
    let url = Url::Sqlite(folder.path().join("records.sqlite").display().to_string());
    db::migrate(&url).unwrap();
    let mut connection = Conn::Sqlite(
        diesel::SqliteConnection::establish(match &url {
            Url::Sqlite(path) => path,
            Url::Postgres(_) => unreachable!(),
        })
        .unwrap(),
    );
    let fault = "it has no head";
    assert_eq!(log::verify(&mut connection, None).unwrap(), LogVerdict::Torn { fault });
}
