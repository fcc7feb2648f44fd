//! Terms of accreditations: how long one holds, from which day of which age, and one of a level at a time.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::umpire_courses::passed;
use crate::umpires::{accredit, accredited, asked, at, climb, listed, registered, umpire, with_course};

on_sqlite! {
    an_umpire_is_accredited_for_a_term,
    a_term_may_be_shorter_and_a_leap_day_comes_back,
    an_umpire_is_of_age_on_the_first_day,
    a_level_is_held_once_at_a_time,
    it_holds_by_the_days_of_south_africa,
}

fn an_umpire_is_accredited_for_a_term(app: &TestApp) {
    let (player, account) = (umpire(app), app.account());
    let course = passed(app, &player);
    let mut of_course = with_course(&course);
    of_course["account_id"] = json!(account.id);
    let answer = accredit(app, &player, of_course);
    let created = answer.expect(201);
    assert_eq!(
        (&created["valid_from"], &created["valid_until"]),
        (&json!("2026-11-20"), &json!("2029-11-19"))
    );
    assert_eq!(
        (&created["account_id"], &created["without_course"]),
        (&json!(account.id), &json!(null))
    );
    assert_eq!(
        created["course"],
        app.anyone().get(&format!("/v1/umpire-courses/{course}")).expect(200)
    );
    assert_eq!(
        created["course_result"],
        json!({ "marks_regulations": 84, "marks_rules": 91, "passed": true })
    );
    assert_eq!(
        (&created["state"], &created["sanctions"]),
        (&json!("valid"), &json!([]))
    );
    let path = format!("/v1/accreditations/{}", text(&created["id"]));
    assert_eq!(answer.header("location"), path);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let particulars = app.administrator().get(answer.header("content-location"));
    assert_eq!(particulars.expect(200), created);
    assert_eq!(particulars.header("etag"), answer.header("etag"));
    let public = app.anyone().get(&path);
    let number = app.anyone().get(&format!("/v1/players/{player}")).expect(200)["number"].clone();
    let expected = json!({
        "id": created["id"], "umpire": { "id": player, "number": number, "name": "Lerato Mahlangu" },
        "level": "level_1", "valid_from": "2026-11-20", "valid_until": "2029-11-19", "state": "valid",
    });
    assert_eq!(public.expect(200), expected);
    assert_eq!(public.header("cache-control"), "public, no-cache");
    assert_eq!(
        app.anyone()
            .get_with(&path, &[("if-none-match", public.header("etag"))])
            .status,
        304
    );
    for (level, until) in [("national", "2029-11-19"), ("international", "2027-11-19")] {
        let created = accredit(app, &player, at(level)).expect(201);
        assert_eq!(created["valid_until"], until, "{level}");
    }
    let nothing = "/v1/accreditations/019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b";
    app.anyone().get(nothing).refused(404, "not-found");
    app.administrator()
        .get(&format!("{nothing}/particulars"))
        .refused(404, "not-found");
}

fn a_term_may_be_shorter_and_a_leap_day_comes_back(app: &TestApp) {
    let player = umpire(app);
    climb(app, &player, "international");
    let until = |level: &str, from: &str, until: Value| {
        let mut asked = at(level);
        asked["valid_from"] = json!(from);
        asked["valid_until"] = until;
        let answer = accredit(app, &player, asked);
        let body = answer.json();
        let (id, told) = (body["id"].as_str().map(str::to_owned), body["valid_until"].clone());
        if let Some(id) = id {
            let path = format!("/v1/accreditations/{id}/revocations");
            app.administrator()
                .post(&path, &json!({ "reason": "The next case." }))
                .expect(201);
            return told;
        }
        json!(answer.faults())
    };
    assert_eq!(until("national", "2028-02-29", json!(null)), "2031-02-28");
    assert_eq!(until("international", "2028-02-29", json!(null)), "2029-02-28");
    assert_eq!(until("international", "2027-03-01", json!(null)), "2028-02-29");
    assert_eq!(until("national", "2026-11-20", json!("2026-11-20")), "2026-11-20");
    assert_eq!(until("national", "2026-11-20", json!("2029-11-19")), "2029-11-19");
    assert_eq!(
        until("national", "2026-11-20", json!("2029-11-20")),
        json!([["/valid_until", "too-long"]])
    );
    assert_eq!(
        until("international", "2026-11-20", json!("2027-11-20")),
        json!([["/valid_until", "too-long"]])
    );
    assert_eq!(
        until("national", "2026-11-20", json!("2026-11-19")),
        json!([["/valid_until", "before-start"]])
    );
}

