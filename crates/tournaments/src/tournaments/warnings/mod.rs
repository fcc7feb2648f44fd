//! Warnings to officials: what they should know before they go on, and may go on with all the same.

pub mod use_cases;

use std::collections::HashSet;

use chrono::NaiveDate;

use crate::tournaments::appointments::{Appointment, AppointmentWarning};
use crate::tournaments::double_bookings::OtherEvent;
use crate::tournaments::model::draw::Warning;
use crate::tournaments::model::{Round, TournamentSnapshot, TournamentSystem};
use crate::tournaments::ratification::findings::RecognitionDossier;
use crate::values::id::PlayerId;
use crate::values::number::{RoundNumber, Seed};

/// The warnings about an appointment; `close` are the umpire's relatives and those for whom the umpire's accounts hold.
#[must_use]
pub fn of_appointment(
    snapshot: &TournamentSnapshot,
    appointment: &Appointment,
    all: &[Appointment],
    elsewhere: &[OtherEvent],
    close: &HashSet<PlayerId>,
) -> Vec<AppointmentWarning> {
    let (umpire, days) = (appointment.umpire.id, [appointment.from, appointment.until]);
    let warning = |code: &str, tournament_id, sentence| AppointmentWarning {
        code: code.to_owned(),
        tournament_id,
        sentence,
    };
    let others = elsewhere
        .iter()
        .filter(|event| event.person == umpire && event.is_within(days));
    let mut warnings: Vec<AppointmentWarning> = others
        .map(|event| {
            let [from, until] = event.days;
            let sentence = format!("The umpire is also appointed to {} from {from} to {until}.", event.name);
            warning("appointed-elsewhere", Some(event.tournament), sentence)
        })
        .collect();
    let there = || snapshot.entries.iter().filter(|entry| !entry.is_withdrawn());
    if there().any(|entry| entry.player.id() == umpire) {
        let sentence = "The umpire is entered as a player, and umpires no official tournament in which they play.";
        warnings.push(warning("plays-here", None, sentence.to_owned()));
    }
    let is_close = |player: PlayerId| player != umpire && close.contains(&player);
    let alone = |day: &NaiveDate| {
        let holds = |other: &&Appointment| (other.from..=other.until).contains(day);
        !all.iter().filter(holds).any(|other| other.umpire.id != umpire)
    };
    let mut days = days[0].iter_days().take_while(|day| *day <= appointment.until);
    let alone_on = days.find(alone);
    if let Some(day) = alone_on.filter(|_| there().any(|entry| is_close(entry.player.id()))) {
        let sentence = format!(
            "A relative of the umpire, or a player for whom the umpire's account holds, is entered, and on {day} no other umpire \
             is appointed."
        );
        warnings.push(warning("related", None, sentence));
    }
    warnings
}

/// The facts of the hall and of the register that a draw does not show.
#[derive(Debug)]
pub struct DrawFacts {
    /// The entrants who are not eligible today.
    pub(crate) ineligible: Vec<Seed>,
    /// The umpires, the boards and counters, and double bookings.
    pub(crate) dossier: RecognitionDossier,
}

/// The warnings about a round that is drawn, on that day.
#[must_use]
pub fn of_draw(snapshot: &TournamentSnapshot, drawn: &Round, facts: &DrawFacts, today: NaiveDate) -> Vec<Warning> {
    let mut warnings = ineligible(snapshot, drawn, &facts.ineligible);
    let plan = &snapshot.tournament.plan;
    if (plan.starts_on..=plan.ends_on).contains(&today) {
        warnings.extend(of_hall(snapshot, &facts.dossier, today));
        warnings.extend(not_checked_in(snapshot, drawn));
        warnings.extend(drawn_elsewhere(snapshot, drawn, &facts.dossier.elsewhere, today));
    }
    warnings
}

fn warning(code: &str, players: Vec<Seed>, sentence: String) -> Warning {
    Warning {
        code: code.to_owned(),
        players,
        sentence,
    }
}

