//! Accounts and what they are granted.

use federation_records::accounts::Role;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp};
use crate::caller::{faults, text};

on_both_databases! {
    an_account_is_created_and_signs_in,
    all_faults_of_an_account_are_told_at_once,
    an_address_is_one_accounts_alone,
    accounts_are_found_by_address_and_name,
    accounts_are_listed_by_address_page_by_page,
    an_account_reads_itself_and_nobody_else,
    each_role_is_granted_with_its_scope,
    a_role_has_its_scope_and_no_other,
    what_a_grant_is_for_must_exist,
    a_grant_of_the_wrong_form_is_told_where,
    a_grant_begins_with_its_first_day,
    a_grant_ends_with_its_last_day,
    a_revoked_grant_is_gone_at_the_next_request,
    only_its_own_grant_is_revoked,
}

const UNKNOWN: &str = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f";

fn an_account_is_created_and_signs_in(app: &TestApp) {
    let account = json!({ "email": "Kagiso.M@Example.org", "name": " Kagiso   Moatshe " });
    let answer = app.administrator().post("/v1/accounts", &account);
    let mut created = answer.expect(201);
    assert_eq!(created["email"], "Kagiso.M@Example.org");
    assert_eq!(created["name"], "Kagiso Moatshe");
    assert_eq!(created["created_at"], "2026-11-20T08:00:00.000000Z");
    assert_eq!(created["grants"], json!([]));
    let location = answer.header("location").to_owned();
    assert_eq!(location, format!("/v1/accounts/{}", text(&created["id"])));
    let read = app.administrator().get(&location);
    assert_eq!(read.expect(200), created);
    assert_eq!(read.header("etag"), answer.header("etag"));
    assert_eq!(created["has_password"], false);
    app.set_password(text(&created["id"]));
    created["has_password"] = json!(true);
    let read = app.sign_in("kagiso.m@example.org").get(&location);
    assert_eq!(read.expect(200), created);
    assert_eq!(read.header("cache-control"), "private, no-store");
    assert_eq!(answer.header("cache-control"), "private, no-store");
}

