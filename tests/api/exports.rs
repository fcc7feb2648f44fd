//! Exports: what can be imported, as files.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::imports::{CLUBS, PLAYERS, REGISTRATIONS, counts, done};

on_both_databases! {
    what_is_exported_is_imported_without_a_change,
    a_file_is_for_spreadsheets_and_for_one_reader,
    formulas_are_defused,
    everyone_exports_what_they_look_after,
    filters_narrow_an_export,
    what_was_erased_or_merged_is_left_out,
    other_clubs_members_are_exported_by_number_alone,
    long_lists_are_whole,
}

const FILES: [&str; 4] = ["clubs", "affiliations", "players", "registrations"];

#[track_caller]
fn export(caller: &Caller<'_>, file: &str) -> String {
    let answer = caller.get(&format!("/v1/exports/{file}"));
    assert_eq!(answer.status, 200, "{}", answer.body_text());
    answer.body_text()
}

/// The rows without the first line.
#[track_caller]
fn rows(caller: &Caller<'_>, file: &str) -> Vec<String> {
    let text = export(caller, file);
    text.trim_end().split("\r\n").skip(1).map(str::to_owned).collect()
}

/// Everything that is exported is as it was, if it is imported.
#[track_caller]
fn comes_back(caller: &Caller<'_>) {
    let files = FILES.map(|file| (file, export(caller, file)));
    let job = caller.import(&files.each_ref().map(|(file, text)| (*file, text.as_str())));
    done(&job);
    for file in FILES {
        let [rows, created, changed, unchanged] = counts(&job, file);
        assert_eq!((created, changed, unchanged), (0, 0, rows), "{file}: {job}");
        assert!(rows > 0, "{file}");
    }
}

/// Clubs, affiliations, players and registrations of two provinces.
fn federation(app: &TestApp) {
    let clubs = format!("{CLUBS}NWA,Herders,community,ZA-NW\nNWB,Stones,school,ZA-NW\nGPA,Vaal,community,ZA-GP\n");
    let players = format!(
        "{PLAYERS},Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,NWA\n,Dlamini,Sipho,2012-02-29,male,ZA-NW,,NWB\n\
         ,Naidoo,Priya,2007-12-31,female,ZA-GP,JHB,GPA\n"
    );
    let registrations = format!(
        "{REGISTRATIONS}1-B,,,,NWA,2027,member,senior,2026-11-20\n1-B,,,,NWA,2026,member,senior,\n\
         2-C,,,,NWB,2027,institution,high_school,\n3-D,,,,GPA,2027,member,senior,\n"
    );
    let affiliations = "club,year,paid_on\nNWA,2027,2026-11-01\nNWB,2027,\nGPA,2027,\nNWA,2026,\n";
    let administrator = app.administrator();
    done(&administrator.import(&[("clubs", &clubs), ("affiliations", affiliations), ("players", &players)]));
    done(&administrator.import(&[("registrations", &registrations)]));
}

fn what_is_exported_is_imported_without_a_change(app: &TestApp) {
    federation(app);
    let administrator = app.administrator();
    let club = text(&app.anyone().get("/v1/clubs?q=herders").items()[0]["id"]).to_owned();
    let longest = "é".repeat(200);
    for name in [
        "=HYPERLINK(\"http://x\")",
        "+1",
        "-1",
        "@x",
        "'=x",
        "''＝x",
        "'t Hooft",
        "＋",
        "；;,",
        "\"",
        "\"\"",
        "a\"b;c,d",
        "Nxele-!Xam",
        "ǂKhomani",
        "עמוס בן דוד",
        "👩‍👩‍👧",
        "O’Brien",
        "van der Merwe",
        "'",
        "''",
        &longest,
    ] {
        app.player_named(&club, name, name, "1998-04-17");
        let code = format!("C{}", fastrand::u32(10_000_000..99_999_999));
        let name: String = name.chars().take(120).collect();
        let club = json!({ "code": code, "name": name, "kind": "university", "province": "ZA-WC" });
        administrator.post("/v1/clubs", &club).expect(201);
    }
    comes_back(&administrator);
    comes_back(&app.coordinator("ZA-NW"));
}

