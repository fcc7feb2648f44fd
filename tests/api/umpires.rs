//! Umpires: how one is accredited, and what everyone may know of it.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::erasures::erase;
use crate::umpire_courses::passed;

on_sqlite! {
    all_faults_are_told_at_once,
    the_first_refusal_is_told,
    the_same_request_again_is_answered_again,
    what_is_private_is_not_told,
    an_erased_umpire_is_a_number,
    an_umpire_with_two_entries_is_one,
}

/// A player who is registered for the gaming years from 2026 to 2028.
pub fn registered(app: &TestApp, club: &str, born: &str) -> String {
    let player = app.player_named(club, "Mahlangu", "Lerato", born);
    for year in [2026, 2027, 2028] {
        register(app, &player, club, year);
    }
    player
}

pub fn register(app: &TestApp, player: &str, club: &str, year: i32) {
    let registration = json!({
        "player_id": player, "club_id": club, "year": year, "basis": "member", "division": "senior",
    });
    app.registered(&registration);
}

pub fn umpire(app: &TestApp) -> String {
    registered(app, &app.club("ZA-NW"), "1990-01-01")
}

/// Why no course is on record, where a test is not about courses.
pub const WITHOUT_COURSE: &str = "Examined before courses were on record.";

/// The members of a request that name that course, instead of why there is none.
pub fn with_course(course: &str) -> Value {
    json!({ "course_id": course, "without_course": null })
}

/// The members of a request that name a level, with the nomination that an international one needs.
pub fn at(level: &str) -> Value {
    let nomination = (level == "international").then_some("Minutes of 6 March, item 4");
    json!({ "level": level, "nomination": nomination })
}

/// The accreditations that the player needs to have had before that level, each of one day that has passed.
pub fn climb(app: &TestApp, player: &str, level: &str) {
    let before: &[&str] = match level {
        "international" => &["level_1", "national"],
        "national" => &["level_1"],
        _ => &[],
    };
    for level in before {
        let mut had = at(level);
        had["valid_from"] = json!("2026-11-01");
        had["valid_until"] = json!("2026-11-01");
        accredit(app, player, had).expect(201);
    }
}

/// A level 1 accreditation from the day on which the tests begin, but for the changes.
pub fn asked(player: &str, mut changes: Value) -> Value {
    let mut asked = json!({
        "player_id": player, "level": "level_1", "valid_from": "2026-11-20", "without_course": WITHOUT_COURSE,
    });
    asked.as_object_mut().unwrap().append(changes.as_object_mut().unwrap());
    asked
}

pub fn accredit(app: &TestApp, player: &str, changes: Value) -> Answer {
    app.administrator().post("/v1/accreditations", &asked(player, changes))
}

/// A new accreditation; the id.
pub fn accredited(app: &TestApp, player: &str, changes: Value) -> String {
    text(&accredit(app, player, changes).expect(201)["id"]).to_owned()
}

/// The ids that a list has.
pub fn listed(app: &TestApp, query: &str) -> Vec<String> {
    let items = app.anyone().get(&format!("/v1/accreditations?{query}")).items();
    items.iter().map(|item| text(&item["id"]).to_owned()).collect()
}

fn all_faults_are_told_at_once(app: &TestApp) {
    let player = umpire(app);
    let answer = accredit(
        app,
        &player,
        json!({ "valid_until": "2026-11-19", "without_course": " " }),
    );
    let faults = answer.faults();
    let faults: Vec<(&str, &str)> = faults.iter().map(|(at, code)| (at.as_str(), code.as_str())).collect();
    let expected = [("/valid_until", "before-start"), ("/without_course", "required")];
    assert_eq!(faults, expected);
    for (changes, pointer, code) in [
        (json!({ "valid_from": "9999-12-31" }), "/valid_from", "out-of-bounds"),
        (json!({ "level": "Level_1" }), "/level", "invalid-value"),
        (json!({ "without_course": null }), "/course_id", "required"),
        (
            json!({ "course_id": "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70" }),
            "/without_course",
            "not-expected",
        ),
        (
            json!({ "without_course": "x".repeat(401) }),
            "/without_course",
            "too-long",
        ),
        (json!({ "state": "valid" }), "/state", "unknown-field"),
    ] {
        assert_eq!(
            accredit(app, &player, changes).faults(),
            [(pointer.to_owned(), code.to_owned())]
        );
    }
    assert!(listed(app, "").is_empty());
}

