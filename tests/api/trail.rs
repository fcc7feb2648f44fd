//! The audit trail as it is read: in words, by those who look after the thing that was changed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::contract;
use crate::world::{World, path, requests};

on_both_databases! {
    a_change_is_told_in_words,
    coordinators_read_what_belongs_to_their_province,
    what_is_the_federations_own_is_for_administrators,
    private_values_are_told_to_those_who_look_after_the_player,
    of_an_erased_person_nothing_comes_back,
    the_whole_trail_is_for_administrators,
    it_is_read_by_who_made_the_changes,
    it_is_read_by_page_and_by_day,
}

fn of(subject: &str, id: &Value) -> String {
    format!("/v1/audit?subject={subject}&subject_id={}", text(id))
}

fn a_change_is_told_in_words(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let club = json!({ "code": "DIT", "name": "Ditsobotla Herders", "kind": "community", "province": "ZA-NW" });
    let club = coordinator.post("/v1/clubs", &club).expect(201);
    app.pass(chrono::TimeDelta::seconds(1));
    let club_path = format!("/v1/clubs/{}", text(&club["id"]));
    let change = json!({ "name": "Ditsobotla Ladies", "kind": "school" });
    let administrator = app.administrator();
    administrator.patch(&club_path, "*", &change).expect(200);
    let me = &administrator.get("/v1/me").expect(200)["account"];
    let answer = coordinator.get(&of("club", &club["id"]));
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let items = answer.items();
    assert_eq!(items.len(), 2);
    let seq = items[0]["seq"].as_i64().unwrap();
    let newest = json!({
        "seq": seq, "at": "2026-11-20T08:00:01.000000Z", "by": { "account_id": me["id"], "name": me["name"], "through": null },
        "action": "update_club", "summary": "Change a club", "subject": "club", "subject_id": club["id"],
        "changes": [
            { "field": "kind", "before": "community", "after": "school" },
            { "field": "name", "before": "Ditsobotla Herders", "after": "Ditsobotla Ladies" },
        ],
        "note": null,
    });
    assert_eq!(items[0], newest);
    assert_eq!(
        (&items[1]["action"], &items[1]["by"]["name"]),
        (&json!("create_club"), &json!("Kagiso Moatshe"))
    );
    assert!(items[1]["seq"].as_i64().unwrap() < seq);
    let fields = items[1]["changes"].as_array().unwrap().iter();
    let fields: BTreeMap<&str, &Value> = fields.map(|one| (text(&one["field"]), one)).collect();
    assert_eq!(
        fields["code"],
        &json!({ "field": "code", "before": null, "after": "DIT" })
    );
    assert!(!fields.contains_key("salt"));
}

