//! A person's own data, as one answer.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::crawl::Child;

on_sqlite! {
    everything_on_record_of_a_person_is_in_one_answer,
    a_minors_own_name_stands_in_full,
    what_concerns_others_is_told_as_everyone_may_see_it,
    an_export_is_for_who_looks_after_the_person,
}

fn everything_on_record_of_a_person_is_in_one_answer(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let player = app.player_named(&club, "Nkosi", "Lerato", "2012-05-05");
    let [duplicate, sister] = [(); 2].map(|()| app.player(&club));
    let administrator = app.administrator();
    let post = |path: &str, body: Value| administrator.post(path, &body).expect(201);
    post(
        &format!("/v1/players/{player}/mergers"),
        json!({ "duplicate_id": duplicate }),
    );
    post(
        &format!("/v1/players/{player}/residences"),
        json!({ "since": "2026-11-20", "province": "ZA-NW", "region": "DC38" }),
    );
    let consent = json!({
        "guardian": "Lindiwe Nkosi", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    post(&format!("/v1/players/{player}/consents"), consent);
    post(
        "/v1/pairing-bars",
        json!({ "player_ids": [player, sister], "relation": "siblings" }),
    );
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "high_school",
    });
    post("/v1/registrations", registration);
    post("/v1/transfers", json!({ "player_id": player, "club_id": other }));
    // A game under the id that the person had before.
    let game = json!({
        "first_player_id": duplicate, "second_player_id": sister, "played_on": "2026-11-20", "turns": ["E1"],
    });
    post("/v1/games", game);
    let tournament = json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2027-04-17",
        "ends_on": "2027-04-18", "venue": "Mahikeng",
    });
    let tournament = format!("/v1/tournaments/{}", text(&post("/v1/tournaments", tournament)["id"]));
    administrator
        .send("POST", &format!("{tournament}/openings"), &[], None)
        .expect(201);
    post(&format!("{tournament}/entries"), json!({ "player_id": player }));

    let answer = app.secretary(&club).get(&format!("/v1/players/{player}/export"));
    let export = answer.expect(200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert!(answer.header("content-disposition").starts_with("attachment"));
    let kept = &export["player"];
    assert_eq!(kept["particulars"]["family_name"], "Nkosi");
    assert_eq!(kept["particulars"]["nationality"], "ZA");
    assert_eq!(kept["numbers"].as_array().unwrap().len(), 2);
    assert_eq!(kept["residences"][0]["region"], "DC38");
    assert_eq!(kept["consents"][0]["guardian"], "Lindiwe Nkosi");
    assert_eq!(kept["pairing_bars"][0]["relation"], "siblings");
    assert_eq!(kept["registrations"][0]["division"], "high_school");
    assert_eq!(kept["transfers"][0]["to_club_id"], json!(other));
    assert_eq!(export["games"][0]["first"]["id"], json!(player));
    assert_eq!(export["entries"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&export["accreditations"], &export["appointments"]),
        (&json!([]), &json!([]))
    );
    let done: Vec<&str> = kept["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| text(&change["action"]))
        .collect();
    for action in [
        "create_player",
        "create_merger",
        "create_consent",
        "create_pairing_bar",
        "create_game",
        "create_entry",
    ] {
        assert!(done.contains(&action), "{action} in {done:?}");
    }
}

/// Initials are for others: a child who asks what is kept reads the own name, wherever it stands.
fn a_minors_own_name_stands_in_full(app: &TestApp) {
    let child = Child::new(app, "Qwabe", "Zwelibanzi", "2012-02-29");
    let (other, school) = (app.club("ZA-GP"), app.club_of_kind("school", "ZA-NW"));
    let administrator = app.administrator();
    let post = |path: &str, body: Value| administrator.post(path, &body).expect(201);
    let brother = app.player_named(&child.club, "Qwabe", "Sipho", "2013-03-01");
    let duplicate = app.player_named(&child.club, "Qwabe", "Zweli", "2012-02-29");
    let game = json!({
        "first_player_id": brother, "second_player_id": duplicate, "played_on": "2026-11-20", "turns": ["E1"],
    });
    post("/v1/games", game);
    post(
        "/v1/pairing-bars",
        json!({ "player_ids": [duplicate, brother], "relation": "siblings" }),
    );
    post("/v1/transfers", json!({ "player_id": duplicate, "club_id": other }));
    let school = json!({
        "player_id": child.id, "club_id": school, "year": 2027, "basis": "institution", "division": "high_school",
    });
    post("/v1/registrations", school);
    post(
        &format!("/v1/players/{}/mergers", child.id),
        json!({ "duplicate_id": duplicate }),
    );

    let export = app
        .secretary(&child.club)
        .get(&format!("/v1/players/{}/export", child.id));
    let data = export.expect(200);
    assert!(!export.body_text().contains("Z. Q."), "{data}");
    // Where visitors can stand too, a country stands before it.
    let own = json!({ "id": child.id, "number": child.number, "name": "Zwelibanzi Qwabe" }).to_string();
    let own = own.trim_start_matches('{');
    for (place, times) in [
        ("/accreditations", 1),
        ("/umpire_courses", 1),
        ("/appointments", 1),
        ("/entries", 1),
        ("/games", 2),
        ("/colours", 1),
        ("/player/registrations", 2),
        ("/player/transfers", 1),
        ("/player/pairing_bars", 1),
    ] {
        let told = data.pointer(place).unwrap().to_string();
        assert_eq!(told.matches(own).count(), times, "{place} in {data}");
    }
    // The brother is a child too, and this is not his export.
    let bar = data.pointer("/player/pairing_bars/0/players").unwrap().to_string();
    assert!(bar.contains("\"S. Q.\""), "{data}");
    assert!(!export.body_text().contains("Sipho") && !export.body_text().contains("2013-03-01"));
    assert_eq!(
        app.anyone().get(&format!("/v1/players/{}", child.id)).expect(200)["name"],
        "Z. Q."
    );
}

fn what_concerns_others_is_told_as_everyone_may_see_it(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, brother) = (
        app.player(&club),
        app.player_named(&club, "Zulu", "Sipho", "2012-05-05"),
    );
    let administrator = app.administrator();
    administrator
        .post(
            "/v1/pairing-bars",
            &json!({ "player_ids": [player, brother], "relation": "siblings" }),
        )
        .expect(201);
    let game = json!({
        "first_player_id": player, "second_player_id": brother, "played_on": "2026-11-20", "turns": ["E1"],
    });
    administrator.post("/v1/games", &game).expect(201);
    let export = administrator.get(&format!("/v1/players/{player}/export"));
    assert_eq!(export.expect(200)["games"][0]["second"]["name"], "S. Z.");
    assert!(!export.body_text().contains("Zulu") && !export.body_text().contains("2012"));
}

fn an_export_is_for_who_looks_after_the_person(app: &TestApp) {
    let (club, neighbour) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let [player, duplicate] = [(); 2].map(|()| app.player(&club));
    let path = |player: &str| format!("/v1/players/{player}/export");
    app.anyone().get(&path(&player)).refused(401, "token-required");
    app.umpire().get(&path(&player)).refused(403, "role-required");
    for caller in [app.secretary(&neighbour), app.coordinator("ZA-GP")] {
        caller.get(&path(&player)).refused(403, "out-of-scope");
    }
    let administrator = app.administrator();
    let merger = json!({ "duplicate_id": duplicate });
    administrator
        .post(&format!("/v1/players/{player}/mergers"), &merger)
        .expect(201);
    let moved = administrator.get(&path(&duplicate));
    moved.refused(308, "merged");
    assert_eq!(moved.header("location"), path(&player));
    administrator
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    administrator.get(&path(&player)).refused(410, "erased");
}
