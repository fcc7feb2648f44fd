//! Webhooks: other people's programs are sent the [events](crate::events) that they want to hear of, in the form of Standard
//! Webhooks 1.0, until they have taken them.
//!
//! A webhook has a place in the log. The `courier` takes up what comes after it, as deliveries, and sends those. What was not
//! taken is sent again for some days, while others go on; so events may come late, twice and in another order, and their
//! numbers tell which.

mod addresses;
pub mod courier;
mod delivery;
pub mod routes;
mod sending;
mod signing;
pub(crate) mod store;
pub(crate) mod use_cases;

use std::time::Duration;

use chrono::TimeDelta;
use clap::Args;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use ureq::http::Uri;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_PROVINCE};
use crate::clubs::ALREADY_WITHDRAWN;
use crate::events::{EventFilter, EventType};
use crate::provinces::Province;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, WebhookId, WebhookSecretId};
use crate::values::validation::{Faults, ValueError, text};

/// The time for a try, from the look for the address until the answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Settings of webhooks.
#[derive(Debug, Clone, Copy, Args)]
pub struct WebhookSettings {
    /// Send events to machines of the own network too, and without TLS: only to try webhooks out
    #[arg(long, env = "WEBHOOKS_TO_PRIVATE_ADDRESSES")]
    pub webhooks_to_private_addresses: bool,

    /// The time for a try.
    #[arg(skip = PATIENCE)]
    pub patience: Duration,
}

impl Default for WebhookSettings {
    fn default() -> WebhookSettings {
        WebhookSettings {
            webhooks_to_private_addresses: false,
            patience: PATIENCE,
        }
    }
}

/// The longest URL.
pub const LONGEST_URL: usize = 500;

/// The most webhooks at a time.
const MOST: i64 = 100;

/// The time for which the secret of before signs too.
const OVERLAP: TimeDelta = TimeDelta::days(1);

/// A webhook as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::webhooks)]
pub(crate) struct Webhook {
    pub(crate) id: WebhookId,
    pub(crate) url: String,
    /// The types with commas between them; empty for all.
    pub(crate) types: String,
    #[diesel(column_name = province_code)]
    pub(crate) province: Option<String>,
    pub(crate) created_by: AccountId,
    pub(crate) created_at: Timestamp,
    /// The number in the log up to which events were taken up as deliveries.
    pub(crate) reached: i64,
    /// The time until which one instance alone sends to it.
    #[serde(skip)]
    pub(crate) claimed_until: Timestamp,
    pub(crate) disabled_at: Option<Timestamp>,
    pub(crate) withdrawn_at: Option<Timestamp>,
}

/// The part of a webhook that may be changed.
#[derive(Debug, Clone)]
pub struct WebhookDetails {
    url: String,
    types: String,
    province: Option<String>,
}

crate::problem_kinds! {
    TOO_MANY_WEBHOOKS = 409 "too-many-webhooks", "There are as many webhooks as there can be",
        "Each is sent every event. Withdraw one that nobody needs: `POST /v1/webhooks/{id}/withdrawals`.";
    WEBHOOK_DISABLED = 409 "webhook-disabled", "The webhook takes nothing any more",
        "Its receiver has answered 410. A change of the webhook lets it begin anew: `PATCH /v1/webhooks/{id}`.";
    STILL_WAITING = 409 "still-waiting", "The delivery is tried again by itself",
        "What waits is tried until it was taken, or for some three days. Only what was delivered or has failed is sent once more.";
}

impl WebhookDetails {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// `invalid-url`, `invalid-value`.
    pub fn parse(
        url: &str,
        types: Option<&str>,
        province: Option<String>,
        takes_private: bool,
    ) -> Result<WebhookDetails, Faults> {
        let mut faults = Faults::default();
        let url = faults.check("/url", url_of(url, takes_private));
        let types = faults.check("/type", types_of(types));
        match (url, types) {
            (Some(url), Some(types)) => Ok(WebhookDetails { url, types, province }),
            _ => Err(faults),
        }
    }

    /// Refuses a province that there is not, or that the caller does not look after; and all provinces, but to
    /// administrators.
    pub fn refuse_out_of_reach(&self, found: Option<&Province>, reach: &Reach) -> Result<(), Error> {
        match &self.province {
            Some(code) if found.is_none() => Err(UNKNOWN_PROVINCE
                .at("/province", format!("There is no province {code}."))
                .into()),
            province => refuse_out_of_reach(province.as_ref(), reach),
        }
    }
}

