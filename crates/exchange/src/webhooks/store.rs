//! Webhooks in the database.

use chrono::TimeDelta;
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::db::Conn;
use crate::db::schema::{webhook_deliveries, webhook_secrets, webhooks};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{WebhookDeliveryId, WebhookId};
use crate::webhooks::delivery::{WebhookDelivery, WebhookDeliveryState};
use crate::webhooks::{Webhook, WebhookSecret};

/// The time for which deliveries are kept that are done with.
const KEPT: TimeDelta = TimeDelta::days(30);

/// The most deliveries that are taken away in one transaction.
const CLEARED: i64 = 500;

/// The deliveries of a webhook that wait.
#[diesel::dsl::auto_type(no_type_alias)]
fn waiting_for(webhook: WebhookId) -> _ {
    webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(webhook))
        .filter(webhook_deliveries::next_at.is_not_null())
}

pub(crate) fn insert(c: &mut Conn, webhook: &Webhook) -> Result<(), Error> {
    diesel::insert_into(webhooks::table).values(webhook).execute(c)?;
    Ok(())
}

pub(crate) fn update(c: &mut Conn, webhook: &Webhook) -> Result<(), Error> {
    diesel::update(webhooks::table.find(webhook.id))
        .set((
            webhooks::url.eq(&webhook.url),
            webhooks::types.eq(&webhook.types),
            webhooks::province_code.eq(&webhook.province),
            webhooks::disabled_at.eq(webhook.disabled_at),
            webhooks::withdrawn_at.eq(webhook.withdrawn_at),
        ))
        .execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: WebhookId) -> Result<Option<Webhook>, Error> {
    Ok(webhooks::table
        .find(id)
        .select(Webhook::as_select())
        .first(c)
        .optional()?)
}

/// The webhooks within reach that are not withdrawn, the latest first.
pub(crate) fn list(c: &mut Conn, reach: &Reach, after: Option<WebhookId>, rows: i64) -> Result<Vec<Webhook>, Error> {
    let mut query = webhooks::table
        .filter(webhooks::withdrawn_at.is_null())
        .select(Webhook::as_select())
        .order(webhooks::id.desc())
        .limit(rows)
        .into_boxed();
    if !reach.is_everywhere() {
        query = query.filter(webhooks::province_code.eq_any(reach.provinces().to_vec()));
    }
    if let Some(after) = after {
        query = query.filter(webhooks::id.lt(after));
    }
    Ok(query.load(c)?)
}

/// The number of webhooks that are not withdrawn.
pub(crate) fn count(c: &mut Conn) -> Result<i64, Error> {
    Ok(webhooks::table
        .filter(webhooks::withdrawn_at.is_null())
        .count()
        .get_result(c)?)
}

/// The webhooks that nobody serves and to which something may have to be sent: those that have not reached that number, or for
/// which something waits. First comes the one that was served the longest ago.
pub(crate) fn due(c: &mut Conn, last: i64, now: Timestamp) -> Result<Vec<WebhookId>, Error> {
    let waiting = webhook_deliveries::table
        .filter(webhook_deliveries::next_at.le(now))
        .filter(webhook_deliveries::webhook_id.eq(webhooks::id));
    Ok(webhooks::table
        .filter(webhooks::disabled_at.is_null())
        .filter(webhooks::withdrawn_at.is_null())
        .filter(webhooks::claimed_until.le(now))
        .filter(webhooks::reached.lt(last).or(diesel::dsl::exists(waiting)))
        .order((webhooks::claimed_until, webhooks::id))
        .select(webhooks::id)
        .load(c)?)
}

/// Claims a webhook that nobody serves until then; false if somebody does.
pub(crate) fn claim(c: &mut Conn, id: WebhookId, now: Timestamp, until: Timestamp) -> Result<bool, Error> {
    let free = webhooks::table.find(id).filter(webhooks::claimed_until.le(now));
    let claimed = diesel::update(free).set(webhooks::claimed_until.eq(until));
    Ok(claimed.execute(c)? == 1)
}

/// Lets a claim hold until another time; false if somebody else has the webhook now.
pub(crate) fn renew(c: &mut Conn, id: WebhookId, claim: Timestamp, until: Timestamp) -> Result<bool, Error> {
    let claimed = webhooks::table.find(id).filter(webhooks::claimed_until.eq(claim));
    let renewed = diesel::update(claimed).set(webhooks::claimed_until.eq(until));
    Ok(renewed.execute(c)? == 1)
}

/// Notes that events were taken up to that number; false if they were already.
pub(crate) fn reach(c: &mut Conn, webhook: &Webhook, number: i64) -> Result<bool, Error> {
    let unmoved = webhooks::table
        .find(webhook.id)
        .filter(webhooks::reached.eq(webhook.reached));
    let moved = diesel::update(unmoved).set(webhooks::reached.eq(number)).execute(c)?;
    Ok(moved == 1)
}

/// Notes that the receiver takes nothing any more.
pub(crate) fn disable(c: &mut Conn, id: WebhookId, at: Option<Timestamp>) -> Result<(), Error> {
    diesel::update(webhooks::table.find(id))
        .set(webhooks::disabled_at.eq(at))
        .execute(c)?;
    Ok(())
}

pub(crate) fn insert_secret(c: &mut Conn, secret: &WebhookSecret) -> Result<(), Error> {
    diesel::insert_into(webhook_secrets::table).values(secret).execute(c)?;
    Ok(())
}

