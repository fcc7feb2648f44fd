//! Accounts in the database.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};

use crate::accounts::{Account, AccountRefusal};
use crate::db::keyset::beyond;
use crate::db::prepared::{Prepared, padded};
use crate::db::schema::accounts;
use crate::db::{Conn, OnConflict};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::sql_types::Uid;

/// Keeps a new account.
pub(crate) fn insert(c: &mut Conn, account: &Account) -> Result<(), Error> {
    diesel::insert_into(accounts::table)
        .values((account, accounts::email_key.eq(account.email.key())))
        .execute(c)
        .on_conflict("accounts_email_key_key", AccountRefusal::EmailTaken)?;
    Ok(())
}

/// Keeps whether the account is in use.
pub(crate) fn update(c: &mut Conn, account: &Account) -> Result<(), Error> {
    diesel::update(accounts::table.find(account.id))
        .set(accounts::deactivated_at.eq(account.deactivated_at))
        .execute(c)?;
    Ok(())
}

/// Takes away from an account all that tells who uses it, for good.
pub fn empty(c: &mut Conn, id: AccountId, now: Timestamp) -> Result<(), Error> {
    let nobody = format!("{id}@nobody.invalid");
    diesel::update(accounts::table.find(id))
        .set((
            accounts::email.eq(&nobody),
            accounts::email_key.eq(&nobody),
            accounts::name.eq("-"),
            accounts::deactivated_at.eq(now),
        ))
        .execute(c)?;
    Ok(())
}

/// The account of that id.
pub fn find(c: &mut Conn, id: AccountId) -> Result<Option<Account>, Error> {
    let account = accounts::table.find(id).select(Account::as_select());
    Ok(account.first(c).optional()?)
}

/// Accounts by address, after that one; of a search those that have it in the address or the name.
pub(crate) fn list(
    c: &mut Conn,
    search: Option<&str>,
    after: Option<(String, AccountId)>,
    rows: i64,
) -> Result<Vec<Account>, Error> {
    let mut query = accounts::table
        .select(Account::as_select())
        .order((accounts::email_key.asc(), accounts::id.asc()))
        .limit(rows)
        .into_boxed();
    if let Some((key, id)) = after {
        query = query.filter(beyond!("(accounts.email_key, accounts.id) >", Text = key, Uid = id));
    }
    if let Some(search) = search {
        // Neither a NUL, which PostgreSQL cannot keep, nor what would escape a sign there.
        let plain = |c: &char| !c.is_control() && *c != '\\';
        let pattern = format!("%{}%", search.to_lowercase().chars().filter(plain).collect::<String>());
        let named = sql::<Bool>("lower(name) LIKE ").bind::<Text, _>(pattern.clone());
        query = query.filter(accounts::email_key.like(pattern).or(named));
    }
    Ok(query.load(c)?)
}

/// Whether nobody can sign in yet.
pub fn is_empty(c: &mut Conn) -> Result<bool, Error> {
    let some: Option<AccountId> = accounts::table.select(accounts::id).first(c).optional()?;
    Ok(some.is_none())
}

/// The account that signs in with that address.
pub fn find_by_email(c: &mut Conn, email_key: &str) -> Result<Option<Account>, Error> {
    let account = accounts::table.filter(accounts::email_key.eq(email_key));
    Ok(account.select(Account::as_select()).first(c).optional()?)
}

/// Those of the accounts that are in use.
pub fn in_use(c: &mut Conn, ids: &[AccountId]) -> Result<Vec<AccountId>, Error> {
    let in_use = accounts::table
        .filter(accounts::id.eq_any(padded(ids)))
        .filter(accounts::deactivated_at.is_null());
    Ok(Prepared(in_use.select(accounts::id)).load(c)?)
}
