//! Players: registering, numbers, reading, listing.

use std::sync::Barrier;

use diesel::connection::SimpleConnection;
use federation_records::db::Url;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};

on_both_databases! {
    a_player_is_registered_and_read_back,
    the_same_player_sent_again_answers_as_the_first_time,
    an_id_is_one_players_alone,
    the_same_player_sent_many_times_at_once_is_one,
    numbers_follow_one_another,
    players_registered_at_once_have_numbers_of_their_own,
    province_and_club_must_exist,
    a_refused_player_takes_no_number,
    the_last_number_is_the_last,
    content_is_not_compared_for_those_it_is_hidden_from,
    all_faults_are_told_at_once,
    a_birth_date_is_in_living_memory,
    what_has_the_wrong_form_is_told_where,
    particulars_are_for_those_who_look_after_the_club,
    who_looks_after_the_club_registers_its_players,
    players_are_listed_by_province_and_club,
    a_player_is_found_by_any_spelling_of_the_number,
    pages_stay_as_they_were_when_players_are_added,
    a_list_refuses_what_it_cannot_read,
    an_unknown_player_is_not_found,
}

const ID: &str = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f";

fn player(club: &str) -> Value {
    json!({
        "family_name": "Mokoena", "given_names": "Thandiwe", "birth_date": "1998-04-17",
        "sex": "female", "province": "ZA-NW", "club_id": club,
    })
}

fn with(club: &str, changes: &Value) -> Value {
    let mut player = player(club);
    for (name, value) in changes.as_object().unwrap() {
        player[name] = value.clone();
    }
    player
}

/// Pointer and code of each fault.
fn faults(problem: &Value) -> Vec<(&str, &str)> {
    let errors = problem["errors"].as_array().unwrap().iter();
    errors
        .map(|fault| (text(&fault["pointer"]), text(&fault["code"])))
        .collect()
}

pub fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn names(players: &[Value]) -> Vec<&str> {
    players.iter().map(|player| text(&player["name"])).collect()
}

