//! Imports of players and their registrations, row by row.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::imports::{CLUBS, PLAYERS, REGISTRATIONS, counts, done, faults, refused};

on_both_databases! {
    who_may_be_known_is_left_out_and_listed,
    what_is_known_elsewhere_is_not_told,
    a_player_moves_by_a_transfer_alone,
    a_new_home_counts_from_today,
    registrations_are_judged_as_singly,
    members_are_registered_by_name_and_birth_date,
    names_are_as_strict_as_in_json,
    a_school_with_an_educator_in_charge_stays_a_school,
}

fn who_may_be_known_is_left_out_and_listed(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}AAA,Herders,school,ZA-NW\nBBB,Stones,school,ZA-GP\n");
    let known =
        format!("{PLAYERS},van der Merwe,Leoné,1998-04-17,female,ZA-NW,,BBB\n,🐄,,1998-04-17,male,ZA-NW,,AAA\n");
    done(&administrator.import(&[("clubs", &clubs), ("players", &known)]));
    let job = administrator.import(&[(
        "players",
        &format!(
            "{PLAYERS},VAN DER MERWE,Leone,1998-04-17,male,ZA-NW,,AAA\n,Nkosi,O’Brien,1990-01-01,male,ZA-NW,,AAA\n\
             ,nkosi,o'brien,1990-01-01,male,ZA-NW,,BBB\n,Nkosi,O’Brien,1990-01-02,male,ZA-NW,,AAA\n\
             ,🐂,,1998-04-17,male,ZA-NW,,AAA\n"
        ),
    )]);
    done(&job);
    assert_eq!(counts(&job, "players"), [5, 3, 0, 0]);
    assert_eq!(
        job["report"]["suspected_duplicates"],
        json!([
            { "file": "players", "line": 2, "player_number": "M-0000001-B", "other_line": null },
            { "file": "players", "line": 4, "player_number": null, "other_line": 3 },
        ])
    );
    assert_eq!(app.anyone().get("/v1/players").items().len(), 5);
}

fn what_is_known_elsewhere_is_not_told(app: &TestApp) {
    let clubs = format!("{CLUBS}AAA,Herders,school,ZA-NW\nBBB,Stones,school,ZA-GP\n");
    let player = format!("{PLAYERS},Mokoena,Thandiwe,2012-04-17,female,ZA-NW,,BBB\n");
    done(&app.administrator().import(&[("clubs", &clubs), ("players", &player)]));
    let coordinator = app.coordinator("ZA-NW");
    let job = coordinator.import(&[("players", &player.replace("BBB", "AAA"))]);
    done(&job);
    assert_eq!(counts(&job, "players"), [1, 1, 0, 0]);
    assert_eq!(job["report"]["suspected_duplicates"], json!([]));
    // Nor is someone elsewhere registered by name, or found to be there.
    let registration = format!("{REGISTRATIONS},Mokoena,Thandiwe,2012-04-17,AAA,2027,member,senior,\n");
    done(&coordinator.import(&[("registrations", &registration)]));
    assert_eq!(
        coordinator.get("/v1/registrations").items()[0]["player"]["number"],
        "M-0000002-C"
    );
}

fn a_player_moves_by_a_transfer_alone(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}AAA,Herders,school,ZA-NW\nBBB,Stones,school,ZA-NW\n");
    let player = format!("{PLAYERS},Mokoena,Thandiwe,1998-04-17,female,ZA-NW,,AAA\n");
    done(&administrator.import(&[("clubs", &clubs), ("players", &player)]));
    let job = administrator.import(&[
        (
            "players",
            &player.replace(",Mokoena", "M-1-B,Mokoena").replace("AAA", "BBB"),
        ),
        (
            "registrations",
            &format!("{REGISTRATIONS}M-1-B,,,,BBB,2027,member,senior,\n"),
        ),
    ]);
    let expected = [
        ("players", 2, "club", "transfer-required"),
        ("registrations", 2, "club", "transfer-required"),
    ];
    assert_eq!(faults(&job), expected);
}

