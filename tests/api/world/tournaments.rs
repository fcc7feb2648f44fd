//! Good requests about tournaments.

use serde_json::{Value, json};

use super::umpires::accrediting;
use super::{Request, World, about, sending, to};
use crate::app::TestApp;
use crate::caller::text;
use crate::hall::{equipment, keep_order};

/// Somebody new, who is accredited for the gaming year 2027.
fn umpire(app: &TestApp, world: &World) -> String {
    let accreditation = app
        .administrator()
        .post("/v1/accreditations", &accrediting(app, &world.club))
        .expect(201);
    text(&accreditation["umpire"]["id"]).to_owned()
}

/// A friendly tournament of the North West, umpired by the world's umpire; its id.
fn tournament(app: &TestApp, world: &World) -> String {
    announced(app, world, &announcement())
}

fn announced(app: &TestApp, world: &World, plan: &Value) -> String {
    let id = text(&app.administrator().post("/v1/tournaments", plan).expect(201)["id"]).to_owned();
    let appointments = format!("/v1/tournaments/{id}/appointments");
    app.administrator()
        .post(&appointments, &json!({ "player_id": world.umpire_player }))
        .expect(201);
    id
}

fn step(app: &TestApp, path: &str) -> Value {
    app.administrator().send("POST", path, &[], None).expect(201)
}

/// The same, open for entries.
pub(super) fn open_tournament(app: &TestApp, world: &World) -> String {
    let id = tournament(app, world);
    step(app, &format!("/v1/tournaments/{id}/openings"));
    id
}

fn announcement() -> Value {
    json!({
        "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
        "ends_on": "2026-11-20", "venue": "Mahikeng",
    })
}

/// An entry of somebody new; its id.
fn entry(app: &TestApp, world: &World) -> String {
    enter(app, world, &open_tournament(app, world))
}

fn enter(app: &TestApp, world: &World, tournament: &str) -> String {
    let entries = format!("/v1/tournaments/{tournament}/entries");
    let entry = app
        .administrator()
        .post(&entries, &json!({ "player_id": app.player(&world.club) }))
        .expect(201);
    text(&entry["id"]).to_owned()
}

/// A team that plays for the club, of somebody new; its id and that of the entry.
fn team(app: &TestApp, world: &World) -> (String, String) {
    let tournament = open_tournament(app, world);
    let entry = enter(app, world, &tournament);
    let team = app
        .administrator()
        .post(&format!("/v1/tournaments/{tournament}/teams"), &team_of(world, &entry))
        .expect(201);
    (text(&team["id"]).to_owned(), entry)
}

fn team_of(world: &World, entry: &str) -> Value {
    json!({ "name": "Herders A", "club_id": world.club, "entry_ids": [entry] })
}

fn visitor() -> Value {
    json!({ "family_name": "Molefe", "given_names": "Kagiso", "country": "BW" })
}

/// A visitor's entry; its id.
fn visiting(app: &TestApp, world: &World) -> String {
    let visitors = format!("/v1/tournaments/{}/visitors", open_tournament(app, world));
    text(&app.administrator().post(&visitors, &visitor()).expect(201)["id"]).to_owned()
}

/// The same with four players; its id.
fn field(app: &TestApp, world: &World) -> String {
    let id = open_tournament(app, world);
    for _ in 0..4 {
        enter(app, world, &id);
    }
    keep_order(app, &format!("/v1/tournaments/{id}"));
    id
}

/// The same with a round that is drawn; its id and the round's.
fn drawn(app: &TestApp, world: &World) -> (String, String) {
    let id = field(app, world);
    let round = app
        .administrator()
        .post(&format!("/v1/tournaments/{id}/rounds"), &json!({}))
        .expect(201);
    (id, text(&round["id"]).to_owned())
}

/// The same with the round published: the ids of the tournament, of the round and of the matches, each with a player.
pub struct Running {
    pub tournament: String,
    pub round: String,
    matches: Vec<(String, String)>,
}

impl World {
    /// One to read of, of which every match has a result.
    pub fn played(&self, app: &TestApp) -> &Running {
        self.played.get_or_init(|| played(app, self))
    }
}

