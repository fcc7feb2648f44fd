//! A good request for every operation of the document, and what it is about.

pub mod accounts;
pub mod colours;
mod courses;
pub mod own_accounts;
mod pens;
pub mod programs;
mod rankings;
mod tournaments;
mod webhooks;

pub use colours::{approved, proposed, shared};
pub use own_accounts::HAS_OWN;
pub use tournaments::anew;

use std::cell::OnceCell;

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::{Account, TestApp};
use crate::caller::text;

/// The records that the requests are about: all of them in the North West.
pub struct World {
    pub club: String,
    /// Another club of the province.
    pub neighbour: String,
    pub registration: String,
    pub affiliation: String,
    pub accreditation: String,
    pub players: [String; 2],
    pub game: String,
    pub account: Account,
    pub grant: String,
    /// The account of an umpire who is appointed to every tournament, and the player.
    pub umpire: Account,
    pub umpire_player: String,
    /// Provincial colours that hold, of somebody who shares them, and the code of their certificate.
    pub colours: String,
    pub code: String,
    /// A selection for the province's team.
    pub selection: String,
    played: OnceCell<tournaments::Running>,
    ranked: OnceCell<rankings::Ranked>,
}

impl World {
    pub fn new(app: &TestApp) -> World {
        let club = app.club("ZA-NW");
        let (players, account) = ([app.player(&club), app.player(&club)], app.account());
        let administrator = app.administrator();
        let grants = format!("/v1/accounts/{}/grants", account.id);
        let grant = administrator.post(&grants, &json!({ "role": "umpire" })).expect(201);
        let game = administrator.post("/v1/games", &game(&players)).expect(201);
        let registration = json!({
            "player_id": players[0], "club_id": club, "year": 2027, "basis": "member", "division": "senior",
        });
        let registration = administrator.post("/v1/registrations", &registration).expect(201);
        let affiliation = administrator.post("/v1/affiliations", &affiliation(&club)).expect(201);
        let accreditation = accreditation(app, &club);
        let [grant, game, registration, affiliation] =
            [grant, game, registration, affiliation].map(|thing| text(&thing["id"]).to_owned());
        let (neighbour, umpire) = (app.club("ZA-NW"), app.account());
        let mut of_umpire = accrediting(app, &club);
        of_umpire["account_id"] = json!(umpire.id);
        let umpire_player = text(&of_umpire["player_id"]).to_owned();
        administrator.post("/v1/accreditations", &of_umpire).expect(201);
        let selection = colours::selected(app, &club);
        let holder = app.player(&club);
        let colours = approved(app, &holder);
        shared(app, &holder);
        let code = app
            .administrator()
            .get(&format!("/v1/colours/{colours}/code"))
            .expect(200);
        World {
            colours,
            code: text(&code["code"]).to_owned(),
            selection,
            club,
            neighbour,
            registration,
            affiliation,
            accreditation,
            players,
            game,
            account,
            grant,
            umpire,
            umpire_player,
            played: OnceCell::new(),
            ranked: OnceCell::new(),
        }
    }
}

fn siblings(app: &TestApp, world: &World) -> Value {
    json!({ "player_ids": [app.player(&world.club), app.player(&world.club)], "relation": "siblings" })
}

fn suspended() -> Value {
    json!({ "begins_on": "2026-11-20", "reason": "Struck an opponent." })
}

/// The id of a suspension of somebody new.
fn suspension_of(app: &TestApp, world: &World) -> String {
    let path = format!("/v1/players/{}/suspensions", app.player(&world.club));
    text(&app.administrator().post(&path, &suspended()).expect(201)["id"]).to_owned()
}

/// The id of a bar between two of the club.
fn barred(app: &TestApp, world: &World) -> String {
    let bar = app.administrator().post("/v1/pairing-bars", &siblings(app, world));
    text(&bar.expect(201)["id"]).to_owned()
}

/// A transfer of somebody new from the one club to the other; its id.
fn transfer(app: &TestApp, from: &str, to: &str) -> String {
    let transfer = json!({ "player_id": app.player(from), "club_id": to });
    text(&app.administrator().post("/v1/transfers", &transfer).expect(201)["id"]).to_owned()
}

/// An accreditation of somebody new, who is registered.
fn accrediting(app: &TestApp, club: &str) -> Value {
    let player = app.player(club);
    let registration = json!({
        "player_id": player, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
    });
    app.registered(&registration);
    json!({
        "player_id": player, "level": "level_1", "valid_from": "2026-11-20",
        "without_course": crate::umpires::WITHOUT_COURSE,
    })
}

/// The id of one that there is.
fn accreditation(app: &TestApp, club: &str) -> String {
    text(
        &app.administrator()
            .post("/v1/accreditations", &accrediting(app, club))
            .expect(201)["id"],
    )
    .to_owned()
}

