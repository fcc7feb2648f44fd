//! Pairing bars: two players who are never drawn against each other, because they are relatives. What they are to each
//! other is private; that they do not meet is all that a draw says.

pub(crate) mod routes;
pub(crate) mod store;

use crate::accounts::ROLE_REQUIRED;
use crate::players::{ALREADY_WITHDRAWN, SAME_PLAYER};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

crate::string_enum! {
    /// What two players are to each other.
    pub enum Relation as "PairingBarRelation" {
        /// Spouses or life partners.
        Partner = "partner",
        /// Parent and child, by adoption included.
        ParentAndChild = "parent_and_child",
        /// Brothers and sisters, half and adoptive ones included.
        Siblings = "siblings",
        /// Another tie, declared by an umpire.
        Declared = "declared",
    }
}

/// A bar as it is on record.
#[derive(Debug, Clone)]
pub struct PairingBar {
    /// Its id.
    pub id: Id,
    /// The two players; the smaller id first, so that a pair is written in one way.
    pub players: [Id; 2],
    /// What they are to each other.
    pub relation: Relation,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was taken back.
    pub withdrawn_at: Option<Timestamp>,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nobody is drawn against themselves.
    #[error("A bar is between two players.")]
    SamePlayer,
    /// Only an umpire, or an administrator, knows of other ties.
    #[error("Only an umpire or an administrator declares another tie, or withdraws it.")]
    NotDeclared,
    /// Once is enough.
    #[error("There is a bar between the two already.")]
    AlreadyBarred,
    /// Once is enough.
    #[error("The bar was withdrawn before.")]
    AlreadyWithdrawn,
}

crate::problem_kinds! {
    ALREADY_BARRED = 409 "already-barred", "The two are barred already",
        "There is a pairing bar between the two players.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::SamePlayer => SAME_PLAYER.at("/player_ids/1", detail),
            Refusal::NotDeclared => ROLE_REQUIRED.problem(detail),
            Refusal::AlreadyBarred => ALREADY_BARRED.problem(detail),
            Refusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
        }
        .into()
    }
}

impl PairingBar {
    /// Bars the two from each other. `by_umpire` says whether an umpire or an administrator declares it.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn between(
        mut players: [Id; 2],
        relation: Relation,
        by_umpire: bool,
        id: Id,
        now: Timestamp,
    ) -> Result<PairingBar, Refusal> {
        players.sort_unstable();
        if players[0] == players[1] {
            return Err(Refusal::SamePlayer);
        }
        if relation == Relation::Declared && !by_umpire {
            return Err(Refusal::NotDeclared);
        }
        Ok(PairingBar {
            id,
            players,
            relation,
            created_at: now,
            withdrawn_at: None,
        })
    }

    /// The bar, taken back. `by_umpire` says whether an umpire or an administrator does so.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn withdrawn(self, by_umpire: bool, now: Timestamp) -> Result<PairingBar, Refusal> {
        if self.relation == Relation::Declared && !by_umpire {
            return Err(Refusal::NotDeclared);
        }
        match self.withdrawn_at {
            None => Ok(PairingBar {
                withdrawn_at: Some(now),
                ..self
            }),
            Some(_) => Err(Refusal::AlreadyWithdrawn),
        }
    }
}
