//! Doors beside the front door: a path that is spelled otherwise, a browser's cookie at the API, forms from elsewhere, and hand-ins.

use serde_json::json;

use crate::app::{ADMINISTRATOR, PASSWORD, TestApp};
use crate::browser::{Browser, Form, says};
use crate::caller::Answer;
use crate::contract::operations;
use crate::weekend::{Weekend, given, handed_in, own_account};
use crate::world::{World, path, requests};

on_sqlite! {
    no_path_is_served_in_another_spelling,
    a_cookie_opens_nothing_of_the_api,
    a_form_that_is_not_from_here_is_refused,
    a_form_from_elsewhere_is_forgotten,
    nobody_sends_what_somebody_else_has_typed,
    what_is_not_done_at_venues_is_not_begun,
}

/// Pages, and paths to which their forms are sent.
const PAGES: [(&str, &str); 8] = [
    ("get", "/account"),
    ("get", "/desk"),
    ("get", "/tournaments"),
    ("get", "/sign-in"),
    ("post", "/sign-in"),
    ("post", "/sign-out"),
    ("post", "/desk/announcement"),
    ("post", "/account/password"),
];

/// A request for each operation, and those for pages: the method and the path.
fn all(app: &TestApp) -> Vec<(&'static str, String)> {
    let world = World::new(app);
    let of_operations = operations().map(|(pattern, method, operation)| {
        let id = operation["operationId"].as_str().unwrap();
        let request = requests(id, app, &world, None).pop().unwrap();
        (method, path(pattern, &request.parameter))
    });
    let of_pages = PAGES.map(|(method, path)| (method, path.to_owned()));
    of_operations.chain(of_pages).collect()
}

/// The path with a character of it spelled, at its beginning, in its middle and at its end.
fn spellings(path: &str) -> Vec<String> {
    let path = path.split('?').next().unwrap();
    let places: Vec<usize> = path
        .char_indices()
        .filter(|(_, c)| c.is_ascii_alphanumeric())
        .map(|(at, _)| at)
        .collect();
    let chosen = [places[0], places[places.len() / 2], places[places.len() - 1]];
    let mut spelled: Vec<String> = chosen
        .iter()
        .enumerate()
        .map(|(number, at)| {
            let c = path.as_bytes()[*at];
            let spelling = if number == 1 {
                format!("%{c:02X}")
            } else {
                format!("%{c:02x}")
            };
            format!("{}{spelling}{}", &path[..*at], &path[at + 1..])
        })
        .collect();
    spelled.dedup();
    spelled
}

fn send(app: &TestApp, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let body = (method != "get").then_some("{}");
    let json = ("content-type", "application/json");
    let headers: Vec<_> = headers.iter().copied().chain(body.map(|_| json)).collect();
    app.anyone().send(&method.to_uppercase(), path, &headers, body)
}

fn no_path_is_served_in_another_spelling(app: &TestApp) {
    let (all, browser) = (all(app), Browser::administrator(app));
    let (cookie, token) = (
        browser.cookie.borrow().clone().unwrap(),
        app.administrator().token.unwrap(),
    );
    let bearer = format!("Bearer {token}");
    let before = app.entries();
    let mut refused = 0;
    for (method, path) in &all {
        for spelled in spellings(path) {
            for headers in [
                &[][..],
                &[("authorization", bearer.as_str())],
                &[("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin")],
                &[
                    ("cookie", cookie.as_str()),
                    ("sec-fetch-site", "cross-site"),
                    ("origin", "https://elsewhere.example"),
                ],
            ] {
                send(app, method, &spelled, headers).refused(404, "not-found");
                refused += 1;
            }
        }
    }
    assert!(refused > 4 * 2 * operations().count(), "{refused}");
    assert_eq!(app.entries(), before);
}

fn a_cookie_opens_nothing_of_the_api(app: &TestApp) {
    let (all, browser) = (all(app), Browser::administrator(app));
    let cookie = browser.cookie.borrow().clone().unwrap();
    let before = app.entries();
    for (method, path) in all.iter().filter(|(_, path)| path.starts_with("/v1/")) {
        for site in ["same-origin", "same-site", "cross-site", "none"] {
            let answer = send(app, method, path, &[("cookie", &cookie), ("sec-fetch-site", site)]);
            let stranger = send(app, method, path, &[]);
            assert_eq!(
                answer.status,
                stranger.status,
                "{method} {path} from {site}: {}",
                answer.body_text()
            );
        }
    }
    assert_eq!(app.entries(), before);
}

