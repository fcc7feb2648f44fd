//! The day of a tournament: nothing before it, nobody who is not eligible on it, and what officials should know of the hall.

use chrono::TimeDelta;
use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::{Browser, says};
use crate::caller::text;
use crate::hall::{self, Hall, affiliated, sheet};
use crate::recognition::{evidence, lacks};
use crate::season::members;
use crate::umpires::{accredit, registered};

on_both_databases! {
    nothing_is_published_before_the_first_day,
    who_is_suspended_after_the_entry_is_not_drawn,
    who_has_not_paid_any_more_is_not_drawn,
    a_round_robin_goes_on_without_the_one_who_is_not_eligible,
    who_was_not_eligible_is_a_line_of_recognition,
    a_suspended_umpire_neither_is_appointed_nor_umpires,
    double_bookings_are_told_to_officials,
    an_umpire_of_two_events_is_noted,
    the_draw_looks_at_the_hall,
    who_is_missing_is_withdrawn_and_brought_back,
}

/// Suspends the player from today on; the path of the suspension.
#[track_caller]
fn suspend(app: &TestApp, player: &str) -> String {
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent in Lichtenburg." });
    let answer = app
        .administrator()
        .post(&format!("/v1/players/{player}/suspensions"), &suspension);
    answer.expect(201);
    answer.header("location").to_owned()
}

/// The codes of the warnings about a round.
fn codes(round: &Value) -> Vec<String> {
    let warnings = round["warnings"].as_array().unwrap().iter();
    warnings.map(|warning| text(&warning["code"]).to_owned()).collect()
}

/// The players at the boards of a round.
fn seated(round: &Value) -> Vec<String> {
    let boards = round["boards"].as_array().unwrap().iter();
    let seats = boards.flat_map(|board| board["players"].as_array().unwrap());
    seats.map(|seat| text(&seat["player"]["id"]).to_owned()).collect()
}

fn nothing_is_published_before_the_first_day(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "starts_on": "2026-11-21", "ends_on": "2026-11-21" }), 4);
    let drawn = hall.draw(&json!({})).expect(201);
    let round = format!("/v1/rounds/{}", text(&drawn["id"]));
    let early = hall.step(&format!("{round}/publications"));
    let told = early.refused(409, "before-first-day");
    assert!(text(&told["detail"]).contains("2026-11-21"), "{told}");
    assert_eq!(hall.state(), "open");
    let desk = hall.path.replace("/v1/", "/desk/");
    let page = Browser::coordinator(app, "ZA-NW").open(&desk);
    says(
        &page,
        "It is published from the first day on, Saturday 21 November 2026",
    );
    assert!(page.forms().iter().all(|form| !form.action.ends_with("/publication")));
    // The day begins at midnight in South Africa.
    app.at("2026-11-20T22:00:00Z");
    let coordinator = app.coordinator("ZA-NW");
    coordinator
        .send("POST", &format!("{round}/publications"), &[], None)
        .expect(201);
    // Results wait for the day as well, where the days of a round that is published turn out to be later.
    let id = hall.id();
    let later = format!("UPDATE tournaments SET starts_on = '2026-11-22', ends_on = '2026-11-22' WHERE id = '{id}'");
    app.connection().batch_execute(&later).unwrap();
    let one = &hall.matches(&round)[0];
    let results = format!("/v1/matches/{}/results", text(&one["id"]));
    coordinator
        .post(&results, &sheet(one, 4))
        .refused(409, "before-first-day");
    let all = json!({ "results": [{ "match_id": one["id"], "sheet": sheet(one, 4) }] });
    coordinator
        .post(&format!("{round}/results"), &all)
        .refused(409, "before-first-day");
    assert_eq!(
        lacks(&hall, "rounds"),
        ["Round 1 was published on 2026-11-21, before the first day."]
    );
    app.at("2026-11-22T08:00:00Z");
    let coordinator = app.coordinator("ZA-NW");
    coordinator.post(&results, &sheet(one, 4)).expect(201);
}

