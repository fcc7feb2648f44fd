//! Doors beside the front door: a path that is spelled otherwise, a browser's cookie at the API, forms from elsewhere, and hand-ins.

use serde_json::json;

use crate::app::{ADMINISTRATOR, PASSWORD, TestApp};
use crate::browser::{Browser, Form, says};
use crate::caller::{Answer, text};
use crate::contract::operations;
use crate::weekend::{Weekend, given, handed_in, own_account};
use crate::world::{World, path, requests};

on_sqlite! {
    no_path_is_served_in_another_spelling,
    a_cookie_opens_nothing_of_the_api,
    a_form_that_is_not_from_here_is_refused,
    a_form_from_elsewhere_is_forgotten,
    a_form_without_a_session_is_sent_by_the_browser_that_was_shown_it,
    a_form_that_was_opened_from_elsewhere_is_sent_from_here,
    the_cookie_of_a_visitor_is_bound_to_the_host,
    a_language_that_another_site_chooses_is_not_kept,
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
        let victim = victim.sending("sec-fetch-site", site);
        let page = victim.send(&form);
        assert_eq!(page.status, 401);
        let asked = page.form("/sign-in");
        assert!(
            asked.fields.keys().all(|name| !name.starts_with("kept.")),
            "{site}: {asked:?}"
        );
        let victim = victim.sending("sec-fetch-site", "same-origin");
        let page = victim.send(&asked.with("email", ADMINISTRATOR).with("password", PASSWORD));
        assert_eq!((page.status, page.header("location")), (303, "/account"), "{site}");
    }
    assert_eq!(app.administrator().get("/v1/accounts").items(), before);
}

/// The forms that people send who have not signed in, filled in, as that browser is shown them; each with its page.
fn forms_of_visitors(app: &TestApp, browser: &Browser<'_>) -> Vec<(String, Form)> {
    let account = app.account_with(&json!({ "role": "coordinator", "province": "ZA-NW" }));
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29");
    let link = format!("/v1/players/{child}/consent-links");
    let link = app.secretary(&club).send("POST", &link, &[], None).expect(200);
    let link = format!("/consents/{}", text(&link["code"]));
    let password = format!("/password/{}", app.password_code(&account.id));
    let fields = [
        (
            "/sign-in",
            "/sign-in",
            vec![("email", account.email.as_str()), ("password", PASSWORD)],
        ),
        (
            &link,
            &link,
            vec![
                ("guardian", "Lindiwe Qwabe"),
                ("relation", "guardian"),
                ("answers/publish_name", "yes"),
                ("answers/share_colours", "no"),
            ],
        ),
        (
            &password,
            "/password",
            vec![("password", PASSWORD), ("again", PASSWORD)],
        ),
    ];
    let filled = fields.map(|(page, action, fields)| {
        let form = browser.open(page).form(action);
        let form = fields.iter().fold(form, |form, (name, text)| form.with(name, text));
        (page.to_owned(), form)
    });
    filled.into()
}

fn a_form_without_a_session_is_sent_by_the_browser_that_was_shown_it(app: &TestApp) {
    let browser = Browser::new(app);
    let forms = forms_of_visitors(app, &browser);
    let (before, another) = (app.entries(), Browser::new(app));
    let same = || {
        let same = Browser::new(app);
        same.keep_all_of(&browser);
        same
    };
    for (path, form) in &forms {
        let theirs = another.open(path).form(&form.action);
        let mark = theirs.fields.get("form_token").map_or("none", String::as_str);
        for (how, there, form) in [
            ("in a browser that was shown nothing", &Browser::new(app), form.clone()),
            ("in another browser", &another, form.clone()),
            (
                "with the mark of another",
                &same(),
                form.clone().with("form_token", mark),
            ),
            ("without a mark", &same(), form.clone().with("form_token", "")),
        ] {
            let page = there.send(&form);
            assert_eq!(page.status, 403, "{path} {how}: {}", page.text());
            says(&page, "The form was sent from elsewhere");
        }
    }
    assert_eq!(app.entries(), before);
    // So is the page that asks to sign in again.
    let asked = browser.send(&grants(app)).form("/sign-in");
    assert_eq!(Browser::new(app).send(&asked).status, 403);
    for (path, form) in forms.iter().rev() {
        let page = browser.send(form);
        assert_eq!(page.status, 303, "{path}: {}", page.text());
    }
}

fn a_form_that_was_opened_from_elsewhere_is_sent_from_here(app: &TestApp) {
    // A link of a message: the browser has kept nothing, or does not say so.
    let message = Browser::new(app).sending("sec-fetch-site", "cross-site");
    let forms = forms_of_visitors(app, &message);
    let before = app.entries();
    for (path, form) in &forms {
        assert_eq!(message.send(form).status, 403, "{path}");
    }
    assert_eq!(app.entries(), before);
    let browser = message.sending("sec-fetch-site", "same-origin");
    for (path, form) in forms.iter().rev() {
        assert_eq!(browser.send(form).status, 303, "{path}");
    }
}

fn the_cookie_of_a_visitor_is_bound_to_the_host(_: &TestApp) {
    let app = TestApp::on_sqlite_with(|service| {
        service.public_url = federation_records::values::public_url::PublicUrl::new("https://records.example");
    });
    let browser = Browser::new(&app);
    let page = browser.open("/sign-in");
    let cookie = page.header("set-cookie");
    assert!(
        cookie.starts_with("__Host-visitor=") && cookie.ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/"),
        "{cookie}"
    );
    assert_eq!(page.header("cache-control"), "private, no-store");
    // It is given once, and to nobody who is shown no such form.
    assert_eq!(browser.open("/sign-in").header("set-cookie"), "");
    assert_eq!(Browser::new(&app).open("/").header("set-cookie"), "");
}

fn a_language_that_another_site_chooses_is_not_kept(app: &TestApp) {
    for (site, is_kept) in [
        ("same-origin", true),
        ("none", true),
        ("cross-site", false),
        ("same-site", false),
    ] {
        let page = Browser::new(app)
            .sending("sec-fetch-site", site)
            .get("/language/zu?to=%2Fplayers");
        assert_eq!((page.status, page.header("location")), (303, "/players"));
        assert_eq!(!page.header("set-cookie").is_empty(), is_kept, "{site}");
    }
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
    says(&shown, "Name Mahikeng Open");
    says(&shown, "Your desk");
    assert_eq!(shown.header("cache-control"), "private, no-store");
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
