//! A good request for every operation of the document, and what it is about.

use serde_json::{Value, json};

use crate::app::{Account, PASSWORD, TestApp, text};

/// What the requests are about: all of it in the North West.
pub struct World {
    pub club: String,
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
        let [grant, game] = [grant, game].map(|thing| text(&thing["id"]).to_owned());
        World { club, players, game, account, grant }
    }
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
        "read_signing_keys" | "list_accounts" | "list_provinces" | "list_regions" | "list_clubs" | "list_players"
        | "list_games" | "list_problems" | "read_liveness" | "read_readiness" => bare(),
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
        "read_region" => about("DC38"),
        "create_club" => sending(json!({
            "code": format!("C{}", &new()[..10]), "name": "Herders", "kind": "school", "province": "ZA-NW",
        })),
        "read_club" => about(&world.club),
        "update_club" => Request { body: Some(json!({ "name": "Herders" })), ..about(&world.club) },
        "create_player" => sending(json!({
            "family_name": "Mokoena", "birth_date": "1998-04-17", "sex": "male",
            "province": "ZA-NW", "club_id": world.club,
        })),
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
