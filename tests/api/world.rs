//! A good request for every operation of the document, and what it is about.

use serde_json::{Value, json};

use crate::app::{Account, PASSWORD, TestApp, text};

/// What the requests are about: all of it in the North West.
pub struct World {
    pub club: String,
    /// Another club of the province.
    pub neighbour: String,
    pub registration: String,
    pub players: [String; 2],
    pub game: String,
    pub account: Account,
    pub grant: String,
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
        let [grant, game, registration] = [grant, game, registration].map(|thing| text(&thing["id"]).to_owned());
        World { neighbour: app.club("ZA-NW"), club, players, game, account, grant, registration }
    }
}

fn siblings(app: &TestApp, world: &World) -> Value {
    json!({ "player_ids": [app.player(&world.club), app.player(&world.club)], "relation": "siblings" })
}

/// A transfer of somebody new from the one club to the other; its id.
fn transfer(app: &TestApp, from: &str, to: &str) -> String {
    let transfer = json!({ "player_id": app.player(from), "club_id": to });
    text(&app.administrator().post("/v1/transfers", &transfer).expect(201)["id"]).to_owned()
}

pub fn game(players: &[String; 2]) -> Value {
    json!({ "first_player_id": players[0], "second_player_id": players[1], "played_on": "2026-11-20", "turns": ["E1"] })
}

fn consent() -> Value {
    json!({
        "guardian": "Lindiwe Mokoena", "relation": "parent", "purpose": "publish_name", "wording": "2026-1",
        "given_on": "2026-11-20",
    })
}

/// A good request: what stands for the path's parameters, a blank apart, or, if it has none, the query; and the body.
pub struct Request {
    pub parameter: String,
    pub body: Option<Value>,
    /// Whether it is about the caller's own account.
    pub own: bool,
}

/// Good requests of an operation, new each time, so that nothing is created twice.
pub fn requests(operation: &str, app: &TestApp, world: &World, caller: Option<&Account>) -> Vec<Request> {
    let new = || uuid::Uuid::from_u128(fastrand::u128(..)).simple().to_string();
    let bare = || Request { parameter: String::new(), body: None, own: false };
    let about = |parameter: &str| Request { parameter: parameter.to_owned(), ..bare() };
    let sending = |body: Value| Request { body: Some(body), ..bare() };
    let credentials = || json!({ "email": world.account.email, "password": PASSWORD });
    let refresh_token = || {
        let tokens = app.anyone().post("/v1/tokens", &credentials()).expect(200);
        json!({ "refresh_token": tokens["refresh_token"] })
    };
    let request = match operation {
        "create_token" => sending(credentials()),
        "create_token_refresh" | "create_token_revocation" => sending(refresh_token()),
        "read_signing_keys" | "list_accounts" | "list_provinces" | "list_clubs" | "list_players"
        | "list_registrations" | "list_transfers" | "list_particulars" | "list_duplicates" | "list_games"
        | "list_problems" | "read_liveness" | "read_readiness" => bare(),
        "create_account" => {
            sending(json!({ "email": format!("{}@example.org", new()), "name": "Somebody", "password": PASSWORD }))
        }
        "read_account" => {
            let own = caller.map(|account| Request { own: true, ..about(&account.id) });
            return own.into_iter().chain([about(&world.account.id)]).collect();
        }
        "create_grant" => Request { body: Some(json!({ "role": "umpire" })), ..about(&world.account.id) },
        "read_grant" => about(&world.grant),
        "create_grant_revocation" => {
            let path = format!("/v1/accounts/{}/grants", world.account.id);
            let grant = app.administrator().post(&path, &json!({ "role": "umpire" })).expect(201);
            about(text(&grant["id"]))
        }
        "read_province" => about("ZA-NW"),
        "create_club" => sending(json!({
            "code": format!("C{}", &new()[..10]), "name": "Herders", "kind": "school", "province": "ZA-NW",
        })),
        "read_club" => about(&world.club),
        "update_club" => Request { body: Some(json!({ "name": "Herders" })), ..about(&world.club) },
        "create_player" => sending(json!({
            "family_name": "Mokoena", "birth_date": "1998-04-17", "sex": "male",
            "province": "ZA-NW", "club_id": world.club,
        })),
        "create_registration" => {
            let player = app.player(&world.club);
            sending(json!({
                "player_id": player, "club_id": world.club, "year": 2027, "basis": "member", "division": "senior",
            }))
        }
        "read_registration" => about(&world.registration),
        "update_registration" => {
            Request { body: Some(json!({ "paid_on": "2026-11-19" })), ..about(&world.registration) }
        }
        "create_transfer" => sending(json!({ "player_id": app.player(&world.neighbour), "club_id": world.club })),
        "read_transfer" => about(&transfer(app, &world.neighbour, &world.club)),
        "create_transfer_release" => about(&transfer(app, &world.club, &world.neighbour)),
        "create_transfer_acceptance" => {
            let transfer = transfer(app, &world.neighbour, &world.club);
            app.administrator().send("POST", &format!("/v1/transfers/{transfer}/releases"), &[], None).expect(201);
            about(&transfer)
        }
        "create_transfer_refusal" => Request {
            body: Some(json!({ "reason": "The player stays." })),
            ..about(&transfer(app, &world.neighbour, &world.club))
        },
        "create_pairing_bar" => sending(siblings(app, world)),
        "list_pairing_bars" => about(&world.players[0]),
        "read_pairing_bar" | "create_pairing_bar_withdrawal" => {
            let bar = app.administrator().post("/v1/pairing-bars", &siblings(app, world)).expect(201);
            about(text(&bar["id"]))
        }
        "create_merger" => Request {
            body: Some(json!({ "duplicate_id": app.player(&world.club) })),
            ..about(&app.player(&world.club))
        },
        "create_erasure" => about(&app.player(&world.club)),
        "create_residence" => Request {
            body: Some(json!({ "since": "2026-11-01", "province": "ZA-NW", "region": "DC38" })),
            ..about(&world.players[0])
        },
        "list_residences" => about(&world.players[0]),
        "create_consent" | "list_consents" => {
            Request { body: (operation == "create_consent").then(consent), ..about(&world.players[0]) }
        }
        "read_consent" | "create_consent_withdrawal" => {
            let path = format!("/v1/players/{}/consents", world.players[0]);
            about(text(&app.administrator().post(&path, &consent()).expect(201)["id"]))
        }
        "update_player_particulars" => Request { body: Some(json!({ "sex": "male" })), ..about(&world.players[0]) },
        "read_player" | "read_player_particulars" => about(&world.players[0]),
        "create_game" => sending(game(&world.players)),
        "create_game_validation" => sending(json!({ "turns": ["E1"] })),
        "read_game" | "read_game_page" => about(&world.game),
        "read_game_position" => about(&format!("{} 1", world.game)),
        "read_board" => about("position=......../......../........+X+12+12+0+-+-"),
        "read_asset" => about("game.js"),
        "read_problem" => about("not-found"),
        unknown => panic!("this walk does not know how to ask for {unknown}"),
    };
    vec![request]
}
