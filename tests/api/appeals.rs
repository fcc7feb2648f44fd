//! Appeals: what players say against rulings and ratified results, and what a person decides who had no part in it.

use diesel::prelude::*;
use federation_records::db::schema::appeals;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::erasures::is_in_the_trail;
use crate::hall::Hall;
use crate::own_accounts::{holder, invite};
use crate::season::{members, ratified};

on_both_databases! {
    a_ruling_is_appealed_against_and_decided_by_another_person,
    a_ratified_result_is_appealed_against_for_fourteen_days,
    an_appeal_that_is_upheld_brings_a_ratified_tournament_under_review,
    a_club_appeals_for_its_member,
    nobody_decides_about_themselves,
    an_appeal_is_private_and_forgotten_with_the_person,
    an_appeal_about_a_match_is_forgotten_with_the_opponent_too,
    an_appeal_goes_with_a_round_that_is_taken_back,
}

const GROUNDS: &str = "The umpire did not look at my notes.";

/// The path of a match, of which every result is in, and its two players.
fn disputed(app: &TestApp) -> (Hall<'_>, String, [String; 2]) {
    let hall = Hall::new(app, &json!({}), 4);
    let round = hall.publish();
    hall.enter_results(&round, |_| 4);
    let one = hall.matches(&round)[0].clone();
    let players = [0, 1].map(|index| text(&one["players"][index]["player"]["id"]).to_owned());
    let path = format!("/v1/matches/{}/disputes", text(&one["id"]));
    let dispute = hall
        .umpire
        .post(&path, &json!({ "reason": "The fourth game was drawn." }));
    let dispute = text(&dispute.expect(201)["id"]).to_owned();
    (hall, dispute, players)
}

fn rule(by: &Caller<'_>, dispute: &str) {
    let ruling = json!({ "ruling": "The sheet is right." });
    by.post(&format!("/v1/disputes/{dispute}/rulings"), &ruling).expect(201);
}

fn appeal(by: &Caller<'_>, player: &str, against: &Value) -> Answer {
    let mut body = json!({ "grounds": GROUNDS });
    body.as_object_mut()
        .unwrap()
        .extend(against.as_object().unwrap().clone());
    by.post(&format!("/v1/me/players/{player}/appeals"), &body)
}

fn decide(by: &Caller<'_>, appeal: &Value, outcome: &str) -> Answer {
    let decision = json!({ "outcome": outcome, "reason": "The notes were looked at." });
    by.post(&format!("/v1/appeals/{}/decisions", text(&appeal["id"])), &decision)
}

fn pending(by: &Caller<'_>) -> usize {
    by.get("/v1/appeals?pending=true").items().len()
}

fn a_ruling_is_appealed_against_and_decided_by_another_person(app: &TestApp) {
    let (hall, dispute, [player, opponent]) = disputed(app);
    let caller = holder(app, &app.club_of(&player), &player, "thandi@family.example", "self");
    let against = json!({ "dispute_id": dispute });
    appeal(&caller, &player, &against).refused(409, "nothing-to-appeal");
    rule(&hall.coordinator, &dispute);
    assert_eq!(appeal(&caller, &player, &json!({})).faults().len(), 1);
    let both = json!({ "dispute_id": dispute, "tournament_id": dispute });
    assert_eq!(appeal(&caller, &player, &both).faults().len(), 1);
    // Not against a ruling on others, nor for others.
    let bystander = hall
        .players
        .iter()
        .find(|one| ![&player, &opponent].contains(one))
        .unwrap();
    let other = holder(app, &app.club_of(bystander), bystander, "other@family.example", "self");
    appeal(&other, bystander, &against).refused(422, "not-entered");
    appeal(&other, &player, &against).refused(404, "not-found");
    let nothing = json!({ "dispute_id": "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1" });
    appeal(&caller, &player, &nothing).refused(422, "not-entered");
    let raised = appeal(&caller, &player, &against).expect(201);
    assert_eq!(
        (&raised["dispute_id"], &raised["grounds"], &raised["outcome"]),
        (&json!(dispute), &json!(GROUNDS), &json!(null))
    );
    appeal(&caller, &player, &against).refused(409, "already-appealed");
    let second = app.coordinator("ZA-NW");
    assert_eq!((pending(&second), pending(&app.coordinator("ZA-GP"))), (1, 0));
    // Whoever ruled does not decide, nor who runs the hall alone.
    decide(&hall.coordinator, &raised, "dismissed").refused(403, "another-person-needed");
    decide(&hall.umpire, &raised, "dismissed").refused(403, "role-required");
    decide(&app.coordinator("ZA-GP"), &raised, "dismissed").refused(403, "out-of-scope");
    let decided = decide(&second, &raised, "dismissed").expect(201);
    assert_eq!(
        (&decided["outcome"], &decided["reason"]),
        (&json!("dismissed"), &json!("The notes were looked at."))
    );
    decide(&second, &raised, "upheld").refused(409, "already-decided");
    let path = format!("/v1/me/players/{player}/appeals");
    assert_eq!(caller.get(&path).items(), std::slice::from_ref(&decided));
    let export = caller.get(&format!("/v1/me/players/{player}/export")).expect(200);
    assert_eq!(export["appeals"], json!([decided]));
    assert_eq!(pending(&second), 0);
}

