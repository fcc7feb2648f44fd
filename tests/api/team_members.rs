//! Members of teams: who may be one, who sets a team up and lines it up, and until when.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::teams::{entered, hall, line_up, set_up, table, withdraw};

on_both_databases! {
    members_are_entered_and_play_for_one_team,
    a_team_has_as_many_members_as_count_and_as_many_reserves,
    a_secretary_sets_up_the_teams_of_the_own_club,
    teams_stay_as_they_are_once_round_1_is_published,
    the_size_stays_while_there_are_teams,
    a_team_is_set_up_once_and_told_in_the_trail,
    a_team_is_taken_back_and_lined_up_anew,
}

fn members_are_entered_and_play_for_one_team(app: &TestApp) {
    let (hall, other) = (hall(app, None), self::hall(app, None));
    let (club, neighbour) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let ours = entered(&hall, &club, 2);
    let elsewhere = entered(&other, &club, 1);
    let abroad = entered(&hall, &neighbour, 1);
    let by = &hall.coordinator;
    set_up(by, &hall, "", None, &ours).refused(422, "invalid-input");
    set_up(by, &hall, "Kgosi", None, &[]).refused(422, "invalid-input");
    let twice = [ours[0].clone(), ours[0].clone()];
    let twice = set_up(by, &hall, "Kgosi", None, &twice);
    assert_eq!(twice.faults(), [("/entry_ids/1".to_owned(), "duplicate".to_owned())]);
    let told = set_up(by, &hall, "Kgosi", None, &elsewhere).refused(422, "not-entered");
    assert_eq!(told["errors"][0]["pointer"], "/entry_ids");
    let mixed = [ours[0].clone(), abroad[0].clone()];
    set_up(by, &hall, "Kgosi", Some(&club), &mixed).refused(409, "not-of-club");
    set_up(by, &hall, "Kgosi", None, &mixed).expect(201);
    let told = set_up(by, &hall, "Kgosi", None, &ours[1..]).refused(409, "team-name-taken");
    assert_eq!(told["errors"][0]["pointer"], "/name");
    set_up(by, &hall, "Thuto", Some(&club), &ours).refused(409, "in-another-team");
    let team = set_up(by, &hall, "Thuto", Some(&club), &ours[1..]).expect(201);
    line_up(by, &team, &ours).refused(409, "in-another-team");
    line_up(by, &team, &elsewhere).refused(422, "not-entered");
    line_up(by, &team, &abroad).refused(409, "not-of-club");
    // A name is a team's own in one tournament, and what was refused has left no trace.
    set_up(&other.coordinator, &other, "Kgosi", None, &elsewhere).expect(201);
    let teams = app.anyone().get(&format!("{}/teams", hall.path)).items();
    let names: Vec<(&str, usize)> = teams
        .iter()
        .map(|team| (text(&team["name"]), team["members"].as_array().unwrap().len()))
        .collect();
    assert_eq!(names, [("Kgosi", 2), ("Thuto", 1)]);
    // Without a size it is no championship of teams.
    let table = table(app, &hall.path);
    assert_eq!((&table["team_size"], &table["items"]), (&Value::Null, &json!([])));
}

fn a_team_has_as_many_members_as_count_and_as_many_reserves(app: &TestApp) {
    let hall = hall(app, Some(2));
    let entries = entered(&hall, &app.club("ZA-NW"), 5);
    let by = &hall.coordinator;
    let told = set_up(by, &hall, "Kgosi", None, &entries[..1]).refused(422, "team-size");
    assert_eq!(
        (&told["errors"][0]["pointer"], &told["detail"]),
        (
            &json!("/entry_ids"),
            &json!("A team has at least 2 members, which count, and at most as many reserves.")
        )
    );
    set_up(by, &hall, "Kgosi", None, &entries).refused(422, "team-size");
    let team = set_up(by, &hall, "Kgosi", None, &entries[..4]).expect(201);
    line_up(by, &team, &entries).refused(422, "team-size");
    line_up(by, &team, &entries[3..]).expect(201);
    for size in [0, 21] {
        let plan = json!({ "team_size": size });
        let changed = by.patch(&hall.path, "*", &plan);
        assert_eq!(changed.faults(), [("/team_size".to_owned(), "out-of-range".to_owned())]);
    }
}

fn a_secretary_sets_up_the_teams_of_the_own_club(app: &TestApp) {
    let (hall, club) = (hall(app, Some(1)), app.club("ZA-NW"));
    let (secretary, stranger) = (app.secretary(&club), app.secretary(&app.club("ZA-NW")));
    let entries = entered(&hall, &club, 2);
    for (caller, of) in [(&stranger, Some(club.as_str())), (&secretary, None)] {
        set_up(caller, &hall, "Kgosi", of, &entries[..1]).refused(403, "out-of-scope");
    }
    let team = set_up(&secretary, &hall, "Kgosi", Some(&club), &entries[..1]).expect(201);
    line_up(&stranger, &team, &entries).refused(403, "out-of-scope");
    withdraw(&stranger, &team).refused(403, "out-of-scope");
    line_up(&secretary, &team, &entries).expect(201);
    line_up(&hall.umpire, &team, &entries[1..]).expect(201);
    withdraw(&secretary, &team).expect(201);
}

