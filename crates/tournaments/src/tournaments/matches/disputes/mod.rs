//! Disputes: what is said against a match, and how an umpire rules.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::Caller;
use crate::tournaments::matches::MatchRefusal;
use crate::tournaments::model::{Match, Tournament, TournamentAction, TournamentSnapshot};
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, DisputeId, MatchId, PlayerId};

/// A dispute as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::disputes)]
pub struct Dispute {
    /// Its id.
    pub id: DisputeId,
    /// The match that it is about.
    pub match_id: MatchId,
    /// The complaint.
    pub reason: String,
    /// The account that entered it.
    pub raised_by: AccountId,
    /// The time at which it was entered.
    pub raised_at: Timestamp,
    /// The ruling of an umpire, once there is one.
    pub ruling: Option<String>,
    /// The account that ruled.
    pub ruled_by: Option<AccountId>,
    /// The time of the ruling.
    pub ruled_at: Option<Timestamp>,
    /// The player who disputes it themselves, or by a parent or guardian; none where an official entered it.
    #[diesel(column_name = player_id)]
    #[serde(rename = "player_id")]
    pub player: Option<PlayerId>,
}

/// A dispute, and the two whose match it is about. The audit trail keeps both, since it is searched for persons.
#[derive(Debug, Clone, Serialize)]
pub struct DisputeBetween {
    /// The dispute.
    #[serde(flatten)]
    pub dispute: Dispute,
    /// The two who play the match.
    pub player_ids: Vec<PlayerId>,
}

/// A dispute as one of the two players may see it: whoever raised it is told to officials alone.
#[derive(Debug, Clone)]
pub struct OwnDispute {
    /// The dispute.
    pub dispute: Dispute,
    /// Whether it was raised for somebody for whom the account holds.
    pub is_own: bool,
}

impl Dispute {
    /// Disputes a match, until its tournament is ratified.
    ///
    /// # Errors
    /// [`MatchRefusal::WrongState`], [`MatchRefusal::Disputed`].
    pub fn raise(about: &Match, tournament: &Tournament, reason: String, by: &Caller) -> Result<Dispute, MatchRefusal> {
        if !tournament.state.allows(TournamentAction::Dispute) {
            return Err(MatchRefusal::WrongState(tournament.state));
        }
        if about.disputed {
            return Err(MatchRefusal::Disputed(about.board));
        }
        Ok(Dispute {
            id: DisputeId::new(by.now),
            match_id: about.id,
            reason,
            raised_by: by.account,
            raised_at: by.now,
            ruling: None,
            ruled_by: None,
            ruled_at: None,
            player: None,
        })
    }

    /// Disputes the result of a match as one of its players, until its round is closed.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn raise_as_player(
        about: &Match,
        snapshot: &TournamentSnapshot,
        player: PlayerId,
        reason: String,
        by: &Caller,
    ) -> Result<Dispute, MatchRefusal> {
        let state = snapshot.tournament.state;
        if !about.takes_results(&snapshot.rounds) {
            return Err(MatchRefusal::ClosedToPlayers);
        }
        if !state.allows(TournamentAction::Dispute) {
            return Err(MatchRefusal::WrongState(state));
        }
        if about.result().is_none() {
            return Err(MatchRefusal::NotEntered(about.board));
        }
        if about.disputed {
            return Err(MatchRefusal::Disputed(about.board));
        }
        Ok(Dispute {
            id: DisputeId::new(by.now),
            match_id: about.id,
            reason,
            raised_by: by.account,
            raised_at: by.now,
            ruling: None,
            ruled_by: None,
            ruled_at: None,
            player: Some(player),
        })
    }

    /// The dispute, ruled on.
    ///
    /// # Errors
    /// [`MatchRefusal::AlreadyRuled`].
    pub fn ruled(self, ruling: String, by: &Caller) -> Result<Dispute, MatchRefusal> {
        if self.ruled_at.is_some() {
            return Err(MatchRefusal::AlreadyRuled);
        }
        Ok(Dispute {
            ruling: Some(ruling),
            ruled_by: Some(by.account),
            ruled_at: Some(by.now),
            ..self
        })
    }

    /// The dispute, with those who play the match.
    #[must_use]
    pub fn between(self, about: &Match, snapshot: &TournamentSnapshot) -> DisputeBetween {
        let players = about.pair.iter().filter_map(|seed| snapshot.at(*seed));
        DisputeBetween {
            dispute: self,
            player_ids: players.map(|entry| entry.player.id()).collect(),
        }
    }
}