fn suspension() -> Value {
    json!({ "begins_on": "2026-11-20", "reason": "Ruled on a match of a relative." })
}

pub fn game(players: &[String; 2]) -> Value {
    json!({ "first_player_id": players[0], "second_player_id": players[1], "played_on": "2026-11-20", "turns": ["E1"] })
}

fn affiliation(club: &str) -> Value {
    json!({ "club_id": club, "year": 2027, "paid_on": "2026-11-20" })
}

fn consent() -> Value {
    json!({
        "guardian": "Lindiwe Mokoena", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    })
}

/// A good request: what stands for the path's parameters, a blank apart, or, if it has none, the query; and the body.
#[derive(Clone, Default)]
pub struct Request {
    pub parameter: String,
    pub body: Option<Value>,
    /// A file that is uploaded, with the name of its part; or a picture that is put there.
    pub file: Option<(&'static str, String)>,
    pub picture: Option<Vec<u8>>,
    /// A form as OAuth sends it.
    pub form: Option<String>,
    /// Whether it is about the caller's own account.
    pub own: bool,
}

/// A request without a body.
fn about(parameter: &str) -> Request {
    Request {
        parameter: parameter.to_owned(),
        ..Request::default()
    }
}

/// A request with a body to a path without parameters.
fn sending(body: Value) -> Request {
    Request {
        body: Some(body),
        ..Request::default()
    }
}

/// A request with a body about something.
fn to(parameter: &str, body: Value) -> Request {
    Request {
        body: Some(body),
        ..about(parameter)
    }
}

/// Good requests of an operation, new each time, so that nothing is created twice.
pub fn requests(operation: &str, app: &TestApp, world: &World, caller: Option<&Account>) -> Vec<Request> {
    if let Some(requests) = accounts::of_own(operation, app, world, caller) {
        return requests;
    }
    if let Some(requests) = programs::of_programs(operation, app, world, caller) {
        return requests;
    }
    if operation == "read_job" {
        let own = caller.map(|account| Request {
            own: true,
            ..about(&job(app, account))
        });
        return own.into_iter().chain([about(&job(app, &world.account))]).collect();
    }
    if let Some(requests) = own_accounts::of_own(operation, app, world, caller) {
        return requests;
    }
    let request = accounts::of_accounts(operation, app, world)
        .or_else(|| own_accounts::of_players(operation, app, world))
        .or_else(|| of_clubs(operation, app, world))
        .or_else(|| of_players(operation, app, world))
        .or_else(|| of_registrations(operation, app, world))
        .or_else(|| courses::of_courses(operation, app, world))
        .or_else(|| of_umpires(operation, app, world))
        .or_else(|| tournaments::of_tournaments(operation, app, world))
        .or_else(|| tournaments::of_rounds(operation, app, world))
        .or_else(|| tournaments::of_matches(operation, app, world))
        .or_else(|| of_games(operation, app, world))
        .or_else(|| rankings::of_rankings(operation, app, world))
        .or_else(|| colours::of_colours(operation, app, world))
        .or_else(|| webhooks::of_webhooks(operation, app))
        .or_else(|| pens::of_pens(operation, app, world))
        .or_else(|| of_files(operation, app, world));
    vec![request.unwrap_or_else(|| panic!("this walk does not know how to ask for {operation}"))]
}

/// A job of the account, which need not have any role today; its id.
fn job(app: &TestApp, account: &Account) -> String {
    let id = format!("019aa0ce-2c3d-7e4f-8a5b-{:012x}", fastrand::u64(..1 << 48));
    let report = r#"{"dry_run":false,"files":[],"faults":[],"more_faults":0,"suspected_duplicates":[]}"#;
    let sql = format!(
        "INSERT INTO jobs (id, account_id, state, report, created_at, finished_at) VALUES \
         ('{id}', '{}', 'done', '{report}', '2026-11-20T08:00:00.000000Z', '2026-11-20T08:00:01.000000Z')",
        account.id
    );
    app.connection().batch_execute(&sql).unwrap();
    id
}

fn of_files(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_import" => {
            let club = format!("code,name,kind,province\nC{},Herders,school,ZA-NW\n", &new()[..10]);
            Request {
                file: Some(("clubs", club)),
                ..Request::default()
            }
        }
        "create_game_import" => {
            let number = |id: &String| {
                let player = app.anyone().get(&format!("/v1/players/{id}")).expect(200);
                text(&player["number"]).to_owned()
            };
            let [first, second] = [0, 1].map(|index| number(&world.players[index]));
            let turns = new_game(&world.players)["turns"].clone();
            let turns: Vec<&str> = turns.as_array().unwrap().iter().map(text).collect();
            let tags = format!("[Date \"2026.11.20\"]\n[FirstId \"{first}\"]\n[SecondId \"{second}\"]\n");
            Request {
                file: Some(("games", format!("{tags}\n{} *\n", turns.join(" ")))),
                ..Request::default()
            }
        }
        "read_game_export" | "read_result_export" => about("year=2027"),
        "read_export" => about(&format!("players?club_id={}", world.club)),
        // Of a year for which nobody registers here: how many do is public.
        "read_statistics" => about("year=2026"),
        "read_log" | "read_log_checkpoint" => Request::default(),
        "read_log_tile" => about("0 000.p/1"),
        "read_log_receipt" => {
            app.number_entries();
            about("1")
        }
        "read_log_consistency" => about("since=1"),
        "list_events" => about("type=club.created"),
        "read_trail" => about(&format!("subject=club&subject_id={}", world.club)),
        _ => return None,
    })
}

