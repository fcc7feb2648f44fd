//! Recognition: what an official tournament needs, and whether it has it. Four things: an umpire, boards and counters, the
//! draw, and the scoring.

pub(crate) mod routes;
pub(crate) mod store;

use crate::tournaments::WRONG_STATE;
use crate::values::error::Error;
use chrono::NaiveDate;
use serde_json::Map;
use serde_json::json;

use crate::tournaments::appointments::{Appointment, needed};
use crate::tournaments::matches::{Match, Progress, are_confirmed};
use crate::tournaments::rounds::RoundState;
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::{State, System, Tournament};
use crate::umpires::{Accreditation, accredited};
use crate::values::clock::Timestamp;
use crate::values::id::Id;

crate::string_enum! {
    /// What the counters are made of.
    pub enum Counters as "Counters" {
        /// Of PVC.
        Pvc = "pvc",
        /// Of nylon.
        Nylon = "nylon",
        /// Of something else.
        Other = "other",
    }
}

/// Which board a tournament may be played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Specification {
    /// The side of the board in millimetres.
    pub board: i64,
    /// The largest diameter of a junction in millimetres.
    pub junction: i64,
}

/// What an umpire has found the boards and counters to be.
#[derive(Debug, Clone, Copy)]
pub struct Equipment {
    /// Its id.
    pub id: Id,
    /// Of which tournament.
    pub tournament: Id,
    /// The side of the boards in millimetres.
    pub board: i64,
    /// The diameter of a junction in millimetres.
    pub junction: i64,
    /// What the counters are made of.
    pub counters: Counters,
    /// Whether the notation is marked from the top left corner.
    pub marked: bool,
    /// Which account says so.
    pub confirmed_by: Id,
    /// When.
    pub confirmed_at: Timestamp,
}

crate::string_enum! {
    /// What an official tournament needs.
    pub enum Requirement as "RecognitionRequirement" {
        /// An appointed umpire whose accreditation is valid on every day, and of a level that does.
        Umpire = "umpire",
        /// Boards and counters to the specification of the level, as an umpire confirms.
        Equipment = "equipment",
        /// Every round drawn by the modified Swiss system, or everybody against everybody with fewer than seven players.
        Draw = "draw",
        /// Six games a match, all results in, confirmed, and no dispute open.
        Scoring = "scoring",
    }
}

/// Whether a tournament has what one requirement asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which requirement.
    pub requirement: Requirement,
    /// What shows that it is met, in sentences.
    pub evidence: Vec<String>,
    /// What is missing, in sentences; nothing if it is met.
    pub missing: Vec<String>,
}

/// What is on record of a tournament beside its proceedings.
#[derive(Debug)]
pub struct Dossier {
    /// The appointments, each with the umpire's accreditations.
    pub appointments: Vec<(Appointment, Vec<Accreditation>)>,
    /// The boards that it may be played on.
    pub specifications: Vec<Specification>,
    /// What an umpire has found last.
    pub equipment: Option<Equipment>,
}

/// The findings on all requirements, with names as they may be told on that day.
#[must_use]
pub fn findings(proceedings: &Proceedings, dossier: &Dossier, today: NaiveDate) -> Vec<Finding> {
    vec![
        umpire(&proceedings.tournament, &dossier.appointments, today),
        equipment(dossier.equipment.as_ref(), &dossier.specifications),
        draw(proceedings),
        scoring(proceedings),
    ]
}

fn umpire(tournament: &Tournament, appointments: &[(Appointment, Vec<Accreditation>)], today: NaiveDate) -> Finding {
    let (plan, level) = (&tournament.plan, needed(tournament.plan.level));
    let holds = |appointment: &Appointment, day: NaiveDate| {
        appointment.created_at.day() <= day && appointment.ended_at.is_none_or(|ended| ended.day() >= day)
    };
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    for day in plan.starts_on.iter_days().take_while(|day| *day <= plan.ends_on) {
        let there = appointments.iter().filter(|(appointment, _)| holds(appointment, day));
        let (good, bad): (Vec<_>, Vec<_>) = there
            .map(|(appointment, accreditations)| {
                (
                    appointment.umpire.public_name(today),
                    accredited(accreditations, level, day, day),
                )
            })
            .partition(|(_, accredited)| accredited.is_ok());
        if let Some((name, _)) = good.first() {
            evidence.push(format!("On {day} {name} umpires, accredited for {}.", level.word()));
        } else if bad.is_empty() {
            missing.push(format!("On {day} no umpire is appointed."));
        } else {
            let why = bad
                .into_iter()
                .filter_map(|(name, accredited)| Some(format!("{name}: {}", accredited.err()?)));
            missing.push(format!(
                "On {day} no appointed umpire is accredited. {}",
                why.collect::<Vec<_>>().join(" ")
            ));
        }
    }
    Finding {
        requirement: Requirement::Umpire,
        evidence,
        missing,
    }
}

