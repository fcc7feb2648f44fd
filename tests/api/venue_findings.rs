//! Findings on what was done at a venue: facts of the register that changed meanwhile, and clocks that told another time. No result
//! is refused for them, and somebody sees to each.

use chrono::TimeDelta;
use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};
use crate::consents;
use crate::hall::{Hall, keep_order};
use crate::weekend::{Weekend, own_account, rows};

on_sqlite! {
    each_fact_that_changed_meanwhile_is_listed_once,
    a_term_that_ended_meanwhile_is_listed,
    nothing_else_is_a_finding,
    a_clock_that_is_off_is_a_finding,
    a_finding_is_settled_once_and_with_a_note,
    findings_are_for_those_who_look_after_the_tournament,
}

/// All that was done there is handed in, and executed without a stop.
#[track_caller]
fn bring_home(app: &TestApp, weekend: &Weekend<'_>) -> Value {
    hand_in(app, weekend, &weekend.hand_in_after(0))
}

#[track_caller]
fn hand_in(app: &TestApp, weekend: &Weekend<'_>, part: &Value) -> Value {
    let path = format!("{}/pen-hand-ins", weekend.hall.path);
    let receipt = app.administrator().post(&path, part).expect(200);
    assert_eq!(receipt["stopped"], Value::Null, "{receipt}");
    receipt
}

#[track_caller]
fn listed(app: &TestApp, weekend: &Weekend<'_>) -> Vec<Value> {
    let path = format!("{}/pen-findings", weekend.hall.path);
    app.administrator().get(&path).items()
}

/// The findings by their kind, what they are about, and its id.
#[track_caller]
fn found(app: &TestApp, weekend: &Weekend<'_>) -> Vec<[String; 3]> {
    let told = |finding: &Value| ["kind", "subject", "subject_id"].map(|name| text(&finding[name]).to_owned());
    let mut found: Vec<[String; 3]> = listed(app, weekend).iter().map(told).collect();
    found.sort();
    found
}

/// Posts something as an administrator; the answer, and the last segment of where it stands.
#[track_caller]
fn post(app: &TestApp, path: &str, body: &Value) -> (Value, String) {
    let answer = app.administrator().post(path, body);
    let id = answer.header("location").rsplit('/').next().unwrap().to_owned();
    (answer.expect(201), id)
}

#[track_caller]
fn step(app: &TestApp, path: &str) {
    app.administrator().send("POST", path, &[], None).expect(201);
}

fn suspend(app: &TestApp, player: &str) -> Value {
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent." });
    post(app, &format!("/v1/players/{player}/suspensions"), &suspension).0
}

fn transfer(app: &TestApp, player: &str) {
    let asked = json!({ "player_id": player, "club_id": app.club("ZA-NW") });
    let (_, id) = post(app, "/v1/transfers", &asked);
    for taken in ["releases", "acceptances"] {
        step(app, &format!("/v1/transfers/{id}/{taken}"));
    }
}

