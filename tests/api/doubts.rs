//! Doubtful records: what is in force though its rule is met no more is listed until a person decides, and then again once it
//! lacks something besides.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, says};
use crate::caller::{Caller, text};
use crate::hall::{Hall, affiliated, register, sheet};
use crate::season::{correct, matches, members, ratified};
use crate::umpire_courses::{correct as correct_marks, course, marked};
use crate::world::colours::{any_size, doubtful, selected};

on_both_databases! {
    an_award_is_listed_until_a_person_decides,
    an_award_on_a_withdrawn_selection_is_listed,
    an_accreditation_on_corrected_marks_is_listed,
    an_entry_and_an_appointment_are_listed,
    a_selection_is_upheld_by_who_could_withdraw_it,
    what_is_upheld_is_on_the_list_and_has_a_reason,
    records_in_doubt_are_upheld_at_the_desk,
}

const LIST: &str = "/v1/doubtful-records";

/// The doubtful records of a kind that wait, as that caller reads them.
fn waiting(caller: &Caller<'_>, kind: &str) -> Vec<Value> {
    caller.get(&format!("{LIST}?kind={kind}")).items()
}

fn ids(items: &[Value]) -> Vec<String> {
    items.iter().map(|item| text(&item["id"]).to_owned()).collect()
}

fn upholding(kind: &str, id: &str) -> Value {
    json!({ "kind": kind, "record_id": id, "reason": "The board has heard the player." })
}

/// Colours that the coordinator proposes and an administrator approves; the id.
fn awarded(app: &TestApp, player: &str, basis: &str) -> String {
    let proposal = json!({
        "player_id": player, "level": "provincial", "division": "senior", "year": 2027, "basis": basis,
    });
    let proposed = app.coordinator("ZA-NW").post("/v1/colours", &proposal).expect(201);
    let id = text(&proposed["id"]).to_owned();
    app.administrator()
        .post(
            &format!("/v1/colours/{id}/approvals"),
            &json!({ "reference": "Minutes" }),
        )
        .expect(201);
    id
}

/// What an award lacks by its particulars, as codes; the evidence fell if it lacks anything.
fn lacks(app: &TestApp, award: &str) -> Vec<String> {
    let path = format!("/v1/colours/{award}/particulars");
    let award = app.coordinator("ZA-NW").get(&path).expect(200);
    let missing = award["missing"].as_array().unwrap().clone();
    assert_eq!(award["evidence_fell"], json!(!missing.is_empty()));
    missing.iter().map(|one| text(&one["code"]).to_owned()).collect()
}

fn an_award_is_listed_until_a_person_decides(app: &TestApp) {
    any_size(app);
    let hall = ratified(app, ("provincial", "2026-11-20", 1), &members(app, 4, 1), |_| 6);
    let all = matches(&hall);
    let winner = text(&all[0]["players"][0]["player"]["id"]).to_owned();
    let award = awarded(app, &winner, "all_rounds");
    let (administrator, coordinator) = (app.administrator(), app.coordinator("ZA-NW"));
    assert!(waiting(&administrator, "award").is_empty() && lacks(app, &award).is_empty());
    // The winner has lost, and nobody has confirmed that.
    correct(app, &all[0], &sheet(&all[0], 1), 1);
    assert_eq!(lacks(app, &award), ["rounds_not_won", "under_review"]);
    assert_eq!(ids(&waiting(&administrator, "award")), [award.as_str()]);
    let confirmations = format!("/v1/matches/{}/confirmations", text(&all[0]["id"]));
    let second = app.granted(&json!({ "role": "administrator" }));
    second.post(&confirmations, &json!({ "version": 2 })).expect(201);
    hall.ratify().expect(201);
    // Ratified again it is a loss for good.
    assert_eq!(lacks(app, &award), ["rounds_not_won"]);
    let listed = waiting(&coordinator, "award");
    assert_eq!(ids(&listed), [award.as_str()]);
    assert_eq!(
        (&listed[0]["player"]["id"], &listed[0]["about"], &listed[0]["upheld"]),
        (
            &json!(winner),
            &json!("Provincial colours, senior, North West, 2027"),
            &json!(null)
        )
    );
    assert!(text(&listed[0]["reasons"][0]).ends_with("won 0 of 1 round, played to the end."));
    assert!(waiting(&app.coordinator("ZA-GP"), "award").is_empty());
    let fell = administrator.get("/v1/colours-particulars?evidence_fell=true").items();
    assert_eq!(ids(&fell), [award.as_str()]);
    // It holds all the same.
    app.anyone().get(&format!("/v1/colours/{award}")).expect(200);
    // Who does not revoke it does not uphold it.
    let asked = upholding("award", &award);
    coordinator.post("/v1/upholdings", &asked).refused(403, "out-of-scope");
    let upheld = administrator.post("/v1/upholdings", &asked).expect(201);
    assert_eq!(upheld["upheld"]["reason"], "The board has heard the player.");
    administrator
        .post("/v1/upholdings", &asked)
        .refused(409, "already-upheld");
    assert!(waiting(&administrator, "award").is_empty());
    assert_eq!(
        ids(&administrator.get(&format!("{LIST}?upheld=true")).items()),
        [award.as_str()]
    );
    // It lacks something besides, and waits again, until it is revoked.
    correct(app, &all[1], &sheet(&all[1], 5), 1);
    assert_eq!(lacks(app, &award), ["rounds_not_won", "under_review"]);
    assert_eq!(ids(&waiting(&administrator, "award")), [award.as_str()]);
    let revocations = format!("/v1/colours/{award}/revocations");
    administrator
        .post(&revocations, &json!({ "reason": "The result was corrected." }))
        .expect(201);
    assert!(waiting(&administrator, "award").is_empty() && lacks(app, &award).is_empty());
    administrator
        .post("/v1/upholdings", &asked)
        .refused(409, "not-doubtful");
}

