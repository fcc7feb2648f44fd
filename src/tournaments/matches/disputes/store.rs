//! Disputes in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::disputes;
use crate::players::merger::{Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::tournaments::matches::disputes::Dispute;
use crate::values::error::Error;
use crate::values::id::{DisputeId, MatchId};

/// Keeps a new dispute.
pub(crate) fn insert(c: &mut Conn, dispute: &Dispute) -> Result<(), Error> {
    diesel::insert_into(disputes::table).values(dispute).execute(c)?;
    Ok(())
}

/// Keeps how a dispute was ruled.
pub(crate) fn update(c: &mut Conn, dispute: &Dispute) -> Result<(), Error> {
    diesel::update(disputes::table.find(dispute.id))
        .set(dispute)
        .execute(c)?;
    Ok(())
}

/// The dispute of that id.
pub(crate) fn find(c: &mut Conn, id: DisputeId) -> Result<Option<Dispute>, Error> {
    let dispute = disputes::table.find(id).select(Dispute::as_select());
    Ok(dispute.first(c).optional()?)
}

/// The disputes of a match, the oldest first.
pub(crate) fn list(c: &mut Conn, match_id: MatchId) -> Result<Vec<Dispute>, Error> {
    Ok(disputes::table
        .filter(disputes::match_id.eq(match_id))
        .select(Dispute::as_select())
        .order((disputes::raised_at, disputes::id))
        .load(c)?)
}

/// Gives the duplicate's disputes to the entry that stays.
pub(crate) fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    Ok(reassign_rows!(c, disputes, "dispute", merger))
}
