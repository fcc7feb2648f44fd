//! Clubs: registering, reading, listing, finding.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    a_club_is_registered_and_read_back,
    the_same_club_sent_again_answers_as_the_first_time,
    an_id_is_one_clubs_alone,
    a_code_is_one_clubs_alone,
    all_faults_are_told_at_once,
    the_province_must_exist,
    a_coordinator_registers_clubs_of_the_own_province,
    clubs_are_listed_by_name_page_by_page,
    clubs_are_found_without_case_and_accents,
    an_unknown_club_is_not_found,
    a_club_is_changed_by_who_has_read_it,
    of_two_who_change_at_once_one_is_told_to_read_again,
    a_change_is_as_strict_as_a_registration,
    a_member_that_is_given_twice_is_refused,
}

fn club(code: &str, name: &str, province: &str) -> Value {
    json!({ "code": code, "name": name, "kind": "community", "province": province })
}

fn a_club_is_registered_and_read_back(app: &TestApp) {
    let answer = app
        .coordinator("ZA-NW")
        .post("/v1/clubs", &club("dit", " Ditsobotla  Herders ", "ZA-NW"));
    let created = answer.expect(201);
    assert_eq!(created["code"], "DIT");
    assert_eq!(created["name"], "Ditsobotla Herders");
    assert_eq!(created["created_at"], "2026-11-20T08:00:00.000000Z");
    let location = answer.header("location").to_owned();
    assert_eq!(location, format!("/v1/clubs/{}", text(&created["id"])));
    let read = app.anyone().get(&location);
    assert_eq!(read.expect(200), created);
    assert_eq!(read.header("etag"), answer.header("etag"));
    assert_eq!(read.header("cache-control"), "public, no-cache");
}

fn the_same_club_sent_again_answers_as_the_first_time(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let mut sent = club("DIT", "Ditsobotla Herders", "ZA-NW");
    sent["id"] = json!("019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f");
    let first = coordinator.post("/v1/clubs", &sent).expect(201);
    assert_eq!(first["id"], sent["id"]);
    app.pass(chrono::TimeDelta::minutes(1));
    assert_eq!(coordinator.post("/v1/clubs", &sent).expect(201), first);
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
}

fn an_id_is_one_clubs_alone(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let mut sent = club("DIT", "Ditsobotla Herders", "ZA-NW");
    sent["id"] = json!("019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f");
    coordinator.post("/v1/clubs", &sent).expect(201);
    sent["name"] = json!("Others");
    let problem = coordinator.post("/v1/clubs", &sent).refused(409, "id-taken");
    assert_eq!(problem["errors"][0]["pointer"], "/id");
}

fn a_code_is_one_clubs_alone(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    coordinator
        .post("/v1/clubs", &club("DIT", "Ditsobotla Herders", "ZA-NW"))
        .expect(201);
    let problem = coordinator
        .post("/v1/clubs", &club("dit", "Others", "ZA-NW"))
        .refused(409, "code-taken");
    assert_eq!(problem["errors"][0]["pointer"], "/code");
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 1);
}

fn all_faults_are_told_at_once(app: &TestApp) {
    let problem = app
        .administrator()
        .post("/v1/clubs", &club("1", "\u{0}", "ZA-NW"))
        .refused(422, "invalid-input");
    let faults: Vec<(&str, &str)> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (text(&fault["pointer"]), text(&fault["code"])))
        .collect();
    assert_eq!(faults, [("/code", "invalid-code"), ("/name", "not-printable")]);
}

fn the_province_must_exist(app: &TestApp) {
    let problem = app
        .administrator()
        .post("/v1/clubs", &club("DIT", "Herders", "ZA-XX"))
        .refused(422, "unknown-province");
    assert_eq!(problem["errors"][0]["pointer"], "/province");
}

fn a_coordinator_registers_clubs_of_the_own_province(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    coordinator
        .post("/v1/clubs", &club("VAA", "Vaal Herders", "ZA-GP"))
        .refused(403, "out-of-scope");
    coordinator
        .post("/v1/clubs", &club("DIT", "Ditsobotla Herders", "ZA-NW"))
        .expect(201);
    assert_eq!(app.anyone().get("/v1/clubs?province=ZA-GP").items().len(), 0);
    assert_eq!(app.anyone().get("/v1/clubs?province=ZA-NW").items().len(), 1);
}

