//! Links by which guardians consent, in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::consent_links;
use crate::players::consent_links::{ConsentLink, ending, stored_form};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::values::error::Error;
use crate::values::id::{ConsentLinkId, PlayerId};

/// Keeps a new link.
pub fn insert(c: &mut Conn, link: &ConsentLink) -> Result<(), Error> {
    diesel::insert_into(consent_links::table).values(link).execute(c)?;
    Ok(())
}

/// The link of that id.
pub fn find(c: &mut Conn, id: ConsentLinkId) -> Result<Option<ConsentLink>, Error> {
    let link = consent_links::table.find(id).select(ConsentLink::as_select());
    Ok(link.first(c).optional()?)
}

/// The link with that code.
pub fn find_by_code(c: &mut Conn, code: &str) -> Result<Option<ConsentLink>, Error> {
    let link = consent_links::table.filter(consent_links::hash.eq(stored_form(code)));
    Ok(link.select(ConsentLink::as_select()).first(c).optional()?)
}

/// All links of a player, the latest first.
pub fn list(c: &mut Conn, player: PlayerId) -> Result<Vec<ConsentLink>, Error> {
    let links = consent_links::table
        .filter(consent_links::player_id.eq(player))
        .order((consent_links::created_at.desc(), consent_links::id.desc()));
    Ok(links.select(ConsentLink::as_select()).load(c)?)
}

/// Keeps that a link was answered or withdrawn.
pub fn update(c: &mut Conn, link: &ConsentLink) -> Result<(), Error> {
    diesel::update(consent_links::table.find(link.id))
        .set((
            consent_links::answered_at.eq(link.answered_at),
            consent_links::withdrawn_at.eq(link.withdrawn_at),
        ))
        .execute(c)?;
    Ok(())
}

/// Gives the duplicate's links to the entry that stays; those that are open end with that.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let theirs = list(c, merger.duplicate)?;
    for link in ending(theirs, merger) {
        update(c, &link)?;
    }
    Ok(reassign_rows!(c, consent_links, "consent_link", merger))
}

/// Deletes the links of all entries of one person.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = consent_links::table.filter(consent_links::player_id.eq_any(erasure.entries));
    diesel::delete(theirs).execute(c)?;
    Ok(())
}
