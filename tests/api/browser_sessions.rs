//! Sessions in browsers: signed in by a cookie, which opens pages and nothing else, and forms that only their own page sends.

use chrono::TimeDelta;

use crate::app::{PASSWORD, TestApp};
use crate::browser::Browser;

on_sqlite! {
    somebody_signs_in_and_out,
    a_wrong_password_is_told_beside_what_was_typed,
    the_cookie_opens_pages_and_nothing_of_the_api,
    behind_tls_the_cookie_is_bound_to_the_host,
    a_form_of_another_site_or_session_is_refused,
    what_was_typed_outlives_the_session,
    a_password_is_changed_and_other_devices_are_signed_out,
    a_device_is_signed_out_from_another,
    a_browser_is_signed_in_for_thirty_days,
    nobody_is_led_to_another_host,
    refusals_are_pages_for_browsers_and_problems_for_programs,
    an_empty_password_is_told_at_its_field,
}

fn somebody_signs_in_and_out(app: &TestApp) {
    let account = app.account();
    let browser = Browser::new(app);
    let page = browser.get("/account");
    assert_eq!((page.status, page.header("location")), (303, "/sign-in?to=%2Faccount"));
    let form = browser.open(page.header("location")).form("/sign-in");
    let page = browser.send(
        &form
            .with("email", &account.email.to_uppercase())
            .with("password", PASSWORD),
    );
    assert_eq!((page.status, page.header("location")), (303, "/account"));
    let cookie = page.header("set-cookie");
    assert!(
        cookie.contains("HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000"),
        "{cookie}"
    );
    let page = browser.open("/account");
    assert!(
        page.text().contains("Kagiso Moatshe") && page.text().contains("A browser , this one"),
        "{}",
        page.text()
    );
    assert_eq!(page.header("cache-control"), "private, no-store");
    let kept = browser.cookie.borrow().clone();
    assert!(browser.go(&page.form("/sign-out")).text().contains("Sign in"));
    assert_eq!(*browser.cookie.borrow(), None);
    // Whoever has copied the cookie has nothing.
    browser.cookie.replace(kept);
    assert_eq!(browser.get("/account").status, 303);
}

fn a_wrong_password_is_told_beside_what_was_typed(app: &TestApp) {
    let (account, browser) = (app.account(), Browser::new(app));
    let form = browser.open("/sign-in").form("/sign-in");
    let page = browser.send(&form.with("email", &account.email).with("password", "another password"));
    assert_eq!(page.status, 401);
    assert!(page.body.contains(&account.email) && !page.body.contains("another password"));
    assert!(
        page.text().contains("Address and password do not belong together"),
        "{}",
        page.text()
    );
}

fn the_cookie_opens_pages_and_nothing_of_the_api(app: &TestApp) {
    let account = app.account();
    let browser = Browser::of(app, &account.email);
    assert_eq!(browser.open("/account").status, 200);
    let browser = browser.sending("accept", "application/json");
    for path in ["/v1/me", "/v1/accounts"] {
        assert_eq!(browser.get(path).status, 401, "{path}");
    }
}

fn behind_tls_the_cookie_is_bound_to_the_host(_: &TestApp) {
    let app = TestApp::on_sqlite_with(|service| {
        service.public_url = federation_records::values::public_url::PublicUrl::new("https://records.example");
    });
    let browser = Browser::new(&app);
    let form = browser.open("/sign-in").form("/sign-in");
    let account = app.account();
    let page = browser.send(&form.with("email", &account.email).with("password", PASSWORD));
    let cookies = page.headers.get_all("set-cookie").iter();
    let mut cookies: Vec<&str> = cookies.map(|cookie| cookie.to_str().unwrap()).collect();
    cookies.sort_unstable();
    assert_eq!(cookies.len(), 3, "{cookies:?}");
    for (cookie, name) in cookies.into_iter().zip(["device", "last", "session"]) {
        assert!(
            cookie.starts_with(&format!("__Host-{name}=")) && cookie.contains("; Secure"),
            "{cookie}"
        );
    }
    assert_eq!(browser.open("/account").status, 200);
}

fn a_form_of_another_site_or_session_is_refused(app: &TestApp) {
    let account = app.account();
    let browser = Browser::of(app, &account.email);
    let form = browser.open("/account").form("/sign-out");
    for (name, value) in [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site")] {
        let elsewhere = Browser::new(app).sending(name, value);
        elsewhere.cookie.replace(browser.cookie.borrow().clone());
        let page = elsewhere.send(&form);
        assert_eq!(page.status, 403, "{name}: {value}");
        assert!(
            page.text().contains("The form was sent from elsewhere"),
            "{}",
            page.text()
        );
    }
    // Where the connection is not secure, a browser tells the origin alone.
    let elsewhere = Browser::new(app)
        .sending("sec-fetch-site", "")
        .sending("origin", "http://elsewhere.example");
    elsewhere.cookie.replace(browser.cookie.borrow().clone());
    assert_eq!(elsewhere.send(&form).status, 403);
    let program = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("sec-fetch-site", "cross-site"),
    ];
    let answer = app.administrator().send("POST", "/sign-out", &program, Some(""));
    answer.refused(403, "form-from-elsewhere");
    let another = Browser::of(app, &account.email).open("/account").form("/sign-out");
    assert_eq!(browser.send(&another).status, 403, "the mark of another session");
    assert_eq!(
        browser.send(&form.clone().with("form_token", "")).status,
        403,
        "no mark"
    );
    assert_eq!(browser.send(&form).status, 303);
}

