//! Accounts: created, read, and taken out of use.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::json;

use crate::accounts::caller::SignedIn;
use crate::accounts::grants::{self, Grant};
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::tokens::devices::Source;
use crate::accounts::tokens::limiter::{Attempt, SignInLimiter};
use crate::accounts::{
    Account, AccountEvidence, AccountRefusal, Authority, Caller, Role, applications, passwords, personal_tokens,
    second_factors, store, tokens,
};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, SessionId};
use crate::web::idempotency;

/// An account with all that an administrator looks after.
pub struct AccountRecord {
    pub account: Account,
    pub grants: Vec<Grant>,
    pub has_password: bool,
    pub has_second_factor: bool,
}

/// Keeps a new account, which may do nothing yet; without a password its owner is invited to set one.
pub fn create(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    account: &Account,
    password_hash: Option<&str>,
) -> Result<(), Error> {
    store::insert(c, account)?;
    if let Some(hash) = password_hash {
        passwords::store::set(c, account.id, hash, now)?;
    }
    let evidence = AccountEvidence::of(account);
    let change = Change::created(Operation::create_account, "account", account.id, &evidence)?;
    audit::append(c, now, actor, change)
}

/// An account, for its owner and for administrators.
pub(crate) fn readable(c: &mut Conn, by: &Caller, id: AccountId) -> Result<Account, Error> {
    let unknown = || NOT_FOUND.problem("There is no account with this id.");
    if id != by.account && !by.reach.is_everywhere() {
        return Err(unknown().into());
    }
    Ok(store::find(c, id)?.ok_or_else(unknown)?)
}

/// The caller's own account.
pub fn own(c: &mut Conn, by: &Caller) -> Result<Account, Error> {
    readable(c, by, by.account)
}

/// An account's record, for its owner and for administrators.
pub fn read(c: &mut Conn, by: &Caller, id: AccountId) -> Result<AccountRecord, Error> {
    let account = readable(c, by, id)?;
    record(c, account)
}

fn record(c: &mut Conn, account: Account) -> Result<AccountRecord, Error> {
    let mut records = records(c, vec![account])?;
    records
        .pop()
        .ok_or_else(|| Error::Internal("an account without a record".to_owned()))
}

fn records(c: &mut Conn, accounts: Vec<Account>) -> Result<Vec<AccountRecord>, Error> {
    let ids: Vec<AccountId> = accounts.iter().map(|account| account.id).collect();
    let grants = grants::store::list(c, &ids)?;
    let with_password = passwords::store::having_one(c, &ids)?;
    let with_second_factor = second_factors::store::having_one(c, &ids)?;
    let record = |account: Account| AccountRecord {
        grants: grants
            .iter()
            .filter(|grant| grant.account == account.id)
            .cloned()
            .collect(),
        has_password: with_password.contains(&account.id),
        has_second_factor: with_second_factor.contains(&account.id),
        account,
    };
    Ok(accounts.into_iter().map(record).collect())
}

/// Accounts by address, after that one, with all that belongs to them; of a search those that have it in the address or the
/// name.
pub fn list(
    c: &mut Conn,
    search: Option<&str>,
    after: Option<(String, AccountId)>,
    rows: i64,
) -> Result<Vec<AccountRecord>, Error> {
    let search = search.map(str::trim).filter(|search| !search.is_empty());
    let accounts = store::list(c, search, after, rows)?;
    records(c, accounts)
}

/// The authorities that an account has on that day; none while it is deactivated.
pub fn authorities(c: &mut Conn, account: AccountId, day: NaiveDate) -> Result<Vec<Authority>, Error> {
    if store::in_use(c, &[account])?.is_empty() {
        return Ok(Vec::new());
    }
    let grants = grants::store::list(c, &[account])?;
    Ok(grants.iter().filter_map(|grant| grant.authority_on(day)).collect())
}

/// Takes an account out of use: its sessions end, and its grants are worth nothing until it is reactivated.
pub fn deactivate(c: &mut Conn, by: &Caller, id: AccountId) -> Result<AccountRecord, Error> {
    let before = readable(c, by, id)?;
    let after = before.clone().deactivated(by.now)?;
    store::update(c, &after)?;
    tokens::store::end_sessions(c, id, None, by.now)?;
    passwords::store::delete_code(c, id)?;
    keep_an_administrator(c, by.now)?;
    by.audit(
        c,
        Change::altered(Operation::create_account_deactivation, "account", id, &before, &after)?,
    )?;
    record(c, after)
}

