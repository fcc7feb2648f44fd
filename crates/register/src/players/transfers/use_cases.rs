//! The steps of a transfer: loaded, decided and saved.

use crate::accounts::Caller;
use crate::clubs;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::players::registrations::store as registrations;
use crate::players::transfers::store::{self, TransferFilter};
use crate::players::transfers::{Transfer, TransferClubs, TransferStep};
use crate::players::use_cases::{with_player, with_players};
use crate::players::{self, Player, club_within, unknown_player};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ClubId, PlayerId, TransferId};
use crate::web::idempotency::Creation;

/// A player whom a club asks for.
pub struct NewTransfer {
    pub creation: Creation<TransferId>,
    pub player: PlayerId,
    pub to: ClubId,
}

/// Asks for a player of another club.
pub fn ask(c: &mut Conn, by: &Caller, new: &NewTransfer) -> Result<(Transfer, Player), Error> {
    let club = club_within(clubs::store::find(c, new.to)?, new.to, &by.reach)?;
    let creation = &new.creation;
    let existing = store::find(c, creation.id)?;
    if let Some(transfer) = creation.earlier(c, existing)? {
        return with_player(c, transfer, |transfer| transfer.player);
    }
    let player = players::store::find_member(c, new.player)?
        .ok_or_else(|| unknown_player(new.player))?
        .unerased()?;
    let transfer = Transfer::ask(creation.id, &player, &club, by.now)?;
    store::insert(c, &transfer)?;
    creation.keep(c)?;
    by.audit(
        c,
        Change::created(Operation::create_transfer, "transfer", transfer.id, &transfer)?,
    )?;
    Ok((transfer, player))
}

/// Releases a player, for the old club.
pub fn release(c: &mut Conn, by: &Caller, id: TransferId) -> Result<(Transfer, Player), Error> {
    step(c, by, id, &TransferStep::Release, Operation::create_transfer_release)
}

/// Refuses a transfer, for either club.
pub fn refuse(c: &mut Conn, by: &Caller, id: TransferId, reason: &str) -> Result<(Transfer, Player), Error> {
    let refusal = TransferStep::Refuse(reason.to_owned());
    step(c, by, id, &refusal, Operation::create_transfer_refusal)
}

/// Accepts a transfer, for the new club's province: the player and their present registrations go along.
pub fn accept(c: &mut Conn, by: &Caller, id: TransferId) -> Result<(Transfer, Player), Error> {
    const ACTION: Operation = Operation::create_transfer_acceptance;
    let (accepted, player) = step(c, by, id, &TransferStep::Accept, ACTION)?;
    let player = player.unerased()?;
    let before = player.particulars()?;
    let player = Player {
        club: accepted.to,
        ..player
    };
    players::store::join(c, accepted.player, accepted.to)?;
    let year = federation::store::calendar(c)?.year_of(by.today());
    registrations::follow(c, accepted.player, accepted.to, year)?;
    let after = player.particulars()?;
    by.audit(c, Change::altered(ACTION, "player", accepted.player, &before, &after)?)?;
    Ok((accepted, player))
}

/// Takes a step and keeps it, if the caller looks after the club that it is up to.
fn step(
    c: &mut Conn,
    by: &Caller,
    id: TransferId,
    step: &TransferStep,
    action: Operation,
) -> Result<(Transfer, Player), Error> {
    let (before, clubs) = find(c, id)?;
    let after = before.clone().step_by(step, clubs, &by.reach, by.now)?;
    store::update(c, &after)?;
    by.audit(c, Change::altered(action, "transfer", id, &before, &after)?)?;
    with_player(c, after, |transfer| transfer.player)
}

/// The transfer, for those who look after one of its clubs.
pub fn read(c: &mut Conn, by: &Caller, id: TransferId) -> Result<(Transfer, Player), Error> {
    let (transfer, clubs) = find(c, id)?;
    let transfer = transfer.within(clubs, &by.reach)?;
    with_player(c, transfer, |transfer| transfer.player)
}

/// Transfers from and to the clubs that the caller looks after, with their players.
pub fn list(c: &mut Conn, by: &Caller, filter: &TransferFilter, rows: i64) -> Result<Vec<(Transfer, Player)>, Error> {
    let transfers = store::list(c, filter, &by.reach, Some(rows))?;
    with_players(c, transfers, |transfer| transfer.player)
}

/// The transfer of that id, with its clubs.
fn find(c: &mut Conn, id: TransferId) -> Result<(Transfer, TransferClubs), Error> {
    let transfer = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no transfer with this id."))?;
    let clubs = TransferClubs {
        from: clubs::store::find(c, transfer.from)?,
        to: clubs::store::find(c, transfer.to)?,
    };
    Ok((transfer, clubs))
}
