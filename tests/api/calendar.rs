//! The calendar of tournaments: as JSON, and as programs subscribe to it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};

on_sqlite! {
    the_calendar_begins_today_with_the_soonest,
    the_calendar_is_filtered,
    the_file_says_the_same_as_the_calendar,
    texts_are_escaped_and_lines_folded,
    what_is_cancelled_or_moved_is_told,
    an_unchanged_calendar_is_not_sent_again,
}

fn announce(app: &TestApp, name: &str, days: [&str; 2], changes: &Value) -> Value {
    let mut plan = json!({
        "name": name, "level": "friendly", "province": "ZA-NW", "starts_on": days[0], "ends_on": days[1],
        "venue": "Mmabatho High School, Mahikeng",
    });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    app.administrator().post("/v1/tournaments", &plan).expect(201)
}

#[track_caller]
fn names(app: &TestApp, query: &str) -> Vec<String> {
    let items = app.anyone().get(&format!("/v1/calendar{query}")).items();
    items.iter().map(|item| text(&item["name"]).to_owned()).collect()
}

type Event = BTreeMap<String, String>;

/// The events of a file: their properties by name, unfolded and unescaped, parameters left in the name.
#[track_caller]
fn events(answer: &Answer) -> Vec<Event> {
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/calendar; charset=utf-8")
    );
    let file = answer.body_text();
    assert!(file.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"), "{file}");
    assert!(file.ends_with("END:VCALENDAR\r\n"), "{file}");
    assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
    assert!(file.lines().all(|line| line.len() <= 75), "{file}");
    let unfolded = file.replace("\r\n ", "");
    let mut events: Vec<Event> = Vec::new();
    for line in unfolded.lines() {
        let (name, value) = line.split_once(':').unwrap();
        match (name, value) {
            ("BEGIN", "VEVENT") => events.push(Event::new()),
            ("BEGIN" | "END", _) => {}
            _ => {
                let value = value.replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\");
                if let Some(event) = events.last_mut() {
                    let twice = event.insert(name.to_owned(), value);
                    assert_eq!(twice, None, "{name} twice");
                }
            }
        }
    }
    events
}

fn file(app: &TestApp) -> Vec<Event> {
    events(&app.anyone().get("/calendar.ics"))
}

fn the_calendar_begins_today_with_the_soonest(app: &TestApp) {
    assert!(names(app, "").is_empty() && file(app).is_empty());
    announce(app, "In May", ["2027-05-01", "2027-05-02"], &json!({}));
    announce(app, "In April", ["2027-04-17", "2027-04-18"], &json!({}));
    announce(app, "Until today", ["2026-11-19", "2026-11-20"], &json!({}));
    announce(app, "Over", ["2026-11-18", "2026-11-19"], &json!({}));
    assert_eq!(names(app, ""), ["Until today", "In April", "In May"]);
    assert_eq!(
        names(app, "?from=2026-11-19"),
        ["Over", "Until today", "In April", "In May"]
    );
    app.at("2027-04-30T22:00:00Z");
    assert_eq!(names(app, ""), ["In May"]);
}

fn the_calendar_is_filtered(app: &TestApp) {
    announce(
        app,
        "One",
        ["2027-04-17", "2027-04-18"],
        &json!({ "level": "provincial" }),
    );
    announce(
        app,
        "Two",
        ["2027-04-18", "2027-04-18"],
        &json!({ "province": "ZA-GP" }),
    );
    announce(app, "Three", ["2027-04-19", "2027-04-20"], &json!({}));
    for (query, found) in [
        ("?province=ZA-GP", &["Two"][..]),
        ("?level=provincial", &["One"]),
        ("?from=2027-04-19", &["Three"]),
        ("?until=2027-04-17", &["One"]),
        ("?from=2027-04-18&until=2027-04-18", &["One", "Two"]),
        ("?province=ZA-NW&level=friendly", &["Three"]),
    ] {
        assert_eq!(names(app, query), found, "{query}");
        let in_file = events(&app.anyone().get(&format!("/calendar.ics{query}")));
        assert_eq!(
            in_file
                .iter()
                .map(|event| event["SUMMARY"].as_str())
                .collect::<Vec<_>>(),
            found,
            "{query}"
        );
    }
    for path in ["/v1/calendar", "/calendar.ics"] {
        for query in ["state=open", "level=galactic", "from=2027", "limit=0"] {
            app.anyone()
                .get(&format!("{path}?{query}"))
                .refused(400, "invalid-query");
        }
    }
}

