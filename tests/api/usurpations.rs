//! Rights that somebody takes behind the service's back, in a copy or on the server: each way is found by the trail, by what is
//! sealed in it, or by the schema.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use federation_records::db::Url;
use serde_json::json;

use crate::app::TestApp;
use crate::applications;
use crate::care::{faults, planted};
use crate::command_line::program;
use crate::postgres::is_hostile;
use crate::second_factors::with_one;

on_both_databases! {
    what_somebody_usurps_behind_the_service_is_found,
    what_is_put_into_the_schema_is_found,
}

/// What somebody does who would like to have rights: the check that finds it, and a word of what is told.
const USURPATIONS: [(&str, &str, &str); 21] = [
    (
        "rights",
        "UPDATE passwords SET hash = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'",
        "password of account",
    ),
    (
        "rights",
        "UPDATE passwords SET hash = (SELECT max(hash) FROM passwords)",
        "password of account",
    ),
    ("rights", "DELETE FROM second_factors", "second factor of account"),
    (
        "rights",
        "UPDATE second_factors SET secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'",
        "second factor of account",
    ),
    (
        "rights",
        "UPDATE second_factors SET confirmed_at = NULL",
        "second factor of account",
    ),
    (
        "rights",
        "INSERT INTO recovery_codes (hash, account_id) SELECT 'known', account_id FROM second_factors",
        "list of recovery codes of account",
    ),
    (
        "rights",
        "INSERT INTO accounts (id, email, email_key, name, created_at)
            SELECT '019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f', 'e@example.org', 'e@example.org', 'E', min(created_at)
            FROM accounts;
         INSERT INTO grants (id, account_id, role, valid_from, granted_at)
            SELECT '019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6e', '019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f', 'administrator',
                min(valid_from), min(granted_at) FROM grants",
        "knows nothing of it",
    ),
    (
        "rights",
        "UPDATE accounts SET email_key = 'e@example.org' WHERE id = (SELECT account_id FROM second_factors)",
        "the account",
    ),
    (
        "rights",
        "UPDATE grants SET role = 'administrator', club_id = NULL, province_code = NULL WHERE role <> 'administrator'",
        "the grant",
    ),
    (
        "rights",
        "UPDATE grants SET valid_until = '2126-11-20' WHERE role <> 'administrator'",
        "the grant",
    ),
    (
        "rights",
        "DELETE FROM grants WHERE role <> 'administrator'",
        "is not there",
    ),
    (
        "rights",
        "INSERT INTO password_codes (account_id, hash, expires_at)
            SELECT id, 'known' || id, created_at FROM accounts",
        "code to set the password",
    ),
    (
        "rights",
        "INSERT INTO sessions (id, account_id, started_at, cookie_hash)
            SELECT '019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6d', account_id, created_at, 'known' FROM second_factors",
        "the session",
    ),
    (
        "rights",
        "UPDATE refresh_tokens SET hash = 'known' WHERE hash = (SELECT min(hash) FROM refresh_tokens)",
        "refresh token of session",
    ),
    ("rights", "UPDATE personal_tokens SET hash = 'known'", "personal token"),
    (
        "rights",
        "UPDATE application_secrets SET hash = 'known'",
        "secret of an application",
    ),
    (
        "rights",
        "UPDATE applications SET scopes = 'accounts:write'",
        "the application",
    ),
    (
        "rights",
        "UPDATE webhook_secrets SET secret = 'known'",
        "secret of webhook",
    ),
    // Whoever empties what the trail says of a thing makes it unknown, and that is told.
    (
        "rights",
        "UPDATE audit SET changes = NULL WHERE subject = 'grant';
         UPDATE grants SET role = 'administrator', club_id = NULL, province_code = NULL",
        "was emptied",
    ),
    (
        "audit trail",
        "UPDATE audit SET seals = NULL WHERE subject = 'grant'",
        "not the row",
    ),
    (
        "audit trail",
        "UPDATE audit SET seals = '{}' WHERE subject = 'account'",
        "not the row",
    ),
];

/// Has something in every table on which rights rest.
fn with_rights(app: &TestApp) {
    with_one(app);
    let maker = applications::coordinator(app);
    let application = maker.make(&["read:register"]);
    maker.secret(&application);
    let token = json!({ "name": "Nightly list", "scopes": ["read:register"], "expires_on": "2027-05-31" });
    maker.caller.post("/v1/me/tokens", &token).expect(200);
    let webhook = json!({ "url": "https://herders.example/events", "type": "club.created", "province": "ZA-NW" });
    app.administrator().post("/v1/webhooks", &webhook).expect(200);
    app.number_entries();
}

