//! Grants in the database.

use diesel::prelude::*;

use crate::accounts::grants::Grant;
use crate::accounts::{AccountRefusal, Role};
use crate::db::prepared::{Prepared, padded};
use crate::db::schema::grants;
use crate::db::{Conn, OnConflict};
use crate::values::error::Error;
use crate::values::id::{AccountId, GrantId};

/// Keeps a new grant of an account that there is, if there is the province or the club that it is for.
pub fn insert(c: &mut Conn, grant: &Grant) -> Result<(), Error> {
    let inserted = diesel::insert_into(grants::table).values(grant).execute(c);
    match (&grant.province, grant.club) {
        (Some(province), _) => inserted.on_missing(AccountRefusal::UnknownProvince(province.clone()))?,
        (None, Some(club)) => inserted.on_missing(AccountRefusal::UnknownClub(club))?,
        (None, None) => inserted?,
    };
    Ok(())
}

/// Keeps that a grant was taken back.
pub fn update(c: &mut Conn, grant: &Grant) -> Result<(), Error> {
    diesel::update(grants::table.find(grant.id))
        .set(grants::revoked_at.eq(grant.revoked_at))
        .execute(c)?;
    Ok(())
}

/// The grant of that id.
pub(crate) fn find(c: &mut Conn, id: GrantId) -> Result<Option<Grant>, Error> {
    let grant = grants::table.find(id).select(Grant::as_select());
    Ok(grant.first(c).optional()?)
}

/// All grants of the accounts, the oldest first, revoked ones included.
pub fn list(c: &mut Conn, accounts: &[AccountId]) -> Result<Vec<Grant>, Error> {
    let of_accounts = grants::table
        .filter(grants::account_id.eq_any(padded(accounts)))
        .select(Grant::as_select())
        .order((grants::granted_at, grants::id));
    Ok(Prepared(of_accounts).load(c)?)
}

/// The grants of a role, whoever's.
pub fn list_of_role(c: &mut Conn, role: Role) -> Result<Vec<Grant>, Error> {
    let of_role = grants::table.filter(grants::role.eq(role)).select(Grant::as_select());
    Ok(of_role.load(c)?)
}
