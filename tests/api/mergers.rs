//! Two entries of one person: found, merged, and both still working.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::care::faults;

on_both_databases! {
    duplicates_are_listed_for_who_looks_after_both,
    both_numbers_and_both_ids_go_on_working,
    what_the_duplicate_had_is_the_others,
    what_both_have_stays_with_each,
    a_consent_holds_if_both_entries_have_one,
    a_membership_of_another_club_goes_along,
    one_person_is_entered_and_appointed_once,
    every_thing_that_changes_hands_has_a_row_in_the_trail,
    whoever_asks_in_another_spelling_is_sent_on_too,
    a_merger_is_refused,
    two_who_have_played_in_one_tournament_are_two,
    of_two_entries_the_one_that_plays_stays,
    who_was_never_drawn_is_merged_with_who_was,
    a_second_registration_is_answered_with_the_first,
    mergers_follow_each_other,
    what_mergers_leave_is_sound,
}

fn merge(caller: &Caller<'_>, stays: &str, duplicate: &str) -> Answer {
    caller.post(
        &format!("/v1/players/{stays}/mergers"),
        &json!({ "duplicate_id": duplicate }),
    )
}

fn duplicates_are_listed_for_who_looks_after_both(app: &TestApp) {
    let clubs = [app.club("ZA-NW"), app.club("ZA-NW"), app.club("ZA-GP")];
    let first = app.player_named(&clubs[0], "Müller", "Leoné", "1990-01-01");
    let second = app.player_named(&clubs[1], "MULLER", "Leone", "1990-01-01");
    app.player_named(&clubs[0], "Muller", "Leone", "1990-01-02");
    let elsewhere = app.player_named(&clubs[2], "Muller", "Leone", "1990-01-01");
    let pairs = |caller: &Caller<'_>| {
        let pairs = caller.get("/v1/duplicates").items();
        let ids = |pair: &Value| {
            pair["players"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| text(&one["id"]).to_owned())
                .collect::<Vec<_>>()
        };
        pairs.iter().map(ids).collect::<Vec<_>>()
    };
    assert_eq!(pairs(&app.coordinator("ZA-NW")), [[first.clone(), second.clone()]]);
    assert!(
        pairs(&app.coordinator("ZA-GP")).is_empty(),
        "nothing of other provinces"
    );
    let all = [
        [first.clone(), second.clone()],
        [first.clone(), elsewhere.clone()],
        [second.clone(), elsewhere],
    ];
    assert_eq!(pairs(&app.administrator()), all);
    let page = app.administrator().get("/v1/duplicates?limit=2").expect(200);
    let rest = format!("/v1/duplicates?limit=2&cursor={}", text(&page["next_cursor"]));
    assert_eq!(app.administrator().get(&rest).items().len(), 1);
    merge(&app.coordinator("ZA-NW"), &first, &second).expect(201);
    assert!(pairs(&app.coordinator("ZA-NW")).is_empty());
}