fn refuse_out_of_reach(province: Option<&String>, reach: &Reach) -> Result<(), Error> {
    if reach.is_everywhere() || province.is_some_and(|province| reach.provinces().contains(province)) {
        return Ok(());
    }
    Err(OUT_OF_SCOPE
        .problem("You do not look after the provinces of this webhook.")
        .into())
}

/// Reads a URL to which events may be sent.
fn url_of(value: &str, takes_private: bool) -> Result<String, ValueError> {
    let value = text(value, LONGEST_URL)?;
    let invalid = |rule: &str| ValueError::new("invalid-url", rule);
    let uri: Uri = value.parse().map_err(|_| invalid("This is no URL."))?;
    let host = uri.host().filter(|host| !host.is_empty());
    let host = host.ok_or_else(|| invalid("The URL names no host."))?;
    match uri.scheme_str() {
        Some("https") => {}
        Some("http") if takes_private => {}
        _ => return Err(invalid("Must begin with https://.")),
    }
    if uri
        .authority()
        .is_some_and(|authority| authority.as_str().contains('@'))
    {
        return Err(invalid("A user and a password would stand there for all who read it."));
    }
    if addresses::is_known_private(host) && !takes_private {
        return Err(invalid("The address is none of the public internet."));
    }
    Ok(value)
}

/// Reads types of events with commas between them; all if nothing is said.
fn types_of(value: Option<&str>) -> Result<String, ValueError> {
    let words = value.unwrap_or_default();
    let unknown = words
        .split(',')
        .filter(|_| !words.is_empty())
        .find(|word| EventType::from_word(word).is_none());
    match unknown {
        Some(word) => Err(ValueError::new(
            "invalid-value",
            format!("There is no type {word:?} of events."),
        )),
        None => Ok(words.to_owned()),
    }
}

impl Webhook {
    /// A new one, which begins with what comes after that number.
    pub(crate) fn new(details: WebhookDetails, reached: i64, by: AccountId, now: Timestamp) -> Webhook {
        Webhook {
            id: WebhookId::new(now),
            url: details.url,
            types: details.types,
            province: details.province,
            created_by: by,
            created_at: now,
            reached,
            claimed_until: now,
            disabled_at: None,
            withdrawn_at: None,
        }
    }

    /// The webhook, if it is within reach.
    pub(crate) fn within(self, reach: &Reach) -> Result<Webhook, Error> {
        refuse_out_of_reach(self.province.as_ref(), reach)?;
        Ok(self)
    }

    /// The webhook with these details, which takes up again what was disabled.
    pub(crate) fn with(self, details: WebhookDetails) -> Result<Webhook, Error> {
        Ok(Webhook {
            url: details.url,
            types: details.types,
            province: details.province,
            disabled_at: None,
            ..self.standing()?
        })
    }

    /// The webhook, withdrawn.
    pub(crate) fn withdrawn(self, now: Timestamp) -> Result<Webhook, Error> {
        Ok(Webhook {
            withdrawn_at: Some(now),
            ..self.standing()?
        })
    }

    /// The webhook, unless it was withdrawn.
    pub(crate) fn standing(self) -> Result<Webhook, Error> {
        if self.withdrawn_at.is_some() {
            return Err(ALREADY_WITHDRAWN.problem("The webhook was withdrawn.").into());
        }
        Ok(self)
    }

    /// Whether events are sent to it.
    pub(crate) fn is_active(&self) -> bool {
        self.disabled_at.is_none() && self.withdrawn_at.is_none()
    }

    /// The events that it is sent.
    pub(crate) fn filter(&self) -> EventFilter {
        EventFilter {
            types: self.types.split(',').filter_map(EventType::from_word).collect(),
            province: self.province.clone(),
        }
    }
}

/// A secret by which a webhook is signed.
#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::webhook_secrets)]
pub(crate) struct WebhookSecret {
    pub(crate) id: WebhookSecretId,
    pub(crate) webhook_id: WebhookId,
    pub(crate) secret: String,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Option<Timestamp>,
}

impl WebhookSecret {
    /// A new one.
    pub(crate) fn new(webhook: WebhookId, now: Timestamp) -> WebhookSecret {
        WebhookSecret {
            id: WebhookSecretId::new(now),
            webhook_id: webhook,
            secret: signing::new_secret(),
            created_at: now,
            expires_at: None,
        }
    }
}
