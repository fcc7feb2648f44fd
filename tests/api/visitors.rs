//! Visitors: opponents from abroad, who play in an event and are in no register.

use diesel::{QueryDsl, RunQueryDsl};
use federation_records::db::schema::{entries, games};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::hall::Hall;
use crate::season::{members, publish, rows, verified};
use crate::umpires::{accredit, at, climb};

on_both_databases! {
    an_event_of_the_world_is_played_and_ratified,
    rankings_have_no_visitors,
    a_visitor_withdraws_and_returns,
    games_of_visitors_are_recorded,
    a_file_has_visitors_there_and_back,
}

/// The visitors: family name, given names, country, and whether they may be named.
pub const VISITORS: [(&str, &str, &str, bool); 4] = [
    ("Molefe", "Kagiso", "BW", true),
    ("Xhabanti", "Lwazi", "SZ", false),
    ("Mutasa", "Rudo", "ZW", true),
    ("Hoeseb", "Petrus", "NA", false),
];

pub fn visitor((family, given, country, named): (&str, &str, &str, bool)) -> Value {
    json!({ "family_name": family, "given_names": given, "country": country, "named": named })
}

/// A world event of one day in the North West, open and umpired.
pub fn world<'a>(app: &'a TestApp, changes: &Value) -> Hall<'a> {
    let mut hall = Hall::new(app, &json!({}), 0);
    climb(app, &hall.umpire_player, "international");
    accredit(app, &hall.umpire_player, at("international")).expect(201);
    let mut plan = json!({
        "name": "World Championship 2026", "level": "world", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-20", "venue": "Mmabatho Stadium, Mahikeng",
    });
    plan.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let administrator = app.administrator();
    let announced = administrator.post("/v1/tournaments", &plan);
    announced.expect(201);
    announced.header("location").clone_into(&mut hall.path);
    administrator
        .post(
            &format!("{}/appointments", hall.path),
            &json!({ "player_id": hall.umpire_player }),
        )
        .expect(201);
    administrator
        .send("POST", &format!("{}/openings", hall.path), &[], None)
        .expect(201);
    hall
}

/// Enters a visitor; the entry.
#[track_caller]
pub fn come(hall: &Hall<'_>, of: (&str, &str, &str, bool)) -> Value {
    hall.umpire
        .post(&format!("{}/visitors", hall.path), &visitor(of))
        .expect(201)
}

/// A world event with four of ours and the four visitors, the first of ours first; the visitors' entries.
pub fn field(app: &TestApp) -> (Hall<'_>, Vec<Value>) {
    let mut hall = world(app, &json!({}));
    for player in members(app, 2, 2) {
        hall.enter(&player);
    }
    let visitors = VISITORS.iter().map(|one| come(&hall, *one)).collect();
    (hall, visitors)
}

pub fn id(entry: &Value) -> &str {
    text(&entry["id"])
}

/// Plays a round, each result confirmed; its path.
pub fn play_round(hall: &Hall<'_>) -> String {
    let round = hall.publish();
    hall.enter_results(&round, |one| {
        usize::try_from(one["board"].as_u64().unwrap()).unwrap() + 1
    });
    hall.confirm(&round);
    hall.close(&round);
    round
}

/// Plays all six rounds.
fn play(hall: &Hall<'_>) {
    for _ in 0..6 {
        play_round(hall);
    }
}

/// Everything that a stranger reads of the tournament, in every form.
pub fn told(hall: &Hall<'_>) -> String {
    let (anyone, path) = (hall.app.anyone(), &hall.path);
    let mut told = String::new();
    let page = path.strip_prefix("/v1").unwrap();
    let rounds = anyone.get(&format!("{path}/rounds")).items();
    let mut paths: Vec<String> = ["entries", "byes", "rounds", "standings", "recognition"]
        .map(|below| format!("{path}/{below}"))
        .to_vec();
    paths.extend([
        page.to_owned(),
        format!("{page}/standings"),
        format!("{page}/cross-table"),
    ]);
    for round in &rounds {
        let round = id(round);
        paths.extend([format!("/v1/rounds/{round}"), format!("/v1/rounds/{round}/matches")]);
        paths.extend(["pairings", "wall-chart", "score-sheets"].map(|sheet| format!("/rounds/{round}/{sheet}")));
    }
    for path in paths {
        let answer = anyone.get(&path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body_text());
        told.push_str(&answer.body_text());
    }
    let csv = [("accept", "text/csv")];
    told.push_str(&anyone.get_with(&format!("{path}/standings"), &csv).body_text());
    for round in &rounds {
        let matches = format!("/v1/rounds/{}/matches", id(round));
        told.push_str(&anyone.get_with(&matches, &csv).body_text());
    }
    told
}