fn what_was_typed_outlives_the_session(app: &TestApp) {
    let email = "nomsa@federation.example";
    let browser = Browser::of(app, crate::app::ADMINISTRATOR);
    let form = browser.open("/desk/announcement").form("/desk/announcement");
    let form = form
        .with("name", "Mahikeng Open")
        .with("province", "ZA-NW")
        .with("level", "club")
        .with("starts_on", "2026-12-05")
        .with("ends_on", "2026-12-05")
        .with("venue", "Mmabatho");
    app.pass(TimeDelta::days(31));
    let page = browser.send(&form);
    assert_eq!(page.status, 401);
    assert!(page.text().contains("What you typed is kept"), "{}", page.text());
    let sign_in = page
        .form("/sign-in")
        .with("email", email)
        .with("password", "wrong, at first");
    let page = browser.send(&sign_in);
    assert_eq!(page.status, 401);
    let sign_in = page
        .form("/sign-in")
        .with("email", crate::app::ADMINISTRATOR)
        .with("password", PASSWORD);
    let page = browser.send(&sign_in);
    assert!(
        page.text().contains("What you had typed is still here"),
        "{}",
        page.text()
    );
    let onward = page.form("/desk/announcement");
    assert_eq!(onward.fields["name"], "Mahikeng Open");
    let (first, again) = (browser.send(&onward), browser.send(&onward));
    assert_eq!((first.status, again.status), (303, 303), "{}", first.text());
    assert_eq!(first.header("location"), again.header("location"), "it is done once");
    assert_eq!(app.anyone().get("/v1/tournaments").items().len(), 1);
}

fn a_password_is_changed_and_other_devices_are_signed_out(app: &TestApp) {
    let account = app.account();
    let (here, there) = (Browser::of(app, &account.email), Browser::of(app, &account.email));
    let form = here.open("/account").form("/account/password");
    let wrong = form
        .clone()
        .with("current_password", "not mine")
        .with("password", "four cows by the river");
    let page = here.send(&wrong);
    assert_eq!(page.status, 422);
    assert!(page.text().contains("The password is another"), "{}", page.text());
    assert!(!page.body.contains("not mine") && !page.body.contains("four cows"));
    let short = form.clone().with("current_password", PASSWORD).with("password", "cows");
    assert_eq!(here.send(&short).status, 422);
    here.go(&form
        .with("current_password", PASSWORD)
        .with("password", "four cows by the river"));
    assert_eq!(there.get("/account").status, 303);
}

fn a_device_is_signed_out_from_another(app: &TestApp) {
    let account = app.account();
    app.sign_in(&account.email);
    let (here, there) = (Browser::of(app, &account.email), Browser::of(app, &account.email));
    let page = here.open("/account");
    assert!(page.text().contains("A program"), "{}", page.text());
    let endings = page.forms().into_iter().filter(|form| form.action.ends_with("/ending"));
    for form in endings {
        here.go(&form);
    }
    assert_eq!(there.get("/account").status, 303);
    assert_eq!(here.open("/account").text().matches("Sign it out").count(), 0);
}

fn a_browser_is_signed_in_for_thirty_days(app: &TestApp) {
    let account = app.account();
    let browser = Browser::of(app, &account.email);
    app.pass(TimeDelta::days(30) - TimeDelta::seconds(1));
    assert_eq!(browser.get("/account").status, 200);
    app.pass(TimeDelta::seconds(1));
    assert_eq!(browser.get("/account").status, 303);
    let sessions = format!("/v1/accounts/{}/sessions", account.id);
    assert_eq!(
        app.administrator().get(&sessions).items(),
        Vec::<serde_json::Value>::new()
    );
}

fn nobody_is_led_to_another_host(app: &TestApp) {
    let account = app.account();
    for to in [
        "//elsewhere.example",
        "https://elsewhere.example/",
        "/%5Celsewhere.example",
    ] {
        let browser = Browser::new(app);
        let form = browser.open(&format!("/sign-in?to={to}")).form("/sign-in");
        let page = browser.send(&form.with("email", &account.email).with("password", PASSWORD));
        assert_eq!(page.header("location"), "/account", "{to}");
    }
}

fn refusals_are_pages_for_browsers_and_problems_for_programs(app: &TestApp) {
    let account = app.account();
    let unknown = "/desk/tournaments/019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f";
    let browser = Browser::of(app, &account.email);
    for (path, status, told) in [
        ("/nothing/here", 404, "There is nothing at this path."),
        (
            "/desk/tournaments",
            403,
            "This is for administrators, coordinators and umpires.",
        ),
        (unknown, 403, "This is for administrators, coordinators and umpires."),
        (
            "/tournaments?level=galactic",
            400,
            "asks for something that this page does not know",
        ),
        ("/tournaments/no-id", 404, "There is nothing at this path."),
    ] {
        let page = browser.get(path);
        assert_eq!(page.status, status, "{path}");
        assert!(page.text().contains(told), "{path}: {}", page.text());
    }
    let administrator = Browser::of(app, crate::app::ADMINISTRATOR);
    let page = administrator.get(unknown);
    assert_eq!(page.status, 404);
    assert!(page.text().contains("There is no tournament with this id."));
    app.anyone().get(unknown).refused(401, "token-required");
    app.administrator().get("/nothing/here").refused(404, "not-found");
}

fn an_empty_password_is_told_at_its_field(app: &TestApp) {
    let account = app.account();
    let browser = Browser::of(app, &account.email);
    let form = browser.open("/account").form("/account/password");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    assert!(page.text().contains("New password: "), "{}", page.text());
}
