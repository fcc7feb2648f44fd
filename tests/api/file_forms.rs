//! Forms with files, which browsers send in parts.

use crate::app::TestApp;
use crate::browser::{Browser, Form};
use crate::import_pages::coordinator;

on_sqlite! {
    a_form_in_parts_is_read_as_any_other,
    a_form_with_a_file_is_bounded_and_of_its_own_page,
    strangers_send_no_files,
}

/// The form that announces a tournament, sent in parts.
fn announcement(browser: &Browser<'_>) -> Form {
    let form = browser.open("/desk/announcement").form("/desk/announcement");
    let mut form = form
        .with("name", "North West “Open”, Mahikeng: é")
        .with("province", "ZA-NW")
        .with("level", "provincial")
        .with("starts_on", "2026-11-20")
        .with("ends_on", "2026-11-20")
        .with("venue", "Mmabatho High School");
    form.takes_files = true;
    form
}

fn a_form_in_parts_is_read_as_any_other(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let form = announcement(&browser).with_file("paper", "süd “1”.csv", "a,b");
    let wrong = browser.send(&form.clone().with("rounds", "six"));
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    assert!(wrong.text().contains("Must be a whole number."), "{}", wrong.text());
    let typed = wrong.form("/desk/announcement").fields;
    assert_eq!(typed["name"], "North West “Open”, Mahikeng: é");
    let first = browser.send(&form);
    assert_eq!(first.status, 303, "{}", first.text());
    // Sent twice it is done once; with another file it is another request.
    let again = browser.send(&form);
    assert_eq!(again.header("location"), first.header("location"));
    let other = browser.send(&announcement(&browser).with_file("paper", "a.csv", "a,c"));
    assert_ne!(other.header("location"), first.header("location"));
    let mut other = form;
    other.files[0].2.push(b'c');
    assert_ne!(browser.send(&other).header("location"), first.header("location"));
}

fn a_form_with_a_file_is_bounded_and_of_its_own_page(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let form = announcement(&browser);
    let large = browser.send(&form.clone().with_file("paper", "a.csv", vec![b'a'; 10 * 1024 * 1024]));
    assert_eq!(large.status, 413, "{}", large.text());
    let typed = browser.send(&form.clone().with("venue", &"a".repeat(300 * 1024)));
    assert_eq!(typed.status, 413, "{}", typed.text());
    let mut marked = form.clone();
    marked.fields.remove("form_token");
    assert_eq!(browser.send(&marked).status, 403);
    let elsewhere = Browser::of(app, &account.email).sending("sec-fetch-site", "cross-site");
    assert_eq!(elsewhere.send(&form).status, 403);
    assert_eq!(browser.send(&form).status, 303);
}

fn strangers_send_no_files(app: &TestApp) {
    let account = coordinator(app);
    let browser = Browser::of(app, &account.email);
    let form = announcement(&browser).with_file("paper", "a.csv", "a,b");
    let stranger = Browser::new(app);
    let asked = stranger.send(&form);
    assert_eq!(asked.status, 401, "{}", asked.text());
    // Signed in, the page of the form is opened: what was sent was not kept.
    let sign_in = asked.form("/sign-in").with("email", &account.email);
    let page = stranger.send(&sign_in.with("password", crate::app::PASSWORD));
    assert_eq!(page.header("location"), "/desk/announcement");
    let mut sign_in = Browser::new(app).open("/sign-in").form("/sign-in");
    sign_in.takes_files = true;
    assert_eq!(Browser::new(app).send(&sign_in).status, 415);
}
