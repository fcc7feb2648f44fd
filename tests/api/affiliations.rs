//! Clubs' affiliations, gaming year by gaming year.

use diesel::prelude::*;
use federation_records::db::schema::audit as trail;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};

on_both_databases! {
    a_club_is_affiliated_and_read_back,
    the_same_affiliation_sent_again_answers_as_the_first_time,
    a_club_has_one_affiliation_a_year,
    an_affiliation_has_its_form,
    a_year_is_the_next_at_most,
    a_payment_is_recorded_mended_and_taken_back,
    a_payment_is_mended_by_who_has_read_it,
    affiliations_are_written_by_those_above_the_club,
    a_list_shows_what_is_within_reach,
    affiliations_are_listed_by_year_page_by_page,
    affiliations_are_filtered,
    what_is_written_of_a_club_is_in_the_trail,
}

const ID: &str = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f";

/// An affiliation that was not paid.
fn unpaid(club: &str, year: i32) -> Value {
    json!({ "club_id": club, "year": year })
}

fn affiliate(app: &TestApp, affiliation: &Value) -> String {
    text(&app.administrator().post("/v1/affiliations", affiliation).expect(201)["id"]).to_owned()
}

fn at(id: &str) -> String {
    format!("/v1/affiliations/{id}")
}

fn listed(caller: &Caller<'_>, query: &str) -> Vec<String> {
    let items = caller.get(&format!("/v1/affiliations?{query}")).items();
    items
        .iter()
        .map(|affiliation| text(&affiliation["id"]).to_owned())
        .collect()
}

fn fault(answer: &Answer) -> (String, String) {
    let faults = answer.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].clone()
}

fn a_club_is_affiliated_and_read_back(app: &TestApp) {
    let (club, coordinator) = (app.club("ZA-NW"), app.coordinator("ZA-NW"));
    let sent = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
    let answer = coordinator.post("/v1/affiliations", &sent);
    let created = answer.expect(201);
    for (member, value) in sent.as_object().unwrap() {
        assert_eq!(created[member], *value);
    }
    assert_eq!(created["created_at"], "2026-11-20T08:00:00.000000Z");
    assert_eq!(answer.header("location"), at(text(&created["id"])));
    let read = coordinator.get(answer.header("location"));
    assert_eq!(
        (read.expect(200), read.header("etag")),
        (created, answer.header("etag"))
    );
    assert_eq!(read.header("cache-control"), "private, no-store");
    app.administrator().get(&at(ID)).refused(404, "not-found");
}

fn the_same_affiliation_sent_again_answers_as_the_first_time(app: &TestApp) {
    let (club, coordinator) = (app.club("ZA-NW"), app.coordinator("ZA-NW"));
    let mut sent = unpaid(&club, 2027);
    sent["id"] = json!(ID);
    let first = coordinator.post("/v1/affiliations", &sent).expect(201);
    assert_eq!(first["id"], ID);
    app.pass(chrono::TimeDelta::minutes(1));
    assert_eq!(coordinator.post("/v1/affiliations", &sent).expect(201), first);
    assert_eq!(listed(&coordinator, ""), [ID]);
    sent["paid_on"] = json!("2026-11-20");
    let problem = coordinator.post("/v1/affiliations", &sent).refused(409, "id-taken");
    assert_eq!(problem["errors"][0]["pointer"], "/id");
    // With a key, an answer that was lost is given again for any content.
    let headers = [("content-type", "application/json"), ("idempotency-key", "fee of 2028")];
    let sent = unpaid(&club, 2028).to_string();
    let first = coordinator
        .send("POST", "/v1/affiliations", &headers, Some(&sent))
        .expect(201);
    let again = coordinator.send("POST", "/v1/affiliations", &headers, Some(&sent));
    assert_eq!(
        (again.expect(201), again.header("idempotency-replayed")),
        (first, "true")
    );
}

fn a_club_has_one_affiliation_a_year(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    let affiliate = || administrator.post("/v1/affiliations", &unpaid(&club, 2027)).status;
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let at_once: Vec<_> = (0..4).map(|_| scope.spawn(affiliate)).collect();
        at_once.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409]);
    let paid = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
    let problem = administrator
        .post("/v1/affiliations", &paid)
        .refused(409, "already-affiliated");
    assert_eq!(problem["errors"][0]["pointer"], "/year");
    administrator.post("/v1/affiliations", &unpaid(&club, 2026)).expect(201);
    administrator
        .post("/v1/affiliations", &unpaid(&app.club("ZA-NW"), 2027))
        .expect(201);
}

