//! Championships of schools and of universities: stages of a region, a province or the nation, and the colours that scholars and
//! students earn in them.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::desk::{confirm, coordinator};
use crate::federation::set;
use crate::hall::{Hall, affiliated, keep_order};
use crate::merits::Claim;
use crate::recognition::lacks;
use crate::represented::{institution, learner};
use crate::world::colours::any_size;

on_sqlite! {
    scholars_earn_the_colours_of_the_province_in_a_championship_of_schools,
    students_play_for_the_nation_from_the_announcement_to_their_colours,
    the_desk_of_a_stage_asks_for_confirmations,
    only_events_of_institutions_are_a_stage,
    who_enters_a_stage_has_paid,
}

/// An open championship of that level and stage, of two rounds to which an administrator has agreed.
fn stage<'a>(app: &'a TestApp, level: &str, stage: &str) -> Hall<'a> {
    let plan = json!({
        "name": format!("The {level} championship"), "level": level, "stage": stage, "rounds": 2,
        "ends_on": "2026-11-20",
    });
    let hall = Hall::new(app, &plan, 0);
    hall.agree_rounds(2);
    hall
}

/// Four schools enter a learner each, all of them members of one club.
fn enter_learners(hall: &mut Hall<'_>) {
    let (app, club) = (hall.app, affiliated(hall.app));
    for _ in 0..4 {
        let school = institution(app, "school");
        let player = learner(app, &club, &school);
        let entry = app
            .secretary(&school)
            .post(&format!("{}/entries", hall.path), &json!({ "player_id": player }));
        assert_eq!(entry.expect(201)["division"], "high_school");
        hall.players.push(player);
    }
}

/// Plays both rounds, in which every upper player wins all games, and confirms them; ratifies, and tells who won both. Only of the
/// nation's stage a round waits for the second person.
fn won(hall: &Hall<'_>) -> String {
    let is_national = hall.app.anyone().get(&hall.path).expect(200)["stage"] == "national";
    keep_order(hall.app, &hall.path);
    for _ in 0..2 {
        let round = hall.publish();
        hall.enter_results(&round, |_| 6);
        if is_national {
            hall.step(&format!("{round}/closings")).refused(409, "round-unfinished");
        } else {
            hall.close(&round);
            // As in a province's championship, a second person confirms before ratification.
            assert_eq!(
                lacks(hall, "scoring")[0],
                "Matches without a second person's confirmation: 2."
            );
        }
        hall.confirm(&round);
        if is_national {
            hall.close(&round);
        }
    }
    hall.confirm_equipment();
    hall.ratify().expect(201);
    let first = &hall.standings()["items"][0];
    assert_eq!(first["points"], 12.0);
    text(&first["player"]["id"]).to_owned()
}

fn scholars_earn_the_colours_of_the_province_in_a_championship_of_schools(app: &TestApp) {
    any_size(app);
    let mut hall = stage(app, "school", "provincial");
    enter_learners(&mut hall);
    let winner = won(&hall);
    let scholars = Claim::new(app, "provincial", "all_games").of("high_school");
    let candidate = scholars.has(&winner);
    assert_eq!(
        candidate["merits"][0]["evidence"][0]["event"]["name"],
        "The school championship"
    );
    assert!(text(&candidate["merits"][0]["rule"]).ends_with("School events of the same stage count too."));
    for player in hall.players.iter().filter(|player| **player != winner) {
        scholars.lacks(player, &["games_not_won"]);
    }
    // It is nobody's event of another level, and no senior's: as members of their club all of them are seniors.
    for level in ["regional", "national_federation"] {
        let path = format!("/v1/colours-candidates?year=2027&level={level}");
        assert!(app.administrator().get(&path).items().is_empty());
    }
    Claim::new(app, "provincial", "all_rounds").lacks(&winner, &["no_event"]);
    let proposed = scholars.propose(&hall.coordinator, &winner).expect(201);
    let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    let approved = app.administrator().post(&approvals, &json!({ "reference": "Minutes" }));
    assert_eq!(
        (&approved.expect(201)["province"], &proposed["division"]),
        (&json!("ZA-NW"), &json!("high_school"))
    );
}

fn the_desk_of_a_stage_asks_for_confirmations(app: &TestApp) {
    set(app, "", &json!({ "readings": { "confirmations": "closing" } }));
    let mut hall = stage(app, "school", "provincial");
    enter_learners(&mut hall);
    let round = hall.publish();
    hall.enter_results(&round, |_| 6);
    let (second, desk) = (coordinator(app), hall.path.replace("/v1/", "/desk/"));
    let page = second.open(&desk);
    let told = "2 to be confirmed by a second person";
    assert!(page.text().contains(told), "{}", page.text());
    // The round is not offered to be closed, as that would be refused.
    assert!(page.forms().iter().all(|form| !form.action.ends_with("/closing")));
    confirm(&second, &format!("{}/results", round.replace("/v1/", "/desk/")));
    assert!(hall.matches(&round).iter().all(|one| one["state"] == "confirmed"));
    second.go(&second.open(&desk).form_to("/closing"));
    assert_eq!(app.anyone().get(&round).expect(200)["state"], "closed");
}

