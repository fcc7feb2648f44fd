//! Deliveries: events on their way to a webhook.

use chrono::TimeDelta;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::events::EventType;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{WebhookDeliveryId, WebhookId};
use crate::webhooks::STILL_WAITING;
use crate::webhooks::sending::Answer;

/// The minutes from each try to the next, as Standard Webhooks proposes them: some three days in all.
const PAUSES: [i64; 9] = [1, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 24 * 60];

crate::string_enum! {
    /// Whether an event was delivered.
    pub enum WebhookDeliveryState as "WebhookDeliveryState" {
        /// It is tried again.
        Waiting = "waiting",
        /// The receiver has taken it.
        Delivered = "delivered",
        /// It is not tried any more.
        Failed = "failed",
    }
}

/// An event on its way to a webhook, or that was sent.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::webhook_deliveries)]
pub(crate) struct WebhookDelivery {
    /// Its id, which the receiver gets as `webhook-id`, each time the same.
    #[schema(example = "019aa0f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(crate) id: WebhookDeliveryId,
    /// The webhook.
    #[schema(example = "019aa0ef-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(crate) webhook_id: WebhookId,
    /// The number of the event.
    #[schema(example = 1640)]
    pub(crate) number: i64,
    /// The type of the event.
    #[serde(rename = "type")]
    pub(crate) event: EventType,
    /// Whether it was delivered.
    pub(crate) state: WebhookDeliveryState,
    /// The times that it was tried.
    #[schema(example = 1)]
    pub(crate) tries: i64,
    /// The time at which the event was taken up.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) created_at: Timestamp,
    /// The time of the last try; null if there was none.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) tried_at: Option<Timestamp>,
    /// The time of the next try; null if there is none.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-20T08:01:00.000000Z")]
    pub(crate) next_at: Option<Timestamp>,
    /// The status that was answered last; null if nothing was.
    #[schema(example = 503)]
    pub(crate) status: Option<i64>,
    /// The reason why nothing was answered: `timeout`, `host-not-found`, `address-not-public`, `connection-refused`, `tls` or
    /// `no-answer`; `event-gone` if there is nothing to tell any more.
    #[schema(example = "timeout")]
    pub(crate) fault: Option<String>,
}

impl WebhookDelivery {
    /// An event that was not tried yet.
    pub(crate) fn new(webhook: WebhookId, number: i64, event: EventType, now: Timestamp) -> WebhookDelivery {
        WebhookDelivery {
            id: WebhookDeliveryId::new(now),
            webhook_id: webhook,
            number,
            event,
            state: WebhookDeliveryState::Waiting,
            tries: 0,
            created_at: now,
            tried_at: None,
            next_at: Some(now),
            status: None,
            fault: None,
        }
    }

    /// The delivery after a try that ended so. `chance` keeps those that failed together from coming back together.
    pub(crate) fn tried(self, answer: Answer, now: Timestamp, chance: u8) -> WebhookDelivery {
        let tries = self.tries + 1;
        let pause = usize::try_from(tries - 1).ok().and_then(|done| PAUSES.get(done));
        let next_at = match pause {
            Some(minutes) if !answer.is_good() && !answer.is_last() => {
                // From four fifths to six fifths of it.
                let seconds = minutes * 60 * (80 + i64::from(chance % 41)) / 100;
                Some(now.after(TimeDelta::seconds(seconds)))
            }
            _ => None,
        };
        let state = match next_at {
            Some(_) => WebhookDeliveryState::Waiting,
            None if answer.is_good() => WebhookDeliveryState::Delivered,
            None => WebhookDeliveryState::Failed,
        };
        let (status, fault) = match answer {
            Answer::Status(status) => (Some(i64::from(status)), None),
            Answer::None(fault) => (None, Some(fault.to_owned())),
        };
        WebhookDelivery {
            state,
            tries,
            tried_at: Some(now),
            next_at,
            status,
            fault,
            ..self
        }
    }

    /// The delivery of something that cannot be told any more.
    pub(crate) fn of_nothing(self) -> WebhookDelivery {
        WebhookDelivery {
            state: WebhookDeliveryState::Failed,
            next_at: None,
            fault: Some("event-gone".to_owned()),
            ..self
        }
    }

    /// The delivery, to be sent once more.
    pub(crate) fn again(self, now: Timestamp) -> Result<WebhookDelivery, Error> {
        if self.state == WebhookDeliveryState::Waiting {
            return Err(STILL_WAITING.problem("It waits for its next try.").into());
        }
        Ok(WebhookDelivery {
            state: WebhookDeliveryState::Waiting,
            tries: 0,
            next_at: Some(now),
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::webhooks::delivery::*;

    fn new() -> WebhookDelivery {
        let now = Timestamp("2026-11-20T08:00:00Z".parse().unwrap());
        WebhookDelivery::new(WebhookId::new(now), 1640, EventType::MatchChanged, now)
    }

    /// The hours until it is given up, and the tries until then, if nothing is ever answered.
    fn hours_and_tries(chance: u8) -> (i64, i64) {
        let mut delivery = new();
        while let Some(due) = delivery.next_at {
            assert_eq!(delivery.state, WebhookDeliveryState::Waiting);
            delivery = delivery.tried(Answer::None("timeout"), due, chance);
        }
        assert_eq!(delivery.state, WebhookDeliveryState::Failed);
        let last = delivery.tried_at.unwrap().unix_seconds();
        ((last - delivery.created_at.unix_seconds()) / 3_600, delivery.tries)
    }

    #[test]
    fn tries_go_on_for_some_three_days_and_chance_sets_them_apart() {
        assert_eq!(hours_and_tries(0), (60, 10));
        assert_eq!(hours_and_tries(20), (75, 10));
        assert_eq!(hours_and_tries(40), (90, 10));
        assert_eq!(hours_and_tries(41), hours_and_tries(0));
    }

    #[test]
    fn any_good_status_takes_it_and_410_ends_it() {
        let ends = |status: u16| {
            let tried = new().tried(Answer::Status(status), new().created_at, 0);
            (tried.state, tried.next_at.is_some(), tried.status)
        };
        for status in [200, 202, 299] {
            assert_eq!(
                ends(status),
                (WebhookDeliveryState::Delivered, false, Some(i64::from(status)))
            );
        }
        assert_eq!(ends(410), (WebhookDeliveryState::Failed, false, Some(410)));
        for status in [199, 300, 301, 404, 429, 500, 503] {
            assert_eq!(
                ends(status),
                (WebhookDeliveryState::Waiting, true, Some(i64::from(status)))
            );
        }
    }
}
