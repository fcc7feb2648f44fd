//! Entrants: those who run a tournament see full names, those of children too; nobody else does.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::hall::Hall;

on_sqlite! {
    those_who_run_it_read_full_names,
    nobody_else_reads_them,
    an_umpire_reads_them_while_appointed,
    the_sheets_of_officials_have_full_names_and_say_so,
    a_round_that_is_not_published_has_no_sheets,
    of_an_erased_person_the_number_is_left,
}

const CHILD: &str = "Zwelibanzi Qwabe";

const SHEETS: [&str; 3] = ["pairings", "wall-chart", "score-sheets"];

/// A tournament of two, the second a child; and the child.
fn hall(app: &TestApp) -> (Hall<'_>, String) {
    let mut hall = Hall::new(app, &json!({}), 1);
    let child = app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "2012-05-05");
    hall.enter(&child);
    (hall, child)
}

fn sheet(round: &str, sheet: &str) -> String {
    format!("{round}/officials-sheets/{sheet}")
}

fn those_who_run_it_read_full_names(app: &TestApp) {
    let (hall, child) = hall(app);
    let entry = &app.anyone().get(&format!("{}/entries", hall.path)).items()[1];
    assert_eq!(entry["player"]["name"], "Z. Q.");
    let entrants = format!("{}/entrants", hall.path);
    for who in [app.administrator(), hall.coordinator.clone(), hall.umpire.clone()] {
        let answer = who.get(&entrants);
        assert_eq!(answer.header("cache-control"), "private, no-store");
        let club = app.anyone().get(&format!("/v1/clubs/{}", text(&entry["club_id"])));
        let expected = json!({
            "entry_id": entry["id"], "player_id": child, "number": entry["player"]["number"], "name": CHILD,
            "name_withheld": true, "club_id": entry["club_id"], "club": club.expect(200)["name"],
            "country": null, "transferred_to_id": null,
            "team": null, "division": null, "seed": 2, "withdrawn": false, "checked_in_at": null,
        });
        assert_eq!(answer.items()[1], expected);
        assert_eq!(answer.items()[0]["name_withheld"], false);
    }
    let withdrawal = format!("/v1/entries/{}/withdrawals", text(&entry["id"]));
    hall.coordinator.send("POST", &withdrawal, &[], None).expect(201);
    assert_eq!(hall.umpire.get(&entrants).items()[1]["withdrawn"], true);
}

fn nobody_else_reads_them(app: &TestApp) {
    let (hall, child) = hall(app);
    let round = hall.publish();
    let child = app.anyone().get(&format!("/v1/players/{child}")).expect(200);
    let others: [(Caller<'_>, u16, &str); 6] = [
        (app.anyone(), 401, "token-required"),
        (app.secretary(text(&child["club_id"])), 403, "role-required"),
        (app.institution(), 403, "role-required"),
        (app.coordinator("ZA-GP"), 403, "out-of-scope"),
        (app.umpire(), 403, "out-of-scope"),
        (app.sign_in(&app.account().email), 403, "role-required"),
    ];
    let paths = SHEETS.map(|name| sheet(&round, name));
    for path in paths.iter().chain([&format!("{}/entrants", hall.path)]) {
        for (who, status, code) in &others {
            who.get(path).refused(*status, code);
        }
    }
    let nowhere = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8";
    let administrator = app.administrator();
    for path in [
        format!("/v1/tournaments/{nowhere}/entrants"),
        sheet(&format!("/v1/rounds/{nowhere}"), "pairings"),
        sheet(&round, "standings"),
    ] {
        administrator.get(&path).refused(404, "not-found");
    }
}

fn an_umpire_reads_them_while_appointed(app: &TestApp) {
    let (hall, _) = hall(app);
    let entrants = format!("{}/entrants", hall.path);
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Missed the meeting." });
    let suspensions = format!("{}/suspensions", hall.accreditation);
    app.administrator().post(&suspensions, &suspension).expect(201);
    hall.umpire.get(&entrants).refused(409, "not-accredited");
    let ending = format!("{}/endings", hall.appointment);
    hall.coordinator.send("POST", &ending, &[], None).expect(201);
    hall.umpire.get(&entrants).refused(403, "out-of-scope");
}

fn the_sheets_of_officials_have_full_names_and_say_so(app: &TestApp) {
    const WARNING: &str = "For officials only: it has names that are not public. Do not put it up.";
    let (hall, _) = hall(app);
    let round = hall.publish();
    for name in SHEETS {
        let answer = hall.umpire.get(&sheet(&round, name));
        assert_eq!(answer.header("cache-control"), "private, no-store", "{name}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{name}");
        let page = answer.body_text();
        assert!(page.contains(CHILD) && !page.contains("Z. Q."), "{name}: {page}");
        assert!(page.contains(WARNING), "{name}: {page}");
        assert!(page.contains("@page{@bottom-left{content:\"For"), "{name}: {page}");
        // Those that are put up are as they were.
        let public = app.anyone().get(&sheet_for_everyone(&round, name)).body_text();
        assert!(
            public.contains("Z. Q.") && !public.contains("Qwabe"),
            "{name}: {public}"
        );
        assert!(!public.contains(WARNING) && !public.contains("bottom-left"), "{name}");
    }
}

fn sheet_for_everyone(round: &str, name: &str) -> String {
    format!("{}/{name}", round.trim_start_matches("/v1"))
}

fn a_round_that_is_not_published_has_no_sheets(app: &TestApp) {
    let (hall, _) = hall(app);
    let round: Value = hall.draw(&json!({})).expect(201);
    let path = sheet(&format!("/v1/rounds/{}", text(&round["id"])), "score-sheets");
    hall.umpire.get(&path).refused(404, "not-found");
}

fn of_an_erased_person_the_number_is_left(app: &TestApp) {
    let (hall, child) = hall(app);
    let erasures = format!("/v1/players/{child}/erasures");
    app.administrator().send("POST", &erasures, &[], None).expect(201);
    let entrant = &hall.coordinator.get(&format!("{}/entrants", hall.path)).items()[1];
    assert_eq!(
        (&entrant["name"], &entrant["name_withheld"]),
        (&entrant["number"], &json!(true))
    );
}
