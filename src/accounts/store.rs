//! Accounts in the database.

use diesel::prelude::*;

use crate::accounts::{Account, AccountRefusal};
use crate::db::schema::accounts;
use crate::db::{Conn, OnConflict};
use crate::values::error::Error;
use crate::values::id::AccountId;

/// Keeps a new account.
pub(crate) fn insert(c: &mut Conn, account: &Account, password_hash: &str) -> Result<(), Error> {
    diesel::insert_into(accounts::table)
        .values((
            account,
            accounts::email_key.eq(account.email.key()),
            accounts::password_hash.eq(password_hash),
        ))
        .execute(c)
        .on_conflict("accounts_email_key_key", AccountRefusal::EmailTaken)?;
    Ok(())
}

/// The account of that id.
pub(crate) fn find(c: &mut Conn, id: AccountId) -> Result<Option<Account>, Error> {
    let account = accounts::table.find(id).select(Account::as_select());
    Ok(account.first(c).optional()?)
}

/// Accounts by address, after that one.
pub(crate) fn list(c: &mut Conn, after: Option<(String, AccountId)>, rows: i64) -> Result<Vec<Account>, Error> {
    let mut query = accounts::table
        .select(Account::as_select())
        .order((accounts::email_key.asc(), accounts::id.asc()))
        .limit(rows)
        .into_boxed();
    if let Some((key, id)) = after {
        query = query.filter(
            accounts::email_key
                .gt(key.clone())
                .or(accounts::email_key.eq(key).and(accounts::id.gt(id))),
        );
    }
    Ok(query.load(c)?)
}

/// Whether nobody can sign in yet.
pub(crate) fn is_empty(c: &mut Conn) -> Result<bool, Error> {
    let some: Option<AccountId> = accounts::table.select(accounts::id).first(c).optional()?;
    Ok(some.is_none())
}

/// The id and the password's hash of whoever signs in with that address.
pub(crate) fn credentials(c: &mut Conn, email_key: &str) -> Result<Option<(AccountId, String)>, Error> {
    let found = accounts::table
        .filter(accounts::email_key.eq(email_key))
        .select((accounts::id, accounts::password_hash))
        .first(c)
        .optional()?;
    Ok(found)
}
