//! Recognition: what an official tournament needs, and whether it has it ([`findings`]): an umpire, boards and counters, the
//! draw, the scoring, the rules and the rounds.

pub mod decisions;
pub mod findings;
pub mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::{Map, json};
use utoipa::ToSchema;

use crate::tournaments::WRONG_STATE;
use crate::tournaments::afterwards::no_reason;
use crate::tournaments::model::{Tournament, TournamentState};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, EquipmentConfirmationId, TournamentId};
use crate::values::validation::{Faults, ValueError};

crate::string_enum! {
    /// The material of the counters.
    pub enum Counters as "Counters" {
        /// PVC.
        Pvc = "pvc",
        /// Nylon.
        Nylon = "nylon",
        /// Another material.
        Other = "other",
    }
}

impl Counters {
    /// The material in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Counters::Pvc => "PVC",
            Counters::Nylon => "nylon",
            Counters::Other => "another material",
        }
    }
}

/// The boards and counters as an umpire has found them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = EquipmentConfirmation)]
pub struct Equipment {
    /// Its id.
    #[schema(example = "019aa0d7-8192-73a4-85b6-c7d8e9f0a1b2")]
    pub id: EquipmentConfirmationId,
    /// The tournament.
    #[serde(rename = "tournament_id")]
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub tournament: TournamentId,
    /// The side of the boards in millimetres.
    #[schema(example = 490)]
    pub board: i64,
    /// The diameter of the junctions in millimetres.
    #[schema(example = 25)]
    pub junction: i64,
    /// The material of the counters.
    pub counters: Counters,
    /// The size of the counters in millimetres.
    #[schema(example = 25)]
    pub counter_size: i64,
    /// Whether the notation is marked from the top left corner.
    #[schema(example = true)]
    pub marked: bool,
    /// Whether boards and counters bear the mark of the federation.
    #[schema(example = true)]
    pub federation_mark: bool,
    /// The day on which they were looked at.
    #[schema(example = "2027-04-17")]
    pub found_on: NaiveDate,
    /// The reason why it was recorded after that day.
    #[schema(example = "The hall had no connection.")]
    pub reason: Option<String>,
    /// The account that confirmed it.
    #[serde(skip)]
    pub confirmed_by: AccountId,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T07:30:00.000000Z")]
    pub confirmed_at: Timestamp,
}

/// The boards and counters as an umpire reports them.
#[derive(Debug, Clone)]
pub struct NewEquipment {
    /// The side of the boards in millimetres.
    pub board: i64,
    /// The diameter of the junctions in millimetres.
    pub junction: i64,
    /// The material of the counters.
    pub counters: Counters,
    /// The size of the counters in millimetres.
    pub counter_size: i64,
    /// Whether the notation is marked from the top left corner.
    pub marked: bool,
    /// Whether boards and counters bear the mark of the federation.
    pub federation_mark: bool,
    /// The day on which they were looked at.
    pub found_on: Option<NaiveDate>,
    /// The reason why it is recorded after that day.
    pub reason: Option<String>,
}

/// The reason why a confirmation of boards and counters is not taken; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EquipmentRefusal {
    /// It is for a day that is still to come, or after the tournament.
    #[error("Boards and counters of the tournament are looked at by {0}.")]
    OtherDay(NaiveDate),
    /// It is recorded after its day, without a reason.
    #[error("They were looked at on {0}, which is over: say why it is recorded afterwards.")]
    NoReason(NaiveDate),
}

impl From<EquipmentRefusal> for Error {
    fn from(refusal: EquipmentRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            EquipmentRefusal::OtherDay(_) => Faults::of("/found_on", ValueError::new("out-of-bounds", detail)).into(),
            EquipmentRefusal::NoReason(_) => no_reason(detail),
        }
    }
}

