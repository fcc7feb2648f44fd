//! Players who turn up at a venue without being entered: they are entered there, if their clubs were named when the pen was lent.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::browser::Page;
use crate::caller::{Answer, Caller, text};
use crate::hall::{Hall, affiliated, keep_order, register};
use crate::venue_desk::{coordinator, desk, filled_in, lent_with};
use crate::weekend::{Weekend, keys, lending, own_account};

on_sqlite! {
    whoever_turns_up_is_entered_and_plays,
    nobody_else_is_known_there,
    the_rules_are_those_of_home,
    of_those_who_went_along_only_entrants_are_found_about,
    a_club_is_named_that_there_is_and_that_is_near,
    a_laptop_takes_so_many_players_and_no_more,
    who_somebody_is_waits_for_the_laptop_that_knows_them,
    a_coordinator_ticks_the_clubs,
}

/// A player of that club, who is registered by it for 2027.
fn member(app: &TestApp, club: &str) -> String {
    let player = app.player(club);
    register(app, &player, club, "senior");
    player
}

/// A new club of the North West, and a player who is registered by it.
fn registered(app: &TestApp) -> (String, String) {
    let club = app.club("ZA-NW");
    let player = member(app, &club);
    (club, player)
}

fn registration(player: &str, club: &str) -> Value {
    json!({ "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior" })
}

fn suspend(app: &TestApp, player: &str) {
    let suspension = json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent." });
    app.administrator()
        .post(&format!("/v1/players/{player}/suspensions"), &suspension)
        .expect(201);
}

/// The loan that is asked for, with these clubs named.
fn naming(loan: &Value, clubs: &[&str]) -> Value {
    let mut loan = loan.clone();
    loan["late_entrant_club_ids"] = json!(clubs);
    loan
}

/// The coordinator of the hall lends the pen.
fn lend(hall: &Hall<'_>, loan: &Value) -> Answer {
    hall.coordinator.post(&format!("{}/pen-loans", hall.path), loan)
}

/// The pen of that tournament is lent, and these clubs are named.
fn lent<'a>(hall: Hall<'a>, clubs: &[&str]) -> Weekend<'a> {
    Weekend::lent_by(hall, |hall, loan| lend(hall, &naming(loan, clubs)).expect(201))
}

fn enter(caller: &Caller<'_>, hall: &Hall<'_>, player: &str) -> Answer {
    caller.post(&format!("{}/entries", hall.path), &json!({ "player_id": player }))
}

fn too_many() -> [(String, String); 1] {
    [("/late_entrant_club_ids".to_owned(), "too-many".to_owned())]
}

fn whoever_turns_up_is_entered_and_plays(app: &TestApp) {
    let ((one, first), (other, second)) = (registered(app), registered(app));
    let relatives = json!({ "player_ids": [first, second], "relation": "siblings" });
    app.administrator().post("/v1/pairing-bars", &relatives).expect(201);
    let number = app.anyone().get(&format!("/v1/players/{second}")).expect(200)["number"].clone();
    let weekend = lent(Hall::new(app, &json!({}), 2), &[&one, &other]);
    let (hall, path) = (&weekend.hall, &weekend.hall.path);
    let entry = enter(&weekend.umpire(), hall, &first).expect(201);
    assert_eq!((&entry["club_id"], &entry["division"]), (&json!(one), &json!("senior")));
    let batch = json!({ "entries": [{ "player": number }] });
    weekend
        .umpire()
        .post(&format!("{path}/entries/batches"), &batch)
        .expect(201);
    // In this order the two would meet in round 1, if they were no relatives.
    let order = [&first, &hall.players[0], &second, &hall.players[1]];
    weekend
        .umpire()
        .post(&format!("{path}/starting-orders"), &json!({ "player_ids": order }))
        .expect(201);
    weekend.play();
    let rounds = weekend.laptop.anyone().get(&format!("{path}/rounds")).items();
    let matches = weekend
        .there()
        .matches(&format!("/v1/rounds/{}", text(&rounds[0]["id"])));
    assert_eq!(matches.len(), 2);
    for one in &matches {
        let sides = one["players"].as_array().unwrap().iter();
        let late = sides.filter(|side| side["player"]["id"] == first || side["player"]["id"] == second);
        assert_eq!(late.count(), 1, "{one}");
    }
    weekend.bring_home();
    weekend.assert_same();
    let entries = app.anyone().get(&format!("{path}/entries")).items();
    assert_eq!(entries.len(), 4);
    // They are entrants like others from now on.
    weekend.play();
    weekend.command(&["pen", "close"]);
    assert_eq!(weekend.bring_home()["pen"]["lent"], false);
    weekend.assert_same();
    assert_eq!(app.trail().fault(), None);
}

