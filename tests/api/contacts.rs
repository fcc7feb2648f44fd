//! Contacts of a club: kept by those who look after it, and seen by nobody else.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;

on_sqlite! {
    contacts_are_kept_and_read_back,
    a_patch_reaches_into_a_contact,
    only_a_school_has_an_educator_in_charge,
    contacts_are_private,
    contacts_are_changed_by_who_has_read_them,
    all_faults_of_contacts_are_told_at_once,
    contacts_have_their_form,
    a_change_of_contacts_is_done_once,
    a_list_is_no_contact,
}

fn contacts(club: &str) -> String {
    format!("/v1/clubs/{club}/contacts")
}

fn nobody() -> Value {
    json!({ "chairperson": null, "secretary": null, "educator_in_charge": null })
}

fn contacts_are_kept_and_read_back(app: &TestApp) {
    let club = app.club_of_kind("school", "ZA-NW");
    let (path, secretary) = (contacts(&club), app.secretary(&club));
    assert_eq!(secretary.get(&path).expect(200), nobody());
    let sent = json!({
        "chairperson": { "name": " Lindiwe  Qwabe ", "email": "Lindiwe@example.org", "phone": " (018) 381-4200 " },
        "secretary": { "name": "Kagiso Moatshe" },
        "educator_in_charge": { "name": "Priya Naidoo", "email": null, "phone": "+27 (0)82 123 4567" },
    });
    let answer = secretary.patch(&path, "*", &sent);
    let kept = json!({
        "chairperson": { "name": "Lindiwe Qwabe", "email": "Lindiwe@example.org", "phone": "(018) 381-4200" },
        "secretary": { "name": "Kagiso Moatshe", "email": null, "phone": null },
        "educator_in_charge": { "name": "Priya Naidoo", "email": null, "phone": "+27 (0)82 123 4567" },
    });
    assert_eq!(answer.expect(200), kept);
    let read = secretary.get(&path);
    assert_eq!((read.expect(200), read.header("etag")), (kept, answer.header("etag")));
    assert_eq!(read.header("cache-control"), "private, no-store");
    // Another club of the secretary's province has its own.
    assert_eq!(
        app.administrator().get(&contacts(&app.club("ZA-NW"))).expect(200),
        nobody()
    );
}

fn a_patch_reaches_into_a_contact(app: &TestApp) {
    let (path, administrator) = (contacts(&app.club("ZA-NW")), app.administrator());
    let change = |changes: Value| administrator.patch(&path, "*", &changes).expect(200);
    change(json!({ "secretary": { "name": "Kagiso Moatshe", "email": "kagiso@example.org", "phone": "0183814200" } }));
    let after = change(json!({ "secretary": { "phone": "0183814201" }, "chairperson": { "name": "Zanele Nkosi" } }));
    assert_eq!(
        after["secretary"],
        json!({ "name": "Kagiso Moatshe", "email": "kagiso@example.org", "phone": "0183814201" })
    );
    let after = change(json!({ "secretary": { "email": null } }));
    assert_eq!(
        (&after["secretary"]["email"], &after["chairperson"]["name"]),
        (&Value::Null, &json!("Zanele Nkosi"))
    );
    assert_eq!(change(json!({})), after);
    let after = change(json!({ "secretary": null }));
    assert_eq!(
        (&after["secretary"], &after["chairperson"]["name"]),
        (&Value::Null, &json!("Zanele Nkosi"))
    );
    assert_eq!(change(json!({ "chairperson": null })), nobody());
}

fn only_a_school_has_an_educator_in_charge(app: &TestApp) {
    let administrator = app.administrator();
    let educator = json!({ "educator_in_charge": { "name": "Priya Naidoo" } });
    for kind in ["community", "university"] {
        let path = contacts(&app.club_of_kind(kind, "ZA-NW"));
        let problem = administrator.patch(&path, "*", &educator).refused(422, "not-a-school");
        assert_eq!(problem["errors"][0]["pointer"], "/educator_in_charge");
        assert_eq!(administrator.get(&path).expect(200), nobody());
    }
    let school = app.club_of_kind("school", "ZA-NW");
    administrator.patch(&contacts(&school), "*", &educator).expect(200);
    // It stays a school as long as it has one.
    let club = format!("/v1/clubs/{school}");
    let problem = administrator
        .patch(&club, "*", &json!({ "kind": "community" }))
        .refused(422, "not-a-school");
    assert_eq!(problem["errors"][0]["pointer"], "/kind");
    administrator
        .patch(&club, "*", &json!({ "name": "Makgato High School" }))
        .expect(200);
    administrator
        .patch(&contacts(&school), "*", &json!({ "educator_in_charge": null }))
        .expect(200);
    administrator
        .patch(&club, "*", &json!({ "kind": "community" }))
        .expect(200);
}

fn contacts_are_private(app: &TestApp) {
    let club = app.club("ZA-NW");
    let path = contacts(&club);
    let kept = json!({ "secretary": { "name": "Kagiso Moatshe" } });
    let kept = app.coordinator("ZA-NW").patch(&path, "*", &kept).expect(200);
    app.anyone().get(&path).refused(401, "token-required");
    app.anyone()
        .patch(&path, "*", &json!({}))
        .refused(401, "token-required");
    app.umpire().get(&path).refused(403, "role-required");
    for elsewhere in [app.coordinator("ZA-GP"), app.secretary(&app.club("ZA-NW"))] {
        elsewhere.get(&path).refused(403, "out-of-scope");
        elsewhere
            .patch(&path, "*", &json!({ "secretary": null }))
            .refused(403, "out-of-scope");
        // Nor do they learn of its version.
        assert_eq!(elsewhere.patch(&path, "\"x\"", &json!({})).header("etag"), "");
    }
    for own in [app.secretary(&club), app.coordinator("ZA-NW"), app.administrator()] {
        assert_eq!(own.get(&path).expect(200), kept);
    }
    let nothing = contacts("019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f");
    app.administrator().get(&nothing).refused(404, "not-found");
    app.coordinator("ZA-NW")
        .patch(&nothing, "*", &json!({}))
        .refused(404, "not-found");
}