fn a_new_home_counts_from_today(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}AAA,Herders,school,ZA-NW\n");
    let player = format!("{PLAYERS},Mokoena,Thandiwe,1998-04-17,female,ZA-NW,DC38,AAA\n");
    done(&administrator.import(&[("clubs", &clubs), ("players", &player)]));
    app.at("2026-12-31T22:00:00Z");
    let administrator = app.administrator();
    let moved = player
        .replace(",Mokoena", "M-1-B,Mokoena")
        .replace("ZA-NW,DC38", "ZA-GP,");
    assert_eq!(
        counts(&administrator.import(&[("players", &moved)]), "players"),
        [1, 0, 1, 0]
    );
    assert_eq!(
        counts(&administrator.import(&[("players", &moved)]), "players"),
        [1, 0, 0, 1]
    );
    let player = app.anyone().get("/v1/players").items().pop().unwrap();
    assert_eq!(player["province"], "ZA-GP");
    let homes = administrator
        .get(&format!("/v1/players/{}/residences", text(&player["id"])))
        .items();
    let since: Vec<(&str, &str)> = homes
        .iter()
        .map(|home| (text(&home["since"]), text(&home["province"])))
        .collect();
    assert_eq!(since, [("2027-01-01", "ZA-GP"), ("2026-11-20", "ZA-NW")]);
    let twice = format!("{moved}{}", moved.lines().nth(1).unwrap());
    let job = administrator.import(&[("players", &twice)]);
    assert_eq!(faults(&job), [("players", 3, "number", "duplicate-row")]);
}

fn registrations_are_judged_as_singly(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}AAA,Herders,community,ZA-NW\nSCH,School,school,ZA-NW\nSCI,Other School,school,ZA-NW\n");
    let players = format!("{PLAYERS},Mokoena,,2012-04-17,female,ZA-NW,,AAA\n,Nkosi,,2012-04-17,female,ZA-NW,,AAA\n");
    let registrations = format!("{REGISTRATIONS}1-B,,,,SCH,2027,institution,high_school,\n");
    done(&administrator.import(&[("clubs", &clubs), ("players", &players)]));
    done(&administrator.import(&[("registrations", &registrations)]));
    let second = app.anyone().get("/v1/players?number=2-C").items().pop().unwrap();
    administrator
        .send(
            "POST",
            &format!("/v1/players/{}/erasures", text(&second["id"])),
            &[],
            None,
        )
        .expect(201);
    let registrations = format!(
        "{REGISTRATIONS}1-B,,,,AAA,2028,member,senior,\n1-B,,,,AAA,2028,institution,student,\n\
         1-B,,,,SCH,2027,institution,senior,\n1-B,,,,SCI,2028,institution,student,\n\
         1-B,,,,SCI,2027,institution,high_school,\n2-C,,,,AAA,2027,member,senior,\n1-B,,,,AAA,2029,member,senior,\n"
    );
    assert_eq!(
        refused(
            &administrator.import(&[("registrations", &registrations)]),
            "registrations"
        ),
        [
            (3, "basis", "not-an-institution"),
            (4, "division", "division-does-not-fit"),
            (5, "-", "duplicate-row"),
            (6, "-", "duplicate-row"),
            (7, "number", "erased"),
            (8, "year", "too-far-ahead"),
        ]
    );
    for (row, column, code) in [
        (
            "1-B,,,,SCH,2027,institution,senior,",
            "division",
            "division-does-not-fit",
        ),
        ("1-B,,,,AAA,2028,member,primary_school,", "division", "age-does-not-fit"),
        (
            "1-B,,,,SCI,2027,institution,high_school,",
            "number",
            "already-registered",
        ),
        (
            "1-B,,,,SCH,2027,institution,high_school,2026-11-21",
            "paid_on",
            "in-future",
        ),
    ] {
        let job = administrator.import(&[("registrations", &format!("{REGISTRATIONS}{row}\n"))]);
        assert_eq!(refused(&job, "registrations"), [(2, column, code)], "{row}");
    }
    let player = format!("{PLAYERS}2-C,Nkosi,,2012-04-17,female,ZA-NW,,AAA\n");
    assert_eq!(
        faults(&administrator.import(&[("players", &player)])),
        [("players", 2, "number", "erased")]
    );
}

