//! Consents in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::consents;
use crate::players::consents::{Consent, ending};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::values::error::Error;
use crate::values::id::{ConsentId, PlayerId};

/// Keeps a new consent.
pub fn insert(c: &mut Conn, consent: &Consent) -> Result<(), Error> {
    diesel::insert_into(consents::table).values(consent).execute(c)?;
    Ok(())
}

/// The consent of that id.
pub fn find(c: &mut Conn, id: ConsentId) -> Result<Option<Consent>, Error> {
    let consent = consents::table.find(id).select(Consent::as_select());
    Ok(consent.first(c).optional()?)
}

/// All of a player's consents, the latest first.
pub fn list(c: &mut Conn, player: PlayerId) -> Result<Vec<Consent>, Error> {
    let consents = consents::table
        .filter(consents::player_id.eq(player))
        .order((consents::recorded_at.desc(), consents::id.desc()));
    Ok(consents.select(Consent::as_select()).load(c)?)
}

/// Keeps that a consent was withdrawn.
pub fn withdraw(c: &mut Conn, consent: &Consent) -> Result<(), Error> {
    diesel::update(consents::table.find(consent.id))
        .set(consents::withdrawn_at.eq(consent.withdrawn_at))
        .execute(c)?;
    Ok(())
}

/// Gives the duplicate's consents to the entry that stays; some end with that.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let (own, theirs) = (list(c, merger.stays)?, list(c, merger.duplicate)?);
    for consent in ending(&own, theirs, merger) {
        withdraw(c, &consent)?;
    }
    Ok(reassign_rows!(c, consents, "consent", merger))
}

/// Deletes the consents of all entries of one person.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::delete(consents::table.filter(consents::player_id.eq_any(erasure.entries))).execute(c)?;
    Ok(())
}
