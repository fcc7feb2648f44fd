//! Mending a player's particulars.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    particulars_are_mended_by_who_looks_after_the_player,
    a_mended_name_is_found_and_the_old_one_is_not,
    a_mended_birth_date_withholds_or_shows_the_name,
    mending_is_as_strict_as_registering,
}

/// A player of a club of the North West: the club, the public path, and that of the particulars.
fn registered(app: &TestApp) -> (String, String, String) {
    let club = app.club("ZA-NW");
    let path = format!("/v1/players/{}", app.player(&club));
    let particulars = format!("{path}/particulars");
    (club, path, particulars)
}

fn particulars_are_mended_by_who_looks_after_the_player(app: &TestApp) {
    let (club, _, path) = registered(app);
    let secretary = app.secretary(&club);
    let before = secretary.get(&path);
    let answer = secretary.patch(
        &path,
        before.header("etag"),
        &json!({ "given_names": null, "sex": "male" }),
    );
    let after = answer.expect(200);
    assert_eq!((&after["given_names"], text(&after["sex"])), (&Value::Null, "male"));
    for kept in [
        "id",
        "number",
        "family_name",
        "birth_date",
        "province",
        "club_id",
        "created_at",
    ] {
        assert_eq!(after[kept], before.json()[kept]);
    }
    let read = secretary.get(&path);
    assert_eq!((read.json(), read.header("etag")), (after, answer.header("etag")));
    secretary
        .patch(&path, before.header("etag"), &json!({ "sex": "female" }))
        .refused(412, "stale");
    let elsewhere = app.secretary(&app.club("ZA-NW"));
    // To those who may not read it, not even whether a tag is right is told.
    for tag in [read.header("etag"), "\"x\"", "*"] {
        elsewhere.patch(&path, tag, &json!({})).refused(403, "out-of-scope");
    }
}

fn a_mended_name_is_found_and_the_old_one_is_not(app: &TestApp) {
    let (_, public, path) = registered(app);
    app.administrator()
        .patch(&path, "*", &json!({ "family_name": "van der Merwe" }))
        .expect(200);
    assert_eq!(app.anyone().get(&public).json()["name"], "Thandiwe van der Merwe");
    assert_eq!(app.anyone().get("/v1/players?q=merwe").items().len(), 1);
    assert_eq!(app.anyone().get("/v1/players?q=mokoena").items().len(), 0);
}

fn a_mended_birth_date_withholds_or_shows_the_name(app: &TestApp) {
    let (_, public, path) = registered(app);
    let name = || app.anyone().get(&public).json()["name"].clone();
    let born = |day: &str| {
        app.administrator()
            .patch(&path, "*", &json!({ "birth_date": day }))
            .expect(200)
    };
    assert_eq!(name(), "Thandiwe Mokoena");
    let shown = app.anyone().get(&public).header("etag").to_owned();
    born("2008-11-21");
    assert_eq!(name(), "T. M.");
    assert_eq!(app.anyone().get_with(&public, &[("if-none-match", &shown)]).status, 200);
    assert_eq!(app.anyone().get("/v1/players?q=mokoena").items().len(), 0);
    born("2008-11-20");
    assert_eq!(name(), "Thandiwe Mokoena");
}

fn mending_is_as_strict_as_registering(app: &TestApp) {
    let (_, _, path) = registered(app);
    for (change, pointer, code) in [
        (json!({ "family_name": null }), "/family_name", "required"),
        (json!({ "family_name": " " }), "/family_name", "required"),
        (json!({ "given_names": "\u{200B}" }), "/given_names", "not-printable"),
        (json!({ "birth_date": "2026-11-21" }), "/birth_date", "in-future"),
        (json!({ "birth_date": "+10000-01-01" }), "/birth_date", "invalid-value"),
        (json!({ "sex": true }), "/sex", "invalid-value"),
        (json!({ "number": "M-0000007-H" }), "/number", "unknown-field"),
        (json!({ "club_id": null, "id": 7 }), "/id", "unknown-field"),
    ] {
        let problem = app
            .administrator()
            .patch(&path, "*", &change)
            .refused(422, "invalid-input");
        let fault = &problem["errors"][0];
        assert_eq!(
            (text(&fault["pointer"]), text(&fault["code"])),
            (pointer, code),
            "{change}"
        );
    }
    app.administrator().patch(&path, "*", &json!({})).expect(200);
}
