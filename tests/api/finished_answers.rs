//! Answers to strangers are kept as they were sent, and never given once they are not so any more.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;

on_sqlite! {
    a_change_is_told_at_once,
    what_was_not_there_is_found_once_it_is,
    whoever_has_it_is_told_so,
    each_form_is_kept_by_itself,
    what_depends_on_the_day_is_kept_for_the_day,
    many_who_ask_while_it_changes_are_told_what_is_so,
}

/// A club of that name; its path.
fn club(app: &TestApp, code: &str, name: &str) -> String {
    let club = json!({ "code": code, "name": name, "kind": "community", "province": "ZA-NW" });
    let made = app.administrator().post("/v1/clubs", &club).expect(201);
    format!("/v1/clubs/{}", text(&made["id"]))
}

fn rename(app: &TestApp, club: &str, name: &str) {
    app.administrator()
        .patch(club, "*", &json!({ "name": name }))
        .expect(200);
}

fn a_change_is_told_at_once(app: &TestApp) {
    let club = club(app, "MAH", "Mahikeng Herders");
    let page = club.replace("/v1/", "/");
    for name in ["Mahikeng Kings", "Mahikeng Queens", "Mahikeng Shepherds"] {
        for _ in 0..2 {
            app.anyone().get(&club).expect(200);
            app.anyone().get("/v1/clubs").expect(200);
            app.anyone().get(&page);
        }
        rename(app, &club, name);
        assert_eq!(app.anyone().get(&club).expect(200)["name"], name);
        assert_eq!(app.anyone().get("/v1/clubs").expect(200)["items"][0]["name"], name);
        assert!(app.anyone().get(&page).body_text().contains(name));
    }
}

fn what_was_not_there_is_found_once_it_is(app: &TestApp) {
    let path = "/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f";
    for _ in 0..2 {
        app.anyone().get(path).refused(404, "not-found");
    }
    let club = json!({
        "id": "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f", "code": "MAH", "name": "Mahikeng Herders", "kind": "community",
        "province": "ZA-NW",
    });
    app.administrator().post("/v1/clubs", &club).expect(201);
    app.anyone().get(path).expect(200);
}

fn whoever_has_it_is_told_so(app: &TestApp) {
    let club = club(app, "MAH", "Mahikeng Herders");
    let first = app.anyone().get(&club);
    let tag = first.header("etag").to_owned();
    let again = |tag: &str| app.anyone().get_with(&club, &[("if-none-match", tag)]);
    for _ in 0..2 {
        let unchanged = again(&tag);
        assert_eq!((unchanged.status, &*unchanged.body_text()), (304, ""));
        assert_eq!(unchanged.header("etag"), tag);
        assert_eq!(unchanged.header("cache-control"), first.header("cache-control"));
        assert_eq!(again(&format!("\"other\", W/{tag}")).status, 304);
        assert_eq!(again("*").status, 304);
        let changed = again("\"other\"");
        assert_eq!(changed.status, 200);
        assert_eq!(changed.body_text(), first.body_text());
    }
    rename(app, &club, "Mahikeng Kings");
    assert_eq!(again(&tag).status, 200);
}

fn each_form_is_kept_by_itself(app: &TestApp) {
    let club = club(app, "MAH", "Mahikeng Herders");
    for letter in 'A'..='H' {
        self::club(app, &format!("H{letter}"), "Herders");
    }
    let path = format!("/v1/players?club_id={}", club.rsplit('/').next().unwrap());
    for _ in 0..2 {
        let of = |coding| {
            app.anyone()
                .get_with("/v1/clubs", &[("accept-encoding", coding)])
                .header("content-encoding")
                .to_owned()
        };
        assert_eq!(of("br"), "br");
        assert_eq!(of("gzip"), "gzip");
        assert_eq!(of("identity"), "");
        app.anyone().get(&path).expect(200);
        app.anyone()
            .get(&format!("{path}&limit=0"))
            .refused(400, "invalid-query");
    }
    let head = app.anyone().send("HEAD", &club, &[], None);
    assert_eq!((head.status, &*head.body_text()), (200, ""));
    assert!(app.anyone().get(&club).body_text().contains("Mahikeng Herders"));
}

fn what_depends_on_the_day_is_kept_for_the_day(app: &TestApp) {
    let club = club(app, "MAH", "Mahikeng Herders");
    let standing = format!("{club}/standing");
    app.at("2026-11-20T10:00:00Z");
    let today = app.anyone().get(&standing).expect(200);
    assert_eq!(today["on"], "2026-11-20");
    app.at("2026-11-20T22:30:00Z");
    assert_eq!(app.anyone().get(&standing).expect(200)["on"], "2026-11-21");
}

fn many_who_ask_while_it_changes_are_told_what_is_so(app: &TestApp) {
    let club = club(app, "MAH", "Herders 0");
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut last = 0;
                while !over.load(Ordering::Relaxed) {
                    let read = app.anyone().get(&club).expect(200);
                    let number: u32 = text(&read["name"]).trim_start_matches("Herders ").parse().unwrap();
                    assert!(number >= last, "{number} after {last}");
                    last = number;
                }
            });
        }
        for number in 1..40 {
            rename(app, &club, &format!("Herders {number}"));
            assert_eq!(app.anyone().get(&club).expect(200)["name"], format!("Herders {number}"));
        }
        over.store(true, Ordering::Relaxed);
    });
}
