//! Behaviour that all operations have in common: how they refuse, how they are cached, who they tell.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::contract;

on_both_databases! {
    a_body_must_be_json,
    a_body_has_the_right_media_type,
    a_body_has_its_limit,
    an_unknown_path_is_not_found,
    a_known_path_answers_405_to_other_methods,
    every_path_answers_405_to_every_method_that_it_lacks,
    head_is_answered_as_get,
    an_unchanged_thing_is_answered_with_304,
    answers_carry_headers_of_safety,
    a_body_is_sent_as_it_is,
    an_id_is_a_uuid_of_version_7,
    what_is_beside_the_operations_keeps_the_rules_too,
    the_catalogue_explains_every_problem,
    the_service_is_alive_and_ready,
    the_documentation_asks_no_other_host,
    an_operation_is_found_by_three_letters,
    the_signing_keys_are_published,
}

fn a_body_must_be_json(app: &TestApp) {
    let administrator = app.administrator();
    for body in [
        "",
        "{",
        "{\"code\": }",
        "not json",
        "\u{feff}{}",
        "{\"code\":\"\\ud800\"}",
    ] {
        administrator
            .post_text("/v1/clubs", "application/json", body)
            .refused(400, "malformed-json");
    }
    let validations = "/v1/games/validations";
    app.anyone()
        .post_text(validations, "application/json", "{\"turns\": []} {}")
        .refused(400, "malformed-json");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep = format!("{{\"turns\": {deep}}}");
    let answer = app.anyone().post_text(validations, "application/json", &deep);
    answer.refused(422, "invalid-input");
}

fn a_body_has_the_right_media_type(app: &TestApp) {
    let administrator = app.administrator();
    let club = json!({ "code": "DIT", "name": "Herders", "kind": "school", "province": "ZA-NW" }).to_string();
    for media_type in ["text/plain", "application/xml", "application/jsonp", ""] {
        administrator
            .post_text("/v1/clubs", media_type, &club)
            .refused(415, "unsupported-media-type");
    }
    administrator
        .post_text("/v1/clubs", "application/json; charset=utf-8", &club)
        .expect(201);
}

fn a_body_has_its_limit(app: &TestApp) {
    let name = "x".repeat(300 * 1024);
    let club = json!({ "code": "DIT", "name": name, "kind": "school", "province": "ZA-NW" });
    app.administrator()
        .post("/v1/clubs", &club)
        .refused(413, "body-too-large");
    assert_eq!(app.anyone().get("/v1/clubs").items().len(), 0);
}

fn an_unknown_path_is_not_found(app: &TestApp) {
    for path in [
        "/v1",
        "/v1/",
        "/v1/nothing",
        "/v2/clubs",
        "/v1/clubs/",
        "/v1/clubs/x/y/z",
        "/%00",
        "/v1/clubs/%F0%28",
    ] {
        app.anyone().get(path).refused(404, "not-found");
    }
}

fn a_known_path_answers_405_to_other_methods(app: &TestApp) {
    for (method, path, allow) in [
        ("PUT", "/v1/clubs", "GET, HEAD, POST"),
        (
            "DELETE",
            "/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f",
            "GET, HEAD, PATCH",
        ),
        ("GET", "/v1/tokens", "POST"),
        (
            "GET",
            "/v1/accounts/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f/grants",
            "POST",
        ),
        ("PATCH", "/livez", "GET, HEAD"),
    ] {
        let answer = app.anyone().send(method, path, &[], None);
        answer.refused(405, "method-not-allowed");
        assert_eq!(answer.header("allow"), allow, "{method} {path}");
    }
}

fn every_path_answers_405_to_every_method_that_it_lacks(app: &TestApp) {
    const METHODS: [&str; 8] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];
    let (mut refused, mut otherwise) = (0, Vec::new());
    for (pattern, item) in contract::document()["paths"].as_object().unwrap() {
        let item = item.as_object().unwrap();
        let path = example_of(pattern, item.values().next().unwrap());
        let has = |method: &&str| item.contains_key(&method.replace("HEAD", "GET").to_lowercase());
        let allowed = METHODS.into_iter().filter(has).collect::<Vec<_>>().join(", ");
        for method in METHODS.into_iter().filter(|method| !has(method)) {
            let answer = app.anyone().send(method, &path, &[], None);
            let is_told = method == "HEAD" || answer.json()["code"] == "method-not-allowed";
            if answer.status != 405 || answer.header("allow") != allowed || !is_told {
                otherwise.push(format!("{method} {path}: {} {}", answer.status, answer.header("allow")));
            }
            refused += 1;
        }
    }
    assert!(refused > 500, "{refused}");
    assert!(otherwise.is_empty(), "{otherwise:#?}");
}

