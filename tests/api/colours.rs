//! Awards: proposed, approved by a second person, refused, revoked, superseded; and who reads of them.

use diesel::prelude::*;
use federation_records::db::schema::audit;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::world::{approved, proposed};

on_both_databases! {
    a_second_person_approves,
    a_proposal_is_refused,
    a_proposal_is_made_once,
    what_is_refused_or_revoked_can_be_proposed_again,
    another_award_takes_the_place,
    only_who_may_be_named_is_listed,
    awards_are_filtered,
    every_step_is_in_the_audit_trail,
    an_award_outlives_a_merger_and_an_erasure,
    what_both_entries_of_a_person_have_counts_once,
    nobody_is_awarded_whose_data_was_erased,
}

fn proposal(player: &str, changes: &Value) -> Value {
    let mut proposal = json!({
        "player_id": player, "level": "provincial", "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game.",
    });
    for (name, value) in changes.as_object().unwrap() {
        proposal[name] = value.clone();
    }
    proposal
}

fn player(app: &TestApp) -> String {
    app.player(&app.club("ZA-NW"))
}

/// A step that the administrator takes with an award.
fn step(app: &TestApp, id: &str, step: &str) -> crate::caller::Answer {
    let body = if step == "approvals" {
        json!({ "reference": "Minutes" })
    } else {
        json!({ "reason": "It was wrong." })
    };
    app.administrator().post(&format!("/v1/colours/{id}/{step}"), &body)
}

fn a_second_person_approves(app: &TestApp) {
    let player = player(app);
    let own = app
        .administrator()
        .post("/v1/colours", &proposal(&player, &json!({})))
        .expect(201);
    assert_eq!((&own["state"], &own["evidence"]), (&json!("proposed"), &json!([])));
    let id = text(&own["id"]);
    app.anyone().get(&format!("/v1/colours/{id}")).refused(404, "not-found");
    app.administrator()
        .get(&format!("/v1/colours/{id}/code"))
        .refused(404, "not-found");
    step(app, id, "approvals").refused(403, "second-person-approves");
    let second = app.granted(&json!({ "role": "administrator" }));
    let path = format!("/v1/colours/{id}/approvals");
    assert_eq!(
        second.post(&path, &json!({ "reference": " " })).faults(),
        [("/reference".into(), "required".into())]
    );
    let award = second
        .post(&path, &json!({ "reference": "Minutes of 21 November" }))
        .expect(201);
    assert_eq!(
        (&award["state"], &award["reference"]),
        (&json!("approved"), &json!("Minutes of 21 November"))
    );
    assert_eq!(award["awarding_body"], "Morabaraba federation, North West");
    second
        .post(&path, &json!({ "reference": "Minutes" }))
        .refused(409, "not-proposed");
    let public = app.anyone().get(&format!("/v1/colours/{id}")).expect(200);
    assert_eq!(public["player"]["name"], "Thandiwe Mokoena");
    // Who looks after the province hands the certificate out.
    let code = app
        .coordinator("ZA-NW")
        .get(&format!("/v1/colours/{id}/code"))
        .expect(200);
    assert_eq!(text(&code["code"]).len(), 24);
    app.coordinator("ZA-GP")
        .get(&format!("/v1/colours/{id}/code"))
        .refused(403, "out-of-scope");
    app.umpire()
        .get(&format!("/v1/colours/{id}/code"))
        .refused(403, "role-required");
}

