//! Standby: a second laptop at the venue, with the bundle and the keys of the first, which takes each command from it and executes
//! it again. The first answers what was done once the second has it too, so that nothing that was answered is lost with one of
//! them.
//!
//! The second asks for the commands after its last one, again and again, and is answered with a hand-in. That it asks so
//! acknowledges all before: they are executed, and on its disk.

pub mod routes;
pub mod use_cases;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::db::Database;
use crate::pens::hand_ins::HandInForm;
use crate::pens::laptops::{self, Laptop, LaptopKeys};
use crate::pens::standby::use_cases::{Given, give};
use crate::pens::{PenLoan, PenRefusal};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::Limited;

/// The path at which the second laptop asks the first. It is no operation of the service: it is there on such a laptop alone.
pub const PATH: &str = "/pen/commands";

/// The time that an answer waits for the second laptop.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The longest time that the second laptop waits for a command before it asks again.
pub const LONGEST: Duration = Duration::from_secs(10);

/// The seconds for which it may ask with the same signature, by the clocks of both.
const GOOD_FOR: u64 = 5 * 60;

/// The type of what the second laptop signs.
const KIND: &str = "pen-follow+jwt";

/// A request of the second laptop for what comes after its last command.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The claims, signed by the key that both laptops have.
    signature: Limited<2000>,
}

/// The claims that the second laptop signs.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    iat: i64,
    tournament: TournamentId,
    epoch: i64,
    /// The number of its last command.
    after: i64,
    /// The hash of that command.
    head: String,
}

impl Asked {
    /// The request of the laptop with these keys, whose last command is the one that its loan names.
    pub fn by(loan: &PenLoan, keys: &LaptopKeys, now: Timestamp) -> Result<Asked, Error> {
        let claims = Claims {
            iat: now.unix_seconds(),
            tournament: loan.tournament,
            epoch: loan.epoch,
            after: loan.executed,
            head: loan.head.clone(),
        };
        Ok(Asked {
            signature: Limited::known(keys.sign(KIND, &claims, now)?),
        })
    }

    /// The number and the hash of the last command of the laptop that asks.
    ///
    /// # Errors
    /// [`PenRefusal::Altered`]: it has not the keys of this one, or another loan, or was signed at another time.
    fn read(&self, loan: &PenLoan, now: Timestamp) -> Result<(i64, String), PenRefusal> {
        let altered = |why: &str| PenRefusal::Altered(why.to_owned());
        let claims = laptops::verified::<Claims>(&loan.signing_key, KIND, self.signature.as_str())
            .ok_or_else(|| altered("It is not signed by a laptop that has the pen."))?;
        if (claims.tournament, claims.epoch) != (loan.tournament, loan.epoch) {
            return Err(altered("It is of another loan."));
        }
        if claims.iat.abs_diff(now.unix_seconds()) > GOOD_FOR {
            return Err(altered(
                "It was signed at another time: the clocks of the two laptops are more than five minutes apart.",
            ));
        }
        Ok((claims.after, claims.head))
    }
}

/// The second laptop, as the first knows it, which answers nothing that was done before that one has it.
#[derive(Debug)]
pub struct Standby {
    database: Database,
    laptop: Laptop,
    /// The number of the last command that it has acknowledged.
    acknowledged: watch::Sender<i64>,
    patience: Duration,
    stopping: CancellationToken,
}

impl Standby {
    /// The one of a laptop with these records, for which an answer waits so long; it waits itself no longer than until the service
    /// stops.
    pub fn of((database, laptop): (Database, Laptop), patience: Duration, stopping: CancellationToken) -> Standby {
        Standby {
            database,
            laptop,
            acknowledged: watch::Sender::new(0),
            patience,
            stopping,
        }
    }

    /// The commands after the last one of the second laptop: at once if there are any, or else once there is one, and none after a
    /// while.
    async fn give(&self, asked: &Asked, now: Timestamp) -> Result<HandInForm, Error> {
        let end = Instant::now() + LONGEST;
        loop {
            // Heard from before the look, so that nothing falls between the two.
            let change = self.database.change();
            let (asked, keys) = (asked.clone(), self.laptop.keys.clone());
            let given = self.database.read(move |c| give(c, &keys, &asked, now));
            let Given { after, form, is_over } = given.await?;
            self.acknowledge(after);
            let is_late = Instant::now() >= end || self.stopping.is_cancelled();
            if is_over || is_late || !form.commands.is_empty() {
                return Ok(form);
            }
            tokio::select! {
                () = change => {}
                () = tokio::time::sleep_until(end) => {}
                () = self.stopping.cancelled() => {}
            }
        }
    }

    fn acknowledge(&self, n: i64) {
        self.acknowledged.send_if_modified(|last| {
            let is_more = *last < n;
            *last = n.max(*last);
            is_more
        });
    }

    /// Whether the second laptop has all that is done here by now, for which it is waited a while.
    async fn has_all(&self) -> Result<bool, Error> {
        let keys = self.laptop.keys.clone();
        let loan = self.database.read(move |c| crate::pens::use_cases::here(c, &keys));
        let executed = loan.await?.executed;
        let mut acknowledged = self.acknowledged.subscribe();
        let all = acknowledged.wait_for(|last| *last >= executed);
        let has = tokio::time::timeout(self.patience, all)
            .await
            .is_ok_and(|all| all.is_ok());
        Ok(has)
    }
}