fn each_fact_that_changed_meanwhile_is_listed_once(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 2);
    let club = app.club("ZA-NW");
    let (member, child) = (
        app.player(&club),
        app.player_named(&club, "Qwabe", "Zwelibanzi", "2012-02-29"),
    );
    hall.enter(&member);
    hall.enter(&child);
    // No entry of a friendly tournament rests on a registration that came after it.
    let registration = json!({
        "player_id": member, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    let (_, registration) = post(app, "/v1/registrations", &registration);
    let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
    let (affiliation, _) = post(app, "/v1/affiliations", &affiliation);
    let consents = format!("/v1/players/{child}/consents");
    let (withdrawn, _) = post(app, &consents, &consents::given());
    keep_order(app, &hall.path);
    let weekend = Weekend::of(hall);
    let hall = &weekend.hall;
    let [umpire, coordinator] = [&hall.umpire, &hall.coordinator].map(|official| own_account(official).0);
    let grant = hall.coordinator.get("/v1/me").expect(200)["account"]["grants"][0]["id"].clone();

    let because = json!({ "reason": "It was meant for Boitumelo." });
    post(app, &format!("/v1/registrations/{registration}/withdrawals"), &because);
    let path = format!("/v1/affiliations/{}/withdrawals", text(&affiliation["id"]));
    post(app, &path, &because);
    let suspension = suspend(app, &hall.players[0]);
    transfer(app, &hall.players[1]);
    step(app, &format!("/v1/consents/{}/withdrawals", text(&withdrawn["id"])));
    let (recorded, _) = post(app, &consents, &consents::given());
    let sanction = json!({ "begins_on": "2026-11-20", "reason": "Ruled on a match of a relative." });
    post(app, &format!("{}/suspensions", hall.accreditation), &sanction);
    let reason = json!({ "reason": "Ruled on a match of a relative." });
    post(app, &format!("{}/revocations", hall.accreditation), &reason);
    step(app, &format!("/v1/grants/{}/revocations", text(&grant)));
    step(app, &format!("/v1/accounts/{umpire}/deactivations"));

    weekend.play();
    app.pass(TimeDelta::hours(2));
    hand_in(app, &weekend, &weekend.part(0, 5));
    assert!(!listed(app, &weekend).is_empty());
    bring_home(app, &weekend);
    let told = listed(app, &weekend);
    let planted = |kind: &str, subject: &str, id: &str| [kind, subject, id].map(str::to_owned);
    let umpires = hall.umpire_player.as_str();
    let mut expected = vec![
        planted("registration_withdrawn", "player", &member),
        planted("affiliation_withdrawn", "club", &club),
        planted("not_eligible", "player", &hall.players[0]),
        planted("transferred", "player", &hall.players[1]),
        planted("consent_withdrawn", "player", &child),
        planted("consent_recorded", "player", &child),
        planted("accreditation_suspended", "player", umpires),
        planted("accreditation_revoked", "player", umpires),
        planted("grant_ended", "account", &coordinator),
        planted("account_deactivated", "account", &umpire),
    ];
    expected.sort();
    assert_eq!(found(app, &weekend), expected);
    let fact = |kind: &str| {
        let finding = told.iter().find(|finding| finding["kind"] == kind).unwrap();
        finding["fact_id"].clone()
    };
    assert_eq!(fact("registration_withdrawn"), json!(registration));
    assert_eq!(fact("not_eligible"), suspension["id"]);
    assert_eq!(fact("consent_withdrawn"), withdrawn["id"]);
    assert_eq!(fact("consent_recorded"), recorded["id"]);
    assert_eq!(fact("grant_ended"), grant);
    // Why somebody is not eligible is not told to those whom it does not concern.
    let not_eligible = told
        .iter()
        .find(|finding| finding["kind"] == "not_eligible")
        .unwrap()
        .to_string();
    assert!(!not_eligible.contains("suspen"), "{not_eligible}");
    assert!(
        told.iter()
            .all(|finding| finding["epoch"] == 1 && finding["settled_at"].is_null())
    );
    // Handed in once more, nothing is noticed once more; and no result was refused.
    bring_home(app, &weekend);
    assert_eq!(listed(app, &weekend), told);
    assert_eq!(rows(app, "results"), rows(&weekend.laptop, "results"));
    assert_eq!(app.trail().fault(), None);
}

fn a_term_that_ended_meanwhile_is_listed(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 2);
    hall.coordinator = app.granted(&json!({
        "role": "coordinator", "province": "ZA-NW", "valid_from": "2026-11-20", "valid_until": "2026-11-20",
    }));
    let shortened = "UPDATE accreditations SET valid_until = '2026-11-21'";
    app.connection().batch_execute(shortened).unwrap();
    keep_order(app, &hall.path);
    let weekend = Weekend::of(hall);
    let coordinator = own_account(&weekend.hall.coordinator).0;
    weekend.play();
    app.at("2026-11-21T08:00:00Z");
    bring_home(app, &weekend);
    let ended = ["grant_ended", "account", coordinator.as_str()].map(str::to_owned);
    assert_eq!(found(app, &weekend), std::slice::from_ref(&ended));
    app.at("2026-11-22T08:00:00Z");
    bring_home(app, &weekend);
    let expired = ["accreditation_expired", "player", weekend.hall.umpire_player.as_str()].map(str::to_owned);
    assert_eq!(found(app, &weekend), [expired, ended]);
}

fn nothing_else_is_a_finding(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let stranger = app.player(&app.club("ZA-NW"));
    // It was so before the pen was lent.
    suspend(app, &hall.players[0]);
    transfer(app, &hall.players[1]);
    keep_order(app, &hall.path);
    let weekend = Weekend::of(hall);
    // It is about nobody who is in the tournament, or begins after it, or was never at the venue.
    suspend(app, &stranger);
    transfer(app, &stranger);
    let later = json!({ "begins_on": "2027-03-01", "reason": "Struck an opponent." });
    let path = format!("/v1/players/{}/suspensions", weekend.hall.players[2]);
    post(app, &path, &later);
    let secretary = app.account();
    let grants = format!("/v1/accounts/{}/grants", secretary.id);
    let (grant, _) = post(app, &grants, &json!({ "role": "umpire" }));
    step(app, &format!("/v1/grants/{}/revocations", text(&grant["id"])));
    step(app, &format!("/v1/accounts/{}/deactivations", secretary.id));
    weekend.play();
    app.pass(TimeDelta::hours(2));
    bring_home(app, &weekend);
    assert_eq!(listed(app, &weekend), [] as [Value; 0]);
    // Nor is it what comes after the pen was given back.
    weekend.command(&["pen", "close"]);
    let receipt = bring_home(app, &weekend);
    assert_eq!(receipt["pen"]["lent"], false);
    suspend(app, &weekend.hall.players[3]);
    bring_home(app, &weekend);
    assert_eq!(listed(app, &weekend), [] as [Value; 0]);
}

