//! Recognition: what an official tournament needs, and whether it has it. Four things: an umpire, boards and counters, the
//! draw, and the scoring.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use chrono::NaiveDate;
use diesel::{Queryable, Selectable};
use serde::Serialize;
use serde_json::{Map, json};
use utoipa::ToSchema;

use crate::tournaments::afterwards::{no_reason, told};
use crate::tournaments::appointments::{Appointment, needed};
use crate::tournaments::matches::{Match, MatchState, are_confirmed};
use crate::tournaments::plans::championship;
use crate::tournaments::rounds::RoundState;
use crate::tournaments::snapshot::TournamentSnapshot;
use crate::tournaments::{Tournament, TournamentState, TournamentSystem, WRONG_STATE};
use crate::umpires::{Accreditation, accredited};
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
    fn in_words(self) -> &'static str {
        match self {
            Counters::Pvc => "PVC",
            Counters::Nylon => "nylon",
            Counters::Other => "another material",
        }
    }
}

/// A board that a tournament may be played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = crate::db::schema::equipment_specifications)]
pub struct Specification {
    /// The side of the board in millimetres.
    pub board: i64,
    /// The largest diameter of a junction in millimetres.
    pub junction: i64,
    /// The largest size of a counter in millimetres.
    pub counter_size: i64,
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
        /// Every round drawn by the modified Swiss system, or everybody against everybody with fewer than seven players.
        Draw = "draw",
        /// Six games a match, all results in, confirmed, and no dispute open.
        Scoring = "scoring",
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

/// An umpire's appointment to a tournament, with what the umpire is accredited for.
#[derive(Debug)]
pub struct AppointedUmpire {
    /// The appointment.
    pub appointment: Appointment,
    /// The umpire's accreditations.
    pub accreditations: Vec<Accreditation>,
}

/// Records on which the recognition of a tournament rests, beside its snapshot.
#[derive(Debug)]
pub struct RecognitionDossier {
    /// The umpires who were appointed to it.
    pub umpires: Vec<AppointedUmpire>,
    /// The boards that it may be played on.
    pub specifications: Vec<Specification>,
    /// The boards and counters as an umpire found them last.
    pub equipment: Option<Equipment>,
}

/// The findings on all requirements, with names as they may be told on that day.
#[must_use]
pub fn findings(
    snapshot: &TournamentSnapshot,
    dossier: &RecognitionDossier,
    today: NaiveDate,
) -> Vec<RecognitionFinding> {
    vec![
        umpire(snapshot, &dossier.umpires, today),
        equipment(dossier.equipment.as_ref(), &dossier.specifications),
        draw(snapshot),
        scoring(snapshot),
    ]
}

fn umpire(snapshot: &TournamentSnapshot, appointed: &[AppointedUmpire], today: NaiveDate) -> RecognitionFinding {
    let plan = &snapshot.tournament.plan;
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    for day in plan.starts_on.iter_days().take_while(|day| *day <= plan.ends_on) {
        let there: Vec<_> = appointed
            .iter()
            .filter(|umpire| (umpire.appointment.from..=umpire.appointment.until).contains(&day))
            .map(|umpire| (umpire, umpire.does_for(snapshot, day)))
            .collect();
        let name = |umpire: &AppointedUmpire| umpire.appointment.umpire.public_name(today);
        if let Some((umpire, _)) = there.iter().find(|(_, does)| does.is_ok()) {
            let appointment = &umpire.appointment;
            evidence.push(format!(
                "On {day} {} umpires, accredited for {}.{}",
                name(umpire),
                needed(plan.level).in_words(),
                told(appointment.from, appointment.created_at, appointment.reason.as_deref())
            ));
        } else if there.is_empty() {
            missing.push(format!("On {day} no umpire is appointed."));
        } else {
            let why = there
                .into_iter()
                .filter_map(|(umpire, does)| Some(format!("{}: {}", name(umpire), does.err()?)));
            missing.push(format!(
                "On {day} no appointed umpire does. {}",
                why.collect::<Vec<_>>().join(" ")
            ));
        }
    }
    RecognitionFinding::of(Requirement::Umpire, evidence, missing)
}

impl AppointedUmpire {
    /// Whether the umpire does for that day of the tournament; if not, the reason in a sentence.
    fn does_for(&self, snapshot: &TournamentSnapshot, day: NaiveDate) -> Result<(), String> {
        let entry = snapshot.of_player(self.appointment.umpire.id);
        if entry.is_some_and(|entry| snapshot.takes_part(entry)) {
            return Err("The umpire plays in the tournament.".to_owned());
        }
        let level = needed(snapshot.tournament.plan.level);
        accredited(&self.accreditations, level, day, day).map_err(|error| error.to_string())
    }
}

fn equipment(found: Option<&Equipment>, specifications: &[Specification]) -> RecognitionFinding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let Some(found) = found else {
        missing.push("An umpire has not confirmed the boards and counters.".to_owned());
        return RecognitionFinding::of(Requirement::Equipment, evidence, missing);
    };
    let specification = specifications
        .iter()
        .find(|specification| specification.board == found.board);
    if let Some(specification) = specification {
        let measures = [
            ("Junctions", found.junction, specification.junction),
            ("Counters", found.counter_size, specification.counter_size),
        ];
        for (what, size, most) in measures {
            if size > most {
                missing.push(format!(
                    "{what} of {size} mm are too large; they may be up to {most} mm."
                ));
            }
        }
        if missing.is_empty() {
            let (day, at) = (found.found_on, found.confirmed_at);
            evidence.push(format!(
                "On {day} the boards are of {} mm with junctions of {} mm, and the counters of {} mm.{}",
                found.board,
                found.junction,
                found.counter_size,
                told(day, at, found.reason.as_deref())
            ));
        }
    } else {
        missing.push(format!(
            "Boards of {} mm are not for a tournament of this level.",
            found.board
        ));
    }
    let lines = [
        (
            found.marked,
            "The notation is marked from the top left corner.".to_owned(),
            "The notation is not marked from the top left corner.",
        ),
        (
            found.federation_mark,
            "Boards and counters bear the mark of the federation.".to_owned(),
            "Boards and counters do not bear the mark of the federation.",
        ),
        (
            found.counters != Counters::Other,
            format!("The counters are of {}.", found.counters.in_words()),
            "The counters are neither of PVC nor of nylon.",
        ),
    ];
    for (is_so, so, not_so) in lines {
        if is_so {
            evidence.push(so);
        } else {
            missing.push(not_so.to_owned());
        }
    }
    RecognitionFinding::of(Requirement::Equipment, evidence, missing)
}

