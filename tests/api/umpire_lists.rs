//! Lists of accreditations.

use serde_json::json;

use crate::app::TestApp;
use crate::umpires::{accredited, at, climb, listed, registered, umpire};

on_sqlite! {
    who_is_accredited_is_a_list,
    who_lapses_is_a_list,
    a_list_has_pages,
}

fn who_is_accredited_is_a_list(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [one, other] = [(); 2].map(|()| registered(app, &club, "1990-01-01"));
    climb(app, &one, "national");
    let national = accredited(app, &one, at("national"));
    let world = accredited(app, &one, at("international"));
    let next = accredited(app, &other, json!({ "valid_from": "2027-01-01" }));
    // Whose term ends first stands in front.
    assert_eq!(listed(app, ""), [world.as_str(), national.as_str()]);
    assert_eq!(
        listed(app, "on=2027-01-01"),
        [world.as_str(), national.as_str(), next.as_str()]
    );
    assert_eq!(listed(app, "level=national"), [national.as_str()]);
    assert!(listed(app, "level=level_1").is_empty());
    assert_eq!(listed(app, &format!("player_id={other}&state=future")), [next.as_str()]);
    assert_eq!(
        listed(app, &format!("player_id={one}&level=international")),
        [world.as_str()]
    );
    assert!(listed(app, "player_id=019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f").is_empty());
    assert!(listed(app, "province=ZA-GP").is_empty());
    assert_eq!(listed(app, "province=ZA-NW").len(), 2);
    let residence = json!({ "since": "2026-11-20", "province": "ZA-GP" });
    app.administrator()
        .post(&format!("/v1/players/{one}/residences"), &residence)
        .expect(201);
    assert_eq!(listed(app, "province=ZA-GP").len(), 2);
    for query in [
        "on=today",
        "state=Valid",
        "level=2",
        "lapses_within=-1",
        "lapses_within=70000",
        "province=",
        "x=1",
    ] {
        app.anyone()
            .get(&format!("/v1/accreditations?{query}"))
            .refused(400, "invalid-query");
    }
    app.anyone()
        .get("/v1/accreditations?cursor=WyJhIl0")
        .refused(400, "invalid-cursor");
}

fn who_lapses_is_a_list(app: &TestApp) {
    let until = |until: &str| accredited(app, &umpire(app), json!({ "valid_until": until }));
    let ending = ["2026-11-20", "2027-01-19", "2027-01-20"].map(until);
    assert_eq!(listed(app, "lapses_within=0"), ending[..1]);
    assert_eq!(listed(app, "lapses_within=60"), ending[..2]);
    assert_eq!(listed(app, "lapses_within=61"), ending);
    assert_eq!(listed(app, "lapses_within=59&on=2026-11-21"), ending[1..2]);
    assert_eq!(listed(app, "lapses_within=65535"), ending);
    assert!(listed(app, "lapses_within=65535&on=9999-12-31").is_empty());
    // Those who are suspended are asked for by themselves.
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Ruled on a match of a relative." });
    app.administrator()
        .post(&format!("/v1/accreditations/{}/suspensions", ending[1]), &suspension)
        .expect(201);
    assert_eq!(listed(app, "lapses_within=60"), ending[..1]);
    assert_eq!(listed(app, "lapses_within=60&state=suspended"), ending[1..2]);
}

fn a_list_has_pages(app: &TestApp) {
    let club = app.club("ZA-NW");
    for until in ["2027-05-01", "2027-01-01", "2027-03-01", "2027-03-01", "2027-03-01"] {
        accredited(
            app,
            &registered(app, &club, "1990-01-01"),
            json!({ "valid_until": until }),
        );
    }
    let (mut paged, mut path) = (Vec::new(), "/v1/accreditations?limit=2&level=level_1".to_owned());
    loop {
        let answer = app.anyone().get(&path);
        let page = answer.expect(200);
        paged.extend(page["items"].as_array().unwrap().clone());
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        assert!(answer.header("link").contains(cursor));
        path = format!("/v1/accreditations?limit=2&level=level_1&cursor={cursor}");
    }
    assert_eq!(paged.len(), 5);
    assert_eq!(paged, app.anyone().get("/v1/accreditations").items());
}
