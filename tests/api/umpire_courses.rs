//! Courses for umpires: that one was held everyone may know; those who look after it correct it.

use diesel::prelude::*;
use federation_records::db::schema::audit;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::umpires::registered;

on_sqlite! {
    a_course_is_recorded_and_everyone_may_know_of_it,
    a_course_is_read_strictly,
    a_course_is_kept_by_those_who_look_after_its_province,
    courses_are_listed,
    a_course_is_corrected_until_somebody_is_accredited_by_it,
    a_course_with_candidates_stays_in_its_gaming_year,
    a_mistake_is_corrected_with_a_reason,
    the_same_request_again_is_answered_again,
}

fn recording(changes: &Value) -> Value {
    let mut course = json!({
        "held_on": "2026-11-14", "venue": "Mahikeng", "province": "ZA-NW", "held_by": "Umpires' committee",
    });
    course
        .as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    course
}

/// A course of the North West that was held on that day; its id.
pub fn course(app: &TestApp, held_on: &str) -> String {
    let course = recording(&json!({ "held_on": held_on }));
    text(&app.administrator().post("/v1/umpire-courses", &course).expect(201)["id"]).to_owned()
}

pub fn marked(player: &str, regulations: i64, rules: i64) -> Value {
    json!({ "player_id": player, "marks_regulations": regulations, "marks_rules": rules })
}

/// A course that the player, who is registered for 2027, has passed; its id.
pub fn passed(app: &TestApp, player: &str) -> String {
    let course = course(app, "2026-11-14");
    app.administrator()
        .post(&candidates(&course), &marked(player, 84, 91))
        .expect(201);
    course
}

pub fn candidates(course: &str) -> String {
    format!("/v1/umpire-courses/{course}/candidates")
}

pub fn correct(caller: &Caller<'_>, id: &Value, marks: [i64; 2], reason: &str) -> Answer {
    let path = format!("/v1/umpire-candidates/{}/corrections", text(id));
    let body = json!({ "marks_regulations": marks[0], "marks_rules": marks[1], "reason": reason });
    caller.post(&path, &body)
}

fn a_course_is_recorded_and_everyone_may_know_of_it(app: &TestApp) {
    let answer = app.coordinator("ZA-NW").post(
        "/v1/umpire-courses",
        &recording(&json!({ "venue": " Mahikeng  Hall " })),
    );
    let recorded = answer.expect(201);
    let mut expected = recording(&json!({ "venue": "Mahikeng Hall" }));
    expected["id"] = recorded["id"].clone();
    expected["created_at"] = json!("2026-11-20T08:00:00.000000Z");
    assert_eq!(recorded, expected);
    let read = app.anyone().get(answer.header("location"));
    assert_eq!(read.expect(200), expected);
    assert_eq!(read.header("cache-control"), "public, no-cache");
    app.anyone()
        .get("/v1/umpire-courses/019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70")
        .refused(404, "not-found");
}

fn a_course_is_read_strictly(app: &TestApp) {
    let faults = |changes: Value| {
        app.administrator()
            .post("/v1/umpire-courses", &recording(&changes))
            .faults()
    };
    let of = |pointer: &str, code: &str| (pointer.to_owned(), code.to_owned());
    assert_eq!(
        faults(json!({ "held_on": "2026-11-21", "venue": " ", "held_by": "x".repeat(121) })),
        [
            of("/held_on", "in-future"),
            of("/venue", "required"),
            of("/held_by", "too-long")
        ]
    );
    assert_eq!(
        faults(json!({ "held_on": "1900-01-01" })),
        [of("/held_on", "out-of-bounds")]
    );
    assert_eq!(faults(json!({ "x": 1 })), [of("/x", "unknown-field")]);
    let course = course(app, "2026-11-20");
    let player = app.player(&app.club("ZA-NW"));
    let add = |marks: Value| {
        let mut body = marked(&player, 50, 50);
        body["marks_rules"] = marks;
        app.administrator().post(&candidates(&course), &body).faults()
    };
    for wrong in [json!(101), json!(-1)] {
        assert_eq!(add(wrong), [of("/marks_rules", "out-of-bounds")]);
    }
    for wrong in [json!(90.5), json!("91"), json!(null)] {
        assert_eq!(add(wrong), [of("/marks_rules", "invalid-value")]);
    }
}

