//! Transfers: asked for, released, accepted, each by who may.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Caller, text};

on_both_databases! {
    a_player_changes_clubs_step_by_step,
    each_step_is_for_who_may_take_it,
    a_transfer_is_refused_by_either_side,
    one_transfer_at_a_time,
    a_list_shows_both_sides,
    a_list_finds_a_transfer_in_its_state_alone,
    who_looked_after_the_player_reads_nothing_by_asking_again,
    officials_read_who_has_moved_since_being_entered,
}

fn ask(caller: &Caller<'_>, player: &str, club: &str) -> Value {
    caller
        .post("/v1/transfers", &json!({ "player_id": player, "club_id": club }))
        .expect(201)
}

fn step(caller: &Caller<'_>, transfer: &Value, step: &str) -> crate::caller::Answer {
    let path = format!("/v1/transfers/{}/{step}", text(&transfer["id"]));
    if step == "refusals" {
        return caller.post(&path, &json!({ "reason": "The player owes the club a board." }));
    }
    caller.send("POST", &path, &[], None)
}

fn a_player_changes_clubs_step_by_step(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let player = app.player(&from);
    let (old, new, province) = (app.secretary(&from), app.secretary(&to), app.coordinator("ZA-GP"));
    let register = |year: i32| json!({ "player_id": player, "club_id": from, "year": year, "basis": "member", "division": "senior" });
    let registrations = [2026, 2027, 2028].map(|year| {
        let created = old.post("/v1/registrations", &register(year)).expect(201);
        format!("/v1/registrations/{}", text(&created["id"]))
    });
    new.get(&format!("/v1/players/{player}/particulars"))
        .refused(403, "out-of-scope");
    let asked = ask(&new, &player, &to);
    assert_eq!(
        (&asked["state"], &asked["from_club_id"], &asked["to_club_id"]),
        (&json!("asked"), &json!(from), &json!(to))
    );
    // To ask is not to see.
    new.get(&format!("/v1/players/{player}/particulars"))
        .refused(403, "out-of-scope");
    step(&province, &asked, "acceptances").refused(409, "step-not-allowed");
    assert_eq!(step(&old, &asked, "releases").expect(201)["state"], "released");
    step(&old, &asked, "releases").refused(409, "step-not-allowed");
    let answer = step(&province, &asked, "acceptances");
    let accepted = answer.expect(201);
    assert_eq!(accepted["state"], "accepted");
    assert_eq!(new.get(answer.header("location")).expect(200), accepted);
    for late in ["acceptances", "refusals"] {
        step(&province, &asked, late).refused(409, "step-not-allowed");
    }
    // The player is a member of the new club, with this year's registration and those to come.
    assert_eq!(
        app.anyone().get(&format!("/v1/players/{player}")).expect(200)["club_id"],
        json!(to)
    );
    new.get(&format!("/v1/players/{player}/particulars")).expect(200);
    old.get(&format!("/v1/players/{player}/particulars"))
        .refused(403, "out-of-scope");
    old.get(&registrations[0]).expect(200);
    for path in &registrations[1..] {
        assert_eq!(new.get(path).expect(200)["club_id"], json!(to));
        old.get(path).refused(403, "out-of-scope");
    }
}

fn each_step_is_for_who_may_take_it(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let player = app.player(&from);
    let (old, new) = (app.secretary(&from), app.secretary(&to));
    let asking = json!({ "player_id": player, "club_id": to });
    old.post("/v1/transfers", &asking).refused(403, "out-of-scope");
    let asked = ask(&new, &player, &to);
    for (who, caller) in [("the new club", &new), ("its province", &app.coordinator("ZA-GP"))] {
        let answer = step(caller, &asked, "releases");
        assert_eq!(answer.status, 403, "{who}");
        answer.refused(403, "out-of-scope");
    }
    app.coordinator("ZA-NW")
        .send(
            "POST",
            &format!("/v1/transfers/{}/releases", text(&asked["id"])),
            &[],
            None,
        )
        .expect(201);
    step(&new, &asked, "acceptances").refused(403, "role-required");
    step(&app.coordinator("ZA-NW"), &asked, "acceptances").refused(403, "out-of-scope");
    step(&app.coordinator("ZA-LP"), &asked, "refusals").refused(403, "out-of-scope");
    step(&app.coordinator("ZA-GP"), &asked, "acceptances").expect(201);
}

fn a_transfer_is_refused_by_either_side(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let (old, new) = (app.secretary(&from), app.secretary(&to));
    for by in [&old, &new] {
        for released in [false, true] {
            let player = app.player(&from);
            let asked = ask(&new, &player, &to);
            if released {
                step(&old, &asked, "releases").expect(201);
            }
            let refused = step(by, &asked, "refusals").expect(201);
            assert_eq!(
                (&refused["state"], &refused["reason"]),
                (&json!("refused"), &json!("The player owes the club a board."))
            );
            step(&app.administrator(), &asked, "acceptances").refused(409, "step-not-allowed");
            assert_eq!(
                app.anyone().get(&format!("/v1/players/{player}")).expect(200)["club_id"],
                json!(from)
            );
        }
    }
    let path = format!(
        "/v1/transfers/{}/refusals",
        text(&ask(&new, &app.player(&from), &to)["id"])
    );
    let problem = old.post(&path, &json!({ "reason": " " })).refused(422, "invalid-input");
    assert_eq!(problem["errors"][0]["code"], "required");
}