fn a_file_is_for_spreadsheets_and_for_one_reader(app: &TestApp) {
    federation(app);
    let answer = app.administrator().get("/v1/exports/players");
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"players.csv\""
    );
    assert_eq!(
        answer.body_text(),
        "\u{feff}number,family_name,given_names,birth_date,sex,province,region,club,nationality\r\n\
         M-0000001-B,Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,NWA,\r\n\
         M-0000002-C,Dlamini,Sipho,2012-02-29,male,ZA-NW,,NWB,\r\n\
         M-0000003-D,Naidoo,Priya,2007-12-31,female,ZA-GP,JHB,GPA,\r\n"
    );
    let expected = ["GPA,2027,", "NWA,2026,", "NWA,2027,2026-11-01", "NWB,2027,"];
    let mut affiliations = rows(&app.administrator(), "affiliations");
    affiliations.sort();
    assert_eq!(affiliations, expected);
    let registrations = rows(&app.administrator(), "registrations");
    let first = "M-0000001-B,Mokoena,Thandiwe,1998-04-17,NWA,2027,member,senior,2026-11-20".to_owned();
    assert!(registrations.contains(&first), "{registrations:?}");
    assert_eq!(registrations.len(), 4);
}

fn formulas_are_defused(app: &TestApp) {
    let club = app.club("ZA-NW");
    for name in ["=cmd|' /C calc'!A0", "+27", "-x", "@SUM(1)", "＝x"] {
        app.player_named(&club, name, "Thandiwe", "1998-04-17");
    }
    for row in rows(&app.administrator(), "players") {
        let cell = row.split(',').nth(1).unwrap().trim_start_matches('"');
        assert!(cell.starts_with('\''), "{row}");
    }
}

fn everyone_exports_what_they_look_after(app: &TestApp) {
    federation(app);
    let clubs = app.anyone().get("/v1/clubs?q=stones").items();
    let secretary = app.secretary(text(&clubs[0]["id"]));
    let (here, there) = (app.coordinator("ZA-NW"), app.coordinator("ZA-LP"));
    for (file, all, province, club) in [
        ("clubs", 3, 2, 1),
        ("affiliations", 4, 3, 1),
        ("players", 3, 2, 1),
        ("registrations", 4, 3, 1),
    ] {
        let exported = [&app.administrator(), &here, &secretary, &there].map(|caller| rows(caller, file).len());
        assert_eq!(exported, [all, province, club, 0], "{file}");
        app.umpire()
            .get(&format!("/v1/exports/{file}"))
            .refused(403, "role-required");
        app.anyone()
            .get(&format!("/v1/exports/{file}"))
            .refused(401, "token-required");
    }
    let gauteng = text(&app.anyone().get("/v1/clubs?q=vaal").items()[0]["id"]).to_owned();
    for caller in [&here, &secretary] {
        caller
            .get(&format!("/v1/exports/players?club_id={gauteng}"))
            .refused(403, "out-of-scope");
    }
    here.get("/v1/exports/players?province=ZA-GP")
        .refused(403, "out-of-scope");
    let none = secretary.get("/v1/exports/players?province=ZA-GP");
    assert_eq!((none.status, none.body_text().lines().count()), (200, 1));
}

fn filters_narrow_an_export(app: &TestApp) {
    federation(app);
    let administrator = app.administrator();
    let club = text(&app.anyone().get("/v1/clubs?q=herders").items()[0]["id"]).to_owned();
    for (query, expected) in [
        ("clubs?province=ZA-NW", 2),
        ("clubs?province=ZA-LP", 0),
        ("affiliations?year=2026", 1),
        ("affiliations?year=2027&province=ZA-NW", 2),
        ("registrations?year=2027", 3),
        (&format!("registrations?club_id={club}"), 2),
        (&format!("registrations?club_id={club}&year=2026"), 1),
        (&format!("players?club_id={club}&province=ZA-NW"), 1),
        (&format!("players?club_id={club}&province=ZA-GP"), 0),
    ] {
        assert_eq!(rows(&administrator, query).len(), expected, "{query}");
    }
    for (path, status, code) in [
        ("players?year=2027", 400, "invalid-query"),
        ("clubs?year=2027", 400, "invalid-query"),
        ("registrations?year=1066", 400, "invalid-query"),
        ("clubs?q=x", 400, "invalid-query"),
        ("clubs?province=ZA-XX", 422, "unknown-province"),
        (
            "clubs?club_id=019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f",
            422,
            "unknown-club",
        ),
        ("umpires", 404, "not-found"),
        ("", 404, "not-found"),
    ] {
        administrator.get(&format!("/v1/exports/{path}")).refused(status, code);
    }
}

