//! Accreditations that are due for renewal: for those who look after the umpires, with what there is to be done.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::umpires::{accredited, at, climb, register, registered, umpire};

on_sqlite! {
    what_is_due_says_what_is_to_be_done,
    what_was_renewed_or_revoked_is_not_due,
    coordinators_read_of_their_province,
    what_is_due_has_pages,
}

fn until(app: &TestApp, player: &str, last: &str) -> String {
    accredited(app, player, json!({ "valid_until": last }))
}

fn due(caller: &Caller<'_>, query: &str) -> Vec<Value> {
    caller.get(&format!("/v1/accreditations/due?{query}")).items()
}

fn ids(caller: &Caller<'_>, query: &str) -> Vec<String> {
    due(caller, query)
        .iter()
        .map(|one| text(&one["id"]).to_owned())
        .collect()
}

fn what_is_due_says_what_is_to_be_done(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player_named(&club, "Mahlangu", "Lerato", "1990-01-01");
    register(app, &player, &club, 2027);
    let last = until(app, &player, "2027-10-31");
    let other = until(app, &umpire(app), "2027-11-01");
    app.at("2027-10-01T08:00:00Z");
    let coordinator = app.coordinator("ZA-NW");
    let expected = |registered: bool, paid: bool| {
        let number = app.anyone().get(&format!("/v1/players/{player}")).expect(200)["number"].clone();
        json!({
            "id": last, "umpire": { "id": player, "number": number, "name": "Lerato Mahlangu" },
            "province": "ZA-NW", "level": "level_1", "valid_until": "2027-10-31", "state": "valid",
            "renewal_from": "2027-11-01", "renewal_year": 2028, "registered": registered, "paid": paid,
        })
    };
    // The term ends with the gaming year: it is the next one that counts.
    assert_eq!(due(&coordinator, "within=30"), [expected(false, false)]);
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2028, "basis": "member", "division": "senior",
    });
    app.administrator().post("/v1/registrations", &registration).expect(201);
    assert_eq!(due(&coordinator, "within=30"), [expected(true, false)]);
    let registrations = app
        .administrator()
        .get(&format!("/v1/registrations?player_id={player}&year=2028"))
        .items();
    let path = format!("/v1/registrations/{}", text(&registrations[0]["id"]));
    app.administrator()
        .patch(&path, "*", &json!({ "paid_on": "2027-10-01" }))
        .expect(200);
    assert_eq!(due(&coordinator, "within=30"), [expected(true, true)]);
    assert_eq!(ids(&coordinator, "within=31").len(), 2);
    // Without a number of days it is sixty; on the last day it is due, and after it no more.
    assert_eq!(ids(&coordinator, "").len(), 2);
    app.at("2027-10-31T21:59:59Z");
    assert_eq!(ids(&app.coordinator("ZA-NW"), "within=0"), [last]);
    app.at("2027-10-31T22:00:00Z");
    assert_eq!(ids(&app.coordinator("ZA-NW"), "within=0"), [other]);
}

fn what_was_renewed_or_revoked_is_not_due(app: &TestApp) {
    let (player, administrator) = (umpire(app), app.administrator());
    let id = until(app, &player, "2026-12-31");
    let to = |id: &str, below: &str, body: Value| {
        administrator
            .post(&format!("/v1/accreditations/{id}/{below}"), &body)
            .expect(201)
    };
    let listed = || ids(&administrator, "within=60");
    assert_eq!(listed(), [id.as_str()]);
    // One of another level is none.
    climb(app, &player, "national");
    accredited(app, &player, at("national"));
    assert_eq!(listed(), [id.as_str()]);
    // Who is suspended is due all the same.
    to(
        &id,
        "suspensions",
        json!({ "begins_on": "2026-11-20", "reason": "Missed the meeting." }),
    );
    assert_eq!(due(&administrator, "within=60")[0]["state"], "suspended");
    let next = to(&id, "renewals", json!({}));
    assert!(listed().is_empty());
    // What was revoked is no renewal, and is not due.
    to(text(&next["id"]), "revocations", json!({ "reason": "A mistake." }));
    assert_eq!(listed(), [id.as_str()]);
    to(&id, "revocations", json!({ "reason": "Took money for a result." }));
    assert!(listed().is_empty());
    let erased = umpire(app);
    until(app, &erased, "2026-12-31");
    assert_eq!(listed().len(), 1);
    administrator
        .send("POST", &format!("/v1/players/{erased}/erasures"), &[], None)
        .expect(201);
    assert!(listed().is_empty());
}

fn coordinators_read_of_their_province(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [here, there] = [(); 2].map(|()| registered(app, &club, "1990-01-01"));
    let residence = json!({ "since": "2026-11-20", "province": "ZA-GP" });
    app.administrator()
        .post(&format!("/v1/players/{there}/residences"), &residence)
        .expect(201);
    let [here, there] = [here, there].map(|player| until(app, &player, "2026-12-31"));
    assert_eq!(ids(&app.coordinator("ZA-NW"), ""), [here.as_str()]);
    assert_eq!(ids(&app.coordinator("ZA-GP"), ""), [there.as_str()]);
    assert!(ids(&app.coordinator("ZA-NW"), "province=ZA-GP").is_empty());
    assert_eq!(ids(&app.administrator(), "").len(), 2);
    assert_eq!(ids(&app.administrator(), "province=ZA-GP"), [there.as_str()]);
    let path = "/v1/accreditations/due";
    app.anyone().get(path).refused(401, "token-required");
    for caller in [app.umpire(), app.secretary(&club)] {
        caller.get(path).refused(403, "role-required");
    }
    for query in ["within=-1", "within=70000", "province=", "x=1"] {
        app.administrator()
            .get(&format!("{path}?{query}"))
            .refused(400, "invalid-query");
    }
}

fn what_is_due_has_pages(app: &TestApp) {
    for last in ["2026-12-05", "2026-12-01", "2026-12-03", "2026-12-03", "2026-12-03"] {
        until(app, &umpire(app), last);
    }
    let coordinator = app.coordinator("ZA-NW");
    let (mut paged, mut query) = (Vec::new(), "limit=2".to_owned());
    loop {
        let answer = coordinator.get(&format!("/v1/accreditations/due?{query}"));
        assert_eq!(answer.header("cache-control"), "private, no-store");
        let page = answer.expect(200);
        paged.extend(page["items"].as_array().unwrap().clone());
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        query = format!("limit=2&cursor={cursor}");
    }
    assert_eq!(paged.len(), 5);
    assert_eq!(paged, due(&coordinator, ""));
}