fn the_file_says_the_same_as_the_calendar(app: &TestApp) {
    let tournament = announce(app, "Mahikeng Open", ["2027-04-30", "2027-05-01"], &json!({}));
    let id = text(&tournament["id"]);
    let link = format!("http://records.example/tournaments/{id}");
    let items = app.anyone().get("/v1/calendar").items();
    let expected = json!({
        "id": id, "name": "Mahikeng Open", "level": "friendly", "stage": null, "starts_on": "2027-04-30",
        "ends_on": "2027-05-01", "entries_close_on": null,
        "venue": "Mmabatho High School, Mahikeng", "country": "ZA", "province": "ZA-NW", "state": "planned", "link": link,
    });
    assert_eq!(items, [expected]);
    let expected = [
        // When it was announced, not when the file was made.
        ("DTSTAMP", "20261120T080000Z"),
        // The day on which it is over is not a day of it.
        ("DTEND;VALUE=DATE", "20270502"),
        ("DTSTART;VALUE=DATE", "20270430"),
        ("LAST-MODIFIED", "20261120T080000Z"),
        ("LOCATION", "Mmabatho High School, Mahikeng"),
        ("SEQUENCE", "0"),
        ("STATUS", "CONFIRMED"),
        ("SUMMARY", "Mahikeng Open"),
        ("TRANSP", "TRANSPARENT"),
        ("UID", id),
        ("URL", &link),
    ];
    let expected: Event = expected
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    assert_eq!(file(app), [expected]);
    let preferred = app.anyone().get_with("/v1/calendar", &[("accept", "text/calendar")]);
    assert_eq!(preferred.header("vary"), "accept");
    assert_eq!(preferred.body, app.anyone().get("/calendar.ics").body);
}

fn texts_are_escaped_and_lines_folded(app: &TestApp) {
    let name =
        "Herders, stones; and \\ “kraals”: é, 老虎, a name that is longer than a line of the file may be, 老虎老虎老虎";
    announce(
        app,
        name,
        ["2027-04-17", "2027-04-17"],
        &json!({ "venue": "Hall; 2, Mahikeng" }),
    );
    let event = &file(app)[0];
    assert_eq!(
        (event["SUMMARY"].as_str(), event["LOCATION"].as_str()),
        (name, "Hall; 2, Mahikeng")
    );
    let raw = app.anyone().get("/calendar.ics").body_text().replace("\r\n ", "");
    assert!(
        raw.contains("SUMMARY:Herders\\, stones\\; and \\\\ “kraals”: é\\,"),
        "{raw}"
    );
}

fn what_is_cancelled_or_moved_is_told(app: &TestApp) {
    let tournament = announce(app, "Mahikeng Open", ["2027-04-17", "2027-04-18"], &json!({}));
    let path = format!("/v1/tournaments/{}", text(&tournament["id"]));
    let before = file(app).remove(0);
    assert_eq!(before["LAST-MODIFIED"], before["DTSTAMP"]);
    app.pass(chrono::TimeDelta::hours(1));
    let moved = json!({ "starts_on": "2027-04-24", "ends_on": "2027-04-25", "venue": "Taung" });
    app.administrator().patch(&path, "*", &moved).expect(200);
    let after = file(app).remove(0);
    assert_eq!(after["UID"], before["UID"]);
    assert_eq!(
        (after["DTSTART;VALUE=DATE"].as_str(), after["LOCATION"].as_str()),
        ("20270424", "Taung")
    );
    assert_eq!([before["SEQUENCE"].as_str(), &after["SEQUENCE"]], ["0", "3600"]);
    assert!(after["LAST-MODIFIED"] > before["LAST-MODIFIED"], "{after:?}");
    assert_eq!(after["LAST-MODIFIED"], after["DTSTAMP"]);
    app.pass(chrono::TimeDelta::hours(1));
    let cancellations = format!("{path}/cancellations");
    app.administrator()
        .post(&cancellations, &json!({ "reason": "The hall was flooded." }))
        .expect(201);
    let cancelled = file(app).remove(0);
    assert_eq!(cancelled["UID"], before["UID"]);
    let told = ["STATUS", "SEQUENCE", "DESCRIPTION"].map(|name| cancelled[name].as_str());
    assert_eq!(told, ["CANCELLED", "7200", "Cancelled: The hall was flooded."]);
    assert_eq!(app.anyone().get("/v1/calendar").items()[0]["state"], "cancelled");
}

fn an_unchanged_calendar_is_not_sent_again(app: &TestApp) {
    announce(app, "Mahikeng Open", ["2027-04-17", "2027-04-18"], &json!({}));
    let paths = ["/v1/calendar", "/calendar.ics", "/calendar.ics?province=ZA-NW"];
    let tags = paths.map(|path| app.anyone().get(path).header("etag").to_owned());
    app.pass(chrono::TimeDelta::days(3));
    let status = |path: &str, tag: &str| app.anyone().get_with(path, &[("if-none-match", tag)]).status;
    for (path, tag) in paths.into_iter().zip(&tags) {
        assert_eq!(status(path, tag), 304, "{path}");
    }
    announce(app, "Taung Open", ["2027-05-01", "2027-05-01"], &json!({}));
    for (path, tag) in paths.into_iter().zip(&tags) {
        assert_eq!(status(path, tag), 200, "{path}");
    }
}
