//! Entries: who may play, and in which order they start.

use std::fmt::Write;

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};

on_both_databases! {
    a_tournament_is_full_at_last,
    a_registered_player_is_entered,
    who_is_not_eligible_is_told_why,
    friendly_and_regional_events_admit_others_too,
    a_school_enters_its_learners_in_school_events,
    entries_are_for_who_looks_after_tournament_or_player,
    an_entry_is_withdrawn_and_made_again,
    the_starting_order_names_everyone_once,
    a_minor_is_entered_by_initials,
}

/// An open tournament of the North West in the gaming year 2027; its path.
fn tournament(app: &TestApp, changes: &Value) -> String {
    let mut plan = json!({
        "name": "North West Championship", "level": "provincial", "province": "ZA-NW", "starts_on": "2027-04-17",
        "ends_on": "2027-04-18", "venue": "Mahikeng",
    });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let path = app
        .administrator()
        .post("/v1/tournaments", &plan)
        .header("location")
        .to_owned();
    app.administrator()
        .send("POST", &format!("{path}/openings"), &[], None)
        .expect(201);
    path
}

/// A club that has paid for 2027.
fn club(app: &TestApp, kind: &str) -> String {
    let code: String = std::iter::repeat_with(fastrand::uppercase).take(8).collect();
    let club = json!({ "code": code, "name": "Herders", "kind": kind, "province": "ZA-NW" });
    let club = text(&app.administrator().post("/v1/clubs", &club).expect(201)["id"]).to_owned();
    let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-19" });
    app.administrator().post("/v1/affiliations", &affiliation).expect(201);
    club
}

#[track_caller]
pub fn register(app: &TestApp, player: &str, club: &str, basis: &str, division: &str) {
    let registration =
        json!({ "player_id": player, "club_id": club, "year": 2027, "basis": basis, "division": division });
    app.registered(&registration);
}

fn registered(app: &TestApp, club: &str) -> String {
    let player = app.player(club);
    register(app, &player, club, "member", "senior");
    player
}

fn enter(caller: &Caller<'_>, tournament: &str, player: &str) -> Answer {
    caller.post(&format!("{tournament}/entries"), &json!({ "player_id": player }))
}

fn a_registered_player_is_entered(app: &TestApp) {
    let (tournament, club) = (tournament(app, &json!({})), club(app, "community"));
    let players = [registered(app, &club), registered(app, &club)];
    let coordinator = app.coordinator("ZA-NW");
    let first = enter(&coordinator, &tournament, &players[0]);
    let entry = first.expect(201);
    assert_eq!(
        (&entry["seed"], &entry["club_id"], &entry["withdrawn"]),
        (&json!(1), &json!(club), &json!(false))
    );
    assert_eq!(entry["player"]["name"], "Thandiwe Mokoena");
    assert_eq!(app.anyone().get(first.header("location")).expect(200), entry);
    let second = enter(&coordinator, &tournament, &players[1]).expect(201);
    assert_eq!(second["seed"], 2);
    enter(&coordinator, &tournament, &players[0]).refused(409, "already-entered");
    assert_eq!(
        app.anyone().get(&format!("{tournament}/entries")).items(),
        [entry, second]
    );
    let asked = json!({ "id": "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a", "player_id": registered(app, &club) });
    let third = coordinator.post(&format!("{tournament}/entries"), &asked).expect(201);
    assert_eq!(
        coordinator.post(&format!("{tournament}/entries"), &asked).expect(201),
        third
    );
    let other = json!({ "id": third["id"], "player_id": registered(app, &club) });
    coordinator
        .post(&format!("{tournament}/entries"), &other)
        .refused(409, "id-taken");
}