fn a_form_that_is_not_from_here_is_refused(app: &TestApp) {
    let browser = Browser::administrator(app);
    let form = browser.open("/account").form("/sign-out");
    let cookie = browser.cookie.borrow().clone().unwrap();
    for headers in [
        &[][..],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "none")],
        &[("origin", "https://elsewhere.example")],
        &[("origin", "null")],
    ] {
        let fields = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&form.fields)
            .finish();
        let own = [
            ("cookie", cookie.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        let headers: Vec<_> = own.iter().chain(headers).copied().collect();
        let answer = app.anyone().send("POST", "/sign-out", &headers, Some(&fields));
        answer.refused(403, "form-from-elsewhere");
    }
    assert_eq!(browser.open("/account").status, 200);
}

/// The form by which somebody is made an administrator.
fn grants(app: &TestApp) -> Form {
    let account = app.account();
    let form = Browser::administrator(app)
        .open("/desk/announcement")
        .form("/desk/announcement");
    let action = format!("/desk/accounts/{}/grants", account.id);
    Form { action, ..form }.with("role", "administrator")
}

fn a_form_from_elsewhere_is_forgotten(app: &TestApp) {
    let (form, before) = (grants(app), app.administrator().get("/v1/accounts").items());
    for site in ["cross-site", "same-site", "same-origin", ""] {
        let victim = Browser::administrator(app);
        victim.cookie.replace(None);
        let page = victim.sending("sec-fetch-site", site).send(&form);
        assert_eq!(page.status, 401);
        let asked = page.form("/sign-in");
        assert!(
            asked.fields.keys().all(|name| !name.starts_with("kept.")),
            "{site}: {asked:?}"
        );
        let victim = Browser::new(app);
        let page = victim.send(&asked.with("email", ADMINISTRATOR).with("password", PASSWORD));
        assert_eq!((page.status, page.header("location")), (303, "/account"), "{site}");
    }
    assert_eq!(app.administrator().get("/v1/accounts").items(), before);
}

fn nobody_sends_what_somebody_else_has_typed(app: &TestApp) {
    let coordinator = app.account_with(&json!({ "role": "coordinator", "province": "ZA-NW" }));
    let browser = Browser::of(app, &coordinator.email);
    let form = browser
        .open("/desk/announcement")
        .form("/desk/announcement")
        .with("name", "Mahikeng Open");
    browser.cookie.replace(None);
    let asked = browser.send(&form).form("/sign-in");
    assert_eq!(asked.fields["kept.name"], "Mahikeng Open");
    let sign_in = |email: &str| asked.clone().with("email", email).with("password", PASSWORD);
    let shown = browser.send(&sign_in(&coordinator.email));
    says(&shown, "name Mahikeng Open");
    assert_eq!(shown.form("/desk/announcement").fields["name"], "Mahikeng Open");
    browser.cookie.replace(None);
    let page = browser.send(&sign_in(ADMINISTRATOR));
    assert_eq!((page.status, page.header("location")), (303, "/account"));
}

fn what_is_not_done_at_venues_is_not_begun(app: &TestApp) {
    for (path, body) in [
        ("/v1/imports", json!({})),
        ("/v1/rankings", json!({ "method": "game-points", "on": "2026-11-20" })),
        (
            "/v1/accounts",
            json!({ "email": "another@federation.example", "name": "Another" }),
        ),
        ("/desk/imports/019aa0c0-0000-7000-8000-000000000000/saving", json!({})),
        ("/desk/keys", json!({})),
        (
            "/desk/tournaments/019aa0c0-0000-7000-8000-000000000000/pen-reclaim",
            json!({}),
        ),
        ("/sign-out", json!({})),
    ] {
        let weekend = Weekend::new(app, 2);
        let official = own_account(&weekend.hall.umpire).0;
        let loan = (weekend.hall.id(), weekend.epoch);
        let signed = handed_in(
            loan,
            &weekend.keys,
            &[given(loan, None, &official, (path, &body))],
            false,
        );
        let receipt = weekend.hand_in(&signed).expect(200);
        assert_eq!(receipt["stopped"]["code"], "not-at-venue", "{path}: {receipt}");
        assert_eq!(
            (&receipt["pen"]["executed"], &receipt["waiting"]),
            (&json!(0), &json!(1)),
            "{path}"
        );
    }
}
