//! Events: what everyone may read has changed, in the order of the log; nothing is missed, and nothing hidden is told.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, keep_order};

on_both_databases! {
    events_are_thin_and_in_the_order_of_the_log,
    nothing_is_missed_while_many_write,
    they_are_sought_by_type_and_province,
    a_query_is_within_its_bounds,
    a_round_is_told_of_once_it_is_published,
    what_an_import_creates_is_new,
}

/// The feed with that query, after all that was written has its number.
pub fn feed(app: &TestApp, query: &str) -> Value {
    app.number_entries();
    app.anyone().get(&format!("/v1/events?{query}")).expect(200)
}

pub fn events(page: &Value) -> &Vec<Value> {
    page["items"].as_array().unwrap()
}

/// All events after that number, page by page, and the number up to which there are any.
pub fn all_after(app: &TestApp, mut after: i64, limit: u16) -> (Vec<Value>, i64) {
    let mut all = Vec::new();
    loop {
        let page = app
            .anyone()
            .get(&format!("/v1/events?after={after}&limit={limit}"))
            .expect(200);
        let next = page["next_after"].as_i64().unwrap();
        all.extend(events(&page).iter().cloned());
        if next == after {
            return (all, after);
        }
        assert!(next > after, "{page}");
        after = next;
    }
}

/// The end of the log.
pub fn end(app: &TestApp) -> i64 {
    app.number_entries();
    app.anyone().get("/v1/log").expect(200)["size"].as_i64().unwrap() - 1
}

/// Type and id of each event.
pub fn told(events: &[Value]) -> Vec<(&str, &str)> {
    events
        .iter()
        .map(|event| (text(&event["type"]), text(&event["id"])))
        .collect()
}

fn events_are_thin_and_in_the_order_of_the_log(app: &TestApp) {
    let before = end(app);
    let club = json!({ "code": "DIT", "name": "Herders", "kind": "school", "province": "ZA-NW" });
    let answer = app.administrator().post("/v1/clubs", &club);
    let club = answer.expect(201);
    let path = format!("/v1/clubs/{}", text(&club["id"]));
    app.administrator()
        .patch(&path, "*", &json!({ "name": "Ladies" }))
        .expect(200);
    let page = feed(app, &format!("after={before}"));
    // The number is that of the receipt.
    let receipt = app
        .anyone()
        .get(&format!("/v1/log/entries/{}", answer.header("log-entry")))
        .expect(200);
    let number = receipt["leaf"].as_i64().unwrap();
    let event = |number: i64, kind: &str| {
        json!({
            "number": number, "at": "2026-11-20T08:00:00.000000Z", "type": kind, "id": club["id"], "path": path,
            "province": "ZA-NW",
        })
    };
    assert_eq!(
        page,
        json!({ "items": [event(number, "club.created"), event(end(app), "club.changed")], "next_after": end(app) })
    );
    // Nothing comes after the end, and the end stays where it is.
    let past = end(app) + 1_000;
    for after in [end(app), past] {
        assert_eq!(
            feed(app, &format!("after={after}")),
            json!({ "items": [], "next_after": after })
        );
    }
}

fn nothing_is_missed_while_many_write(app: &TestApp) {
    const WRITERS: usize = 6;
    const CLUBS: usize = 12;
    let before = end(app);
    let followed = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|_| scope.spawn(|| (0..CLUBS).map(|_| app.club("ZA-NW")).collect::<Vec<_>>()))
            .collect();
        let reader = scope.spawn(|| {
            let (mut after, mut all) = (before, Vec::new());
            while all.len() < WRITERS * CLUBS {
                let query = format!("/v1/events?after={after}&limit=5&type=club.created&wait=5");
                let page = app.anyone().get(&query).expect(200);
                all.extend(events(&page).iter().cloned());
                after = page["next_after"].as_i64().unwrap();
            }
            all
        });
        let created = writers.into_iter().flat_map(|writer| writer.join().unwrap());
        let created: BTreeSet<String> = created.collect();
        let followed = reader.join().unwrap();
        let read: BTreeSet<String> = followed.iter().map(|event| text(&event["id"]).to_owned()).collect();
        assert_eq!((followed.len(), &read), (created.len(), &created));
        followed
    });
    let numbers: Vec<i64> = followed.iter().map(|event| event["number"].as_i64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    // Who comes later reads the same, in pages of any size, up to the end of the log.
    for limit in [1, 7, 200] {
        let (later, last) = all_after(app, before, limit);
        let clubs: Vec<&Value> = later.iter().filter(|event| event["type"] == "club.created").collect();
        assert_eq!(clubs, followed.iter().collect::<Vec<_>>());
        assert_eq!(last, end(app));
    }
}

