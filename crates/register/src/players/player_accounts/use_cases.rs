//! Accounts tied to players, and the players for whom an account holds: loaded, decided and saved.

use crate::accounts::passwords::{self, PasswordCode};
use crate::accounts::{self, Account, Caller, grants};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::player_accounts::{
    AccountStanding, Invitation, PlayerAccount, PlayerAccountOrigin, PlayerAccountRefusal, refuse_relation, store,
};
use crate::players::use_cases::{PlayerPath, find_within, with_players};
use crate::players::{self, Player};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, PlayerAccountId, PlayerId};

/// A tie with its account and its player.
pub struct TiedAccount {
    pub tie: PlayerAccount,
    pub account: Account,
    pub player: Player,
}

/// Ties an account to a player: a new one, or that of the address.
pub fn invite(c: &mut Conn, by: &Caller, path: &PlayerPath, invitation: &Invitation) -> Result<TiedAccount, Error> {
    let player = find_within(c, by, path)?;
    let relation = invitation.relation;
    refuse_relation(relation, &player, by.today())?;
    let known = accounts::store::find_by_email(c, &invitation.email.key())?;
    let (account, origin) = if let Some(account) = known {
        let standing = standing(c, account.id)?;
        standing.refuse_tie(by.reach.is_everywhere())?;
        if standing.code_lapses() {
            passwords::store::delete_code(c, account.id)?;
        }
        (account, PlayerAccountOrigin::Existing)
    } else {
        let account = Account::new(invitation.email.clone(), invitation.name.clone(), by.now);
        accounts::use_cases::create(c, by.now, &by.actor, &account, None)?;
        (account, PlayerAccountOrigin::Invited)
    };
    let tie = PlayerAccount::of(&account, origin, player.id, relation, by.now);
    store::insert(c, &tie)?;
    by.audit(
        c,
        Change::created(Operation::create_player_account, "player_account", tie.id, &tie)?,
    )?;
    Ok(TiedAccount { tie, account, player })
}

fn standing(c: &mut Conn, account: AccountId) -> Result<AccountStanding, Error> {
    Ok(AccountStanding {
        has_grants: !grants::store::list(c, &[account])?.is_empty(),
        has_password: passwords::store::find_hash(c, account)?.is_some(),
        ties: store::of_account(c, account)?,
    })
}

/// All accounts that hold or held for the player, the oldest first.
pub fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<TiedAccount>, Error> {
    let player = find_within(c, by, path)?;
    list_of(c, &player)
}

/// All accounts that hold or held for that player, the oldest first.
pub fn list_of(c: &mut Conn, player: &Player) -> Result<Vec<TiedAccount>, Error> {
    let ties = store::list(c, player.id)?.into_iter();
    ties.map(|tie| tied(c, tie, player.clone())).collect()
}

fn tied(c: &mut Conn, tie: PlayerAccount, player: Player) -> Result<TiedAccount, Error> {
    let account = accounts::store::find(c, tie.account)?;
    let account = account.ok_or_else(|| Error::Internal(format!("player account {}: its account", tie.id)))?;
    Ok(TiedAccount { tie, account, player })
}

/// The tie of that id, if the caller looks after the player.
pub fn find(c: &mut Conn, by: &Caller, id: PlayerAccountId) -> Result<TiedAccount, Error> {
    let unknown = || NOT_FOUND.problem("There is no account of a player with this id.");
    let tie = store::find(c, id)?.ok_or_else(unknown)?;
    let player = find_within(c, by, &tie.player.into())?;
    tied(c, tie, player)
}

/// Ends a tie at once.
pub fn withdraw(c: &mut Conn, by: &Caller, id: PlayerAccountId) -> Result<TiedAccount, Error> {
    const ACTION: Operation = Operation::create_player_account_withdrawal;
    let before = find(c, by, id)?;
    let tie = before.tie.clone().withdrawn(by.now)?;
    store::withdraw(c, &tie)?;
    by.audit(c, Change::altered(ACTION, "player_account", id, &before.tie, &tie)?)?;
    Ok(TiedAccount { tie, ..before })
}

/// Makes a code for somebody who was invited and has no password yet. The caller looks after all for whom the account
/// holds: a code is a way to what it reads.
pub fn create_code(c: &mut Conn, by: &Caller, id: PlayerAccountId) -> Result<PasswordCode, Error> {
    let TiedAccount { tie, account, .. } = find(c, by, id)?;
    if tie.withdrawn_at.is_some() {
        return Err(PlayerAccountRefusal::AlreadyWithdrawn.into());
    }
    let standing = standing(c, account.id)?;
    standing.refuse_code()?;
    let holding = standing.ties.iter().filter(|tie| tie.withdrawn_at.is_none());
    for tie in holding {
        find_within(c, by, &tie.player.into())?;
    }
    passwords::use_cases::create_code(c, by.now, &by.actor, account.id)
}

/// The players for whom the caller's account holds today, by when it was tied to them.
pub fn list_own(c: &mut Conn, by: &Caller) -> Result<Vec<(PlayerAccount, Player)>, Error> {
    let ties = store::of_account(c, by.account)?;
    let mut own = with_players(c, ties, |tie| tie.player)?;
    own.retain(|(tie, player)| tie.holds(player, by.today()));
    Ok(own)
}

/// The ids of the players for whom the account holds today.
pub fn players_of(c: &mut Conn, by: &Caller) -> Result<Vec<PlayerId>, Error> {
    Ok(list_own(c, by)?.into_iter().map(|(_, player)| player.id).collect())
}

/// The player at the path, if the caller's account holds for them today.
pub fn find_own(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<(Player, PlayerAccount), Error> {
    let not_theirs = || Error::from(NOT_FOUND.problem("Your account holds for no player with this id."));
    if players::store::place(c, path.id)?.is_none() {
        return Err(not_theirs());
    }
    let player = players::use_cases::find(c, path)?;
    let mut ties = store::of_account(c, by.account)?.into_iter();
    let tie = ties.find(|tie| tie.player == player.id && tie.holds(&player, by.today()));
    Ok((player, tie.ok_or_else(not_theirs)?))
}