fn teams_stay_as_they_are_once_round_1_is_published(app: &TestApp) {
    let hall = hall(app, Some(1));
    let planned = json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-21", "venue": "Mahikeng", "team_size": 1,
    });
    let planned = hall.coordinator.post("/v1/tournaments", &planned).expect(201);
    let entries = entered(&hall, &app.club("ZA-NW"), 4);
    let path = format!("/v1/tournaments/{}/teams", text(&planned["id"]));
    hall.coordinator
        .post(&path, &json!({ "name": "Kgosi", "entry_ids": entries }))
        .refused(409, "wrong-state");
    let team = set_up(&hall.coordinator, &hall, "Kgosi", None, &entries[..1]).expect(201);
    let round = hall.publish();
    let by = &app.administrator();
    let told = set_up(by, &hall, "Thuto", None, &entries[1..2]).refused(409, "wrong-state");
    assert_eq!(
        told["detail"],
        "The tournament is running, and its teams stay as they are."
    );
    line_up(by, &team, &entries[1..2]).refused(409, "wrong-state");
    withdraw(by, &team).refused(409, "wrong-state");
    // Until the round is taken back.
    hall.umpire
        .post(&format!("{round}/undos"), &json!({ "state": "published" }))
        .expect(201);
    line_up(by, &team, &entries[1..2]).expect(201);
}

fn the_size_stays_while_there_are_teams(app: &TestApp) {
    let hall = hall(app, None);
    let by = &hall.coordinator;
    let entries = entered(&hall, &app.club("ZA-NW"), 2);
    let resize = |size: Value| by.patch(&hall.path, "*", &json!({ "team_size": size }));
    assert_eq!(resize(json!(2)).expect(200)["team_size"], 2);
    let team = set_up(by, &hall, "Kgosi", None, &entries).expect(201);
    for size in [json!(1), Value::Null] {
        resize(size).refused(409, "has-teams");
    }
    resize(json!(2)).expect(200);
    by.patch(&hall.path, "*", &json!({ "venue": "Mmabatho" })).expect(200);
    withdraw(by, &team).expect(201);
    assert_eq!(resize(Value::Null).expect(200)["team_size"], Value::Null);
}

fn a_team_is_set_up_once_and_told_in_the_trail(app: &TestApp) {
    let hall = hall(app, None);
    let by = &hall.coordinator;
    let entries = entered(&hall, &app.club("ZA-NW"), 2);
    let id = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
    let team = |name: &str| json!({ "id": id, "name": name, "entry_ids": entries });
    let path = format!("{}/teams", hall.path);
    let first = by.post(&path, &team("Kgosi")).expect(201);
    assert_eq!(by.post(&path, &team("Kgosi")).expect(201), first);
    by.post(&path, &team("Thuto")).refused(409, "id-taken");
    assert_eq!(app.anyone().get(&format!("/v1/teams/{id}")).expect(200), first);
    app.anyone()
        .get("/v1/teams/019aa0d2-3c4d-7e5f-8a6b-000000000000")
        .refused(404, "not-found");
    line_up(by, &first, &entries[..1]).expect(201);
    let trail = format!("/v1/audit?subject=team&subject_id={id}");
    let items = by.get(&trail).items();
    let told: Vec<&str> = items.iter().map(|item| text(&item["summary"])).collect();
    assert_eq!(told, ["Line up a team", "Set up a team"]);
    let changes = items[0]["changes"].as_array().unwrap();
    assert_eq!(
        (changes.len(), &changes[0]["field"], &changes[0]["after"]),
        (1, &json!("entry_ids"), &json!(entries[..1]))
    );
    app.coordinator("ZA-GP").get(&trail).refused(403, "out-of-scope");
}

fn a_team_is_taken_back_and_lined_up_anew(app: &TestApp) {
    let hall = hall(app, None);
    let by = &hall.coordinator;
    let entries = entered(&hall, &app.club("ZA-NW"), 3);
    let team = set_up(by, &hall, "Kgosi", None, &entries[..2]).expect(201);
    let turned = [entries[2].clone(), entries[0].clone()];
    let after = line_up(by, &team, &turned).expect(201);
    let members = after["members"].as_array().unwrap();
    let order: Vec<(&Value, &Value)> = members
        .iter()
        .map(|one| (&one["board_order"], &one["entry_id"]))
        .collect();
    assert_eq!(
        order,
        [(&json!(1), &json!(entries[2])), (&json!(2), &json!(entries[0]))]
    );
    let team_of = |entry: &str| app.anyone().get(&format!("/v1/entries/{entry}")).expect(200)["team"].clone();
    assert_eq!(
        (team_of(&entries[0]), team_of(&entries[1])),
        (json!("Kgosi"), Value::Null)
    );
    withdraw(by, &team).expect(201);
    withdraw(by, &team).refused(404, "not-found");
    assert_eq!(team_of(&entries[0]), Value::Null);
    set_up(by, &hall, "Kgosi", None, &entries).expect(201);
}
