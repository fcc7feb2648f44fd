//! A club's contacts: read and changed.

use crate::accounts::Caller;
use crate::clubs::contacts::{Contacts, store};
use crate::clubs::use_cases::read_within;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::values::error::Error;
use crate::values::id::ClubId;

/// A club's contacts, for those who look after the club.
pub fn read(c: &mut Conn, by: &Caller, club: ClubId) -> Result<Contacts, Error> {
    read_within(c, club, &by.reach)?;
    store::find(c, club)
}

/// Changes a club's contacts to what `change` makes of them.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    id: ClubId,
    change: impl FnOnce(&Contacts) -> Result<Contacts, Error>,
) -> Result<Contacts, Error> {
    let club = read_within(c, id, &by.reach)?;
    let before = store::find(c, id)?;
    let after = change(&before)?.of(&club)?;
    store::keep(c, id, &after)?;
    by.audit(
        c,
        Change::altered(Operation::update_club_contacts, "club", id, &before, &after)?,
    )?;
    Ok(after)
}