fn running(app: &TestApp, world: &World) -> Running {
    let (tournament, round) = drawn(app, world);
    let published = step(app, &format!("/v1/rounds/{round}/publications"));
    let boards = published["boards"].as_array().unwrap().iter();
    let one = |board: &Value| {
        (
            text(&board["match_id"]).to_owned(),
            text(&board["players"][0]["player"]["id"]).to_owned(),
        )
    };
    Running {
        tournament,
        round,
        matches: boards.map(one).collect(),
    }
}

/// The same with a result of every match, which the administrator has entered.
fn played(app: &TestApp, world: &World) -> Running {
    let running = running(app, world);
    let sheet = json!({ "games": vec![json!({ "result": "first" }); 6] });
    let results: Vec<Value> = running
        .matches
        .iter()
        .map(|(id, _)| json!({ "match_id": id, "sheet": sheet }))
        .collect();
    let results = json!({ "results": results });
    app.administrator()
        .post(&format!("/v1/rounds/{}/results", running.round), &results)
        .expect(201);
    running
}

/// A match with a result in a round that is not closed, and a player of it.
pub(super) fn played_match(app: &TestApp, world: &World) -> (String, String) {
    played(app, world).matches.into_iter().next().unwrap()
}

/// A dispute that the world's umpire has ruled on, and a player of its match.
pub(super) fn ruled(app: &TestApp, world: &World) -> (String, String) {
    let (id, player) = played_match(app, world);
    let disputes = format!("/v1/matches/{id}/disputes");
    let dispute = app
        .administrator()
        .post(&disputes, &json!({ "reason": "He was there." }));
    let dispute = text(&dispute.expect(201)["id"]).to_owned();
    let grants = format!("/v1/accounts/{}/grants", world.umpire.id);
    app.administrator()
        .post(&grants, &json!({ "role": "umpire" }))
        .expect(201);
    let rulings = format!("/v1/disputes/{dispute}/rulings");
    let umpire = app.sign_in(&world.umpire.email);
    umpire
        .post(&rulings, &json!({ "ruling": "Nobody saw him." }))
        .expect(201);
    (dispute, player)
}

/// A tournament that is over, and has all that an official one needs; its id.
pub(super) fn finished(app: &TestApp, world: &World) -> String {
    let id = ended(app, world);
    let reason = json!({ "reason": "The power failed." });
    app.administrator()
        .post(&format!("/v1/tournaments/{id}/ending-acceptances"), &reason)
        .expect(201);
    id
}

/// The same, before an administrator has accepted its early end; its id.
fn ended(app: &TestApp, world: &World) -> String {
    let played = played(app, world);
    let tournament = format!("/v1/tournaments/{}", played.tournament);
    step(app, &format!("/v1/rounds/{}/closings", played.round));
    app.administrator()
        .post(&format!("{tournament}/equipment-confirmations"), &equipment())
        .expect(201);
    app.administrator()
        .post(
            &format!("{tournament}/endings"),
            &json!({ "reason": "The power failed." }),
        )
        .expect(201);
    played.tournament
}

