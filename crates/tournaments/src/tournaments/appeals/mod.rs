//! Appeals: what a player says against the ruling on a dispute, or against the result that was ratified, and what a person
//! decides who had no part in it. A decision changes no result: an appeal that is upheld brings a ratified tournament under
//! review, and what is wrong is corrected as ever.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;
pub mod views;

use chrono::{NaiveDate, TimeDelta};
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::Caller;
use crate::tournaments::matches::disputes::Dispute;
use crate::tournaments::model::{Tournament, TournamentState};
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, AppealId, DisputeId, PlayerId, TournamentId};

crate::string_enum! {
    /// The decision on an appeal.
    pub enum AppealOutcome as "AppealOutcome" {
        /// The player is right.
        Upheld = "upheld",
        /// The ruling or the result stands.
        Dismissed = "dismissed",
    }
}

/// The days for which an appeal is taken, after the day of the ruling or of the ratification. Chosen: the texts name none,
/// and a result should be final within the month, while a player without a connection has a week to spare.
const APPEAL_DAYS: i64 = 14;

/// An appeal as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::appeals)]
pub struct Appeal {
    /// Its id.
    pub id: AppealId,
    /// The tournament.
    #[serde(rename = "tournament_id")]
    #[diesel(column_name = tournament_id)]
    pub tournament: TournamentId,
    /// The dispute whose ruling it is against; none where it is against the ratified result.
    #[serde(rename = "dispute_id")]
    #[diesel(column_name = dispute_id)]
    pub dispute: Option<DisputeId>,
    /// The player who appeals.
    #[serde(rename = "player_id")]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The grounds.
    pub grounds: String,
    /// The account that entered it.
    pub raised_by: AccountId,
    /// The time at which it was entered.
    pub raised_at: Timestamp,
    /// The decision, once there is one.
    pub outcome: Option<AppealOutcome>,
    /// The reason for the decision.
    pub reason: Option<String>,
    /// The account that decided.
    pub decided_by: Option<AccountId>,
    /// The time of the decision.
    pub decided_at: Option<Timestamp>,
}

/// An appeal, and the players of the match if it is against a ruling. The audit trail keeps both, since it is searched for
/// persons.
#[derive(Serialize)]
pub struct AppealEvidence<'a> {
    #[serde(flatten)]
    appeal: &'a Appeal,
    player_ids: &'a [PlayerId],
}

impl<'a> AppealEvidence<'a> {
    pub fn of(appeal: &'a Appeal, concerned: &'a [PlayerId]) -> AppealEvidence<'a> {
        let player_ids = if appeal.dispute.is_some() { concerned } else { &[] };
        AppealEvidence { appeal, player_ids }
    }
}

/// The thing that an appeal is against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppealAgainst {
    /// The ruling on that dispute.
    Ruling(DisputeId),
    /// The ratified result of that tournament.
    Ratification(TournamentId),
}

/// The matter of an appeal, as it is on record.
#[derive(Debug, Clone)]
pub struct AppealMatter {
    /// The tournament.
    pub tournament: Tournament,
    /// The dispute, if the appeal is against the ruling on one.
    pub dispute: Option<Dispute>,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AppealRefusal {
    /// The matter is none of the player's.
    #[error("There is no such match or tournament in which the player plays.")]
    NotConcerned,
    /// Nothing was ruled, or ratified.
    #[error("There is no ruling and no ratified result to appeal against yet.")]
    NothingDecided,
    /// The time is over.
    #[error("An appeal against it was taken until {0}.")]
    TooLate(NaiveDate),
    /// A player appeals once.
    #[error("The player has appealed against it before.")]
    AlreadyAppealed,
    /// An appeal is decided once.
    #[error("The appeal was decided before.")]
    AlreadyDecided,
    /// The one who decides had a part in it.
    #[error("You have raised the appeal, ruled on the dispute or ratified the result; another person decides.")]
    SamePerson,
}

crate::problem_kinds! {
    NOTHING_TO_APPEAL = 409 "nothing-to-appeal", "There is nothing to appeal against yet",
        "A player appeals against the ruling on a dispute, or against the result of a tournament that is ratified.";
    APPEAL_TOO_LATE = 409 "appeal-too-late", "The time to appeal is over",
        "An appeal is taken until 14 days after the day of the ruling or of the ratification.";
    ALREADY_APPEALED = 409 "already-appealed", "The player has appealed before",
        "A player appeals once against a ruling, and once against a ratified result.";
    ALREADY_DECIDED = 409 "already-decided", "The appeal was decided before",
        "A decision on an appeal is final.";
    ANOTHER_PERSON_NEEDED = 403 "another-person-needed", "Another person decides",
        "An appeal is decided by a coordinator or an administrator who has not raised it, has not ruled on the dispute and has not ratified the result.";
}

impl From<AppealRefusal> for Error {
    fn from(refusal: AppealRefusal) -> Error {
        let kind = match refusal {
            AppealRefusal::NotConcerned => &NOT_ENTERED,
            AppealRefusal::NothingDecided => &NOTHING_TO_APPEAL,
            AppealRefusal::TooLate(_) => &APPEAL_TOO_LATE,
            AppealRefusal::AlreadyAppealed => &ALREADY_APPEALED,
            AppealRefusal::AlreadyDecided => &ALREADY_DECIDED,
            AppealRefusal::SamePerson => &ANOTHER_PERSON_NEEDED,
        };
        kind.problem(refusal.to_string()).into()
    }
}

impl AppealMatter {
    /// The time of the ruling, or of the ratification.
    fn decided_at(&self) -> Option<Timestamp> {
        match &self.dispute {
            Some(dispute) => dispute.ruled_at,
            None if self.tournament.state == TournamentState::Ratified => self.tournament.ratified_at,
            None => None,
        }
    }

    /// The last day on which an appeal is taken against it, once it is decided.
    #[must_use]
    pub fn last_day(&self) -> Option<NaiveDate> {
        let decided_at = self.decided_at()?;
        Some(decided_at.after(TimeDelta::days(APPEAL_DAYS)).day())
    }
}

impl Appeal {
    /// Appeals as a player, of those whom the matter concerns.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn raise(
        matter: &AppealMatter,
        concerned: &[PlayerId],
        player: PlayerId,
        grounds: String,
        by: &Caller,
    ) -> Result<Appeal, AppealRefusal> {
        if !concerned.contains(&player) {
            return Err(AppealRefusal::NotConcerned);
        }
        let last_day = matter.last_day().ok_or(AppealRefusal::NothingDecided)?;
        if by.today() > last_day {
            return Err(AppealRefusal::TooLate(last_day));
        }
        Ok(Appeal {
            id: AppealId::new(by.now),
            tournament: matter.tournament.id,
            dispute: matter.dispute.as_ref().map(|dispute| dispute.id),
            player,
            grounds,
            raised_by: by.account,
            raised_at: by.now,
            outcome: None,
            reason: None,
            decided_by: None,
            decided_at: None,
        })
    }

    /// The appeal, decided by somebody who is none of those who had a part in it.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn decided(
        self,
        outcome: AppealOutcome,
        reason: String,
        involved: &[AccountId],
        by: &Caller,
    ) -> Result<Appeal, AppealRefusal> {
        if self.decided_at.is_some() {
            return Err(AppealRefusal::AlreadyDecided);
        }
        if self.raised_by == by.account || involved.contains(&by.account) {
            return Err(AppealRefusal::SamePerson);
        }
        Ok(Appeal {
            outcome: Some(outcome),
            reason: Some(reason),
            decided_by: Some(by.account),
            decided_at: Some(by.now),
            ..self
        })
    }
}
