//! The findings on a tournament: for each requirement the evidence, and what is missing, in sentences.

use chrono::NaiveDate;
use morabaraba_swiss::capacity;

use crate::federation::readings::ByeValue;
use crate::tournaments::afterwards::told;
use crate::tournaments::appointments::Appointment;
use crate::tournaments::equipment_specifications::EquipmentSpecification;
use crate::tournaments::model::{
    Bye, ByeKind, Match, MatchState, Orders, RoundState, TournamentLevel, TournamentPlan, TournamentSnapshot,
    TournamentSystem,
};
use crate::tournaments::officials::needed;
use crate::tournaments::plans::championship;
use crate::tournaments::ratification::{Counters, Equipment, RecognitionFinding, Requirement};
use crate::tournaments::rounds::conformity::Conformity;
use crate::umpires::{Accreditation, accredited};
use crate::values::number::RoundNumber;

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
    pub specifications: Vec<EquipmentSpecification>,
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
        rules(&snapshot.tournament.plan),
        rounds(snapshot),
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

fn equipment(found: Option<&Equipment>, specifications: &[EquipmentSpecification]) -> RecognitionFinding {
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
    if snapshot.published().next().is_none() {
        missing.push("No round is published.".to_owned());
    }
    match snapshot.tournament.plan.system {
        TournamentSystem::RoundRobin if snapshot.robins().len() > championship::MOST_ROBINS => {
            missing.push("Everybody meets everybody with seven players or more.".to_owned());
        }
        TournamentSystem::RoundRobin => {
            evidence.push("Everybody meets everybody, with fewer than seven players.".to_owned());
        }
        TournamentSystem::ModifiedSwiss => swiss(snapshot, &mut evidence, &mut missing),
    }
    RecognitionFinding::of(Requirement::Draw, evidence, missing)
}

fn swiss(snapshot: &TournamentSnapshot, evidence: &mut Vec<String>, missing: &mut Vec<String>) {
    let club_rounds = snapshot.tournament.plan.club_rounds;
    if club_rounds != championship::CLUB_ROUNDS {
        missing.push(format!(
            "Club mates are to be kept apart in the first {} rounds, and not in {club_rounds}.",
            championship::CLUB_ROUNDS
        ));
    }
    for round in snapshot.published() {
        let number = round.number;
        let because = round.orders.reason.as_ref();
        let because = because.map_or_else(|| ".".to_owned(), |reason| format!(": {reason}"));
        let (conformity, is_own) = (snapshot.conformity(round), round.orders.pairing.is_some());
        let by_whom = if is_own {
            "is paired by an umpire"
        } else {
            "is drawn by an umpire's orders"
        };
        let how = match conformity {
            Conformity::AsDrawn if is_own => format!("{by_whom}, as it would have been drawn{because}"),
            Conformity::AsDrawn => "is drawn by the modified Swiss system.".to_owned(),
            Conformity::Waived if is_own => format!(
                "{by_whom}, as it would have been drawn with a rule set aside without which there was no draw{because}"
            ),
            Conformity::Waived => format!(
                "is drawn by the modified Swiss system, with a rule set aside without which there was no draw{because}"
            ),
            Conformity::Followed => format!("{by_whom}, as it was drawn but where somebody came or left{because}"),
            Conformity::Otherwise if is_own => format!("{by_whom}, and not as it would have been drawn{because}"),
            Conformity::Otherwise => format!("{by_whom}, which were not needed{because}"),
        };
        let told = if conformity == Conformity::Otherwise {
            &mut *missing
        } else {
            &mut *evidence
        };
        told.push(format!("Round {number} {how}"));
    }
}

