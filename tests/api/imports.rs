//! Imports: files of clubs and players, all or nothing.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};

on_both_databases! {
    a_season_is_renewed_by_one_upload,
    what_is_known_is_changed_and_what_is_as_it_was_is_left,
    a_dry_run_changes_nothing,
    a_coordinator_imports_clubs_and_players_of_the_own_province,
    spreadsheets_are_read_however_they_write,
    the_parts_have_names,
    who_is_not_let_in_is_told_so_before_anything_is_read,
}

pub const CLUBS: &str = "code,name,kind,province\n";

pub const AFFILIATIONS: &str = "club,year,paid_on\n";

pub const PLAYERS: &str = "number,family_name,given_names,birth_date,sex,province,region,club\n";

pub const REGISTRATIONS: &str = "number,family_name,given_names,birth_date,club,year,basis,division,paid_on\n";

/// The counts of a file, in the order of the columns: rows, created, changed, unchanged.
#[track_caller]
pub fn counts(job: &Value, file: &str) -> [u64; 4] {
    let files = job["report"]["files"].as_array().unwrap();
    let counts = files
        .iter()
        .find(|counts| counts["file"] == file)
        .unwrap_or_else(|| panic!("{job}"));
    ["rows", "created", "changed", "unchanged"].map(|name| counts[name].as_u64().unwrap())
}

/// File, line, column and code of each fault.
#[track_caller]
pub fn faults(job: &Value) -> Vec<(&str, u64, &str, &str)> {
    let faults = job["report"]["faults"].as_array().unwrap();
    faults
        .iter()
        .map(|fault| {
            let column = fault["column"].as_str().unwrap_or("-");
            (
                text(&fault["file"]),
                fault["line"].as_u64().unwrap(),
                column,
                text(&fault["code"]),
            )
        })
        .collect()
}

/// The faults of a file alone, without its name.
#[track_caller]
pub fn refused<'a>(job: &'a Value, file: &str) -> Vec<(u64, &'a str, &'a str)> {
    assert_eq!(job["state"], "refused", "{job}");
    let own = faults(job).into_iter().filter(|fault| fault.0 == file);
    own.map(|(_, line, column, code)| (line, column, code)).collect()
}

#[track_caller]
pub fn done(job: &Value) {
    assert_eq!(
        (&job["state"], &job["report"]["faults"]),
        (&json!("done"), &json!([])),
        "{job}"
    );
    assert_eq!(job["done"], job["total"]);
}

fn numbers(caller: &Caller<'_>, q: &str) -> Vec<String> {
    let players = caller.get(&format!("/v1/players?q={q}")).items();
    players
        .iter()
        .map(|player| text(&player["number"]).to_owned())
        .collect()
}