fn a_proposal_is_refused(app: &TestApp) {
    let (player, coordinator) = (player(app), app.coordinator("ZA-NW"));
    let post = |changes: &Value| coordinator.post("/v1/colours", &proposal(&player, changes));
    let faults = |changes: Value| {
        post(&changes)
            .faults()
            .into_iter()
            .map(|(at, code)| format!("{at} {code}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(faults(json!({ "reason": null })), ["/reason required"]);
    assert_eq!(faults(json!({ "basis": "selection" })), ["/reason not-for-this-basis"]);
    assert_eq!(faults(json!({ "year": 2028 })), ["/year too-far-ahead"]);
    post(&json!({ "player_id": "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e9" })).refused(422, "unknown-player");
    app.coordinator("ZA-GP")
        .post("/v1/colours", &proposal(&player, &json!({})))
        .refused(403, "out-of-scope");
    // National colours are for those alone who are selected.
    post(&json!({ "level": "national" })).refused(422, "no-such-rule");
    let problem = post(&json!({ "level": "regional" })).refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "region_unknown");
    let problem = post(&json!({ "basis": "selection", "reason": null })).refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "not_selected");
    post(&json!({})).expect(201);
    post(&json!({})).refused(409, "already-awarded");
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    post(&json!({})).refused(410, "erased");
    for operation in ["", "/particulars", "/code"] {
        let path = format!("/v1/colours/019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e9{operation}");
        app.administrator().get(&path).refused(404, "not-found");
    }
}

fn a_proposal_is_made_once(app: &TestApp) {
    let (player, coordinator) = (player(app), app.coordinator("ZA-NW"));
    let mut asked = proposal(&player, &json!({ "id": "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f" }));
    let first = coordinator.post("/v1/colours", &asked);
    assert_eq!(coordinator.post("/v1/colours", &asked).expect(201), first.expect(201));
    assert_eq!(
        coordinator.get(first.header("content-location")).expect(200),
        first.json()
    );
    app.coordinator("ZA-GP")
        .post("/v1/colours", &asked)
        .refused(403, "out-of-scope");
    asked["reason"] = json!("Another one.");
    coordinator.post("/v1/colours", &asked).refused(409, "id-taken");
}

fn what_is_refused_or_revoked_can_be_proposed_again(app: &TestApp) {
    let player = player(app);
    let first = proposed(app, &player);
    step(app, &first, "revocations").refused(409, "not-approved");
    let refused = step(app, &first, "refusals").expect(201);
    assert_eq!(
        (&refused["state"], &refused["ended_because"]),
        (&json!("refused"), &json!("It was wrong."))
    );
    step(app, &first, "refusals").refused(409, "not-proposed");
    step(app, &first, "approvals").refused(409, "not-proposed");
    let second = approved(app, &player);
    step(app, &second, "refusals").refused(409, "not-proposed");
    step(app, &second, "revocations").expect(201);
    step(app, &second, "revocations").refused(409, "not-approved");
    app.anyone()
        .get(&format!("/v1/colours/{second}"))
        .refused(404, "not-found");
    assert!(app.anyone().get("/v1/colours").items().is_empty());
    approved(app, &player);
    assert_eq!(app.anyone().get("/v1/colours").items().len(), 1);
}

fn another_award_takes_the_place(app: &TestApp) {
    let (player, other) = (player(app), player(app));
    let first = approved(app, &player);
    let later = proposal(&player, &json!({ "level": "national_federation" }));
    let coordinator = app.coordinator("ZA-NW");
    let later = text(&coordinator.post("/v1/colours", &later).expect(201)["id"]).to_owned();
    let strange = approved(app, &other);
    let supersede = |successor: &str| {
        let body = json!({ "successor_id": successor, "reason": "Of the wrong level." });
        app.administrator()
            .post(&format!("/v1/colours/{first}/supersessions"), &body)
    };
    // Neither a proposal, nor another player's, nor itself, nor nothing.
    for successor in [&later, &strange, &first, "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e9"] {
        supersede(successor).refused(422, "no-successor");
    }
    step(app, &later, "approvals").expect(201);
    let superseded = supersede(&later).expect(201);
    assert_eq!(
        (&superseded["state"], &superseded["superseded_by"]),
        (&json!("superseded"), &json!(later))
    );
    supersede(&later).refused(409, "not-approved");
    // What was superseded is not awarded again for as long as what has taken its place holds.
    coordinator
        .post("/v1/colours", &proposal(&player, &json!({})))
        .refused(409, "already-awarded");
}

fn only_who_may_be_named_is_listed(app: &TestApp) {
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-05-05");
    let colours = approved(app, &child);
    let listed = || {
        app.anyone()
            .get(&format!("/v1/colours?player_id={child}"))
            .items()
            .len()
    };
    let read = || app.anyone().get(&format!("/v1/colours/{colours}")).status;
    assert_eq!(
        (listed(), read(), app.anyone().get("/v1/colours").items().len()),
        (0, 404, 0)
    );
    // Who looks after the province reads of all.
    let coordinator = app.coordinator("ZA-NW");
    let items = coordinator.get("/v1/colours-particulars?state=approved").items();
    assert_eq!(items[0]["player"]["name"], "Zwelibanzi Qwabe");
    assert_eq!(app.coordinator("ZA-GP").get("/v1/colours-particulars").items().len(), 0);
    let consent = json!({
        "guardian": "Lindiwe Qwabe", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    let consent = app
        .administrator()
        .post(&format!("/v1/players/{child}/consents"), &consent);
    assert_eq!((listed(), read()), (1, 200));
    let withdrawal = format!("{}/withdrawals", consent.header("location"));
    app.administrator().send("POST", &withdrawal, &[], None).expect(201);
    assert_eq!((listed(), read()), (0, 404));
    // From the eighteenth birthday on.
    app.at("2030-05-05T08:00:00Z");
    assert_eq!((listed(), read()), (1, 200));
}

fn awards_are_filtered(app: &TestApp) {
    let players = [player(app), player(app), player(app)];
    let ids = players.each_ref().map(|player| approved(app, player));
    let waiting = proposed(app, &player(app));
    let coordinator = app.coordinator("ZA-NW");
    let found = |query: &str| -> Vec<String> {
        let items = app.anyone().get(&format!("/v1/colours?{query}")).items();
        items.iter().map(|item| text(&item["id"]).to_owned()).collect()
    };
    let mut all = found("");
    all.sort();
    let mut expected = ids.to_vec();
    expected.sort();
    assert_eq!(all, expected);
    assert_eq!(found(&format!("player_id={}", players[1])), [ids[1].clone()]);
    for (query, count) in [
        ("year=2027", 3),
        ("year=2026", 0),
        ("level=provincial", 3),
        ("level=national", 0),
        ("division=senior", 3),
        ("division=student", 0),
        ("province=ZA-NW", 3),
        ("province=ZA-GP", 0),
    ] {
        assert_eq!(found(query).len(), count, "{query}");
        let theirs = coordinator.get(&format!("/v1/colours-particulars?{query}")).items();
        assert_eq!(theirs.len(), if count == 0 { 0 } else { 4 }, "{query}");
    }
    let proposals = coordinator.get("/v1/colours-particulars?state=proposed").items();
    assert_eq!((proposals.len(), &proposals[0]["id"]), (1, &json!(waiting)));
    let page = app.anyone().get("/v1/colours?limit=2").expect(200);
    let rest = app
        .anyone()
        .get(&format!("/v1/colours?cursor={}", text(&page["next_cursor"])))
        .items();
    assert_eq!((page["items"].as_array().unwrap().len(), rest.len()), (2, 1));
    app.anyone()
        .get("/v1/colours?state=proposed")
        .refused(400, "invalid-query");
}

fn every_step_is_in_the_audit_trail(app: &TestApp) {
    let player = player(app);
    let id = approved(app, &player);
    step(app, &id, "revocations").expect(201);
    let rows: Vec<(String, Option<String>)> = audit::table
        .filter(audit::subject.eq("colours"))
        .filter(audit::subject_id.eq(&id))
        .order(audit::seq)
        .select((audit::action, audit::changes))
        .load(&mut app.connection())
        .unwrap();
    let actions: Vec<&str> = rows.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(
        actions,
        ["create_colours", "create_colours_approval", "create_colours_revocation"]
    );
    // The code is a secret, which the trail does not tell.
    let code = app.administrator().get(&format!("/v1/colours/{id}/code")).expect(200);
    for (action, changes) in rows {
        assert!(!changes.unwrap().contains(text(&code["code"])), "{action}");
    }
}

fn an_award_outlives_a_merger_and_an_erasure(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [stays, duplicate] = [app.player(&club), app.player(&club)];
    let colours = approved(app, &duplicate);
    let merger = json!({ "duplicate_id": duplicate });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    let read = app.anyone().get(&format!("/v1/colours/{colours}")).expect(200);
    assert_eq!(read["player"]["id"], json!(stays));
    for player in [&stays, &duplicate] {
        assert_eq!(
            app.anyone()
                .get(&format!("/v1/colours?player_id={player}"))
                .items()
                .len(),
            1
        );
    }
    // One of a level and division in a year, of both entries together.
    app.coordinator("ZA-NW")
        .post("/v1/colours", &proposal(&duplicate, &json!({})))
        .refused(409, "already-awarded");
    app.administrator()
        .send("POST", &format!("/v1/players/{stays}/erasures"), &[], None)
        .expect(201);
    assert!(app.anyone().get("/v1/colours").items().is_empty());
    let left = app
        .administrator()
        .get(&format!("/v1/colours/{colours}/particulars"))
        .expect(200);
    assert_eq!(
        (&left["reason"], &left["player"]["name"]),
        (&json!(""), &left["player"]["number"])
    );
}

fn what_both_entries_of_a_person_have_counts_once(app: &TestApp) {
    let club = crate::hall::affiliated(app);
    let players = [app.player(&club), app.player(&club)];
    let selected = |player: &String| {
        crate::hall::register(app, player, &club, "senior");
        let selection = json!({
            "player_id": player, "role": "player", "team": "province", "province": "ZA-NW", "division": "senior",
            "year": 2027, "selected_on": "2026-11-20", "reference": "Minutes",
        });
        app.administrator().post("/v1/selections", &selection).expect(201);
    };
    for player in &players {
        selected(player);
        approved(app, player);
    }
    let candidates = || {
        app.administrator()
            .get("/v1/colours-candidates?year=2027&level=provincial")
            .items()
    };
    assert_eq!(
        (candidates().len(), app.anyone().get("/v1/colours").items().len()),
        (2, 2)
    );
    let merger = json!({ "duplicate_id": players[1] });
    app.administrator()
        .post(&format!("/v1/players/{}/mergers", players[0]), &merger)
        .expect(201);
    assert_eq!(
        (candidates().len(), app.anyone().get("/v1/colours").items().len()),
        (1, 1)
    );
    assert_eq!(candidates()[0]["state"], "approved");
}

fn nobody_is_awarded_whose_data_was_erased(app: &TestApp) {
    let player = player(app);
    let id = proposed(app, &player);
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    step(app, &id, "approvals").refused(410, "erased");
    step(app, &id, "refusals").expect(201);
}