fn an_umpire_is_of_age_on_the_first_day(app: &TestApp) {
    let club = app.club("ZA-NW");
    for (born, from, of_age) in [
        ("2008-11-20", "2026-11-20", true),
        ("2008-11-21", "2026-11-20", false),
        ("2008-11-21", "2026-11-21", true),
        ("2009-02-28", "2027-02-28", true),
        ("2008-02-29", "2026-02-28", false),
        ("2008-02-29", "2026-03-01", true),
    ] {
        let answer = accredit(app, &registered(app, &club, born), json!({ "valid_from": from }));
        if of_age {
            answer.expect(201);
        } else {
            let problem = answer.refused(422, "too-young");
            assert_eq!(problem["errors"][0]["pointer"], "/valid_from");
        }
    }
}

fn a_level_is_held_once_at_a_time(app: &TestApp) {
    let player = umpire(app);
    let first = accredited(app, &player, json!({ "valid_until": "2027-03-31" }));
    for (from, until) in [
        ("2026-11-01", "2026-11-20"),
        ("2027-03-31", "2027-04-01"),
        ("2026-11-01", "2027-04-30"),
    ] {
        let answer = accredit(app, &player, json!({ "valid_from": from, "valid_until": until }));
        answer.refused(409, "already-accredited");
    }
    accredited(
        app,
        &player,
        json!({ "valid_from": "2026-11-01", "valid_until": "2026-11-19" }),
    );
    accredited(
        app,
        &player,
        json!({ "valid_from": "2027-04-01", "valid_until": "2027-04-01" }),
    );
    accredited(app, &player, json!({ "level": "national" }));
    // What was revoked is in nobody's way.
    let reason = json!({ "reason": "Took money for a result." });
    app.administrator()
        .post(&format!("/v1/accreditations/{first}/revocations"), &reason)
        .expect(201);
    accredited(app, &player, json!({ "valid_until": "2027-03-31" }));
    // Two at the same moment.
    let (player, administrator) = (umpire(app), app.administrator());
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let send = || {
            administrator
                .post("/v1/accreditations", &asked(&player, json!({})))
                .status
        };
        let both: Vec<_> = (0..2).map(|_| scope.spawn(send)).collect();
        both.into_iter().map(|one| one.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

fn it_holds_by_the_days_of_south_africa(app: &TestApp) {
    let player = umpire(app);
    let id = accredited(
        app,
        &player,
        json!({ "valid_from": "2026-12-01", "valid_until": "2027-01-31" }),
    );
    for (time, state) in [
        ("2026-11-30T21:59:59Z", "future"),
        ("2026-11-30T22:00:00Z", "valid"),
        ("2027-01-31T21:59:59Z", "valid"),
        ("2027-01-31T22:00:00Z", "expired"),
    ] {
        app.at(time);
        let read = app.anyone().get(&format!("/v1/accreditations/{id}")).expect(200);
        assert_eq!(read["state"], state, "{time}");
        for one in ["future", "valid", "expired", "suspended", "revoked"] {
            assert_eq!(
                listed(app, &format!("state={one}")).contains(&id),
                one == state,
                "{time} {one}"
            );
        }
        assert_eq!(listed(app, "").contains(&id), state == "valid", "{time}");
        // A day that is asked for is the same at any hour.
        assert_eq!(listed(app, "on=2026-12-01"), [id.as_str()]);
        assert!(listed(app, "on=2027-02-01").is_empty());
        let item = app
            .anyone()
            .get("/v1/accreditations?on=2027-02-01&state=expired")
            .items();
        assert_eq!(item[0]["state"], "expired");
    }
}
