//! Codes of authorizations in the database.

use diesel::prelude::*;

use crate::accounts::authorizations::{AuthorizationCode, CODE_LASTS};
use crate::db::Conn;
use crate::db::schema::authorization_codes;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, AuthorizationCodeId, SessionId};

/// Keeps a new code, and takes those away that were never used and are good no more.
pub(crate) fn insert(c: &mut Conn, code: &AuthorizationCode, now: Timestamp) -> Result<(), Error> {
    let unused = authorization_codes::table
        .filter(authorization_codes::session_id.is_null())
        .filter(authorization_codes::created_at.le(now.before(CODE_LASTS)));
    diesel::delete(unused).execute(c)?;
    diesel::insert_into(authorization_codes::table)
        .values(code)
        .execute(c)?;
    Ok(())
}

/// Keeps which session was begun with a code.
pub(crate) fn set_session(c: &mut Conn, id: AuthorizationCodeId, session: SessionId) -> Result<(), Error> {
    diesel::update(authorization_codes::table.find(id))
        .set(authorization_codes::session_id.eq(session))
        .execute(c)?;
    Ok(())
}

/// Takes the codes of an account away.
pub(crate) fn delete(c: &mut Conn, account: AccountId) -> Result<(), Error> {
    diesel::delete(authorization_codes::table.filter(authorization_codes::account_id.eq(account))).execute(c)?;
    Ok(())
}

/// The code of that stored form.
pub(crate) fn find_by_hash(c: &mut Conn, hash: &str) -> Result<Option<AuthorizationCode>, Error> {
    let code = authorization_codes::table.filter(authorization_codes::hash.eq(hash));
    Ok(code.select(AuthorizationCode::as_select()).first(c).optional()?)
}