/// A path of that pattern, with the examples of its parameters.
fn example_of(pattern: &str, operation: &Value) -> String {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let of_path = parameters.filter(|parameter| parameter["in"] == "path");
    let path = of_path.fold(pattern.to_owned(), |path, parameter| {
        let (name, example) = (text(&parameter["name"]), &parameter["example"]);
        let example = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
        path.replace(&format!("{{{name}}}"), &example)
    });
    assert!(!path.contains('{'), "{path}");
    path
}

fn head_is_answered_as_get(app: &TestApp) {
    let get = app.anyone().get("/v1/provinces");
    let head = app.anyone().send("HEAD", "/v1/provinces", &[], None);
    assert_eq!(head.status, 200);
    assert!(head.body.is_empty());
    for header in ["etag", "content-length", "content-type", "cache-control"] {
        assert_eq!(head.header(header), get.header(header), "{header}");
    }
    assert_eq!(app.anyone().send("HEAD", "/v1/nothing", &[], None).status, 404);
}

fn an_unchanged_thing_is_answered_with_304(app: &TestApp) {
    let path = format!("/v1/clubs/{}", app.club("ZA-NW"));
    for path in [path.as_str(), "/v1/clubs", "/v1/provinces/ZA-NW"] {
        let tag = app.anyone().get(path).header("etag").to_owned();
        for sent in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let answer = app.anyone().get_with(path, &[("if-none-match", &sent)]);
            assert_eq!(answer.status, 304, "{sent}");
            assert!(answer.body.is_empty());
            assert_eq!(answer.header("etag"), tag);
            assert_eq!(answer.header("cache-control"), "public, no-cache");
        }
        for sent in ["\"x\"", "x", ""] {
            assert_eq!(
                app.anyone().get_with(path, &[("if-none-match", sent)]).status,
                200,
                "{sent}"
            );
        }
    }
    // What is for the caller alone is not to be kept, but can be asked about.
    let administrator = app.administrator();
    let answer = administrator.get("/v1/accounts");
    let again = administrator.get_with("/v1/accounts", &[("if-none-match", answer.header("etag"))]);
    assert_eq!(
        (again.status, again.header("cache-control")),
        (304, "private, no-store")
    );
    // Another club in the list, and its tag is another.
    let tag = app.anyone().get("/v1/clubs").header("etag").to_owned();
    app.club("ZA-NW");
    assert_eq!(
        app.anyone().get_with("/v1/clubs", &[("if-none-match", &tag)]).status,
        200
    );
}

fn answers_carry_headers_of_safety(app: &TestApp) {
    for path in ["/v1/clubs", "/v1/nothing", "/livez"] {
        let answer = app.anyone().get(path);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(
            answer.header("content-security-policy"),
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
    }
    // A page may send its own forms to us, and to nobody else.
    for path in ["/docs/", "/verify"] {
        let page = app.anyone().get_with(path, &[("accept", "text/html")]);
        assert_eq!(
            page.header("content-type").split(';').next(),
            Some("text/html"),
            "{path}"
        );
        let policy: Vec<_> = page.header("content-security-policy").split("; ").collect();
        for directive in [
            "default-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(&directive), "{path}: {policy:?}");
        }
    }
    let (one, other) = (app.anyone().get("/livez"), app.anyone().get("/livez"));
    assert_ne!(one.header("x-request-id"), other.header("x-request-id"));
}

fn a_body_is_sent_as_it_is(app: &TestApp) {
    let send = |headers: &[(&str, &str)]| {
        app.anyone()
            .send("POST", "/v1/games/validations", headers, Some("{\"turns\":[]}"))
    };
    for coding in ["gzip", "br", "x"] {
        let headers = [("content-type", "application/json"), ("content-encoding", coding)];
        send(&headers).refused(415, "unsupported-media-type");
    }
    assert_eq!(
        send(&[("content-type", "Application/JSON"), ("content-encoding", "identity")]).status,
        200
    );
}

fn an_id_is_a_uuid_of_version_7(app: &TestApp) {
    let club = |id: &str| {
        let club = json!({ "id": id, "code": "DIT", "name": "Herders", "kind": "school", "province": "ZA-NW" });
        app.administrator().post("/v1/clubs", &club)
    };
    for id in [
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "9c1f7d0e-1b2a-4f7e-8a5d-2f0c6b7e9a11",
        "019aa0c92f1e7b3c9d8e1a2b3c4d5e6f",
        "{019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f}",
        "urn:uuid:019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f",
        "",
    ] {
        let problem = club(id).refused(422, "invalid-input");
        assert_eq!(
            (&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]),
            (&json!("/id"), &json!("invalid-value"))
        );
        if !id.is_empty() {
            app.anyone()
                .get(&format!("/v1/clubs/{}", id.replace(['{', '}'], "%7B")))
                .refused(404, "not-found");
        }
    }
    club("019AA0C9-2F1E-7B3C-9D8E-1A2B3C4D5E6F").expect(201);
    assert_eq!(
        app.anyone()
            .get("/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")
            .status,
        200
    );
}