fn draw(snapshot: &TournamentSnapshot) -> RecognitionFinding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let published: Vec<_> = snapshot.published().collect();
    if published.is_empty() {
        missing.push("No round is published.".to_owned());
    }
    match snapshot.tournament.plan.system {
        TournamentSystem::ModifiedSwiss if !published.is_empty() => {
            evidence.push(format!(
                "{} rounds are drawn by the modified Swiss system.",
                published.len()
            ));
        }
        TournamentSystem::RoundRobin if snapshot.robins().len() > championship::MOST_ROBINS => {
            missing.push("Everybody meets everybody with seven players or more.".to_owned());
        }
        TournamentSystem::RoundRobin => {
            evidence.push("Everybody meets everybody, with fewer than seven players.".to_owned());
        }
        TournamentSystem::ModifiedSwiss => {}
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
    RecognitionFinding::of(Requirement::Draw, evidence, missing)
}

fn scoring(snapshot: &TournamentSnapshot) -> RecognitionFinding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let plan = &snapshot.tournament.plan;
    if plan.games == championship::GAMES {
        evidence.push("A match has six games, scored 1, ½ and 0.".to_owned());
    } else {
        missing.push(format!("A match has {} games instead of six.", plan.games));
    }
    let count = |wanted: &dyn Fn(&Match) -> bool| snapshot.matches.iter().filter(|paired| wanted(paired)).count();
    let confirmed = are_confirmed(plan.level);
    for (number, what) in [
        (
            count(&|paired| paired.progress() == MatchState::Open),
            "without a result",
        ),
        (
            count(&|paired| confirmed && paired.progress() == MatchState::Entered),
            "without a second person's confirmation",
        ),
        (count(&|paired| paired.progress() == MatchState::Disputed), "in dispute"),
    ] {
        if number > 0 {
            missing.push(format!("Matches {what}: {number}."));
        }
    }
    let unclosed = snapshot
        .rounds
        .iter()
        .filter(|round| round.state != RoundState::Closed)
        .count();
    if unclosed > 0 || snapshot.rounds.is_empty() {
        missing.push("Not all rounds are played.".to_owned());
    }
    RecognitionFinding::of(Requirement::Scoring, evidence, missing)
}

/// The reason why the federation does not ratify; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatificationRefusal {
    /// It is not over, or over for good.
    #[error("The tournament is {}, which does not allow this.", .0.as_str())]
    WrongState(TournamentState),
    /// It lacks something.
    #[error("{}", missing(.0))]
    NotRecognised(Vec<RecognitionFinding>),
}

crate::problem_kinds! {
    NOT_RECOGNISED = 409 "not-recognised", "The tournament lacks something",
        "`missing` lists what it lacks, by requirement. `GET /v1/tournaments/{id}/recognition` shows it at any moment.";
}

impl From<RatificationRefusal> for Error {
    fn from(refusal: RatificationRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            RatificationRefusal::WrongState(_) => WRONG_STATE.problem(detail),
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
