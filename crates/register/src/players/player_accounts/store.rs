//! Players' own accounts in the database.

use diesel::prelude::*;

use crate::accounts;
use crate::accounts::grants;
use crate::db::schema::player_accounts;
use crate::db::{Conn, OnConflict};
use crate::players::consents::ConsentRelation;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::player_accounts::{PlayerAccount, PlayerAccountRefusal, ending};
use crate::players::store::reassign_rows;
use crate::values::error::Error;
use crate::values::id::{AccountId, PlayerAccountId, PlayerId};

/// Keeps a new tie.
pub fn insert(c: &mut Conn, tie: &PlayerAccount) -> Result<(), Error> {
    diesel::insert_into(player_accounts::table)
        .values(tie)
        .execute(c)
        .on_conflict(
            "player_accounts_account_id_player_id_relation_key",
            PlayerAccountRefusal::AlreadyHolds,
        )
        .on_conflict("player_accounts_account_id_key", PlayerAccountRefusal::OfAnother)
        .on_conflict("player_accounts_player_id_key", PlayerAccountRefusal::HasOwn)?;
    Ok(())
}

/// The ties as own account, of either, that hold.
pub fn own(c: &mut Conn, account: AccountId, player: PlayerId) -> Result<Vec<PlayerAccount>, Error> {
    let either = player_accounts::account_id
        .eq(account)
        .or(player_accounts::player_id.eq(player));
    let own = player_accounts::table
        .filter(either)
        .filter(player_accounts::relation.eq(ConsentRelation::Themselves))
        .filter(player_accounts::withdrawn_at.is_null());
    Ok(own.select(PlayerAccount::as_select()).load(c)?)
}

/// Keeps that a tie was withdrawn.
pub fn withdraw(c: &mut Conn, tie: &PlayerAccount) -> Result<(), Error> {
    diesel::update(player_accounts::table.find(tie.id))
        .set(player_accounts::withdrawn_at.eq(tie.withdrawn_at))
        .execute(c)?;
    Ok(())
}

/// The tie of that id.
pub fn find(c: &mut Conn, id: PlayerAccountId) -> Result<Option<PlayerAccount>, Error> {
    let tie = player_accounts::table.find(id).select(PlayerAccount::as_select());
    Ok(tie.first(c).optional()?)
}

/// All ties of a player, withdrawn ones too; the oldest first.
pub fn list(c: &mut Conn, player: PlayerId) -> Result<Vec<PlayerAccount>, Error> {
    let of_player = player_accounts::table.filter(player_accounts::player_id.eq(player));
    let rows = of_player.order((player_accounts::created_at.asc(), player_accounts::id.asc()));
    Ok(rows.select(PlayerAccount::as_select()).load(c)?)
}

/// All ties of an account, withdrawn ones too; the oldest first.
pub fn of_account(c: &mut Conn, account: AccountId) -> Result<Vec<PlayerAccount>, Error> {
    let of_account = player_accounts::table.filter(player_accounts::account_id.eq(account));
    let rows = of_account.order((player_accounts::created_at.asc(), player_accounts::id.asc()));
    Ok(rows.select(PlayerAccount::as_select()).load(c)?)
}

/// Gives the duplicate's ties to the entry that stays; those that it has already end with that.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let (own, theirs) = (list(c, merger.stays)?, list(c, merger.duplicate)?);
    for tie in ending(&own, theirs, merger) {
        withdraw(c, &tie)?;
    }
    Ok(reassign_rows!(c, player_accounts, "player_account", merger))
}

/// Deletes the ties of all entries of one person. An account that was there for nothing else is nobody's from then on.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = || player_accounts::table.filter(player_accounts::player_id.eq_any(erasure.entries));
    let mut tied: Vec<AccountId> = theirs().select(player_accounts::account_id).load(c)?;
    diesel::delete(player_accounts::table.filter(player_accounts::player_id.eq_any(erasure.entries))).execute(c)?;
    tied.sort_unstable();
    tied.dedup();
    for account in tied {
        if grants::store::list(c, &[account])?.is_empty() && of_account(c, account)?.is_empty() {
            accounts::use_cases::forget(c, account, (erasure.at, erasure.by))?;
        }
    }
    Ok(())
}