fn what_somebody_usurps_behind_the_service_is_found(app: &TestApp) {
    with_rights(app);
    let mut c = app.connection();
    // What the database itself would refuse is done all the same.
    let unguarded = match app.url() {
        Url::Sqlite(_) => "PRAGMA foreign_keys = OFF",
        Url::Postgres(_) => "SET session_replication_role = replica",
    };
    c.batch_execute(unguarded).unwrap();
    assert_eq!(faults(&app.examined()), BTreeMap::new());
    for (check, sql, told) in USURPATIONS {
        let found = planted(&mut c, sql);
        let first = found.get(check);
        let is_told = first.is_some_and(|first| first.iter().any(|fault| fault.contains(told)));
        assert!(is_told, "{check}: {sql} was not found, but {found:#?}");
    }
    // A key that is as whole as the one before, but for who has it.
    let kid = "UPDATE signing_keys SET kid = 'cX3mLdBvXq1uJ5tHw0sB9kYzV2nR7pQaE4fG6hJ8kLm'";
    let found = planted(&mut c, kid);
    assert_eq!(
        found["rights"].len(),
        2,
        "one is unknown, and one is missing: {found:#?}"
    );
    assert_eq!(faults(&app.examined()), BTreeMap::new());
}

fn what_is_put_into_the_schema_is_found(app: &TestApp) {
    if is_hostile() {
        return; // it has triggers of its own
    }
    let mut c = app.connection();
    let trigger = match app.url() {
        Url::Sqlite(_) => {
            "CREATE TRIGGER helpful AFTER INSERT ON games BEGIN UPDATE accounts SET deactivated_at = NULL; END"
        }
        Url::Postgres(_) => {
            "CREATE FUNCTION helpful() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
             CREATE TRIGGER helpful AFTER INSERT ON games FOR EACH ROW EXECUTE FUNCTION helpful()"
        }
    };
    let mut cases = vec![
        (trigger, "the trigger helpful"),
        (
            "DROP INDEX grants_account_id_idx",
            "the index grants_account_id_idx is missing",
        ),
        ("CREATE VIEW everybody AS SELECT * FROM accounts", "the view everybody"),
        ("CREATE TABLE more (id TEXT PRIMARY KEY)", "the table more"),
        (
            "ALTER TABLE accounts ADD COLUMN more TEXT",
            "the table accounts is not as",
        ),
    ];
    if let Url::Postgres(_) = app.url() {
        cases.extend([
            ("ALTER TABLE games DISABLE TRIGGER ALL", "the disabled trigger"),
            (
                "ALTER TABLE results DROP CONSTRAINT results_second_person_check",
                "the constraint results_second_person_check of results is missing",
            ),
            (
                "CREATE RULE quiet AS ON DELETE TO audit DO INSTEAD NOTHING",
                "the rule quiet of audit",
            ),
        ]);
    }
    for (sql, told) in cases {
        let found = planted(&mut c, sql);
        let first = found.get("schema");
        let is_told = first.is_some_and(|first| first.iter().any(|fault| fault.contains(told)));
        assert!(is_told, "{sql} was not found, but {found:#?}");
    }
    assert!(!planted(&mut c, "SELECT 1").contains_key("schema"));
}

/// The command tells what a copy says of itself: what differs, and the exit status.
#[test]
fn on_sqlite_a_copy_is_checked_by_the_command() {
    let app = TestApp::on_sqlite();
    with_rights(&app);
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    let Url::Sqlite(records) = app.url() else {
        unreachable!()
    };
    let made = program(folder.path())
        .args(["backup", "copy.sqlite", "--database-url", records.as_str()])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let check = || {
        let checked = program(folder.path())
            .args(["restore", "--check", "copy.sqlite"])
            .output()
            .unwrap();
        (checked.status.code(), String::from_utf8(checked.stdout).unwrap())
    };
    let (status, told) = check();
    assert!(status == Some(0) && told.contains("copy.sqlite is good."), "{told}");
    let mut c = diesel::SqliteConnection::establish(copy.to_str().unwrap()).unwrap();
    c.batch_execute("UPDATE passwords SET hash = (SELECT min(hash) FROM passwords)")
        .unwrap();
    c.batch_execute("CREATE TRIGGER helpful AFTER INSERT ON games BEGIN DELETE FROM audit; END")
        .unwrap();
    drop(c);
    let (status, told) = check();
    assert_eq!(status, Some(1), "{told}");
    for sentence in [
        "the password of account ",
        "the trigger helpful is none of this program's",
        "what is in it does not add up",
    ] {
        assert!(told.contains(sentence), "{sentence} is not in {told}");
    }
    assert!(!told.contains("argon2"), "{told}");
}
