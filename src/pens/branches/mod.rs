//! Branches: what a lost laptop did after the last command that came home. It is kept as it was handed in, and executed by nobody:
//! the tournament has gone on without it. A person adopts of it what is right still, command by command, each as one of their own.

pub(crate) mod routes;
pub(crate) mod use_cases;

use serde::Serialize;

use crate::pens::commands::PenCommand;
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, Id};

/// The most characters that are shown of what was sent.
const MOST_SHOWN: usize = 10_000;

/// The command that was adopted, as the trail keeps it.
#[derive(Debug, Serialize)]
pub(crate) struct AdoptionEvidence {
    epoch: i64,
    n: i64,
    command_id: Id,
    hash: String,
    given_by: AccountId,
    given_at: Timestamp,
}

impl AdoptionEvidence {
    pub(crate) fn of(source: &PenCommand) -> AdoptionEvidence {
        AdoptionEvidence {
            epoch: source.epoch,
            n: source.n,
            command_id: source.id,
            hash: source.hash.clone(),
            given_by: source.account,
            given_at: source.at,
        }
    }
}

impl PenCommand {
    /// The text that was sent with it, no more than is shown; none once it was adopted, and of what is no text.
    pub(crate) fn shown(&self) -> Option<String> {
        let text = std::str::from_utf8(self.body.as_ref()?).ok()?;
        Some(text.chars().take(MOST_SHOWN).collect())
    }
}