fn they_are_sought_by_type_and_province(app: &TestApp) {
    let before = end(app);
    let (here, there) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let player = app.player(&there);
    let of = |query: &str| {
        let page = feed(app, &format!("after={before}&{query}"));
        let found: Vec<String> = told(events(&page))
            .into_iter()
            .map(|(kind, id)| format!("{kind} {id}"))
            .collect();
        assert_eq!(page["next_after"], end(app), "{query}");
        found
    };
    let lines =
        |told: &[(&str, &String)]| -> Vec<String> { told.iter().map(|(kind, id)| format!("{kind} {id}")).collect() };
    assert_eq!(of("type=player.created"), lines(&[("player.created", &player)]));
    let both = lines(&[("club.created", &here), ("club.created", &there)]);
    assert_eq!(of("type=club.created,club.changed"), both);
    assert_eq!(of("type=club.created&province=ZA-GP"), both[1..]);
    // The player lives in the North West, wherever the club is.
    assert_eq!(
        of("province=ZA-NW"),
        lines(&[("club.created", &here), ("player.created", &player)])
    );
    assert_eq!(of("province=ZA-WC"), Vec::<String>::new());
    // A thing that is gone may have been of any province, and what belongs to all of them is of none.
    let hall = Hall::new(app, &json!({}), 2);
    let entry = app.anyone().get(&format!("{}/entries", hall.path)).items()[0]["id"].clone();
    let byes = format!("/v1/entries/{}/byes", text(&entry));
    let bye = hall.coordinator.post(&byes, &json!({ "round": 2 })).expect(201)["id"].clone();
    let withdrawal = format!("/v1/byes/{}/withdrawals", text(&bye));
    hall.coordinator.send("POST", &withdrawal, &[], None).expect(201);
    app.administrator()
        .patch("/v1/federation", "*", &json!({ "name": "Herders" }))
        .expect(200);
    let bye = text(&bye).to_owned();
    assert_eq!(
        of("province=ZA-WC"),
        lines(&[("bye.created", &bye), ("bye.withdrawn", &bye)])
    );
    assert_eq!(of("type=federation.changed").len(), 1);
    let page = feed(app, &format!("after={before}&type=bye.withdrawn"));
    assert_eq!(
        (&events(&page)[0]["path"], &events(&page)[0]["province"]),
        (&Value::Null, &Value::Null)
    );
}

fn a_query_is_within_its_bounds(app: &TestApp) {
    for query in [
        "after=-1",
        "after=x",
        "after=9007199254740992",
        "after=",
        "limit=0",
        "limit=201",
        "type=",
        "type=club",
        "type=club.created,",
        "type=session.created",
        "wait=31",
        "wait=-1",
        "wait=x",
        "page=2",
        "province=",
    ] {
        app.anyone()
            .get(&format!("/v1/events?{query}"))
            .refused(400, "invalid-query");
    }
    let stream = [("accept", "text/event-stream"), ("last-event-id", "x")];
    app.anyone()
        .get_with("/v1/events", &stream)
        .refused(400, "invalid-query");
    let most = 9_007_199_254_740_991_i64;
    assert_eq!(feed(app, &format!("after={most}"))["next_after"], most);
}

fn a_round_is_told_of_once_it_is_published(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 2 }), 4);
    keep_order(app, &hall.path);
    let before = end(app);
    let draw = hall.draw_at_once(&json!({})).expect(201);
    let (id, tournament) = (
        text(&draw["id"]).to_owned(),
        hall.path.rsplit('/').next().unwrap().to_owned(),
    );
    let since = |after: i64| {
        app.number_entries();
        all_after(app, after, 200).0
    };
    let names_it = |events: &[Value]| events.iter().any(|event| event.to_string().contains(&id));
    assert!(
        since(before).is_empty(),
        "a draw is between those who run the tournament"
    );
    let drawn = end(app);
    let round = format!("/v1/rounds/{id}");
    hall.step(&format!("{round}/publications")).expect(201);
    assert_eq!(told(&since(drawn)), [("round.published", id.as_str())]);
    let undo = |state: &str| {
        let undone = hall.umpire.post(&format!("{round}/undos"), &json!({ "state": state }));
        undone.expect(201);
    };
    let published = end(app);
    undo("published");
    // That it was taken back is told of the tournament; of the round nothing is to be found any more.
    let taken_back = [("tournament.changed", tournament.as_str())];
    assert_eq!(told(&since(published)), taken_back);
    assert!(!names_it(&since(0)));
    undo("drawn");
    assert!(!names_it(&since(0)));
    assert_eq!(told(&since(published)), taken_back);
}

fn what_an_import_creates_is_new(app: &TestApp) {
    let before = end(app);
    let clubs = "code,name,kind,province\nDIT,Herders,school,ZA-NW\n";
    let administrator = app.administrator();
    administrator.import(&[("clubs", clubs)]);
    let changed = clubs.replace("Herders", "Ladies");
    administrator.import(&[("clubs", &changed)]);
    let kinds = |query: &str| -> Vec<String> {
        let page = feed(app, &format!("after={before}{query}"));
        events(&page)
            .iter()
            .map(|event| text(&event["type"]).to_owned())
            .collect()
    };
    assert_eq!(kinds(""), ["club.created", "club.changed"]);
    assert_eq!(kinds("&type=club.changed"), ["club.changed"]);
    assert_eq!(kinds("&type=club.created"), ["club.created"]);
}
