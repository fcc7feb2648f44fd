//! Officials of a tournament: the coordinator of its province, and the umpires appointed to it while their
//! accreditation holds; and nobody on a match of their own or of a relative.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{self, Hall, sheet};

on_sqlite! {
    an_umpire_acts_while_appointed,
    an_accreditation_that_lapses_ends_it,
    who_umpires_may_play_but_not_rule_on_it,
    a_relative_does_not_rule,
    a_coordinator_who_plays_does_not_rule_either,
}

fn an_umpire_acts_while_appointed(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let (other, player, _) = hall::umpire(app);
    crate::hall::keep_order(app, &hall.path);
    other
        .post(&format!("{}/rounds", hall.path), &json!({}))
        .refused(403, "out-of-scope");
    let round = hall.publish();
    hall.coordinator
        .send("POST", &format!("{}/endings", hall.appointment), &[], None)
        .expect(201);
    let one = hall.matches(&round)[0].clone();
    let results = format!("/v1/matches/{}/results", text(&one["id"]));
    hall.umpire.post(&results, &sheet(&one, 4)).refused(403, "out-of-scope");
    // The one who takes over goes on where the first left off.
    hall.coordinator
        .post(&format!("{}/appointments", hall.path), &json!({ "player_id": player }))
        .expect(201);
    other.post(&results, &sheet(&one, 4)).expect(201);
    app.coordinator("ZA-GP")
        .post(&results, &sheet(&one, 4))
        .refused(403, "out-of-scope");
    app.secretary(&app.club("ZA-NW"))
        .post(&results, &sheet(&one, 4))
        .refused(403, "role-required");
}

fn an_accreditation_that_lapses_ends_it(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let round = hall.publish();
    let matches = hall.matches(&round);
    let results = |place: usize| format!("/v1/matches/{}/results", text(&matches[place]["id"]));
    // From the second day on.
    let suspension = json!({ "begins_on": "2026-11-21", "reason": "Missed the meeting." });
    app.administrator()
        .post(&format!("{}/suspensions", hall.accreditation), &suspension)
        .expect(201);
    hall.umpire.post(&results(0), &sheet(&matches[0], 4)).expect(201);
    app.at("2026-11-20T21:59:59Z");
    let umpire = hall.umpire.get(&format!("{}/draw", hall.path));
    // The session has run out by then; the account signs in again at both sides of midnight.
    assert_eq!(umpire.status, 401);
    let umpires = |at: &str| {
        app.at(at);
        let (caller, player, accreditation) = hall::umpire(app);
        app.administrator()
            .post(&format!("{}/appointments", hall.path), &json!({ "player_id": player }))
            .expect(201);
        app.administrator()
            .post(&format!("{accreditation}/suspensions"), &suspension)
            .expect(201);
        caller
    };
    let umpire = umpires("2026-11-20T21:59:00Z");
    umpire.post(&results(1), &sheet(&matches[1], 4)).expect(201);
    // It is the second day in South Africa.
    app.at("2026-11-20T22:00:00Z");
    let correction =
        json!({ "version": 1, "published_rounds": 1, "sheet": sheet(&matches[1], 3), "reason": "Misread." });
    let problem = umpire.post(
        &format!("/v1/matches/{}/corrections", text(&matches[1]["id"])),
        &correction,
    );
    let problem = problem.refused(409, "not-accredited");
    assert_eq!(problem["detail"], "The umpire's accreditation is suspended.");
    let recognition = app.anyone().get(&format!("{}/recognition", hall.path)).expect(200);
    assert_eq!(
        (&recognition["items"][0]["requirement"], &recognition["items"][0]["met"]),
        (&json!("umpire"), &json!(false))
    );
    assert!(text(&recognition["items"][0]["missing"][0]).starts_with("On 2026-11-21 no appointed umpire does."));
}

