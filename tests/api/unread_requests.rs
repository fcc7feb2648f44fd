//! Requests that are not read for whom they are not for, and answers without a body: for every operation and everyone.

use crate::app::TestApp;
use crate::caller::text;
use crate::permissions::{ask, compare, everyone, promised, share};
use crate::world::{HAS_OWN, Request, World, path, requests};

on_sqlite! {
    head_is_answered_as_get_is,
    nothing_is_read_for_whom_it_is_not_for,
    nothing_else_is_read_for_whom_it_is_not_for,
}

fn head_is_answered_as_get_is(app: &TestApp) {
    let world = World::new(app);
    let everyone = everyone(&world, app);
    for (pattern, _, operation) in share(0, 1).filter(|(_, method, _)| *method == "get") {
        let id = text(&operation["operationId"]);
        // Reading changes nothing, so that everyone asks about the same thing, and those who have one about their own.
        let of_another = requests(id, app, &world, None);
        for asking in &everyone {
            let mut asked = of_another.iter().collect::<Vec<_>>();
            let own = if HAS_OWN.contains(&id) {
                requests(id, app, &world, asking.account.as_ref())
            } else {
                Vec::new()
            };
            asked.extend(own.iter().filter(|request| request.own));
            for request in asked {
                let head = ask(asking, "head", pattern, request);
                let expected = promised(operation, asking, request.own).map_or_else(|(status, _)| status, |()| 200);
                assert_eq!(
                    (head.status, head.body.len()),
                    (expected, 0),
                    "HEAD {id} by {}",
                    asking.who
                );
            }
        }
    }
}

/// A caller who is not let in learns nothing of what else is wrong: not of the body, the path or the query.
fn nothing_is_read_for_whom_it_is_not_for(app: &TestApp) {
    reads_nothing_for_whom_it_is_not_for(app, 0);
}

fn nothing_else_is_read_for_whom_it_is_not_for(app: &TestApp) {
    reads_nothing_for_whom_it_is_not_for(app, 1);
}

fn reads_nothing_for_whom_it_is_not_for(app: &TestApp, half: usize) {
    let world = World::new(app);
    let everyone = everyone(&world, app);
    let of_size = |size: usize| format!("{{\"x\": \"{}\"}}", "x".repeat(size));
    let (large, larger) = (of_size(300 * 1024), of_size(11 * 1024 * 1024));
    let broken = [
        ("application/json", "{", 400, "malformed-json"),
        ("application/json", "7", 422, "invalid-input"),
        ("application/json", large.as_str(), 413, "body-too-large"),
        ("text/plain", "{}", 415, "unsupported-media-type"),
    ];
    let mut refused = 0;
    for (pattern, method, operation) in share(half, 2) {
        let id = text(&operation["operationId"]);
        let good = requests(id, app, &world, None).pop().unwrap();
        for asking in &everyone {
            let told = match promised(operation, asking, good.own) {
                Err((401 | 403, "out-of-scope")) => continue, // that is found out by reading
                told => told,
            };
            let way_in = told.is_ok() || told == Err((404, "not-found"));
            let sent = path(pattern, if pattern.contains('{') { &good.parameter } else { "" });
            if good.body.is_some() && (!way_in || asking.role == Some("administrator")) {
                for (media_type, body, status, code) in broken {
                    // A file may be as large as an import.
                    let is_file = code == "body-too-large"
                        && ["create_archive", "create_game_batch", "create_pen_hand_in"].contains(&id);
                    let body = if is_file { larger.as_str() } else { body };
                    let told = if way_in { Err((status, code)) } else { told };
                    let headers = [("content-type", media_type), ("if-match", "*")];
                    let answer = asking.caller.send(&method.to_uppercase(), &sent, &headers, Some(body));
                    compare(&format!("{id} by {} with {code}", asking.who), &answer, told);
                    refused += u32::from(!way_in);
                }
            }
            if pattern.contains('{') {
                let told = if way_in { Err((404, "not-found")) } else { told };
                let parameter = good
                    .parameter
                    .split(' ')
                    .map(|_| "not-an-id")
                    .collect::<Vec<_>>()
                    .join(" ");
                let nothing = Request {
                    parameter,
                    ..good.clone()
                };
                compare(
                    &format!("{id} of nothing by {}", asking.who),
                    &ask(asking, method, pattern, &nothing),
                    told,
                );
                refused += u32::from(!way_in);
            } else if method == "get" && id.starts_with("list_") && !way_in {
                let answer = asking.caller.get(&format!("{sent}?limit=0&cursor=x&y=z"));
                compare(&format!("{id} with a wrong query by {}", asking.who), &answer, told);
                refused += 1;
            }
        }
    }
    assert!(refused >= 100, "{refused}");
}