fn equipment(found: Option<&Equipment>, specifications: &[Specification]) -> Finding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    match found {
        None => missing.push("An umpire has not confirmed the boards and counters.".to_owned()),
        Some(found) => {
            match specifications
                .iter()
                .find(|specification| specification.board == found.board)
            {
                None => missing.push(format!(
                    "Boards of {} mm are not for a tournament of this level.",
                    found.board
                )),
                Some(specification) if found.junction > specification.junction => missing.push(format!(
                    "Junctions of {} mm are too large; they may be up to {} mm.",
                    found.junction, specification.junction
                )),
                Some(_) => evidence.push(format!(
                    "The boards are of {} mm with junctions of {} mm.",
                    found.board, found.junction
                )),
            }
            if found.marked {
                evidence.push("The notation is marked from the top left corner.".to_owned());
            } else {
                missing.push("The notation is not marked from the top left corner.".to_owned());
            }
            match found.counters {
                Counters::Pvc | Counters::Nylon => {
                    evidence.push(format!("The counters are of {}.", found.counters.word()));
                }
                Counters::Other => missing.push("The counters are neither of PVC nor of nylon.".to_owned()),
            }
        }
    }
    Finding {
        requirement: Requirement::Equipment,
        evidence,
        missing,
    }
}

fn draw(proceedings: &Proceedings) -> Finding {
    const MOST_ROBINS: usize = 6;
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let published: Vec<_> = proceedings.published().collect();
    if published.is_empty() {
        missing.push("No round is published.".to_owned());
    }
    match proceedings.tournament.plan.system {
        System::ModifiedSwiss if !published.is_empty() => {
            evidence.push(format!(
                "{} rounds are drawn by the modified Swiss system.",
                published.len()
            ));
        }
        System::RoundRobin if proceedings.robins().len() > MOST_ROBINS => {
            missing.push("Everybody meets everybody with seven players or more.".to_owned());
        }
        System::RoundRobin => evidence.push("Everybody meets everybody, with fewer than seven players.".to_owned()),
        System::ModifiedSwiss => {}
    }
    for round in published {
        if let Some(reason) = &round.orders.reason {
            let what = if round.orders.pairing.is_some() {
                "is paired by an umpire"
            } else {
                "is drawn by an umpire's orders"
            };
            evidence.push(format!("Round {} {what}: {reason}", round.number));
        }
    }
    Finding {
        requirement: Requirement::Draw,
        evidence,
        missing,
    }
}

fn scoring(proceedings: &Proceedings) -> Finding {
    const GAMES: i64 = 6;
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let plan = &proceedings.tournament.plan;
    if plan.games == GAMES {
        evidence.push("A match has six games, scored 1, ½ and 0.".to_owned());
    } else {
        missing.push(format!("A match has {} games instead of six.", plan.games));
    }
    let count = |wanted: &dyn Fn(&Match) -> bool| proceedings.matches.iter().filter(|one| wanted(one)).count();
    let confirmed = are_confirmed(plan.level);
    for (number, what) in [
        (count(&|one| one.progress() == Progress::Open), "without a result"),
        (
            count(&|one| confirmed && one.progress() == Progress::Entered),
            "without a second person's confirmation",
        ),
        (count(&|one| one.progress() == Progress::Disputed), "in dispute"),
    ] {
        if number > 0 {
            missing.push(format!("Matches {what}: {number}."));
        }
    }
    let open = proceedings
        .rounds
        .iter()
        .filter(|round| round.state != RoundState::Closed)
        .count();
    if open > 0 || proceedings.rounds.is_empty() {
        missing.push("Not all rounds are played.".to_owned());
    }
    Finding {
        requirement: Requirement::Scoring,
        evidence,
        missing,
    }
}

/// Why the federation does not ratify; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not over, or over for good.
    #[error("The tournament is {}, which does not allow this.", .0.word())]
    WrongState(State),
    /// It lacks something.
    #[error("{}", missing(.0))]
    NotRecognised(Vec<Finding>),
}

crate::problem_kinds! {
    NOT_RECOGNISED = 409 "not-recognised", "The tournament lacks something",
        "`missing` lists what it lacks, by requirement. `GET /v1/tournaments/{id}/recognition` shows it at any moment.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::WrongState(_) => WRONG_STATE.problem(detail),
            Refusal::NotRecognised(findings) => {
                let lacking = findings.into_iter().filter(|finding| !finding.missing.is_empty());
                let missing = lacking.map(|finding| (finding.requirement.word().to_owned(), json!(finding.missing)));
                let facts = Map::from_iter([("missing".to_owned(), missing.collect::<Map<_, _>>().into())]);
                NOT_RECOGNISED.problem(detail).with_facts(facts)
            }
        }
        .into()
    }
}

fn missing(findings: &[Finding]) -> String {
    findings
        .iter()
        .flat_map(|finding| finding.missing.clone())
        .collect::<Vec<_>>()
        .join(" ")
}

impl Tournament {
    /// The finished tournament, ratified.
    ///
    /// # Errors
    /// [`Refusal::WrongState`], [`Refusal::NotRecognised`].
    pub fn ratified(self, findings: Vec<Finding>, now: Timestamp) -> Result<Tournament, Refusal> {
        if self.state != State::Finished {
            return Err(Refusal::WrongState(self.state));
        }
        if findings.iter().any(|finding| !finding.missing.is_empty()) {
            return Err(Refusal::NotRecognised(findings));
        }
        Ok(Tournament {
            state: State::Ratified,
            ratified_at: Some(now),
            ..self
        })
    }
}
