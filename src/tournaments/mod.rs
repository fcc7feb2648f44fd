//! Tournaments: announced, opened for entries, and then played.

pub mod appointments;
pub(crate) mod archives;
pub mod byes;
pub(crate) mod calendar;
pub mod entries;
pub mod matches;
pub mod officials;
pub mod plans;
pub(crate) mod points;
pub mod ratification;
pub mod rounds;
pub(crate) mod routes;
pub(crate) mod sheets;
pub mod snapshot;
pub mod standings;
pub(crate) mod store;
pub(crate) mod use_cases;

use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_PROVINCE};
use crate::provinces::Province;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;

pub use plans::TournamentPlan;

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
    /// The system by which the rounds are drawn.
    pub enum TournamentSystem as "TournamentSystem" {
        /// The top half against the bottom half, then those of equal score.
        ModifiedSwiss = "modified_swiss",
        /// Everyone against everyone.
        RoundRobin = "round_robin",
    }
}

crate::string_enum! {
    /// The points that a bye counts.
    pub enum ByeValue as "ByeValue" {
        /// The average of the player's own matches.
        Average = "average",
        /// Nothing.
        Zero = "zero",
        /// Half of what a match could bring.
        Half = "half",
        /// All that a match could bring.
        Full = "full",
    }
}

crate::string_enum! {
    /// The state that a tournament has reached.
    pub enum TournamentState as "TournamentState" {
        /// Announced.
        Planned = "planned",
        /// Taking entries.
        Open = "open",
        /// The first round is published.
        Running = "running",
        /// The last round is closed.
        Finished = "finished",
        /// The federation has confirmed the result.
        Ratified = "ratified",
        /// It does not take place.
        Cancelled = "cancelled",
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
    /// The state that it has reached.
    pub state: TournamentState,
    /// The reason why it was cancelled.
    pub reason: Option<String>,
    /// The reason why it ended before its last round.
    pub ended_because: Option<String>,
    /// The time at which the federation confirmed the result.
    pub ratified_at: Option<Timestamp>,
    /// The time at which it was announced.
    pub created_at: Timestamp,
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
    /// It has come too far, or not far enough.
    #[error("The tournament is {}, which does not allow this.", .0.as_str())]
    WrongState(TournamentState),
    /// Players who were entered might not be admitted any more.
    #[error(
        "Players are entered, who were judged by the level, the division and the system; announce another tournament."
    )]
    HasEntries,
}

crate::problem_kinds! {
    UNKNOWN_RULE_SET = 422 "unknown-rule-set", "There is no such rule set",
        "The rules of the game go by name; the detail lists them.";
    WRONG_STATE = 409 "wrong-state", "The tournament has not come this far, or further",
        "A tournament is planned, open for entries, running, finished, ratified, or cancelled. The detail says which.";
    HAS_ENTRIES = 409 "has-entries", "Players are entered",
        "Players were admitted by the level, the division and the system of the tournament, which stay what they are once somebody is entered.";
    DIVISION_NOT_ADMITTED = 409 "division-not-admitted", "The tournament is for another division",
        "The player is registered in another division than the tournament admits.";
    TOURNAMENT_FULL = 409 "tournament-full", "The tournament is full",
        "A tournament has 1,000 entries at the most, withdrawn ones included.";
    CLUB_LAPSED = 409 "club-lapsed", "The club is not in good standing",
        "The club through which the player is registered has not paid its fee for the gaming year.";
    NOT_ACCREDITED = 409 "not-accredited", "The umpire's accreditation does not do",
        "An umpire needs an accreditation that is valid on every day of the tournament and of a level that does. The detail says what is missing.";
    CONFLICT_OF_INTEREST = 403 "conflict-of-interest", "It is your own match, or a relative's",
        "Nobody rules on a match of their own, or of a relative of the first degree. Another official does.";
    ALREADY_APPOINTED = 409 "already-appointed", "The umpire is appointed already",
        "An umpire is appointed to a tournament once, until the appointment ends.";
    ALREADY_ENDED = 409 "already-ended", "The appointment ended before",
        "An appointment ends once. Appoint the umpire again if it is to hold.";
    ALREADY_ENTERED = 409 "already-entered", "The player is entered already",
        "A player is entered once. An entry that was withdrawn is made again by `POST /v1/entries/{id}/returns`.";
    ALREADY_SO = 409 "already-so", "It is so already",
        "The entry was withdrawn before, or is there.";
    NOT_EVERY_ENTRY = 422 "not-every-entry", "The order does not name every entry once",
        "The starting order names each entered player once, withdrawn ones included.";
}

impl From<officials::OfficialRefusal> for Error {
    fn from(refusal: officials::OfficialRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            officials::OfficialRefusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            officials::OfficialRefusal::NotAccredited(_) => NOT_ACCREDITED.problem(detail),
            officials::OfficialRefusal::ConflictOfInterest => CONFLICT_OF_INTEREST.problem(detail),
        }
        .into()
    }
}

impl From<TournamentRefusal> for Error {
    fn from(refusal: TournamentRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            TournamentRefusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            TournamentRefusal::OutOfScope(_) => OUT_OF_SCOPE.problem(detail),
            TournamentRefusal::WrongState(_) => WRONG_STATE.problem(detail),
            TournamentRefusal::HasEntries => HAS_ENTRIES.problem(detail),
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
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Tournament, TournamentRefusal> {
        let province = province.ok_or_else(|| TournamentRefusal::UnknownProvince(asked.to_owned()))?;
        if !reach.covers_province(&province.code) {
            return Err(TournamentRefusal::OutOfScope(province.name));
        }
        let (province, state) = (province.code, TournamentState::Planned);
        let (reason, ended_because, ratified_at) = (None, None, None);
        Ok(Tournament {
            id,
            plan,
            province,
            state,
            reason,
            ended_because,
            ratified_at,
            created_at: now,
        })
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

    /// The tournament, if it is in one of these states.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`].
    pub fn at(self, states: &[TournamentState]) -> Result<Tournament, TournamentRefusal> {
        if states.contains(&self.state) {
            Ok(self)
        } else {
            Err(TournamentRefusal::WrongState(self.state))
        }
    }

    /// The tournament with another plan, until it runs. Who was entered was judged by its level and division.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`], [`TournamentRefusal::HasEntries`].
    pub fn with(self, plan: TournamentPlan, has_entries: bool) -> Result<Tournament, TournamentRefusal> {
        let tournament = self.at(&[TournamentState::Planned, TournamentState::Open])?;
        let judged = |plan: &TournamentPlan| (plan.level, plan.division, plan.system);
        if has_entries && judged(&plan) != judged(&tournament.plan) {
            return Err(TournamentRefusal::HasEntries);
        }
        Ok(Tournament { plan, ..tournament })
    }

    /// The tournament, taking entries.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`].
    pub fn opened(self) -> Result<Tournament, TournamentRefusal> {
        Ok(Tournament {
            state: TournamentState::Open,
            ..self.at(&[TournamentState::Planned])?
        })
    }

    /// The tournament, cancelled.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`].
    pub fn cancelled(self, reason: String) -> Result<Tournament, TournamentRefusal> {
        let tournament = self.at(&[
            TournamentState::Planned,
            TournamentState::Open,
            TournamentState::Running,
        ])?;
        Ok(Tournament {
            state: TournamentState::Cancelled,
            reason: Some(reason),
            ..tournament
        })
    }
}
