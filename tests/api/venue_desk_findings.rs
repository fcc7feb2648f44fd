//! Findings at the desk of a tournament: told in words, and settled with a note.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, Form};
use crate::hall::{Hall, keep_order};
use crate::venue_desk::{at_home, bring_home, coordinator, desk, sent_by, tells, tells_in_order};
use crate::weekend::{Weekend, own_account};

on_sqlite! {
    findings_are_settled_at_the_desk,
    findings_are_read_by_those_who_look_after_the_tournament,
}

/// The name of the field for the note in the form that settles a finding.
fn note(form: &Form) -> String {
    let mut names = form.fields.keys();
    names.find(|name| name.starts_with("note-")).unwrap().clone()
}

/// A finding of a tournament whose pen is back: somebody who is entered was suspended.
fn with_a_finding(app: &TestApp) -> Weekend<'_> {
    let mut hall = Hall::new(app, &json!({}), 2);
    let player = app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "1998-02-28");
    hall.enter(&player);
    keep_order(app, &hall.path);
    let weekend = Weekend::of(hall);
    let (coordinator, desk) = (coordinator(&weekend.hall), desk(&weekend.hall));
    let bar = coordinator.open(&desk);
    assert!(bar.links().contains(&format!("{desk}/pen-findings")));
    tells(&bar, "Findings: 0");
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent." });
    app.administrator()
        .post(&format!("/v1/players/{player}/suspensions"), &suspension)
        .expect(201);
    bring_home(&weekend);
    tells(&coordinator.open(&desk), "Findings: 1");
    weekend.command(&["pen", "close"]);
    bring_home(&weekend);
    weekend
}

fn findings_are_settled_at_the_desk(app: &TestApp) {
    let weekend = with_a_finding(app);
    let (browser, desk) = (coordinator(&weekend.hall), desk(&weekend.hall));
    let path = format!("{desk}/pen-findings");
    let screen = browser.open(&desk);
    tells(&screen, "1 finding waits");
    assert!(screen.links().contains(&path));
    let page = browser.open(&path);
    tells(&page, "Qwabe");
    tells(&page, "The federation no longer admits the player");
    tells(&page, "Noticed on 20 November 2026.");
    assert!(!page.text().contains("Struck"), "{}", page.text());
    let form = page.form_to("/settlement");
    let note = note(&form);
    for (wrong, told) in [
        (String::new(), "What came of it: Must not be empty."),
        ("x".repeat(401), "What came of it: May have at most 400 characters."),
    ] {
        let refused = browser.send(&form.clone().with(&note, &wrong));
        assert_eq!(refused.status, 422, "{}", refused.text());
        tells(&refused, told);
        assert_eq!(
            refused.form_to("/settlement").fields[&note],
            wrong,
            "what was typed is kept"
        );
    }
    let done = form.clone().with(&note, "The results of round 1 stand.");
    let page = browser.go(&done);
    tells_in_order(
        &page,
        &["Nothing waits.", "Qwabe", "The results of round 1 stand.", "Settled by"],
    );
    assert!(!browser.open(&desk).links().contains(&path));
    // Sent once more it is done once; somebody else comes too late.
    assert_eq!(browser.send(&done).status, 303);
    let late = browser.send(&form.with(&note, "They are corrected."));
    assert_eq!(late.status, 409, "{}", late.text());
    tells(&late, "The finding was settled before.");
    let listed = weekend
        .hall
        .coordinator
        .get(&format!("{}/pen-findings", weekend.hall.path));
    let listed = listed.items();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["note"], "The results of round 1 stand.");
    assert_eq!(app.trail().fault(), None);
}

fn findings_are_read_by_those_who_look_after_the_tournament(app: &TestApp) {
    let weekend = with_a_finding(app);
    let path = format!("{}/pen-findings", desk(&weekend.hall));
    let form = coordinator(&weekend.hall).open(&path).form_to("/settlement");
    let form = form.clone().with(&note(&form), "The results of round 1 stand.");
    let umpire = at_home(&weekend);
    assert!(!umpire.open(&desk(&weekend.hall)).links().contains(&path));
    let elsewhere = Browser::of(app, &own_account(&app.coordinator("ZA-LP")).1);
    for browser in [&umpire, &elsewhere] {
        assert_eq!(browser.get(&path).status, 403);
        assert_eq!(sent_by(browser, &form).status, 403);
    }
    let stranger = Browser::new(app).get(&path);
    assert_eq!(stranger.status, 303);
    assert!(stranger.header("location").starts_with("/sign-in?"));
    let findings = weekend
        .hall
        .coordinator
        .get(&format!("{}/pen-findings", weekend.hall.path));
    assert_eq!(findings.items()[0]["settled_at"], Value::Null);
}
