//! Guardians' consents: what they show, and what their withdrawal hides.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::crawl::{self, Seen};

on_both_databases! {
    a_consent_is_recorded_and_read_back,
    a_consent_shows_the_name_and_its_withdrawal_hides_it_everywhere_at_once,
    another_consent_that_holds_keeps_the_name_public,
    a_consent_is_withdrawn_once,
    consents_are_private,
    a_consent_has_its_form,
    whose_it_is_to_consent_counts_on_the_day_of_the_signature,
}

const FAMILY: &str = "Qwabe";

/// A child of a club of the North West.
struct Child {
    club: String,
    id: String,
}

impl Child {
    fn new(app: &TestApp) -> Child {
        let club = app.club("ZA-NW");
        let id = app.player_named(&club, FAMILY, "Zwelibanzi", "2012-02-29");
        Child { club, id }
    }

    fn consents(&self) -> String {
        format!("/v1/players/{}/consents", self.id)
    }

    fn consent(&self, app: &TestApp) -> String {
        let consent = app.secretary(&self.club).post(&self.consents(), &given()).expect(201);
        format!("/v1/consents/{}", text(&consent["id"]))
    }
}

/// The consent of a guardian, given the day before the tests begin.
pub fn given() -> Value {
    json!({
        "guardian": "Lindiwe Qwabe", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-19",
    })
}

fn withdraw(app: &TestApp, consent: &str) -> crate::caller::Answer {
    app.administrator()
        .send("POST", &format!("{consent}/withdrawals"), &[], None)
}

fn a_consent_is_recorded_and_read_back(app: &TestApp) {
    let child = Child::new(app);
    let secretary = app.secretary(&child.club);
    let answer = secretary.post(&child.consents(), &given());
    let consent = answer.expect(201);
    for (member, value) in given().as_object().unwrap() {
        assert_eq!(consent[member], *value);
    }
    assert_eq!(
        (&consent["player_id"], &consent["withdrawn_at"]),
        (&json!(child.id), &Value::Null)
    );
    assert_eq!(secretary.get(answer.header("location")).expect(200), consent);
    assert_eq!(secretary.get(&child.consents()).items(), [consent]);
}

fn a_consent_shows_the_name_and_its_withdrawal_hides_it_everywhere_at_once(app: &TestApp) {
    let child = crawl::Child::new(app, FAMILY, "Zwelibanzi", "2012-02-29");
    let names = |seen: &Seen| seen.answer.body_text().contains(FAMILY);
    let naming = |seen: &[Seen]| {
        seen.iter()
            .filter(|seen| names(seen))
            .map(|seen| seen.operation)
            .collect()
    };
    let found = || app.anyone().get("/v1/players?q=qwabe").items().len();
    let before: BTreeSet<&str> = naming(&child.crawl(app));
    assert_eq!((before, found()), (BTreeSet::new(), 0));
    let given = app
        .secretary(&child.club)
        .post(&format!("/v1/players/{}/consents", child.id), &given())
        .expect(201);
    let shown = child.crawl(app);
    let everywhere = [
        "list_accreditations",
        "list_appointments",
        "list_byes",
        "list_colours",
        "list_entries",
        "list_game_versions",
        "list_games",
        "list_matches",
        "list_player_rankings",
        "list_players",
        "list_ranking_changes",
        "list_ranking_clubs",
        "list_ranking_rows",
        "list_teams",
        "read_accreditation",
        "read_appointment",
        "read_cross_table",
        "read_entry",
        "read_game",
        "read_match",
        "read_pairings",
        "read_player",
        "read_ranking_row",
        "read_recognition",
        "read_report",
        "read_round",
        "read_score_sheets",
        "read_standings",
        "read_standings_sheet",
        "read_team",
        "read_team_standings",
        "read_wall_chart",
    ];
    assert_eq!((naming(&shown), found()), (BTreeSet::from(everywhere), 1));
    withdraw(app, &format!("/v1/consents/{}", text(&given["id"]))).expect(201);
    let hidden = child.crawl(app);
    assert_eq!((naming(&hidden), found()), (BTreeSet::new(), 0));
    for (hidden, shown) in hidden.iter().zip(&shown) {
        let Seen { path, media_type, .. } = shown;
        assert_eq!((&hidden.path, hidden.media_type), (path, *media_type));
        let [tag, shown_tag] = [hidden, shown].map(|seen| seen.answer.header("etag"));
        let same = hidden.answer.body == shown.answer.body;
        assert_eq!(
            same,
            tag == shown_tag,
            "{path} as {media_type}: the tag changes with what it is of"
        );
        if names(shown) {
            assert!(!shown_tag.is_empty(), "{path} as {media_type}");
            let again = app
                .anyone()
                .get_with(path, &[("accept", media_type), ("if-none-match", shown_tag)]);
            assert_eq!(again.status, 200, "{path} as {media_type} is taken for unchanged");
        }
    }
}

fn another_consent_that_holds_keeps_the_name_public(app: &TestApp) {
    let child = Child::new(app);
    let (one, other) = (child.consent(app), child.consent(app));
    let name = || app.anyone().get(&format!("/v1/players/{}", child.id)).json()["name"].clone();
    withdraw(app, &one).expect(201);
    assert_eq!(name(), "Zwelibanzi Qwabe");
    withdraw(app, &other).expect(201);
    assert_eq!(name(), "Z. Q.");
    child.consent(app);
    assert_eq!(name(), "Zwelibanzi Qwabe");
    assert_eq!(app.administrator().get(&child.consents()).items().len(), 3);
}

