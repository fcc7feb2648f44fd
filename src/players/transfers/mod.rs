//! Transfers: a member's way from one club to another. The new club asks, the old one releases, the new club's province
//! accepts; until then either side may refuse.

pub(crate) mod routes;
pub(crate) mod store;

use crate::clubs::Club;
use crate::players::Player;
use crate::values::clock::Timestamp;
use crate::values::id::Id;

crate::string_enum! {
    /// How far a transfer has come.
    pub enum State as "TransferState" {
        /// The new club has asked.
        Asked = "asked",
        /// The old club has released the player.
        Released = "released",
        /// The province has accepted: the player is a member of the new club.
        Accepted = "accepted",
        /// One side has refused: the player stays where they are.
        Refused = "refused",
    }
}

/// A transfer as it is on record.
#[derive(Debug, Clone)]
pub struct Transfer {
    /// Its id.
    pub id: Id,
    /// Who moves.
    pub player: Id,
    /// The club that the player leaves.
    pub from: Id,
    /// The club that the player joins.
    pub to: Id,
    /// When the new club asked.
    pub asked_at: Timestamp,
    /// When the old club released the player.
    pub released_at: Option<Timestamp>,
    /// When the new club's province accepted.
    pub accepted_at: Option<Timestamp>,
    /// When one side refused.
    pub refused_at: Option<Timestamp>,
    /// Why.
    pub reason: Option<String>,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing to transfer.
    #[error("The player is a member of this club.")]
    AlreadyMember,
    /// One at a time.
    #[error("Another transfer of the player has not come to its end.")]
    TransferOpen,
    /// It has come too far for the step, or not far enough.
    #[error("The transfer is {}, which does not allow this step.", .0.word())]
    StepNotAllowed(State),
}

impl Transfer {
    /// Asks for a player.
    ///
    /// # Errors
    /// [`Refusal::AlreadyMember`].
    pub fn ask(id: Id, player: &Player, to: &Club, now: Timestamp) -> Result<Transfer, Refusal> {
        if player.club == to.id {
            return Err(Refusal::AlreadyMember);
        }
        let (from, to) = (player.club, to.id);
        let (released_at, accepted_at, refused_at, reason) = (None, None, None, None);
        Ok(Transfer {
            id,
            player: player.id,
            from,
            to,
            asked_at: now,
            released_at,
            accepted_at,
            refused_at,
            reason,
        })
    }

    /// How far it has come.
    #[must_use]
    pub fn state(&self) -> State {
        if self.refused_at.is_some() {
            State::Refused
        } else if self.accepted_at.is_some() {
            State::Accepted
        } else if self.released_at.is_some() {
            State::Released
        } else {
            State::Asked
        }
    }

    /// The transfer, released by the old club.
    ///
    /// # Errors
    /// [`Refusal::StepNotAllowed`].
    pub fn released(self, now: Timestamp) -> Result<Transfer, Refusal> {
        Ok(Transfer {
            released_at: Some(now),
            ..self.at(&[State::Asked])?
        })
    }

    /// The transfer, accepted by the new club's province.
    ///
    /// # Errors
    /// [`Refusal::StepNotAllowed`].
    pub fn accepted(self, now: Timestamp) -> Result<Transfer, Refusal> {
        Ok(Transfer {
            accepted_at: Some(now),
            ..self.at(&[State::Released])?
        })
    }

    /// The transfer, refused by one side.
    ///
    /// # Errors
    /// [`Refusal::StepNotAllowed`].
    pub fn refused(self, reason: String, now: Timestamp) -> Result<Transfer, Refusal> {
        Ok(Transfer {
            refused_at: Some(now),
            reason: Some(reason),
            ..self.at(&[State::Asked, State::Released])?
        })
    }

    fn at(self, states: &[State]) -> Result<Transfer, Refusal> {
        if states.contains(&self.state()) {
            Ok(self)
        } else {
            Err(Refusal::StepNotAllowed(self.state()))
        }
    }
}
