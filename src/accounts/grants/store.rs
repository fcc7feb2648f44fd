//! Grants in the database.

use diesel::prelude::*;

use crate::accounts::grants::Grant;
use crate::db::Conn;
use crate::db::schema::{clubs, grants, provinces};
use crate::values::error::Error;
use crate::values::id::Id;

/// Keeps a new grant.
pub(crate) fn insert(c: &mut Conn, grant: &Grant) -> Result<(), Error> {
    diesel::insert_into(grants::table).values(grant).execute(c)?;
    Ok(())
}

/// Keeps that a grant was taken back.
pub(crate) fn update(c: &mut Conn, grant: &Grant) -> Result<(), Error> {
    diesel::update(grants::table.find(grant.id))
        .set(grants::revoked_at.eq(grant.revoked_at))
        .execute(c)?;
    Ok(())
}

/// The grant of that id.
pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Grant>, Error> {
    let grant = grants::table.find(id).select(Grant::as_select());
    Ok(grant.first(c).optional()?)
}

/// All grants of the accounts, the oldest first, revoked ones included.
pub(crate) fn list(c: &mut Conn, accounts: &[Id]) -> Result<Vec<Grant>, Error> {
    let of_accounts = grants::table
        .filter(grants::account_id.eq_any(accounts))
        .select(Grant::as_select())
        .order((grants::granted_at, grants::id));
    Ok(of_accounts.load(c)?)
}

/// Whether there is a province of that code.
pub(crate) fn province_exists(c: &mut Conn, code: &str) -> Result<bool, Error> {
    Ok(diesel::select(diesel::dsl::exists(provinces::table.find(code))).get_result(c)?)
}

/// Whether there is a club of that id.
pub(crate) fn club_exists(c: &mut Conn, id: Id) -> Result<bool, Error> {
    Ok(diesel::select(diesel::dsl::exists(clubs::table.find(id))).get_result(c)?)
}
