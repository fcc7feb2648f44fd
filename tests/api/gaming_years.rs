//! The days of gaming years and of grace, as the federation sets them.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::desk::coordinator;
use crate::federation::set;
use crate::world::colours::approved;

on_sqlite! {
    grace_ends_on_the_day_that_is_set,
    pages_say_until_which_day_a_fee_is_due,
    a_year_that_has_not_begun_begins_on_the_day_that_is_set,
    a_year_whose_first_day_is_near_stays_as_it_is,
    fees_and_fixtures_are_of_the_year_that_the_federation_says,
    criteria_stay_those_of_their_year,
    a_certificate_says_which_days_its_year_has,
}

fn gaming_year(begins_on: [u32; 2], grace_until: [u32; 2]) -> Value {
    let day = |[month, day]: [u32; 2]| json!({ "month": month, "day": day });
    json!({ "gaming_year": { "begins_on": day(begins_on), "grace_until": day(grace_until) } })
}

fn standing(app: &TestApp, club: &str, on: &str) -> (i64, String) {
    let told = app
        .anyone()
        .get(&format!("/v1/clubs/{club}/standing?on={on}"))
        .expect(200);
    (told["year"].as_i64().unwrap(), text(&told["standing"]).to_owned())
}

/// The days of a gaming year.
fn days(app: &TestApp, year: i32) -> [String; 2] {
    let told = app.anyone().get(&format!("/v1/statistics?year={year}")).expect(200);
    ["begins_on", "ends_on"].map(|name| text(&told[name]).to_owned())
}

fn grace_ends_on_the_day_that_is_set(app: &TestApp) {
    let club = app.club("ZA-NW");
    set(app, "?from=2027-01-20", &gaming_year([11, 1], [2, 28]));
    set(app, "?from=2028-01-20", &gaming_year([11, 1], [12, 15]));
    for (on, expected) in [
        ("2026-02-01", "lapsed"),
        ("2027-02-28", "grace"),
        ("2027-03-01", "lapsed"),
        ("2028-01-19", "grace"),
        ("2028-01-20", "lapsed"),
        ("2028-12-15", "grace"),
        ("2028-12-16", "lapsed"),
    ] {
        assert_eq!(standing(app, &club, on).1, expected, "{on}");
    }
    // The list is judged as the club is.
    for (now, expected) in [("2027-02-28T08:00:00Z", "grace"), ("2027-03-01T08:00:00Z", "lapsed")] {
        app.at(now);
        let found = app.anyone().get(&format!("/v1/clubs?standing={expected}")).items();
        assert_eq!(found[0]["id"], club.as_str(), "{now}");
    }
}

fn pages_say_until_which_day_a_fee_is_due(app: &TestApp) {
    let (club, browser) = (app.club("ZA-NW"), coordinator(app));
    for (grace, told) in [([2, 28], "28 February 2027"), ([12, 15], "15 December 2026")] {
        set(app, "", &gaming_year([11, 1], grace));
        for path in [
            format!("/clubs/{club}"),
            format!("/desk/clubs/{club}"),
            format!("/desk/register/clubs/{club}"),
            "/desk/register/clubs".to_owned(),
            "/desk/register/unpaid?show=clubs".to_owned(),
        ] {
            let page = browser.open(&path).text();
            assert!(
                page.contains(&format!("The fee of this year is due by {told}")),
                "{path}: {page}"
            );
        }
    }
    let zulu = app
        .anyone()
        .get_with(&format!("/clubs/{club}"), &[("accept-language", "zu")]);
    assert!(
        zulu.body_text().contains("ngomhla ka-15 Disemba 2026"),
        "{}",
        zulu.body_text()
    );
}

fn a_year_that_has_not_begun_begins_on_the_day_that_is_set(app: &TestApp) {
    let club = app.club("ZA-NW");
    set(app, "", &gaming_year([1, 1], [3, 31]));
    assert_eq!(days(app, 2026), ["2025-11-01", "2026-10-31"]);
    // Fourteen months long: no day is without a year.
    assert_eq!(days(app, 2027), ["2026-11-01", "2027-12-31"]);
    assert_eq!(days(app, 2028), ["2028-01-01", "2028-12-31"]);
    for (on, expected) in [
        ("2027-12-31", (2027, "lapsed")),
        ("2028-01-01", (2028, "grace")),
        ("2028-03-31", (2028, "grace")),
        ("2028-04-01", (2028, "lapsed")),
    ] {
        let (year, standing) = standing(app, &club, on);
        assert_eq!((year, standing.as_str()), expected, "{on}");
    }
    let page = app.anyone().get("/statistics?year=2027").body_text();
    assert!(page.contains("1 November 2026 to 31 December 2027"), "{page}");
    // Set back before it has come to that, nothing is left of it.
    set(app, "?from=2026-12-31", &gaming_year([11, 1], [1, 31]));
    assert_eq!(days(app, 2028), ["2027-11-01", "2028-10-31"]);
}

