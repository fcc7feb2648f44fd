//! Transfers: a member's way from one club to another. The new club asks, the old one releases, the new club's province
//! accepts; until then either side may refuse.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::Reach;
use crate::clubs::Club;
use crate::players::merger::Merger;
use crate::players::{Player, PlayerRefusal, club_within};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, TransferId};

crate::string_enum! {
    /// The state that a transfer has reached.
    pub enum TransferState as "TransferState" {
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

impl TransferState {
    /// The state in words.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            TransferState::Asked => "asked for",
            TransferState::Released => "released, to be accepted by the province",
            TransferState::Accepted => "accepted",
            TransferState::Refused => "refused",
        }
    }
}

/// A transfer as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::transfers, treat_none_as_null = true)]
pub struct Transfer {
    /// Its id.
    pub id: TransferId,
    /// The player who moves.
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The club that the player leaves.
    #[diesel(column_name = from_club_id)]
    pub from: ClubId,
    /// The club that the player joins.
    #[diesel(column_name = to_club_id)]
    pub to: ClubId,
    /// The time at which the new club asked.
    pub asked_at: Timestamp,
    /// The time at which the old club released the player.
    pub released_at: Option<Timestamp>,
    /// The time at which the new club's province accepted.
    pub accepted_at: Option<Timestamp>,
    /// The time at which one side refused.
    pub refused_at: Option<Timestamp>,
    /// The reason for the refusal.
    pub reason: Option<String>,
}

/// A step that a transfer takes once it was asked for.
#[derive(Debug, Clone)]
pub enum TransferStep {
    /// The old club releases the player.
    Release,
    /// The new club's province accepts.
    Accept,
    /// Either side refuses, for this reason.
    Refuse(String),
}

