//! Events: what everyone may read has changed, in the order of the log; nothing is missed, and nothing hidden is told.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use federation_records::db::Conn;
use federation_records::db::schema::audit;
use federation_records::events::is_decided;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::contract;
use crate::erasures::erase;
use crate::hall::{Hall, keep_order};
use crate::world::{HAS_OWN, Request, World, path, requests};

on_both_databases! {
    events_are_thin_and_in_the_order_of_the_log,
    nothing_is_missed_while_many_write,
    they_are_sought_by_type_and_province,
    a_query_is_within_its_bounds,
    no_event_tells_of_what_is_hidden,
    a_round_is_told_of_once_it_is_published,
    of_a_player_it_is_told_that_something_changed,
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
fn all_after(app: &TestApp, mut after: i64, limit: u16) -> (Vec<Value>, i64) {
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

/// Sends a good request, and lets what it begins be done.
fn send(caller: &Caller<'_>, method: &str, pattern: &str, request: &Request) -> Answer {
    let path = path(pattern, &request.parameter);
    match (&request.file, &request.picture, &request.body) {
        (Some((name, content)), ..) => {
            let key = uuid::Uuid::from_u128(fastrand::u128(..)).to_string();
            let answer = caller.upload(&path, Some(&key), &[(name, content.as_bytes())]);
            caller.finished(&answer);
            answer
        }
        (None, Some(picture), _) => caller.put(&path, "image/png", picture),
        (None, None, Some(body)) if method == "patch" => caller.patch(&path, "*", body),
        (None, None, Some(body)) => caller.post(&path, body),
        (None, None, None) => caller.send(&method.to_uppercase(), &path, &[], None),
    }
}

/// Does everything once that the document knows: as an administrator, and what is about one's own account as somebody else.
fn do_everything(app: &TestApp) {
    let world = World::new(app);
    // Nobody confirms a result of their own.
    let another = app.granted(&json!({ "role": "administrator" }));
    for (pattern, method, operation) in contract::operations().filter(|(_, method, _)| *method != "get") {
        let id = text(&operation["operationId"]);
        let account = app.account();
        // Signed in before there may be a second factor.
        let themselves = app.sign_in(&account.email);
        let own = HAS_OWN.contains(&id).then_some(&account);
        for request in requests(id, app, &world, own) {
            let caller = if request.own { &themselves } else { &another };
            send(caller, method, pattern, &request);
        }
    }
}

/// The operations that write nothing of their own, or write it as another one does.
const WRITE_NOTHING: [&str; 9] = [
    "create_access_token",
    "create_access_token_revocation",
    "create_consent_questions",
    "create_game_validation",
    "create_player_account_code",
    "create_ranking_preview",
    "create_round_marks",
    "create_token_introspection",
    "create_verification",
];

/// Subject, action and id of every entry of the trail.
fn entries(app: &TestApp) -> Vec<(String, String, String)> {
    let columns = (audit::subject, audit::action, audit::subject_id);
    match &mut app.connection() {
        Conn::Sqlite(c) => audit::table.select(columns).load(c).unwrap(),
        Conn::Postgres(c) => audit::table.select(columns).load(c).unwrap(),
    }
}

fn no_event_tells_of_what_is_hidden(app: &TestApp) {
    do_everything(app);
    app.number_entries();
    let (mut ids, mut actions) = (BTreeMap::<String, BTreeSet<String>>::new(), BTreeSet::new());
    for (subject, action, id) in entries(app) {
        assert!(
            is_decided(&subject, &action),
            "nobody has decided about {action} of {subject}"
        );
        ids.entry(subject).or_default().insert(id);
        actions.insert(action);
    }
    // Every operation has written something, so that it was looked at.
    let operations = contract::operations().filter(|(_, method, _)| *method != "get");
    let unseen = operations.map(|(_, _, operation)| text(&operation["operationId"]));
    let unseen: BTreeSet<&str> = unseen.filter(|operation| !actions.contains(*operation)).collect();
    assert_eq!(unseen, BTreeSet::from(WRITE_NOTHING));
    let (events, _) = all_after(app, 0, 200);
    let told: BTreeSet<&str> = events.iter().map(|event| text(&event["id"])).collect();
    for subject in [
        "account",
        "affiliation",
        "appeal",
        "application",
        "application_secret",
        "consent",
        "consent_link",
        "dispute",
        "equipment_confirmation",
        "grant",
        "pairing_bar",
        "pen_finding",
        "personal_token",
        "player_account",
        "player_suspension",
        "registration",
        "selection",
        "session",
        "signing_key",
        "transfer",
        "umpire_candidate",
    ] {
        let hidden = ids.get(subject).unwrap_or_else(|| panic!("there is no {subject}"));
        let known: Vec<&String> = hidden.iter().filter(|id| told.contains(id.as_str())).collect();
        assert!(known.is_empty(), "{subject}: {known:?}");
    }
    // Each leads to something that a stranger may read, or might have read before it was gone.
    let mut statuses = BTreeMap::<(&str, u16), u32>::new();
    for event in &events {
        let Some(path) = event["path"].as_str() else {
            assert!(text(&event["type"]).starts_with("bye."), "{event}");
            continue;
        };
        let status = app.anyone().get(path).status;
        *statuses.entry((text(&event["type"]), status)).or_default() += 1;
        assert!(
            event
                .as_object()
                .unwrap()
                .keys()
                .all(|member| { ["number", "at", "type", "id", "path", "province"].contains(&member.as_str()) })
        );
    }
    let gone: BTreeSet<&str> = statuses
        .keys()
        .filter(|(_, status)| *status != 200)
        .map(|(kind, _)| *kind)
        .collect();
    for kind in gone {
        let may_be_gone = [
            "colours.awarded",
            "colours.changed",
            "entry.changed",
            "entry.created",
            "entry.removed",
            "federation.changed",
            "game.created",
            "game.changed",
            "game.withdrawn",
            "match.changed",
            "player.created",
            "player.changed",
            "player.erased",
            "team.changed",
            "team.created",
            "team.withdrawn",
        ];
        assert!(may_be_gone.contains(&kind), "{kind}: {statuses:?}");
    }
    assert!(statuses.len() > 25, "{statuses:?}");
    for event in events.iter().filter(|event| event["type"] == "round.published") {
        app.anyone().get(text(&event["path"])).expect(200);
    }
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

fn of_a_player_it_is_told_that_something_changed(app: &TestApp) {
    let club = app.club("ZA-NW");
    let minor = app.player_named(&club, "Nkosi", "Lerato", "2012-05-05");
    let before = end(app);
    let consent = json!({
        "guardian": "Lindiwe Mokoena", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    let administrator = app.administrator();
    administrator
        .post(&format!("/v1/players/{minor}/consents"), &consent)
        .expect(201);
    let birth = json!({ "birth_date": "2011-05-05" });
    administrator
        .patch(&format!("/v1/players/{minor}/particulars"), "*", &birth)
        .expect(200);
    let page = feed(app, &format!("after={before}"));
    let [one, other] = &events(&page)[..] else {
        panic!("{page}")
    };
    // A consent and a birth date look alike.
    let number = |event: &Value| event["number"].as_i64().unwrap();
    let mut alike = one.clone();
    alike["number"] = json!(number(other));
    assert_eq!((&alike, number(one) < number(other)), (other, true));
    assert_eq!(told(std::slice::from_ref(one)), [("player.changed", minor.as_str())]);
    erase(app, &minor);
    let after = feed(app, &format!("after={before}"));
    assert_eq!(told(events(&after)).last(), Some(&("player.erased", minor.as_str())));
    assert!(!after.to_string().contains("Nkosi"));
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