impl Equipment {
    /// The confirmation of an official: for today, or for the last day of the tournament once that is over, unless another
    /// day is named.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn confirm(
        tournament: &Tournament,
        id: EquipmentConfirmationId,
        new: NewEquipment,
        by: AccountId,
        now: Timestamp,
    ) -> Result<Equipment, EquipmentRefusal> {
        let latest = now.day().min(tournament.plan.ends_on);
        let found_on = new.found_on.unwrap_or(latest);
        if found_on > latest {
            return Err(EquipmentRefusal::OtherDay(latest));
        }
        if found_on < now.day() && new.reason.is_none() {
            return Err(EquipmentRefusal::NoReason(found_on));
        }
        Ok(Equipment {
            id,
            tournament: tournament.id,
            board: new.board,
            junction: new.junction,
            counters: new.counters,
            counter_size: new.counter_size,
            marked: new.marked,
            federation_mark: new.federation_mark,
            found_on,
            reason: new.reason,
            confirmed_by: by,
            confirmed_at: now,
        })
    }
}

crate::string_enum! {
    /// A requirement of an official tournament.
    pub enum Requirement as "RecognitionRequirement" {
        /// On every day an appointed umpire whose accreditation is valid, of a level that does, and who does not play.
        Umpire = "umpire",
        /// Boards and counters to the specification of the level, as an umpire confirms.
        Equipment = "equipment",
        /// Every round as drawn by the modified Swiss system, or otherwise only where the umpire had to; or everybody against
        /// everybody with fewer than seven players.
        Draw = "draw",
        /// Six games a match, the prescribed bye, all results in, confirmed, no dispute open, and at least one game played.
        Scoring = "scoring",
        /// The federation's rules of the game, but in friendly tournaments and those of clubs.
        Rules = "rules",
        /// Six rounds, all played; or fewer, if the field cannot play six or an administrator agrees.
        Rounds = "rounds",
        /// Everybody who played eligible on the day: not suspended, registered, and paid up where that is needed.
        Eligibility = "eligibility",
    }
}

/// Whether a tournament has what one requirement asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RecognitionFinding)]
pub struct RecognitionFinding {
    /// The requirement.
    pub requirement: Requirement,
    /// Whether it is met.
    #[schema(example = true)]
    pub met: bool,
    /// The evidence for it, as far as there is any.
    #[schema(example = json!(["The boards are of 490 mm with junctions of 25 mm."]))]
    pub evidence: Vec<String>,
    /// Everything that is missing.
    #[schema(example = json!(["Not all rounds are played."]))]
    pub missing: Vec<String>,
}

impl RecognitionFinding {
    /// The requirement is met if nothing is missing.
    fn of(requirement: Requirement, evidence: Vec<String>, missing: Vec<String>) -> RecognitionFinding {
        let met = missing.is_empty();
        RecognitionFinding {
            requirement,
            met,
            evidence,
            missing,
        }
    }
}

/// The reason why the federation does not ratify; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatificationRefusal {
    /// It is not over, or over for good.
    #[error("The tournament is {}, which does not allow this.", .0.as_str())]
    WrongState(TournamentState),
    /// Its last day is still to come.
    #[error("The tournament lasts until {0}, and is ratified from that day on.")]
    BeforeLastDay(NaiveDate),
    /// It lacks something.
    #[error("{}", missing(.0))]
    NotRecognised(Vec<RecognitionFinding>),
}

crate::problem_kinds! {
    BEFORE_LAST_DAY = 409 "before-last-day", "The last day is still to come",
        "A tournament is ratified on its last day at the earliest.";
    NOT_RECOGNISED = 409 "not-recognised", "The tournament lacks something",
        "`missing` lists what it lacks, by requirement. `GET /v1/tournaments/{id}/recognition` shows it at any moment.";
}

impl From<RatificationRefusal> for Error {
    fn from(refusal: RatificationRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            RatificationRefusal::WrongState(_) => WRONG_STATE.problem(detail),
            RatificationRefusal::BeforeLastDay(_) => BEFORE_LAST_DAY.problem(detail),
            RatificationRefusal::NotRecognised(findings) => {
                let lacking = findings.into_iter().filter(|finding| !finding.met);
                let missing = lacking.map(|finding| (finding.requirement.as_str().to_owned(), json!(finding.missing)));
                let facts = Map::from_iter([("missing".to_owned(), missing.collect::<Map<_, _>>().into())]);
                NOT_RECOGNISED.problem(detail).with_facts(facts)
            }
        }
        .into()
    }
}

fn missing(findings: &[RecognitionFinding]) -> String {
    findings
        .iter()
        .flat_map(|finding| finding.missing.clone())
        .collect::<Vec<_>>()
        .join(" ")
}