fn both_numbers_and_both_ids_go_on_working(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (stays, duplicate, opponent) = (app.player(&club), app.player(&club), app.player(&club));
    let game = json!({
        "first_player_id": duplicate, "second_player_id": opponent, "played_on": "2026-11-20", "turns": ["E1"],
    });
    let secretary = app.secretary(&club);
    let path = app
        .administrator()
        .post("/v1/games", &game)
        .header("location")
        .to_owned();
    let numbers = [&stays, &duplicate]
        .map(|player| text(&app.anyone().get(&format!("/v1/players/{player}")).expect(200)["number"]).to_owned());
    let answer = merge(&app.coordinator("ZA-NW"), &stays, &duplicate);
    assert_eq!(answer.expect(201)["number"], numbers[0].as_str());
    let moved = app.anyone().get(&format!("/v1/players/{duplicate}"));
    moved.refused(308, "merged");
    assert_eq!(moved.header("location"), format!("/v1/players/{stays}"));
    for below in ["particulars", "consents", "consent-links", "residences", "pairing-bars"] {
        let moved = secretary.get(&format!("/v1/players/{duplicate}/{below}"));
        moved.refused(308, "merged");
        assert_eq!(moved.header("location"), format!("/v1/players/{stays}/{below}"));
    }
    // A change is sent on with its method and body, by the status itself.
    let residence = json!({ "since": "2026-11-20", "province": "ZA-NW" });
    let moved = secretary.post(&format!("/v1/players/{duplicate}/residences"), &residence);
    moved.refused(308, "merged");
    secretary.post(moved.header("location"), &residence).expect(201);
    for number in &numbers {
        let found = app.anyone().get(&format!("/v1/players?number={number}")).items();
        assert_eq!(
            found.iter().map(|player| text(&player["id"])).collect::<Vec<_>>(),
            [stays.as_str()]
        );
    }
    let listed = app.anyone().get("/v1/players").items();
    assert!(
        listed.iter().all(|player| player["id"] != json!(duplicate)),
        "one entry of each person"
    );
    // The game is the one person's, whichever id is asked for; and a laptop that knows the old id can go on.
    assert_eq!(app.anyone().get(&path).expect(200)["first"]["id"], json!(stays));
    for id in [&stays, &duplicate] {
        assert_eq!(app.anyone().get(&format!("/v1/games?player_id={id}")).items().len(), 1);
    }
    let mut later = game.clone();
    later["played_on"] = json!("2026-11-19");
    assert_eq!(
        app.administrator().post("/v1/games", &later).expect(201)["first"]["id"],
        json!(stays)
    );
    later["second_player_id"] = json!(stays);
    app.administrator()
        .post("/v1/games", &later)
        .refused(422, "same-player");
}