fn who_is_not_eligible_is_told_why(app: &TestApp) {
    let championship = tournament(app, &json!({}));
    let coordinator = app.coordinator("ZA-NW");
    let good = club(app, "community");
    let refused = |tournament: &str, player: &str, code: &str| {
        enter(&coordinator, tournament, player).refused(409, code);
    };
    refused(&championship, &app.player(&good), "not-registered");
    // Only who has paid plays in championships.
    let owing = app.player(&good);
    let registration =
        json!({ "player_id": owing, "club_id": good, "year": 2027, "basis": "member", "division": "senior" });
    let answer = app.administrator().post("/v1/registrations", &registration);
    answer.expect(201);
    refused(&championship, &owing, "fee-unpaid");
    for level in ["national", "continental", "world"] {
        refused(&tournament(app, &json!({ "level": level })), &owing, "fee-unpaid");
    }
    for level in ["friendly", "club", "regional"] {
        enter(&coordinator, &tournament(app, &json!({ "level": level })), &owing).expect(201);
    }
    // On the day that it was paid, and not before.
    let played = tournament(app, &json!({ "starts_on": "2026-11-18", "ends_on": "2026-11-19" }));
    let pay = |day: &str| {
        let path = answer.header("location");
        app.administrator()
            .patch(path, "*", &json!({ "paid_on": day }))
            .expect(200)
    };
    pay("2026-11-20");
    refused(&played, &owing, "fee-unpaid");
    pay("2026-11-19");
    enter(&coordinator, &played, &owing).expect(201);
    enter(&coordinator, &tournament(app, &json!({})), &owing).expect(201);
    // On the first day of the tournament the club's grace is over.
    let unpaid = app.club("ZA-NW");
    refused(&championship, &registered(app, &unpaid), "club-lapsed");
    let early = tournament(app, &json!({ "starts_on": "2027-01-31", "ends_on": "2027-02-01" }));
    enter(&coordinator, &early, &registered(app, &unpaid)).expect(201);
    let students = tournament(app, &json!({ "division": "student" }));
    refused(&students, &registered(app, &good), "division-not-admitted");
    // Another gaming year.
    let later = tournament(app, &json!({ "starts_on": "2027-11-01", "ends_on": "2027-11-01" }));
    refused(&later, &registered(app, &good), "not-registered");
    enter(&coordinator, &championship, "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f").refused(422, "unknown-player");
    let planned = json!({
        "name": "Later", "level": "provincial", "province": "ZA-NW", "starts_on": "2027-04-17", "ends_on": "2027-04-18",
        "venue": "Mahikeng",
    });
    let planned = app
        .administrator()
        .post("/v1/tournaments", &planned)
        .header("location")
        .to_owned();
    refused(&planned, &registered(app, &good), "wrong-state");
    assert!(app.anyone().get(&format!("{championship}/entries")).items().is_empty());
}

fn friendly_and_regional_events_admit_others_too(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let unpaid = app.club("ZA-NW");
    for level in ["friendly", "regional"] {
        let tournament = tournament(app, &json!({ "level": level }));
        enter(&coordinator, &tournament, &app.player(&unpaid)).expect(201);
        enter(&coordinator, &tournament, &registered(app, &unpaid)).expect(201);
    }
    let only = tournament(app, &json!({ "level": "friendly", "division": "student" }));
    enter(&coordinator, &only, &app.player(&unpaid)).refused(409, "not-registered");
}

fn a_school_enters_its_learners_in_school_events(app: &TestApp) {
    let (home, school) = (club(app, "community"), club(app, "school"));
    let learner = app.player_in(&home, "high_school");
    register(app, &learner, &school, "institution", "high_school");
    let teacher = app.secretary(&school);
    let event = tournament(app, &json!({ "level": "school" }));
    // The school looks after those whom it has registered, where they play for it; no other school does.
    let other = app.secretary(&club(app, "school"));
    enter(&other, &event, &learner).refused(403, "out-of-scope");
    let entry = enter(&teacher, &event, &learner).expect(201);
    assert_eq!(entry["club_id"], json!(school), "the school is represented");
    let championship = tournament(app, &json!({}));
    enter(&app.coordinator("ZA-NW"), &championship, &learner).refused(409, "not-registered");
}

fn a_tournament_is_full_at_last(app: &TestApp) {
    let tournament = tournament(app, &json!({ "level": "friendly" }));
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let first = enter(&app.administrator(), &tournament, &player).expect(201);
    let (of, club) = (tournament.rsplit('/').next().unwrap(), text(&first["club_id"]));
    let mut sql = String::new();
    for number in 2..=1000 {
        let (player, entry) = (
            format!("019aa0c9-0000-7000-8000-{number:012x}"),
            format!("019aa0d1-0000-7000-8000-{number:012x}"),
        );
        let at = "2026-11-20T08:00:00.000000Z";
        write!(
            sql,
            "INSERT INTO players (id, number, family_name, given_names, name_key, sort_key, birth_date, sex, province_code, club_id, created_at)
             VALUES ('{player}', {}, 'Tau', '', ' tau', 'tau', '1998-04-17', 'female', 'ZA-NW', '{club}', '{at}');
             INSERT INTO entries (id, tournament_id, player_id, club_id, seed, first_round, created_at)
             VALUES ('{entry}', '{of}', '{player}', '{club}', {number}, 1, '{at}');",
            number + 1000
        )
        .unwrap();
    }
    app.connection().batch_execute(&sql).unwrap();
    let late = app.player(club);
    enter(&app.administrator(), &tournament, &late).refused(409, "tournament-full");
}

