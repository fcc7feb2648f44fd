//! Registrations: once a year on each basis, through the one club.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};

on_both_databases! {
    a_member_is_registered_once_a_year,
    a_school_enters_a_learner_beside_the_membership,
    a_division_is_for_people_of_an_age,
    two_clubs_at_once_get_one_registration,
    the_same_request_again_is_answered_again,
    what_is_wrong_is_told_before_anything_is_kept,
    a_payment_is_recorded_by_who_has_read_the_registration,
    who_has_not_paid_and_who_lapses_is_listed,
    a_list_shows_what_the_caller_looks_after,
    a_learner_of_another_club_is_masked,
}

fn registration(player: &str, club: &str) -> Value {
    json!({ "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior" })
}

fn with(mut registration: Value, mut changes: Value) -> Value {
    registration
        .as_object_mut()
        .unwrap()
        .append(changes.as_object_mut().unwrap());
    registration
}

fn club_of_kind(app: &TestApp, kind: &str, province: &str) -> String {
    let code: String = std::iter::repeat_with(fastrand::uppercase).take(8).collect();
    let club = json!({ "code": code, "name": format!("{code} {kind}"), "kind": kind, "province": province });
    text(&app.administrator().post("/v1/clubs", &club).expect(201)["id"]).to_owned()
}

fn ids(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| text(&item["id"])).collect()
}

fn a_member_is_registered_once_a_year(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let answer = secretary.post("/v1/registrations", &registration(&player, &club));
    let created = answer.expect(201);
    assert_eq!(created["player"]["name"], "Thandiwe Mokoena");
    assert_eq!((&created["year"], &created["paid_on"]), (&json!(2027), &json!(null)));
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let read = secretary.get(answer.header("location"));
    assert_eq!(read.expect(200), created);
    assert_eq!(read.header("etag"), answer.header("etag"));
    let again = secretary.post("/v1/registrations", &registration(&player, &club));
    again.refused(409, "already-registered");
    let elsewhere = app
        .secretary(&other)
        .post("/v1/registrations", &registration(&player, &other));
    elsewhere.refused(409, "transfer-required");
    // Another year is another registration.
    let year = |year: i32| with(registration(&player, &club), json!({ "year": year }));
    for (year, expected) in [(2026, 201), (2028, 201), (2028, 409), (2029, 422)] {
        let answer = secretary.post(
            "/v1/registrations",
            &self::with(registration(&player, &club), json!({ "year": year })),
        );
        assert_eq!(answer.status, expected, "{year}: {}", answer.body_text());
    }
    // At the turn of the gaming year, in South Africa, the next one opens.
    app.at("2027-10-31T21:59:59Z");
    let faults = app
        .secretary(&club)
        .post("/v1/registrations", &year(2029))
        .refused(422, "invalid-input");
    assert_eq!(
        (&faults["errors"][0]["pointer"], &faults["errors"][0]["code"]),
        (&json!("/year"), &json!("too-far-ahead"))
    );
    app.at("2027-10-31T22:00:00Z");
    app.secretary(&club).post("/v1/registrations", &year(2029)).expect(201);
}