fn a_season_is_renewed_by_one_upload(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let clubs = format!("{CLUBS}dit,Ditsobotla  Herders,community,ZA-NW\nLIC,Lichtenburg High,school,ZA-NW\n");
    let affiliations = format!("{AFFILIATIONS}DIT,2027,2026-11-20\nLIC,2027,\n");
    let players = format!(
        "{PLAYERS},van der Merwe,Leoné,1998-02-28,female,ZA-NW,DC38,DIT\n,Mokoena,,2012-02-29,male,ZA-GP,,LIC\n"
    );
    let registrations = format!(
        "{REGISTRATIONS},VAN DER MERWE,leone,1998-02-28,DIT,2027,member,senior,2026-11-19\n\
         ,Mokoena,,2012-02-29,LIC,2027,member,high_school,\n\
         ,Mokoena,,2012-02-29,LIC,2027,institution,high_school,\n"
    );
    let before = app.entries();
    let files = [
        ("registrations", registrations.as_str()),
        ("players", &players),
        ("clubs", &clubs),
        ("affiliations", &affiliations),
    ];
    let job = coordinator.import(&files);
    done(&job);
    for (file, rows) in [("clubs", 2), ("affiliations", 2), ("players", 2), ("registrations", 3)] {
        assert_eq!(counts(&job, file), [rows, rows, 0, 0], "{file}");
    }
    let order: Vec<&str> = job["report"]["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| text(&file["file"]))
        .collect();
    assert_eq!(order, ["clubs", "affiliations", "players", "registrations"]);
    assert_eq!(
        (&job["total"], &job["report"]["suspected_duplicates"]),
        (&json!(9), &json!([]))
    );
    assert_eq!(app.entries(), before + 9);
    let club = app.anyone().get("/v1/clubs?q=ditsobotla").items().pop().unwrap();
    assert_eq!(
        (&club["code"], &club["name"]),
        (&json!("DIT"), &json!("Ditsobotla Herders"))
    );
    let player = app.anyone().get("/v1/players?q=leone").items().pop().unwrap();
    assert_eq!(
        (&player["number"], &player["club_id"]),
        (&json!("M-0000001-B"), &club["id"])
    );
    let particulars = coordinator
        .get(&format!("/v1/players/{}/particulars", text(&player["id"])))
        .expect(200);
    assert_eq!(
        (&particulars["region"], &particulars["birth_date"]),
        (&json!("DC38"), &json!("1998-02-28"))
    );
    let residences = coordinator
        .get(&format!("/v1/players/{}/residences", text(&player["id"])))
        .items();
    assert_eq!((residences.len(), &residences[0]["since"]), (1, &json!("2026-11-20")));
    assert_eq!(coordinator.get("/v1/registrations?year=2027").items().len(), 3);
    assert_eq!(coordinator.get("/v1/affiliations?year=2027&paid=true").items().len(), 1);
    // The next number is the one after the last.
    assert_eq!(numbers(&app.anyone(), "nobody").len(), 0);
    app.player_named(text(&club["id"]), "Next", "One", "1990-01-01");
    assert_eq!(numbers(&app.anyone(), "next"), ["M-0000003-D"]);
    // The same again changes nothing, but for the players, who are suspected to be known.
    let again = coordinator.import(&files);
    done(&again);
    assert_eq!(counts(&again, "clubs"), [2, 0, 0, 2]);
    assert_eq!(counts(&again, "affiliations"), [2, 0, 0, 2]);
    assert_eq!(counts(&again, "players"), [2, 0, 0, 0]);
    assert_eq!(counts(&again, "registrations"), [3, 0, 0, 3]);
    assert_eq!(again["report"]["suspected_duplicates"].as_array().unwrap().len(), 2);
}

fn what_is_known_is_changed_and_what_is_as_it_was_is_left(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let players =
        format!("{PLAYERS},Mokoena,Thandiwe,1998-04-17,female,ZA-NW,,AAA\n,Dlamini,Sipho,1990-01-01,male,ZA-NW,,AAA\n");
    let registrations =
        format!("{REGISTRATIONS}M-1-B,,,,AAA,2027,member,senior,\nm 2 c,,,,AAA,2027,member,senior,2026-11-01\n");
    let clubs = format!("{CLUBS}AAA,Herders,community,ZA-NW\nBBB,Stones,community,ZA-NW\n");
    let affiliations = format!("{AFFILIATIONS}AAA,2027,\nBBB,2027,2026-11-01\n");
    done(&coordinator.import(&[
        ("clubs", &clubs),
        ("affiliations", &affiliations),
        ("players", &players),
    ]));
    done(&coordinator.import(&[("registrations", &registrations)]));
    let before = app.entries();
    let players = players
        .replace(",Mokoena,Thandiwe", "M-0000001-B,Mokoena,Thandi")
        .replace(",Dlamini", "M2C,Dlamini");
    let job = coordinator.import(&[
        ("clubs", &clubs.replace("Stones", "Kraal")),
        (
            "affiliations",
            &affiliations.replace("AAA,2027,", "AAA,2027,2026-11-02"),
        ),
        ("players", &players),
        (
            "registrations",
            &registrations.replace("AAA,2027,member,senior,\n", "AAA,2027,member,student,2026-11-20\n"),
        ),
    ]);
    done(&job);
    for file in ["clubs", "affiliations", "players", "registrations"] {
        assert_eq!(counts(&job, file), [2, 0, 1, 1], "{file}");
    }
    assert_eq!(app.entries(), before + 4);
    assert_eq!(numbers(&app.anyone(), "thandi+mokoena"), ["M-0000001-B"]);
    assert_eq!(numbers(&app.anyone(), "thandiwe"), Vec::<String>::new());
    assert_eq!(app.anyone().get("/v1/clubs?q=kraal").items().len(), 1);
    let students = coordinator.get("/v1/registrations?division=student").items();
    assert_eq!((students.len(), &students[0]["paid_on"]), (1, &json!("2026-11-20")));
    // A payment that was a slip is taken back.
    let job = coordinator.import(&[("affiliations", &format!("{AFFILIATIONS}BBB,2027,\n"))]);
    assert_eq!(counts(&job, "affiliations"), [1, 0, 1, 0]);
    assert_eq!(coordinator.get("/v1/affiliations?paid=false").items().len(), 1);
}

fn a_dry_run_changes_nothing(app: &TestApp) {
    let administrator = app.administrator();
    let before = app.entries();
    let clubs = format!("{CLUBS}AAA,Herders,school,ZA-NW\n");
    let players = format!("{PLAYERS},Mokoena,,1998-04-17,female,ZA-NW,,AAA\n");
    let files = [("clubs", clubs.as_str()), ("players", players.as_str())];
    let job = administrator.import_to("/v1/imports?dry_run=true", &files);
    done(&job);
    assert_eq!(job["report"]["dry_run"], true);
    assert_eq!(
        (counts(&job, "clubs"), counts(&job, "players")),
        ([1, 1, 0, 0], [1, 1, 0, 0])
    );
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
    assert_eq!(app.anyone().get("/v1/players").items().len(), 0);
    assert_eq!(app.entries(), before);
    let faulty = administrator.import_to("/v1/imports?dry_run=true", &[("players", &players)]);
    assert_eq!(faults(&faulty), [("players", 2, "club", "unknown-club")]);
    let job = administrator.import_to("/v1/imports?dry_run=false", &files);
    assert_eq!(job["report"]["dry_run"], false);
    // Not even a number was used up.
    assert_eq!(numbers(&app.anyone(), "mokoena"), ["M-0000001-B"]);
    administrator
        .upload("/v1/imports?dry_run=perhaps", Some("k"), &[])
        .refused(400, "invalid-query");
}

fn a_coordinator_imports_clubs_and_players_of_the_own_province(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}VAA,Vaal,community,ZA-GP\nDIT,Herders,community,ZA-NW\n");
    let players = format!("{PLAYERS},Mokoena,,1998-04-17,female,ZA-NW,,VAA\n,Dlamini,,1998-04-17,male,ZA-GP,,DIT\n");
    done(&administrator.import(&[("clubs", &clubs), ("players", &players)]));
    let coordinator = app.coordinator("ZA-NW");
    let job = coordinator.import(&[
        (
            "clubs",
            &format!("{CLUBS}VAA,Ours,community,ZA-NW\nNEW,New,community,ZA-GP\nDIT,Herders,school,ZA-NW\n"),
        ),
        ("affiliations", &format!("{AFFILIATIONS}VAA,2027,\nDIT,2027,\n")),
        (
            "players",
            &format!(
                "{PLAYERS}M-1-B,Mokoena,,1998-04-17,female,ZA-NW,,DIT\nM-2-C,Dlamini,,1998-04-17,male,ZA-GP,,VAA\n\
                 ,Nkosi,,1998-04-17,male,ZA-NW,,VAA\n"
            ),
        ),
        (
            "registrations",
            &format!("{REGISTRATIONS}2-C,,,,VAA,2027,member,senior,\n"),
        ),
    ]);
    assert_eq!(
        faults(&job),
        [
            ("clubs", 2, "code", "out-of-scope"),
            ("clubs", 3, "province", "out-of-scope"),
            ("affiliations", 2, "club", "out-of-scope"),
            ("players", 2, "number", "out-of-scope"),
            ("players", 3, "club", "out-of-scope"),
            ("players", 4, "club", "out-of-scope"),
            ("registrations", 2, "club", "out-of-scope"),
        ]
    );
    // A club stays in its province, whoever says otherwise.
    let job = administrator.import(&[("clubs", &format!("{CLUBS}VAA,Vaal,community,ZA-NW\n"))]);
    assert_eq!(faults(&job), [("clubs", 2, "province", "not-allowed")]);
}

