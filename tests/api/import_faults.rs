//! Faults of imports: all told at once, each at its place, and nothing taken.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::imports::{AFFILIATIONS, CLUBS, PLAYERS, REGISTRATIONS, counts, done, faults, refused};

on_sqlite! {
    every_fault_of_every_file_is_told_at_once,
    with_one_fault_nothing_is_taken,
    faults_do_not_follow_from_others,
    a_file_that_is_no_table_is_told_so,
}

fn every_fault_of_every_file_is_told_at_once(app: &TestApp) {
    let long = "x".repeat(201);
    let clubs = format!("{CLUBS}1,,hospital,ZA-XX\nOK,Herders,school,ZA-NW\n\nok,\u{202e}x,school,ZA-NW\nA,B\n");
    let affiliations = format!("{AFFILIATIONS}OK,2027,2026-11-21\nOK,1066,yesterday\nNO,2029,\nOK,2026,\nOK,2026,\n");
    let players = format!(
        "{PLAYERS}M-0000001-X,,{long},2026-11-21,other,ZA-NW,DC16,OK\nM-0000001-B,Mokoena,,1800-01-01,male,,,\n\
         ,Mokoena,T,2001-02-29,male,ZA-XX,DC38,OK\n"
    );
    let registrations = format!("{REGISTRATIONS},,,,OK,2027,member,senior,\n7-H,,,,OK,2030,guest,junior,2026-11-21\n");
    let job = app.administrator().import(&[
        ("clubs", &clubs),
        ("affiliations", &affiliations),
        ("players", &players),
        ("registrations", &registrations),
    ]);
    assert_eq!(
        refused(&job, "clubs"),
        [
            (2, "code", "invalid-code"),
            (2, "name", "required"),
            (2, "kind", "invalid-value"),
            (2, "province", "unknown-province"),
            (5, "code", "code-taken"),
            (5, "name", "not-printable"),
            (6, "-", "wrong-cell-count"),
        ]
    );
    assert_eq!(
        refused(&job, "affiliations"),
        [
            (2, "paid_on", "in-future"),
            (3, "year", "invalid-value"),
            (3, "paid_on", "invalid-value"),
            (6, "-", "duplicate-row"),
        ]
    );
    assert_eq!(
        refused(&job, "players"),
        [
            (2, "number", "invalid-value"),
            (2, "family_name", "required"),
            (2, "given_names", "too-long"),
            (2, "birth_date", "in-future"),
            (2, "sex", "invalid-value"),
            (2, "region", "unknown-region"),
            (3, "number", "unknown-player"),
            (3, "birth_date", "too-long-ago"),
            (3, "province", "required"),
            (3, "club", "required"),
            (4, "birth_date", "invalid-value"),
            (4, "province", "unknown-province"),
        ]
    );
    assert_eq!(
        refused(&job, "registrations"),
        [
            (2, "family_name", "required"),
            (2, "birth_date", "required"),
            (3, "number", "unknown-player"),
            (3, "basis", "invalid-value"),
            (3, "division", "invalid-value"),
        ]
    );
    let fault = &job["report"]["faults"][2];
    assert_eq!(
        text(&fault["message"]),
        "Expected one of `community`, `school`, `university`."
    );
    for file in ["clubs", "affiliations", "players", "registrations"] {
        assert_eq!(counts(&job, file)[1..], [0, 0, 0], "{file}");
    }
    assert_eq!(counts(&job, "clubs")[0], 4);
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
}

fn with_one_fault_nothing_is_taken(app: &TestApp) {
    let administrator = app.administrator();
    let before = app.entries();
    let clubs = format!("{CLUBS}AAA,Herders,school,ZA-NW\n");
    let players = format!("{PLAYERS},Mokoena,,1998-04-17,female,ZA-NW,,AAA\n,Mokoena,,1998-04-18,female,ZA-NW,,CCC\n");
    let job = administrator.import(&[("clubs", &clubs), ("players", &players)]);
    assert_eq!(faults(&job), [("players", 3, "club", "unknown-club")]);
    assert_eq!((&job["done"], &job["total"]), (&json!(3), &json!(3)));
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
    assert_eq!(app.anyone().get("/v1/players").items().len(), 0);
    assert_eq!(app.entries(), before);
    done(&administrator.import(&[("clubs", &clubs), ("players", &players.replace("CCC", "AAA"))]));
    assert_eq!(app.anyone().get("/v1/players").items().len(), 2);
}

fn faults_do_not_follow_from_others(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}AAA,Herders,hospital,ZA-NW\n");
    let affiliations = format!("{AFFILIATIONS}AAA,2027,\n");
    let players = format!("{PLAYERS},Mokoena,,1998-04-17,female,ZA-NW,,AAA\n");
    let registrations = format!("{REGISTRATIONS},Mokoena,,1998-04-17,AAA,2027,member,senior,\n");
    let rest = [
        ("affiliations", affiliations.as_str()),
        ("players", &players),
        ("registrations", &registrations),
    ];
    let job = administrator.import(&[&[("clubs", clubs.as_str())], &rest[..]].concat());
    assert_eq!(faults(&job), [("clubs", 2, "kind", "invalid-value")]);
    let job = administrator.import(&[&[("clubs", "code;name")], &rest[..]].concat());
    assert_eq!(
        faults(&job),
        [("clubs", 1, "kind", "required"), ("clubs", 1, "province", "required")]
    );
}

fn a_file_that_is_no_table_is_told_so(app: &TestApp) {
    let administrator = app.administrator();
    for (content, line, code) in [
        (b"".as_slice(), 1, "required"),
        (b"code,name,kind,province\nAAA,Caf\xe9,school,ZA-NW\n", 2, "not-utf-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, "not-utf-8"),
        (b"\xff\xfec\0o\0d\0e\0", 1, "not-utf-8"),
    ] {
        let answer = administrator.upload("/v1/imports", Some(&format!("{content:?}")), &[("clubs", content)]);
        assert_eq!(faults(&administrator.finished(&answer)), [("clubs", line, "-", code)]);
    }
    let job = administrator.import(&[("clubs", "<html><body>\n")]);
    let codes: Vec<&str> = faults(&job).iter().map(|(.., code)| *code).collect();
    assert_eq!(codes, ["unknown-field", "required", "required", "required", "required"]);
    // What may stand in a row, where the first line is missing, is not repeated; and no file has so many columns.
    let job = administrator.import(&[("clubs", "Quaggafam,Xyloimport\n")]);
    assert!(!job.to_string().contains("Quaggafam"), "{job}");
    for columns in [65, 100_000] {
        let job = administrator.import(&[("clubs", &format!("{}code\nx\n", "code,".repeat(columns - 1)))]);
        assert_eq!(faults(&job), [("clubs", 1, "-", "too-many-columns")]);
    }
    let many = format!("{CLUBS}{}", "A,B,C,D\n".repeat(100_001));
    let job = administrator.import(&[("clubs", &many)]);
    // Three a row of those that were read, and one that tells that there are too many.
    assert_eq!(job["report"]["more_faults"].as_u64().unwrap() + 20_000, 300_001);
    // What has a first line alone has no rows, and that is no fault.
    let job = administrator.import(&[("clubs", CLUBS)]);
    done(&job);
    assert_eq!(counts(&job, "clubs"), [0, 0, 0, 0]);
}
