//! Suspensions recorded and lifted: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::Player;
use crate::players::suspensions::{Lifting, NewSuspension, Suspension, store};
use crate::players::use_cases::{PlayerPath, find_within};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::SuspensionId;

/// Suspends a player.
pub(crate) fn suspend(
    c: &mut Conn,
    by: &Caller,
    path: &PlayerPath,
    new: &NewSuspension,
) -> Result<(Suspension, Player), Error> {
    let player = find_within(c, by, path)?;
    let suspension = Suspension::of(player.id, new.clone(), by.account, by.now);
    store::insert(c, &suspension)?;
    by.audit(
        c,
        Change::created(
            Operation::create_player_suspension,
            "player_suspension",
            suspension.id,
            &suspension,
        )?,
    )?;
    Ok((suspension, player))
}

/// The player's suspensions, lifted ones too; the oldest first.
pub(crate) fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<(Vec<Suspension>, Player), Error> {
    let player = find_within(c, by, path)?;
    Ok((store::list(c, player.id)?, player))
}

/// The suspension, if the caller looks after the player.
pub(crate) fn find(c: &mut Conn, by: &Caller, id: SuspensionId) -> Result<(Suspension, Player), Error> {
    let suspension = store::find(c, id)?;
    let suspension = suspension.ok_or_else(|| NOT_FOUND.problem("There is no suspension with this id."))?;
    let player = find_within(c, by, &PlayerPath::from(suspension.player))?;
    Ok((suspension, player))
}

/// Lifts a suspension before its end.
pub(crate) fn lift(
    c: &mut Conn,
    by: &Caller,
    id: SuspensionId,
    lifting: &Lifting,
) -> Result<(Suspension, Player), Error> {
    let (before, player) = find(c, by, id)?;
    let after = before.clone().lifted(lifting.clone())?;
    store::update(c, &after)?;
    by.audit(
        c,
        Change::altered(
            Operation::create_suspension_lifting,
            "player_suspension",
            id,
            &before,
            &after,
        )?,
    )?;
    Ok((after, player))
}
