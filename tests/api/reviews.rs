//! Ratified tournaments that a correction has brought under review, and the colours that rest on them.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{self, sheet};
use crate::season::{correct, matches, members, ratified};
use crate::world::colours::any_size;

on_sqlite! {
    a_correction_brings_a_tournament_under_review,
    a_correction_that_takes_nothing_away_does_not,
    an_umpire_who_turns_out_to_have_played_does,
}

fn ids(items: &[Value]) -> Vec<String> {
    items.iter().map(|item| text(&item["id"]).to_owned()).collect()
}

fn a_correction_brings_a_tournament_under_review(app: &TestApp) {
    any_size(app);
    let players = members(app, 4, 1);
    let hall = ratified(app, ("provincial", "2026-11-20", 1), &players, |_| 6);
    let of_others = ratified(app, ("provincial", "2026-11-20", 1), &members(app, 4, 1), |_| 6);
    let id = hall.path.rsplit('/').next().unwrap();
    let all = matches(&hall);
    let propose = |one: &Value| {
        let proposal = json!({
            "player_id": one["players"][0]["player"]["id"], "level": "provincial", "division": "senior", "year": 2027,
            "basis": "all_rounds",
        });
        text(&hall.coordinator.post("/v1/colours", &proposal).expect(201)["id"]).to_owned()
    };
    let (proposed, other) = (propose(&all[0]), propose(&matches(&of_others)[0]));
    let approvals = format!("/v1/colours/{proposed}/approvals");
    app.administrator()
        .post(&approvals, &json!({ "reference": "Minutes" }))
        .expect(201);
    let since = || app.anyone().get(&hall.path).expect(200)["under_review_since"].clone();
    let fell = |award: &str| {
        let path = format!("/v1/colours/{award}/particulars");
        hall.coordinator.get(&path).expect(200)["evidence_fell"].clone()
    };
    let listed = |fell: bool| {
        let path = format!("/v1/colours-particulars?evidence_fell={fell}");
        ids(&app.administrator().get(&path).items())
    };
    let under_review = || ids(&app.administrator().get("/v1/tournaments?under_review=true").items());
    assert_eq!((since(), fell(&proposed)), (json!(null), json!(false)));
    assert_eq!((listed(true), under_review()), (vec![], vec![]));
    // Nobody has confirmed the other result.
    correct(app, &all[1], &sheet(&all[1], 5), 1);
    assert_eq!(since(), "2026-11-20T08:00:00.000000Z");
    assert_eq!(under_review(), [id]);
    let others = app.anyone().get("/v1/tournaments?under_review=false").items();
    assert_eq!(ids(&others), [of_others.path.rsplit('/').next().unwrap()]);
    assert_eq!((fell(&proposed), fell(&other)), (json!(true), json!(false)));
    assert_eq!((listed(true), listed(false)), (vec![proposed.clone()], vec![other]));
    // The award holds all the same: what becomes of it is for a person to say.
    app.anyone().get(&format!("/v1/colours/{proposed}")).expect(200);
    let page = app.anyone().get(&hall.path.replace("/v1", "")).body_text();
    assert!(page.contains("and looks at it again"), "{page}");
    let problem = hall.ratify().refused(409, "not-recognised");
    assert_eq!(
        problem["missing"],
        json!({ "scoring": ["Matches without a second person's confirmation: 1."] })
    );
    let second = app.granted(&json!({ "role": "administrator" }));
    let confirmations = format!("/v1/matches/{}/confirmations", text(&all[1]["id"]));
    second.post(&confirmations, &json!({ "version": 2 })).expect(201);
    // Put right, and still to be confirmed as a whole.
    assert_eq!(fell(&proposed), json!(true));
    app.pass(chrono::TimeDelta::minutes(1));
    let ratified = hall.ratify().expect(201);
    assert_eq!(
        (&ratified["under_review_since"], &ratified["ratified_at"]),
        (&json!(null), &json!("2026-11-20T08:00:00.000000Z"))
    );
    assert_eq!((fell(&proposed), under_review()), (json!(false), vec![]));
    hall.ratify().refused(409, "wrong-state");
}

fn a_correction_that_takes_nothing_away_does_not(app: &TestApp) {
    // Nobody confirms the results of a friendly tournament.
    let hall = ratified(app, ("friendly", "2026-11-20", 1), &members(app, 4, 1), |_| 6);
    let one = &matches(&hall)[0];
    correct(app, one, &sheet(one, 5), 1);
    assert_eq!(
        app.anyone().get(&hall.path).expect(200)["under_review_since"],
        json!(null)
    );
}

fn an_umpire_who_turns_out_to_have_played_does(app: &TestApp) {
    let players = members(app, 4, 1);
    let hall = ratified(app, ("friendly", "2026-11-20", 1), &players, |_| 6);
    let (_, other, _) = hall::umpire(app);
    let appointments = format!("{}/appointments", hall.path);
    let appointment = json!({ "player_id": other });
    hall.coordinator
        .post(&appointments, &appointment)
        .refused(409, "wrong-state");
    let duplicate = json!({ "duplicate_id": players[0] });
    app.administrator()
        .post(&format!("/v1/players/{}/mergers", hall.umpire_player), &duplicate)
        .expect(201);
    let read = app.anyone().get(&hall.path).expect(200);
    assert_eq!(read["under_review_since"], "2026-11-20T08:00:00.000000Z");
    let problem = hall.ratify().refused(409, "not-recognised");
    let plays = "On 2026-11-20 no appointed umpire does. Thandiwe Mokoena: The umpire plays in the tournament.";
    assert_eq!(problem["missing"], json!({ "umpire": [plays] }));
    // Somebody else was there as well: what is under review is put right.
    hall.coordinator.post(&appointments, &appointment).expect(201);
    assert_eq!(hall.ratify().expect(201)["under_review_since"], json!(null));
}
