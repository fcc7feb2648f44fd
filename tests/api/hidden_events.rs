//! Events of what is hidden: none, whatever is done.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use federation_records::db::Conn;
use federation_records::db::schema::audit;
use federation_records::operations::Operation;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::contract;
use crate::erasures::erase;
use crate::events::{all_after, end, events, feed, told};
use crate::world::{HAS_OWN, Request, World, path, requests};

on_sqlite! {
    no_event_tells_of_what_is_hidden,
    of_a_player_it_is_told_that_something_changed,
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
            Operation::of_name(&action).is_some_and(|known| known.makes(&subject)),
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
        "upholding",
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
