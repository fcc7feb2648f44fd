//! Players: registering and reading.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{faults, text};

on_both_databases! {
    a_player_is_registered_and_read_back,
    the_same_player_sent_again_answers_as_the_first_time,
    an_id_is_one_players_alone,
    province_and_club_must_exist,
    content_is_not_compared_for_those_it_is_hidden_from,
    all_faults_are_told_at_once,
    a_birth_date_is_in_living_memory,
    what_has_the_wrong_form_is_told_where,
    particulars_are_for_those_who_look_after_the_club,
    who_looks_after_the_club_registers_its_players,
    an_unknown_player_is_not_found,
}

pub const ID: &str = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f";

pub fn player(club: &str) -> Value {
    json!({
        "family_name": "Mokoena", "given_names": "Thandiwe", "birth_date": "1998-04-17",
        "sex": "female", "province": "ZA-NW", "club_id": club,
    })
}

pub fn with(club: &str, changes: &Value) -> Value {
    let mut player = player(club);
    for (name, value) in changes.as_object().unwrap() {
        player[name] = value.clone();
    }
    player
}

pub fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

pub fn names(players: &[Value]) -> Vec<&str> {
    players.iter().map(|player| text(&player["name"])).collect()
}

fn a_player_is_registered_and_read_back(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let answer = secretary.post(
        "/v1/players",
        &with(&club, &json!({ "family_name": " van  der Merwe ", "id": ID })),
    );
    let created = answer.expect(201);
    let expected = json!({
        "id": ID, "number": "M-0000001-B", "family_name": "van der Merwe", "given_names": "Thandiwe",
        "birth_date": "1998-04-17", "sex": "female", "nationality": null, "province": "ZA-NW",
        "region": null, "club_id": club,
        "created_at": "2026-11-20T08:00:00.000000Z",
    });
    assert_eq!(created, expected);
    assert_eq!(answer.header("location"), format!("/v1/players/{ID}"));
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let particulars = secretary.get(answer.header("content-location"));
    assert_eq!(particulars.expect(200), created);
    assert_eq!(particulars.header("etag"), answer.header("etag"));
    assert_eq!(particulars.header("cache-control"), "private, no-store");
    let read = app.anyone().get(answer.header("location"));
    let public = json!({
        "id": ID, "number": "M-0000001-B", "name": "Thandiwe van der Merwe", "name_withheld": false,
        "province": "ZA-NW", "club_id": club,
    });
    assert_eq!(read.expect(200), public);
    assert_eq!(read.header("cache-control"), "public, no-cache");
    assert_eq!(app.anyone().get("/v1/players").items(), [public]);
}

fn the_same_player_sent_again_answers_as_the_first_time(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (secretary, sent) = (app.secretary(&club), with(&club, &json!({ "id": ID })));
    let first = secretary.post("/v1/players", &sent);
    app.pass(chrono::TimeDelta::minutes(1));
    let again = secretary.post("/v1/players", &sent);
    assert_eq!(again.expect(201), first.expect(201));
    assert_eq!(again.header("etag"), first.header("etag"));
    // However it is spaced and ordered.
    let members = sent.as_object().unwrap().iter().rev();
    let members: Vec<String> = members
        .map(|(name, value)| format!("\n\"{name}\" :\t{value}"))
        .collect();
    let reordered = format!("{{{}}}", members.join(" ,"));
    assert_eq!(
        secretary
            .post_text("/v1/players", "application/json", &reordered)
            .expect(201),
        first.json()
    );
    assert_eq!(app.anyone().get("/v1/players").items().len(), 1);
}

fn an_id_is_one_players_alone(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let administrator = app.administrator();
    let first = administrator
        .post("/v1/players", &with(&club, &json!({ "id": ID })))
        .expect(201);
    for change in [
        json!({ "family_name": "Baloyi" }),
        json!({ "given_names": null }),
        json!({ "birth_date": "1998-04-18" }),
        json!({ "sex": "male" }),
        json!({ "province": "ZA-GP" }),
        json!({ "club_id": other }),
    ] {
        let mut sent = with(&club, &change);
        sent["id"] = json!(ID);
        let problem = administrator.post("/v1/players", &sent).refused(409, "id-taken");
        assert_eq!(faults(&problem), [("/id", "id-taken")]);
    }
    assert_eq!(
        administrator.get(&format!("/v1/players/{ID}/particulars")).expect(200),
        first
    );
    assert_eq!(app.anyone().get("/v1/players").items().len(), 1);
}

