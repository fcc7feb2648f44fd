//! A finished tournament as one file, taken over by another installation.

use serde_json::{Value, json};

use crate::app::{TestApp, text};
use crate::hall::Hall;

on_both_databases! {
    a_tournament_is_taken_over_elsewhere,
    who_is_known_is_known_again,
    what_does_not_fit_together_is_refused,
    only_what_is_over_is_a_file,
}

/// A tournament of five players and two rounds, with byes, a withdrawal and a late entry; the hall and its file.
fn played(app: &TestApp) -> (Hall<'_>, Value) {
    let mut hall = Hall::new(app, &json!({ "rounds": 3 }), 4);
    let club = app.club("ZA-GP");
    let player = app.player_named(&club, "van der Merwe", "Leoné", "1990-02-03");
    let leaving = hall.enter(&player);
    hall.play(|one| usize::try_from(one["board"].as_u64().unwrap()).unwrap() + 3);
    hall.step(&format!("{leaving}/withdrawals")).expect(201);
    hall.enter(&app.player(&app.club("ZA-NW")));
    hall.umpire.post(&format!("{leaving}/byes"), &json!({ "round": 3, "value": "half" })).expect(201);
    hall.play(|_| 2);
    hall.play(|_| 5);
    let archive = app.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    (hall, archive)
}

