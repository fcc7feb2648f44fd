//! Branches: what a lost laptop did after the last command that came home. It is kept as it was handed in, and executed by nobody:
//! the tournament has gone on without it. A person adopts of it what is right still, command by command, each as one of their own,
//! and dismisses the others.

pub(crate) mod routes;
pub mod use_cases;

use serde::Serialize;

use crate::accounts::Caller;
use crate::pens::PenRefusal;
use crate::pens::commands::PenCommand;
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, Id};

/// The most characters that are shown of what was sent.
const MOST_SHOWN: usize = 10_000;

/// The most characters of the note on why a command is dismissed.
pub const LONGEST_NOTE: usize = 400;

/// The command that was adopted or dismissed, as the trail keeps it.
#[derive(Debug, Serialize)]
struct BranchEvidence {
    epoch: i64,
    n: i64,
    command_id: Id,
    hash: String,
    given_by: AccountId,
    given_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl BranchEvidence {
    fn of(command: &PenCommand) -> BranchEvidence {
        BranchEvidence {
            epoch: command.epoch,
            n: command.n,
            command_id: command.id,
            hash: command.hash.clone(),
            given_by: command.account,
            given_at: command.at,
            note: command.note.clone(),
        }
    }
}

impl PenCommand {
    /// The text that was sent with it, no more than is shown; none once it was adopted or dismissed, and of what is no text.
    pub fn shown(&self) -> Option<String> {
        let text = std::str::from_utf8(self.body.as_ref()?).ok()?;
        Some(text.chars().take(MOST_SHOWN).collect())
    }

    /// Refuses what somebody has seen to.
    ///
    /// # Errors
    /// [`PenRefusal::AlreadyAdopted`], [`PenRefusal::AlreadyDismissed`].
    pub fn refuse_seen_to(&self) -> Result<(), PenRefusal> {
        match (self.adopted_at, self.dismissed_at) {
            (Some(_), _) => Err(PenRefusal::AlreadyAdopted(self.n)),
            (None, Some(_)) => Err(PenRefusal::AlreadyDismissed(self.n)),
            (None, None) => Ok(()),
        }
    }

    /// The command, adopted, without what was sent with it.
    ///
    /// # Errors
    /// As [`PenCommand::refuse_seen_to`].
    pub fn adopted(mut self, by: &Caller) -> Result<PenCommand, PenRefusal> {
        self.refuse_seen_to()?;
        (self.adopted_at, self.adopted_by) = (Some(by.now), Some(by.account));
        Ok(self.emptied())
    }

    /// The command, dismissed for that reason, without what was sent with it.
    ///
    /// # Errors
    /// As [`PenCommand::refuse_seen_to`].
    pub fn dismissed(mut self, note: String, by: &Caller) -> Result<PenCommand, PenRefusal> {
        self.refuse_seen_to()?;
        (self.dismissed_at, self.dismissed_by) = (Some(by.now), Some(by.account));
        self.note = Some(note);
        Ok(self.emptied())
    }

    fn emptied(mut self) -> PenCommand {
        (self.body, self.seed) = (None, None);
        self
    }
}