fn a_course_is_kept_by_those_who_look_after_its_province(app: &TestApp) {
    let post = |caller: &Caller<'_>, changes: Value| caller.post("/v1/umpire-courses", &recording(&changes));
    post(&app.coordinator("ZA-GP"), json!({})).refused(403, "out-of-scope");
    let problem = post(&app.coordinator("ZA-GP"), json!({ "province": "ZA-XX" })).refused(422, "unknown-province");
    assert_eq!(problem["errors"][0]["pointer"], "/province");
    for caller in [app.umpire(), app.secretary(&app.club("ZA-NW"))] {
        post(&caller, json!({})).refused(403, "role-required");
    }
    post(&app.anyone(), json!({})).refused(401, "token-required");
    assert!(app.anyone().get("/v1/umpire-courses").items().is_empty());
}

fn courses_are_listed(app: &TestApp) {
    let north_west = ["2026-11-01", "2026-11-20", "2026-11-14"].map(|day| course(app, day));
    let gauteng = recording(&json!({ "province": "ZA-GP", "held_on": "2026-11-15" }));
    let gauteng = app.administrator().post("/v1/umpire-courses", &gauteng).expect(201);
    let listed = |query: &str| -> Vec<String> {
        let items = app.anyone().get(&format!("/v1/umpire-courses?{query}")).items();
        items.iter().map(|item| text(&item["id"]).to_owned()).collect()
    };
    let [first, last, middle] = &north_west;
    let all = [last.as_str(), text(&gauteng["id"]), middle.as_str(), first.as_str()];
    assert_eq!(listed(""), all);
    assert_eq!(listed("province=ZA-GP"), all[1..2]);
    let mut paged = Vec::new();
    let mut query = "limit=3".to_owned();
    while let Some(page) = Some(app.anyone().get(&format!("/v1/umpire-courses?{query}")).expect(200)) {
        paged.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| text(&item["id"]).to_owned()),
        );
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        query = format!("limit=3&cursor={cursor}");
    }
    assert_eq!(paged, all);
}

fn a_mistake_is_corrected_with_a_reason(app: &TestApp) {
    let player = registered(app, &app.club("ZA-NW"), "1990-01-01");
    let course = passed(app, &player);
    let coordinator = app.coordinator("ZA-NW");
    let before = coordinator.get(&candidates(&course)).items()[0].clone();
    let faults = correct(&coordinator, &before["id"], [101, 12], " ").faults();
    assert_eq!(
        faults,
        [
            ("/marks_regulations".to_owned(), "out-of-bounds".to_owned()),
            ("/reason".to_owned(), "required".to_owned())
        ]
    );
    let after = correct(&coordinator, &before["id"], [84, 19], "The papers were exchanged.").expect(201);
    let mut expected = before.clone();
    expected["marks_rules"] = json!(19);
    expected["passed"] = json!(false);
    expected["reason"] = json!("The papers were exchanged.");
    assert_eq!((&before["passed"], &after), (&json!(true), &expected));
    assert_eq!(coordinator.get(&candidates(&course)).items(), [after]);
    // The trail has both, and why.
    let trail: Vec<Option<String>> = audit::table
        .filter(audit::action.eq("create_umpire_candidate_correction"))
        .select(audit::changes)
        .load(&mut app.connection())
        .unwrap();
    let [Some(told)] = &trail[..] else { panic!("{trail:?}") };
    assert!(
        told.contains("91") && told.contains("19") && told.contains("exchanged"),
        "{told}"
    );
    let nobody = json!("019aa0cf-9cad-7e1f-8a2b-3c4d5e6f7081");
    correct(&coordinator, &nobody, [1, 1], "No.").refused(404, "not-found");
}

