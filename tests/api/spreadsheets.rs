//! Spreadsheets as people save them: workbooks, headings and days of their own.

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::imports::{CLUBS, PLAYERS, counts, done, faults};

on_sqlite! {
    a_workbook_of_learners_is_imported,
    a_list_with_headings_of_its_own_is_imported,
    what_a_file_does_not_say_stays_as_it_is,
    what_cannot_be_meant_is_refused_at_its_row,
    a_workbook_that_is_none_is_told_so,
}

/// A workbook with those rows on its second sheet, below a title; what looks like a day is one.
pub fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    workbook.add_worksheet();
    let sheet = workbook.add_worksheet().set_name("Season 2027").unwrap();
    sheet.write(0, 0, "Mahikeng Herders").unwrap();
    let format = Format::new().set_num_format("dd/mm/yyyy");
    for (row, cells) in (2..).zip(rows) {
        for (column, cell) in (0..).zip(*cells) {
            if cell.is_empty() {
                continue;
            }
            if let Ok(number) = cell.parse::<f64>() {
                sheet.write(row, column, number).unwrap();
            } else if let Ok(day) = ExcelDateTime::parse_from_str(cell) {
                sheet.write_with_format(row, column, &day, &format).unwrap();
            } else {
                sheet.write(row, column, *cell).unwrap();
            }
        }
    }
    workbook.save_to_buffer().unwrap()
}

/// The columns of a file that were taken, as the report tells them.
fn taken(job: &Value) -> Vec<(&str, &str)> {
    let columns = job["report"]["files"][0]["columns"].as_array().unwrap();
    columns
        .iter()
        .map(|column| {
            (
                column["heading"].as_str().unwrap_or("?"),
                column["taken_for"].as_str().unwrap_or("-"),
            )
        })
        .collect()
}

fn herders(app: &TestApp) {
    let clubs = format!("{CLUBS}DIT,Herders,community,ZA-NW\n");
    done(&app.administrator().import(&[("clubs", &clubs)]));
}

fn particulars(app: &TestApp, number: &str) -> Value {
    let player = app
        .anyone()
        .get(&format!("/v1/players?number={number}"))
        .items()
        .pop()
        .unwrap();
    let path = format!("/v1/players/{}/particulars", text(&player["id"]));
    app.administrator().get(&path).expect(200)
}

fn a_workbook_of_learners_is_imported(app: &TestApp) {
    herders(app);
    let administrator = app.administrator();
    let players = workbook(&[
        &[
            "No.",
            "Surname",
            "First names",
            "Date of birth",
            "Gender",
            "Province",
            "District",
            "Club code",
        ],
        &[
            "1",
            "Mokoena",
            "Thandiwe",
            "2012-04-17",
            "F",
            "North West",
            "Ngaka Modiri Molema",
            "dit",
        ],
        &["2", "Dlamini", "Sipho", "17/04/2011", "Male", "NW", "", "DIT"],
    ]);
    let registrations = workbook(&[
        &[
            "Surname",
            "First names",
            "DOB",
            "Club",
            "Season",
            "Basis",
            "Age group",
            "Date paid",
        ],
        &[
            "Mokoena",
            "Thandiwe",
            "2012-04-17",
            "DIT",
            "2027",
            "Member",
            "High School",
            "2026-11-19",
        ],
    ]);
    let files: [(&str, &[u8]); 2] = [("players", &players), ("registrations", &registrations)];
    let answer = administrator.upload("/v1/imports", Some("workbooks"), &files);
    let job = administrator.finished(&answer);
    done(&job);
    assert_eq!(
        (counts(&job, "players"), counts(&job, "registrations")),
        ([2, 2, 0, 0], [1, 1, 0, 0])
    );
    assert_eq!(job["report"]["files"][0]["sheet"], "Season 2027");
    assert_eq!(
        taken(&job)[..3],
        [("No.", "-"), ("Surname", "family_name"), ("First names", "given_names")]
    );
    let mokoena = particulars(app, "M-0000001-B");
    assert_eq!(mokoena["birth_date"], "2012-04-17");
    assert_eq!(
        (&mokoena["region"], &mokoena["sex"]),
        (&json!("DC38"), &json!("female"))
    );
    assert_eq!(particulars(app, "M-0000002-C")["birth_date"], "2011-04-17");
    let registration = administrator.get("/v1/registrations").items().pop().unwrap();
    assert_eq!(registration["division"], "high_school");
    assert_eq!(registration["paid_on"], "2026-11-19");
}

