//! Courses for umpires: that one was held everyone may know, what its candidates have shown only those who look after it.

use diesel::prelude::*;
use federation_records::db::schema::{audit, umpire_candidates};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::federation::set;
use crate::umpires::{register, registered};

on_both_databases! {
    a_course_is_recorded_and_everyone_may_know_of_it,
    a_course_is_read_strictly,
    a_course_is_kept_by_those_who_look_after_its_province,
    courses_are_listed,
    a_course_is_corrected_until_somebody_is_accredited_by_it,
    a_course_with_candidates_stays_in_its_gaming_year,
    a_candidate_passes_by_both_marks,
    the_pass_marks_are_those_of_the_day_of_the_course,
    a_candidate_is_refused,
    marks_are_for_those_who_look_after_the_course,
    a_mistake_is_corrected_with_a_reason,
    the_same_request_again_is_answered_again,
    what_a_person_has_shown_goes_with_them,
    a_person_with_two_entries_has_one_result,
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

fn candidates(course: &str) -> String {
    format!("/v1/umpire-courses/{course}/candidates")
}

fn correct(caller: &Caller<'_>, id: &Value, marks: [i64; 2], reason: &str) -> Answer {
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

fn a_candidate_passes_by_both_marks(app: &TestApp) {
    let (club, course) = (app.club("ZA-NW"), course(app, "2026-11-14"));
    let coordinator = app.coordinator("ZA-NW");
    let marks = [(50, 50, true), (49, 100, false), (100, 49, false), (100, 100, true)];
    let mut recorded = Vec::new();
    for (regulations, rules, passes) in marks {
        let player = registered(app, &club, "2012-01-01");
        let answer = coordinator.post(&candidates(&course), &marked(&player, regulations, rules));
        let candidate = answer.expect(201);
        assert_eq!(
            (
                &candidate["passed"],
                &candidate["course_id"],
                &candidate["player"]["name"]
            ),
            // Those who look after the course read the names of minors too.
            (&json!(passes), &json!(course), &json!("Lerato Mahlangu")),
            "{regulations} {rules}"
        );
        assert_eq!(answer.header("cache-control"), "private, no-store");
        assert_eq!(coordinator.get(answer.header("location")).expect(200), candidate);
        recorded.push(candidate);
    }
    let mut listed = coordinator.get(&candidates(&course)).items();
    for results in [&mut listed, &mut recorded] {
        results.sort_by_key(|one| text(&one["id"]).to_owned());
    }
    assert_eq!(listed, recorded);
}

fn the_pass_marks_are_those_of_the_day_of_the_course(app: &TestApp) {
    let marks = json!({ "umpires": { "pass_mark_regulations": 60, "pass_mark_rules": 70 } });
    set(app, "?from=2026-11-25", &marks);
    app.at("2026-11-26T08:00:00Z");
    let club = app.club("ZA-NW");
    let passed = |day: &str, regulations, rules| {
        let player = registered(app, &club, "1990-01-01");
        let body = marked(&player, regulations, rules);
        app.administrator()
            .post(&candidates(&course(app, day)), &body)
            .expect(201)
    };
    assert_eq!(passed("2026-11-24", 50, 50)["passed"], true);
    assert_eq!(passed("2026-11-25", 59, 70)["passed"], false);
    assert_eq!(passed("2026-11-25", 60, 69)["passed"], false);
    let least = passed("2026-11-25", 60, 70);
    assert_eq!(least["passed"], true);
    // A correction is judged by the marks of that day too.
    let corrected = correct(&app.administrator(), &least["id"], [60, 69], "Counted again.").expect(201);
    assert_eq!(corrected["passed"], false);
}

fn a_candidate_is_refused(app: &TestApp) {
    let (club, course) = (app.club("ZA-NW"), course(app, "2026-10-31"));
    let coordinator = app.coordinator("ZA-NW");
    let add = |player: &str| coordinator.post(&candidates(&course), &marked(player, 84, 91));
    let nobody = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f";
    let problem = add(nobody).refused(422, "unknown-player");
    assert_eq!(problem["errors"][0]["pointer"], "/player_id");
    let erased = app.player(&club);
    app.administrator()
        .send("POST", &format!("/v1/players/{erased}/erasures"), &[], None)
        .expect(201);
    add(&erased).refused(410, "erased");
    // It is the gaming year of the course that counts.
    let player = app.player(&club);
    register(app, &player, &club, 2027);
    add(&player).refused(409, "not-registered");
    register(app, &player, &club, 2026);
    add(&player).expect(201);
    add(&player).refused(409, "already-candidate");
    let path = "/v1/umpire-courses/019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70/candidates";
    coordinator
        .post(path, &marked(&player, 84, 91))
        .refused(404, "not-found");
    // Two at the same moment.
    let other = registered(app, &club, "1990-01-01");
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let both: Vec<_> = (0..2).map(|_| scope.spawn(|| add(&other).status)).collect();
        both.into_iter().map(|one| one.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

fn marks_are_for_those_who_look_after_the_course(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = registered(app, &club, "1990-01-01");
    let course = passed(app, &player);
    let candidate = app.coordinator("ZA-NW").get(&candidates(&course)).items()[0].clone();
    let path = format!("/v1/umpire-candidates/{}", text(&candidate["id"]));
    for path in [&path, &candidates(&course)] {
        app.anyone().get(path).refused(401, "token-required");
        for caller in [app.umpire(), app.secretary(&club), app.institution()] {
            caller.get(path).refused(403, "role-required");
        }
        app.coordinator("ZA-GP").get(path).refused(403, "out-of-scope");
        app.administrator().get(path).expect(200);
    }
    let elsewhere = app.coordinator("ZA-GP");
    elsewhere
        .post(&candidates(&course), &marked(&player, 1, 1))
        .refused(403, "out-of-scope");
    correct(&elsewhere, &candidate["id"], [1, 1], "Why not.").refused(403, "out-of-scope");
    for path in ["/v1/umpire-courses".to_owned(), format!("/v1/umpire-courses/{course}")] {
        let told = app.anyone().get(&path);
        told.expect(200);
        assert!(!told.body_text().contains("marks") && !told.body_text().contains(&player));
    }
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

fn what_a_person_has_shown_goes_with_them(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = registered(app, &club, "2012-05-05");
    let course = passed(app, &player);
    let candidate = app.administrator().get(&candidates(&course)).items()[0].clone();
    correct(&app.administrator(), &candidate["id"], [84, 92], "Counted again.").expect(201);
    let export = app
        .secretary(&club)
        .get(&format!("/v1/players/{player}/export"))
        .expect(200);
    let taken = &export["umpire_courses"][0];
    assert_eq!(
        (&taken["course"]["id"], &taken["result"]["marks_rules"]),
        (&json!(course), &json!(92))
    );
    let c = &mut app.connection();
    let told = |c: &mut _| -> usize {
        let trail: Vec<Option<String>> = audit::table.select(audit::changes).load(c).unwrap();
        let private = |changes: &String| changes.contains("marks_rules") || changes.contains("Counted again");
        trail.into_iter().flatten().filter(private).count()
    };
    assert_eq!(told(c), 2);
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    assert_eq!(told(c), 0);
    let left: i64 = umpire_candidates::table.count().get_result(c).unwrap();
    assert_eq!(left, 0);
    // The course was held all the same.
    app.anyone().get(&format!("/v1/umpire-courses/{course}")).expect(200);
    assert!(app.administrator().get(&candidates(&course)).items().is_empty());
}

fn a_person_with_two_entries_has_one_result(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [stays, duplicate] = [(); 2].map(|()| registered(app, &club, "1990-01-01"));
    let (both, alone) = (course(app, "2026-11-14"), course(app, "2026-11-15"));
    let administrator = app.administrator();
    for (course, player, rules) in [(&both, &stays, 71), (&both, &duplicate, 72), (&alone, &duplicate, 73)] {
        administrator
            .post(&candidates(course), &marked(player, 80, rules))
            .expect(201);
    }
    administrator
        .post(
            &format!("/v1/players/{stays}/mergers"),
            &json!({ "duplicate_id": duplicate }),
        )
        .expect(201);
    for (course, rules) in [(&both, 71), (&alone, 73)] {
        let items = administrator.get(&candidates(course)).items();
        assert_eq!(items.len(), 1);
        assert_eq!(
            (&items[0]["player"]["id"], &items[0]["marks_rules"]),
            (&json!(stays), &json!(rules))
        );
        administrator
            .post(&candidates(course), &marked(&duplicate, 80, 80))
            .refused(409, "already-candidate");
    }
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