fn who_is_suspended_after_the_entry_is_not_drawn(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 5);
    let barred = hall.players[0].clone();
    let drawn = hall.draw(&json!({})).expect(201);
    assert!(seated(&drawn).contains(&barred) && !codes(&drawn).contains(&"not-eligible".to_owned()));
    let round = format!("/v1/rounds/{}", text(&drawn["id"]));
    let suspension = suspend(app, &barred);
    // What was drawn before is not published.
    assert_eq!(
        hall.umpire.get(&format!("{}/draw", hall.path)).expect(200)["outdated"],
        true
    );
    hall.step(&format!("{round}/publications"))
        .refused(409, "draw-outdated");
    let drawn = hall.draw(&json!({}));
    let round = drawn.expect(201);
    assert_eq!((seated(&round).len(), &round["bye"]), (4, &Value::Null));
    assert!(!seated(&round).contains(&barred));
    let told = round["warnings"].as_array().unwrap().iter();
    let told: Vec<&Value> = told.filter(|warning| warning["code"] == "not-eligible").collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["player_ids"], json!([barred]));
    assert!(text(&told[0]["sentence"]).ends_with("is not eligible today, and is not drawn."));
    let body = drawn.body_text().to_lowercase();
    assert!(!body.contains("suspen") && !body.contains("lichtenburg"), "{body}");
    let round = hall.publish();
    assert!(!app.anyone().get(&round).body_text().contains("not-eligible"));
    let entries = || app.anyone().get(&format!("{}/entries", hall.path)).items();
    let entry = entries()
        .into_iter()
        .find(|entry| entry["player"]["id"] == barred)
        .unwrap();
    assert_eq!(
        (&entry["withdrawn"], &entry["absences"]),
        (&json!(false), &json!([{ "first_round": 1, "last_round": 1 }]))
    );
    // Taken back and published again, it is the same.
    hall.umpire
        .post(&format!("{round}/undos"), &json!({ "state": "published" }))
        .expect(201);
    let absences = || {
        let entry = entries().into_iter().find(|entry| entry["player"]["id"] == barred);
        entry.unwrap()["absences"].clone()
    };
    assert_eq!(absences(), json!([]));
    hall.step(&format!("{round}/publications")).expect(201);
    assert_eq!(absences(), json!([{ "first_round": 1, "last_round": 1 }]));
    hall.enter_results(&round, |_| 4);
    hall.close(&round);
    assert_eq!(
        evidence(&hall, "draw")[0],
        "Round 1 is drawn by the modified Swiss system."
    );
    // Whoever is eligible again is drawn again.
    let lifting = json!({ "lifted_on": "2026-11-20", "reason": "The appeal was upheld." });
    app.administrator()
        .post(&format!("{suspension}/liftings"), &lifting)
        .expect(201);
    let second = hall.draw(&json!({})).expect(201);
    let rests = second["bye"]["id"] == barred;
    assert!(rests || seated(&second).contains(&barred));
    assert_eq!(lacks(&hall, "eligibility"), Vec::<Value>::new());
}

fn who_has_not_paid_any_more_is_not_drawn(app: &TestApp) {
    let players = members(app, 5, 1);
    let plan = json!({ "level": "provincial", "starts_on": "2027-03-06", "ends_on": "2027-03-06" });
    let mut hall = Hall::new(app, &plan, 0);
    for player in &players {
        hall.enter(player);
    }
    app.at("2027-03-06T08:00:00Z");
    let administrator = app.administrator();
    let draw = || {
        hall::keep_order(app, &hall.path);
        administrator
            .post(&format!("{}/rounds", hall.path), &json!({}))
            .expect(201)
    };
    assert!(!codes(&draw()).contains(&"not-eligible".to_owned()));
    // The fee of a player, and that of a club, were noted by mistake.
    let registrations = administrator
        .get(&format!("/v1/registrations?player_id={}", players[0]))
        .items();
    let registration = format!("/v1/registrations/{}", text(&registrations[0]["id"]));
    administrator
        .patch(&registration, "*", &json!({ "paid_on": null }))
        .expect(200);
    let club = app.anyone().get(&format!("/v1/players/{}", players[1])).expect(200)["club_id"].clone();
    let affiliations = administrator
        .get(&format!("/v1/affiliations?club_id={}", text(&club)))
        .items();
    let affiliation = format!("/v1/affiliations/{}", text(&affiliations[0]["id"]));
    administrator
        .patch(&affiliation, "*", &json!({ "paid_on": null }))
        .expect(200);
    let drawn = draw();
    let there = seated(&drawn);
    assert!(players[..2].iter().all(|player| !there.contains(player)), "{drawn}");
    assert_eq!(codes(&drawn).iter().filter(|code| *code == "not-eligible").count(), 2);
    assert_eq!((there.len(), drawn["bye"].is_null()), (2, false));
    // Paid again, they are drawn again.
    for path in [&registration, &affiliation] {
        administrator
            .patch(path, "*", &json!({ "paid_on": "2027-03-06" }))
            .expect(200);
    }
    assert_eq!(seated(&draw()).len(), 4);
}