fn of_tournament(hall: &Hall<'_>) -> Value {
    json!({ "tournament_id": hall.path.rsplit('/').next().unwrap() })
}

fn a_ratified_result_is_appealed_against_for_fourteen_days(app: &TestApp) {
    let players = members(app, 4, 1);
    let hall = ratified(app, ("friendly", "2026-11-20", 1), &players, |_| 6);
    let unratified = Hall::new(app, &json!({}), 0);
    let mut callers = Vec::new();
    for (index, player) in players.iter().take(2).enumerate() {
        let email = format!("player{index}@family.example");
        holder(app, &app.club_of(player), player, &email, "self");
        callers.push((email, player));
    }
    let [(first, early), (second, late)] = &callers[..] else {
        panic!()
    };
    let caller = app.sign_in(first);
    appeal(&caller, early, &of_tournament(&unratified)).refused(422, "not-entered");
    app.at("2026-12-04T21:59:00Z");
    let caller = app.sign_in(first);
    appeal(&caller, early, &of_tournament(&hall)).expect(201);
    appeal(&caller, early, &of_tournament(&hall)).refused(409, "already-appealed");
    app.at("2026-12-04T22:00:00Z");
    let told = appeal(&app.sign_in(second), late, &of_tournament(&hall)).refused(409, "appeal-too-late");
    assert_eq!(told["detail"], "An appeal against it was taken until 2026-12-04.");
}

fn an_appeal_that_is_upheld_brings_a_ratified_tournament_under_review(app: &TestApp) {
    let players = members(app, 4, 1);
    let hall = ratified(app, ("friendly", "2026-11-20", 1), &players, |_| 6);
    let standings = hall.standings();
    let caller = holder(
        app,
        &app.club_of(&players[0]),
        &players[0],
        "one@family.example",
        "self",
    );
    let raised = appeal(&caller, &players[0], &of_tournament(&hall)).expect(201);
    let listed = app
        .administrator()
        .get(&format!("/v1/appeals?tournament_id={}", text(&raised["tournament_id"])));
    assert_eq!(listed.items(), std::slice::from_ref(&raised));
    // The administrator has ratified.
    decide(&app.administrator(), &raised, "upheld").refused(403, "another-person-needed");
    let since = || app.anyone().get(&hall.path).expect(200)["under_review_since"].clone();
    assert_eq!(since(), json!(null));
    decide(&hall.coordinator, &raised, "upheld").expect(201);
    assert_eq!(since(), "2026-11-20T08:00:00.000000Z");
    assert_eq!(hall.standings()["items"], standings["items"]);
    assert_eq!(hall.ratify().expect(201)["under_review_since"], json!(null));
    // One that is dismissed does not.
    let other = holder(
        app,
        &app.club_of(&players[1]),
        &players[1],
        "two@family.example",
        "self",
    );
    let raised = appeal(&other, &players[1], &of_tournament(&hall)).expect(201);
    decide(&hall.coordinator, &raised, "dismissed").expect(201);
    assert_eq!(since(), json!(null));
}

fn a_club_appeals_for_its_member(app: &TestApp) {
    let (hall, dispute, [player, opponent]) = disputed(app);
    rule(&hall.umpire, &dispute);
    let secretary = app.secretary(&app.club_of(&player));
    let body = json!({ "dispute_id": dispute, "grounds": GROUNDS });
    let path = |player: &str| format!("/v1/players/{player}/appeals");
    secretary.post(&path(&opponent), &body).refused(403, "out-of-scope");
    let raised = secretary.post(&path(&player), &body);
    let (location, raised) = (raised.header("location").to_owned(), raised.expect(201));
    assert_eq!(secretary.get(&location).items(), std::slice::from_ref(&raised));
    secretary.get(&path(&opponent)).refused(403, "out-of-scope");
    secretary.get("/v1/appeals").refused(403, "role-required");
    // It is the same appeal as the player's.
    let caller = holder(app, &app.club_of(&player), &player, "thandi@family.example", "self");
    appeal(&caller, &player, &json!({ "dispute_id": dispute })).refused(409, "already-appealed");
    // A coordinator who raises one for somebody does not decide it.
    let own = hall.coordinator.post(&path(&opponent), &body).expect(201);
    decide(&hall.coordinator, &own, "upheld").refused(403, "another-person-needed");
    decide(&hall.coordinator, &raised, "upheld").expect(201);
    // It was not ratified: officials correct what is wrong.
    assert_eq!(
        app.anyone().get(&hall.path).expect(200)["under_review_since"],
        json!(null)
    );
}

