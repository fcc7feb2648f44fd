//! What is done to a tournament: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::tournaments::plans::TournamentView;
use crate::tournaments::{Tournament, store};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;

/// The tournament of that id.
pub(crate) fn read(c: &mut Conn, id: Id) -> Result<Tournament, Error> {
    let tournament = store::find(c, id)?;
    Ok(tournament.ok_or_else(|| NOT_FOUND.problem("There is no tournament with this id."))?)
}

/// Keeps what has become of a tournament, and its row in the audit trail.
pub(crate) fn keep(
    c: &mut Conn,
    by: &Caller,
    action: &str,
    before: &Tournament,
    after: Tournament,
) -> Result<Tournament, Error> {
    store::update(c, &after)?;
    let evidence = |tournament: &Tournament| TournamentView::from(tournament.clone());
    let (before, evidence) = (evidence(before), evidence(&after));
    by.audit(c, Change::altered(action, "tournament", after.id, &before, &evidence)?)?;
    Ok(after)
}