/// Something that nothing else is called.
fn new() -> String {
    uuid::Uuid::from_u128(fastrand::u128(..)).simple().to_string()
}

fn of_clubs(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "list_provinces" | "list_regions" | "list_clubs" => Request::default(),
        "read_province" => about("ZA-NW"),
        "read_region" => about("DC38"),
        "create_club" => sending(json!({
            "code": format!("C{}", &new()[..10]), "name": "Herders", "kind": "school", "province": "ZA-NW",
        })),
        "read_club" | "read_club_contacts" | "read_club_standing" => about(&world.club),
        "update_club" => to(&world.club, json!({ "name": "Herders" })),
        "update_club_contacts" => to(&world.club, json!({ "secretary": { "name": "Lindiwe Qwabe" } })),
        "create_affiliation" => sending(affiliation(&app.club("ZA-NW"))),
        "list_affiliations" => about(&format!("club_id={}", world.club)),
        "read_affiliation" => about(&world.affiliation),
        "create_affiliation_withdrawal" => {
            let affiliation = affiliation(&app.club("ZA-NW"));
            let affiliation = app.administrator().post("/v1/affiliations", &affiliation).expect(201);
            to(text(&affiliation["id"]), json!({ "reason": "It was the wrong club." }))
        }
        "update_affiliation" => to(&world.affiliation, json!({ "paid_on": "2026-11-19" })),
        _ => return None,
    })
}

fn of_players(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let player = &world.players[0];
    Some(match operation {
        "create_player" => sending(json!({
            "family_name": "Mokoena", "birth_date": "1998-04-17", "sex": "male",
            "province": "ZA-NW", "club_id": world.club,
        })),
        "list_players" | "list_duplicates" => Request::default(),
        "list_particulars" => about(&format!("club_id={}", world.club)),
        "read_player"
        | "read_player_particulars"
        | "list_residences"
        | "list_consents"
        | "list_pairing_bars"
        | "list_player_suspensions"
        | "read_player_export" => about(player),
        "update_player_particulars" => to(player, json!({ "sex": "male" })),
        "create_residence" => to(
            player,
            json!({ "since": "2026-11-01", "province": "ZA-NW", "region": "DC38" }),
        ),
        "create_consent" => to(player, consent()),
        "read_consent" | "create_consent_withdrawal" => {
            let path = format!("/v1/players/{player}/consents");
            about(text(&app.administrator().post(&path, &consent()).expect(201)["id"]))
        }
        "create_pairing_bar" => sending(siblings(app, world)),
        "read_pairing_bar" => about(&barred(app, world)),
        "create_pairing_bar_withdrawal" => to(&barred(app, world), json!({ "reason": "They are not related." })),
        "create_player_suspension" => to(&app.player(&world.club), suspended()),
        "read_suspension" => about(&suspension_of(app, world)),
        "create_suspension_lifting" => to(
            &suspension_of(app, world),
            json!({ "reason": "The appeal was upheld." }),
        ),
        "create_merger" => to(
            &app.player(&world.club),
            json!({ "duplicate_id": app.player(&world.club) }),
        ),
        "create_erasure" => about(&app.player(&world.club)),
        _ => return None,
    })
}

fn of_registrations(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_registration" => sending(json!({
            "player_id": app.player(&world.club), "club_id": world.club, "year": 2027, "basis": "member",
            "division": "senior",
        })),
        "list_registrations" => about(&format!("club_id={}", world.club)),
        "list_transfers" => {
            transfer(app, &world.neighbour, &world.club);
            about(&format!("club_id={}", world.club))
        }
        "read_registration" => about(&world.registration),
        "create_registration_withdrawal" => {
            let registration = json!({
                "player_id": app.player(&world.club), "club_id": world.club, "year": 2027, "basis": "member",
                "division": "senior",
            });
            let registration = app.administrator().post("/v1/registrations", &registration).expect(201);
            to(text(&registration["id"]), json!({ "reason": "It was the wrong year." }))
        }
        "update_registration" => to(&world.registration, json!({ "paid_on": "2026-11-19" })),
        "create_transfer" => sending(json!({ "player_id": app.player(&world.neighbour), "club_id": world.club })),
        "read_transfer" => about(&transfer(app, &world.neighbour, &world.club)),
        "create_transfer_release" => about(&transfer(app, &world.club, &world.neighbour)),
        "create_transfer_acceptance" => {
            let transfer = transfer(app, &world.neighbour, &world.club);
            app.administrator()
                .send("POST", &format!("/v1/transfers/{transfer}/releases"), &[], None)
                .expect(201);
            about(&transfer)
        }
        "create_transfer_refusal" => to(
            &transfer(app, &world.neighbour, &world.club),
            json!({ "reason": "The player stays." }),
        ),
        _ => return None,
    })
}

