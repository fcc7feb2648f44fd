//! Registrations and affiliations that were recorded by mistake, and taken back.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::entry_removals::because;
use crate::erasures::is_in_the_trail;
use crate::hall::Hall;
use crate::umpires::WITHOUT_COURSE;

on_sqlite! {
    a_registration_is_taken_back_and_made_again,
    an_affiliation_is_taken_back_and_made_again,
    what_was_taken_back_counts_nowhere,
    a_registration_stays_that_an_entry_rests_on,
    a_registration_stays_that_an_accreditation_rests_on,
    an_affiliation_stays_that_an_entry_rests_on,
    the_reason_goes_with_the_person,
}

#[track_caller]
fn withdraw(app: &TestApp, path: &str) -> Value {
    let answer = app
        .coordinator("ZA-NW")
        .post(&format!("{path}/withdrawals"), &because());
    answer.expect(201)
}

/// A registration as a member; its path.
#[track_caller]
fn registered(app: &TestApp, player: &str, club: &str, division: &str) -> String {
    let answer = app
        .administrator()
        .post("/v1/registrations", &registration(player, club, division));
    answer.expect(201);
    answer.header("location").to_owned()
}

fn registration(player: &str, club: &str, division: &str) -> Value {
    json!({ "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": division })
}

/// An affiliation for 2027; its path.
#[track_caller]
fn affiliated(app: &TestApp, club: &str) -> String {
    let affiliation = json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" });
    let answer = app.administrator().post("/v1/affiliations", &affiliation);
    answer.expect(201);
    answer.header("location").to_owned()
}

fn a_registration_is_taken_back_and_made_again(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    let player = app.player(&club);
    let path = registered(app, &player, &club, "senior");
    let (withdrawals, secretary) = (format!("{path}/withdrawals"), app.secretary(&club));
    secretary.post(&withdrawals, &because()).refused(403, "role-required");
    administrator
        .post(&withdrawals, &json!({ "reason": "" }))
        .refused(422, "invalid-input");
    let elsewhere = app.coordinator("ZA-GP");
    elsewhere.post(&withdrawals, &because()).refused(403, "out-of-scope");
    let withdrawn = withdraw(app, &path);
    assert_eq!(withdrawn["withdrawn_at"], "2026-11-20T08:00:00.000000Z");
    assert_eq!(withdrawn["withdrawn_because"], because()["reason"]);
    assert_eq!(secretary.get(&path).expect(200), withdrawn);
    administrator
        .post(&withdrawals, &because())
        .refused(409, "already-withdrawn");
    administrator
        .patch(&path, "*", &json!({ "paid_on": "2026-11-20" }))
        .refused(409, "already-withdrawn");
    let again = registered(app, &player, &club, "student");
    assert_ne!(again, path);
    let listed = secretary.get(&format!("/v1/registrations?club_id={club}")).items();
    assert_eq!(listed, [secretary.get(&again).expect(200)]);
    let taken_back = secretary.get(&format!("/v1/registrations?club_id={club}&withdrawn=true"));
    assert_eq!(taken_back.items(), [withdrawn]);
    // One that counts is enough.
    administrator
        .post("/v1/registrations", &registration(&player, &club, "senior"))
        .refused(409, "already-registered");
    let nobody = "/v1/registrations/019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f/withdrawals";
    administrator.post(nobody, &because()).refused(404, "not-found");
}

fn an_affiliation_is_taken_back_and_made_again(app: &TestApp) {
    let club = app.club("ZA-NW");
    app.at("2027-02-01T08:00:00Z");
    let path = affiliated(app, &club);
    let standing = || {
        let path = format!("/v1/clubs/{club}/standing");
        text(&app.anyone().get(&path).expect(200)["standing"]).to_owned()
    };
    let in_standing = || {
        let clubs = app.anyone().get("/v1/clubs?standing=good").items();
        clubs.iter().any(|one| one["id"] == json!(club))
    };
    assert!(standing() == "good" && in_standing());
    let withdrawals = format!("{path}/withdrawals");
    let secretary = app.secretary(&club);
    secretary.post(&withdrawals, &because()).refused(403, "role-required");
    let withdrawn = withdraw(app, &path);
    assert_eq!(withdrawn["withdrawn_because"], because()["reason"]);
    assert!(standing() == "lapsed" && !in_standing());
    let administrator = app.administrator();
    administrator
        .post(&withdrawals, &because())
        .refused(409, "already-withdrawn");
    administrator
        .patch(&path, "*", &json!({ "paid_on": null }))
        .refused(409, "already-withdrawn");
    let listed = |query: &str| {
        secretary
            .get(&format!("/v1/affiliations?club_id={club}{query}"))
            .items()
    };
    assert_eq!((listed(""), listed("&withdrawn=true")), (Vec::new(), vec![withdrawn]));
    affiliated(app, &club);
    assert!(standing() == "good" && in_standing());
    assert_eq!(listed("").len(), 1);
}

