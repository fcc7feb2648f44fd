//! Archives that do not hold together: each is refused, and nothing of it is kept.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::archives::{eventful, played};

on_sqlite! {
    what_is_altered_alike_is_refused,
    what_does_not_fit_together_is_refused,
}

/// Has two players change places in a round of the file, in its draw and in its matches.
fn exchange(archive: &mut Value, round: usize, places: [u64; 2]) {
    fn swap(value: &mut Value, places: [u64; 2]) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| swap(item, places)),
            Value::Number(place) if place.as_u64() == Some(places[0]) => *value = json!(places[1]),
            Value::Number(place) if place.as_u64() == Some(places[1]) => *value = json!(places[0]),
            _ => {}
        }
    }
    let round = &mut archive["rounds"][round];
    for board in round["draw"]["boards"].as_array_mut().unwrap() {
        for name in ["pair", "starter"] {
            swap(&mut board[name], places);
        }
    }
    swap(&mut round["draw"]["bye"], places);
    for one in round["matches"].as_array_mut().unwrap() {
        for name in ["pair", "drawn_to_start"] {
            swap(&mut one[name], places);
        }
        one["results"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|result| swap(&mut result["started"], places));
    }
}

fn what_is_altered_alike_is_refused(app: &TestApp) {
    let there = TestApp::on_sqlite();
    let (_, archive) = eventful(&there);
    let administrator = app.administrator();
    let lower = |round: usize, board: usize| {
        archive["rounds"][round]["draw"]["boards"][board]["pair"][1]
            .as_u64()
            .unwrap()
    };
    // Drawn, drawn, drawn with orders, paired by the umpire.
    for round in 0..4 {
        let mut altered = archive.clone();
        exchange(&mut altered, round, [lower(round, 0), lower(round, 1)]);
        let pointer = format!("/rounds/{round}/draw");
        assert_eq!(
            administrator.post("/v1/archives", &altered).faults(),
            [(pointer, "not-the-draw".to_owned())]
        );
    }
    // So is a result before a round without the round, and who may not meet.
    let mut altered = archive.clone();
    let games = altered["rounds"][0]["matches"][2]["results"][0]["games"]
        .as_array_mut()
        .unwrap();
    for game in games {
        *game = json!({ "result": "drawn", "ended": "played" });
    }
    let mut lifted = archive.clone();
    lifted["rounds"][0]["draw"]["apart"] = json!([]);
    let mut computed = archive.clone();
    computed["rounds"][3]["draw"]["computed"] = Value::Null;
    for (altered, round) in [(altered, 1), (lifted, 0), (computed, 3)] {
        let pointer = format!("/rounds/{round}/draw");
        assert_eq!(
            administrator.post("/v1/archives", &altered).faults(),
            [(pointer, "not-the-draw".to_owned())]
        );
    }
    assert!(app.anyone().get("/v1/tournaments").items().is_empty());
    administrator.post("/v1/archives", &archive).expect(201);
}

