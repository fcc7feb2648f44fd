//! Colours that were superseded, or that two entries of one person have, and ids that are used twice.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::world::{World, approved, proposed};

on_sqlite! {
    what_was_superseded_stands_in_no_award_s_way,
    entries_are_merged_whatever_colours_they_have,
    one_person_is_not_awarded_the_same_twice,
    a_token_is_of_colours_or_of_an_accreditation,
    nobody_reads_a_name_by_selecting,
}

/// National federation colours of a player, approved; the id.
fn higher(app: &TestApp, player: &str) -> String {
    let proposal = json!({
        "player_id": player, "level": "national_federation", "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game.",
    });
    let id = text(&app.coordinator("ZA-NW").post("/v1/colours", &proposal).expect(201)["id"]).to_owned();
    app.administrator()
        .post(
            &format!("/v1/colours/{id}/approvals"),
            &json!({ "reference": "Minutes" }),
        )
        .expect(201);
    id
}

fn supersede(app: &TestApp, colours: &str, successor: &str) -> crate::caller::Answer {
    let body = json!({ "successor_id": successor, "reason": "Of the wrong level." });
    app.administrator()
        .post(&format!("/v1/colours/{colours}/supersessions"), &body)
}

fn merge(app: &TestApp, stays: &str, duplicate: &str) -> Value {
    let body = json!({ "duplicate_id": duplicate });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &body)
        .expect(201)
}

fn what_was_superseded_stands_in_no_award_s_way(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    let (first, second) = (approved(app, &player), higher(app, &player));
    supersede(app, &first, &second).expect(201);
    let reason = json!({ "reason": "The result was corrected." });
    app.administrator()
        .post(&format!("/v1/colours/{second}/revocations"), &reason)
        .expect(201);
    approved(app, &player);
}

fn entries_are_merged_whatever_colours_they_have(app: &TestApp) {
    let club = app.club("ZA-NW");
    for theirs in ["proposed", "approved", "superseded"] {
        let (stays, duplicate) = (app.player(&club), app.player(&club));
        supersede(app, &approved(app, &stays), &higher(app, &stays)).expect(201);
        match theirs {
            "proposed" => drop(proposed(app, &duplicate)),
            "approved" => drop(approved(app, &duplicate)),
            _ => drop(supersede(app, &approved(app, &duplicate), &higher(app, &duplicate)).expect(201)),
        }
        merge(app, &stays, &duplicate);
    }
}

fn one_person_is_not_awarded_the_same_twice(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (stays, duplicate) = (app.player(&club), app.player(&club));
    let (_, waiting) = (approved(app, &stays), proposed(app, &duplicate));
    merge(app, &stays, &duplicate);
    let approvals = format!("/v1/colours/{waiting}/approvals");
    app.administrator()
        .post(&approvals, &json!({ "reference": "Minutes" }))
        .refused(409, "already-awarded");
    // What both entries were awarded is put in order: the one takes the place of the other.
    let (stays, duplicate) = (app.player(&club), app.player(&club));
    let (own, theirs) = (approved(app, &stays), approved(app, &duplicate));
    merge(app, &stays, &duplicate);
    supersede(app, &theirs, &theirs).refused(422, "no-successor");
    supersede(app, &theirs, &own).expect(201);
}

fn a_token_is_of_colours_or_of_an_accreditation(app: &TestApp) {
    let world = World::new(app);
    let code = app
        .administrator()
        .get(&format!("/v1/accreditations/{}/code", world.accreditation))
        .expect(200);
    let path = format!("/v1/verifications/{}", text(&code["code"]));
    let told = app.anyone().get(&path).expect(200);
    let token = app
        .anyone()
        .get(&format!("/v1/certificates/{}/token", text(&code["code"])))
        .body_text();
    // Somebody else's colours under the same id, which are revoked.
    let proposal = json!({
        "id": world.accreditation, "player_id": app.player(&world.club), "level": "provincial", "division": "senior",
        "year": 2027, "basis": "discretion", "reason": "Has taught the game.",
    });
    app.coordinator("ZA-NW").post("/v1/colours", &proposal).expect(201);
    let step = |step: &str| format!("/v1/colours/{}/{step}", world.accreditation);
    app.administrator()
        .post(&step("approvals"), &json!({ "reference": "Minutes" }))
        .expect(201);
    let verified = || {
        app.anyone()
            .post("/v1/verifications", &json!({ "token": token }))
            .expect(200)
    };
    assert_eq!(verified(), told);
    app.administrator()
        .post(&step("revocations"), &json!({ "reason": "A mistake." }))
        .expect(201);
    assert_eq!(verified(), told);
    let listed = app.anyone().get("/v1/revocations").expect(200)["revokedCredential"].clone();
    assert_eq!(listed[0]["id"], format!("urn:x-colours:{}", world.accreditation));
    assert_eq!(listed.as_array().unwrap().len(), 1);
}

fn nobody_reads_a_name_by_selecting(app: &TestApp) {
    let child = app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "2012-05-05");
    let selection = json!({
        "player_id": child, "role": "player", "team": "province", "province": "ZA-MP", "division": "high_school",
        "year": 2027, "selected_on": "2026-11-20", "reference": "Minutes",
    });
    let refused = app.coordinator("ZA-MP").post("/v1/selections", &selection);
    refused.refused(403, "out-of-scope");
    assert!(!refused.body_text().contains("Qwabe"));
}