fn a_clock_that_is_off_is_a_finding(app: &TestApp) {
    // The laptop's clock is off by so much, and two commands are given by it.
    let kinds = |off: TimeDelta| -> Vec<String> {
        let weekend = Weekend::new(app, 2);
        weekend.laptop.pass(off);
        let entries = app.anyone().get(&format!("{}/entries", weekend.hall.path)).items();
        for entry in entries {
            let path = format!("/v1/entries/{}/check-ins", text(&entry["id"]));
            weekend.umpire().send("POST", &path, &[], None).expect(201);
        }
        for part in [weekend.part(0, 1), weekend.part(1, 1), weekend.hand_in_after(0)] {
            hand_in(app, &weekend, &part);
        }
        let tournament = weekend.hall.path.rsplit('/').next().unwrap();
        let found = found(app, &weekend);
        assert!(
            found
                .iter()
                .all(|[_, subject, id]| (subject.as_str(), id.as_str()) == ("tournament", tournament))
        );
        found.into_iter().map(|[kind, ..]| kind).collect()
    };
    assert_eq!(kinds(TimeDelta::minutes(5)), [] as [&str; 0]);
    assert_eq!(kinds(TimeDelta::seconds(301)), ["clock_ahead"]);
    assert_eq!(kinds(TimeDelta::hours(20)), ["clock_ahead"]);
    assert_eq!(kinds(TimeDelta::minutes(-5)), [] as [&str; 0]);
    assert_eq!(kinds(TimeDelta::seconds(-301)), ["clock_behind"]);
}

/// A finding of a tournament, and its path: an entrant is suspended, and the laptop hands something in.
fn one(app: &TestApp) -> (Weekend<'_>, Value) {
    let weekend = Weekend::new(app, 2);
    suspend(app, &weekend.hall.players[0]);
    bring_home(app, &weekend);
    let finding = listed(app, &weekend).pop().unwrap();
    (weekend, finding)
}

fn a_finding_is_settled_once_and_with_a_note(app: &TestApp) {
    let (weekend, finding) = one(app);
    let path = format!("/v1/pen-findings/{}/settlements", text(&finding["id"]));
    let coordinator = &weekend.hall.coordinator;
    let note = json!({ "note": "The results of round 1 stand." });
    for wrong in [json!({ "note": "" }), json!({ "note": "x".repeat(401) })] {
        coordinator.post(&path, &wrong).refused(422, "invalid-input");
    }
    let answer = coordinator.post(&path, &note);
    let settled = answer.expect(201);
    assert_eq!(answer.header("location"), format!("{}/pen-findings", weekend.hall.path));
    assert_eq!(
        (&settled["note"], &settled["settled_at"], &settled["settled_by"]),
        (
            &note["note"],
            &json!("2026-11-20T08:00:00.000000Z"),
            &json!(own_account(coordinator).0)
        )
    );
    coordinator.post(&path, &note).refused(409, "already-settled");
    // It stays listed, and is not noticed once more.
    bring_home(app, &weekend);
    assert_eq!(listed(app, &weekend), std::slice::from_ref(&settled));
    let trail = format!("/v1/audit?subject=pen_finding&subject_id={}", text(&finding["id"]));
    let rows = app.administrator().get(&trail).items();
    let actions: Vec<&str> = rows.iter().map(|row| text(&row["action"])).collect();
    assert_eq!(actions, ["create_pen_finding_settlement", "create_pen_hand_in"]);
    let nothing = "/v1/pen-findings/019ab2c3-7a8b-7c9d-8e0f-1a2b3c4d5e6f/settlements";
    coordinator.post(nothing, &note).refused(404, "not-found");
}

fn findings_are_for_those_who_look_after_the_tournament(app: &TestApp) {
    let (weekend, finding) = one(app);
    let list = format!("{}/pen-findings", weekend.hall.path);
    let settlement = format!("/v1/pen-findings/{}/settlements", text(&finding["id"]));
    let note = json!({ "note": "The results of round 1 stand." });
    let refused = |caller: &Caller<'_>, status: u16, code: &str| {
        caller.get(&list).refused(status, code);
        caller.post(&settlement, &note).refused(status, code);
    };
    refused(&app.anyone(), 401, "token-required");
    refused(&weekend.hall.umpire, 403, "role-required");
    refused(&app.coordinator("ZA-GP"), 403, "out-of-scope");
    assert_eq!(weekend.hall.coordinator.get(&list).items(), [finding]);
}
