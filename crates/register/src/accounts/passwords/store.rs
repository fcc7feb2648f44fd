//! Passwords and codes to set them in the database.

use diesel::prelude::*;

use crate::accounts::Account;
use crate::accounts::passwords::{PasswordCode, stored_form};
use crate::db::Conn;
use crate::db::schema::{accounts, password_codes, passwords};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;

/// The account that signs in with that address, and its password's hash if it has one.
pub fn credentials(c: &mut Conn, email_key: &str) -> Result<Option<(Account, Option<String>)>, Error> {
    let found = accounts::table
        .left_join(passwords::table.on(passwords::account_id.eq(accounts::id)))
        .filter(accounts::email_key.eq(email_key))
        .select((Account::as_select(), passwords::hash.nullable()))
        .first(c)
        .optional()?;
    Ok(found)
}

/// The hash of the account's password, if it has one.
pub fn find_hash(c: &mut Conn, account: AccountId) -> Result<Option<String>, Error> {
    Ok(passwords::table
        .find(account)
        .select(passwords::hash)
        .first(c)
        .optional()?)
}

/// Those of the accounts that have a password.
pub(crate) fn having_one(c: &mut Conn, accounts: &[AccountId]) -> Result<Vec<AccountId>, Error> {
    let having = passwords::table.filter(passwords::account_id.eq_any(accounts));
    Ok(having.select(passwords::account_id).load(c)?)
}

/// Keeps the account's password in the place of the one before, and takes away what was there to set it.
pub fn set(c: &mut Conn, account: AccountId, hash: &str, now: Timestamp) -> Result<(), Error> {
    delete_code(c, account)?;
    diesel::delete(passwords::table.find(account)).execute(c)?;
    diesel::insert_into(passwords::table)
        .values((
            passwords::account_id.eq(account),
            passwords::hash.eq(hash),
            passwords::set_at.eq(now),
        ))
        .execute(c)?;
    Ok(())
}

/// Keeps a code in the place of the account's code before.
pub fn insert_code(c: &mut Conn, code: &PasswordCode) -> Result<(), Error> {
    delete_code(c, code.account.id)?;
    diesel::insert_into(password_codes::table)
        .values((
            password_codes::account_id.eq(code.account.id),
            password_codes::hash.eq(stored_form(&code.code)),
            password_codes::expires_at.eq(code.expires_at),
        ))
        .execute(c)?;
    Ok(())
}

/// The account whose password may be set by the code of that stored form.
pub fn find_by_code(c: &mut Conn, stored_form: &str, now: Timestamp) -> Result<Option<Account>, Error> {
    let found = password_codes::table
        .inner_join(accounts::table.on(accounts::id.eq(password_codes::account_id)))
        .filter(password_codes::hash.eq(stored_form))
        .filter(password_codes::expires_at.gt(now))
        .select(Account::as_select());
    Ok(found.first(c).optional()?)
}

/// Takes the account's password away, and what was there to set one.
pub fn delete(c: &mut Conn, account: AccountId) -> Result<(), Error> {
    delete_code(c, account)?;
    diesel::delete(passwords::table.find(account)).execute(c)?;
    Ok(())
}

/// Takes the account's code away.
pub(crate) fn delete_code(c: &mut Conn, account: AccountId) -> Result<(), Error> {
    diesel::delete(password_codes::table.find(account)).execute(c)?;
    Ok(())
}
