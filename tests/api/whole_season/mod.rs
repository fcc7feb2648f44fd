//! A gaming year of a federation, from nothing on record to colours that strangers verify: over HTTP alone, by those whose task
//! each step is. At each step what strangers see is read, and a child whose parents have not consented is never named there.

mod beginning;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::care::faults;
use crate::colours_earned::higher_wins;
use crate::command_line::{out, run};
use crate::events::feed;
use crate::hall::{Hall, equipment, sheet};
use crate::season::{publish, row, rows};
use crate::whole_season::beginning::{MASKED, Members, Officers, accredit, found, register};
use crate::world::colours::any_size;

on_both_databases! {
    a_gaming_year_from_nothing_to_verified_colours,
}

/// The answer that strangers get there; no name in it is one that is masked.
#[track_caller]
fn strangers(app: &TestApp, path: &str) -> Value {
    let answer = app.anyone().get(path);
    assert!(!answer.body_text().contains(MASKED), "{path}: {}", answer.body_text());
    answer.expect(200)
}

fn id(value: &Value) -> String {
    text(&value["id"]).to_owned()
}

fn a_gaming_year_from_nothing_to_verified_colours(app: &TestApp) {
    let officers = found(app);
    let members = register(app, &officers);
    accredit(app, &officers, &members);
    // A small federation sets what a small federation can meet.
    any_size(app);

    app.at("2027-04-17T07:00:00Z");
    let provincial = announce(app, &officers, &members, "provincial", &members.north_west);
    play_provincial(&provincial, &members);
    finish(&provincial, &members);
    let list = rank(app, &members);

    app.at("2027-07-10T07:00:00Z");
    let all: Vec<String> = members.north_west.iter().chain(&members.gauteng).cloned().collect();
    let national = announce(app, &officers, &members, "national", &all);
    for _ in 0..6 {
        let round = national.publish();
        national.enter_results(&round, |one| higher_wins(&national, one, 5));
        national.confirm(&round);
        national.close(&round);
    }
    finish(&national, &members);
    assert_ne!(rank(app, &members), list);

    let colours = award(app, &officers, &members);
    verify(app, &officers, &members, &colours);
    look_back(app, &officers, &members, &[&provincial, &national], &colours);

    app.project_games();
    app.number_entries();
    assert_eq!(faults(&app.examined()), BTreeMap::new());
}

/// A championship of one day is announced and entered, and its officials are appointed.
fn announce<'a>(app: &'a TestApp, officers: &Officers, members: &Members, level: &str, players: &[String]) -> Hall<'a> {
    let day = &chrono::DateTime::from_timestamp(i64::try_from(app.seconds()).unwrap(), 0)
        .unwrap()
        .format("%Y-%m-%d")
        .to_string();
    let coordinator = app.sign_in(&officers.north_west.email);
    let plan = json!({
        "name": format!("The {level} championship 2027"), "level": level, "province": "ZA-NW", "starts_on": day,
        "ends_on": day, "venue": "Mmabatho High School, Mahikeng",
    });
    let path = coordinator.post("/v1/tournaments", &plan).header("location").to_owned();
    let calendar = strangers(app, &format!("/v1/calendar?from={day}"));
    assert_eq!(calendar["items"][0]["level"], level);
    let appointment = json!({ "player_id": members.umpire_player });
    let appointed = coordinator.post(&format!("{path}/appointments"), &appointment);
    appointed.expect(201);
    let openings = format!("{path}/openings");
    coordinator.send("POST", &openings, &[], None).expect(201);
    let mut hall = Hall {
        app,
        coordinator,
        umpire: app.sign_in(&officers.umpire.email),
        umpire_player: members.umpire_player.clone(),
        accreditation: String::new(),
        appointment: appointed.header("location").to_owned(),
        path,
        players: players.to_vec(),
    };
    let entries = format!("{}/entries", hall.path);
    let secretary = app.sign_in(&officers.secretary.email);
    let gauteng = app.sign_in(&officers.gauteng.email);
    for player in players {
        // Each club enters its own; the umpire enters nobody else's away.
        let of = strangers(app, &format!("/v1/players/{player}"));
        let by = match (&of["club_id"], members.gauteng.contains(player)) {
            (club, _) if *club == members.umpire_club => &secretary,
            (_, true) => &gauteng,
            _ => &hall.coordinator,
        };
        by.post(&entries, &json!({ "player_id": player })).expect(201);
    }
    app.anyone().post(&entries, &json!({})).refused(401, "token-required");
    assert_eq!(
        strangers(app, &entries)["items"].as_array().unwrap().len(),
        players.len()
    );
    // Those who run it read the names of all of them.
    assert!(
        hall.umpire
            .get(&format!("{}/entrants", hall.path))
            .body_text()
            .contains(MASKED)
    );
    let confirmations = format!("{}/equipment-confirmations", hall.path);
    hall.umpire.post(&confirmations, &equipment()).expect(201);
    hall.players = players.to_vec();
    hall
}