fn members_are_registered_by_name_and_birth_date(app: &TestApp) {
    let administrator = app.administrator();
    let clubs = format!("{CLUBS}AAA,Herders,community,ZA-NW\nBBB,Stones,community,ZA-NW\n");
    done(&administrator.import(&[("clubs", &clubs)]));
    let club = text(&app.anyone().get("/v1/clubs?q=herders").items()[0]["id"]).to_owned();
    // Two of one name, whom a coordinator has registered singly.
    app.player_named(&club, "Mokoena", "Thandiwe", "1998-04-17");
    app.player_named(&club, "Mokoena", "Thandiwe", "1998-04-17");
    app.player_named(&club, "Nkosi", "Sipho", "1998-04-17");
    let row = |name: &str, club: &str| format!("{REGISTRATIONS},{name},1998-04-17,{club},2027,member,senior,\n");
    for (name, club, column, code) in [
        ("Mokoena,Thandiwe", "AAA", "number", "several-players"),
        ("Nkosi,Sipho", "BBB", "family_name", "unknown-player"),
        ("Nkosi,Themba", "AAA", "family_name", "unknown-player"),
    ] {
        let job = administrator.import(&[("registrations", &row(name, club))]);
        assert_eq!(faults(&job), [("registrations", 2, column, code)], "{name}");
    }
    done(&administrator.import(&[("registrations", &row("nkosi,SIPHO", "AAA"))]));
    // Under the new name, not the old one, if the same upload changes it.
    let renamed = format!("{PLAYERS}3-D,Zwane,Sipho,1998-04-17,female,ZA-NW,,AAA\n");
    let job = administrator.import(&[("players", &renamed), ("registrations", &row("Nkosi,Sipho", "AAA"))]);
    assert_eq!(faults(&job), [("registrations", 2, "family_name", "unknown-player")]);
    let job = administrator.import(&[("players", &renamed), ("registrations", &row("Zwane,Sipho", "AAA"))]);
    assert_eq!(counts(&job, "registrations"), [1, 0, 0, 1]);
}

fn names_are_as_strict_as_in_json(app: &TestApp) {
    let administrator = app.administrator();
    done(&administrator.import(&[("clubs", &format!("{CLUBS}AAA,Herders,school,ZA-NW\n"))]));
    let club = text(&app.anyone().get("/v1/clubs").items()[0]["id"]).to_owned();
    let (longest, longer) = ("é".repeat(200), "é".repeat(201));
    let names = [
        "Nxele-!Xam",
        "ǂKhomani",
        "עמוס",
        "👩‍👩‍👧",
        "a\0b",
        "\u{202e}x",
        "\u{200b}",
        " ",
        &longest,
        &longer,
        "'t Hooft",
        "=1+1",
    ];
    for (day, name) in names.iter().enumerate() {
        let born = format!("1998-04-{:02}", day + 1);
        let row = format!("{PLAYERS},\"{name}\",,{born},female,ZA-NW,,AAA\n");
        let job = administrator.import_to("/v1/imports?dry_run=true", &[("players", &row)]);
        let player = json!({
            "family_name": name, "birth_date": born, "sex": "female", "province": "ZA-NW", "club_id": club,
        });
        let answer = administrator.post("/v1/players", &player);
        let told = answer.json();
        let singly = if answer.status == 201 {
            None
        } else {
            Some(text(&told["errors"][0]["code"]))
        };
        assert_eq!(faults(&job).first().map(|(.., code)| *code), singly, "{name:?}");
        if singly.is_none() {
            let number = text(&told["number"]);
            let row = format!("{PLAYERS}{number},\"{name}\",,{born},female,ZA-NW,,AAA\n");
            assert_eq!(
                counts(&administrator.import(&[("players", &row)]), "players"),
                [1, 0, 0, 1],
                "{name:?}"
            );
        }
    }
}

fn a_school_with_an_educator_in_charge_stays_a_school(app: &TestApp) {
    let administrator = app.administrator();
    let school = format!("{CLUBS}AAA,Herders,school,ZA-NW\n");
    done(&administrator.import(&[("clubs", &school)]));
    let club = text(&administrator.get("/v1/clubs").items()[0]["id"]).to_owned();
    let educator = json!({ "educator_in_charge": { "name": "Lindiwe Qwabe" } });
    administrator
        .patch(&format!("/v1/clubs/{club}/contacts"), "*", &educator)
        .expect(200);
    let job = administrator.import(&[("clubs", &school.replace("school", "community"))]);
    assert_eq!(faults(&job), [("clubs", 2, "kind", "not-a-school")]);
    done(&administrator.import(&[("clubs", &school.replace("Herders", "Calves"))]));
}
