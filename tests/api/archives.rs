//! A finished tournament as one file, taken over by another installation.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::command_line::{out, run};
use crate::erasures::erase;
use crate::hall::{Hall, sheet};
use crate::world::anew;

on_both_databases! {
    a_tournament_is_taken_over_elsewhere,
    who_is_known_is_known_again,
    whose_data_was_erased_comes_as_a_pseudonym,
    what_happened_honestly_passes,
    a_round_robin_passes,
    only_what_is_over_is_a_file,
    its_rounds_are_drawn_again_from_the_file,
}

/// A tournament of five players and two rounds, with byes, a withdrawal and a late entry; the hall and its file.
pub fn played(app: &TestApp) -> (Hall<'_>, Value) {
    let mut hall = Hall::new(app, &json!({ "rounds": 3 }), 4);
    let club = app.club("ZA-GP");
    let player = app.player_named(&club, "van der Merwe", "Leoné", "1990-02-03");
    let leaving = hall.enter(&player);
    hall.play(|one| usize::try_from(one["board"].as_u64().unwrap()).unwrap() + 3);
    hall.step(&format!("{leaving}/withdrawals")).expect(201);
    hall.enter(&app.player(&app.club("ZA-NW")));
    hall.umpire
        .post(&format!("{leaving}/byes"), &json!({ "round": 3, "value": "half" }))
        .expect(201);
    hall.play(|_| 2);
    hall.play(|_| 5);
    let archive = app.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    (hall, archive)
}

/// The standings without the numbers of the players, who have others elsewhere; and so those whose number is their name.
fn without_numbers(mut standings: Value) -> Value {
    let forget = |player: &mut Value| {
        if player["name"] == player["number"] {
            player["name"] = Value::Null;
        }
        player["number"] = Value::Null;
    };
    standings["items"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|row| forget(&mut row["player"]));
    for list in ["champions", "top_ladies"] {
        standings["awards"][list]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(forget);
    }
    for learners in standings["awards"]["top_learners"].as_array_mut().unwrap() {
        learners["players"].as_array_mut().unwrap().iter_mut().for_each(forget);
    }
    standings
}

/// The file of a tournament that was taken over, with the numbers that the players had in the file from which it was.
pub fn again_from(app: &TestApp, archive: &Value) -> Value {
    let path = format!("/v1/tournaments/{}/archive", text(&archive["id"]));
    let mut again = app.administrator().get(&path).expect(200);
    let players = archive["players"].as_array().unwrap();
    for (here, there) in again["players"].as_array_mut().unwrap().iter_mut().zip(players) {
        here["number"] = there["number"].clone();
    }
    again
}

/// Takes a tournament that is over into another installation, where it stands as here, and writes it there again.
#[track_caller]
pub fn pass(hall: &Hall<'_>) {
    let elsewhere = TestApp::on_sqlite();
    let archive = hall
        .app
        .administrator()
        .get(&format!("{}/archive", hall.path))
        .expect(200);
    elsewhere.administrator().post("/v1/archives", &archive).expect(201);
    let there = elsewhere.anyone().get(&format!("{}/standings", hall.path)).expect(200);
    assert_eq!(without_numbers(there), without_numbers(hall.standings()));
    assert_eq!(again_from(&elsewhere, &archive), archive);
}

