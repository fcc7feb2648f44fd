//! Dated residence: where a player lives, and where they lived.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_both_databases! {
    a_player_moves,
    a_day_recorded_again_is_mended,
    a_wrong_province_is_corrected_for_a_reason,
    what_is_wrong_is_told,
    a_history_is_private,
}

fn since(day: &str, province: &str, region: Option<&str>) -> Value {
    json!({ "since": day, "province": province, "region": region })
}

fn a_player_moves(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let path = format!("/v1/players/{player}/residences");
    let province = || text(&app.anyone().get(&format!("/v1/players/{player}")).expect(200)["province"]).to_owned();
    assert_eq!(secretary.get(&path).items().len(), 1, "since the day of the entry");
    // What was before today changes nothing today.
    secretary
        .post(&path, &since("2020-02-29", "ZA-LP", Some("DC34")))
        .expect(201);
    assert_eq!(province(), "ZA-NW");
    app.at("2026-12-01T08:00:00Z");
    let secretary = app.secretary(&club);
    let moved = secretary.post(&path, &since("2026-11-25", "ZA-GP", Some("JHB")));
    assert_eq!(moved.header("location"), path);
    assert_eq!(moved.expect(201)["region"], "JHB");
    assert_eq!(province(), "ZA-GP");
    let particulars = secretary.get(&format!("/v1/players/{player}/particulars")).expect(200);
    assert_eq!(
        (&particulars["province"], &particulars["region"]),
        (&json!("ZA-GP"), &json!("JHB"))
    );
    let history = secretary.get(&path).items();
    let days: Vec<&str> = history.iter().map(|residence| text(&residence["since"])).collect();
    assert_eq!(days, ["2026-11-25", "2026-11-20", "2020-02-29"]);
    let listed = |province: &str| {
        app.anyone()
            .get(&format!("/v1/players?province={province}"))
            .items()
            .len()
    };
    assert_eq!((listed("ZA-GP"), listed("ZA-NW")), (1, 0));
}

fn a_day_recorded_again_is_mended(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let path = format!("/v1/players/{player}/residences");
    secretary.post(&path, &since("2026-11-20", "ZA-LP", None)).expect(201);
    secretary
        .post(&path, &since("2026-11-20", "ZA-LP", Some("DC34")))
        .expect(201);
    let history = secretary.get(&path).items();
    assert_eq!(history.len(), 1);
    assert_eq!(
        (&history[0]["province"], &history[0]["region"]),
        (&json!("ZA-LP"), &json!("DC34"))
    );
    assert_eq!(
        app.anyone().get(&format!("/v1/players/{player}")).expect(200)["province"],
        "ZA-LP"
    );
}

fn a_wrong_province_is_corrected_for_a_reason(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let path = format!("/v1/players/{player}/residences");
    let corrections = format!("/v1/players/{player}/residence-corrections");
    let province = || text(&app.anyone().get(&format!("/v1/players/{player}")).expect(200)["province"]).to_owned();
    // An earlier home says until when it counts.
    let earlier = secretary.post(&path, &since("2020-02-29", "ZA-LP", None)).expect(201);
    assert_eq!(
        (&earlier["until"], province().as_str()),
        (&json!("2026-11-19"), "ZA-NW")
    );
    let correction = |since: &str, right: Option<&str>, province: &str, reason: &str| {
        let body = json!({ "since": since, "right_since": right, "province": province, "reason": reason });
        secretary.post(&corrections, &body)
    };
    let because = "The form had the school's province.";
    assert_eq!(
        correction("2026-11-20", None, "ZA-GP", " ").faults(),
        [("/reason".to_owned(), "required".to_owned())]
    );
    correction("2026-11-19", None, "ZA-GP", because).refused(422, "unknown-residence");
    correction("2026-11-20", None, "ZA-XX", because).refused(422, "unknown-province");
    correction("2026-11-20", Some("2020-02-29"), "ZA-GP", because).refused(409, "residence-there");
    let problem = correction("2026-11-20", Some("2026-11-21"), "ZA-GP", because).refused(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/right_since");
    assert_eq!((secretary.get(&path).items().len(), province().as_str()), (2, "ZA-NW"));
    let answer = correction("2026-11-20", Some("2024-05-01"), "ZA-GP", because);
    assert_eq!(answer.header("location"), path);
    let right = answer.expect(201);
    assert_eq!(
        (&right["since"], &right["until"], &right["province"]),
        (&json!("2024-05-01"), &json!(null), &json!("ZA-GP"))
    );
    assert_eq!(province(), "ZA-GP");
    let history = secretary.get(&path).items();
    let days: Vec<[&Value; 2]> = history.iter().map(|one| [&one["since"], &one["until"]]).collect();
    assert_eq!(
        days,
        [
            [&json!("2024-05-01"), &json!(null)],
            [&json!("2020-02-29"), &json!("2024-04-30")]
        ]
    );
    let trail = format!("/v1/audit?subject=player&subject_id={player}");
    let rows = app.administrator().get(&trail).items();
    let row = rows
        .iter()
        .find(|row| row["action"] == "create_residence_correction")
        .unwrap();
    assert!(row.to_string().contains(because), "{row}");
    app.coordinator("ZA-GP")
        .post(
            &corrections,
            &json!({ "since": "2024-05-01", "province": "ZA-NW", "reason": "So." }),
        )
        .refused(403, "out-of-scope");
}

fn what_is_wrong_is_told(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let path = format!("/v1/players/{player}/residences");
    let refused = |residence: Value, code: &str| {
        secretary.post(&path, &residence).refused(422, code);
    };
    refused(since("2026-11-20", "ZA-XX", None), "unknown-province");
    refused(since("2026-11-20", "ZA-NW", Some("XX")), "unknown-region");
    // A region of another province.
    refused(since("2026-11-20", "ZA-NW", Some("JHB")), "unknown-region");
    let problem = secretary
        .post(&path, &since("2026-11-21", "ZA-NW", None))
        .refused(422, "invalid-input");
    assert_eq!(problem["errors"][0]["code"], "in-future");
    let problem = secretary
        .post(&path, &since("1998-04-16", "ZA-NW", None))
        .refused(422, "invalid-input");
    assert_eq!(
        (&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]),
        (&json!("/since"), &json!("before-birth"))
    );
    assert_eq!(secretary.get(&path).items().len(), 1);
    secretary.post(&path, &since("1998-04-17", "ZA-NW", None)).expect(201);
    // Today is South Africa's day.
    app.at("2026-11-20T22:00:00Z");
    app.secretary(&club)
        .post(&path, &since("2026-11-21", "ZA-NW", None))
        .expect(201);
    let player = json!({
        "family_name": "Nkosi", "birth_date": "1990-01-01", "sex": "male", "province": "ZA-NW", "region": "JHB",
        "club_id": club,
    });
    app.administrator()
        .post("/v1/players", &player)
        .refused(422, "unknown-region");
}

fn a_history_is_private(app: &TestApp) {
    let club = app.club("ZA-NW");
    let path = format!("/v1/players/{}/residences", app.player(&club));
    app.anyone().get(&path).refused(401, "token-required");
    app.umpire().get(&path).refused(403, "role-required");
    // Residence gives no say: the province of the club does.
    app.coordinator("ZA-GP")
        .post(&path, &since("2026-11-20", "ZA-GP", None))
        .refused(403, "out-of-scope");
    app.coordinator("ZA-GP").get(&path).refused(403, "out-of-scope");
}
