//! Hand-ins: commands on their way home, any part of them, any number of times. The register keeps what it has not seen, and
//! executes again what continues the last that it has executed.

pub mod receipts;
pub(crate) mod routes;
pub mod use_cases;

use std::pin::Pin;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::Caller;
use crate::db::extracts::Extract;
use crate::pens::commands::{CommandForm, PenCommand};
use crate::pens::laptops::{self, LaptopKeys};
use crate::pens::{PenLoan, PenRefusal, Stop};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::Limited;
use crate::web::list::List;

/// The most commands of a hand-in.
pub const MOST_COMMANDS: usize = 1000;

/// The bytes that the commands of a hand-in may have; with what stands around them it is no larger than is read.
pub const MOST_BYTES: usize = 9 << 20;

/// The type of what a laptop signs.
const KIND: &str = "pen-hand-in+jwt";

/// Commands that were given at a venue, as the laptop hands them in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandInForm {
    /// The loan of the pen in which they were given.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(crate) epoch: i64,
    /// The commands, one after another.
    #[schema(value_type = Vec<CommandForm>, min_items = 0, max_items = 1000)]
    pub(crate) commands: List<CommandForm, 0, MOST_COMMANDS>,
    /// The claims that the laptop has signed: which commands they are, and whether they are the last.
    #[schema(value_type = String, min_length = 1, max_length = 2000, example = "eyJhbGciOiJFZERTQSIsInR5cCI6InBlbi1oYW5kLWluK2p3dCJ9.eyJlcG9jaCI6MX0.c2lnbmVk")]
    pub(crate) signature: Limited<2000>,
}

/// The claims that a laptop signs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Claims {
    tournament: TournamentId,
    epoch: i64,
    /// The number of the last command of it; of none, of the last that was handed in before.
    last: i64,
    /// The hash of that command.
    head: String,
    /// Whether the laptop gives the pen back with it: no command comes after.
    closes: bool,
}

impl HandInForm {
    /// The hand-in of these commands, which follow the one of that number and hash.
    pub fn of(
        loan: &PenLoan,
        (after, before): (i64, String),
        commands: Vec<PenCommand>,
        keys: &LaptopKeys,
        now: Timestamp,
    ) -> Result<HandInForm, Error> {
        let last = commands.last().map(|last| (last.n, last.hash.clone()));
        let (last, head) = last.unwrap_or((after, before));
        let claims = Claims {
            tournament: loan.tournament,
            epoch: loan.epoch,
            last,
            head,
            closes: !loan.is_open() && last == loan.executed,
        };
        let emptied = || Error::Internal("a command was emptied before it was home".to_owned());
        let forms: Option<Vec<CommandForm>> = commands.into_iter().map(CommandForm::of).collect();
        Ok(HandInForm {
            epoch: loan.epoch,
            commands: forms.ok_or_else(emptied)?.into_iter().collect(),
            signature: Limited::known(keys.sign(KIND, &claims, now)?),
        })
    }

    /// The commands that were handed in for a loan.
    ///
    /// # Errors
    /// [`PenRefusal::Altered`]: they are not what its laptop has signed. [`PenRefusal::NotOfOfficial`].
    pub fn read(&self, loan: &PenLoan) -> Result<HandIn, PenRefusal> {
        let altered = |why: &str| PenRefusal::Altered(why.to_owned());
        let claims = laptops::verified::<Claims>(&loan.signing_key, KIND, self.signature.as_str())
            .ok_or_else(|| altered("It is not signed by the laptop that has the pen."))?;
        if (claims.tournament, claims.epoch) != (loan.tournament, loan.epoch) {
            return Err(altered("It is of another loan."));
        }
        let commands = self.commands.iter().map(|form| PenCommand::handed_in(loan, form));
        let commands: Vec<PenCommand> = commands.collect::<Result<_, _>>()?;
        if let Some(other) = commands.iter().find(|command| !loan.is_official(command.account)) {
            let (n, account) = (other.n, other.account);
            return Err(PenRefusal::NotOfOfficial { n, account });
        }
        let follow = |pair: &[PenCommand]| matches!(pair, [first, second] if second.follows(first.n, &first.hash));
        if !commands.windows(2).all(follow) {
            return Err(altered("The steps do not follow one another."));
        }
        let ends = |last: &PenCommand| (last.n, last.hash.as_str()) == (claims.last, claims.head.as_str());
        if !commands.last().is_none_or(ends) {
            return Err(altered("It does not end as the laptop has signed."));
        }
        Ok(HandIn {
            commands,
            closes_at: claims.closes.then_some(claims.last),
        })
    }
}

/// Commands that were handed in, and are what the laptop has signed.
#[derive(Debug, Clone)]
pub struct HandIn {
    pub(crate) commands: Vec<PenCommand>,
    /// The number of the last command of the loan, if the laptop gives the pen back.
    pub closes_at: Option<i64>,
}

/// A hand-in that was taken, and executed as far as it goes.
#[derive(Debug, Clone)]
pub struct Executed {
    loan: PenLoan,
    handed: HandIn,
    pub stop: Option<Stop>,
}

/// All that the register has of a loan after a hand-in.
#[derive(Debug, Clone)]
pub struct PenReceipt {
    pub loan: PenLoan,
    /// The number of commands that wait for those before them.
    pub waiting: i64,
    /// The number of commands that are kept, of a loan that was reclaimed.
    pub kept: i64,
    /// The number of these before the first that is missing.
    kept_unbroken: i64,
    pub(crate) stop: Option<Stop>,
}

/// Something that is done while others wait for it.
pub type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + 'a>>;

/// The way in which commands are executed again: by the routes of the service: the app knows them all.
pub trait Executor: Send + Sync {
    /// Executes those that are to be executed next, on these facts, until one is missing or is not done as it was.
    fn execute(&self, loan: PenLoan, facts: Vec<Extract>) -> Doing<'_, Option<Stop>>;

    /// Executes one of a branch for somebody who adopts it, on the facts of now. What refuses it is the error.
    fn adopt(&self, source: PenCommand, by: Caller) -> Doing<'_, ()>;
}
