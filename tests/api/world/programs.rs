//! Good requests about applications and personal tokens.

use diesel::connection::SimpleConnection;
use serde_json::json;

use super::{Request, World, about, sending, to};
use crate::app::{Account, TestApp};
use crate::caller::text;

/// An id that nothing else has.
fn id() -> String {
    format!("019aa0d9-1c2d-7e3f-8a4b-{:012x}", fastrand::u64(..1 << 48))
}

/// An application of the account, which need not have any grant today, behind the service's back; its id and that of its
/// secret.
fn application(app: &TestApp, account: &Account) -> (String, String) {
    let (application, grant, secret, at) = (id(), id(), id(), "2026-11-20T08:00:00.000000Z");
    let account = &account.id;
    let sql = format!(
        "INSERT INTO grants (id, account_id, role, valid_from, valid_until, granted_at) \
         VALUES ('{grant}', '{account}', 'umpire', '2026-01-01', '2026-01-31', '{at}'); \
         INSERT INTO applications (id, account_id, grant_id, name, scopes, created_at, client_type, redirect_uris) \
         VALUES ('{application}', '{account}', '{grant}', 'Results bridge', 'write:results', '{at}', 'confidential', ''); \
         INSERT INTO application_secrets (id, application_id, hash, created_at) \
         VALUES ('{secret}', '{application}', '{secret}', '{at}')"
    );
    app.connection().batch_execute(&sql).unwrap();
    (application, secret)
}

/// A personal token of the account, behind the service's back; its id.
fn personal_token(app: &TestApp, account: &Account) -> String {
    let (token, account) = (id(), &account.id);
    let sql = format!(
        "INSERT INTO personal_tokens (id, account_id, name, scopes, hash, created_at, expires_on) \
         VALUES ('{token}', '{account}', 'Nightly list', 'read:register', '{token}', '2026-11-20T08:00:00.000000Z', \
         '2027-05-31')"
    );
    app.connection().batch_execute(&sql).unwrap();
    token
}

/// A grant of the account that holds today, if it has one; else somebody else's.
fn grant(app: &TestApp, world: &World, account: Option<&Account>) -> String {
    let Some(account) = account else {
        return world.grant.clone();
    };
    let account = app
        .administrator()
        .get(&format!("/v1/accounts/{}", account.id))
        .expect(200);
    let mut grants = account["grants"].as_array().unwrap().iter();
    let holding = grants.find(|grant| grant["valid_until"].is_null() && grant["revoked_at"].is_null());
    holding.map_or_else(|| world.grant.clone(), |grant| text(&grant["id"]).to_owned())
}

/// Good requests of an operation about programs.
pub fn of_programs(operation: &str, app: &TestApp, world: &World, caller: Option<&Account>) -> Option<Vec<Request>> {
    let either = |request: &dyn Fn(&Account) -> Request| {
        let own = |account| Request {
            own: true,
            ..request(account)
        };
        caller.map(own).into_iter().chain([request(&world.account)]).collect()
    };
    Some(match operation {
        "create_application" => {
            let grant_id = grant(app, world, caller);
            let application = json!({ "name": "Results bridge", "grant_id": grant_id, "scopes": ["write:results"] });
            vec![sending(application)]
        }
        "list_applications" | "list_personal_tokens" => either(&|account| about(&account.id)),
        "read_application" | "create_application_revocation" | "create_application_secret" => {
            either(&|account| about(&application(app, account).0))
        }
        "create_application_secret_revocation" => either(&|account| about(&application(app, account).1)),
        "create_personal_token" => {
            let token = json!({ "name": "Nightly list", "scopes": ["read:register"], "expires_on": "2027-05-31" });
            vec![Request {
                own: true,
                ..to("", token)
            }]
        }
        "create_personal_token_revocation" => either(&|account| about(&personal_token(app, account))),
        "create_access_token" => {
            let (id, secret) = crate::applications::signing_in(app);
            vec![Request {
                form: Some(crate::applications::form(&id, &secret)),
                ..Request::default()
            }]
        }
        "create_token_introspection" | "create_access_token_revocation" => {
            let (id, secret) = crate::applications::signing_in(app);
            let signed_in = crate::applications::sign_in(app, &id, &secret).expect(200);
            let token = text(&signed_in["access_token"]);
            vec![Request {
                form: Some(format!("token={token}&client_id={id}&client_secret={secret}")),
                ..Request::default()
            }]
        }
        "read_authorization_server" => vec![Request::default()],
        _ => return None,
    })
}
