//! Queries of all operations: read strictly, each parameter that is wrong named, cursors of ours alone.

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    a_query_is_read_strictly,
    every_parameter_that_is_wrong_is_named,
    a_cursor_is_one_of_ours,
}

fn a_query_is_read_strictly(app: &TestApp) {
    for query in [
        "limit=0",
        "limit=201",
        "limit=-1",
        "limit=ten",
        "limit=1.5",
        "page=2",
        "limit=1&limit=2",
        "kind=hospital",
    ] {
        let problem = app
            .anyone()
            .get(&format!("/v1/clubs?{query}"))
            .refused(400, "invalid-query");
        let name = query.split('=').next().unwrap();
        assert!(text(&problem["detail"]).contains(name), "{query}: {problem}");
    }
    assert_eq!(app.anyone().get("/v1/clubs?limit=200").status, 200);
    app.anyone()
        .get("/v1/players?number=M-0004217-X")
        .refused(400, "invalid-query");
    // Where an operation takes no parameters, none is taken.
    for path in ["/v1/provinces", "/v1/provinces/ZA-NW", "/livez", "/v1/problems"] {
        app.anyone()
            .get(&format!("{path}?limit=1"))
            .refused(400, "invalid-query");
    }
    app.administrator()
        .send("POST", "/v1/clubs?dry_run=true", &[], Some("{}"))
        .refused(400, "invalid-query");
    app.anyone()
        .send("POST", "/v1/clubs?dry_run=true", &[], Some("{}"))
        .refused(401, "token-required");
    app.anyone().get("/v1/clubs?province=%00").refused(400, "invalid-query");
    app.anyone().get("/v1/games?rule_set=%00").refused(400, "invalid-query");
    app.anyone().get("/v1/players?club_id=x").refused(400, "invalid-query");
}

fn every_parameter_that_is_wrong_is_named(app: &TestApp) {
    for (path, expected) in [
        ("/v1/clubs?limit=0", &[("limit", "invalid-value")][..]),
        (
            "/v1/clubs?limit=x&kind=hospital&page=2&page=3&province=ZA-NW",
            &[
                ("limit", "invalid-value"),
                ("kind", "invalid-value"),
                ("page", "unknown-parameter"),
            ],
        ),
        (
            "/v1/clubs?limit=1&limit=2&colour=red",
            &[("limit", "duplicate-parameter"), ("colour", "unknown-parameter")],
        ),
        (
            "/v1/players?club_id=x&limit=-1",
            &[("club_id", "invalid-value"), ("limit", "invalid-value")],
        ),
        ("/v1/players?number=M-0004217-X", &[("number", "invalid-value")]),
        ("/v1/log/consistency", &[("since", "required")]),
        (
            "/v1/log/consistency?since=x&to=y",
            &[("since", "invalid-value"), ("to", "unknown-parameter")],
        ),
        (
            "/v1/provinces?limit=1&q=x",
            &[("limit", "unknown-parameter"), ("q", "unknown-parameter")],
        ),
        ("/v1/games?position=nothing", &[("position", "invalid-value")]),
        (
            "/v1/games?opponent_id=019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f",
            &[("opponent_id", "invalid-value")],
        ),
        ("/v1/clubs?li%22mit%0A=1", &[("li\"mit\n", "unknown-parameter")]),
    ] {
        let told = app.anyone().get(path).wrong_parameters();
        let told: Vec<_> = told.iter().map(|(name, code)| (name.as_str(), code.as_str())).collect();
        assert_eq!(told, expected, "{path}");
    }
    // Each is told in words, and what was sent does not come back there.
    let problem = app.anyone().get("/v1/clubs?limit=0&kind=hospital").expect(400);
    assert_eq!(
        problem["errors"][0]["message"],
        "Expected a whole number from 1 to 200."
    );
    let kinds = text(&problem["errors"][1]["message"]).to_owned();
    assert!(
        kinds.starts_with("Expected one of") && !kinds.contains("hospital"),
        "{kinds}"
    );
    // So many are told, and no more, however many there are; and of a long name the beginning.
    let many: Vec<String> = (0..500).map(|number| format!("p{number}=1")).collect();
    let told = app
        .anyone()
        .get(&format!("/v1/clubs?{}", many.join("&")))
        .wrong_parameters();
    assert_eq!(told.len(), 20);
    let told = app
        .anyone()
        .get(&format!("/v1/clubs?{}=1", "x".repeat(2_000)))
        .wrong_parameters();
    assert_eq!(told[0].0.len(), 300);
}

fn a_cursor_is_one_of_ours(app: &TestApp) {
    // Not base64, not JSON, the key of another list.
    for cursor in ["!", "bm90IGpzb24", "NDIxNw", "WyJhIl0", ""] {
        app.anyone()
            .get(&format!("/v1/clubs?cursor={cursor}"))
            .refused(400, "invalid-cursor");
    }
    // A key that no name has: with a NUL in it.
    app.anyone()
        .get("/v1/clubs?cursor=WyJhXHUwMDAwIiwiMDE5YWEwYzktMmYxZS03YjNjLTlkOGUtMWEyYjNjNGQ1ZTZmIl0")
        .refused(400, "invalid-cursor");
    app.anyone()
        .get("/v1/players?cursor=WyJhIl0")
        .refused(400, "invalid-cursor");
    app.anyone()
        .get("/v1/games?cursor=NDIxNw")
        .refused(400, "invalid-cursor");
    app.administrator()
        .get("/v1/accounts?cursor=NDIxNw")
        .refused(400, "invalid-cursor");
    app.administrator()
        .get("/v1/affiliations?cursor=NDIxNw")
        .refused(400, "invalid-cursor");
}