fn what_the_duplicate_had_is_the_others(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let stays = app.player_named(&club, "Nkosi", "Lerato", "2012-05-05");
    let duplicate = app.player_named(&club, "Nkosi", "Lerato", "2012-05-05");
    let sister = app.player(&club);
    let administrator = app.administrator();
    let consent = json!({
        "guardian": "Lindiwe Nkosi", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    administrator
        .post(&format!("/v1/players/{duplicate}/consents"), &consent)
        .expect(201);
    let bar = json!({ "player_ids": [duplicate, sister], "relation": "siblings" });
    administrator.post("/v1/pairing-bars", &bar).expect(201);
    let registration = json!({
        "player_id": duplicate, "club_id": club, "year": 2026, "basis": "member", "division": "high_school",
    });
    administrator.post("/v1/registrations", &registration).expect(201);
    let transfer = administrator
        .post("/v1/transfers", &json!({ "player_id": duplicate, "club_id": other }))
        .expect(201);
    let name = || text(&app.anyone().get(&format!("/v1/players/{stays}")).expect(200)["name"]).to_owned();
    assert_eq!(name(), "L. N.");
    merge(&app.coordinator("ZA-NW"), &stays, &duplicate).expect(201);
    // The guardian has allowed it for one entry, and is asked anew.
    assert_eq!(name(), "L. N.");
    let consents = administrator.get(&format!("/v1/players/{stays}/consents")).items();
    assert_eq!(
        (consents.len(), &consents[0]["withdrawn_at"]),
        (1, &json!("2026-11-20T08:00:00.000000Z"))
    );
    let bars = administrator.get(&format!("/v1/players/{stays}/pairing-bars")).items();
    assert_eq!((bars.len(), &bars[0]["withdrawn_at"]), (1, &json!(null)));
    let registrations = administrator
        .get(&format!("/v1/registrations?player_id={stays}"))
        .items();
    assert_eq!(registrations[0]["player"]["id"], json!(stays));
    // What was under way for the duplicate has ended: the player stays where they are.
    let path = format!("/v1/transfers/{}", text(&transfer["id"]));
    assert_eq!(administrator.get(&path).expect(200)["state"], "refused");
    administrator
        .post("/v1/transfers", &json!({ "player_id": stays, "club_id": other }))
        .expect(201);
}

fn what_both_have_stays_with_each(app: &TestApp) {
    let club = app.club("ZA-NW");
    let (stays, duplicate, sister) = (app.player(&club), app.player(&club), app.player(&club));
    let administrator = app.administrator();
    for player in [&stays, &duplicate] {
        let bar = json!({ "player_ids": [player, sister], "relation": "siblings" });
        administrator.post("/v1/pairing-bars", &bar).expect(201);
        let registration = json!({
            "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
        });
        administrator.post("/v1/registrations", &registration).expect(201);
    }
    let between = json!({ "player_ids": [stays, duplicate], "relation": "siblings" });
    administrator.post("/v1/pairing-bars", &between).expect(201);
    merge(&administrator, &stays, &duplicate).expect(201);
    let bars = administrator.get(&format!("/v1/players/{sister}/pairing-bars")).items();
    let hold = bars.iter().filter(|bar| bar["withdrawn_at"].is_null()).count();
    assert_eq!((bars.len(), hold), (2, 1));
    let registrations = administrator
        .get(&format!("/v1/registrations?player_id={duplicate}&year=2027"))
        .items();
    assert_eq!(registrations.len(), 2, "both are on record, of one player");
    let listed = administrator
        .get(&format!("/v1/registrations?club_id={club}&year=2027"))
        .items();
    assert_eq!(listed.len(), 1, "and one counts");
    assert!(
        registrations
            .iter()
            .all(|registration| registration["player"]["id"] == json!(stays))
    );
}

fn a_merger_is_refused(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-GP"));
    let (stays, duplicate, elsewhere) = (app.player(&club), app.player(&club), app.player(&other));
    let coordinator = app.coordinator("ZA-NW");
    merge(&app.secretary(&club), &stays, &duplicate).refused(403, "role-required");
    merge(&coordinator, &stays, &elsewhere).refused(403, "out-of-scope");
    merge(&app.coordinator("ZA-GP"), &stays, &elsewhere).refused(403, "out-of-scope");
    merge(&coordinator, &stays, &stays).refused(422, "same-player");
    merge(&coordinator, &stays, "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f").refused(422, "unknown-player");
    merge(&coordinator, &stays, &duplicate).expect(201);
    merge(&coordinator, &stays, &duplicate).refused(409, "merged-before");
    merge(&coordinator, &duplicate, &app.player(&club)).refused(308, "merged");
}

fn two_who_have_played_in_one_tournament_are_two(app: &TestApp) {
    let mut hall = crate::hall::Hall::new(app, &json!({}), 3);
    let (stays, duplicate) = (app.player(&app.club("ZA-NW")), app.player(&app.club("ZA-NW")));
    let [own, spare] = [&stays, &duplicate].map(|player| hall.enter(player));
    hall.coordinator
        .post(&format!("{spare}/byes"), &json!({ "round": 2 }))
        .expect(201);
    hall.step(&format!("{spare}/withdrawals")).expect(201);
    hall.draw(&json!({})).expect(201);
    // Nobody has played yet: the spare entry goes, and the draw with it.
    merge(&app.administrator(), &stays, &duplicate).expect(201);
    app.anyone().get(&spare).refused(404, "not-found");
    hall.umpire
        .get(&format!("{}/draw", hall.path))
        .refused(404, "not-found");
    assert_eq!(app.anyone().get(&own).expect(200)["seed"], 4);
    hall.publish();
    let (stays, opponent) = (&hall.players[3], &hall.players[0]);
    merge(&app.administrator(), stays, opponent).refused(409, "both-have-played");
}

fn mergers_follow_each_other(app: &TestApp) {
    let club = app.club("ZA-NW");
    let players: Vec<String> = (0..3).map(|_| app.player(&club)).collect();
    let administrator = app.administrator();
    merge(&administrator, &players[1], &players[0]).expect(201);
    merge(&administrator, &players[2], &players[1]).expect(201);
    for old in &players[..2] {
        let moved = app.anyone().get(&format!("/v1/players/{old}"));
        moved.refused(308, "merged");
        assert_eq!(
            moved.header("location"),
            format!("/v1/players/{}", players[2]),
            "one step"
        );
    }
}

fn a_consent_holds_if_both_entries_have_one(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [stays, duplicate] = [(); 2].map(|()| app.player_named(&club, "Nkosi", "Lerato", "2012-05-05"));
    let consent = json!({
        "guardian": "Lindiwe Nkosi", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    });
    for player in [&stays, &duplicate] {
        app.administrator()
            .post(&format!("/v1/players/{player}/consents"), &consent)
            .expect(201);
    }
    merge(&app.coordinator("ZA-NW"), &stays, &duplicate).expect(201);
    assert_eq!(
        app.anyone().get(&format!("/v1/players/{stays}")).expect(200)["name"],
        "Lerato Nkosi"
    );
}

/// The duplicate was registered through another club: the registration is of the club of which the person is a member.
fn a_membership_of_another_club_goes_along(app: &TestApp) {
    let (club, other) = (app.club("ZA-NW"), app.club("ZA-NW"));
    let (stays, duplicate) = (app.player(&club), app.player(&other));
    let administrator = app.administrator();
    for year in [2025, 2027] {
        let registration = json!({
            "player_id": duplicate, "club_id": other, "year": year, "basis": "member", "division": "senior",
        });
        administrator.post("/v1/registrations", &registration).expect(201);
    }
    merge(&administrator, &stays, &duplicate).expect(201);
    let clubs = administrator
        .get(&format!("/v1/registrations?player_id={stays}"))
        .items();
    let clubs: Vec<(&Value, &Value)> = clubs.iter().map(|one| (&one["year"], &one["club_id"])).collect();
    assert!(
        clubs.contains(&(&json!(2025), &json!(other))) && clubs.contains(&(&json!(2027), &json!(club))),
        "{clubs:?}"
    );
    // What was paid for the duplicate was paid for the person.
    let [stays, duplicate] = [(); 2].map(|()| app.player(&club));
    for player in [&stays, &duplicate] {
        let registration = json!({
            "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
        });
        let answer = administrator.post("/v1/registrations", &registration);
        if player == &duplicate {
            administrator
                .patch(answer.header("location"), "*", &json!({ "paid_on": "2026-11-19" }))
                .expect(200);
        }
    }
    merge(&administrator, &stays, &duplicate).expect(201);
    let paid = administrator
        .get(&format!("/v1/registrations?club_id={club}&year=2027&paid=true"))
        .items();
    assert_eq!(
        paid.iter().map(|one| &one["player"]["id"]).collect::<Vec<_>>(),
        [&json!(stays)]
    );
}

fn one_person_is_entered_and_appointed_once(app: &TestApp) {
    let club = app.club("ZA-NW");
    let players: Vec<String> = (0..3).map(|_| app.player(&club)).collect();
    let administrator = app.administrator();
    let announce = || {
        let plan = json!({
            "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2027-04-17",
            "ends_on": "2027-04-18", "venue": "Mahikeng",
        });
        let path = administrator
            .post("/v1/tournaments", &plan)
            .header("location")
            .to_owned();
        administrator
            .send("POST", &format!("{path}/openings"), &[], None)
            .expect(201);
        path
    };
    let enter =
        |path: &str, player: &str| administrator.post(&format!("{path}/entries"), &json!({ "player_id": player }));
    let (both, one) = (announce(), announce());
    for player in &players {
        enter(&both, player).expect(201);
    }
    enter(&one, &players[0]).expect(201);
    // The first entry of the one tournament and the only one of the other are the duplicate's.
    merge(&administrator, &players[1], &players[0]).expect(201);
    let entries = |path: &str| -> Vec<(Value, Value)> {
        let items = app.anyone().get(&format!("{path}/entries")).items();
        items
            .iter()
            .map(|entry| (entry["player"]["id"].clone(), entry["seed"].clone()))
            .collect()
    };
    assert_eq!(
        entries(&both),
        [(json!(players[1]), json!(1)), (json!(players[2]), json!(2))]
    );
    assert_eq!(entries(&one), [(json!(players[1]), json!(1))]);
    enter(&one, &players[1]).refused(409, "already-entered");
    // The old id names the person in an order as well, once.
    let order = |ids: &[&String]| administrator.post(&format!("{both}/starting-orders"), &json!({ "player_ids": ids }));
    order(&[&players[0], &players[1]]).refused(422, "not-every-entry");
    order(&[&players[2], &players[0]]).items_of(201);
}

fn every_thing_that_changes_hands_has_a_row_in_the_trail(app: &TestApp) {
    use diesel::prelude::*;
    use federation_records::db::schema::audit;
    let club = app.club("ZA-NW");
    let [stays, duplicate, sister] = [(); 3].map(|()| app.player(&club));
    let administrator = app.administrator();
    let bar = json!({ "player_ids": [duplicate, sister], "relation": "siblings" });
    administrator.post("/v1/pairing-bars", &bar).expect(201);
    administrator
        .post(
            "/v1/transfers",
            &json!({ "player_id": duplicate, "club_id": app.club("ZA-NW") }),
        )
        .expect(201);
    merge(&administrator, &stays, &duplicate).expect(201);
    let mut subjects: Vec<String> = audit::table
        .filter(audit::action.eq("create_merger"))
        .select(audit::subject)
        .load(&mut app.connection())
        .unwrap();
    subjects.sort_unstable();
    assert_eq!(subjects, ["pairing_bar", "player", "transfer"]);
}

fn whoever_asks_in_another_spelling_is_sent_on_too(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [stays, duplicate] = [(); 2].map(|()| app.player(&club));
    merge(&app.administrator(), &stays, &duplicate).expect(201);
    let moved = app.anyone().get(&format!("/v1/players/{}", duplicate.to_uppercase()));
    moved.refused(308, "merged");
    assert_eq!(moved.header("location"), format!("/v1/players/{stays}"));
}

/// The players of a tournament in their starting order, with their places and whether they have withdrawn.
fn entered(app: &TestApp, path: &str) -> Vec<(String, i64, bool)> {
    let entries = app.anyone().get(&format!("{path}/entries")).items();
    let line = |entry: &Value| {
        let withdrawn = entry["withdrawn"] == json!(true);
        (
            text(&entry["player"]["id"]).to_owned(),
            entry["seed"].as_i64().unwrap(),
            withdrawn,
        )
    };
    entries.iter().map(line).collect()
}

fn of_two_entries_the_one_that_plays_stays(app: &TestApp) {
    let mut hall = crate::hall::Hall::new(app, &json!({}), 1);
    let [stays, duplicate] = [(); 2].map(|()| app.player(&app.club("ZA-NW")));
    let [own, theirs] = [&stays, &duplicate].map(|player| hall.enter(player));
    hall.step(&format!("{own}/withdrawals")).expect(201);
    merge(&app.administrator(), &stays, &duplicate).expect(201);
    app.anyone().get(&own).refused(404, "not-found");
    assert_eq!(app.anyone().get(&theirs).expect(200)["player"]["id"], json!(stays));
    let first = hall.players[0].clone();
    assert_eq!(entered(app, &hall.path), [(first, 1, false), (stays, 2, false)]);
}

fn who_was_never_drawn_is_merged_with_who_was(app: &TestApp) {
    let mut hall = crate::hall::Hall::new(app, &json!({ "rounds": 1 }), 1);
    let [stays, duplicate, spare] = [(); 3].map(|()| app.player(&app.club("ZA-NW")));
    let [own, theirs, _] = [&stays, &duplicate, &spare].map(|player| hall.enter(player));
    let last = app.player(&app.club("ZA-NW"));
    let last_entry = hall.enter(&last);
    hall.step(&format!("{own}/withdrawals")).expect(201);
    let round = hall.publish();
    hall.enter_results(&round, |_| 4);
    let before = hall.standings();
    // The one who plays is handed over; nobody's place in the draw moves.
    merge(&app.administrator(), &stays, &duplicate).expect(201);
    app.anyone().get(&own).refused(404, "not-found");
    assert_eq!(app.anyone().get(&theirs).expect(200)["player"]["id"], json!(stays));
    let seeds: Vec<i64> = entered(app, &hall.path).iter().map(|(_, seed, _)| *seed).collect();
    assert_eq!(seeds, [1, 3, 4, 5]);
    assert_eq!(app.anyone().get(&last_entry).expect(200)["seed"], 5);
    let points = |standings: &Value| -> Vec<Value> {
        let rows = standings["items"].as_array().unwrap();
        rows.iter().map(|row| row["points_fraction"].clone()).collect()
    };
    assert_eq!(points(&hall.standings()), points(&before));
    // Who has played in the place of both is nobody else.
    merge(&app.administrator(), &stays, &last).refused(409, "both-have-played");
    hall.close(&round);
    assert_eq!(hall.state(), "finished");
}

fn a_second_registration_is_answered_with_the_first(app: &TestApp) {
    let (club, other, elsewhere) = (app.club("ZA-NW"), app.club("ZA-NW"), app.club("ZA-GP"));
    let first = app.player_named(&club, "Müller", "Leoné", "1990-01-01");
    let register = |caller: &Caller<'_>, club: &str, born: &str| {
        let player = json!({
            "family_name": "Muller", "given_names": "Leone", "birth_date": born, "sex": "female", "province": "ZA-NW",
            "club_id": club,
        });
        caller.post("/v1/players", &player).expect(201)
    };
    let secretary = app.secretary(&club);
    assert_eq!(register(&secretary, &club, "1990-01-02")["namesake_ids"], Value::Null);
    let second = register(&secretary, &club, "1990-01-01");
    assert_eq!(second["namesake_ids"], json!([first]));
    // Whoever does not look after the first reads nothing of it.
    assert_eq!(
        register(&app.secretary(&other), &other, "1990-01-01")["namesake_ids"],
        Value::Null
    );
    let coordinator = app.coordinator("ZA-GP");
    assert_eq!(
        register(&coordinator, &elsewhere, "1990-01-01")["namesake_ids"],
        Value::Null
    );
    let read = secretary.get(&format!("/v1/players/{}/particulars", text(&second["id"])));
    assert_eq!(read.expect(200).get("namesake_ids"), None);
    merge(&app.coordinator("ZA-NW"), &first, text(&second["id"])).expect(201);
    let ids = register(&secretary, &club, "1990-01-01")["namesake_ids"].clone();
    assert_eq!(ids, json!([first]), "one person is named once");
}

/// Two mergers, one into the other, and a name corrected after them: a search finds the one that stays, and the doctor nothing.
fn what_mergers_leave_is_sound(app: &TestApp) {
    let club = app.club("ZA-NW");
    let [first, second, third] =
        ["Qwabe", "Xaba", "Zulu"].map(|family| app.player_named(&club, family, "Nomvula", "1990-01-01"));
    let administrator = app.administrator();
    let sound = || {
        app.number_entries();
        assert_eq!(faults(&app.examined()), std::collections::BTreeMap::new());
    };
    merge(&administrator, &second, &first).expect(201);
    sound();
    merge(&administrator, &third, &second).expect(201);
    sound();
    let name = json!({ "family_name": "Zondi" });
    administrator
        .patch(&format!("/v1/players/{third}/particulars"), "*", &name)
        .expect(200);
    sound();
    let found = |word: &str| app.administrator().get(&format!("/v1/players?q={word}")).items().len();
    assert_eq!(["qwabe", "xaba", "zulu", "zondi"].map(found), [0, 0, 0, 1]);
}
