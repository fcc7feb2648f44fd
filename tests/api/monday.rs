//! A Saturday played on paper and entered on Monday: recognised if it was played as it should be, and otherwise not.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{self, Hall};
use crate::season::{members, publish, row, rows};

on_sqlite! {
    a_saturday_is_entered_on_monday,
    a_round_paired_by_hand_is_not_recognised,
    an_umpire_who_played_is_not_recognised,
    five_rounds_are_not_recognised,
    a_bye_worth_six_is_not_recognised,
}

const REASON: &str = "The hall had no connection.";

/// A provincial championship of Saturday with those changes to its plan, entered on Monday by two coordinators. Of the players
/// each two are of one club. The umpire and the boards are recorded afterwards.
fn saturday<'a>(app: &'a TestApp, changes: &Value, players: usize, umpire_plays: bool) -> Hall<'a> {
    let mut players = members(app, players.div_ceil(2), 2)[..players].to_vec();
    let (_, umpire_player, accreditation) = hall::umpire(app);
    if umpire_plays {
        let umpire = app.anyone().get(&format!("/v1/players/{umpire_player}")).expect(200);
        let affiliation = json!({ "club_id": umpire["club_id"], "year": 2027, "paid_on": "2026-11-20" });
        app.administrator().post("/v1/affiliations", &affiliation).expect(201);
        players.push(umpire_player.clone());
    }
    app.at("2026-11-23T08:00:00Z");
    let (coordinator, second) = (app.coordinator("ZA-NW"), app.coordinator("ZA-NW"));
    let mut plan = json!({
        "name": "North West Championship 2027", "level": "provincial", "province": "ZA-NW", "starts_on": "2026-11-21",
        "ends_on": "2026-11-21", "venue": "Mmabatho High School, Mahikeng",
    });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let path = coordinator.post("/v1/tournaments", &plan).header("location").to_owned();
    let appointment = json!({ "player_id": umpire_player, "reason": REASON });
    let appointed = coordinator.post(&format!("{path}/appointments"), &appointment);
    appointed.expect(201);
    let mut found = hall::equipment();
    found["reason"] = json!(REASON);
    coordinator
        .post(&format!("{path}/equipment-confirmations"), &found)
        .expect(201);
    coordinator
        .send("POST", &format!("{path}/openings"), &[], None)
        .expect(201);
    let mut hall = Hall {
        app,
        coordinator,
        umpire: second,
        umpire_player,
        accreditation,
        appointment: appointed.header("location").to_owned(),
        path,
        players: Vec::new(),
    };
    for player in &players {
        hall.enter(player);
    }
    hall
}

/// A round that was drawn, from its publication to its close: who starts higher wins each match.
fn enter(hall: &Hall<'_>, drawn: &Value) {
    let round = format!("/v1/rounds/{}", text(&drawn["id"]));
    hall.step(&format!("{round}/publications")).expect(201);
    let seeds = hall.seeds();
    let seed = |one: &Value, place: usize| seeds[text(&one["players"][place]["player"]["id"])];
    hall.enter_results(&round, |one| if seed(one, 0) < seed(one, 1) { 6 } else { 0 });
    hall.confirm(&round);
    hall.close(&round);
}

fn play(hall: &Hall<'_>, rounds: usize) {
    for _ in 0..rounds {
        enter(hall, &hall.draw(&json!({})).expect(201));
    }
}

/// The requirements that are not met, as the refusal to ratify names them, each with its sentences.
#[track_caller]
fn refused(hall: &Hall<'_>) -> Vec<(String, Value)> {
    let problem = hall.ratify().refused(409, "not-recognised");
    let missing = problem["missing"].as_object().unwrap();
    missing.iter().map(|(line, why)| (line.clone(), why.clone())).collect()
}

fn a_saturday_is_entered_on_monday(app: &TestApp) {
    let hall = saturday(app, &json!({}), 8, false);
    play(&hall, 6);
    let recognition = app.anyone().get(&format!("{}/recognition", hall.path)).expect(200);
    assert_eq!(recognition["recognised"], json!(true), "{recognition}");
    let recorded = "That was recorded on 2026-11-23: The hall had no connection.";
    for line in 0..2 {
        let evidence = text(&recognition["items"][line]["evidence"][0]);
        assert!(
            evidence.starts_with("On 2026-11-21 ") && evidence.ends_with(recorded),
            "{evidence}"
        );
    }
    hall.ratify().expect(201);
    let list = publish(app, &json!({ "method": "game-points", "on": "2026-11-23" }));
    assert_eq!(row(&rows(app, &list, ""), &hall.players[0])["rank"], 1);
    let proposal = json!({
        "player_id": hall.players[0], "level": "provincial", "division": "senior", "year": 2027, "basis": "all_rounds",
    });
    let proposed = hall.coordinator.post("/v1/colours", &proposal).expect(201);
    let event = &proposed["evidence"][0]["event"];
    assert_eq!(
        (&event["ended_on"], &event["rounds_won"], &proposed["evidence_fell"]),
        (&json!("2026-11-21"), &json!(6), &json!(false))
    );
}

fn a_round_paired_by_hand_is_not_recognised(app: &TestApp) {
    let hall = saturday(app, &json!({}), 8, false);
    let pairs: Vec<&[String]> = hall.players.chunks(2).collect();
    let drawn = hall
        .draw(&json!({ "pairs": pairs, "reason": "I like it so." }))
        .expect(201);
    enter(&hall, &drawn);
    play(&hall, 5);
    assert_eq!(
        refused(&hall),
        [(
            "draw".to_owned(),
            json!(["Round 1 is paired by an umpire, and not as it would have been drawn: I like it so."])
        )]
    );
}

fn an_umpire_who_played_is_not_recognised(app: &TestApp) {
    let hall = saturday(app, &json!({}), 7, true);
    play(&hall, 6);
    assert_eq!(
        refused(&hall),
        [(
            "umpire".to_owned(),
            json!(["On 2026-11-21 no appointed umpire does. Thandiwe Mokoena: The umpire plays in the tournament."])
        )]
    );
}

fn five_rounds_are_not_recognised(app: &TestApp) {
    let hall = saturday(app, &json!({ "rounds": 5 }), 8, false);
    play(&hall, 5);
    assert_eq!(
        refused(&hall),
        [(
            "rounds".to_owned(),
            json!(["Six rounds are prescribed, and 5 planned, to which no administrator has agreed."])
        )]
    );
}

fn a_bye_worth_six_is_not_recognised(app: &TestApp) {
    let hall = saturday(app, &json!({ "bye_value": "full" }), 7, false);
    play(&hall, 6);
    assert_eq!(
        refused(&hall),
        [(
            "scoring".to_owned(),
            json!(["A bye counts all that a match could bring instead of the average of the player's own matches."])
        )]
    );
}