fn scoring(snapshot: &TournamentSnapshot) -> RecognitionFinding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let plan = &snapshot.tournament.plan;
    if plan.games == championship::GAMES {
        evidence.push("A match has six games, scored 1, ½ and 0.".to_owned());
    } else {
        missing.push(format!("A match has {} games instead of six.", plan.games));
    }
    // Where everybody meets everybody nobody has a bye.
    if plan.system == TournamentSystem::ModifiedSwiss {
        let prescribed = snapshot.tournament.readings.bye_value;
        if plan.bye_value == prescribed {
            evidence.push(format!("A bye counts {}.", plan.bye_value.in_words()));
        } else {
            missing.push(format!(
                "A bye counts {} instead of {}.",
                plan.bye_value.in_words(),
                prescribed.in_words()
            ));
        }
        let is_bought = |bye: &&Bye| {
            let allowed = [prescribed, ByeValue::Zero];
            bye.kind == ByeKind::Requested && !allowed.contains(&bye.value)
        };
        let bought = snapshot.byes.iter().filter(is_bought).count();
        if bought > 0 {
            missing.push(format!(
                "Byes that players asked for and that count more than others: {bought}."
            ));
        }
    }
    let count = |wanted: &dyn Fn(&Match) -> bool| snapshot.matches.iter().filter(|paired| wanted(paired)).count();
    let confirmed = plan.is_championship();
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
    if closed(snapshot) < snapshot.rounds.len() || snapshot.rounds.is_empty() {
        missing.push("Not all rounds are played.".to_owned());
    } else if snapshot
        .matches
        .iter()
        .all(|paired| paired.result().is_none_or(|result| result.sheet.is_walkover()))
    {
        missing.push("No game was played: byes and forfeits make no tournament.".to_owned());
    }
    RecognitionFinding::of(Requirement::Scoring, evidence, missing)
}

/// The number of rounds that are closed.
fn closed(snapshot: &TournamentSnapshot) -> usize {
    let closed = snapshot.rounds.iter().filter(|round| round.state == RoundState::Closed);
    closed.count()
}

fn rules(plan: &TournamentPlan) -> RecognitionFinding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let is_free = matches!(plan.level, TournamentLevel::Friendly | TournamentLevel::Club);
    if plan.rule_set == championship::RULE_SET {
        evidence.push("The games are played by the federation's rules.".to_owned());
    } else if is_free {
        evidence.push("The games are played by other rules than the federation's, as this level may.".to_owned());
    } else {
        missing.push("The games are played by other rules than the federation's.".to_owned());
    }
    RecognitionFinding::of(Requirement::Rules, evidence, missing)
}

fn rounds(snapshot: &TournamentSnapshot) -> RecognitionFinding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let (plan, decisions) = (&snapshot.tournament.plan, &snapshot.tournament.decisions);
    let played = i64::try_from(closed(snapshot)).unwrap_or(i64::MAX);
    let (most, possible) = (snapshot.most_rounds(), possible(snapshot));
    match (plan.system, &decisions.agreed_because) {
        (TournamentSystem::RoundRobin, _) => evidence.push("Everybody meets everybody once.".to_owned()),
        _ if plan.rounds == championship::ROUNDS => evidence.push("There are six rounds.".to_owned()),
        (_, Some(because)) if decisions.agreed_rounds == Some(plan.rounds) => {
            evidence.push(format!(
                "An administrator has agreed to another number of rounds, {}: {because}",
                plan.rounds
            ));
        }
        _ if plan.rounds == possible => {
            evidence.push(format!("The field can play no more than {possible} rounds."));
        }
        _ => missing.push(format!(
            "Six rounds are prescribed, and {} planned, to which no administrator has agreed.",
            plan.rounds
        )),
    }
    if let Some(because) = &snapshot.tournament.ended_because {
        match &decisions.ending_accepted_because {
            Some(accepted) => evidence.push(format!(
                "It ended after {played} of {most} rounds, which an administrator accepts: {accepted}"
            )),
            None if played >= possible => {
                evidence.push(format!(
                    "It ended after {played} rounds, and the field can play no more."
                ));
            }
            None => missing.push(format!(
                "It ended after {played} of {most} rounds, which no administrator has accepted: {because}"
            )),
        }
    }
    RecognitionFinding::of(Requirement::Rounds, evidence, missing)
}

/// The number of rounds, up to six, that the field of the first round can play.
fn possible(snapshot: &TournamentSnapshot) -> i64 {
    let six = u32::try_from(championship::ROUNDS).unwrap_or(u32::MAX);
    let first = snapshot.published().next();
    let never_meets = first.map_or(&[][..], |round| &round.draw.never_meets);
    let field = snapshot.field(RoundNumber::FIRST, never_meets, &Orders::default());
    let capacity = field.ok().and_then(|(field, _)| capacity(&field, six).ok());
    capacity.map_or(championship::ROUNDS, |capacity| {
        i64::from(capacity.rounds.min(capacity.fewest).min(six))
    })
}