fn a_list_with_headings_of_its_own_is_imported(app: &TestApp) {
    herders(app);
    let list = "\u{feff}Surname\tName\tDOB\tM/F\tProv\tProvince\tSchool\tCoach\t\n\
                Mokoena\tThandiwe\t7 Apr 2012\tf\tx\tnw\tDIT\tMs Dube\t\n\t\t\t\t\t\t\t\t\n";
    let job = app.administrator().import(&[("players", list)]);
    done(&job);
    let expected = [
        ("Surname", "family_name"),
        ("Name", "given_names"),
        ("DOB", "birth_date"),
        ("M/F", "sex"),
        ("Prov", "-"),
        ("Province", "province"),
        ("School", "club"),
        ("Coach", "-"),
    ];
    assert_eq!(taken(&job), expected);
    assert_eq!(particulars(app, "M-0000001-B")["birth_date"], "2012-04-07");
}

fn what_a_file_does_not_say_stays_as_it_is(app: &TestApp) {
    herders(app);
    let administrator = app.administrator();
    let player = format!("{PLAYERS},Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,DIT\n");
    let affiliation = "club,year,paid_on\nDIT,2027,2026-11-01\n";
    done(&administrator.import(&[("players", &player), ("affiliations", affiliation)]));
    let short = "number,surname,name,dob,sex,province,club\nM-1-B,Mokoena,Thandi,17/04/1998,F,NW,DIT\n";
    let job = administrator.import(&[("players", short), ("affiliations", "club,year\nDIT,2027\n")]);
    done(&job);
    assert_eq!(
        (counts(&job, "players"), counts(&job, "affiliations")),
        ([1, 0, 1, 0], [1, 0, 0, 1])
    );
    assert_eq!(particulars(app, "M-1-B")["region"], "DC38");
    // With the column, an empty cell says that there is nothing.
    let said = short.replace(",province", ",province,region").replace(",NW,", ",NW,,");
    done(&administrator.import(&[("players", &said)]));
    assert_eq!(particulars(app, "M-1-B")["region"], Value::Null);
}

fn what_cannot_be_meant_is_refused_at_its_row(app: &TestApp) {
    herders(app);
    let players = workbook(&[
        &["Surname", "Name", "DOB", "Sex", "Province", "Club", "Citizenship"],
        &[
            "Mokoena",
            "Thandiwe",
            "04/17/2012",
            "girl",
            "NW",
            "DIT",
            "South African",
        ],
        &["Dlamini", "Sipho", "17/4/12", "q", "Northwest", "DIT", "SA"],
        &["Nkosi", "Lerato", "2012-04-17", "f", "North", "DIT", "Botswana"],
    ]);
    let administrator = app.administrator();
    let answer = administrator.upload("/v1/imports", Some("k"), &[("players", &players)]);
    let job = administrator.finished(&answer);
    assert_eq!(
        faults(&job),
        [
            ("players", 4, "birth_date", "invalid-value"),
            ("players", 5, "birth_date", "invalid-value"),
            ("players", 5, "sex", "invalid-value"),
            ("players", 5, "nationality", "invalid-value"),
            ("players", 6, "province", "unknown-province"),
        ]
    );
    let message = text(&job["report"]["faults"][0]["message"]);
    assert_eq!(message, "The day comes first and then the month, as in 17/04/2012.");
    assert_eq!(taken(&job)[0], ("Surname", "family_name"));
}

fn a_workbook_that_is_none_is_told_so(app: &TestApp) {
    let administrator = app.administrator();
    for (content, code) in [
        (b"PK\x03\x04".as_slice(), "unreadable-workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "unreadable-workbook"),
    ] {
        let answer = administrator.upload("/v1/imports", Some(&format!("{content:?}")), &[("clubs", content)]);
        assert_eq!(faults(&administrator.finished(&answer)), [("clubs", 1, "-", code)]);
    }
    let empty = Workbook::new().save_to_buffer().unwrap();
    let answer = administrator.upload("/v1/imports", Some("empty"), &[("clubs", &empty)]);
    assert_eq!(
        faults(&administrator.finished(&answer)),
        [("clubs", 1, "-", "required")]
    );
    // What unpacks to more than is read, as it comes over the wire.
    let mut zeros = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zeros
        .start_file("_rels/.rels", zip::write::SimpleFileOptions::default())
        .unwrap();
    std::io::copy(&mut std::io::Read::take(std::io::repeat(b' '), 70 << 20), &mut zeros).unwrap();
    let bomb = zeros.finish().unwrap().into_inner();
    let answer = administrator.upload("/v1/imports", Some("bomb"), &[("clubs", &bomb)]);
    assert_eq!(
        faults(&administrator.finished(&answer)),
        [("clubs", 1, "-", "workbook-too-large")]
    );
}
