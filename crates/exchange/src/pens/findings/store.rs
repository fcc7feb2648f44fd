//! Findings in the database, and the facts that they rest on.

use std::collections::BTreeSet;

use diesel::prelude::*;

use crate::accounts;
use crate::db::schema::{
    affiliations, appointments, consents, entries, pen_commands, pen_findings, players, registrations, suspensions,
};
use crate::db::{BATCH, Conn};
use crate::pens::PenLoan;
use crate::pens::findings::PenFinding;
use crate::pens::findings::changes::RegisterFacts;
use crate::players::consents::Purpose;
use crate::players::suspensions::Suspension;
use crate::umpires;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id, PenFindingId, PlayerId, TournamentId};

/// Keeps a new finding.
pub fn insert(c: &mut Conn, finding: &PenFinding) -> Result<(), Error> {
    diesel::insert_into(pen_findings::table).values(finding).execute(c)?;
    Ok(())
}

/// Keeps that a finding was settled.
pub fn settle(c: &mut Conn, finding: &PenFinding) -> Result<(), Error> {
    diesel::update(pen_findings::table.find(finding.id))
        .set((
            pen_findings::settled_at.eq(finding.settled_at),
            pen_findings::settled_by.eq(finding.settled_by),
            pen_findings::note.eq(&finding.note),
        ))
        .execute(c)?;
    Ok(())
}

/// The finding of that id.
pub fn find(c: &mut Conn, id: PenFindingId) -> Result<Option<PenFinding>, Error> {
    let finding = pen_findings::table.find(id).select(PenFinding::as_select());
    Ok(finding.first(c).optional()?)
}

/// All findings of a tournament, the oldest first.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<PenFinding>, Error> {
    let of_tournament = pen_findings::table.filter(pen_findings::tournament_id.eq(tournament));
    let rows = of_tournament.order((pen_findings::noticed_at.asc(), pen_findings::id.asc()));
    Ok(rows.select(PenFinding::as_select()).load(c)?)
}

/// The number of findings of a tournament that nobody has settled.
pub fn count_open(c: &mut Conn, tournament: TournamentId) -> Result<i64, Error> {
    let open = pen_findings::table
        .filter(pen_findings::tournament_id.eq(tournament))
        .filter(pen_findings::settled_at.is_null());
    Ok(open.count().get_result(c)?)
}

/// The facts of now about those who are in the tournament of a loan.
pub fn facts(c: &mut Conn, loan: &PenLoan) -> Result<RegisterFacts, Error> {
    let mut facts = RegisterFacts::default();
    let entered = entries::table.filter(entries::tournament_id.eq(loan.tournament));
    let entered = entered.select((entries::player_id, entries::club_id));
    let entered: Vec<(Option<Id>, Option<Id>)> = entered.load(c)?;
    let entrants: Vec<Id> = entered.iter().filter_map(|(player, _)| *player).collect();
    for ids in entrants.chunks(BATCH) {
        add_entrants(c, ids, &mut facts)?;
    }
    let clubs: BTreeSet<Id> = entered.iter().filter_map(|(_, club)| *club).collect();
    let clubs: Vec<Id> = clubs.into_iter().collect();
    for ids in clubs.chunks(BATCH) {
        let withdrawn = affiliations::table
            .filter(affiliations::club_id.eq_any(ids))
            .filter(affiliations::withdrawn_at.is_not_null());
        let withdrawn = withdrawn.select((affiliations::id, affiliations::club_id));
        facts.withdrawn_affiliations.extend(withdrawn.load::<(Id, Id)>(c)?);
    }
    add_officials(c, loan, &mut facts)?;
    Ok(facts)
}

/// Adds the facts about these entrants.
fn add_entrants(c: &mut Conn, ids: &[Id], facts: &mut RegisterFacts) -> Result<(), Error> {
    let members = players::table.filter(players::id.eq_any(ids));
    let members = members.select((players::id, players::club_id));
    facts.members.extend(members.load::<(Id, Id)>(c)?);
    let withdrawn = registrations::table
        .filter(registrations::player_id.eq_any(ids))
        .filter(registrations::withdrawn_at.is_not_null());
    let withdrawn = withdrawn.select((registrations::id, registrations::player_id));
    facts.withdrawn_registrations.extend(withdrawn.load::<(Id, Id)>(c)?);
    let of_names = || {
        consents::table
            .filter(consents::player_id.eq_any(ids))
            .filter(consents::purpose.eq(Purpose::PublishName))
    };
    let columns = (consents::id, consents::player_id);
    let holding = of_names().filter(consents::withdrawn_at.is_null()).select(columns);
    facts.consents.extend(holding.load::<(Id, Id)>(c)?);
    let withdrawn = of_names().filter(consents::withdrawn_at.is_not_null()).select(columns);
    facts.withdrawn_consents.extend(withdrawn.load::<(Id, Id)>(c)?);
    let suspended = suspensions::table.filter(suspensions::player_id.eq_any(ids));
    let suspended: Vec<Suspension> = suspended.select(Suspension::as_select()).load(c)?;
    facts.suspensions.extend(suspended);
    Ok(())
}

/// Adds the facts about those who run the tournament.
fn add_officials(c: &mut Conn, loan: &PenLoan, facts: &mut RegisterFacts) -> Result<(), Error> {
    let given = pen_commands::table
        .filter(pen_commands::tournament_id.eq(loan.tournament))
        .filter(pen_commands::epoch.eq(loan.epoch));
    let officials: Vec<AccountId> = given.select(pen_commands::account_id).distinct().load(c)?;
    let appointed = appointments::table.filter(appointments::tournament_id.eq(loan.tournament));
    let appointed: Vec<PlayerId> = appointed.select(appointments::player_id).distinct().load(c)?;
    for official in &officials {
        facts.accreditations.extend(umpires::store::of_account(c, *official)?);
    }
    for umpire in appointed {
        facts.accreditations.extend(umpires::store::of_player(c, umpire)?);
    }
    facts.grants = accounts::grants::store::list(c, &officials)?;
    let in_use = accounts::store::in_use(c, &officials)?;
    let deactivated = officials.into_iter().filter(|official| !in_use.contains(official));
    facts.deactivated = deactivated.collect();
    Ok(())
}
