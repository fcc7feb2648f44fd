//! Disputes, raised and ruled on: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::tournaments::matches::can_change;
use crate::tournaments::matches::disputes::{Dispute, DisputeBetween, store};
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::matches::use_cases::{keep, match_in, refuse_conflict, run};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{DisputeId, MatchId};

/// Disputes a match.
pub(crate) fn raise(c: &mut Conn, by: &Caller, match_id: MatchId, reason: &str) -> Result<DisputeBetween, Error> {
    let (_, snapshot) = run(c, by, match_id)?;
    let about = match_in(&snapshot, match_id)?;
    let dispute = Dispute::raise(about, &snapshot.tournament, reason.to_owned(), by)?;
    store::insert(c, &dispute)?;
    let id = dispute.id;
    let dispute = dispute.between(about, &snapshot);
    by.audit(c, Change::created("create_dispute", "dispute", id, &dispute)?)?;
    Ok(dispute)
}

/// The disputes about a match, the oldest first.
pub(crate) fn list(c: &mut Conn, by: &Caller, match_id: MatchId) -> Result<Vec<DisputeBetween>, Error> {
    let (_, snapshot) = run(c, by, match_id)?;
    let about = match_in(&snapshot, match_id)?;
    let disputes = store::list(c, match_id)?.into_iter();
    Ok(disputes.map(|dispute| dispute.between(about, &snapshot)).collect())
}

/// The dispute of that id.
pub(crate) fn read(c: &mut Conn, by: &Caller, id: DisputeId) -> Result<DisputeBetween, Error> {
    let dispute = find(c, id)?;
    let (_, snapshot) = run(c, by, dispute.match_id)?;
    let about = match_in(&snapshot, dispute.match_id)?;
    Ok(dispute.between(about, &snapshot))
}

/// Rules on a dispute: the result stands, or what is on the sheet takes its place.
pub(crate) fn rule(
    c: &mut Conn,
    by: &Caller,
    id: DisputeId,
    ruling: &str,
    sheet: Option<&NewScoreSheet>,
) -> Result<DisputeBetween, Error> {
    const ACTION: &str = "create_ruling";
    let dispute = find(c, id)?;
    let (official, mut snapshot) = run(c, by, dispute.match_id)?;
    let about = match_in(&snapshot, dispute.match_id)?;
    refuse_conflict(&official, about, &snapshot)?;
    let sheet = sheet.map(|sheet| sheet.fill(about, &snapshot, "/sheet")).transpose()?;
    can_change(&snapshot.tournament, true, &official)?;
    let ruled = dispute.clone().ruled(ruling.to_owned(), by)?;
    let entered = sheet.map(|sheet| about.ruled(sheet, ruling.to_owned(), &official, by.now));
    let entered = entered.transpose()?;
    let before = dispute.between(about, &snapshot);
    let after = ruled.between(about, &snapshot);
    store::update(c, &after.dispute)?;
    if let Some(entered) = entered {
        let decided = vec![(after.dispute.match_id, entered)];
        keep(c, by, ACTION, &mut snapshot, decided)?;
    }
    by.audit(c, Change::altered(ACTION, "dispute", id, &before, &after)?)?;
    Ok(after)
}

fn find(c: &mut Conn, id: DisputeId) -> Result<Dispute, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no dispute with this id."))?)
}