fn province_and_club_must_exist(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    for (change, code, pointer) in [
        (json!({ "province": "ZA-XX" }), "unknown-province", "/province"),
        (json!({ "club_id": ID }), "unknown-club", "/club_id"),
        (
            json!({ "province": "ZA-XX", "club_id": ID }),
            "unknown-club",
            "/club_id",
        ),
    ] {
        let problem = administrator
            .post("/v1/players", &with(&club, &change))
            .refused(422, code);
        assert_eq!(faults(&problem), [(pointer, code)]);
    }
    assert_eq!(app.anyone().get("/v1/players").items().len(), 0);
}

/// A caller who knows a player's id must not learn by trying whether a name and a birth date are the player's.
fn content_is_not_compared_for_those_it_is_hidden_from(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let sent = with(&club, &json!({ "id": ID }));
    app.secretary(&club).post("/v1/players", &sent).expect(201);
    let stranger = app.secretary(&other);
    stranger.post("/v1/players", &sent).refused(403, "out-of-scope");
    let guess = with(&club, &json!({ "id": ID, "family_name": "Baloyi" }));
    stranger.post("/v1/players", &guess).refused(403, "out-of-scope");
    stranger
        .post("/v1/players", &with(&other, &json!({ "id": ID })))
        .refused(409, "id-taken");
}

fn all_faults_are_told_at_once(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (secretary, long) = (app.secretary(&club), "é".repeat(201));
    let sent = with(
        &club,
        &json!({ "family_name": "", "given_names": long, "birth_date": "2026-11-21" }),
    );
    let problem = secretary.post("/v1/players", &sent).refused(422, "invalid-input");
    let all = [
        ("/family_name", "required"),
        ("/given_names", "too-long"),
        ("/birth_date", "in-future"),
    ];
    assert_eq!(faults(&problem), all);
    assert_eq!(app.anyone().get("/v1/players").items().len(), 0);
}

fn a_birth_date_is_in_living_memory(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let born = |day: &str| secretary.post("/v1/players", &with(&club, &json!({ "birth_date": day })));
    for (day, code) in [
        ("2026-11-21", "in-future"),
        ("9999-12-31", "in-future"),
        ("+10000-01-01", "invalid-value"),
        ("1900-12-31", "too-long-ago"),
        ("0001-01-01", "too-long-ago"),
        ("-0001-01-01", "invalid-value"),
    ] {
        assert_eq!(
            faults(&born(day).refused(422, "invalid-input")),
            [("/birth_date", code)],
            "{day}"
        );
    }
    for day in ["1901-01-01", "2026-11-20", "2024-02-29"] {
        assert_eq!(born(day).expect(201)["birth_date"], day);
    }
    // The day is South Africa's.
    app.at("2026-11-20T22:00:00Z");
    app.sign_in("administrator@federation.example")
        .post("/v1/players", &with(&club, &json!({ "birth_date": "2026-11-21" })))
        .expect(201);
}

