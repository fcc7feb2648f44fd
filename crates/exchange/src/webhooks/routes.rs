//! Webhooks over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{WebhookDeliveryId, WebhookId};
use crate::values::validation::{Limited, Word};
use crate::web::body::{Body, NoBody, Query};
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::{Response, StoredResponse};
use crate::webhooks::delivery::WebhookDelivery;
use crate::webhooks::{LONGEST_URL, Webhook, WebhookDetails, WebhookSettings, store, use_cases};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(create_webhook)
        .service(list_webhooks)
        .service(read_webhook)
        .service(update_webhook)
        .service(create_webhook_withdrawal)
        .service(create_webhook_secret)
        .service(list_webhook_deliveries)
        .service(create_webhook_attempt);
}

/// A webhook, for those who look after its province.
#[derive(Serialize, ToSchema)]
#[schema(as = Webhook)]
struct WebhookView {
    /// Its id.
    #[schema(example = "019aa0ef-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: WebhookId,
    /// The URL to which events are sent.
    #[schema(example = "https://herders.example/events")]
    url: String,
    /// The types of events that are sent, with commas between them; null for all.
    #[serde(rename = "type")]
    #[schema(example = "match.changed,round.published")]
    types: Option<String>,
    /// The code of the province of which events are sent; null for all.
    #[schema(example = "ZA-NW")]
    province: Option<String>,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which its receiver answered 410; null if it has not.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-12-01T08:00:00.000000Z")]
    disabled_at: Option<Timestamp>,
    /// The time at which it was withdrawn; null if it was not.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-12-31T08:00:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
}

impl From<Webhook> for WebhookView {
    fn from(webhook: Webhook) -> WebhookView {
        WebhookView {
            id: webhook.id,
            url: webhook.url,
            types: Some(webhook.types).filter(|types| !types.is_empty()),
            province: webhook.province,
            created_at: webhook.created_at,
            disabled_at: webhook.disabled_at,
            withdrawn_at: webhook.withdrawn_at,
        }
    }
}

/// A webhook as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateWebhook {
    /// The URL to which events are sent: `https`, at an address of the public internet.
    #[schema(value_type = String, example = "https://herders.example/events", min_length = 1, max_length = 500)]
    url: Limited<LONGEST_URL>,
    /// The types of events to send, with commas between them, as of `GET /v1/events`; all if absent.
    #[serde(rename = "type")]
    #[schema(value_type = Option<String>, example = "match.changed,round.published", min_length = 0, max_length = 1024)]
    types: Option<Limited<1024>>,
    /// The code of the province of which to send events; all if absent, which is for administrators.
    #[schema(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
}

impl CreateWebhook {
    fn details(&self, settings: WebhookSettings) -> Result<WebhookDetails, Error> {
        let types = self.types.as_ref().map(Limited::as_str);
        let province = self.province.clone().map(String::from);
        let takes_private = settings.webhooks_to_private_addresses;
        Ok(WebhookDetails::parse(
            self.url.as_str(),
            types,
            province,
            takes_private,
        )?)
    }
}

/// A new webhook, with its secret.
#[derive(Serialize, ToSchema)]
struct NewWebhook {
    /// The webhook.
    webhook: WebhookView,
    /// The secret by which what is sent is signed. It is not shown again.
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=")]
    secret: String,
}

/// Make a webhook
///
/// Events that come from now on are sent to the URL, each as the body of a `POST`, in the form of `GET /v1/events` and signed by
/// [Standard Webhooks](https://www.standardwebhooks.com/) (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Any status
/// from 200 to 299 within 15 seconds takes an event; anything else has it sent again, for some three days, and 410 lets nothing be
/// sent any more. Events may come twice, with the same `webhook-id`, and in another order: `number` is theirs in the log.
#[utoipa::path(
    tag = "webhooks",
    request_body = CreateWebhook,
    responses(
        (status = 200, description = "The webhook, with its secret.", body = NewWebhook),
        (status = 409, description = "`too-many-webhooks`: there are as many as there can be."),
        (status = 422, description = "`unknown-province`: there is no such province."),
    ),
)]
#[post("/v1/webhooks")]
async fn create_webhook(
    caller: Coordinator,
    Body(asked, _): Body<CreateWebhook>,
    settings: Data<WebhookSettings>,
) -> Result<Response<NewWebhook>, Error> {
    let details = asked.details(**settings)?;
    let made = caller.write(move |c, by| use_cases::create(c, by, details.clone()));
    let (webhook, secret) = made.await?;
    Ok(Response::private(NewWebhook {
        webhook: webhook.into(),
        secret,
    }))
}

/// List webhooks
///
/// Those that were not withdrawn, the latest first; coordinators see those of their provinces.
#[utoipa::path(
    tag = "webhooks",
    params(PageQuery),
    responses((status = 200, description = "A page of webhooks.", body = Page<WebhookView>)),
)]
#[get("/v1/webhooks")]
async fn list_webhooks(
    caller: Coordinator,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<WebhookView>>, Error> {
    let (limit, after) = (query.limit, query.after()?);
    let webhooks = caller.read(move |c, by| store::list(c, &by.reach, after, limit.rows()));
    let page = Page::of(webhooks.await?, limit, |webhook| webhook.id, WebhookView::from)?;
    Ok(Response::private_page(page))
}

/// Read a webhook
#[utoipa::path(
    tag = "webhooks",
    responses((status = 200, description = "The webhook.", body = WebhookView)),
)]
#[get("/v1/webhooks/{id}")]
async fn read_webhook(caller: Coordinator, id: Path<WebhookId>) -> Result<Response<WebhookView>, Error> {
    let webhook = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(webhook.into()))
}