fn nobody_decides_about_themselves(app: &TestApp) {
    let (hall, dispute, [player, opponent]) = disputed(app);
    rule(&hall.umpire, &dispute);
    let secretary = app.secretary(&app.club_of(&player));
    let body = json!({ "dispute_id": dispute, "grounds": GROUNDS });
    let raised = secretary
        .post(&format!("/v1/players/{player}/appeals"), &body)
        .expect(201);
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let coordinator = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator().post(&grants, &coordinator).expect(201);
    // The sister of the opponent.
    let sister = app.player(&app.club_of(&opponent));
    let bar = json!({ "player_ids": [sister, opponent], "relation": "siblings" });
    app.administrator().post("/v1/pairing-bars", &bar).expect(201);
    let tied = invite(&app.administrator(), &sister, &account.email, "self").expect(201);
    let caller = app.sign_in(&account.email);
    decide(&caller, &raised, "dismissed").refused(403, "conflict-of-interest");
    let withdrawals = format!("/v1/player-accounts/{}/withdrawals", text(&tied["id"]));
    app.administrator().send("POST", &withdrawals, &[], None).expect(201);
    decide(&caller, &raised, "dismissed").expect(201);
}

fn an_appeal_is_private_and_forgotten_with_the_person(app: &TestApp) {
    let (hall, dispute, [player, opponent]) = disputed(app);
    rule(&hall.umpire, &dispute);
    let caller = holder(app, &app.club_of(&player), &player, "thandi@family.example", "self");
    let raised = appeal(&caller, &player, &json!({ "dispute_id": dispute })).expect(201);
    decide(&hall.coordinator, &raised, "dismissed").expect(201);
    let path = format!("/v1/appeals/{}", text(&raised["id"]));
    app.anyone().get(&path).refused(401, "token-required");
    hall.umpire.get(&path).refused(403, "role-required");
    let other = holder(app, &app.club_of(&opponent), &opponent, "other@family.example", "self");
    other
        .get(&format!("/v1/me/players/{player}/appeals"))
        .refused(404, "not-found");
    assert_eq!(
        other.get(&format!("/v1/me/players/{opponent}/appeals")).items().len(),
        0
    );
    let trail = format!("/v1/audit?subject=appeal&subject_id={}", text(&raised["id"]));
    assert_eq!(hall.coordinator.get(&trail).items().len(), 2);
    app.coordinator("ZA-GP").get(&trail).refused(403, "out-of-scope");
    assert!(is_in_the_trail(app, GROUNDS));
    let erasures = format!("/v1/players/{player}/erasures");
    app.administrator().send("POST", &erasures, &[], None).expect(201);
    assert!(!is_in_the_trail(app, GROUNDS));
    let c = &mut app.connection();
    let left: Vec<(String, Option<String>)> = appeals::table
        .select((appeals::grounds, appeals::reason))
        .load(c)
        .unwrap();
    assert_eq!(left, [(String::new(), Some(String::new()))]);
}

fn an_appeal_about_a_match_is_forgotten_with_the_opponent_too(app: &TestApp) {
    let (hall, dispute, [player, opponent]) = disputed(app);
    rule(&hall.umpire, &dispute);
    let body = json!({ "dispute_id": dispute, "grounds": GROUNDS });
    let raised = app
        .administrator()
        .post(&format!("/v1/players/{player}/appeals"), &body)
        .expect(201);
    let erasures = format!("/v1/players/{opponent}/erasures");
    app.administrator().send("POST", &erasures, &[], None).expect(201);
    let path = format!("/v1/appeals/{}", text(&raised["id"]));
    assert_eq!(hall.coordinator.get(&path).expect(200)["grounds"], "");
    assert!(!is_in_the_trail(app, GROUNDS));
}

fn an_appeal_goes_with_a_round_that_is_taken_back(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let round = hall.publish();
    let one = hall.matches(&round)[0].clone();
    let path = format!("/v1/matches/{}/disputes", text(&one["id"]));
    let dispute = hall
        .umpire
        .post(&path, &json!({ "reason": "They sat at the wrong board." }));
    let dispute = text(&dispute.expect(201)["id"]).to_owned();
    rule(&hall.umpire, &dispute);
    let player = text(&one["players"][0]["player"]["id"]);
    let body = json!({ "dispute_id": dispute, "grounds": GROUNDS });
    app.administrator()
        .post(&format!("/v1/players/{player}/appeals"), &body)
        .expect(201);
    hall.umpire
        .post(&format!("{round}/undos"), &json!({ "state": "published" }))
        .expect(201);
    assert_eq!(pending(&hall.coordinator), 0);
}