fn a_consent_is_withdrawn_once(app: &TestApp) {
    let consent = Child::new(app).consent(app);
    app.pass(chrono::TimeDelta::minutes(1));
    let withdrawn = withdraw(app, &consent).expect(201);
    assert_eq!(withdrawn["withdrawn_at"], "2026-11-20T08:01:00.000000Z");
    withdraw(app, &consent).refused(409, "already-withdrawn");
    assert_eq!(app.administrator().get(&consent).expect(200), withdrawn);
}

fn consents_are_private(app: &TestApp) {
    let child = Child::new(app);
    let consent = child.consent(app);
    let elsewhere = app.secretary(&app.club("ZA-NW"));
    for path in [&consent, &child.consents()] {
        app.anyone().get(path).refused(401, "token-required");
        elsewhere.get(path).refused(403, "out-of-scope");
        app.umpire().get(path).refused(403, "role-required");
        let answer = app.coordinator("ZA-NW").get(path);
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, "private, no-store")
        );
    }
    elsewhere.post(&child.consents(), &given()).refused(403, "out-of-scope");
    elsewhere
        .send("POST", &format!("{consent}/withdrawals"), &[], None)
        .refused(403, "out-of-scope");
    assert_eq!(app.administrator().get(&consent).json()["withdrawn_at"], Value::Null);
    let unknown = "019aa0cc-6e7f-7a8b-9c0d-1e2f3a4b5c6d";
    app.administrator()
        .get(&format!("/v1/consents/{unknown}"))
        .refused(404, "not-found");
    app.administrator()
        .post(&format!("/v1/players/{unknown}/consents"), &given())
        .refused(404, "not-found");
}

fn a_consent_has_its_form(app: &TestApp) {
    let child = Child::new(app);
    let mut all = given();
    for (member, value) in [
        ("guardian", json!(" ")),
        ("wording", json!("x".repeat(41))),
        ("given_on", json!("2026-11-21")),
    ] {
        all[member] = value;
    }
    let problem = app
        .administrator()
        .post(&child.consents(), &all)
        .refused(422, "invalid-input");
    let faults = problem["errors"].as_array().unwrap();
    let faults: Vec<_> = faults
        .iter()
        .map(|fault| (text(&fault["pointer"]), text(&fault["code"])))
        .collect();
    assert_eq!(
        faults,
        [
            ("/guardian", "required"),
            ("/wording", "too-long"),
            ("/given_on", "in-future")
        ]
    );
    for (member, value) in [
        ("relation", json!("neighbour")),
        ("purpose", json!("all")),
        ("given_on", json!("19/11/2026")),
        ("given_on", json!("0001-01-01")),
    ] {
        let mut one = given();
        one[member] = value;
        let problem = app
            .administrator()
            .post(&child.consents(), &one)
            .refused(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{member}"));
    }
    assert_eq!(app.administrator().get(&child.consents()).items().len(), 0);
}

fn whose_it_is_to_consent_counts_on_the_day_of_the_signature(app: &TestApp) {
    app.at("2026-11-21T08:00:00Z");
    // Eighteen since this morning.
    let player = app.player_named(&app.club("ZA-NW"), FAMILY, "Zwelibanzi", "2008-11-21");
    let post = |relation: &str, purpose: &str, given_on: &str| {
        let guardian = if relation == "self" {
            Value::Null
        } else {
            json!("Lindiwe Qwabe")
        };
        let consent = json!({
            "guardian": guardian, "relation": relation, "purpose": purpose, "wording": "2026-1", "given_on": given_on,
        });
        app.administrator()
            .post(&format!("/v1/players/{player}/consents"), &consent)
    };
    let (before, after) = ("2026-11-20", "2026-11-21");
    post("self", "share_colours", before).refused(422, "not-theirs-to-give");
    for relation in ["parent", "guardian"] {
        let problem = post(relation, "share_colours", after).refused(422, "not-theirs-to-give");
        assert_eq!(problem["errors"][0]["pointer"], "/relation");
        post(relation, "share_colours", before).expect(201);
        // A name that is public anyway may be published.
        post(relation, "publish_name", after).expect(201);
    }
    let own = post("self", "share_colours", after).expect(201);
    assert_eq!((&own["guardian"], &own["relation"]), (&Value::Null, &json!("self")));
    let faults = [("/relation".to_owned(), "not-for-this-purpose".to_owned())];
    assert_eq!(post("self", "publish_name", after).faults(), faults);
    for (guardian, relation, code) in [
        (Value::Null, "parent", "required"),
        (json!("Me"), "self", "not-allowed"),
    ] {
        let mut consent = given();
        for (member, value) in [("guardian", guardian), ("relation", json!(relation))] {
            consent[member] = value;
        }
        consent["purpose"] = json!("share_colours");
        let answer = app
            .administrator()
            .post(&format!("/v1/players/{player}/consents"), &consent);
        assert_eq!(answer.faults(), [("/guardian".to_owned(), code.to_owned())]);
    }
}
