//! Selections recorded, found and withdrawn, each with its player.

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::colours::AuditRecord;
use crate::colours::selections::store::{self, SelectionFilter};
use crate::colours::selections::{NewSelection, Selection, SelectionContext, SelectionRefusal, within};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::conflicts::Decision;
use crate::players::conflicts::use_cases::refuse;
use crate::players::registrations::{Basis, Division};
use crate::players::use_cases::{with_player, with_players};
use crate::players::{self, Player, unknown_player};
use crate::provinces;
use crate::umpires;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::SelectionId;
use crate::web::idempotency::Creation;

/// Records a selection.
pub fn select(
    c: &mut Conn,
    by: &Caller,
    creation: &Creation<SelectionId>,
    new: &NewSelection,
) -> Result<(Selection, Player), Error> {
    let existing = store::find(c, creation.id)?;
    if let Some(selection) = creation.earlier(c, existing)? {
        let selection = selection.within(&by.reach)?;
        return with_player(c, selection, |selection| selection.player);
    }
    let mut new = new.clone();
    if let Some(code) = &new.province {
        provinces::store::find(c, code)?.ok_or_else(|| SelectionRefusal::UnknownProvince(code.clone()))?;
    }
    if let Some(code) = &new.region {
        let region = provinces::store::find_region(c, code)?;
        let region = region.ok_or_else(|| SelectionRefusal::UnknownRegion(code.clone()))?;
        new.province = Some(region.province);
    }
    within(new.province.as_deref(), &by.reach)?;
    let player = players::store::find_member(c, new.player)?.ok_or_else(|| unknown_player(new.player))?;
    refuse(c, by, Decision::Proposal, &[player.id])?;
    let context = find_context(c, player, (new.year, new.division), new.selected_on)?;
    let selection = Selection::admit(creation.id, new, &context, &by.reach, by.now)?;
    store::insert(c, &selection)?;
    creation.keep(c)?;
    let record = AuditRecord::of(&selection, &context.player);
    by.audit(
        c,
        Change::created(Operation::create_selection, "selection", selection.id, &record)?,
    )?;
    Ok((selection, context.player))
}

/// The facts about the player who is to be selected.
fn find_context(
    c: &mut Conn,
    player: Player,
    (year, division): (GamingYear, Division),
    selected_on: NaiveDate,
) -> Result<SelectionContext, Error> {
    let mut registered = false;
    for basis in Basis::ALL {
        let registration = players::registrations::store::find_of(c, player.id, year, *basis)?;
        registered |= registration.is_some_and(|registration| registration.division == division);
    }
    let accreditations = umpires::store::of_player(c, player.id)?;
    let is_valid = |accreditation: &umpires::Accreditation| {
        accreditation.state_on(selected_on) == umpires::AccreditationState::Valid
    };
    Ok(SelectionContext {
        registered,
        accredited: accreditations.iter().any(is_valid),
        player,
    })
}

/// Selections for teams within reach.
pub fn list(c: &mut Conn, by: &Caller, filter: &SelectionFilter, rows: i64) -> Result<Vec<(Selection, Player)>, Error> {
    let selections = store::list(c, filter, &by.reach, rows)?;
    with_players(c, selections, |selection| selection.player)
}

/// The selection, for those who select for the team.
pub fn read(c: &mut Conn, by: &Caller, id: SelectionId) -> Result<(Selection, Player), Error> {
    let selection = find_within(c, by, id)?;
    with_player(c, selection, |selection| selection.player)
}

/// Reasons why a selection would not be made today.
pub fn lacking(c: &mut Conn, selection: &Selection, player: &Player) -> Result<Vec<SelectionRefusal>, Error> {
    let key = (selection.year, selection.division);
    Ok(find_context(c, player.clone(), key, selection.selected_on)?.lacks(selection.role))
}

/// Withdraws a selection.
pub fn withdraw(c: &mut Conn, by: &Caller, id: SelectionId, reason: &str) -> Result<(Selection, Player), Error> {
    let before = find_within(c, by, id)?;
    refuse(c, by, Decision::Proposal, &[before.player])?;
    let after = before.clone().withdrawn(reason.to_owned(), by.now)?;
    store::withdraw(c, &after)?;
    let (after, player) = with_player(c, after, |selection| selection.player)?;
    let [was, is] = [&before, &after].map(|selection| AuditRecord::of(selection, &player));
    by.audit(
        c,
        Change::altered(Operation::create_selection_withdrawal, "selection", id, &was, &is)?,
    )?;
    Ok((after, player))
}

fn find_within(c: &mut Conn, by: &Caller, id: SelectionId) -> Result<Selection, Error> {
    let selection = store::find(c, id)?;
    let selection = selection.ok_or_else(|| NOT_FOUND.problem("There is no selection with this id."))?;
    Ok(selection.within(&by.reach)?)
}
