//! Visitors entered, corrected and erased: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::operations::Operation;
use crate::players::ERASED;
use crate::tournaments::entries::use_cases as entries;
use crate::tournaments::entries::{NewEntry, store as of_entries};
use crate::tournaments::model::{Contestant, Entry, Visitor};
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::use_cases as tournaments;
use crate::tournaments::visitors::{VisitorFacts, refuse_unless_international, store};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{EntryId, TournamentId};
use crate::web::idempotency::{self, Creation, forget_creations};

/// Enters a visitor.
pub(crate) fn enter(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    creation: &Creation<EntryId>,
    facts: &VisitorFacts,
) -> Result<Entry, Error> {
    let tournament = tournaments::read(c, tournament)?;
    find_official(c, by, &tournament)?;
    let existing = of_entries::find(c, creation.id)?;
    if let Some(entry) = creation.earlier(c, existing)? {
        return Ok(entry);
    }
    let new = NewEntry {
        id: creation.id,
        player: Contestant::Visitor(facts.clone().of(creation.id)),
        last_seed: of_entries::last_seed(c, tournament.id)?,
        next_round: rounds::next(c, tournament.id)?,
    };
    let admit = || refuse_unless_international(&tournament).map(|()| (None, None));
    let entry = Entry::admit(&tournament, new, admit, by.now)?;
    of_entries::insert(c, &entry)?;
    creation.keep(c)?;
    let evidence = entry.public(by.today());
    by.audit(
        c,
        Change::created(Operation::create_visitor, "entry", entry.id, &evidence)?,
    )?;
    Ok(entry)
}

/// The visitor's entry, for those who run the tournament.
fn find(c: &mut Conn, by: &Caller, id: EntryId) -> Result<(Entry, Visitor), Error> {
    let entry = entries::read(c, id)?;
    let tournament = tournaments::read(c, entry.tournament)?;
    find_official(c, by, &tournament)?;
    match entry.player.visitor().cloned() {
        Some(visitor) => Ok((entry, visitor)),
        None => Err(NOT_FOUND.problem("The entry is of a player of the register.").into()),
    }
}

/// The visitor of that entry, unless the name was erased.
pub(crate) fn read(c: &mut Conn, by: &Caller, id: EntryId) -> Result<VisitorFacts, Error> {
    let (_, visitor) = find(c, by, id)?;
    visitor.facts().ok_or_else(erased)
}

fn erased() -> Error {
    ERASED.problem("The visitor's name was erased.").into()
}

/// Corrects what is known of a visitor; `change` makes it from what is on record.
pub(crate) fn correct(
    c: &mut Conn,
    by: &Caller,
    id: EntryId,
    change: impl FnOnce(VisitorFacts) -> Result<VisitorFacts, Error>,
) -> Result<VisitorFacts, Error> {
    let (before, visitor) = find(c, by, id)?;
    let facts = change(visitor.facts().ok_or_else(erased)?)?;
    let after = before.clone().with(facts.clone().of(id));
    store::update(c, &facts.clone().of(id))?;
    let (old, new) = (before.public(by.today()), after.public(by.today()));
    by.audit(c, Change::altered(Operation::update_visitor, "entry", id, &old, &new)?)?;
    Ok(facts)
}

/// Takes the name of a visitor away for good, in the audit trail and in the answers that are kept too.
pub(crate) fn erase(c: &mut Conn, by: &Caller, id: EntryId) -> Result<Entry, Error> {
    let (entry, visitor) = find(c, by, id)?;
    let left = visitor.erased();
    store::update(c, &left)?;
    audit::forget(c, id)?;
    idempotency::forget(c, id)?;
    forget_creations(c, &[id])?;
    let entry = entry.with(left);
    let evidence = entry.public(by.today());
    by.audit(
        c,
        Change::created(Operation::create_visitor_erasure, "entry", id, &evidence)?,
    )?;
    Ok(entry)
}
