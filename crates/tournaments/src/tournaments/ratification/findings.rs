//! The findings on a tournament: for each requirement the evidence, and what is missing, in sentences.

use std::collections::HashSet;

use chrono::NaiveDate;
use morabaraba_swiss::capacity;

use crate::federation::readings::ByeValue;
use crate::players::suspensions::Suspension;
use crate::tournaments::afterwards::told;
use crate::tournaments::appointments::Appointment;
use crate::tournaments::double_bookings::OtherEvent;
use crate::tournaments::entries::eligibility::EntrantRecords;
use crate::tournaments::equipment_specifications::EquipmentSpecification;
use crate::tournaments::model::{
    Bye, ByeKind, Entry, Match, MatchState, Orders, RoundState, TournamentLevel, TournamentPlan, TournamentSnapshot,
    TournamentSystem,
};
use crate::tournaments::officials::needed;
use crate::tournaments::plans::championship;
use crate::tournaments::ratification::{Counters, Equipment, RecognitionFinding, Requirement};
use crate::tournaments::rounds::conformity::Conformity;
use crate::umpires::{Accreditation, accredited};
use crate::values::clock::Timestamp;
use crate::values::counted::{self, counted};
use crate::values::id::PlayerId;
use crate::values::number::RoundNumber;

/// An umpire's appointment to a tournament, with what the umpire is accredited for.
#[derive(Debug)]
pub struct AppointedUmpire {
    /// The appointment.
    pub appointment: Appointment,
    /// The umpire's accreditations.
    pub accreditations: Vec<Accreditation>,
    /// The umpire's suspensions, lifted ones too.
    pub suspensions: Vec<Suspension>,
    /// The umpire's relatives, and the players for whom the umpire's accounts hold.
    pub close: HashSet<PlayerId>,
    /// The other tournaments to which the umpire is appointed.
    pub elsewhere: Vec<OtherEvent>,
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
    /// The records by which its entrants are judged; none of one that was taken over from a file.
    pub entrants: Option<EntrantRecords>,
    /// The other tournaments in which its entrants were drawn in its days.
    pub elsewhere: Vec<OtherEvent>,
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
        eligibility(snapshot, dossier),
    ]
}