fn what_was_taken_back_counts_nowhere(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let (player, administrator) = (app.player(&club), app.administrator());
    affiliated(app, &club);
    let path = registered(app, &player, &club, "senior");
    let is_member = |state: &str| {
        let path = format!("/v1/particulars?club_id={club}&registration={state}&year=2027");
        !administrator.get(&path).items().is_empty()
    };
    let exported = || {
        let file = administrator
            .get(&format!("/v1/exports/registrations?club_id={club}"))
            .body_text();
        file.lines().count() - 1
    };
    assert!(is_member("unpaid") && !is_member("none"));
    assert_eq!(exported(), 1);
    withdraw(app, &path);
    assert!(!is_member("unpaid") && is_member("none"));
    assert_eq!(exported(), 0);
    let hall = Hall::new(app, &json!({ "level": "club" }), 0);
    let entry = json!({ "player_id": player });
    hall.coordinator
        .post(&format!("{}/entries", hall.path), &entry)
        .refused(409, "not-registered");
    let accreditation = json!({
        "player_id": player, "level": "level_1", "valid_from": "2026-11-20", "without_course": WITHOUT_COURSE,
    });
    administrator
        .post("/v1/accreditations", &accreditation)
        .refused(409, "not-registered");
    // It stays where it was when the player moves on.
    let transfer = json!({ "player_id": player, "club_id": other });
    let transfer = administrator
        .post("/v1/transfers", &transfer)
        .header("location")
        .to_owned();
    for step in ["releases", "acceptances"] {
        administrator
            .send("POST", &format!("{transfer}/{step}"), &[], None)
            .expect(201);
    }
    assert_eq!(administrator.get(&path).expect(200)["club_id"], json!(club));
    // What is kept of the person has it still.
    let export = administrator.get(&format!("/v1/players/{player}/export")).expect(200);
    assert_eq!(export["player"]["registrations"].as_array().unwrap().len(), 1);
}

fn a_registration_stays_that_an_accreditation_rests_on(app: &TestApp) {
    let (club, administrator) = (app.club("ZA-NW"), app.administrator());
    let player = app.player(&club);
    app.registered(&registration(&player, &club, "senior"));
    let path = format!("/v1/registrations?player_id={player}");
    let path = format!("/v1/registrations/{}", text(&administrator.get(&path).items()[0]["id"]));
    let accreditation = json!({
        "player_id": player, "level": "level_1", "valid_from": "2026-11-20", "without_course": WITHOUT_COURSE,
    });
    let id = administrator.post("/v1/accreditations", &accreditation).expect(201)["id"].clone();
    let withdrawals = format!("{path}/withdrawals");
    let refused = administrator
        .post(&withdrawals, &because())
        .refused(409, "accreditations-rest-on-it");
    assert_eq!(refused["accreditation_ids"], json!([id]));
    // One as a member of an institution is another thing, and so is one that was revoked.
    administrator
        .post(&format!("/v1/accreditations/{}/revocations", text(&id)), &because())
        .expect(201);
    withdraw(app, &path);
}

#[track_caller]
fn rested_on(answer: &Answer, entry: &str) {
    let told = answer.refused(409, "entries-rest-on-it");
    assert_eq!(told["entry_ids"], json!([entry.rsplit('/').next().unwrap()]));
}

fn a_registration_stays_that_an_entry_rests_on(app: &TestApp) {
    let club = app.club("ZA-NW");
    affiliated(app, &club);
    let player = app.player(&club);
    let path = registered(app, &player, &club, "senior");
    let withdrawals = format!("{path}/withdrawals");
    let (coordinator, plan) = (app.coordinator("ZA-NW"), json!({ "level": "club" }));
    // Of a tournament that is cancelled, of an entry that was withdrawn, and of one that is open to everyone, nothing rests.
    let mut cancelled = Hall::new(app, &plan, 0);
    let entry = cancelled.enter(&player);
    rested_on(&coordinator.post(&withdrawals, &because()), &entry);
    cancelled
        .coordinator
        .post(
            &format!("{}/cancellations", cancelled.path),
            &json!({ "reason": "The hall was flooded." }),
        )
        .expect(201);
    let mut next_year = Hall::new(
        app,
        &json!({ "level": "friendly", "starts_on": "2027-11-06", "ends_on": "2027-11-07" }),
        0,
    );
    next_year.enter(&player);
    let mut hall = Hall::new(app, &plan, 0);
    let entry = hall.enter(&player);
    rested_on(&coordinator.post(&withdrawals, &because()), &entry);
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    withdraw(app, &path);
    // Who has played and left has played as a registered player.
    let path = registered(app, &player, &club, "senior");
    hall.step(&format!("{entry}/returns")).expect(201);
    let other = app.player(&club);
    registered(app, &other, &club, "senior");
    hall.enter(&other);
    hall.play(|_| 3);
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    rested_on(&coordinator.post(&format!("{path}/withdrawals"), &because()), &entry);
}

fn an_affiliation_stays_that_an_entry_rests_on(app: &TestApp) {
    let club = app.club("ZA-NW");
    let affiliation = affiliated(app, &club);
    let player = app.player(&club);
    registered(app, &player, &club, "senior");
    let mut hall = Hall::new(app, &json!({ "level": "club" }), 0);
    let entry = hall.enter(&player);
    let coordinator = app.coordinator("ZA-NW");
    rested_on(
        &coordinator.post(&format!("{affiliation}/withdrawals"), &because()),
        &entry,
    );
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    withdraw(app, &affiliation);
}

fn the_reason_goes_with_the_person(app: &TestApp) {
    let club = app.club("ZA-NW");
    let player = app.player(&club);
    let path = registered(app, &player, &club, "senior");
    withdraw(app, &path);
    assert!(is_in_the_trail(app, "Boitumelo"));
    app.administrator()
        .send("POST", &format!("/v1/players/{player}/erasures"), &[], None)
        .expect(201);
    assert!(!is_in_the_trail(app, "Boitumelo"));
    let left = app
        .administrator()
        .get(&format!("/v1/registrations?club_id={club}&withdrawn=true"));
    assert_eq!(left.items()[0]["withdrawn_because"], json!(null));
}