fn one_transfer_at_a_time(app: &TestApp) {
    let (from, to, third) = (app.club("ZA-NW"), app.club("ZA-GP"), app.club("ZA-GP"));
    let player = app.player(&from);
    let administrator = app.administrator();
    let asking = |club: &str| json!({ "player_id": player, "club_id": club });
    administrator
        .post("/v1/transfers", &asking(&from))
        .refused(409, "already-member");
    let id = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a";
    let mut named = asking(&to);
    named["id"] = json!(id);
    let first = administrator.post("/v1/transfers", &named).expect(201);
    assert_eq!(administrator.post("/v1/transfers", &named).expect(201), first);
    named["club_id"] = json!(third);
    administrator.post("/v1/transfers", &named).refused(409, "id-taken");
    administrator
        .post("/v1/transfers", &asking(&third))
        .refused(409, "transfer-open");
    step(&administrator, &first, "refusals").expect(201);
    administrator.post("/v1/transfers", &asking(&third)).expect(201);
    for (player, club, code) in [
        (id, to.as_str(), "unknown-player"),
        (player.as_str(), id, "unknown-club"),
    ] {
        administrator
            .post("/v1/transfers", &json!({ "player_id": player, "club_id": club }))
            .refused(422, code);
    }
}

fn a_list_shows_both_sides(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let minor = app.player_named(&from, "Nkosi", "Lerato", "2012-05-05");
    let (old, new) = (app.secretary(&from), app.secretary(&to));
    let asked = ask(&new, &minor, &to);
    // What the other side may see of a minor is what everyone may see.
    assert_eq!(asked["player"]["name"], "L. N.");
    for caller in [
        &old,
        &new,
        &app.coordinator("ZA-NW"),
        &app.coordinator("ZA-GP"),
        &app.administrator(),
    ] {
        assert_eq!(caller.get("/v1/transfers").items(), std::slice::from_ref(&asked));
        let query = format!("/v1/transfers?state=asked&player_id={minor}&club_id={from}");
        assert_eq!(caller.get(&query).items(), std::slice::from_ref(&asked));
        for other in ["state=released", "state=accepted", "state=refused"] {
            assert!(caller.get(&format!("/v1/transfers?{other}")).items().is_empty());
        }
    }
    let stranger = app.secretary(&app.club("ZA-NW"));
    assert!(stranger.get("/v1/transfers").items().is_empty());
    stranger
        .get(&format!("/v1/transfers/{}", text(&asked["id"])))
        .refused(403, "out-of-scope");
}

/// The database and the entity say the state each in its own way.
fn a_list_finds_a_transfer_in_its_state_alone(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let administrator = app.administrator();
    let steps: [&[&str]; 5] = [
        &[],
        &["releases"],
        &["refusals"],
        &["releases", "acceptances"],
        &["releases", "refusals"],
    ];
    let states = ["asked", "released", "refused", "accepted", "refused"];
    for (steps, state) in steps.into_iter().zip(states) {
        let player = app.player(&from);
        let mut transfer = ask(&administrator, &player, &to);
        for taken in steps {
            transfer = step(&administrator, &transfer, taken).expect(201);
        }
        assert_eq!(transfer["state"], state, "{steps:?}");
        for asked in ["asked", "released", "accepted", "refused"] {
            let query = format!("/v1/transfers?player_id={player}&state={asked}");
            let expected: &[Value] = if asked == state {
                std::slice::from_ref(&transfer)
            } else {
                &[]
            };
            assert_eq!(administrator.get(&query).items(), expected, "{steps:?} {asked}");
        }
    }
}

/// A request that was answered before is not answered with what has become of the player elsewhere.
fn who_looked_after_the_player_reads_nothing_by_asking_again(app: &TestApp) {
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let old = app.secretary(&from);
    let (player, registration) = (
        "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f",
        "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f",
    );
    let created = json!({
        "id": player, "family_name": "Nkosi", "given_names": "Lerato", "birth_date": "2012-05-05", "sex": "female",
        "province": "ZA-NW", "club_id": from,
    });
    old.post("/v1/players", &created).expect(201);
    let registered = json!({
        "id": registration, "player_id": player, "club_id": from, "year": 2027, "basis": "member",
        "division": "high_school",
    });
    old.post("/v1/registrations", &registered).expect(201);
    let asked = ask(&app.secretary(&to), player, &to);
    step(&old, &asked, "releases").expect(201);
    step(&app.coordinator("ZA-GP"), &asked, "acceptances").expect(201);
    old.post("/v1/players", &created).refused(403, "out-of-scope");
    old.post("/v1/registrations", &registered).refused(403, "out-of-scope");
}

fn officials_read_who_has_moved_since_being_entered(app: &TestApp) {
    let mut hall = crate::hall::Hall::new(app, &json!({}), 1);
    let (from, to) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let player = app.player(&from);
    hall.enter(&player);
    app.pass(chrono::TimeDelta::minutes(1));
    let moved = || {
        let entrants = hall.umpire.get(&format!("{}/entrants", hall.path)).items();
        entrants
            .iter()
            .map(|one| one["transferred_to_id"].clone())
            .collect::<Vec<_>>()
    };
    let administrator = app.administrator();
    let asked = ask(&administrator, &player, &to);
    step(&administrator, &asked, "releases").expect(201);
    assert_eq!(moved(), [json!(null), json!(null)]);
    step(&administrator, &asked, "acceptances").expect(201);
    assert_eq!(moved(), [json!(null), json!(to)]);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    assert_eq!(entries[1]["club_id"], json!(from), "the entry is what it was");
    assert_eq!(entries[1].get("transferred_to_id"), None);
}
