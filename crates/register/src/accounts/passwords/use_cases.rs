//! Passwords: changed by whoever knows the old one, or set by a code.

use serde_json::json;

use crate::accounts::passwords::{PasswordCode, store};
use crate::accounts::{self, AccountRefusal, Caller};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, SessionId};

/// Makes a code by which the account's password is set: an invitation, as long as it has none. An earlier code is worth
/// nothing any more.
pub fn create_code(c: &mut Conn, now: Timestamp, actor: &Actor, account: AccountId) -> Result<PasswordCode, Error> {
    let unknown = || NOT_FOUND.problem("There is no account with this id.");
    let account = accounts::store::find(c, account)?.ok_or_else(unknown)?;
    let has_password = store::find_hash(c, account.id)?.is_some();
    let code = PasswordCode::new(account, has_password, now);
    store::insert_code(c, &code)?;
    let after = json!({ "expires_at": code.expires_at });
    let change = Change::created(Operation::create_password_code, "account", code.account.id, &after)?;
    audit::append(c, now, actor, change)?;
    Ok(code)
}

/// Sets a password by a code, which is used up by it. All that the one before has opened ends.
pub fn set_by_code(c: &mut Conn, now: Timestamp, actor: &Actor, stored_form: &str, hash: &str) -> Result<(), Error> {
    let account = store::find_by_code(c, stored_form, now)?.ok_or(AccountRefusal::PasswordCodeRefused)?;
    store::set(c, account.id, hash, now)?;
    let actor = actor.for_account(account.id);
    let ended = accounts::use_cases::end_access(c, now, &actor, account.id, None)?;
    let change = Change::created(Operation::create_password, "account", account.id, &ended)?;
    audit::append(c, now, &actor, change)
}

/// Changes the caller's own password. All that the one before has opened ends, and this session goes on.
pub fn change(c: &mut Conn, by: &Caller, session: SessionId, hash: &str) -> Result<(), Error> {
    store::set(c, by.account, hash, by.now)?;
    let ended = accounts::use_cases::end_access(c, by.now, &by.actor, by.account, Some(session))?;
    by.audit(
        c,
        Change::created(Operation::create_own_password, "account", by.account, &ended)?,
    )
}