fn nobody_else_is_known_there(app: &TestApp) {
    let ((club, known), (_, stranger)) = (registered(app), registered(app));
    let (unregistered, withdrawn) = (app.player(&club), app.player(&club));
    let path = app.registered(&registration(&withdrawn, &club));
    let because = json!({ "reason": "It was meant for Boitumelo." });
    app.administrator()
        .post(&format!("{path}/withdrawals"), &because)
        .expect(201);
    let weekend = lent(Hall::new(app, &json!({}), 2), &[&club]);
    let told = |player: &str| {
        let player = weekend.laptop.anyone().get(&format!("/v1/players/{player}"));
        player.status
    };
    for unknown in [&stranger, &unregistered, &withdrawn] {
        enter(&weekend.umpire(), &weekend.hall, unknown).refused(422, "unknown-player");
        assert_eq!(told(unknown), 404);
    }
    assert_eq!(weekend.hand_in_after(0)["commands"], json!([]));
    assert_eq!(told(&known), 200);
    enter(&weekend.umpire(), &weekend.hall, &known).expect(201);
}

fn the_rules_are_those_of_home(app: &TestApp) {
    let (good, unpaid) = (affiliated(app), app.club("ZA-NW"));
    let (suspended, lapsed, owing) = (member(app, &good), member(app, &unpaid), app.player(&good));
    suspend(app, &suspended);
    app.administrator()
        .post("/v1/registrations", &registration(&owing, &good))
        .expect(201);
    // There are records of the year before: a club that had not paid then either is in no grace.
    let long_since = format!(
        "INSERT INTO affiliations (id, club_id, year, paid_on, created_at) \
         VALUES ('019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f', '{}', 2026, '2026-01-20', '2026-11-20T08:00:00.000000Z')",
        app.club("ZA-GP")
    );
    app.connection().batch_execute(&long_since).unwrap();
    let refused = [
        (&suspended, "not-eligible"),
        (&lapsed, "club-lapsed"),
        (&owing, "fee-unpaid"),
    ];
    let admitted = member(app, &good);
    let hall = Hall::new(app, &json!({ "level": "provincial" }), 0);
    for (player, code) in refused {
        enter(&hall.coordinator, &hall, player).refused(409, code);
    }
    let weekend = lent(hall, &[&good, &unpaid]);
    for (player, code) in refused {
        enter(&weekend.coordinator(), &weekend.hall, player).refused(409, code);
    }
    enter(&weekend.coordinator(), &weekend.hall, &admitted).expect(201);
    weekend.bring_home();
    weekend.assert_same();
}

fn of_those_who_went_along_only_entrants_are_found_about(app: &TestApp) {
    let (club, late) = registered(app);
    let at_home = member(app, &club);
    let weekend = lent(Hall::new(app, &json!({}), 2), &[&club]);
    for player in [&late, &at_home] {
        suspend(app, player);
    }
    enter(&weekend.umpire(), &weekend.hall, &late).expect(201);
    for _ in 0..2 {
        weekend.bring_home();
        let path = format!("{}/pen-findings", weekend.hall.path);
        let findings = app.administrator().get(&path).items();
        let told = findings
            .iter()
            .map(|finding| (text(&finding["kind"]), text(&finding["subject_id"])));
        assert_eq!(told.collect::<Vec<_>>(), [("not_eligible", late.as_str())]);
    }
    weekend.assert_same();
}

fn a_club_is_named_that_there_is_and_that_is_near(app: &TestApp) {
    let mut hall = Hall::new(app, &json!({}), 1);
    let far = app.club("ZA-GP");
    let loan = lending(&keys(), &[&own_account(&hall.umpire).0]);
    let with = |hall: &Hall<'_>, clubs: &[&str]| lend(hall, &naming(&loan, clubs));
    let unknown = with(&hall, &["019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f"]).refused(422, "unknown-club");
    assert_eq!(unknown["errors"][0]["pointer"], "/late_entrant_club_ids");
    assert_eq!(with(&hall, &[far.as_str(); 101]).faults(), too_many());
    // Nobody takes the records of players whom they do not look after, and whose club does not play.
    with(&hall, &[&far]).refused(403, "out-of-scope");
    hall.enter(&app.player(&far));
    with(&hall, &[&far]).expect(201);
    // Whose records a laptop has is told, should it be lost.
    let id = hall.path.rsplit('/').next().unwrap();
    let trail = format!("/v1/audit?subject=pen&subject_id={id}");
    let rows = hall.coordinator.get(&trail).items();
    assert!(rows.len() == 1 && rows[0].to_string().contains(&far), "{rows:?}");
}