/// Six rounds: one match of the first is recorded move by move, one of the second disputed.
fn play_provincial(hall: &Hall<'_>, members: &Members) {
    let app = hall.app;
    hall.draw_at_once(&json!({})).refused(409, "starting-order-needed");
    let order = json!({ "player_ids": members.north_west });
    hall.umpire
        .post(&format!("{}/starting-orders", hall.path), &order)
        .expect(201);
    for number in 1..=6 {
        let round = hall.publish();
        strangers(app, &round);
        if number == 1 {
            record(hall, &hall.matches(&round)[0]);
        }
        let open: Vec<Value> = hall
            .matches(&round)
            .into_iter()
            .filter(|one| one["state"] == "open")
            .collect();
        assert_eq!(open.len(), if number == 1 { 3 } else { 4 });
        for one in &open {
            let path = format!("/v1/matches/{}", text(&one["id"]));
            let sheet = sheet(one, higher_wins(hall, one, 5));
            hall.umpire.post(&format!("{path}/results"), &sheet).expect(201);
            // Nobody confirms what they have entered.
            let confirmation = json!({ "version": 1 });
            let confirmations = format!("{path}/confirmations");
            hall.umpire
                .post(&confirmations, &confirmation)
                .refused(403, "second-person-needed");
        }
        hall.confirm(&round);
        if number == 2 {
            let one = &hall.matches(&round)[0];
            let disputes = format!("/v1/matches/{}/disputes", text(&one["id"]));
            let dispute = hall
                .coordinator
                .post(&disputes, &json!({ "reason": "The last game was not over." }));
            dispute.expect(201);
            hall.step(&format!("{round}/closings")).refused(409, "round-unfinished");
            let ruling =
                json!({ "ruling": "It was: no cow could move.", "sheet": sheet(one, higher_wins(hall, one, 5)) });
            hall.umpire
                .post(&format!("{}/rulings", dispute.header("location")), &ruling)
                .expect(201);
            hall.confirm(&round);
        }
        hall.close(&round);
        let matches = strangers(app, &format!("{round}/matches"));
        let states: BTreeSet<&str> = matches["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| text(&one["state"]))
            .collect();
        assert_eq!(states, BTreeSet::from(["confirmed"]));
    }
}

/// The umpire records the six games of a match, of which the stronger player wins five; they give its result.
fn record(hall: &Hall<'_>, one: &Value) {
    let seed = |player: &String| hall.seeds()[player];
    let players = [0, 1].map(|place| text(&one["players"][place]["player"]["id"]).to_owned());
    let starter = text(&one["starter_id"]).to_owned();
    let other = players.iter().find(|player| **player != starter).unwrap().clone();
    for number in 1..=6 {
        let (first, second) = if number % 2 == 1 {
            (&starter, &other)
        } else {
            (&other, &starter)
        };
        let first_is_stronger = seed(first) < seed(second);
        let first_wins = first_is_stronger == (number < 6);
        let turn = ["E1", "E2", "A1", "A2", "E3", "E4"][number - 1];
        let game = json!({
            "first_player_id": first, "second_player_id": second, "played_on": "2027-04-17", "match_id": one["id"],
            "number": number, "turns": [turn, "R1", "R2"], "result": if first_wins { "first" } else { "second" },
            "termination": "resignation",
        });
        let game = hall.umpire.post("/v1/games", &game).expect(201);
        strangers(hall.app, &format!("/v1/games/{}", text(&game["id"])));
    }
    let read = strangers(hall.app, &format!("/v1/matches/{}", text(&one["id"])));
    assert_eq!(
        (&read["state"], &read["recorded_games"]),
        (&json!("entered"), &json!([1, 2, 3, 4, 5, 6]))
    );
}

/// A championship is over: strangers read who has won it, whoever has its file counts it again, and it is ratified.
fn finish(hall: &Hall<'_>, members: &Members) {
    let app = hall.app;
    assert_eq!(hall.state(), "finished");
    let standings = strangers(app, &format!("{}/standings", hall.path));
    let (rows, awards) = (standings["items"].as_array().unwrap(), &standings["awards"]);
    assert_eq!(standings["settled"], true);
    assert_eq!(awards["champions"][0]["name"], "Thandiwe Mokoena");
    let first = &rows[0];
    assert_eq!(
        (&first["player"]["id"], &first["points"]),
        (&json!(members.north_west[0]), &json!(30.0))
    );
    let masked = rows.iter().find(|row| row["player"]["id"] == members.masked).unwrap();
    assert_eq!(masked["player"]["name"], "Z. Q.");
    for page in ["", "/rounds", "/entries", "/team-standings", "/recognition"] {
        strangers(app, &format!("{}{page}", hall.path));
    }
    app.anyone()
        .get(&format!("{}/archive", hall.path))
        .refused(401, "token-required");
    let archive = app.administrator().get(&format!("{}/archive", hall.path)).expect(200);
    let folder = tempfile::tempdir().unwrap();
    let told = run(folder.path(), &["draw", "check", "-"], &archive.to_string());
    let expected = "6 rounds, 0 played otherwise; 1 outcomes, 0 counted otherwise\n";
    assert_eq!((told.status.code(), out(&told).as_str()), (Some(0), expected));
    let ratifications = format!("{}/ratifications", hall.path);
    hall.coordinator
        .send("POST", &ratifications, &[], None)
        .refused(403, "role-required");
    assert_eq!(hall.ratify().expect(201)["state"], "ratified");
}

/// The list of that day; strangers read who is first, and nobody's name who is masked.
fn rank(app: &TestApp, members: &Members) -> String {
    let day = chrono::DateTime::from_timestamp(i64::try_from(app.seconds()).unwrap(), 0).unwrap();
    let list = publish(
        app,
        &json!({ "method": "game-points", "on": day.format("%Y-%m-%d").to_string() }),
    );
    let all = rows(app, &list, "");
    assert_eq!(row(&all, &members.north_west[0])["rank"], 1);
    assert_eq!(row(&all, &members.masked)["player"]["name"], "Z. Q.");
    assert_eq!(row(&all, &members.named)["player"]["name"], "Lwazi Mthembu");
    list
}

/// Colours are earned by the criteria, proposed by one and approved by another; the awards.
fn award(app: &TestApp, officers: &Officers, members: &Members) -> Vec<String> {
    let champion = &members.north_west[0];
    let by = app.sign_in(&officers.north_west.email);
    let second = app.sign_in(&officers.administrator.email);
    let mut awarded = Vec::new();
    for level in ["provincial", "national_federation"] {
        let candidates = app
            .administrator()
            .get(&format!("/v1/colours-candidates?year=2027&level={level}"))
            .items();
        let of = candidates
            .iter()
            .find(|item| item["player"]["id"] == *champion)
            .unwrap();
        assert!(
            of["merits"]
                .as_array()
                .unwrap()
                .iter()
                .any(|merit| merit["basis"] == "all_rounds")
        );
        let proposal = |player: &str| json!({ "player_id": player, "level": level, "division": "senior", "year": 2027, "basis": "all_rounds" });
        by.post("/v1/colours", &proposal(&members.north_west[1]))
            .refused(409, "not-earned");
        let proposed = app.administrator().post("/v1/colours", &proposal(champion)).expect(201);
        let approvals = format!("/v1/colours/{}/approvals", text(&proposed["id"]));
        let reference = json!({ "reference": "Minutes of 10 July 2027, item 4" });
        app.administrator()
            .post(&approvals, &reference)
            .refused(403, "second-person-approves");
        by.post(&approvals, &reference).refused(403, "role-required");
        let before = strangers(app, "/v1/colours")["items"].as_array().unwrap().len();
        assert_eq!(before, awarded.len());
        assert_eq!(second.post(&approvals, &reference).expect(201)["state"], "approved");
        awarded.push(id(&proposed));
    }
    // A child whose name nobody may publish has colours too, of which strangers read nothing.
    let learner = json!({
        "player_id": members.masked, "level": "provincial", "division": "high_school", "year": 2027,
        "basis": "discretion", "reason": "Was the youngest who played both championships.",
    });
    let learner = id(&by.post("/v1/colours", &learner).expect(201));
    let approvals = format!("/v1/colours/{learner}/approvals");
    second
        .post(&approvals, &json!({ "reference": "Minutes of 10 July 2027, item 5" }))
        .expect(201);
    let listed = strangers(app, "/v1/colours");
    let holders: Vec<&str> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| text(&one["player"]["name"]))
        .collect();
    assert_eq!(holders, ["Thandiwe Mokoena"; 2]);
    awarded
}

