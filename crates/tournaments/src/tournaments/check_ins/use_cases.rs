//! Check-ins: loaded, decided and saved.

use std::collections::{HashMap, HashSet};

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::operations::Operation;
use crate::tournaments::check_ins::{AbsenceEvidence, CheckInEvidence, CheckInRefusal, refuse_unless_at_hand};
use crate::tournaments::entries::{self, store};
use crate::tournaments::entry_batches::Refusals;
use crate::tournaments::model::{Entry, Tournament};
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::use_cases as tournaments;
use crate::values::error::Error;
use crate::values::id::{EntryId, TournamentId};
use crate::values::validation::{Faults, ValueError};

/// The reason that the trail gives for the withdrawal of who is not there.
const NOT_THERE: &str = "Was not in the hall before the draw.";

/// Checks a player in.
pub fn check_in(c: &mut Conn, by: &Caller, id: EntryId) -> Result<Entry, Error> {
    let before = entries::use_cases::read(c, id)?;
    let tournament = run(c, by, before.tournament)?;
    let after = before.clone().checked_in(&tournament, by.now)?;
    keep(c, by, Operation::create_check_in, &[(before, after.clone())])?;
    Ok(after)
}

/// Takes a check-in back.
pub fn take_back(c: &mut Conn, by: &Caller, id: EntryId) -> Result<Entry, Error> {
    let before = entries::use_cases::read(c, id)?;
    let tournament = run(c, by, before.tournament)?;
    let after = before.clone().check_in_withdrawn(&tournament)?;
    keep(c, by, Operation::create_check_in_withdrawal, &[(before, after.clone())])?;
    Ok(after)
}

/// Checks players in, all or none.
pub fn check_in_all(c: &mut Conn, by: &Caller, tournament: TournamentId, ids: &[EntryId]) -> Result<Vec<Entry>, Error> {
    let decide = |entry: Entry, tournament: &Tournament| entry.checked_in(tournament, by.now);
    change_all(c, by, tournament, Operation::create_check_in_batch, ids, decide)
}

/// Takes check-ins back, all or none.
pub fn take_all_back(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    ids: &[EntryId],
) -> Result<Vec<Entry>, Error> {
    let decide = |entry: Entry, tournament: &Tournament| entry.check_in_withdrawn(tournament);
    change_all(c, by, tournament, Operation::create_check_in_withdrawal, ids, decide)
}

fn change_all(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    action: Operation,
    ids: &[EntryId],
    decide: impl Fn(Entry, &Tournament) -> Result<Entry, CheckInRefusal>,
) -> Result<Vec<Entry>, Error> {
    let tournament = run(c, by, tournament)?;
    refuse_unless_at_hand(&tournament)?;
    let entries = store::list(c, tournament.id)?;
    let mut entries: HashMap<EntryId, Entry> = entries.into_iter().map(|entry| (entry.id, entry)).collect();
    let (mut refusals, mut changed) = (Refusals::default(), Vec::with_capacity(ids.len()));
    for (index, id) in ids.iter().enumerate() {
        let before = entries.get(id).cloned().ok_or(CheckInRefusal::NotEntered);
        let decided = before.and_then(|before| Ok((before.clone(), decide(before, &tournament)?)));
        match decided {
            Ok((before, after)) => {
                // Whoever is named twice is judged the second time as they are by then.
                entries.insert(*id, after.clone());
                changed.push((before, after));
            }
            Err(refusal) => refusals.note("/entry_ids", &index.to_string(), refusal.into())?,
        }
    }
    refusals.refuse()?;
    let after = changed.iter().map(|(_, after)| after.clone()).collect();
    keep(c, by, action, &changed)?;
    Ok(after)
}

/// The tournament, if the caller runs it.
fn run(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Tournament, Error> {
    let tournament = tournaments::read(c, id)?;
    find_official(c, by, &tournament)?;
    Ok(tournament)
}

/// Keeps changed check-ins, each with its row in the audit trail: all were made, or all taken back.
fn keep(c: &mut Conn, by: &Caller, action: Operation, changed: &[(Entry, Entry)]) -> Result<(), Error> {
    let ids: Vec<EntryId> = changed.iter().map(|(entry, _)| entry.id).collect();
    let at = changed.first().and_then(|(_, after)| after.checked_in_at);
    store::check_in(c, &ids, at)?;
    let evidence = |entry: &Entry| CheckInEvidence {
        checked_in_at: entry.checked_in_at,
    };
    let change = |(before, after): &(Entry, Entry)| {
        Change::altered(action, "entry", after.id, &evidence(before), &evidence(after))
    };
    let rows = changed.iter().map(change).collect::<Result<Vec<_>, Error>>()?;
    audit::append_all(c, by.now, &by.actor, rows)
}

/// Withdraws those of the players who are still not there, once anybody is: else nobody has begun to tick.
pub fn withdraw_missing(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    players: &HashSet<EntryId>,
) -> Result<(), Error> {
    let tournament = run(c, by, tournament)?;
    let next_round = rounds::next(c, tournament.id)?;
    let entries = store::list(c, tournament.id)?;
    if !entries.iter().any(Entry::is_here) {
        let nobody = ValueError::new("required", "Nobody is ticked as being here yet.");
        return Err(Faults::of("/entry_ids", nobody).into());
    }
    let mut changes = Vec::new();
    for before in entries.into_iter().filter(Entry::is_missing) {
        if players.contains(&before.id) {
            let after = before.clone().withdrawn(&tournament, next_round)?;
            store::absent(c, &after)?;
            let evidence = AbsenceEvidence {
                entry: after.public(by.today()),
                withdrawn_because: NOT_THERE,
            };
            let before = before.public(by.today());
            changes.push(Change::altered(
                Operation::create_entry_withdrawal,
                "entry",
                after.id,
                &before,
                &evidence,
            )?);
        }
    }
    audit::append_all(c, by.now, &by.actor, changes)
}