/// Things of all sorts that belong to the North West: the sort and the id.
fn things(app: &TestApp, world: &World) -> Vec<(&'static str, Value)> {
    let administrator = app.administrator();
    let created = |path: &str, body: &Value| administrator.post(path, body).expect(201)["id"].clone();
    let played = world.played(app);
    let first = |below: &str| app.anyone().get(below).items()[0]["id"].clone();
    let tournament = format!("/v1/tournaments/{}", played.tournament);
    let one = first(&format!("/v1/rounds/{}/matches", played.round));
    let dispute = json!({ "reason": "He was there." });
    let transfer = json!({ "player_id": app.player(&world.club), "club_id": world.neighbour });
    let bar = json!({ "player_ids": world.players, "relation": "siblings" });
    let consent = json!({
        "guardian": "Lindiwe Mokoena", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    vec![
        ("club", json!(world.club)),
        ("affiliation", json!(world.affiliation)),
        ("player", json!(world.players[0])),
        ("registration", json!(world.registration)),
        ("transfer", created("/v1/transfers", &transfer)),
        (
            "consent",
            created(&format!("/v1/players/{}/consents", world.players[0]), &consent),
        ),
        ("pairing_bar", created("/v1/pairing-bars", &bar)),
        ("accreditation", json!(world.accreditation)),
        ("tournament", json!(played.tournament)),
        ("entry", first(&format!("{tournament}/entries"))),
        ("appointment", first(&format!("{tournament}/appointments"))),
        ("round", json!(played.round)),
        (
            "dispute",
            created(&format!("/v1/matches/{}/disputes", text(&one)), &dispute),
        ),
        ("match", one),
        ("selection", json!(world.selection)),
        ("colours", json!(world.colours)),
    ]
}

fn coordinators_read_what_belongs_to_their_province(app: &TestApp) {
    let world = World::new(app);
    let things = things(app, &world);
    let (own, other) = (app.coordinator("ZA-NW"), app.coordinator("ZA-GP"));
    let (secretary, umpire) = (app.secretary(&world.club), app.umpire());
    for (subject, id) in &things {
        let path = of(subject, id);
        let items = own.get(&path).items();
        assert!(!items.is_empty(), "{path}");
        assert!(
            items
                .iter()
                .all(|item| item["subject"] == *subject && item["subject_id"] == *id)
        );
        assert_eq!(app.administrator().get(&path).items(), items, "{path}");
        other.get(&path).refused(403, "out-of-scope");
        for nobody in [&secretary, &umpire] {
            nobody.get(&path).refused(403, "role-required");
        }
        app.anyone().get(&path).refused(401, "token-required");
        for nothing in ["019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f", "DIT"] {
            own.get(&of(subject, &json!(nothing))).refused(404, "not-found");
        }
    }
}

fn what_is_the_federations_own_is_for_administrators(app: &TestApp) {
    let world = World::new(app);
    let own = app.coordinator("ZA-NW");
    for (subject, id) in [
        ("grant", &world.grant),
        ("account", &world.account.id),
        ("game", &world.game),
    ] {
        let path = of(subject, &json!(id));
        assert!(!app.administrator().get(&path).items().is_empty(), "{path}");
        own.get(&path).refused(403, "out-of-scope");
    }
    own.get("/v1/audit?subject=anything&subject_id=x")
        .refused(403, "out-of-scope");
    let nothing = app.administrator().get("/v1/audit?subject=anything&subject_id=x");
    assert!(nothing.items().is_empty());
}

fn private_values_are_told_to_those_who_look_after_the_player(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let particulars = format!("/v1/players/{player}/particulars");
    let mended = json!({ "birth_date": "1999-05-05" });
    app.administrator().patch(&particulars, "*", &mended).expect(200);
    let items = app.coordinator("ZA-NW").get(&of("player", &json!(player))).items();
    let change = json!([{ "field": "birth_date", "before": "1998-04-17", "after": "1999-05-05" }]);
    assert_eq!(items[0]["changes"], change);
    let refused = app.coordinator("ZA-GP").get(&of("player", &json!(player)));
    refused.refused(403, "out-of-scope");
    assert!(!refused.body_text().contains("1999"));
}

fn of_an_erased_person_nothing_comes_back(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player_named(&club, "Qwabe", "Zwelibanzi", "1998-04-17");
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    let registration = app.administrator().post("/v1/registrations", &registration).expect(201);
    let particulars = format!("/v1/players/{player}/particulars");
    let mended = json!({ "birth_date": "1999-05-05" });
    app.administrator().patch(&particulars, "*", &mended).expect(200);
    let erasures = format!("/v1/players/{player}/erasures");
    app.administrator().send("POST", &erasures, &[], None).expect(201);
    let paths = [
        (of("player", &json!(player)), 3),
        (of("registration", &registration["id"]), 1),
        ("/v1/audit?limit=200".to_owned(), 0),
    ];
    for (path, emptied) in paths {
        let answer = app.administrator().get(&path);
        let told = answer.body_text();
        for private in ["Qwabe", "Zwelibanzi", "1999-05-05", "1998-04-17"] {
            assert!(!told.contains(private), "{path}: {private} in {told}");
        }
        let items = answer.items();
        assert!(items.len() >= emptied, "{path}: {told}");
        for item in items.iter().rev().take(emptied.min(2)) {
            assert_eq!(
                (&item["changes"], &item["note"]),
                (&json!([]), &json!("The person's data was erased."))
            );
        }
    }
}

fn the_whole_trail_is_for_administrators(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let wrong = json!({ "email": "nobody@example.org", "password": "a cow in the crawl" });
    app.anyone().post("/v1/tokens", &wrong).refused(401, "sign-in-refused");
    for query in [
        "",
        "?subject=player",
        "?subject_id=019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
    ] {
        let path = format!("/v1/audit{query}");
        coordinator.get(&path).refused(403, "out-of-scope");
    }
    let items = app.administrator().get("/v1/audit?limit=200").items();
    let by = |action: &str| {
        let item = items.iter().find(|item| item["action"] == action).unwrap();
        (item["summary"].clone(), item["by"].clone())
    };
    let nobody = json!({ "account_id": null, "name": "somebody who had not signed in", "through": null });
    assert_eq!(by("refuse_sign_in"), (json!("Refuse a sign-in"), nobody));
    assert_eq!(
        by("create_signing_key").1,
        json!({ "account_id": null, "name": "the command line", "through": null })
    );
    let grants = app.administrator().get("/v1/audit?subject=grant").items();
    assert!(!grants.is_empty() && grants.iter().all(|item| item["subject"] == "grant"));
}

fn it_is_read_by_who_made_the_changes(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let own = coordinator.get("/v1/me").expect(200)["account"]["id"].clone();
    let club = json!({ "code": "MAH", "name": "Mahikeng Herders", "kind": "community", "province": "ZA-NW" });
    coordinator.post("/v1/clubs", &club).expect(201);
    app.club("ZA-NW");
    let of_account = format!("/v1/audit?account_id={}", text(&own));
    let items = app.administrator().get(&of_account).items();
    assert!(items.iter().all(|item| item["by"]["account_id"] == own), "{items:?}");
    let clubs: Vec<_> = items.iter().filter(|item| item["subject"] == "club").collect();
    assert_eq!(clubs.len(), 1, "the other club was registered by somebody else");
    coordinator.get(&of_account).refused(403, "out-of-scope");
}

fn it_is_read_by_page_and_by_day(app: &TestApp) {
    let club = app.club("ZA-NW");
    let change = |name: &str| {
        let administrator = app.administrator();
        administrator
            .patch(&format!("/v1/clubs/{club}"), "*", &json!({ "name": name }))
            .expect(200);
    };
    // The day begins in South Africa two hours before it begins in UTC.
    app.at("2026-11-21T21:59:59Z");
    change("Herders of the 21st");
    app.at("2026-11-21T22:00:00Z");
    change("Herders of the 22nd");
    let administrator = app.administrator();
    let names = |query: &str| -> Vec<String> {
        let path = format!("/v1/audit?subject=club&subject_id={club}{query}");
        let items = administrator.get(&path).items();
        let name = |item: &Value| {
            let changes = item["changes"].as_array().unwrap().iter();
            let mut changes = changes.filter(|change| change["field"] == "name");
            text(&changes.next().unwrap()["after"]).to_owned()
        };
        items.iter().map(name).collect()
    };
    assert_eq!(names("").len(), 3);
    assert_eq!(names("&from=2026-11-22"), ["Herders of the 22nd"]);
    assert_eq!(names("&from=2026-11-21&until=2026-11-21"), ["Herders of the 21st"]);
    assert_eq!(names("&until=2026-11-20").len(), 1);
    let first = administrator.get(&format!("/v1/audit?subject=club&subject_id={club}&limit=2"));
    assert_eq!(first.items().len(), 2);
    let cursor = first.json()["next_cursor"].clone();
    let rest = names(&format!("&limit=2&cursor={}", text(&cursor)));
    assert_eq!(rest, names("&until=2026-11-20"));
    administrator.get("/v1/audit?cursor=x").refused(400, "invalid-cursor");
    administrator
        .get("/v1/audit?from=yesterday")
        .refused(400, "invalid-query");
}

/// Does everything that the document has, as the administrator.
fn do_everything(app: &TestApp) {
    let (world, administrator) = (World::new(app), app.administrator());
    for (pattern, method, operation) in contract::operations().filter(|(_, method, _)| *method != "get") {
        for request in requests(text(&operation["operationId"]), app, &world, None) {
            let path = path(pattern, &request.parameter);
            let answer = match (&request.file, &request.body) {
                (Some((name, content)), _) => {
                    let key = uuid::Uuid::from_u128(fastrand::u128(..)).to_string();
                    let answer = administrator.upload(&path, Some(&key), &[(name, content.as_bytes())]);
                    administrator.finished(&answer);
                    answer
                }
                _ if request.picture.is_some() => {
                    administrator.put(&path, "image/png", request.picture.as_deref().unwrap())
                }
                _ if request.form.is_some() => {
                    let media_type = "application/x-www-form-urlencoded";
                    administrator.post_text(&path, media_type, request.form.as_deref().unwrap())
                }
                (_, Some(body)) if method == "patch" => administrator.patch(&path, "*", body),
                (_, Some(body)) => administrator.post(&path, body),
                _ => administrator.send(&method.to_uppercase(), &path, &[], None),
            };
            // What is for an account's owner alone is done elsewhere; so is a code of that moment.
            let expected = answer.status < 300 || [403, 404, 422].contains(&answer.status);
            assert!(expected, "{path}: {}", answer.body_text());
        }
    }
}

/// The sentence of each action in the trail.
fn sentences(administrator: &Caller<'_>) -> BTreeMap<String, String> {
    let (mut sentences, mut query) = (BTreeMap::new(), "limit=200".to_owned());
    loop {
        let page = administrator.get(&format!("/v1/audit?{query}"));
        let of = |item: &Value| (text(&item["action"]).to_owned(), text(&item["summary"]).to_owned());
        sentences.extend(page.items().iter().map(of));
        match page.json()["next_cursor"].as_str() {
            Some(cursor) => query = format!("limit=200&cursor={cursor}"),
            None => return sentences,
        }
    }
}

#[test]
fn every_action_has_a_sentence() {
    let app = TestApp::on_sqlite();
    do_everything(&app);
    let sentences = sentences(&app.administrator());
    assert!(sentences.len() > 60, "{sentences:?}");
    for (action, sentence) in &sentences {
        assert_ne!(*sentence, action.replace('_', " "), "{action} has no sentence");
        assert!(sentence.starts_with(char::is_uppercase), "{action}: {sentence}");
    }
}
