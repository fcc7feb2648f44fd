//! Tournaments: announced, opened for entries, and then played.

pub mod afterwards;
pub mod appeals;
pub mod appointments;
pub mod archives;
pub mod byes;
pub mod calendar;
pub mod check_ins;
pub mod closing;
pub mod double_bookings;
pub mod entrants;
pub mod entries;
pub mod entry_batches;
pub mod entry_removals;
pub mod equipment_specifications;
pub mod matches;
pub mod membership_withdrawals;
pub mod model;
pub mod officials;
pub mod pairing_bar_changes;
pub mod plans;
pub mod points;
pub mod ratification;
pub mod report;
pub mod rounds;
pub mod routes;
pub mod sheets;
pub mod soundness;
pub mod standings;
pub mod state;
pub mod store;
pub mod teams;
pub mod umpiring;
pub mod use_cases;
pub mod visitors;
pub mod warnings;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_PROVINCE};
use crate::federation::readings::Readings;
use crate::provinces::Province;
use crate::tournaments::model::{Decisions, Tournament, TournamentPlan, TournamentState};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::sql_types::Json;

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
