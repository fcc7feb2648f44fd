//! The second laptop of a venue: it asks the first for what it has not, again and again, and executes each command here.

use std::thread;
use std::time::Duration;

use actix_web::web::Data;
use serde::Deserialize;
use tokio::sync::oneshot;
use ureq::Agent;

use crate::app::server::Service;
use crate::db::audit::Actor;
use crate::pens::bundles::SealedBundle;
use crate::pens::hand_ins::{Executor, HandInForm};
use crate::pens::laptops::LaptopKeys;
use crate::pens::standby::use_cases::{ask, take};
use crate::pens::standby::{Asked, LONGEST, PATH};
use crate::pens::{Stop, use_cases};
use crate::values::error::Error;

/// The time that is left to the first laptop for its answer, once that has waited for a command.
const PATIENCE: Duration = Duration::from_secs(20);

/// The bytes of the longest answer: those of a hand-in, which is no larger than is read of one.
const LARGEST: u64 = 10 << 20;

/// A laptop that follows another, with the same bundle and the same keys.
pub struct StandbyLaptop {
    service: Service,
    executor: Data<dyn Executor>,
    keys: LaptopKeys,
    agent: Agent,
    /// The place at which it asks.
    url: String,
}

/// The outcome of a step of a laptop that follows another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Followed {
    /// It has so many commands, which are all that the first has told of.
    Has(i64),
    /// The first does not answer, for that reason.
    Nothing(String),
    /// The pen was laid down after so many commands, and nothing more comes.
    LaidDown(i64),
}

/// An answer of the first laptop.
enum FirstAnswer {
    HandIn(HandInForm),
    Nothing(String),
}

/// The part of a refusal that matters.
#[derive(Deserialize)]
struct Refusal {
    detail: String,
}

impl StandbyLaptop {
    /// The laptop with those records, which takes the bundle in as the first has done, and follows the one at that URL.
    ///
    /// # Errors
    /// The bundle is not for these keys, or was altered, or there is something else in the records.
    pub async fn of(
        service: Service,
        first: &str,
        bundle: &SealedBundle,
        keys: &LaptopKeys,
    ) -> Result<StandbyLaptop, Error> {
        let (service, _) = service.settled(bundle, keys).await?;
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(LONGEST + PATIENCE))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .build()
            .new_agent();
        Ok(StandbyLaptop {
            executor: service.executor(),
            service,
            keys: keys.clone(),
            agent,
            url: format!("{}{PATH}", first.trim_end_matches('/')),
        })
    }

    /// Asks the first laptop for what comes after the last command here, and executes it. The next step acknowledges that.
    ///
    /// # Errors
    /// The first refuses, a command is not done here as it was there, or the records fail.
    pub async fn step(&self) -> Result<Followed, Error> {
        let (database, now) = (&self.service.database, self.service.clock.now());
        let keys = self.keys.clone();
        let asked = database.read(move |c| ask(c, &keys, now)).await?;
        let form = match self.send(&asked).await? {
            FirstAnswer::HandIn(form) => form,
            FirstAnswer::Nothing(why) => return Ok(Followed::Nothing(why)),
        };
        let keys = self.keys.clone();
        let (loan, handed) = database.write(move |c| take(c, &keys, &form, now)).await?;
        if let Some(Stop { n, detail, .. }) = self.executor.execute(loan, Vec::new()).await? {
            let why = format!("command {n} was not done here as on the first laptop: {detail}");
            return Err(Error::Internal(why));
        }
        let keys = self.keys.clone();
        let loan = database.read(move |c| use_cases::here(c, &keys)).await?;
        if handed.closes_at != Some(loan.executed) {
            return Ok(Followed::Has(loan.executed));
        }
        if loan.is_open() {
            let keys = self.keys.clone();
            database
                .write(move |c| use_cases::close(c, &keys, (now, &Actor::command_line())))
                .await?;
        }
        Ok(Followed::LaidDown(loan.executed))
    }

    /// Sends what is asked, on a thread for which nobody waits when this ends.
    async fn send(&self, asked: &Asked) -> Result<FirstAnswer, Error> {
        let body = serde_json::to_string(asked).map_err(internal)?;
        let (agent, url, (told, answer)) = (self.agent.clone(), self.url.clone(), oneshot::channel());
        thread::spawn(move || told.send(post(&agent, &url, &body)));
        match answer.await.map_err(internal)? {
            Ok((status, text)) => read(status, &text),
            Err(error) => Ok(FirstAnswer::Nothing(error.to_string())),
        }
    }
}

fn internal(error: impl std::fmt::Display) -> Error {
    Error::Internal(error.to_string())
}

/// The status and the text of the answer.
fn post(agent: &Agent, url: &str, body: &str) -> Result<(u16, String), ureq::Error> {
    let request = agent.post(url).header("content-type", "application/json");
    let mut answer = request.send(body)?;
    let status = answer.status().as_u16();
    let text = answer.body_mut().with_config().limit(LARGEST).read_to_string()?;
    Ok((status, text))
}

/// Reads an answer.
///
/// # Errors
/// It is a refusal, which is the same when it is asked again; or no answer of a laptop.
fn read(status: u16, text: &str) -> Result<FirstAnswer, Error> {
    let strange = |_| internal("it is no laptop of this version that answers");
    match status {
        200 => serde_json::from_str(text).map(FirstAnswer::HandIn).map_err(strange),
        404 => Err(internal(
            "it is no laptop with this pen that answers, or it is not served with `--ack 2`",
        )),
        408 | 429 | 500.. => Ok(FirstAnswer::Nothing(format!("it answers {status}"))),
        _ => {
            let refusal: Refusal = serde_json::from_str(text).map_err(strange)?;
            Err(internal(refusal.detail))
        }
    }
}
