//! The courier: sends events to webhooks, beside the requests, by one instance at a time; another takes over when that one is
//! gone. Two that believe they are the one send something twice, which receivers know by its id.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::Semaphore;

use crate::db::{Conn, Database, lease};
use crate::events::{self, EventFilter};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::{InstanceId, WebhookId};
use crate::values::random;
use crate::webhooks::sending::{Answer, Parcel, Sender};
use crate::webhooks::{Webhook, WebhookDelivery, WebhookSettings, signing, store};

/// The time between two looks for something to send.
const INTERVAL: Duration = Duration::from_millis(500);

/// The time between two looks of an instance that leaves it to another, or cannot do it.
const WATCH: Duration = Duration::from_secs(1);

/// The webhooks to which something is sent at a time, each on a thread of its own.
const AT_A_TIME: usize = 8;

/// The events that are sent to a webhook before others have their turn.
const IN_A_ROW: usize = 50;

/// The most deliveries of a webhook that wait. Until some were taken, no others are begun.
const MOST_WAITING: i64 = 200;

/// The time between two looks for deliveries that are not kept any more.
const CLEARING: TimeDelta = TimeDelta::hours(1);

/// The courier of a service. Cheap to clone; all clones share what is under way.
#[derive(Clone)]
pub(crate) struct Courier {
    database: Database,
    clock: Clock,
    sender: Sender,
    places: Arc<Semaphore>,
    /// The webhooks to which something is just being sent.
    busy: Arc<Mutex<HashSet<WebhookId>>>,
}

/// Something to do for a webhook.
enum Step {
    Nothing,
    /// Nothing in the log is for it up to that number.
    GoOn(Webhook, i64),
    /// A delivery, with what is sent; the webhook too if the event is a new one for it.
    Send(WebhookDelivery, Option<Webhook>, Parcel),
    /// A delivery of something that cannot be told any more.
    GiveUp(WebhookDelivery),
}

impl Courier {
    pub(crate) fn new(database: Database, clock: Clock, settings: WebhookSettings) -> Courier {
        Courier {
            database,
            clock,
            sender: Sender::new(settings.webhooks_to_private_addresses),
            places: Arc::new(Semaphore::new(AT_A_TIME)),
            busy: Arc::default(),
        }
    }

    /// Goes on until it is dropped.
    pub(crate) async fn work(self, instance: InstanceId) {
        let mut cleared = None;
        loop {
            let pause = match self.look(instance).await {
                Ok(true) => INTERVAL,
                Ok(false) => WATCH,
                Err(error) if error.is_passing() => INTERVAL,
                Err(error) => {
                    tracing::error!(%error, "webhooks cannot be served");
                    WATCH
                }
            };
            let now = self.clock.now();
            if cleared.is_none_or(|cleared| cleared < now.before(CLEARING)) {
                cleared = Some(now);
                if let Err(error) = self.database.tidy_up(move |c| store::clear(c, now)).await {
                    tracing::warn!(%error, "old deliveries could not be taken away");
                }
            }
            tokio::time::sleep(pause).await;
        }
    }

    /// Begins to send what is due, as far as there are places; false if another instance does it.
    async fn look(&self, instance: InstanceId) -> Result<bool, Error> {
        let now = self.clock.now();
        let due = self.database.read(move |c| {
            let last = events::use_cases::last_number(c)?;
            store::due(c, last, now)
        });
        let due = due.await?;
        if due.is_empty() {
            return Ok(true);
        }
        let claim = self
            .database
            .tidy_up(move |c| lease::claim(c, "webhook_courier", instance));
        if !claim.await? {
            return Ok(false);
        }
        for webhook in due {
            if !self.begin(webhook) {
                continue;
            }
            let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
                self.end(webhook);
                break;
            };
            let courier = self.clone();
            tokio::spawn(async move {
                if let Err(error) = courier.serve(webhook).await {
                    tracing::warn!(%webhook, %error, "a webhook could not be served");
                }
                courier.end(webhook);
                drop(place);
            });
        }
        Ok(true)
    }

    /// Notes that something is sent to it; false if something is already.
    fn begin(&self, webhook: WebhookId) -> bool {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner).insert(webhook)
    }

    fn end(&self, webhook: WebhookId) {
        self.busy
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&webhook);
    }

    /// Sends what is due to a webhook, one after the other, until a try is in vain.
    async fn serve(&self, webhook: WebhookId) -> Result<(), Error> {
        for _ in 0..IN_A_ROW {
            let now = self.clock.now();
            match self.database.read(move |c| next(c, webhook, now)).await? {
                Step::Nothing => return Ok(()),
                Step::GoOn(webhook, number) => {
                    self.database
                        .tidy_up(move |c| store::reach(c, &webhook, number))
                        .await?;
                }
                Step::GiveUp(delivery) => {
                    let after = delivery.of_nothing();
                    self.database
                        .tidy_up(move |c| store::update_delivery(c, &after))
                        .await?;
                }
                Step::Send(delivery, new_for, parcel) => {
                    let answer = self.sender.send(parcel).await?;
                    let [chance] = random::bytes::<1>();
                    let tried = delivery.tried(answer, self.clock.now(), chance);
                    self.database
                        .tidy_up(move |c| record(c, &tried, new_for.as_ref(), answer))
                        .await?;
                    if !answer.is_good() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

/// The next thing to do for a webhook.
fn next(c: &mut Conn, id: WebhookId, now: Timestamp) -> Result<Step, Error> {
    let Some(webhook) = store::find(c, id)?.filter(Webhook::is_active) else {
        return Ok(Step::Nothing);
    };
    if let Some(delivery) = store::next_due(c, id, now)? {
        let page = events::use_cases::list(c, &EventFilter::default(), delivery.number - 1, 1, now.day())?;
        let event = page.items.into_iter().find(|event| event.number == delivery.number);
        return Ok(match event {
            Some(event) => {
                let parcel = parcel(c, &webhook, &delivery, &event, now)?;
                Step::Send(delivery, None, parcel)
            }
            None => Step::GiveUp(delivery),
        });
    }
    if store::waiting(c, id)? >= MOST_WAITING {
        return Ok(Step::Nothing);
    }
    let page = events::use_cases::list(c, &webhook.filter(), webhook.reached, 1, now.day())?;
    match page.items.first() {
        Some(event) => {
            let delivery = WebhookDelivery::new(id, event.number, event.event, now);
            let parcel = parcel(c, &webhook, &delivery, event, now)?;
            Ok(Step::Send(delivery, Some(webhook), parcel))
        }
        None if page.next_after > webhook.reached => Ok(Step::GoOn(webhook, page.next_after)),
        None => Ok(Step::Nothing),
    }
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

/// Keeps how a try ended. What was new for a webhook is kept by the one who takes it on there.
fn record(c: &mut Conn, tried: &WebhookDelivery, new_for: Option<&Webhook>, answer: Answer) -> Result<(), Error> {
    match new_for {
        Some(webhook) => {
            if store::reach(c, webhook, tried.number)? {
                store::insert_delivery(c, tried)?;
            }
        }
        None => store::update_delivery(c, tried)?,
    }
    if answer.is_last() {
        store::disable(c, tried.webhook_id, tried.tried_at)?;
    }
    Ok(())
}