/// Takes an account into use again, as it was.
pub fn reactivate(c: &mut Conn, by: &Caller, id: AccountId) -> Result<AccountRecord, Error> {
    let before = readable(c, by, id)?;
    let after = before.clone().reactivated()?;
    store::update(c, &after)?;
    by.audit(
        c,
        Change::altered(Operation::create_account_reactivation, "account", id, &before, &after)?,
    )?;
    record(c, after)
}

/// Forgets the person of an account that is of no more use, in the audit trail and in the answers that are kept too.
pub fn forget(c: &mut Conn, id: AccountId, (now, actor): (Timestamp, &Actor)) -> Result<(), Error> {
    tokens::store::end_sessions(c, id, None, now)?;
    passwords::store::delete(c, id)?;
    second_factors::store::delete(c, id)?;
    applications::store::empty(c, id, now)?;
    personal_tokens::store::delete(c, id)?;
    store::empty(c, id, now)?;
    audit::forget(c, id)?;
    idempotency::forget(c, id)?;
    // What is left of the account is told by this entry alone.
    let change = Change::created(Operation::create_erasure, "account", id, &json!({}))?;
    audit::append(c, now, actor, change)
}

/// The numbers of what has ended with a change of how somebody signs in.
#[derive(Serialize)]
pub struct Ended {
    sessions_ended: usize,
    personal_tokens_revoked: usize,
}

/// Ends all that was opened with what the account signed in with until now, without that session: whoever had got in is out.
///
/// Sessions of applications that act for it are among those that end. The applications that it answers for go on: they are the
/// federation's, sign in by secrets of their own, and are bounded by a grant.
pub fn end_access(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    account: AccountId,
    without: Option<SessionId>,
) -> Result<Ended, Error> {
    second_factors::store::delete_unconfirmed(c, account)?;
    Ok(Ended {
        sessions_ended: tokens::store::end_sessions(c, account, without, now)?,
        personal_tokens_revoked: personal_tokens::use_cases::revoke_all(c, now, actor, account)?,
    })
}

/// Refuses what was just done if nobody is left who can sign in as an administrator.
///
/// # Errors
/// [`AccountRefusal::LastAdministrator`].
pub(crate) fn keep_an_administrator(c: &mut Conn, now: Timestamp) -> Result<(), Error> {
    let grants = grants::store::list_of_role(c, Role::Administrator)?;
    let valid = grants.iter().filter(|grant| grant.authority_on(now.day()).is_some());
    let accounts: Vec<AccountId> = valid.map(|grant| grant.account).collect();
    let in_use = store::in_use(c, &accounts)?;
    if passwords::store::having_one(c, &in_use)?.is_empty() {
        return Err(AccountRefusal::LastAdministrator.into());
    }
    Ok(())
}

/// An attempt of somebody who has signed in at what is asked for again. It counts for their session: whoever shares their network
/// does not make them wait.
///
/// # Errors
/// Too many attempts.
pub async fn guess<'a>(caller: &SignedIn, limiter: &'a SignInLimiter) -> Result<Attempt<'a>, Error> {
    let account = caller.account();
    let source = Source::Device(account, caller.session()?.to_string());
    limiter
        .attempt(&account.to_string(), (source, None), caller.now())
        .await
}

/// Asks for the caller's own password again; the attempt is the caller's to close.
///
/// # Errors
/// [`AccountRefusal::WrongPassword`], or too many attempts.
pub async fn show_password<'a>(
    caller: &SignedIn,
    hasher: &Hasher,
    limiter: &'a SignInLimiter,
    password: String,
) -> Result<Attempt<'a>, Error> {
    let account = caller.account();
    let hash = caller
        .clone()
        .read(move |c, _| passwords::store::find_hash(c, account))
        .await?;
    let attempt = guess(caller, limiter).await?;
    match hasher.matches(attempt.source().queue(), password, hash).await {
        Ok(true) => Ok(attempt),
        Ok(false) => Err(attempt.told(AccountRefusal::WrongPassword.into()).into()),
        Err(error) => {
            attempt.withdrawn().await?;
            Err(error)
        }
    }
}
