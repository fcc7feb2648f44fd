//! Good requests about accounts.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::app::{Account, PASSWORD, TestApp};
use crate::caller::text;
use crate::world::{Request, World, about, new, sending, to};

/// The secret of every second factor in the tests: the one of RFC 6238.
const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/// The code that an authenticator with that secret shows now.
pub fn code(app: &TestApp, secret: &str) -> String {
    let totp = Builder::new()
        .with_secret(Secret::try_from_base32(secret).unwrap())
        .with_account_name("account");
    totp.build().unwrap().generate(app.seconds()).to_string()
}

/// Gives the account a second factor, behind the service's back.
fn with_second_factor(app: &TestApp, account: &Account, is_confirmed: bool) {
    let now = "2026-11-20T08:00:00.000000Z";
    let confirmed = if is_confirmed {
        format!("'{now}'")
    } else {
        "NULL".to_owned()
    };
    let id = &account.id;
    let sql = format!(
        "DELETE FROM recovery_codes WHERE account_id = '{id}'; DELETE FROM second_factors WHERE account_id = '{id}'; \
         INSERT INTO second_factors (account_id, secret, created_at, confirmed_at, last_step) \
         VALUES ('{id}', '{SECRET}', '{now}', {confirmed}, 0)"
    );
    app.connection().batch_execute(&sql).unwrap();
}

/// A session of the account that is none of those who ask; its id.
fn session(app: &TestApp, account: &Account) -> String {
    let own = app.sign_in(&account.email).get("/v1/me").expect(200);
    text(&own["session_id"]).to_owned()
}

/// Good requests of an operation that is about the caller's own account, or of which some are.
pub fn of_own(operation: &str, app: &TestApp, world: &World, caller: Option<&Account>) -> Option<Vec<Request>> {
    let own = |request: Request| Request { own: true, ..request };
    let either = |request: &dyn Fn(&Account) -> Request| {
        let of_caller = caller.map(|account| own(request(account)));
        of_caller.into_iter().chain([request(&world.account)]).collect()
    };
    let alone = |body: Option<Value>| {
        vec![Request {
            body,
            own: true,
            ..Request::default()
        }]
    };
    let factor = |is_confirmed: bool| {
        if let Some(account) = caller {
            with_second_factor(app, account, is_confirmed);
        }
    };
    Some(match operation {
        "read_account" | "list_sessions" => either(&|account| about(&account.id)),
        "create_session_ending" => either(&|account| about(&session(app, account))),
        "read_own_account" => alone(None),
        "create_own_password" => alone(Some(json!({ "current_password": PASSWORD, "password": PASSWORD }))),
        "create_second_factor" => alone(Some(json!({ "password": PASSWORD }))),
        "create_second_factor_confirmation" => {
            factor(false);
            alone(Some(json!({ "code": code(app, SECRET) })))
        }
        "create_second_factor_removal" => {
            factor(true);
            alone(Some(json!({ "password": PASSWORD, "code": code(app, SECRET) })))
        }
        _ => return None,
    })
}

pub fn of_accounts(operation: &str, app: &TestApp, world: &World) -> Option<Request> {
    let credentials = || json!({ "email": world.account.email, "password": PASSWORD });
    let administrator = || app.administrator();
    Some(match operation {
        "create_equipment_specification" => sending(json!({
            "level": "school", "board": 305, "junction": 9, "counter_size": 16, "valid_from": "2030-01-01",
        })),
        "update_federation_logo" => Request {
            picture: Some(png()),
            ..Request::default()
        },
        "read_federation_logo" | "delete_federation_logo" => {
            administrator().put("/v1/federation/logo", "image/png", &png());
            Request::default()
        }
        "update_federation" => to("", json!({ "short_name": "MF" })),
        "create_token" => sending(credentials()),
        "create_token_refresh" | "create_token_revocation" => {
            let tokens = app.anyone().post("/v1/tokens", &credentials()).expect(200);
            sending(json!({ "refresh_token": tokens["refresh_token"] }))
        }
        "create_password" => sending(json!({ "code": app.password_code(&world.account.id), "password": PASSWORD })),
        "create_account" => sending(json!({ "email": format!("{}@example.org", new()), "name": "Somebody" })),
        "create_password_code" => about(&world.account.id),
        "create_account_second_factor_removal" => {
            let account = app.account();
            with_second_factor(app, &account, true);
            about(&account.id)
        }
        "create_account_deactivation" => about(&app.account().id),
        "create_account_reactivation" => {
            let account = app.account();
            let path = format!("/v1/accounts/{}/deactivations", account.id);
            administrator().send("POST", &path, &[], None).expect(201);
            about(&account.id)
        }
        "create_grant" => to(&world.account.id, json!({ "role": "umpire" })),
        "read_grant" => about(&world.grant),
        "create_grant_revocation" => {
            let path = format!("/v1/accounts/{}/grants", world.account.id);
            let grant = administrator().post(&path, &json!({ "role": "umpire" })).expect(201);
            about(text(&grant["id"]))
        }
        "read_signing_keys"
        | "create_signing_key"
        | "list_accounts"
        | "read_federation"
        | "list_federation_changes"
        | "list_equipment_specifications" => Request::default(),
        _ => return None,
    })
}

/// A PNG of one dot.
pub fn png() -> Vec<u8> {
    use base64::Engine;
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    base64::engine::general_purpose::STANDARD.decode(dot).unwrap()
}
