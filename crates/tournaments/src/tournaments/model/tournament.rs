//! A tournament as it is on record, and the words for its sorts.

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::federation::readings::{ConfirmationTime, Readings};
use crate::tournaments::model::{TournamentAction, TournamentPlan, TournamentState};
use crate::values::clock::Timestamp;
use crate::values::id::TournamentId;
use crate::values::sql_types::Json;

/// A tournament as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::tournaments, treat_none_as_null = true)]
pub struct Tournament {
    /// Its id.
    pub id: TournamentId,
    /// The code of the province that runs it.
    #[diesel(column_name = province_code)]
    pub province: String,
    /// The plan that was announced, as changed since.
    #[serde(flatten)]
    #[diesel(embed)]
    pub plan: TournamentPlan,
    /// The readings of the rules: those of the day on which it opened, or, before, on which it was announced.
    pub readings: Json<Readings>,
    /// The state that it has reached.
    pub state: TournamentState,
    /// The reason why it was cancelled.
    pub reason: Option<String>,
    /// The reason why it ended before its last round.
    pub ended_because: Option<String>,
    /// The federation's decisions on it.
    #[serde(flatten)]
    #[diesel(embed)]
    pub decisions: Decisions,
    /// The time at which the federation confirmed the result.
    pub ratified_at: Option<Timestamp>,
    /// The time at which it was announced.
    pub created_at: Timestamp,
    /// The time since which it takes entries; none until then, and of one that was taken over from a file.
    pub opened_at: Option<Timestamp>,
}

impl Tournament {
    /// The first and the last of its days that are left on that day; the last alone, once it is over.
    #[must_use]
    pub fn days_left(&self, today: NaiveDate) -> [NaiveDate; 2] {
        let TournamentPlan { starts_on, ends_on, .. } = self.plan;
        [today.clamp(starts_on, ends_on), ends_on]
    }

    /// The day of the tournament by which something of that day is judged: the first until then, the last after it.
    #[must_use]
    pub fn day_of(&self, day: NaiveDate) -> NaiveDate {
        day.clamp(self.plan.starts_on, self.plan.ends_on)
    }

    /// Whether a second person confirms results before their round is closed; else it is done before ratification.
    #[must_use]
    pub fn confirms_before_closing(&self) -> bool {
        self.plan.is_championship()
            && match self.readings.confirmations {
                ConfirmationTime::ByLevel => self.plan.is_national(),
                ConfirmationTime::Closing => true,
                ConfirmationTime::Ratification => false,
            }
    }

    /// Whether it lacks something, though it was ratified.
    #[must_use]
    pub fn is_under_review(&self) -> bool {
        self.decisions.under_review_since.is_some()
    }

    /// Whether it can be done with the tournament today. What a tournament lacks that is under review can be put right.
    #[must_use]
    pub fn allows(&self, action: TournamentAction) -> bool {
        use TournamentAction::{Appoint, ConfirmEquipment, EndAppointment, Ratify};
        let mends = matches!(action, Appoint | EndAppointment | ConfirmEquipment | Ratify);
        self.state.allows(action) || (mends && self.is_under_review())
    }
}

/// The decisions that an administrator has made on a tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::tournaments, treat_none_as_null = true)]
pub struct Decisions {
    /// The number of rounds that was agreed to.
    pub agreed_rounds: Option<i64>,
    /// The reason for that.
    pub agreed_because: Option<String>,
    /// The reason why it may have ended before its last round.
    pub ending_accepted_because: Option<String>,
    /// The time since which it lacks something, though it was ratified.
    pub under_review_since: Option<Timestamp>,
}