fn entries_are_for_who_looks_after_tournament_or_player(app: &TestApp) {
    let (tournament, club) = (tournament(app, &json!({})), club(app, "community"));
    let player = registered(app, &club);
    for caller in [app.coordinator("ZA-GP"), app.secretary(&app.club("ZA-NW"))] {
        enter(&caller, &tournament, &player).refused(403, "out-of-scope");
    }
    app.umpire()
        .post(&format!("{tournament}/entries"), &json!({ "player_id": player }))
        .refused(403, "out-of-scope");
    let entry = enter(&app.secretary(&club), &tournament, &player).expect(201);
    let withdrawals = format!("/v1/entries/{}/withdrawals", text(&entry["id"]));
    app.coordinator("ZA-GP")
        .send("POST", &withdrawals, &[], None)
        .refused(403, "out-of-scope");
    app.secretary(&club).send("POST", &withdrawals, &[], None).expect(201);
}

fn an_entry_is_withdrawn_and_made_again(app: &TestApp) {
    let (tournament, club) = (tournament(app, &json!({})), club(app, "community"));
    let coordinator = app.coordinator("ZA-NW");
    let player = registered(app, &club);
    let answer = enter(&coordinator, &tournament, &player);
    let path = answer.header("location");
    let step = |step: &str| coordinator.send("POST", &format!("{path}/{step}"), &[], None);
    step("returns").refused(409, "already-so");
    assert_eq!(step("withdrawals").expect(201)["withdrawn"], true);
    step("withdrawals").refused(409, "already-so");
    enter(&coordinator, &tournament, &player).refused(409, "already-entered");
    assert_eq!(step("returns").expect(201)["withdrawn"], false);
    let reason = json!({ "reason": "The hall was flooded." });
    coordinator
        .post(&format!("{tournament}/cancellations"), &reason)
        .expect(201);
    step("withdrawals").refused(409, "wrong-state");
}

fn the_starting_order_names_everyone_once(app: &TestApp) {
    let (tournament, club) = (tournament(app, &json!({})), club(app, "community"));
    let coordinator = app.coordinator("ZA-NW");
    let players: Vec<String> = (0..3).map(|_| registered(app, &club)).collect();
    for player in &players {
        enter(&coordinator, &tournament, player).expect(201);
    }
    let path = format!("{tournament}/starting-orders");
    let order = |order: &[&String]| coordinator.post(&path, &json!({ "player_ids": order }));
    let [a, b, c] = [&players[0], &players[1], &players[2]];
    for wrong in [vec![], vec![a, b], vec![a, b, b], vec![a, b, c, a]] {
        order(&wrong).refused(422, "not-every-entry");
    }
    let ordered = order(&[c, a, b]).items_of(201);
    let seeds: Vec<(&str, &Value)> = ordered
        .iter()
        .map(|entry| (text(&entry["player"]["id"]), &entry["seed"]))
        .collect();
    assert_eq!(
        seeds,
        [
            (c.as_str(), &json!(1)),
            (a.as_str(), &json!(2)),
            (b.as_str(), &json!(3))
        ]
    );
    assert_eq!(app.anyone().get(&format!("{tournament}/entries")).items(), ordered);
    app.secretary(&club)
        .post(&path, &json!({ "player_ids": [a, b, c] }))
        .refused(403, "role-required");
}

fn a_minor_is_entered_by_initials(app: &TestApp) {
    let (tournament, club) = (tournament(app, &json!({})), club(app, "community"));
    let minor = app.player_named(&club, "Nkosi", "Lerato", "2012-05-05");
    register(app, &minor, &club, "member", "high_school");
    let entry = enter(&app.coordinator("ZA-NW"), &tournament, &minor).expect(201);
    assert_eq!(entry["player"]["name"], "L. N.");
}