fn an_affiliation_has_its_form(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    let wrong = json!({ "club_id": club, "year": 2029, "paid_on": "2026-11-21" });
    let expected = [("/year", "too-far-ahead"), ("/paid_on", "in-future")];
    let faults = administrator.post("/v1/affiliations", &wrong).faults();
    assert_eq!(
        faults,
        expected.map(|(pointer, code)| (pointer.to_owned(), code.to_owned()))
    );
    for (member, value, code) in [
        ("year", json!(1989), "invalid-value"),
        ("year", json!("2027"), "invalid-value"),
        ("year", json!(2027.5), "invalid-value"),
        ("year", Value::Null, "invalid-value"),
        ("paid_on", json!("20/11/2026"), "invalid-value"),
        ("paid_on", json!("2026-02-30"), "invalid-value"),
        ("club_id", json!("DIT"), "invalid-value"),
        ("fee", json!(100), "unknown-field"),
    ] {
        let mut one = unpaid(&club, 2027);
        one[member] = value;
        let fault = fault(&administrator.post("/v1/affiliations", &one));
        assert_eq!(fault, (format!("/{member}"), code.to_owned()), "{one}");
    }
    let problem = administrator
        .post("/v1/affiliations", &unpaid(ID, 2027))
        .refused(422, "unknown-club");
    assert_eq!(problem["errors"][0]["pointer"], "/club_id");
    assert_eq!(listed(&administrator, ""), Vec::<String>::new());
}

fn a_year_is_the_next_at_most(app: &TestApp) {
    let club = app.club("ZA-NW");
    let affiliate = |time: &str, year: i32| {
        app.at(time);
        app.administrator().post("/v1/affiliations", &unpaid(&club, year))
    };
    // Midnight in South Africa, at which 31 October ends.
    let refused = fault(&affiliate("2027-10-31T21:59:59Z", 2029));
    assert_eq!(refused, ("/year".to_owned(), "too-far-ahead".to_owned()));
    affiliate("2027-10-31T21:59:59Z", 2028).expect(201);
    affiliate("2027-10-31T22:00:00Z", 2029).expect(201);
    // What is paid after that midnight is paid on the day that has begun.
    let id = affiliate("2027-10-31T22:00:00Z", 1990).expect(201)["id"].clone();
    let paid = |day: &str| {
        app.administrator()
            .patch(&at(text(&id)), "*", &json!({ "paid_on": day }))
    };
    paid("2027-11-01").expect(200);
    assert_eq!(fault(&paid("2027-11-02")).1, "in-future");
}

fn a_payment_is_recorded_mended_and_taken_back(app: &TestApp) {
    let (club, coordinator) = (app.club("ZA-NW"), app.coordinator("ZA-NW"));
    let path = at(&affiliate(app, &unpaid(&club, 2027)));
    let before = coordinator.get(&path).expect(200);
    assert_eq!(before["paid_on"], Value::Null);
    for paid_on in [json!("2026-11-20"), json!("2026-11-02"), Value::Null] {
        let answer = coordinator.patch(&path, "*", &json!({ "paid_on": paid_on }));
        let after = answer.expect(200);
        assert_eq!(after["paid_on"], paid_on);
        for kept in ["id", "club_id", "year", "created_at"] {
            assert_eq!(after[kept], before[kept]);
        }
        assert_eq!(
            (coordinator.get(&path).json(), coordinator.get(&path).header("etag")),
            (after, answer.header("etag"))
        );
    }
    for (patch, pointer, code) in [
        (json!({ "paid_on": "2026-11-21" }), "/paid_on", "in-future"),
        (json!({ "paid_on": "yesterday" }), "/paid_on", "invalid-value"),
        (json!({ "year": 2026 }), "/year", "unknown-field"),
        (json!({ "club_id": club }), "/club_id", "unknown-field"),
        (json!(null), "", "invalid-value"),
    ] {
        let fault = fault(&coordinator.patch(&path, "*", &patch));
        assert_eq!(fault, (pointer.to_owned(), code.to_owned()), "{patch}");
    }
    assert_eq!(coordinator.patch(&path, "*", &json!({})).expect(200), before);
    coordinator.patch(&at(ID), "*", &json!({})).refused(404, "not-found");
}

fn a_payment_is_mended_by_who_has_read_it(app: &TestApp) {
    let coordinator = app.coordinator("ZA-NW");
    let path = at(&affiliate(app, &unpaid(&app.club("ZA-NW"), 2027)));
    let tag = coordinator.get(&path).header("etag").to_owned();
    let headers = [("content-type", "application/merge-patch+json")];
    coordinator
        .send("PATCH", &path, &headers, Some("{}"))
        .refused(428, "precondition-required");
    coordinator
        .patch(&path, &tag, &json!({ "paid_on": "2026-11-19" }))
        .expect(200);
    let stale = coordinator.patch(&path, &tag, &json!({ "paid_on": null }));
    stale.refused(412, "stale");
    let read = coordinator.get(&path);
    assert_eq!(
        (stale.header("etag"), &read.json()["paid_on"]),
        (read.header("etag"), &json!("2026-11-19"))
    );
}