/// Each request has all that the ones before were refused for, less one thing.
fn the_first_refusal_is_told(app: &TestApp) {
    let club = app.club("ZA-NW");
    let nobody = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f";
    let wrong = || json!({ "account_id": nobody });
    accredit(app, nobody, wrong()).refused(422, "unknown-player");
    let erased = app.player_named(&club, "Mahlangu", "Lerato", "2012-01-01");
    erase(app, &erased);
    accredit(app, &erased, wrong()).refused(410, "erased");
    let young = app.player_named(&club, "Mahlangu", "Lerato", "2012-01-01");
    let problem = accredit(app, &young, wrong()).refused(422, "unknown-account");
    assert_eq!(problem["errors"][0]["pointer"], "/account_id");
    accredit(app, &young, json!({})).refused(422, "too-young");
    let player = app.player_in(&club, "high_school");
    accredit(app, &player, json!({})).refused(409, "not-registered");
    // It is the first day's gaming year that counts, and the membership, which is paid.
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2028, "basis": "member", "division": "senior",
    });
    let owed = app.administrator().post("/v1/registrations", &registration);
    owed.expect(201);
    accredit(app, &player, json!({ "valid_from": "2027-11-01" })).refused(409, "fee-unpaid");
    app.administrator()
        .patch(owed.header("location"), "*", &json!({ "paid_on": "2026-11-20" }))
        .expect(200);
    let school = app.club_of_kind("school", "ZA-NW");
    let entry = json!({
        "player_id": player, "club_id": school, "year": 2027, "basis": "institution", "division": "high_school",
    });
    app.administrator().post("/v1/registrations", &entry).expect(201);
    accredit(app, &player, json!({ "valid_from": "2027-10-31" })).refused(409, "not-registered");
    accredit(app, &player, json!({ "valid_from": "2027-11-01" })).expect(201);
    accredit(app, &player, json!({ "valid_from": "2027-11-02" })).refused(409, "already-accredited");
    for caller in [app.coordinator("ZA-NW"), app.umpire(), app.secretary(&club)] {
        caller
            .post("/v1/accreditations", &asked(nobody, json!({})))
            .refused(403, "role-required");
    }
    app.anyone()
        .post("/v1/accreditations", &asked(nobody, json!({})))
        .refused(401, "token-required");
}

fn the_same_request_again_is_answered_again(app: &TestApp) {
    let (player, id) = (umpire(app), "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b");
    let first = accredit(app, &player, json!({ "id": id })).expect(201);
    assert_eq!(accredit(app, &player, json!({ "id": id })).expect(201), first);
    accredit(app, &player, json!({ "id": id, "level": "national" })).refused(409, "id-taken");
    let other = umpire(app);
    let send = || {
        let headers = [("content-type", "application/json"), ("idempotency-key", "a-key")];
        app.administrator().send(
            "POST",
            "/v1/accreditations",
            &headers,
            Some(&asked(&other, json!({})).to_string()),
        )
    };
    let first = send().expect(201);
    let again = send();
    assert_eq!(
        (again.expect(201), again.header("idempotency-replayed")),
        (first, "true")
    );
    assert_eq!(listed(app, "").len(), 2);
}

fn what_is_private_is_not_told(app: &TestApp) {
    let (player, account) = (umpire(app), app.account());
    let mut of_course = with_course(&passed(app, &player));
    of_course["account_id"] = json!(account.id);
    let id = accredited(app, &player, of_course);
    let path = format!("/v1/accreditations/{id}");
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Ruled on a match of a relative." });
    app.administrator()
        .post(&format!("{path}/suspensions"), &suspension)
        .expect(201);
    let secrets = ["84", "91", "Mahikeng", "relative", account.id.as_str(), "1990"];
    let public = [path.clone(), "/v1/accreditations?state=suspended".to_owned()];
    for caller in [app.anyone(), app.coordinator("ZA-NW"), app.administrator()] {
        for path in &public {
            let told = caller.get(path);
            told.expect(200);
            let told = told.body_text().replace(&id, "").replace(&player, "");
            assert!(told.contains("suspended"));
            for secret in secrets {
                assert!(!told.contains(secret), "{path} tells {secret}: {told}");
            }
        }
    }
    let particulars = format!("{path}/particulars");
    app.anyone().get(&particulars).refused(401, "token-required");
    for caller in [
        app.umpire(),
        app.secretary(&app.club("ZA-NW")),
        app.sign_in(&account.email),
    ] {
        caller.get(&particulars).refused(403, "role-required");
    }
    for (caller, marks) in [
        (app.administrator(), json!(91)),
        (app.coordinator("ZA-NW"), json!(91)),
        (app.coordinator("ZA-LP"), json!(null)),
    ] {
        let read = caller.get(&particulars).expect(200);
        assert_eq!(read["sanctions"][0]["reason"], "Ruled on a match of a relative.");
        // The marks are for those who look after the province of the course.
        assert_eq!(
            (&read["course"]["venue"], &read["course_result"]["marks_rules"]),
            (&json!("Mahikeng"), &marks)
        );
    }
}