/// The certificate is printed; a stranger verifies it by its code and by its token, and an institution finds the holder once
/// she has consented to that.
fn verify(app: &TestApp, officers: &Officers, members: &Members, colours: &[String]) {
    let code = app
        .administrator()
        .get(&format!("/v1/colours/{}/code", colours[0]))
        .expect(200);
    let code = text(&code["code"]);
    let expected = json!({
        "holder": "Thandiwe Mokoena", "award": "Provincial colours, senior, North West", "year": 2027,
        "awarding_body": "Highveld Morabaraba Federation, North West Board", "state": "approved",
    });
    assert_eq!(strangers(app, &format!("/v1/verifications/{code}")), expected);
    let certificate = format!("/v1/certificates/{code}");
    let printed = app.anyone().get(&format!("{certificate}/document"));
    assert!(printed.status == 200 && printed.body.starts_with(b"%PDF"));
    let token = app.anyone().get(&format!("{certificate}/token")).body_text();
    let verified = app
        .anyone()
        .post("/v1/verifications", &json!({ "token": token }))
        .expect(200);
    assert_eq!(verified["holder"], expected["holder"]);
    let institution = app.sign_in(&officers.institution.email);
    let holders = "/v1/colours-holders?year=2027";
    app.anyone().get(holders).refused(401, "token-required");
    assert!(institution.get(holders).items().is_empty());
    let consent =
        json!({ "relation": "self", "purpose": "share_colours", "wording": "2026-1", "given_on": "2027-07-10" });
    app.sign_in(&officers.secretary.email)
        .post(&format!("/v1/players/{}/consents", members.north_west[0]), &consent)
        .expect(201);
    let found = institution.get(holders).items();
    assert!(
        found.len() == 2 && found.iter().all(|item| item["holder"] == "Thandiwe Mokoena"),
        "{found:?}"
    );
}