/// The seeds of the players at the boards of the round.
fn seated(drawn: &Round) -> impl Iterator<Item = Seed> + '_ {
    drawn.draw.boards.iter().flat_map(|board| board.pair)
}

fn ineligible(snapshot: &TournamentSnapshot, drawn: &Round, ineligible: &[Seed]) -> Vec<Warning> {
    let left_out = snapshot.drawn_without(drawn.number, ineligible);
    let of = |seed: &Seed| {
        let sentence = if left_out.contains(seed) {
            format!("{{{seed}}} is not eligible today, and is not drawn.")
        } else {
            format!("{{{seed}}} is not eligible today. The match is forfeited.")
        };
        warning("not-eligible", vec![*seed], sentence)
    };
    let is_robin = snapshot.tournament.plan.system == TournamentSystem::RoundRobin;
    let concerned = |seed: &&Seed| left_out.contains(seed) || (is_robin && seated(drawn).any(|one| one == **seed));
    ineligible.iter().filter(concerned).map(of).collect()
}

/// Warnings of what is missing in the hall: an umpire who does today, boards and counters.
fn of_hall(snapshot: &TournamentSnapshot, dossier: &RecognitionDossier, today: NaiveDate) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let is_umpired = dossier
        .umpires
        .iter()
        .any(|umpire| umpire.is_there(today) && umpire.does_for(snapshot, today).is_ok());
    if !is_umpired {
        let sentence = "No umpire who does is appointed for today.".to_owned();
        warnings.push(warning("no-umpire", Vec::new(), sentence));
    }
    if dossier.equipment.is_none() {
        let sentence = "The boards and counters are not confirmed yet.".to_owned();
        warnings.push(warning("equipment-unconfirmed", Vec::new(), sentence));
    }
    let holds = |entry: &Seed| {
        let player = snapshot.at(*entry).map(|entry| entry.player.id());
        dossier
            .umpires
            .iter()
            .any(|umpire| umpire.is_there(today) && Some(umpire.appointment.umpire.id) == player)
    };
    let playing = snapshot.entries.iter().filter(|entry| !entry.is_withdrawn());
    for seed in playing.map(|entry| entry.seed).filter(holds) {
        let sentence = format!("{{{seed}}} is entered as a player, and appointed as an umpire.");
        warnings.push(warning("umpire-plays", vec![seed], sentence));
    }
    warnings
}

/// Those who are drawn though they were not checked in. Before round 1 nobody may have begun to tick; later that is no news.
fn not_checked_in(snapshot: &TournamentSnapshot, drawn: &Round) -> Option<Warning> {
    let is_missing = |seed: &Seed| snapshot.at(*seed).is_some_and(|entry| entry.checked_in_at.is_none());
    if snapshot.entries.iter().all(|entry| entry.checked_in_at.is_none()) {
        let sentence = "Nobody is checked in yet.".to_owned();
        return (drawn.number == RoundNumber::FIRST).then(|| warning("not-checked-in", Vec::new(), sentence));
    }
    let missing: Vec<Seed> = seated(drawn).filter(is_missing).collect();
    let names: Vec<String> = missing.iter().map(|seed| format!("{{{seed}}}")).collect();
    let sentence = format!("Drawn, and not checked in: {}.", names.join(", "));
    (!missing.is_empty()).then(|| warning("not-checked-in", missing, sentence))
}

fn drawn_elsewhere(
    snapshot: &TournamentSnapshot,
    drawn: &Round,
    elsewhere: &[OtherEvent],
    today: NaiveDate,
) -> Vec<Warning> {
    let of = |event: &OtherEvent| {
        let seed = snapshot.of_player(event.person)?.seed;
        let sentence = format!("{{{seed}}} is drawn in {} today as well.", event.name);
        let is_seated = seated(drawn).any(|one| one == seed);
        is_seated.then(|| warning("drawn-elsewhere", vec![seed], sentence))
    };
    let is_today = |event: &&OtherEvent| event.is_within([today; 2]);
    elsewhere.iter().filter(is_today).filter_map(of).collect()
}
