//! Findings: noticed where commands come home, listed, and settled.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::pens::bundles::unpacked_facts;
use crate::pens::commands::PenCommand;
use crate::pens::findings::changes::TakenFacts;
use crate::pens::findings::{Noticed, PenFinding, of_clock, store};
use crate::pens::{self, PenLoan};
use crate::tournaments::use_cases::find_within;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{PenFindingId, TournamentId};

/// Notices what has changed since a pen was lent that is lent still, and how the commands that arrive now were dated. A fact is
/// noticed once.
pub fn notice(c: &mut Conn, by: &Caller, loan: &PenLoan, commands: &[PenCommand]) -> Result<(), Error> {
    let mut noticed = of_clock(loan, commands, by.now);
    noticed.extend(changed(c, by, loan)?);
    let mut known = store::list(c, loan.tournament)?;
    known.retain(|finding| finding.epoch == loan.epoch);
    for noticed in noticed {
        if known.iter().any(|finding| finding.is_on(&noticed)) {
            continue;
        }
        let finding = PenFinding::of(loan, noticed, by.now);
        store::insert(c, &finding)?;
        by.audit(
            c,
            Change::created(Operation::create_pen_hand_in, "pen_finding", finding.id, &finding)?,
        )?;
        known.push(finding);
    }
    Ok(())
}

/// The facts that are otherwise than the laptop took them with it.
fn changed(c: &mut Conn, by: &Caller, loan: &PenLoan) -> Result<Vec<Noticed>, Error> {
    let Some(bundle) = pens::store::bundle(c, loan)? else {
        return Ok(Vec::new());
    };
    let taken = TakenFacts::of(&unpacked_facts(&bundle)?);
    let days = [loan.lent_at.day(), by.today()];
    Ok(store::facts(c, loan)?.changed_since(&taken, days))
}

/// The findings of a tournament, the oldest first, settled ones too.
pub fn list(c: &mut Conn, by: &Caller, tournament: TournamentId) -> Result<Vec<PenFinding>, Error> {
    let tournament = find_within(c, by, tournament)?;
    store::list(c, tournament.id)
}

/// The finding of that id.
pub fn find(c: &mut Conn, by: &Caller, id: PenFindingId) -> Result<PenFinding, Error> {
    let finding = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no finding with this id."))?;
    find_within(c, by, finding.tournament)?;
    Ok(finding)
}

/// Settles a finding: somebody has seen to it.
pub fn settle(c: &mut Conn, by: &Caller, id: PenFindingId, note: &str) -> Result<PenFinding, Error> {
    let before = find(c, by, id)?;
    let after = before.clone().settled(note.to_owned(), by)?;
    store::settle(c, &after)?;
    by.audit(
        c,
        Change::altered(
            Operation::create_pen_finding_settlement,
            "pen_finding",
            id,
            &before,
            &after,
        )?,
    )?;
    Ok(after)
}
