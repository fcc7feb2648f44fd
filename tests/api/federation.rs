//! The federation: its name, and what it sets from a day on.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::Browser;
use crate::caller::text;
use crate::hall::Hall;
use crate::umpires;
use crate::world::colours::{approved, proposed};

on_sqlite! {
    a_federation_is_set_up_over_http,
    a_change_holds_from_its_day_on,
    what_is_set_has_a_form,
    what_holds_already_is_not_changed,
    a_change_needs_what_was_read,
    every_change_is_on_record,
    colours_are_not_signed_by_nobody,
    terms_and_ages_of_umpires_are_set,
    ages_of_divisions_are_set,
    what_people_see_bears_the_name,
    boards_and_counters_are_specified_from_a_day_on,
    events_above_the_nation_are_announced_by_administrators,
}

/// The tag of what is read for that day.
fn tag(app: &TestApp, on: &str) -> String {
    let answer = app.anyone().get(&format!("/v1/federation{on}"));
    answer.header("etag").to_owned()
}

/// Changes the settings from a day on: `?from=…`, or from today on.
#[track_caller]
pub fn set(app: &TestApp, from: &str, changes: &Value) -> Value {
    let path = format!("/v1/federation{from}");
    let tag = tag(app, &from.replace("from", "on"));
    app.administrator().patch(&path, &tag, changes).expect(200)
}

fn a_federation_is_set_up_over_http(app: &TestApp) {
    app.connection()
        .batch_execute("DELETE FROM federation_changes")
        .unwrap();
    let preset = app.anyone().get("/v1/federation").expect(200);
    let levels = json!({
        "friendly": false, "club": false, "school": true, "student": true, "regional": true, "provincial": true,
        "national": true, "continental": true, "world": true,
    });
    let championships = json!({
        "friendly": false, "club": false, "school": false, "student": false, "regional": false, "provincial": true,
        "national": true, "continental": false, "world": false,
    });
    assert_eq!(
        preset,
        json!({
            "name": null, "short_name": null, "website": null, "contact": null,
            "awarding_bodies": {
                "regional": "{federation}, {province}", "provincial": "{federation}, {province}",
                "national_federation": "{federation}", "national": "{federation}",
            },
            "umpires": {
                "accreditation_years": 3, "youngest_age": 18, "pass_mark_regulations": 50, "pass_mark_rules": 50,
            },
            "gaming_year": {
                "begins_on": { "month": 11, "day": 1 }, "grace_until": { "month": 1, "day": 31 },
            },
            "divisions": {
                "primary_school": { "youngest": 5, "oldest": 14 }, "high_school": { "youngest": 12, "oldest": 20 },
                "student": { "youngest": 16, "oldest": 35 },
            },
            "seeding_method": "game-points",
            "ranking": {
                "months": 24, "counted_of_a_club": 4,
                "game_points": { "levels": levels, "forfeits": false },
                "super_league": {
                    "levels": championships, "forfeits": false,
                    "provincial": 10, "national": 20, "rest": 1, "umpired_provincial": 5, "umpired_national": 10,
                },
                "glicko_2": {
                    "levels": levels, "forfeits": false,
                    "rating": 1500, "deviation": 350, "volatility": 0.06, "tau": 0.5, "provisional_above": 110,
                },
            },
            "readings": {
                "floater": "median", "clubs": "round", "ten_moves": "each", "shot": "must",
                "tie_breaks": "opponents_then_direct", "bye_value": "average", "top_ladies": 1,
                "confirmations": "by_level",
            },
        })
    );
    let changes = json!({
        "name": "Bushveld  Board Game Union", "website": "https://games.example",
        "awarding_bodies": { "provincial": "The {province} Board" }, "umpires": { "youngest_age": 21 },
    });
    let set = set(app, "", &changes);
    assert_eq!(
        (&set["name"], &set["umpires"]["youngest_age"]),
        (&json!("Bushveld Board Game Union"), &json!(21))
    );
    assert_eq!(set["awarding_bodies"]["regional"], "{federation}, {province}");
    assert_eq!(app.anyone().get("/v1/federation").expect(200), set);
    let id = approved(app, &app.player(&app.club("ZA-NW")));
    let award = app
        .administrator()
        .get(&format!("/v1/colours/{id}/particulars"))
        .expect(200);
    assert_eq!(award["awarding_body"], "The North West Board");
}