/// Answers to what is sent that many times at the same moment; each thread is told its number.
fn at_once(many: usize, send: impl Fn(usize) -> Answer + Sync) -> Vec<Answer> {
    let together = Barrier::new(many);
    let one = |number| {
        together.wait();
        send(number)
    };
    std::thread::scope(|scope| {
        let one = &one;
        let threads: Vec<_> = (0..many).map(|number| scope.spawn(move || one(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
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

fn the_same_player_sent_many_times_at_once_is_one(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (secretary, sent) = (app.secretary(&club), with(&club, &json!({ "id": ID })));
    let answers = at_once(4, |_| secretary.post("/v1/players", &sent));
    for answer in &answers {
        assert_eq!(answer.expect(201), answers[0].expect(201));
    }
    assert_eq!(app.anyone().get("/v1/players").items().len(), 1);
}

fn numbers_follow_one_another(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    for number in ["M-0000001-B", "M-0000002-C", "M-0000003-D"] {
        assert_eq!(
            secretary.post("/v1/players", &player(&club)).expect(201)["number"],
            number
        );
    }
}

fn players_registered_at_once_have_numbers_of_their_own(app: &TestApp) {
    const EACH: usize = 3;
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let mut numbers: Vec<String> = Vec::new();
    for round in 0..EACH {
        let answers = at_once(8, |thread| {
            let family = format!("Mokoena {round} {thread}");
            secretary.post("/v1/players", &with(&club, &json!({ "family_name": family })))
        });
        numbers.extend(
            answers
                .iter()
                .map(|answer| text(&answer.expect(201)["number"])[2..9].to_owned()),
        );
    }
    numbers.sort();
    let expected: Vec<String> = (1..=8 * EACH).map(|number| format!("{number:07}")).collect();
    match app.url() {
        Url::Sqlite(_) => assert_eq!(numbers, expected),
        // Where they are registered at the same time, one that is tried again leaves a gap.
        Url::Postgres(_) => {
            numbers.dedup();
            assert_eq!(numbers.len(), expected.len());
        }
    }
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

fn the_last_number_is_the_last(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    administrator.post("/v1/players", &player(&club)).expect(201);
    app.connection()
        .batch_execute("UPDATE players SET number = 9999999")
        .unwrap();
    if let Url::Postgres(_) = app.url() {
        let last = "SELECT setval('players_number_seq', 9999999)";
        app.connection().batch_execute(last).unwrap();
    }
    administrator
        .post("/v1/players", &player(&club))
        .refused(409, "numbers-used-up");
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

fn a_refused_player_takes_no_number(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    administrator
        .post("/v1/players", &with(&club, &json!({ "club_id": ID })))
        .refused(422, "unknown-club");
    assert_eq!(
        administrator.post("/v1/players", &player(&club)).expect(201)["number"],
        "M-0000001-B"
    );
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

fn players_are_listed_by_province_and_club(app: &TestApp) {
    let (club, other, administrator) = (app.club("ZA-NW"), app.club("ZA-NW"), app.administrator());
    for (family, province, club) in [
        ("Adams", "ZA-NW", &club),
        ("Baloyi", "ZA-GP", &club),
        ("Cele", "ZA-GP", &other),
        ("Dube", "ZA-NW", &other),
    ] {
        let sent = with(
            club,
            &json!({ "family_name": family, "given_names": null, "province": province }),
        );
        administrator.post("/v1/players", &sent).expect(201);
    }
    let listed = |query: &str| {
        let players = app.anyone().get(&format!("/v1/players{query}")).items();
        names(&players).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(listed(""), ["Adams", "Baloyi", "Cele", "Dube"]);
    assert_eq!(listed("?province=ZA-GP"), ["Baloyi", "Cele"]);
    assert_eq!(listed(&format!("?club_id={club}")), ["Adams", "Baloyi"]);
    assert_eq!(listed(&format!("?club_id={other}&province=ZA-NW")), ["Dube"]);
    assert_eq!(listed(&format!("?club_id={other}&q=cel")), ["Cele"]);
    assert_eq!(listed("?province=ZA-XX"), Vec::<String>::new());
    assert_eq!(listed(&format!("?club_id={ID}")), Vec::<String>::new());
}

fn a_player_is_found_by_any_spelling_of_the_number(app: &TestApp) {
    let club = app.club("ZA-NW");
    app.player_named(&club, "Adams", "Ann", "1998-04-17");
    app.player_named(&club, "Baloyi", "Ben", "1998-04-17");
    let by_number = |number: &str| app.anyone().get(&format!("/v1/players?number={}", escaped(number)));
    for spelling in [
        "M-0000001-B",
        "m-0000001-b",
        "m 1 b",
        "1b",
        "M0000001B",
        " 00 1-b ",
        "M–1–B",
    ] {
        assert_eq!(names(&by_number(spelling).items()), ["Ann Adams"], "{spelling}");
    }
    assert_eq!(by_number("M-0000003-D").items().len(), 0);
    for wrong in [
        "M-0000001-C",
        "M-0000010-B",
        "1",
        "",
        "M",
        "M-0000000-A",
        "M-00000001-B",
        "Ann",
    ] {
        by_number(wrong).refused(400, "invalid-query");
    }
}

fn pages_stay_as_they_were_when_players_are_added(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    let add = |caller: &Caller<'_>| caller.post("/v1/players", &player(&club)).expect(201);
    for _ in 0..5 {
        add(&secretary);
    }
    let (mut path, mut numbers) = (format!("/v1/players?limit=2&club_id={club}"), Vec::new());
    loop {
        let answer = app.anyone().get(&path);
        numbers.extend(
            answer
                .items()
                .iter()
                .map(|player| text(&player["number"])[2..9].parse::<u32>().unwrap()),
        );
        let Some(next) = answer.json()["next_cursor"].as_str().map(str::to_owned) else {
            assert_eq!(answer.header("link"), "");
            break;
        };
        path = format!("/v1/players?limit=2&club_id={club}&cursor={next}");
        assert_eq!(answer.header("link"), format!("<{path}>; rel=\"next\""));
        if numbers.len() <= 4 {
            add(&secretary);
        }
    }
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
}

fn a_list_refuses_what_it_cannot_read(app: &TestApp) {
    for (query, code) in [
        ("limit=0", "invalid-query"),
        ("limit=201", "invalid-query"),
        ("limit=-1", "invalid-query"),
        ("limit=ten", "invalid-query"),
        ("club_id=DIT", "invalid-query"),
        ("birth_date=1998-04-17", "invalid-query"),
        ("cursor=", "invalid-cursor"),
        ("cursor=x", "invalid-cursor"),
        ("cursor=IjEi", "invalid-cursor"),
    ] {
        app.anyone().get(&format!("/v1/players?{query}")).refused(400, code);
    }
    app.anyone().get("/v1/players?limit=200").expect(200);
}

fn an_unknown_player_is_not_found(app: &TestApp) {
    app.anyone().get(&format!("/v1/players/{ID}")).refused(404, "not-found");
    app.anyone().get("/v1/players/M-0000001-B").refused(404, "not-found");
    app.administrator()
        .get("/v1/players/M-0000001-B/particulars")
        .refused(404, "not-found");
}
