//! The courier: takes up events for webhooks and sends them, beside the requests. Every instance has one; a webhook is served by
//! the one that has claimed it, and by another once that claim was not renewed.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::Semaphore;

use crate::db::{Conn, Database};
use crate::events::{self, EventFilter};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::WebhookId;
use crate::values::random;
use crate::webhooks::delivery::WebhookDelivery;
use crate::webhooks::sending::{Answer, Parcel, Sender};
use crate::webhooks::{Webhook, WebhookSettings, signing, store};

/// The time between two looks for something to send.
const INTERVAL: Duration = Duration::from_millis(500);

/// The time for which a claim holds if it is not renewed: a try, and what is written of it, take less.
const CLAIM: TimeDelta = TimeDelta::seconds(60);

/// The webhooks to which something is sent at a time, each on a thread of its own.
const AT_A_TIME: usize = 8;

/// The events that are sent to a webhook before others have their turn, and that are taken up at a time.
const IN_A_ROW: usize = 50;

/// The deliveries of a webhook that wait before no more are taken up: the log keeps the others for it.
const MOST_WAITING: i64 = 200;

/// The time between two looks for deliveries that are not kept any more.
const CLEARING: TimeDelta = TimeDelta::hours(1);

/// The courier of an instance. Cheap to clone.
#[derive(Clone)]
pub struct Courier {
    database: Database,
    clock: Clock,
    sender: Sender,
    places: Arc<Semaphore>,
}

/// Something to do for a webhook.
enum Step {
    Nothing,
    /// Events to take up; all is looked at then up to that number.
    TakeUp(Webhook, Vec<WebhookDelivery>, i64),
    Send(WebhookDelivery, Parcel),
    /// A delivery of something that is not told any more.
    GiveUp(WebhookDelivery),
}

/// The claim on a webhook: the time until which it holds, and the one until which it holds after something was kept.
#[derive(Clone, Copy)]
struct Claim {
    webhook: WebhookId,
    held: Timestamp,
    renewed: Timestamp,
}

impl Courier {
    pub fn new(database: Database, clock: Clock, settings: WebhookSettings) -> Courier {
        Courier {
            database,
            clock,
            sender: Sender::new(settings),
            places: Arc::new(Semaphore::new(AT_A_TIME)),
        }
    }

