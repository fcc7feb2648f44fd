//! Players' names: kept as people write them, and found however they are typed.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    names_are_kept_as_they_are_written,
    a_person_may_have_one_name,
    names_of_the_wrong_form_are_refused,
    players_are_found_without_case_and_accents,
    a_search_longer_than_any_name_is_refused,
}

fn player(club: &str, family: &str, given: Option<&str>) -> Value {
    json!({
        "family_name": family, "given_names": given, "birth_date": "1998-04-17",
        "sex": "female", "province": "ZA-NW", "club_id": club,
    })
}

fn found(app: &TestApp, q: &str) -> Vec<String> {
    let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
    let players = app.anyone().get(&format!("/v1/players?q={q}")).items();
    players.iter().map(|player| text(&player["name"]).to_owned()).collect()
}

fn names_are_kept_as_they_are_written(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let (longest, widest) = ("x".repeat(200), "é".repeat(200));
    for (family, given) in [
        ("van der Merwe", Some("Leoné")),
        ("Nxele-!Xam", Some("ǂKhomani Œuvre")),
        ("O'Brien", Some("Seán")),
        ("O’Brien", Some("D. J.")),
        ("Thandi", None),
        ("🐄 Nkomo", Some("👩🏾‍🌾")),
        ("الأحمد", Some("محمد")),
        ("כהן", None),
        ("Leone\u{301}", Some("NFD")),
        (&longest, Some(&widest)),
    ] {
        let answer = secretary.post("/v1/players", &player(&club, family, given));
        let created = answer.expect(201);
        assert_eq!(
            (&created["family_name"], &created["given_names"]),
            (&json!(family), &json!(given))
        );
        let spoken = given.map_or_else(|| family.to_owned(), |given| format!("{given} {family}"));
        assert_eq!(app.anyone().get(answer.header("location")).expect(200)["name"], spoken);
        assert_eq!(secretary.get(answer.header("content-location")).expect(200), created);
    }
}

fn a_person_may_have_one_name(app: &TestApp) {
    let club = app.club("ZA-NW");
    let mut sent = player(&club, "Thandi", None);
    for _ in 0..2 {
        let answer = app.secretary(&club).post("/v1/players", &sent);
        assert_eq!(answer.expect(201)["given_names"], Value::Null);
        assert_eq!(
            app.anyone().get(answer.header("location")).expect(200)["name"],
            "Thandi"
        );
        sent.as_object_mut().unwrap().remove("given_names");
    }
}

fn names_of_the_wrong_form_are_refused(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let long = "é".repeat(201);
    for (name, code) in [
        ("", "required"),
        (" \t\u{3000}\n", "required"),
        (&long, "too-long"),
        ("Mok\u{202E}oena", "not-printable"),
        ("Mok\u{2066}oena", "not-printable"),
        ("Mok\u{0}oena", "not-printable"),
        ("Mok\u{E000}oena", "not-printable"),
        ("Mok\u{378}oena", "not-printable"),
        ("Mok\u{7F}oena", "not-printable"),
        ("\u{FEFF}Mokoena", "not-printable"),
    ] {
        for field in ["family_name", "given_names"] {
            let mut sent = player(&club, "Mokoena", Some("Thandiwe"));
            sent[field] = json!(name);
            let problem = secretary.post("/v1/players", &sent).refused(422, "invalid-input");
            let faults = problem["errors"].as_array().unwrap();
            assert_eq!((faults.len(), &faults[0]["code"]), (1, &json!(code)), "{name:?}");
            assert_eq!(faults[0]["pointer"], format!("/{field}"));
        }
    }
    assert_eq!(app.anyone().get("/v1/players").items().len(), 0);
}

fn players_are_found_without_case_and_accents(app: &TestApp) {
    let club = app.club("ZA-NW");
    for (family, given) in [
        ("van der Merwe", "Leoné"),
        ("Nxele-!Xam", "Thandiwe"),
        ("O'Brien", "Seán"),
        ("O’Brien", "Ann"),
        ("الأحمد", "محمد"),
        ("Leone\u{301}", "Nomsa"),
    ] {
        app.player_named(&club, family, given, "1998-04-17");
    }
    let found = |q: &str| found(app, q);
    assert_eq!(found("LEONE"), ["Leoné van der Merwe", "Nomsa Leone\u{301}"]);
    assert_eq!(found("Leoné"), found("leone"));
    assert_eq!(found("leone\u{301}"), found("leone"));
    assert_eq!(found("merwe leo"), ["Leoné van der Merwe"]);
    assert_eq!(found("VAN DER MER"), ["Leoné van der Merwe"]);
    assert_eq!(found("xam"), ["Thandiwe Nxele-!Xam"]);
    assert_eq!(found("NXELE-!XAM"), ["Thandiwe Nxele-!Xam"]);
    for spelling in ["o'brien", "O’BRIEN", "obrien", "O`Brien"] {
        assert_eq!(found(spelling), ["Seán O'Brien", "Ann O’Brien"], "{spelling}");
    }
    assert_eq!(found("محمد"), ["محمد الأحمد"]);
    // Neither the middle of a word, nor a wildcard, nor nothing at all finds anyone.
    for nobody in [
        "eone",
        "erwe",
        "leone sean",
        "%",
        "_eone",
        "l%one",
        "",
        " ",
        "!",
        "'",
        "\\",
    ] {
        assert_eq!(found(nobody), Vec::<String>::new(), "{nobody}");
    }
}

/// Each word of a search costs the database a comparison.
fn a_search_longer_than_any_name_is_refused(app: &TestApp) {
    app.player_named(&app.club("ZA-NW"), "Adams", "Ann", "1998-04-17");
    for q in ["a".repeat(60_000), "a ".repeat(2_000), "a ".repeat(30_000)] {
        let q = q.replace(' ', "+");
        for path in ["/v1/players", "/v1/clubs", "/v1/tournaments"] {
            app.anyone().get(&format!("{path}?q={q}")).refused(400, "invalid-query");
        }
    }
    assert_eq!(found(app, &"a ".repeat(200)), ["Ann Adams"]);
}