fn all_faults_of_an_account_are_told_at_once(app: &TestApp) {
    let administrator = app.administrator();
    let before = administrator.get("/v1/accounts").items().len();
    let told = |email: &str, name: &str| {
        let account = json!({ "email": email, "name": name });
        let problem = administrator
            .post("/v1/accounts", &account)
            .refused(422, "invalid-input");
        faults(&problem)
            .into_iter()
            .map(|(pointer, code)| format!("{pointer} {code}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(told("kagiso", " "), ["/email invalid-email", "/name required"]);
    let (host, name) = (format!("k@{}.example", "x".repeat(250)), "x".repeat(121));
    assert_eq!(told(&host, &name), ["/email too-long", "/name too-long"]);
    assert_eq!(told("k@example.org", "K\u{202E}M"), ["/name not-printable"]);
    assert_eq!(told("k\u{0}@example.org", "K"), ["/email not-printable"]);
    for (body, pointer, code) in [
        (json!({ "email": "k@example.org" }), "/name", "required"),
        (json!({ "email": "k@example.org", "name": 7 }), "/name", "invalid-value"),
        (
            json!({ "email": "k@example.org", "name": "K", "role": "umpire" }),
            "/role",
            "unknown-field",
        ),
        // Nobody chooses a password for another.
        (
            json!({ "email": "k@example.org", "name": "K", "password": PASSWORD }),
            "/password",
            "unknown-field",
        ),
        (json!(["k@example.org", "K"]), "", "invalid-value"),
    ] {
        let problem = administrator.post("/v1/accounts", &body).refused(422, "invalid-input");
        assert_eq!(faults(&problem), [(pointer, code)]);
        assert!(!problem.to_string().contains(PASSWORD));
    }
    assert_eq!(administrator.get("/v1/accounts").items().len(), before);
}

fn an_address_is_one_accounts_alone(app: &TestApp) {
    let administrator = app.administrator();
    let mut account = json!({ "email": "kagiso@example.org", "name": "Kagiso Moatshe" });
    administrator.post("/v1/accounts", &account).expect(201);
    account["email"] = json!("KAGISO@Example.ORG");
    let problem = administrator.post("/v1/accounts", &account).refused(409, "email-taken");
    assert_eq!(faults(&problem), [("/email", "email-taken")]);
    assert_eq!(administrator.get("/v1/accounts").items().len(), 2);
}

fn accounts_are_found_by_address_and_name(app: &TestApp) {
    let administrator = app.administrator();
    for (email, name) in [
        ("zodwa@example.org", "Zodwa Khumalo"),
        ("adam@example.org", "Adam Zondo"),
    ] {
        administrator
            .post("/v1/accounts", &json!({ "email": email, "name": name }))
            .expect(201);
    }
    let found = |q: &str| -> Vec<String> {
        let items = administrator.get(&format!("/v1/accounts?q={q}")).items();
        items.iter().map(|account| text(&account["name"]).to_owned()).collect()
    };
    assert_eq!(found("ZODWA%40"), ["Zodwa Khumalo"]);
    assert_eq!(found("zo"), ["Adam Zondo", "Zodwa Khumalo"]);
    assert_eq!(found("nobody"), [""; 0]);
    assert_eq!(found("%20").len(), found("").len(), "nothing is asked for");
    let page = administrator.get("/v1/accounts?q=zo&limit=1");
    let next = page.json()["next_cursor"].as_str().unwrap().to_owned();
    assert_eq!(found(&format!("zo&limit=1&cursor={next}")), ["Zodwa Khumalo"]);
}

fn accounts_are_listed_by_address_page_by_page(app: &TestApp) {
    let administrator = app.administrator();
    for email in [
        "zodwa@example.org",
        "Busi@example.org",
        "adam@example.org",
        "carl@example.org",
    ] {
        let account = json!({ "email": email, "name": "Somebody" });
        administrator.post("/v1/accounts", &account).expect(201);
    }
    let (mut path, mut emails, mut pages) = ("/v1/accounts?limit=2".to_owned(), Vec::new(), 0);
    loop {
        let answer = administrator.get(&path);
        assert_eq!(answer.header("cache-control"), "private, no-store");
        emails.extend(answer.items().iter().map(|account| text(&account["email"]).to_owned()));
        pages += 1;
        let Some(next) = answer.json()["next_cursor"].as_str().map(str::to_owned) else {
            break;
        };
        path = format!("/v1/accounts?limit=2&cursor={next}");
        assert_eq!(answer.header("link"), format!("<{path}>; rel=\"next\""));
    }
    assert_eq!(pages, 3);
    let expected = [
        "adam@example.org",
        "administrator@federation.example",
        "Busi@example.org",
    ];
    assert_eq!(emails[..3], expected);
    assert_eq!(emails[3..], ["carl@example.org", "zodwa@example.org"]);
    administrator
        .get("/v1/accounts?cursor=x")
        .refused(400, "invalid-cursor");
    administrator.get("/v1/accounts?limit=0").refused(400, "invalid-query");
}

fn an_account_reads_itself_and_nobody_else(app: &TestApp) {
    let (own, other) = (app.account(), app.account());
    let caller = app.sign_in(&own.email);
    assert_eq!(
        caller.get(&format!("/v1/accounts/{}", own.id)).expect(200)["email"],
        own.email.as_str()
    );
    // Another's account is answered as one that does not exist.
    let without_instance = |path: &str| {
        let mut problem = caller.get(path).refused(404, "not-found");
        problem["instance"] = Value::Null;
        problem
    };
    assert_eq!(
        without_instance(&format!("/v1/accounts/{}", other.id)),
        without_instance(&format!("/v1/accounts/{UNKNOWN}"))
    );
    for caller in [
        app.umpire(),
        app.coordinator("ZA-NW"),
        app.secretary(&app.club("ZA-NW")),
    ] {
        caller
            .get(&format!("/v1/accounts/{}", other.id))
            .refused(404, "not-found");
    }
    let administrator = app.administrator();
    assert_eq!(
        administrator.get(&format!("/v1/accounts/{}", other.id)).expect(200)["id"],
        other.id.as_str()
    );
    administrator
        .get(&format!("/v1/accounts/{UNKNOWN}"))
        .refused(404, "not-found");
}

fn each_role_is_granted_with_its_scope(app: &TestApp) {
    let (account, club) = (app.account(), app.club("ZA-NW"));
    let (administrator, path) = (app.administrator(), format!("/v1/accounts/{}", account.id));
    let mut given = Vec::new();
    for role in Role::ALL.iter().map(|role| role.as_str()) {
        let mut grant = json!({ "role": role, "valid_until": "2027-10-31" });
        match role {
            "coordinator" => grant["province"] = json!("ZA-NW"),
            "club_secretary" => grant["club_id"] = json!(club),
            _ => {}
        }
        app.pass(chrono::TimeDelta::seconds(1));
        let answer = administrator.post(&format!("{path}/grants"), &grant);
        let created = answer.expect(201);
        let (province, club) = (grant.get("province").cloned(), grant.get("club_id").cloned());
        let expected = json!({
            "id": created["id"], "account_id": account.id, "role": role,
            "province": province, "club_id": club,
            "valid_from": "2026-11-20", "valid_until": "2027-10-31",
            "granted_at": format!("2026-11-20T08:00:{:02}.000000Z", given.len() + 1), "revoked_at": null,
        });
        assert_eq!(created, expected);
        assert_eq!(
            answer.header("location"),
            format!("/v1/grants/{}", text(&created["id"]))
        );
        assert_eq!(administrator.get(answer.header("location")).expect(200), created);
        given.push(created);
    }
    assert_eq!(administrator.get(&path).expect(200)["grants"], json!(given));
    app.sign_in(&account.email).get("/v1/accounts").expect(200);
}

fn a_role_has_its_scope_and_no_other(app: &TestApp) {
    let (account, club) = (app.account(), app.club("ZA-NW"));
    let (administrator, path) = (app.administrator(), format!("/v1/accounts/{}", account.id));
    for (role, province, club, pointer, code) in [
        ("coordinator", None, None, "/province", "required"),
        ("coordinator", None, Some(&club), "/province", "required"),
        ("coordinator", Some("ZA-NW"), Some(&club), "/club_id", "not-allowed"),
        ("club_secretary", None, None, "/club_id", "required"),
        ("club_secretary", Some("ZA-NW"), None, "/club_id", "required"),
        ("club_secretary", Some("ZA-NW"), Some(&club), "/province", "not-allowed"),
        ("umpire", Some("ZA-NW"), None, "/province", "not-allowed"),
        ("umpire", None, Some(&club), "/club_id", "not-allowed"),
        ("administrator", Some("ZA-NW"), None, "/province", "not-allowed"),
        ("administrator", None, Some(&club), "/club_id", "not-allowed"),
    ] {
        let grant = json!({ "role": role, "province": province, "club_id": club });
        let problem = administrator
            .post(&format!("{path}/grants"), &grant)
            .refused(422, "invalid-input");
        assert_eq!(faults(&problem), [(pointer, code)], "{grant}");
    }
    assert_eq!(administrator.get(&path).expect(200)["grants"], json!([]));
}

fn what_a_grant_is_for_must_exist(app: &TestApp) {
    let (account, administrator) = (app.account(), app.administrator());
    let path = format!("/v1/accounts/{}/grants", account.id);
    for (grant, code, pointer) in [
        (
            json!({ "role": "coordinator", "province": "ZA-XX" }),
            "unknown-province",
            "/province",
        ),
        (
            json!({ "role": "club_secretary", "club_id": UNKNOWN }),
            "unknown-club",
            "/club_id",
        ),
    ] {
        let problem = administrator.post(&path, &grant).refused(422, code);
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    let umpire = json!({ "role": "umpire" });
    administrator
        .post(&format!("/v1/accounts/{UNKNOWN}/grants"), &umpire)
        .refused(404, "not-found");
    administrator
        .post("/v1/accounts/nobody/grants", &umpire)
        .refused(404, "not-found");
    administrator
        .get(&format!("/v1/grants/{UNKNOWN}"))
        .refused(404, "not-found");
    let answer = administrator.send("POST", &format!("/v1/grants/{UNKNOWN}/revocations"), &[], None);
    answer.refused(404, "not-found");
}

fn a_grant_of_the_wrong_form_is_told_where(app: &TestApp) {
    let (account, administrator) = (app.account(), app.administrator());
    let path = format!("/v1/accounts/{}/grants", account.id);
    for grant in [
        json!({}),
        json!({ "role": "umpire", "id": UNKNOWN }),
        json!(["umpire", null, null, null, null]),
    ] {
        let problem = administrator.post(&path, &grant).refused(422, "invalid-input");
        let (pointer, code) = faults(&problem)[0];
        let expected = [("/role", "required"), ("/id", "unknown-field"), ("", "invalid-value")];
        assert!(expected.contains(&(pointer, code)), "{problem}");
    }
    for (grant, pointer) in [
        (json!({ "role": "king" }), "/role"),
        (json!({ "role": true }), "/role"),
        (json!({ "role": { "umpire": null } }), "/role"),
        (
            json!({ "role": "umpire", "valid_until": "+10000-01-01" }),
            "/valid_until",
        ),
        (json!({ "role": "umpire", "valid_from": "-9999-01-01" }), "/valid_from"),
        (json!({ "role": "umpire", "valid_from": "2026-02-30" }), "/valid_from"),
        (json!({ "role": "umpire", "valid_until": 7 }), "/valid_until"),
        (json!({ "role": "coordinator", "province": "" }), "/province"),
        (json!({ "role": "coordinator", "province": "ZA-\u{0}" }), "/province"),
        (json!({ "role": "club_secretary", "club_id": "DIT" }), "/club_id"),
    ] {
        let problem = administrator.post(&path, &grant).refused(422, "invalid-input");
        assert_eq!(faults(&problem), [(pointer, "invalid-value")], "{grant}");
    }
    let backwards = json!({ "role": "coordinator", "valid_until": "2026-11-19" });
    let problem = administrator.post(&path, &backwards).refused(422, "invalid-input");
    assert_eq!(
        faults(&problem),
        [("/province", "required"), ("/valid_until", "before-start")]
    );
    let backwards = json!({ "role": "umpire", "valid_from": "2027-01-02", "valid_until": "2027-01-01" });
    let problem = administrator.post(&path, &backwards).refused(422, "invalid-input");
    assert_eq!(faults(&problem), [("/valid_until", "before-start")]);
}

/// Days are those of South Africa: they begin at ten in the evening in UTC.
fn a_grant_begins_with_its_first_day(app: &TestApp) {
    app.at("2026-11-20T21:59:59Z");
    let caller = app.granted(&json!({ "role": "administrator", "valid_from": "2026-11-21" }));
    caller.get("/v1/accounts").refused(403, "role-required");
    app.at("2026-11-20T22:00:00Z");
    caller.get("/v1/accounts").expect(200);
}

fn a_grant_ends_with_its_last_day(app: &TestApp) {
    app.at("2026-11-20T21:59:59Z");
    let caller = app.granted(&json!({ "role": "administrator", "valid_until": "2026-11-20" }));
    caller.get("/v1/accounts").expect(200);
    app.at("2026-11-20T22:00:00Z");
    caller.get("/v1/accounts").refused(403, "role-required");
}

fn a_revoked_grant_is_gone_at_the_next_request(app: &TestApp) {
    let (account, administrator) = (app.account(), app.administrator());
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let grant = administrator
        .post(&grants, &json!({ "role": "administrator" }))
        .expect(201);
    let caller = app.sign_in(&account.email);
    caller.get("/v1/accounts").expect(200);
    app.pass(chrono::TimeDelta::minutes(1));
    let path = format!("/v1/grants/{}", text(&grant["id"]));
    let revoke = || administrator.send("POST", &format!("{path}/revocations"), &[], None);
    let answer = revoke();
    let mut revoked = answer.expect(201);
    assert_eq!(answer.header("location"), path);
    caller.get("/v1/accounts").refused(403, "role-required");
    assert_eq!(administrator.get(&path).expect(200), revoked);
    revoke().refused(409, "already-revoked");
    assert_eq!(administrator.get(&path).expect(200), revoked);
    assert_eq!(revoked["revoked_at"], "2026-11-20T08:01:00.000000Z");
    revoked["revoked_at"] = Value::Null;
    assert_eq!(revoked, grant);
}

fn only_its_own_grant_is_revoked(app: &TestApp) {
    let (account, administrator) = (app.account(), app.administrator());
    let grants = format!("/v1/accounts/{}/grants", account.id);
    let [first, second] = [0, 1].map(|_| {
        administrator
            .post(&grants, &json!({ "role": "administrator" }))
            .expect(201)
    });
    let caller = app.sign_in(&account.email);
    for (grant, works) in [(first, true), (second, false)] {
        let path = format!("/v1/grants/{}/revocations", text(&grant["id"]));
        administrator.send("POST", &path, &[], None).expect(201);
        let answer = caller.get("/v1/accounts");
        if works {
            answer.expect(200);
        } else {
            answer.refused(403, "role-required");
        }
    }
}
