//! The standing that follows from a club's affiliations, on any day and at any hour.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_sqlite! {
    grace_is_for_who_was_in_good_standing_the_year_before,
    a_club_that_has_paid_is_in_good_standing_from_that_day,
    grace_ends_with_january_in_south_africa,
    standing_ends_with_the_gaming_year_in_south_africa,
    standing_on_a_day_is_open_to_everyone,
    clubs_are_found_by_their_standing_today,
    a_payment_that_is_taken_back_takes_the_standing,
}

fn affiliate(app: &TestApp, club: &str, year: i32, paid_on: Option<&str>) -> String {
    let affiliation = json!({ "club_id": club, "year": year, "paid_on": paid_on });
    text(&app.administrator().post("/v1/affiliations", &affiliation).expect(201)["id"]).to_owned()
}

fn standing(app: &TestApp, club: &str, on: &str) -> String {
    let query = if on.is_empty() {
        String::new()
    } else {
        format!("?on={on}")
    };
    let answer = app
        .anyone()
        .get(&format!("/v1/clubs/{club}/standing{query}"))
        .expect(200);
    text(&answer["standing"]).to_owned()
}

/// The clubs of that standing, as the list has them.
fn found(app: &TestApp, query: &str) -> Vec<String> {
    let clubs = app.anyone().get(&format!("/v1/clubs?{query}")).items();
    clubs.iter().map(|club| text(&club["id"]).to_owned()).collect()
}

fn a_club_that_has_paid_is_in_good_standing_from_that_day(app: &TestApp) {
    let club = app.club("ZA-NW");
    app.at("2027-03-20T08:00:00Z");
    affiliate(app, &club, 2027, Some("2027-03-15"));
    for (on, expected) in [
        ("2026-10-31", "lapsed"),
        ("2026-11-01", "grace"),
        ("2027-01-31", "grace"),
        ("2027-02-01", "lapsed"),
        ("2027-03-14", "lapsed"),
        ("2027-03-15", "good"),
        ("2027-10-31", "good"),
        ("2027-11-01", "grace"),
        ("2028-02-01", "lapsed"),
        ("", "good"),
    ] {
        assert_eq!(standing(app, &club, on), expected, "{on}");
    }
    // Paid ahead, it is good from the first day.
    affiliate(app, &club, 2028, Some("2027-03-20"));
    assert_eq!(standing(app, &club, "2027-11-01"), "good");
}

fn grace_ends_with_january_in_south_africa(app: &TestApp) {
    let (club, unpaid) = (app.club("ZA-NW"), app.club("ZA-NW"));
    affiliate(app, &unpaid, 2027, None);
    app.at("2027-01-31T21:59:59Z");
    for club in [&club, &unpaid] {
        assert_eq!(standing(app, club, ""), "grace");
    }
    assert_eq!(found(app, "standing=grace").len(), 2);
    assert_eq!(found(app, "standing=lapsed").len(), 0);
    app.at("2027-01-31T22:00:00Z");
    for club in [&club, &unpaid] {
        assert_eq!(standing(app, club, ""), "lapsed");
    }
    assert_eq!(found(app, "standing=grace").len(), 0);
    assert_eq!(found(app, "standing=lapsed").len(), 2);
}

fn standing_ends_with_the_gaming_year_in_south_africa(app: &TestApp) {
    let (paid, ahead) = (app.club("ZA-NW"), app.club("ZA-NW"));
    for club in [&paid, &ahead] {
        affiliate(app, club, 2027, Some("2026-11-20"));
    }
    affiliate(app, &ahead, 2028, Some("2026-11-20"));
    let told = |club: &str| app.anyone().get(&format!("/v1/clubs/{club}/standing")).expect(200);
    app.at("2027-10-31T21:59:59Z");
    let before = told(&paid);
    assert_eq!(
        before,
        json!({ "club_id": paid, "on": "2027-10-31", "year": 2027, "standing": "good" })
    );
    assert_eq!(found(app, "standing=good").len(), 2);
    app.at("2027-10-31T22:00:00Z");
    assert_eq!(
        told(&paid),
        json!({ "club_id": paid, "on": "2027-11-01", "year": 2028, "standing": "grace" })
    );
    assert_eq!(told(&ahead)["standing"], "good");
    assert_eq!(
        (found(app, "standing=good"), found(app, "standing=grace")),
        (vec![ahead], vec![paid])
    );
}

fn standing_on_a_day_is_open_to_everyone(app: &TestApp) {
    let club = app.club("ZA-NW");
    affiliate(app, &club, 2027, Some("2026-11-20"));
    let path = format!("/v1/clubs/{club}/standing");
    let answer = app.anyone().get(&format!("{path}?on=2027-02-01"));
    let told = json!({ "club_id": club, "on": "2027-02-01", "year": 2027, "standing": "good" });
    assert_eq!(
        (answer.expect(200), answer.header("cache-control")),
        (told, "public, no-cache")
    );
    for on in [
        "",
        "today",
        "2027-02-30",
        "2027-2-1",
        "0001-01-01",
        "1989-12-31",
        "2100-01-01",
        "9999-12-31",
    ] {
        let problem = app
            .anyone()
            .get(&format!("{path}?on={on}"))
            .refused(400, "invalid-query");
        assert!(text(&problem["detail"]).starts_with("on: "), "{on}: {problem}");
    }
    for on in ["1990-01-01", "2099-12-31"] {
        assert_eq!(app.anyone().get(&format!("{path}?on={on}")).status, 200, "{on}");
    }
    app.anyone()
        .get(&format!("{path}?year=2027"))
        .refused(400, "invalid-query");
    app.anyone()
        .get("/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f/standing")
        .refused(404, "not-found");
}

