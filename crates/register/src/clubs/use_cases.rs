//! Clubs: registered, changed and read.

use crate::accounts::{Caller, Reach};
use crate::clubs::contacts;
use crate::clubs::{Club, ClubDetails, NewClub, store};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::provinces;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::ClubId;
use crate::web::idempotency::Creation;

/// Registers a club.
pub fn create(c: &mut Conn, by: &Caller, creation: &Creation<ClubId>, new: NewClub) -> Result<Club, Error> {
    let existing = store::find(c, creation.id)?;
    if let Some(club) = creation.earlier(c, existing)? {
        return Ok(club);
    }
    let province = provinces::store::find(c, &new.province)?;
    let club = Club::admit(new, creation.id, province, &by.reach, by.now)?;
    store::insert(c, &club)?;
    creation.keep(c)?;
    by.audit(c, Change::created(Operation::create_club, "club", club.id, &club)?)?;
    Ok(club)
}

/// Changes a club's details to what `change` makes of them.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    id: ClubId,
    change: impl FnOnce(&Club) -> Result<ClubDetails, Error>,
) -> Result<Club, Error> {
    let before = read_within(c, id, &by.reach)?;
    let after = before.clone().with(change(&before)?);
    let after = contacts::store::find(c, id)?.keep(after)?;
    store::update(c, &after)?;
    by.audit(c, Change::altered(Operation::update_club, "club", id, &before, &after)?)?;
    Ok(after)
}

/// The club that a path names.
pub fn read(c: &mut Conn, id: ClubId) -> Result<Club, Error> {
    store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no club with this id.").into())
}

/// The club that a path names, if it is within reach.
pub fn read_within(c: &mut Conn, id: ClubId, reach: &Reach) -> Result<Club, Error> {
    Ok(read(c, id)?.within(reach)?)
}
