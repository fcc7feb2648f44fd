//! Webhooks made, changed and withdrawn: loaded, decided and saved.

use serde_json::json;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::events;
use crate::operations::Operation;
use crate::provinces;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{WebhookDeliveryId, WebhookId};
use crate::webhooks::delivery::WebhookDelivery;
use crate::webhooks::{MOST, OVERLAP, TOO_MANY_WEBHOOKS, WEBHOOK_DISABLED};
use crate::webhooks::{Webhook, WebhookDetails, WebhookSecret, store};

/// Makes a webhook, which is told of what comes from now on; its secret is told this once.
pub(crate) fn create(c: &mut Conn, by: &Caller, details: WebhookDetails) -> Result<(Webhook, String), Error> {
    refuse_out_of_reach(c, by, &details)?;
    if store::count(c)? >= MOST {
        return Err(TOO_MANY_WEBHOOKS.problem(format!("There are {MOST} webhooks.")).into());
    }
    let reached = events::use_cases::last_number(c)?;
    let webhook = Webhook::new(details, reached, by.account, by.now);
    store::insert(c, &webhook)?;
    let secret = WebhookSecret::new(webhook.id, by.now);
    store::insert_secret(c, &secret)?;
    by.audit(
        c,
        Change::created(Operation::create_webhook, "webhook", webhook.id, &webhook)?,
    )?;
    Ok((webhook, secret.secret))
}

fn refuse_out_of_reach(c: &mut Conn, by: &Caller, details: &WebhookDetails) -> Result<(), Error> {
    let province = match &details.province {
        Some(code) => provinces::store::find(c, code)?,
        None => None,
    };
    details.refuse_out_of_reach(province.as_ref(), &by.reach)
}

/// The webhook of that id, within reach.
pub(crate) fn read(c: &mut Conn, by: &Caller, id: WebhookId) -> Result<Webhook, Error> {
    let found = store::find(c, id)?;
    found
        .ok_or_else(|| NOT_FOUND.problem("There is no webhook with this id."))?
        .within(&by.reach)
}

/// Changes a webhook to what `change` makes of it. What waits is tried at once: whoever changes it has seen to its receiver.
pub(crate) fn update(
    c: &mut Conn,
    by: &Caller,
    id: WebhookId,
    change: impl FnOnce(&Webhook) -> Result<WebhookDetails, Error>,
) -> Result<Webhook, Error> {
    let before = read(c, by, id)?;
    let details = change(&before)?;
    refuse_out_of_reach(c, by, &details)?;
    store::hasten(c, id, by.now)?;
    keep(c, by, Operation::update_webhook, &before, before.clone().with(details)?)
}

/// Withdraws a webhook: nothing is sent to it any more.
pub(crate) fn withdraw(c: &mut Conn, by: &Caller, id: WebhookId) -> Result<Webhook, Error> {
    let before = read(c, by, id)?;
    let after = before.clone().withdrawn(by.now)?;
    store::delete_secrets(c, id)?;
    store::give_up(c, id)?;
    keep(c, by, Operation::create_webhook_withdrawal, &before, after)
}

fn keep(c: &mut Conn, by: &Caller, action: Operation, before: &Webhook, after: Webhook) -> Result<Webhook, Error> {
    store::update(c, &after)?;
    by.audit(c, Change::altered(action, "webhook", after.id, before, &after)?)?;
    Ok(after)
}

/// Makes a new secret; the one before signs too for a day. Another one within that day takes the place of the new one.
pub(crate) fn rotate(c: &mut Conn, by: &Caller, id: WebhookId) -> Result<String, Error> {
    let webhook = read(c, by, id)?.standing()?;
    store::retire_secret(c, id, by.now, by.now.after(OVERLAP))?;
    let secret = WebhookSecret::new(id, by.now);
    store::insert_secret(c, &secret)?;
    let after = json!({ "secret_id": secret.id });
    by.audit(
        c,
        Change::created(Operation::create_webhook_secret, "webhook", webhook.id, &after)?,
    )?;
    Ok(secret.secret)
}

/// The deliveries of a webhook, the latest event first.
pub(crate) fn deliveries(
    c: &mut Conn,
    by: &Caller,
    id: WebhookId,
    before: Option<i64>,
    rows: i64,
) -> Result<Vec<WebhookDelivery>, Error> {
    let webhook = read(c, by, id)?;
    store::list_deliveries(c, webhook.id, before, rows)
}

/// Sends a delivery once more.
pub(crate) fn send_again(
    c: &mut Conn,
    by: &Caller,
    id: WebhookId,
    delivery: WebhookDeliveryId,
) -> Result<WebhookDelivery, Error> {
    let webhook = read(c, by, id)?.standing()?;
    let found = store::find_delivery(c, delivery)?.filter(|found| found.webhook_id == webhook.id);
    let before = found.ok_or_else(|| NOT_FOUND.problem("The webhook has no delivery with this id."))?;
    if webhook.disabled_at.is_some() {
        return Err(WEBHOOK_DISABLED.problem("Its receiver has answered 410.").into());
    }
    let after = before.clone().again(by.now)?;
    store::update_delivery(c, &after)?;
    let change = Change::altered(
        Operation::create_webhook_attempt,
        "webhook",
        webhook.id,
        &before,
        &after,
    )?;
    by.audit(c, change)?;
    Ok(after)
}