fn affiliations_are_written_by_those_above_the_club(app: &TestApp) {
    let club = app.club("ZA-NW");
    let mut sent = unpaid(&club, 2027);
    sent["id"] = json!(ID);
    let elsewhere = app.coordinator("ZA-GP");
    elsewhere.post("/v1/affiliations", &sent).refused(403, "out-of-scope");
    app.secretary(&club)
        .post("/v1/affiliations", &sent)
        .refused(403, "role-required");
    app.anyone()
        .post("/v1/affiliations", &sent)
        .refused(401, "token-required");
    app.coordinator("ZA-NW").post("/v1/affiliations", &sent).expect(201);
    // Whether it was the same content is not told to everyone.
    elsewhere.post("/v1/affiliations", &sent).refused(403, "out-of-scope");
    let paid = json!({ "paid_on": "2026-11-20" });
    elsewhere.patch(&at(ID), "*", &paid).refused(403, "out-of-scope");
    app.secretary(&club)
        .patch(&at(ID), "*", &paid)
        .refused(403, "role-required");
    elsewhere.get(&at(ID)).refused(403, "out-of-scope");
    app.secretary(&app.club("ZA-NW"))
        .get(&at(ID))
        .refused(403, "out-of-scope");
    assert_eq!(app.secretary(&club).get(&at(ID)).expect(200)["paid_on"], Value::Null);
}

fn a_list_shows_what_is_within_reach(app: &TestApp) {
    let clubs = [app.club("ZA-NW"), app.club("ZA-NW"), app.club("ZA-GP")];
    let [own, near, far] = [0, 1, 2].map(|n: usize| affiliate(app, &unpaid(&clubs[n], 2027)));
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    let all = sorted(vec![own.clone(), near.clone(), far.clone()]);
    assert_eq!(listed(&app.administrator(), ""), all);
    assert_eq!(listed(&app.coordinator("ZA-NW"), ""), sorted(vec![own.clone(), near]));
    assert_eq!(listed(&app.coordinator("ZA-LP"), ""), Vec::<String>::new());
    assert_eq!(listed(&app.secretary(&clubs[0]), ""), [own.as_str()]);
    // What is asked for does not widen what is seen.
    for query in [
        "province=ZA-GP".to_owned(),
        format!("club_id={}", clubs[2]),
        "year=2027&province=ZA-GP".to_owned(),
    ] {
        assert_eq!(listed(&app.coordinator("ZA-NW"), &query), Vec::<String>::new());
        assert_eq!(listed(&app.secretary(&clubs[0]), &query), Vec::<String>::new());
        assert_eq!(listed(&app.coordinator("ZA-GP"), &query), [far.as_str()]);
    }
    // Of several grants each adds its own.
    let account = app.account();
    for grant in [
        json!({ "role": "coordinator", "province": "ZA-GP" }),
        json!({ "role": "club_secretary", "club_id": clubs[0] }),
    ] {
        app.administrator()
            .post(&format!("/v1/accounts/{}/grants", account.id), &grant)
            .expect(201);
    }
    let both = app.sign_in(&account.email);
    assert_eq!(listed(&both, ""), sorted(vec![own.clone(), far]));
    // A secretary of a club does not write, though the account coordinates elsewhere.
    both.get(&at(&own)).expect(200);
    both.patch(&at(&own), "*", &json!({})).refused(403, "out-of-scope");
    app.umpire().get("/v1/affiliations").refused(403, "role-required");
    app.anyone().get("/v1/affiliations").refused(401, "token-required");
}

fn affiliations_are_listed_by_year_page_by_page(app: &TestApp) {
    let clubs = [app.club("ZA-NW"), app.club("ZA-NW"), app.club("ZA-NW")];
    let mut expected = Vec::new();
    for year in [2028, 2027, 2026] {
        let mut ids: Vec<String> = clubs.iter().map(|club| affiliate(app, &unpaid(club, year))).collect();
        ids.sort();
        expected.append(&mut ids);
    }
    let coordinator = app.coordinator("ZA-NW");
    let (mut path, mut ids) = ("/v1/affiliations?limit=2".to_owned(), Vec::new());
    loop {
        let answer = coordinator.get(&path);
        ids.extend(
            answer
                .items()
                .iter()
                .map(|affiliation| text(&affiliation["id"]).to_owned()),
        );
        assert_eq!(answer.header("cache-control"), "private, no-store");
        let Some(next) = answer.json()["next_cursor"].as_str().map(str::to_owned) else {
            break;
        };
        path = format!("/v1/affiliations?limit=2&cursor={next}");
        // What is added for a later year does not shift the pages.
        if ids.len() == 4 {
            affiliate(app, &unpaid(&app.club("ZA-NW"), 2028));
        }
    }
    assert_eq!(ids, expected);
    assert_eq!(listed(&coordinator, "limit=200").len(), 10);
}