/// Makes room for a new secret beside one that ends then: the one that has no end yet, or, where one ends already, that one.
pub(crate) fn retire_secret(c: &mut Conn, webhook: WebhookId, now: Timestamp, end: Timestamp) -> Result<(), Error> {
    let of_it = || webhook_secrets::table.filter(webhook_secrets::webhook_id.eq(webhook));
    let newest = || of_it().filter(webhook_secrets::expires_at.is_null());
    diesel::delete(of_it().filter(webhook_secrets::expires_at.le(now))).execute(c)?;
    let ending: i64 = of_it()
        .filter(webhook_secrets::expires_at.is_not_null())
        .count()
        .get_result(c)?;
    if ending > 0 {
        diesel::delete(newest()).execute(c)?;
    } else {
        diesel::update(newest())
            .set(webhook_secrets::expires_at.eq(end))
            .execute(c)?;
    }
    Ok(())
}

/// Takes away the secrets of a webhook.
pub(crate) fn delete_secrets(c: &mut Conn, webhook: WebhookId) -> Result<(), Error> {
    diesel::delete(webhook_secrets::table.filter(webhook_secrets::webhook_id.eq(webhook))).execute(c)?;
    Ok(())
}

/// The secrets by which a webhook is signed, the newest first.
pub(crate) fn secrets(c: &mut Conn, webhook: WebhookId, now: Timestamp) -> Result<Vec<String>, Error> {
    Ok(webhook_secrets::table
        .filter(webhook_secrets::webhook_id.eq(webhook))
        .filter(
            webhook_secrets::expires_at
                .is_null()
                .or(webhook_secrets::expires_at.gt(now)),
        )
        .order(webhook_secrets::id.desc())
        .select(webhook_secrets::secret)
        .load(c)?)
}

/// The delivery of a webhook that is to be tried next, if one is due.
pub(crate) fn next_due(c: &mut Conn, webhook: WebhookId, now: Timestamp) -> Result<Option<WebhookDelivery>, Error> {
    Ok(webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(webhook))
        .filter(webhook_deliveries::next_at.le(now))
        .order((webhook_deliveries::next_at, webhook_deliveries::number))
        .select(WebhookDelivery::as_select())
        .first(c)
        .optional()?)
}

/// The number of deliveries of a webhook that wait.
pub(crate) fn waiting(c: &mut Conn, webhook: WebhookId) -> Result<i64, Error> {
    Ok(waiting_for(webhook).count().get_result(c)?)
}

/// Keeps deliveries that were taken up.
pub(crate) fn insert_deliveries(c: &mut Conn, deliveries: &[WebhookDelivery]) -> Result<(), Error> {
    for delivery in deliveries {
        diesel::insert_into(webhook_deliveries::table)
            .values(delivery)
            .execute(c)?;
    }
    Ok(())
}

pub(crate) fn update_delivery(c: &mut Conn, delivery: &WebhookDelivery) -> Result<(), Error> {
    diesel::update(webhook_deliveries::table.find(delivery.id))
        .set((
            webhook_deliveries::state.eq(delivery.state),
            webhook_deliveries::tries.eq(delivery.tries),
            webhook_deliveries::tried_at.eq(delivery.tried_at),
            webhook_deliveries::next_at.eq(delivery.next_at),
            webhook_deliveries::status.eq(delivery.status),
            webhook_deliveries::fault.eq(&delivery.fault),
        ))
        .execute(c)?;
    Ok(())
}

pub(crate) fn find_delivery(c: &mut Conn, id: WebhookDeliveryId) -> Result<Option<WebhookDelivery>, Error> {
    let delivery = webhook_deliveries::table.find(id).select(WebhookDelivery::as_select());
    Ok(delivery.first(c).optional()?)
}

/// Lets all that waits for a webhook be tried now.
pub(crate) fn hasten(c: &mut Conn, webhook: WebhookId, now: Timestamp) -> Result<(), Error> {
    diesel::update(waiting_for(webhook))
        .set(webhook_deliveries::next_at.eq(now))
        .execute(c)?;
    Ok(())
}

/// Gives up all that waits for a webhook.
pub(crate) fn give_up(c: &mut Conn, webhook: WebhookId) -> Result<(), Error> {
    let nothing: Option<Timestamp> = None;
    diesel::update(waiting_for(webhook))
        .set((
            webhook_deliveries::state.eq(WebhookDeliveryState::Failed),
            webhook_deliveries::next_at.eq(nothing),
        ))
        .execute(c)?;
    Ok(())
}

/// The deliveries of a webhook, the latest event first.
pub(crate) fn list_deliveries(
    c: &mut Conn,
    webhook: WebhookId,
    before: Option<i64>,
    rows: i64,
) -> Result<Vec<WebhookDelivery>, Error> {
    let mut query = webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(webhook))
        .select(WebhookDelivery::as_select())
        .order(webhook_deliveries::number.desc())
        .limit(rows)
        .into_boxed();
    if let Some(before) = before {
        query = query.filter(webhook_deliveries::number.lt(before));
    }
    Ok(query.load(c)?)
}

/// Takes away deliveries that are done with and older than a month, some of them; whether there may be more.
pub(crate) fn clear(c: &mut Conn, now: Timestamp) -> Result<bool, Error> {
    let old = webhook_deliveries::table
        .filter(webhook_deliveries::next_at.is_null())
        .filter(webhook_deliveries::created_at.lt(now.before(KEPT)))
        .limit(CLEARED);
    let ids: Vec<WebhookDeliveryId> = old.select(webhook_deliveries::id).load(c)?;
    diesel::delete(webhook_deliveries::table.filter(webhook_deliveries::id.eq_any(&ids))).execute(c)?;
    Ok(!ids.is_empty())
}
