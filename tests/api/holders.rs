//! The list that institutions are given: who has colours, of those who have consented to be in it.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::crawl;
use crate::world::{approved, proposed, shared};

on_sqlite! {
    an_institution_reads_what_it_needs_and_nothing_else,
    only_what_holds_is_listed,
    only_who_has_consented_is_listed,
    what_a_guardian_has_shared_ends_on_the_eighteenth_birthday,
    what_is_shared_with_institutions_is_not_public,
    a_merger_shares_nothing_that_was_not_shared,
    who_was_erased_is_not_listed,
    the_list_is_by_name_and_in_pages,
    the_list_is_filtered,
    a_grant_is_of_no_place_and_is_revoked_at_once,
}

const LIST: &str = "/v1/colours-holders?year=2027";

/// The holders who are listed, in the order of the list.
fn holders(caller: &Caller<'_>, path: &str) -> Vec<String> {
    caller
        .get(path)
        .items()
        .iter()
        .map(|item| text(&item["holder"]).to_owned())
        .collect()
}

/// Records what a guardian allows for a child; the path of the consent.
fn allowed(app: &TestApp, child: &str, purpose: &str) -> String {
    let consent = json!({
        "guardian": "Lindiwe Qwabe", "relation": "parent", "purpose": purpose, "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    let consent = app
        .administrator()
        .post(&format!("/v1/players/{child}/consents"), &consent);
    consent.expect(201);
    consent.header("location").to_owned()
}

fn withdraw(app: &TestApp, consent: &str) {
    app.administrator()
        .send("POST", &format!("{consent}/withdrawals"), &[], None)
        .expect(201);
}

/// An approved award of a player, changed so.
fn awarded(app: &TestApp, player: &str, changes: &Value) -> String {
    let mut proposal = json!({
        "player_id": player, "level": "provincial", "division": "senior", "year": 2027, "basis": "discretion",
        "reason": "Has taught the game.",
    });
    for (name, value) in changes.as_object().unwrap() {
        proposal[name] = value.clone();
    }
    let award = app.coordinator("ZA-NW").post("/v1/colours", &proposal).expect(201);
    let path = format!("/v1/colours/{}/approvals", text(&award["id"]));
    app.administrator()
        .post(&path, &json!({ "reference": "Minutes" }))
        .expect(201);
    text(&award["id"]).to_owned()
}

fn an_institution_reads_what_it_needs_and_nothing_else(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    approved(app, &player);
    shared(app, &player);
    let institution = app.institution();
    let answer = institution.get(LIST);
    assert_eq!(
        answer.expect(200),
        json!({ "items": [{
            "holder": "Thandiwe Mokoena", "award": "Provincial colours, senior, North West", "level": "provincial",
            "division": "senior", "year": 2027, "awarding_body": "Morabaraba federation, North West",
        }] })
    );
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(app.administrator().get(LIST).json(), answer.json());
    app.anyone().get(LIST).refused(401, "token-required");
    for other in [
        app.coordinator("ZA-NW"),
        app.umpire(),
        app.secretary(&app.club("ZA-NW")),
    ] {
        other.get(LIST).refused(403, "role-required");
    }
    for path in [
        "/v1/colours-particulars",
        "/v1/particulars",
        "/v1/accounts",
        &format!("/v1/players/{player}/consents"),
    ] {
        institution.get(path).refused(403, "role-required");
    }
    for query in [
        "",
        "?level=provincial",
        "?year=2027&state=proposed",
        "?year=27",
        "?year=",
        "?year=2027&year=2026",
    ] {
        institution
            .get(&format!("/v1/colours-holders{query}"))
            .refused(400, "invalid-query");
    }
    institution
        .get(&format!("{LIST}&cursor=x"))
        .refused(400, "invalid-cursor");
}

fn only_what_holds_is_listed(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = |given: &str| {
        let player = app.player_named(&club, "Mokoena", given, "1998-04-17");
        shared(app, &player);
        player
    };
    approved(app, &player("Approved"));
    proposed(app, &player("Proposed"));
    let earlier = player("Earlier");
    let residence = json!({ "since": "2026-10-01", "province": "ZA-NW" });
    app.administrator()
        .post(&format!("/v1/players/{earlier}/residences"), &residence)
        .expect(201);
    awarded(app, &earlier, &json!({ "year": 2026 }));
    let end = |award: &str, step: &str, body: &Value| {
        app.administrator()
            .post(&format!("/v1/colours/{award}/{step}"), body)
            .expect(201);
    };
    let reason = json!({ "reason": "It was wrong." });
    end(&proposed(app, &player("Refused")), "refusals", &reason);
    end(&approved(app, &player("Revoked")), "revocations", &reason);
    let superseded = player("Superseded");
    let first = approved(app, &superseded);
    let later = awarded(app, &superseded, &json!({ "level": "national_federation" }));
    end(
        &first,
        "supersessions",
        &json!({ "successor_id": later, "reason": "Of the wrong level." }),
    );
    let items = app.institution().get(LIST).items();
    let told: Vec<[&str; 2]> = items
        .iter()
        .map(|item| [text(&item["holder"]), text(&item["award"])])
        .collect();
    let expected = [
        ["Approved Mokoena", "Provincial colours, senior, North West"],
        ["Superseded Mokoena", "National federation colours, senior"],
    ];
    assert_eq!(told, expected);
    assert_eq!(
        holders(&app.institution(), "/v1/colours-holders?year=2026"),
        ["Earlier Mokoena"]
    );
}

fn only_who_has_consented_is_listed(app: &TestApp) {
    let club = app.club("ZA-NW");
    let institution = app.institution();
    let player = |given: &str, born: &str| {
        let player = app.player_named(&club, "Qwabe", given, born);
        approved(app, &player);
        player
    };
    let [adult, child] = [player("Ayanda", "1998-04-17"), player("Bongani", "2012-05-05")];
    assert!(holders(&institution, LIST).is_empty());
    // That the name is public is another question.
    allowed(app, &adult, "publish_name");
    let published = allowed(app, &child, "publish_name");
    assert!(holders(&institution, LIST).is_empty());
    withdraw(app, &published);
    let consents = [shared(app, &adult), allowed(app, &child, "share_colours")];
    assert_eq!(holders(&institution, LIST), ["Ayanda Qwabe", "Bongani Qwabe"]);
    withdraw(app, &consents[0]);
    assert_eq!(holders(&institution, LIST), ["Bongani Qwabe"]);
    let again = allowed(app, &child, "share_colours");
    withdraw(app, &consents[1]);
    assert_eq!(holders(&institution, LIST), ["Bongani Qwabe"]);
    withdraw(app, &again);
    assert!(holders(&institution, LIST).is_empty());
    // A consent is of who gave it: neither counts for somebody of another age.
    shared(app, &adult);
    let particulars = format!("/v1/players/{adult}/particulars");
    app.administrator()
        .patch(&particulars, "*", &json!({ "birth_date": "2012-04-17" }))
        .expect(200);
    assert!(holders(&institution, LIST).is_empty());
}

fn what_a_guardian_has_shared_ends_on_the_eighteenth_birthday(app: &TestApp) {
    let child = app.player_named(&app.club("ZA-NW"), "Qwabe", "Zwelibanzi", "2008-11-21");
    approved(app, &child);
    allowed(app, &child, "share_colours");
    let institution = app.institution();
    for (time, listed) in [
        ("2026-11-20T08:10:00Z", 1),
        ("2026-11-20T21:59:59Z", 1),
        ("2026-11-20T22:00:00Z", 0),
    ] {
        app.at(time);
        let institution = if time < "2026-11-20T08:15" {
            institution.clone()
        } else {
            app.institution()
        };
        assert_eq!(holders(&institution, LIST).len(), listed, "{time}");
    }
    // What the guardian signed before is good for the past alone, whenever it is recorded.
    allowed(app, &child, "share_colours");
    assert!(holders(&app.institution(), LIST).is_empty());
    let own = json!({
        "relation": "self", "purpose": "share_colours", "wording": "2026-1", "given_on": "2026-11-21",
    });
    app.administrator()
        .post(&format!("/v1/players/{child}/consents"), &own)
        .expect(201);
    assert_eq!(holders(&app.institution(), LIST), ["Zwelibanzi Qwabe"]);
}

/// Walks everything that strangers can read.
fn what_is_shared_with_institutions_is_not_public(app: &TestApp) {
    let child = crawl::Child::new(app, "Qwabe", "Zwelibanzi", "2012-02-29");
    allowed(app, &child.id, "share_colours");
    for seen in child.crawl(app) {
        assert!(
            !seen.answer.body_text().contains("Qwabe"),
            "{} as {}",
            seen.path,
            seen.media_type
        );
    }
    assert!(app.anyone().get("/v1/players?q=qwabe").items().is_empty());
    assert_eq!(
        app.administrator()
            .get("/v1/particulars?consent_missing=true")
            .items()
            .len(),
        1
    );
    assert_eq!(holders(&app.institution(), LIST), ["Zwelibanzi Qwabe"]);
}

fn a_merger_shares_nothing_that_was_not_shared(app: &TestApp) {
    let club = app.club("ZA-NW");
    let institution = app.institution();
    let pair = |given: &str| {
        let pair = [(); 2].map(|()| app.player_named(&club, "Qwabe", given, "2012-05-05"));
        for player in &pair {
            approved(app, player);
        }
        pair
    };
    let merge = |[stays, duplicate]: &[String; 2]| {
        let merger = json!({ "duplicate_id": duplicate });
        app.administrator()
            .post(&format!("/v1/players/{stays}/mergers"), &merger)
            .expect(201);
    };
    // Both were named in public, and one alone was shared.
    let one = pair("One");
    for player in &one {
        allowed(app, player, "publish_name");
    }
    allowed(app, &one[1], "share_colours");
    merge(&one);
    assert!(holders(&institution, LIST).is_empty());
    assert_eq!(
        app.anyone().get(&format!("/v1/players/{}", one[0])).expect(200)["name"],
        "One Qwabe"
    );
    // Of what both entries have, one is listed; that one alone was named in public makes no difference.
    let both = pair("Both");
    for player in &both {
        allowed(app, player, "share_colours");
    }
    allowed(app, &both[1], "publish_name");
    merge(&both);
    assert_eq!(holders(&institution, LIST), ["Both Qwabe"]);
    assert_eq!(
        app.anyone().get(&format!("/v1/players/{}", both[0])).expect(200)["name"],
        "B. Q."
    );
}

fn who_was_erased_is_not_listed(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    approved(app, &player);
    shared(app, &player);
    let institution = app.institution();
    assert_eq!(holders(&institution, LIST).len(), 1);
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    assert!(holders(&institution, LIST).is_empty());
}

fn the_list_is_by_name_and_in_pages(app: &TestApp) {
    let club = app.club("ZA-NW");
    for (family, given) in [
        ("Zulu", "Ann"),
        ("Éluard", "Bo"),
        ("dlamini", "Zo"),
        ("Éluard", "Al"),
        ("Éluard", "Bo"),
    ] {
        let player = app.player_named(&club, family, given, "1998-04-17");
        shared(app, &player);
        approved(app, &player);
        if family == "Zulu" {
            awarded(app, &player, &json!({ "level": "national_federation" }));
        }
    }
    let institution = app.institution();
    let expected = [
        "Zo dlamini",
        "Al Éluard",
        "Bo Éluard",
        "Bo Éluard",
        "Ann Zulu",
        "Ann Zulu",
    ];
    assert_eq!(holders(&institution, LIST), expected);
    let whole = institution.get(LIST).items();
    for limit in [1, 2, 4] {
        let (mut path, mut read) = (format!("{LIST}&limit={limit}"), Vec::new());
        loop {
            let page = institution.get(&path).expect(200);
            read.extend(page["items"].as_array().unwrap().clone());
            let Some(cursor) = page.get("next_cursor") else { break };
            path = format!("{LIST}&limit={limit}&cursor={}", text(cursor));
        }
        assert_eq!(read, whole, "{limit} a page");
    }
}

fn the_list_is_filtered(app: &TestApp) {
    let player = app.player(&app.club("ZA-NW"));
    shared(app, &player);
    approved(app, &player);
    awarded(
        app,
        &player,
        &json!({ "level": "national_federation", "division": "student" }),
    );
    let institution = app.institution();
    for (filter, count) in [
        ("level=provincial", 1),
        ("level=national_federation", 1),
        ("level=national", 0),
        ("division=senior", 1),
        ("division=high_school", 0),
        ("level=provincial&division=student", 0),
        ("province=ZA-NW", 2),
        ("province=ZA-GP", 0),
    ] {
        assert_eq!(
            institution.get(&format!("{LIST}&{filter}")).items().len(),
            count,
            "{filter}"
        );
    }
    assert!(institution.get("/v1/colours-holders?year=2028").items().is_empty());
}

fn a_grant_is_of_no_place_and_is_revoked_at_once(app: &TestApp) {
    let account = app.account();
    let grants = format!("/v1/accounts/{}/grants", account.id);
    for (member, value) in [("province", json!("ZA-NW")), ("club_id", json!(app.club("ZA-NW")))] {
        let mut grant = json!({ "role": "institution" });
        grant[member] = value;
        let faults = app.administrator().post(&grants, &grant).faults();
        assert_eq!(faults, [(format!("/{member}"), "not-allowed".to_owned())]);
    }
    let grant = app
        .administrator()
        .post(&grants, &json!({ "role": "institution" }))
        .expect(201);
    assert_eq!(
        (&grant["role"], &grant["province"], &grant["club_id"]),
        (&json!("institution"), &json!(null), &json!(null))
    );
    let institution = app.sign_in(&account.email);
    institution.get(LIST).expect(200);
    let revocation = format!("/v1/grants/{}/revocations", text(&grant["id"]));
    app.administrator().send("POST", &revocation, &[], None).expect(201);
    institution.get(LIST).refused(403, "role-required");
}
