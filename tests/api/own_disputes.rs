//! Results that players dispute themselves, and officials who hold an account for a player.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{Hall, sheet};
use crate::own_accounts::{holder, invite};

on_sqlite! {
    a_player_disputes_a_result_until_the_round_is_closed,
    officials_do_not_rule_on_those_for_whom_they_hold,
}

fn a_player_disputes_a_result_until_the_round_is_closed(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 3);
    let club = app.club("ZA-NW");
    let child = app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-05-05");
    hall.enter(&child);
    let mother = holder(app, &club, &child, "lindiwe@family.example", "parent");
    let round = hall.publish();
    let matches = hall.matches(&round);
    let plays = |one: &&Value| one["players"].to_string().contains(&child);
    let (mine, other) = (
        matches.iter().find(plays).unwrap(),
        matches.iter().find(|one| !plays(one)).unwrap(),
    );
    let opponent = mine["players"].as_array().unwrap().iter();
    let opponent = opponent.map(|one| text(&one["player"]["id"])).find(|id| *id != child);
    let club_of_opponent = app
        .anyone()
        .get(&format!("/v1/players/{}", opponent.unwrap()))
        .expect(200);
    let opponent_holder = holder(
        app,
        text(&club_of_opponent["club_id"]),
        opponent.unwrap(),
        "opponent@family.example",
        "self",
    );
    let path = |one: &Value| format!("/v1/me/matches/{}/disputes", text(&one["id"]));
    let asked = json!({ "player_id": child, "reason": "The fourth game was drawn." });
    let dispute = |one: &Value| mother.post(&path(one), &asked);
    dispute(mine).refused(409, "result-missing");
    hall.enter_results(&round, |_| 4);
    dispute(other).refused(422, "not-entered");
    // Not for a player of somebody else's.
    opponent_holder.post(&path(mine), &asked).refused(404, "not-found");
    let raised = dispute(mine).expect(201);
    assert_eq!(
        (&raised["own"], &raised["reason"], &raised["ruling"]),
        (&json!(true), &json!("The fourth game was drawn."), &json!(null))
    );
    dispute(mine).refused(409, "disputed");
    hall.step(&format!("{round}/closings")).refused(409, "round-unfinished");
    // In public it is disputed, and by whom is not told; the officials read it.
    let public = app
        .anyone()
        .get(&format!("/v1/matches/{}", text(&mine["id"])))
        .expect(200);
    assert_eq!(public["state"], "disputed");
    assert!(!public.to_string().contains("fourth game"));
    let of_match = format!("/v1/matches/{}/disputes", text(&mine["id"]));
    let for_officials = hall.umpire.get(&of_match).items();
    assert_eq!(
        (&for_officials[0]["player_id"], &for_officials[0]["reason"]),
        (&json!(child), &json!("The fourth game was drawn."))
    );
    let for_opponent = opponent_holder.get(&path(mine)).items();
    assert_eq!(
        (&for_opponent[0]["own"], &for_opponent[0]["reason"]),
        (&json!(false), &json!(null))
    );
    assert!(!for_opponent[0].to_string().contains(&child));
    mother.get(&path(other)).refused(404, "not-found");
    let ruling = json!({ "ruling": "The sheet is right." });
    let rulings = format!("/v1/disputes/{}/rulings", text(&raised["id"]));
    mother.post(&rulings, &ruling).refused(403, "role-required");
    hall.umpire.post(&rulings, &ruling).expect(201);
    for caller in [&mother, &opponent_holder] {
        assert_eq!(caller.get(&path(mine)).items()[0]["ruling"], "The sheet is right.");
    }
    hall.close(&round);
    dispute(mine).refused(409, "round-closed");
}

fn officials_do_not_rule_on_those_for_whom_they_hold(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let round = hall.publish();
    let mine = hall.matches(&round)[0].clone();
    let player = text(&mine["players"][0]["player"]["id"]).to_owned();
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let coordinator = json!({ "role": "coordinator", "province": "ZA-NW" });
    app.administrator().post(&grants, &coordinator).expect(201);
    let results = format!("/v1/matches/{}/results", text(&mine["id"]));
    let tied = invite(&app.administrator(), &player, &account.email, "self").expect(201);
    let caller = app.sign_in(&account.email);
    caller
        .post(&results, &sheet(&mine, 4))
        .refused(403, "conflict-of-interest");
    let withdrawals = format!("/v1/player-accounts/{}/withdrawals", text(&tied["id"]));
    app.administrator().send("POST", &withdrawals, &[], None).expect(201);
    caller.post(&results, &sheet(&mine, 4)).expect(201);
}
