//! Candidates of courses: what they have shown, whether they pass, and who may know.

use diesel::prelude::*;
use federation_records::db::schema::{audit, umpire_candidates};
use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;
use crate::federation::set;
use crate::umpire_courses::{candidates, correct, course, marked, passed};
use crate::umpires::{register, registered};

on_both_databases! {
    a_candidate_passes_by_both_marks,
    the_pass_marks_are_those_of_the_day_of_the_course,
    a_candidate_is_refused,
    marks_are_for_those_who_look_after_the_course,
    what_a_person_has_shown_goes_with_them,
    a_person_with_two_entries_has_one_result,
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