fn the_same_request_again_is_answered_again(app: &TestApp) {
    let administrator = app.administrator();
    let course = recording(&json!({ "id": "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70" }));
    let first = administrator.post("/v1/umpire-courses", &course).expect(201);
    assert_eq!(administrator.post("/v1/umpire-courses", &course).expect(201), first);
    let mut other = course;
    other["venue"] = json!("Polokwane");
    administrator
        .post("/v1/umpire-courses", &other)
        .refused(409, "id-taken");
    let player = registered(app, &app.club("ZA-NW"), "1990-01-01");
    let mut candidate = marked(&player, 84, 91);
    candidate["id"] = json!("019aa0cf-9cad-7e1f-8a2b-3c4d5e6f7081");
    let path = candidates(text(&first["id"]));
    let first = administrator.post(&path, &candidate).expect(201);
    assert_eq!(administrator.post(&path, &candidate).expect(201), first);
    // Of another course it is another one.
    let elsewhere = candidates(&self::course(app, "2026-11-14"));
    administrator.post(&elsewhere, &candidate).refused(409, "id-taken");
    candidate["marks_rules"] = json!(1);
    administrator.post(&path, &candidate).refused(409, "id-taken");
}

fn a_course_is_corrected_until_somebody_is_accredited_by_it(app: &TestApp) {
    let player = registered(app, &app.club("ZA-NW"), "1990-01-01");
    let course = passed(app, &player);
    let path = format!("/v1/umpire-courses/{course}");
    let (coordinator, administrator) = (app.coordinator("ZA-NW"), app.administrator());
    let changes = json!({ "held_on": "2026-11-13", "venue": "Rustenburg", "held_by": "The union" });
    let tag = app.anyone().get(&path).header("etag").to_owned();
    let told = coordinator.patch(&path, &tag, &changes).expect(200);
    assert_eq!(
        ["held_on", "venue", "held_by", "province"].map(|name| told[name].clone()),
        ["2026-11-13", "Rustenburg", "The union", "ZA-NW"].map(|value| json!(value))
    );
    assert_eq!(app.anyone().get(&path).expect(200), told);
    coordinator.patch(&path, &tag, &changes).refused(412, "stale");
    app.coordinator("ZA-GP")
        .patch(&path, "*", &changes)
        .refused(403, "out-of-scope");
    let faults = coordinator
        .patch(&path, "*", &json!({ "held_on": "2026-11-21", "venue": " " }))
        .faults();
    let expected = [("/held_on", "in-future"), ("/venue", "required")];
    assert_eq!(
        faults,
        expected.map(|(pointer, code)| (pointer.to_owned(), code.to_owned()))
    );
    let accreditation = json!({
        "player_id": player, "level": "level_1", "valid_from": "2026-11-20", "course_id": course,
    });
    administrator.post("/v1/accreditations", &accreditation).expect(201);
    let mut change = json!({ "venue": "Mahikeng" });
    administrator.patch(&path, "*", &change).refused(409, "course-in-use");
    change["reason"] = json!("The hall was given wrongly.");
    coordinator.patch(&path, "*", &change).refused(409, "course-in-use");
    assert_eq!(
        administrator.patch(&path, "*", &change).expect(200)["venue"],
        "Mahikeng"
    );
    let items = administrator
        .get(&format!("/v1/audit?subject=umpire_course&subject_id={course}"))
        .items();
    assert_eq!(items.len(), 3);
    let changes = items[0]["changes"].as_array().unwrap();
    assert!(
        changes
            .iter()
            .any(|one| one["field"] == "reason" && one["after"] == change["reason"]),
        "{changes:?}"
    );
}

fn a_course_with_candidates_stays_in_its_gaming_year(app: &TestApp) {
    let player = registered(app, &app.club("ZA-NW"), "1990-01-01");
    let [taken, empty] = [passed(app, &player), course(app, "2026-11-14")].map(|id| format!("/v1/umpire-courses/{id}"));
    let change = json!({ "held_on": "2026-10-31" });
    let administrator = app.administrator();
    administrator
        .patch(&taken, "*", &change)
        .refused(422, "other-gaming-year");
    administrator.patch(&empty, "*", &change).expect(200);
}