fn a_school_enters_a_learner_beside_the_membership(app: &TestApp) {
    let (club, school) = (app.club("ZA-NW"), club_of_kind(app, "school", "ZA-GP"));
    let university = club_of_kind(app, "university", "ZA-GP");
    let player = app.player_in(&club, "high_school");
    app.secretary(&club)
        .post("/v1/registrations", &registration(&player, &club))
        .expect(201);
    let entry = |club: &str, division: &str| {
        with(
            registration(&player, club),
            json!({ "basis": "institution", "division": division }),
        )
    };
    let post = |club: &str, division: &str| app.secretary(club).post("/v1/registrations", &entry(club, division));
    post(&app.club("ZA-GP"), "high_school").refused(422, "not-an-institution");
    for (club, division) in [
        (&school, "senior"),
        (&school, "student"),
        (&university, "high_school"),
        (&university, "senior"),
    ] {
        post(club, division).refused(422, "division-does-not-fit");
    }
    let entered = post(&school, "high_school").expect(201);
    assert_eq!(entered["basis"], "institution");
    // One institution a year; the membership is where it was.
    post(&university, "student").refused(409, "already-registered");
    assert_eq!(
        app.anyone().get(&format!("/v1/players/{player}")).expect(200)["club_id"],
        json!(club)
    );
    let path = format!("/v1/registrations/{}", text(&entered["id"]));
    let coordinator = app.coordinator("ZA-GP");
    coordinator
        .patch(&path, "*", &json!({ "division": "senior" }))
        .refused(422, "division-does-not-fit");
    coordinator
        .patch(&path, "*", &json!({ "division": "primary_school" }))
        .refused(422, "age-does-not-fit");
    let younger = app.player_named(&club, "Nkosi", "Lerato", "2013-05-05");
    let entry = with(
        registration(&younger, &school),
        json!({ "basis": "institution", "division": "high_school" }),
    );
    let entered = app.secretary(&school).post("/v1/registrations", &entry).expect(201);
    let path = format!("/v1/registrations/{}", text(&entered["id"]));
    assert_eq!(
        coordinator
            .patch(&path, "*", &json!({ "division": "primary_school" }))
            .expect(200)["division"],
        "primary_school"
    );
}

fn a_division_is_for_people_of_an_age(app: &TestApp) {
    let club = app.club("ZA-NW");
    let secretary = app.secretary(&club);
    // By the birth date, on 1 January 2027.
    for (division, born, fits) in [
        ("high_school", "2006-01-01", false),
        ("high_school", "2006-01-02", true),
        ("high_school", "2015-01-01", true),
        ("high_school", "2015-01-02", false),
        ("primary_school", "2012-01-01", false),
        ("primary_school", "2012-01-02", true),
        ("student", "2011-01-02", false),
        ("student", "1991-01-02", true),
        ("student", "1991-01-01", false),
        ("senior", "2015-01-02", true),
        ("senior", "1950-01-01", true),
    ] {
        let player = app.player_named(&club, "Nkosi", "Lerato", born);
        let asked = with(registration(&player, &club), json!({ "division": division }));
        let answer = secretary.post("/v1/registrations", &asked);
        if fits {
            answer.expect(201);
        } else {
            let told = answer.refused(422, "age-does-not-fit");
            assert_eq!(told["errors"][0]["pointer"], "/division", "{division} {born}");
        }
    }
    // What was registered before is paid for whatever the age; another division is looked at.
    let player = app.player(&club);
    let path = secretary.post("/v1/registrations", &registration(&player, &club));
    let (path, coordinator) = (path.header("location").to_owned(), app.coordinator("ZA-NW"));
    let to_school = json!({ "division": "high_school" });
    let told = coordinator
        .patch(&path, "*", &to_school)
        .refused(422, "age-does-not-fit");
    assert_eq!(told["errors"][0]["pointer"], "/division");
    coordinator
        .patch(&path, "*", &json!({ "paid_on": "2026-11-20" }))
        .expect(200);
}

