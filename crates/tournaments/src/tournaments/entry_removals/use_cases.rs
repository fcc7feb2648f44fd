//! Entries removed: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::operations::Operation;
use crate::tournaments::entries::{self};
use crate::tournaments::entry_removals::{EntryRemoval, refuse_drawn};
use crate::tournaments::model::Entry;
use crate::tournaments::rounds;
use crate::values::error::Error;
use crate::values::id::EntryId;
use crate::web::idempotency::{self, forget_creations};

/// Takes an entry away that was recorded by mistake; those behind it move up. The trail keeps it, with the reason. The name of
/// a visitor was there for the sake of the entry, and goes with it.
pub fn remove(c: &mut Conn, by: &Caller, id: EntryId, because: &str) -> Result<Entry, Error> {
    const ACTION: Operation = Operation::create_entry_removal;
    let (entry, tournament) = entries::use_cases::find_within(c, by, id)?;
    let rounds = rounds::store::list_without_draws(c, tournament.id)?;
    refuse_drawn(&entry, &tournament, &rounds, rounds::store::next(c, tournament.id)?)?;
    entries::store::remove(c, &entry)?;
    forget_creations(c, &[id])?;
    let removed = match entry.player.visitor().cloned() {
        Some(visitor) => {
            audit::forget(c, id)?;
            idempotency::forget(c, id)?;
            entry.with(visitor.erased())
        }
        None => entry,
    };
    let was = removed.public(by.today());
    let end = EntryRemoval {
        removed_because: because,
    };
    // Whose the entry was is known by the tournament alone once it is gone: so the reason stands in that one's trail too.
    let changes = vec![
        Change::altered(ACTION, "entry", id, &was, &end)?,
        Change::altered(ACTION, "tournament", tournament.id, &was, &end)?,
    ];
    audit::append_all(c, by.now, &by.actor, changes)?;
    Ok(removed)
}