fn who_umpires_may_play_but_not_rule_on_it(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 3);
    hall.enter(&hall.umpire_player.clone());
    let round = hall.publish();
    let matches = hall.matches(&round);
    let is_own = |one: &&serde_json::Value| one.to_string().contains(&hall.umpire_player);
    let own = matches.iter().find(is_own).unwrap();
    let other = matches.iter().find(|one| !is_own(one)).unwrap();
    let path = |one: &serde_json::Value, what: &str| format!("/v1/matches/{}/{what}", text(&one["id"]));
    hall.umpire
        .post(&path(own, "results"), &sheet(own, 6))
        .refused(403, "conflict-of-interest");
    let batch = json!({ "results": [
        { "match_id": other["id"], "sheet": sheet(other, 6) }, { "match_id": own["id"], "sheet": sheet(own, 6) },
    ] });
    hall.umpire
        .post(&format!("{round}/results"), &batch)
        .refused(403, "conflict-of-interest");
    assert!(hall.matches(&round).iter().all(|one| one["state"] == "open"));
    hall.umpire.post(&path(other, "results"), &sheet(other, 6)).expect(201);
    hall.coordinator.post(&path(own, "results"), &sheet(own, 2)).expect(201);
    hall.umpire
        .post(&path(own, "confirmations"), &json!({ "version": 1 }))
        .refused(403, "conflict-of-interest");
    hall.umpire
        .post(&path(own, "undos"), &json!({ "version": 1 }))
        .refused(403, "conflict-of-interest");
    let correction = json!({ "version": 1, "published_rounds": 1, "sheet": sheet(own, 6), "reason": "I won." });
    hall.umpire
        .post(&path(own, "corrections"), &correction)
        .refused(403, "conflict-of-interest");
    // Everyone may say that something is wrong; to rule on it is another matter.
    let dispute = hall.umpire.post(&path(own, "disputes"), &json!({ "reason": "I won." }));
    dispute.expect(201);
    let rulings = format!("{}/rulings", dispute.header("location"));
    hall.umpire
        .post(&rulings, &json!({ "ruling": "I won." }))
        .refused(403, "conflict-of-interest");
    hall.coordinator
        .post(&rulings, &json!({ "ruling": "It stands." }))
        .expect(201);
    hall.close(&round);
}

fn a_relative_does_not_rule(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let brother = json!({ "player_ids": [hall.umpire_player, hall.players[2]], "relation": "siblings" });
    let bar = hall.coordinator.post("/v1/pairing-bars", &brother).expect(201);
    // Another tie is no kinship.
    let friend = json!({ "player_ids": [hall.umpire_player, hall.players[1]], "relation": "declared" });
    app.administrator().post("/v1/pairing-bars", &friend).expect(201);
    let round = hall.publish();
    let matches = hall.matches(&round);
    let results = |place: usize| format!("/v1/matches/{}/results", text(&matches[place]["id"]));
    let problem = hall
        .umpire
        .post(&results(0), &sheet(&matches[0], 1))
        .refused(403, "conflict-of-interest");
    assert_eq!(
        problem["detail"],
        "It is about you, a player for whom your account holds, or a relative of the first degree. Another official of the \
         tournament decides: an appointed umpire, a coordinator of the province, or an administrator."
    );
    hall.umpire.post(&results(1), &sheet(&matches[1], 1)).expect(201);
    let withdrawals = format!("/v1/pairing-bars/{}/withdrawals", text(&bar["id"]));
    hall.coordinator
        .post(&withdrawals, &json!({ "reason": "They are cousins." }))
        .expect(201);
    hall.umpire.post(&results(0), &sheet(&matches[0], 1)).expect(201);
}

fn a_coordinator_who_plays_does_not_rule_either(app: &TestApp) {
    let (caller, player, _) = hall::umpire(app);
    let mut hall = Hall::new(app, &json!({ "province": "ZA-NW" }), 3);
    hall.enter(&player);
    // The same account coordinates the province.
    let me = app.administrator().get("/v1/accounts?limit=200").items();
    let account = me.iter().rev().find(|account| {
        let path = format!("/v1/accounts/{}", text(&account["id"]));
        caller.get(&path).status == 200
    });
    let grants = format!("/v1/accounts/{}/grants", text(&account.unwrap()["id"]));
    app.administrator()
        .post(&grants, &json!({ "role": "coordinator", "province": "ZA-NW" }))
        .expect(201);
    let round = hall.publish();
    let matches = hall.matches(&round);
    for one in &matches {
        let answer = caller.post(&format!("/v1/matches/{}/results", text(&one["id"])), &sheet(one, 6));
        if one.to_string().contains(&player) {
            answer.refused(403, "conflict-of-interest");
        } else {
            answer.expect(201);
        }
    }
}