fn a_laptop_takes_so_many_players_and_no_more(app: &TestApp) {
    let (hall, club, keys) = (Hall::new(app, &json!({}), 0), app.club("ZA-NW"), keys());
    let at = "2026-11-20T08:00:00.000000Z";
    let ids = |number: u32| ["019aa0ca", "019aa0cc"].map(|begin| format!("{begin}-0000-7000-8000-{number:012x}"));
    let (mut players, mut registrations) = (Vec::new(), Vec::new());
    for place in 1..=5001 {
        let ([player, registration], number) = (ids(place), place + 1000);
        players.push(format!(
            "('{player}', {number}, 'Tau', '', ' tau', 'tau', '1998-04-17', 'female', 'ZA-NW', '{club}', '{at}')"
        ));
        registrations.push(format!(
            "('{registration}', '{player}', '{club}', 2027, 'member', 'senior', '{at}')"
        ));
    }
    let sql = format!(
        "INSERT INTO players (id, number, family_name, given_names, name_key, sort_key, birth_date, sex, province_code, \
             club_id, created_at) VALUES {};
         INSERT INTO registrations (id, player_id, club_id, year, basis, division, created_at) VALUES {};",
        players.join(", "),
        registrations.join(", ")
    );
    app.connection().batch_execute(&sql).unwrap();
    let loan = naming(&lending(&keys, &[&own_account(&hall.umpire).0]), &[&club]);
    assert_eq!(lend(&hall, &loan).faults(), too_many());
    let [[first, registration], [last, _]] = [ids(1), ids(5001)];
    let one_less = format!("DELETE FROM registrations WHERE id = '{registration}'");
    app.connection().batch_execute(&one_less).unwrap();
    let laptop = app.laptop(&lend(&hall, &loan).expect(201), &keys);
    let told = |player: &str| laptop.anyone().get(&format!("/v1/players/{player}")).status;
    assert_eq!((told(&first), told(&last)), (404, 200));
}

fn who_somebody_is_waits_for_the_laptop_that_knows_them(app: &TestApp) {
    let ((club, known), (_, unknown)) = (registered(app), registered(app));
    let weekend = lent(Hall::new(app, &json!({}), 2), &[&club]);
    let administrator = app.administrator();
    let merge = |player: &str| {
        let duplicate = json!({ "duplicate_id": app.player(&app.club("ZA-NW")) });
        administrator.post(&format!("/v1/players/{player}/mergers"), &duplicate)
    };
    let erase = |player: &str| administrator.send("POST", &format!("/v1/players/{player}/erasures"), &[], None);
    // Who is not entered yet may be entered in the hall at this moment.
    merge(&known).refused(409, "held-at-venue");
    erase(&known).refused(409, "held-at-venue");
    merge(&unknown).expect(201);
    erase(&unknown).expect(201);
    let reclaim = json!({ "reason": "The laptop was stolen." });
    weekend
        .hall
        .coordinator
        .post(&format!("{}/pen-reclaims", weekend.hall.path), &reclaim)
        .expect(201);
    merge(&known).expect(201);
    erase(&known).expect(201);
}

/// Whether the box of that thing is ticked on a page; none if there is no such box.
fn is_ticked(page: &Page, id: &str) -> Option<bool> {
    let name = format!(" name=\"tick-{id}\"");
    let tag = page.body.split('<').find(|tag| tag.contains(&name))?;
    Some(tag.contains(" checked"))
}

fn a_coordinator_ticks_the_clubs(app: &TestApp) {
    let hall = Hall::new(app, &json!({}), 2);
    keep_order(app, &hall.path);
    let ((club, late), (other, stranger)) = (registered(app), registered(app));
    let far = app.club("ZA-GP");
    let weekend = Weekend::lent_by(hall, |hall, loan| {
        let (browser, path) = (coordinator(hall), format!("{}/pen-loan", desk(hall)));
        let page = browser.open(&path);
        // Those for which somebody is entered are ticked, and come first.
        let entries = app.anyone().get(&format!("{}/entries", hall.path)).items();
        for entry in &entries {
            assert_eq!(is_ticked(&page, text(&entry["club_id"])), Some(true), "{}", page.text());
        }
        assert_eq!(
            [&club, &other, &far].map(|club| is_ticked(&page, club)),
            [Some(false), Some(false), None]
        );
        // Nobody reads the signs of those who write programs.
        assert!(!page.text().contains('`'), "{}", page.text());
        let form = filled_in(&page, loan).with(&format!("tick-{club}"), "yes");
        // What was ticked is kept where something else is wrong.
        let again = browser.send(&form.clone().with("laptop", ""));
        assert_eq!((again.status, is_ticked(&again, &club)), (422, Some(true)));
        assert_eq!(is_ticked(&again, text(&entries[0]["club_id"])), Some(false));
        lent_with(&browser, &page, &form, loan)
    });
    enter(&weekend.umpire(), &weekend.hall, &stranger).refused(422, "unknown-player");
    enter(&weekend.umpire(), &weekend.hall, &late).expect(201);
    weekend.bring_home();
    weekend.assert_same();
}