fn what_has_the_wrong_form_is_told_where(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    for (change, pointer) in [
        (json!({ "sex": true }), "/sex"),
        (json!({ "sex": { "female": null } }), "/sex"),
        (json!({ "id": "1" }), "/id"),
        (json!({ "family_name": 7 }), "/family_name"),
        (json!({ "family_name": null }), "/family_name"),
        (json!({ "given_names": ["Thandiwe"] }), "/given_names"),
        (json!({ "birth_date": "17/04/1998" }), "/birth_date"),
        (json!({ "birth_date": "1998-02-29" }), "/birth_date"),
        (json!({ "birth_date": 19_980_417 }), "/birth_date"),
        (json!({ "sex": "Female" }), "/sex"),
        (json!({ "province": 1.5 }), "/province"),
        (json!({ "province": "" }), "/province"),
        (json!({ "province": "ZA-\u{0}" }), "/province"),
        (json!({ "club_id": "DIT" }), "/club_id"),
        (json!({ "club_id": {} }), "/club_id"),
    ] {
        let problem = secretary
            .post("/v1/players", &with(&club, &change))
            .refused(422, "invalid-input");
        assert_eq!(faults(&problem), [(pointer, "invalid-value")], "{change}");
    }
    for field in ["family_name", "birth_date", "sex", "province", "club_id"] {
        let mut sent = player(&club);
        sent.as_object_mut().unwrap().remove(field);
        let problem = secretary.post("/v1/players", &sent).refused(422, "invalid-input");
        assert_eq!(faults(&problem), [(format!("/{field}").as_str(), "required")]);
    }
    for field in ["nick", "number"] {
        let problem = secretary
            .post("/v1/players", &with(&club, &json!({ field: "7" })))
            .refused(422, "invalid-input");
        assert_eq!(faults(&problem), [(format!("/{field}").as_str(), "unknown-field")]);
    }
    let twice = player(&club).to_string().replacen('{', "{\"sex\": \"male\",", 1);
    let problem = secretary
        .post_text("/v1/players", "application/json", &twice)
        .refused(422, "invalid-input");
    assert_eq!(faults(&problem), [("/sex", "duplicate-field")]);
    // A list of a player's fields is no player, and what was sent does not come back.
    let list = json!([ID, "Mokoena", "Thandiwe", "1998-04-17", "female", "ZA-NW", club]).to_string();
    for body in ["\"Thandiwe\"", "7", "null", list.as_str()] {
        let answer = secretary.post_text("/v1/players", "application/json", body);
        assert_eq!(faults(&answer.refused(422, "invalid-input")), [("", "invalid-value")]);
        assert!(!answer.body_text().contains("Thandiwe"));
    }
    assert_eq!(app.anyone().get("/v1/players").items().len(), 0);
}

fn particulars_are_for_those_who_look_after_the_club(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    // Where the player lives gives nobody a say: it is the club's province that counts.
    let mut lives_elsewhere = player(&club);
    lives_elsewhere["province"] = json!("ZA-GP");
    let id = app.administrator().post("/v1/players", &lives_elsewhere).expect(201)["id"].clone();
    let path = format!("/v1/players/{}/particulars", text(&id));
    for caller in [app.administrator(), app.coordinator("ZA-NW"), app.secretary(&club)] {
        assert_eq!(caller.get(&path).expect(200)["birth_date"], "1998-04-17");
    }
    for caller in [app.coordinator("ZA-GP"), app.secretary(&other)] {
        caller.get(&path).refused(403, "out-of-scope");
    }
    app.umpire().get(&path).refused(403, "role-required");
    app.anyone().get(&path).refused(401, "token-required");
    app.secretary(&club)
        .get(&format!("/v1/players/{ID}/particulars"))
        .refused(404, "not-found");
}

fn who_looks_after_the_club_registers_its_players(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-GP"));
    for (caller, club, comes_in) in [
        (app.secretary(&club), &club, true),
        (app.secretary(&other), &club, false),
        (app.coordinator("ZA-NW"), &club, true),
        (app.coordinator("ZA-NW"), &other, false),
    ] {
        let answer = caller.post("/v1/players", &player(club));
        if comes_in {
            answer.expect(201);
        } else {
            answer.refused(403, "out-of-scope");
        }
    }
    assert_eq!(app.anyone().get("/v1/players").items().len(), 2);
}

fn an_unknown_player_is_not_found(app: &TestApp) {
    app.anyone().get(&format!("/v1/players/{ID}")).refused(404, "not-found");
    app.anyone().get("/v1/players/M-0000001-B").refused(404, "not-found");
    app.administrator()
        .get("/v1/players/M-0000001-B/particulars")
        .refused(404, "not-found");
}