/// The part of a webhook that may be changed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateWebhook {
    /// The URL to which events are sent.
    #[schema(value_type = String, required = false, example = "https://herders.example/events", min_length = 1, max_length = 500)]
    url: Limited<LONGEST_URL>,
    /// The types of events to send, with commas between them; null for all.
    #[serde(rename = "type")]
    #[schema(value_type = Option<String>, example = "match.changed,round.published", min_length = 0, max_length = 1024)]
    types: Option<Limited<1024>>,
    /// The code of the province of which to send events; null for all, which is for administrators.
    #[schema(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
}

/// Change a webhook
///
/// By a JSON Merge Patch: what is sent is changed, and nothing else. What waits is tried at once, and one whose receiver had
/// answered 410 goes on where it was.
#[utoipa::path(
    tag = "webhooks",
    request_body(content = UpdateWebhook, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The webhook as it is now.", body = WebhookView),
        (status = 409, description = "`already-withdrawn`: it was withdrawn."),
        (status = 422, description = "`unknown-province`: there is no such province."),
    ),
)]
#[patch("/v1/webhooks/{id}")]
async fn update_webhook(
    caller: Coordinator,
    id: Path<WebhookId>,
    MergePatch(change, request): MergePatch,
    settings: Data<WebhookSettings>,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let webhook = use_cases::update(c, by, *id, |webhook| {
                let view = WebhookView::from(webhook.clone());
                let form = UpdateWebhook {
                    url: Limited::known(webhook.url.clone()),
                    types: view.types.clone().map(Limited::known),
                    province: webhook.province.clone().map(Word::known),
                };
                let UpdateWebhook { url, types, province } = change.applied_to(&view, &form)?;
                CreateWebhook { url, types, province }.details(**settings)
            })?;
            Ok(Response::private(WebhookView::from(webhook)))
        })
        .await
}

/// Withdraw a webhook
///
/// Nothing is sent to it any more, what waits neither; its secrets are gone.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 201, description = "The webhook, withdrawn.", body = WebhookView),
        (status = 409, description = "`already-withdrawn`: it was withdrawn before."),
    ),
)]
#[post("/v1/webhooks/{id}/withdrawals")]
async fn create_webhook_withdrawal(
    caller: Coordinator,
    id: Path<WebhookId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let webhook = use_cases::withdraw(c, by, *id)?;
            let location = format!("/v1/webhooks/{}", webhook.id);
            Ok(Response::private(WebhookView::from(webhook)).created_at(location))
        })
        .await
}

/// A new secret of a webhook.
#[derive(Serialize, ToSchema)]
struct NewWebhookSecret {
    /// The secret. It is not shown again.
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=")]
    secret: String,
}

/// Make a new secret for a webhook
///
/// Events are signed by it from now on, and for a day by the one before as well. There are two at a time: another one within
/// that day takes the place of the new one.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, description = "The secret.", body = NewWebhookSecret),
        (status = 409, description = "`already-withdrawn`: the webhook was withdrawn."),
    ),
)]
#[post("/v1/webhooks/{id}/secrets")]
async fn create_webhook_secret(caller: Coordinator, id: Path<WebhookId>) -> Result<Response<NewWebhookSecret>, Error> {
    let secret = caller.write(move |c, by| use_cases::rotate(c, by, *id)).await?;
    Ok(Response::private(NewWebhookSecret { secret }))
}

/// List the deliveries of a webhook
///
/// The events of the last 30 days that were sent, and all that wait to be sent, the latest first.
#[utoipa::path(
    tag = "webhooks",
    params(PageQuery),
    responses((status = 200, description = "A page of deliveries.", body = Page<WebhookDelivery>)),
)]
#[get("/v1/webhooks/{id}/deliveries")]
async fn list_webhook_deliveries(
    caller: Coordinator,
    id: Path<WebhookId>,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<WebhookDelivery>>, Error> {
    let (limit, before) = (query.limit, query.after()?);
    let deliveries = caller.read(move |c, by| use_cases::deliveries(c, by, *id, before, limit.rows()));
    let page = Page::of(
        deliveries.await?,
        limit,
        |delivery| delivery.number,
        |delivery| delivery,
    )?;
    Ok(Response::private_page(page))
}

/// Send a delivery once more
///
/// One that was delivered, or that is not tried any more.
#[utoipa::path(
    tag = "webhooks",
    params(
        ("delivery" = WebhookDeliveryId, Path, description = "The delivery's id.", example = "019aa0f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f"),
    ),
    responses(
        (status = 201, description = "The delivery, which waits.", body = WebhookDelivery),
        (status = 409, description = "In this order: `already-withdrawn`: the webhook was withdrawn. `webhook-disabled`: its receiver has answered 410. `still-waiting`: it is tried again by itself."),
    ),
)]
#[post("/v1/webhooks/{id}/deliveries/{delivery}/attempts")]
async fn create_webhook_attempt(
    caller: Coordinator,
    path: Path<(WebhookId, WebhookDeliveryId)>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    let (webhook, delivery) = path.into_inner();
    caller
        .write_once(request, move |c, by| {
            let delivery = use_cases::send_again(c, by, webhook, delivery)?;
            let location = format!("/v1/webhooks/{webhook}/deliveries");
            Ok(Response::private(delivery).created_at(location))
        })
        .await
}
