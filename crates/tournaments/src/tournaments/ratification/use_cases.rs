//! Recognition and ratification of tournaments: loaded, decided and saved.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::tournaments::model::{Tournament, TournamentAction, TournamentSnapshot, TournamentState};
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::ratification::findings::findings;
use crate::tournaments::ratification::{Equipment, NewEquipment, RecognitionFinding, store};
use crate::tournaments::{self, appointments};
use crate::values::error::Error;
use crate::values::id::{EquipmentConfirmationId, PlayerId, TournamentId};

/// Whether the tournament has what an official one needs, with names as they may be told on that day.
pub fn read_recognition(
    c: &mut Conn,
    tournament: TournamentId,
    today: NaiveDate,
) -> Result<Vec<RecognitionFinding>, Error> {
    let tournament = tournaments::use_cases::read(c, tournament)?;
    find(c, tournament, today)
}

fn find(c: &mut Conn, tournament: Tournament, today: NaiveDate) -> Result<Vec<RecognitionFinding>, Error> {
    let dossier = store::dossier(c, &tournament)?;
    let snapshot = tournaments::store::snapshot(c, tournament)?;
    Ok(findings(&snapshot, &dossier, today))
}

/// Confirms what the boards and counters are, as an official of the tournament.
pub fn confirm_equipment(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    new: &NewEquipment,
) -> Result<Equipment, Error> {
    const ACTION: Operation = Operation::create_equipment_confirmation;
    let tournament = tournaments::use_cases::read(c, tournament)?;
    find_official(c, by, &tournament)?;
    let tournament = tournament.allowing(TournamentAction::ConfirmEquipment)?;
    let id = EquipmentConfirmationId::new(by.now);
    let equipment = Equipment::confirm(&tournament, id, new.clone(), by.account, by.now)?;
    store::insert(c, &equipment)?;
    let change = Change::created(ACTION, "equipment_confirmation", equipment.id, &equipment)?;
    by.audit(c, change)?;
    Ok(equipment)
}

/// Agrees to another number of rounds than six.
pub fn agree_rounds(
    c: &mut Conn,
    by: &Caller,
    id: TournamentId,
    rounds: i64,
    because: &str,
) -> Result<Tournament, Error> {
    let before = tournaments::use_cases::read(c, id)?;
    let after = before.clone().with_rounds_agreed(rounds, because.to_owned())?;
    tournaments::use_cases::keep(c, by, Operation::create_rounds_agreement, &before, after)
}

/// Accepts that a tournament ended before its last round.
pub fn accept_ending(c: &mut Conn, by: &Caller, id: TournamentId, because: &str) -> Result<Tournament, Error> {
    let before = tournaments::use_cases::read(c, id)?;
    let after = before.clone().with_ending_accepted(because.to_owned())?;
    tournaments::use_cases::keep(c, by, Operation::create_ending_acceptance, &before, after)
}

/// Looks again at a tournament in which something was changed: one that was ratified, and lacks something now, is under
/// review.
pub fn review(c: &mut Conn, by: &Caller, action: Operation, snapshot: &TournamentSnapshot) -> Result<(), Error> {
    let before = &snapshot.tournament;
    if before.state != TournamentState::Ratified {
        return Ok(());
    }
    let dossier = store::dossier(c, before)?;
    let findings = findings(snapshot, &dossier, by.today());
    if let Some(after) = before.clone().reviewed(&findings, by.now) {
        tournaments::use_cases::keep(c, by, action, before, after)?;
    }
    Ok(())
}

/// Looks again at the tournaments that somebody has umpired: whose entries were merged may have played in them as well.
pub fn review_umpired(c: &mut Conn, by: &Caller, action: Operation, umpire: PlayerId) -> Result<(), Error> {
    let appointments = appointments::store::of_player(c, umpire)?;
    let umpired: BTreeSet<TournamentId> = appointments.iter().map(|one| one.tournament).collect();
    for tournament in umpired {
        let tournament = tournaments::use_cases::read(c, tournament)?;
        if tournament.state == TournamentState::Ratified {
            let snapshot = tournaments::store::snapshot(c, tournament)?;
            review(c, by, action, &snapshot)?;
        }
    }
    Ok(())
}

/// Ratifies a tournament, or confirms again one that is under review.
pub fn ratify(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Tournament, Error> {
    let before = tournaments::use_cases::read(c, id)?;
    let findings = find(c, before.clone(), by.today())?;
    let after = before.clone().ratified(findings, by.now)?;
    tournaments::entries::store::settle(c, id)?;
    tournaments::use_cases::keep(c, by, Operation::create_ratification, &before, after)
}