fn a_round_robin_goes_on_without_the_one_who_is_not_eligible(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "system": "round_robin" }), 5);
    suspend(app, &hall.players[0]);
    let first = hall.publish();
    let round = app.anyone().get(&first).expect(200);
    assert!(!seated(&round).contains(&hall.players[0]));
    hall.enter_results(&first, |_| 4);
    hall.close(&first);
    // Once it runs, whoever is barred has a match, which they forfeit.
    suspend(app, &hall.players[1]);
    let second = hall.draw(&json!({})).expect(201);
    assert!(seated(&second).contains(&hall.players[1]));
    let told = second["warnings"].as_array().unwrap().iter();
    let told: Vec<&str> = told
        .filter(|warning| warning["code"] == "not-eligible")
        .map(|warning| text(&warning["sentence"]))
        .collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].ends_with("is not eligible today. The match is forfeited."));
}

fn who_was_not_eligible_is_a_line_of_recognition(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "rounds": 1, "ends_on": "2026-11-20" }), 4);
    hall.agree_rounds(1);
    hall.confirm_equipment();
    let round = hall.play(|_| 6);
    assert_eq!(
        evidence(&hall, "eligibility"),
        ["All who played were eligible on the day."]
    );
    assert_eq!(evidence(&hall, "rounds")[0], "Round 1 was played on 2026-11-20.");
    suspend(app, &hall.players[0]);
    let missing = "Players of round 1 who were not eligible on 2026-11-20: 1.";
    assert_eq!(lacks(&hall, "eligibility"), [missing]);
    let problem = hall.ratify().refused(409, "not-recognised");
    assert_eq!(problem["missing"], json!({ "eligibility": [missing] }));
    // Whoever was not eligible has not played, once the match is forfeited.
    let all = hall.matches(&round);
    let one = all
        .iter()
        .find(|one| one["players"].to_string().contains(&hall.players[0]))
        .unwrap();
    let correction = json!({
        "version": 1, "published_rounds": 1, "sheet": { "forfeited_by": hall.players[0] }, "reason": "Was suspended.",
    });
    hall.umpire
        .post(&format!("/v1/matches/{}/corrections", text(&one["id"])), &correction)
        .expect(201);
    assert_eq!(lacks(&hall, "eligibility"), Vec::<Value>::new());
    hall.ratify().expect(201);
}

fn a_suspended_umpire_neither_is_appointed_nor_umpires(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "ends_on": "2026-11-20" }), 4);
    hall.confirm_equipment();
    assert_eq!(lacks(&hall, "umpire"), Vec::<Value>::new());
    hall.draw(&json!({})).expect(201);
    let suspension = suspend(app, &hall.umpire_player);
    let missing = "On 2026-11-20 no appointed umpire does. Thandiwe Mokoena: The umpire is not eligible.";
    assert_eq!(lacks(&hall, "umpire"), [missing]);
    let refused = hall.draw_at_once(&json!({}));
    let told = refused.refused(409, "not-accredited");
    assert!(!refused.body_text().to_lowercase().contains("suspen"), "{told}");
    let coordinated = hall
        .coordinator
        .post(&format!("{}/rounds", hall.path), &json!({}))
        .expect(201);
    assert!(codes(&coordinated).contains(&"no-umpire".to_owned()));
    let other = Hall::run_by(app.coordinator("ZA-NW"), hall::umpire(app), &json!({}));
    let appointments = format!("{}/appointments", other.path);
    let appoint = || {
        other
            .coordinator
            .post(&appointments, &json!({ "player_id": hall.umpire_player }))
    };
    let refused = appoint();
    refused.refused(409, "not-eligible");
    assert!(!refused.body_text().to_lowercase().contains("suspen"));
    let lifting = json!({ "lifted_on": "2026-11-20", "reason": "The appeal was upheld." });
    app.administrator()
        .post(&format!("{suspension}/liftings"), &lifting)
        .expect(201);
    appoint().expect(201);
    hall.draw_at_once(&json!({})).expect(201);
}

