//! Pairing bars: two players who are never drawn against each other, because they are relatives. What they are to each
//! other is private; that they do not meet is all that a draw says.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::{ROLE_REQUIRED, Reach};
use crate::clubs::{ALREADY_WITHDRAWN, Club};
use crate::players::merger::Merger;
use crate::players::{Player, PlayerName, PlayerRefusal, SAME_PLAYER, club_within};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, PairingBarId, PlayerId};

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
    /// The reason for which somebody withdrew it.
    pub withdrawn_because: Option<String>,
}

crate::string_enum! {
    /// A thing that was done to a bar.
    pub enum PairingBarStep as "PairingBarStep" {
        /// The two are not drawn against each other from then on.
        Recorded = "recorded",
        /// The two may be drawn against each other from then on.
        Withdrawn = "withdrawn",
    }
}

/// A bar recorded or withdrawn, for whoever draws: without what the two are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairingBarChange {
    /// The two players.
    pub players: [PlayerId; 2],
    /// The thing that was done.
    pub step: PairingBarStep,
    /// The time at which it was done.
    pub at: Timestamp,
}

/// The steps taken with these bars since that moment, the earliest first.
#[must_use]
pub fn changes_since(bars: &[PairingBar], since: Timestamp) -> Vec<PairingBarChange> {
    let steps = bars.iter().flat_map(|bar| {
        let recorded = (PairingBarStep::Recorded, Some(bar.created_at));
        let withdrawn = (PairingBarStep::Withdrawn, bar.withdrawn_at);
        let change = |(step, at): (PairingBarStep, Option<Timestamp>)| {
            let players = bar.players();
            at.map(|at| PairingBarChange { players, step, at })
        };
        [recorded, withdrawn].into_iter().filter_map(change)
    });
    let mut changes: Vec<PairingBarChange> = steps.filter(|change| change.at >= since).collect();
    changes.sort_by_key(|change| change.at);
    changes
}

/// A bar as the audit trail keeps it: with the players as everyone may see them.
#[derive(Debug, Serialize)]
pub struct PairingBarEvidence {
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
    #[error("Only an umpire or an administrator declares another tie, and only an administrator withdraws it.")]
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

/// Refuses whoever looks after neither of the two, of whom these are the clubs, as far as they are found. An umpire bars
/// whomever it takes.
///
/// # Errors
/// As [`club_within`], of the second.
pub fn either_within(clubs: [(ClubId, Option<Club>); 2], reach: &Reach) -> Result<(), PlayerRefusal> {
    let [first, second] = clubs.map(|(id, club)| club_within(club, id, reach));
    if !reach.is_umpire() {
        first.or(second)?;
    }
    Ok(())
}

impl PairingBar {
    /// Bars the two from each other. Ties beyond those of the first degree an umpire declares, or an administrator.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn between(
        mut players: [PlayerId; 2],
        relation: PairingBarRelation,
        reach: &Reach,
        id: PairingBarId,
        now: Timestamp,
    ) -> Result<PairingBar, PairingBarRefusal> {
        players.sort_unstable();
        let [player, other_player] = players;
        if player == other_player {
            return Err(PairingBarRefusal::SamePlayer);
        }
        if relation == PairingBarRelation::Declared && !(reach.is_umpire() || reach.is_everywhere()) {
            return Err(PairingBarRefusal::NotDeclared);
        }
        Ok(PairingBar {
            id,
            player,
            other_player,
            relation,
            created_at: now,
            withdrawn_at: None,
            withdrawn_because: None,
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
    pub fn evidence(&self, players: &[Player; 2], today: NaiveDate) -> PairingBarEvidence {
        PairingBarEvidence {
            bar: self.clone(),
            players: players.each_ref().map(|player| player.named(today)),
        }
    }

    /// The bar, taken back. One that was declared an administrator takes back.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn withdrawn(self, because: String, reach: &Reach, now: Timestamp) -> Result<PairingBar, PairingBarRefusal> {
        if self.relation == PairingBarRelation::Declared && !reach.is_everywhere() {
            return Err(PairingBarRefusal::NotDeclared);
        }
        match self.withdrawn_at {
            None => Ok(PairingBar {
                withdrawn_at: Some(now),
                withdrawn_because: Some(because),
                ..self
            }),
            Some(_) => Err(PairingBarRefusal::AlreadyWithdrawn),
        }
    }
}

/// The duplicate's bars as a merger leaves them: the entry that stays has them. One that it has already is withdrawn, and so
/// is one between the two entries, which stays where it is: they are of no more use.
#[must_use]
pub fn merged(own: &[PairingBar], theirs: Vec<PairingBar>, merger: &Merger) -> Vec<PairingBar> {
    let Merger { duplicate, stays, .. } = *merger;
    let is_barred = |partner: PlayerId| {
        own.iter()
            .any(|bar| bar.withdrawn_at.is_none() && bar.partner_of(stays) == partner)
    };
    let moved = |mut bar: PairingBar| {
        let partner = bar.partner_of(duplicate);
        if partner == stays || is_barred(partner) {
            bar.withdrawn_at = bar.withdrawn_at.or(Some(merger.at));
        }
        if partner != stays {
            (bar.player, bar.other_player) = (stays.min(partner), stays.max(partner));
        }
        bar
    };
    theirs.into_iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use crate::players::merger::tests::{merger, nth};
    use crate::players::pairing_bars::*;

    fn bar(id: u8, players: [u8; 2], withdrawn: bool) -> PairingBar {
        let now = Timestamp("2026-11-20T08:00:00Z".parse().unwrap());
        let (siblings, reach) = (PairingBarRelation::Siblings, Reach::default());
        let bar = PairingBar::between(players.map(nth), siblings, &reach, nth(id), now).unwrap();
        PairingBar {
            withdrawn_at: withdrawn.then_some(now),
            ..bar
        }
    }

    #[test]
    fn a_merger_leaves_one_bar_of_a_pair() {
        let (stays, duplicate) = (100, 101);
        let own = [bar(1, [stays, 10], false), bar(2, [stays, 11], true)];
        let theirs = vec![
            bar(3, [duplicate, 10], false),
            bar(4, [duplicate, 11], false),
            bar(5, [120, duplicate], false),
            bar(6, [duplicate, stays], false),
            bar(7, [duplicate, 10], true),
        ];
        let earlier = theirs[4].withdrawn_at;
        let merged = merged(&own, theirs, &merger());
        let told = merged.iter().map(|bar| (bar.players(), bar.withdrawn_at));
        let at = Some(merger().at);
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                ([nth(10), nth(stays)], at),
                ([nth(11), nth(stays)], None),
                ([nth(stays), nth(120)], None),
                ([nth(stays), nth(duplicate)], at),
                ([nth(10), nth(stays)], earlier),
            ]
        );
    }
}