fn an_erased_umpire_is_a_number(app: &TestApp) {
    use diesel::prelude::*;
    use federation_records::db::schema::{accreditations, audit, sanctions};
    use federation_records::values::id::Id;
    let (player, account) = (umpire(app), app.account());
    let course = passed(app, &player);
    let mut of_course = with_course(&course);
    of_course["account_id"] = json!(account.id);
    of_course["valid_until"] = json!("2026-12-31");
    let id = accredited(app, &player, of_course);
    let path = |below: &str| format!("/v1/accreditations/{id}{below}");
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Ruled on a match of a relative." });
    app.administrator().post(&path("/suspensions"), &suspension).expect(201);
    let c = &mut app.connection();
    let told = |c: &mut _| -> Vec<String> {
        let trail: Vec<Option<String>> = audit::table.select(audit::changes).load(c).unwrap();
        let private = |changes: &String| changes.contains("relative") || changes.contains("marks_rules");
        trail.into_iter().flatten().filter(private).collect()
    };
    assert_eq!(told(c).len(), 3);
    erase(app, &player);
    assert!(told(c).is_empty(), "in the trail");
    let read = app.anyone().get(&path("")).expect(200);
    assert_eq!(
        (&read["umpire"]["name"], &read["state"]),
        (&read["umpire"]["number"], &json!("suspended"))
    );
    assert_eq!(listed(app, "state=suspended"), [id.as_str()]);
    let administrator = app.administrator();
    administrator.get(&path("/particulars")).refused(410, "erased");
    administrator
        .post(&path("/suspensions"), &suspension)
        .refused(410, "erased");
    administrator
        .send("POST", &path("/reinstatements"), &[], None)
        .refused(410, "erased");
    administrator
        .post(&path("/renewals"), &json!({ "course_id": course }))
        .refused(410, "erased");
    administrator
        .post(&path("/revocations"), &json!({ "reason": "No more." }))
        .refused(410, "erased");
    let left: (Option<Id>, Option<Id>, Option<String>) = accreditations::table
        .select((
            accreditations::account_id,
            accreditations::course_id,
            accreditations::without_course,
        ))
        .first(c)
        .unwrap();
    assert_eq!(left, (None, None, None));
    let reasons: Vec<Option<String>> = sanctions::table.select(sanctions::reason).load(c).unwrap();
    assert_eq!(reasons, [None], "and what was refused has left nothing");
}

fn an_umpire_with_two_entries_is_one(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [stays, duplicate] = [(); 2].map(|()| registered(app, &club, "1990-01-01"));
    let id = accredited(app, &duplicate, json!({}));
    let merger = json!({ "duplicate_id": duplicate });
    app.administrator()
        .post(&format!("/v1/players/{stays}/mergers"), &merger)
        .expect(201);
    assert_eq!(
        app.anyone().get(&format!("/v1/accreditations/{id}")).expect(200)["umpire"]["id"],
        stays.as_str()
    );
    for player in [&stays, &duplicate] {
        assert_eq!(
            listed(app, &format!("player_id={player}&province=ZA-NW")),
            [id.as_str()]
        );
        accredit(app, player, json!({})).refused(409, "already-accredited");
    }
    let created = accredit(app, &duplicate, json!({ "level": "national" })).expect(201);
    assert_eq!(created["umpire"]["id"], stays.as_str());
}