fn what_is_beside_the_operations_keeps_the_rules_too(app: &TestApp) {
    app.anyone().get("/docs/nothing.js").refused(404, "not-found");
    for path in ["/docs/", "/docs/index.html", "/openapi.json"] {
        let answer = app.anyone().send("PUT", path, &[], None);
        answer.refused(405, "method-not-allowed");
        assert_eq!(answer.header("allow"), "GET, HEAD", "{path}");
    }
    let page = app.anyone().get_with("/docs/", &[("accept-encoding", "identity")]);
    assert_eq!((page.status, page.header("content-encoding")), (200, ""));
    assert!(page.body_text().to_lowercase().contains("<!doctype html>"));
}

fn the_catalogue_explains_every_problem(app: &TestApp) {
    let kinds = app.anyone().get("/v1/problems").items();
    assert!(kinds.len() > 20);
    for kind in kinds {
        assert_eq!(
            app.anyone()
                .get(&format!("/v1/problems/{}", text(&kind["code"])))
                .expect(200),
            kind
        );
    }
    let problem = app.anyone().get("/v1/nothing").refused(404, "not-found");
    assert_eq!(
        app.anyone().get(text(&problem["type"])).expect(200)["title"],
        problem["title"]
    );
    app.anyone().get("/v1/problems/nonsense").refused(404, "not-found");
}

fn the_service_is_alive_and_ready(app: &TestApp) {
    assert_eq!(app.anyone().get("/livez").expect(200)["status"], "alive");
    assert_eq!(app.anyone().get("/readyz").expect(200)["status"], "ready");
}

fn the_documentation_asks_no_other_host(app: &TestApp) {
    let page = app.anyone().get("/docs/");
    assert_eq!(page.status, 200);
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    let page = page.body_text();
    for attribute in ["src=\"", "href=\""] {
        for link in page.split(attribute).skip(1) {
            let link = link.split('"').next().unwrap();
            assert!(!link.starts_with("//") && !link.contains("://"), "{link}");
            let file = link.trim_start_matches("./");
            assert_eq!(app.anyone().get(&format!("/docs/{file}")).status, 200, "{link}");
        }
    }
    assert_eq!(app.anyone().get("/docs").header("location"), "/docs/operations");
    let served = app.anyone().get("/openapi.json").json();
    assert_eq!(served, *federation_records::app::api::openapi());
}

fn an_operation_is_found_by_three_letters(app: &TestApp) {
    let find = |query: &str| app.anyone().get(&format!("/docs/operations{query}")).body_text();
    let all = find("");
    for (pattern, method, operation) in contract::operations() {
        let summary = text(&operation["summary"]);
        let manual = format!(
            "/docs/#/{}/{}",
            text(&operation["tags"][0]),
            text(&operation["operationId"])
        );
        let line = format!(
            "<a href=\"{manual}\">{summary}</a> <code>{} {pattern}</code>",
            method.to_uppercase()
        );
        assert!(all.contains(&line), "{line}");
        let longest = summary.split(' ').max_by_key(|word| word.len()).unwrap();
        let letters: String = longest.chars().take(3).collect();
        assert!(find(&format!("?q={letters}")).contains(&line), "{letters}: {line}");
    }
    let found = find("?q=post+STANDINGS");
    assert!(
        found.contains("No operation has these words.") && !found.contains("/docs/#/"),
        "{found}"
    );
    let found = find("?q=draw+post");
    assert!(
        found.contains("POST /v1/tournaments/{id}/rounds") && !found.contains("GET /v1/"),
        "{found}"
    );
    app.anyone()
        .get("/docs/operations?word=draw")
        .refused(400, "invalid-query");
}

fn the_signing_keys_are_published(app: &TestApp) {
    let keys = app.anyone().get("/.well-known/jwks.json").expect(200);
    let key = &keys["keys"][0];
    assert_eq!(
        (text(&key["kty"]), text(&key["crv"]), text(&key["use"])),
        ("OKP", "Ed25519", "sig")
    );
    assert!(key["d"].is_null());
}