fn students_play_for_the_nation_from_the_announcement_to_their_colours(app: &TestApp) {
    any_size(app);
    let mut hall = stage(app, "student", "national");
    for _ in 0..4 {
        let university = institution(app, "university");
        let player = app.player_in(&university, "student");
        let registration = json!({
            "player_id": player, "club_id": university, "year": 2027, "basis": "member", "division": "student",
        });
        app.registered(&registration);
        app.secretary(&university)
            .post(&format!("{}/entries", hall.path), &json!({ "player_id": player }))
            .expect(201);
        hall.players.push(player);
    }
    let winner = won(&hall);
    let list = json!({ "method": "game-points", "on": "2026-11-20" });
    let list = text(&app.administrator().post("/v1/rankings", &list).expect(201)["id"]).to_owned();
    let rows = app
        .anyone()
        .get(&format!("/v1/rankings/{list}/rows?division=student"))
        .items();
    assert_eq!((rows.len(), &rows[0]["player"]["id"]), (4, &json!(winner)));
    let students = Claim::new(app, "national_federation", "all_rounds").of("student");
    let rule = students.has(&winner)["merits"][0]["rule"].clone();
    assert!(text(&rule).ends_with("Student events of the same stage count too, for students."));
    let proposed = students.propose(&hall.coordinator, &winner).expect(201);
    let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
    app.administrator()
        .post(&approvals, &json!({ "reference": "Minutes" }))
        .expect(201);
    let awards = app
        .anyone()
        .get("/v1/colours?year=2027&level=national_federation")
        .items();
    assert_eq!(
        (&awards[0]["division"], &awards[0]["player"]["id"]),
        (&json!("student"), &json!(winner))
    );
}

fn only_events_of_institutions_are_a_stage(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let plan = |changes: &Value| {
        let mut plan = json!({
            "name": "Schools of the North West", "level": "school", "province": "ZA-NW", "starts_on": "2026-11-20",
            "ends_on": "2026-11-20", "venue": "Mmabatho High School, Mahikeng", "stage": "regional",
        });
        plan.as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        plan
    };
    let post = |changes: &Value| coordinator.post("/v1/tournaments", &plan(changes));
    for level in ["friendly", "club", "regional", "provincial", "national"] {
        assert_eq!(
            post(&json!({ "level": level })).faults(),
            [("/stage".to_owned(), "not-for-this-level".to_owned())]
        );
    }
    let announced = post(&json!({}));
    assert_eq!(announced.expect(201)["stage"], "regional");
    let path = announced.header("location").to_owned();
    let change = |changes: Value| coordinator.patch(&path, "*", &changes);
    assert_eq!(
        change(json!({ "level": "club" })).faults(),
        [("/stage".to_owned(), "not-for-this-level".to_owned())]
    );
    assert_eq!(
        change(json!({ "level": "club", "stage": null })).expect(200)["stage"],
        Value::Null
    );
    change(json!({ "level": "student", "stage": "national" })).expect(200);
    change(json!({ "level": "school", "stage": "provincial" })).expect(200);
    post(&json!({ "stage": null, "name": "Of no stage" })).expect(201);
    let names = |path: &str| -> Vec<String> {
        let found = app.anyone().get(path).expect(200);
        let items = found["items"].as_array().unwrap().iter();
        items.map(|one| text(&one["name"]).to_owned()).collect()
    };
    for list in ["/v1/tournaments", "/v1/calendar"] {
        assert_eq!(
            names(&format!("{list}?stage=provincial")),
            ["Schools of the North West"]
        );
        assert!(names(&format!("{list}?stage=national")).is_empty());
    }
    assert_eq!(
        app.anyone().get("/v1/calendar?stage=provincial").expect(200)["items"][0]["stage"],
        "provincial"
    );
    let page = app.anyone().get(&path.replace("/v1", "")).body_text();
    assert!(
        page.contains("School tournament, provincial stage, North West"),
        "{page}"
    );
    // Who was entered was judged by it.
    coordinator
        .send("POST", &format!("{path}/openings"), &[], None)
        .expect(201);
    let school = institution(app, "school");
    let player = learner(app, &affiliated(app), &school);
    coordinator
        .post(&format!("{path}/entries"), &json!({ "player_id": player }))
        .expect(201);
    change(json!({ "stage": null })).refused(409, "has-entries");
    change(json!({ "stage": "provincial", "venue": "Mmabana Centre" })).expect(200);
}

fn who_enters_a_stage_has_paid(app: &TestApp) {
    let school = institution(app, "school");
    let player = app.player_in(&school, "high_school");
    let registration = json!({
        "player_id": player, "club_id": school, "year": 2027, "basis": "member", "division": "high_school",
    });
    app.administrator().post("/v1/registrations", &registration).expect(201);
    for (of, is_admitted) in [
        (Value::Null, true),
        (json!("regional"), true),
        (json!("provincial"), false),
        (json!("national"), false),
    ] {
        let hall = Hall::new(app, &json!({ "level": "school", "stage": of }), 0);
        let entry = hall
            .coordinator
            .post(&format!("{}/entries", hall.path), &json!({ "player_id": player }));
        if is_admitted {
            entry.expect(201);
        } else {
            entry.refused(409, "fee-unpaid");
        }
    }
}
