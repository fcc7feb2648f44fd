//! Good requests about webhooks.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use super::{Request, about, sending, to};
use crate::app::TestApp;
use crate::caller::text;

/// A webhook of the North West; its id.
fn webhook(app: &TestApp) -> String {
    let made = app.administrator().post("/v1/webhooks", &webhook_of()).expect(200);
    text(&made["webhook"]["id"]).to_owned()
}

fn webhook_of() -> Value {
    json!({ "url": "https://herders.example/events", "type": "club.created", "province": "ZA-NW" })
}

/// A delivery of a webhook that is done; the ids of both, a blank apart.
fn delivered(app: &TestApp) -> String {
    let (webhook, id) = (
        webhook(app),
        format!("019aa0f0-1a2b-7c3d-8e4f-{:012x}", fastrand::u64(..1 << 48)),
    );
    let sql = format!(
        "INSERT INTO webhook_deliveries (id, webhook_id, number, event, state, tries, created_at, tried_at, status) VALUES \
         ('{id}', '{webhook}', 1, 'club.created', 'delivered', 1, '2026-11-20T08:00:00.000000Z', \
         '2026-11-20T08:00:00.000000Z', 200)"
    );
    app.connection().batch_execute(&sql).unwrap();
    format!("{webhook} {id}")
}

/// Good requests of an operation about webhooks.
pub fn of_webhooks(operation: &str, app: &TestApp) -> Option<Request> {
    Some(match operation {
        "create_webhook" => sending(webhook_of()),
        "list_webhooks" => {
            webhook(app);
            about("limit=25")
        }
        "read_webhook" | "create_webhook_withdrawal" | "create_webhook_secret" | "list_webhook_deliveries" => {
            about(&webhook(app))
        }
        "update_webhook" => to(&webhook(app), json!({ "type": null })),
        "create_webhook_attempt" => about(&delivered(app)),
        _ => return None,
    })
}