fn an_event_of_the_world_is_played_and_ratified(app: &TestApp) {
    let (hall, visitors) = field(app);
    let first = &visitors[0];
    assert_eq!(
        first["player"],
        json!({ "id": first["id"], "number": null, "name": "Kagiso Molefe", "country": "BW" })
    );
    assert_eq!((&first["club_id"], &first["division"]), (&Value::Null, &Value::Null));
    assert_eq!(visitors[1]["player"]["name"], "L. X.");
    let ours = &app.anyone().get(&format!("{}/entries", hall.path)).items()[0];
    assert!(ours["club_id"].is_string() && ours["player"]["country"].is_null() && ours["player"]["number"].is_string());
    // The visitors have their places in the order, by the ids of their entries.
    let order = json!({ "player_ids": [
        id(first), hall.players[0], id(&visitors[1]), hall.players[1], id(&visitors[2]), hall.players[2],
        id(&visitors[3]), hall.players[3],
    ] });
    let ordered = hall.umpire.post(&format!("{}/starting-orders", hall.path), &order);
    assert_eq!(ordered.items_of(201)[0]["id"], first["id"]);
    hall.confirm_equipment();
    play(&hall);
    let standings = hall.standings();
    let rows = standings["items"].as_array().unwrap();
    let met: Vec<&str> = rows.iter().map(|row| text(&row["player"]["id"])).collect();
    assert_eq!(rows.len(), 8);
    for visitor in &visitors {
        let row = rows.iter().find(|row| row["player"]["id"] == visitor["id"]).unwrap();
        assert_eq!(
            (&row["player"]["country"], &row["club_id"]),
            (&visitor["player"]["country"], &Value::Null)
        );
        assert!(
            row["rounds"]
                .as_array()
                .unwrap()
                .iter()
                .all(|cell| met.contains(&text(&cell["opponent_id"])))
        );
    }
    // Nobody of abroad is a lady of ours; whoever is first is the champion.
    assert!(
        standings["awards"]["champions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["id"] == rows[0]["player"]["id"])
    );
    assert!(!standings["awards"]["top_ladies"].to_string().contains("country\":\""));
    hall.ratify().expect(201);
    let told = told(&hall);
    for (shown, times) in [("Kagiso Molefe", 20), ("Botswana", 8), ("Eswatini", 8), ("L. X.", 20)] {
        assert!(told.matches(shown).count() >= times, "{shown}");
    }
    assert!(!told.contains("Xhabanti") && !told.contains("Hoeseb"));
    // Those who run it read the names.
    let entrants = hall.umpire.get(&format!("{}/entrants", hall.path)).items();
    let lwazi = entrants
        .iter()
        .find(|one| one["entry_id"] == visitors[1]["id"])
        .unwrap();
    assert_eq!(
        [
            &lwazi["name"],
            &lwazi["name_withheld"],
            &lwazi["country"],
            &lwazi["number"],
            &lwazi["club"]
        ],
        [
            &json!("Lwazi Xhabanti"),
            &json!(true),
            &json!("SZ"),
            &Value::Null,
            &Value::Null
        ]
    );
    // No register, no statistics, no candidates for colours know them.
    assert_eq!(app.anyone().get("/v1/players?q=molefe").items().len(), 0);
    let statistics = app.anyone().get("/v1/statistics?year=2027").expect(200);
    assert_eq!(statistics["total"]["entrants"], 4, "{statistics}");
    let candidates = app
        .administrator()
        .get("/v1/colours-candidates?year=2027&level=national&division=senior&limit=200");
    assert!(!candidates.expect(200).to_string().contains(id(first)));
}

fn rankings_have_no_visitors(app: &TestApp) {
    let (hall, visitors) = field(app);
    hall.confirm_equipment();
    play(&hall);
    hall.ratify().expect(201);
    let standings = hall.standings();
    for method in ["game-points", "glicko-2"] {
        let list = publish(app, &json!({ "method": method, "on": "2026-11-20" }));
        let rows = rows(app, &list, "");
        let ranked: Vec<&str> = rows.iter().map(|row| text(&row["player"]["id"])).collect();
        let ours = hall.players.iter().filter(|player| ranked.contains(&player.as_str()));
        assert_eq!((ranked.len(), ours.count()), (4, 4), "{method}");
        assert!(
            visitors.iter().all(|visitor| !ranked.contains(&id(visitor))),
            "{method}"
        );
        if method != "game-points" {
            continue;
        }
        // The games against visitors count as all others do.
        for row in &rows {
            let in_event = standings["items"].as_array().unwrap().iter();
            let own = in_event
                .clone()
                .find(|own| own["player"]["id"] == row["player"]["id"])
                .unwrap();
            assert_eq!(row["figure_fraction"], own["points_fraction"]);
        }
        let opened = app
            .anyone()
            .get(&format!("/v1/rankings/{list}/rows/{}", hall.players[0]))
            .expect(200);
        let matches = opened["contributions"][0]["events"][0]["matches"].as_array().unwrap();
        assert_eq!(matches.len(), 6);
        assert!(
            matches
                .iter()
                .any(|one| one["opponent"]["country"].is_string() && one["opponent"]["number"].is_null())
        );
    }
    assert!(verified(app).iter().all(|different| *different == 0));
}

fn a_visitor_withdraws_and_returns(app: &TestApp) {
    let (hall, visitors) = field(app);
    play_round(&hall);
    let entry = format!("/v1/entries/{}", id(&visitors[3]));
    hall.step(&format!("{entry}/withdrawals")).expect(201);
    assert_eq!(hall.step(&format!("{entry}/withdrawals")).status, 409);
    let byes = format!("/v1/entries/{}/byes", id(&visitors[2]));
    let bye = hall
        .umpire
        .post(&byes, &json!({ "round": 2, "value": "half" }))
        .expect(201);
    assert_eq!(bye["player"]["name"], "Rudo Mutasa");
    let club = app.secretary(&app.club("ZA-NW"));
    club.send("POST", &format!("{entry}/returns"), &[], None)
        .refused(403, "out-of-scope");
    play_round(&hall);
    hall.step(&format!("{entry}/returns")).expect(201);
    let round = hall.publish();
    let own = |one: &&Value| one.to_string().contains(id(&visitors[3]));
    let matches = hall.matches(&round);
    let own = matches.iter().find(own).unwrap();
    // Who forfeits is named by the id of the entry.
    let forfeit = json!({ "forfeited_by": id(&visitors[3]) });
    let results = format!("/v1/matches/{}/results", id(own));
    let result = hall.umpire.post(&results, &forfeit).expect(201);
    let lost = result["players"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["player"]["id"] == visitors[3]["id"]);
    assert_eq!(lost.unwrap()["points"], 0.0);
}

fn games_of_visitors_are_recorded(app: &TestApp) {
    let (hall, visitors) = field(app);
    let round = hall.publish();
    let matches = hall.matches(&round);
    let is_visitor = |player: &Value| player["player"]["country"].is_string();
    let mixed = |one: &&Value| is_visitor(&one["players"][0]) != is_visitor(&one["players"][1]);
    let one = matches.iter().find(mixed).unwrap();
    let sides = [0, 1].map(|index| one["players"][index]["player"].clone());
    let starts = usize::from(sides[1]["id"] == one["starter_id"]);
    let (first, second) = (&sides[starts], &sides[1 - starts]);
    let mut game = json!({
        "first_player_id": first["id"], "second_player_id": second["id"], "played_on": "2026-11-20",
        "match_id": one["id"], "number": 1, "turns": ["E1", "R1"], "result": "first", "termination": "resignation",
    });
    let recorded = hall.umpire.post("/v1/games", &game);
    let kept = recorded.expect(201);
    assert_eq!((&kept["first"], &kept["second"]), (first, second));
    let path = recorded.header("location").to_owned();
    assert_eq!(app.anyone().get(&path).expect(200), kept);
    let record = app
        .anyone()
        .get_with(&path, &[("accept", "text/x-morabaraba")])
        .body_text();
    let visitor = [first, second]
        .into_iter()
        .find(|side| side["country"].is_string())
        .unwrap();
    assert!(
        record.contains(text(&visitor["name"])) && !record.contains(id(visitor)),
        "{record}"
    );
    assert_eq!(app.anyone().get("/v1/games").items().len(), 1);
    // The same again is known; without a match there is no visitor.
    hall.umpire.post("/v1/games", &game).refused(409, "already-recorded");
    let batch = json!({ "games": [game] });
    let told = hall.umpire.post("/v1/games/batches", &batch).expect(200);
    assert_eq!(told["items"][0]["outcome"], "known", "{told}");
    let mut friendly = game.clone();
    friendly
        .as_object_mut()
        .unwrap()
        .retain(|member, _| member != "match_id" && member != "number");
    let told = hall.umpire.post("/v1/games", &friendly).refused(422, "unknown-player");
    let side = if id(first) == id(visitor) { "first" } else { "second" };
    assert_eq!(told["errors"][0]["pointer"], format!("/{side}_player_id"));
    // Corrected and withdrawn as every game.
    let correction = json!({ "version": 1, "reason": "The other won.", "game": {
        "first_player_id": first["id"], "second_player_id": second["id"], "played_on": "2026-11-20",
        "turns": ["E1", "R1", "E2"], "result": "second", "termination": "resignation",
    } });
    hall.umpire
        .post(&format!("{path}/corrections"), &correction)
        .expect(201);
    let versions = app.anyone().get(&format!("{path}/versions")).expect(200).to_string();
    assert!(versions.contains(text(&visitor["name"])));
    let c = &mut app.connection();
    let of_visitors: i64 = games::table
        .filter(diesel::BoolExpressionMethods::or(
            diesel::ExpressionMethods::is_not_null(games::first_entry_id),
            diesel::ExpressionMethods::is_not_null(games::second_entry_id),
        ))
        .count()
        .get_result(c)
        .unwrap();
    assert_eq!(of_visitors, 1);
    // Two visitors play as well.
    let both = matches
        .iter()
        .find(|one| is_visitor(&one["players"][0]) && is_visitor(&one["players"][1]));
    if let Some(both) = both {
        let other = [0, 1].map(|index| both["players"][index]["player"]["id"].clone());
        let other = other.into_iter().find(|side| *side != both["starter_id"]).unwrap();
        game["match_id"] = both["id"].clone();
        (game["first_player_id"], game["second_player_id"]) = (both["starter_id"].clone(), other);
        hall.umpire.post("/v1/games", &game).expect(201);
    }
    hall.umpire
        .send(
            "POST",
            &format!("/v1/entries/{}/visitor-erasures", id(visitor)),
            &[],
            None,
        )
        .expect(201);
    let left = app.anyone().get(&path).expect(200).to_string();
    assert!(left.contains("Visitor from") && !visitors.is_empty());
}

fn a_file_has_visitors_there_and_back(app: &TestApp) {
    let (hall, visitors) = field(app);
    hall.confirm_equipment();
    play(&hall);
    let erasures = format!("/v1/entries/{}/visitor-erasures", id(&visitors[2]));
    hall.step(&erasures).expect(201);
    crate::archives::pass(&hall);
    let administrator = app.administrator();
    let mut archive = administrator.get(&format!("{}/archive", hall.path)).expect(200);
    assert_eq!(archive["players"].as_array().unwrap().len(), 4);
    let of = |archive: &Value, entry: &Value| {
        let entries = archive["entries"].as_array().unwrap();
        entries.iter().position(|one| one["id"] == entry["id"]).unwrap()
    };
    let (first, erased) = (of(&archive, &visitors[0]), of(&archive, &visitors[2]));
    assert_eq!(archive["entries"][first]["visitor"], visitor(VISITORS[0]));
    let left = json!({ "family_name": null, "given_names": null, "country": "ZW", "named": false });
    assert_eq!(archive["entries"][erased]["visitor"], left);
    crate::world::anew(&mut archive);
    let refused = |changes: &dyn Fn(&mut Value), pointer: &str, code: &str| {
        let mut other = archive.clone();
        changes(&mut other);
        let faults = administrator.post("/v1/archives", &other).faults();
        assert!(
            faults.contains(&(pointer.to_owned(), code.to_owned())),
            "{pointer}: {faults:?}"
        );
    };
    let at = |below: &str| format!("/entries/{first}{below}");
    refused(
        &|file| file["entries"][first]["visitor"] = Value::Null,
        &at(""),
        "incomplete",
    );
    refused(
        &|file| file["entries"][first]["visitor"]["country"] = json!("ZA"),
        &at("/visitor/country"),
        "not-abroad",
    );
    refused(
        &|file| file["entries"][first]["visitor"]["family_name"] = Value::Null,
        &at("/visitor/family_name"),
        "required",
    );
    refused(
        &|file| file["plan"]["level"] = json!("national"),
        &at("/visitor"),
        "no-visitors",
    );
    refused(
        &|file| file["entries"][0]["visitor"] = visitor(VISITORS[0]),
        "/entries/0",
        "incomplete",
    );
    // Taken over under other ids beside itself.
    administrator.post("/v1/archives", &archive).expect(201);
    let c = &mut app.connection();
    let all: i64 = entries::table.count().get_result(c).unwrap();
    assert_eq!(all, 16);
}