fn spreadsheets_are_read_however_they_write(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = "\u{feff}province;kind;name;code\r\nZA-NW;school;\"Herders; \"\"the\"\" kraal, two\";AAA\r\n;;;\r\n";
    done(&administrator.import(&[("clubs", clubs)]));
    let read = || app.anyone().get("/v1/clubs").items()[0]["name"].clone();
    assert_eq!(read(), "Herders; \"the\" kraal, two");
    let clubs = format!("\u{feff}{CLUBS}AAA,'=1+1,school,ZA-NW").replace('\n', "\r\n");
    assert_eq!(
        counts(&administrator.import(&[("clubs", &clubs)]), "clubs"),
        [1, 0, 1, 0]
    );
    assert_eq!(read(), "=1+1");
    // Year, month and day are written with slashes in South Africa.
    let affiliations = format!("{AFFILIATIONS}AAA,2027,2026/11/01\n").replace(',', ";");
    done(&administrator.import(&[("affiliations", &affiliations)]));
    let paid_on = administrator.get("/v1/affiliations").items()[0]["paid_on"].clone();
    assert_eq!(paid_on, "2026-11-01");
    for other in ["11/31/2026", "1/11/26", "2026/11", "20261101"] {
        let job = administrator.import(&[("affiliations", &format!("{AFFILIATIONS}AAA,2027,{other}\n"))]);
        assert_eq!(
            faults(&job),
            [("affiliations", 2, "paid_on", "invalid-value")],
            "{other}"
        );
    }
}