fn a_change_holds_from_its_day_on(app: &TestApp) {
    set(
        app,
        "?from=2027-11-01",
        &json!({ "umpires": { "youngest_age": 16 }, "short_name": "Later" }),
    );
    set(app, "", &json!({ "contact": "012 555 0100", "short_name": "Now" }));
    let on = |day: &str| {
        let settings = app.anyone().get(&format!("/v1/federation?on={day}")).expect(200);
        ["short_name", "contact"].map(|name| settings[name].clone())
    };
    assert_eq!(on("2026-11-19"), [json!(null), json!(null)]);
    assert_eq!(on("2026-11-20"), [json!("Now"), json!("012 555 0100")]);
    assert_eq!(on("2027-11-01"), [json!("Later"), json!("012 555 0100")]);
    // Taken away for good.
    assert_eq!(
        set(app, "?from=2027-12-01", &json!({ "short_name": null }))["short_name"],
        json!(null)
    );
    assert_eq!(on("2027-12-01")[0], json!(null));
}

fn what_is_set_has_a_form(app: &TestApp) {
    let tag = tag(app, "");
    let faults = |changes: &Value| app.administrator().patch("/v1/federation", &tag, changes).faults();
    let long = "x".repeat(201);
    assert_eq!(
        faults(&json!({
            "name": "", "short_name": "x".repeat(21), "website": "morabaraba.example", "contact": long,
            "awarding_bodies": { "national": " " },
            "umpires": {
                "accreditation_years": 11, "youngest_age": 9, "pass_mark_regulations": 101, "pass_mark_rules": -1,
            },
            "gaming_year": { "begins_on": { "month": 2, "day": 29 }, "grace_until": { "month": 13 } },
            "divisions": { "student": { "youngest": 36 }, "high_school": { "oldest": 121 } },
            "ranking": {
                "months": 121, "super_league": { "rest": 11 }, "glicko_2": { "deviation": 351, "tau": 1.6 },
            },
            "readings": { "top_ladies": 2 },
        })),
        [
            ("/name", "required"),
            ("/short_name", "too-long"),
            ("/website", "invalid-address"),
            ("/contact", "too-long"),
            ("/awarding_bodies/national", "required"),
            ("/umpires/accreditation_years", "out-of-range"),
            ("/umpires/youngest_age", "out-of-range"),
            ("/umpires/pass_mark_regulations", "out-of-range"),
            ("/umpires/pass_mark_rules", "out-of-range"),
            ("/gaming_year/begins_on", "invalid-value"),
            ("/gaming_year/grace_until", "invalid-value"),
            ("/divisions/high_school", "out-of-range"),
            ("/divisions/student", "out-of-range"),
            ("/ranking/months", "out-of-range"),
            ("/ranking/super_league/rest", "out-of-range"),
            ("/ranking/glicko_2/deviation", "out-of-range"),
            ("/ranking/glicko_2/tau", "out-of-range"),
            ("/readings/top_ladies", "out-of-range"),
        ]
        .map(|(pointer, code)| (pointer.to_owned(), code.to_owned()))
    );
    for (changes, pointer) in [
        (json!({ "readings": { "floater": "highest" } }), "/readings/floater"),
        (json!({ "umpires": { "youngest_age": 17.5 } }), "/umpires/youngest_age"),
    ] {
        assert_eq!(
            faults(&changes),
            [(pointer.to_owned(), "invalid-value".to_owned())],
            "{changes}"
        );
    }
    assert_eq!(app.anyone().get("/v1/federation/changes").items().len(), 1);
}

fn what_holds_already_is_not_changed(app: &TestApp) {
    let tag = tag(app, "?on=2026-11-19");
    let path = "/v1/federation?from=2026-11-19";
    app.administrator()
        .patch(path, &tag, &json!({ "name": "Earlier" }))
        .refused(409, "settings-in-past");
}

fn a_change_needs_what_was_read(app: &TestApp) {
    let old = tag(app, "");
    set(app, "", &json!({ "name": "First" }));
    app.administrator()
        .patch("/v1/federation", &old, &json!({ "name": "Second" }))
        .refused(412, "stale");
    let account = app.account();
    let other = app.sign_in(&account.email);
    other
        .patch("/v1/federation", "*", &json!({ "name": "Mine" }))
        .refused(403, "role-required");
}