fn what_was_erased_or_merged_is_left_out(app: &TestApp) {
    federation(app);
    let administrator = app.administrator();
    let id = |number: &str| {
        let found = app.anyone().get(&format!("/v1/players?number={number}")).items();
        text(&found[0]["id"]).to_owned()
    };
    let (stays, erased) = (id("1-B"), id("3-D"));
    let club = text(&app.anyone().get("/v1/clubs?q=herders").items()[0]["id"]).to_owned();
    let double = app.player_named(&club, "Mokoena", "Thandi", "1998-04-17");
    for year in [2026, 2027] {
        let registration = json!({
            "player_id": double, "club_id": club, "year": year, "basis": "member", "division": "student",
        });
        administrator.post("/v1/registrations", &registration).expect(201);
    }
    administrator
        .post(
            &format!("/v1/players/{stays}/mergers"),
            &json!({ "duplicate_id": double }),
        )
        .expect(201);
    administrator
        .send("POST", &format!("/v1/players/{erased}/erasures"), &[], None)
        .expect(201);
    assert_eq!(rows(&administrator, "players").len(), 2);
    assert_eq!(rows(&administrator, "registrations").len(), 3);
    comes_back(&administrator);
    // The number of the entry that was merged still finds the player.
    let row = format!("{PLAYERS}4-E,Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,NWA\n");
    assert_eq!(
        counts(&administrator.import(&[("players", &row)]), "players"),
        [1, 0, 0, 1]
    );
}

fn other_clubs_members_are_exported_by_number_alone(app: &TestApp) {
    federation(app);
    let administrator = app.administrator();
    let row = format!("{REGISTRATIONS}3-D,,,,NWB,2027,institution,high_school,\n");
    assert_eq!(
        counts(&administrator.import(&[("registrations", &row)]), "registrations"),
        [1, 1, 0, 0]
    );
    for caller in [app.coordinator("ZA-NW"), administrator] {
        let guest = "M-0000003-D,,,,NWB,2027,institution,high_school,".to_owned();
        assert!(rows(&caller, "registrations").contains(&guest));
        comes_back(&caller);
    }
}

fn long_lists_are_whole(app: &TestApp) {
    let player = |n: u32| format!(",Mokoena,Number {n},1998-04-17,female,ZA-NW,,C{}\n", n % 600);
    let registration = |n: u32| format!("{},,,,C{},2027,member,senior,\n", number(n + 1), n % 600);
    let club = |n: u32| format!("C{n},Herders,school,ZA-NW\n");
    let affiliation = |n: u32| format!("C{n},2027,\n");
    let clubs: String = (0..600).map(club).collect();
    let affiliations: String = (0..600).map(affiliation).collect();
    let players: String = (0..1300).map(player).collect();
    let registrations: String = (0..1300).map(registration).collect();
    let administrator = app.administrator();
    done(&administrator.import(&[
        ("clubs", &format!("{CLUBS}{clubs}")),
        ("affiliations", &format!("club,year,paid_on\n{affiliations}")),
        ("players", &format!("{PLAYERS}{players}")),
    ]));
    done(&administrator.import(&[("registrations", &format!("{REGISTRATIONS}{registrations}"))]));
    assert_eq!(
        FILES.map(|file| rows(&administrator, file).len()),
        [600, 600, 1300, 1300]
    );
    comes_back(&administrator);
}

/// A player's number as it is printed.
fn number(n: u32) -> String {
    let check = b"ABCDEFGHKLMNPQRSTUVWXYZ"[usize::try_from(n % 23).unwrap()];
    format!("M-{n:07}-{}", char::from(check))
}
