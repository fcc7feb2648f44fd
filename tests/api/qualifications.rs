//! The qualification of an umpire: a course that was passed, or why none is on record; and the levels, one after another.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::umpire_courses::{course, marked, passed};
use crate::umpires::{WITHOUT_COURSE, accredit, accredited, at, climb, umpire, with_course};

on_sqlite! {
    an_accreditation_names_a_course_that_was_passed,
    an_examination_before_courses_has_a_reason,
    a_result_that_is_corrected_shows_and_is_not_renewed_on,
    a_course_goes_with_the_person,
    levels_come_one_after_another,
    what_was_revoked_is_no_step,
    an_international_umpire_is_nominated,
}

fn an_accreditation_names_a_course_that_was_passed(app: &TestApp) {
    let player = umpire(app);
    let nothing = "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70";
    let problem = accredit(app, &player, with_course(nothing)).refused(422, "unknown-course");
    assert_eq!(problem["errors"][0]["pointer"], "/course_id");
    // Of somebody else's course nothing follows.
    let of_another = passed(app, &umpire(app));
    accredit(app, &player, with_course(&of_another)).refused(409, "course-not-passed");
    let failed = course(app, "2026-11-15");
    app.administrator()
        .post(
            &format!("/v1/umpire-courses/{failed}/candidates"),
            &marked(&player, 49, 100),
        )
        .expect(201);
    accredit(app, &player, with_course(&failed)).refused(409, "course-not-passed");
    let course = passed(app, &player);
    let created = accredit(app, &player, with_course(&course)).expect(201);
    assert_eq!(
        (&created["course"]["id"], &created["course_result"]["passed"]),
        (&json!(course), &json!(true))
    );
}

fn an_examination_before_courses_has_a_reason(app: &TestApp) {
    let created = accredit(app, &umpire(app), json!({})).expect(201);
    assert_eq!(
        ["course", "course_result", "without_course"].map(|field| created[field].clone()),
        [Value::Null, Value::Null, json!(WITHOUT_COURSE)]
    );
    let path = format!("/v1/accreditations/{}", text(&created["id"]));
    assert_eq!(
        app.administrator().get(&format!("{path}/particulars")).expect(200),
        created
    );
    let public = app.anyone().get(&path);
    assert!(!public.body_text().contains("course"), "{}", public.body_text());
}

fn a_result_that_is_corrected_shows_and_is_not_renewed_on(app: &TestApp) {
    let player = umpire(app);
    let course = passed(app, &player);
    let mut short = with_course(&course);
    short["valid_until"] = json!("2026-12-31");
    let created = accredit(app, &player, short).expect(201);
    let administrator = app.administrator();
    let candidates = administrator
        .get(&format!("/v1/umpire-courses/{course}/candidates"))
        .items();
    let correction = json!({ "marks_regulations": 84, "marks_rules": 19, "reason": "The papers were exchanged." });
    let path = format!("/v1/umpire-candidates/{}/corrections", text(&candidates[0]["id"]));
    administrator.post(&path, &correction).expect(201);
    let path = format!("/v1/accreditations/{}", text(&created["id"]));
    let read = administrator.get(&format!("{path}/particulars")).expect(200);
    assert_eq!(
        (&read["state"], &read["course_result"]),
        (
            &json!("valid"),
            &json!({ "marks_regulations": 84, "marks_rules": 19, "passed": false })
        )
    );
    let renewals = format!("{path}/renewals");
    administrator
        .post(&renewals, &json!({}))
        .refused(409, "course-not-passed");
    let again = json!({ "course_id": passed(app, &player) });
    administrator.post(&renewals, &again).expect(201);
}

fn a_course_goes_with_the_person(app: &TestApp) {
    let [stays, duplicate] = [umpire(app), umpire(app)];
    let course = passed(app, &duplicate);
    let created = accredit(app, &duplicate, with_course(&course)).expect(201);
    let merger = json!({ "duplicate_id": duplicate });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    let path = format!("/v1/accreditations/{}/particulars", text(&created["id"]));
    let read = app.administrator().get(&path).expect(200);
    assert_eq!(read["course_result"]["marks_rules"], 91);
    let export = app
        .administrator()
        .get(&format!("/v1/players/{stays}/export"))
        .expect(200);
    assert_eq!(export["accreditations"][0]["course_result"]["marks_rules"], 91);
}

fn levels_come_one_after_another(app: &TestApp) {
    let player = umpire(app);
    let missing = |level: &str, before: &str| {
        let problem = accredit(app, &player, at(level)).refused(409, "level-before-missing");
        assert!(text(&problem["detail"]).contains(before), "{problem}");
    };
    missing("national", "level 1");
    missing("international", "national level");
    // One that begins later is none yet.
    let mut later = at("level_1");
    later["valid_from"] = json!("2026-11-21");
    accredit(app, &player, later).expect(201);
    missing("national", "level 1");
    let mut from_then = at("national");
    from_then["valid_from"] = json!("2026-11-21");
    accredit(app, &player, from_then).expect(201);
    missing("international", "national level");
    // One that is over is enough.
    let player = umpire(app);
    climb(app, &player, "international");
    let listed = app.anyone().get(&format!("/v1/accreditations?player_id={player}"));
    assert!(listed.items().is_empty(), "none of them is valid");
    accredit(app, &player, at("international")).expect(201);
}

fn what_was_revoked_is_no_step(app: &TestApp) {
    let player = umpire(app);
    let first = accredited(app, &player, at("level_1"));
    let administrator = app.administrator();
    let to =
        |id: &str, below: &str, body: &Value| administrator.post(&format!("/v1/accreditations/{id}/{below}"), body);
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Missed the meeting." });
    to(&first, "suspensions", &suspension).expect(201);
    let mut short = at("national");
    short["valid_until"] = json!("2026-12-31");
    let national = accredited(app, &player, short);
    let reason = json!({ "reason": "Took money for a result." });
    to(&first, "revocations", &reason).expect(201);
    to(&national, "renewals", &json!({})).refused(409, "level-before-missing");
    // It begins anew.
    accredited(app, &player, at("level_1"));
    to(&national, "renewals", &json!({})).expect(201);
}

fn an_international_umpire_is_nominated(app: &TestApp) {
    let player = umpire(app);
    climb(app, &player, "international");
    let faults = |level: &str, nomination: Value| {
        let asked = json!({ "level": level, "nomination": nomination });
        accredit(app, &player, asked).faults()
    };
    let of = |code: &str| [("/nomination".to_owned(), code.to_owned())];
    assert_eq!(faults("international", json!(null)), of("required"));
    assert_eq!(faults("international", json!(" ")), of("required"));
    assert_eq!(faults("international", json!("x".repeat(201))), of("too-long"));
    for level in ["level_1", "national"] {
        assert_eq!(faults(level, json!("Minutes")), of("not-expected"));
    }
    let mut short = at("international");
    short["valid_until"] = json!("2026-12-31");
    let created = accredit(app, &player, short).expect(201);
    assert_eq!(created["nomination"], "Minutes of 6 March, item 4");
    let path = format!("/v1/accreditations/{}", text(&created["id"]));
    assert!(!app.anyone().get(&path).body_text().contains("Minutes"));
    let again = json!({ "nomination": "Minutes of 1 December, item 2" });
    let renewed = app
        .administrator()
        .post(&format!("{path}/renewals"), &again)
        .expect(201);
    assert_eq!(renewed["nomination"], "Minutes of 1 December, item 2");
}
