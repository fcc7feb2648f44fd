//! The pages by which somebody sets a password by a code, and a second factor up.

use chrono::TimeDelta;
use serde_json::json;

use crate::app::{ADMINISTRATOR, PASSWORD, TestApp};
use crate::browser::{Browser, Page};
use crate::caller::text;
use crate::world::accounts::code;

on_sqlite! {
    a_password_is_set_by_a_code_once,
    a_code_or_a_password_that_is_no_good_is_told_of,
    a_second_factor_is_set_up_confirmed_and_taken_away,
    a_second_factor_is_refused_at_its_field,
}

/// An account without a password, and a code to set it by.
fn invited(app: &TestApp, email: &str) -> String {
    let account = json!({ "email": email, "name": "Lindiwe Qwabe" });
    let account = app.administrator().post("/v1/accounts", &account).expect(201);
    app.password_code(text(&account["id"]))
}

fn set(browser: &Browser<'_>, code: &str, password: &str, again: &str) -> Page {
    let form = browser.open("/password").form("/password");
    browser.send(&form.with("code", code).with("password", password).with("again", again))
}

/// The texts between those two, in the body of a page.
fn between<'a>(page: &'a Page, before: &str, after: &str) -> Vec<&'a str> {
    let parts = page.body.split(before).skip(1);
    parts.map(|part| part.split(after).next().unwrap()).collect()
}

fn a_password_is_set_by_a_code_once(app: &TestApp) {
    let code = invited(app, "lindiwe@family.example");
    let browser = Browser::new(app);
    assert!(browser.open("/sign-in").links().contains(&"/password".to_owned()));
    let page = browser.open(&format!("/password/{code}"));
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert_eq!(page.header("x-robots-tag"), "noindex, nofollow");
    let form = page.form("/password");
    assert_eq!(form.fields["code"], code);
    let form = form.with("password", PASSWORD).with("again", PASSWORD);
    let done = browser.send(&form);
    assert_eq!((done.status, done.header("location")), (303, "/sign-in?to=%2Fdesk"));
    assert_eq!(Browser::of(app, "lindiwe@family.example").open("/desk").status, 200);
    let again = browser.send(&form);
    assert_eq!(again.status, 401);
    assert!(again.text().contains("The code cannot be used"), "{}", again.text());
    assert!(!again.body.contains(PASSWORD));
}

fn a_code_or_a_password_that_is_no_good_is_told_of(app: &TestApp) {
    let code = invited(app, "lindiwe@family.example");
    let browser = Browser::new(app);
    let page = set(&browser, "nothing", PASSWORD, PASSWORD);
    assert_eq!(page.status, 401);
    assert!(page.text().contains("The code cannot be used"), "{}", page.text());
    let page = set(&browser, &code, PASSWORD, "a cow in another kraal");
    assert_eq!(page.status, 422);
    let told = page.text();
    assert!(told.contains("The new password once more: Must be the same"), "{told}");
    assert_eq!(page.form("/password").fields["code"], code, "what was typed is kept");
    for (password, told) in [
        ("short", "New password: Must have 12 characters"),
        ("passwordpassword", "New password: Must not be one of the passwords"),
    ] {
        let page = set(&browser, &code, password, password);
        assert_eq!(page.status, 422);
        assert!(page.text().contains(told), "{}", page.text());
    }
    app.pass(TimeDelta::days(7));
    assert_eq!(set(&browser, &code, PASSWORD, PASSWORD).status, 401);
}

const PATH: &str = "/account/second-factor";

/// The page with the secret, and the secret.
fn set_up(browser: &Browser<'_>) -> (Page, String) {
    let form = browser.open(PATH).form(PATH);
    let page = browser.send(&form.with("password", PASSWORD));
    assert_eq!(page.status, 200, "{}", page.text());
    let secret = between(&page, "<code class=\"secret\">", "</code>")[0].replace(' ', "");
    (page, secret)
}

fn a_second_factor_is_set_up_confirmed_and_taken_away(app: &TestApp) {
    let account = app.account();
    let browser = Browser::of(app, &account.email);
    assert!(browser.open("/account").links().contains(&PATH.to_owned()));
    let (page, secret) = set_up(&browser);
    assert!(
        page.body.contains("<svg class=\"qr\"") && page.body.contains("</rect><path d=\"M4 4h7v1h-7z"),
        "a square to photograph"
    );
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert!(!browser.open(PATH).body.contains(&secret), "it is shown once");
    let confirmation = format!("{PATH}/confirmation");
    let page = browser.send(&page.form(&confirmation).with("code", &code(app, &secret)));
    assert_eq!(page.status, 200, "{}", page.text());
    let codes: Vec<String> = between(&page, "<code>", "</code>")
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(codes.len(), 10, "{codes:?}");
    app.pass(TimeDelta::minutes(1));
    // From now on signing in asks for it; a recovery code does too.
    let other = Browser::new(app);
    let form = other.open("/sign-in").form("/sign-in");
    let form = form.with("email", &account.email).with("password", PASSWORD);
    let asked = other.send(&form);
    assert!(
        asked.status == 401 && asked.text().contains("A code is asked for too"),
        "{}",
        asked.text()
    );
    let form = other.open("/sign-in").form("/sign-in");
    let form = form.with("email", &account.email).with("password", PASSWORD);
    assert_eq!(other.send(&form.with("code", &codes[0])).status, 303);
    assert!(!browser.open(PATH).body.contains(&codes[1]), "they are shown once");
    let removal = browser.open(PATH).form(&format!("{PATH}/removal"));
    let page = browser.go(&removal.with("password", PASSWORD).with("code", &codes[1]));
    assert!(page.text().contains("Set it up"), "{}", page.text());
    assert_eq!(Browser::of(app, &account.email).open("/account").status, 200);
}

fn a_second_factor_is_refused_at_its_field(app: &TestApp) {
    let account = app.account();
    let browser = Browser::of(app, &account.email);
    let page = browser.send(&browser.open(PATH).form(PATH).with("password", "not my password"));
    assert_eq!(page.status, 422);
    assert!(page.text().contains("This is not your password"), "{}", page.text());
    let (page, secret) = set_up(&browser);
    let confirmation = page.form(&format!("{PATH}/confirmation"));
    let page = browser.send(&confirmation.with("code", "000"));
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("This is not a code of this moment"),
        "{}",
        page.text()
    );
    // It can be typed again, or begun anew with another secret.
    let (page, another) = set_up(&browser);
    assert_ne!(secret, another);
    let confirmation = page.form(&format!("{PATH}/confirmation"));
    assert_eq!(
        browser.send(&confirmation.with("code", &code(app, &another))).status,
        200
    );
    let removal = browser.open(PATH).form(&format!("{PATH}/removal"));
    let page = browser.send(&removal.with("password", PASSWORD).with("code", "000"));
    assert_eq!(page.status, 422);
    // Nobody else's, and not for strangers.
    assert!(
        !Browser::of(app, ADMINISTRATOR)
            .open(PATH)
            .text()
            .contains("Take it away")
    );
    assert_eq!(Browser::new(app).get(PATH).status, 303);
}
