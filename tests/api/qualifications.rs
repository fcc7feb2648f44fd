//! The qualification of an umpire: a course that was passed, or why none is on record.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::umpire_courses::{course, marked, passed};
use crate::umpires::{WITHOUT_COURSE, accredit, umpire, with_course};

on_both_databases! {
    an_accreditation_names_a_course_that_was_passed,
    an_examination_before_courses_has_a_reason,
    a_result_that_is_corrected_shows_and_is_not_renewed_on,
    a_course_goes_with_the_person,
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