fn clubs_are_listed_by_name_page_by_page(app: &TestApp) {
    let administrator = app.administrator();
    for (code, name) in [
        ("C1", "émile"),
        ("C2", "Adams"),
        ("C3", "Zulu"),
        ("C4", "EMILE"),
        ("C5", "baloyi"),
    ] {
        administrator.post("/v1/clubs", &club(code, name, "ZA-GP")).expect(201);
    }
    let (mut path, mut names, mut pages) = ("/v1/clubs?limit=2&province=ZA-GP".to_owned(), Vec::new(), 0);
    loop {
        let answer = app.anyone().get(&path);
        names.extend(answer.items().iter().map(|club| text(&club["name"]).to_owned()));
        pages += 1;
        let Some(next) = answer.json()["next_cursor"].as_str().map(str::to_owned) else {
            assert_eq!(answer.header("link"), "");
            break;
        };
        path = format!("/v1/clubs?limit=2&province=ZA-GP&cursor={next}");
        assert_eq!(answer.header("link"), format!("<{path}>; rel=\"next\""));
    }
    assert_eq!(pages, 3);
    names[2..4].sort();
    assert_eq!(names, ["Adams", "baloyi", "EMILE", "émile", "Zulu"]);
}

fn clubs_are_found_without_case_and_accents(app: &TestApp) {
    let administrator = app.administrator();
    administrator
        .post("/v1/clubs", &club("C1", "Leoné's Kraal", "ZA-GP"))
        .expect(201);
    administrator
        .post("/v1/clubs", &club("C2", "Kraal 50%", "ZA-GP"))
        .expect(201);
    let found = |q: &str| {
        let clubs = app.anyone().get(&format!("/v1/clubs?q={q}")).items();
        clubs
            .iter()
            .map(|club| text(&club["code"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(found("LEONE"), ["C1"]);
    assert_eq!(found("kra+leon%C3%A9"), ["C1"]);
    assert_eq!(found("kraal"), ["C2", "C1"]);
    // By the code, whole and in any case.
    assert_eq!(found("c2"), ["C2"]);
    assert_eq!(found("C"), Vec::<String>::new());
    // Neither in the middle of a word nor by SQL's wildcards.
    assert_eq!(found("raal"), Vec::<String>::new());
    assert_eq!(found("%25"), Vec::<String>::new());
    assert_eq!(found("l_one"), Vec::<String>::new());
}

fn an_unknown_club_is_not_found(app: &TestApp) {
    app.anyone()
        .get("/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")
        .refused(404, "not-found");
    app.anyone().get("/v1/clubs/not-an-id").refused(404, "not-found");
}

/// A club of the North West: its path, and the entity tag of what is read there.
fn registered(app: &TestApp) -> (String, String) {
    let path = format!("/v1/clubs/{}", app.club("ZA-NW"));
    let tag = app.anyone().get(&path).header("etag").to_owned();
    (path, tag)
}

fn a_club_is_changed_by_who_has_read_it(app: &TestApp) {
    let ((path, tag), coordinator) = (registered(app), app.coordinator("ZA-NW"));
    let before = app.anyone().get(&path).json();
    let answer = coordinator.patch(&path, &tag, &json!({ "name": " Émile  Herders ", "kind": "school" }));
    let after = answer.expect(200);
    assert_eq!(
        (text(&after["name"]), text(&after["kind"])),
        ("Émile Herders", "school")
    );
    for kept in ["id", "code", "province", "created_at"] {
        assert_eq!(after[kept], before[kept]);
    }
    let read = app.anyone().get(&path);
    assert_eq!(
        (read.json(), read.header("etag")),
        (after.clone(), answer.header("etag"))
    );
    // It is found by its new name, and no longer by its old one.
    assert_eq!(app.anyone().get("/v1/clubs?q=emile").items().len(), 1);
    let old = format!("/v1/clubs?q={}", text(&before["name"]).replace(' ', "+"));
    assert_eq!(app.anyone().get(&old).items().len(), 0);
    // What was read before is no longer what is there.
    let stale = coordinator.patch(&path, &tag, &json!({ "name": "Others" }));
    stale.refused(412, "stale");
    assert_eq!(stale.header("etag"), read.header("etag"));
    for versions in [format!("\"x\", {}", read.header("etag")), "*".to_owned()] {
        coordinator
            .patch(&path, &versions, &json!({ "kind": "university" }))
            .expect(200);
        coordinator.patch(&path, "*", &json!({ "kind": "school" })).expect(200);
    }
    for versions in ["", "x", &format!("W/{}", read.header("etag"))] {
        coordinator.patch(&path, versions, &json!({})).refused(412, "stale");
    }
    let headers = [("content-type", "application/merge-patch+json")];
    coordinator
        .send("PATCH", &path, &headers, Some("{}"))
        .refused(428, "precondition-required");
}

fn of_two_who_change_at_once_one_is_told_to_read_again(app: &TestApp) {
    let ((path, tag), coordinator) = (registered(app), app.coordinator("ZA-NW"));
    let change = |name: String| coordinator.patch(&path, &tag, &json!({ "name": name })).status;
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let change = &change;
        let at_once: Vec<_> = (0..8)
            .map(|n| scope.spawn(move || change(format!("Herders {n}"))))
            .collect();
        at_once.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412, 412, 412, 412, 412, 412, 412]);
}

fn a_change_is_as_strict_as_a_registration(app: &TestApp) {
    let ((path, tag), coordinator) = (registered(app), app.coordinator("ZA-NW"));
    for (patch, pointer, code) in [
        (json!({ "code": "1" }), "/code", "invalid-code"),
        (json!({ "name": "" }), "/name", "required"),
        (json!({ "name": null }), "/name", "required"),
        (json!({ "kind": "hospital" }), "/kind", "invalid-value"),
        (json!({ "province": "ZA-GP" }), "/province", "unknown-field"),
        (json!([]), "", "invalid-value"),
    ] {
        let problem = coordinator.patch(&path, &tag, &patch).refused(422, "invalid-input");
        let fault = &problem["errors"][0];
        assert_eq!(
            (text(&fault["pointer"]), text(&fault["code"])),
            (pointer, code),
            "{patch}"
        );
    }
    let other = app.anyone().get(&format!("/v1/clubs/{}", app.club("ZA-GP"))).json();
    coordinator
        .patch(&path, &tag, &json!({ "code": other["code"] }))
        .refused(409, "code-taken");
    coordinator
        .patch(&format!("/v1/clubs/{}", text(&other["id"])), "*", &json!({}))
        .refused(403, "out-of-scope");
    coordinator
        .patch("/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f", "*", &json!({}))
        .refused(404, "not-found");
    let text_plain = [("content-type", "text/plain"), ("if-match", "*")];
    coordinator
        .send("PATCH", &path, &text_plain, Some("{}"))
        .refused(415, "unsupported-media-type");
    assert_eq!(app.anyone().get(&path).header("etag"), tag);
}

/// Neither of two values is taken, whether the member is known or not, and wherever it stands.
fn a_member_that_is_given_twice_is_refused(app: &TestApp) {
    let ((path, tag), coordinator) = (registered(app), app.coordinator("ZA-NW"));
    let send = |path: &str, body: &str| {
        let headers = [("content-type", "application/merge-patch+json"), ("if-match", "*")];
        coordinator.send("PATCH", path, &headers, Some(body))
    };
    let contacts = format!("{path}/contacts");
    for (path, body, pointer) in [
        (&path, r#"{"name":"A","name":"B"}"#, "/name"),
        (&path, r#"{"name":"A","name":"A"}"#, "/name"),
        (&path, r#"{"name":null,"code":"DIT","name":null}"#, "/name"),
        (&path, r#"{"name":"A","n\u0061me":"B"}"#, "/name"),
        (&path, r#"{"a/b~`c":1,"a/b~`c":2}"#, "/a~1b~0`c"),
        (&path, r#"{"":1,"":2}"#, "/"),
        (
            &contacts,
            r#"{"secretary":{"name":"A","phone":"1","name":"B"}}"#,
            "/secretary/name",
        ),
        (
            &contacts,
            r#"{"secretary":null,"chairperson":{},"secretary":null}"#,
            "/secretary",
        ),
        (&contacts, r#"{"secretary":[{"name":1,"name":2}]}"#, "/secretary/0/name"),
    ] {
        let expected = [(pointer.to_owned(), "duplicate-field".to_owned())];
        assert_eq!(send(path, body).faults(), expected, "{body}");
    }
    for body in [r#"{"name":"A""#, r#"{"name":"A"} {}"#, r#"{"name":"A",}"#] {
        send(&path, body).refused(400, "malformed-json");
    }
    let deep = format!("{{\"name\":{}1{}}}", "{\"a\":".repeat(1000), "}".repeat(1000));
    send(&path, &deep).refused(400, "malformed-json");
    assert_eq!(app.anyone().get(&path).header("etag"), tag);
}
