//! Requests for byes: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::tournaments::byes::{NewBye, store};
use crate::tournaments::entries::{self};
use crate::tournaments::model::{Bye, Entry};
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::{officials, use_cases as tournaments};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ByeId, TournamentId};

/// Asks for a bye.
pub fn ask(c: &mut Conn, by: &Caller, new: &NewBye) -> Result<(Bye, Entry), Error> {
    let (entry, tournament) = entries::use_cases::find_within(c, by, new.entry)?;
    let credentials = officials::store::find(c, tournament.id, by.account)?;
    let next_round = rounds::next(c, tournament.id)?;
    let bye = Bye::request(&tournament, &entry, new, next_round, credentials, by)?;
    store::insert(c, &bye)?;
    let evidence = bye.public(&entry, by.today());
    by.audit(c, Change::created(Operation::create_bye, "bye", bye.id, &evidence)?)?;
    Ok((bye, entry))
}

/// The bye of that id.
pub fn read(c: &mut Conn, id: ByeId) -> Result<Bye, Error> {
    let bye = store::find(c, id)?;
    Ok(bye.ok_or_else(|| NOT_FOUND.problem("There is no bye with this id."))?)
}

/// Takes a bye back.
pub fn take_back(c: &mut Conn, by: &Caller, id: ByeId) -> Result<(Bye, Entry), Error> {
    let bye = read(c, id)?;
    let (entry, tournament) = entries::use_cases::find_within(c, by, bye.entry)?;
    let bye = bye.taken_back(&tournament, rounds::next(c, tournament.id)?)?;
    store::discard(c, id)?;
    let evidence = bye.public(&entry, by.today());
    by.audit(
        c,
        Change::altered(Operation::create_bye_withdrawal, "bye", id, &evidence, &())?,
    )?;
    Ok((bye, entry))
}

/// The byes of a tournament by round, each with its entry. Who has withdrawn since asking has no bye.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<(Bye, Entry)>, Error> {
    tournaments::read(c, tournament)?;
    let entries = entries::store::list(c, tournament)?;
    let with_entry = |bye: Bye| {
        let entry = entries.iter().find(|entry| entry.id == bye.entry);
        entry
            .filter(|entry| entry.plays_in(bye.round))
            .map(|entry| (bye, entry.clone()))
    };
    Ok(store::list(c, tournament)?.into_iter().filter_map(with_entry).collect())
}
