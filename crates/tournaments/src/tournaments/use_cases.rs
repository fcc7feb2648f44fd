//! Actions on a tournament: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation::{self, readings::Readings};
use crate::operations::Operation;
use crate::provinces;
use crate::tournaments::model::{Tournament, TournamentPlan};
use crate::tournaments::{appointments, entries, store, teams};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::TournamentId;
use crate::web::idempotency::Creation;

/// A tournament to be announced.
pub struct NewTournament {
    pub creation: Creation<TournamentId>,
    /// The code of the province that runs it.
    pub province: String,
    pub plan: TournamentPlan,
    /// The readings of the day, which the plan follows where it was asked for nothing else.
    pub readings: Readings,
}

/// Announces a tournament.
pub fn announce(c: &mut Conn, by: &Caller, new: &NewTournament) -> Result<Tournament, Error> {
    let NewTournament {
        creation,
        province,
        plan,
        readings,
    } = new;
    let found = provinces::store::find(c, province)?;
    let plan = plan.clone();
    let announced = Tournament::announce(plan, creation.id, province, found, *readings, &by.reach, by.now)?;
    let existing = store::find(c, creation.id)?;
    if let Some(tournament) = creation.earlier(c, existing)? {
        return Ok(tournament);
    }
    store::insert(c, &announced)?;
    creation.keep(c)?;
    let change = Change::created(Operation::create_tournament, "tournament", announced.id, &announced)?;
    by.audit(c, change)?;
    Ok(announced)
}

/// The tournament of that id.
pub fn read(c: &mut Conn, id: TournamentId) -> Result<Tournament, Error> {
    let tournament = store::find(c, id)?;
    Ok(tournament.ok_or_else(|| NOT_FOUND.problem("There is no tournament with this id."))?)
}

/// The tournament, if the caller looks after its province.
pub fn find_within(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Tournament, Error> {
    Ok(read(c, id)?.within(&by.reach)?)
}

/// Changes the plan of a tournament.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    id: TournamentId,
    change: impl FnOnce(&Tournament) -> Result<TournamentPlan, Error>,
) -> Result<Tournament, Error> {
    let before = find_within(c, by, id)?;
    let plan = change(&before)?;
    plan.refuse_international(&by.reach)?;
    let has_entries = entries::store::last_seed(c, id)?.is_some();
    let has_teams = teams::store::are_there(c, id)?;
    let after = before.clone().with(plan.parse()?, has_entries, has_teams)?;
    appointments::store::follow(c, &before, &after)?;
    keep(c, by, Operation::update_tournament, &before, after)
}

/// Opens a tournament for entries.
pub fn open(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Tournament, Error> {
    let before = find_within(c, by, id)?;
    let readings = federation::store::settings(c, by.today())?.readings;
    let after = before.clone().opened(readings, by.now)?;
    keep(c, by, Operation::create_tournament_opening, &before, after)
}

/// Cancels a tournament.
pub fn cancel(c: &mut Conn, by: &Caller, id: TournamentId, reason: &str) -> Result<Tournament, Error> {
    let before = find_within(c, by, id)?;
    let after = before.clone().cancelled(reason.to_owned())?;
    keep(c, by, Operation::create_tournament_cancellation, &before, after)
}

/// Keeps what has become of a tournament, and its row in the audit trail.
pub fn keep(
    c: &mut Conn,
    by: &Caller,
    action: Operation,
    before: &Tournament,
    after: Tournament,
) -> Result<Tournament, Error> {
    store::update(c, &after, by.now)?;
    by.audit(c, Change::altered(action, "tournament", after.id, before, &after)?)?;
    Ok(after)
}