fn a_year_whose_first_day_is_near_stays_as_it_is(app: &TestApp) {
    app.at("2027-10-01T08:00:00Z");
    let before: Vec<_> = [2027, 2028].map(|year| days(app, year)[0].clone()).to_vec();
    set(app, "", &gaming_year([6, 1], [1, 31]));
    assert_eq!([2027, 2028].map(|year| days(app, year)[0].clone()).to_vec(), before);
    assert_eq!(days(app, 2028), ["2027-11-01", "2028-05-31"]);
    assert_eq!(days(app, 2029), ["2028-06-01", "2029-05-31"]);
}

fn fees_and_fixtures_are_of_the_year_that_the_federation_says(app: &TestApp) {
    let club = app.club("ZA-NW");
    set(app, "", &gaming_year([6, 1], [1, 31]));
    assert_eq!(days(app, 2027), ["2026-11-01", "2027-05-31"]);
    let affiliate = |year: i32| {
        let affiliation = json!({ "club_id": club, "year": year, "paid_on": null });
        app.administrator().post("/v1/affiliations", &affiliation)
    };
    app.at("2027-05-31T08:00:00Z");
    let faults = affiliate(2029).faults();
    assert_eq!(faults, [("/year".to_owned(), "too-far-ahead".to_owned())]);
    app.at("2027-06-01T08:00:00Z");
    affiliate(2029).expect(201);
    let player = app.player(&club);
    let register = |year: i32| {
        let registration = json!({
            "player_id": player, "club_id": club, "year": year, "basis": "member", "division": "senior",
        });
        app.administrator().post("/v1/registrations", &registration)
    };
    register(2030).refused(422, "invalid-input");
    register(2029).expect(201);
    assert_eq!(app.anyone().get("/v1/statistics").expect(200)["year"], json!(2028));
    assert_eq!(
        app.anyone().get("/v1/colours-criteria").expect(200)["year"],
        json!(2028)
    );
}

fn criteria_stay_those_of_their_year(app: &TestApp) {
    let rule = json!({ "level": "regional", "divisions": ["senior"], "basis": "discretion" });
    let mut criteria = json!({ "year": 2029, "name": "First", "items": [rule] });
    let admin = app.administrator();
    assert_eq!(
        admin.post("/v1/colours-criteria", &criteria).expect(201)["valid_from"],
        "2028-11-01"
    );
    set(app, "", &gaming_year([1, 1], [3, 31]));
    let of = |year: i32| {
        let told = app
            .anyone()
            .get(&format!("/v1/colours-criteria?year={year}"))
            .expect(200);
        text(&told["name"]).to_owned()
    };
    assert_eq!([2028, 2029].map(of), ["Preset", "First"]);
    criteria["name"] = json!("Second");
    let again = admin.post("/v1/colours-criteria", &criteria).expect(201);
    assert_eq!(
        (&again["version"], &again["valid_from"]),
        (&json!(2), &json!("2029-01-01"))
    );
    assert_eq!([2028, 2029].map(of), ["Preset", "Second"]);
    let versions = app.anyone().get("/v1/colours-criteria/versions").items();
    let versions: Vec<&Value> = versions.iter().map(|one| &one["year"]).collect();
    assert_eq!(versions, [&json!(1990), &json!(2029)]);
}

fn a_certificate_says_which_days_its_year_has(app: &TestApp) {
    let id = approved(app, &app.player(&app.club("ZA-NW")));
    set(app, "?from=2027-01-01", &gaming_year([7, 1], [1, 31]));
    let code = app.administrator().get(&format!("/v1/colours/{id}/code")).expect(200);
    let page = app
        .anyone()
        .get(&format!("/v1/certificates/{}", text(&code["code"])))
        .body_text();
    assert!(
        page.contains("for the gaming year 2027, from 1 November 2026 to 30 June 2027"),
        "{page}"
    );
}