fn clubs_are_found_by_their_standing_today(app: &TestApp) {
    let school = app.club_of_kind("school", "ZA-NW");
    let (north_west, gauteng) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let (later, unpaid) = (app.club("ZA-GP"), app.club("ZA-GP"));
    app.at("2027-03-20T08:00:00Z");
    for club in [&school, &north_west, &gauteng] {
        affiliate(app, club, 2027, Some("2027-03-20"));
    }
    // Paid for another year, or not at all.
    affiliate(app, &later, 2028, Some("2027-03-20"));
    affiliate(app, &later, 2026, Some("2026-03-20"));
    affiliate(app, &unpaid, 2027, None);
    let sorted = |mut clubs: Vec<String>| {
        clubs.sort();
        clubs
    };
    let all = sorted(found(app, ""));
    let good = sorted(found(app, "standing=good"));
    assert_eq!(good, sorted(vec![school.clone(), north_west.clone(), gauteng.clone()]));
    let lapsed = sorted(found(app, "standing=lapsed"));
    assert_eq!(lapsed, sorted(vec![later, unpaid]));
    assert_eq!(found(app, "standing=grace"), Vec::<String>::new());
    // Each club is in one of the lists, and there as it is by itself.
    assert_eq!(sorted([good.clone(), lapsed.clone()].concat()), all);
    for (clubs, word) in [(&good, "good"), (&lapsed, "lapsed")] {
        for club in clubs {
            assert_eq!(standing(app, club, ""), word);
        }
    }
    assert_eq!(found(app, "standing=good&province=ZA-GP"), [gauteng]);
    assert_eq!(found(app, "standing=good&province=ZA-NW&kind=school"), [school]);
    assert_eq!(found(app, "standing=good&q=herders").len(), 3);
    // Page by page, the same clubs.
    let (mut path, mut paged) = ("standing=good&limit=1".to_owned(), Vec::new());
    loop {
        paged.extend(found(app, &path));
        let answer: Value = app.anyone().get(&format!("/v1/clubs?{path}")).json();
        let Some(next) = answer["next_cursor"].as_str() else {
            break;
        };
        path = format!("standing=good&limit=1&cursor={next}");
    }
    assert_eq!(paged, found(app, "standing=good"));
    app.anyone()
        .get("/v1/clubs?standing=unpaid")
        .refused(400, "invalid-query");
}

fn a_payment_that_is_taken_back_takes_the_standing(app: &TestApp) {
    let club = app.club("ZA-NW");
    let affiliation = format!("/v1/affiliations/{}", affiliate(app, &club, 2027, Some("2026-11-20")));
    let path = format!("/v1/clubs/{club}/standing");
    let tag = app.anyone().get(&path).header("etag").to_owned();
    let again = || app.anyone().get_with(&path, &[("if-none-match", &tag)]).status;
    assert_eq!((standing(app, &club, "").as_str(), again()), ("good", 304));
    app.administrator()
        .patch(&affiliation, "*", &json!({ "paid_on": null }))
        .expect(200);
    assert_eq!((standing(app, &club, "").as_str(), again()), ("grace", 200));
    assert_eq!(found(app, "standing=good"), Vec::<String>::new());
}

fn grace_is_for_who_was_in_good_standing_the_year_before(app: &TestApp) {
    let [good, late, owing, new] = [0, 1, 2, 3].map(|_| app.club("ZA-NW"));
    let affiliate = |club: &str, year: i64, paid_on: Option<&str>| {
        let affiliation = json!({ "club_id": club, "year": year, "paid_on": paid_on });
        app.administrator().post("/v1/affiliations", &affiliation).expect(201);
    };
    let told = || [&good, &late, &owing, &new].map(|club| standing(app, club, ""));
    // Of the year before nothing is known: whoever has not paid has time.
    assert_eq!(told(), ["grace"; 4]);
    affiliate(&late, 2027, None);
    assert_eq!(told(), ["grace"; 4]);
    assert_eq!(found(app, "standing=grace").len(), 4);
    // The records reach back.
    affiliate(&good, 2026, Some("2026-10-31"));
    affiliate(&late, 2026, Some("2026-11-01"));
    affiliate(&owing, 2026, None);
    assert_eq!(told(), ["grace", "lapsed", "lapsed", "lapsed"]);
    assert_eq!(found(app, "standing=grace"), std::slice::from_ref(&good));
    let mut lapsed = found(app, "standing=lapsed");
    lapsed.sort();
    let mut expected = vec![late, owing, new.clone()];
    expected.sort();
    assert_eq!(lapsed, expected);
    affiliate(&new, 2027, Some("2026-11-20"));
    assert_eq!(standing(app, &new, ""), "good");
    app.at("2027-02-01T08:00:00Z");
    assert_eq!(standing(app, &good, ""), "lapsed");
    assert!(found(app, "standing=grace").is_empty());
}
