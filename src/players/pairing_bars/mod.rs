//! Pairing bars: two players who are never drawn against each other, because they are relatives. What they are to each
//! other is private; that they do not meet is all that a draw says.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::ROLE_REQUIRED;
use crate::players::{ALREADY_WITHDRAWN, Player, PlayerName, SAME_PLAYER};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{PairingBarId, PlayerId};

crate::string_enum! {
    /// The relation between two players.
    pub enum PairingBarRelation as "PairingBarRelation" {
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
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::pairing_bars, treat_none_as_null = true)]
pub struct PairingBar {
    /// Its id.
    pub id: PairingBarId,
    /// The player with the smaller id, so that a pair is written in one way.
    #[serde(skip)]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The other player.
    #[serde(skip)]
    #[diesel(column_name = other_player_id)]
    pub other_player: PlayerId,
    /// The relation between them.
    pub relation: PairingBarRelation,
    /// The time at which it was made.
    pub created_at: Timestamp,
    /// The time at which it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
}

/// A bar as the audit trail keeps it: with the players as everyone may see them.
#[derive(Debug, Serialize)]
pub(crate) struct PairingBarEvidence {
    #[serde(flatten)]
    bar: PairingBar,
    players: [PlayerName; 2],
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PairingBarRefusal {
    /// Nobody is drawn against themselves.
    #[error("A bar is between two players.")]
    SamePlayer,
    /// Nobody but an umpire or an administrator knows of other ties.
    #[error("Only an umpire or an administrator declares another tie, or withdraws it.")]
    NotDeclared,
    /// One bar between two players is enough.
    #[error("There is a bar between the two already.")]
    AlreadyBarred,
    /// A bar is withdrawn once.
    #[error("The bar was withdrawn before.")]
    AlreadyWithdrawn,
}

crate::problem_kinds! {
    ALREADY_BARRED = 409 "already-barred", "The two are barred already",
        "There is a pairing bar between the two players.";
}

impl From<PairingBarRefusal> for Error {
    fn from(refusal: PairingBarRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            PairingBarRefusal::SamePlayer => SAME_PLAYER.at("/player_ids/1", detail),
            PairingBarRefusal::NotDeclared => ROLE_REQUIRED.problem(detail),
            PairingBarRefusal::AlreadyBarred => ALREADY_BARRED.problem(detail),
            PairingBarRefusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
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
        mut players: [PlayerId; 2],
        relation: PairingBarRelation,
        by_umpire: bool,
        id: PairingBarId,
        now: Timestamp,
    ) -> Result<PairingBar, PairingBarRefusal> {
        players.sort_unstable();
        let [player, other_player] = players;
        if player == other_player {
            return Err(PairingBarRefusal::SamePlayer);
        }
        if relation == PairingBarRelation::Declared && !by_umpire {
            return Err(PairingBarRefusal::NotDeclared);
        }
        Ok(PairingBar {
            id,
            player,
            other_player,
            relation,
            created_at: now,
            withdrawn_at: None,
        })
    }

    /// The two, in the order in which they are written.
    #[must_use]
    pub fn players(&self) -> [PlayerId; 2] {
        [self.player, self.other_player]
    }

    /// The one whom the bar keeps from that player.
    #[must_use]
    pub fn partner_of(&self, player: PlayerId) -> PlayerId {
        if self.player == player {
            self.other_player
        } else {
            self.player
        }
    }

    /// Whether the two are relatives of the first degree, as far as the bar holds: any tie but one that an umpire declares.
    #[must_use]
    pub fn is_relative(&self) -> bool {
        self.withdrawn_at.is_none() && self.relation != PairingBarRelation::Declared
    }

    /// The bar as the audit trail keeps it, with its players in their order.
    pub(crate) fn evidence(&self, players: &[Player; 2], today: NaiveDate) -> PairingBarEvidence {
        PairingBarEvidence {
            bar: self.clone(),
            players: players.each_ref().map(|player| player.named(today)),
        }
    }

    /// The bar, taken back. `by_umpire` says whether an umpire or an administrator does so.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn withdrawn(self, by_umpire: bool, now: Timestamp) -> Result<PairingBar, PairingBarRefusal> {
        if self.relation == PairingBarRelation::Declared && !by_umpire {
            return Err(PairingBarRefusal::NotDeclared);
        }
        match self.withdrawn_at {
            None => Ok(PairingBar {
                withdrawn_at: Some(now),
                ..self
            }),
            Some(_) => Err(PairingBarRefusal::AlreadyWithdrawn),
        }
    }
}