fn umpire(snapshot: &TournamentSnapshot, appointed: &[AppointedUmpire], today: NaiveDate) -> RecognitionFinding {
    let plan = &snapshot.tournament.plan;
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    for day in plan.starts_on.iter_days().take_while(|day| *day <= plan.ends_on) {
        let there: Vec<_> = appointed
            .iter()
            .filter(|umpire| umpire.is_there(day))
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
            let mut elsewhere = umpire.elsewhere.iter().filter(|event| event.is_within([day; 2]));
            if let Some(other) = elsewhere.find(|event| event.venue != plan.venue) {
                evidence.push(format!(
                    "On {day} {} is appointed to {} as well, at {}.",
                    name(umpire),
                    other.name,
                    other.venue
                ));
            }
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
    /// Whether the umpire is appointed for that day.
    #[must_use]
    pub fn is_there(&self, day: NaiveDate) -> bool {
        (self.appointment.from..=self.appointment.until).contains(&day)
    }

    /// Whether the umpire does for that day of the tournament; if not, the reason in a sentence, which everyone reads.
    pub(crate) fn does_for(&self, snapshot: &TournamentSnapshot, day: NaiveDate) -> Result<(), String> {
        let entry = snapshot.of_player(self.appointment.umpire.id);
        if entry.is_some_and(|entry| snapshot.takes_part(entry)) {
            return Err("The umpire plays in the tournament.".to_owned());
        }
        if self.suspensions.iter().any(|one| one.holds_within([day; 2])) {
            return Err("The umpire is not eligible.".to_owned());
        }
        let plan = &snapshot.tournament.plan;
        accredited(&self.accreditations, needed(plan.level), day, day).map_err(|error| error.to_string())?;
        let mut playing = snapshot.entries.iter().filter(|entry| snapshot.takes_part(entry));
        if playing.any(|entry| self.close.contains(&entry.player.id())) {
            return Err("The umpire may not rule on every match.".to_owned());
        }
        Ok(())
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
            "Club mates are to be kept apart in the first {}, and not in {club_rounds}.",
            counted::rounds(championship::CLUB_ROUNDS)
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
        missing.push(format!(
            "A match has {} instead of six.",
            counted(plan.games, "game", "games")
        ));
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
        .all(|paired| paired.result().is_none_or(|result| !result.sheet.is_played()))
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
    days(snapshot, &mut evidence, &mut missing);
    let (plan, decisions) = (&snapshot.tournament.plan, &snapshot.tournament.decisions);
    let played = i64::try_from(closed(snapshot)).unwrap_or(i64::MAX);
    let (most, possible) = (counted::rounds(snapshot.most_rounds()), possible(snapshot));
    match (plan.system, &decisions.agreed_because) {
        (TournamentSystem::RoundRobin, _) => evidence.push("Everybody meets everybody once.".to_owned()),
        _ if plan.rounds == championship::ROUNDS && played == plan.rounds => {
            evidence.push("Six rounds were played.".to_owned());
        }
        _ if plan.rounds == championship::ROUNDS => evidence.push("Six rounds are planned.".to_owned()),
        (_, Some(because)) if decisions.agreed_rounds == Some(plan.rounds) => {
            evidence.push(format!(
                "An administrator has agreed to another number of rounds, {}: {because}",
                plan.rounds
            ));
        }
        _ if plan.rounds == possible => {
            evidence.push(format!(
                "The field can play no more than {}.",
                counted::rounds(possible)
            ));
        }
        _ => missing.push(format!(
            "Six rounds are prescribed, and {} planned, to which no administrator has agreed.",
            plan.rounds
        )),
    }
    if let Some(because) = &snapshot.tournament.ended_because {
        match &decisions.ending_accepted_because {
            Some(accepted) => evidence.push(format!(
                "It ended after {played} of {most}, which an administrator accepts: {accepted}"
            )),
            None if played >= possible => {
                evidence.push(format!(
                    "It ended after {}, and the field can play no more.",
                    counted::rounds(played)
                ));
            }
            None => missing.push(format!(
                "It ended after {played} of {most}, which no administrator has accepted: {because}"
            )),
        }
    }
    RecognitionFinding::of(Requirement::Rounds, evidence, missing)
}

/// Says on which days the published rounds were played; one that was published before the first day is missing.
fn days(snapshot: &TournamentSnapshot, evidence: &mut Vec<String>, missing: &mut Vec<String>) {
    // From the publication to the closing, if that was.
    type Days = (NaiveDate, Option<NaiveDate>);
    let plan = &snapshot.tournament.plan;
    let mut days: Vec<(Days, Vec<RoundNumber>)> = Vec::new();
    for round in snapshot.published() {
        let Some(from) = round.published_at.map(Timestamp::day) else {
            continue;
        };
        let of_round = (from, round.closed_at.map(Timestamp::day));
        match days.last_mut() {
            Some((last, numbers)) if *last == of_round => numbers.push(round.number),
            _ => days.push((of_round, vec![round.number])),
        }
    }
    for ((from, until), numbers) in days {
        let (which, were) = match numbers.as_slice() {
            [only] => (format!("Round {only}"), "was"),
            [first, .., last] => (format!("Rounds {first} to {last}"), "were"),
            [] => continue,
        };
        if from < plan.starts_on {
            missing.push(format!("{which} {were} published on {from}, before the first day."));
            continue;
        }
        evidence.push(match until {
            _ if plan.ends_on < from => format!("{which} {were} recorded on {from}, after the last day."),
            Some(until) if until == from => format!("{which} {were} played on {from}."),
            Some(until) => format!("{which} {were} published on {from}, and closed on {until}."),
            None => format!("{which} {were} published on {from}."),
        });
    }
}

/// Whether everybody who played was eligible on the day. Who was not is told to nobody here, since everyone reads it.
fn eligibility(snapshot: &TournamentSnapshot, dossier: &RecognitionDossier) -> RecognitionFinding {
    let (mut evidence, mut missing) = (Vec::new(), Vec::new());
    let tournament = &snapshot.tournament;
    for round in snapshot.published() {
        let Some(day) = round.published_at.map(|at| tournament.day_of(at.day())) else {
            continue;
        };
        let is_played = |paired: &&Match| paired.result().is_none_or(|result| result.sheet.is_played());
        let seats = snapshot
            .of_round(round.number)
            .filter(is_played)
            .flat_map(|paired| paired.pair);
        let entries: Vec<_> = seats.filter_map(|seed| snapshot.at(seed)).collect();
        let count = |holds: &dyn Fn(&Entry) -> bool| entries.iter().filter(|entry| holds(entry)).count();
        let records = dossier.entrants.as_ref();
        let ineligible = count(&|entry| records.is_some_and(|records| !records.is_eligible(tournament, entry, day)));
        if ineligible > 0 {
            missing.push(format!(
                "Players of round {} who were not eligible on {day}: {ineligible}.",
                round.number
            ));
        }
        let elsewhere = count(&|entry| {
            let is_theirs = |event: &OtherEvent| event.person == entry.player.id() && event.is_within([day; 2]);
            dossier.elsewhere.iter().any(is_theirs)
        });
        if elsewhere > 0 {
            evidence.push(format!(
                "Players of round {} who were drawn in another tournament on {day} as well: {elsewhere}.",
                round.number
            ));
        }
    }
    if missing.is_empty() && snapshot.published().next().is_some() {
        let told = match dossier.entrants {
            Some(_) => "All who played were eligible on the day.",
            None => "It was taken over from a file, with those who were entered there.",
        };
        evidence.insert(0, told.to_owned());
    }
    RecognitionFinding::of(Requirement::Eligibility, evidence, missing)
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