/// The two clubs of a transfer, as far as they are found.
#[derive(Debug)]
pub struct TransferClubs {
    /// The club that the player leaves.
    pub from: Option<Club>,
    /// The club that the player joins.
    pub to: Option<Club>,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransferRefusal {
    /// There is nothing to transfer.
    #[error("The player is a member of this club.")]
    AlreadyMember,
    /// One at a time.
    #[error("Another transfer of the player has not come to its end.")]
    TransferOpen,
    /// It has come too far for the step, or not far enough.
    #[error("The transfer is {}, which does not allow this step.", .0.as_str())]
    StepNotAllowed(TransferState),
}

crate::problem_kinds! {
    ALREADY_MEMBER = 409 "already-member", "The player is a member of this club",
        "There is nothing to transfer.";
    TRANSFER_OPEN = 409 "transfer-open", "Another transfer is under way",
        "A player is transferred once at a time: accept or refuse the other transfer first.";
    STEP_NOT_ALLOWED = 409 "step-not-allowed", "The transfer has not come this far, or further",
        "A transfer is asked for, then released by the old club, then accepted by the new club's province; until then it may be refused.";
}

impl From<TransferRefusal> for Error {
    fn from(refusal: TransferRefusal) -> Error {
        let kind = match refusal {
            TransferRefusal::AlreadyMember => &ALREADY_MEMBER,
            TransferRefusal::TransferOpen => &TRANSFER_OPEN,
            TransferRefusal::StepNotAllowed(_) => &STEP_NOT_ALLOWED,
        };
        kind.problem(refusal.to_string()).into()
    }
}

impl Transfer {
    /// Asks for a player.
    ///
    /// # Errors
    /// [`TransferRefusal::AlreadyMember`].
    pub fn ask(id: TransferId, player: &Player, to: &Club, now: Timestamp) -> Result<Transfer, TransferRefusal> {
        if player.club == to.id {
            return Err(TransferRefusal::AlreadyMember);
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

    /// The state that it has reached.
    #[must_use]
    pub fn state(&self) -> TransferState {
        if self.refused_at.is_some() {
            TransferState::Refused
        } else if self.accepted_at.is_some() {
            TransferState::Accepted
        } else if self.released_at.is_some() {
            TransferState::Released
        } else {
            TransferState::Asked
        }
    }

    /// The transfer, if one of its clubs is within reach.
    ///
    /// # Errors
    /// As [`club_within`], of the club that the player joins.
    pub fn within(self, clubs: TransferClubs, reach: &Reach) -> Result<Transfer, PlayerRefusal> {
        let joined = club_within(clubs.to, self.to, reach);
        club_within(clubs.from, self.from, reach).or(joined)?;
        Ok(self)
    }

    /// The transfer after a step, if the club that the step is up to is within reach.
    ///
    /// # Errors
    /// As [`club_within`]; then [`TransferRefusal::StepNotAllowed`].
    pub fn step_by(
        self,
        step: &TransferStep,
        clubs: TransferClubs,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Transfer, Error> {
        let taken = match step {
            TransferStep::Release => {
                club_within(clubs.from, self.from, reach)?;
                self.released(now)?
            }
            TransferStep::Accept => {
                club_within(clubs.to, self.to, reach)?;
                self.accepted(now)?
            }
            TransferStep::Refuse(reason) => self.within(clubs, reach)?.refused(reason.clone(), now)?,
        };
        Ok(taken)
    }

    /// The transfer, released by the old club.
    ///
    /// # Errors
    /// [`TransferRefusal::StepNotAllowed`].
    pub fn released(self, now: Timestamp) -> Result<Transfer, TransferRefusal> {
        Ok(Transfer {
            released_at: Some(now),
            ..self.at(&[TransferState::Asked])?
        })
    }

    /// The transfer, accepted by the new club's province.
    ///
    /// # Errors
    /// [`TransferRefusal::StepNotAllowed`].
    pub fn accepted(self, now: Timestamp) -> Result<Transfer, TransferRefusal> {
        Ok(Transfer {
            accepted_at: Some(now),
            ..self.at(&[TransferState::Released])?
        })
    }

    /// The transfer, refused by one side.
    ///
    /// # Errors
    /// [`TransferRefusal::StepNotAllowed`].
    pub fn refused(self, reason: String, now: Timestamp) -> Result<Transfer, TransferRefusal> {
        Ok(Transfer {
            refused_at: Some(now),
            reason: Some(reason),
            ..self.at(&[TransferState::Asked, TransferState::Released])?
        })
    }

    fn at(self, states: &[TransferState]) -> Result<Transfer, TransferRefusal> {
        if states.contains(&self.state()) {
            Ok(self)
        } else {
            Err(TransferRefusal::StepNotAllowed(self.state()))
        }
    }
}

/// The duplicate's transfers that a merger refuses: what is under way, since the entry that stays is a member where it is.
#[must_use]
pub fn refused_by(merger: &Merger, theirs: Vec<Transfer>) -> Vec<Transfer> {
    const REASON: &str = "The entry was merged into another one.";
    let refused = |transfer: Transfer| transfer.refused(REASON.to_owned(), merger.at).ok();
    theirs.into_iter().filter_map(refused).collect()
}

#[cfg(test)]
mod tests {
    use crate::players::merger::tests::{merger, nth};
    use crate::players::transfers::*;

    #[test]
    fn a_merger_refuses_what_is_under_way() {
        let now = Timestamp("2026-11-20T08:00:00Z".parse().unwrap());
        let asked = Transfer {
            id: nth(1),
            player: merger().duplicate,
            from: nth(201),
            to: nth(202),
            asked_at: now,
            released_at: None,
            accepted_at: None,
            refused_at: None,
            reason: None,
        };
        let released = asked.clone().released(now).unwrap();
        let accepted = released.clone().accepted(now).unwrap();
        let refused = asked.clone().refused("No.".to_owned(), now).unwrap();
        let changed = refused_by(&merger(), vec![asked, released, accepted, refused]);
        let told = changed
            .iter()
            .map(|transfer| (transfer.released_at, transfer.refused_at));
        assert_eq!(
            told.collect::<Vec<_>>(),
            [(None, Some(merger().at)), (Some(now), Some(merger().at))]
        );
    }
}
