//! Colours for those who count for the winning team of an event.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::Hall;
use crate::merits::{Claim, settled};

on_sqlite! {
    who_counts_for_the_winning_team_has_its_colours,
    a_team_alone_has_not_won,
}

/// A province's championship of teams of two, in which the one who started higher wins every game of two rounds; ratified.
/// Each team is told by its name and its members by their place in the starting order, from 0.
fn held<'a>(app: &'a TestApp, players: &[String], teams: &[(&str, &[usize])]) -> Hall<'a> {
    let plan = json!({
        "name": "Teams of the North West", "level": "provincial", "rounds": 2, "team_size": 2, "ends_on": "2026-11-20",
    });
    let mut hall = Hall::new(app, &plan, 0);
    hall.agree_rounds(2);
    let entries: Vec<String> = players.iter().map(|player| hall.enter(player)).collect();
    let id = |place: &usize| entries[*place].rsplit('/').next().unwrap().to_owned();
    for (name, members) in teams {
        let members: Vec<String> = members.iter().map(id).collect();
        hall.coordinator
            .post(
                &format!("{}/teams", hall.path),
                &json!({ "name": name, "entry_ids": members }),
            )
            .expect(201);
    }
    for _ in 0..2 {
        let round = hall.publish();
        let seeds = hall.seeds();
        hall.enter_results(&round, |one| {
            let [upper, lower] = [0, 1].map(|place| seeds[text(&one["players"][place]["player"]["id"])]);
            if upper < lower { 6 } else { 0 }
        });
        hall.confirm(&round);
        hall.close(&round);
    }
    hall.confirm_equipment();
    hall.ratify().expect(201);
    hall
}

fn who_counts_for_the_winning_team_has_its_colours(app: &TestApp) {
    let players = settled(app, 8, "senior");
    // The fifth is a reserve of the first team, the sixth plays for none.
    let hall = held(
        app,
        &players,
        &[("Herders", &[0, 1, 4]), ("Miners", &[2, 3]), ("Pickers", &[6, 7])],
    );
    let claim = Claim::new(app, "provincial", "team_place");
    for winner in &players[..2] {
        let candidate = claim.has(winner);
        let merit = candidate["merits"]
            .as_array()
            .unwrap()
            .iter()
            .find(|merit| merit["basis"] == "team_place")
            .unwrap();
        assert_eq!(
            merit["rule"],
            "Counted for the winning team of a provincial championship, of 2 teams or more. Who share a place have the better \
             one, and reserves do not count. School and student events of the same stage count too, for those whom they admit."
        );
        let team = &merit["evidence"][0]["team"];
        assert_eq!(
            (&team["name"], &team["rank"], &team["teams"]),
            (&json!("Herders"), &json!(1), &json!(3))
        );
    }
    for other in [4, 5] {
        claim.lacks(&players[other], &["not_in_team"]);
    }
    let sentences = claim.lacks(&players[2], &["place_too_low"]);
    assert_eq!(
        sentences,
        ["The place of Miners in Teams of the North West is 2, and the first counts."]
    );
    claim.lacks(&players[6], &["place_too_low"]);
    for level in ["regional", "national_federation"] {
        Claim::new(app, level, "team_place").lacks(&players[0], &["no_event"]);
    }
    let proposed = claim.propose(&hall.coordinator, &players[1]).expect(201);
    let id = text(&proposed["id"]);
    let approved = app
        .administrator()
        .post(
            &format!("/v1/colours/{id}/approvals"),
            &json!({ "reference": "Minutes" }),
        )
        .expect(201);
    assert_eq!(
        (&approved["basis"], &approved["state"]),
        (&json!("team_place"), &json!("approved"))
    );
    // Evidence that was kept before there were teams, or byes, is read all the same.
    let older = proposed["evidence"].as_array().unwrap().iter().map(|one| {
        let mut one = one.clone();
        one.as_object_mut().unwrap().remove("team");
        one["event"].as_object_mut().unwrap().remove("byes");
        one
    });
    let older = Value::Array(older.collect());
    let sql = format!("UPDATE colours SET evidence = '{older}' WHERE id = '{id}'");
    app.connection().batch_execute(&sql).unwrap();
    let read = app
        .administrator()
        .get(&format!("/v1/colours/{id}/particulars"))
        .expect(200);
    assert_eq!(
        (&read["evidence"][0]["team"], &read["evidence"][0]["event"]["byes"]),
        (&Value::Null, &json!(0))
    );
}

fn a_team_alone_has_not_won(app: &TestApp) {
    let players = settled(app, 4, "senior");
    held(app, &players, &[("Herders", &[0, 1])]);
    let claim = Claim::new(app, "provincial", "team_place");
    let sentences = claim.lacks(&players[0], &["field_too_small"]);
    assert_eq!(
        sentences,
        ["The number of teams in Teams of the North West was 1, and from 2 on places count."]
    );
    claim.lacks(&players[2], &["not_in_team"]);
}
