//! Selections: for a province's team, the national squad and international events, and the colours that follow.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{affiliated, register, umpire};
use crate::merits::{Claim, moves};

on_both_databases! {
    a_selection_is_recorded_and_withdrawn,
    a_selection_is_refused,
    selections_give_colours,
    who_is_selected_for_the_team_of_the_region_has_its_colours,
    criteria_may_name_a_squad,
}

fn registered(app: &TestApp) -> String {
    let club = affiliated(app);
    let player = app.player(&club);
    register(app, &player, &club, "senior");
    player
}

fn selection(player: &str, changes: &Value) -> Value {
    let mut selection = json!({
        "player_id": player, "role": "player", "team": "province", "province": "ZA-NW", "division": "senior", "year": 2027,
        "selected_on": "2026-11-20", "reference": "Minutes of 20 November 2026, item 4",
    });
    for (name, value) in changes.as_object().unwrap() {
        selection[name] = value.clone();
    }
    selection
}

fn a_selection_is_recorded_and_withdrawn(app: &TestApp) {
    let (player, coordinator) = (registered(app), app.coordinator("ZA-NW"));
    let mut asked = selection(&player, &json!({ "id": "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7" }));
    let answer = coordinator.post("/v1/selections", &asked);
    let recorded = answer.expect(201);
    assert_eq!(coordinator.post("/v1/selections", &asked).expect(201), recorded);
    assert_eq!(coordinator.get(answer.header("location")).expect(200), recorded);
    assert_eq!(
        coordinator.get("/v1/selections?year=2027&team=province").items(),
        std::slice::from_ref(&recorded)
    );
    assert_eq!(
        coordinator.get(&format!("/v1/selections?player_id={player}")).items(),
        [recorded]
    );
    assert!(coordinator.get("/v1/selections?year=2026").items().is_empty());
    assert!(app.coordinator("ZA-GP").get("/v1/selections").items().is_empty());
    asked["reference"] = json!("Other minutes");
    coordinator.post("/v1/selections", &asked).refused(409, "id-taken");
    asked["id"] = json!("019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e8");
    coordinator
        .post("/v1/selections", &asked)
        .refused(409, "already-selected");
    let withdrawals = format!("{}/withdrawals", answer.header("location"));
    let reason = json!({ "reason": "Is ill." });
    app.coordinator("ZA-GP")
        .post(&withdrawals, &reason)
        .refused(403, "out-of-scope");
    let withdrawn = coordinator.post(&withdrawals, &reason).expect(201);
    assert_eq!(
        (&withdrawn["reason"], withdrawn["withdrawn_at"].is_string()),
        (&json!("Is ill."), true)
    );
    coordinator
        .post(&withdrawals, &reason)
        .refused(409, "selection-withdrawn");
    coordinator.post("/v1/selections", &asked).expect(201);
    coordinator
        .get("/v1/selections/019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e9")
        .refused(404, "not-found");
}

