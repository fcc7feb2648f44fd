//! Disputes in the database.

use diesel::prelude::*;

use crate::accounts::Reach;
use crate::db::Conn;
use crate::db::keyset::beyond;
use crate::db::schema::{disputes, matches, rounds, tournaments};
use crate::players::merger::{Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::tournaments::matches::disputes::Dispute;
use crate::tournaments::model::TournamentState;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{DisputeId, MatchId, TournamentId};
use crate::values::sql_types::{Instant, Uid};

/// Keeps a new dispute.
pub fn insert(c: &mut Conn, dispute: &Dispute) -> Result<(), Error> {
    diesel::insert_into(disputes::table).values(dispute).execute(c)?;
    Ok(())
}

/// Keeps how a dispute was ruled.
pub fn update(c: &mut Conn, dispute: &Dispute) -> Result<(), Error> {
    diesel::update(disputes::table.find(dispute.id))
        .set(dispute)
        .execute(c)?;
    Ok(())
}

/// The dispute of that id.
pub fn find(c: &mut Conn, id: DisputeId) -> Result<Option<Dispute>, Error> {
    let dispute = disputes::table.find(id).select(Dispute::as_select());
    Ok(dispute.first(c).optional()?)
}

/// The disputes of a match, the oldest first.
pub fn list(c: &mut Conn, match_id: MatchId) -> Result<Vec<Dispute>, Error> {
    Ok(disputes::table
        .filter(disputes::match_id.eq(match_id))
        .select(Dispute::as_select())
        .order((disputes::raised_at, disputes::id))
        .load(c)?)
}

/// Disputes without a ruling about matches of tournaments within reach, the oldest first; each with the tournament, the
/// number of the round and the board. Of what was cancelled nothing is ruled. `after` is the dispute after which to begin.
pub fn open(
    c: &mut Conn,
    reach: &Reach,
    after: Option<(Timestamp, DisputeId)>,
    rows: i64,
) -> Result<Vec<(Dispute, TournamentId, i64, i64)>, Error> {
    let mut query = disputes::table
        .inner_join(matches::table.on(matches::id.eq(disputes::match_id)))
        .inner_join(rounds::table.on(rounds::id.eq(matches::round_id)))
        .inner_join(tournaments::table.on(tournaments::id.eq(rounds::tournament_id)))
        .filter(disputes::ruling.is_null())
        .filter(tournaments::state.ne(TournamentState::Cancelled))
        .order((disputes::raised_at, disputes::id))
        .select((Dispute::as_select(), tournaments::id, rounds::number, matches::board))
        .limit(rows)
        .into_boxed();
    if !reach.is_everywhere() {
        query = query.filter(tournaments::province_code.eq_any(reach.provinces().to_vec()));
    }
    if let Some((at, id)) = after {
        query = query.filter(beyond!("(disputes.raised_at, disputes.id) >", Instant = at, Uid = id));
    }
    Ok(query.load(c)?)
}

/// Gives the duplicate's disputes to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    Ok(reassign_rows!(c, disputes, "dispute", merger))
}
