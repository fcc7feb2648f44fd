//! Entries that were recorded by mistake, taken back: as long as the player was drawn in no round.

pub(crate) mod routes;
pub mod use_cases;

use serde::Serialize;

use crate::tournaments::entries::{EntryRefusal, refuse_unless_open_or_running};
use crate::tournaments::model::{Entry, Round, RoundState, Tournament};
use crate::values::error::Error;
use crate::values::number::RoundNumber;

/// The reason why an entry stays; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntryRemovalRefusal {
    /// The tournament takes no entries.
    #[error("{0}")]
    NotOpen(EntryRefusal),
    /// A round is drawn, and not published.
    #[error("Round {0} is drawn. Take the draw back first.")]
    Drawn(RoundNumber),
    /// The player was drawn in a round that was published.
    #[error("The player was drawn in round {0}. Withdraw the player instead.")]
    Published(RoundNumber),
}

crate::problem_kinds! {
    ENTRY_DRAWN = 409 "entry-drawn", "A round was drawn since",
        "An entry is removed as long as its player was drawn in no round. A draw that is not published is taken back by `POST /v1/rounds/{id}/undos`; who was drawn in a published round is withdrawn by `POST /v1/entries/{id}/withdrawals`.";
}

impl From<EntryRemovalRefusal> for Error {
    fn from(refusal: EntryRemovalRefusal) -> Error {
        match refusal {
            EntryRemovalRefusal::NotOpen(refusal) => refusal.into(),
            EntryRemovalRefusal::Drawn(_) | EntryRemovalRefusal::Published(_) => {
                ENTRY_DRAWN.problem(refusal.to_string()).into()
            }
        }
    }
}

/// Refuses to remove an entry on which a draw rests. Of one that was withdrawn before the first round nothing does.
///
/// # Errors
/// The refusal that comes first.
pub fn refuse_drawn(
    entry: &Entry,
    tournament: &Tournament,
    rounds: &[Round],
    next_round: RoundNumber,
) -> Result<(), EntryRemovalRefusal> {
    refuse_unless_open_or_running(tournament, next_round).map_err(EntryRemovalRefusal::NotOpen)?;
    let is_in_the_way = |round: &&Round| match round.state {
        RoundState::Drawn => round.number >= entry.first_round,
        RoundState::Published | RoundState::Closed => entry.plays_in(round.number),
    };
    match rounds.iter().find(is_in_the_way) {
        None => Ok(()),
        Some(round) if round.state == RoundState::Drawn => Err(EntryRemovalRefusal::Drawn(round.number)),
        Some(round) => Err(EntryRemovalRefusal::Published(round.number)),
    }
}

/// The end of an entry that was removed, as the audit trail tells it.
#[derive(Debug, Serialize)]
pub struct EntryRemoval<'a> {
    pub(crate) removed_because: &'a str,
}