fn an_award_on_a_withdrawn_selection_is_listed(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let selection = selected(app, &app.club("ZA-NW"));
    let selection = format!("/v1/selections/{selection}");
    let player = text(&coordinator.get(&selection).expect(200)["player"]["id"]).to_owned();
    let award = awarded(app, &player, "selection");
    assert!(lacks(app, &award).is_empty());
    coordinator
        .post(&format!("{selection}/withdrawals"), &json!({ "reason": "Is ill." }))
        .expect(201);
    assert_eq!(lacks(app, &award), ["not_selected"]);
    let listed = waiting(&coordinator, "award");
    assert_eq!(ids(&listed), [award]);
    assert_eq!(
        listed[0]["reasons"],
        json!(["Nobody has recorded such a selection for the year."])
    );
}

fn an_accreditation_on_corrected_marks_is_listed(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    let player = app.player(&club);
    register(app, &player, &club, "senior");
    let course = course(app, "2026-11-14");
    let candidate = administrator.post(
        &format!("/v1/umpire-courses/{course}/candidates"),
        &marked(&player, 84, 91),
    );
    let candidate = candidate.expect(201);
    let accreditation = json!({
        "player_id": player, "level": "level_1", "valid_from": "2026-11-20", "course_id": course,
    });
    let accreditation = administrator.post("/v1/accreditations", &accreditation);
    let id = text(&accreditation.expect(201)["id"]).to_owned();
    assert!(waiting(&administrator, "accreditation").is_empty());
    correct_marks(&administrator, &candidate["id"], [48, 91], "Counted again.").expect(201);
    let listed = waiting(&app.coordinator("ZA-NW"), "accreditation");
    assert_eq!(ids(&listed), [id.as_str()]);
    assert_eq!(listed[0]["reasons"], json!(["The player has not passed the course."]));
    // Passed after all, it is in doubt no more, though nobody has decided.
    correct_marks(&administrator, &candidate["id"], [50, 91], "Counted once more.").expect(201);
    assert!(waiting(&administrator, "accreditation").is_empty());
    correct_marks(&administrator, &candidate["id"], [48, 91], "It was right.").expect(201);
    let revocations = format!("/v1/accreditations/{id}/revocations");
    administrator
        .post(&revocations, &json!({ "reason": "The course was not passed." }))
        .expect(201);
    assert!(waiting(&administrator, "accreditation").is_empty());
}

fn an_entry_and_an_appointment_are_listed(app: &TestApp) {
    let plan = json!({ "level": "provincial", "rounds": 6 });
    let mut hall = Hall::new(app, &plan, 0);
    let club = affiliated(app);
    let player = app.player(&club);
    let registration = app.registered(&json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    }));
    let entry = hall.enter(&player);
    let entry = entry.rsplit('/').next().unwrap();
    let (administrator, coordinator) = (app.administrator(), app.coordinator("ZA-NW"));
    assert!(coordinator.get(LIST).items().is_empty());
    // The fee was another player's.
    administrator
        .patch(&registration, "*", &json!({ "paid_on": null }))
        .expect(200);
    let listed = waiting(&coordinator, "entry");
    assert_eq!(ids(&listed), [entry]);
    assert_eq!(listed[0]["reasons"], json!(["The player's registration is not paid."]));
    assert_eq!(listed[0]["about"], "Entry in Mahikeng Open");
    coordinator
        .post("/v1/upholdings", &upholding("entry", entry))
        .expect(201);
    assert!(waiting(&coordinator, "entry").is_empty());
    // A suspension comes besides.
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Struck an umpire." });
    administrator
        .post(&format!("/v1/players/{player}/suspensions"), &suspension)
        .expect(201);
    let reasons = waiting(&coordinator, "entry")[0]["reasons"].clone();
    assert_eq!(reasons.as_array().unwrap().len(), 2, "{reasons}");
    // Nobody reads there why somebody is suspended.
    assert!(!reasons.to_string().contains("Struck"), "{reasons}");
    coordinator
        .send("POST", &format!("/v1/entries/{entry}/withdrawals"), &[], None)
        .expect(201);
    assert!(waiting(&coordinator, "entry").is_empty());
    assert!(waiting(&coordinator, "appointment").is_empty());
    administrator
        .post(
            &format!("{}/revocations", hall.accreditation),
            &json!({ "reason": "Ruled on a relative." }),
        )
        .expect(201);
    let listed = waiting(&coordinator, "appointment");
    assert_eq!(ids(&listed), [hall.appointment.rsplit('/').next().unwrap()]);
    assert_eq!(listed[0]["reasons"], json!(["The umpire's accreditation was revoked."]));
    assert!(waiting(&app.coordinator("ZA-GP"), "appointment").is_empty());
}

