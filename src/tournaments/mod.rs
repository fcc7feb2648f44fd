//! Tournaments: announced, opened for entries, and then played.

pub(crate) mod afterwards;
pub mod appeals;
pub mod appointments;
pub(crate) mod archives;
pub mod byes;
pub(crate) mod calendar;
pub mod check_ins;
pub mod closing;
pub(crate) mod entrants;
pub mod entries;
pub mod entry_batches;
pub mod entry_removals;
pub mod equipment_specifications;
pub mod matches;
pub mod membership_withdrawals;
pub mod officials;
pub mod pairing_bar_changes;
pub mod plans;
pub(crate) mod points;
pub mod ratification;
pub(crate) mod report;
pub mod rounds;
pub(crate) mod routes;
pub(crate) mod sheets;
pub mod snapshot;
pub(crate) mod soundness;
pub mod standings;
pub mod state;
pub(crate) mod store;
pub mod teams;
pub(crate) mod umpiring;
pub(crate) mod use_cases;
pub mod visitors;

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_PROVINCE};
use crate::federation::readings::Readings;
use crate::players::registrations::Division;
use crate::provinces::Province;
use crate::tournaments::ratification::decisions::Decisions;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::sql_types::Json;

pub use plans::TournamentPlan;
pub use state::TournamentState;

crate::string_enum! {
    /// The sort of tournament that it is.
    pub enum TournamentLevel as "TournamentLevel" {
        /// A tournament for its own sake; open to those who are not registered.
        Friendly = "friendly",
        /// A tournament of a club.
        Club = "club",
        /// A tournament of schools or between them.
        School = "school",
        /// A tournament of universities or between them.
        Student = "student",
        /// A tournament of a region; open to those who are not registered.
        Regional = "regional",
        /// A province's championship.
        Provincial = "provincial",
        /// The national championship.
        National = "national",
        /// A tournament of a continent.
        Continental = "continental",
        /// A tournament of the world.
        World = "world",
    }
}

crate::string_enum! {
    /// The stage that a championship of schools or of universities is: whose best it finds.
    pub enum TournamentStage as "TournamentStage" {
        /// That of a region.
        Regional = "regional",
        /// That of a province.
        Provincial = "provincial",
        /// That of the nation.
        National = "national",
    }
}

impl TournamentStage {
    /// The level of an open event that finds the best of the same.
    #[must_use]
    pub fn level(self) -> TournamentLevel {
        match self {
            TournamentStage::Regional => TournamentLevel::Regional,
            TournamentStage::Provincial => TournamentLevel::Provincial,
            TournamentStage::National => TournamentLevel::National,
        }
    }
}

impl TournamentLevel {
    /// Whether it is for schools or for universities, which enter their own.
    #[must_use]
    pub fn is_of_institutions(self) -> bool {
        matches!(self, TournamentLevel::School | TournamentLevel::Student)
    }

    /// Whether it admits those of that division, whatever else the tournament says: school events are for scholars, student
    /// events for students.
    #[must_use]
    pub fn admits(self, division: Division) -> bool {
        match self {
            TournamentLevel::School => matches!(division, Division::HighSchool | Division::PrimarySchool),
            TournamentLevel::Student => division == Division::Student,
            _ => true,
        }
    }
}

crate::string_enum! {
    /// The system by which the rounds are drawn.
    pub enum TournamentSystem as "TournamentSystem" {
        /// The top half against the bottom half, then those of equal score.
        ModifiedSwiss = "modified_swiss",
        /// Everyone against everyone.
        RoundRobin = "round_robin",
    }
}

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

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TournamentRefusal {
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// The caller looks after other provinces.
    #[error("You do not look after {0}.")]
    OutOfScope(String),
    /// It is for more than the nation.
    #[error("Only an administrator announces a continental championship or one of the world.")]
    International,
    /// It has come too far, or not far enough.
    #[error("The tournament is {}, which does not allow this.", .0.as_str())]
    WrongState(TournamentState),
    /// Players who were entered might not be admitted any more.
    #[error(
        "Players are entered, who were judged by the level, the stage, the division and the system; announce another \
         tournament."
    )]
    HasEntries,
    /// Teams were judged by the number of members that count.
    #[error("Teams are set up, which were judged by their size; take them back first.")]
    HasTeams,
}

crate::problem_kinds! {
    UNKNOWN_RULE_SET = 422 "unknown-rule-set", "There is no such rule set",
        "The rules of the game go by name; the detail lists them.";
    WRONG_STATE = 409 "wrong-state", "The tournament has not come this far, or further",
        "A tournament is planned, open for entries, running, finished, ratified, or cancelled. The detail says which.";
    HAS_ENTRIES = 409 "has-entries", "Players are entered",
        "Players were admitted by the level, the stage, the division and the system of the tournament, which stay what they are once somebody is entered.";
    HAS_TEAMS = 409 "has-teams", "Teams are set up",
        "Teams were judged by the number of members that count, which stays what it is while there are teams. Take them back by `POST /v1/teams/{id}/withdrawals`.";
}

impl From<TournamentRefusal> for Error {
    fn from(refusal: TournamentRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            TournamentRefusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            TournamentRefusal::OutOfScope(_) | TournamentRefusal::International => OUT_OF_SCOPE.problem(detail),
            TournamentRefusal::WrongState(_) => WRONG_STATE.problem(detail),
            TournamentRefusal::HasEntries => HAS_ENTRIES.problem(detail),
            TournamentRefusal::HasTeams => HAS_TEAMS.problem(detail),
        }
        .into()
    }
}

impl Tournament {
    /// Announces a tournament. `province` is what stands under the code `asked`.
    ///
    /// # Errors
    /// [`TournamentRefusal::UnknownProvince`], [`TournamentRefusal::OutOfScope`].
    pub fn announce(
        plan: TournamentPlan,
        id: TournamentId,
        asked: &str,
        province: Option<Province>,
        readings: Readings,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Tournament, TournamentRefusal> {
        let province = province.ok_or_else(|| TournamentRefusal::UnknownProvince(asked.to_owned()))?;
        if !reach.covers_province(&province.code) {
            return Err(TournamentRefusal::OutOfScope(province.name));
        }
        plan.refuse_international(reach)?;
        let (province, state) = (province.code, TournamentState::Planned);
        let (reason, ended_because, ratified_at, opened_at) = (None, None, None, None);
        Ok(Tournament {
            id,
            plan,
            province,
            readings: Json(readings),
            state,
            reason,
            ended_because,
            decisions: Decisions::default(),
            ratified_at,
            created_at: now,
            opened_at,
        })
    }

    /// The first and the last of its days that are left on that day; the last alone, once it is over.
    #[must_use]
    pub fn days_left(&self, today: NaiveDate) -> [NaiveDate; 2] {
        let TournamentPlan { starts_on, ends_on, .. } = self.plan;
        [today.clamp(starts_on, ends_on), ends_on]
    }

    /// The tournament, if it is within reach.
    ///
    /// # Errors
    /// [`TournamentRefusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Tournament, TournamentRefusal> {
        if reach.covers_province(&self.province) {
            Ok(self)
        } else {
            Err(TournamentRefusal::OutOfScope(self.province))
        }
    }
}