fn every_change_is_on_record(app: &TestApp) {
    set(
        app,
        "",
        &json!({ "name": "First", "readings": { "floater": "median" } }),
    );
    // Nothing is different, so nothing is kept.
    set(app, "", &json!({ "name": "First" }));
    set(app, "?from=2027-01-01", &json!({ "readings": { "top_ladies": 3 } }));
    let changes = app.anyone().get("/v1/federation/changes").items();
    let told: Vec<_> = changes
        .iter()
        .map(|change| {
            (
                change["version"].as_i64().unwrap(),
                text(&change["valid_from"]),
                change["changes"].clone(),
            )
        })
        .collect();
    assert_eq!(
        told[1..],
        [
            (2, "2026-11-20", json!({ "name": "First" })),
            (3, "2027-01-01", json!({ "readings": { "top_ladies": 3 } })),
        ]
    );
}

/// The refusal of an approval as it is told at the desk, where people read no codes.
fn refused_at_the_desk(app: &TestApp, award: &str) -> String {
    let browser = Browser::of(app, ADMINISTRATOR);
    let form = browser.open(&format!("/desk/colours/{award}")).form_to("/approval");
    let page = browser.send(&form.with("reference", "Minutes"));
    let told = page.text();
    assert!(page.status == 409 && !told.contains('`'), "{told}");
    told
}

fn colours_are_not_signed_by_nobody(app: &TestApp) {
    let id = proposed(app, &app.player(&app.club("ZA-NW")));
    let path = format!("/v1/colours/{id}/approvals");
    app.connection()
        .batch_execute("DELETE FROM federation_changes")
        .unwrap();
    let minutes = json!({ "reference": "Minutes" });
    app.administrator()
        .post(&path, &minutes)
        .refused(409, "federation-unnamed");
    assert!(refused_at_the_desk(app, &id).contains("The federation has no name yet."));
    set(app, "", &json!({ "name": "Bushveld Board Game Union" }));
    let award = app.administrator().post(&path, &minutes).expect(201);
    assert_eq!(award["awarding_body"], "Bushveld Board Game Union, North West");
}

#[test]
fn colours_are_not_signed_without_an_address() {
    let app = TestApp::on_sqlite_with(|service| service.public_url = service.public_url.clone().unchosen());
    let id = proposed(&app, &app.player(&app.club("ZA-NW")));
    app.administrator()
        .post(
            &format!("/v1/colours/{id}/approvals"),
            &json!({ "reference": "Minutes" }),
        )
        .refused(409, "federation-unnamed");
    assert!(refused_at_the_desk(&app, &id).contains("The service has no public address yet."));
}

pub fn announcement() -> Value {
    json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2027-04-17",
        "ends_on": "2027-04-18", "venue": "Mahikeng",
    })
}

fn terms_and_ages_of_umpires_are_set(app: &TestApp) {
    set(
        app,
        "",
        &json!({ "umpires": { "accreditation_years": 2, "youngest_age": 16 } }),
    );
    let club = app.club("ZA-NW");
    let young = umpires::registered(app, &club, "2010-11-20");
    let younger = umpires::registered(app, &club, "2010-11-21");
    let accredited = umpires::accredit(app, &young, json!({})).expect(201);
    assert_eq!(accredited["valid_until"], "2028-11-19");
    umpires::accredit(app, &younger, json!({})).refused(422, "too-young");
}