fn double_bookings_are_told_to_officials(app: &TestApp) {
    let club = affiliated(app);
    let umpire = registered(app, &club, "1990-01-01");
    accredit(app, &umpire, json!({ "valid_from": "2026-11-20" })).expect(201);
    let of = |name: &str, day: &str| {
        let plan = json!({ "name": name, "starts_on": day, "ends_on": day });
        Hall::run_by(app.coordinator("ZA-NW"), hall::umpire(app), &plan)
    };
    let (mut one, mut other, later) = (
        of("Mahikeng Open", "2026-11-20"),
        of("Lichtenburg Open", "2026-11-20"),
        of("Taung Open", "2026-12-05"),
    );
    let appoint = |hall: &Hall<'_>| {
        let answer = hall
            .coordinator
            .post(&format!("{}/appointments", hall.path), &json!({ "player_id": umpire }));
        answer.expect(201)["warnings"].clone()
    };
    assert_eq!((appoint(&one), appoint(&later)), (json!([]), json!([])));
    one.enter(&umpire);
    let told = appoint(&other);
    assert_eq!(
        told,
        json!([{
            "code": "appointed-elsewhere", "tournament_id": one.id(),
            "sentence": "The umpire is also appointed to Mahikeng Open from 2026-11-20 to 2026-11-20.",
        }])
    );
    let page =
        Browser::coordinator(app, "ZA-NW").open(&format!("{}/recognition", other.path.replace("/v1/", "/desk/")));
    says(
        &page,
        "The umpire is also appointed to Mahikeng Open from 2026-11-20 to 2026-11-20.",
    );
    // One who is to play is told at the draw.
    let both: Vec<String> = (0..4).map(|_| app.player(&club)).collect();
    for player in &both {
        one.enter(player);
        other.enter(player);
    }
    let drawn = one.draw(&json!({})).expect(201);
    assert!(codes(&drawn).contains(&"umpire-plays".to_owned()), "{drawn}");
    assert!(!codes(&drawn).contains(&"drawn-elsewhere".to_owned()));
    let played = one.publish();
    // Who is at a board there today is named here.
    let drawn = other.draw(&json!({})).expect(201);
    let there = seated(&app.anyone().get(&played).expect(200));
    let told = drawn["warnings"].as_array().unwrap().iter();
    let told: Vec<&Value> = told.filter(|warning| warning["code"] == "drawn-elsewhere").collect();
    let expected = both.iter().filter(|player| there.contains(player)).count();
    assert_eq!(told.len(), expected);
    assert!(text(&told[0]["sentence"]).ends_with("is drawn in Mahikeng Open today as well."));
    let round = other.publish();
    assert!(!app.anyone().get(&round).body_text().contains("drawn-elsewhere"));
    let lines = evidence(&other, "eligibility");
    let line = format!("Players of round 1 who were drawn in another tournament on 2026-11-20 as well: {expected}.");
    assert!(lines.contains(&json!(line)), "{lines:?}");
}