fn affiliations_are_filtered(app: &TestApp) {
    let clubs = [app.club("ZA-NW"), app.club("ZA-GP")];
    let paid = |club: &str, year: i32| json!({ "club_id": club, "year": year, "paid_on": "2026-11-20" });
    let [a, b, c] =
        [paid(&clubs[0], 2027), unpaid(&clubs[1], 2027), unpaid(&clubs[0], 2026)].map(|sent| affiliate(app, &sent));
    let administrator = app.administrator();
    for (query, expected) in [
        ("year=2026".to_owned(), vec![&c]),
        ("paid=true".to_owned(), vec![&a]),
        ("paid=false&year=2027".to_owned(), vec![&b]),
        ("paid=false".to_owned(), vec![&b, &c]),
        ("province=ZA-GP".to_owned(), vec![&b]),
        (format!("club_id={}", clubs[0]), vec![&a, &c]),
        (
            format!("club_id={}&paid=false&province=ZA-NW&year=2026", clubs[0]),
            vec![&c],
        ),
        (format!("club_id={ID}"), vec![]),
        ("year=2030".to_owned(), vec![]),
    ] {
        let expected: Vec<String> = expected.into_iter().cloned().collect();
        assert_eq!(listed(&administrator, &query), expected, "{query}");
    }
    for query in [
        "year=27",
        "year=x",
        "paid=yes",
        "paid=",
        "club_id=x",
        "province=%00",
        "standing=good",
        "limit=0",
    ] {
        administrator
            .get(&format!("/v1/affiliations?{query}"))
            .refused(400, "invalid-query");
    }
}

/// The rows of the trail on affiliations and on contacts: action, subject, its id, and how it was before and after.
fn trail(app: &TestApp) -> Vec<(String, String, String, Value, Value)> {
    let rows: Vec<(String, String, String, Option<String>)> = trail::table
        .filter(trail::action.like("%affiliation").or(trail::action.like("%contacts")))
        .select((trail::action, trail::subject, trail::subject_id, trail::changes))
        .order(trail::seq)
        .load(&mut app.connection())
        .unwrap();
    let row = |(action, subject, id, changes): (_, _, _, Option<String>)| {
        let changes: Value = serde_json::from_str(&changes.unwrap()).unwrap();
        (action, subject, id, changes["before"].clone(), changes["after"].clone())
    };
    rows.into_iter().map(row).collect()
}

fn what_is_written_of_a_club_is_in_the_trail(app: &TestApp) {
    let (club, coordinator) = (app.club("ZA-NW"), app.coordinator("ZA-NW"));
    let mut sent = unpaid(&club, 2027);
    sent["id"] = json!(ID);
    let created = coordinator.post("/v1/affiliations", &sent).expect(201);
    coordinator.post("/v1/affiliations", &sent).expect(201);
    let paid = coordinator
        .patch(&at(ID), "*", &json!({ "paid_on": "2026-11-20" }))
        .expect(200);
    coordinator
        .patch(&at(ID), "\"x\"", &json!({ "paid_on": null }))
        .refused(412, "stale");
    coordinator
        .patch(&at(ID), "*", &json!({ "paid_on": "2026-11-21" }))
        .refused(422, "invalid-input");
    let contacts = format!("/v1/clubs/{club}/contacts");
    let nobody = coordinator.get(&contacts).expect(200);
    let named = json!({ "chairperson": { "name": "Zanele Nkosi", "phone": "018 381 4200" } });
    let named = coordinator.patch(&contacts, "*", &named).expect(200);
    let (affiliation, id) = ("affiliation".to_owned(), ID.to_owned());
    let expected = [
        (
            "create_affiliation".to_owned(),
            affiliation.clone(),
            id.clone(),
            Value::Null,
            created.clone(),
        ),
        ("update_affiliation".to_owned(), affiliation, id, created, paid),
        (
            "update_club_contacts".to_owned(),
            "club".to_owned(),
            club,
            nobody,
            named,
        ),
    ];
    assert_eq!(trail(app), expected);
}