/// Two schools enter one learner at the same moment; and a club registers one member twice.
fn two_clubs_at_once_get_one_registration(app: &TestApp) {
    let (club, schools) = (
        app.club("ZA-NW"),
        ["ZA-NW", "ZA-GP"].map(|province| club_of_kind(app, "school", province)),
    );
    let secretaries = schools.each_ref().map(|school| app.secretary(school));
    for _ in 0..5 {
        let player = app.player_in(&club, "high_school");
        let entry = |club: &str| {
            with(
                registration(&player, club),
                json!({ "basis": "institution", "division": "high_school" }),
            )
        };
        let send = |secretary: &Caller<'_>, club: &str| secretary.post("/v1/registrations", &entry(club)).status;
        let mut statuses: Vec<u16> = std::thread::scope(|scope| {
            let both = secretaries.iter().zip(&schools);
            let both: Vec<_> = both
                .map(|(secretary, school)| scope.spawn(|| send(secretary, school)))
                .collect();
            both.into_iter().map(|one| one.join().unwrap()).collect()
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
        let kept = app
            .administrator()
            .get(&format!("/v1/registrations?player_id={player}"))
            .items();
        assert_eq!(kept.len(), 1);
    }
}

fn the_same_request_again_is_answered_again(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let id = "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f";
    let asked = with(registration(&player, &club), json!({ "id": id }));
    let first = secretary.post("/v1/registrations", &asked).expect(201);
    assert_eq!(secretary.post("/v1/registrations", &asked).expect(201), first);
    secretary
        .post("/v1/registrations", &with(asked, json!({ "year": 2028 })))
        .refused(409, "id-taken");
    // Whoever does not look after the club learns nothing of it.
    let other = app.club("ZA-NW");
    let asked = with(registration(&player, &other), json!({ "id": id }));
    secretary.post("/v1/registrations", &asked).refused(403, "out-of-scope");
}

fn what_is_wrong_is_told_before_anything_is_kept(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, secretary) = (app.player(&club), app.secretary(&club));
    let unknown = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f";
    secretary
        .post("/v1/registrations", &registration(&player, unknown))
        .refused(422, "unknown-club");
    secretary
        .post("/v1/registrations", &registration(unknown, &club))
        .refused(422, "unknown-player");
    for (field, value) in [
        ("year", json!("2027")),
        ("year", json!(1066)),
        ("basis", json!("guest")),
        ("division", json!("junior")),
    ] {
        let asked = with(registration(&player, &club), json!({ field: value }));
        let problem = secretary
            .post("/v1/registrations", &asked)
            .refused(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{field}"));
    }
    // Payments are not for the secretary to record.
    let paid = with(registration(&player, &club), json!({ "paid_on": "2026-11-20" }));
    secretary.post("/v1/registrations", &paid).refused(422, "invalid-input");
    assert!(secretary.get("/v1/registrations").items().is_empty());
}

fn a_payment_is_recorded_by_who_has_read_the_registration(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (player, coordinator) = (app.player(&club), app.coordinator("ZA-NW"));
    let answer = coordinator.post("/v1/registrations", &registration(&player, &club));
    let (path, tag) = (answer.header("location"), answer.header("etag"));
    answer.expect(201);
    let paid = json!({ "paid_on": "2026-11-19" });
    app.secretary(&club)
        .patch(path, tag, &paid)
        .refused(403, "role-required");
    app.coordinator("ZA-GP")
        .patch(path, tag, &paid)
        .refused(403, "out-of-scope");
    let headers = [("content-type", "application/merge-patch+json")];
    coordinator
        .send("PATCH", path, &headers, Some(&paid.to_string()))
        .refused(428, "precondition-required");
    let problem = coordinator
        .patch(path, tag, &json!({ "paid_on": "2026-11-21" }))
        .refused(422, "invalid-input");
    assert_eq!(problem["errors"][0]["code"], "in-future");
    let changed = coordinator.patch(path, tag, &paid);
    assert_eq!(changed.expect(200)["paid_on"], "2026-11-19");
    coordinator.patch(path, tag, &paid).refused(412, "stale");
    assert_eq!(
        coordinator
            .patch(path, changed.header("etag"), &json!({ "paid_on": null }))
            .expect(200)["paid_on"],
        json!(null)
    );
}

fn who_has_not_paid_and_who_lapses_is_listed(app: &TestApp) {
    let club = app.club("ZA-NW");
    let coordinator = app.coordinator("ZA-NW");
    let players: Vec<String> = (0..4).map(|_| app.player(&club)).collect();
    let register = |player: &str, year: i32| {
        let asked = with(registration(player, &club), json!({ "year": year }));
        text(&coordinator.post("/v1/registrations", &asked).expect(201)["id"]).to_owned()
    };
    // The first renews and pays, the second renews, the third lapses, the fourth was never registered.
    let paid = register(&players[0], 2027);
    coordinator
        .patch(
            &format!("/v1/registrations/{paid}"),
            "*",
            &json!({ "paid_on": "2026-11-20" }),
        )
        .expect(200);
    let unpaid = register(&players[1], 2027);
    let last_year: Vec<String> = players[..3].iter().map(|player| register(player, 2026)).collect();
    let list = |query: &str| coordinator.get(&format!("/v1/registrations?{query}")).items();
    assert_eq!(ids(&list("year=2027&paid=false")), [unpaid.as_str()]);
    assert_eq!(ids(&list("year=2027&paid=true")), [paid.as_str()]);
    assert_eq!(ids(&list("year=2026&renewed=false")), [last_year[2].as_str()]);
    assert_eq!(list("year=2026&renewed=true").len(), 2);
    assert_eq!(list(&format!("club_id={club}&division=senior&province=ZA-NW")).len(), 5);
    assert!(list("division=student").is_empty() && list("province=ZA-GP").is_empty());
    let particulars = |query: &str| {
        let items = coordinator.get(&format!("/v1/particulars?{query}")).items();
        items
            .iter()
            .map(|item| text(&item["id"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(particulars("registration=paid"), players[..1]);
    assert_eq!(particulars("registration=unpaid&year=2027"), players[1..2]);
    assert_eq!(particulars("registration=none"), players[2..]);
    assert_eq!(particulars("registration=unpaid&year=2026"), players[..3]);
    // Page by page it is the same.
    let (mut paged, mut path) = (Vec::new(), "/v1/registrations?limit=2".to_owned());
    loop {
        let page = coordinator.get(&path).expect(200);
        paged.extend(page["items"].as_array().unwrap().clone());
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        path = format!("/v1/registrations?limit=2&cursor={cursor}");
    }
    assert_eq!(paged, coordinator.get("/v1/registrations").items());
}

fn a_list_shows_what_the_caller_looks_after(app: &TestApp) {
    let clubs = [app.club("ZA-NW"), app.club("ZA-NW"), app.club("ZA-GP")];
    for club in &clubs {
        let player = app.player(club);
        app.administrator()
            .post("/v1/registrations", &registration(&player, club))
            .expect(201);
    }
    let seen = |caller: &Caller<'_>, path: &str| caller.get(path).items().len();
    for path in ["/v1/registrations", "/v1/particulars"] {
        assert_eq!(seen(&app.administrator(), path), 3);
        assert_eq!(seen(&app.coordinator("ZA-NW"), path), 2);
        assert_eq!(seen(&app.coordinator("ZA-LP"), path), 0);
        assert_eq!(seen(&app.secretary(&clubs[2]), path), 1);
        // A filter narrows, and never widens.
        let query = format!("{path}?club_id={}", clubs[0]);
        assert_eq!(seen(&app.secretary(&clubs[2]), &query), 0);
        assert_eq!(seen(&app.coordinator("ZA-GP"), &query), 0);
    }
    assert_eq!(seen(&app.coordinator("ZA-GP"), "/v1/particulars?q=mokoena"), 1);
    assert_eq!(
        seen(&app.coordinator("ZA-GP"), "/v1/particulars?province=ZA-NW"),
        1,
        "a province of residence"
    );
}

fn a_learner_of_another_club_is_masked(app: &TestApp) {
    let (club, school) = (app.club("ZA-NW"), club_of_kind(app, "school", "ZA-GP"));
    let player = app.player_named(&club, "Nkosi", "Lerato", "2012-05-05");
    let teacher = app.secretary(&school);
    let entry = with(
        registration(&player, &school),
        json!({ "basis": "institution", "division": "high_school" }),
    );
    assert_eq!(
        teacher.post("/v1/registrations", &entry).expect(201)["player"]["name"],
        "L. N."
    );
    assert_eq!(teacher.get("/v1/registrations").items()[0]["player"]["name"], "L. N.");
    teacher
        .get(&format!("/v1/players/{player}/particulars"))
        .refused(403, "out-of-scope");
    // The own club sees its member by name.
    let secretary = app.secretary(&club);
    assert_eq!(
        secretary
            .post("/v1/registrations", &registration(&player, &club))
            .expect(201)["player"]["name"],
        "Lerato Nkosi"
    );
}