/// Gives everything of a file that is the tournament's own another id.
pub fn anew(archive: &mut Value) {
    let mut text = archive.to_string();
    let entries = archive["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["id"].clone());
    let rounds = archive["rounds"].as_array().unwrap();
    let matches = rounds
        .iter()
        .flat_map(|round| round["matches"].as_array().unwrap())
        .map(|one| one["id"].clone());
    let byes = archive["byes"].as_array().unwrap().iter().map(|bye| bye["id"].clone());
    let rounds = rounds.iter().map(|round| round["id"].clone());
    let teams = archive["teams"].as_array().into_iter().flatten();
    let teams = teams.map(|team| team["id"].clone());
    let own = entries
        .chain(rounds)
        .chain(matches)
        .chain(byes)
        .chain(teams)
        .chain([archive["id"].clone()]);
    for id in own.collect::<Vec<_>>() {
        let other = format!(
            "019aa0df-{:04x}-7{:03x}-8000-{:012x}",
            fastrand::u16(..),
            fastrand::u16(..4096),
            fastrand::u64(..1 << 48)
        );
        text = text.replace(crate::caller::text(&id), &other);
    }
    *archive = serde_json::from_str(&text).unwrap();
}

/// A game of a match of a tournament that is played today, recorded by the administrator; its id.
pub(super) fn recorded_game(app: &TestApp, world: &World) -> String {
    let mut plan = announcement();
    plan["starts_on"] = json!("2026-11-20");
    plan["ends_on"] = json!("2026-11-21");
    let id = announced(app, world, &plan);
    step(app, &format!("/v1/tournaments/{id}/openings"));
    enter(app, world, &id);
    enter(app, world, &id);
    keep_order(app, &format!("/v1/tournaments/{id}"));
    let administrator = app.administrator();
    let round = administrator
        .post(&format!("/v1/tournaments/{id}/rounds"), &json!({}))
        .expect(201);
    let published = step(app, &format!("/v1/rounds/{}/publications", text(&round["id"])));
    let board = &published["boards"][0];
    let players = [0, 1].map(|index| text(&board["players"][index]["player"]["id"]).to_owned());
    let starts = text(&board["starter_id"]);
    let other = players.iter().find(|player| *player != starts).unwrap();
    let mut game = super::game(&[starts.to_owned(), other.clone()]);
    game["match_id"] = board["match_id"].clone();
    game["number"] = json!(1);
    text(&administrator.post("/v1/games", &game).expect(201)["id"]).to_owned()
}

fn dispute(app: &TestApp, world: &World) -> String {
    let played = played(app, world);
    let path = format!("/v1/matches/{}/disputes", played.matches[0].0);
    text(
        &app.administrator()
            .post(&path, &json!({ "reason": "He was there." }))
            .expect(201)["id"],
    )
    .to_owned()
}

pub(super) fn of_tournaments(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_tournament" => sending(announcement()),
        "list_tournaments" | "read_calendar" | "read_calendar_file" => Request::default(),
        "create_tournament_opening" | "list_pairing_bar_changes" => about(&tournament(app, world)),
        "update_tournament" => to(&tournament(app, world), json!({ "venue": "Mmabatho" })),
        "create_tournament_cancellation" => to(&tournament(app, world), json!({ "reason": "The hall was flooded." })),
        "create_entry" => to(
            &open_tournament(app, world),
            json!({ "player_id": app.player(&world.club) }),
        ),
        "create_entry_batch" => to(
            &open_tournament(app, world),
            json!({ "entries": [{ "player_id": app.player(&world.club) }] }),
        ),
        "create_entry_removal" => to(&entry(app, world), json!({ "reason": "A namesake was meant." })),
        "list_entries" | "list_entrants" | "list_byes" | "list_appointments" | "read_tournament" => {
            about(&world.played(app).tournament)
        }
        "read_entry" | "create_entry_withdrawal" | "create_check_in" => about(&entry(app, world)),
        "create_check_in_withdrawal" => {
            let entry = entry(app, world);
            step(app, &format!("/v1/entries/{entry}/check-ins"));
            about(&entry)
        }
        "create_check_in_batch" => {
            let tournament = open_tournament(app, world);
            let entry = enter(app, world, &tournament);
            to(&tournament, json!({ "entry_ids": [entry] }))
        }
        "create_missing_withdrawals" => {
            let tournament = open_tournament(app, world);
            let (here, missing) = (enter(app, world, &tournament), enter(app, world, &tournament));
            step(app, &format!("/v1/entries/{here}/check-ins"));
            to(&tournament, json!({ "entry_ids": [missing] }))
        }
        "create_missing_returns" => {
            let tournament = open_tournament(app, world);
            let entry = enter(app, world, &tournament);
            step(app, &format!("/v1/entries/{entry}/withdrawals"));
            to(&tournament, json!({ "entry_ids": [entry] }))
        }
        "create_entry_return" => {
            let entry = entry(app, world);
            step(app, &format!("/v1/entries/{entry}/withdrawals"));
            about(&entry)
        }
        "create_team" => {
            let tournament = open_tournament(app, world);
            let entry = enter(app, world, &tournament);
            to(&tournament, team_of(world, &entry))
        }
        "list_teams" | "read_team_standings" => about(&world.played(app).tournament),
        "read_team" | "create_team_withdrawal" => about(&team(app, world).0),
        "create_team_line_up" => {
            let (team, entry) = team(app, world);
            to(&team, json!({ "entry_ids": [entry] }))
        }
        "create_visitor" => to(&open_tournament(app, world), visitor()),
        "read_visitor" | "create_visitor_erasure" => about(&visiting(app, world)),
        "update_visitor" => to(&visiting(app, world), json!({ "named": true })),
        "create_bye" => to(&entry(app, world), json!({ "round": 2 })),
        "create_bye_withdrawal" => {
            let path = format!("/v1/entries/{}/byes", entry(app, world));
            about(text(
                &app.administrator().post(&path, &json!({ "round": 2 })).expect(201)["id"],
            ))
        }
        "create_appointment" => to(&tournament(app, world), json!({ "player_id": umpire(app, world) })),
        "read_appointment" | "create_appointment_ending" => {
            let path = format!("/v1/tournaments/{}/appointments", tournament(app, world));
            let appointment = json!({ "player_id": umpire(app, world) });
            about(text(&app.administrator().post(&path, &appointment).expect(201)["id"]))
        }
        "create_starting_order" => to(&open_tournament(app, world), json!({ "player_ids": [] })),
        _ => return None,
    })
}