    /// Goes on until it is dropped.
    pub async fn work(self) {
        let mut cleared = None;
        loop {
            match self.look().await {
                Err(error) if !error.is_passing() => tracing::error!(%error, "webhooks cannot be served"),
                _ => {}
            }
            let now = self.clock.now();
            if cleared.is_none_or(|cleared| cleared < now.before(CLEARING)) {
                cleared = Some(now);
                if let Err(error) = self.clear(now).await {
                    // It is done the next time.
                    tracing::warn!(%error, "old deliveries could not be taken away");
                }
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Takes away what is not kept any more, some at a time, so that no writer waits for it.
    async fn clear(&self, now: Timestamp) -> Result<(), Error> {
        while self.database.tidy_up(move |c| store::clear(c, now)).await? {}
        Ok(())
    }

    /// Begins to serve the webhooks for which there is something to do, as far as there are places.
    async fn look(&self) -> Result<(), Error> {
        let now = self.clock.now();
        let due = self.database.read(move |c| {
            let last = events::use_cases::last_number(c)?;
            store::due(c, last, now)
        });
        for webhook in due.await? {
            let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
                break;
            };
            let courier = self.clone();
            tokio::spawn(async move {
                if let Err(error) = courier.serve(webhook).await {
                    tracing::warn!(%webhook, %error, "a webhook could not be served");
                }
                drop(place);
            });
        }
        Ok(())
    }

    /// Claims a webhook and sends what is due to it, one after the other, until there is nothing more or a try was in vain.
    async fn serve(&self, webhook: WebhookId) -> Result<(), Error> {
        let now = self.clock.now();
        let mut until = now.after(CLAIM);
        let claim = move |c: &mut Conn| store::claim(c, webhook, now, until);
        if !self.database.tidy_up(claim).await? {
            return Ok(());
        }
        for _ in 0..IN_A_ROW {
            let now = self.clock.now();
            let claim = Claim {
                webhook,
                held: until,
                renewed: now.after(CLAIM),
            };
            let step = self.database.read(move |c| next(c, webhook, now)).await?;
            let (is_kept, is_good) = match step {
                Step::Nothing => break,
                Step::TakeUp(from, deliveries, number) => {
                    let take_up = move |c: &mut Conn| {
                        if store::reach(c, &from, number)? {
                            store::insert_deliveries(c, &deliveries)?;
                        }
                        Ok(())
                    };
                    (self.keep(claim, take_up).await?, true)
                }
                Step::GiveUp(delivery) => {
                    let after = delivery.of_nothing();
                    let give_up = move |c: &mut Conn| store::update_delivery(c, &after);
                    (self.keep(claim, give_up).await?, true)
                }
                Step::Send(delivery, parcel) => {
                    let answer = self.sender.send(parcel).await?;
                    (self.put_down(claim, delivery, answer).await?, answer.is_good())
                }
            };
            if !is_kept {
                return Ok(());
            }
            until = claim.renewed;
            if !is_good {
                break;
            }
        }
        let now = self.clock.now();
        let give_back = move |c: &mut Conn| store::renew(c, webhook, until, now);
        self.database.tidy_up(give_back).await?;
        Ok(())
    }

    /// Keeps how a try ended; false if the claim was lost.
    async fn put_down(&self, claim: Claim, delivery: WebhookDelivery, answer: Answer) -> Result<bool, Error> {
        let [chance] = random::bytes::<1>();
        let after = delivery.tried(answer, self.clock.now(), chance);
        let put_down = move |c: &mut Conn| {
            store::update_delivery(c, &after)?;
            if answer.is_last() {
                store::disable(c, after.webhook_id, after.tried_at)?;
            }
            Ok(())
        };
        self.keep(claim, put_down).await
    }

    /// Writes what was done for a webhook, and renews the claim on it; false, and nothing is written, if that was lost.
    async fn keep(
        &self,
        claim: Claim,
        write: impl Fn(&mut Conn) -> Result<(), Error> + Send + 'static,
    ) -> Result<bool, Error> {
        let keep = move |c: &mut Conn| {
            let is_held = store::renew(c, claim.webhook, claim.held, claim.renewed)?;
            if is_held {
                write(c)?;
            }
            Ok(is_held)
        };
        self.database.tidy_up(keep).await
    }
}

/// The next thing to do for a webhook.
fn next(c: &mut Conn, id: WebhookId, now: Timestamp) -> Result<Step, Error> {
    let Some(webhook) = store::find(c, id)?.filter(Webhook::is_active) else {
        return Ok(Step::Nothing);
    };
    if let Some(delivery) = store::next_due(c, id, now)? {
        // It is read anew for each try: what has become hidden is not told.
        let page = events::use_cases::list(c, &EventFilter::default(), delivery.number - 1, 1, now.day())?;
        let event = page.items.into_iter().find(|event| event.number == delivery.number);
        return Ok(match event {
            Some(event) => {
                let parcel = parcel(c, &webhook, &delivery, &event, now)?;
                Step::Send(delivery, parcel)
            }
            None => Step::GiveUp(delivery),
        });
    }
    if store::waiting(c, id)? >= MOST_WAITING {
        return Ok(Step::Nothing);
    }
    let page = events::use_cases::list(c, &webhook.filter(), webhook.reached, IN_A_ROW, now.day())?;
    if page.next_after == webhook.reached {
        return Ok(Step::Nothing);
    }
    let events = page.items.iter();
    let deliveries = events.map(|event| WebhookDelivery::new(id, event.number, event.kind, now));
    Ok(Step::TakeUp(webhook, deliveries.collect(), page.next_after))
}

fn parcel(
    c: &mut Conn,
    webhook: &Webhook,
    delivery: &WebhookDelivery,
    event: &events::Event,
    now: Timestamp,
) -> Result<Parcel, Error> {
    let body = serde_json::to_string(event).map_err(|error| Error::Internal(error.to_string()))?;
    let (id, seconds) = (delivery.id.to_string(), now.unix_seconds());
    let secrets = store::secrets(c, webhook.id, now)?;
    Ok(Parcel {
        url: webhook.url.clone(),
        signatures: signing::signatures(&secrets, &id, seconds, &body)?,
        id,
        seconds,
        body,
    })
}
