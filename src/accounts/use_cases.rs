//! Accounts: created and read.

use crate::accounts::grants::{self, Grant};
use crate::accounts::{Account, AccountEvidence, Caller, store};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::AccountId;

/// Keeps a new account, which may do nothing yet.
pub(crate) fn create(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    account: &Account,
    password_hash: &str,
) -> Result<(), Error> {
    store::insert(c, account, password_hash)?;
    let evidence = AccountEvidence::of(account);
    let change = Change::created("create_account", "account", account.id, &evidence)?;
    audit::append(c, now, actor, change)
}

/// An account with its grants, for its owner and for administrators.
pub(crate) fn read(c: &mut Conn, by: &Caller, id: AccountId) -> Result<(Account, Vec<Grant>), Error> {
    let unknown = || NOT_FOUND.problem("There is no account with this id.");
    if id != by.account && !by.reach.is_everywhere() {
        return Err(unknown().into());
    }
    let account = store::find(c, id)?.ok_or_else(unknown)?;
    Ok((account, grants::store::list(c, &[id])?))
}

/// Accounts by address, after that one, with their grants.
pub(crate) fn list(
    c: &mut Conn,
    after: Option<(String, AccountId)>,
    rows: i64,
) -> Result<Vec<(Account, Vec<Grant>)>, Error> {
    let accounts = store::list(c, after, rows)?;
    let ids: Vec<AccountId> = accounts.iter().map(|account| account.id).collect();
    let grants = grants::store::list(c, &ids)?;
    let with_grants = |account: Account| {
        let own = grants.iter().filter(|grant| grant.account == account.id);
        let own = own.cloned().collect();
        (account, own)
    };
    Ok(accounts.into_iter().map(with_grants).collect())
}