fn of_umpires(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_accreditation" => sending(accrediting(app, &world.club)),
        "list_accreditations" => Request::default(),
        "list_due_accreditations" => {
            let mut ending = accrediting(app, &world.club);
            ending["valid_until"] = json!("2026-12-31");
            app.administrator().post("/v1/accreditations", &ending).expect(201);
            about("within=60")
        }
        "read_accreditation" | "read_accreditation_particulars" | "read_accreditation_code" => {
            about(&world.accreditation)
        }
        "create_accreditation_suspension" => to(&accreditation(app, &world.club), suspension()),
        "create_accreditation_reinstatement" => {
            let accreditation = accreditation(app, &world.club);
            let path = format!("/v1/accreditations/{accreditation}/suspensions");
            app.administrator().post(&path, &suspension()).expect(201);
            about(&accreditation)
        }
        "create_accreditation_revocation" => to(
            &accreditation(app, &world.club),
            json!({ "reason": "Took money for a result." }),
        ),
        "create_accreditation_renewal" => {
            let mut ending = accrediting(app, &world.club);
            // The next term begins in a gaming year for which the player is registered.
            ending["valid_until"] = json!("2026-12-31");
            let ending = app.administrator().post("/v1/accreditations", &ending).expect(201);
            to(text(&ending["id"]), json!({}))
        }
        _ => return None,
    })
}

/// A game that nobody has recorded: of so many placements on the exterior and the middle ring, in some order or other.
fn new_game(players: &[String; 2]) -> Value {
    let mut game = game(players);
    let mut turns: Vec<String> = (1..=8)
        .flat_map(|number| [format!("E{number}"), format!("R{number}")])
        .collect();
    fastrand::shuffle(&mut turns);
    // Of two cows nobody makes a line.
    game["turns"] = json!(turns[..4]);
    game["rule_set"] = json!(["mssa-gar", "beads", "botswana", "wikipedia"][fastrand::usize(..4)]);
    game
}

fn of_games(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    Some(match operation {
        "create_game" => sending(new_game(&world.players)),
        "create_game_batch" => sending(json!({ "games": [new_game(&world.players)] })),
        "create_game_correction" => {
            let id = tournaments::recorded_game(app, world);
            let now = app.anyone().get(&format!("/v1/games/{id}")).expect(200);
            let mut game = json!({ "turns": ["E1", "R1", "E2"], "played_on": "2026-11-20" });
            for side in ["first", "second"] {
                game[format!("{side}_player_id")] = now[side]["id"].clone();
            }
            to(
                &id,
                json!({ "version": 1, "reason": "Two turns were left out.", "game": game }),
            )
        }
        "create_game_withdrawal" => {
            let id = tournaments::recorded_game(app, world);
            to(
                &id,
                json!({ "version": 1, "reason": "It is the record of another game." }),
            )
        }
        "create_game_validation" => sending(json!({ "turns": ["E1"] })),
        "read_game" | "list_game_versions" => about(&world.game),
        "read_game_position" => about(&format!("{} 1", world.game)),
        "read_board" => about("position=......../......../........+X+12+12+0+-+-"),
        "read_asset" => about("game.js"),
        "read_problem" => about("not-found"),
        "list_games"
        | "list_problems"
        | "read_game_statistics"
        | "read_liveness"
        | "read_opening"
        | "read_readiness" => Request::default(),
        _ => return None,
    })
}

/// The path of an operation with its parameters put in, or with its query.
pub fn path(pattern: &str, parameter: &str) -> String {
    if !pattern.contains('{') {
        return if parameter.is_empty() {
            pattern.to_owned()
        } else {
            format!("{pattern}?{parameter}")
        };
    }
    let parameters = parameter.split(' ');
    assert_eq!(pattern.matches('{').count(), parameters.clone().count(), "{pattern}");
    parameters.fold(pattern.to_owned(), |path, parameter| {
        let (before, rest) = path.split_once('{').unwrap();
        format!("{before}{parameter}{}", rest.split_once('}').unwrap().1)
    })
}
