//! Second factors: set up, confirmed, shown, and taken away.

use serde_json::json;

use crate::accounts::second_factors::{SecondFactor, recovery_codes, store};
use crate::accounts::{self, Account, AccountRefusal, Caller};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, SessionId};

/// Sets a second factor up for the caller, to be confirmed by a code of it.
pub fn create(c: &mut Conn, by: &Caller) -> Result<(Account, SecondFactor), Error> {
    let account = accounts::use_cases::own(c, by)?;
    if store::find(c, by.account)?.is_some_and(|factor| factor.confirmed_at.is_some()) {
        return Err(AccountRefusal::SecondFactorExists.into());
    }
    let factor = SecondFactor::new(by.account, by.now);
    store::insert(c, &factor)?;
    let after = json!({ "confirmed_at": null });
    by.audit(
        c,
        Change::created(Operation::create_second_factor, "account", by.account, &after)?,
    )?;
    Ok((account, factor))
}

/// Confirms the caller's second factor by a code of it, and makes recovery codes. All that was opened without it ends, and this
/// session goes on.
pub fn confirm(c: &mut Conn, by: &Caller, session: SessionId, code: &str) -> Result<Vec<String>, Error> {
    let factor = store::find(c, by.account)?.ok_or(AccountRefusal::NoSecondFactor)?;
    if factor.confirmed_at.is_some() {
        return Err(AccountRefusal::SecondFactorExists.into());
    }
    let used = factor.after(code, by.now)?.ok_or(AccountRefusal::WrongCode)?;
    let confirmed = SecondFactor {
        confirmed_at: Some(by.now),
        ..used
    };
    store::update(c, &confirmed)?;
    let codes = recovery_codes();
    store::insert_recovery_codes(c, by.account, &codes)?;
    accounts::use_cases::end_access(c, by.now, &by.actor, by.account, Some(session))?;
    let (before, after) = (json!({ "confirmed_at": null }), json!({ "confirmed_at": by.now }));
    let action = Operation::create_second_factor_confirmation;
    by.audit(c, Change::altered(action, "account", by.account, &before, &after)?)?;
    Ok(codes)
}

/// The finding on a code that was or was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The account has no second factor, or the code is right, and is used up.
    Enough,
    /// The account has a second factor, and no code was sent.
    Missing,
    /// The code is not one of this moment, or was used before.
    Wrong,
}

/// Judges the code that came with a password, of an authenticator or a recovery code, and uses it up.
pub fn show(c: &mut Conn, account: AccountId, code: Option<&str>, now: Timestamp) -> Result<Shown, Error> {
    let factor = store::find(c, account)?.filter(|factor| factor.confirmed_at.is_some());
    let Some(factor) = factor else {
        return Ok(Shown::Enough);
    };
    let Some(code) = code else {
        return Ok(Shown::Missing);
    };
    if let Some(used) = factor.after(code, now)? {
        store::update(c, &used)?;
        return Ok(Shown::Enough);
    }
    if store::spend_recovery_code(c, account, code, now)? {
        return Ok(Shown::Enough);
    }
    Ok(Shown::Wrong)
}

/// Takes the caller's own second factor away, by a code of it. Their other sessions end.
pub fn remove_own(c: &mut Conn, by: &Caller, session: SessionId, code: &str) -> Result<(), Error> {
    let factor = store::find(c, by.account)?.ok_or(AccountRefusal::NoSecondFactor)?;
    if factor.confirmed_at.is_some() && show(c, by.account, Some(code), by.now)? != Shown::Enough {
        return Err(AccountRefusal::WrongCode.into());
    }
    let action = Operation::create_second_factor_removal;
    remove(c, by.now, &by.actor, (by.account, Some(session)), action)
}

/// Takes an account's second factor away, for whoever has lost it and the recovery codes too.
pub fn remove_of(c: &mut Conn, now: Timestamp, actor: &Actor, account: AccountId) -> Result<(), Error> {
    let unknown = || NOT_FOUND.problem("There is no account with this id.");
    accounts::store::find(c, account)?.ok_or_else(unknown)?;
    store::find(c, account)?.ok_or(AccountRefusal::NoSecondFactor)?;
    remove(
        c,
        now,
        actor,
        (account, None),
        Operation::create_account_second_factor_removal,
    )
}

fn remove(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    (account, without): (AccountId, Option<SessionId>),
    action: Operation,
) -> Result<(), Error> {
    store::delete(c, account)?;
    accounts::use_cases::end_access(c, now, actor, account, without)?;
    let change = Change::created(action, "account", account, &json!({ "second_factor": false }))?;
    audit::append(c, now, actor, change)
}