fn ages_of_divisions_are_set(app: &TestApp) {
    let club = app.club_of_kind("school", "ZA-NW");
    let learner = app.player_named(&club, "Nkosi", "Lindiwe", "2005-06-01");
    let registration = json!({
        "player_id": learner, "club_id": club, "year": 2027, "basis": "member", "division": "high_school",
    });
    let register = || app.administrator().post("/v1/registrations", &registration);
    let problem = register().refused(422, "age-does-not-fit");
    assert_eq!(
        problem["detail"],
        "In this division a player is 12 to 20 years old on 1 January 2027."
    );
    let row = format!(
        "number,family_name,given_names,birth_date,club,year,basis,division,paid_on\r\n,Nkosi,Lindiwe,2005-06-01,{},2027,member,high_school,\r\n",
        text(&app.anyone().get(&format!("/v1/clubs/{club}")).expect(200)["code"])
    );
    let imported = |app: &TestApp| {
        app.administrator()
            .import_to("/v1/imports?dry_run=true", &[("registrations", &row)])
    };
    assert_eq!(imported(app)["report"]["faults"][0]["code"], "age-does-not-fit");
    set(app, "", &json!({ "divisions": { "high_school": { "oldest": 21 } } }));
    assert_eq!(imported(app)["report"]["faults"], json!([]));
    register().expect(201);
}

fn what_people_see_bears_the_name(app: &TestApp) {
    set(app, "", &json!({ "name": "Bushveld Board Game Union" }));
    let calendar = app.anyone().get("/calendar.ics").body_text();
    assert!(
        calendar.contains("Tournaments of the Bushveld Board Game Union"),
        "{calendar}"
    );
    let hall = Hall::new(app, &json!({}), 2);
    let round = hall.publish();
    let page = app
        .anyone()
        .get(&format!("{}/pairings", round.replace("/v1", "")))
        .body_text();
    assert!(page.contains("Bushveld Board Game Union"), "{page}");
}

fn boards_and_counters_are_specified_from_a_day_on(app: &TestApp) {
    let found = |hall: &Hall<'_>| {
        hall.confirm_equipment();
        let checked = app.anyone().get(&format!("{}/recognition", hall.path)).expect(200);
        let lines = checked["items"].as_array().unwrap().iter();
        lines
            .filter(|line| line["requirement"] == "equipment")
            .map(|line| line["met"] == json!(true))
            .collect::<Vec<_>>()
    };
    let mut new = json!({
        "level": "provincial", "board": 490, "junction": 24, "counter_size": 24, "valid_from": "2026-11-20",
    });
    let hall = Hall::new(app, &json!({ "level": "provincial" }), 0);
    assert_eq!(found(&hall), [true]);
    let set = |new: &Value| app.administrator().post("/v1/equipment-specifications", new);
    let all = set(&new).expect(201)["items"].clone();
    assert_eq!(
        all,
        json!([
            { "level": "provincial", "board": 490, "junction": 25, "counter_size": 25, "valid_from": "2000-01-01",
              "valid_until": "2026-11-19" },
            { "level": "provincial", "board": 490, "junction": 24, "counter_size": 24, "valid_from": "2026-11-20",
              "valid_until": null },
        ])
    );
    assert_eq!(found(&hall), [false]);
    let listed = app.anyone().get("/v1/equipment-specifications").items();
    assert!(all.as_array().unwrap().iter().all(|one| listed.contains(one)) && listed.len() > 12);
    new["valid_from"] = json!("2026-11-19");
    set(&new).refused(409, "settings-in-past");
    let wrong = json!({
        "level": "provincial", "board": 400, "junction": 0, "counter_size": 201, "valid_from": "2027-01-01",
        "valid_until": "2026-12-31",
    });
    let codes: Vec<(String, String)> = set(&wrong).faults();
    assert_eq!(
        codes,
        [
            ("/board", "no-such-board"),
            ("/junction", "out-of-range"),
            ("/counter_size", "out-of-range"),
            ("/valid_until", "before-start"),
        ]
        .map(|(pointer, code)| (pointer.to_owned(), code.to_owned()))
    );
    app.coordinator("ZA-NW")
        .post("/v1/equipment-specifications", &new)
        .refused(403, "role-required");
}

fn events_above_the_nation_are_announced_by_administrators(app: &TestApp) {
    let mut plan = announcement();
    let coordinator = app.coordinator("ZA-NW");
    let announced = coordinator.post("/v1/tournaments", &plan);
    announced.expect(201);
    for level in ["continental", "world"] {
        plan["level"] = json!(level);
        coordinator.post("/v1/tournaments", &plan).refused(403, "out-of-scope");
        coordinator
            .patch(announced.header("location"), "*", &json!({ "level": level }))
            .refused(403, "out-of-scope");
        app.administrator().post("/v1/tournaments", &plan).expect(201);
    }
}