fn a_selection_is_refused(app: &TestApp) {
    let (player, coordinator) = (registered(app), app.coordinator("ZA-NW"));
    let post = |changes: &Value| coordinator.post("/v1/selections", &selection(&player, changes));
    post(&json!({ "province": "ZA-XX" })).refused(422, "unknown-province");
    post(&json!({ "province": "ZA-GP" })).refused(403, "out-of-scope");
    post(&json!({ "team": "national_squad", "province": null })).refused(403, "out-of-scope");
    post(&json!({ "player_id": "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e9" })).refused(422, "unknown-player");
    post(&json!({ "division": "student" })).refused(409, "not-registered");
    post(&json!({ "year": 2028 })).refused(409, "not-registered");
    let umpire =
        json!({ "role": "umpire", "team": "international", "province": null, "event": "African championship" });
    app.administrator()
        .post("/v1/selections", &selection(&player, &umpire))
        .refused(409, "not-accredited");
    let faults = |changes: Value| {
        post(&changes)
            .faults()
            .into_iter()
            .map(|(at, code)| format!("{at} {code}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(faults(json!({ "province": null })), ["/province required"]);
    assert_eq!(
        faults(json!({ "team": "region" })),
        ["/province not-for-this-team", "/region required"]
    );
    assert_eq!(faults(json!({ "region": "DC38" })), ["/region not-for-this-team"]);
    let region = |code: &str| json!({ "team": "regional_squad", "province": null, "region": code });
    post(&region("DC99")).refused(422, "unknown-region");
    post(&region("JHB")).refused(403, "out-of-scope");
    assert_eq!(
        faults(json!({ "event": "A cup", "role": "umpire" })),
        ["/event not-for-this-team", "/role not-for-this-team"]
    );
    assert_eq!(
        faults(json!({ "team": "international" })),
        ["/event required", "/province not-for-this-team"]
    );
    assert_eq!(
        faults(json!({ "year": 2029, "selected_on": "2026-11-21", "reference": " " })),
        ["/year too-far-ahead", "/selected_on in-future", "/reference required"]
    );
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    post(&json!({})).refused(410, "erased");
}

fn selections_give_colours(app: &TestApp) {
    let (player, coordinator) = (registered(app), app.coordinator("ZA-NW"));
    let (_, official, _) = umpire(app);
    let select = |player: &str, changes: Value| {
        let answer = app.administrator().post("/v1/selections", &selection(player, &changes));
        answer.expect(201);
        answer.header("location").to_owned()
    };
    let province = select(&player, json!({}));
    select(&player, json!({ "team": "national_squad", "province": null }));
    let event = json!({ "team": "international", "province": null, "event": "African championship" });
    select(&player, event.clone());
    let mut umpiring = event;
    umpiring["role"] = json!("umpire");
    select(&official, umpiring);
    let earned = |level: &str| {
        let items = coordinator
            .get(&format!("/v1/colours-candidates?year=2027&level={level}"))
            .items();
        let one = |item: &Value| {
            (
                text(&item["player"]["id"]).to_owned(),
                text(&item["merits"][0]["basis"]).to_owned(),
            )
        };
        let mut found: Vec<(String, String)> = items.iter().map(one).collect();
        found.sort();
        found
    };
    let chosen = (player.clone(), "selection".to_owned());
    assert_eq!(earned("provincial"), std::slice::from_ref(&chosen));
    assert_eq!(earned("national_federation"), std::slice::from_ref(&chosen));
    let mut protea = vec![chosen, (official.clone(), "umpire".to_owned())];
    protea.sort();
    assert_eq!(earned("national"), protea);
    let propose = |player: &str, level: &str, basis: &str| {
        let proposal =
            json!({ "player_id": player, "level": level, "division": "senior", "year": 2027, "basis": basis });
        coordinator.post("/v1/colours", &proposal)
    };
    for level in ["national_federation", "national"] {
        let proposed = propose(&player, level, "selection").expect(201);
        assert_eq!(proposed["evidence"][0]["selection"]["selected_on"], "2026-11-20");
    }
    propose(&official, "national", "umpire").expect(201);
    propose(&official, "national", "selection").refused(409, "not-earned");
    // What was withdrawn is no evidence; nor is a selection for the team of another province than that of residence.
    app.administrator()
        .post(&format!("{province}/withdrawals"), &json!({ "reason": "Is ill." }))
        .expect(201);
    propose(&player, "provincial", "selection").refused(409, "not-earned");
    select(&player, json!({ "province": "ZA-GP" }));
    let problem = propose(&player, "provincial", "selection").refused(409, "not-earned");
    assert_eq!(problem["missing"][0]["code"], "other_residence");
}

/// The player lives in that region of the North West from today on.
fn lives(app: &TestApp, player: &str, region: Option<&str>) {
    moves(app, player, "2026-11-20", "ZA-NW", region);
}

fn who_is_selected_for_the_team_of_the_region_has_its_colours(app: &TestApp) {
    let (player, coordinator) = (registered(app), app.coordinator("ZA-NW"));
    let asked = selection(
        &player,
        &json!({ "team": "region", "province": null, "region": "DC38" }),
    );
    let recorded = coordinator.post("/v1/selections", &asked).expect(201);
    assert_eq!(
        (&recorded["province"], &recorded["region"]),
        (&json!("ZA-NW"), &json!("DC38"))
    );
    assert!(app.coordinator("ZA-GP").get("/v1/selections").items().is_empty());
    let claim = Claim::new(app, "regional", "selection");
    claim.lacks(&player, &["region_unknown"]);
    lives(app, &player, Some("DC37"));
    claim.lacks(&player, &["other_residence"]);
    lives(app, &player, Some("DC38"));
    let candidate = claim.has(&player);
    assert_eq!(
        candidate["merits"][0]["rule"],
        "Selected for the team of the region of residence."
    );
    let proposed = claim.propose(&coordinator, &player).expect(201);
    assert_eq!(
        (
            &proposed["region"],
            &proposed["evidence"][0]["selection"]["selection_id"]
        ),
        (&json!("DC38"), &recorded["id"])
    );
    // It is no selection for the province's team, and for the region's squad only where criteria say so.
    Claim::new(app, "provincial", "selection").lacks(&player, &["not_selected"]);
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    let kept = app
        .administrator()
        .get(&format!("/v1/selections?player_id={player}"))
        .items();
    assert_eq!(
        (&kept[0]["province"], &kept[0]["region"]),
        (&json!("ZA-NW"), &Value::Null)
    );
}

fn criteria_may_name_a_squad(app: &TestApp) {
    let squads = [("regional", "regional_squad"), ("provincial", "provincial_squad")];
    let players = squads.map(|(_, team)| {
        let player = registered(app);
        lives(app, &player, Some("DC38"));
        let of = match team {
            "regional_squad" => json!({ "team": team, "province": null, "region": "DC38" }),
            _ => json!({ "team": team }),
        };
        app.coordinator("ZA-NW")
            .post("/v1/selections", &selection(&player, &of))
            .expect(201);
        player
    });
    for ((level, _), player) in squads.iter().zip(&players) {
        Claim::new(app, level, "selection").lacks(player, &["not_selected"]);
    }
    let items: Vec<Value> = squads
        .iter()
        .map(|(level, team)| json!({ "level": level, "divisions": ["senior"], "basis": "selection", "team": team }))
        .collect();
    let criteria = json!({ "year": 2027, "name": "Squads", "items": items });
    let set = app.administrator().post("/v1/colours-criteria", &criteria).expect(201);
    let told: Vec<&str> = set["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| text(&item["sentence"]))
        .collect();
    assert_eq!(
        told,
        [
            "Selected for the squad of the region of residence.",
            "Selected for the squad of the province of residence."
        ]
    );
    for ((level, _), player) in squads.iter().zip(&players) {
        Claim::new(app, level, "selection").has(player);
    }
}