pub(super) fn of_rounds(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_round" => to(&field(app, world), json!({})),
        "create_equipment_confirmation" => to(&tournament(app, world), equipment()),
        "create_rounds_agreement" => to(
            &tournament(app, world),
            json!({ "rounds": 4, "reason": "The hall is to be had for one day." }),
        ),
        "create_ending_acceptance" => to(&ended(app, world), json!({ "reason": "The power failed." })),
        "create_ratification" | "read_archive" => about(&finished(app, world)),
        "create_archive" => {
            let path = format!("/v1/tournaments/{}/archive", finished(app, world));
            let mut archive = app.administrator().get(&path).expect(200);
            anew(&mut archive);
            sending(archive)
        }
        "read_draw" => about(&drawn(app, world).0),
        "create_round_publication" => about(&drawn(app, world).1),
        "list_rounds"
        | "read_standings"
        | "read_report"
        | "read_recognition"
        | "read_standings_sheet"
        | "read_cross_table" => about(&world.played(app).tournament),
        "read_round" | "list_matches" | "read_pairings" | "read_wall_chart" | "read_score_sheets" => {
            about(&world.played(app).round)
        }
        "read_officials_sheet" => about(&format!("{} score-sheets", world.played(app).round)),
        "create_round_closing" => about(&played(app, world).round),
        "create_round_undo" => to(&running(app, world).round, json!({ "state": "published" })),
        "create_tournament_ending" => {
            let played = played(app, world);
            step(app, &format!("/v1/rounds/{}/closings", played.round));
            to(&played.tournament, json!({ "reason": "The power failed." }))
        }
        _ => return None,
    })
}

pub(super) fn of_matches(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let first = |running: Running| running.matches.into_iter().next().unwrap();
    let version = json!({ "version": 1 });
    Some(match operation {
        "read_match" | "list_results" | "list_disputes" => about(&world.played(app).matches[0].0),
        "create_result" => {
            let (id, player) = first(running(app, world));
            to(&id, json!({ "forfeited_by": player }))
        }
        "create_round_results" => {
            let running = running(app, world);
            let (id, player) = &running.matches[0];
            to(
                &running.round,
                json!({ "results": [{ "match_id": id, "sheet": { "forfeited_by": player } }] }),
            )
        }
        "create_round_marks" => to(
            &running(app, world).round,
            json!({ "results": [{ "board": 1, "marks": "1½0110" }] }),
        ),
        "create_confirmation" | "create_match_undo" => to(&first(played(app, world)).0, version),
        "create_round_confirmations" => {
            let played = played(app, world);
            to(
                &played.round,
                json!({ "confirmations": [{ "match_id": played.matches[0].0, "version": 1 }] }),
            )
        }
        "create_correction" => {
            let (id, player) = first(played(app, world));
            let sheet = json!({ "forfeited_by": player });
            to(
                &id,
                json!({ "version": 1, "published_rounds": 1, "reason": "It was so.", "sheet": sheet }),
            )
        }
        "create_dispute" => to(&first(played(app, world)).0, json!({ "reason": "He was there." })),
        "read_dispute" => about(&dispute(app, world)),
        "create_ruling" => to(&dispute(app, world), json!({ "ruling": "Nobody saw him." })),
        _ => return None,
    })
}