fn the_parts_have_names(app: &TestApp) {
    let administrator = app.administrator();
    let upload = |files: &[(&str, &[u8])]| administrator.upload("/v1/imports", Some("k"), files);
    for (files, expected) in [
        (vec![], vec![("", "required")]),
        (
            vec![("clubs", b"".as_slice()), ("games", b""), ("clubs", b"")],
            vec![("/games", "unknown-field"), ("/clubs", "duplicate-field")],
        ),
    ] {
        let problem = upload(&files).refused(422, "invalid-input");
        let faults = problem["errors"].as_array().unwrap();
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| (text(&fault["pointer"]), text(&fault["code"])))
            .collect();
        assert_eq!(faults, expected);
    }
    for (media_type, body, status, code) in [
        ("application/json", "{}", 415, "unsupported-media-type"),
        ("multipart/mixed; boundary=x", "", 415, "unsupported-media-type"),
        ("multipart/form-data", "", 400, "malformed-multipart"),
        ("multipart/form-data; boundary=x", "--y\r\n", 400, "malformed-multipart"),
        (
            "multipart/form-data; boundary=x",
            "--x\r\n\r\nhello\r\n--x--\r\n",
            400,
            "malformed-multipart",
        ),
    ] {
        let headers = [("content-type", media_type), ("idempotency-key", "k")];
        administrator
            .send("POST", "/v1/imports", &headers, Some(body))
            .refused(status, code);
    }
    let many: Vec<(&str, &[u8])> = vec![("clubs", b""); 17];
    upload(&many).refused(400, "malformed-multipart");
}

fn who_is_not_let_in_is_told_so_before_anything_is_read(app: &TestApp) {
    let club = app.club("ZA-NW");
    for (media_type, body) in [
        ("text/plain", "x"),
        ("multipart/form-data", ""),
        ("application/json", "{"),
    ] {
        let headers = [("content-type", media_type)];
        app.anyone()
            .send("POST", "/v1/imports", &headers, Some(body))
            .refused(401, "token-required");
        for caller in [app.umpire(), app.secretary(&club)] {
            caller
                .send("POST", "/v1/imports", &headers, Some(body))
                .refused(403, "role-required");
        }
    }
}