fn a_tournament_is_taken_over_elsewhere(app: &TestApp) {
    let (hall, archive) = played(app);
    let elsewhere = TestApp::on_sqlite();
    // Somebody is on record there already, so that numbers differ.
    elsewhere.player_named(&elsewhere.club("ZA-NW"), "Tau", "Refilwe", "1991-01-01");
    let administrator = elsewhere.administrator();
    let taken = administrator.post("/v1/archives", &archive).expect(201);
    assert_eq!(
        (taken["new_player_ids"].as_array().unwrap().len(), &taken["tournament"]["state"]),
        (6, &json!("finished"))
    );
    let without = |mut value: Value| {
        // A player has another number there.
        for row in value["items"].as_array_mut().unwrap() {
            row["player"]["number"] = Value::Null;
        }
        for list in ["champions", "top_ladies"] {
            for one in value["awards"][list].as_array_mut().unwrap() {
                one["number"] = Value::Null;
            }
        }
        value
    };
    let there = elsewhere.anyone().get(&format!("{}/standings", hall.path)).expect(200);
    assert_eq!(without(there), without(hall.standings()));
    let rounds = elsewhere.anyone().get(&format!("{}/rounds", hall.path));
    assert_eq!(rounds.expect(200), app.anyone().get(&format!("{}/rounds", hall.path)).expect(200));
    let first = format!("/v1/rounds/{}", text(&rounds.items()[0]["id"]));
    let sentences = |app: &TestApp| {
        let round = app.anyone().get(&first).expect(200);
        round["reasons"].as_array().unwrap().iter().map(|reason| reason["sentence"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(sentences(&elsewhere), sentences(app));
    // The same file again changes nothing; another one under the same id is refused.
    let again = administrator.post("/v1/archives", &archive).expect(201);
    assert_eq!((&again["tournament"], &again["new_player_ids"]), (&taken["tournament"], &json!([])));
    let mut other = archive.clone();
    other["plan"]["venue"] = json!("Mmabatho");
    administrator.post("/v1/archives", &other).refused(409, "id-taken");
    // What it was made from comes out again, but for the numbers.
    let mut back = administrator.get(&format!("{}/archive", hall.path)).expect(200);
    for (here, there) in back["players"].as_array_mut().unwrap().iter_mut().zip(archive["players"].as_array().unwrap())
    {
        here["number"] = there["number"].clone();
    }
    assert_eq!(back, archive);
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
    assert_eq!(taken["new_player_ids"].as_array().unwrap().len(), archive["players"].as_array().unwrap().len() - 1);
    assert_eq!(taken["new_club_ids"].as_array().unwrap().len(), archive["clubs"].as_array().unwrap().len() - 1);
    let entries = elsewhere.anyone().get(&format!("/v1/tournaments/{}/entries", text(&archive["id"]))).items();
    assert!(entries.iter().any(|entry| entry["player"]["id"] == json!(player)));
}

fn what_does_not_fit_together_is_refused(app: &TestApp) {
    let (_, archive) = played(app);
    let elsewhere = TestApp::on_sqlite();
    let refused = |change: &dyn Fn(&mut Value), pointer: &str, code: &str| {
        let mut archive = archive.clone();
        change(&mut archive);
        let faults = elsewhere.administrator().post("/v1/archives", &archive).faults();
        assert!(faults.contains(&(pointer.to_owned(), code.to_owned())), "{faults:?}");
    };
    refused(&|file| file["format"] = json!("other"), "/format", "unknown-format");
    refused(&|file| file["plan"]["rounds"] = json!(0), "/rounds", "out-of-range");
    refused(&|file| file["rounds"] = json!([]), "/rounds", "out-of-range");
    refused(&|file| file["entries"][1]["id"] = file["entries"][0]["id"].clone(), "/entries", "duplicate");
    refused(&|file| file["rounds"][1]["id"] = file["rounds"][0]["id"].clone(), "/entries", "duplicate");
    refused(&|file| file["entries"][0]["team"] = json!("North\u{202e}West"), "/entries/0/team", "invalid-value");
    refused(&|file| file["entries"][0]["first_round"] = json!(-5), "/entries/0/first_round", "out-of-range");
    let absences = json!([{ "first_round": 1, "last_round": null }, { "first_round": 1, "last_round": 2 }]);
    refused(&|file| file["entries"][0]["absences"] = absences.clone(), "/entries/0/absences", "out-of-order");
    refused(&|file| file["byes"][0]["round"] = json!(-7), "/byes/0/round", "out-of-range");
    refused(&|file| file["ended_because"] = json!("a\u{0}b"), "/ended_because", "invalid-value");
    refused(&|file| file["rounds"][0]["digest"] = json!("none"), "/rounds/0/digest", "invalid-value");
    refused(&|file| file["rounds"][0]["orders"]["reason"] = json!(""), "/rounds/0/orders/reason", "invalid-value");
    refused(
        &|file| file["rounds"][1]["matches"] = file["rounds"][0]["matches"].clone(),
        "/rounds/1/matches",
        "inconsistent",
    );
    refused(&|file| file["plan"]["ends_on"] = json!("2526-11-20"), "/ends_on", "too-long");
    refused(&|file| file["entries"][1]["seed"] = json!(7), "/entries/1/seed", "out-of-order");
    refused(&|file| file["entries"][0]["player_id"] = file["id"].clone(), "/entries/0/player_id", "unknown");
    refused(&|file| file["entries"][0]["club_id"] = file["id"].clone(), "/entries/0/club_id", "unknown");
    refused(&|file| file["rounds"][0]["matches"][0]["pair"] = json!([1, 77]), "/rounds/0/matches/0/pair", "unknown");
    refused(&|file| file["rounds"][0]["matches"][0]["games"] = json!([]), "/rounds/0/matches/0/games", "wrong-number");
    let same =
        |file: &mut Value| file["rounds"][0]["matches"][1]["pair"] = file["rounds"][0]["matches"][0]["pair"].clone();
    let twice = |file: &mut Value| {
        same(file);
        file["rounds"][0]["draw"]["boards"][1] = file["rounds"][0]["draw"]["boards"][0].clone();
        for seat in ["started", "drawn_to_start"] {
            file["rounds"][0]["matches"][1][seat] = file["rounds"][0]["matches"][0][seat].clone();
        }
    };
    refused(&twice, "/rounds", "inconsistent");
    refused(&|file| file["byes"][0]["entry_id"] = file["id"].clone(), "/byes/0/entry_id", "unknown");
    refused(&|file| file["players"][0]["family_name"] = Value::Null, "/players/0", "unknown");
    refused(&|file| file["players"][0]["birth_date"] = json!("2027-01-01"), "/players/0/birth_date", "in-future");
    refused(&|file| file["clubs"][0]["code"] = json!("?"), "/clubs/0/code", "invalid-code");
    refused(&|file| file["created_at"] = json!("yesterday"), "/created_at", "invalid-value");
    let mut nowhere = archive.clone();
    nowhere["province"] = json!("ZA-XX");
    elsewhere.administrator().post("/v1/archives", &nowhere).refused(422, "unknown-province");
    // Nothing of it was kept.
    assert!(elsewhere.anyone().get("/v1/tournaments").items().is_empty());
    assert!(elsewhere.anyone().get("/v1/clubs").items().is_empty());
    let large = json!({ "format": "x".repeat(11 * 1024 * 1024) });
    elsewhere.administrator().post("/v1/archives", &large).refused(413, "body-too-large");
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
    app.administrator().post("/v1/archives", &archive).refused(409, "id-taken");
    let one = text(&archive["rounds"][0]["matches"][0]["id"]).to_owned();
    hall.coordinator.post(&format!("/v1/matches/{one}/disputes"), &json!({ "reason": "Misread." })).expect(201);
    app.administrator().get(&format!("{}/archive", hall.path)).refused(409, "disputed");
}