/// The year in numbers, the trail of it, and the events that others follow.
fn look_back(app: &TestApp, officers: &Officers, members: &Members, halls: &[&Hall<'_>; 2], colours: &[String]) {
    let statistics = strangers(app, "/v1/statistics?year=2027&by=province");
    let total = &statistics["total"];
    let numbers = [
        "clubs",
        "registered_players",
        "entrants",
        "tournaments",
        "match_games",
        "recorded_games",
    ];
    // Twelve play and one umpires; four boards and six boards in six rounds of six games.
    assert_eq!(
        numbers.map(|name| total[name].as_i64().unwrap()),
        [3, 13, 12, 2, (4 + 6) * 6 * 6, 6]
    );

    let here = app.sign_in(&officers.north_west.email);
    let there = app.sign_in(&officers.gauteng.email);
    let trail = |subject: &str, id: &str| format!("/v1/audit?subject={subject}&subject_id={id}&limit=200");
    let provincial = halls[0].path.rsplit('/').next().unwrap();
    let path = trail("tournament", provincial);
    app.anyone().get(&path).refused(401, "token-required");
    there.get(&path).refused(403, "out-of-scope");
    let actions = |path: &str| -> Vec<String> {
        let items = here.get(path).items();
        items
            .iter()
            .rev()
            .map(|item| text(&item["action"]).to_owned())
            .collect()
    };
    let told = actions(&path);
    assert_eq!(told.first().map(String::as_str), Some("create_tournament"));
    assert_eq!(told.last().map(String::as_str), Some("create_ratification"));
    assert_eq!(
        actions(&trail("colours", &colours[0])),
        ["create_colours", "create_colours_approval"]
    );
    assert!(actions(&trail("player", &members.named)).contains(&"create_player".to_owned()));
    app.trail();

    let (mut after, mut counts) = (0, BTreeMap::new());
    loop {
        let page = feed(app, &format!("after={after}&limit=200"));
        assert!(!page.to_string().contains(MASKED));
        for event in page["items"].as_array().unwrap() {
            *counts.entry(text(&event["type"]).to_owned()).or_insert(0) += 1;
        }
        let next = page["next_after"].as_i64().unwrap();
        if next == after {
            break;
        }
        after = next;
    }
    for (event, times) in [("club.created", 3), ("ranking.published", 2), ("round.published", 12)] {
        assert_eq!(counts.get(event), Some(&times), "{counts:?}");
    }
}