fn an_umpire_of_two_events_is_noted(app: &TestApp) {
    let (club, day) = (affiliated(app), json!({ "ends_on": "2026-11-20" }));
    let mut hall = Hall::new(app, &day, 0);
    let child = app.player(&club);
    hall.enter(&child);
    assert_eq!(lacks(&hall, "umpire"), Vec::<Value>::new());
    // In the same hall one umpire sees to both.
    let appoint = |venue: &str, name: &str| {
        let plan = json!({ "name": name, "venue": venue, "ends_on": "2026-11-20" });
        let other = Hall::run_by(app.coordinator("ZA-NW"), hall::umpire(app), &plan);
        let appointments = format!("{}/appointments", other.path);
        let made = other
            .coordinator
            .post(&appointments, &json!({ "player_id": hall.umpire_player }));
        made.expect(201);
        made.header("location").to_owned()
    };
    appoint("Mmabatho High School, Mahikeng", "Mahikeng Juniors");
    assert_eq!(lacks(&hall, "umpire"), Vec::<Value>::new());
    let elsewhere = appoint("Town Hall, Vryburg", "Vryburg Open");
    assert_eq!(lacks(&hall, "umpire"), Vec::<Value>::new());
    let noted = "On 2026-11-20 Thandiwe Mokoena is appointed to Vryburg Open as well, at Town Hall, Vryburg.";
    let recognition = || app.anyone().get(&format!("{}/recognition", hall.path)).body_text();
    assert!(recognition().contains(noted) && !recognition().contains("Mahikeng Juniors"));
    let ended = format!("{elsewhere}/endings");
    app.administrator().send("POST", &ended, &[], None).expect(201);
    assert!(recognition().contains(noted), "served there today until now");
    // A relative of an entrant is not the only umpire; nor is it told who is related.
    let hall = {
        let mut hall = Hall::new(app, &day, 0);
        hall.enter(&child);
        hall
    };
    let bar = json!({ "player_ids": [hall.umpire_player, child], "relation": "parent_and_child" });
    app.administrator().post("/v1/pairing-bars", &bar).expect(201);
    let missing = "On 2026-11-20 no appointed umpire does. Thandiwe Mokoena: The umpire may not rule on every match.";
    assert_eq!(lacks(&hall, "umpire"), [missing]);
    let (_, second, _) = hall::umpire(app);
    let appointments = format!("{}/appointments", hall.path);
    let made = hall.coordinator.post(&appointments, &json!({ "player_id": second }));
    assert_eq!(made.expect(201)["warnings"], json!([]));
    assert_eq!(lacks(&hall, "umpire"), Vec::<Value>::new());
    // As the only umpire of an event they are warned of.
    let mut alone = Hall::new(app, &json!({ "starts_on": "2026-12-05", "ends_on": "2026-12-05" }), 0);
    alone.enter(&child);
    app.administrator()
        .send("POST", &format!("{}/endings", alone.appointment), &[], None)
        .expect(201);
    let appointments = format!("{}/appointments", alone.path);
    let made = alone
        .coordinator
        .post(&appointments, &json!({ "player_id": hall.umpire_player }))
        .expect(201);
    assert_eq!(codes(&made), ["related"]);
    assert!(text(&made["warnings"][0]["sentence"]).contains("on 2026-12-05 no other umpire"));
}

