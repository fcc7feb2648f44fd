//! Affiliations: recorded, mended and read.

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::clubs::affiliations::{Affiliation, ClubStanding, store};
use crate::clubs::{self, ClubRefusal};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AffiliationId, ClubId};
use crate::web::idempotency::Creation;

/// Records an affiliation.
pub fn create(
    c: &mut Conn,
    by: &Caller,
    creation: &Creation<AffiliationId>,
    new: &Affiliation,
) -> Result<Affiliation, Error> {
    clubs::store::find(c, new.club)?
        .ok_or(ClubRefusal::UnknownClub(new.club))?
        .within(&by.reach)?;
    // After the scope: whoever does not look after the club must not learn whether the content is the same.
    let existing = store::find(c, creation.id)?;
    if let Some(affiliation) = creation.earlier(c, existing)? {
        return Ok(affiliation);
    }
    store::insert(c, new)?;
    creation.keep(c)?;
    by.audit(
        c,
        Change::created(Operation::create_affiliation, "affiliation", new.id, new)?,
    )?;
    Ok(new.clone())
}

/// Mends the day of payment to what `change` makes of it.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    id: AffiliationId,
    change: impl FnOnce(&Affiliation) -> Result<Option<NaiveDate>, Error>,
) -> Result<Affiliation, Error> {
    let before = read(c, by, id)?;
    let after = before.clone().unwithdrawn()?.with_payment(change(&before)?, by.now)?;
    store::update(c, &after)?;
    by.audit(
        c,
        Change::altered(Operation::update_affiliation, "affiliation", id, &before, &after)?,
    )?;
    Ok(after)
}

/// The affiliation, for those who look after the club.
pub fn read(c: &mut Conn, by: &Caller, id: AffiliationId) -> Result<Affiliation, Error> {
    let affiliation = store::find(c, id)?;
    let affiliation = affiliation.ok_or_else(|| NOT_FOUND.problem("There is no affiliation with this id."))?;
    clubs::use_cases::read_within(c, affiliation.club, &by.reach)?;
    Ok(affiliation)
}

/// The club's standing on a day, with the gaming year of the day.
pub fn read_standing(c: &mut Conn, club: ClubId, on: NaiveDate) -> Result<(GamingYear, ClubStanding), Error> {
    clubs::use_cases::read(c, club)?;
    let calendar = federation::store::calendar(c)?;
    let year = calendar.year_of(on);
    let standing = ClubStanding::of(&store::fees(c, club, year)?, &calendar, on);
    Ok((year, standing))
}