fn what_does_not_fit_together_is_refused(app: &TestApp) {
    fn first(file: &mut Value) -> &mut Value {
        &mut file["rounds"][0]["matches"][0]
    }
    let (_, archive) = played(app);
    let elsewhere = TestApp::on_sqlite();
    let refused = |change: &dyn Fn(&mut Value), pointer: &str, code: &str| {
        let mut archive = archive.clone();
        change(&mut archive);
        let faults = elsewhere.administrator().post("/v1/archives", &archive).faults();
        assert!(faults.contains(&(pointer.to_owned(), code.to_owned())), "{faults:?}");
    };
    refused(&|file| file["format"] = json!("other"), "/format", "unknown-format");
    refused(
        &|file| file["plan"]["rounds"] = json!(0),
        "/plan/rounds",
        "out-of-range",
    );
    refused(&|file| file["rounds"] = json!([]), "/rounds", "out-of-range");
    refused(
        &|file| file["entries"][1]["id"] = file["entries"][0]["id"].clone(),
        "/entries",
        "duplicate",
    );
    refused(
        &|file| file["rounds"][1]["id"] = file["rounds"][0]["id"].clone(),
        "/entries",
        "duplicate",
    );
    let team = |file: &Value, name: &str| {
        json!({
            "id": "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", "name": name, "club_id": null,
            "entry_ids": [file["entries"][0]["id"]], "created_at": "2026-11-20T08:00:00.000000Z",
        })
    };
    refused(
        &|file| file["teams"] = json!([team(file, "North\u{202e}West")]),
        "/teams/0/name",
        "invalid-value",
    );
    refused(
        &|file| {
            let mut other = team(file, "North West B");
            other["id"] = json!("019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2c");
            file["teams"] = json!([team(file, "North West A"), other]);
        },
        "/teams/1/entry_ids",
        "unknown",
    );
    refused(
        &|file| {
            let mut lost = team(file, "North West A");
            lost["club_id"] = lost["id"].clone();
            file["teams"] = json!([lost]);
        },
        "/teams/0/club_id",
        "unknown",
    );
    refused(
        &|file| file["entries"][0]["first_round"] = json!(-5),
        "/entries/0/first_round",
        "out-of-range",
    );
    let absences = json!([{ "first_round": 1, "last_round": null }, { "first_round": 1, "last_round": 2 }]);
    refused(
        &|file| file["entries"][0]["absences"] = absences.clone(),
        "/entries/0/absences",
        "out-of-order",
    );
    refused(
        &|file| file["byes"][0]["round"] = json!(-7),
        "/byes/0/round",
        "out-of-range",
    );
    for reason in ["ended_because", "agreed_because", "ending_accepted_because"] {
        refused(
            &|file| file[reason] = json!("a\u{0}b"),
            &format!("/{reason}"),
            "invalid-value",
        );
    }
    refused(
        &|file| file["agreed_rounds"] = json!(31),
        "/agreed_rounds",
        "out-of-range",
    );
    refused(
        &|file| file["rounds"][0]["digest"] = json!("none"),
        "/rounds/0/digest",
        "invalid-value",
    );
    refused(
        &|file| file["rounds"][0]["orders"]["reason"] = json!(""),
        "/rounds/0/orders/reason",
        "invalid-value",
    );
    refused(
        &|file| file["rounds"][1]["matches"] = file["rounds"][0]["matches"].clone(),
        "/rounds/1/matches",
        "inconsistent",
    );
    refused(
        &|file| file["plan"]["ends_on"] = json!("2526-11-20"),
        "/plan/ends_on",
        "too-long",
    );
    refused(
        &|file| file["entries"][1]["seed"] = json!(1),
        "/entries/1/seed",
        "out-of-order",
    );
    refused(
        &|file| file["entries"][0]["player_id"] = file["id"].clone(),
        "/entries/0/player_id",
        "unknown",
    );
    refused(
        &|file| file["entries"][0]["club_id"] = file["id"].clone(),
        "/entries/0/club_id",
        "unknown",
    );
    refused(
        &|file| file["rounds"][0]["matches"][0]["pair"] = json!([1, 77]),
        "/rounds/0/matches/0/pair",
        "unknown",
    );
    refused(
        &|file| first(file)["results"] = json!([]),
        "/rounds/0/matches/0/results",
        "required",
    );
    let games = "/rounds/0/matches/0/results/0/games";
    refused(
        &|file| first(file)["results"][0]["games"] = json!([]),
        games,
        "wrong-number",
    );
    let tomorrow = "2026-11-21T08:00:00.000000Z";
    let results = "/rounds/0/matches/0/results";
    refused(
        &|file| first(file)["results"][0]["at"] = json!(tomorrow),
        results,
        "out-of-order",
    );
    refused(
        &|file| first(file)["results"][0]["reason"] = json!("a\u{0}b"),
        results,
        "invalid-value",
    );
    refused(
        &|file| file["rounds"][0]["drawn_at"] = json!(tomorrow),
        "/rounds/0/drawn_at",
        "out-of-order",
    );
    refused(
        &|file| file["rounds"][0]["closed_at"] = json!(tomorrow),
        "/rounds/1/drawn_at",
        "out-of-order",
    );
    refused(
        &|file| file["rounds"][0]["orders"]["reason"] = json!("So."),
        "/rounds/0/orders/reason",
        "inconsistent",
    );
    let same =
        |file: &mut Value| file["rounds"][0]["matches"][1]["pair"] = file["rounds"][0]["matches"][0]["pair"].clone();
    let twice = |file: &mut Value| {
        same(file);
        file["rounds"][0]["draw"]["boards"][1] = file["rounds"][0]["draw"]["boards"][0].clone();
        for seat in ["results", "drawn_to_start"] {
            file["rounds"][0]["matches"][1][seat] = file["rounds"][0]["matches"][0][seat].clone();
        }
    };
    refused(&twice, "/rounds", "inconsistent");
    refused(
        &|file| drop(file["byes"].as_array_mut().unwrap().remove(0)),
        "/byes",
        "inconsistent",
    );
    refused(
        &|file| file["byes"][0]["entry_id"] = file["id"].clone(),
        "/byes/0/entry_id",
        "unknown",
    );
    refused(
        &|file| file["players"][0]["family_name"] = Value::Null,
        "/players/0",
        "incomplete",
    );
    refused(
        &|file| file["players"][0]["birth_date"] = json!("2027-01-01"),
        "/players/0/birth_date",
        "in-future",
    );
    refused(
        &|file| file["clubs"][0]["code"] = json!("?"),
        "/clubs/0/code",
        "invalid-code",
    );
    refused(
        &|file| file["created_at"] = json!("yesterday"),
        "/created_at",
        "invalid-value",
    );
    let mut nowhere = archive.clone();
    nowhere["province"] = json!("ZA-XX");
    elsewhere
        .administrator()
        .post("/v1/archives", &nowhere)
        .refused(422, "unknown-province");
    // Nothing of it was kept.
    assert!(elsewhere.anyone().get("/v1/tournaments").items().is_empty());
    assert!(elsewhere.anyone().get("/v1/clubs").items().is_empty());
    let large = json!({ "format": "x".repeat(11 * 1024 * 1024) });
    elsewhere
        .administrator()
        .post("/v1/archives", &large)
        .refused(413, "body-too-large");
}