fn the_draw_looks_at_the_hall(app: &TestApp) {
    let hall = Hall::new(app, &json!({ "starts_on": "2026-11-21", "ends_on": "2026-11-22" }), 4);
    let preview = || app.administrator().get(&format!("{}/draw", hall.path)).expect(200);
    let of_hall = |round: &Value| -> Vec<String> {
        let known = ["no-umpire", "equipment-unconfirmed", "not-checked-in"];
        codes(round)
            .into_iter()
            .filter(|code| known.contains(&code.as_str()))
            .collect()
    };
    // The day before, nobody is in the hall.
    assert!(of_hall(&hall.draw(&json!({})).expect(201)).is_empty());
    app.pass(TimeDelta::days(1));
    assert_eq!(of_hall(&preview()), ["equipment-unconfirmed", "not-checked-in"]);
    let browser = Browser::coordinator(app, "ZA-NW");
    let page = browser.open(&hall.path.replace("/v1/", "/desk/"));
    says(&page, "Nobody is checked in yet.");
    says(&page, "The boards and counters are not confirmed yet.");
    app.administrator()
        .post(&format!("{}/equipment-confirmations", hall.path), &hall::equipment())
        .expect(201);
    let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
    let ids: Vec<&Value> = entries.iter().map(|entry| &entry["id"]).collect();
    let check_ins = format!("{}/check-ins", hall.path);
    app.administrator()
        .post(&check_ins, &json!({ "entry_ids": ids[1..] }))
        .expect(201);
    let told = preview();
    assert_eq!(of_hall(&told), ["not-checked-in"]);
    let warning = told["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|warning| warning["code"] == "not-checked-in")
        .unwrap();
    assert_eq!(warning["player_ids"], json!([hall.players[0]]));
    assert!(text(&warning["sentence"]).starts_with("Drawn, and not checked in: "));
    app.administrator()
        .post(&check_ins, &json!({ "entry_ids": [ids[0]] }))
        .expect(201);
    assert!(of_hall(&preview()).is_empty());
    app.administrator()
        .send("POST", &format!("{}/endings", hall.appointment), &[], None)
        .expect(201);
    app.pass(TimeDelta::days(1));
    let drawn = app.coordinator("ZA-NW").get(&format!("{}/draw", hall.path)).expect(200);
    assert_eq!(of_hall(&drawn), ["no-umpire"]);
}

fn who_is_missing_is_withdrawn_and_brought_back(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 4);
    let entries = || app.anyone().get(&format!("{}/entries", hall.path)).items();
    let ids: Vec<Value> = entries().iter().map(|entry| entry["id"].clone()).collect();
    let (withdrawals, returns) = (
        format!("{}/missing-withdrawals", hall.path),
        format!("{}/missing-returns", hall.path),
    );
    let post = |path: &str, ids: &[Value]| hall.umpire.post(path, &json!({ "entry_ids": ids }));
    let gone = || -> Vec<bool> { entries().iter().map(|entry| entry["withdrawn"] == true).collect() };
    // Nobody has begun to tick.
    post(&withdrawals, &ids).refused(422, "invalid-input");
    hall.step(&format!("/v1/entries/{}/check-ins", text(&ids[0])))
        .expect(201);
    let stranger = json!("019aa0c0-0000-7000-8000-000000000000");
    let refused = post(&withdrawals, &[ids[1].clone(), stranger.clone()]).refused(422, "not-entered");
    assert_eq!(refused["errors"][0]["pointer"], "/entry_ids/1");
    assert_eq!(gone(), [false; 4], "all or none");
    post(&withdrawals, &[]).refused(422, "invalid-input");
    // Whoever has come meanwhile, and whoever is not named, is left alone.
    let made = post(&withdrawals, &ids[..3]).items_of(201);
    let named: Vec<&Value> = made.iter().map(|entry| &entry["id"]).collect();
    assert_eq!(named, [&ids[1], &ids[2]]);
    assert_eq!(gone(), [false, true, true, false]);
    assert!(post(&withdrawals, &ids[..3]).items_of(201).is_empty());
    let changed = app
        .administrator()
        .get(&format!("/v1/audit?subject=entry&subject_id={}", text(&ids[1])));
    assert!(changed.body_text().contains("Was not in the hall before the draw."));
    // At the desk they are offered to be brought back, by one button.
    let browser = Browser::coordinator(app, "ZA-NW");
    let desk = hall.path.replace("/v1/", "/desk/");
    let page = browser.open(&desk);
    says(&page, "Withdrawn before this round: 2");
    browser.go(&page.form_to("/missing-returns"));
    assert_eq!(gone(), [false; 4]);
    post(&withdrawals, &ids).items_of(201);
    let refused = post(&returns, &[ids[1].clone(), ids[0].clone()]).refused(409, "already-so");
    assert_eq!(refused["errors"][0]["pointer"], "/entry_ids/1");
    assert_eq!(gone(), [false, true, true, true]);
    suspend(app, &hall.players[2]);
    post(&returns, &ids[1..3]).refused(409, "not-eligible");
    assert_eq!(post(&returns, &[ids[1].clone(), ids[3].clone()]).items_of(201).len(), 2);
    assert_eq!(gone(), [false, false, true, false]);
    post(&returns, &[stranger]).refused(422, "not-entered");
    app.umpire()
        .post(&withdrawals, &json!({ "entry_ids": ids }))
        .refused(403, "out-of-scope");
    app.anyone()
        .post(&returns, &json!({ "entry_ids": ids }))
        .refused(401, "token-required");
}