fn a_selection_is_upheld_by_who_could_withdraw_it(app: &TestApp) {
    let (administrator, coordinator) = (app.administrator(), app.coordinator("ZA-NW"));
    let club = app.club("ZA-NW");
    let mut both = [doubtful(app, &club), doubtful(app, &club)];
    both.sort();
    let [one, other] = both;
    let listed = waiting(&coordinator, "selection");
    assert_eq!(ids(&listed), [one.clone(), other.clone()]);
    assert_eq!(
        listed[0]["reasons"],
        json!(["The player is not registered in this division for the gaming year."])
    );
    // Page by page it is the same list.
    let first = administrator.get(&format!("{LIST}?limit=1")).expect(200);
    let next = format!("{LIST}?limit=1&cursor={}", text(&first["next_cursor"]));
    let rest = administrator.get(&next).expect(200);
    assert_eq!((&first["items"][0], &rest["items"][0]), (&listed[0], &listed[1]));
    assert!(rest["next_cursor"].is_null());
    assert!(administrator.get(&format!("{LIST}?province=ZA-GP")).items().is_empty());
    app.coordinator("ZA-GP")
        .post("/v1/upholdings", &upholding("selection", &one))
        .refused(403, "out-of-scope");
    coordinator
        .post("/v1/upholdings", &upholding("selection", &one))
        .expect(201);
    coordinator
        .post(
            &format!("/v1/selections/{other}/withdrawals"),
            &json!({ "reason": "Is not registered." }),
        )
        .expect(201);
    assert!(waiting(&coordinator, "selection").is_empty());
    let trail = administrator.get("/v1/audit?subject=upholding").items();
    assert_eq!((trail.len(), &trail[0]["action"]), (1, &json!("create_upholding")));
}

fn what_is_upheld_is_on_the_list_and_has_a_reason(app: &TestApp) {
    let (administrator, selection) = (app.administrator(), doubtful(app, &app.club("ZA-NW")));
    let asked = |changes: &Value| {
        let mut asked = upholding("selection", &selection);
        asked
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        administrator.post("/v1/upholdings", &asked)
    };
    for reason in [json!(" "), json!("a".repeat(401))] {
        let faults = asked(&json!({ "reason": reason })).faults();
        assert_eq!(faults[0].0, "/reason");
    }
    for wrong in [
        json!({ "kind": "player" }),
        json!({ "record_id": "019aa0d0" }),
        json!({ "reason": null }),
        json!({ "province": "ZA-NW" }),
    ] {
        assert!([400, 422].contains(&asked(&wrong).status), "{wrong}");
    }
    // Of another kind there is none with this id.
    asked(&json!({ "kind": "award" })).refused(409, "not-doubtful");
    asked(&json!({ "record_id": "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f" })).refused(409, "not-doubtful");
    for wrong in ["kind=player", "upheld=perhaps", "limit=0", "cursor=x"] {
        assert_eq!(administrator.get(&format!("{LIST}?{wrong}")).status, 400, "{wrong}");
    }
    // Nothing of it was kept.
    assert_eq!(ids(&waiting(&administrator, "selection")), [selection.as_str()]);
    asked(&json!({})).expect(201);
}

fn records_in_doubt_are_upheld_at_the_desk(app: &TestApp) {
    let selection = doubtful(app, &app.club("ZA-NW"));
    let browser = Browser::coordinator(app, "ZA-NW");
    assert!(browser.open("/desk").links().contains(&"/desk/doubts".to_owned()));
    let own = format!("/desk/doubts/selection/{selection}");
    let list = browser.open("/desk/doubts");
    assert!(list.links().contains(&own));
    says(
        &list,
        "The player is not registered in this division for the gaming year.",
    );
    let form = browser.open(&own).form_to("/upholding");
    let refused = browser.send(&form.clone().with("reason", " "));
    assert_eq!(refused.status, 422, "{}", refused.text());
    let done = browser.send(&form.with("reason", "The province lets it be."));
    assert_eq!(done.status, 303, "{}", done.text());
    says(&browser.open(&own), "The province lets it be.");
    assert!(!browser.open("/desk/doubts").links().contains(&own));
    assert!(browser.open("/desk/doubts?upheld=true").links().contains(&own));
    let stranger = Browser::coordinator(app, "ZA-GP");
    assert!(!stranger.open("/desk/doubts?upheld=true").links().contains(&own));
    assert_eq!(stranger.get(&own).status, 403);
}