fn a_tournament_is_taken_over_elsewhere(app: &TestApp) {
    let (hall, archive) = played(app);
    let elsewhere = TestApp::on_sqlite();
    // Somebody is on record there already, so that numbers differ.
    elsewhere.player_named(&elsewhere.club("ZA-NW"), "Tau", "Refilwe", "1991-01-01");
    let administrator = elsewhere.administrator();
    let taken = administrator.post("/v1/archives", &archive).expect(201);
    assert_eq!(
        (
            taken["new_player_ids"].as_array().unwrap().len(),
            &taken["tournament"]["state"]
        ),
        (6, &json!("finished"))
    );
    let there = elsewhere.anyone().get(&format!("{}/standings", hall.path)).expect(200);
    assert_eq!(without_numbers(there), without_numbers(hall.standings()));
    let rounds = elsewhere.anyone().get(&format!("{}/rounds", hall.path));
    assert_eq!(
        rounds.expect(200),
        app.anyone().get(&format!("{}/rounds", hall.path)).expect(200)
    );
    let first = format!("/v1/rounds/{}", text(&rounds.items()[0]["id"]));
    let sentences = |app: &TestApp| {
        let round = app.anyone().get(&first).expect(200);
        round["reasons"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reason| reason["sentence"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(sentences(&elsewhere), sentences(app));
    // The same file again changes nothing; another one under the same id is refused.
    let again = administrator.post("/v1/archives", &archive).expect(201);
    assert_eq!(
        (&again["tournament"], &again["new_player_ids"]),
        (&taken["tournament"], &json!([]))
    );
    let mut other = archive.clone();
    other["plan"]["venue"] = json!("Mmabatho");
    administrator.post("/v1/archives", &other).refused(409, "id-taken");
    // What it was made from comes out again, but for the numbers.
    assert_eq!(again_from(&elsewhere, &archive), archive);
}

fn who_is_known_is_known_again(app: &TestApp) {
    let (_, archive) = played(app);
    let elsewhere = TestApp::on_sqlite();
    let administrator = elsewhere.administrator();
    let known = archive["clubs"][0].clone();
    let club = json!({ "code": known["code"], "name": "The same", "kind": "community", "province": "ZA-NW" });
    let club = administrator.post("/v1/clubs", &club).expect(201);
    let player = elsewhere.player_named(text(&club["id"]), "VAN DER MERWE", "Leone", "1990-02-03");
    elsewhere.player_named(text(&club["id"]), "van der Merwe", "Leoné", "1990-02-04");
    let taken = administrator.post("/v1/archives", &archive).expect(201);
    assert_eq!(
        taken["new_player_ids"].as_array().unwrap().len(),
        archive["players"].as_array().unwrap().len() - 1
    );
    assert_eq!(
        taken["new_club_ids"].as_array().unwrap().len(),
        archive["clubs"].as_array().unwrap().len() - 1
    );
    let entries = elsewhere
        .anyone()
        .get(&format!("/v1/tournaments/{}/entries", text(&archive["id"])))
        .items();
    assert!(entries.iter().any(|entry| entry["player"]["id"] == json!(player)));
}

fn whose_data_was_erased_comes_as_a_pseudonym(app: &TestApp) {
    let there = TestApp::on_sqlite();
    let (hall, _) = played(&there);
    let erased = &hall.players[0];
    erase(&there, erased);
    let mut archive = there.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    assert_eq!(archive["players"][0]["family_name"], Value::Null);
    // Others are on record here already, so that numbers differ.
    let club = app.club("ZA-NW");
    (0..7).for_each(|_| drop(app.player_named(&club, "Tau", "Refilwe", "1991-01-01")));
    let administrator = app.administrator();
    let taken = administrator.post("/v1/archives", &archive).expect(201);
    assert!(taken["new_player_ids"].as_array().unwrap().contains(&json!(erased)));
    // What is left is a number, as wherever a person's data was erased.
    let path = |below: &str| format!("/v1/players/{erased}{below}");
    let left = app.anyone().get(&path("")).expect(200);
    assert_eq!((&left["name"], &left["name_withheld"]), (&left["number"], &json!(true)));
    assert_ne!(left["number"], archive["players"][0]["number"]);
    for below in ["/particulars", "/consents", "/residences", "/pairing-bars"] {
        administrator.get(&path(below)).refused(410, "erased");
    }
    administrator
        .send("POST", &path("/erasures"), &[], None)
        .refused(410, "erased");
    let listed = administrator.get(&format!("/v1/particulars?club_id={}", text(&left["club_id"])));
    assert!(listed.items().is_empty());
    // The results stand beside it.
    let standings = app.anyone().get(&format!("{}/standings", hall.path)).expect(200);
    let row = standings["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["player"]["id"] == json!(erased))
        .unwrap();
    assert_eq!(
        (&row["player"]["name"], &row["player"]["number"]),
        (&left["number"], &left["number"])
    );
    assert_eq!(without_numbers(standings), without_numbers(hall.standings()));
    assert_eq!(again_from(app, &archive), archive);
    // The same file again, and another one, know the player again.
    let players = app.anyone().get("/v1/players").items().len();
    assert_eq!(
        administrator.post("/v1/archives", &archive).expect(201)["new_player_ids"],
        json!([])
    );
    anew(&mut archive);
    assert_eq!(
        administrator.post("/v1/archives", &archive).expect(201)["new_player_ids"],
        json!([])
    );
    assert_eq!(app.anyone().get("/v1/players").items().len(), players);
}

/// A tournament in which almost everything happens that changes what was known when a round was drawn; its file.
pub fn eventful(app: &TestApp) -> (Hall<'_>, Value) {
    let tick = || app.pass(chrono::TimeDelta::seconds(1));
    let mut hall = Hall::new(app, &json!({ "rounds": 5 }), 7);
    hall.agree_rounds(5);
    let p = hall.players.clone();
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let entry = |place: usize| format!("/v1/entries/{}", text(&entries[place]["id"]));
    let bar = json!({ "player_ids": [p[0], p[3]], "relation": "siblings" });
    let bar = hall.coordinator.post("/v1/pairing-bars", &bar).expect(201);
    let first = hall.play(|one| usize::try_from(one["board"].as_u64().unwrap()).unwrap() + 2);
    tick();
    // The bar is lifted, and another raised; one comes late, one rests, and another withdraws for a round.
    hall.coordinator
        .post(
            &format!("/v1/pairing-bars/{}/withdrawals", text(&bar["id"])),
            &json!({ "reason": "They are cousins." }),
        )
        .expect(201);
    let other = json!({ "player_ids": [p[1], p[2]], "relation": "siblings" });
    hall.coordinator.post("/v1/pairing-bars", &other).expect(201);
    hall.enter(&app.player(&app.club("ZA-NW")));
    hall.umpire
        .post(&format!("{}/byes", entry(4)), &json!({ "round": 2, "value": "half" }))
        .expect(201);
    hall.step(&format!("{}/withdrawals", entry(5))).expect(201);
    let second = hall.publish();
    hall.step(&format!("{}/returns", entry(5))).expect(201);
    tick();
    // The round stays as it is, though others would meet by what the first round came to after all.
    let wrong = hall.matches(&first)[2].clone();
    let correction = json!({ "version": 1, "published_rounds": 2, "sheet": sheet(&wrong, 0), "reason": "Read from the wrong side." });
    hall.umpire
        .post(&format!("/v1/matches/{}/corrections", text(&wrong["id"])), &correction)
        .expect(201);
    hall.enter_results(&second, |_| 2);
    hall.close(&second);
    tick();
    // The umpire orders something in the third round, and pairs the fourth; what is drawn by then is thrown away.
    hall.draw(&json!({})).expect(201);
    let playing = hall.umpire.get(&format!("{}/draw", hall.path)).expect(200);
    let drawn = playing["boards"][0]["players"].as_array().unwrap();
    let apart =
        json!({ "barred": [[drawn[0]["player"]["id"], drawn[1]["player"]["id"]]], "reason": "They travel together." });
    hall.draw(&apart).expect(201);
    let round = format!("/v1/rounds/{}", text(&playing["id"]));
    hall.step(&format!("{round}/publications")).expect(201);
    hall.enter_results(&round, |_| 5);
    let disputed = hall.matches(&round)[0].clone();
    let dispute = hall.coordinator.post(
        &format!("/v1/matches/{}/disputes", text(&disputed["id"])),
        &json!({ "reason": "So." }),
    );
    tick();
    let ruling = json!({ "ruling": "It was a draw.", "sheet": sheet(&disputed, 3) });
    hall.umpire
        .post(&format!("{}/rulings", dispute.header("location")), &ruling)
        .expect(201);
    hall.close(&round);
    tick();
    let drawn = hall.draw(&json!({})).expect(201);
    let mut pairs: Vec<Value> = drawn["boards"].as_array().unwrap().iter().map(ids_at).collect();
    pairs.reverse();
    hall.draw(&json!({ "pairs": pairs, "bye": drawn["bye"]["id"], "reason": "As they wish." }))
        .expect(201);
    let round = format!("/v1/rounds/{}", text(&drawn["id"]));
    hall.step(&format!("{round}/publications")).expect(201);
    hall.enter_results(&round, |_| 4);
    hall.close(&round);
    tick();
    hall.umpire
        .post(
            &format!("{}/endings", hall.path),
            &json!({ "reason": "The power failed." }),
        )
        .expect(201);
    app.administrator()
        .post(
            &format!("{}/ending-acceptances", hall.path),
            &json!({ "reason": "The storm closed the roads." }),
        )
        .expect(201);
    let late = hall.matches(&second)[0].clone();
    let correction =
        json!({ "version": 1, "published_rounds": 4, "sheet": sheet(&late, 6), "reason": "Read from the wrong side." });
    hall.coordinator
        .post(&format!("/v1/matches/{}/corrections", text(&late["id"])), &correction)
        .expect(201);
    // With the person goes what was said, and the bar; the draw that kept the two apart stays.
    erase(app, &p[1]);
    let archive = app.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    (hall, archive)
}

/// The ids of the two at a board.
fn ids_at(board: &Value) -> Value {
    json!([board["players"][0]["player"]["id"], board["players"][1]["player"]["id"]])
}

fn what_happened_honestly_passes(app: &TestApp) {
    let there = TestApp::on_sqlite();
    let (hall, archive) = eventful(&there);
    app.administrator().post("/v1/archives", &archive).expect(201);
    let standings = app.anyone().get(&format!("{}/standings", hall.path)).expect(200);
    assert_eq!(without_numbers(standings), without_numbers(hall.standings()));
    let again = again_from(app, &archive);
    assert_eq!(again, archive);
    assert_eq!(
        [
            &again["agreed_rounds"],
            &again["agreed_because"],
            &again["ending_accepted_because"]
        ],
        [
            &json!(5),
            &json!("The hall is to be had for one day."),
            &json!("The storm closed the roads.")
        ]
    );
    // What would differ today is the same, though nobody here knows of the bars.
    let told = |app: &TestApp| -> Vec<Value> {
        let rounds = app.anyone().get(&format!("{}/rounds", hall.path)).items();
        let round = |round: &Value| {
            app.anyone()
                .get(&format!("/v1/rounds/{}", text(&round["id"])))
                .expect(200)
        };
        rounds.iter().map(|one| round(one)["differs_today"].clone()).collect()
    };
    assert_eq!(told(app), told(&there));
    assert!(told(app).iter().any(|differs| !differs.is_null()));
    // Nor does it get worse on the way.
    TestApp::on_sqlite()
        .administrator()
        .post("/v1/archives", &again)
        .expect(201);
}

fn a_round_robin_passes(app: &TestApp) {
    let there = TestApp::on_sqlite();
    let hall = Hall::new(&there, &json!({ "system": "round_robin" }), 4);
    let bar = json!({ "player_ids": [hall.players[0], hall.players[1]], "relation": "siblings" });
    hall.coordinator.post("/v1/pairing-bars", &bar).expect(201);
    for _ in 0..3 {
        hall.play(|_| 4);
    }
    let archive = there.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    app.administrator().post("/v1/archives", &archive).expect(201);
    assert_eq!(again_from(app, &archive), archive);
}

fn only_what_is_over_is_a_file(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    hall.play(|_| 4);
    let path = format!("{}/archive", hall.path);
    app.administrator().get(&path).refused(409, "wrong-state");
    hall.coordinator.get(&path).refused(403, "role-required");
    // A file that has something of another tournament is refused, and one with an open dispute is not written.
    let (hall, mut archive) = played(app);
    archive["id"] = json!("019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f");
    app.administrator()
        .post("/v1/archives", &archive)
        .refused(409, "id-taken");
    let one = text(&archive["rounds"][0]["matches"][0]["id"]).to_owned();
    hall.coordinator
        .post(&format!("/v1/matches/{one}/disputes"), &json!({ "reason": "Misread." }))
        .expect(201);
    app.administrator()
        .get(&format!("{}/archive", hall.path))
        .refused(409, "disputed");
}

fn its_rounds_are_drawn_again_from_the_file(app: &TestApp) {
    let (_, archive) = played(app);
    let folder = tempfile::tempdir().unwrap();
    let check = |archive: &Value| run(folder.path(), &["draw", "check", "-"], &archive.to_string());
    let told = check(&archive);
    assert_eq!(
        (told.status.code(), out(&told).as_str()),
        (
            Some(0),
            "3 rounds, 0 played otherwise; 1 outcomes, 0 counted otherwise\n"
        )
    );

    // With other results of the first round the second is another one.
    let mut other = archive.clone();
    for one in other["rounds"][0]["matches"].as_array_mut().unwrap() {
        for game in one["results"][0]["games"].as_array_mut().unwrap() {
            game["result"] = json!("drawn");
        }
    }
    let told = check(&other);
    assert_eq!(told.status.code(), Some(1));
    assert!(out(&told).contains("tournament 1, round 2: drawn "), "{}", out(&told));

    let mut newer = archive;
    newer["format"] = json!("morabaraba-tournament-9");
    let told = check(&newer);
    let error = String::from_utf8_lossy(&told.stderr);
    assert!(error.contains("Only `morabaraba-tournament-1` can be read."), "{error}");
}