fn contacts_are_changed_by_who_has_read_them(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (path, secretary) = (contacts(&club), app.secretary(&club));
    let tag = secretary.get(&path).header("etag").to_owned();
    let named = |name: &str| json!({ "chairperson": { "name": name } });
    let headers = [("content-type", "application/merge-patch+json")];
    let sent = named("Nobody").to_string();
    secretary
        .send("PATCH", &path, &headers, Some(&sent))
        .refused(428, "precondition-required");
    secretary.patch(&path, &tag, &named("Zanele Nkosi")).expect(200);
    let stale = secretary.patch(&path, &tag, &named("Others"));
    stale.refused(412, "stale");
    let read = secretary.get(&path);
    assert_eq!(
        (stale.header("etag"), &read.json()["chairperson"]["name"]),
        (read.header("etag"), &json!("Zanele Nkosi"))
    );
    // The club itself is as it was.
    let club = format!("/v1/clubs/{club}");
    let tag = app.anyone().get(&club).header("etag").to_owned();
    app.administrator()
        .patch(&club, &tag, &json!({ "name": "Herders" }))
        .expect(200);
    assert_eq!(secretary.get(&path).json(), read.json());
}

fn all_faults_of_contacts_are_told_at_once(app: &TestApp) {
    let path = contacts(&app.club_of_kind("school", "ZA-NW"));
    let wrong = json!({
        "chairperson": { "name": " ", "email": "zanele", "phone": "call me" },
        "secretary": { "name": "x".repeat(201), "phone": "1".repeat(41) },
        "educator_in_charge": { "name": "Priya\u{202E}", "email": "", "phone": "381420" },
    });
    let expected = [
        ("/chairperson/name", "required"),
        ("/chairperson/email", "invalid-email"),
        ("/chairperson/phone", "invalid-phone"),
        ("/secretary/name", "too-long"),
        ("/secretary/phone", "too-long"),
        ("/educator_in_charge/name", "not-printable"),
        ("/educator_in_charge/email", "required"),
        ("/educator_in_charge/phone", "invalid-phone"),
    ];
    let faults = app.administrator().patch(&path, "*", &wrong).faults();
    assert_eq!(
        faults,
        expected.map(|(pointer, code)| (pointer.to_owned(), code.to_owned()))
    );
    assert_eq!(app.administrator().get(&path).expect(200), nobody());
}

fn contacts_have_their_form(app: &TestApp) {
    let (path, administrator) = (contacts(&app.club("ZA-NW")), app.administrator());
    for (patch, pointer, code) in [
        (
            json!({ "treasurer": { "name": "Zanele Nkosi" } }),
            "/treasurer",
            "unknown-field",
        ),
        (
            json!({ "secretary": { "email": "kagiso@example.org" } }),
            "/secretary/name",
            "required",
        ),
        (json!({ "secretary": { "name": null } }), "/secretary/name", "required"),
        (
            json!({ "secretary": { "name": "Kagiso", "fax": "1" } }),
            "/secretary/fax",
            "unknown-field",
        ),
        (json!({ "secretary": "Kagiso Moatshe" }), "/secretary", "invalid-value"),
        (
            json!({ "secretary": { "name": "Kagiso", "phone": 183_814_200 } }),
            "/secretary/phone",
            "invalid-value",
        ),
        (json!([]), "", "invalid-value"),
    ] {
        let faults = administrator.patch(&path, "*", &patch).faults();
        assert_eq!(faults, [(pointer.to_owned(), code.to_owned())], "{patch}");
    }
    assert_eq!(administrator.get(&path).expect(200), nobody());
}

fn a_change_of_contacts_is_done_once(app: &TestApp) {
    let (path, administrator) = (contacts(&app.club("ZA-NW")), app.administrator());
    let tag = administrator.get(&path).header("etag").to_owned();
    let headers = [
        ("content-type", "application/merge-patch+json"),
        ("if-match", tag.as_str()),
        ("idempotency-key", "contacts of the herders"),
    ];
    let sent = json!({ "secretary": { "name": "Kagiso Moatshe" } }).to_string();
    let first = administrator.send("PATCH", &path, &headers, Some(&sent)).expect(200);
    // What was read before is no longer there, yet the answer is that of the first time.
    let again = administrator.send("PATCH", &path, &headers, Some(&sent));
    assert_eq!(
        (again.expect(200), again.header("idempotency-replayed")),
        (first.clone(), "true")
    );
    assert_eq!(text(&first["secretary"]["name"]), "Kagiso Moatshe");
}

fn a_list_is_no_contact(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (path, secretary) = (contacts(&club), app.secretary(&club));
    for list in [json!(["Lindiwe Qwabe", "lindiwe@example.org", null]), json!([])] {
        let problem = secretary
            .patch(&path, "*", &json!({ "secretary": list }))
            .refused(422, "invalid-input");
        assert_eq!(
            (&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]),
            (&json!("/secretary"), &json!("invalid-value"))
        );
    }
    assert_eq!(secretary.get(&path).expect(200), nobody());
}
