//! Second factors and recovery codes in the database.

use diesel::prelude::*;

use crate::accounts::second_factors::{SecondFactor, stored_form};
use crate::db::Conn;
use crate::db::schema::{recovery_codes, second_factors};
use crate::on_either;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;

/// The account's second factor, also one that is still to be confirmed.
pub fn find(c: &mut Conn, account: AccountId) -> Result<Option<SecondFactor>, Error> {
    let factor = second_factors::table.find(account).select(SecondFactor::as_select());
    Ok(factor.first(c).optional()?)
}

/// Those of the accounts that have a second factor.
pub(crate) fn having_one(c: &mut Conn, accounts: &[AccountId]) -> Result<Vec<AccountId>, Error> {
    let having = second_factors::table
        .filter(second_factors::account_id.eq_any(accounts))
        .filter(second_factors::confirmed_at.is_not_null());
    Ok(having.select(second_factors::account_id).load(c)?)
}

/// Keeps a second factor in the place of the account's before.
pub fn insert(c: &mut Conn, factor: &SecondFactor) -> Result<(), Error> {
    delete(c, factor.account)?;
    diesel::insert_into(second_factors::table).values(factor).execute(c)?;
    Ok(())
}

/// Keeps how far a second factor has come.
pub fn update(c: &mut Conn, factor: &SecondFactor) -> Result<(), Error> {
    diesel::update(second_factors::table.find(factor.account))
        .set((
            second_factors::confirmed_at.eq(factor.confirmed_at),
            second_factors::last_step.eq(factor.last_step),
        ))
        .execute(c)?;
    Ok(())
}

/// Takes the account's second factor away, with its recovery codes.
pub fn delete(c: &mut Conn, account: AccountId) -> Result<(), Error> {
    diesel::delete(recovery_codes::table.filter(recovery_codes::account_id.eq(account))).execute(c)?;
    diesel::delete(second_factors::table.find(account)).execute(c)?;
    Ok(())
}

/// Takes a second factor away that the account has set up and not confirmed.
pub fn delete_unconfirmed(c: &mut Conn, account: AccountId) -> Result<(), Error> {
    let unconfirmed = second_factors::table
        .find(account)
        .filter(second_factors::confirmed_at.is_null());
    diesel::delete(unconfirmed).execute(c)?;
    Ok(())
}

/// Keeps the account's recovery codes.
pub fn insert_recovery_codes(c: &mut Conn, account: AccountId, codes: &[String]) -> Result<(), Error> {
    let row = |code: &String| {
        (
            recovery_codes::hash.eq(stored_form(code)),
            recovery_codes::account_id.eq(account),
        )
    };
    let rows: Vec<_> = codes.iter().map(row).collect();
    on_either!(&mut *c, c => diesel::insert_into(recovery_codes::table).values(&rows).execute(c))?;
    Ok(())
}

/// Uses one of the account's recovery codes up; false if it is none of them, or was used before.
pub fn spend_recovery_code(c: &mut Conn, account: AccountId, code: &str, now: Timestamp) -> Result<bool, Error> {
    let unused = recovery_codes::table
        .find(stored_form(code))
        .filter(recovery_codes::account_id.eq(account))
        .filter(recovery_codes::used_at.is_null());
    let spent = diesel::update(unused).set(recovery_codes::used_at.eq(now)).execute(c)?;
    Ok(spent == 1)
}
