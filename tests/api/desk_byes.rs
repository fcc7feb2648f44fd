//! Byes and the starting order at the desk, by what is typed.

use crate::app::TestApp;
use crate::desk::{coordinator, publish, seated};

on_sqlite! {
    a_bye_is_given_and_taken_back,
    a_bye_is_refused_at_its_field,
    whoever_is_moved_takes_the_place_that_was_typed,
    a_place_that_is_no_number_is_refused_and_kept,
}

fn a_bye_is_given_and_taken_back(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let path = format!("{desk}/byes");
    assert!(browser.open(&desk).links().contains(&path));
    let page = browser.open(&path);
    assert!(page.text().contains("Nobody has one yet."), "{}", page.text());
    let entries = app
        .anyone()
        .get(&format!("{}/entries", desk.replace("/desk/", "/v1/")))
        .items();
    let entry = entries[3]["id"].as_str().unwrap();
    let form = page
        .form(&path)
        .with("entry", entry)
        .with("round", "2")
        .with("value", "half");
    let (once, twice) = (browser.send(&form), browser.send(&form));
    assert_eq!(
        (once.status, twice.header("idempotency-replayed")),
        (303, "true"),
        "{}",
        once.text()
    );
    let page = browser.open(&path);
    let told = "Round 2, as asked; counts half of what a match could bring.";
    assert_eq!(page.text().matches(told).count(), 1, "{}", page.text());
    let again = page
        .form(&path)
        .with("entry", entry)
        .with("round", "2")
        .with("value", "zero");
    let again = browser.send(&again);
    assert_eq!(again.status, 409);
    assert!(
        again.text().contains("The player rests in that round already."),
        "{}",
        again.text()
    );
    let page = browser.go(&page.form_to("/withdrawal"));
    assert!(page.text().contains("Nobody has one yet."), "{}", page.text());
    let form = page
        .form(&path)
        .with("entry", entry)
        .with("round", "1")
        .with("value", "zero");
    browser.go(&form);
    publish(&browser, &desk);
    let page = browser.open(&path);
    assert!(
        page.text().contains("Round 1, as asked; counts nothing."),
        "{}",
        page.text()
    );
    assert!(
        page.forms().iter().all(|form| !form.action.ends_with("/withdrawal")),
        "its round is published"
    );
}

fn a_bye_is_refused_at_its_field(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 4);
    let path = format!("{desk}/byes");
    let form = browser.open(&path).form(&path).with("round", "2");
    let page = browser.send(&form);
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("Player who rests: Must be given."),
        "{}",
        page.text()
    );
    assert!(
        page.body.contains("value=\"2\" selected"),
        "what was chosen is kept: {}",
        page.body
    );
    let entries = app
        .anyone()
        .get(&format!("{}/entries", desk.replace("/desk/", "/v1/")))
        .items();
    let form = form
        .with("entry", entries[0]["id"].as_str().unwrap())
        .with("value", "zero");
    let page = browser.send(&form.with("round", "9"));
    assert!(
        page.text().contains("A bye is for one of the rounds 1 to 3."),
        "{}",
        page.text()
    );
}

/// The entries in the starting order.
fn order(app: &TestApp, desk: &str) -> Vec<String> {
    let entries = app
        .anyone()
        .get(&format!("{}/entries", desk.replace("/desk/", "/v1/")))
        .items();
    entries
        .iter()
        .map(|entry| entry["id"].as_str().unwrap().to_owned())
        .collect()
}

fn whoever_is_moved_takes_the_place_that_was_typed(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 5);
    let path = format!("{desk}/entries");
    let before = order(app, &desk);
    // The form takes fields from elsewhere on the page: each place is sent.
    let form = (1..)
        .zip(&before)
        .fold(browser.open(&path).form_to("/starting-order"), |form, (seed, entry)| {
            form.with(&format!("seed-{entry}"), &format!("{seed}"))
        });
    browser.go(&form.clone().with(&format!("seed-{}", before[4]), "2"));
    let up: Vec<_> = [0, 4, 1, 2, 3].map(|index| before[index].clone()).into();
    assert_eq!(order(app, &desk), up);
    let form = (1..)
        .zip(&up)
        .fold(browser.open(&path).form_to("/starting-order"), |form, (seed, entry)| {
            form.with(&format!("seed-{entry}"), &format!("{seed}"))
        });
    browser.go(&form.with(&format!("seed-{}", before[4]), "5"));
    assert_eq!(order(app, &desk), before);
}

fn a_place_that_is_no_number_is_refused_and_kept(app: &TestApp) {
    let browser = coordinator(app);
    let desk = seated(app, &browser, ("regional", "3"), 3);
    let before = order(app, &desk);
    let form = browser.open(&format!("{desk}/entries")).form_to("/starting-order");
    let page = browser.send(&form.with(&format!("seed-{}", before[2]), "first"));
    assert_eq!(page.status, 422);
    assert!(page.text().contains("Must be a whole number."), "{}", page.text());
    assert!(page.body.contains("value=\"first\""), "{}", page.body);
    assert_eq!(order(app, &desk), before);
}
