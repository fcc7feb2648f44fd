//! A good request for every operation of the document, and what it is about.

pub mod accounts;
pub mod colours;
mod courses;
mod games;
mod members;
pub mod own_accounts;
mod pens;
pub mod programs;
mod rankings;
mod tournaments;
pub mod umpires;
mod webhooks;

pub use colours::{approved, proposed, shared};
pub use games::game;
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
        let affiliation = administrator
            .post("/v1/affiliations", &members::affiliation(&club))
            .expect(201);
        let accreditation = umpires::accreditation(app, &club);
        let [grant, game, registration, affiliation] =
            [grant, game, registration, affiliation].map(|thing| text(&thing["id"]).to_owned());
        let (neighbour, umpire) = (app.club("ZA-NW"), app.account());
        let mut of_umpire = umpires::accrediting(app, &club);
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
        .or_else(|| members::of_clubs(operation, app, world))
        .or_else(|| members::of_players(operation, app, world))
        .or_else(|| members::of_registrations(operation, app, world))
        .or_else(|| courses::of_courses(operation, app, world))
        .or_else(|| umpires::of_umpires(operation, app, world))
        .or_else(|| tournaments::of_tournaments(operation, app, world))
        .or_else(|| tournaments::of_rounds(operation, app, world))
        .or_else(|| tournaments::of_matches(operation, app, world))
        .or_else(|| games::of_games(operation, app, world))
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
            let turns = games::new_game(&world.players)["turns"].clone();
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
